//! The search among all options of a heap, where the witnesses do not decide.

use super::code::Code;
use super::open::Open;
use super::pace::{Pace, WORK_OF_A_PAIR};
use super::scan::last_pair;
use super::sequence::Sequence;
use crate::budget::StopReason;

/// With [`Keep::Last`], the values kept do not tell whether a heap is rare.
pub(super) const BEYOND: StopReason = StopReason::Unsupported("a rare heap beyond the values kept");
/// Scans keep so far from the first code that is kept.
const MARGIN: u64 = 1 << 10;
/// So many pairs are looked at for one value before the next.
const CHUNK: usize = 512;

impl<C: Code> Sequence<C> {
    /// As [`Sequence::least_rare`]; stopped in between, it leaves no codes of heaps that are not settled.
    pub(super) fn least_rare_or_undo(
        &mut self,
        heap: u64,
        open: Open,
        pace: &mut Pace<'_>,
    ) -> Result<Option<u16>, StopReason> {
        let found = self.least_rare(heap, open, pace);
        if found.is_err() {
            self.truncate(self.known);
        }
        found
    }

    /// Looks at all options of a heap for the least rare value, of those that are open, which none has.
    fn least_rare(
        &mut self,
        heap: u64,
        mut open: Open,
        pace: &mut Pace<'_>,
    ) -> Result<Option<u16>, StopReason> {
        self.witnesses.scans += 1;
        for &take in &self.game.takes {
            let code = self.codes[self.place(heap - take)].turned(self.space.take_turns(take));
            if !code.is_common() {
                open.remove(code.index());
            }
        }
        let examined = self.examine_chunks(heap, &mut open, pace)?;
        self.examine_pairs(heap, examined, &mut open, pace)?;
        Ok(open.indices().next())
    }

    /// Closes what pairs with a small heap have, many pairs at a time; gives the least heap whose pairs were not looked at.
    fn examine_chunks(&mut self, heap: u64, open: &mut Open, pace: &mut Pace<'_>) -> Result<u64, StopReason> {
        let split = self.game.splits.iter().copied().max().unwrap_or(0);
        // Both heaps of a pair are known, and the first is the less.
        let known = heap.saturating_sub(split + self.base + MARGIN);
        let end = (self.mirror.len() as u64 + 1).min(known).min(heap.saturating_sub(split).div_ceil(2));
        let mut least = 1;
        while least + CHUNK as u64 <= end && !open.is_empty() {
            let greatest = least + CHUNK as u64 - 1;
            let early = &self.mirror[self.mirror.len() - greatest as usize..][..CHUNK];
            for rare in open.indices() {
                pace.spend((CHUNK * self.game.splits.len()) as u64)?;
                for &split in &self.game.splits {
                    let late = &self.codes[self.place(heap - split - greatest)..][..CHUNK];
                    if let Some(place) = last_pair(self.width, early, late, C::new(rare, false)) {
                        open.remove(rare);
                        if late[place].is_common() {
                            let back = greatest - place as u64 + split;
                            self.cover.learn(rare, back, late[place].index());
                            self.farthest_scan = self.farthest_scan.max(back);
                        }
                        break;
                    }
                }
            }
            least += CHUNK as u64;
        }
        Ok(least)
    }

    /// Closes what all other pairs have, one after another.
    fn examine_pairs(
        &mut self,
        heap: u64,
        from: u64,
        open: &mut Open,
        pace: &mut Pace<'_>,
    ) -> Result<(), StopReason> {
        let kept = if self.base == 0 { heap } else { self.head.len() as u64 };
        for least in from..=heap / 2 {
            if open.is_empty() {
                break;
            }
            if least >= kept || heap - least < self.base + MARGIN {
                return Err(BEYOND);
            }
            pace.spend(WORK_OF_A_PAIR * self.game.splits.len() as u64)?;
            for &split in &self.game.splits {
                let most = heap - split - least;
                if least > most || (self.game.unequal && least == most) {
                    continue;
                }
                let other = self.codes[self.place(most)];
                let code = self.early_code(least) ^ other;
                if !code.is_common() && open.contains(code.index()) {
                    open.remove(code.index());
                    if other.is_common() {
                        self.cover.learn(code.index(), least + split, other.index());
                        self.farthest_scan = self.farthest_scan.max(least + split);
                    }
                }
            }
        }
        Ok(())
    }
}
