//! LaTeX tables that fit on pages: a long table is split into several tables.

use anyhow::Result;
use std::io::Write;
use winways::internal::tex_text;

/// The maximum number of rows of a table, so that it fits on a page.
pub(super) const ROWS: usize = 40;

/// A table that is written row by row.
pub(crate) struct Tabular<'o> {
    out: &'o mut dyn Write,
    columns: String,
    head: Option<String>,
    rows: usize,
}

impl<'o> Tabular<'o> {
    /// Creates a table with the given column specification. Nothing is written before the first row.
    pub(crate) fn new(columns: impl Into<String>, out: &'o mut dyn Write) -> Self {
        Tabular { out, columns: columns.into(), head: None, rows: 0 }
    }

    /// Adds a row of headings, which is repeated on every page.
    pub(crate) fn headed(self, head: impl Into<String>) -> Self {
        Tabular { head: Some(head.into()), ..self }
    }

    /// Writes a row, given as LaTeX cells separated by `&`.
    pub(crate) fn row(&mut self, cells: &str) -> Result<()> {
        if self.rows.is_multiple_of(ROWS) {
            if self.rows > 0 {
                writeln!(self.out, "\\end{{tabular}}\n")?;
            }
            writeln!(self.out, "\\begin{{tabular}}{{{}}}", self.columns)?;
            if let Some(head) = &self.head {
                writeln!(self.out, "{head} \\\\ \\hline")?;
            }
        }
        self.rows += 1;
        Ok(writeln!(self.out, "{cells} \\\\")?)
    }

    pub(crate) fn finish(self) -> Result<()> {
        if self.rows > 0 {
            writeln!(self.out, "\\end{{tabular}}")?;
        }
        Ok(())
    }
}

/// Writes lines of text as paragraphs.
pub(crate) fn paragraphs(text: &str, out: &mut dyn Write) -> Result<()> {
    let lines: Vec<String> = text.lines().map(tex_text).collect();
    latex_paragraphs(&lines, out)
}

/// Writes lines of LaTeX as paragraphs.
pub(crate) fn latex_paragraphs(lines: &[String], out: &mut dyn Write) -> Result<()> {
    for line in lines.iter().map(|line| line.trim()).filter(|line| !line.is_empty()) {
        writeln!(out, "\n\\noindent {line}")?;
    }
    Ok(())
}

/// Writes the output of `write` as paragraphs.
pub(crate) fn as_paragraphs(
    write: impl FnOnce(&mut dyn Write) -> Result<()>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut text = Vec::new();
    write(&mut text)?;
    paragraphs(&String::from_utf8_lossy(&text), out)
}
