//! A scan of the options of a heap for a value, 64 options at a time.

use super::code::Code;
use crate::width::Width;

/// Returns the first index at which the xor of a row of codes and another row, read backwards, equals `code`. The
/// rows have the same length, a multiple of 64.
pub(super) fn first_pair<C: Code>(width: Width, early: &[C], late: &[C], code: C) -> Option<usize> {
    match width {
        Width::Scalar => first_pair_of_chunks(early, late, code),
        #[cfg(target_arch = "x86_64")]
        Width::Avx2 => {
            assert!(width.is_available());
            // SAFETY: the machine has AVX2.
            unsafe { first_pair_avx2(early, late, code) }
        }
        #[cfg(target_arch = "x86_64")]
        Width::Avx512 => {
            assert!(width.is_available());
            // SAFETY: the machine has these parts of AVX-512.
            unsafe { first_pair_avx512(early, late, code) }
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn first_pair_avx2<C: Code>(early: &[C], late: &[C], code: C) -> Option<usize> {
    first_pair_of_chunks(early, late, code)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl")]
unsafe fn first_pair_avx512<C: Code>(early: &[C], late: &[C], code: C) -> Option<usize> {
    first_pair_of_chunks(early, late, code)
}

#[inline(always)]
fn first_pair_of_chunks<C: Code>(early: &[C], late: &[C], code: C) -> Option<usize> {
    let chunks = early.as_chunks::<64>().0.iter().zip(late.as_rchunks::<64>().1.iter().rev());
    for (chunk, (early, late)) in chunks.enumerate() {
        let pairs = || early.iter().zip(late.iter().rev());
        if pairs().fold(0, |hits, (&a, &b)| hits | u8::from(a ^ b == code)) != 0 {
            return pairs().position(|(&a, &b)| a ^ b == code).map(|index| 64 * chunk + index);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_first_pair_agrees_with_a_linear_search(
            rows in prop::collection::vec((0u8..12, 0u8..12), 0..5).prop_map(|start| start.repeat(128)),
            indices in prop::collection::vec((0usize..512, 0u8..16), 0..4),
            blocks in 0usize..3, code in 0u8..16,
        ) {
            let (mut early, mut late): (Vec<u8>, Vec<u8>) = rows.into_iter().unzip();
            early.resize(128 * blocks, 16);
            late.resize(128 * blocks, 0);
            for (index, value) in indices {
                if let Some(early) = early.get_mut(index) {
                    *early = late[late.len() - 1 - index] ^ value;
                }
            }
            let expected = (0..early.len()).find(|&index| early[index] ^ late[late.len() - 1 - index] == code);
            let wide = |row: &[u8]| row.iter().map(|&code| u16::from(code)).collect::<Vec<u16>>();
            for &width in Width::ALL.iter().filter(|width| width.is_available()) {
                prop_assert_eq!(first_pair(width, &early, &late, code), expected);
                prop_assert_eq!(first_pair(width, &wide(&early), &wide(&late), u16::from(code)), expected);
            }
        }
    }
}
