//! Filling: computes the least common value that no rare heap excludes, for eight heaps at a time.

use super::code::Code;
#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Scalar, eight};
use super::marks;
use crate::width::Width;
use std::ops::Range;

/// The number of heaps filled together.
pub(super) const GROUP: usize = 8;

/// An option that every heap n has, whose code is the code of heap n − `distance` xor a constant.
///
/// With this constant, the class bit of the xor is clear if the option's value is common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Operand {
    pub(super) distance: usize,
    pub(super) constant: u64,
}

/// The operands that are read for each group, divided by the time at which their codes are known.
///
/// If there are several splits, a pair of heaps is an option of several heaps. The codes that the pairs with the same total
/// exclude are then computed once.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    /// The numbers of tokens that splits take, in ascending order.
    splits: Vec<usize>,
    /// With several splits: the rare heaps whose partners are known before the group is filled, with the constant of their
    /// operands.
    pairs: Vec<(usize, u64)>,
    /// Operands whose eight heaps are all known before the group is filled.
    far: Vec<(usize, u64)>,
    /// Operands that reach into the last two groups: for each lane the constant if its code is known before
    /// the group, else [`NOTHING`].
    near: Vec<(usize, [u64; GROUP])>,
    /// For each lane, the constants that its index is combined with for later lanes. There is one layer per
    /// operand of the same distance.
    within: [Vec<[u64; GROUP]>; GROUP],
    /// The greatest distance of an operand.
    reach: usize,
    /// The number of consecutive heaps that do not depend on each other, if less than a group.
    stride: Option<usize>,
}

/// The number of words of excluded codes beyond which marks are faster than bits, for plans with pairs.
const MAX_WORDS_OF_PAIRS: usize = 8;
/// Like [`MAX_WORDS_OF_PAIRS`], for plans without pairs.
const MAX_WORDS: usize = 4;

/// The greatest split for which totals are stored. The totals before a block are computed again for each block.
const MAX_KEPT: usize = 8 * GROUP;

/// A constant that excludes nothing, regardless of the code that it is combined with.
const NOTHING: u64 = 1 << 32;

impl Plan {
    /// Creates the plan of a game without rare heaps.
    pub(super) fn new(splits: &[u64]) -> Plan {
        let mut splits: Vec<usize> = splits.iter().map(|&split| split as usize).collect();
        splits.sort_unstable();
        Plan { splits, ..Plan::default() }
    }

    /// Adds the splits into a rare heap and another heap.
    ///
    /// # Complexity
    /// Constant for each split if the heap is the greatest so far, else O(operands).
    pub(super) fn add_rare<C: Code>(&mut self, heap: u64, code: C) {
        let (heap, constant) = (heap as usize, code.word() ^ C::COMMON);
        if self.splits.len() > 1 && self.greatest_split() <= MAX_KEPT && heap >= 2 * GROUP {
            self.reach = self.reach.max(heap + self.greatest_split());
            if let Err(place) = self.pairs.binary_search(&(heap, constant)) {
                self.pairs.insert(place, (heap, constant));
            }
            return;
        }
        for split in self.splits.clone() {
            self.add::<C>(Operand { distance: split + heap, constant });
        }
    }

    fn greatest_split(&self) -> usize {
        self.splits.last().copied().unwrap_or(0)
    }

    /// Adds an operand, for codes of type `C`; its distance is at least 1.
    ///
    /// # Complexity
    /// Constant if the distance is the greatest so far, else O(operands).
    pub(super) fn add<C: Code>(&mut self, Operand { distance, constant }: Operand) {
        self.reach = self.reach.max(distance);
        if distance >= 2 * GROUP {
            if let Err(place) = self.far.binary_search(&(distance, constant)) {
                self.far.insert(place, (distance, constant));
            }
            return;
        }
        if self.near.iter().any(|&(other, constants)| (other, constants[0]) == (distance, constant)) {
            return;
        }
        let known = |lane| if lane < distance { constant } else { NOTHING };
        self.near.push((distance, std::array::from_fn(known)));
        if distance >= GROUP {
            return;
        }
        self.stride = Some(self.stride.map_or(distance, |stride| stride.min(distance)));
        // Each operand of the same distance has its own layer.
        let layer = self.near.iter().filter(|(other, _)| *other == distance).count() - 1;
        for lane in 0..GROUP - distance {
            let within = &mut self.within[lane];
            if within.len() <= layer {
                within.resize(layer + 1, [NOTHING; GROUP]);
            }
            within[layer][lane + distance] = constant ^ C::COMMON;
        }
    }

    /// Returns the number of operands.
    pub(super) fn len(&self) -> usize {
        self.far.len() + self.near.len() + self.splits.len() * self.pairs.len()
    }

    /// Returns the distances and constants of the operands that reach into the last two groups.
    pub(super) fn near(&self) -> impl Iterator<Item = (usize, u64)> {
        self.near.iter().map(|&(distance, constants)| (distance, constants[0]))
    }

