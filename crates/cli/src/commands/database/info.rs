use super::table::with_advice;
use crate::arguments::{Build, Info, ReportFormat, Supervised};
use crate::input::Reading;
use crate::watch::ending;
use crate::{Ending, Failure, ignore_broken_pipe, input, render};
use bytesize::ByteSize;
use std::io::Write;
use winways::games::AnyBoard;
use winways::internal::{counts_lines, farthest_line};
use winways::tables::{Database, DatabaseInfo, Milestone, Objective, RecordKind};
use winways::wire::DatabaseJson;
use winways::{Budget, Play, Stopped};

pub(super) fn run(arguments: &Info, out: &mut dyn Write) -> Result<Ending, Failure> {
    let info = DatabaseInfo::read(&arguments.directory).map_err(|error| with_advice(error.into()))?;
    // Without the game of the table (for example, if its edges are not given), everything except its positions is shown.
    let reading = Reading::within(Budget::DEFAULT.memory);
    let database = Database::open(&input::catalogue(&arguments.graph, reading)?, &arguments.directory).ok();
    if let (Some(database), Some(_)) = (&database, &arguments.graph.edges) {
        input::check_edges([database.board().page().name], &database.board().name())?;
    }
    show(arguments.format.format, &info, database.as_ref().map(Database::board), out)?;
    Ok(Ending::Answered)
}

/// Describes the table, and reports why the build stopped if it is incomplete.
pub(super) fn finish(
    arguments: &Build,
    board: &dyn AnyBoard,
    stopped: Option<Stopped>,
    out: &mut dyn Write,
) -> Result<Ending, Failure> {
    let info = DatabaseInfo::read(&arguments.out).map_err(|error| with_advice(error.into()))?;
    let written = show(arguments.format.format, &info, Some(board), out);
    // Among the processes of a supervisor, only the first process reports the reason.
    if let Some(stopped) = &stopped
        && arguments.group.supervised != Some(Supervised::Other)
    {
        anstream::eprintln!("partial: {stopped}; --resume continues from here");
    }
    ignore_broken_pipe(ending(stopped.as_ref()), written)
}

/// Describes a table.
pub(super) fn show(
    format: ReportFormat,
    info: &DatabaseInfo,
    board: Option<&dyn AnyBoard>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    match format {
        ReportFormat::Text => text(info, board, out),
        ReportFormat::Json => json(&DatabaseJson::new(info, board), out),
        ReportFormat::Latex => latex(|out| text(info, board, out), out),
    }
}

/// Writes the text output of `write` as paragraphs of LaTeX.
pub(super) fn latex(
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let mut text = Vec::new();
    write(&mut text)?;
    Ok(render::paragraphs(&String::from_utf8_lossy(&text), out)?)
}

pub(super) fn json(value: &impl serde::Serialize, out: &mut dyn Write) -> Result<(), Failure> {
    serde_json::to_writer_pretty(&mut *out, value).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

fn text(info: &DatabaseInfo, board: Option<&dyn AnyBoard>, out: &mut dyn Write) -> Result<(), Failure> {
    let (identity, counts) = (&info.identity, &info.counts);
    writeln!(out, "{}", title(info))?;
    let layers = identity.layers.len();
    let of_layers = if layers == 1 { String::new() } else { format!(" in {layers} layers") };
    let ranks = identity.ranks().unwrap_or(u64::MAX);
    let shards = if identity.shards == 1 { "shard" } else { "shards" };
    writeln!(out, "ranks:     {ranks}{of_layers}, {} {shards}", identity.shards)?;
    writeln!(out, "state:     {}", state(info))?;
    let files = if info.files == 1 { "file" } else { "files" };
    writeln!(out, "on disk:   {}, {} {files} and the manifest", ByteSize(info.bytes), info.files)?;
    if counts.positions() == 0 {
        return Ok(());
    }
    let so_far = if info.is_complete { "" } else { " solved so far" };
    writeln!(out, "positions: {}{so_far}", counts.positions())?;
    let objective = match identity.records {
        RecordKind::Values => Objective::Moves,
        RecordKind::Points => Objective::Points,
        RecordKind::Outcomes => {
            let [won, lost]: [u64; 2] = [counts.won.iter().sum(), counts.lost.iter().sum()];
            return Ok(writeln!(out, "  won {won}, lost {lost}, drawn {}", counts.drawn)?);
        }
    };
    for line in counts_lines(counts, objective) {
        writeln!(out, "  {line}")?;
    }
    // Unsolved positions may be farther from the end.
    let board = board.filter(|_| info.is_complete);
    if let Some(line) = board.and_then(|board| farthest_line(counts, objective, board)) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Returns the title of a table, for example `chase 20, normal play`.
pub(super) fn title(info: &DatabaseInfo) -> String {
    let identity = &info.identity;
    let play = play_words(identity.play);
    let records = match identity.records {
        RecordKind::Values => "",
        RecordKind::Points => ", points",
        RecordKind::Outcomes => ", outcomes only",
    };
    let board = format!("{} {}", identity.game, identity.board);
    format!("{}, {play}{records}", board.trim_end())
}

pub(super) fn play_words(play: Play) -> &'static str {
    match play {
        Play::Normal => "normal play",
        Play::Misere => "misère play",
    }
}

/// Describes the progress of a table.
pub(super) fn state(info: &DatabaseInfo) -> String {
    let layers = info.identity.layers.len();
    match info.milestone {
        _ if info.is_complete => "complete".to_owned(),
        None => "unfinished, no layers solved".to_owned(),
        Some(Milestone::Layer(layer)) => format!("unfinished, {} of {layers} layers solved", layer + 1),
        Some(Milestone::Round { layer, round }) => {
            format!("unfinished, {layer} of {layers} layers solved, and {round} rounds of the next layer")
        }
    }
}
