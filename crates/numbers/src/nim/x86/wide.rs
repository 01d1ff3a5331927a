//! Registers of 512 bits.

#![allow(unsafe_code, reason = "vector instructions")]

use crate::nim::galois::{Bytes, IDENTITY};
use std::arch::x86_64::*;
use std::ops::BitXor;

/// The number of words of a register.
const COUNT: usize = 8;

/// A register of 512 bits.
///
/// Its operations need AVX-512 (F and BW) and GFNI. They are called only from `multiply_wide_gfni` and `invert_wide_gfni`, which
/// check that the machine supports them, and are inlined there.
#[derive(Clone, Copy)]
pub(in crate::nim) struct Register(__m512i);

impl BitXor for Register {
    type Output = Self;

    #[inline(always)]
    fn bitxor(self, other: Self) -> Self {
        // SAFETY: the machine has AVX-512.
        Register(unsafe { _mm512_xor_si512(self.0, other.0) })
    }
}

impl Register {
    /// Transposes the 8×8 bytes at each word position: exchanges the index of the row with the index of the byte, like
    /// `exchange_bytes` of the register of 256 bits.
    #[inline(always)]
    fn exchange_bytes(mut rows: [Self; 8]) -> [Self; 8] {
        for row in &mut rows {
            // SAFETY: the machine has AVX-512.
            *row = Register(unsafe {
                let order = _mm_setr_epi8(0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15);
                _mm512_shuffle_epi8(row.0, _mm512_broadcast_i32x4(order))
            });
        }
        for distance in [4, 2, 1] {
            for row in (0..8).filter(|row| row & distance == 0) {
                let (one, other) = (rows[row].0, rows[row + distance].0);
                // SAFETY: the machine has AVX-512.
                let (low, high) =
                    unsafe { (_mm512_unpacklo_epi8(one, other), _mm512_unpackhi_epi8(one, other)) };
                (rows[row], rows[row + distance]) = (Register(low), Register(high));
            }
        }
        rows
    }
}

impl Register {
    /// Reads eight rows, which need not be aligned.
    ///
    /// # Safety
    /// The machine must have AVX-512, and the rows must be valid for reads.
    #[inline(always)]
    unsafe fn read(rows: *const Self) -> [Self; 8] {
        let mut read = [Self::ZERO; 8];
        for (row, register) in read.iter_mut().enumerate() {
            // SAFETY: the caller guarantees the requirements of this function.
            register.0 = unsafe { _mm512_loadu_si512(rows.add(row).cast()) };
        }
        read
    }

    /// Writes eight rows, which need not be aligned.
    ///
    /// # Safety
    /// The machine must have AVX-512, and the rows must be valid for writes.
    #[inline(always)]
    unsafe fn write(from: [Self; 8], rows: *mut Self) {
        for (row, register) in from.into_iter().enumerate() {
            // SAFETY: the caller guarantees the requirements of this function.
            unsafe { _mm512_storeu_si512(rows.add(row).cast(), register.0) }
        }
    }

    /// Exchanges the upper word of each pair of words in `one` with the lower word of the pair in `other`.
    #[inline(always)]
    fn exchange_words(mut one: [Self; 8], mut other: [Self; 8]) -> [[Self; 8]; 2] {
        for (one, other) in one.iter_mut().zip(&mut other) {
            // SAFETY: the machine has AVX-512.
            let (low, high) =
                unsafe { (_mm512_unpacklo_epi64(one.0, other.0), _mm512_unpackhi_epi64(one.0, other.0)) };
            (*one, *other) = (Register(low), Register(high));
        }
        [one, other]
    }
}

impl Bytes for Register {
    const WORDS: usize = 8 * COUNT;
    // SAFETY: all bits are valid in both types, and the sizes are equal.
    const ZERO: Self = Register(unsafe { std::mem::transmute::<[u64; COUNT], __m512i>([0; COUNT]) });

    #[inline(always)]
    fn multiply(self, other: Self) -> Self {
        // SAFETY: the machine has GFNI and AVX-512.
        Register(unsafe { _mm512_gf2p8mul_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn map(self, matrix: u64) -> Self {
        // SAFETY: the machine has GFNI and AVX-512.
        Register(unsafe { _mm512_gf2p8affine_epi64_epi8::<0>(self.0, _mm512_set1_epi64(matrix as i64)) })
    }

    #[inline(always)]
    fn invert(self) -> Self {
        // SAFETY: the machine has GFNI and AVX-512.
        Register(unsafe { _mm512_gf2p8affineinv_epi64_epi8::<0>(self.0, _mm512_set1_epi64(IDENTITY as i64)) })
    }

    #[inline(always)]
    fn load(words: &[u64]) -> [Self; 8] {
        let rows: *const Self = words[..Self::WORDS].as_ptr().cast();
        // SAFETY: the machine has AVX-512. The slice has as many bytes as eight rows.
        Self::exchange_bytes(unsafe { Self::read(rows) })
    }

    #[inline(always)]
    fn store(bytes: [Self; 8], words: &mut [u64]) {
        let rows: *mut Self = words[..Self::WORDS].as_mut_ptr().cast();
        // SAFETY: the machine has AVX-512. The slice has as many bytes as eight rows.
        unsafe { Self::write(Self::exchange_bytes(bytes), rows) }
    }

    #[inline(always)]
    fn load_halves(numbers: &[u128]) -> [[Self; 8]; 2] {
        let rows: *const Self = numbers[..Self::WORDS].as_ptr().cast();
        // SAFETY: the machine has AVX-512. The slice has as many bytes as sixteen rows.
        let (one, other) = unsafe { (Self::read(rows), Self::read(rows.add(8))) };
        let [low, high] = Self::exchange_words(one, other);
        [Self::exchange_bytes(low), Self::exchange_bytes(high)]
    }

    #[inline(always)]
    fn store_halves([low, high]: [[Self; 8]; 2], numbers: &mut [u128]) {
        let rows: *mut Self = numbers[..Self::WORDS].as_mut_ptr().cast();
        let [one, other] = Self::exchange_words(Self::exchange_bytes(low), Self::exchange_bytes(high));
        // SAFETY: the machine has AVX-512. The slice has as many bytes as sixteen rows.
        unsafe {
            Self::write(one, rows);
            Self::write(other, rows.add(8));
        }
    }
}
