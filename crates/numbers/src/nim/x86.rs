//! Vector instructions of x86-64. All unsafe code of the crate is here, in `wide.rs` and in `carryless.rs`.

#![allow(unsafe_code, reason = "vector instructions")]

mod wide;

use super::blocks::Blocks;
use super::galois::{Bytes, Galois, IDENTITY};
use super::karatsuba::{Norms, Points, invert, multiply_by_points};
use super::planes::{Byte, Lanes};
use std::arch::x86_64::*;
use std::ops::{BitAnd, BitXor};

/// Returns `true` if the machine has AVX2.
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
}

/// Returns `true` if the machine has AVX2 and GFNI, the instructions for the field of 256 elements.
pub(super) fn has_gfni() -> bool {
    has_avx2() && is_x86_feature_detected!("gfni")
}

/// Returns `true` if the machine has AVX-512 (F and BW), AVX2 and GFNI.
pub(super) fn has_wide_gfni() -> bool {
    is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512f") && has_gfni()
}

/// The digits of [`multiply_avx2`].
pub(super) type Planes = Byte<Register>;

/// The digits of [`multiply_gfni`].
pub(super) type GaloisBytes = Galois<Register>;

/// The digits of [`multiply_wide_gfni`].
pub(super) type WideGaloisBytes = Galois<wide::Register>;

/// Defines a function that runs an operation with additional target features, and panics if the machine lacks them.
macro_rules! with_features {
    ($name:ident($($argument:ident: $type:ty),*) with $features:literal if $has:ident => $function:ident::<$digit:ty>) => {
        /// Runs the operation on blocks of digits.
        ///
        /// # Panics
        /// Panics if the machine lacks the instructions.
        pub(super) fn $name<N: Blocks>($($argument: $type),*) {
            #[target_feature(enable = $features)]
            fn run<N: Blocks>($($argument: $type),*) {
                N::$function::<$digit>($($argument),*);
            }
            assert!($has());
            // SAFETY: the machine has the instructions.
            unsafe { run($($argument),*) }
        }
    };
}

with_features!(multiply_avx2(factors: &mut [N], others: &[N]) with "avx2" if has_avx2 => multiply::<Planes>);
with_features!(invert_avx2(nimbers: &mut [N]) with "avx2" if has_avx2 => invert::<Planes>);
with_features!(multiply_gfni(factors: &mut [N], others: &[N]) with "avx2,gfni" if has_gfni => multiply::<GaloisBytes>);
with_features!(invert_gfni(nimbers: &mut [N]) with "avx2,gfni" if has_gfni => invert::<GaloisBytes>);
with_features!(multiply_wide_gfni(factors: &mut [N], others: &[N]) with "avx512f,avx512bw,gfni" if has_wide_gfni => multiply::<WideGaloisBytes>);
with_features!(invert_wide_gfni(nimbers: &mut [N]) with "avx512f,avx512bw,gfni" if has_wide_gfni => invert::<WideGaloisBytes>);

/// A register of 256 bits.
///
/// Its operations need AVX2; the operations of [`Bytes`] also need GFNI. They are called only from the functions that
/// [`with_features`] defines, which check that the machine supports them, and are inlined there.
#[derive(Clone, Copy)]
pub(super) struct Register(__m256i);

impl BitXor for Register {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe { _mm256_xor_si256(self.0, other.0) })
    }
}

impl BitAnd for Register {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe { _mm256_and_si256(self.0, other.0) })
    }
}

