//! Nim-sequences of take-and-break games by sparse spaces: a few operations a heap instead of a step for every option.
//!
//! README.md in this folder explains the method. In short: values are split into rare and common ones so that classes
//! add ([`space`]); the least common value that no *rare* heap excludes is found for eight heaps at a time ([`kernel`]);
//! that every rare value below it is excluded too is shown by witnesses, for 512 heaps at a time ([`cover`]); where the
//! witnesses do not suffice all options are looked at, and the heap may turn out rare.

mod certify;
mod checkpoint;
#[allow(unsafe_code)]
mod cover;
#[allow(unsafe_code)]
mod kernel;
mod landmarks;
mod space;
#[cfg(test)]
mod tests;

pub use checkpoint::CheckpointError;

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::period::Period;
use cover::{BLOCK, Cover, Doubt};
use kernel::{GROUP, Operand, Plan, Width};
use landmarks::Landmarks;
use space::{COMMON, Space};
use std::ops::ControlFlow;
use winways_rules::{Excluded, HeapRules, TakeAndBreak};

/// Which values are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All, one byte each.
    All,
    /// As many of the last ones as the next ones and a proof need, once no rare heap has been met for long.
    Last,
}

/// The nim-values of heaps 0, 1, 2, … of a take-and-break game whose values have a sparse space.
///
/// # Complexity
/// A heap costs as many steps as there are rare heaps, 64 of them in one instruction or two where the machine can; and a
/// byte of memory, or none with [`Keep::Last`].
#[derive(Clone)]
pub struct SparseSequence {
    game: TakeAndBreak,
    space: Space,
    width: Width,
    /// Whether codes beyond 64 have occurred, so that a second word of them is kept.
    wide: bool,
    keep: Keep,
    /// The code of heap `base` stands at place [`GROUP`]; before it are codes that exclude nothing, if `base` is 0.
    codes: Vec<u8>,
    base: u64,
    /// The codes of the first heaps, once `codes` does not begin with them.
    head: Vec<u8>,
    /// All heaps below are settled.
    known: u64,
    rares: Vec<(u64, u8)>,
    plan: Plan,
    cover: Cover,
    witnesses: Witnesses,
    /// How far back the farthest scan had to look.
    farthest_scan: u64,
    /// What a period is found by, if one is looked for.
    landmarks: Option<Landmarks>,
    period: Option<Period>,
    /// Where the window ends that was met again, and how much later that was.
    repeats: Option<(u64, u64)>,
}

/// How the choice of witnesses fares.
#[derive(Clone, Copy)]
struct Witnesses {
    /// Heaps below this one are candidates.
    reach: u64,
    /// When they were chosen last.
    chosen_at: u64,
    /// How many heaps needed a scan of all options since.
    scans: u64,
}

/// So many values are found by looking at all options, to see which split is good.
const FIRST: usize = 1 << 13;
/// More than so many rare heaps in a hundred of the first ones, and the space is not sparse.
const MOST_RARE_PERCENT: u64 = 25;
/// Witnesses are at most so far from the heaps they speak for, or four times as far as the candidates chosen from.
const LEAST_SPAN: usize = 1 << 13;
/// Candidates are at most so large.
const MOST_REACH: u64 = 1 << 14;
/// With [`Keep::Last`], so many codes are kept for scans, of the first and of the last heaps.
const WINDOW: usize = 1 << 17;
/// With [`Keep::Last`], codes are dropped beyond this many, and if the last rare heap was so many times smaller.
const DROP_FROM: u64 = 1 << 22;
const DROP_AFTER: u64 = 8;

impl SparseSequence {
    /// The sequence of a game, if it is one of take-and-break and its first values show a sparse space.
    ///
    /// # Complexity
    /// Looks at some ten million options.
    pub fn new(rules: &dyn HeapRules, keep: Keep) -> Option<SparseSequence> {
        SparseSequence::with_width(rules, keep, Width::widest())
    }

    fn with_width(rules: &dyn HeapRules, keep: Keep, width: Width) -> Option<SparseSequence> {
        let game = rules.take_and_break()?;
        if game.splits.is_empty() || game.regular_from > FIRST as u64 / 8 {
            return None;
        }
        let values = first_values(rules)?;
        let mut counts = [[0; 2]; 1 << 8];
        for (heap, &value) in values.iter().enumerate().skip(1) {
            counts[usize::from(value)][heap % 2] += 1;
        }
        let (space, rares) = Space::best(&counts, &game.splits);
        if rares * 100 > FIRST as u64 * MOST_RARE_PERCENT {
            return None;
        }
        let codes = encode(space, &values)?;
        let mut sequence = SparseSequence::of_codes(game, space, keep, width, 0, codes);
        sequence.rares = rare_heaps(&sequence.codes[GROUP..]);
        sequence.prepare();
        Some(sequence)
    }

