use crate::arguments::VerifyCertificate;
use crate::input::{Reading, Source};
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input};
use std::io::Write;
use winways::games::AnyGame;
use winways::tables::{
    CertificateError, CertificateFailure, CheckFailure, Checked, check_certificate, check_certificate_of,
};
use winways::{Catalogue, Stopped};

pub(crate) fn run(arguments: &VerifyCertificate, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.bounds);
    let source = Source::file(&arguments.file, Reading::watched(&watch).large())?;
    let sample = arguments.sample.map(|count| (count, arguments.seed));
    let (catalogue, memory) = (Catalogue::new(), arguments.bounds.memory());
    let game = match &arguments.game {
        Some(name) => Some(input::game(&catalogue, name, Reading::watched(&watch))?),
        None => None,
    };
    let check = |text: &str| match game.as_deref() {
        Some(game) => check_certificate_of(game as &dyn AnyGame, text, sample, memory, &watch),
        None => check_certificate(&catalogue, text, sample, memory, &watch),
    };
    let mut first_line = 1;
    for text in certificates(&source.text) {
        match check(text) {
            Ok((claim, checked)) => report(&claim, &checked, out)?,
            Err(CertificateFailure::Text(CertificateError { line, message })) => {
                let error = CertificateError { line: first_line + line - 1, message };
                return Err(Failure::usage(format!("{}, {error}", source.name)));
            }
            Err(CertificateFailure::Game(diagnostic)) => {
                let (name, line, message) = (source.name, first_line + 1, diagnostic.message);
                let help = "for the game of a rule file, add --game FILE";
                return Err(Failure::usage(format!("{name}, line {line}: {message}; {help}")));
            }
            Err(CertificateFailure::Check(CheckFailure::Refused(why))) => {
                return ignore_broken_pipe(Ending::CheckFailed, writeln!(out, "refused: {why}"));
            }
            Err(CertificateFailure::Check(CheckFailure::Stopped(reason))) => {
                let written = writeln!(out, "not decided: {reason}");
                return ignore_broken_pipe(ending(Some(&Stopped { reason, nodes: 0 })), written);
            }
        }
        first_line += text.lines().count();
    }
    watch.finish();
    Ok(Ending::Answered)
}

/// Splits a file into its certificates, each of which ends with the line `end`. An empty file is one damaged certificate.
fn certificates(text: &str) -> Vec<&str> {
    const END: &str = "\nend\n";
    let mut rest = text;
    let mut parts = Vec::new();
    while let Some(end) = rest.find(END) {
        let (part, more) = rest.split_at(end + END.len());
        parts.push(part);
        rest = more;
    }
    if parts.is_empty() || !rest.is_empty() {
        parts.push(rest);
    }
    parts
}

fn report(claim: &str, checked: &Checked, out: &mut dyn Write) -> Result<(), Failure> {
    match checked {
        Checked::Whole { values } => writeln!(out, "{claim}: holds, {values} values derived")?,
        Checked::Sample { windows, of, values } => writeln!(
            out,
            "{claim}: a sample holds, which proves nothing about the rest: {windows} of {of} windows, {values} values \
             derived"
        )?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_split_into_certificates() {
        assert_eq!(certificates("a\nend\nb\nend\n"), ["a\nend\n", "b\nend\n"]);
        assert_eq!(certificates("a\nend\nb\n"), ["a\nend\n", "b\n"]);
        assert_eq!(certificates("a\nend"), ["a\nend"]);
        assert_eq!(certificates(""), [""]);
    }
}
