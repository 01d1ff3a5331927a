//! The sets of numbers that rules can name.

use std::sync::OnceLock;

/// A set of natural numbers.
#[derive(Debug)]
pub(super) enum NumberSet {
    /// Disjoint ranges in ascending order, with gaps between them.
    Ranges(Vec<(i64, i64)>),
    /// The powers 1, b, b², … of a base b of at least 2.
    Powers(i64),
    /// The Fibonacci numbers 1, 2, 3, 5, 8, …
    Fibonacci,
    /// The squares 1, 4, 9, …
    Squares,
    /// The primes 2, 3, 5, 7, …, with a lazily computed sieve, which marks the composite numbers below [`SIEVED`].
    Primes(OnceLock<Vec<bool>>),
    /// The numbers first, first + 2, …
    EveryOther(i64),
}

/// The bound below which primes are found by a sieve.
const SIEVED: i64 = 1 << 20;

impl NumberSet {
    /// Creates the union of ranges, which may be in any order. A range that ends before it begins is empty.
    pub(super) fn of_ranges(mut ranges: Vec<(i64, i64)>) -> NumberSet {
        ranges.retain(|(first, last)| first <= last);
        ranges.sort_unstable();
        let mut joined: Vec<(i64, i64)> = Vec::new();
        for (first, last) in ranges {
            match joined.last_mut() {
                Some(before) if first <= before.1.saturating_add(1) => before.1 = before.1.max(last),
                _ => joined.push((first, last)),
            }
        }
        NumberSet::Ranges(joined)
    }

    pub(super) fn contains(&self, number: i64) -> bool {
        match self {
            NumberSet::Primes(sieve) => is_prime(number, sieve),
            _ => self.from(number) == Some(number),
        }
    }

    /// Returns the least member that is at least `least`.
    pub(super) fn from(&self, least: i64) -> Option<i64> {
        match self {
            NumberSet::Ranges(ranges) => {
                let place = ranges.partition_point(|(_, last)| *last < least);
                ranges.get(place).map(|(first, _)| least.max(*first))
            }
            NumberSet::Powers(base) => {
                let mut power = 1i64;
                while power < least {
                    power = power.checked_mul(*base)?;
                }
                Some(power)
            }
            NumberSet::Fibonacci => {
                let (mut number, mut next) = (1i64, 2i64);
                while number < least {
                    (number, next) = (next, next.checked_add(number)?);
                }
                Some(number)
            }
            NumberSet::Squares => {
                let root = least.max(1).isqrt();
                if root * root >= least { Some(root * root) } else { (root + 1).checked_mul(root + 1) }
            }
            NumberSet::Primes(sieve) => (least.max(2)..i64::MAX).find(|number| is_prime(*number, sieve)),
            NumberSet::EveryOther(first) if least <= *first => Some(*first),
            NumberSet::EveryOther(first) => least.checked_add((least - first) % 2),
        }
    }

    /// Returns the approximate cost of finding the least member that is at least `least`, or of testing membership, in steps of
    /// a few nanoseconds.
    pub(super) fn steps(&self, least: i64) -> u64 {
        match self {
            NumberSet::Ranges(_) | NumberSet::EveryOther(_) => 2,
            NumberSet::Squares | NumberSet::Powers(_) | NumberSet::Fibonacci => 32,
            NumberSet::Primes(_) if least < SIEVED => 8,
            // A few dozen candidates, most of which are soon found to be composite.
            NumberSet::Primes(_) => 1 << 13,
        }
    }

    /// Returns the least member, if there is one.
    pub(super) fn least(&self) -> Option<i64> {
        self.from(i64::MIN)
    }

    /// Returns the greatest member of a finite set.
    pub(super) fn greatest(&self) -> Option<i64> {
        match self {
            NumberSet::Ranges(ranges) => ranges.last().map(|(_, last)| *last),
            _ => None,
        }
    }

    /// Returns an upper bound for the number of members from `least` to `most`. It is zero only if there are none.
    pub(super) fn count_bound(&self, least: i64, most: i64) -> u64 {
        if self.from(least).is_none_or(|first| first > most) {
            return 0;
        }
        let width = most.abs_diff(least).saturating_add(1);
        match self {
            NumberSet::Ranges(ranges) => {
                let inside = |(first, last): &(i64, i64)| ((*first).max(least), (*last).min(most));
                let inside = ranges.iter().map(inside).filter(|(first, last)| first <= last);
                inside.fold(0, |count, (first, last)| {
                    count.saturating_add(last.abs_diff(first).saturating_add(1))
                })
            }
            NumberSet::Powers(_) => width.min(63),
            NumberSet::Fibonacci => width.min(91),
            NumberSet::Squares => width.min(most.max(0).isqrt() as u64),
            NumberSet::Primes(_) | NumberSet::EveryOther(_) => width / 2 + 1,
        }
    }
}

