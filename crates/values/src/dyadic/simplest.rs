//! Dyadic rationals by birthday: 0 is born on day 0, and every later day adds one number in each gap between the
//! numbers born so far (Conway, *On Numbers and Games*, chapters 0 and 2).

use std::iter;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::{Dyadic, Repr, arithmetic};

impl Dyadic {
    /// Returns the simplest number strictly between two bounds, that is, the number born first: the value of
    /// `{lower|upper}`. Without a bound, the interval is unbounded on that side. Returns `None` if `lower >= upper`.
    ///
    /// The result is 0 if 0 is between the bounds, else the integer nearest to 0 if there is one, else the fraction
    /// with the smallest denominator (Conway, *On Numbers and Games*, theorem 11). The time is linear in the lengths of
    /// the numerators, however far apart the exponents are.
    ///
    /// # Panics
    ///
    /// Panics if the result would need an exponent above [`u32::MAX`]. This happens only if a bound has that exponent.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// let simplest = |lower: i64, upper: i64, exponent| {
    ///     let bounds = [lower, upper].map(|numerator| Dyadic::new(numerator, exponent));
    ///     Dyadic::simplest_between(Some(&bounds[0]), Some(&bounds[1]))
    /// };
    /// assert_eq!(simplest(3, 4, 0), Some(Dyadic::new(7, 1)));
    /// assert_eq!(simplest(-23, -9, 3), Some(Dyadic::from(-2)));
    /// assert_eq!(simplest(1, 1, 0), None);
    /// assert_eq!(Dyadic::simplest_between(Some(&Dyadic::new(5, 1)), None), Some(Dyadic::from(3)));
    /// ```
    #[must_use]
    pub fn simplest_between(lower: Option<&Dyadic>, upper: Option<&Dyadic>) -> Option<Dyadic> {
        if let (Some(lower), Some(upper)) = (lower, upper)
            && lower >= upper
        {
            return None;
        }
        Some(match (lower.filter(|bound| bound.sign().is_ge()), upper.filter(|bound| bound.sign().is_le())) {
            (Some(lower), _) => above(lower, upper),
            (None, Some(upper)) => -above(&-upper, lower.map(|lower| -lower).as_ref()),
            (None, None) => Dyadic::ZERO,
        })
    }

    /// Returns the day on which the number is born: the length of the longest line of play in its canonical form. This
    /// is `|m|` for an integer `m` and `floor(|x|) + 1 + k` for a fraction `x` with the denominator `2^k`, so it may be
    /// an integer of any size.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// assert_eq!(Dyadic::from(-3).birthday(), Dyadic::from(3));
    /// assert_eq!(Dyadic::new(11, 2).birthday(), Dyadic::from(5)); // 0, 1, 2, 3, 5/2, 11/4
    /// ```
    #[must_use]
    pub fn birthday(&self) -> Dyadic {
        let whole = self.magnitude().floor();
        match self.exponent() {
            0 => whole,
            exponent => whole + Dyadic::from(i64::from(exponent) + 1),
        }
    }

    /// Returns an iterator over all `2^(day+1) - 1` numbers born by a day, in ascending order.
    ///
    /// ```
    /// use winways_values::Dyadic;
    ///
    /// let numbers: Vec<String> = Dyadic::born_by(2).map(|number| number.to_string()).collect();
    /// assert_eq!(numbers, ["-2", "-1", "-1/2", "0", "1/2", "1", "2"]);
    /// ```
    pub fn born_by(day: u32) -> impl Iterator<Item = Dyadic> {
        let last = Dyadic::from(i64::from(day));
        iter::successors(Some(-&last), move |number| {
            // Between two neighbouring integers, the numbers of this day are 1/2^k apart, where k is the number of days
            // left after the birthday of the later of the two integers.
            let (floor, one) = (number.floor(), Dyadic::from(1));
            let outer = floor.magnitude().max((&floor + one).magnitude());
            let days_left = (&last - outer).to_i64().and_then(|days| u32::try_from(days).ok())?;
            Some(number + Dyadic::new(1, days_left))
        })
    }

    /// Returns the absolute value.
    pub(crate) fn magnitude(&self) -> Dyadic {
        if self.sign().is_lt() { -self } else { self.clone() }
    }

