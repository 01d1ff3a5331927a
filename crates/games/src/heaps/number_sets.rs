//! Named infinite sets of numbers, for games in which a move takes a number of tokens from such a set.

use std::sync::OnceLock;
use winways_rules::Play;
use winways_solve::{Pattern, Period};

/// The theorems: a name and the reason.
const ODD: (&str, &str) = ("n mod 2 for odd numbers", "an odd number changes the parity, and 1 may be taken");
const TWO: (&str, &str) =
    ("n mod 3 for the powers of two", "no power of two is a multiple of 3, and 1 and 2 may be taken");
const EVEN: (&str, &str) =
    ("powers of an even number b", "modulo b + 1 every power is 1 or -1, so taking 1 or b is enough");
const HALVES: (&str, &str) =
    ("floor(n/2) for the even numbers", "each pair of tokens acts as one token of Nim");

/// A named set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedSet {
    /// 1, 2, 4, 8, ...
    PowersOfTwo,
    /// 1, 2, 3, 5, 8, ...
    Fibonacci,
    /// 1, 4, 9, 16, ...
    Squares,
    /// 2, 3, 5, 7, ...
    Primes,
    /// 2, 4, 6, ...
    Evens,
    /// 1, 3, 5, ...
    Odds,
    /// 1, b, b², ... for a number b of at least 3.
    PowersOf(u64),
}

impl NamedSet {
    /// All named sets except the powers of numbers other than two.
    pub const ALL: [NamedSet; 6] = [
        NamedSet::PowersOfTwo,
        NamedSet::Fibonacci,
        NamedSet::Squares,
        NamedSet::Primes,
        NamedSet::Evens,
        NamedSet::Odds,
    ];

    /// Returns the set of the powers of `base`, or `None` if `base` is less than 2.
    pub fn powers_of(base: u64) -> Option<NamedSet> {
        match base {
            0 | 1 => None,
            2 => Some(NamedSet::PowersOfTwo),
            _ => Some(NamedSet::PowersOf(base)),
        }
    }

    /// Returns the period of the nim-values (normal play) or outcomes (misère play) of the subtraction game with this set, if a
    /// theorem states it.
    pub(crate) fn law(self, play: Play) -> Option<Pattern> {
        let (name, source) = self.theorem(play)?;
        let (preperiod, period, saltus) = match (self, play) {
            (NamedSet::PowersOfTwo, _) => (0, 3, 0),
            (NamedSet::PowersOf(base), _) if base % 2 == 0 => (0, base + 1, 0),
            (NamedSet::Evens, Play::Normal) => (0, 2, 1),
            // Only 2 and 3 are lost.
            (NamedSet::Evens, Play::Misere) => (4, 1, 0),
            // All moves are odd, so the parity of the heap decides who makes the last move.
            _ => (0, 2, 0),
        };
        Some(Pattern::by_theorem(Period { preperiod, period }, saltus, name, source))
    }

    /// Returns the name and the reason of the theorem that states which Nim heaps play like the heaps of the subtraction game
    /// with this set, if there is one.
    pub(crate) fn theorem(self, play: Play) -> Option<(&'static str, &'static str)> {
        match (self, play) {
            (NamedSet::PowersOfTwo, _) => Some(TWO),
            (NamedSet::Odds, _) => Some(ODD),
            (NamedSet::PowersOf(base), _) if base % 2 == 1 => Some(ODD),
            (NamedSet::PowersOf(_), Play::Normal) => Some(EVEN),
            (NamedSet::Evens, _) => Some(HALVES),
            (NamedSet::PowersOf(_), Play::Misere)
            | (NamedSet::Fibonacci | NamedSet::Squares | NamedSet::Primes, _) => None,
        }
    }

    /// Returns the Nim heap that plays like a heap of the subtraction game with this set, for sets with a
    /// [theorem](NamedSet::theorem). O(1).
    pub(crate) fn nim_heap(self, heap: u64) -> Option<u64> {
        match self {
            NamedSet::PowersOfTwo => Some(heap % 3),
            NamedSet::Odds => Some(heap % 2),
            NamedSet::PowersOf(base) if base % 2 == 1 => Some(heap % 2),
            NamedSet::PowersOf(base) => match heap % (base + 1) {
                rest if rest == base => Some(2),
                rest => Some(rest % 2),
            },
            NamedSet::Evens => Some(heap / 2),
            NamedSet::Fibonacci | NamedSet::Squares | NamedSet::Primes => None,
        }
    }

    /// Writes how [`NamedSet::nim_heap`] is computed: `n mod 3`.
    pub(crate) fn nim_heap_formula(self) -> String {
        match self {
            NamedSet::PowersOfTwo => "n mod 3".to_owned(),
            NamedSet::PowersOf(base) if base % 2 == 0 => {
                format!("(n mod {}) mod 2, or of 2 if n mod {0} = {base}", base + 1)
            }
            NamedSet::Evens => "floor(n/2)".to_owned(),
            _ => "n mod 2".to_owned(),
        }
    }

    /// Returns the set as it is written in game names: `powers-of-two`, `powers(3)`.
    pub fn text(self) -> String {
        match self {
            NamedSet::PowersOf(base) => format!("powers({base})"),
            _ => self.name().to_owned(),
        }
    }

    /// Returns the name without parameters: `powers-of-two`.
    pub fn name(self) -> &'static str {
        match self {
            NamedSet::Evens => "evens",
            NamedSet::Odds => "odds",
            NamedSet::PowersOf(_) => "powers",
            NamedSet::PowersOfTwo => "powers-of-two",
            NamedSet::Fibonacci => "fibonacci",
            NamedSet::Squares => "squares",
            NamedSet::Primes => "primes",
        }
    }
}

