//! Values of impartial games that equal no Nim heap.

use crate::Outcome;
use std::fmt;
use winways_entailing::EntailingValue;
use winways_loopy::{Ending, ImpartialLabel};

/// The value of an impartial game that equals no Nim heap.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Infinite {
    /// A game in which play may cycle, with the nimbers among its options.
    Loop(ImpartialLabel),
    /// A position with entailing moves. The player to move wins every sum that contains it.
    Loony,
}

impl Infinite {
    /// The word for the loony value.
    pub(super) const LOONY: &'static str = "loony";

    /// Returns the kind of value, with its article.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Infinite::Loop(_) => "an impartial loop",
            Infinite::Loony => "a loony value",
        }
    }

    /// Returns the name of the kind in JSON.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Infinite::Loop(_) => "impartial-loop",
            Infinite::Loony => "loony",
        }
    }

    /// Returns the value in LaTeX math mode.
    pub(super) fn latex(&self) -> String {
        match self {
            Infinite::Loop(label) => winways_loopy::latex(&label.to_string()),
            Infinite::Loony => EntailingValue::Loony.latex(),
        }
    }

    /// Returns the outcome.
    pub(super) fn outcome(&self) -> Outcome {
        match self {
            Infinite::Loop(label) => match label.outcome() {
                Ending::Wins => Outcome::Next,
                Ending::Loses => Outcome::Previous,
                Ending::Draws => Outcome::Draw,
            },
            Infinite::Loony => Outcome::Next,
        }
    }
}

impl fmt::Display for Infinite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Infinite::Loop(label) => label.fmt(formatter),
            Infinite::Loony => formatter.write_str(Infinite::LOONY),
        }
    }
}
