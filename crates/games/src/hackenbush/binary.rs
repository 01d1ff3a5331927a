//! Binary numbers for adding up the values of stalks and trees, with cheap changes near the integer part.

use std::cmp::Ordering;
use winways_rules::Side;
use winways_values::Dyadic;

/// A dyadic number of any size that is cheap to change near its integer part.
///
/// [`Dyadic`] stores a numerator, so computing 1 + m/2^k touches k bits. Here a sum takes time linear in the *shorter* of the two
/// fractions. Adding an integer or placing the number on an edge takes time independent of the length of the fraction.
///
/// The value of a tree of n edges therefore takes O(n log n) bit operations, whatever its depth. A fraction has at most as many
/// bits as its tree has edges, and the cost of each sum is charged to the smaller tree.
#[derive(Clone, Debug)]
pub(crate) enum Binary {
    /// The number times 2^64. This product is less than [`WORD_LIMIT`] in magnitude.
    Word(i128),
    /// A number that does not fit in a word.
    Long(Box<Long>),
}

const WORD_LIMIT: u128 = 1 << 126;
const ONE: i128 = 1 << 64;

/// The sum of an integer and a fraction f with 0 <= f < 1.
#[derive(Clone, Debug)]
pub(crate) struct Long {
    integer: i128,
    /// The bits of the fraction, the least significant bit first. Bits from `length` on are zero. The first word is not zero
    /// unless `length` is below 128.
    fraction: Vec<u64>,
    /// The number of bits of the fraction, at least 64. Bit number i, counted from the lowest bit of the first word, has the
    /// value 2^(i - length).
    length: u64,
}

impl Binary {
    pub(crate) const ZERO: Binary = Binary::Word(0);

    /// Creates a number from `integer` and a fraction of `length` bits in the format of [`Long`], but of any length.
    pub(crate) fn new(integer: i128, mut fraction: Vec<u64>, length: u64) -> Binary {
        fraction.truncate(usize::try_from(length.div_ceil(64)).unwrap_or(usize::MAX));
        if let (Some(last), 1..64) = (fraction.last_mut(), length % 64) {
            *last &= !(u64::MAX << (length % 64));
        }
        if length < 64 {
            let bits = fraction.first().copied().unwrap_or(0);
            fraction = vec![if length == 0 { 0 } else { bits << (64 - length) }];
        }
        Long { integer, fraction, length: length.max(64) }.shortened()
    }

    /// Returns the number `numerator` / 2^63.
    pub(crate) fn of_word(numerator: i128) -> Binary {
        Binary::of_wide(numerator >> 63, (numerator as u64) << 1)
    }

    fn of_wide(integer: i128, fraction: u64) -> Binary {
        match word(integer, fraction) {
            Some(word) => word,
            None => Binary::Long(Box::new(Long { integer, fraction: vec![fraction], length: 64 })),
        }
    }

    /// Compares the number with zero. O(1).
    pub(crate) fn sign(&self) -> Ordering {
        match self {
            Binary::Word(scaled) => scaled.cmp(&0),
            Binary::Long(long) if long.integer == 0 => long.has_fraction().cmp(&false),
            Binary::Long(long) => long.integer.cmp(&0),
        }
    }

    /// Returns `true` if the number is zero. O(1).
    pub(crate) fn is_zero(&self) -> bool {
        matches!(self, Binary::Word(0))
    }

    /// Returns the number of bytes allocated outside of `self`.
    pub(crate) fn owned_bytes(&self) -> u64 {
        match self {
            Binary::Word(_) => 0,
            Binary::Long(long) => (size_of::<Long>() + long.fraction.capacity() * size_of::<u64>()) as u64,
        }
    }

    /// Returns the sum, in time linear in the length of the shorter fraction.
    pub(crate) fn plus(self, other: Binary) -> Binary {
        match (self, other) {
            (Binary::Word(a), Binary::Word(b)) => {
                let sum = a + b; // below 2^127
                Binary::of_wide(sum >> 64, sum as u64)
            }
            (Binary::Long(mut long), Binary::Word(word)) | (Binary::Word(word), Binary::Long(mut long)) => {
                long.add(word >> 64, &[word as u64], 64);
                long.shortened()
            }
            (Binary::Long(a), Binary::Long(b)) => {
                let (mut longer, shorter) = if a.length < b.length { (b, a) } else { (a, b) };
                longer.add(shorter.integer, &shorter.fraction, shorter.length);
                longer.shortened()
            }
        }
    }

    /// Returns the value of an edge of `side` on the ground that carries this number x, in time linear in the number of new bits.
    ///
    /// Left's edge, 1:x, has the value (x + n)/2^(n-1) with the least n >= 1 such that x + n > 1. Right's is the mirror image.
    pub(crate) fn on_edge(self, side: Side) -> Binary {
        match (self, side) {
            (Binary::Word(scaled), Side::Left) => on_left_edge(scaled),
            (Binary::Word(scaled), Side::Right) => match on_left_edge(-scaled) {
                Binary::Word(scaled) => Binary::Word(-scaled),
                Binary::Long(_) => Long::of_word(scaled).on_edge(side),
            },
            (Binary::Long(long), side) => long.on_edge(side),
        }
    }

