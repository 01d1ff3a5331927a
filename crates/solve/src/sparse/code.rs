//! The code that stores the class and the value of a heap: one byte, or two bytes once a value exceeds 255.

use super::lanes::Lanes;
use std::fmt::{Debug, LowerHex};
use std::ops::BitXor;

/// A code of a heap. The bit [`Code::COMMON`] is the class; it is set for common heaps. The lower bits are the
/// *index*: the value without the lowest bit of the mask.
///
/// The dropped bit follows from the class, the other bits and, in the positional kind, the parity of the heap. The xor of
/// codes is the code of the xor. Within a class, codes are ordered like their values.
pub(super) trait Code:
    Copy + Eq + Default + Debug + LowerHex + BitXor<Output = Self> + 'static
{
    /// The class bit of a word.
    const COMMON: u64;
    /// An exclusive upper bound of indices. Values are less than twice this bound.
    const INDICES: usize;
    /// Creates a code from the low bits of a word.
    fn of(word: u64) -> Self;
    fn word(self) -> u64;
    /// Returns words that determine the eight indices. Class bits are left out, since classes depend on the
    /// parity of heaps.
    fn indices(codes: &[Self; 8]) -> impl Iterator<Item = u64>;
    /// Widens eight codes to one word each.
    ///
    /// # Safety
    /// The caller must meet the safety requirements of [`Lanes`].
    unsafe fn widen<L: Lanes>(codes: &[Self; 8]) -> L;
    /// Narrows each word to its low bits.
    ///
    /// # Safety
    /// The caller must meet the safety requirements of [`Lanes`].
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
    const COMMON: u64 = 1 << 12;
    const INDICES: usize = 1 << 12;

    fn of(word: u64) -> u16 {
        word as u16
    }

    fn word(self) -> u64 {
        self.into()
    }

    fn indices(codes: &[u16; 8]) -> impl Iterator<Item = u64> {
        let four = |codes: &[u16]| codes.iter().fold(0, |word, code| word << 16 | u64::from(code.index()));
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
