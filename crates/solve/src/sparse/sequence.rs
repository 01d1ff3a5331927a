//! The engine: computes the values of the heaps in order, one block at a time.

use super::code::Code;
use super::cover::{BLOCK, Cover, Doubt};
use super::keep::Keep;
use super::kernel::{GROUP, Operand, Plan};
use super::landmarks::Landmarks;
use super::open::Open;
use super::space::{Space, is_sparse};
use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Ledger;
use crate::period::Period;
use crate::width::Width;
use winways_rules::TakeAndBreak;

/// The nim-values of heaps 0, 1, 2, …, as codes of one size.
#[derive(Clone)]
pub(super) struct Sequence<C> {
    pub(super) game: TakeAndBreak,
    pub(super) space: Space,
    pub(super) width: Width,
    /// The number of 64-bit words that hold the indices that have occurred.
    pub(super) words: usize,
    pub(super) keep: Keep,
    /// With [`Keep::Last`], codes are dropped when at least this many heaps are known.
    pub(super) drop_from: u64,
    /// The code of heap `base` is at index [`GROUP`]. If `base` is 0, the codes before it exclude nothing.
    pub(super) codes: Vec<C>,
    pub(super) base: u64,
    /// The codes of the first heaps, once they have been dropped from `codes`.
    pub(super) head: Vec<C>,
    /// The number of given values with which the sequence began.
    pub(super) start: u64,
    /// The values of all heaps below this bound are known.
    pub(super) known: u64,
    pub(super) rares: Vec<(u64, C)>,
    pub(super) plan: Plan,
    pub(super) cover: Cover,
    pub(super) witnesses: Witnesses,
    /// The greatest distance that a scan had to look back.
    pub(super) farthest_scan: u64,
    /// The windows of the period search; `None` if no period is searched for.
    pub(super) landmarks: Option<Landmarks<C>>,
    pub(super) period: Option<Period>,
    /// The end of the repeated window, and the distance to its repetition.
    pub(super) repeats: Option<(u64, u64)>,
}

/// A sequence with codes of either size.
#[derive(Clone)]
pub(super) enum Codes {
    /// Codes of values up to 255.
    Narrow(Sequence<u8>),
    /// Codes of values up to 8,191.
    Wide(Sequence<u16>),
}

/// Statistics about the choice of witnesses.
#[derive(Clone, Copy)]
pub(super) struct Witnesses {
    /// Heaps below this bound are candidates for witnesses.
    reach: u64,
    /// The number of known heaps at the last choice of witnesses.
    chosen_at: u64,
    /// The number of heaps that needed a scan of all options since then.
    pub(super) scans: u64,
}

/// The minimum number of values needed to choose the division of values.
pub(super) const FIRST: usize = 1 << 13;
/// The work of a block in addition to its options.
const WORK_OF_A_BLOCK: u64 = 1 << 15;
/// Once this many heaps of a block need more words than the others, the number of words doubles for all heaps.
const MAX_GREATER: usize = 16;
/// The work between two polls of the observer, in options. Eight or more options are tried together, so it takes a
/// few milliseconds.
pub(super) const WORK_POLL_INTERVAL: u64 = 1 << 22;
/// The work of a pair that is examined individually, and of a value that is decoded.
pub(super) const WORK_OF_A_PAIR: u64 = 1 << 3;

/// The minimum span of the bit sets, which limits the distance of witnesses. The span is also at least four times the
/// reach of candidates.
const LEAST_SPAN: usize = 1 << 13;
/// The maximum size of candidates for witnesses.
const MAX_REACH: u64 = 1 << 17;
/// The maximum product of the size of candidates and the number of indices, which limits the bit sets to 25 MiB.
const MAX_REACH_OF_INDICES: u64 = 1 << 25;
/// With [`Keep::Last`], the minimum number of codes of the first heaps, and of the last heaps, that are stored for
/// scans.
const WINDOW: usize = 1 << 17;
/// With [`Keep::Last`], codes are dropped once the number of known heaps is at least `DROP_FROM`, and at least
/// `DROP_AFTER` times the last rare heap. If the stored codes do not suffice for a heap, the first bound becomes
/// `DROP_AFTER` times the number of known heaps.
pub(super) const DROP_FROM: u64 = 1 << 22;
const DROP_AFTER: u64 = 8;

