//! Tests that compare field operations with a slow recursive product.

mod common;

use common::slow_product;
use proptest::prelude::*;
use winways_numbers::nim::{self, Extension, NimField, Roots};

/// Checks all operations on three nimbers of one field.
fn check<T: NimField>(a: u128, b: u128, c: u128) {
    let [a, b, c] = [a, b, c].map(T::truncate);
    let slow = |a: T, b: T| T::truncate(slow_product(a.into(), b.into(), T::BITS / 2));
    let product = nim::product(a, b);
    assert_eq!(product, slow(a, b));
    assert_eq!(product, nim::product(b, a));
    assert_eq!(nim::product(product, c), nim::product(a, nim::product(b, c)));
    assert_eq!(nim::product(a, b ^ c), product ^ nim::product(a, c));
    assert_eq!(nim::square(a), slow(a, a));
    assert_eq!(nim::square(nim::square_root(a)), a);
    match nim::inverse(a) {
        Some(inverse) => assert_eq!(slow(a, inverse), T::ONE),
        None => assert_eq!(a, T::ZERO),
    }
    assert_eq!(nim::power(a, 5), slow(slow(slow(a, a), slow(a, a)), a));
    let conjugates = (1..T::BITS).scan(a, |x, _| {
        *x = nim::square(*x);
        Some(*x)
    });
    assert_eq!(conjugates.fold(a, |sum, x| sum ^ x), if nim::trace(a) { T::ONE } else { T::ZERO });
    check_equations(a, b, c);
    check_polynomial(a);
    if let Some(order) = nim::multiplicative_order(a) {
        assert_eq!(nim::power(a, order), T::ONE);
        assert!(
            T::PRIMES
                .iter()
                .all(|&p| order % u128::from(p) != 0 || nim::power(a, order / u128::from(p)) != T::ONE)
        );
    }
}

fn check_equations<T: NimField>(a: T, b: T, c: T) {
    let x = nim::solve_artin_schreier(c);
    assert_eq!(x.square().sum(x), Extension::from(c));
    assert_eq!(x.in_field().is_none(), nim::trace(c));
    let value = |x: Extension<T>| {
        Extension::from(a).product(x.square()).sum(Extension::from(b).product(x)).sum(Extension::from(c))
    };
    match nim::solve_quadratic(a, b, c) {
        Roots::All => assert!(a == T::ZERO && b == T::ZERO && c == T::ZERO),
        Roots::None => assert!(a == T::ZERO && b == T::ZERO && c != T::ZERO),
        Roots::One(x) => assert_eq!(value(Extension::from(x)), Extension::from(T::ZERO)),
        Roots::Two(x, y) => {
            assert!(x < y && [x, y].iter().all(|&x| value(Extension::from(x)) == Extension::from(T::ZERO)))
        }
        Roots::Above(x, y) => {
            assert!(
                x < y && x.high != T::ZERO && [x, y].iter().all(|&x| value(x) == Extension::from(T::ZERO))
            );
        }
    }
}

fn check_polynomial<T: NimField>(a: T) {
    let polynomial = nim::minimal_polynomial(a);
    let value = (0..polynomial.degree).rev().fold(T::ONE, |value, place| {
        let bit = if polynomial.lower >> place & 1 == 1 { T::ONE } else { T::ZERO };
        nim::product(value, a) ^ bit
    });
    assert_eq!(value, T::ZERO);
    let conjugate = (0..nim::degree(a)).fold(a, |x, _| nim::square(x));
    assert_eq!(conjugate, a);
}

fn check_log<T: NimField>(base: u128, exponent: u128) {
    let base = T::truncate(base);
    let value = nim::power(base, exponent);
    let log = nim::logarithm(base, value).expect("a power has a logarithm");
    assert_eq!(nim::power(base, log), value);
    assert!(nim::multiplicative_order(base).is_none_or(|order| log < order));
}

