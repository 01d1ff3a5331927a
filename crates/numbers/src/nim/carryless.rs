//! Products of single nimbers by the carry-less multiplication of x86-64.

#![allow(unsafe_code, reason = "an instruction that not every machine has")]

use super::basis;
use std::arch::x86_64::{_mm_clmulepi64_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64, _mm_unpackhi_epi64};

/// Returns the nim product by carry-less multiplication, or `None` if the machine lacks the instruction.
#[inline]
pub(super) fn product(one: u64, other: u64) -> Option<u64> {
    // SAFETY: the machine has the instruction.
    is_x86_feature_detected!("pclmulqdq").then(|| unsafe { carryless_product(one, other) })
}

#[target_feature(enable = "pclmulqdq")]
fn carryless_product(one: u64, other: u64) -> u64 {
    basis::product(one, other, |one, other| {
        let (one, other) = (_mm_cvtsi64_si128(one as i64), _mm_cvtsi64_si128(other as i64));
        let product = _mm_clmulepi64_si128::<0>(one, other);
        let high = _mm_unpackhi_epi64(product, product);
        (_mm_cvtsi128_si64(product) as u64, _mm_cvtsi128_si64(high) as u64)
    })
}
