//! Tests of transfinite nimbers.

mod common;

use proptest::prelude::*;
use winways_numbers::nim::Extension;
use winways_numbers::{NumberError, Transfinite};

fn nimber(text: &str) -> Transfinite {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Generates nimbers with the generators of 3, 9, 5, 7 and 11.
fn transfinite() -> impl Strategy<Value = Transfinite> {
    let exponent = (0..9_u32, 0..5_u32, 0..3_u32, 0..2_u32);
    let exponent = exponent
        .prop_map(|(three, five, seven, eleven)| format!("ω^({eleven}ω^3+{seven}ω^2+{five}ω+{three})"));
    let small = prop_oneof![Just(1_u128), 1..16_u128, any::<u64>().prop_map(u128::from)];
    let coefficient = prop_oneof![4 => small.prop_map(Extension::from), 1 => large()];
    prop::collection::vec((coefficient, exponent), 0..4).prop_map(|terms| {
        let parts = terms.iter().map(|(coefficient, exponent)| format!("*({coefficient}{exponent})"));
        parts.fold(Transfinite::zero(), |sum, text| sum.sum(&nimber(&text)).unwrap())
    })
}

/// Generates nimbers of 256 bits.
fn large() -> impl Strategy<Value = Extension<u128>> {
    (1..=u128::MAX, any::<u128>()).prop_map(|(high, low)| Extension { high, low })
}

/// A slow implementation below ω^27: nimbers as polynomials in y = ω^9, whose ninth power is ω and whose 27th power is 2.
mod slow {
    use crate::common::slow_product;

    /// Returns the product of two polynomials, reduced by y^27 = 2. The index of a coefficient is the power of y.
    pub(crate) fn product(one: &[u128; 27], other: &[u128; 27]) -> [u128; 27] {
        let mut product = [0; 27];
        for (i, &a) in one.iter().enumerate() {
            for (j, &b) in other.iter().enumerate() {
                let term = slow_product(a, b, 64);
                if i + j < 27 {
                    product[i + j] ^= term;
                } else {
                    product[i + j - 27] ^= slow_product(term, 2, 64);
                }
            }
        }
        product
    }

    /// Returns the exponent e with y^e = ω^d. The base-3 digits of d, the lowest first, have the weights 9, 3 and 1.
    pub(crate) fn power(d: usize) -> usize {
        d % 3 * 9 + d / 3 % 3 * 3 + d / 9
    }
}

/// Returns the nimber Σ ω^d·n.
fn from_coefficients(coefficients: &[u128; 27]) -> Transfinite {
    let texts = coefficients.iter().enumerate().map(|(d, n)| format!("*({n}ω^{d})"));
    texts.fold(Transfinite::zero(), |sum, text| sum.sum(&nimber(&text)).unwrap())
}

fn small_coefficients() -> impl Strategy<Value = [u128; 27]> {
    prop::array::uniform27(prop_oneof![3 => Just(0_u128), 1 => 0..20_u128])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(60, 10_000)))]

    #[test]
    fn products_below_omega_to_the_omega(a in small_coefficients(), b in small_coefficients()) {
        let as_roots = |x: &[u128; 27]| {
            let mut roots = [0; 27];
            x.iter().enumerate().for_each(|(d, &n)| roots[slow::power(d)] = n);
            roots
        };
        let expected = slow::product(&as_roots(&a), &as_roots(&b));
        let product = from_coefficients(&a).product(&from_coefficients(&b)).unwrap();
        let back: [u128; 27] = std::array::from_fn(|d| expected[slow::power(d)]);
        prop_assert_eq!(product, from_coefficients(&back));
    }

    #[test]
    fn field(x in transfinite(), y in transfinite(), z in transfinite()) {
        let product = |x: &Transfinite, y: &Transfinite| x.product(y).unwrap();
        prop_assert_eq!(product(&x, &y), product(&y, &x));
        prop_assert_eq!(product(&product(&x, &y), &z), product(&x, &product(&y, &z)));
        prop_assert_eq!(product(&x, &y.sum(&z).unwrap()), product(&x, &y).sum(&product(&x, &z)).unwrap());
        prop_assert_eq!(x.power(5).unwrap(), product(&product(&x.power(2).unwrap(), &x.power(2).unwrap()), &x));
    }

    #[test]
    fn finite_nimbers_of_256_bits(x in large(), y in large()) {
        // D = 2^128, whose square is D + D/2.
        let times = |one, other| common::slow_product(one, other, 64);
        let high = times(x.high, y.high) ^ times(x.high, y.low) ^ times(x.low, y.high);
        let low = times(x.low, y.low) ^ times(times(x.high, y.high), 1 << 127);
        let (a, b) = (Transfinite::from(x), Transfinite::from(y));
        prop_assert_eq!(a.product(&b).unwrap(), Transfinite::from(Extension { high, low }));
        let scaled = Extension { high: times(x.high, y.low), low: times(x.low, y.low) };
        prop_assert_eq!(Transfinite::from(y.low).product(&a).unwrap(), Transfinite::from(scaled));
        prop_assert_eq!(a.square_root().unwrap().power(2).unwrap(), a.clone());
        prop_assert_eq!(a.product(&a.inverse().unwrap()).unwrap(), Transfinite::from(1));
        prop_assert_eq!((a.field_degree(), a.to_finite()), (Ok(256), None));
        prop_assert_eq!(nimber(&a.to_string()), a);
    }

    #[test]
    fn round_trips(x in transfinite()) {
        prop_assert_eq!(nimber(&x.to_string()), x.clone());
        prop_assert!(!x.latex().is_empty());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(6, 200)))]

    #[test]
    fn inverses(x in transfinite()) {
        match x.inverse() {
            Ok(inverse) => prop_assert_eq!(x.product(&inverse).unwrap(), Transfinite::from(1)),
            Err(error) => prop_assert!(error == NumberError::DivisionByZero && x.is_zero() || error == NumberError::TooLarge),
        }
    }
}

