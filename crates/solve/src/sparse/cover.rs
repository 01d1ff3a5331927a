//! The proof that a heap filled with a common value has it: every rare value below it is excluded too.
//!
//! A rare value comes from two heaps of one class, and nearly always from two common ones. For each code of a common
//! value there is a set of bits, one for every heap that has it. A *witness* for the rare value v is a common heap a:
//! with a heap of value g(a) xor v, and a number m that a split takes, it is an option of value v. So the heaps whose
//! value v is excluded by a are those whose bit is set in the set of g(a) xor v, moved by a + m; and that excludes v for
//! 512 heaps in one step. Only witnesses with a + m divisible by 8 are used, so that moving is reading at another byte.

use super::kernel::Width;
use super::space::{COMMON, Space};

/// Heaps are proved in blocks of so many.
pub(super) const BLOCK: usize = 512;

const MOST_LEARNED: usize = 2048;

const BLOCK_BYTES: usize = BLOCK / 8;

/// A block's worth of bits, one for every heap.
pub(super) type Bits = [u64; 8];

/// Codes of common values, less the class bit.
const INDICES: usize = COMMON as usize;

/// The sets of heaps by value, over the last heaps, and the witnesses.
#[derive(Clone)]
pub(super) struct Cover {
    /// Bytes of one set; the sets follow one another by index.
    stride: usize,
    span: usize,
    bits: Vec<u8>,
    /// The heap of the first bit of every set, a multiple of [`BLOCK`].
    base: u64,
    /// How far back the witnesses look.
    reach: usize,
    /// By the index of the rare value.
    witnesses: Vec<Vec<[Witness; 8]>>,
    /// Witnesses at any distance, asked after the others; learned where these fail.
    learned: Vec<Vec<Witness>>,
    /// Everything below this index has been seen.
    indices: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Witness {
    /// How many heaps back.
    back: u32,
    /// The set to read.
    index: u8,
}

/// A rare value of which no witness says that it is excluded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Doubt {
    pub(super) heap: u64,
    pub(super) index: u8,
}

impl Cover {
    /// Sets that hold at least the last `span` heaps, from `base` on.
    pub(super) fn new(span: usize, base: u64) -> Cover {
        // Not a power of two, so that the sets do not fall on the same lines of the cache.
        let stride = (span + 16 * BLOCK).next_multiple_of(BLOCK) / 8 + 3 * BLOCK_BYTES;
        Cover {
            stride,
            span,
            bits: vec![0; stride * INDICES],
            base,
            reach: 0,
            witnesses: vec![Vec::new(); INDICES],
            learned: vec![Vec::new(); INDICES],
            indices: 0,
        }
    }

    /// How far back the witnesses look.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// Which heaps of a block have the common value with this index.
    pub(super) fn block(&self, start: u64, index: u8) -> Bits {
        bits_at(&self.bits, usize::from(index) * self.stride + ((start - self.base) / 8) as usize)
    }

    pub(super) fn bytes(&self) -> u64 {
        let witnesses: usize = self.witnesses.iter().map(Vec::capacity).sum();
        (self.bits.len() + witnesses * size_of::<Witness>()) as u64
    }

    /// Takes in the codes of a block.
    pub(super) fn set_block(&mut self, start: u64, codes: &[u8]) {
        let mut place = ((start - self.base) / 8) as usize;
        if place + BLOCK_BYTES > self.stride {
            place = self.slide(place);
        }
        for set in self.bits.chunks_exact_mut(self.stride).take(self.indices) {
            set[place..place + BLOCK_BYTES].fill(0);
        }
        for (eight, codes) in codes.chunks_exact(8).enumerate() {
            for (bit, &code) in codes.iter().enumerate() {
                if code & COMMON != 0 {
                    let index = usize::from(code & !COMMON);
                    self.indices = self.indices.max(index + 1);
                    self.bits[index * self.stride + place + eight] |= 1 << bit;
                }
            }
        }
    }

    /// Forgets the older half; gives the new place of a byte.
    fn slide(&mut self, place: usize) -> usize {
        let dropped = (place - self.span / 8) / BLOCK_BYTES * BLOCK_BYTES;
        for set in self.bits.chunks_exact_mut(self.stride).take(self.indices) {
            set.copy_within(dropped..place, 0);
        }
        self.base += dropped as u64 * 8;
        place - dropped
    }

    /// Chooses witnesses among these heaps, given as (a + m, code of a).
    pub(super) fn choose_witnesses(&mut self, candidates: &[(u64, u8)], recent: &[u8]) {
        let mut counts = [0u64; 256];
        for &code in recent {
            counts[usize::from(code)] += 1;
        }
        let usable =
            |&&(back, code): &&(u64, u8)| back % 8 == 0 && code & COMMON != 0 && back <= self.span as u64;
        for (rare, groups) in self.witnesses.iter_mut().enumerate().take(self.indices) {
            let candidates = candidates.iter().filter(usable);
            let mut list: Vec<Witness> = candidates
                .map(|&(back, code)| Witness { back: back as u32, index: (code & !COMMON) ^ rare as u8 })
                .collect();
            let weight = |witness: &Witness| counts[usize::from(witness.index | COMMON)];
            list.retain(|witness| weight(witness) > 0);
            list.sort_by_key(|witness| std::cmp::Reverse(weight(witness)));
            // Groups are full: the last one asks the first witness again.
            let groups_needed = list.len().div_ceil(8);
            if let Some(&first) = list.first() {
                list.resize(groups_needed * 8, first);
            }
            self.reach = list.iter().map(|witness| witness.back as usize).fold(self.reach, usize::max);
            groups.clear();
            groups.extend(list.as_chunks::<8>().0);
        }
    }

