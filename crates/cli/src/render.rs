//! Output of results as text, JSON, CSV and LaTeX.

mod latex;
mod moves;
pub(crate) mod picture;
pub(crate) mod plot;
mod table;
mod tabular;
mod text;
mod value_table;

use crate::arguments::Format;
use serde::Serialize;
use std::io::Write;
use winways::games::Finding;
use winways::games::{AnyGame, Entry, Verification};
use winways::internal::tex_text;
use winways::wire::{AnalysisJson, AnswerJson, PageJson, VerificationJson};
use winways::{Analysis, Answer, Detail, EvaluationError, Nimber, Outcome, Position, Stopped};

pub(crate) use moves::{Moves, best_line};
pub(crate) use tabular::{Tabular, as_paragraphs, paragraphs};
pub(crate) use value_table::value_table;

/// Writes an analysis in full.
pub(crate) fn analysis(
    format: Format,
    position: &Position,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        Format::Text => text::analysis(position, analysis, out),
        Format::Json => json(&AnalysisJson::new(position, analysis), out),
        Format::Csv => table::analysis(position, analysis, out),
        Format::Latex => latex::analysis(position, analysis, out),
    }
}

/// Writes an analysis of a position that was looked up in a table of a solved board.
pub(crate) fn queried(
    format: Format,
    position: &Position,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        Format::Json => {
            let rank = position.ranked().map(|ranked| ranked.rank());
            json(&AnalysisJson::new(position, analysis).with_rank(rank), out)
        }
        format => self::analysis(format, position, analysis, out),
    }
}

/// Returns the outcome in words.
pub(crate) fn outcome_in_words(outcome: Outcome) -> &'static str {
    text::outcome(Some(outcome))
}

/// Writes an analysis on one line.
pub(crate) fn analysis_line(
    format: Format,
    position: &Position,
    analysis: &Analysis,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        Format::Text => text::analysis_line(position, analysis, out),
        Format::Json => {
            serde_json::to_writer(&mut *out, &AnalysisJson::new(position, analysis))?;
            Ok(writeln!(out)?)
        }
        Format::Csv => table::analysis_line(position, analysis, out),
        Format::Latex => latex::analysis_line(position, analysis, out),
    }
}

/// Formats the value of an expression.
pub(crate) fn answer(
    format: Format,
    expression: &str,
    answer: &mut Answer<'_>,
    detail: Detail,
) -> Result<String, EvaluationError> {
    match format {
        Format::Json => {
            let json = AnswerJson::new(expression, answer, detail)?;
            Ok(serde_json::to_string_pretty(&json).unwrap_or_default())
        }
        Format::Text if detail == Detail::Full => {
            let explanation = answer.explanation()?.into_iter().map(|line| format!("\n  {line}"));
            let why: String = explanation.collect();
            let text = answer.text()?;
            Ok(if why.is_empty() { text } else { format!("{text}\nwhy:{why}") })
        }
        Format::Text => match answer.table()? {
            Some(rows) => Ok(text::aligned(&rows)),
            None => answer.text(),
        },
        Format::Csv => match answer.rows()? {
            Some(rows) => Ok(table::records(&rows)),
            None => answer_line(format, expression, answer, detail),
        },
        Format::Latex => match answer.latex_rows()? {
            Some(rows) => Ok(latex::rows(&rows)),
            None => answer_line(format, expression, answer, detail),
        },
    }
}

/// Formats a list of integers, or a list of pairs of an index and an integer, as a b-file. Single integers are numbered from
/// 1.
///
/// # Errors
///
/// Returns a message that describes the first entry that is neither, or that differs from the first entry.
pub(crate) fn bfile(rows: &[Vec<String>]) -> Result<String, String> {
    let integer = |text: &str| {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        let nimber = || text.parse::<Nimber>().ok().map(|nimber| nimber.0.to_string());
        if is_integer { Some(text.to_owned()) } else { nimber() }
    };
    let mut lines = String::new();
    for (row, place) in rows.iter().zip(1..) {
        let wrong = || {
            format!(
                "entry {place} of the list is neither an integer nor a pair of integers: {}",
                row.join(", ")
            )
        };
        let (place, value) = match &row[..] {
            [value] => (Some(place.to_string()), integer(value)),
            [place, value] => (integer(place), integer(value)),
            _ => (None, None),
        };
        let (Some(place), Some(value)) = (place, value) else { return Err(wrong()) };
        if row.len() != rows[0].len() {
            let kinds = ["an integer", "a pair"];
            let [first, this] = [&rows[0], row].map(|row| kinds[row.len() - 1]);
            return Err(format!(
                "entry 1 of the list is {first}, and another entry is {this}: {}; write integers only or pairs only",
                row.join(", ")
            ));
        }
        lines += &format!("{place} {value}\n");
    }
    Ok(lines)
}

