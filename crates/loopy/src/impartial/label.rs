//! Labels of impartial positions, and their sums.

use crate::loopies::Ending;
use std::fmt;
use winways_values::Nimber;

/// The label of an impartial position that may cycle.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ImpartialLabel {
    /// The position is equal to a Nim heap.
    Nimber(Nimber),
    /// ∞(K): the position is not equal to a Nim heap, and K contains the nimbers of its options, ascending.
    Infinity(Vec<Nimber>),
}

impl ImpartialLabel {
    /// Returns ∞(K) for a set of nimbers.
    #[must_use]
    pub fn infinity(nimbers: impl IntoIterator<Item = Nimber>) -> ImpartialLabel {
        let mut list: Vec<Nimber> = nimbers.into_iter().collect();
        list.sort_unstable();
        list.dedup();
        ImpartialLabel::Infinity(list)
    }

    /// Returns the nimber, or `None` for ∞(K).
    #[must_use]
    pub fn nimber(&self) -> Option<Nimber> {
        match self {
            ImpartialLabel::Nimber(nimber) => Some(*nimber),
            ImpartialLabel::Infinity(_) => None,
        }
    }

    /// Returns the label of the sum of two positions.
    ///
    /// Nimbers add as in Nim. ∞(K) plus n is ∞(K + n), and the sum of two labels with ∞ is ∞ without a set.
    ///
    /// ```
    /// use winways_loopy::ImpartialLabel;
    /// use winways_values::Nimber;
    ///
    /// let label = ImpartialLabel::infinity([Nimber(0), Nimber(2)]);
    /// assert_eq!(label.sum(&ImpartialLabel::Nimber(Nimber(3))).to_string(), "∞(1,3)");
    /// assert_eq!(label.sum(&label).to_string(), "∞");
    /// ```
    #[must_use]
    pub fn sum(&self, other: &ImpartialLabel) -> ImpartialLabel {
        use ImpartialLabel::{Infinity, Nimber};
        match (self, other) {
            (Nimber(one), Nimber(other)) => Nimber(*one + *other),
            (Infinity(set), Nimber(nimber)) | (Nimber(nimber), Infinity(set)) => {
                ImpartialLabel::infinity(set.iter().map(|&element| element + *nimber))
            }
            (Infinity(_), Infinity(_)) => Infinity(Vec::new()),
        }
    }

    /// Returns the result for the player to move. This player wins ∞(K) if K contains 0; otherwise ∞(K) is a draw.
    #[must_use]
    pub fn outcome(&self) -> Ending {
        match self {
            ImpartialLabel::Nimber(Nimber::ZERO) => Ending::Loses,
            ImpartialLabel::Nimber(_) => Ending::Wins,
            ImpartialLabel::Infinity(set) if set.contains(&Nimber::ZERO) => Ending::Wins,
            ImpartialLabel::Infinity(_) => Ending::Draws,
        }
    }
}

/// Returns the label of a sum of positions.
#[must_use]
pub fn sum_of_labels(labels: impl IntoIterator<Item = ImpartialLabel>) -> ImpartialLabel {
    labels.into_iter().fold(ImpartialLabel::Nimber(Nimber::ZERO), |sum, label| sum.sum(&label))
}

/// Writes `0`, `*2`, `∞(0,2)`, or `∞` for a label without a set.
impl fmt::Display for ImpartialLabel {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImpartialLabel::Nimber(nimber) => write!(formatter, "{nimber}"),
            ImpartialLabel::Infinity(set) if set.is_empty() => formatter.write_str("∞"),
            ImpartialLabel::Infinity(set) => {
                let sizes: Vec<String> = set.iter().map(|nimber| nimber.0.to_string()).collect();
                write!(formatter, "∞({})", sizes.join(","))
            }
        }
    }
}
