//! Berlekamp's rule on stalks that are machine words.

/// Returns 2^63 times the value of a stalk of 64 segments. The highest bit is the segment at the ground, and ones are Left's.
///
/// The run of equal bits at the top is the integer part. The bits after the run, followed by a one and read as the binary number
/// b1.b2b3...1, are the fractional part plus one. Takes a few instructions without branches.
///
/// Source: E. R. Berlekamp, The Hackenbush number system for compression of numerical data (1974).
///
/// ```
/// use winways_games::hackenbush::red_blue_stalks::value_of_word;
/// assert_eq!(value_of_word(u64::MAX), 64 << 63);
/// // LR and then L all the way: 1 - 1/2 + 1/4 + ... + 1/2^63.
/// assert_eq!(value_of_word(!(1 << 62)), (1 << 63) - 1);
/// ```
#[inline]
pub const fn value_of_word(segments: u64) -> i128 {
    // All ones if Left has the segment at the ground.
    let ground = (segments as i64 >> 63) as u64;
    let run = (segments ^ ground).leading_zeros() as u64; // at least 1
    let integer = (run ^ !ground).wrapping_sub(!ground) as i64; // the run, or its negative
    let end = 1 << (run - 1);
    let fraction = ((segments << (run - 1)) << 1 | end) ^ 1 << 63;
    ((integer as i128) << 63) + fraction as i64 as i128
}

/// Returns 2^63 times the sum of the values of stalks of 64 segments, each in the format of [`value_of_word`]. O(stalks).
///
/// The sum cannot overflow: that would take 2^58 stalks.
///
/// ```
/// use winways_games::hackenbush::red_blue_stalks::{sum_of_words, value_of_word};
/// let (stalk, mirror) = (0xF0F0_F0F0_1234_5678u64, !0xF0F0_F0F0_1234_5678u64);
/// assert_eq!(sum_of_words(&[stalk, mirror, stalk]), value_of_word(stalk));
/// ```
pub fn sum_of_words(stalks: &[u64]) -> i128 {
    stalks.iter().map(|&segments| value_of_word(segments)).sum()
}

/// Returns 2^63 times the value of a stalk of 0 to 63 segments, followed by a one and zeros.
///
/// The added one ends the binary fraction. If all segments are Left's, it prolongs their run: the integer part is then too great
/// by 1, and the fractional part is -1. In the same way, the value of the empty stalk is 1 - 1.
#[inline]
pub(super) const fn value_of_marked_word(word: u64) -> i128 {
    let ground = (word as i64 >> 63) as u64;
    let run = (word ^ ground).leading_zeros() as u64;
    let integer = (run ^ !ground).wrapping_sub(!ground) as i64;
    let fraction = ((word << (run - 1)) << 1) ^ 1 << 63;
    ((integer as i128) << 63) + fraction as i64 as i128
}
