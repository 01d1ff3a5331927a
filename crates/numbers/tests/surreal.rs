//! Tests that compare surreal numbers with their sign expansions.

mod common;

use proptest::prelude::*;
use winways_numbers::{Fraction, NumberError, Ordinal, Rational, SignExpansion, Surreal, Term};

/// Returns the sum of terms, which may be in any order.
fn sum(terms: &[(Surreal, (i64, i64))]) -> Surreal {
    terms.iter().fold(Surreal::ZERO, |sum, (exponent, (numerator, denominator))| {
        let coefficient = Rational::new(*numerator, *denominator).unwrap();
        sum.sum(&Surreal::monomial(exponent.clone(), coefficient).unwrap()).unwrap()
    })
}

fn dyadic() -> impl Strategy<Value = (i64, i64)> {
    (-9..=9_i64, 0..4_u32).prop_map(|(numerator, power)| (numerator, 1 << power))
}

fn rational() -> impl Strategy<Value = (i64, i64)> {
    prop_oneof![dyadic(), (-9..=9_i64, 1..8_i64)]
}

/// Generates numbers with dyadic coefficients, up to three levels deep.
fn exponent() -> impl Strategy<Value = Surreal> {
    let plain = dyadic().prop_map(|number| sum(&[(Surreal::ZERO, number)]));
    plain.prop_recursive(2, 12, 3, |inner| {
        prop::collection::vec((inner, dyadic()), 0..=3).prop_map(|terms| sum(&terms))
    })
}

/// Generates numbers with rational coefficients. The coefficients within the exponents are dyadic.
fn surreal() -> impl Strategy<Value = Surreal> {
    prop::collection::vec((exponent(), rational()), 0..=4).prop_map(|terms| sum(&terms))
}

/// Generates ordinals, up to three levels deep.
fn ordinal() -> impl Strategy<Value = Surreal> {
    let natural = (0..=9_i64).prop_map(|number| sum(&[(Surreal::ZERO, (number, 1))]));
    natural.prop_recursive(2, 12, 3, |inner| {
        prop::collection::vec((inner, (1..=9_i64, Just(1))), 0..=3).prop_map(|terms| sum(&terms))
    })
}

/// Generates numbers whose exponents have similar sign expansions. Often one expansion is a prefix of another.
fn close() -> impl Strategy<Value = Surreal> {
    let texts =
        ["0", "-1", "-ω", "1/2", "-1/2", "1", "ω", "1/ω", "-1/ω", "-2", "2", "ω-1", "-ω-1", "3/4", "-ω+1"];
    let exponents = prop::sample::select(texts.to_vec()).prop_map(|text| text.parse().unwrap());
    let coefficients =
        prop::sample::select(vec![(1, 3), (2, 3), (-1, 3), (1, 1), (-1, 1), (1, 2), (2, 1), (5, 3)]);
    prop::collection::vec((exponents, coefficients), 1..=4).prop_map(|terms| sum(&terms))
}

fn check_signs(x: &Surreal) {
    let signs = x.sign_expansion().unwrap();
    let (above, below) = (signs.simplest_above().unwrap(), signs.simplest_below().unwrap());
    assert!(below < signs && signs < above, "{below} < {signs} < {above}");
    let next = |signs: &SignExpansion| signs.to_surreal().unwrap().sum(&Surreal::one()).unwrap();
    let last = next(&below.negated()).sign_expansion().unwrap().negated();
    assert_eq!(signs.simplest_between(&next(&above).sign_expansion().unwrap()).unwrap(), above);
    assert_eq!(last.simplest_between(&signs).unwrap(), below);
    assert_eq!(&signs.to_surreal().unwrap(), x, "{x}: {signs}");
    let text = signs.to_string();
    assert_eq!(text.parse::<SignExpansion>().unwrap(), signs, "{text}");
    let unspaced: String = text.split(' ').collect();
    assert_eq!(unspaced.parse::<SignExpansion>().unwrap(), signs, "{text}");
    assert_eq!(x.birthday().unwrap(), signs.length().unwrap());
    assert_eq!(x.negated().unwrap().sign_expansion().unwrap(), signs.negated());
}

