//! Implements functions on texts, and functions that build the texts of boards.

use super::arguments::Arguments;
use super::error::Result;
use super::list::Text;
use super::value::Value;
use std::sync::Arc;

/// The default text of a cell.
const EMPTY: &str = ".";

/// The approximate size of the pieces in which texts are copied, in bytes.
const PIECE: usize = 1 << 16;

impl Arguments<'_, '_> {
    fn text_at(&mut self, index: usize) -> Result<Arc<Text>> {
        match self.value(index) {
            Value::Text(text) => Ok(text.clone()),
            _ => Err(self.wrong(index, "a text, such as \"LR\"")),
        }
    }

    /// Returns an argument as a count.
    fn size(&mut self, index: usize) -> Result<usize> {
        Ok(self.between(index, 0, u32::MAX)? as usize)
    }

    /// Returns the text of a cell from an optional argument.
    fn cell(&mut self, index: usize) -> Result<String> {
        match index < self.len() {
            true => Ok(self.text_at(index)?.as_str().to_owned()),
            false => Ok(EMPTY.to_owned()),
        }
    }

    /// Checks that memory for `copies` texts of this length is available.
    fn afford(&mut self, length: usize, copies: usize) -> Result<()> {
        let bytes = (length as u64).saturating_mul(copies as u64);
        drop(self.operations.session().charge(bytes)?);
        Ok(())
    }

    /// Repeats a text in pieces, and polls the interrupt between pieces.
    fn copies(&mut self, text: &str, copies: usize) -> Result<String> {
        self.afford(text.len(), copies)?;
        if text.is_empty() {
            return Ok(String::new());
        }
        let at_once = (PIECE / text.len()).clamp(1, copies.max(1));
        let piece = text.repeat(at_once);
        let mut all = String::with_capacity(text.len() * copies);
        for _ in 0..copies / at_once {
            self.operations.session().spend(1 + piece.len() / 16)?;
            all += &piece;
        }
        all += &piece[..copies % at_once * text.len()];
        Ok(all)
    }

    pub(super) fn repeated(&mut self) -> Result<Value> {
        let (text, copies) = (self.text_at(0)?, self.size(1)?);
        let all = self.copies(text.as_str(), copies)?;
        self.text(all)
    }

    pub(super) fn row(&mut self) -> Result<Value> {
        let (cells, cell) = (self.size(0)?, self.cell(1)?);
        let row = self.copies(&cell, cells)?;
        self.text(row)
    }

    pub(super) fn grid(&mut self) -> Result<Value> {
        let (rows, columns, cell) = (self.size(0)?, self.size(1)?, self.cell(2)?);
        let row = self.copies(&cell, columns)? + "|";
        let mut board = self.copies(&row, rows)?;
        board.pop();
        self.text(board)
    }

    pub(super) fn word(&mut self) -> Result<Value> {
        let (length, letters) = (self.size(0)?, self.text_at(1)?);
        if letters.as_str().is_empty() && length > 0 {
            return Err(self.wrong(1, "a text with letters"));
        }
        let count = letters.as_str().chars().count().max(1);
        let mut word = self.copies(letters.as_str(), length / count)?;
        word.extend(letters.as_str().chars().take(length % count));
        self.text(word)
    }

    /// Writes the entries of a list as text and joins them with a separator.
    pub(super) fn joined(&mut self) -> Result<Value> {
        let list = self.list_at(0)?;
        let between = if self.len() > 1 { self.text_at(1)?.as_str().to_owned() } else { String::new() };
        let mut charge = self.operations.session().charge(0)?;
        let mut all = String::new();
        for (index, value) in list.values().iter().enumerate() {
            let text = match value {
                Value::Text(text) => text.as_str().to_owned(),
                other => super::write::write(self.operations, other, 1, super::write::Notation::Text)?,
            };
            let session = self.operations.session();
            session.spend(1 + text.len() / 16)?;
            // A growing text may be reallocated.
            session.enlarge_charge(&mut charge, 3 * (text.len() + between.len()) as u64)?;
            if index > 0 {
                all += &between;
            }
            all += &text;
        }
        drop(charge);
        self.text(all)
    }
}
