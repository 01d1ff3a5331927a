//! Dyadic rationals by the day they are born on: day 0 makes 0 of nothing, and every later day makes one number in each
//! gap that the numbers so far leave (Conway, *On Numbers and Games*, chapters 0 and 2).

use std::iter;

use dashu_int::IBig;
use dashu_int::ops::BitTest;

use super::{Dyadic, Repr, arithmetic};

impl Dyadic {
    /// The simplest number strictly between two numbers, that is the one born first: the worth of `{lower|upper}`.
    /// Without a bound there is no end on that side. There is none if `lower >= upper`.
    ///
    /// It is 0 if that is between them, else the integer nearest to 0 if there is one, else the fraction with the
    /// smallest denominator (Conway, *On Numbers and Games*, theorem 11). The time is linear in the lengths of the
    /// numerators, however far apart the exponents are.
    ///
    /// # Panics
    ///
    /// If the result would need an exponent above [`u32::MAX`]; a bound with that exponent is necessary.
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

    /// The day this number is born on: the number of moves in its canonical form. It is `|m|` for a whole number `m`
    /// and `floor(|x|) + 1 + k` for a fraction `x` with the denominator `2^k`; a whole number of any size, therefore.
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

    /// All numbers born by a day, in ascending order: `2^(day+1) - 1` of them, each made when it is asked for.
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
            // Between two neighbouring integers, the numbers of this day stand at equal distances of 1/2^k, which the
            // later of the two integers leaves that many days.
            let (floor, one) = (number.floor(), Dyadic::from(1));
            let outer = floor.magnitude().max((&floor + one).magnitude());
            let days_left = (&last - outer).to_i64().and_then(|days| u32::try_from(days).ok())?;
            Some(number + Dyadic::new(1, days_left))
        })
    }

    /// The distance from zero.
    pub(crate) fn magnitude(&self) -> Dyadic {
        if self.sign().is_lt() { -self } else { self.clone() }
    }

    /// The whole number, if it is one that fits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Word { numerator, exponent: 0 } => Some(numerator),
            _ => None,
        }
    }
}

/// The simplest number above `lower`, which is not negative, and below `upper`, which is above `lower`.
fn above(lower: &Dyadic, upper: Option<&Dyadic>) -> Dyadic {
    let floor = lower.floor();
    let next_integer = &floor + Dyadic::from(1);
    match upper {
        Some(upper) if &next_integer >= upper => fraction_between(lower, upper, floor.is_zero()),
        _ => next_integer,
    }
}

/// The number with the smallest denominator between two numbers that are not negative and have no integer between them.
fn fraction_between(lower: &Dyadic, upper: &Dyadic, below_one: bool) -> Dyadic {
    if below_one {
        let power = power_of_two_below(upper);
        if lower < &power {
            return power;
        }
    }
    // Now the bounds have about the same leading bit. Over twice their common denominator, the result is that number
    // above `low` and not above `high` which ends in the most zeros: `high` with zeros from the first bit on, seen from
    // the end, where the two begin to agree.
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

/// The largest power of two below a positive number that is at most 1. No other number below it has a denominator as
/// small.
fn power_of_two_below(number: &Dyadic) -> Dyadic {
    let is_power = number.parts().0.bit_len() == 1;
    // 2^-exponent is at most the number, which is below twice that.
    let exponent = (1 - number.leading_bit()).unsigned_abs();
    Dyadic::from_big(IBig::ONE, exponent + u64::from(is_power))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::numbers;
    use super::*;

    /// Down the tree of the numbers by birthday, from the definition: the oldest number within two bounds is, if the
    /// bounds are those that the ancestors so far leave, halfway, or one further where there is no bound.
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

        /// Numbers that are close together, beyond words.
        #[test]
        fn simplest_of_neighbours(a in numbers(), gap in (1..9_i64, 0..140_u32)) {
            let whole = a.floor();
            let fraction = &a - &whole;
            let gap = Dyadic::new(gap.0, gap.1);
            let simplest = Dyadic::simplest_between(Some(&a), Some(&(&a + &gap))).unwrap();
            prop_assert!(a < simplest && simplest < &a + &gap);
            // The descent takes as many steps as the number is large.
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
        fn simplest_of_whatever_is_between(a in numbers(), b in numbers()) {
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
            // One new number in each gap.
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

    /// Nothing costs more than the texts of the numbers.
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