#[test]
fn known_constants() {
    let known = [
        (3, "*2"),
        (5, "*4"),
        (7, "*(ω+1)"),
        (11, "*(ω^ω+1)"),
        (13, "*(ω+4)"),
        (17, "*16"),
        (19, "*(ω^3+4)"),
        (23, "*(ω^ω^3+1)"),
        (29, "*(ω^ω^2+4)"),
        (31, "*(ω^ω+1)"),
        (37, "*(ω^3+4)"),
        (41, "*(ω^ω+1)"),
        (43, "*(ω^ω^2+1)"),
    ];
    for (prime, text) in known {
        assert_eq!(Transfinite::constant(prime), Ok(nimber(text)), "{prime}");
    }
    for prime in [1, 2, 9, 711, 719] {
        assert_eq!(Transfinite::constant(prime), Err(NumberError::UnknownConstant { prime }));
    }
}

#[test]
fn all_constants_exist() {
    let primes = (3..=709).filter(|n| (2..*n).all(|d| n % d != 0));
    assert_eq!(primes.filter(|&prime| Transfinite::constant(prime).is_ok()).count(), 126);
}

#[test]
fn powers_of_generators() {
    for (prime, text) in [(3, "*ω"), (5, "*(ω^ω)"), (7, "*(ω^ω^2)"), (11, "*(ω^ω^3)"), (191, "*(ω^ω^41)")]
    {
        assert_eq!(nimber(text).power(prime.into()), Transfinite::constant(prime));
    }
    assert_eq!(nimber("*(ω^3)").power(3).unwrap(), Transfinite::omega());
    assert_eq!(Transfinite::omega().square_root().unwrap().power(2).unwrap(), Transfinite::omega());
}

#[test]
fn limits_hold() {
    assert!(nimber("*(ω^ω^2)").inverse().is_ok());
    assert!("*(ω^ω^ω)".parse::<Transfinite>().is_err());
    assert!("*(ω^(ω^1000))".parse::<Transfinite>().is_err());
    let most = Transfinite::from(Extension { high: u128::MAX, low: u128::MAX });
    assert_eq!(nimber(&most.to_string()), most);
    assert!(format!("{most}0").parse::<Transfinite>().is_err());
    assert!("*(ω/2)".parse::<Transfinite>().is_err());
    assert_eq!(
        "*x".parse::<Transfinite>().unwrap_err().to_string(),
        "at byte 1: expected a natural number, `ω` or `(`"
    );
    let large = nimber("*(ω^(18446744073709551615ω+18446744073709551615))");
    let _ = large.product(&large);
    assert_eq!(large.inverse(), Err(NumberError::TooLarge));
    let many = (0..3000).try_fold(Transfinite::zero(), |sum, d| sum.sum(&nimber(&format!("*(ω^{d})"))));
    assert_eq!(many, Err(NumberError::TooLarge));
}

/// A caller can end the work on nimbers in large fields.
#[test]
fn transfinite_work_is_interrupted() {
    let nimber: Transfinite = "*(16ω^ω^2+ω^ω+ω^3)".parse().unwrap();
    let mut questions = 0;
    let mut continues = || {
        questions += 1;
        questions < 3
    };
    assert_eq!(nimber.inverse_while(&mut continues), Err(NumberError::Interrupted));
    assert_eq!(questions, 3);
    assert_eq!(nimber.square_root_while(&mut || false), Err(NumberError::Interrupted));
    assert_eq!(nimber.power_while(u128::MAX, &mut || false), Err(NumberError::Interrupted));
    assert_eq!(Transfinite::omega().inverse_while(&mut || false), Transfinite::omega().inverse());
}
