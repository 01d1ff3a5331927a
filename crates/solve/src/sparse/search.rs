//! The search among all options of a heap, for heaps that the witnesses do not decide.

use super::code::Code;
use super::open::Open;
use super::scan::first_pair;
use super::sequence::{Sequence, WORK_OF_A_PAIR};
use crate::budget::StopReason;
use crate::ledger::Ledger;

/// The stop reason if, with `Keep::Last`, the stored values do not suffice to decide whether a heap is rare.
pub(super) const RARE_BEYOND_KEPT: StopReason =
    StopReason::Unsupported("a heap that needs values that are no longer stored");
/// The minimum distance between a scan and the first stored code.
const MARGIN: u64 = 1 << 10;
/// The number of pairs examined for one value before the next value.
const CHUNK: usize = 512;

impl<C: Code> Sequence<C> {
    /// Calls [`Sequence::least_rare`]. If it is stopped, removes the codes of unsettled heaps.
    pub(super) fn least_rare_or_undo(
        &mut self,
        heap: u64,
        open: Open,
        ledger: &Ledger<'_>,
    ) -> Result<Option<u16>, StopReason> {
        let found = self.least_rare(heap, open, ledger);
        if found.is_err() {
            self.truncate(self.known);
        }
        found
    }

    /// Examines all options of a heap. Returns the least rare value in `open` that no option has.
    fn least_rare(
        &mut self,
        heap: u64,
        mut open: Open,
        ledger: &Ledger<'_>,
    ) -> Result<Option<u16>, StopReason> {
        self.witnesses.scans += 1;
        for &take in &self.game.takes {
            let code = self.codes[self.index_of(heap - take)].turned(self.space.take_turns(take));
            if !code.is_common() {
                open.remove(code.index());
            }
        }
        let examined = self.examine_chunks(heap, &mut open, ledger)?;
        self.examine_pairs(heap, examined, &mut open, ledger)?;
        Ok(open.least())
    }

    /// Removes from `open` the values of pairs with a small heap, many pairs at a time. Returns the least
    /// heap whose pairs were not examined.
    fn examine_chunks(&mut self, heap: u64, open: &mut Open, ledger: &Ledger<'_>) -> Result<u64, StopReason> {
        let split = self.game.splits.iter().copied().max().unwrap_or(0);
        // The codes of both heaps of a pair must be stored, and the first heap must be the smaller one.
        let known = heap.saturating_sub(split + self.base + MARGIN);
        let end = self.early_heaps(heap).min(known).min(heap.saturating_sub(split).div_ceil(2));
        let mut least = 1;
        while least + CHUNK as u64 <= end && !open.is_empty() {
            for rare in open.indices() {
                ledger.spend((CHUNK * self.game.splits.len()) as u64, || self.progress())?;
                let found = self
                    .game
                    .splits
                    .iter()
                    .find_map(|&split| Some((split, self.pair_in_chunk(heap - split, least, rare)?)));
                let Some((split, early)) = found else { continue };
                open.remove(rare);
                let other = self.codes[self.index_of(heap - split - early)];
                if other.is_common() {
                    self.cover.learn(rare, early, other.index());
                    self.farthest_scan = self.farthest_scan.max(early + split);
                }
            }
            least += CHUNK as u64;
        }
        Ok(least)
    }

    /// Returns the least of the [`CHUNK`] heaps from `least` on whose pair with total `total` has the rare value.
    fn pair_in_chunk(&self, total: u64, least: u64, rare: u16) -> Option<u64> {
        let early = match self.base {
            0 => &self.codes[self.index_of(least)..][..CHUNK],
            _ => &self.head[least as usize..][..CHUNK],
        };
        let late = &self.codes[self.index_of(total - least) + 1 - CHUNK..][..CHUNK];
        first_pair(self.width, early, late, C::new(rare, false)).map(|index| least + index as u64)
    }

    /// Returns the number of first heaps whose codes are stored, if `heap` heaps are known.
    fn early_heaps(&self, heap: u64) -> u64 {
        if self.base == 0 { heap } else { self.head.len() as u64 }
    }

    /// Removes from `open` the values of all other pairs, one pair at a time.
    fn examine_pairs(
        &mut self,
        heap: u64,
        from: u64,
        open: &mut Open,
        ledger: &Ledger<'_>,
    ) -> Result<(), StopReason> {
        let kept = self.early_heaps(heap);
        for least in from..=heap / 2 {
            if open.is_empty() {
                break;
            }
            if least >= kept || heap - least < self.base + MARGIN {
                return Err(RARE_BEYOND_KEPT);
            }
            ledger.spend(WORK_OF_A_PAIR * self.game.splits.len() as u64, || self.progress())?;
            for &split in &self.game.splits {
                let greatest = heap - split - least;
                if least > greatest || (self.game.unequal && least == greatest) {
                    continue;
                }
                let other = self.codes[self.index_of(greatest)];
                let code = self.early_code(least) ^ other;
                if !code.is_common() && open.contains(code.index()) {
                    open.remove(code.index());
                    if other.is_common() {
                        self.cover.learn(code.index(), least, other.index());
                        self.farthest_scan = self.farthest_scan.max(least + split);
                    }
                }
            }
        }
        Ok(())
    }
}
