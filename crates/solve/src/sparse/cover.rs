//! The proof that a heap filled with a common value has that value: every smaller rare value is excluded.
//!
//! A split has a rare value if its two heaps have the same class; nearly always both are common.
//! For each index of a common value there is a bit set, in which the bits of the heaps of that value are set. A *witness*
//! for the rare value v is a common heap a. Together with a heap of value g(a) xor v, and a number m that a split takes,
//! it forms an option of value v. So the heaps for which a excludes v are given by the bit set of g(a) xor v, shifted by
//! a + m. If there are several m, the union of the sets shifted by each m is stored. One step, a shift by a plus the
//! least m, then handles 512 heaps with all splits.

use super::code::Code;
use super::space::Space;
use crate::width::Width;
use std::cmp::Reverse;

/// The number of heaps that are proved together.
pub(super) const BLOCK: usize = 512;

const BLOCK_BYTES: usize = BLOCK / 8;

/// The maximum number of witnesses of a rare value.
const MAX_WITNESSES: usize = 2048;
/// The maximum number of candidates for witnesses.
const MAX_CANDIDATES: usize = 8192;
/// The number of witnesses tried between two checks whether any heap is left.
const POLL_INTERVAL: usize = 8;

/// The number of blocks on which witnesses are evaluated when they are chosen.
const SAMPLE: usize = 4;

/// A bit set with one bit for each heap of a block.
pub(super) type Bits = [u64; 8];

/// The bit sets of the last heaps, by index, and the witnesses.
#[derive(Clone)]
pub(super) struct Cover {
    /// The numbers of tokens that splits take, less the least of them.
    shifts: Vec<usize>,
    least_split: u64,
    /// With several splits: the heaps of the last block that have each index.
    last: Vec<Bits>,
    /// The bytes of one bit set. The sets are stored in the order of their indices.
    stride: usize,
    span: usize,
    /// A bit is set if the heap that is smaller by one of the shifts has the index of the set.
    bits: Vec<u8>,
    /// The heap of the first bit of each set, a multiple of [`BLOCK`].
    base: u64,
    /// The greatest distance of a witness.
    reach: usize,
    /// Witnesses by the index of the rare value, in the order in which they are tried.
    witnesses: Vec<Vec<Witness>>,
    /// All indices that have occurred are below this bound.
    indices: usize,
}

#[derive(Clone, Copy, Debug, Default)]
struct Witness {
    /// The distance by which the set is shifted: the witness and the least split.
    back: u32,
    /// The index of the bit set to read.
    index: u16,
}

/// A rare value that no witness excludes for a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Doubt {
    pub(super) heap: u64,
    pub(super) index: u16,
}

impl Cover {
    /// Creates empty sets that hold at least the last `span` heaps, from `base` on.
    pub(super) fn new(splits: &[u64], span: usize, base: u64) -> Cover {
        // Leaves room for many blocks before the sets must be moved. The stride is not a power of two, so that the bit
        // sets do not compete for the same cache sets.
        let stride = (span + span / 2 + 16 * BLOCK).next_multiple_of(BLOCK) / 8 + 3 * BLOCK_BYTES;
        let least_split = splits.iter().copied().min().unwrap_or(0);
        Cover {
            shifts: splits.iter().map(|&split| (split - least_split) as usize).collect(),
            least_split,
            last: Vec::new(),
            stride,
            span,
            bits: Vec::new(),
            base,
            reach: 0,
            witnesses: Vec::new(),
            indices: 0,
        }
    }

    /// Adds sets for all indices below a bound.
    fn add_indices(&mut self, indices: usize) {
        self.indices = indices;
        self.last.resize(indices, [0; 8]);
        self.bits.resize(self.stride * indices, 0);
        self.witnesses.resize(indices.max(self.witnesses.len()), Vec::new());
    }

    /// Returns the greatest distance of a heap that a witness needs.
    pub(super) fn reach(&self) -> usize {
        self.reach + self.greatest_shift()
    }

    /// Returns the number of codes before a block that the sets of the block depend on.
    pub(super) fn greatest_shift(&self) -> usize {
        self.shifts.iter().copied().max().unwrap_or(0)
    }

    /// Returns an exclusive upper bound of the indices of common values.
    pub(super) fn indices(&self) -> usize {
        self.indices
    }

