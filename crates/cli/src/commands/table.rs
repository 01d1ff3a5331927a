//! `winways table`: the values of a game, with findings, source code, certificates and pictures.

mod checkpoints;

use crate::arguments::{Table, TableFormat};
use crate::input::Reading;
use crate::watch::{PolledWriter, Watch, ending};
use crate::{Ending, Failure, durable, ignore_broken_pipe, input, render};
use std::io::Write;
use std::path::Path;
use winways::games::{AnyGame, open_games};
use winways::tables::{
    CodeLanguage, ExpressionTable, TableError, TableKind, TableQuery, Tabulation, VariableRange,
};
use winways::{Catalogue, EvaluationError, Observer, Play, StopReason, Stopped};

pub(crate) fn run(arguments: &Table, out: &mut dyn Write) -> Result<Ending, Failure> {
    if arguments.list_open {
        return list_open(out);
    }
    if let Some(path) = &arguments.plot {
        render::picture::check(path)?;
    }
    let watch = Watch::start(&arguments.limits.bounds);
    let reading = Reading::watched(&watch);
    if let Some(range) = &arguments.variable {
        let variable = VariableRange::parse(range).map_err(|wrong| Failure::input("--for", range, wrong))?;
        let catalogue = input::with_rule_files(Catalogue::new(), reading);
        let (expression, budget) = (arguments.game(), arguments.limits.budget());
        let table = ExpressionTable::find(&catalogue, expression, &variable, budget, &watch);
        let table = table.map_err(|error| match error {
            EvaluationError::Wrong(diagnostic) => Failure::input("expression", expression, diagnostic),
            EvaluationError::Stopped(stopped) => Failure::stopped("there is no table", stopped.reason),
        })?;
        let found = table.tabulation(expression, budget, &watch.printing());
        // The table is printed although its values cannot be drawn.
        let others: Vec<_> = given(arguments).into_iter().filter(|(option, _)| *option != "plot").collect();
        reject(arguments, found.kind, &others)?;
        return write(arguments, &found, &watch, out);
    }
    let catalogue = input::catalogue_for(arguments.game(), &arguments.graph, reading)?;
    let game = input::game(&catalogue, arguments.game(), reading)?;
    let query = query(arguments, &*game);
    let kind = TableKind::of(&*game, &query);
    reject(arguments, kind, &given(arguments))?;
    if arguments.quotient && query.play == Play::Normal {
        let message = "--quotient is for misère play, and {} is played under normal play: add --misere";
        return Err(Failure::usage(message.replace("{}", arguments.game())));
    }
    if let (from, up_to) = (query.from, kind.up_to(&query))
        && from > up_to
    {
        return Err(Failure::usage(format!("--from {from} is beyond --up-to {up_to}")));
    }
    if let Some(path) = &arguments.certificate {
        durable::check(path)?;
    }
    let found = match &arguments.checkpoint {
        Some(path) => {
            let query = TableQuery { up_to: Some(kind.up_to(&query)), ..query };
            checkpoints::find(arguments, kind, &*game, query, path, &watch)?
        }
        None => kind.find(&*game, query, &watch).map_err(|error| failure(arguments, &*game, error))?,
    };
    let certified = match &arguments.certificate {
        Some(path) => certify(&found, path, &watch),
        None => Ok(()),
    };
    let ending = write(arguments, &found, &watch, out)?;
    certified.map(|()| ending)
}

