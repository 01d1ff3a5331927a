//! Sign expansions as runs with ordinal lengths and periodic words.

mod between;
pub(crate) mod builder;
mod cursor;
mod decode;
mod encode;
mod real;

use crate::error::NumberError;
use crate::ordinal::Ordinal;

/// The largest number of runs of a sign expansion, including the runs of its words.
pub const MOST_RUNS: usize = 8192;

/// A run of equal signs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Run {
    /// `true` for +, `false` for −.
    pub is_plus: bool,
    /// The number of signs, which is not 0.
    pub length: Ordinal,
}

/// A part of a [`SignExpansion`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// One run.
    Run(Run),
    /// A word of runs with alternating signs, repeated ω times.
    Word(Vec<Run>),
}

/// The sign expansion of a surreal number: a sequence of signs whose length is the birthday.
///
/// It consists of runs and of periodic words, which occur with coefficients that are not dyadic. Each sequence has exactly one
/// representation, so expansions are equal if and only if the sequences are. Expansions are ordered like the numbers.
///
/// Source: H. Gonshor, *An Introduction to the Theory of Surreal Numbers*, chapters 2 and 5.
///
/// ```
/// use winways_numbers::{SignExpansion, Surreal};
///
/// let x: Surreal = "ω - 1".parse()?;
/// let signs = x.sign_expansion()?;
/// assert_eq!(signs.to_string(), "+^ω -");
/// assert_eq!(signs.to_surreal()?, x);
/// assert_eq!("+^ω - -".parse::<SignExpansion>()?.to_surreal()?.to_string(), "ω-2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SignExpansion {
    segments: Vec<Segment>,
}

impl SignExpansion {
    /// Returns the segments. Adjacent runs have different signs.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns the length, which is the birthday of the number.
    ///
    /// # Errors
    /// [`NumberError::TooLarge`].
    pub fn length(&self) -> Result<Ordinal, NumberError> {
        self.segments.iter().try_fold(Ordinal::ZERO, |length, segment| match segment {
            Segment::Run(run) => length.sum(&run.length),
            Segment::Word(word) => length.sum(&word_length(word)?.product(&Ordinal::omega())?),
        })
    }

    /// Returns the runs, unless there is a periodic word.
    ///
    /// # Errors
    /// [`NumberError::NoSigns`].
    pub(crate) fn runs(&self) -> Result<Vec<Run>, NumberError> {
        let runs = self.segments.iter().map(|segment| match segment {
            Segment::Run(run) => Ok(run.clone()),
            Segment::Word(_) => Err(NumberError::NoSigns),
        });
        runs.collect()
    }

    /// Returns the expansion with all signs changed: the expansion of the negative number.
    #[must_use]
    pub fn negated(&self) -> SignExpansion {
        let flip = |run: &Run| Run { is_plus: !run.is_plus, length: run.length.clone() };
        let segments = self.segments.iter().map(|segment| match segment {
            Segment::Run(run) => Segment::Run(flip(run)),
            Segment::Word(word) => Segment::Word(word.iter().map(flip).collect()),
        });
        SignExpansion { segments: segments.collect() }
    }
}

/// Returns the number of signs of a word.
fn word_length(word: &[Run]) -> Result<Ordinal, NumberError> {
    word.iter().try_fold(Ordinal::ZERO, |length, run| length.sum(&run.length))
}
