//! The vector operations needed for filling heaps, with one type per vector width.

use super::code::Code;

/// Eight words of 64 bits, one for each of eight consecutive heaps.
///
/// # Safety
/// The functions of a type may be called only on machines that support its instructions. The scalar type has
/// no requirements.
pub(super) trait Lanes: Copy {
    /// The codes of the last heaps, kept in registers before they can be read back from memory.
    type Recent: Copy;
    /// Returns the codes before `place`.
    unsafe fn recent<C: Code>(codes: &[C], place: usize) -> Self::Recent;
    /// Appends the next eight codes.
    unsafe fn remember(recent: Self::Recent, group: Self) -> Self::Recent;
    /// Returns the eight codes that start `distance` before `place`. `recent` must contain the last 16 codes before
    /// `place`, and `distance` is at most 16.
    unsafe fn behind<C: Code>(recent: Self::Recent, codes: &[C], place: usize, distance: usize) -> Self;
    /// Loads eight words.
    unsafe fn load(words: &[u64; 8]) -> Self;
    /// Returns a word in all lanes.
    unsafe fn splat(word: u64) -> Self;
    /// Widens eight bytes to one word each.
    unsafe fn of_bytes(bytes: &[u8; 8]) -> Self;
    /// Widens eight 16-bit numbers to one word each.
    unsafe fn of_halves(halves: &[u16; 8]) -> Self;
    /// Returns the low byte of each word.
    unsafe fn bytes(self) -> [u8; 8];
    /// Returns the low 16 bits of each word.
    unsafe fn halves(self) -> [u16; 8];
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    /// Returns the words.
    unsafe fn words(self) -> [u64; 8];
    unsafe fn add(self, other: Self) -> Self;
    /// Sets the bit given by `numbers` in each word, or no bit if the number is 64 or more.
    unsafe fn with_bits(self, numbers: Self) -> Self;
    /// Counts the trailing ones of each word.
    unsafe fn trailing_ones(self) -> Self;
    /// Adds `other` in the lanes whose word is 64.
    unsafe fn add_where_64(self, other: Self) -> Self;
    /// Returns the word of one lane in all lanes.
    unsafe fn broadcast(self, lane: usize) -> Self;
    /// Returns `true` if some word is at least `bound`, a power of two.
    unsafe fn any_at_least(self, bound: u64) -> bool;
}

/// Plain machine words. This is the reference implementation, and the fallback for machines without vector
/// extensions.
#[derive(Clone, Copy)]
pub(super) struct Scalar([u64; 8]);

impl Lanes for Scalar {
    type Recent = ();
    #[inline(always)]
    unsafe fn recent<C: Code>(_: &[C], _: usize) {}
    #[inline(always)]
    unsafe fn remember((): (), _: Self) {}
    #[inline(always)]
    unsafe fn behind<C: Code>((): (), codes: &[C], place: usize, distance: usize) -> Self {
        unsafe { C::widen(eight(codes, place - distance)) }
    }
    #[inline(always)]
    unsafe fn load(words: &[u64; 8]) -> Self {
        Scalar(*words)
    }
    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        Scalar([word; 8])
    }
    #[inline(always)]
    unsafe fn of_bytes(bytes: &[u8; 8]) -> Self {
        Scalar(bytes.map(u64::from))
    }
    #[inline(always)]
    unsafe fn of_halves(halves: &[u16; 8]) -> Self {
        Scalar(halves.map(u64::from))
    }
    #[inline(always)]
    unsafe fn bytes(self) -> [u8; 8] {
        self.0.map(|word| word as u8)
    }
    #[inline(always)]
    unsafe fn halves(self) -> [u16; 8] {
        self.0.map(|word| word as u16)
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        Scalar(std::array::from_fn(|lane| self.0[lane] ^ other.0[lane]))
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        Scalar(std::array::from_fn(|lane| self.0[lane] | other.0[lane]))
    }
    #[inline(always)]
    unsafe fn words(self) -> [u64; 8] {
        self.0
    }
    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Scalar(std::array::from_fn(|lane| self.0[lane].wrapping_add(other.0[lane])))
    }
    #[inline(always)]
    unsafe fn with_bits(self, numbers: Self) -> Self {
        let bit = |number: u64| u64::from(number < 64) << (number & 63);
        Scalar(std::array::from_fn(|lane| self.0[lane] | bit(numbers.0[lane])))
    }
    #[inline(always)]
    unsafe fn trailing_ones(self) -> Self {
        Scalar(self.0.map(|word| u64::from(word.trailing_ones())))
    }
    #[inline(always)]
    unsafe fn add_where_64(self, other: Self) -> Self {
        Scalar(std::array::from_fn(|lane| self.0[lane] + if self.0[lane] == 64 { other.0[lane] } else { 0 }))
    }
    #[inline(always)]
    unsafe fn broadcast(self, lane: usize) -> Self {
        Scalar([self.0[lane]; 8])
    }
    #[inline(always)]
    unsafe fn any_at_least(self, bound: u64) -> bool {
        self.0.iter().any(|&word| word >= bound)
    }
}

