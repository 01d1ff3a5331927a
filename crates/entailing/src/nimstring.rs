//! Nimstring on any graph.

use crate::rules::{EntailingMove, EntailingRules, Moves};
use winways_rules::{Meter, RuleFault};

/// Nimstring: a graph of coins and strings. A move cuts a string. The player who frees a coin, by cutting its last string, moves again.
///
/// A string connects two coins, or a coin and the ground. A player who cannot move loses, even after freeing the last coin. A position is a
/// set of uncut strings: string `i` is bit `i`. A move splits it into connected components; the ground does not connect strings.
///
/// Source: *Winning Ways*, chapter 16 (Dots-and-Boxes); the theory of complimenting moves is in chapter 12.
///
/// ```
/// use winways_entailing::{EntailingSolver, EntailingValues, Nimstring};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// // One coin with two strings to the ground, and two coins with one string between them and one to the ground.
/// let strings = vec![(0, None), (0, None), (1, Some(2)), (1, None)];
/// let nimstring = Nimstring::new(3, strings)?;
/// let start = nimstring.start();
/// assert_eq!(start, [0b0011, 0b1100]);
/// let mut solver = EntailingSolver::new(nimstring);
/// assert_eq!(solver.value(&start[0], &ledger)?.to_string(), "*");
/// assert!(solver.value(&start[1], &ledger)?.is_loony());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Nimstring {
    /// The strings at each coin.
    at_coin: Vec<u64>,
    /// The coins at the ends of each string.
    ends: Vec<Vec<usize>>,
}

/// An error in a graph for Nimstring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NimstringError {
    /// The graph has too many strings.
    #[error("the graph has {count} strings; at most 64 are supported")]
    TooManyStrings {
        /// The number of strings.
        count: usize,
    },
    /// The end of a string is not a coin.
    #[error("string {string} ends at coin {coin}, but there are only {coins} coins, numbered from 0")]
    NoSuchCoin {
        /// The index of the string.
        string: usize,
        /// The coin given as its end.
        coin: usize,
        /// The number of coins.
        coins: usize,
    },
}

impl Nimstring {
    /// Creates a game from the number of coins, and from the ends of each string: a coin, and another coin or the ground (`None`).
    ///
    /// # Errors
    /// Returns a [`NimstringError`] if there are more than 64 strings, or if an end is not a coin.
    pub fn new(coins: usize, strings: Vec<(usize, Option<usize>)>) -> Result<Nimstring, NimstringError> {
        if strings.len() > 64 {
            return Err(NimstringError::TooManyStrings { count: strings.len() });
        }
        let mut at_coin = vec![0; coins];
        let mut ends = Vec::new();
        for (string, (one, other)) in strings.into_iter().enumerate() {
            let coins_at_ends: Vec<usize> = [one].into_iter().chain(other).collect();
            for &coin in &coins_at_ends {
                let strings = at_coin.get_mut(coin);
                *strings.ok_or(NimstringError::NoSuchCoin { string, coin, coins })? |= 1 << string;
            }
            ends.push(coins_at_ends);
        }
        Ok(Nimstring { at_coin, ends })
    }

    /// Creates the game on a grid of boxes, as in Dots-and-Boxes: the boxes are coins, and their sides are strings.
    ///
    /// # Errors
    /// Returns [`NimstringError::TooManyStrings`] if the grid has more than 64 sides.
    ///
    /// ```
    /// use winways_entailing::{Nimstring, NimstringError};
    ///
    /// assert_eq!(Nimstring::grid(2, 2)?.start(), [0xfff]);
    /// assert_eq!(Nimstring::grid(5, 6).err(), Some(NimstringError::TooManyStrings { count: 71 }));
    /// # Ok::<(), NimstringError>(())
    /// ```
    pub fn grid(rows: usize, columns: usize) -> Result<Nimstring, NimstringError> {
        let boxes = rows.saturating_mul(columns);
        let count = match boxes {
            0 => 0,
            _ => boxes.saturating_mul(2).saturating_add(rows).saturating_add(columns),
        };
        if count > 64 {
            return Err(NimstringError::TooManyStrings { count });
        }
        let coin = |row: usize, column: usize| row * columns + column;
        let mut strings = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                let right = (column + 1 < columns).then(|| coin(row, column + 1));
                let below = (row + 1 < rows).then(|| coin(row + 1, column));
                strings.extend([right, below].map(|end| (coin(row, column), end)));
                let edges = [row == 0, column == 0];
                strings
                    .extend(edges.into_iter().filter(|&is_edge| is_edge).map(|_| (coin(row, column), None)));
            }
        }
        Nimstring::new(rows * columns, strings)
    }

    /// Returns the connected components of the whole graph.
    #[must_use]
    pub fn start(&self) -> Vec<u64> {
        self.components((0..self.ends.len()).fold(0, |all, string| all | 1 << string))
    }

    /// Returns the connected components of a set of uncut strings, ordered by their first strings.
    ///
    /// # Panics
    /// Panics if the set contains a number that is not a string.
    #[must_use]
    pub fn components(&self, strings: u64) -> Vec<u64> {
        let mut left = strings;
        let mut components = Vec::new();
        while left != 0 {
            let mut component = 0;
            let mut frontier = left & left.wrapping_neg();
            while frontier != 0 {
                component |= frontier;
                let neighbours = bits(frontier).fold(0, |found, string| found | self.neighbours(string));
                frontier = neighbours & left & !component;
            }
            components.push(component);
            left &= !component;
        }
        components
    }

    /// Returns the move that cuts a string of a set of uncut strings.
    ///
    /// # Panics
    /// Panics like [`Nimstring::components`], or if there is no such string.
    #[must_use]
    pub fn cut(&self, strings: u64, string: usize) -> EntailingMove<u64> {
        let left = strings & !(1 << string);
        let frees_coin = self.ends[string].iter().any(|&coin| self.at_coin[coin] & left == 0);
        let components = self.components(left);
        if frees_coin {
            EntailingMove::Complimenting(components)
        } else {
            EntailingMove::Ordinary(components)
        }
    }

    /// Returns the strings that share a coin with a string.
    fn neighbours(&self, string: usize) -> u64 {
        self.ends[string].iter().fold(0, |found, &coin| found | self.at_coin[coin])
    }
}

/// Returns the elements of a set, ascending.
fn bits(set: u64) -> impl Iterator<Item = usize> {
    let after = |&set: &u64| Some(set & (set - 1)).filter(|&rest| rest != 0);
    std::iter::successors(Some(set).filter(|&set| set != 0), after).map(|set| set.trailing_zeros() as usize)
}

/// The moves cut the strings in ascending order.
impl EntailingRules for Nimstring {
    type Position = u64;

    fn moves(&self, &strings: &u64, _: &mut Meter) -> Result<Moves<u64>, RuleFault> {
        Ok(bits(strings).map(|string| self.cut(strings, string)).collect())
    }
}
