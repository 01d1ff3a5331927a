//! Tests that compare all kernels with a slow recursive product.

#[path = "../../tests/common/mod.rs"]
mod common;

use super::basis;
use super::batch::{invert_all, multiply_all};
use super::blocks::Blocks;
use super::galois::{Bytes, Galois, IDENTITY};
use super::kernel::Kernel;
use super::tower::product_of_halves;
use common::slow_product;
use std::fmt::Debug;

/// The maximum length of the tested slices. It exceeds the block size of every kernel.
const MOST: usize = 300;

/// Returns some powers of two, their predecessors and their complements, followed by pseudorandom numbers.
fn numbers(seed: u128, count: usize) -> Vec<u128> {
    let corners = (0..128).flat_map(|bit| [1 << bit, (1 << bit) - 1, !(1 << bit)]);
    let random = (1..).map(|place: u128| {
        let mixed = (place ^ seed << 64).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835);
        (mixed ^ mixed >> 67).wrapping_mul(0xd134_2543_de82_ef95_2545_f491_4f6c_dd1d)
    });
    let step = 1 + seed as usize % 5;
    let mut numbers: Vec<u128> = corners.step_by(step).take(count / 2).collect();
    numbers.extend(random.take(count - numbers.len()));
    numbers
}

/// Checks products and inverses of slices of all lengths up to [`MOST`], which start at index `length % 4`.
fn check<N: Blocks + Debug + PartialEq>(half: u32, of: fn(u128) -> N, to: fn(N) -> u128) {
    let [one, other] = [2, 3].map(|seed| numbers(seed, MOST + 4).into_iter().map(of).collect::<Vec<N>>());
    let slow = |a: N, b: N| of(slow_product(to(a), to(b), half));
    let products: Vec<N> = one.iter().zip(&other).map(|(&a, &b)| slow(a, b)).collect();
    let inverses: Vec<N> = one.iter().map(|a| a.inverted()).collect();
    for (&a, &inverse) in one.iter().zip(&inverses) {
        assert_eq!(slow(a, inverse), of(u128::from(to(a) != 0)));
    }
    for ((&a, &b), &product) in one.iter().zip(&other).zip(&products) {
        assert_eq!(a.times(b), product);
    }
    for kernel in Kernel::available() {
        for length in 0..=MOST {
            let places = length % 4..length % 4 + length;
            let mut result = one.clone();
            multiply_all(kernel, &mut result[places.clone()], &other[places.clone()]);
            assert_eq!(result[places.clone()], products[places.clone()], "{kernel:?}, {length}");
            assert_eq!(result[places.end..], one[places.end..]);
            let mut result = one.clone();
            invert_all(kernel, &mut result[places.clone()]);
            assert_eq!(result[places.clone()], inverses[places.clone()], "{kernel:?}, {length}");
            assert_eq!(result[places.end..], one[places.end..]);
        }
    }
}

#[test]
fn batches_of_64_bits() {
    check::<u64>(32, |nimber| nimber as u64, u128::from);
}

#[test]
fn batches_of_128_bits() {
    check::<u128>(64, |nimber| nimber, |nimber| nimber);
}

#[test]
fn single_products_of_64_bits() {
    let carryless = |one: u64, other: u64| {
        let shifted = (0..64).map(|bit| u128::from(one & (other >> bit & 1).wrapping_neg()) << bit);
        let product = shifted.fold(0, |sum, term| sum ^ term);
        (product as u64, (product >> 64) as u64)
    };
    for (one, other) in numbers(4, 500).into_iter().zip(numbers(5, 500)) {
        let (one, other) = (one as u64, other as u64);
        let expected = slow_product(one.into(), other.into(), 32);
        assert_eq!(u128::from(product_of_halves(one, other)), expected);
        assert_eq!(u128::from(basis::product(one, other, carryless)), expected);
    }
}

/// A register of one byte, whose operations follow the definition of the instructions.
impl Bytes for u8 {
    const WORDS: usize = 1;
    const ZERO: u8 = 0;

    fn multiply(self, other: u8) -> u8 {
        let reduced = |value: u8| value << 1 ^ if value & 0x80 == 0 { 0 } else { 0x1b };
        (0..8).rev().fold(0, |sum, bit| reduced(sum) ^ if other >> bit & 1 == 1 { self } else { 0 })
    }

    fn map(self, matrix: u64) -> u8 {
        let rows = matrix.to_le_bytes();
        (0..8).fold(0, |image, bit| image | (((rows[7 - bit] & self).count_ones() & 1) as u8) << bit)
    }

    fn invert(self) -> u8 {
        (0..=255).find(|&other| self.multiply(other) == 1).unwrap_or(0)
    }

    fn load(words: &[u64]) -> [u8; 8] {
        words[0].to_le_bytes()
    }

    fn store(bytes: [u8; 8], words: &mut [u64]) {
        words[0] = u64::from_le_bytes(bytes);
    }
}

#[test]
fn products_of_bytes() {
    assert_eq!(IDENTITY, 0x0102_0408_1020_4080);
    let (one, other) = (numbers(6, 500), numbers(7, 500));
    let mut products = one.clone();
    u128::multiply::<Galois<u8>>(&mut products, &other);
    for ((&one, &other), &product) in one.iter().zip(&other).zip(&products) {
        assert_eq!(product, slow_product(one, other, 64));
    }
    let mut inverses = one.clone();
    u128::invert::<Galois<u8>>(&mut inverses);
    for (&one, &inverse) in one.iter().zip(&inverses) {
        assert_eq!(slow_product(one, inverse, 64), u128::from(one != 0));
    }
    let [mut words, others] = [one, other].map(|long| long.iter().map(|&n| n as u64).collect::<Vec<u64>>());
    let expected: Vec<u64> = words.iter().zip(&others).map(|(&a, &b)| product_of_halves(a, b)).collect();
    u64::multiply::<Galois<u8>>(&mut words, &others);
    assert_eq!(words, expected);
}
