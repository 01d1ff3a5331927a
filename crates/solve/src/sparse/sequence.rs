//! The engine: heap after heap settled, a block at a time.

use super::code::Code;
use super::cover::{BLOCK, Cover, Doubt};
use super::keep::Keep;
use super::kernel::{GROUP, Operand, Plan};
use super::landmarks::Landmarks;
use super::open::Open;
use super::pace::{Pace, WORK_OF_A_PAIR, WORK_POLL_INTERVAL};
use super::space::Space;
use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::period::Period;
use crate::width::Width;
use winways_rules::{Excluded, HeapRules, Meter, TakeAndBreak};

/// The nim-values of heaps 0, 1, 2, … as codes of one size.
#[derive(Clone)]
pub(super) struct Sequence<C> {
    pub(super) game: TakeAndBreak,
    pub(super) space: Space,
    pub(super) width: Width,
    /// So many words of 64 bits hold the indices that have occurred.
    pub(super) words: usize,
    pub(super) keep: Keep,
    /// The code of heap `base` stands at place [`GROUP`]; before it are codes that exclude nothing, if `base` is 0.
    pub(super) codes: Vec<C>,
    pub(super) base: u64,
    /// The codes of the first heaps, once `codes` does not begin with them.
    pub(super) head: Vec<C>,
    /// The codes of heaps 1, 2, …, the greatest first, for scans.
    pub(super) mirror: Vec<C>,
    /// All heaps below are settled.
    pub(super) known: u64,
    pub(super) rares: Vec<(u64, C)>,
    pub(super) plan: Plan,
    pub(super) cover: Cover,
    pub(super) witnesses: Witnesses,
    /// How far back the farthest scan had to look.
    pub(super) farthest_scan: u64,
    /// What a period is found by, if one is looked for.
    pub(super) landmarks: Option<Landmarks<C>>,
    pub(super) period: Option<Period>,
    /// Where the window ends that was met again, and how much later that was.
    pub(super) repeats: Option<(u64, u64)>,
}

/// The same as codes of either size.
#[derive(Clone)]
pub(super) enum Codes {
    /// Of values up to 255.
    Narrow(Sequence<u8>),
    /// Of values up to 1,023.
    Wide(Sequence<u16>),
}

/// How the choice of witnesses fares.
#[derive(Clone, Copy)]
pub(super) struct Witnesses {
    /// Heaps below this one are candidates.
    reach: u64,
    /// When they were chosen last.
    chosen_at: u64,
    /// How many heaps needed a scan of all options since.
    pub(super) scans: u64,
}

/// So many values are found by looking at all options, to see which split is good.
pub(super) const FIRST: usize = 1 << 13;
/// There are so many rare heaps that other engines are as fast.
pub(crate) const NOT_SPARSE: StopReason = StopReason::Unsupported("a space that is not sparse");
/// That is decided while so many heaps are known.
const SPARSE_UNTIL: u64 = 1 << 17;
/// The work of a block beside its options.
const WORK_OF_A_BLOCK: u64 = 1 << 15;
/// So many heaps of a block may need more words than the others.
const MAX_GREATER: usize = 16;
/// More than so many rare heaps in a hundred, of the first ones and of more, and the space is not sparse.
const MAX_RARE_FIRST: u64 = 25;
const MAX_RARE: u64 = 10;
/// Witnesses are at most so far from the heaps they speak for, or four times as far as the candidates chosen from.
const LEAST_SPAN: usize = 1 << 13;
/// Candidates are at most so large.
const MAX_REACH: u64 = 1 << 15;
/// With [`Keep::Last`], so many codes are kept for scans, of the first and of the last heaps.
const WINDOW: usize = 1 << 17;
/// With [`Keep::Last`], codes are dropped beyond this many, and if the last rare heap was so many times smaller.
const DROP_FROM: u64 = 1 << 22;
const DROP_AFTER: u64 = 8;

impl Sequence<u8> {
    /// The sequence of a game, if it is one of take-and-break and its first values show a sparse space.
    pub(super) fn new(rules: &dyn HeapRules, keep: Keep, width: Width) -> Option<Sequence<u8>> {
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
        if rares * 100 > FIRST as u64 * MAX_RARE_FIRST {
            return None;
        }
        let codes = encode(space, &values)?;
        let mut sequence = Sequence::of_codes(game, space, keep, width, 0, codes);
        sequence.rares = rare_heaps(&sequence.codes[GROUP..]);
        sequence.prepare();
        Some(sequence)
    }

