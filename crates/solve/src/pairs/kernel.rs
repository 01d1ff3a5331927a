//! The inner loop of the pair engine: removes the nim-sums of pairs of values from a set of candidates.
//!
//! This is the only unsafe code of the engine. The AVX-512 variant leaves the same candidates as [`plain`]; the tests
//! compare the least ones.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// The instructions to use. They affect only the speed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Width {
    /// AVX-512 BW: 32 pairs at a time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// One pair after the other. Narrower vectors do not help, since they have no instruction for look-ups in
    /// a large table.
    Scalar,
}

impl Width {
    /// All widths, the widest first.
    pub(super) const ALL: &[Width] = &[
        #[cfg(target_arch = "x86_64")]
        Width::Avx512,
        Width::Scalar,
    ];

    /// Returns the greatest width that this machine supports.
    pub(super) fn widest() -> Width {
        Width::ALL.iter().copied().find(|width| width.is_available()).unwrap_or(Width::Scalar)
    }

    /// Returns `true` if this machine supports the instructions.
    pub(super) fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            Width::Scalar => true,
        }
    }

    /// Removes `lower[i] ^ upper[last - i]` from the candidates for every i. May return early when no
    /// candidate is left.
    ///
    /// If the lengths differ, the end of `lower` or the beginning of `upper` is ignored. A width that the
    /// machine does not support works as [`Width::Scalar`].
    pub(super) fn strike(self, lower: &[u16], upper: &[u16], candidates: &mut Candidates) {
        let length = lower.len().min(upper.len());
        let (lower, upper) = (&lower[..length], &upper[upper.len() - length..]);
        match self {
            // SAFETY: the machine has the instructions.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 if self.is_available() => unsafe { avx512(lower, upper, candidates) },
            _ => plain(lower, upper, candidates),
        }
    }
}

/// A set of values from `base` to below `base` + [`Candidates::VALUES`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidates {
    /// A multiple of [`Candidates::VALUES`].
    base: u16,
    /// Bit i of word w represents the value `base` + 16 w + i.
    words: [u16; Candidates::VALUES / 16],
    /// The number of candidates.
    left: u32,
}

impl Candidates {
    /// The maximum number of candidates.
    pub(super) const VALUES: usize = 2048;

    /// Creates the set of unmarked values from the `block`-th multiple of [`Candidates::VALUES`] on. Values
    /// beyond the marks are not candidates.
    pub(super) fn unmarked(block: u16, marks: &[bool]) -> Candidates {
        let mut words = [0; Candidates::VALUES / 16];
        for (word, marks) in words.iter_mut().zip(marks.chunks(16)) {
            *word = marks.iter().rev().fold(0, |word, marked| word << 1 | u16::from(!marked));
        }
        let left = words.iter().map(|word: &u16| word.count_ones()).sum();
        Candidates { left, base: block.wrapping_mul(Candidates::VALUES as u16), words }
    }

    /// Returns the least candidate.
    pub(super) fn least(&self) -> Option<u16> {
        let index = self.words.iter().position(|&word| word != 0)?;
        Some(self.base + 16 * index as u16 + self.words[index].trailing_zeros() as u16)
    }

    fn strike(&mut self, value: u16) {
        let offset = value ^ self.base;
        if let Some(word) = self.words.get_mut(usize::from(offset / 16)) {
            self.left -= u32::from(*word >> (offset % 16) & 1);
            *word &= !(1 << (offset % 16));
        }
    }
}

/// Implements [`Width::strike`] pair by pair, for two lists of the same length.
fn plain(lower: &[u16], upper: &[u16], candidates: &mut Candidates) {
    for (a, b) in lower.iter().zip(upper.iter().rev()) {
        candidates.strike(a ^ b);
    }
}

/// The number of blocks of pairs between two updates of the table.
#[cfg(target_arch = "x86_64")]
const STRIDE: usize = 8;