impl Codes {
    /// Creates the sequence of a take-and-break game from at least [`FIRST`] of its values. Returns `None` if the game
    /// has no splits or becomes regular too late, if its space is not sparse, or if a value is too large for wide codes.
    pub(super) fn of_values(game: TakeAndBreak, values: &[u16], keep: Keep, width: Width) -> Option<Codes> {
        if game.splits.is_empty() || game.regular_from > FIRST as u64 / 8 {
            return None;
        }
        let space = Space::sparse(values, &game.splits)?;
        if let Some(codes) = encode(space, values) {
            return Some(Codes::Narrow(Sequence::of_first_codes(game, space, keep, width, codes)));
        }
        Some(Codes::Wide(Sequence::of_first_codes(game, space, keep, width, encode(space, values)?)))
    }
}

impl Sequence<u8> {
    /// Returns the same sequence with codes that can hold greater values.
    pub(super) fn widened(&self) -> Sequence<u16> {
        let widen = |codes: &[u8]| -> Vec<u16> {
            codes.iter().map(|code| u16::new(code.index(), code.is_common())).collect()
        };
        let codes = widen(&self.codes[GROUP..]);
        let mut sequence =
            Sequence::of_codes(self.game.clone(), self.space, self.keep, self.width, self.base, codes);
        sequence.head = widen(&self.head);
        sequence.start = self.start;
        sequence.drop_from = self.drop_from;
        sequence.rares = self.rares.iter().map(|&(heap, code)| (heap, code.into())).collect();
        sequence.farthest_scan = self.farthest_scan;
        sequence.witnesses.reach = self.witnesses.reach;
        sequence.words = self.words;
        sequence.prepare();
        sequence
    }
}

impl<C: Code> Sequence<C> {
    /// Creates a sequence from the codes of heaps 0, 1, 2, ….
    pub(super) fn of_first_codes(
        game: TakeAndBreak,
        space: Space,
        keep: Keep,
        width: Width,
        codes: Vec<C>,
    ) -> Sequence<C> {
        let start = codes.len() as u64;
        let mut sequence = Sequence::of_codes(game, space, keep, width, 0, codes);
        sequence.start = start;
        sequence.rares = rare_heaps(&sequence.codes[GROUP..]);
        sequence.prepare();
        sequence
    }

    pub(super) fn of_codes(
        game: TakeAndBreak,
        space: Space,
        keep: Keep,
        width: Width,
        base: u64,
        mut codes: Vec<C>,
    ) -> Sequence<C> {
        let known = base + codes.len() as u64;
        codes.splice(0..0, [C::default(); GROUP]);
        Sequence {
            game,
            space,
            width,
            words: 1,
            keep,
            drop_from: DROP_FROM,
            codes,
            base,
            head: Vec::new(),
            start: 0,
            known,
            rares: Vec::new(),
            plan: Plan::default(),
            cover: Cover::new(&[], 0, 0),
            witnesses: Witnesses { reach: 1 << 10, chosen_at: 0, scans: 0 },
            farthest_scan: 0,
            landmarks: Some(Landmarks::default()),
            period: None,
            repeats: None,
        }
    }

    /// Recomputes the plan and the witnesses from the division, the codes and the rare heaps. Clears the stored windows.
    pub(super) fn prepare(&mut self) {
        self.plan = self.plan();
        self.choose_witnesses();
        self.forget_landmarks();
    }

    /// Rebuilds the bit sets of the last heaps, as far back as witnesses may look.
    fn cover_last_heaps(&mut self) {
        let span = (4 * self.witnesses.reach as usize).max(LEAST_SPAN);
        let blocks = self.known / BLOCK as u64;
        let first = blocks.saturating_sub((span / BLOCK) as u64).max(self.base.div_ceil(BLOCK as u64));
        self.cover = Cover::new(&self.game.splits, span, first * BLOCK as u64);
        for block in first..blocks {
            self.cover_block(block * BLOCK as u64);
        }
    }

    /// Adds the block that starts at heap `start` to the bit sets.
    fn cover_block(&mut self, start: u64) {
        let place = self.index_of(start);
        let (before, codes) = self.codes.split_at(place);
        let kept = self.cover.greatest_shift().min(place - GROUP);
        match codes.first_chunk() {
            Some(codes) => self.cover.set_block(start, &before[place - kept..], codes),
            None => unreachable!("the block is filled"),
        }
    }