/// A named set, with a cache of the primes.
#[derive(Debug)]
pub(crate) struct NamedNumbers {
    set: NamedSet,
    primes: Box<Primes>,
}

impl NamedNumbers {
    pub(crate) fn new(set: NamedSet) -> Self {
        NamedNumbers { set, primes: Box::default() }
    }

    pub(crate) fn set(&self) -> NamedSet {
        self.set
    }

    /// Calls `visit` with each number of the set that is at most `limit`, in ascending order.
    #[inline]
    pub(crate) fn for_each_up_to(&self, limit: u64, mut visit: impl FnMut(u64)) {
        match self.set {
            NamedSet::PowersOfTwo => {
                (0..64).map(|exponent| 1 << exponent).take_while(|&power| power <= limit).for_each(visit);
            }
            NamedSet::Fibonacci => {
                let (mut number, mut next) = (Some(1u64), Some(2u64));
                while let Some(fibonacci) = number.filter(|&number| number <= limit) {
                    visit(fibonacci);
                    (number, next) = (next, next.and_then(|next| next.checked_add(fibonacci)));
                }
            }
            NamedSet::Squares => (1..=limit.isqrt()).for_each(|root| visit(root * root)),
            NamedSet::Primes => self.primes.for_each_up_to(limit, visit),
            NamedSet::Evens => (1..=limit / 2).for_each(|half| visit(2 * half)),
            NamedSet::Odds => (0..limit.div_ceil(2)).for_each(|half| visit(2 * half + 1)),
            NamedSet::PowersOf(base) => powers(base, limit).for_each(visit),
        }
    }

    /// Returns an upper bound on the count of members that are at most `limit`. It is 0 only if there are none.
    pub(crate) fn count_bound(&self, limit: u64) -> u64 {
        match self.set {
            NamedSet::PowersOfTwo => u64::from(64 - limit.leading_zeros()),
            NamedSet::Fibonacci => limit.min(92),
            NamedSet::Squares => limit.isqrt(),
            NamedSet::Evens => limit / 2,
            NamedSet::Odds => limit.div_ceil(2),
            NamedSet::PowersOf(base) => powers(base, limit).count() as u64,
            NamedSet::Primes if limit < 2 => 0,
            // 2 and some of the odd numbers from 3 on.
            NamedSet::Primes => limit.div_ceil(2),
        }
    }
}

/// Iterates over the powers of `base` up to `limit`, in ascending order. `base` must be at least 2.
fn powers(base: u64, limit: u64) -> impl Iterator<Item = u64> {
    std::iter::successors(Some(1u64), move |power| power.checked_mul(base))
        .take_while(move |power| *power <= limit)
}

/// The primes, computed lazily, one octave from 2^k to below 2^(k+1) at a time.
#[derive(Debug)]
struct Primes {
    octaves: [OnceLock<Vec<u64>>; 64],
}

impl Default for Primes {
    fn default() -> Self {
        Primes { octaves: [const { OnceLock::new() }; 64] }
    }
}

impl Primes {
    #[inline]
    fn for_each_up_to(&self, limit: u64, mut visit: impl FnMut(u64)) {
        for octave in 0..64 - limit.leading_zeros() as usize {
            let primes = self.octaves[octave].get_or_init(|| primes_of_octave(octave as u32));
            primes.iter().copied().take_while(|&prime| prime <= limit).for_each(&mut visit);
        }
    }
}

/// Returns the primes from 2^octave to below 2^(octave + 1), by the sieve of Eratosthenes.
fn primes_of_octave(octave: u32) -> Vec<u64> {
    let start = 1u64 << octave;
    let mut composite = vec![false; start as usize];
    let last = start + (start - 1);
    for divisor in 2..=last.isqrt() {
        let first = (start.div_ceil(divisor) * divisor).max(divisor * divisor);
        for multiple in (first..=last).step_by(divisor as usize) {
            composite[(multiple - start) as usize] = true;
        }
    }
    (start.max(2)..=last).filter(|number| !composite[(number - start) as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_named_sets() {
        let up_to = |set, limit| {
            let mut numbers = Vec::new();
            NamedNumbers::new(set).for_each_up_to(limit, |number| numbers.push(number));
            numbers
        };
        assert_eq!(up_to(NamedSet::PowersOfTwo, 20), [1, 2, 4, 8, 16]);
        assert_eq!(up_to(NamedSet::Fibonacci, 21), [1, 2, 3, 5, 8, 13, 21]);
        assert_eq!(up_to(NamedSet::Squares, 25), [1, 4, 9, 16, 25]);
        assert_eq!(up_to(NamedSet::Primes, 31), [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]);
        assert_eq!(up_to(NamedSet::Primes, 100_000).len(), 9_592);
        assert_eq!(up_to(NamedSet::Evens, 7), [2, 4, 6]);
        assert_eq!(up_to(NamedSet::Odds, 7), [1, 3, 5, 7]);
        assert_eq!(up_to(NamedSet::PowersOf(3), 81), [1, 3, 9, 27, 81]);
        assert_eq!(up_to(NamedSet::PowersOf(u64::MAX), u64::MAX), [1, u64::MAX]);
        let fibonacci = up_to(NamedSet::Fibonacci, u64::MAX);
        assert_eq!((fibonacci.len(), fibonacci.last()), (92, Some(&12_200_160_415_121_876_738)));
        assert_eq!(up_to(NamedSet::PowersOfTwo, u64::MAX).len(), 64);
    }
}
