//! Tables of the nim field of 16 bits and of linear maps on 64 bits, computed by the compiler.

/// A generator of the multiplicative group of the field of 16 bits. Its cube is 2^15.
const GENERATOR: u64 = 15_417;

/// The order of the multiplicative group of the field of 16 bits.
pub(super) const ORDER: u32 = 65_535;

/// The logarithm of 2^15, by which a product of upper halves is multiplied.
pub(super) const LOG_TOP: usize = 3;

/// Returns the nim product of two nimbers of twice `half` bits by Conway's recursion.
pub(super) const fn product(one: u64, other: u64, half: u32) -> u64 {
    if one < 2 || other < 2 {
        return one * other;
    }
    let power = 1 << half;
    if one < power && other < power {
        return product(one, other, half / 2);
    }
    let (high, low) = (one >> half, one & (power - 1));
    let (other_high, other_low) = (other >> half, other & (power - 1));
    let lows = product(low, other_low, half / 2);
    let highs = product(high, other_high, half / 2);
    let both = product(high ^ low, other_high ^ other_low, half / 2);
    (both ^ lows) << half | lows ^ product(highs, power / 2, half / 2)
}

/// A linear map on `BYTES` bytes: the images of all values of each byte.
pub(super) type Linear<const BYTES: usize> = [[u64; 256]; BYTES];

/// Returns the table of the linear map that maps the bit `i` to `images[i]`.
pub(super) const fn linear<const BYTES: usize, const BITS: usize>(images: &[u64; BITS]) -> Linear<BYTES> {
    let mut table = [[0; 256]; BYTES];
    let mut byte = 0;
    while byte < BYTES {
        let mut value = 1;
        while value < 256_usize {
            let lowest = value.trailing_zeros() as usize;
            table[byte][value] = table[byte][value & (value - 1)] ^ images[8 * byte + lowest];
            value += 1;
        }
        byte += 1;
    }
    table
}

/// Applies a linear map.
const fn apply<const BYTES: usize>(table: &Linear<BYTES>, value: u64) -> u64 {
    let bytes = value.to_le_bytes();
    let mut image = 0;
    let mut byte = 0;
    while byte < BYTES {
        image ^= table[byte][bytes[byte] as usize];
        byte += 1;
    }
    image
}

/// Applies a linear map on 64 bits.
///
/// The tree of sums is shorter than the chain of [`apply`].
#[inline]
pub(super) fn map(table: &Linear<8>, value: u64) -> u64 {
    let bytes = value.to_le_bytes();
    let pair =
        |byte: usize| table[byte][usize::from(bytes[byte])] ^ table[byte + 1][usize::from(bytes[byte + 1])];
    (pair(0) ^ pair(2)) ^ (pair(4) ^ pair(6))
}

/// Returns the powers of the generator, for exponents below [`POWERS`].
const fn powers() -> [u16; POWERS] {
    let mut images = [0; 16];
    let mut bit = 0;
    while bit < 16 {
        images[bit] = product(1 << bit, GENERATOR, 8);
        bit += 1;
    }
    let by_generator: Linear<2> = linear(&images);
    let mut table = [0; POWERS];
    let mut power = 1;
    let mut exponent = 0;
    while exponent < ORDER as usize {
        table[exponent] = power as u16;
        power = apply(&by_generator, power);
        exponent += 1;
    }
    while exponent < POWERS {
        table[exponent] = table[exponent - ORDER as usize];
        exponent += 1;
    }
    table
}

/// The number of powers in the table. The table covers the sum of any two values of 16 bits plus twice [`LOG_TOP`], so accesses need no
/// bounds checks.
const POWERS: usize = 2 * (1 << 16) + 2 * LOG_TOP;

/// The powers of the generator.
pub(super) static EXP: [u16; POWERS] = powers();

/// The logarithms of the nimbers below 2^16, with 0 for the nimber 0.
pub(super) static LOG: [u16; 65_536] = {
    let mut table = [0; 65_536];
    let mut exponent = 0;
    while exponent < ORDER as usize {
        table[EXP[exponent] as usize] = exponent as u16;
        exponent += 1;
    }
    table
};

/// The map x → x².
pub(super) static SQUARE: Linear<8> = {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        images[bit] = product(1 << bit, 1 << bit, 32);
        bit += 1;
    }
    linear(&images)
};

/// The map x → √x, that is x → x² repeated 63 times.
pub(super) static ROOT: Linear<8> = {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut image = 1 << bit;
        let mut step = 1;
        while step < 64 {
            image = apply(&SQUARE, image);
            step += 1;
        }
        images[bit] = image;
        bit += 1;
    }
    linear(&images)
};

/// The map x → x · 2^63.
pub(super) static TIMES_TOP: Linear<8> = {
    let mut images = [0; 64];
    let mut bit = 0;
    while bit < 64 {
        images[bit] = product(1 << bit, 1 << 63, 32);
        bit += 1;
    }
    linear(&images)
};