    /// Clears the stored windows: windows from before a change prove nothing after it.
    fn forget_landmarks(&mut self) {
        self.landmarks = self.landmarks.as_ref().map(|_| Landmarks::default());
    }

    pub(super) fn rare_heaps(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rares.iter().map(|&(heap, _)| heap)
    }

    /// Returns the value of a heap, if it is known and still stored.
    pub(super) fn value(&self, heap: u64) -> Option<u16> {
        match heap {
            0 => Some(0),
            _ if heap < self.base || heap >= self.known => None,
            _ => Some(self.space.decode(heap, self.codes[self.index_of(heap)])),
        }
    }

    pub(super) fn extend_to(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        let ledger = Ledger::new(budget, observer, WORK_POLL_INTERVAL);
        self.extend_while(&ledger, |sequence| sequence.known <= heap && sequence.period.is_none())
            .map_err(|reason| reason.after(self.known))
    }

    fn extend_while(
        &mut self,
        ledger: &Ledger<'_>,
        wanted: impl Fn(&Self) -> bool,
    ) -> Result<(), StopReason> {
        let mut options = 0u64;
        while wanted(self) {
            self.extend_by_a_block(ledger)?;
            let work = (BLOCK * self.plan.len()) as u64;
            options = options.saturating_add(work);
            ledger.budget.check_options(options)?;
            ledger.spend(work + WORK_OF_A_BLOCK, || self.progress())?;
        }
        Ok(())
    }

    pub(super) fn progress(&self) -> Progress {
        Progress::new(self.known, 0, self.bytes())
    }

