//! Sets of nimbers that are finite or cofinite.

use crate::value::EntailingValue;
use std::fmt;
use winways_values::Nimber;

/// The set W(v) of a component v: all x such that the player to move wins v + x by a move in v.
///
/// The set is finite, or it is cofinite and contains ∞, which represents the rest of a sum with a loony component. The
/// [documentation of the crate](crate) states the theory.
///
/// A set occupies one bit for each nimber up to the greatest nimber whose membership differs from the membership of ∞.
///
/// ```
/// use winways_entailing::{EntailingSolver, EntailingValue, TopEntails};
/// use winways_solve::{Budget, Ledger, NoObserver};
///
/// let ledger = Ledger::new(Budget::DEFAULT, &NoObserver, 1 << 20);
/// let mut solver = EntailingSolver::new(TopEntails);
/// let texts: Vec<String> = (0..=5)
///     .map(|stack| Ok(solver.winning_set(&stack, &ledger)?.to_string()))
///     .collect::<Result<_, winways_solve::StopReason>>()?;
/// assert_eq!(texts, ["none", "all", "none", "all", "{0}", "all but {0}"].map(str::to_owned));
/// # Ok::<(), winways_solve::StopReason>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct WinningSet {
    /// The membership of the first nimbers; the last word differs from [`WinningSet::fill`].
    words: Vec<u64>,
    /// The membership of ∞ and of all nimbers after `words`.
    tail: bool,
}

impl WinningSet {
    /// Returns the set of all nimbers and ∞.
    pub(crate) fn all() -> Self {
        WinningSet { words: Vec::new(), tail: true }
    }

    /// Returns `true` if the set contains a nimber, or ∞ if the value is loony.
    #[must_use]
    pub fn contains(&self, value: EntailingValue) -> bool {
        let EntailingValue::Nimber(Nimber(number)) = value else { return self.tail };
        let word = usize::try_from(number / 64).ok().and_then(|index| self.words.get(index));
        word.map_or(self.tail, |word| word >> (number % 64) & 1 == 1)
    }

    /// Returns `true` if the set is cofinite and contains ∞.
    #[must_use]
    pub fn is_cofinite(&self) -> bool {
        self.tail
    }

    /// Returns the value of a component with this set: the least nimber that is not in the set, or loony if there is none.
    ///
    /// # Complexity
    /// Linear in the size of the set.
    #[must_use]
    pub fn value(&self) -> EntailingValue {
        let words = (0..).zip(&self.words);
        let found = words
            .map(|(index, word): (u64, &u64)| 64 * index + u64::from(word.trailing_ones()))
            .zip(1..)
            .find(|&(number, end): &(u64, u64)| number < 64 * end);
        match found {
            Some((number, _)) => Nimber(number).into(),
            None if self.tail => EntailingValue::Loony,
            None => Nimber(64 * self.words.len() as u64).into(),
        }
    }

    /// Returns the number of bytes of the list of words.
    pub(crate) fn bytes(&self) -> u64 {
        8 * self.words.capacity() as u64
    }

    /// Returns an upper bound on the bytes of a set after the union with {`number`}, or after a shift by `number`.
    pub(crate) fn bytes_with(&self, number: u64) -> u64 {
        8 * (self.words.len() as u64).max(number / 64 + 1).next_power_of_two()
    }

    /// Returns the word for 64 nimbers that have the same membership as ∞.
    fn fill(&self) -> u64 {
        if self.tail { u64::MAX } else { 0 }
    }

    /// Extends the list of words to at least `count` words.
    fn extend(&mut self, count: usize) {
        let fill = self.fill();
        self.words.resize(count.max(self.words.len()), fill);
    }

    fn trim(&mut self) {
        let fill = self.fill();
        let end = self.words.iter().rposition(|&word| word != fill).map_or(0, |last| last + 1);
        self.words.truncate(end);
    }

    /// Adds a nimber to the set.
    pub(crate) fn insert(&mut self, Nimber(number): Nimber) {
        if !self.contains(Nimber(number).into()) {
            let index = (number / 64) as usize;
            self.extend(index + 1);
            self.words[index] |= 1 << (number % 64);
            self.trim();
        }
    }

