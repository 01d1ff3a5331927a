use crate::arguments::VerifyCertificate;
use crate::input::{Reading, Source};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, printed};
use std::io::Write;
use winways::{Catalogue, CertificateFailure, CheckFailure, Checked, Stopped, check_certificate};

pub(crate) fn run(arguments: &VerifyCertificate, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let source = Source::file(&arguments.file, Reading::watched(&watch).large())?;
    let sample = arguments.sample.map(|count| (count, arguments.seed));
    let checked =
        check_certificate(&Catalogue::new(), &source.text, sample, arguments.bounds.memory(), &watch);
    watch.finish();
    match checked {
        Ok((certificate, checked)) => {
            let (game, period) = (&certificate.game, certificate.period);
            let claim = format!("{game} has period {period} from {}", certificate.preperiod);
            match checked {
                Checked::Whole { values } => writeln!(out, "{claim}: holds, {values} values derived")?,
                Checked::Sample { windows, of, values } => writeln!(
                    out,
                    "{claim}: a sample holds, which proves nothing about the rest: {windows} draws from {of} windows, \
                     {values} values derived"
                )?,
            }
            Ok(Ending::Answered)
        }
        Err(CertificateFailure::Text(error)) => Err(Failure::usage(format!("{}, {error}", source.name))),
        Err(CertificateFailure::Game(diagnostic)) => {
            Err(Failure::usage(format!("{}, line 2: {}", source.name, diagnostic.message)))
        }
        Err(CertificateFailure::Check(CheckFailure::Refused(why))) => {
            printed(Ending::CheckFailed, writeln!(out, "refused: {why}"))
        }
        Err(CertificateFailure::Check(CheckFailure::Stopped(reason))) => {
            let written = writeln!(out, "not decided: {reason}");
            printed(ending(Some(&Stopped { reason, nodes: 0 })), written)
        }
    }
}
