use crate::arguments::Verify;
use crate::input::Reading;
use crate::watch::{Watch, ending};
use crate::{Ending, Failure, ignore_broken_pipe, input, render};
use std::io::Write;
use winways::games::{Subject, Verdict};

pub(crate) fn run(arguments: &Verify, out: &mut dyn Write) -> Result<Ending, Failure> {
    let watch = Watch::start(&arguments.limits.bounds);
    let reading = Reading::watched(&watch);
    // With `--edges`, at least one of the games must be played on a user-defined graph. The names are checked like a sum.
    let catalogue = input::catalogue_for(&arguments.names.join("+"), &arguments.graph, reading)?;
    let subjects = if arguments.all || arguments.list {
        Subject::all(&catalogue)?
    } else {
        let mut subjects = Vec::new();
        for name in &arguments.names {
            if input::rule_file(name, reading)?.is_some() {
                subjects.push(Subject::Game(input::game(&catalogue, name, reading)?));
                continue;
            }
            let found = Subject::find(&catalogue, name);
            subjects.extend(found.map_err(|diagnostic| Failure::input("name", name, diagnostic))?);
        }
        subjects
    };
    if arguments.list {
        for subject in subjects {
            writeln!(out, "{}", subject.name())?;
        }
        return Ok(Ending::Answered);
    }
    let mut worst = Ending::Answered;
    let mut printer = render::Verifications::new(arguments.format.format);
    for subject in subjects {
        let verification = subject.verify(arguments.up_to, arguments.limits.budget(), &watch);
        watch.finish();
        let written = printer.print(&verification, out);
        worst = worst.max(match &verification.verdict {
            Verdict::Holds => Ending::Answered,
            Verdict::Fails(_) => Ending::CheckFailed,
            Verdict::Stopped(stopped) => ending(Some(stopped)),
        });
        if let Err(error) = written.and_then(|()| Ok(out.flush()?)) {
            return ignore_broken_pipe(worst, Err(error));
        }
        // Stop at the first counterexample or limit.
        if worst != Ending::Answered {
            break;
        }
    }
    ignore_broken_pipe(worst, printer.finish(out))
}
