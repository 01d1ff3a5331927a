//! Tests that compare ordinals with a plain implementation.

mod common;

use dashu_int::UBig;
use proptest::prelude::*;
use winways_numbers::{NumberError, Ordinal};

/// Plain ordinals: nested lists of exponents in descending order. An exponent occurs as often as its coefficient indicates.
mod plain {
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Plain(pub(crate) Vec<Plain>);

    impl Plain {
        pub(crate) fn one() -> Plain {
            Plain(vec![Plain(Vec::new())])
        }

        pub(crate) fn sum(&self, other: &Plain) -> Plain {
            let kept =
                self.0.iter().filter(|exponent| other.0.first().is_none_or(|first| *exponent >= first));
            Plain(kept.chain(&other.0).cloned().collect())
        }

        pub(crate) fn natural_sum(&self, other: &Plain) -> Plain {
            let mut all: Vec<Plain> = self.0.iter().chain(&other.0).cloned().collect();
            all.sort_by(|one, other| other.cmp(one));
            Plain(all)
        }

        /// Returns the product by left distributivity: a·(b + ω^0) = a·b + a, and a·ω^e = ω^(deg a + e) for e > 0.
        pub(crate) fn product(&self, other: &Plain) -> Plain {
            let Some(first) = self.0.first() else { return Plain(Vec::new()) };
            other.0.iter().fold(Plain(Vec::new()), |sum, exponent| {
                let is_unit = exponent.0.is_empty();
                let part = if is_unit { self.clone() } else { Plain(vec![first.sum(exponent)]) };
                sum.sum(&part)
            })
        }

        pub(crate) fn natural_product(&self, other: &Plain) -> Plain {
            let mut all: Vec<Plain> = Vec::new();
            for one in &self.0 {
                all.extend(other.0.iter().map(|other| one.natural_sum(other)));
            }
            all.sort_by(|one, other| other.cmp(one));
            Plain(all)
        }
    }
}

use plain::Plain;

fn to_ordinal(plain: &Plain) -> Ordinal {
    plain.0.iter().fold(Ordinal::ZERO, |sum, exponent| {
        sum.sum(&Ordinal::monomial(to_ordinal(exponent), UBig::ONE).unwrap()).unwrap()
    })
}

fn ordinal() -> impl Strategy<Value = Plain> {
    let natural = (0..4_usize).prop_map(|n| Plain(vec![Plain(Vec::new()); n]));
    natural.prop_recursive(3, 12, 4, |inner| {
        prop::collection::vec(inner, 0..4).prop_map(|mut exponents| {
            exponents.sort_by(|one, other| other.cmp(one));
            Plain(exponents)
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(300, 100_000)))]

    #[test]
    fn operations(a in ordinal(), b in ordinal()) {
        let (x, y) = (to_ordinal(&a), to_ordinal(&b));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert_eq!(x.sum(&y).unwrap(), to_ordinal(&a.sum(&b)));
        prop_assert_eq!(x.natural_sum(&y).unwrap(), to_ordinal(&a.natural_sum(&b)));
        prop_assert_eq!(x.product(&y).unwrap(), to_ordinal(&a.product(&b)));
        prop_assert_eq!(x.natural_product(&y).unwrap(), to_ordinal(&a.natural_product(&b)));
    }

    #[test]
    fn powers(a in ordinal(), b in ordinal(), c in ordinal()) {
        let (x, y, z) = (to_ordinal(&a), to_ordinal(&b), to_ordinal(&c));
        if let (Ok(one), Ok(other)) = (x.power(&y), x.power(&z)) {
            let expected = x.power(&y.sum(&z).unwrap());
            if let (Ok(product), Ok(expected)) = (one.product(&other), expected) {
                prop_assert_eq!(product, expected);
            }
        }
        prop_assert_eq!(x.power(&Ordinal::from(2)).unwrap(), to_ordinal(&a.product(&a)));
        prop_assert_eq!(x.power(&Ordinal::from(3)).unwrap(), to_ordinal(&a.product(&a).product(&a)));
        prop_assert_eq!(Ordinal::omega().power(&x).unwrap(), to_ordinal(&Plain(vec![a])));
    }

    #[test]
    fn remainders(a in ordinal(), b in ordinal()) {
        let (x, y) = (to_ordinal(&a), to_ordinal(&b));
        let sum = x.sum(&y).unwrap();
        prop_assert_eq!(sum.without_prefix(&x).unwrap(), y.clone());
        if y < x {
            prop_assert_eq!(y.without_prefix(&x), Err(NumberError::Negative));
        }
        let (quotient, remainder) = x.divided_by_power(&y).unwrap();
        let power = Ordinal::omega().power(&y).unwrap();
        prop_assert!(remainder < power);
        prop_assert_eq!(power.product(&quotient).unwrap().sum(&remainder).unwrap(), x);
    }

    #[test]
    fn round_trips(a in ordinal()) {
        let x = to_ordinal(&a);
        prop_assert_eq!(x.to_string().parse::<Ordinal>().unwrap(), x.clone());
        prop_assert!(!x.latex().is_empty());
    }
}

#[test]
fn limits_hold() {
    let omega = Ordinal::omega();
    let error = (0..100).try_fold(omega.clone(), |tower, _| omega.power(&tower));
    assert_eq!(error, Err(NumberError::TooHigh));
    let huge = Ordinal::from(u64::MAX);
    assert_eq!(huge.power(&huge), Err(NumberError::TooLarge));
    let x: Ordinal = "ω+1".parse().unwrap();
    assert_eq!(x.power(&huge), Err(NumberError::TooLarge));
    assert_eq!(omega.power(&huge).unwrap().to_string(), format!("ω^{}", u64::MAX));
    assert_eq!(to_ordinal(&Plain::one()), Ordinal::one());
}
