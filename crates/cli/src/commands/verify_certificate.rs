use crate::arguments::VerifyCertificate;
use crate::input::{Reading, Source};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input};
use std::io::Write;
use winways::tables::{CertificateFailure, CheckFailure, Checked, check_certificate, check_certificate_of};
use winways::{Catalogue, Stopped};

pub(crate) fn run(arguments: &VerifyCertificate, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let source = Source::file(&arguments.file, Reading::watched(&watch).large())?;
    let sample = arguments.sample.map(|count| (count, arguments.seed));
    let (catalogue, memory) = (Catalogue::new(), arguments.bounds.memory());
    let checked = match &arguments.game {
        Some(name) => {
            let game = input::game(&catalogue, name, Reading::watched(&watch))?;
            check_certificate_of(&*game, &source.text, sample, memory, &watch)
        }
        None => check_certificate(&catalogue, &source.text, sample, memory, &watch),
    };
    watch.finish();
    match checked {
        Ok((certificate, checked)) => {
            let (game, period) = (&certificate.game, certificate.period);
            let claim = format!("{game} has period {period} from {}", certificate.preperiod);
            match checked {
                Checked::Whole { values } => writeln!(out, "{claim}: holds, {values} values derived")?,
                Checked::Sample { windows, of, values } => writeln!(
                    out,
                    "{claim}: a sample holds, which proves nothing about the rest: {windows} of {of} windows, \
                     {values} values derived"
                )?,
            }
            Ok(Ending::Answered)
        }
        Err(CertificateFailure::Text(error)) => Err(Failure::usage(format!("{}, {error}", source.name))),
        Err(CertificateFailure::Game(diagnostic)) => {
            let (name, message) = (source.name, diagnostic.message);
            let help = "for the game of a rule file, state it: --game FILE";
            Err(Failure::usage(format!("{name}, line 2: {message}; {help}")))
        }
        Err(CertificateFailure::Check(CheckFailure::Refused(why))) => {
            ignore_broken_pipe(Ending::CheckFailed, writeln!(out, "refused: {why}"))
        }
        Err(CertificateFailure::Check(CheckFailure::Stopped(reason))) => {
            let written = writeln!(out, "not decided: {reason}");
            ignore_broken_pipe(ending(Some(&Stopped { reason, nodes: 0 })), written)
        }
    }
}