    /// Takes a witness in: a heap with the other code, `back` heaps back, excludes the rare value with this index.
    pub(super) fn learn(&mut self, rare: u8, back: u64, other: u8) {
        let index = other & !COMMON;
        // Witnesses farther back would make the windows long that prove a period.
        if back <= self.span as u64 / 2 {
            let list = &mut self.learned[usize::from(rare)];
            if list.len() == MOST_LEARNED {
                list.remove(0);
            }
            list.push(Witness { back: back as u32, index });
            self.reach = self.reach.max(back as usize);
        }
    }

    /// The rare values below the common values of a block that no witness excludes, by heap.
    pub(super) fn doubts(&self, width: Width, space: Space, start: u64) -> Vec<Doubt> {
        let mut doubts = Vec::new();
        match width {
            Width::Scalar => self.find_doubts(space, start, &mut doubts),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => {
                assert!(width.is_available());
                // SAFETY: the machine has AVX2.
                unsafe { self.find_doubts_avx2(space, start, &mut doubts) }
            }
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => {
                assert!(width.is_available());
                // SAFETY: the machine has AVX-512 F.
                unsafe { self.find_doubts_avx512(space, start, &mut doubts) }
            }
        }
        doubts.sort_unstable();
        doubts
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn find_doubts_avx2(&self, space: Space, start: u64, doubts: &mut Vec<Doubt>) {
        self.find_doubts(space, start, doubts);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f")]
    unsafe fn find_doubts_avx512(&self, space: Space, start: u64, doubts: &mut Vec<Doubt>) {
        self.find_doubts(space, start, doubts);
    }

    #[inline(always)]
    fn find_doubts(&self, space: Space, start: u64, doubts: &mut Vec<Doubt>) {
        let place = ((start - self.base) / 8) as usize;
        // Indices that differ below the dropped bit only: of two such values, the one that has the bit is the greater.
        let size = 1 << space.dropped_bit();
        let mut above = [0; 8];
        for first in (0..self.indices).step_by(size).rev() {
            let mut here = [0; 8];
            for index in first..first + size {
                here = union(here, bits_at(&self.bits, index * self.stride + place));
            }
            let [even, odd] = space.common_has_dropped_bit(first as u16).map(u64::from);
            let greater = even * 0x5555_5555_5555_5555 + odd * 0xaaaa_aaaa_aaaa_aaaa;
            let needed = union(above, here.map(|word| word & greater));
            if !is_empty(&needed) {
                for rare in first..first + size {
                    self.add_doubts(rare, start, self.without_witness(rare, needed, place), doubts);
                }
            }
            above = union(above, here);
        }
    }

    /// Those of the heaps for which no witness speaks.
    #[inline(always)]
    fn without_witness(&self, rare: usize, heaps: Bits, place: usize) -> Bits {
        let mut open = heaps;
        for witnesses in &self.witnesses[rare] {
            open = without(open, self.excluded(witnesses, place));
            if is_empty(&open) {
                return open;
            }
        }
        for witness in &self.learned[rare] {
            open = without(open, self.excluded_by(witness, place));
            if is_empty(&open) {
                break;
            }
        }
        open
    }

    #[inline(always)]
    fn add_doubts(&self, rare: usize, start: u64, open: Bits, doubts: &mut Vec<Doubt>) {
        if is_empty(&open) {
            return;
        }
        for (heap, mut bits) in (start..).step_by(64).zip(open) {
            while bits != 0 {
                doubts.push(Doubt { heap: heap + u64::from(bits.trailing_zeros()), index: rare as u8 });
                bits &= bits - 1;
            }
        }
    }
}

impl Cover {
    /// The heaps of the block at a place for which one of the witnesses speaks.
    #[inline(always)]
    fn excluded(&self, witnesses: &[Witness; 8], place: usize) -> Bits {
        let mut all = [0; 8];
        for witness in witnesses {
            let at = usize::from(witness.index) * self.stride + place - (witness.back / 8) as usize;
            all = union(all, bits_at(&self.bits, at));
        }
        all
    }

    /// The same for one witness at any distance.
    #[inline(always)]
    fn excluded_by(&self, witness: &Witness, place: usize) -> Bits {
        let back = witness.back.div_ceil(8) as usize;
        let shift = (8 - witness.back % 8) % 8;
        let at = usize::from(witness.index) * self.stride + place - back;
        let (first, second) = (bits_at(&self.bits, at), bits_at(&self.bits, at + 1));
        std::array::from_fn(|word| first[word] >> shift | second[word] << (8 - shift))
    }
}

#[inline(always)]
fn union(bits: Bits, others: Bits) -> Bits {
    std::array::from_fn(|word| bits[word] | others[word])
}

#[inline(always)]
fn without(bits: Bits, others: Bits) -> Bits {
    std::array::from_fn(|word| bits[word] & !others[word])
}

#[inline(always)]
fn bits_at(bits: &[u8], place: usize) -> Bits {
    let bytes = &bits[place..place + BLOCK_BYTES];
    std::array::from_fn(|word| match bytes[8 * word..8 * word + 8].try_into() {
        Ok(eight) => u64::from_le_bytes(eight),
        Err(_) => unreachable!("the slice has eight bytes"),
    })
}

#[inline(always)]
fn is_empty(bits: &Bits) -> bool {
    bits.iter().fold(0, |all, word| all | word) == 0
}
