//! Bytes as elements of the field of 256 elements that the Advanced Encryption Standard (AES) uses. Some machines compute products in
//! this field with one instruction (GFNI).
//!
//! The field is isomorphic to the nim field of 8 bits. Linear maps change the basis.

use super::element::Element;
use super::karatsuba::{DIGITS, Digit, join, words_of};
use super::tables::product;
use std::ops::BitXor;

/// A register of bytes with the instructions of GFNI.
pub(super) trait Bytes: Copy + BitXor<Output = Self> {
    /// The number of words of eight registers.
    const WORDS: usize;
    /// The register whose bytes are 0.
    const ZERO: Self;
    /// Returns the products of bytes modulo x⁸ + x⁴ + x³ + x + 1.
    fn multiply(self, other: Self) -> Self;
    /// Multiplies each byte by a matrix. The lowest byte of the matrix is the row of the highest bit of the product.
    fn map(self, matrix: u64) -> Self;
    /// Returns the inverses modulo x⁸ + x⁴ + x³ + x + 1; 0 for 0.
    fn invert(self) -> Self;
    /// Reads the eight bytes of each word into one register each, the lowest first.
    fn load(words: &[u64]) -> [Self; 8];
    /// Writes words from their bytes.
    fn store(bytes: [Self; 8], words: &mut [u64]);

    /// Reads the bytes of the lower and of the upper halves of numbers.
    #[inline(always)]
    fn load_halves(numbers: &[u128]) -> [[Self; 8]; 2] {
        let (low, high) = (words_of(numbers, 0), words_of(numbers, 1));
        [Self::load(&low[..Self::WORDS]), Self::load(&high[..Self::WORDS])]
    }

    /// Writes numbers from the bytes of their halves.
    #[inline(always)]
    fn store_halves([low, high]: [[Self; 8]; 2], numbers: &mut [u128]) {
        let mut words = [[0; _]; 2];
        Self::store(low, &mut words[0][..Self::WORDS]);
        Self::store(high, &mut words[1][..Self::WORDS]);
        join(&words, numbers);
    }
}

/// Nimbers of 8 bits as elements of the AES field.
#[derive(Clone, Copy)]
pub(super) struct Galois<B>(B);

impl<B: Bytes> BitXor for Galois<B> {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        Galois(self.0 ^ other.0)
    }
}

impl<B: Bytes> Element for Galois<B> {
    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Galois(self.0.multiply(other.0))
    }

    #[inline(always)]
    fn times_top(self) -> Self {
        Galois(self.0.map(TIMES_TOP))
    }

    #[inline(always)]
    fn squared(self) -> Self {
        Galois(self.0.map(SQUARE))
    }

    #[inline(always)]
    fn inverted(self) -> Self {
        Galois(self.0.invert())
    }
}

impl<B: Bytes> Digit for Galois<B> {
    const WORDS: usize = B::WORDS;
    const ZERO: Self = Galois(B::ZERO);

    #[inline(always)]
    fn load(words: &[u64], digits: &mut [Self]) {
        from_nim(B::load(words), digits);
    }

    #[inline(always)]
    fn store(digits: &mut [Self], words: &mut [u64]) {
        B::store(to_nim(digits), words);
    }

    #[inline(always)]
    fn load_long(nimbers: &[u128], digits: &mut [Self]) {
        let [low, high] = B::load_halves(nimbers);
        from_nim(low, digits);
        from_nim(high, &mut digits[DIGITS..]);
    }

    #[inline(always)]
    fn store_long(digits: &mut [Self], nimbers: &mut [u128]) {
        B::store_halves([to_nim(&digits[..DIGITS]), to_nim(&digits[DIGITS..])], nimbers);
    }
}

/// Converts nimbers of 8 bits to elements of the field.
#[inline(always)]
fn from_nim<B: Bytes>(bytes: [B; 8], digits: &mut [Galois<B>]) {
    for (digit, bytes) in digits.iter_mut().zip(bytes) {
        *digit = Galois(bytes.map(FROM_NIM));
    }
}

/// Converts the first eight digits back to nimbers of 8 bits.
#[inline(always)]
fn to_nim<B: Bytes>(digits: &[Galois<B>]) -> [B; 8] {
    let mut bytes = [B::ZERO; 8];
    for (bytes, digit) in bytes.iter_mut().zip(digits) {
        *bytes = digit.0.map(TO_NIM);
    }
    bytes
}

/// The nimber of each element of the field.
const NIMBERS: [u8; 256] = {
    let mut root = 2;
    while !is_root(root) {
        root += 1;
    }
    let mut nimbers = [0; 256];
    let mut element = 1;
    while element < 256 {
        // Horner's rule: an element 2·a + b is the root times a, plus b.
        let higher = product(nimbers[element >> 1] as u64, root, 4);
        nimbers[element] = higher as u8 ^ (element & 1) as u8;
        element += 1;
    }
    nimbers
};

/// The element of the field for each nimber.
const ELEMENTS: [u8; 256] = {
    let mut elements = [0; 256];
    let mut element = 0;
    while element < 256 {
        elements[NIMBERS[element] as usize] = element as u8;
        element += 1;
    }
    elements
};

/// Returns `true` for a root of x⁸ + x⁴ + x³ + x + 1 among the nimbers.
const fn is_root(nimber: u64) -> bool {
    let square = product(nimber, nimber, 4);
    let fourth = product(square, square, 4);
    product(fourth, fourth, 4) ^ fourth ^ product(square, nimber, 4) ^ nimber ^ 1 == 0
}

/// Returns the matrix of the linear map that maps the bit `i` to `images[i]`.
const fn matrix(images: [u8; 8]) -> u64 {
    let mut matrix = 0;
    let mut place = 0;
    while place < 64 {
        let (row, column) = (7 - place / 8, place % 8);
        matrix |= ((images[column] >> row & 1) as u64) << place;
        place += 1;
    }
    matrix
}

/// Returns the matrix, in the basis of the field, of the linear map that multiplies the bit `i` by the nimber `factors[i]`.
const fn products(factors: [u8; 8]) -> u64 {
    let mut images = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        let image = product(NIMBERS[1 << bit] as u64, factors[bit] as u64, 4);
        images[bit] = ELEMENTS[image as usize];
        bit += 1;
    }
    matrix(images)
}

/// Returns the elements at the indices that are powers of two.
const fn units(elements: &[u8; 256]) -> [u8; 8] {
    let mut units = [0; 8];
    let mut bit = 0;
    while bit < 8 {
        units[bit] = elements[1 << bit];
        bit += 1;
    }
    units
}

const FROM_NIM: u64 = matrix(units(&ELEMENTS));
const TO_NIM: u64 = matrix(units(&NIMBERS));
const TIMES_TOP: u64 = products([1 << 7; 8]);
const SQUARE: u64 = products(units(&NIMBERS));

/// The matrix that maps each byte to itself.
pub(super) const IDENTITY: u64 = matrix([1, 2, 4, 8, 16, 32, 64, 128]);