fn sparse() -> impl Strategy<Value = u128> {
    (any::<u128>(), 0..=128_u32).prop_map(|(bits, kept)| bits.checked_shr(kept).unwrap_or(0))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(common::cases(200, 10_000)))]

    #[test]
    fn field_of_8_bits(a: u128, b: u128, c: u128) { check::<u8>(a, b, c); }
    #[test]
    fn field_of_16_bits(a: u128, b: u128, c: u128) { check::<u16>(a, b, c); }
    #[test]
    fn field_of_32_bits(a: u128, b: u128, c: u128) { check::<u32>(a, b, c); }
    #[test]
    fn field_of_64_bits(a: u128, b: u128, c: u128) { check::<u64>(a, b, c); }
    #[test]
    fn field_of_128_bits(a in sparse(), b in sparse(), c in sparse()) { check::<u128>(a, b, c); }
    #[test]
    fn small_numbers(a in 0..300_u128, b in 0..300_u128, c in 0..300_u128) {
        check::<u32>(a, b, c);
        check::<u128>(a, b, c);
    }

    #[test]
    fn logarithms(base: u128, exponent: u128) {
        check_log::<u8>(base, exponent);
        check_log::<u16>(base, exponent);
        check_log::<u32>(base, exponent);
        check_log::<u64>(base, exponent);
    }

    #[test]
    fn no_logarithms(base: u64, value: u64) {
        prop_assume!(base != 0 && value != 0);
        if nim::logarithm(base, value).is_none() {
            let order = nim::multiplicative_order(base).unwrap();
            prop_assert_ne!(nim::power(value, order), 1);
        }
    }

    #[test]
    fn extension(a: u128, b: u128, c: u128, d: u128) {
        let (x, y) = (Extension { high: a, low: b }, Extension { high: c, low: d });
        prop_assert_eq!(x.product(y).square(), x.square().product(y.square()));
        prop_assert_eq!(x.square().square_root(), x);
        if let Some(inverse) = x.inverse() {
            prop_assert_eq!(x.product(y).product(inverse), y);
        }
    }

    #[test]
    fn batches(a: Vec<u64>, b: Vec<u64>) {
        let mut products = a.clone();
        nim::multiply_all_u64(&mut products, &b);
        for (place, &product) in products.iter().enumerate() {
            let expected = b.get(place).map_or(a[place], |&b| nim::product(a[place], b));
            prop_assert_eq!(product, expected);
        }
        let mut inverses = a.clone();
        nim::invert_all_u64(&mut inverses);
        for (&nimber, &inverse) in a.iter().zip(&inverses) {
            prop_assert_eq!(nim::inverse(nimber).unwrap_or(0), inverse);
        }
    }

    #[test]
    fn wide_batches(a: Vec<u128>, b: Vec<u128>) {
        let mut products = a.clone();
        nim::multiply_all_u128(&mut products, &b);
        for (place, &product) in products.iter().enumerate() {
            let expected = b.get(place).map_or(a[place], |&b| nim::product(a[place], b));
            prop_assert_eq!(product, expected);
        }
        let mut inverses = a.clone();
        nim::invert_all_u128(&mut inverses);
        for (&nimber, &inverse) in a.iter().zip(&inverses) {
            prop_assert_eq!(nim::inverse(nimber).unwrap_or(0), inverse);
        }
    }
}

#[test]
fn facts() {
    assert_eq!(nim::square_root(u64::MAX), 13_308_621_735_066_724_477);
    assert_eq!(nim::inverse(u64::MAX), Some(221_865_125_609_472));
    let mut images: Vec<u8> = (0..=255).map(|x: u8| nim::square(x) ^ x).collect();
    images.sort_unstable();
    images.dedup();
    assert_eq!(images, (0..128).collect::<Vec<u8>>());
}

#[test]
fn all_products_of_8_bits() {
    for a in 0..=255_u8 {
        for b in 0..=255_u8 {
            assert_eq!(u128::from(nim::product(a, b)), slow_product(a.into(), b.into(), 4));
        }
    }
}

#[test]
fn logarithms_of_zero_and_one() {
    assert_eq!(nim::logarithm(0_u64, 0), Some(1));
    assert_eq!(nim::logarithm(0_u64, 1), Some(0));
    assert_eq!(nim::logarithm(0_u64, 2), None);
    assert_eq!(nim::logarithm(2_u64, 0), None);
    assert_eq!(nim::logarithm(1_u64, 1), Some(0));
    assert_eq!(nim::logarithm(1_u64, 2), None);
    assert_eq!(nim::logarithm(258_u16, 15_417).map(|log| nim::power(258_u16, log)), Some(15_417));
}

#[test]
fn logarithm_of_128_bits() {
    check_log::<u128>(u128::MAX, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef);
    let stopped = nim::logarithm_while(u128::MAX, 1 << 127, &mut || false);
    assert_eq!(stopped, Err(nim::Interrupted));
}