impl Lanes for Register {
    const COUNT: usize = 4;
    // SAFETY: all bits are valid in both types, and the sizes are equal.
    const ZERO: Self = Register(unsafe { std::mem::transmute::<[u64; 4], __m256i>([0; 4]) });

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe { _mm256_set1_epi64x(word as i64) })
    }

    #[inline(always)]
    fn load(words: &[u64]) -> Self {
        let words: *const u64 = words[..Self::COUNT].as_ptr();
        // SAFETY: the machine has AVX2. The slice has four words; they need not be aligned.
        Register(unsafe { _mm256_loadu_si256(words.cast()) })
    }

    #[inline(always)]
    fn store(self, words: &mut [u64]) {
        let words: *mut u64 = words[..Self::COUNT].as_mut_ptr();
        // SAFETY: the machine has AVX2. The slice has four words; they need not be aligned.
        unsafe { _mm256_storeu_si256(words.cast(), self.0) }
    }

    #[inline(always)]
    fn left<const N: i32>(self) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe { _mm256_slli_epi64::<N>(self.0) })
    }

    #[inline(always)]
    fn right<const N: i32>(self) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe { _mm256_srli_epi64::<N>(self.0) })
    }

    /// Alternates the bytes of the two words in each half, then interleaves the bytes of rows three times. Each time,
    /// the highest bit of the byte index becomes a bit of the row index, and the previous bit of the row index becomes
    /// the lowest bit of the byte index.
    #[inline(always)]
    fn exchange_bytes(mut rows: [Self; 8]) -> [Self; 8] {
        for row in &mut rows {
            *row = row.alternated();
        }
        for distance in [4, 2, 1] {
            for row in (0..8).filter(|row| row & distance == 0) {
                (rows[row], rows[row + distance]) = rows[row].interleaved(rows[row + distance]);
            }
        }
        rows
    }

    #[inline(always)]
    fn multiply_by_points(one: &mut Points<Planes>, other: &Points<Planes>, digits: usize) {
        // SAFETY: the machine has AVX2.
        unsafe { multiply_planes(one, other, digits) }
    }

    #[inline(always)]
    fn invert(norms: &mut Norms<Planes>, digits: usize, points: &mut [Points<Planes>; 2]) {
        // SAFETY: the machine has AVX2.
        unsafe { invert_planes(norms, digits, points) }
    }
}

/// Like [`multiply_by_points`], but in registers of 256 bits and out of line.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn multiply_planes(one: &mut Points<Planes>, other: &Points<Planes>, digits: usize) {
    multiply_by_points(one, other, digits);
}

/// Like [`invert`], but in registers of 256 bits and out of line.
#[inline(never)]
#[target_feature(enable = "avx2")]
fn invert_planes(norms: &mut Norms<Planes>, digits: usize, points: &mut [Points<Planes>; 2]) {
    invert(norms, digits, points);
}

impl Register {
    /// Alternates the bytes of the lower and the upper word in each half of the register.
    #[inline(always)]
    fn alternated(self) -> Self {
        // SAFETY: the machine has AVX2.
        Register(unsafe {
            let order = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
            _mm256_shuffle_epi8(self.0, _mm256_broadcastsi128_si256(order))
        })
    }

    /// Interleaves the lower eight bytes, and the upper eight bytes, of each half of two registers.
    #[inline(always)]
    fn interleaved(self, other: Self) -> (Self, Self) {
        // SAFETY: the machine has AVX2.
        unsafe {
            (Register(_mm256_unpacklo_epi8(self.0, other.0)), Register(_mm256_unpackhi_epi8(self.0, other.0)))
        }
    }
}

impl Bytes for Register {
    const WORDS: usize = 32;
    const ZERO: Self = <Self as Lanes>::ZERO;

    #[inline(always)]
    fn multiply(self, other: Self) -> Self {
        // SAFETY: the machine has GFNI.
        Register(unsafe { _mm256_gf2p8mul_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn map(self, matrix: u64) -> Self {
        // SAFETY: the machine has GFNI.
        Register(unsafe { _mm256_gf2p8affine_epi64_epi8::<0>(self.0, Self::splat(matrix).0) })
    }

    #[inline(always)]
    fn invert(self) -> Self {
        // SAFETY: the machine has GFNI.
        Register(unsafe { _mm256_gf2p8affineinv_epi64_epi8::<0>(self.0, Self::splat(IDENTITY).0) })
    }

    #[inline(always)]
    fn load(words: &[u64]) -> [Self; 8] {
        let mut rows = [<Self as Lanes>::ZERO; 8];
        for (row, words) in rows.iter_mut().zip(words.chunks_exact(Self::COUNT)) {
            *row = <Self as Lanes>::load(words);
        }
        Self::exchange_bytes(rows)
    }

    #[inline(always)]
    fn store(bytes: [Self; 8], words: &mut [u64]) {
        let rows = Self::exchange_bytes(bytes);
        for (row, words) in rows.into_iter().zip(words.chunks_exact_mut(Self::COUNT)) {
            <Self as Lanes>::store(row, words);
        }
    }
}
