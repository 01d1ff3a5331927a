//! Words of 64, 128 or 256 bits that represent the cells of a region.

mod wide;

pub use wide::Wide;

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// A set of cells as the bits of a fixed-size word: [`u64`], [`u128`] or [`Wide`]. Shift amounts must be less than
/// [`Word::BITS`].
pub trait Word:
    Copy
    + Ord
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of bits.
    const BITS: u32;
    /// The word with no bits set.
    const ZERO: Self;
    /// The word with only bit 0 set.
    const ONE: Self;
    /// The word with all bits set.
    const ALL: Self;

    /// Returns the word with `bits` as its lowest 64 bits and zeros elsewhere.
    fn from_low(bits: u64) -> Self;

    /// Returns the lowest 64 bits.
    fn low(self) -> u64;

    /// Returns the number of bits that are set.
    fn count_ones(self) -> u32;

    /// Returns the number of the lowest bit that is set, or [`Word::BITS`] if there is none.
    fn trailing_zeros(self) -> u32;

    /// Returns the number of zeros above the highest bit that is set, or [`Word::BITS`] if there is none.
    fn leading_zeros(self) -> u32;

    /// Returns the bits in reverse order.
    fn reverse_bits(self) -> Self;

    /// Returns the word with only the lowest set bit of `self`, which must not be zero.
    fn lowest(self) -> Self;

    /// Returns the word with the bits 0, stride, 2·stride and so on set, for a stride of 1 to [`Word::BITS`].
    #[inline]
    fn first_column(stride: u32) -> Self {
        let mut column = Self::ONE;
        let mut rows = stride;
        while rows < Self::BITS {
            column = column | column << rows;
            rows *= 2;
        }
        column
    }

    /// Hashes the word together with the stride of its rows.
    #[inline]
    fn hash_with_stride<H: Hasher>(self, stride: u16, state: &mut H) {
        self.hash(state);
        state.write_u16(stride);
    }

    /// Returns the word with only the bit with this number set.
    #[inline]
    fn bit(number: u32) -> Self {
        Self::ONE << number
    }

    /// Returns the word with the lowest `count` bits set.
    #[inline]
    fn first(count: u32) -> Self {
        if count == 0 { Self::ZERO } else { Self::ALL >> (Self::BITS - count) }
    }

    /// Returns the number of the highest bit that is set, or `None` if there is none.
    #[inline]
    fn last(self) -> Option<u32> {
        (self != Self::ZERO).then(|| Self::BITS - 1 - self.leading_zeros())
    }

    /// Returns `true` if the bit with this number is set.
    #[inline]
    fn has(self, number: u32) -> bool {
        self >> number & Self::ONE != Self::ZERO
    }
}

macro_rules! primitive_word {
    ($word:ty $(, $column:item, $hash:item)?) => {
        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: $word = 0;
            const ONE: $word = 1;
            const ALL: $word = <$word>::MAX;

            #[inline]
            fn from_low(bits: u64) -> $word {
                bits.into()
            }

            #[inline]
            fn low(self) -> u64 {
                self as u64
            }

            #[inline]
            fn count_ones(self) -> u32 {
                <$word>::count_ones(self)
            }

            #[inline]
            fn trailing_zeros(self) -> u32 {
                <$word>::trailing_zeros(self)
            }

            #[inline]
            fn leading_zeros(self) -> u32 {
                <$word>::leading_zeros(self)
            }

            #[inline]
            fn reverse_bits(self) -> $word {
                <$word>::reverse_bits(self)
            }

            #[inline]
            fn lowest(self) -> $word {
                self & self.wrapping_neg()
            }

            $(
                #[inline]
                $column

                #[inline]
                $hash
            )?
        }
    };
}

primitive_word!(
    u64,
    fn first_column(stride: u32) -> u64 {
        FIRST_COLUMN[stride as usize]
    },
    fn hash_with_stride<H: Hasher>(self, stride: u16, state: &mut H) {
        // The stride is nearly always 8, so one word distinguishes regions well enough.
        state.write_u64(self.rotate_left(stride.into()));
    }
);
primitive_word!(u128);

/// The bits of the first column of a `u64`, for each stride.
static FIRST_COLUMN: [u64; 65] = first_columns();

const fn first_columns() -> [u64; 65] {
    let mut columns = [1; 65];
    let mut stride = 1;
    while stride <= 64 {
        let mut cell = stride;
        while cell < 64 {
            columns[stride] |= 1 << cell;
            cell += stride;
        }
        stride += 1;
    }
    columns
}