    /// Returns the greatest distance of an operand.
    pub(super) fn reach(&self) -> usize {
        self.reach
    }

    /// Returns the operands of `far` that reach back at most `place` codes.
    #[inline(always)]
    pub(super) fn far_from(&self, place: usize) -> &[(usize, u64)] {
        self.within_reach(&self.far, place)
    }

    #[inline(always)]
    fn within_reach<'a>(&self, operands: &'a [(usize, u64)], place: usize) -> &'a [(usize, u64)] {
        if self.reach <= place {
            operands
        } else {
            &operands[..operands.partition_point(|&(distance, _)| distance <= place)]
        }
    }

    /// Returns all operands that reach back at least two groups and at most `place` codes.
    pub(super) fn all_far_from(&self, place: usize) -> impl Iterator<Item = (usize, u64)> {
        let of_pairs = self
            .within_reach(&self.pairs, place)
            .iter()
            .flat_map(|&(heap, constant)| self.splits.iter().map(move |&split| (heap + split, constant)));
        let of_pairs = of_pairs.filter(move |&(distance, _)| distance <= place);
        self.far_from(place).iter().copied().chain(of_pairs)
    }

    /// Fills a range of indices with the codes of the least common values that no operand excludes.
    ///
    /// The range must start at index 16 or later. Operands that reach back beyond index 0 are skipped. Whole groups
    /// may be filled, so up to seven codes after the range are written too. Returns the end of the range, or the
    /// first index whose value does not fit into `words` words, a power of two; all codes before it are filled.
    pub(super) fn fill<C: Code>(
        &self,
        width: Width,
        codes: &mut [C],
        places: Range<usize>,
        words: usize,
    ) -> usize {
        if words > if self.pairs.is_empty() { MAX_WORDS } else { MAX_WORDS_OF_PAIRS } {
            return marks::fill(self, codes, places);
        }
        match width {
            // SAFETY: plain words have no requirements.
            Width::Scalar => unsafe { self.fill_with::<Scalar, C>(codes, places, words) },
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => {
                assert!(width.is_available());
                // SAFETY: the machine has AVX2.
                unsafe { self.fill_avx2(codes, places, words) }
            }
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => {
                assert!(width.is_available());
                // SAFETY: the machine has the required parts of AVX-512.
                unsafe { self.fill_avx512(codes, places, words) }
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    unsafe fn fill_avx2<C: Code>(&self, codes: &mut [C], places: Range<usize>, words: usize) -> usize {
        // SAFETY: as for this function.
        unsafe { self.fill_with::<Avx2, C>(codes, places, words) }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq")]
    unsafe fn fill_avx512<C: Code>(&self, codes: &mut [C], places: Range<usize>, words: usize) -> usize {
        // SAFETY: as for this function.
        unsafe { self.fill_with::<Avx512, C>(codes, places, words) }
    }

    /// # Safety
    /// The caller must meet the safety requirements of [`Lanes`].
    #[inline(always)]
    unsafe fn fill_with<L: Lanes, C: Code>(
        &self,
        codes: &mut [C],
        places: Range<usize>,
        words: usize,
    ) -> usize {
        // SAFETY: as for this function.
        unsafe {
            match (words, self.pairs.is_empty()) {
                (1, true) => self.fill_words::<L, C, 1, false>(codes, places),
                (1, false) => self.fill_words::<L, C, 1, true>(codes, places),
                (2, true) => self.fill_words::<L, C, 2, false>(codes, places),
                (2, false) => self.fill_words::<L, C, 2, true>(codes, places),
                (_, true) => self.fill_words::<L, C, MAX_WORDS, false>(codes, places),
                (3..=MAX_WORDS, false) => self.fill_words::<L, C, MAX_WORDS, true>(codes, places),
                (_, false) => self.fill_words::<L, C, MAX_WORDS_OF_PAIRS, true>(codes, places),
            }
        }
    }

    /// Implements [`Plan::fill`] with `WORDS` words of excluded codes per heap, and with or without pairs.
    ///
    /// # Safety
    /// The caller must meet the safety requirements of [`Lanes`].
    #[inline(always)]
    unsafe fn fill_words<L: Lanes, C: Code, const WORDS: usize, const PAIRS: bool>(
        &self,
        codes: &mut [C],
        places: Range<usize>,
    ) -> usize {
        let mut place = places.start;
        let stride = self.stride.unwrap_or(GROUP);
        // SAFETY: as for this function.
        let mut recent = unsafe { L::recent(codes, place) };
        let mut totals = PAIRS.then(|| Totals::new(self.greatest_split()));
        if let Some(totals) = &mut totals {
            let before =
                (1..=totals.kept / GROUP).rev().filter_map(|groups| place.checked_sub(groups * GROUP));
            for start in before {
                // SAFETY: as for this function.
                unsafe { totals.append(self.of_pairs::<L, C, WORDS>(codes, start)) };
            }
        }
        while place < places.end {
            // SAFETY: as for this function.
            let (least, fitting) = unsafe {
                let mut excluded = Excluded::<L, WORDS>::none();
                for &(distance, constant) in self.far_from(place) {
                    excluded.add(C::widen::<L>(eight(codes, place - distance)).xor(L::splat(constant)));
                }
                if let Some(totals) = &mut totals {
                    totals.append(self.of_pairs::<L, C, WORDS>(codes, place));
                    for &split in &self.splits {
                        totals.add_to(&mut excluded, split);
                    }
                }
                for (distance, constants) in &self.near {
                    let behind = L::behind(recent, codes, place, *distance);
                    excluded.add(behind.xor(L::load(constants)));
                }
                let mut lane = 0;
                while lane + stride < GROUP {
                    let least = excluded.least_index();
                    for next in lane..lane + stride {
                        if !self.within[next].is_empty() {
                            let index = least.broadcast(next);
                            for constants in &self.within[next] {
                                excluded.add(index.xor(L::load(constants)));
                            }
                        }
                    }
                    lane += stride;
                }
                let least = excluded.least_index();
                if least.any_at_least(64 * WORDS as u64) {
                    let fits = least.halves().map(|index| usize::from(index) < 64 * WORDS);
                    (least, fits.iter().take_while(|&&fits| fits).count())
                } else {
                    (least, GROUP)
                }
            };
            // SAFETY: as for this function.
            let filled = unsafe {
                let group = least.add(L::splat(C::COMMON));
                recent = L::remember(recent, group);
                C::narrow(group)
            };
            codes[place..place + GROUP].copy_from_slice(&filled);
            if fitting < GROUP {
                return places.end.min(place + fitting);
            }
            place += GROUP;
        }
        places.end
    }

    /// Returns the codes that the pairs with a rare heap exclude for each of eight totals of the two heaps, from `start` on.
    ///
    /// # Safety
    /// The caller must meet the safety requirements of [`Lanes`].
    #[inline(always)]
    unsafe fn of_pairs<L: Lanes, C: Code, const WORDS: usize>(
        &self,
        codes: &[C],
        start: usize,
    ) -> Excluded<L, WORDS> {
        // SAFETY: as for this function.
        unsafe {
            let mut excluded = Excluded::none();
            for &(heap, constant) in self.within_reach(&self.pairs, start) {
                excluded.add(C::widen::<L>(eight(codes, start - heap)).xor(L::splat(constant)));
            }
            excluded
        }
    }
}

/// The codes that pairs exclude for the last totals: for each word a row of totals.
struct Totals<const WORDS: usize> {
    rows: [Vec<u64>; WORDS],
    /// The number of totals before those appended last: the greatest split, rounded up to groups.
    kept: usize,
}

impl<const WORDS: usize> Totals<WORDS> {
    fn new(greatest_split: usize) -> Totals<WORDS> {
        let kept = greatest_split.next_multiple_of(GROUP);
        Totals { rows: std::array::from_fn(|_| vec![0; kept + GROUP]), kept }
    }

    /// Appends the next eight totals, and drops the first eight.
    #[inline(always)]
    unsafe fn append<L: Lanes>(&mut self, excluded: Excluded<L, WORDS>) {
        for (row, word) in self.rows.iter_mut().zip(excluded.0) {
            row.copy_within(GROUP.., 0);
            // SAFETY: as for `Lanes`.
            row[self.kept..].copy_from_slice(&unsafe { word.words() });
        }
    }

    /// Adds the codes that pairs exclude by one split. The eight heaps have the same numbers as the totals appended last.
    #[inline(always)]
    unsafe fn add_to<L: Lanes>(&self, excluded: &mut Excluded<L, WORDS>, split: usize) {
        for (row, word) in self.rows.iter().zip(&mut excluded.0) {
            // SAFETY: as for `Lanes`.
            *word = unsafe { word.or(L::load(eight(row, self.kept - split))) };
        }
    }
}

/// The excluded codes of common values for each of eight heaps, one bit each.
struct Excluded<L, const WORDS: usize>([L; WORDS]);

impl<L: Lanes, const WORDS: usize> Excluded<L, WORDS> {
    #[inline(always)]
    unsafe fn none() -> Self {
        // SAFETY: as for `Lanes`.
        Excluded([unsafe { L::splat(0) }; WORDS])
    }

    #[inline(always)]
    unsafe fn add(&mut self, codes: L) {
        for word in 0..WORDS {
            // SAFETY: as for `Lanes`.
            unsafe {
                let here = if word == 0 { codes } else { codes.xor(L::splat(64 * word as u64)) };
                self.0[word] = self.0[word].with_bits(here);
            }
        }
    }

    /// Returns the index of the least value that is not excluded, or the number of bits if all are excluded.
    #[inline(always)]
    unsafe fn least_index(&self) -> L {
        // SAFETY: as for `Lanes`.
        unsafe {
            let mut index = self.0[WORDS - 1].trailing_ones();
            for word in self.0[..WORDS - 1].iter().rev() {
                index = word.trailing_ones().add_where_64(index);
            }
            index
        }
    }
}
