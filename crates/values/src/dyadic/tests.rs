use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::prelude::*;

use super::*;

/// A fraction of big integers that is never reduced, as an oracle.
#[derive(Clone, Debug)]
struct Fraction {
    numerator: IBig,
    exponent: u32,
}

impl Fraction {
    fn number(&self) -> Dyadic {
        let number = Dyadic::from_big(self.numerator.clone(), self.exponent.into());
        self.check(&number);
        number
    }

    /// Asserts that `number` is this fraction, by cross-multiplication, and is canonical.
    fn check(&self, number: &Dyadic) {
        let (numerator, exponent) = number.parts();
        assert_eq!(
            numerator.as_ref() << self.exponent as usize,
            &self.numerator << exponent as usize,
            "{number} is not {self:?}"
        );
        assert!(exponent == 0 || numerator.bit(0), "{number} is not in lowest terms");
        let fits = exponent <= WORD_EXPONENT && i64::try_from(numerator.as_ref()).is_ok();
        assert_eq!(matches!(number.0, Repr::Word { .. }), fits, "{number} has the wrong representation");
    }

    fn scaled(&self, exponent: u32) -> IBig {
        &self.numerator << (exponent - self.exponent) as usize
    }

    /// Applies `operation` to the numerators over a common denominator.
    fn combine(&self, other: &Fraction, operation: fn(IBig, IBig) -> IBig) -> Fraction {
        let exponent = self.exponent.max(other.exponent);
        Fraction { numerator: operation(self.scaled(exponent), other.scaled(exponent)), exponent }
    }

    fn compare(&self, other: &Fraction) -> Ordering {
        let exponent = self.exponent.max(other.exponent);
        self.scaled(exponent).cmp(&other.scaled(exponent))
    }
}

/// Generates numerators around the limits of a word and beyond them.
fn numerators() -> impl Strategy<Value = IBig> {
    let corner = prop::sample::select(vec![0, 1, -1, 3, -3, 1 << 62, -(1 << 62), i64::MAX, i64::MIN]);
    let near_corner = (corner.clone(), -2..=2_i64).prop_map(|(corner, offset)| IBig::from(corner) + offset);
    let shifted = (corner, 0..200_usize, -1..=1_i64)
        .prop_map(|(corner, shift, offset)| (IBig::from(corner) << shift) + offset);
    prop_oneof![(-9..=9_i64).prop_map(IBig::from), any::<i64>().prop_map(IBig::from), near_corner, shifted]
}

/// Generates fractions around the limits of a word and beyond them.
fn fractions() -> impl Strategy<Value = Fraction> {
    let corner = prop::sample::select(vec![0, 1, 62, 63, 64, 65, 200]);
    (numerators(), prop_oneof![corner, 0..5_u32, 0..140_u32])
        .prop_map(|(numerator, exponent)| Fraction { numerator, exponent })
}

pub(super) fn numbers() -> impl Strategy<Value = Dyadic> {
    fractions().prop_map(|fraction| fraction.number())
}