/// Rejects given options that this kind of table does not support.
fn reject(arguments: &Table, kind: &TableKind, given: &[(&'static str, bool)]) -> Result<(), Failure> {
    match kind.rejects(arguments.game(), given) {
        Some((option, accepted, reason)) => {
            Err(Failure::usage(format!("--{option} is for {accepted}; {reason}")))
        }
        None => Ok(()),
    }
}

/// Draws and prints a table. An error of the drawing is returned after the table has been printed.
fn write(
    arguments: &Table,
    found: &Tabulation<'_>,
    watch: &Watch,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let drawn = arguments.plot.as_ref().map_or(Ok(true), |path| {
        reject(arguments, found.kind, &[("plot", true)])?;
        render::plot::table(path, found, &watch.printing())
    });
    watch.finish();
    let printing = watch.printing();
    if let Some(language) = arguments.code {
        let ending = code(found, language.into(), &printing, out)?;
        return drawn.map(|_| ending);
    }
    let is_undecided = arguments.prove && !found.table.is_proved() || matches!(drawn, Ok(false));
    let end = |stopped: Option<&Stopped>| match stopped {
        None if is_undecided => Ending::Limit,
        stopped => ending(stopped),
    };
    let ending = match render::value_table(arguments.format, found, &printing, out) {
        Ok(stopped) => end(stopped.as_ref()),
        Err(error) => ignore_broken_pipe(end(found.stopped.as_ref()), Err(error))?,
    };
    drawn.map(|_| ending)
}

fn query(arguments: &Table, game: &dyn AnyGame) -> TableQuery {
    TableQuery {
        play: if arguments.misere { Play::Misere } else { game.about().play },
        outcomes: arguments.outcomes,
        quotient: arguments.quotient,
        from: arguments.from,
        up_to: arguments.up_to,
        // Without a last heap, only the proof and the other limits end the computation.
        prove: arguments.prove.then(|| arguments.up_to.unwrap_or(u64::MAX - 1)),
        values: !arguments.summary,
        code: arguments.code.is_some(),
        budget: arguments.limits.budget(),
    }
}

/// Returns the options that some kinds of tables reject, each with `true` if it was given.
fn given(arguments: &Table) -> [(&'static str, bool); 9] {
    [
        ("prove", arguments.prove),
        ("checkpoint", arguments.checkpoint.is_some()),
        ("certificate", arguments.certificate.is_some()),
        ("from", arguments.from > 0),
        ("code", arguments.code.is_some()),
        ("plot", arguments.plot.is_some()),
        ("format bfile", arguments.format == TableFormat::Bfile),
        ("outcomes", arguments.outcomes),
        ("quotient", arguments.quotient),
    ]
}

fn failure(arguments: &Table, game: &dyn AnyGame, error: TableError) -> Failure {
    match error {
        TableError::Game(diagnostic) => Failure::input("game", arguments.game(), diagnostic),
        TableError::Unprovable { message, why: Some(why) } => {
            Failure::usage(format!("--prove: {message}: {why}"))
        }
        TableError::Unprovable { message, why: None } => Failure::usage(format!(
            "--prove: {message}; without --prove, the table lists the patterns of its values"
        )),
        TableError::Rules(fault) => {
            Failure::usage(format!("the rules of {} are faulty: {fault}", game.name()))
        }
    }
}

/// Lists the games without a known period, one per line.
fn list_open(out: &mut dyn Write) -> Result<Ending, Failure> {
    writeln!(out, "{:<14} {:>13} {:>11} {:>11}", "game", "heaps known", "rare heaps", "last rare")?;
    for game in open_games() {
        let [count, last] = match game.rare {
            Some((count, last)) => [count.to_string(), last.to_string()],
            None => ["-".to_owned(), "-".to_owned()],
        };
        writeln!(out, "{:<14} {:>13} {count:>11} {last:>11}", game.name, game.known)?;
    }
    Ok(Ending::Answered)
}

/// The message if the period has a saltus.
const SALTUS_UNCERTIFIED: &str =
    "no certificate was written: periods with a saltus have no certificates; omit --certificate";

/// Writes the certificate of a table. A stopped table may have none.
fn certify(found: &Tabulation<'_>, path: &Path, watch: &dyn Observer) -> Result<(), Failure> {
    match found.certificate(watch) {
        Ok(Some(certificate)) => Ok(durable::replace(path, &certificate)?),
        Ok(None) if found.stopped.is_some() => Ok(()),
        Ok(None) if found.findings(watch).pattern.is_some_and(|pattern| pattern.saltus > 0) => {
            Err(Failure::usage(SALTUS_UNCERTIFIED))
        }
        Ok(None) => Err(Failure::usage(found.kind.uncertified)),
        Err(stopped) => Err(Failure::stopped("no certificate was written", stopped.reason)),
    }
}

/// Writes a table as source code. Incomplete code is useless, so a stop while it is written is a failure.
fn code(
    found: &Tabulation<'_>,
    language: CodeLanguage,
    observer: &dyn Observer,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let incomplete = |reason: StopReason| Failure::stopped("the code is incomplete", reason);
    let code = found.code(language, observer).map_err(|stopped| incomplete(stopped.reason))?;
    let mut out = PolledWriter::new(out, observer);
    let written = code.map_or(Ok(()), |code| write!(out, "{code}"));
    match out.stopped() {
        Some(reason) => Err(incomplete(reason)),
        None => ignore_broken_pipe(ending(found.stopped.as_ref()), written.map_err(anyhow::Error::from)),
    }
}