fn check_pair(x: &Surreal, y: &Surreal) {
    let (signs, others) = (x.sign_expansion().unwrap(), y.sign_expansion().unwrap());
    assert_eq!(x.cmp(y), signs.cmp(&others), "{x} and {y}: {signs} and {others}");
    assert_eq!(x.difference(y).unwrap().sign(), x.cmp(y));
    if x < y {
        let between = signs.simplest_between(&others).unwrap();
        assert!(signs < between && between < others, "{signs} < {between} < {others}");
        let half = Rational::new(1, 2).unwrap();
        let middle = x.sum(y).unwrap().product(&Surreal::monomial(Surreal::ZERO, half).unwrap()).unwrap();
        assert!(between.length().unwrap() <= middle.birthday().unwrap(), "{x} < {middle} < {y}: {between}");
        if let Ok(number) = between.to_surreal() {
            assert!(*x < number && number < *y, "{x} < {number} < {y}");
            assert_eq!(number.sign_expansion().unwrap(), between);
        }
    } else {
        assert_eq!(signs.simplest_between(&others), Err(NumberError::EmptyInterval));
    }
}

/// Checks that adding `z` preserves the order of sign expansions. Also checks that the expansion of a sum is not longer than the
/// natural sum of the lengths (Gonshor, chapter 6).
fn check_sums(x: &Surreal, y: &Surreal, z: &Surreal) {
    let signs = |number: &Surreal| number.sign_expansion().unwrap();
    let [one, other] = [x, y].map(|number| number.sum(z).unwrap());
    assert_eq!(signs(&one).cmp(&signs(&other)), signs(x).cmp(&signs(y)), "{x} + {z} and {y} + {z}");
    assert_eq!(&signs(&one).to_surreal().unwrap().difference(z).unwrap(), x, "{x} + {z}");
    let longest = x.birthday().unwrap().natural_sum(&z.birthday().unwrap()).unwrap();
    assert!(one.birthday().unwrap() <= longest, "{x} + {z}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(500, 100_000)))]

    #[test]
    fn signs_and_back(x in surreal()) { check_signs(&x); }

    #[test]
    fn signs_of_close_numbers(x in close()) { check_signs(&x); }

    #[test]
    fn order_is_that_of_signs(x in surreal(), y in surreal()) { check_pair(&x, &y); }

    #[test]
    fn order_of_close_numbers(x in close(), y in close()) { check_pair(&x, &y); }

    #[test]
    fn sums_keep_the_order_of_signs(x in surreal(), y in surreal(), z in surreal()) { check_sums(&x, &y, &z); }

    #[test]
    fn sums_of_close_numbers(x in close(), y in close(), z in close()) { check_sums(&x, &y, &z); }

    #[test]
    fn birthdays_of_ordinals(x in ordinal()) {
        let ordinal = x.to_ordinal().unwrap();
        prop_assert_eq!(x.birthday().unwrap(), ordinal.clone());
        prop_assert_eq!(x.negated().unwrap().birthday().unwrap(), ordinal);
    }

    /// A product is the sum of the products of single terms. The coefficients have different denominators.
    #[test]
    fn products_term_by_term(x in surreal(), y in surreal()) {
        let mut total = Surreal::ZERO;
        for one in x.terms() {
            for another in y.terms() {
                let exponent = one.exponent.sum(&another.exponent).unwrap();
                let coefficient = one.coefficient.product(&another.coefficient).unwrap();
                total = total.sum(&Surreal::monomial(exponent, coefficient).unwrap()).unwrap();
            }
        }
        prop_assert_eq!(x.product(&y).unwrap(), total);
    }

    #[test]
    fn ring(x in surreal(), y in surreal(), z in surreal()) {
        let product = |x: &Surreal, y: &Surreal| x.product(y).unwrap();
        let sum = |x: &Surreal, y: &Surreal| x.sum(y).unwrap();
        prop_assert_eq!(product(&x, &y), product(&y, &x));
        prop_assert_eq!(product(&product(&x, &y), &z), product(&x, &product(&y, &z)));
        prop_assert_eq!(product(&x, &sum(&y, &z)), sum(&product(&x, &y), &product(&x, &z)));
        prop_assert_eq!(sum(&sum(&x, &y), &z), sum(&x, &sum(&y, &z)));
        prop_assert_eq!(x.difference(&x).unwrap(), Surreal::ZERO);
        if x < y && z.sign().is_gt() {
            prop_assert!(product(&x, &z) < product(&y, &z));
        }
    }

    #[test]
    fn round_trips(x in surreal(), y in surreal()) {
        let text = x.to_string();
        prop_assert_eq!(text.parse::<Surreal>().unwrap(), x.clone(), "{}", text);
        if let Ok(fraction) = Fraction::new(&x, &y) {
            let text = fraction.to_string();
            prop_assert_eq!(text.parse::<Fraction>().unwrap(), fraction, "{}", text);
        }
        prop_assert!(!x.latex().is_empty());
    }

    #[test]
    fn quotients(x in close(), y in close(), z in close()) {
        let [x, y, z] = [x, y, z].map(Fraction::from);
        if let (Ok(quotient), true) = (x.quotient(&y), y.sign().is_ne()) {
            prop_assert_eq!(quotient.product(&y).unwrap(), x.clone());
            let other = z.quotient(&y).unwrap();
            prop_assert_eq!(quotient.sum(&other).unwrap(), x.sum(&z).unwrap().quotient(&y).unwrap());
            let order = x.compare(&z).unwrap();
            let order = if y.sign().is_lt() { order.reverse() } else { order };
            prop_assert_eq!(quotient.compare(&other).unwrap(), order);
        }
    }

    #[test]
    fn integer_parts(x in surreal()) {
        let floor = x.integer_part().unwrap();
        prop_assert!(floor <= x);
        prop_assert!(x < floor.sum(&Surreal::one()).unwrap());
        let is_integer = |term: &Term| {
            term.exponent.sign().is_gt() || term.exponent.is_zero() && term.coefficient.is_integer()
        };
        prop_assert!(floor.terms().iter().all(is_integer));
    }

    #[test]
    fn exponentials_are_homomorphic(x in surreal(), y in surreal()) {
        let infinite = |x: Surreal| {
            let terms = x.terms().iter().filter(|term| term.exponent.sign().is_gt());
            terms.fold(Surreal::ZERO, |sum, term| {
                sum.sum(&Surreal::monomial(term.exponent.clone(), term.coefficient.clone()).unwrap()).unwrap()
            })
        };
        let (x, y) = (infinite(x), infinite(y));
        if let (Ok(one), Ok(other)) = (x.exponential(), y.exponential()) {
            prop_assert_eq!(x.sum(&y).unwrap().exponential().unwrap(), one.product(&other).unwrap());
            prop_assert_eq!(one.cmp(&other), x.cmp(&y));
        }
    }
}

/// The sign expansions of sections 9 and 10 of the collection of facts.
#[test]
fn sign_expansions() {
    let facts = [
        ("0", "0"),
        ("ω-1", "+^ω -"),
        ("2ω", "+^(2ω)"),
        ("ω/2", "+^ω -^ω"),
        ("1/ω", "+ -^ω"),
        ("1+1/ω", "+^2 -^ω"),
        ("ω^(1/2)", "+^ω -^(ω^2)"),
        ("ω^(1/ω)", "+^ω -^(ω^3)"),
        ("1/ω+1/ω^2", "+ -^ω + -^ω"),
        ("1/ω-1/ω^2", "+ -^(ω+1) +^ω"),
        ("ω^(-ω)", "+ -^(ω^2)"),
        ("ω^(1/2)-1", "+^ω -^(ω^2+1)"),
        ("ω^(1/2)+ω^(1/4)", "+^ω -^(ω^2) +^ω -^(ω^2)"),
        ("1/3", "+ - (- +)^ω"),
        ("2/3", "(+ -)^ω"),
    ];
    for (number, signs) in facts {
        let number: Surreal = number.parse().unwrap();
        let signs: SignExpansion = signs.parse().unwrap();
        assert_eq!(number.sign_expansion().unwrap(), signs, "{number}");
        assert_eq!(signs.to_surreal().unwrap(), number);
    }
    assert_eq!(
        "1/3+1/ω".parse::<Surreal>().unwrap().sign_expansion().unwrap().to_string(),
        "+ -^2 (+ -)^ω +"
    );
}

#[test]
fn exponentials() {
    let exponential = |text: &str| text.parse::<Surreal>().unwrap().exponential();
    assert_eq!(exponential("ω").unwrap().to_string(), "ω^ω");
    assert_eq!(exponential("ω^(1/ω)").unwrap(), Surreal::omega());
    assert_eq!(exponential("0").unwrap(), Surreal::one());
    assert_eq!(exponential("ω^ω").unwrap().to_string(), "ω^ω^ω");
    assert_eq!(exponential("1"), Err(NumberError::NotInfinite));
    assert_eq!(exponential("ω^(3/ω)"), Err(NumberError::NoExponential));
}

#[test]
fn limits_hold() {
    let mut tower = Surreal::omega();
    let error = (0..100).find_map(|_| match tower.omega_map() {
        Ok(next) => {
            tower = next;
            None
        }
        Err(error) => Some(error),
    });
    assert_eq!(error, Some(NumberError::TooHigh));
    let x: Surreal = "ω+1".parse().unwrap();
    assert_eq!(x.power(1_000_000), Err(NumberError::TooLarge));
    assert_eq!(Surreal::from(3).power(u32::MAX), Err(NumberError::TooLarge));
    let deep = "(".repeat(100_000);
    assert!(deep.parse::<Surreal>().is_err());
    assert!("ω^".repeat(100_000).parse::<Surreal>().is_err());
    assert_eq!("+".repeat(100_000).parse::<SignExpansion>().unwrap().to_string(), "+^100000");
    assert_eq!("".parse::<SignExpansion>().unwrap(), SignExpansion::default());
    let error = "+-".repeat(100_000).parse::<SignExpansion>().unwrap_err();
    assert_eq!((error.place, error.fault), (8192, NumberError::TooLarge.into()));
    assert!("1/99999989".parse::<Surreal>().unwrap().sign_expansion().is_err());
    assert_eq!("ω^(1/3)".parse::<Surreal>().unwrap().sign_expansion(), Err(NumberError::NoSigns));
    assert_eq!("(+ -^ω)^ω".parse::<SignExpansion>().unwrap().to_surreal(), Err(NumberError::NoNumber));
}

/// Numbers at the limits survive a round trip through text.
#[test]
fn large_numbers_are_read_back() {
    let large = Surreal::from(2).power(16_383).unwrap();
    assert_eq!(large.to_string().parse::<Surreal>().unwrap(), large);
    let mut tower = Surreal::omega();
    while let Ok(next) = tower.sum(&Surreal::one()).and_then(|exponent| exponent.omega_map()) {
        tower = next;
    }
    assert_eq!(tower.to_string().parse::<Surreal>().unwrap(), tower);
    assert_eq!(tower.height(), winways_numbers::MOST_LEVELS);
    let naturals = [i64::MAX, i64::MIN, 1 << 62].map(Surreal::from);
    for natural in naturals {
        assert_eq!(natural.sum(&Surreal::ZERO).unwrap(), natural);
    }
    let natural = Ordinal::from(u64::MAX);
    assert_eq!(natural.to_string().parse::<Ordinal>().unwrap(), natural);
}

#[test]
fn mistakes_are_located() {
    let message = |text: &str| text.parse::<Surreal>().unwrap_err().to_string();
    assert_eq!(message("ω + x"), "at byte 5: expected a number, `ω` or `(`");
    assert_eq!(message("(ω + 1"), "at byte 7: expected `)`");
    assert_eq!(message("1 / 0"), "at byte 2: division by zero");
    assert_eq!(message("ω 3"), "at byte 3: expected an operator or the end");
    assert_eq!("ω-1".parse::<Ordinal>().unwrap_err().place, 0);
}

#[test]
fn decimals_and_products_are_told_apart_by_spaces() {
    let number = |text: &str| text.parse::<Fraction>().unwrap().to_string();
    let written =
        [("2.3", "23/10"), ("2 . 3", "6"), ("2. 3", "6"), ("2·3", "6"), ("0.125", "1/8"), ("-1.50", "-3/2")];
    for (text, expected) in written.into_iter().chain([("2.5ω", "5ω/2"), ("ω.2", "2ω"), ("1/2.5", "2/5")])
    {
        assert_eq!(number(text), expected, "{text}");
    }
    assert!("2.3.4".parse::<Fraction>().is_ok_and(|product| product.to_string() == "46/5"));
}

/// Products of numbers with many terms use integer arithmetic. A product that would take too long is an error.
#[test]
fn powers_of_numbers_with_many_terms() {
    let number: Surreal = "ω+1/3".parse().unwrap();
    let power = number.power(300).unwrap();
    assert_eq!(power.terms().len(), 301);
    let half = number.power(150).unwrap();
    assert_eq!(half.product(&half).unwrap(), power);
    assert_eq!(number.power(3000), Err(NumberError::TooLarge));
}