    /// Returns the number in lowest terms. O(b log b) for b bits.
    pub(crate) fn to_dyadic(&self) -> Dyadic {
        match self {
            Binary::Word(scaled) => integer(scaled >> 64) + word_over(*scaled as u64, 64),
            Binary::Long(long) => long.to_dyadic(),
        }
    }
}

fn word(integer: i128, fraction: u64) -> Option<Binary> {
    let scaled = integer.checked_mul(ONE)? | i128::from(fraction);
    (scaled.unsigned_abs() < WORD_LIMIT).then_some(Binary::Word(scaled))
}

fn on_left_edge(scaled: i128) -> Binary {
    if scaled > 0 {
        let sum = scaled + ONE;
        return Binary::of_wide(sum >> 64, sum as u64);
    }
    // n - 1
    let halvings = (-scaled >> 64) + 1;
    let sum = scaled + (halvings + 1) * ONE;
    if i128::from(sum.trailing_zeros()) >= halvings {
        return Binary::Word(sum >> halvings);
    }
    Long::of_word(scaled).on_edge(Side::Left)
}

impl Long {
    fn of_word(scaled: i128) -> Long {
        Long { integer: scaled >> 64, fraction: vec![scaled as u64], length: 64 }
    }

    fn has_fraction(&self) -> bool {
        self.fraction.iter().any(|&word| word != 0)
    }

    /// Adds a number whose fraction is not longer.
    fn add(&mut self, integer: i128, fraction: &[u64], length: u64) {
        // Align the leading bits of the fractions.
        let deeper = self.length - length;
        let (first, shift) = ((deeper / 64) as usize, deeper % 64);
        let (mut carry, mut below) = (false, 0u64);
        for (index, word) in self.fraction[first..].iter_mut().enumerate() {
            let above = fraction.get(index).copied().unwrap_or(0);
            let addend = if shift == 0 { above } else { above << shift | below >> (64 - shift) };
            (*word, carry) = word.carrying_add(addend, carry);
            below = above;
        }
        self.integer += integer + i128::from(carry);
        if let (Some(last), 1..64) = (self.fraction.last_mut(), self.length % 64) {
            self.integer += i128::from(*last >> (self.length % 64));
            *last &= !(u64::MAX << (self.length % 64));
        }
    }

    fn on_edge(mut self, side: Side) -> Binary {
        let halvings = match side {
            Side::Left if self.integer >= 0 && (self.integer > 0 || self.has_fraction()) => 0,
            Side::Left => i128::from(!self.has_fraction()) - self.integer,
            Side::Right if self.integer < 0 => 0,
            Side::Right => self.integer + 1,
        };
        self.integer += if side == Side::Left { halvings + 1 } else { -halvings - 1 };
        self.halve(halvings as u64); // at most the number of edges
        self.shortened()
    }

    /// Divides by 2^times: the last bits of the integer become the first bits of the fraction.
    fn halve(&mut self, mut times: u64) {
        while times > 0 {
            let used = self.length % 64;
            if used == 0 {
                self.fraction.push(0);
            }
            let taken = times.min(64 - used);
            let bits = self.integer as u64 & u64::MAX >> (64 - taken);
            if let Some(last) = self.fraction.last_mut() {
                *last |= bits << used;
            }
            self.integer >>= taken;
            self.length += taken;
            times -= taken;
        }
    }

    /// Removes the zero words at the end of the fraction, and converts the number to a word if it fits.
    fn shortened(mut self) -> Binary {
        let zeros = self.fraction.iter().take_while(|&&word| word == 0).count();
        let dropped = zeros.min(usize::try_from(self.length / 64 - 1).unwrap_or(usize::MAX));
        if dropped > 0 {
            self.fraction.drain(..dropped);
            self.length -= 64 * dropped as u64;
        }
        if self.length < 128 {
            let shift = self.length - 64;
            let high = self.fraction.get(1).copied().unwrap_or(0);
            let bits = u128::from(high) << 64 | u128::from(self.fraction[0]);
            if bits.trailing_zeros() as u64 >= shift
                && let Some(word) = word(self.integer, (bits >> shift) as u64)
            {
                return word;
            }
        }
        Binary::Long(Box::new(self))
    }

    fn to_dyadic(&self) -> Dyadic {
        let value_of_word = |(index, &word): (usize, &u64)| word_over(word, self.length - 64 * index as u64);
        let mut parts: Vec<Dyadic> = self.fraction.iter().enumerate().map(value_of_word).collect();
        while parts.len() > 1 {
            parts = parts.chunks(2).map(|pair| pair.iter().cloned().sum()).collect();
        }
        parts.into_iter().sum::<Dyadic>() + integer(self.integer)
    }
}

/// Returns `word` / 2^`exponent`, which must be less than 1.
fn word_over(word: u64, exponent: u64) -> Dyadic {
    // Positions have at most 2^30 segments or edges, so exponents fit in 32 bits.
    let half = |half: u64, exponent: u64| Dyadic::new(half as i64, exponent as u32);
    half(word & u64::from(u32::MAX), exponent) + half(word >> 32, exponent.saturating_sub(32))
}

fn integer(integer: i128) -> Dyadic {
    match i64::try_from(integer) {
        Ok(integer) => integer.into(),
        Err(_) => {
            let high = Dyadic::from((integer >> 62) as i64);
            high * Dyadic::from(1 << 62) + Dyadic::from((integer & ((1 << 62) - 1)) as i64)
        }
    }
}

#[cfg(test)]
mod tests;