    /// Adds all elements of another set.
    pub(crate) fn unite(&mut self, other: &WinningSet) {
        self.extend(other.words.len());
        let rest = std::iter::repeat(other.fill());
        for (word, other) in self.words.iter_mut().zip(other.words.iter().copied().chain(rest)) {
            *word |= other;
        }
        self.tail |= other.tail;
        self.trim();
    }

    /// Returns the complement.
    pub(crate) fn complement(mut self) -> Self {
        self.words.iter_mut().for_each(|word| *word = !*word);
        self.tail = !self.tail;
        self
    }

    /// Returns the set of all x such that x + `by` is in this set.
    pub(crate) fn shifted(mut self, Nimber(by): Nimber) -> Self {
        let offset = (by / 64) as usize;
        self.extend(self.words.len().max(offset + 1).next_power_of_two());
        let from = &self.words;
        self.words = (0..from.len()).map(|index| shifted_word(from[index ^ offset], by % 64)).collect();
        self.trim();
        self
    }
}

/// Moves the bit of each x to x + `by`, for numbers below 64.
fn shifted_word(mut word: u64, by: u64) -> u64 {
    /// For each binary digit from 0 to 5, the set of the numbers below 64 in which the digit is 0.
    const ZERO_DIGITS: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for (digit, zeros) in ZERO_DIGITS.into_iter().enumerate() {
        if by >> digit & 1 == 1 {
            word = (word & zeros) << (1 << digit) | word >> (1 << digit) & zeros;
        }
    }
    word
}

/// Writes `none`, `all`, `{0,2}` or `all but {1}`.
impl fmt::Display for WinningSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.words.is_empty() {
            return formatter.pad(if self.tail { "all" } else { "none" });
        }
        let listed = (0..64 * self.words.len() as u64)
            .filter(|&number| self.contains(Nimber(number).into()) != self.tail)
            .map(|number| number.to_string());
        let listed: Vec<String> = listed.collect();
        write!(formatter, "{}{{{}}}", if self.tail { "all but " } else { "" }, listed.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const NUMBERS: u64 = 256;

    fn set_of(numbers: &[u64], is_cofinite: bool) -> WinningSet {
        let mut set = WinningSet::default();
        numbers.iter().for_each(|&number| set.insert(Nimber(number)));
        if is_cofinite { set.complement() } else { set }
    }

    fn members(set: &WinningSet) -> Vec<bool> {
        (0..NUMBERS).map(|number| set.contains(Nimber(number).into())).chain([set.tail]).collect()
    }

    fn sets() -> impl Strategy<Value = WinningSet> {
        let few = prop::collection::vec(0..NUMBERS / 2, 0..6);
        let many = (0..NUMBERS / 2).prop_map(|end| (0..end).collect());
        (prop_oneof![few, many], any::<bool>())
            .prop_map(|(numbers, is_cofinite)| set_of(&numbers, is_cofinite))
    }

    proptest! {
        #[test]
        fn operations_agree_with_their_definitions(one in sets(), other in sets(), by in 0..NUMBERS / 2) {
            let (in_one, in_other) = (members(&one), members(&other));
            let mut union = one.clone();
            union.unite(&other);
            let expected: Vec<bool> = in_one.iter().zip(&in_other).map(|(one, other)| one | other).collect();
            prop_assert_eq!(members(&union), expected);
            let expected: Vec<bool> = in_one.iter().map(|one| !one).collect();
            prop_assert_eq!(members(&one.clone().complement()), expected);
            let shifted = members(&one.clone().shifted(Nimber(by)));
            prop_assert!((0..NUMBERS).all(|number| shifted[number as usize] == in_one[(number ^ by) as usize]));
            let least = in_one.iter().position(|is_in| !is_in);
            let value = match least {
                None => EntailingValue::Loony,
                Some(number) => Nimber(number as u64).into(),
            };
            prop_assert_eq!(one.value(), value);
            prop_assert_eq!(one.clone().shifted(Nimber(by)).shifted(Nimber(by)), one);
        }
    }
}
