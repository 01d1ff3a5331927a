//! Products of single nimbers of 64 bits by carry-less multiplication.
//!
//! The nim field of 64 bits is isomorphic to the polynomials over {0, 1} modulo x⁶⁴ + x⁴ + x³ + x + 1. Linear maps
//! change the basis.

use super::tables::{Linear, linear, map, product as slow_product};

/// A nimber that is a root of the polynomial x⁶⁴ + x⁴ + x³ + x + 1.
const ROOT: u64 = 4_623_091_020_647_089_842;

/// The powers of the root with exponents below 64.
const POWERS: [u64; 64] = {
    let mut powers = [1; 64];
    let mut exponent = 1;
    while exponent < 64 {
        powers[exponent] = slow_product(powers[exponent - 1], ROOT, 32);
        exponent += 1;
    }
    powers
};

/// Maps polynomials to nimbers.
static TO_NIM: Linear<8> = linear(&POWERS);

/// Maps nimbers to polynomials.
static FROM_NIM: Linear<8> = linear(&inverse_matrix(POWERS));

/// Returns the images of the bits under the inverse of the linear map that maps the bit `i` to `images[i]`.
const fn inverse_matrix(mut images: [u64; 64]) -> [u64; 64] {
    // Invariant: images[i] is the image of sources[i]. In the end, each image is a single bit.
    let mut sources = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        sources[bit] = 1 << bit;
        bit += 1;
    }
    bit = 0;
    while bit < 64 {
        let mut pivot = bit;
        while images[pivot] >> bit & 1 == 0 {
            pivot += 1;
        }
        let (image, source) = (images[pivot], sources[pivot]);
        (images[pivot], sources[pivot]) = (images[bit], sources[bit]);
        let mut row = 0;
        while row < 64 {
            if images[row] >> bit & 1 == 1 {
                images[row] ^= image;
                sources[row] ^= source;
            }
            row += 1;
        }
        (images[bit], sources[bit]) = (image, source);
        bit += 1;
    }
    sources
}

/// Returns the nim product. `multiply` returns the lower and the upper half of the carry-less product.
#[inline(always)]
pub(super) fn product(one: u64, other: u64, multiply: impl Fn(u64, u64) -> (u64, u64)) -> u64 {
    map(&TO_NIM, reduce(multiply(map(&FROM_NIM, one), map(&FROM_NIM, other))))
}

/// Reduces a polynomial of degree at most 126, given as its lower and upper half.
#[inline(always)]
fn reduce((low, high): (u64, u64)) -> u64 {
    let high = high ^ (high >> 60) ^ (high >> 61) ^ (high >> 63);
    low ^ high ^ (high << 1) ^ (high << 3) ^ (high << 4)
}