fn hash(number: &Dyadic) -> u64 {
    let mut hasher = DefaultHasher::new();
    number.hash(&mut hasher);
    hasher.finish()
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_the_oracle(a in fractions(), b in fractions()) {
        let (x, y) = (a.number(), b.number());
        a.combine(&b, |left, right| left + right).check(&(&x + &y));
        a.combine(&b, |left, right| left - right).check(&(&x - &y));
        let product = Fraction { numerator: &a.numerator * &b.numerator, exponent: a.exponent + b.exponent };
        product.check(&(&x * &y));
        Fraction { numerator: -&a.numerator, exponent: a.exponent }.check(&-&x);
        Fraction { numerator: &a.numerator * 2, exponent: a.exponent }.check(&x.double());
        Fraction { numerator: a.numerator.clone(), exponent: a.exponent + 1 }.check(&x.halve());
    }

    #[test]
    fn order_agrees_with_the_oracle(a in fractions(), b in fractions(), c in numbers()) {
        let (x, y) = (a.number(), b.number());
        let order = a.compare(&b);
        prop_assert_eq!(x.cmp(&y), order);
        prop_assert_eq!(y.cmp(&x), order.reverse());
        prop_assert_eq!(x == y, order.is_eq());
        prop_assert_eq!((&x + &c).cmp(&(&y + &c)), order);
        prop_assert_eq!((&x - &y).sign(), order);
        prop_assert_eq!((-&y).cmp(&-&x), order);
        prop_assert_eq!(x.is_zero(), a.numerator.is_zero());
    }

    #[test]
    fn order_is_transitive(mut numbers in prop::array::uniform3(numbers())) {
        numbers.sort();
        prop_assert!(numbers[0] <= numbers[1] && numbers[1] <= numbers[2] && numbers[0] <= numbers[2]);
    }

    #[test]
    fn ring_laws(a in numbers(), b in numbers(), c in numbers()) {
        let (zero, one) = (Dyadic::ZERO, Dyadic::from(1));
        prop_assert_eq!((&a + &b) + &c, &a + (&b + &c));
        prop_assert_eq!(&a + &b, &b + &a);
        prop_assert_eq!(&a + &zero, a.clone());
        prop_assert_eq!(&a + -&a, zero);
        prop_assert_eq!((&a * &b) * &c, &a * (&b * &c));
        prop_assert_eq!(&a * &b, &b * &a);
        prop_assert_eq!(&a * &one, a.clone());
        prop_assert_eq!(&a * (&b + &c), &a * &b + &a * &c);
        prop_assert_eq!(a.clone() - b.clone(), &a + -&b);
        prop_assert_eq!(a.halve().double(), a.clone());
        prop_assert_eq!([a.clone(), b.clone(), c.clone()].into_iter().sum::<Dyadic>(), a + b + c);
    }

    /// Equal numbers are equal in memory and have the same hash, however they were computed.
    #[test]
    fn equal_numbers_are_identical(a in numbers(), b in numbers(), shift in 0..130_u32) {
        let round_trips = [
            &(&a + &b) - &b,
            -(-&a),
            (0..shift).fold(a.clone(), |number, _| number.double()) * Dyadic::new(1, shift),
            Dyadic::from_big(a.parts().0.as_ref() << shift as usize, u64::from(a.exponent() + shift)),
        ];
        for number in round_trips {
            prop_assert_eq!(&number, &a);
            prop_assert_eq!(hash(&number), hash(&a));
        }
    }

    #[test]
    fn floor_is_the_nearest_integer_below(a in numbers()) {
        let floor = a.floor();
        prop_assert!(floor.is_integer());
        prop_assert!(floor <= a && a < &floor + Dyadic::from(1));
        prop_assert_eq!(a.is_integer(), floor == a);
    }

    #[test]
    fn exponent_is_the_least(a in numbers()) {
        prop_assert!((&a * Dyadic::from(2)).exponent() == a.exponent().saturating_sub(1));
        prop_assert_eq!(a.is_integer(), a.exponent() == 0);
    }

    #[test]
    fn parse_reads_what_display_writes(a in fractions()) {
        let number = a.number();
        prop_assert_eq!(number.to_string().parse(), Ok(number.clone()));
        let unreduced = format!("{}/{}", a.numerator, IBig::ONE << a.exponent as usize);
        prop_assert_eq!(unreduced.parse(), Ok(number));
    }

    #[test]
    fn parse_reads_decimals(a in fractions(), zeros in 0..4_usize) {
        // numerator / 2^k = (numerator 5^k) / 10^k
        let places = a.exponent as usize;
        let scaled = &a.numerator * IBig::from(5).pow(places);
        let sign = if scaled < IBig::ZERO { "-" } else { "" };
        let digits = format!("{:0>width$}", scaled.to_string().trim_start_matches('-'), width = places + 1);
        let (whole, decimals) = digits.split_at(digits.len() - places);
        let text = format!("{sign}{whole}.{decimals}0{}", "0".repeat(zeros));
        prop_assert_eq!(text.parse(), Ok(a.number()));
    }

    #[test]
    fn parse_never_panics(text in "[-+]?[0-9_]{0,22}[-./ ]?[0-9.]{0,22}") {
        if let Ok(number) = text.parse::<Dyadic>() {
            prop_assert_eq!(number.to_string().parse(), Ok(number));
        }
    }
}

#[test]
fn display() {
    for (numerator, exponent, text) in [
        (0, 0, "0"),
        (0, 9, "0"),
        (3, 0, "3"),
        (-5, 3, "-5/8"),
        (6, 3, "3/4"),
        (8, 3, "1"),
        (i64::MIN, 0, "-9223372036854775808"),
        (i64::MAX, 63, "9223372036854775807/9223372036854775808"),
        (1, 64, "1/18446744073709551616"),
    ] {
        assert_eq!(Dyadic::new(numerator, exponent).to_string(), text);
    }
    let number = Dyadic::new(-5, 3);
    assert_eq!(format!("[{number:6}] [{number:<6}] [{number:?}]"), "[  -5/8] [-5/8  ] [Dyadic(-5/8)]");
}

