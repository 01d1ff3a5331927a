//! Products and inverses of slices that consist of whole blocks.

use super::element::{Element, Pair, Parts};
use super::karatsuba::{DIGITS, Digit, Half, Points, combine, invert, multiply};
use super::tower::Tower;

/// Elements of 64 bits.
type Word<T> = Pair<Half<T>>;

/// The digits of a block of nimbers of 128 bits, lowest first, and room for the sums of the upper and lower digits.
type Long<T> = [T; 3 * DIGITS];

/// The most words of a block.
const MOST_WORDS: usize = 256;

/// The digits of two blocks of words.
struct Room<T> {
    one: Points<T>,
    other: Points<T>,
}

impl<T: Digit> Room<T> {
    #[inline(always)]
    fn new() -> Self {
        Room { one: [T::ZERO; _], other: [T::ZERO; _] }
    }

    /// Replaces the first digits of `one` by those of the nim product with `other`.
    #[inline(always)]
    fn multiply(&mut self, one: &mut [T], other: &[T]) {
        self.one[..DIGITS].copy_from_slice(one);
        self.other[..DIGITS].copy_from_slice(other);
        multiply(&mut self.one, &mut self.other, DIGITS);
        one.copy_from_slice(&self.one[..DIGITS]);
    }

    #[inline(always)]
    fn invert(&mut self, nimber: &mut [T]) {
        self.one[..DIGITS].copy_from_slice(nimber);
        invert(&mut self.one, &mut self.other);
        nimber.copy_from_slice(&self.one[..DIGITS]);
    }
}

/// Nimbers of 64 or 128 bits with operations on slices.
///
/// The lengths of slices are multiples of the words of a block; a rest is ignored.
pub(super) trait Blocks: Tower + Default {
    /// Multiplies the nimbers in `factors` by those in `others`.
    fn multiply<T: Digit>(factors: &mut [Self], others: &[Self]);
    /// Replaces each nimber by its inverse, and 0 by 0.
    fn invert<T: Digit>(nimbers: &mut [Self]);
}

impl Blocks for u64 {
    #[inline(always)]
    fn multiply<T: Digit>(factors: &mut [u64], others: &[u64]) {
        let mut room = Room::<T>::new();
        for (factors, others) in factors.chunks_exact_mut(T::WORDS).zip(others.chunks_exact(T::WORDS)) {
            T::load(factors, &mut room.one[..DIGITS]);
            T::load(others, &mut room.other[..DIGITS]);
            multiply(&mut room.one, &mut room.other, DIGITS);
            T::store(&mut room.one[..DIGITS], factors);
        }
    }

    #[inline(always)]
    fn invert<T: Digit>(nimbers: &mut [u64]) {
        let mut room = Room::<T>::new();
        for nimbers in nimbers.chunks_exact_mut(T::WORDS) {
            T::load(nimbers, &mut room.one[..DIGITS]);
            invert(&mut room.one, &mut room.other);
            T::store(&mut room.one[..DIGITS], nimbers);
        }
    }
}

impl Blocks for u128 {
    #[inline(always)]
    fn multiply<T: Digit>(factors: &mut [u128], others: &[u128]) {
        let mut room = Room::<T>::new();
        let (mut one, mut other): (Long<T>, Long<T>) = ([T::ZERO; _], [T::ZERO; _]);
        for (factors, others) in factors.chunks_exact_mut(T::WORDS).zip(others.chunks_exact(T::WORDS)) {
            load_long(factors, &mut one);
            load_long(others, &mut other);
            for (one, other) in one.chunks_exact_mut(DIGITS).zip(other.chunks_exact(DIGITS)) {
                room.multiply(one, other);
            }
            combine::<T, Word<T>>(&mut one);
            store_long(&mut one, factors);
        }
    }

    #[inline(always)]
    fn invert<T: Digit>(nimbers: &mut [u128]) {
        let mut room = Room::<T>::new();
        let mut long: Long<T> = [T::ZERO; _];
        for nimbers in nimbers.chunks_exact_mut(T::WORDS) {
            load_long(nimbers, &mut long);
            let (low, rest) = long.split_at_mut(DIGITS);
            let (high, sum) = rest.split_at_mut(DIGITS);
            room.multiply(low, sum);
            (Word::<T>::read(low) ^ Word::<T>::read(high).squared().times_top()).write(low);
            room.invert(low);
            room.multiply(high, low);
            room.multiply(low, sum);
            store_long(&mut long, nimbers);
        }
    }
}

/// Reads the digits of a block, and computes the sums of the upper and lower digits.
#[inline(always)]
fn load_long<T: Digit>(nimbers: &[u128], long: &mut Long<T>) {
    let mut words = [0; MOST_WORDS];
    for half in 0..2 {
        for (word, nimber) in words.iter_mut().zip(nimbers) {
            *word = (nimber >> (64 * half)) as u64;
        }
        T::load(&words[..T::WORDS], &mut long[half * DIGITS..][..DIGITS]);
    }
    for digit in 0..DIGITS {
        long[2 * DIGITS + digit] = long[digit] ^ long[DIGITS + digit];
    }
}

/// Writes a block from its digits, which are overwritten.
#[inline(always)]
fn store_long<T: Digit>(long: &mut Long<T>, nimbers: &mut [u128]) {
    let mut words = [[0; MOST_WORDS]; 2];
    for (half, words) in words.iter_mut().enumerate() {
        T::store(&mut long[half * DIGITS..][..DIGITS], &mut words[..T::WORDS]);
    }
    for (place, nimber) in nimbers.iter_mut().enumerate() {
        *nimber = u128::from(words[1][place]) << 64 | u128::from(words[0][place]);
    }
}