    /// The same with codes that have room for greater values.
    pub(super) fn widened(&self) -> Sequence<u16> {
        let widen = |codes: &[u8]| -> Vec<u16> {
            codes.iter().map(|code| u16::new(code.index(), code.is_common())).collect()
        };
        let codes = widen(&self.codes[GROUP..]);
        let mut sequence =
            Sequence::of_codes(self.game.clone(), self.space, self.keep, self.width, self.base, codes);
        sequence.head = widen(&self.head);
        sequence.rares = self.rares.iter().map(|&(heap, code)| (heap, code.into())).collect();
        sequence.farthest_scan = self.farthest_scan;
        sequence.witnesses.reach = self.witnesses.reach;
        sequence.words = self.words;
        sequence.prepare();
        sequence
    }
}

impl<C: Code> Sequence<C> {
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
            codes,
            base,
            head: Vec::new(),
            mirror: Vec::new(),
            known,
            rares: Vec::new(),
            plan: Plan::default(),
            cover: Cover::new(0, 0, 0),
            witnesses: Witnesses { reach: 1 << 10, chosen_at: 0, scans: 0 },
            farthest_scan: 0,
            landmarks: Some(Landmarks::default()),
            period: None,
            repeats: None,
        }
    }

    /// Everything that follows from the split, the codes and the rare heaps.
    pub(super) fn prepare(&mut self) {
        let early = 1..self.known.min(FIRST as u64);
        self.mirror = early.rev().map(|heap| self.early_code(heap)).collect();
        self.plan = self.plan();
        self.choose_witnesses();
        self.forget_landmarks();
    }

    /// The sets of the last heaps, as far back as witnesses may look.
    fn cover_last_heaps(&mut self) {
        let span = (4 * self.witnesses.reach as usize).max(LEAST_SPAN);
        let blocks = self.known / BLOCK as u64;
        let first = blocks.saturating_sub((span / BLOCK) as u64).max(self.base.div_ceil(BLOCK as u64));
        self.cover = Cover::new(C::INDICES, span, first * BLOCK as u64);
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

    pub(super) fn rare_heaps(&self) -> impl ExactSizeIterator<Item = u64> {
        self.rares.iter().map(|&(heap, _)| heap)
    }

    /// The value of a heap, if it is known and kept.
    pub(super) fn value(&self, heap: u64) -> Option<u16> {
        match heap {
            0 => Some(0),
            _ if heap < self.base || heap >= self.known => None,
            _ => Some(self.space.decode(heap, self.codes[self.place(heap)])),
        }
    }

    pub(super) fn extend_to(
        &mut self,
        heap: u64,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<(), Stopped> {
        let mut pace = Pace { observer, work: 0, progress: Progress::default() };
        let mut options = 0u64;
        while self.known <= heap && self.period.is_none() {
            pace.progress = Progress { positions: self.known, bytes: self.bytes(), ..Progress::default() };
            let extended = self.extend_by_a_block(budget, &mut pace);
            extended.map_err(|reason| self.stopped(reason))?;
            let work = (BLOCK * self.plan.len()) as u64;
            options = options.saturating_add(work);
            if let Some(limit) = budget.options
                && options > limit
            {
                return Err(self.stopped(StopReason::Options { limit }));
            }
            pace.spend(work + WORK_OF_A_BLOCK).map_err(|reason| self.stopped(reason))?;
        }
        Ok(())
    }

    /// The computation begun again with all values kept, if they are not and there is room for those up to now.
    pub(super) fn keeping_all(&self, budget: Budget) -> Option<Sequence<C>> {
        let bytes = self.known.saturating_mul(2 * size_of::<C>() as u64);
        let landmarks = self.landmarks.as_ref().map(|_| Landmarks::default());
        (self.keep == Keep::Last && bytes <= budget.memory).then(|| self.beginning(Keep::All, landmarks))
    }

    pub(super) fn bytes(&self) -> u64 {
        ((self.codes.capacity() + self.head.capacity()) * size_of::<C>()) as u64 + self.cover.bytes()
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.known }
    }

    pub(super) fn place(&self, heap: u64) -> usize {
        (heap - self.base) as usize + GROUP
    }

    pub(super) fn last_rare(&self) -> u64 {
        self.rares.last().map_or(0, |&(heap, _)| heap)
    }

    /// What takes and the rare heaps exclude.
    fn plan(&self) -> Plan {
        let mut operands: Vec<Operand> = self.operands().collect();
        // So that each comes after the others.
        operands.sort_unstable();
        let mut plan = Plan::default();
        operands.into_iter().for_each(|operand| plan.add::<C>(operand));
        plan
    }

    /// What takes and the rare heaps exclude, one by one.
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

    /// Settles the heaps up to the end of a block, or up to a rare one.
    fn extend_by_a_block(&mut self, budget: Budget, pace: &mut Pace<'_>) -> Result<(), StopReason> {
        let start = self.known / BLOCK as u64 * BLOCK as u64;
        let end = start + BLOCK as u64;
        self.reserve(start, budget)?;
        let settled = self.fill(end);
        let place = self.place(start);
        self.cover.set_block(start, &self.codes[place..place + BLOCK]);
        let doubts = self.cover.doubts::<C>(self.width, self.space, start);
        for doubts in doubts.chunk_by(|a, b| a.heap == b.heap) {
            let Doubt { heap, .. } = doubts[0];
            if heap >= self.known && heap < settled {
                let open = doubts.iter().map(|doubt| doubt.index).collect();
                if let Some(rare) = self.least_rare_or_undo(heap, open, pace)? {
                    self.settle_rare(heap, rare);
                    return Ok(());
                }
            }
        }
        if settled < end {
            let Some(rare) = self.least_rare_or_undo(settled, Open::below(C::INDICES), pace)? else {
                self.truncate(settled);
                return Err(StopReason::Values { limit: 2 * C::INDICES as u64 });
            };
            self.settle_rare(settled, rare);
            return Ok(());
        }
        let from = self.known;
        self.known = end;
        self.improve(pace)?;
        self.find_period(from, pace.observer)
    }

    /// Fills heaps up to `end` with common codes; gives the first heap that has none, or `end`.
    fn fill(&mut self, end: u64) -> u64 {
        let (from, to) = (self.place(self.known), self.place(end));
        self.codes.resize(to + GROUP, C::default());
        let (mut filled, mut greater) = (from, 0);
        while filled < to {
            filled = self.plan.fill(self.width, &mut self.codes, filled..to, self.words);
            if filled == to {
                break;
            }
            // One heap with a greater value; where they are many, all are given more words.
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
        self.codes.truncate(self.place(heap));
        self.known = heap;
    }

    fn settle_rare(&mut self, heap: u64, rare: u16) {
        let rare = C::new(rare, false);
        self.truncate(heap);
        self.codes.push(rare);
        self.known = heap + 1;
        self.rares.push((heap, rare));
        if self.known.is_multiple_of(BLOCK as u64) {
            // The block is not filled again: it is complete, with another value than it was taken in with.
            let (start, end) = (self.known - BLOCK as u64, self.place(self.known));
            self.cover.set_block(start, &self.codes[end - BLOCK..end]);
        }
        let operands: Vec<Operand> = self.splits((heap, rare)).collect();
        operands.into_iter().for_each(|operand| self.plan.add::<C>(operand));
        self.forget_landmarks();
    }

    /// Takes memory for the next block, or drops codes that are not needed any more.
    fn reserve(&mut self, start: u64, budget: Budget) -> Result<(), StopReason> {
        let needed = self.place(start) + BLOCK + GROUP;
        let has_capacity = needed <= self.codes.capacity();
        let may_drop = self.keep == Keep::Last && self.known >= DROP_FROM.max(self.last_rare() * DROP_AFTER);
        let kept = WINDOW.max(4 * self.plan.reach());
        if may_drop && (!has_capacity || self.base == 0) && needed > 2 * kept {
            if self.base == 0 {
                self.head = self.codes[GROUP..GROUP + WINDOW].to_vec();
            }
            let dropped = (self.place(start) - GROUP - kept) / BLOCK * BLOCK;
            self.codes.drain(GROUP..GROUP + dropped);
            self.base += dropped as u64;
            return Ok(());
        }
        if has_capacity {
            return Ok(());
        }
        // A list that grows doubles, and both copies are held while it does.
        let grown = 2 * self.codes.capacity() as u64 * size_of::<C>() as u64;
        if self.bytes().saturating_add(grown) > budget.memory {
            return Err(StopReason::Memory { limit: budget.memory });
        }
        self.codes.reserve(needed);
        Ok(())
    }

    /// Splits anew if that leaves fewer heaps rare, at powers of two while rare heaps are met; and chooses better witnesses if these fail often.
    fn improve(&mut self, pace: &mut Pace<'_>) -> Result<(), StopReason> {
        if self.base == 0 && self.known.is_power_of_two() && self.last_rare() * 8 >= self.known {
            self.split_anew(pace)?;
            let rare = self.rares.len() as u64;
            if self.known <= SPARSE_UNTIL && rare * 100 > self.known * MAX_RARE {
                return Err(NOT_SPARSE);
            }
        }
        let heaps = self.known - self.witnesses.chosen_at;
        let often = self.witnesses.scans > 32 && self.witnesses.scans * 400 > heaps;
        let interval = (self.cover.indices() as u64) << 17;
        if often && heaps > (self.witnesses.chosen_at / 4).min(interval) {
            self.witnesses.reach = (self.witnesses.reach * 2).min(MAX_REACH);
            self.choose_witnesses();
            pace.spend(WORK_POLL_INTERVAL)?;
        }
        Ok(())
    }

    /// Stopped in between, it leaves everything as it was.
    fn split_anew(&mut self, pace: &mut Pace<'_>) -> Result<(), StopReason> {
        let mut counts = vec![[0; 2]; 2 * C::INDICES];
        let mut values: Vec<u16> = Vec::with_capacity(self.codes.len());
        for block in self.codes[GROUP..].chunks(BLOCK) {
            pace.spend(BLOCK as u64 * WORK_OF_A_PAIR)?;
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
            pace.spend(BLOCK as u64 * WORK_OF_A_PAIR)?;
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
        pace.spend(WORK_POLL_INTERVAL)
    }

    fn choose_witnesses(&mut self) {
        self.cover_last_heaps();
        // Where the heaps of a split must differ: a witness is less than its partner, now and later.
        let reach = self.witnesses.reach.min(self.known / 4);
        let mut candidates = Vec::new();
        for heap in 1..reach {
            candidates.extend(self.game.splits.iter().map(|&split| (heap + split, self.early_code(heap))));
        }
        let recent = self.codes.len() - FIRST.min(self.codes.len() - GROUP);
        let end = self.known / BLOCK as u64 * BLOCK as u64;
        self.cover.choose_witnesses(&candidates, &self.codes[recent..], end);
        self.witnesses = Witnesses { chosen_at: self.known, scans: 0, ..self.witnesses };
    }

    /// The code of one of the first heaps.
    pub(super) fn early_code(&self, heap: u64) -> C {
        if self.base == 0 { self.codes[self.place(heap)] } else { self.head[heap as usize] }
    }
}

/// The first values, by looking at all options; `None` if one has no room in a byte.
fn first_values(rules: &dyn HeapRules) -> Option<Vec<u16>> {
    let mut marks = vec![false; Excluded::VALUES].into_boxed_slice();
    let marks: &mut [bool; Excluded::VALUES] = (&mut *marks).try_into().ok()?;
    let mut values = Vec::with_capacity(FIRST);
    for heap in 0..FIRST {
        rules.exclude_options(heap, &mut Excluded::new(&values, marks, &mut Meter::default())).ok()?;
        // Operands below 256 have nim-sums below it.
        let value = marks[..1 << 8].iter().position(|marked| !marked)?;
        marks[..1 << 8].fill(false);
        values.push(value as u16);
    }
    Some(values)
}

/// The codes of heaps 0, 1, 2, …; the empty heap, which is no part of a split, has one that excludes nothing.
fn encode<C: Code>(space: Space, values: &[u16]) -> Option<Vec<C>> {
    let mut codes: Vec<C> =
        (0..).zip(values).map(|(heap, &value)| space.encode(heap, value)).collect::<Option<_>>()?;
    codes[0] = C::default();
    Some(codes)
}

/// The rare ones of heaps 0, 1, 2, …, the empty one left out.
pub(super) fn rare_heaps<C: Code>(codes: &[C]) -> Vec<(u64, C)> {
    let heaps = (0u64..).zip(codes.iter().copied()).skip(1);
    heaps.filter(|(_, code)| !code.is_common()).collect()
}
