//! Products and inverses of slices: the fastest kernel processes blocks, and the rest is padded or processed one by one.

use super::blocks::Blocks;
use super::kernel::Kernel;

/// Multiplies each nimber of 64 bits in `factors` by the nimber at the same index in `others`.
///
/// Changes only the first `n` nimbers if the shorter slice has length `n`.
///
/// # Complexity
/// For long slices, about 26 operations on 256-bit registers per product with AVX2, and 8 with GFNI; 4 on 512-bit registers with GFNI and
/// AVX-512.
///
/// ```
/// use winways_numbers::nim;
///
/// let mut factors = [2, 16, u64::MAX];
/// nim::multiply_all_u64(&mut factors, &[2, 16, 221_865_125_609_472]);
/// assert_eq!(factors, [3, 24, 1]);
/// ```
pub fn multiply_all_u64(factors: &mut [u64], others: &[u64]) {
    multiply_all(Kernel::fastest(), factors, others);
}

/// Multiplies each nimber of 128 bits in `factors` by the nimber at the same index in `others`.
///
/// Changes only the first `n` nimbers if the shorter slice has length `n`.
pub fn multiply_all_u128(factors: &mut [u128], others: &[u128]) {
    multiply_all(Kernel::fastest(), factors, others);
}

/// Replaces each nimber of 64 bits by its multiplicative inverse. 0 stays 0.
///
/// ```
/// use winways_numbers::nim;
///
/// let mut nimbers = [0, 1, u64::MAX];
/// nim::invert_all_u64(&mut nimbers);
/// assert_eq!(nimbers, [0, 1, 221_865_125_609_472]);
/// ```
pub fn invert_all_u64(nimbers: &mut [u64]) {
    invert_all(Kernel::fastest(), nimbers);
}

/// Replaces each nimber of 128 bits by its multiplicative inverse. 0 stays 0.
pub fn invert_all_u128(nimbers: &mut [u128]) {
    invert_all(Kernel::fastest(), nimbers);
}

/// The number of words of the largest block.
const MOST_WORDS: usize = 256;

/// Multiplies full blocks with a kernel. A remainder is padded to a block, or multiplied one by one if it is short.
pub(super) fn multiply_all<N: Blocks>(kernel: Kernel, factors: &mut [N], others: &[N]) {
    let length = factors.len().min(others.len());
    let whole = length - length % kernel.block();
    kernel.multiply(&mut factors[..whole], &others[..whole]);
    let (factors, others) = (&mut factors[whole..length], &others[whole..length]);
    if is_worth_a_block(kernel, factors.len()) {
        let (mut padded, mut padded_others) = ([N::default(); MOST_WORDS], [N::default(); MOST_WORDS]);
        padded[..factors.len()].copy_from_slice(factors);
        padded_others[..factors.len()].copy_from_slice(others);
        kernel.multiply(&mut padded[..kernel.block()], &padded_others);
        factors.copy_from_slice(&padded[..factors.len()]);
    } else {
        for (factor, other) in factors.iter_mut().zip(others) {
            *factor = factor.times(*other);
        }
    }
}

/// Inverts full blocks with a kernel. A remainder is padded to a block, or inverted one by one if it is short.
pub(super) fn invert_all<N: Blocks>(kernel: Kernel, nimbers: &mut [N]) {
    let whole = nimbers.len() - nimbers.len() % kernel.block();
    let (whole, rest) = nimbers.split_at_mut(whole);
    kernel.invert(whole);
    if is_worth_a_block(kernel, rest.len()) {
        let mut padded = [N::default(); MOST_WORDS];
        padded[..rest.len()].copy_from_slice(rest);
        kernel.invert(&mut padded[..kernel.block()]);
        rest.copy_from_slice(&padded[..rest.len()]);
    } else {
        for nimber in rest {
            *nimber = nimber.inverted();
        }
    }
}

/// Returns `true` if a block takes no more time than single operations on `length` nimbers.
fn is_worth_a_block(kernel: Kernel, length: usize) -> bool {
    2 * length >= kernel.block()
}