/// Formats the value of an expression on one line.
pub(crate) fn answer_line(
    format: Format,
    expression: &str,
    answer: &mut Answer<'_>,
    detail: Detail,
) -> Result<String, EvaluationError> {
    match format {
        // Drawings contain line breaks.
        Format::Text => Ok(answer.text()?.replace('\n', "\\n")),
        Format::Latex => answer.latex(),
        // Plain data always serialises.
        Format::Json => {
            Ok(serde_json::to_string(&AnswerJson::new(expression, answer, detail)?).unwrap_or_default())
        }
        // Formatting the CSV record makes two more copies of the text.
        Format::Csv => Ok(table::record(&[expression, &answer.text_for_copies(3)?])),
    }
}

/// Formats the reason why an expression has no value yet. A CSV record has no place for the reason, so it is written to stderr.
pub(crate) fn partial(format: Format, expression: &str, stopped: &Stopped, is_brief: bool) -> String {
    let reason = format!("partial: {stopped}");
    let object = || AnswerJson::stopped(expression, stopped);
    match format {
        Format::Text => reason,
        // Plain data always serialises.
        Format::Json if is_brief => serde_json::to_string(&object()).unwrap_or_default(),
        Format::Json => serde_json::to_string_pretty(&object()).unwrap_or_default(),
        Format::Csv => {
            anstream::eprintln!("{reason}");
            table::record(&[expression, ""])
        }
        Format::Latex => format!("\\mbox{{{}}}", tex_text(&reason)),
    }
}

/// Writes entries of the catalogue.
pub(crate) fn catalogue(format: Format, entries: &[&Entry], out: &mut dyn Write) -> anyhow::Result<()> {
    match format {
        Format::Text => text::catalogue(entries, out),
        Format::Json => json(&entries.iter().map(|entry| PageJson::new(entry)).collect::<Vec<_>>(), out),
        Format::Csv => table::catalogue(entries, out),
        Format::Latex => latex::catalogue(entries, out),
    }
}

/// Writes the catalogue as text, with a heading for each kind of game.
pub(crate) fn groups(out: &mut dyn Write) -> anyhow::Result<()> {
    text::groups(out)
}

/// Writes the page of one game.
pub(crate) fn page(format: Format, entry: &Entry, out: &mut dyn Write) -> anyhow::Result<()> {
    match format {
        Format::Text => text::page(entry, out),
        Format::Json => json(&PageJson::new(entry), out),
        Format::Csv => table::catalogue(&[entry], out),
        Format::Latex => latex::page(entry, out),
    }
}

/// Writes the page of the game of the rule file at `path`.
pub(crate) fn rule_file(
    format: Format,
    path: &str,
    game: &dyn AnyGame,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    match format {
        Format::Text => text::rule_file(path, game, out),
        Format::Json => json(&PageJson::of_game_named(game, path), out),
        Format::Latex => latex::rule_file(path, game, out),
        Format::Csv => anyhow::bail!("the page of a rule file is text, JSON or LaTeX"),
    }
}

/// Writes the compiler's findings about a rule file with pictures.
pub(crate) fn findings(format: Format, found: &[Finding], out: &mut dyn Write) -> anyhow::Result<()> {
    #[derive(Serialize)]
    struct FindingJson<'f> {
        about: &'f str,
        text: &'f str,
    }
    match format {
        Format::Text => {
            for finding in found {
                writeln!(out, "{}: {}", finding.about, finding.text)?;
            }
            Ok(())
        }
        Format::Json => {
            let list: Vec<FindingJson<'_>> = found
                .iter()
                .map(|finding| FindingJson { about: finding.about, text: &finding.text })
                .collect();
            json(&list, out)
        }
        Format::Csv | Format::Latex => anyhow::bail!("--explain supports only text and JSON"),
    }
}

/// A writer of verifications, one by one as they finish. In JSON, they form one list.
pub(crate) struct Verifications {
    format: Format,
    printed: usize,
}

impl Verifications {
    pub(crate) fn new(format: Format) -> Self {
        Verifications { format, printed: 0 }
    }

    pub(crate) fn print(&mut self, verification: &Verification, out: &mut dyn Write) -> anyhow::Result<()> {
        let before = self.printed;
        let is_first = before == 0;
        self.printed += 1;
        match self.format {
            Format::Text => text::verification(verification, out),
            Format::Json => {
                out.write_all(if is_first { b"[\n" } else { b",\n" })?;
                Ok(serde_json::to_writer_pretty(out, &VerificationJson::new(verification))?)
            }
            Format::Csv => table::verification(verification, is_first, out),
            Format::Latex => latex::verification(verification, before, out),
        }
    }

    pub(crate) fn finish(self, out: &mut dyn Write) -> anyhow::Result<()> {
        match self.format {
            Format::Json => out.write_all(if self.printed == 0 { b"[]\n" } else { b"\n]\n" })?,
            Format::Latex => latex::end_of_verifications(self.printed, out)?,
            Format::Text | Format::Csv => {}
        }
        Ok(())
    }
}

pub(crate) fn json(value: &impl Serialize, out: &mut dyn Write) -> anyhow::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}
