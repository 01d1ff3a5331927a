//! Products and inverses of nimbers in base 256, with each digit in one place of a vector.
//!
//! A product of 2^k digits is evaluated in 3^k points, multiplied point by point, and interpolated. Since these are
//! loops, the code for a product of two digits occurs only once, which keeps it in the instruction cache.

use super::element::{Element, Pair, Parts};

/// Elements of the field of 8 bits, one of each word of a block.
pub(super) trait Digit: Element {
    /// The number of words of a block.
    const WORDS: usize;
    /// The digit 0 of each word.
    const ZERO: Self;
    /// Reads the [`DIGITS`] digits of a block, the lowest first.
    fn load(words: &[u64], digits: &mut [Self]);
    /// Writes a block from its digits, which are overwritten.
    fn store(digits: &mut [Self], words: &mut [u64]);
}

/// A digit takes one place of a vector.
impl<T: Digit> Parts<T> for T {
    const COUNT: usize = 1;

    #[inline(always)]
    fn read(parts: &[T]) -> T {
        parts[0]
    }

    #[inline(always)]
    fn write(self, parts: &mut [T]) {
        parts[0] = self;
    }
}

/// The digits of a word.
pub(super) const DIGITS: usize = 8;

/// The points of a word.
const POINTS: usize = 27;

/// A vector of digits, with room for the points of a product.
pub(super) type Points<T> = [T; POINTS];

/// Elements of 32 bits.
pub(super) type Half<T> = Pair<Pair<T>>;

/// Multiplies the nimber in the first `digits` places by the nimber in the same places of the other vector.
///
/// The number of digits is 4 or 8. The function replaces the other vector by its points, and may overwrite all places.
#[inline(always)]
pub(super) fn multiply<T: Digit>(one: &mut Points<T>, other: &mut Points<T>, digits: usize) {
    evaluate(other, digits);
    multiply_by_points(one, other, digits);
}

/// Multiplies as [`multiply`] by a nimber that was evaluated.
#[inline(always)]
fn multiply_by_points<T: Digit>(one: &mut Points<T>, other: &Points<T>, digits: usize) {
    let points = evaluate(one, digits);
    for (one, other) in one[..points].iter_mut().zip(other) {
        *one = one.times(*other);
    }
    if digits == DIGITS {
        combine::<T, T>(&mut one[..27]);
        combine::<T, Pair<T>>(&mut one[..18]);
        combine::<T, Half<T>>(&mut one[..12]);
    } else {
        combine::<T, T>(&mut one[..9]);
        combine::<T, Pair<T>>(&mut one[..6]);
    }
}

/// Appends the sums of the two halves of each block, for blocks of `digits` places, then for those of half as many,
/// and so on down to two places. Returns the number of points.
#[inline(always)]
fn evaluate<T: Digit>(vector: &mut Points<T>, digits: usize) -> usize {
    let (mut half, mut length) = (digits / 2, digits);
    while half > 0 {
        let (blocks, sums) = vector.split_at_mut(length);
        for (block, sums) in blocks.chunks_exact(2 * half).zip(sums.chunks_exact_mut(half)) {
            let (lows, highs) = block.split_at(half);
            for ((sum, &low), &high) in sums.iter_mut().zip(lows).zip(highs) {
                *sum = low ^ high;
            }
        }
        length += length / 2;
        half /= 2;
    }
    length
}

/// Computes products from the products of their halves, which take the first two thirds of the vector, and from those
/// of the sums of their halves, in the last third. The products replace the products of the halves.
#[inline(always)]
pub(super) fn combine<T: Digit, H: Element + Parts<T>>(vector: &mut [T]) {
    let (blocks, sums) = vector.split_at_mut(vector.len() / 3 * 2);
    for (block, sums) in blocks.chunks_exact_mut(2 * H::COUNT).zip(sums.chunks_exact(H::COUNT)) {
        let (lows, highs) = block.split_at_mut(H::COUNT);
        let (low, high) = (H::read(lows), H::read(highs));
        (H::read(sums) ^ low).write(highs);
        (low ^ high.times_top()).write(lows);
    }
}

/// Replaces the nimber in the first eight places by its inverse. Overwrites both vectors.
#[inline(always)]
pub(super) fn invert<T: Digit>(vector: &mut Points<T>, other: &mut Points<T>) {
    const HALF: usize = DIGITS / 2;
    let (low, high) = (Half::<T>::read(&vector[..HALF]), Half::<T>::read(&vector[HALF..DIGITS]));
    (low ^ high).write(&mut other[..HALF]);
    multiply(vector, other, HALF);
    let norm = Half::<T>::read(&vector[..HALF]) ^ high.squared().times_top();
    norm.inverted().write(&mut other[..HALF]);
    high.write(&mut vector[..HALF]);
    multiply(vector, other, HALF);
    let inverse_high = Half::<T>::read(&vector[..HALF]);
    (low ^ high).write(&mut vector[..HALF]);
    multiply_by_points(vector, other, HALF);
    inverse_high.write(&mut vector[HALF..DIGITS]);
}
