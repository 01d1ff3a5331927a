//! The classes T and S of Nim positions, and the theorems on misère Nim that are stated with them.

use crate::heaps::nim_sum::nim_sum;
use std::fmt;
use winways_kit::Detail;
use winways_rules::{ImpartialOutcome, Play};

/// The class of a Nim position.
///
/// The letter is T if the nim-sum is zero and S otherwise. The digit is the number of rich heaps, those of more than one token,
/// counted as 0, 1 or 2 (two or more). There is no T1: a single rich heap cannot be balanced by ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Nim-sum zero, no rich heap: an even number of heaps of one.
    T0,
    /// Nim-sum zero, two or more rich heaps.
    T2,
    /// Nim-sum not zero, no rich heap: an odd number of heaps of one.
    S0,
    /// One rich heap; the nim-sum cannot be zero.
    S1,
    /// Nim-sum not zero, two or more rich heaps.
    S2,
}

impl Class {
    /// All classes.
    pub const ALL: [Class; 5] = [Class::T0, Class::T2, Class::S0, Class::S1, Class::S2];

    /// Returns the class of a position. O(heaps).
    ///
    /// ```
    /// use winways_games::heaps::nim_classes::Class;
    /// assert_eq!(Class::of(&[3, 5, 1]), Class::S2);
    /// assert_eq!(Class::of(&[]), Class::T0);
    /// ```
    pub fn of(position: &[u64]) -> Class {
        let balanced = nim_sum(position) == 0;
        match (balanced, position.iter().filter(|&&heap| heap > 1).count()) {
            (true, 0) => Class::T0,
            (false, 0) => Class::S0,
            // One rich heap outweighs any number of ones, so the position is never balanced.
            (_, 1) => Class::S1,
            (true, _) => Class::T2,
            (false, _) => Class::S2,
        }
    }

    /// Returns `T0`, `T2`, `S0`, `S1` or `S2`.
    pub fn name(self) -> &'static str {
        match self {
            Class::T0 => "T0",
            Class::T2 => "T2",
            Class::S0 => "S0",
            Class::S1 => "S1",
            Class::S2 => "S2",
        }
    }

    /// Returns the outcome of the positions of this class. The player to move wins S in normal play, and S2, S1 and T0 in misère
    /// play.
    pub fn outcome(self, play: Play) -> ImpartialOutcome {
        ImpartialOutcome::next_if(match play {
            Play::Normal => matches!(self, Class::S0 | Class::S1 | Class::S2),
            Play::Misere => matches!(self, Class::S2 | Class::S1 | Class::T0),
        })
    }
}

impl fmt::Display for Class {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

/// Explains the misère outcome of a Nim position by its class.
pub(crate) fn explain(what: &str, position: &[u64], detail: Detail) -> Vec<String> {
    let class = Class::of(position);
    let rich = position.iter().filter(|&&heap| heap > 1).count();
    let ones = position.iter().filter(|&&heap| heap == 1).count();
    let letter = match class {
        Class::T0 | Class::T2 => "T (nim-sum zero)",
        _ => "S (nim-sum not zero)",
    };
    let mut lines = vec![format!(
        "class {class}: {letter}, {rich} rich {what}{} (more than one), {ones} of one",
        if rich == 1 { "" } else { "s" }
    )];
    lines.push(
        match class {
            Class::T0 if ones == 0 => {
                "T0 is won: in Nim there is no move from heaps of 0, and under misère play the player who cannot move wins"
            }
            Class::T0 => "T0 is won: in Nim, players take the ones in turn, and the opponent must take the last",
            Class::S0 => "S0 is lost: in Nim, players take the ones in turn, and the player to move takes the last",
            Class::S1 => "S1 is won: reduce the rich one so that an odd number of ones is left, S0",
            Class::S2 => "S2 is won: balance the nim-sum as in normal play, which leaves T2",
            Class::T2 => "T2 is lost: every move leaves S2 or S1, which are won",
        }
        .to_owned(),
    );
    if detail == Detail::Full && class == Class::S1 {
        let rule =
            if ones % 2 == 1 { "odd: take all of the rich one" } else { "even: reduce the rich one to one" };
        lines.push(format!("the number of ones is {ones}, {rule}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_empty_position_is_won_without_a_move() {
        let verdict = |position: &[u64]| explain("heap", position, Detail::Brief).swap_remove(1);
        for empty in [&[] as &[u64], &[0], &[0, 0]] {
            assert!(verdict(empty).ends_with("the player who cannot move wins"), "{empty:?}");
        }
        assert!(verdict(&[1, 0, 1]).ends_with("the opponent must take the last"));
    }
}