    /// Returns a sequence that starts over and drops values later. Returns `None` with [`Keep::All`], or if the memory
    /// cannot hold 5/4 times as many values as there are known heaps.
    pub(super) fn dropping_later(&self, budget: Budget) -> Option<Sequence<C>> {
        // A growing list temporarily holds two copies.
        let most = budget.memory / (3 * size_of::<C>() as u64);
        let drop_from = self.known.saturating_mul(DROP_AFTER).min(most);
        if self.keep == Keep::All || drop_from < self.known + self.known / 4 {
            return None;
        }
        let landmarks = self.landmarks.as_ref().map(|_| Landmarks::default());
        Some(Sequence { drop_from, ..self.beginning(Keep::Last, landmarks) })
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.codes.capacity() + self.head.capacity()) * size_of::<C>()) as u64 + self.cover.bytes()
    }

    pub(super) fn index_of(&self, heap: u64) -> usize {
        (heap - self.base) as usize + GROUP
    }

    /// Returns `true` if the space is sparse for the known heaps; see [`is_sparse`].
    pub(super) fn is_sparse(&self) -> bool {
        let early = self.rares.partition_point(|&(heap, _)| heap < self.known / 2);
        is_sparse(self.known, early as u64, self.rares.len() as u64)
    }

    pub(super) fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap)
    }

    /// Returns the plan of all operands: takes and rare heaps.
    fn plan(&self) -> Plan {
        let mut plan = Plan::new(&self.game.splits);
        self.takes().for_each(|operand| plan.add::<C>(operand));
        // In this order, insertion into the plan is fastest.
        self.rares.iter().for_each(|&(heap, code)| plan.add_rare(heap, code));
        plan
    }

    /// Iterates over the operands of takes and of rare heaps.
    pub(super) fn operands(&self) -> impl Iterator<Item = Operand> {
        self.takes().chain(self.rares.iter().flat_map(|&rare| self.splits(rare)))
    }

    fn takes(&self) -> impl Iterator<Item = Operand> {
        self.game.takes.iter().map(|&take| {
            let constant = if self.space.take_turns(take) { 0 } else { C::COMMON };
            Operand { distance: take as usize, constant }
        })
    }

    fn splits(&self, (heap, code): (u64, C)) -> impl Iterator<Item = Operand> {
        let constant = code.word() ^ C::COMMON;
        self.game.splits.iter().map(move |&split| Operand { distance: (split + heap) as usize, constant })
    }

    /// Computes the values up to the end of the block, or up to and including the next rare heap.
    fn extend_by_a_block(&mut self, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let start = self.known / BLOCK as u64 * BLOCK as u64;
        let end = start + BLOCK as u64;
        self.reserve(start, ledger)?;
        let settled = self.fill(end);
        self.cover_block(start);
        let doubts = self.cover.doubts::<C>(self.width, self.space, start);
        for doubts in doubts.chunk_by(|a, b| a.heap == b.heap) {
            let Doubt { heap, .. } = doubts[0];
            if heap >= self.known && heap < settled {
                let open = doubts.iter().map(|doubt| doubt.index).collect();
                if let Some(rare) = self.least_rare_or_undo(heap, open, ledger)? {
                    self.settle_rare(heap, rare);
                    return Ok(());
                }
            }
        }
        if settled < end {
            let Some(rare) = self.least_rare_or_undo(settled, Open::below(C::INDICES), ledger)? else {
                self.truncate(settled);
                return Err(StopReason::Values { limit: 2 * C::INDICES as u64 });
            };
            self.settle_rare(settled, rare);
            return Ok(());
        }
        let from = self.known;
        self.known = end;
        self.improve(ledger)?;
        self.find_period(from, ledger.observer)
    }

    /// Fills heaps up to `end` with common codes. Returns the first heap without a common code, or `end`.
    fn fill(&mut self, end: u64) -> u64 {
        let (from, to) = (self.index_of(self.known), self.index_of(end));
        self.codes.resize(to + GROUP, C::default());
        let (mut filled, mut greater) = (from, 0);
        while filled < to {
            filled = self.plan.fill(self.width, &mut self.codes, filled..to, self.words);
            if filled == to {
                break;
            }
            // A single heap gets more words for its greater value; if there are many such heaps, all heaps
            // get more words.
            let mut more =
                (1..).map(|twice| self.words << twice).take_while(|words| 64 * words <= C::INDICES);
            let place = filled;
            if !more.any(|words| self.plan.fill(self.width, &mut self.codes, place..place + 1, words) > place)
            {
                break;
            }
            filled += 1;
            greater += 1;
            if greater == MAX_GREATER {
                self.words *= 2;
            }
        }
        let half = 32 * self.words;
        let beyond = |code: &&C| usize::from(code.index()) >= half;
        if self.words > 1 && self.codes[from..filled].iter().filter(beyond).count() < MAX_GREATER / 4 {
            self.words /= 2;
        }
        self.codes.truncate(to);
        self.base + (filled - GROUP) as u64
    }

    pub(super) fn truncate(&mut self, heap: u64) {
        self.codes.truncate(self.index_of(heap));
        self.known = heap;
    }

    fn settle_rare(&mut self, heap: u64, rare: u16) {
        let rare = C::new(rare, false);
        self.truncate(heap);
        self.codes.push(rare);
        self.known = heap + 1;
        self.rares.push((heap, rare));
        if self.known.is_multiple_of(BLOCK as u64) {
            // The block is complete and will not be filled again, but one of its values has changed since it was
            // added to the bit sets.
            self.cover_block(self.known - BLOCK as u64);
        }
        self.plan.add_rare(heap, rare);
        self.forget_landmarks();
    }

    /// Reserves memory for the next block, or drops codes that are no longer needed.
    fn reserve(&mut self, start: u64, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let needed = self.index_of(start) + BLOCK + GROUP;
        let has_capacity = needed <= self.codes.capacity();
        let may_drop =
            self.keep == Keep::Last && self.known >= self.drop_from.max(self.last_rare() * DROP_AFTER);
        let kept = WINDOW.max(4 * self.plan.reach());
        if may_drop && (!has_capacity || self.base == 0) && needed > 2 * kept {
            if self.base == 0 {
                // Large rare values cluster near the last rare heaps, and some occur after them.
                self.head = self.codes[GROUP..GROUP + WINDOW.max(2 * self.plan.reach())].to_vec();
            }
            let dropped = (self.index_of(start) - GROUP - kept) / BLOCK * BLOCK;
            self.codes.drain(GROUP..GROUP + dropped);
            self.base += dropped as u64;
            return Ok(());
        }
        if has_capacity {
            return Ok(());
        }
        // A growing list doubles its capacity and temporarily holds both copies.
        let grown = 2 * self.codes.capacity() as u64 * size_of::<C>() as u64;
        ledger.check(self.bytes().saturating_add(grown))?;
        self.codes.reserve(needed);
        Ok(())
    }

    /// At powers of two, while rare heaps still occur, switches to another division if it leaves fewer heaps rare.
    /// Chooses new witnesses if the present ones fail often.
    fn improve(&mut self, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        if self.base == 0 && self.known.is_power_of_two() && self.last_rare() * 8 >= self.known {
            self.choose_space(ledger)?;
        }
        let heaps = self.known - self.witnesses.chosen_at;
        let often = self.witnesses.scans > 32 && self.witnesses.scans * 400 > heaps;
        let indices = self.cover.indices() as u64;
        // The choice takes as long as filling some ten thousand heaps.
        let interval = indices << 13;
        if often && heaps > (self.witnesses.chosen_at / 4).min(interval) {
            let most = MAX_REACH.min(MAX_REACH_OF_INDICES / indices);
            self.witnesses.reach = self.witnesses.reach.max((self.witnesses.reach * 2).min(most));
            self.choose_witnesses();
            ledger.poll(&self.progress())?;
        }
        Ok(())
    }

    /// Chooses the best division for the known values. If the work is stopped, the sequence has either the old or the new
    /// division.
    fn choose_space(&mut self, ledger: &Ledger<'_>) -> Result<(), StopReason> {
        let mut counts = vec![[0; 2]; 2 * C::INDICES];
        let mut values: Vec<u16> = Vec::with_capacity(self.codes.len());
        for block in self.codes[GROUP..].chunks(BLOCK) {
            ledger.spend(BLOCK as u64 * WORK_OF_A_PAIR, || self.progress())?;
            for &code in block {
                let heap = values.len() as u64;
                let value = if heap == 0 { 0 } else { self.space.decode(heap, code) };
                counts[usize::from(value)][heap as usize % 2] += u64::from(heap > 0);
                values.push(value);
            }
        }
        let (space, rares) = Space::best(&counts, &self.game.splits);
        if rares >= self.rares.len() as u64 {
            return Ok(());
        }
        let mut codes = Vec::with_capacity(self.codes.capacity());
        codes.resize(GROUP, C::default());
        for block in values.chunks(BLOCK) {
            ledger.spend(BLOCK as u64 * WORK_OF_A_PAIR, || self.progress())?;
            for &value in block {
                match space.encode((codes.len() - GROUP) as u64, value) {
                    Some(code) => codes.push(code),
                    None => return Ok(()),
                }
            }
        }
        codes[GROUP] = C::default();
        self.space = space;
        self.rares = rare_heaps(&codes[GROUP..]);
        self.codes = codes;
        self.words = 1;
        self.prepare();
        ledger.poll(&self.progress())
    }

    fn choose_witnesses(&mut self) {
        self.cover_last_heaps();
        // If the heaps of a split must differ, a witness must be less than its partner, now and later.
        let reach = self.witnesses.reach.min(self.known / 4);
        let mut candidates = Vec::new();
        candidates.extend((1..reach).map(|heap| (heap, self.early_code(heap))));
        let recent = self.codes.len() - FIRST.min(self.codes.len() - GROUP);
        let end = self.known / BLOCK as u64 * BLOCK as u64;
        self.cover.choose_witnesses(self.width, &candidates, &self.codes[recent..], end);
        self.witnesses = Witnesses { chosen_at: self.known, scans: 0, ..self.witnesses };
    }

    /// Returns the code of one of the first heaps.
    pub(super) fn early_code(&self, heap: u64) -> C {
        if self.base == 0 { self.codes[self.index_of(heap)] } else { self.head[heap as usize] }
    }
}

/// Returns the codes of heaps 0, 1, 2, …, or `None` if a value does not fit. The empty heap, which is not part of a split,
/// gets a code that excludes nothing.
fn encode<C: Code>(space: Space, values: &[u16]) -> Option<Vec<C>> {
    let mut codes: Vec<C> =
        (0..).zip(values).map(|(heap, &value)| space.encode(heap, value)).collect::<Option<_>>()?;
    codes[0] = C::default();
    Some(codes)
}

/// Returns the rare heaps among heaps 0, 1, 2, …, except the empty one.
pub(super) fn rare_heaps<C: Code>(codes: &[C]) -> Vec<(u64, C)> {
    let heaps = (0u64..).zip(codes.iter().copied()).skip(1);
    heaps.filter(|(_, code)| !code.is_common()).collect()
}
