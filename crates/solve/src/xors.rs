//! A scan of two lists of values for a pair with one of several given xors.

use crate::width::Width;

/// The number of pairs between two checks for a hit.
const BLOCK: usize = 512;

/// Returns the least index at which the xor of two lists is one of `xors`. The end of the longer list is ignored.
///
/// # Complexity
/// Linear; with AVX-512, 32 pairs take about four instructions.
///
/// ```
/// use winways_solve::position_of_xor;
/// assert_eq!(position_of_xor(&[0, 1, 2, 3], &[5, 5, 5, 6, 7], [5]), Some(0));
/// assert_eq!(position_of_xor(&[0, 1, 2, 3], &[5, 5, 5, 6, 7], [9, 7]), Some(2));
/// assert_eq!(position_of_xor(&[0, 1, 2, 3], &[5, 5, 5, 6, 7], [8, 9]), None);
/// ```
#[must_use]
pub fn position_of_xor<const N: usize>(one: &[u16], two: &[u16], xors: [u16; N]) -> Option<usize> {
    position_with(Width::widest(), one, two, xors)
}

fn position_with<const N: usize>(width: Width, one: &[u16], two: &[u16], xors: [u16; N]) -> Option<usize> {
    let length = one.len().min(two.len());
    let (one, two) = (&one[..length], &two[..length]);
    match width {
        Width::Scalar => position(one, two, xors),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => {
            assert!(width.is_available());
            // SAFETY: the machine has AVX2.
            unsafe { position_avx2(one, two, xors) }
        }
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => {
            assert!(width.is_available());
            // SAFETY: the machine has these parts of AVX-512.
            unsafe { position_avx512(one, two, xors) }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn position_avx2<const N: usize>(one: &[u16], two: &[u16], xors: [u16; N]) -> Option<usize> {
    position(one, two, xors)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn position_avx512<const N: usize>(one: &[u16], two: &[u16], xors: [u16; N]) -> Option<usize> {
    position(one, two, xors)
}

/// Searches two lists of the same length.
#[inline(always)]
fn position<const N: usize>(one: &[u16], two: &[u16], xors: [u16; N]) -> Option<usize> {
    let (blocks, rest) = one.as_chunks::<BLOCK>();
    let (other_blocks, other_rest) = two.as_chunks::<BLOCK>();
    // There are no branches, so that the compiler uses vector instructions. Even SSE2 has an instruction for the minimum
    // of signed 16-bit numbers.
    let flipped = xors.map(|xor| xor ^ 0x8000);
    let has_hit = |(one, two): (&[u16; BLOCK], &[u16; BLOCK])| {
        let least = (0..BLOCK).fold(i16::MAX, |least, lane| {
            let sum = one[lane] ^ two[lane];
            flipped.iter().fold(least, |least, xor| least.min((sum ^ xor) as i16))
        });
        least == i16::MIN
    };
    let position =
        |one: &[u16], two: &[u16]| one.iter().zip(two).position(|(one, two)| xors.contains(&(one ^ two)));
    match blocks.iter().zip(other_blocks).position(has_hit) {
        Some(block) => position(&blocks[block], &other_blocks[block]).map(|index| BLOCK * block + index),
        None => position(rest, other_rest).map(|index| BLOCK * blocks.len() + index),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_width_agrees_with_a_linear_search(
            one in prop::collection::vec(0..8_u16, 1..9),
            length in 0..700_usize,
            place in 0..700_usize,
            value in 0..40_u16,
            xors in prop::array::uniform2(0..40_u16),
        ) {
            let one: Vec<u16> = one.iter().copied().cycle().take(length).collect();
            let mut two = one.clone();
            two.reverse();
            two.resize(length + 3, 7);
            two[place % (length + 3)] = value;
            let expected = (0..length).find(|&index| xors.contains(&(one[index] ^ two[index])));
            for &width in Width::ALL.iter().filter(|width| width.is_available()) {
                prop_assert_eq!(position_with(width, &one, &two, xors), expected);
                prop_assert_eq!(position_with(width, &two, &one, xors), expected);
            }
        }
    }
}
