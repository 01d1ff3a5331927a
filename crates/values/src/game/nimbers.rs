//! Nimbers in 31 bits: small ones are their own codes, large ones are indices into a list.

use std::collections::HashMap;

use super::account::Account;
use super::error::ArenaError;

/// A nimber within an arena, in 31 bits. Equal nimbers have equal codes.
///
/// A small nimber is its own code. The code of a large nimber consists of a mark, the index of its pair in [`Nimbers`],
/// and the lowest bit of its size. Adding star flips the lowest bit of the code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) struct NimberCode(pub(super) u32);

/// Marks the code of a large nimber.
const LARGE: u32 = 1 << 30;

impl NimberCode {
    pub(super) const ZERO: NimberCode = NimberCode(0);
    pub(super) const STAR: NimberCode = NimberCode(1);
    /// The number of codes.
    pub(super) const COUNT: u64 = 1 << 31;

    #[inline]
    pub(super) fn is_large(self) -> bool {
        self.0 & LARGE != 0
    }

    /// Returns the code of the sum with star.
    #[inline]
    pub(super) fn plus_star(self) -> NimberCode {
        NimberCode(self.0 ^ 1)
    }

    /// Returns the difference of the nimbers if it is 0 or 1, and some larger number otherwise.
    #[inline]
    pub(super) fn distance(self, other: NimberCode) -> u32 {
        self.0 ^ other.0
    }
}

/// The large nimbers of an arena.
#[derive(Debug)]
pub(super) struct Nimbers {
    /// The pairs of nimbers that differ by star. Each pair is stored as half of either size, rounded down.
    halves: Vec<u128>,
    places: HashMap<u128, u32>,
    /// The least large nimber, a power of two.
    least_large: u32,
    /// The maximum size of a nimber whose options are all tried.
    few: usize,
}

/// The memory of a pair of nimbers in the list and the map while they grow.
const PAIR_BYTES: u64 = 128;

impl Default for Nimbers {
    fn default() -> Nimbers {
        Nimbers { halves: Vec::new(), places: HashMap::new(), least_large: LARGE, few: 1 << 10 }
    }
}

impl Nimbers {
    /// Creates an empty list that treats nimbers of size `least` and above as large. `least` must be a power of two.
    #[cfg(test)]
    pub(super) fn with_large_from(least: u32) -> Nimbers {
        Nimbers { least_large: least, few: least as usize - 1, ..Nimbers::default() }
    }

    /// Returns the code of `*size`. Takes memory if the nimber is large and new.
    #[inline]
    pub(super) fn code(&mut self, size: u128, account: &mut Account) -> Result<NimberCode, ArenaError> {
        if size < u128::from(self.least_large) {
            return Ok(NimberCode(size as u32));
        }
        self.large_code(size, account)
    }

    #[cold]
    fn large_code(&mut self, size: u128, account: &mut Account) -> Result<NimberCode, ArenaError> {
        let place = match self.places.get(&(size >> 1)) {
            Some(&place) => place,
            None => {
                let place = self.halves.len() as u32;
                if place == LARGE >> 1 {
                    return Err(account.out_of_memory());
                }
                account.take(PAIR_BYTES)?;
                self.halves.push(size >> 1);
                self.places.insert(size >> 1, place);
                place
            }
        };
        Ok(NimberCode(LARGE | place << 1 | (size & 1) as u32))
    }

    /// Returns the size of a nimber.
    #[inline]
    pub(super) fn size(&self, code: NimberCode) -> u128 {
        match code.is_large() {
            false => code.0.into(),
            true => self.halves[((code.0 & !LARGE) >> 1) as usize] << 1 | u128::from(code.0 & 1),
        }
    }

    /// Returns the sum of two nimbers.
    #[inline]
    pub(super) fn sum(
        &mut self,
        some: NimberCode,
        other: NimberCode,
        account: &mut Account,
    ) -> Result<NimberCode, ArenaError> {
        match some.is_large() || other.is_large() {
            false => Ok(NimberCode(some.0 ^ other.0)),
            true => self.code(self.size(some) ^ self.size(other), account),
        }
    }

    /// Returns `true` if the nimber has so many options that only those that can matter are tried.
    #[inline]
    pub(super) fn has_many_options(&self, code: NimberCode) -> bool {
        code.0 as usize > self.few
    }
}

/// The error of listing the options of a large nimber.
pub(super) const TOO_MANY_OPTIONS: ArenaError = ArenaError::TooManyOptions { limit: LARGE as u64 };