fn is_prime(number: i64, sieve: &OnceLock<Vec<bool>>) -> bool {
    if number >= SIEVED {
        return is_large_prime(number as u64);
    }
    let composite = sieve.get_or_init(|| {
        let mut composite = vec![false; SIEVED as usize];
        for divisor in 2..1024usize {
            for multiple in (divisor * divisor..SIEVED as usize).step_by(divisor) {
                composite[multiple] = true;
            }
        }
        composite
    });
    number >= 2 && !composite[number as usize]
}

/// Tests primality with the Miller–Rabin test and the first twelve primes as bases, which is correct for every number
/// below 2^64 (Sorenson and Webster 2015).
fn is_large_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    let product = |a: u64, b: u64| (u128::from(a) * u128::from(b) % u128::from(number)) as u64;
    if BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return BASES.contains(&number);
    }
    let twos = (number - 1).trailing_zeros();
    BASES.iter().all(|&base| {
        let (mut power, mut square, mut exponent) = (1, base, (number - 1) >> twos);
        while exponent > 0 {
            if exponent % 2 == 1 {
                power = product(power, square);
            }
            square = product(square, square);
            exponent /= 2;
        }
        power == 1 || {
            (0..twos).any(|_| {
                let found = power == number - 1;
                power = product(power, power);
                found
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tests membership by definition.
    fn is_member_by_definition(set: &NumberSet, number: i64) -> bool {
        match set {
            NumberSet::Ranges(ranges) => {
                ranges.iter().any(|(first, last)| (*first..=*last).contains(&number))
            }
            NumberSet::Powers(base) => {
                let mut rest = number;
                while rest > 1 && rest % base == 0 {
                    rest /= base;
                }
                rest == 1
            }
            NumberSet::Fibonacci => {
                let (mut a, mut b) = (1, 2);
                while a < number {
                    (a, b) = (b, a + b);
                }
                a == number
            }
            NumberSet::Squares => (1..=number).any(|root| root * root == number),
            NumberSet::Primes(_) => number >= 2 && (2..number).all(|divisor| number % divisor != 0),
            NumberSet::EveryOther(first) => number >= *first && (number - first) % 2 == 0,
        }
    }

    #[test]
    fn members_come_in_order() {
        let sets = [
            NumberSet::of_ranges(vec![(7, 9), (1, 1), (3, 4), (4, 5), (20, 10)]),
            NumberSet::Powers(2),
            NumberSet::Powers(10),
            NumberSet::Fibonacci,
            NumberSet::Squares,
            NumberSet::Primes(OnceLock::new()),
            NumberSet::EveryOther(0),
            NumberSet::EveryOther(1),
        ];
        for set in &sets {
            for number in -3..300 {
                assert_eq!(set.contains(number), is_member_by_definition(set, number), "{set:?} {number}");
                let next = (number..2000).find(|candidate| is_member_by_definition(set, *candidate));
                assert_eq!(set.from(number), next, "{set:?} from {number}");
                for most in number..number + 30 {
                    let count = (number..=most)
                        .filter(|candidate| is_member_by_definition(set, *candidate))
                        .count() as u64;
                    let bound = set.count_bound(number, most);
                    assert!(bound >= count && (bound == 0) == (count == 0), "{set:?} {number}..{most}");
                }
            }
        }
    }

    #[test]
    fn large_primes() {
        let largest = 9_223_372_036_854_775_783; // the last prime below 2^63
        let set = NumberSet::Primes(OnceLock::new());
        assert_eq!(set.from(largest), Some(largest));
        assert_eq!(set.from(largest + 1), None);
        assert_eq!(set.from(1 << 40), Some((1 << 40) + 15));
        assert!(!set.contains(3_215_031_751) && !set.contains(1_122_004_669_633));
        assert_eq!(NumberSet::Powers(2).from(i64::MAX), None);
        assert_eq!(NumberSet::Squares.from(i64::MAX), None);
        assert_eq!(NumberSet::Squares.from(i64::MIN), Some(1));
        assert_eq!(NumberSet::Fibonacci.from(i64::MAX), None);
        assert_eq!(NumberSet::EveryOther(0).from(i64::MAX), None);
    }
}
