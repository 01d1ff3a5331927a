//! Construction of sign expansions in their unique representation.

use super::{MOST_RUNS, Run, Segment, SignExpansion};
use crate::error::NumberError;
use crate::ordinal::Ordinal;

/// A sign expansion that grows at its end.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    segments: Vec<Segment>,
    runs: usize,
}

impl Builder {
    /// Appends a run, or extends the last run if both have the same sign.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub(crate) fn push(&mut self, is_plus: bool, length: &Ordinal) -> Result<(), NumberError> {
        if length.is_zero() {
            return Ok(());
        }
        match self.segments.last_mut() {
            Some(Segment::Run(last)) if last.is_plus == is_plus => last.length = last.length.sum(length)?,
            _ => {
                self.charge(1)?;
                self.segments.push(Segment::Run(Run { is_plus, length: length.clone() }));
            }
        }
        Ok(())
    }

    /// Appends a word, repeated ω times.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub(crate) fn push_word(&mut self, word: Vec<Run>) -> Result<(), NumberError> {
        let mut word = merged(word)?;
        match &word[..] {
            [] => return Ok(()),
            [run] => return self.push(run.is_plus, &run.length.product(&Ordinal::omega())?),
            _ => {}
        }
        // Runs must not continue from one copy to the next.
        if let [first, .., last] = &mut word[..]
            && first.is_plus == last.is_plus
        {
            last.length = last.length.sum(&first.length)?;
            let first = word.remove(0);
            self.push(first.is_plus, &first.length)?;
        }
        word.truncate(period(&word));
        // Nor must they continue from the preceding segment.
        if let (Some(Segment::Run(last)), Some(first)) = (self.segments.last(), word.first())
            && last.is_plus == first.is_plus
        {
            let first = first.clone();
            self.push(first.is_plus, &first.length)?;
            word.rotate_left(1);
        }
        // Runs that agree with the end of the word belong to the word.
        while let (Some(Segment::Run(last)), Some(end)) = (self.segments.last(), word.last())
            && last == end
        {
            self.segments.pop();
            self.runs -= 1;
            word.rotate_right(1);
        }
        self.charge(word.len())?;
        self.segments.push(Segment::Word(word));
        Ok(())
    }

    fn charge(&mut self, runs: usize) -> Result<(), NumberError> {
        self.runs += runs;
        if self.runs > MOST_RUNS { Err(NumberError::TooLarge) } else { Ok(()) }
    }

    /// Returns the expansion.
    pub(crate) fn finish(self) -> SignExpansion {
        SignExpansion { segments: self.segments }
    }
}

/// Merges adjacent runs of equal signs and drops empty runs.
fn merged(word: Vec<Run>) -> Result<Vec<Run>, NumberError> {
    let mut runs: Vec<Run> = Vec::with_capacity(word.len());
    for run in word.into_iter().filter(|run| !run.length.is_zero()) {
        match runs.last_mut() {
            Some(last) if last.is_plus == run.is_plus => last.length = last.length.sum(&run.length)?,
            _ => runs.push(run),
        }
    }
    Ok(runs)
}

/// Returns the least period of a word that divides its length.
fn period(word: &[Run]) -> usize {
    let is_period = |period: &usize| {
        word.len().is_multiple_of(*period)
            && word.iter().zip(&word[*period..]).all(|(one, other)| one == other)
    };
    (1..word.len()).find(is_period).unwrap_or(word.len())
}

impl SignExpansion {
    /// Creates a sign expansion from segments, which need not be in the unique representation.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn from_segments(segments: impl IntoIterator<Item = Segment>) -> Result<SignExpansion, NumberError> {
        let mut builder = Builder::default();
        for segment in segments {
            match segment {
                Segment::Run(run) => builder.push(run.is_plus, &run.length)?,
                Segment::Word(word) => builder.push_word(word)?,
            }
        }
        Ok(builder.finish())
    }
}