/// Returns the eight codes starting at index `place`.
#[inline(always)]
pub(super) fn eight<C>(codes: &[C], place: usize) -> &[C; 8] {
    match codes[place..place + 8].try_into() {
        Ok(eight) => eight,
        Err(_) => unreachable!("the slice has eight codes"),
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::{Code, Lanes, eight};
    use std::arch::x86_64::*;

    /// One 512-bit register; requires AVX-512 F, BW, VL and VPOPCNTDQ.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx512(__m512i);

    impl Lanes for Avx512 {
        type Recent = [__m512i; 2];
        #[inline(always)]
        unsafe fn recent<C: Code>(codes: &[C], place: usize) -> [__m512i; 2] {
            let before = |distance| unsafe { C::widen::<Self>(eight(codes, place - distance)).0 };
            [before(16), before(8)]
        }
        #[inline(always)]
        unsafe fn remember(recent: [__m512i; 2], group: Self) -> [__m512i; 2] {
            [recent[1], group.0]
        }
        #[inline(always)]
        unsafe fn behind<C: Code>(recent: [__m512i; 2], _: &[C], _: usize, distance: usize) -> Self {
            unsafe {
                let lanes = _mm512_setr_epi64(16, 17, 18, 19, 20, 21, 22, 23);
                let lanes = _mm512_sub_epi64(lanes, _mm512_set1_epi64(distance as i64));
                Avx512(_mm512_permutex2var_epi64(recent[0], lanes, recent[1]))
            }
        }
        #[inline(always)]
        unsafe fn load(words: &[u64; 8]) -> Self {
            unsafe { Avx512(_mm512_loadu_si512(words.as_ptr().cast())) }
        }
        #[inline(always)]
        unsafe fn splat(word: u64) -> Self {
            unsafe { Avx512(_mm512_set1_epi64(word as i64)) }
        }
        #[inline(always)]
        unsafe fn of_bytes(bytes: &[u8; 8]) -> Self {
            unsafe { Avx512(_mm512_cvtepu8_epi64(_mm_loadl_epi64(bytes.as_ptr().cast()))) }
        }
        #[inline(always)]
        unsafe fn of_halves(halves: &[u16; 8]) -> Self {
            unsafe { Avx512(_mm512_cvtepu16_epi64(_mm_loadu_si128(halves.as_ptr().cast()))) }
        }
        #[inline(always)]
        unsafe fn bytes(self) -> [u8; 8] {
            unsafe { (_mm_cvtsi128_si64(_mm512_cvtepi64_epi8(self.0)) as u64).to_le_bytes() }
        }
        #[inline(always)]
        unsafe fn halves(self) -> [u16; 8] {
            let mut halves = [0; 8];
            unsafe { _mm_storeu_si128(halves.as_mut_ptr().cast(), _mm512_cvtepi64_epi16(self.0)) };
            halves
        }
        #[inline(always)]
        unsafe fn xor(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_xor_si512(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_or_si512(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn words(self) -> [u64; 8] {
            let mut words = [0; 8];
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), self.0) };
            words
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            unsafe { Avx512(_mm512_add_epi64(self.0, other.0)) }
        }
        #[inline(always)]
        unsafe fn with_bits(self, numbers: Self) -> Self {
            unsafe {
                let bits = _mm512_sllv_epi64(_mm512_set1_epi64(1), numbers.0);
                // A ternary `or`. The compiler does not turn this form into a comparison and a masked `or`.
                Avx512(_mm512_ternarylogic_epi64::<0xfe>(self.0, bits, bits))
            }
        }
        #[inline(always)]
        unsafe fn trailing_ones(self) -> Self {
            unsafe {
                let above = _mm512_add_epi64(self.0, _mm512_set1_epi64(1));
                Avx512(_mm512_popcnt_epi64(_mm512_andnot_si512(above, self.0)))
            }
        }
        #[inline(always)]
        unsafe fn add_where_64(self, other: Self) -> Self {
            unsafe {
                let full = _mm512_cmpeq_epi64_mask(self.0, _mm512_set1_epi64(64));
                Avx512(_mm512_mask_add_epi64(self.0, full, self.0, other.0))
            }
        }
        #[inline(always)]
        unsafe fn broadcast(self, lane: usize) -> Self {
            unsafe { Avx512(_mm512_permutexvar_epi64(_mm512_set1_epi64(lane as i64), self.0)) }
        }
        #[inline(always)]
        unsafe fn any_at_least(self, bound: u64) -> bool {
            unsafe { _mm512_cmpge_epu64_mask(self.0, _mm512_set1_epi64(bound as i64)) != 0 }
        }
    }

    /// Counts the trailing ones of each word.
    #[inline(always)]
    unsafe fn trailing_ones(words: __m256i) -> __m256i {
        unsafe {
            let above = _mm256_add_epi64(words, _mm256_set1_epi64x(1));
            let ones = _mm256_andnot_si256(above, words);
            // The ones are counted per nibble.
            let halves = _mm256_set1_epi8(0x0f);
            let counts = _mm256_setr_epi8(
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
            );
            let low = _mm256_shuffle_epi8(counts, _mm256_and_si256(ones, halves));
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(ones), halves);
            let bytes = _mm256_add_epi8(low, _mm256_shuffle_epi8(counts, high));
            _mm256_sad_epu8(bytes, _mm256_setzero_si256())
        }
    }

    /// Returns the low bytes of four words.
    #[inline(always)]
    unsafe fn low_bytes(words: __m256i) -> u64 {
        unsafe {
            // Moves the low byte of each word to the first or the next two bytes of its 128-bit half, then
            // combines the halves.
            let low = _mm256_setr_epi8(
                0, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, //
                -1, -1, 0, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
            );
            let pairs = _mm256_shuffle_epi8(words, low);
            let both = _mm_or_si128(_mm256_castsi256_si128(pairs), _mm256_extracti128_si256::<1>(pairs));
            u64::from(_mm_cvtsi128_si32(both) as u32)
        }
    }

    /// Two 256-bit registers; requires AVX2.
    #[derive(Clone, Copy)]
    pub(crate) struct Avx2([__m256i; 2]);

    impl Lanes for Avx2 {
        type Recent = ();
        #[inline(always)]
        unsafe fn recent<C: Code>(_: &[C], _: usize) {}
        #[inline(always)]
        unsafe fn remember((): (), _: Self) {}
        #[inline(always)]
        unsafe fn behind<C: Code>((): (), codes: &[C], place: usize, distance: usize) -> Self {
            unsafe { C::widen(eight(codes, place - distance)) }
        }
        #[inline(always)]
        unsafe fn load(words: &[u64; 8]) -> Self {
            let place = words.as_ptr().cast::<__m256i>();
            unsafe { Avx2([_mm256_loadu_si256(place), _mm256_loadu_si256(place.add(1))]) }
        }
        #[inline(always)]
        unsafe fn splat(word: u64) -> Self {
            unsafe { Avx2([_mm256_set1_epi64x(word as i64); 2]) }
        }
        #[inline(always)]
        unsafe fn of_bytes(bytes: &[u8; 8]) -> Self {
            unsafe {
                let low = _mm_loadl_epi64(bytes.as_ptr().cast());
                Avx2([_mm256_cvtepu8_epi64(low), _mm256_cvtepu8_epi64(_mm_srli_si128::<4>(low))])
            }
        }
        #[inline(always)]
        unsafe fn of_halves(halves: &[u16; 8]) -> Self {
            unsafe {
                let low = _mm_loadu_si128(halves.as_ptr().cast());
                Avx2([_mm256_cvtepu16_epi64(low), _mm256_cvtepu16_epi64(_mm_srli_si128::<8>(low))])
            }
        }
        #[inline(always)]
        unsafe fn bytes(self) -> [u8; 8] {
            unsafe { (low_bytes(self.0[0]) | low_bytes(self.0[1]) << 32).to_le_bytes() }
        }
        #[inline(always)]
        unsafe fn halves(self) -> [u16; 8] {
            // Words below 2^16 are unchanged by packing with saturation.
            unsafe {
                let low = _mm256_set1_epi64x(0xffff);
                let [first, second] = self.0.map(|words| _mm256_and_si256(words, low));
                let pairs = _mm256_packus_epi32(first, second);
                let halves = _mm256_packus_epi32(pairs, pairs);
                // Each 128-bit half has two words of the first register and two of the second, twice.
                let mut lanes = [0u16; 16];
                _mm256_storeu_si256(lanes.as_mut_ptr().cast(), halves);
                [lanes[0], lanes[1], lanes[8], lanes[9], lanes[2], lanes[3], lanes[10], lanes[11]]
            }
        }
        #[inline(always)]
        unsafe fn xor(self, other: Self) -> Self {
            unsafe {
                Avx2([_mm256_xor_si256(self.0[0], other.0[0]), _mm256_xor_si256(self.0[1], other.0[1])])
            }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            unsafe { Avx2([_mm256_or_si256(self.0[0], other.0[0]), _mm256_or_si256(self.0[1], other.0[1])]) }
        }
        #[inline(always)]
        unsafe fn words(self) -> [u64; 8] {
            let mut words = [0; 8];
            let place = words.as_mut_ptr().cast::<__m256i>();
            unsafe {
                _mm256_storeu_si256(place, self.0[0]);
                _mm256_storeu_si256(place.add(1), self.0[1]);
            }
            words
        }
        #[inline(always)]
        unsafe fn add(self, other: Self) -> Self {
            unsafe {
                Avx2([_mm256_add_epi64(self.0[0], other.0[0]), _mm256_add_epi64(self.0[1], other.0[1])])
            }
        }
        #[inline(always)]
        unsafe fn with_bits(self, numbers: Self) -> Self {
            unsafe {
                let one = _mm256_set1_epi64x(1);
                Avx2([
                    _mm256_or_si256(self.0[0], _mm256_sllv_epi64(one, numbers.0[0])),
                    _mm256_or_si256(self.0[1], _mm256_sllv_epi64(one, numbers.0[1])),
                ])
            }
        }
        #[inline(always)]
        unsafe fn trailing_ones(self) -> Self {
            unsafe { Avx2([trailing_ones(self.0[0]), trailing_ones(self.0[1])]) }
        }
        #[inline(always)]
        unsafe fn add_where_64(self, other: Self) -> Self {
            unsafe {
                let full = _mm256_set1_epi64x(64);
                let low = _mm256_cmpeq_epi64(self.0[0], full);
                let high = _mm256_cmpeq_epi64(self.0[1], full);
                Avx2([
                    _mm256_add_epi64(self.0[0], _mm256_and_si256(low, other.0[0])),
                    _mm256_add_epi64(self.0[1], _mm256_and_si256(high, other.0[1])),
                ])
            }
        }
        #[inline(always)]
        unsafe fn broadcast(self, lane: usize) -> Self {
            unsafe {
                let half = self.0[lane / 4];
                let place = 2 * (lane % 4) as i32;
                let pair = _mm256_set1_epi64x((i64::from(place) + 1) << 32 | i64::from(place));
                Avx2([_mm256_permutevar8x32_epi32(half, pair); 2])
            }
        }
        #[inline(always)]
        unsafe fn any_at_least(self, bound: u64) -> bool {
            unsafe {
                let high = _mm256_set1_epi64x((bound as i64).wrapping_neg());
                let both = _mm256_or_si256(self.0[0], self.0[1]);
                _mm256_testz_si256(both, high) == 0
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Compares each operation of a type with the scalar one.
    unsafe fn compare<L: Lanes>(a: [u64; 8], b: [u64; 8], bytes: [u8; 8]) -> Result<(), TestCaseError> {
        unsafe {
            let (va, vb, sa, sb) = (L::load(&a), L::load(&b), Scalar(a), Scalar(b));
            // The words, and the words after each lane is broadcast.
            let words = |value: L| -> [[u64; 8]; 9] {
                std::array::from_fn(
                    |lane| if lane == 8 { value.words() } else { value.broadcast(lane).words() },
                )
            };
            let expected = |value: Scalar| -> [[u64; 8]; 9] {
                std::array::from_fn(
                    |lane| if lane == 8 { value.words() } else { value.broadcast(lane).words() },
                )
            };
            prop_assert_eq!(va.bytes(), sa.bytes());
            prop_assert_eq!(words(va.xor(vb)), expected(sa.xor(sb)));
            prop_assert_eq!(va.or(vb).words(), std::array::from_fn(|lane| a[lane] | b[lane]));
            prop_assert_eq!(va.words(), a);
            prop_assert_eq!(words(va.add(vb)), expected(sa.add(sb)));
            prop_assert_eq!(words(L::splat(a[0])), expected(Scalar::splat(a[0])));
            prop_assert_eq!(words(L::of_bytes(&bytes)), expected(Scalar::of_bytes(&bytes)));
            let halves = a.map(|word| word as u16);
            prop_assert_eq!(va.halves(), halves);
            prop_assert_eq!(L::of_halves(&halves).halves(), halves);
            prop_assert_eq!(words(L::of_halves(&halves)), expected(Scalar::of_halves(&halves)));
            let small = |word: u64| word % 80;
            let numbers = (L::load(&a.map(small)), Scalar(a.map(small)));
            // A bit affects the number of trailing ones if all bits below it are set.
            let below = a.map(|word| (1u64 << small(word).min(63)) - 1);
            prop_assert_eq!(
                words(L::load(&below).with_bits(numbers.0).trailing_ones()),
                expected(Scalar(below).with_bits(numbers.1).trailing_ones())
            );
            let ones = (va.trailing_ones(), sa.trailing_ones());
            prop_assert_eq!(words(ones.0), expected(ones.1));
            let full = b.map(|word| if word % 3 == 0 { 64 } else { word % 64 });
            prop_assert_eq!(
                words(L::load(&full).add_where_64(ones.0)),
                expected(Scalar(full).add_where_64(ones.1))
            );
            for bound in [64, 128] {
                let full = b.map(|word| word % 67 * 2);
                prop_assert_eq!(L::load(&full).any_at_least(bound), Scalar(full).any_at_least(bound));
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn all_widths_agree_with_plain_words(
            a in prop::array::uniform8(word()), b in prop::array::uniform8(word()), bytes: [u8; 8],
        ) {
            #[cfg(target_arch = "x86_64")]
            {
                use crate::width::Width;
                if Width::Avx2.is_available() {
                    // SAFETY: the machine supports the type.
                    unsafe { compare::<Avx2>(a, b, bytes)? };
                }
                if Width::Avx512.is_available() {
                    // SAFETY: the machine supports the type.
                    unsafe { compare::<Avx512>(a, b, bytes)? };
                }
            }
            // SAFETY: plain words have no requirements.
            unsafe { compare::<Scalar>(a, b, bytes)? };
        }
    }

    /// Generates words with few, with many, and with all bits set.
    fn word() -> impl Strategy<Value = u64> {
        prop_oneof![any::<u64>(), 0u64..200, (0u32..64).prop_map(|low| (1u64 << low) - 1), Just(u64::MAX)]
    }
}