    fn of_codes(
        game: TakeAndBreak,
        space: Space,
        keep: Keep,
        width: Width,
        base: u64,
        mut codes: Vec<u8>,
    ) -> SparseSequence {
        let known = base + codes.len() as u64;
        codes.splice(0..0, [0; GROUP]);
        SparseSequence {
            game,
            space,
            width,
            wide: false,
            keep,
            codes,
            base,
            head: Vec::new(),
            known,
            rares: Vec::new(),
            plan: Plan::new(&[]),
            cover: Cover::new(0, 0),
            witnesses: Witnesses { reach: 1 << 10, chosen_at: 0, scans: 0 },
            farthest_scan: 0,
            landmarks: Some(Landmarks::default()),
            period: None,
            repeats: None,
        }
    }

    /// Everything that follows from the split, the codes and the rare heaps.
    fn prepare(&mut self) {
        self.plan = Plan::new(&self.operands());
        self.choose_witnesses();
        self.forget_landmarks();
    }

    /// The sets of the last heaps, as far back as witnesses may look.
    fn cover_last_heaps(&mut self) {
        let span = (4 * self.witnesses.reach as usize).max(LEAST_SPAN);
        let blocks = self.known / BLOCK as u64;
        let first = blocks.saturating_sub((span / BLOCK) as u64).max(self.base.div_ceil(BLOCK as u64));
        self.cover = Cover::new(span, first * BLOCK as u64);
        for block in first..blocks {
            let start = block * BLOCK as u64;
            let place = self.place(start);
            self.cover.set_block(start, &self.codes[place..place + BLOCK]);
        }
    }

    /// Windows from before a change prove nothing after it.
    fn forget_landmarks(&mut self) {
        self.landmarks = self.landmarks.as_ref().map(|_| Landmarks::default());
    }

    /// How many values are known, from heap 0 on.
    pub fn known(&self) -> u64 {
        self.known
    }

    /// The period, once [`SparseSequence::extend_to`] has met it.
    pub fn period(&self) -> Option<Period> {
        self.period
    }

    /// The rare heaps so far.
    pub fn rare_heaps(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rares.iter().map(|&(heap, _)| heap)
    }

    /// The value of a heap, if it is known and kept.
    pub fn value(&self, heap: u64) -> Option<u16> {
        match heap {
            0 => Some(0),
            _ if heap < self.base || heap >= self.known => None,
            _ => Some(self.space.decode(heap, self.codes[self.place(heap)])),
        }
    }

    /// Extends the sequence to heaps 0..=`heap`, or until its period is proved.
    ///
    /// # Errors
    /// [`Stopped`] if the budget is used up, the observer ends the work, a value has no room in a byte, or a heap may be
    /// rare and the values that would tell are not kept; what was found stays known.
    pub fn extend_to(&mut self, heap: u64, budget: Budget, observer: &dyn Observer) -> Result<(), Stopped> {
        let mut options = 0u64;
        while self.known <= heap && self.period.is_none() {
            let last = heap.min(self.known + (1 << 20));
            while self.known <= last && self.period.is_none() {
                self.extend_by_a_block(budget, observer).map_err(|reason| self.stopped(reason))?;
            }
            options = options.saturating_add((1 << 20) * self.plan.len() as u64);
            if let Some(limit) = budget.options
                && options > limit
            {
                return Err(self.stopped(StopReason::Options { limit }));
            }
            let progress = Progress { positions: self.known, depth: 0, bytes: self.bytes() };
            if let ControlFlow::Break(reason) = observer.observe(&progress) {
                return Err(self.stopped(reason));
            }
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        (self.codes.capacity() + self.head.capacity()) as u64 + self.cover.bytes()
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.known }
    }

    fn place(&self, heap: u64) -> usize {
        (heap - self.base) as usize + GROUP
    }

    fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap)
    }

    fn operands(&self) -> Vec<Operand> {
        let takes = self.game.takes.iter().map(|&take| {
            let constant = if self.space.take_turns(take) { 0 } else { COMMON };
            Operand { distance: take as usize, constant }
        });
        let splits = self.game.splits.iter().flat_map(|&split| {
            let operand = move |&(heap, code): &(u64, u8)| Operand {
                distance: (split + heap) as usize,
                constant: code ^ COMMON,
            };
            self.rares.iter().map(operand)
        });
        let mut operands: Vec<Operand> = takes.chain(splits).collect();
        operands.sort_unstable();
        operands.dedup();
        operands
    }

    /// Settles the heaps up to the end of a block, or up to a rare one.
    fn extend_by_a_block(&mut self, budget: Budget, observer: &dyn Observer) -> Result<(), StopReason> {
        let start = self.known / BLOCK as u64 * BLOCK as u64;
        let end = start + BLOCK as u64;
        self.make_room(start, budget)?;
        let settled = self.fill(end);
        let place = self.place(start);
        self.cover.set_block(start, &self.codes[place..place + BLOCK]);
        let doubts = self.cover.doubts(self.width, self.space, start);
        for doubts in doubts.chunk_by(|a, b| a.heap == b.heap) {
            let Doubt { heap, .. } = doubts[0];
            if heap >= self.known && heap < settled {
                let open = doubts.iter().fold(0, |open, doubt| open | 1 << doubt.index);
                if let Some(rare) = self.least_rare(heap, open)? {
                    self.settle_rare(heap, rare);
                    return Ok(());
                }
            }
        }
        if settled < end {
            let Some(rare) = self.least_rare(settled, u128::MAX)? else {
                self.truncate(settled);
                return Err(StopReason::Values { limit: 1 << 8 });
            };
            self.settle_rare(settled, rare);
            return Ok(());
        }
        let from = self.known;
        self.known = end;
        self.improve();
        self.look_for_a_period(from, observer)
    }

    /// Fills heaps up to `end` with common codes; gives the first heap that has none, or `end`.
    fn fill(&mut self, end: u64) -> u64 {
        let (from, to) = (self.place(self.known), self.place(end));
        self.codes.resize(to + GROUP, 0);
        let mut filled = self.plan.fill(self.width, &mut self.codes, from..to, self.wide);
        if filled < to && !self.wide {
            self.wide = true;
            filled = self.plan.fill(self.width, &mut self.codes, from..to, self.wide);
        }
        self.codes.truncate(to);
        self.base + (filled - GROUP) as u64
    }

    fn truncate(&mut self, heap: u64) {
        self.codes.truncate(self.place(heap));
        self.known = heap;
    }

    fn settle_rare(&mut self, heap: u64, rare: u8) {
        self.truncate(heap);
        self.codes.push(rare);
        self.known = heap + 1;
        self.rares.push((heap, rare));
        if self.known.is_multiple_of(BLOCK as u64) {
            // The block is not filled again: it is complete, with another value than it was taken in with.
            let (start, end) = (self.known - BLOCK as u64, self.place(self.known));
            self.cover.set_block(start, &self.codes[end - BLOCK..end]);
        }
        self.plan = Plan::new(&self.operands());
        self.forget_landmarks();
    }

    /// Takes memory for the next block, or drops codes that are not needed any more.
    fn make_room(&mut self, start: u64, budget: Budget) -> Result<(), StopReason> {
        let needed = self.place(start) + BLOCK + GROUP;
        let has_room = needed <= self.codes.capacity();
        let may_drop = self.keep == Keep::Last && self.known >= DROP_FROM.max(self.last_rare() * DROP_AFTER);
        let kept = WINDOW.max(4 * self.plan.reach());
        if may_drop && (!has_room || self.base == 0) && needed > 2 * kept {
            if self.base == 0 {
                self.head = self.codes[GROUP..GROUP + WINDOW].to_vec();
            }
            let dropped = (self.place(start) - GROUP - kept) / BLOCK * BLOCK;
            self.codes.drain(GROUP..GROUP + dropped);
            self.base += dropped as u64;
            return Ok(());
        }
        if has_room {
            return Ok(());
        }
        // A list that grows doubles, and both copies are held while it does.
        if self.bytes().saturating_add(2 * self.codes.capacity() as u64) > budget.memory {
            return Err(StopReason::Memory { limit: budget.memory });
        }
        self.codes.reserve(needed);
        Ok(())
    }

    /// Splits anew if that leaves fewer heaps rare, at powers of two while rare heaps are met; and chooses better witnesses if these fail often.
    fn improve(&mut self) {
        if self.base == 0 && self.known.is_power_of_two() && self.last_rare() * 8 >= self.known {
            self.split_anew();
        }
        let heaps = self.known - self.witnesses.chosen_at;
        let often = self.witnesses.scans > 32 && self.witnesses.scans * 500 > heaps;
        if often && heaps * 16 > self.known.min(1 << 20) {
            self.witnesses.reach = (self.witnesses.reach * 2).min(MOST_REACH);
            self.choose_witnesses();
        }
    }

    fn split_anew(&mut self) {
        let mut counts = [[0; 2]; 1 << 8];
        for (heap, &code) in self.codes[GROUP..].iter().enumerate().skip(1) {
            counts[usize::from(code)][heap % 2] += 1;
        }
        let mut by_value = [[0; 2]; 1 << 8];
        for (code, heaps) in (0..=u8::MAX).zip(counts) {
            for (heap, count) in (0..2).zip(heaps) {
                by_value[usize::from(self.space.decode(heap, code))][heap as usize] += count;
            }
        }
        let (space, rares) = Space::best(&by_value, &self.game.splits);
        if rares >= self.rares.len() as u64 {
            return;
        }
        let values: Vec<u16> = (0..self.known).map(|heap| self.value(heap).unwrap_or(0)).collect();
        if let Some(codes) = encode(space, &values) {
            self.space = space;
            self.rares = rare_heaps(&codes);
            self.codes.truncate(GROUP);
            self.codes.extend(codes);
            self.wide = false;
            self.prepare();
        }
    }

    fn choose_witnesses(&mut self) {
        self.cover_last_heaps();
        let reach = self.witnesses.reach.min(self.known / 4);
        let mut candidates = Vec::new();
        for heap in 1..reach {
            candidates.extend(self.game.splits.iter().map(|&split| (heap + split, self.early_code(heap))));
        }
        let recent = self.codes.len() - FIRST.min(self.codes.len() - GROUP);
        self.cover.choose_witnesses(&candidates, &self.codes[recent..]);
        self.witnesses = Witnesses { chosen_at: self.known, scans: 0, ..self.witnesses };
    }

    /// The code of one of the first heaps.
    fn early_code(&self, heap: u64) -> u8 {
        if self.base == 0 { self.codes[self.place(heap)] } else { self.head[heap as usize] }
    }

    /// Looks at all options of a heap for the least rare code, of those that are open, which none has.
    fn least_rare(&mut self, heap: u64, mut open: u128) -> Result<Option<u8>, StopReason> {
        self.witnesses.scans += 1;
        for &take in &self.game.takes {
            let turned = if self.space.take_turns(take) { COMMON } else { 0 };
            let code = self.codes[self.place(heap - take)] ^ turned;
            if code < COMMON {
                open &= !(1 << code);
            }
        }
        let kept = if self.base == 0 { heap } else { self.head.len() as u64 };
        let mut found = Vec::new();
        for least in 1..=heap / 2 {
            if open == 0 {
                break;
            }
            if least >= kept || heap - least < self.base + FIRST as u64 / 8 {
                return Err(StopReason::Unsupported("a rare heap beyond the values kept"));
            }
            for &split in &self.game.splits {
                let most = heap - split - least;
                if least > most || (self.game.unequal && least == most) {
                    continue;
                }
                let other = self.codes[self.place(most)];
                let code = self.early_code(least) ^ other;
                if code < COMMON && open >> code & 1 == 1 {
                    open &= !(1 << code);
                    if other >= COMMON {
                        found.push((code, least + split, other));
                    }
                }
            }
        }
        for (rare, back, other) in found {
            self.cover.learn(rare, back, other);
            self.farthest_scan = self.farthest_scan.max(back);
        }
        Ok((open != 0).then_some(open.trailing_zeros() as u8))
    }
}

