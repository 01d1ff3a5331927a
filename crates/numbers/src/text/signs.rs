//! Reading and writing sign expansions.

use super::read::Reader;
use super::write::{Style, is_ordinal_atom, text, write_ordinal};
use crate::error::{NumberError, ParseNumberError, at};
use crate::ordinal::Ordinal;
use crate::signs::builder::Builder;
use crate::signs::{MOST_RUNS, Run, Segment, SignExpansion};
use std::fmt::{self, Display, Write};
use std::str::FromStr;

/// Writes a sign with the length of its run.
fn write_run(out: &mut dyn Write, run: &Run, style: Style) -> fmt::Result {
    out.write_char(if run.is_plus { '+' } else { '-' })?;
    if run.length == Ordinal::one() {
        return Ok(());
    }
    let (open, close) = match style {
        Style::Latex => ("^{", "}"),
        Style::Plain if is_ordinal_atom(&run.length) => ("^", ""),
        Style::Plain => ("^(", ")"),
    };
    out.write_str(open)?;
    write_ordinal(out, &run.length, style)?;
    out.write_str(close)
}

/// Writes runs with spaces between them.
fn write_runs(out: &mut dyn Write, runs: &[Run], style: Style) -> fmt::Result {
    for (place, run) in runs.iter().enumerate() {
        if place > 0 {
            out.write_str(if style == Style::Latex { r"\," } else { " " })?;
        }
        write_run(out, run, style)?;
    }
    Ok(())
}

fn write_signs(out: &mut dyn Write, signs: &SignExpansion, style: Style) -> fmt::Result {
    if signs.segments().is_empty() {
        return out.write_char('0');
    }
    for (place, segment) in signs.segments().iter().enumerate() {
        if place > 0 {
            out.write_str(if style == Style::Latex { r"\," } else { " " })?;
        }
        match segment {
            Segment::Run(run) => write_run(out, run, style)?,
            Segment::Word(word) => {
                out.write_char('(')?;
                write_runs(out, word, style)?;
                out.write_str(if style == Style::Latex { r")^{\omega}" } else { ")^ω" })?;
            }
        }
    }
    Ok(())
}

/// Writes runs and words, such as `+^ω -^3` and `+ -^2 (+ -)^ω`. The expansion of 0 is written `0`.
impl Display for SignExpansion {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_signs(formatter, self, Style::Plain)
    }
}

impl SignExpansion {
    /// Formats the expansion for LaTeX's math mode.
    #[must_use]
    pub fn latex(&self) -> String {
        text(|out| write_signs(out, self, Style::Latex))
    }
}

/// Reads runs and words: `+^ω -^(ω+1)`, `(+ -)^ω`, also without spaces. The empty expansion is `0` or an empty string.
impl FromStr for SignExpansion {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<SignExpansion, ParseNumberError> {
        let mut reader = Reader::new(text);
        let mut builder = Builder::default();
        if reader.take(&["0"]) {
            return reader.end(SignExpansion::default());
        }
        while let Some(next) = reader.peek() {
            let place = reader.place();
            let added = if next == '(' {
                builder.push_word(read_word(&mut reader)?)
            } else {
                let run = read_run(&mut reader)?;
                builder.push(run.is_plus, &run.length)
            };
            added.map_err(|fault| at(place, fault))?;
        }
        Ok(builder.finish())
    }
}

/// Reads a word in parentheses, followed by `^ω`.
fn read_word(reader: &mut Reader<'_>) -> Result<Vec<Run>, ParseNumberError> {
    reader.take(&["("]);
    let mut word = Vec::new();
    while !reader.take(&[")"]) {
        if word.len() > MOST_RUNS {
            return Err(at(reader.place(), NumberError::TooLarge));
        }
        word.push(read_run(reader)?);
    }
    if reader.take(&["^"]) && reader.take(&["ω", "omega"]) {
        Ok(word)
    } else {
        reader.expected("`^ω` after a word")
    }
}

/// Reads a sign with an optional exponent, which defaults to 1.
fn read_run(reader: &mut Reader<'_>) -> Result<Run, ParseNumberError> {
    let is_plus = reader.take(&["+"]);
    if !is_plus && !reader.take(&["-", "−"]) {
        return reader.expected("`+` or `-`");
    }
    let length = if reader.take(&["^"]) { reader.ordinal_exponent()? } else { Ordinal::one() };
    Ok(Run { is_plus, length })
}