/// Computes the same as [`plain`], 32 pairs at a time.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn avx512(lower: &[u16], upper: &[u16], candidates: &mut Candidates) {
    const LANES: usize = 32;
    const REVERSED: [u16; LANES] = {
        let mut lanes = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            lanes[lane] = (LANES - 1 - lane) as u16;
            lane += 1;
        }
        lanes
    };
    // SAFETY: it reads as many bytes as the array has.
    let load = |block: &[u16; LANES]| unsafe { _mm512_loadu_si512(block.as_ptr().cast()) };
    let table = |words: &[u16; Candidates::VALUES / 16]| {
        let (parts, _) = words.as_chunks::<LANES>();
        [load(&parts[0]), load(&parts[1]), load(&parts[2]), load(&parts[3])]
    };
    let reversed = load(&REVERSED);
    let base = _mm512_set1_epi16(candidates.base as i16);
    let outside = _mm512_set1_epi16(!(Candidates::VALUES as i16 - 1));
    let upper_half = _mm512_set1_epi16(Candidates::VALUES as i16 / 2);
    let (bit_of_word, one) = (_mm512_set1_epi16(15), _mm512_set1_epi16(1));
    let (blocks, rest) = lower.as_chunks::<LANES>();
    let (upper_rest, upper_blocks) = upper.as_rchunks::<LANES>();
    let mut words = table(&candidates.words);
    // Returns the offsets of the nim-sums of two blocks from the base, and a mask of the offsets that are candidates.
    let find_hit = |words: &[__m512i; 4], block: &[u16; LANES], upper: &[u16; LANES]| {
        let upper = _mm512_permutexvar_epi16(reversed, load(upper));
        let offset = _mm512_ternarylogic_epi32::<0x96>(load(block), upper, base);
        let index = _mm512_srli_epi16::<4>(offset);
        let low = _mm512_permutex2var_epi16(words[0], index, words[1]);
        let high = _mm512_permutex2var_epi16(words[2], index, words[3]);
        let word = _mm512_mask_blend_epi16(_mm512_test_epi16_mask(offset, upper_half), low, high);
        let bit = _mm512_sllv_epi16(one, _mm512_and_si512(offset, bit_of_word));
        let inside = _mm512_testn_epi16_mask(offset, outside);
        (offset, _mm512_mask_test_epi16_mask(inside, bit, word))
    };
    let (strides, blocks) = blocks.as_chunks::<STRIDE>();
    let (upper_blocks, upper_strides) = upper_blocks.as_rchunks::<STRIDE>();
    let mut offsets = [[0u16; LANES]; STRIDE];
    for (stride, upper_stride) in strides.iter().zip(upper_strides.iter().rev()) {
        // Hits are removed once per stride, so the table in registers lags behind.
        let mut hits = [0u64; STRIDE / 2];
        for lane_block in 0..STRIDE {
            let (offset, hit) = find_hit(&words, &stride[lane_block], &upper_stride[STRIDE - 1 - lane_block]);
            // SAFETY: it writes as many bytes as the array has.
            unsafe { _mm512_storeu_si512(offsets[lane_block].as_mut_ptr().cast(), offset) };
            hits[lane_block / 2] |= u64::from(hit) << (LANES * (lane_block % 2));
        }
        if hits.iter().fold(0, |any, hit| any | hit) != 0 {
            for (mut hit, offsets) in hits.into_iter().zip(offsets.as_flattened().chunks(2 * LANES)) {
                while hit != 0 {
                    candidates.strike(offsets[hit.trailing_zeros() as usize] ^ candidates.base);
                    hit &= hit - 1;
                }
            }
            if candidates.left == 0 {
                return;
            }
            words = table(&candidates.words);
        }
    }
    let blocks = blocks.as_flattened();
    plain(
        blocks,
        &upper_blocks.as_flattened()[upper_blocks.as_flattened().len() - blocks.len()..],
        candidates,
    );
    plain(rest, upper_rest, candidates);
}