/// The first values, by looking at all options; `None` if one has no room in a byte.
fn first_values(rules: &dyn HeapRules) -> Option<Vec<u16>> {
    let mut marks = vec![false; Excluded::VALUES].into_boxed_slice();
    let marks: &mut [bool; Excluded::VALUES] = (&mut *marks).try_into().ok()?;
    let mut values = Vec::with_capacity(FIRST);
    for heap in 0..FIRST {
        rules.exclude_options(heap, &mut Excluded::new(&values, marks));
        // Operands below 256 have nim-sums below it.
        let value = marks[..1 << 8].iter().position(|marked| !marked)?;
        marks[..1 << 8].fill(false);
        values.push(value as u16);
    }
    Some(values)
}

/// The codes of heaps 0, 1, 2, …; the empty heap, which is no part of a split, has one that excludes nothing.
fn encode(space: Space, values: &[u16]) -> Option<Vec<u8>> {
    let mut codes: Vec<u8> =
        (0..).zip(values).map(|(heap, &value)| space.encode(heap, value)).collect::<Option<_>>()?;
    codes[0] = 0;
    Some(codes)
}

/// The rare ones of heaps 0, 1, 2, …, the empty one left out.
fn rare_heaps(codes: &[u8]) -> Vec<(u64, u8)> {
    let heaps = (0u64..).zip(codes.iter().copied()).skip(1);
    heaps.filter(|&(_, code)| code & COMMON == 0).collect()
}
