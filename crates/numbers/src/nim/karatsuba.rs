//! Products and inverses of nimbers in base 256, with one digit in each entry of a vector.
//!
//! To multiply nimbers of 2^k digits, both factors are evaluated at 3^k points, their values are multiplied, and the product is
//! interpolated.
//! These steps are loops, so the code for a product of two digits occurs only once and stays in the instruction cache.

use super::element::{Element, Pair, Parts};

/// Elements of the field of 8 bits, one for each word of a block.
pub(super) trait Digit: Element {
    /// The number of words of a block.
    const WORDS: usize;
    /// The digit 0 of each word.
    const ZERO: Self;
    /// Reads the [`DIGITS`] digits of a block, the lowest first.
    fn load(words: &[u64], digits: &mut [Self]);
    /// Writes a block from its digits, which are overwritten.
    fn store(digits: &mut [Self], words: &mut [u64]);

    /// Reads the digits of a block of nimbers of 128 bits.
    #[inline(always)]
    fn load_long(nimbers: &[u128], digits: &mut [Self]) {
        for (half, digits) in digits.chunks_exact_mut(DIGITS).take(2).enumerate() {
            Self::load(&words_of(nimbers, half)[..Self::WORDS], digits);
        }
    }

    /// Writes a block of nimbers of 128 bits from its digits, which are overwritten.
    #[inline(always)]
    fn store_long(digits: &mut [Self], nimbers: &mut [u128]) {
        let mut words = [[0; MOST_WORDS]; 2];
        for (half, words) in words.iter_mut().enumerate() {
            Self::store(&mut digits[half * DIGITS..][..DIGITS], &mut words[..Self::WORDS]);
        }
        join(&words, nimbers);
    }

    /// Like [`multiply`], but `other` already contains the points of the second factor.
    #[inline(always)]
    fn multiply_by_points(one: &mut Points<Self>, other: &Points<Self>, digits: usize) {
        multiply_by_points(one, other, digits);
    }

    /// Replaces the nimber of `digits` digits by its inverse, like [`invert`].
    #[inline(always)]
    fn invert(norms: &mut Norms<Self>, digits: usize, points: &mut [Points<Self>; 2]) {
        invert(norms, digits, points);
    }
}

/// A digit takes one entry of a vector.
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

/// The maximum number of words of a block.
const MOST_WORDS: usize = 256;

/// The words of a block, padded to the largest block.
pub(super) type Words = [u64; MOST_WORDS];

/// Returns the lower half of each nimber if `half` is 0, and the upper half if it is 1.
#[inline(always)]
pub(super) fn words_of(nimbers: &[u128], half: usize) -> Words {
    let mut words = [0; MOST_WORDS];
    for (word, nimber) in words.iter_mut().zip(nimbers) {
        *word = (nimber >> (64 * half)) as u64;
    }
    words
}

/// Writes nimbers from their lower and upper halves.
#[inline(always)]
pub(super) fn join([low, high]: &[Words; 2], nimbers: &mut [u128]) {
    for ((nimber, &low), &high) in nimbers.iter_mut().zip(low).zip(high) {
        *nimber = u128::from(high) << 64 | u128::from(low);
    }
}

/// The number of digits of a word.
pub(super) const DIGITS: usize = 8;

/// A vector of digits, with room for the points of a product of words.
pub(super) type Points<T> = [T; 27];

/// Elements of 16, 32 and 64 bits.
type Two<T> = Pair<T>;
type Four<T> = Pair<Two<T>>;
pub(super) type Eight<T> = Pair<Four<T>>;

/// Multiplies the nimber in the first `digits` entries of `one` by the nimber in the same entries of `other`.
///
/// The number of digits is 1, 2, 4 or 8. Replaces `other` by its points, and may overwrite all entries of `one`.
#[inline(always)]
pub(super) fn multiply<T: Digit>(one: &mut Points<T>, other: &mut Points<T>, digits: usize) {
    evaluate(other, digits);
    T::multiply_by_points(one, other, digits);
}

/// Like [`multiply`], but `other` already contains the points of the second factor.
#[inline(always)]
pub(super) fn multiply_by_points<T: Digit>(one: &mut Points<T>, other: &Points<T>, digits: usize) {
    let points = evaluate(one, digits);
    for (one, other) in one[..points].iter_mut().zip(other) {
        *one = one.times(*other);
    }
    if digits >= 2 {
        combine::<T, T>(&mut one[..points]);
    }
    if digits >= 4 {
        combine::<T, Two<T>>(&mut one[..points / 3 * 2]);
    }
    if digits >= 8 {
        combine::<T, Four<T>>(&mut one[..points / 9 * 4]);
    }
}

/// Appends the sums of the two halves of each block. The first blocks have `digits` entries; the block size is then halved down to two.
/// Returns the number of points.
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

/// Interpolates products. The first two thirds of the vector contain the products of lower and of upper halves, and the last third
/// contains the products of the sums of the halves. The results replace the first two thirds.
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

/// Nimbers of 1, 2, 4, 8 and 16 digits: a nimber of `n` digits starts at entry `n`.
pub(super) type Norms<T> = [T; 4 * DIGITS];

/// Replaces the nimber of `digits` digits by its inverse. Overwrites the shorter nimbers by norms. A norm is the product of
/// a nimber and its conjugate over the field of half as many bits.
///
/// The number of digits is 8 or 16.
#[inline(always)]
pub(super) fn invert<T: Digit>(norms: &mut Norms<T>, digits: usize, [one, other]: &mut [Points<T>; 2]) {
    let mut half = digits / 2;
    while half > 0 {
        let (norm, nimber) = norms[half..].split_at_mut(half);
        let (low, high) = nimber[..2 * half].split_at(half);
        one[..half].copy_from_slice(low);
        add(low, high, other);
        multiply(one, other, half);
        match half {
            1 => add_norm::<T, T>(one, high, norm),
            2 => add_norm::<T, Two<T>>(one, high, norm),
            4 => add_norm::<T, Four<T>>(one, high, norm),
            _ => add_norm::<T, Eight<T>>(one, high, norm),
        }
        half /= 2;
    }
    norms[1] = norms[1].inverted();
    half = 1;
    while half < digits {
        let (inverse, nimber) = norms[half..].split_at_mut(half);
        other[..half].copy_from_slice(inverse);
        evaluate(other, half);
        let (low, high) = nimber[..2 * half].split_at_mut(half);
        add(low, high, one);
        low.copy_from_slice(&one[..half]);
        for part in [low, high] {
            one[..half].copy_from_slice(part);
            T::multiply_by_points(one, other, half);
            part.copy_from_slice(&one[..half]);
        }
        half *= 2;
    }
}

/// Writes the sums of digits to the first entries of `sums`.
#[inline(always)]
fn add<T: Digit>(one: &[T], other: &[T], sums: &mut [T]) {
    for ((sum, &one), &other) in sums.iter_mut().zip(one).zip(other) {
        *sum = one ^ other;
    }
}

/// Writes the sum of `product` and the norm of `high`·D, where D is a power of two.
#[inline(always)]
fn add_norm<T: Digit, H: Element + Parts<T>>(product: &[T], high: &[T], norm: &mut [T]) {
    (H::read(product) ^ H::read(high).squared().times_top()).write(norm);
}
