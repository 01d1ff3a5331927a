//! Reads sign expansions from the start, run by run.

use super::{Run, Segment, SignExpansion};
use crate::error::NumberError;
use crate::ordinal::Ordinal;

/// A position in a sign expansion. Words are unrolled copy by copy until they are skipped.
#[derive(Clone, Debug)]
pub(super) struct Cursor<'s> {
    segments: &'s [Segment],
    /// The index of the current run in the first segment, if that segment is a word.
    place: usize,
    /// The part of the current run that is still to be read, if some of it was read.
    rest: Option<Ordinal>,
}

impl<'s> Cursor<'s> {
    pub(super) fn new(signs: &'s SignExpansion) -> Self {
        Cursor { segments: &signs.segments, place: 0, rest: None }
    }

    /// Returns the word that contains this position, if there is one.
    pub(super) fn word(&self) -> Option<&'s [Run]> {
        match self.segments.first() {
            Some(Segment::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// Returns the current word, rotated to start at this position. Returns `None` if the position is within a run or outside a
    /// word.
    pub(super) fn whole_word(&self) -> Option<Vec<Run>> {
        let word = self.word().filter(|_| self.rest.is_none())?;
        Some(word[self.place..].iter().chain(&word[..self.place]).cloned().collect())
    }

    /// Returns the sign and the rest of the current run.
    pub(super) fn peek(&self) -> Option<(bool, &Ordinal)> {
        let run = match self.segments.first()? {
            Segment::Run(run) => run,
            Segment::Word(word) => word.get(self.place)?,
        };
        Some((run.is_plus, self.rest.as_ref().unwrap_or(&run.length)))
    }

    /// Reads `length` signs of the current run.
    pub(super) fn advance(&mut self, length: &Ordinal) -> Result<(), NumberError> {
        let Some((_, current)) = self.peek() else { return Ok(()) };
        let rest = current.without_prefix(length)?;
        if !rest.is_zero() {
            self.rest = Some(rest);
            return Ok(());
        }
        self.rest = None;
        match self.segments.first() {
            Some(Segment::Word(word)) => self.place = (self.place + 1) % word.len(),
            _ => self.skip_segment(),
        }
        Ok(())
    }

    /// Skips the rest of the current segment.
    pub(super) fn skip_segment(&mut self) {
        self.segments = self.segments.get(1..).unwrap_or(&[]);
        self.place = 0;
        self.rest = None;
    }
}