#[test]
fn parse() {
    for (text, numerator, exponent) in [
        ("3", 3, 0),
        ("-3/4", -3, 2),
        ("2.5", 5, 1),
        ("-0.125", -1, 3),
        ("-0", 0, 0),
        ("0/1", 0, 0),
        ("007/08", 7, 3),
        ("3.000", 3, 0),
        ("00.50", 1, 1),
        ("4096/1", 4096, 0),
        ("-9223372036854775808", i64::MIN, 0),
        ("1/9223372036854775808", 1, 63),
    ] {
        assert_eq!(text.parse(), Ok(Dyadic::new(numerator, exponent)), "{text}");
    }
}

#[test]
fn parse_errors() {
    use ParseDyadicError::{Decimal, Denominator, Malformed, TooLong};
    let malformed = [
        "", "-", "--1", "+1", " 1", "1 ", "1_000", "1/", "/2", "1/-2", "1/+2", "1//2", "1/2/4", ".5", "5.",
        ".", "/", "1.5/2", "3/2.0", "1.-5", "1.2.3", "1e3", "0x10", "½", "٣", "−1", "1.5_0",
    ];
    for text in malformed {
        assert_eq!(text.parse::<Dyadic>(), Err(Malformed), "{text}");
    }
    for text in ["1/3", "1/0", "0/0", "3/3", "-1/6", "1/18446744073709551617"] {
        assert_eq!(text.parse::<Dyadic>(), Err(Denominator), "{text}");
    }
    for text in ["0.1", "-2.3", "0.3333", "1.00000000000000000000000000000000001"] {
        assert_eq!(text.parse::<Dyadic>(), Err(Decimal), "{text}");
    }
    assert_eq!("0".repeat((1 << 24) + 1).parse::<Dyadic>(), Err(TooLong));
    for (error, word) in [(Malformed, "-5/8"), (Denominator, "power of two"), (Decimal, "power of two")] {
        assert!(error.to_string().contains(word));
    }
    assert!(TooLong.to_string().contains("16777216"));
}

/// Trailing zeros cost nothing, and the time for long inputs is far from quadratic.
#[test]
fn parse_long_texts() {
    assert_eq!(format!("2.5{}", "0".repeat(1_000_000)).parse(), Ok(Dyadic::new(5, 1)));
    let long = format!("1{}5", "234567890".repeat(2_000));
    assert_eq!(long.parse::<Dyadic>().unwrap().to_string(), long);
    assert_eq!(format!("0.{long}").parse::<Dyadic>(), Err(ParseDyadicError::Decimal));
    let tiny = Dyadic::new(-3, 20_000);
    assert_eq!(tiny.to_string().parse(), Ok(tiny));
}

/// Crosses each limit of a word in both directions.
#[test]
fn arithmetic_crosses_the_limits_of_words() {
    let is_word = |number: &Dyadic| matches!(number.0, Repr::Word { .. });
    let one = Dyadic::from(1);
    for (inside, outside) in [
        (Dyadic::from(i64::MAX), Dyadic::from(i64::MAX) + &one),
        (Dyadic::from(i64::MIN), Dyadic::from(i64::MIN) - &one),
        (Dyadic::from(i64::MIN), -Dyadic::from(i64::MIN)),
        (Dyadic::new(1, 63), Dyadic::new(1, 64)),
        (Dyadic::new(1, 63), Dyadic::new(1, 63).halve()),
        (Dyadic::new(i64::MAX, 63), Dyadic::new(i64::MAX, 63) + &one),
    ] {
        assert!(is_word(&inside) && !is_word(&outside), "{inside} and {outside}");
        let difference = &outside - &inside;
        assert_eq!(&inside + &difference, outside);
        assert_eq!(&outside - &difference, inside);
        assert!(is_word(&(&outside - &difference)));
    }
}

/// The time of a comparison does not depend on the difference of the exponents.
#[test]
fn order_of_tiny_numbers() {
    let tiny = Dyadic::new(1, u32::MAX);
    assert!(Dyadic::ZERO < tiny && tiny < Dyadic::new(1, u32::MAX - 1));
    assert!(tiny < Dyadic::new(1, 63) && -&tiny > Dyadic::from(-1));
    assert_eq!(tiny.floor(), Dyadic::ZERO);
    assert_eq!((-&tiny).floor(), Dyadic::from(-1));
    assert_eq!(tiny.exponent(), u32::MAX);
}

#[test]
#[should_panic(expected = "at most u32::MAX")]
fn halving_beyond_the_last_exponent() {
    let _ = Dyadic::new(1, u32::MAX).halve();
}

#[test]
#[should_panic(expected = "at most u32::MAX")]
fn multiplying_beyond_the_last_exponent() {
    let _ = Dyadic::new(1, u32::MAX) * Dyadic::new(1, 1);
}

#[test]
fn size() {
    assert_eq!(size_of::<Dyadic>(), 16);
    assert_eq!(Dyadic::default(), Dyadic::ZERO);
}