    /// Returns the number if it is an integer that fits into `i64`.
    pub(super) fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Word { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }
}

/// Returns the simplest number between `lower`, which is at least zero, and `upper`, which is greater than `lower`.
fn above(lower: &Dyadic, upper: Option<&Dyadic>) -> Dyadic {
    let floor = lower.floor();
    let next_integer = &floor + Dyadic::from(1);
    match upper {
        Some(upper) if &next_integer >= upper => fraction_between(lower, upper, floor.is_zero()),
        _ => next_integer,
    }
}

/// Returns the number with the smallest denominator between two bounds that are not negative and have no integer
/// between them.
fn fraction_between(lower: &Dyadic, upper: &Dyadic, below_one: bool) -> Dyadic {
    if below_one {
        let power = power_of_two_below(upper);
        if lower < &power {
            return power;
        }
    }
    // Now the bounds have about the same leading bit. Over twice their common denominator, the result is the number
    // above `low` and not above `high` that ends in the most zeros: `high` with all bits cleared below the highest
    // bit in which the two differ.
    if let Some((low, high, exponent)) = arithmetic::align_words(lower, upper) {
        let (low, high) = (low << 1, (high << 1) - 1);
        let zeros = (low ^ high).ilog2();
        return Dyadic::from_wide(high >> zeros << zeros, exponent + 1);
    }
    let (low, high, exponent) = arithmetic::align(lower, upper);
    let (low, high) = (low << 1_usize, (high << 1_usize) - IBig::ONE);
    let zeros = (low ^ &high).bit_len() - 1;
    Dyadic::from_big(high >> zeros << zeros, u64::from(exponent) + 1)
}