    /// Returns the set of heaps of the last block, which begins at `start`, that have the common value with this index.
    #[inline(always)]
    pub(super) fn block(&self, start: u64, index: u16) -> Bits {
        let index = usize::from(index);
        match self.shifts.len() {
            _ if index >= self.indices => [0; 8],
            1 => bits_at(&self.bits, index * self.stride + self.place(start)),
            _ => self.last[index],
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        let witnesses: usize = self.witnesses.iter().map(Vec::capacity).sum();
        (self.bits.len() + witnesses * size_of::<Witness>()) as u64
    }

    fn place(&self, start: u64) -> usize {
        ((start - self.base) / 8) as usize
    }

    /// Enters the codes of a block into the sets. `before` contains the last [`Cover::greatest_shift`] codes before the
    /// block, or fewer if fewer are stored.
    pub(super) fn set_block<C: Code>(&mut self, start: u64, before: &[C], codes: &[C; BLOCK]) {
        let mut place = self.place(start);
        if place + BLOCK_BYTES > self.stride {
            place = self.slide(place);
        }
        for set in self.bits.chunks_exact_mut(self.stride) {
            set[place..place + BLOCK_BYTES].fill(0);
        }
        if self.shifts.len() > 1 {
            self.set_shifted(place, before, codes);
            return;
        }
        for (eight, codes) in codes.chunks_exact(8).enumerate() {
            for (bit, code) in codes.iter().enumerate().filter(|(_, code)| code.is_common()) {
                let index = usize::from(code.index());
                if index >= self.indices {
                    self.add_indices(index + 1);
                }
                self.bits[index * self.stride + place + eight] |= 1 << bit;
            }
        }
    }

    /// Implements [`Cover::set_block`] for several splits.
    fn set_shifted<C: Code>(&mut self, place: usize, before: &[C], codes: &[C; BLOCK]) {
        let common = before.iter().chain(codes).filter(|code| code.is_common());
        let bound = common.fold(0, |bound, code| bound.max(usize::from(code.index()) + 1));
        if bound > self.indices {
            self.add_indices(bound);
        }
        self.last.fill([0; 8]);
        for (heap, code) in codes.iter().enumerate().filter(|(_, code)| code.is_common()) {
            self.last[usize::from(code.index())][heap / 64] |= 1 << (heap % 64);
        }
        for shift in &self.shifts {
            let shifted = before[before.len().saturating_sub(*shift)..].iter().chain(codes);
            for (heap, code) in (shift.saturating_sub(before.len())..BLOCK).zip(shifted) {
                if code.is_common() {
                    self.bits[usize::from(code.index()) * self.stride + place + heap / 8] |= 1 << (heap % 8);
                }
            }
        }
    }

    /// Drops the oldest bits of all sets and leaves the last `span` heaps. Returns the new offset of the byte at `place`.
    fn slide(&mut self, place: usize) -> usize {
        let dropped = (place - self.span / 8) / BLOCK_BYTES * BLOCK_BYTES;
        for set in self.bits.chunks_exact_mut(self.stride) {
            set.copy_within(dropped..place, 0);
        }
        self.base += dropped as u64 * 8;
        place - dropped
    }

    /// Adds the witness `heap` for the rare value with index `rare`. Its partners have the common value with index `index`.
    /// Has no effect if the witness is too distant or the list is full.
    pub(super) fn learn(&mut self, rare: u16, heap: u64, index: u16) {
        let back = heap + self.least_split;
        let rare = usize::from(rare);
        if rare >= self.witnesses.len() {
            self.witnesses.resize(rare + 1, Vec::new());
        }
        let list = &mut self.witnesses[rare];
        // More distant witnesses would lengthen the windows that prove a period.
        if back <= self.span as u64 / 2 && list.len() < MAX_WITNESSES {
            list.push(Witness { back: back as u32, index });
            self.reach = self.reach.max(back as usize);
        }
    }
}

/// The choice of witnesses.
impl Cover {
    /// Chooses witnesses among the candidates, given as (a, code of a). Where they suffice, each rare value is excluded
    /// twice for each of the last heaps before `end`, which is a multiple of [`BLOCK`].
    pub(super) fn choose_witnesses<C: Code>(
        &mut self,
        width: Width,
        candidates: &[(u64, C)],
        recent: &[C],
        end: u64,
    ) {
        let mut counts = vec![0u32; C::INDICES];
        for code in recent.iter().filter(|code| code.is_common()) {
            counts[usize::from(code.index())] += 1;
        }
        let mut popular: Vec<u16> = (0..self.indices as u16).collect();
        popular.retain(|&index| counts[usize::from(index)] > 0);
        popular.sort_by_key(|&index| Reverse(counts[usize::from(index)]));
        let mut backs = vec![Vec::new(); C::INDICES];
        let usable = (self.span as u64).min((end - self.base).saturating_sub((SAMPLE * BLOCK) as u64));
        for &(heap, code) in candidates {
            let back = heap + self.least_split;
            if code.is_common() && back <= usable {
                backs[usize::from(code.index())].push(back as u32);
            }
        }
        self.reach = 0;
        for rare in 0..self.indices {
            // Candidates with the most frequent partners come first.
            let candidates = popular.iter().flat_map(|&index| {
                let backs = backs.get(usize::from(index) ^ rare).map_or(&[][..], Vec::as_slice);
                backs.iter().map(move |&back| Witness { back, index })
            });
            let candidates: Vec<Witness> = candidates.take(MAX_CANDIDATES).collect();
            let chosen = self.sufficient(width, &candidates, end);
            let farthest = chosen.iter().map(|witness| witness.back as usize).max();
            self.reach = self.reach.max(farthest.unwrap_or(0));
            self.witnesses[rare] = chosen;
        }
    }

