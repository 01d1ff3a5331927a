//! CSV output: a header, then a record for each move, game or theorem.

use super::text;
use anyhow::Result;
use std::io::Write;
use winways::games::{Entry, Verdict, Verification};
use winways::{Analysis, Position, PositionMove};

/// Writes the records of an analysis to `out`. They have no place for a condition of the answer, or for the reason why it is
/// incomplete, so these are written to stderr.
pub(super) fn analysis(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    // If play may cycle, two more columns contain the numbers of moves to the end.
    let is_loopy = position.ranked().is_some();
    let header = ["position", "play", "outcome", "value", "move_count", "player", "move", "to"];
    let more: &[&str] = if is_loopy { &["remoteness", "move_remoteness"] } else { &[] };
    writer.write_record(header.iter().chain(more))?;
    let count = |moves: Option<u32>| moves.map_or(String::new(), |moves| moves.to_string());
    let remotenesses = |step: Option<&PositionMove>| match is_loopy {
        true => vec![count(analysis.remoteness), count(step.and_then(PositionMove::remoteness))],
        false => Vec::new(),
    };
    let moves = analysis.moves.as_ref();
    let start = [
        position.to_string(),
        analysis.play.name().to_owned(),
        analysis.outcome.map_or(String::new(), |outcome| outcome.letter().to_owned()),
        analysis.value.as_ref().map_or(String::new(), |value| value.to_string()),
        moves.map_or(String::new(), |moves| moves.total.to_string()),
    ];
    let listed = moves.map_or(&[][..], |moves| &moves.listed);
    if listed.is_empty() {
        let more = remotenesses(None);
        let end = ["", "", ""].into_iter().chain(more.iter().map(String::as_str));
        writer.write_record(start.iter().map(String::as_str).chain(end))?;
    }
    for step in listed {
        let to = position.after(step).to_string();
        let more = remotenesses(Some(step));
        let name = position.move_name(step);
        let end = [step.player().name(), &name, &to].into_iter().chain(more.iter().map(String::as_str));
        writer.write_record(start.iter().map(String::as_str).chain(end))?;
    }
    writer.flush()?;
    warn(position, analysis);
    Ok(())
}

/// Writes the condition of an answer, and the reason why it is incomplete, to stderr.
fn warn(position: &Position, analysis: &Analysis) {
    for assumption in &analysis.assumptions {
        anstream::eprintln!("not proved: {} has this answer {assumption}", text::brief(position));
    }
    if let Some(stopped) = &analysis.stopped {
        anstream::eprintln!("partial: {stopped}");
    }
}

/// Writes one record without a header, with all moves in one field. Conditions are written like those of [`analysis`].
pub(super) fn analysis_line(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    let moves = analysis.moves.as_ref();
    let listed = moves.map_or(&[][..], |moves| &moves.listed);
    writer.write_record([
        position.to_string(),
        analysis.play.name().to_owned(),
        analysis.outcome.map_or(String::new(), |outcome| outcome.letter().to_owned()),
        analysis.value.as_ref().map_or(String::new(), |value| value.to_string()),
        moves.map_or(String::new(), |moves| moves.total.to_string()),
        listed.iter().map(|step| text::named_move(position, step)).collect::<Vec<_>>().join("; "),
    ])?;
    writer.flush()?;
    warn(position, analysis);
    Ok(())
}

pub(super) fn catalogue(entries: &[&Entry], out: &mut dyn Write) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(["name", "parameter", "title", "rules", "notation", "example", "theorems"])?;
    for entry in entries {
        let page = entry.page;
        let theorems: Vec<&str> = page.theorems.iter().map(|theorem| theorem.name).collect();
        let parameter = page.parameter.unwrap_or("");
        let theorems = theorems.join("; ");
        writer.write_record([
            page.name,
            parameter,
            page.title,
            page.rules,
            page.notation,
            page.example,
            &theorems,
        ])?;
    }
    Ok(writer.flush()?)
}

pub(super) fn verification(
    verification: &Verification,
    with_header: bool,
    out: &mut dyn Write,
) -> Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    if with_header {
        writer.write_record(["name", "verdict", "cases", "range", "statement", "detail"])?;
    }
    let detail = match &verification.verdict {
        Verdict::Holds => String::new(),
        Verdict::Fails(case) => case.clone(),
        Verdict::Stopped(stopped) => stopped.to_string(),
    };
    let cases = verification.cases.to_string();
    writer.write_record([
        &verification.name,
        text::verdict(verification),
        &cases,
        &verification.range,
        &verification.statement,
        &detail,
    ])?;
    Ok(writer.flush()?)
}

/// Formats records without a header and without the last line break.
pub(super) fn records(rows: &[Vec<String>]) -> String {
    let lines: Vec<String> =
        rows.iter().map(|row| record(&row.iter().map(String::as_str).collect::<Vec<_>>())).collect();
    lines.join("\n")
}

/// Formats one record without its line break.
pub(super) fn record(fields: &[&str]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail, and CSV of UTF-8 text is UTF-8.
    let _ = writer.write_record(fields);
    let bytes = writer.into_inner().unwrap_or_default();
    String::from_utf8_lossy(&bytes).trim_end().to_owned()
}
