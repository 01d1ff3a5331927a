//! The number in which a heap's class and value are kept: one byte, or two where values grow beyond 255.

use super::lanes::Lanes;
use std::fmt::{Debug, LowerHex};
use std::ops::BitXor;

/// The class of a heap in the highest bit, set for common; below it the value less the lowest bit of the mask, which is
/// its *index*.
///
/// The dropped bit follows from the class and the others; xor of codes is the code of the xor, and values of one class
/// have the order of their codes.
pub(super) trait Code:
    Copy + Eq + Default + Debug + LowerHex + BitXor<Output = Self> + 'static
{
    /// The class bit of a word.
    const COMMON: u64;
    /// Indices are less; values less than twice that.
    const INDICES: usize;
    /// The low bits of a word.
    fn of(word: u64) -> Self;
    fn word(self) -> u64;
    /// Eight indices in words that tell them apart: classes turn with the parity of heaps.
    fn indices(codes: &[Self; 8]) -> impl Iterator<Item = u64>;
    /// Eight codes, one a word.
    ///
    /// # Safety
    /// As [`Lanes`].
    unsafe fn widen<L: Lanes>(codes: &[Self; 8]) -> L;
    /// The low bits of the words.
    ///
    /// # Safety
    /// As [`Lanes`].
    unsafe fn narrow<L: Lanes>(lanes: L) -> [Self; 8];

    fn new(index: u16, common: bool) -> Self {
        Self::of(u64::from(index) | if common { Self::COMMON } else { 0 })
    }

    fn is_common(self) -> bool {
        self.word() & Self::COMMON != 0
    }

    fn index(self) -> u16 {
        (self.word() & !Self::COMMON) as u16
    }

    fn turned(self, turned: bool) -> Self {
        self ^ Self::new(0, turned)
    }
}

impl Code for u8 {
    const COMMON: u64 = 1 << 7;
    const INDICES: usize = 1 << 7;

    fn of(word: u64) -> u8 {
        word as u8
    }

    fn word(self) -> u64 {
        self.into()
    }

    fn indices(codes: &[u8; 8]) -> impl Iterator<Item = u64> {
        std::iter::once(u64::from_le_bytes(*codes) & 0x7f7f_7f7f_7f7f_7f7f)
    }

    #[inline(always)]
    unsafe fn widen<L: Lanes>(codes: &[u8; 8]) -> L {
        // SAFETY: as for this function.
        unsafe { L::of_bytes(codes) }
    }

    #[inline(always)]
    unsafe fn narrow<L: Lanes>(lanes: L) -> [u8; 8] {
        // SAFETY: as for this function.
        unsafe { lanes.bytes() }
    }
}

impl Code for u16 {
    const COMMON: u64 = 1 << 15;
    const INDICES: usize = 1 << 9;

    fn of(word: u64) -> u16 {
        word as u16
    }

    fn word(self) -> u64 {
        self.into()
    }

    fn indices(codes: &[u16; 8]) -> impl Iterator<Item = u64> {
        let four = |codes: &[u16]| codes.iter().fold(0, |word, code| word << 16 | u64::from(code & 0x7fff));
        let (low, high) = codes.split_at(4);
        [four(low), four(high)].into_iter()
    }

    #[inline(always)]
    unsafe fn widen<L: Lanes>(codes: &[u16; 8]) -> L {
        // SAFETY: as for this function.
        unsafe { L::of_halves(codes) }
    }

    #[inline(always)]
    unsafe fn narrow<L: Lanes>(lanes: L) -> [u16; 8] {
        // SAFETY: as for this function.
        unsafe { lanes.halves() }
    }
}