    /// Chooses candidates in order until they exclude a value twice for each of the last heaps, or none is left.
    ///
    /// The values of neighbouring heaps are not independent, so several candidates may exclude a value for
    /// the same heaps. A candidate is chosen only if it removes at least three quarters as many heaps as it would
    /// under independence.
    fn sufficient(&self, width: Width, candidates: &[Witness], end: u64) -> Vec<Witness> {
        match width {
            Width::Scalar => self.sufficient_of(candidates, end),
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => {
                assert!(width.is_available());
                // SAFETY: the machine has AVX2.
                unsafe { self.sufficient_avx2(candidates, end) }
            }
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => {
                assert!(width.is_available());
                // SAFETY: the machine has these parts of AVX-512.
                unsafe { self.sufficient_avx512(candidates, end) }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn sufficient_avx2(&self, candidates: &[Witness], end: u64) -> Vec<Witness> {
        self.sufficient_of(candidates, end)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vpopcntdq,popcnt")]
    unsafe fn sufficient_avx512(&self, candidates: &[Witness], end: u64) -> Vec<Witness> {
        self.sufficient_of(candidates, end)
    }

    #[inline(always)]
    fn sufficient_of(&self, candidates: &[Witness], end: u64) -> Vec<Witness> {
        const ALL: [Bits; SAMPLE] = [[u64::MAX; 8]; SAMPLE];
        const ALL_SIZE: u32 = (SAMPLE * BLOCK) as u32;
        let places: [usize; SAMPLE] =
            std::array::from_fn(|block| self.place(end - ((block + 1) * BLOCK) as u64));
        let (mut open, mut left, mut rounds) = (ALL, ALL_SIZE, 0);
        let mut chosen = Vec::new();
        for witness in candidates {
            let (mut remaining, mut effect) = (open, 0);
            for (open, place) in remaining.iter_mut().zip(places) {
                let excluded = self.excluded_by(witness, place);
                effect += size(&excluded);
                *open = without(*open, excluded);
            }
            let after: u32 = remaining.iter().map(size).sum();
            if left == after || (left - after) * ALL_SIZE * 4 < effect * left * 3 {
                continue;
            }
            chosen.push(*witness);
            (open, left) = (remaining, after);
            if left == 0 {
                rounds += 1;
                if rounds == 2 {
                    break;
                }
                (open, left) = (ALL, ALL_SIZE);
            }
        }
        chosen
    }
}

/// The proof.
impl Cover {
    /// Returns the rare values below the common values of a block that no witness excludes, sorted by heap.
    pub(super) fn doubts<C: Code>(&self, width: Width, space: Space, start: u64) -> Vec<Doubt> {
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
        let place = self.place(start);
        // Indices that differ only below the dropped bit are handled together. Of two such values, the value with
        // the dropped bit is greater.
        let size = 1 << space.dropped_bit();
        let mut above = [0; 8];
        for first in (0..self.indices).step_by(size).rev() {
            let mut here = [0; 8];
            for index in first..self.indices.min(first + size) {
                here = union(here, self.block(start, index as u16));
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

    /// Returns the heaps for which no witness excludes the rare value.
    #[inline(always)]
    fn without_witness(&self, rare: usize, heaps: Bits, place: usize) -> Bits {
        let mut open = heaps;
        let witnesses = self.witnesses.get(rare).map_or(&[][..], Vec::as_slice);
        for witnesses in witnesses.chunks(POLL_INTERVAL) {
            for witness in witnesses {
                open = without(open, self.excluded_by(witness, place));
            }
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
                doubts.push(Doubt { heap: heap + u64::from(bits.trailing_zeros()), index: rare as u16 });
                bits &= bits - 1;
            }
        }
    }

    /// Returns the heaps of the block at offset `place` for which the witness excludes the rare value.
    #[inline(always)]
    fn excluded_by(&self, witness: &Witness, place: usize) -> Bits {
        let back = witness.back.div_ceil(8) as usize;
        let shift = (8 - witness.back % 8) % 8;
        let start = usize::from(witness.index) * self.stride + place - back;
        let (first, second) = (bits_at(&self.bits, start), bits_at(&self.bits, start + 1));
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
fn size(bits: &Bits) -> u32 {
    bits.iter().map(|word| word.count_ones()).sum()
}

#[inline(always)]
fn is_empty(bits: &Bits) -> bool {
    bits.iter().fold(0, |all, word| all | word) == 0
}