/// Returns the largest power of two below `number`, which is positive and at most 1. Every other positive number below
/// `number` has a larger denominator.
fn power_of_two_below(number: &Dyadic) -> Dyadic {
    let is_power = number.parts().0.bit_len() == 1;
    // 2^-exponent ≤ number < 2^-exponent · 2.
    let exponent = (1 - number.leading_bit()).unsigned_abs();
    Dyadic::from_big(IBig::ONE, exponent + u64::from(is_power))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::numbers;
    use super::*;

    /// Descends the tree of numbers by birthday, from the definition. The oldest number between the two nearest ancestors
    /// is halfway between them. If there is no ancestor on one side, it is 1 beyond the ancestor on the other side.
    fn simplest_by_descent(lower: Option<&Dyadic>, upper: Option<&Dyadic>) -> Option<Dyadic> {
        if matches!((lower, upper), (Some(lower), Some(upper)) if lower >= upper) {
            return None;
        }
        let (mut below, mut over, mut number) = (None::<Dyadic>, None::<Dyadic>, Dyadic::ZERO);
        loop {
            if lower.is_some_and(|lower| &number <= lower) {
                below = Some(number);
            } else if upper.is_some_and(|upper| &number >= upper) {
                over = Some(number);
            } else {
                return Some(number);
            }
            number = match (&below, &over) {
                (Some(below), Some(over)) => (below + over).halve(),
                (Some(below), None) => below + Dyadic::from(1),
                (None, Some(over)) => over - Dyadic::from(1),
                (None, None) => Dyadic::ZERO,
            };
        }
    }

    fn small_numbers() -> impl Strategy<Value = Dyadic> {
        let close = (-40..40_i64, 0..5_u32);
        let fine = (-9..9_i64, 60..70_u32);
        prop_oneof![close, fine].prop_map(|(numerator, exponent)| Dyadic::new(numerator, exponent))
    }

    proptest! {
        #[test]
        fn simplest_agrees_with_the_descent(a in prop::option::of(small_numbers()), b in prop::option::of(small_numbers())) {
            let (a, b) = (a.as_ref(), b.as_ref());
            prop_assert_eq!(Dyadic::simplest_between(a, b), simplest_by_descent(a, b));
        }

        /// Tests bounds that are close together and do not fit words.
        #[test]
        fn simplest_of_neighbours(a in numbers(), gap in (1..9_i64, 0..140_u32)) {
            let whole = a.floor();
            let fraction = &a - &whole;
            let gap = Dyadic::new(gap.0, gap.1);
            let simplest = Dyadic::simplest_between(Some(&a), Some(&(&a + &gap))).unwrap();
            prop_assert!(a < simplest && simplest < &a + &gap);
            // The number of steps of the descent is about the magnitude of the number.
            if whole.magnitude() > Dyadic::from(2) && gap < Dyadic::from(1) {
                let shift = if a.sign().is_lt() { -&whole - Dyadic::from(2) } else { Dyadic::from(2) - &whole };
                let moved = &whole + &shift + fraction;
                let descent = simplest_by_descent(Some(&moved), Some(&(&moved + &gap))).unwrap();
                if !descent.is_integer() {
                    prop_assert_eq!(&simplest + shift, descent);
                }
            }
        }

        #[test]
        fn simplest_between_any_two_numbers(a in numbers(), b in numbers()) {
            let simplest = Dyadic::simplest_between(Some(&a), Some(&b));
            prop_assert_eq!(simplest.is_some(), a < b);
            prop_assert_eq!(Dyadic::simplest_between(Some(&-&b), Some(&-&a)), simplest.as_ref().map(|number| -number));
            if let Some(simplest) = simplest {
                let middle = (&a + &b).halve();
                prop_assert!(a < simplest && simplest < b);
                prop_assert!(simplest == middle || simplest.birthday() < middle.birthday());
            }
        }
    }

    #[test]
    fn birthdays_are_the_days_of_the_lists() {
        let mut before: Vec<Dyadic> = Vec::new();
        for day in 0..10 {
            let numbers: Vec<Dyadic> = Dyadic::born_by(day).collect();
            assert_eq!(numbers.len(), (2 << day) - 1);
            // One new number is born in each gap.
            let mut bounds = vec![None];
            bounds.extend(before.iter().map(Some));
            bounds.push(None);
            let born: Vec<Dyadic> =
                bounds.windows(2).map(|gap| simplest_by_descent(gap[0], gap[1]).unwrap()).collect();
            assert!(born.iter().all(|number| number.birthday() == Dyadic::from(i64::from(day))));
            before.extend(born);
            before.sort();
            assert_eq!(numbers, before);
        }
        assert_eq!(Dyadic::born_by(u32::MAX).nth(2), Some(Dyadic::new(-(2 * i64::from(u32::MAX) - 3), 1)));
    }

    /// No operation takes more time or memory than the digits of the numbers require.
    #[test]
    fn huge_numbers() {
        let huge: Dyadic = format!("1{}", "0".repeat(30)).parse().unwrap();
        let fraction = &huge + Dyadic::new(3, 2);
        assert_eq!(fraction.birthday(), &huge + Dyadic::from(3));
        assert_eq!(Dyadic::simplest_between(Some(&huge), None), Some(&huge + Dyadic::from(1)));
        assert_eq!(Dyadic::simplest_between(Some(&huge), Some(&fraction)), Some(&huge + Dyadic::new(1, 1)));
        assert_eq!(Dyadic::simplest_between(None, Some(&huge)), Some(Dyadic::ZERO));
        let tiny = Dyadic::new(1, u32::MAX);
        let simplest = |lower: &Dyadic, upper: &Dyadic| Dyadic::simplest_between(Some(lower), Some(upper));
        assert_eq!(simplest(&tiny, &Dyadic::new(1, 1)), Some(Dyadic::new(1, 2)));
        assert_eq!(simplest(&tiny, &Dyadic::from(2)), Some(Dyadic::from(1)));
        assert_eq!(simplest(&tiny, &Dyadic::new(1, u32::MAX - 2)), Some(Dyadic::new(1, u32::MAX - 1)));
        assert_eq!(simplest(&Dyadic::new(-5, u32::MAX), &-&tiny), Some(Dyadic::new(-1, u32::MAX - 2)));
        assert_eq!(tiny.birthday(), Dyadic::from(i64::from(u32::MAX) + 1));
    }

    #[test]
    #[should_panic(expected = "at most u32::MAX")]
    fn simplest_beyond_the_last_exponent() {
        let _ = Dyadic::simplest_between(Some(&Dyadic::ZERO), Some(&Dyadic::new(1, u32::MAX)));
    }
}
