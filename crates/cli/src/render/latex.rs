//! LaTeX: fragments for a paper, which need no package.

use super::text;
use anyhow::Result;
use std::io::Write;
use winways::{Analysis, Entry, Nimber, Position, Value, Verdict, Verification};

pub(super) fn analysis(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\\begin{{tabular}}{{ll}}")?;
    writeln!(out, "position & {} \\\\", verbatim(&position.to_string()))?;
    writeln!(out, "play & {} \\\\", analysis.play.name())?;
    writeln!(out, "outcome & {} \\\\", outcome(analysis))?;
    if let Some(value) = &analysis.value {
        writeln!(out, "value & {} \\\\", latex_value(value))?;
    }
    if let Some(remoteness) = analysis.remoteness {
        writeln!(out, "remoteness & {remoteness} \\\\")?;
    }
    if let Some(moves) = &analysis.moves {
        writeln!(out, "{} & {} \\\\", text::what_moves_do(analysis), moves.total)?;
        for step in &moves.listed {
            let text = text::move_text(position, step);
            writeln!(out, " & {} \\\\", escaped(&text))?;
        }
    }
    Ok(writeln!(out, "\\end{{tabular}}")?)
}

/// One row of a table: position, outcome, value.
pub(super) fn analysis_line(position: &Position, analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    let value = analysis.value.as_ref().map_or(String::new(), latex_value);
    Ok(writeln!(out, "{} & {} & {value} \\\\", verbatim(&position.to_string()), outcome(analysis))?)
}

fn outcome(analysis: &Analysis) -> String {
    analysis.outcome.map_or("unknown".to_owned(), |outcome| format!("$\\mathcal{{{}}}$", outcome.letter()))
}

fn latex_value(value: &Value) -> String {
    match value {
        Value::Nimber(nimber) => latex_nimber(*nimber),
        Value::Game(game) => verbatim(&game.text),
        Value::Points(points) => points.to_string(),
    }
}

fn latex_nimber(value: Nimber) -> String {
    match value.0 {
        0 => "$0$".to_owned(),
        1 => "$\\ast$".to_owned(),
        size => format!("$\\ast {size}$"),
    }
}

fn verbatim(text: &str) -> String {
    format!("\\texttt{{{}}}", escaped(text))
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '<' => escaped.push_str("\\textless{}"),
            '>' => escaped.push_str("\\textgreater{}"),
            '|' => escaped.push_str("\\textbar{}"),
            '"' => escaped.push_str("\\textquotedbl{}"),
            '{' | '}' | '%' | '$' | '&' | '#' | '_' => {
                escaped.push('\\');
                escaped.push(character);
            }
            _ => escaped.push(character),
        }
    }
    escaped
}

pub(super) fn catalogue(entries: &[&Entry], out: &mut dyn Write) -> Result<()> {
    writeln!(out, "\\begin{{tabular}}{{ll}}")?;
    for entry in entries {
        writeln!(out, "{} & {} \\\\", verbatim(&text::name(entry)), escaped(entry.page.title))?;
    }
    end_of_table(out)
}

pub(super) fn page(entry: &Entry, out: &mut dyn Write) -> Result<()> {
    let page = entry.page;
    writeln!(out, "\\paragraph{{{}}} {}\n", escaped(page.title), escaped(page.rules))?;
    if page.theorems.is_empty() {
        return Ok(());
    }
    writeln!(out, "\\begin{{description}}")?;
    for theorem in page.theorems {
        writeln!(out, "\\item[{}] {}", escaped(theorem.name), escaped(theorem.statement))?;
    }
    Ok(writeln!(out, "\\end{{description}}")?)
}

pub(super) fn verification(verification: &Verification, is_first: bool, out: &mut dyn Write) -> Result<()> {
    if is_first {
        writeln!(out, "\\begin{{tabular}}{{llr}}")?;
    }
    let verdict = match &verification.verdict {
        Verdict::Holds => "holds",
        Verdict::Fails(_) => "fails",
        Verdict::Stopped(_) => "partial",
    };
    Ok(writeln!(out, "{} & {verdict} & {} \\\\", verbatim(&verification.name), verification.cases)?)
}

pub(super) fn end_of_table(out: &mut dyn Write) -> Result<()> {
    Ok(writeln!(out, "\\end{{tabular}}")?)
}
