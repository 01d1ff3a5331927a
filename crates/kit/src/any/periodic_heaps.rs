//! Values of large heaps of partizan games, derived from a proved period.

use super::partizan::ValueSearch;
use crate::partizan_game::PartizanGame;
use std::any::Any;
use winways_rules::{PartizanRuleset, Recurrence};
use winways_solve::{FormPattern, StopReason, Stopped, Theorems};
use winways_values::{Arena, Game};

/// A search that replaces large heaps by smaller ones of the same value.
///
/// If no move splits a heap and every move takes a bounded number of tokens, the value of a heap depends only on a window of
/// heaps before it. Two equal windows therefore prove a period.
pub(super) struct PeriodicHeaps<'p, G: PartizanGame + ?Sized> {
    game: &'p G,
    search: Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p>,
    window: u64,
    known: KnownHeaps<'p>,
    /// The result of the search for a period, once it has run.
    pattern: Option<Option<FormPattern>>,
}

/// The settings that determine whether a large heap can be searched.
#[derive(Clone, Copy)]
pub(super) struct KnownHeaps<'p> {
    pub(super) arena: &'p Arena,
    pub(super) theorems: Theorems,
    /// The memory for the search, in bytes.
    pub(super) memory: u64,
}

/// The smallest heap that is replaced. Smaller heaps are searched directly.
const FROM: u64 = 1 << 12;
/// The maximum number of heaps among which a period is sought. They span at most [`WINDOWS`] windows.
const MOST_VALUES: u64 = 1 << 10;
const WINDOWS: u64 = 16;
/// The minimum memory per heap, in bytes, of a search that descends from a large heap by at most one window per move.
const BYTES_PER_HEAP: u64 = 16;

impl<'p, G: PartizanGame + ?Sized> PeriodicHeaps<'p, G> {
    /// Wraps the search of a game to replace large heaps. Returns `search` unchanged if the game's recurrence rules out the
    /// proof of a period.
    pub(super) fn around(
        game: &'p G,
        search: Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p>,
        known: KnownHeaps<'p>,
    ) -> Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p> {
        match game.heap_recurrence() {
            Recurrence::Window { length: window } if game.heap(0).is_some() && window < FROM => {
                Box::new(PeriodicHeaps { game, search, window, known, pattern: None })
            }
            _ => search,
        }
    }

    /// Returns `true` if a search that descends from this heap would exceed the memory limit, and no theorem gives its value.
    fn is_beyond_memory(&self, component: &<G as PartizanRuleset>::Component) -> bool {
        let KnownHeaps { arena, theorems, memory } = self.known;
        let is_large = |heap: u64| heap / self.window.max(1) > memory / BYTES_PER_HEAP;
        self.game.heap_size(component).is_some_and(is_large)
            && !(theorems == Theorems::Use
                && matches!(self.game.value_by_theorem(component, &mut arena.session()), Ok(Some(_))))
    }

    /// Returns a smaller heap with the same value. Returns `None` if no period is proved.
    fn reduced(&mut self, heap: u64) -> Result<Option<<G as PartizanRuleset>::Component>, Stopped> {
        let pattern = match self.pattern {
            Some(pattern) => pattern,
            None => {
                let mut forms = Vec::new();
                for heap in 0..MOST_VALUES.min(self.window.saturating_mul(WINDOWS)) {
                    let Some(component) = self.game.heap(heap) else { break };
                    forms.push(self.search.value(&component)?);
                }
                let found = FormPattern::proved_by(&forms, Recurrence::Window { length: self.window });
                *self.pattern.insert(found)
            }
        };
        Ok(pattern.and_then(|FormPattern { preperiod, period, .. }| {
            let beyond = heap.checked_sub(preperiod)?;
            self.game.heap(preperiod + beyond % period)
        }))
    }
}

impl<G: PartizanGame + ?Sized> ValueSearch<<G as PartizanRuleset>::Component> for PeriodicHeaps<'_, G> {
    fn value(&mut self, component: &<G as PartizanRuleset>::Component) -> Result<Game, Stopped> {
        let reduced = match self.game.heap_size(component).filter(|heap| *heap >= FROM) {
            Some(heap) => self.reduced(heap)?,
            None => None,
        };
        if reduced.is_none() && self.is_beyond_memory(component) {
            let reason = StopReason::Unsupported("the value of a heap this large without a proved period");
            return Err(reason.after(self.search.nodes()));
        }
        self.search.value(reduced.as_ref().unwrap_or(component))
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn add_known(&mut self, known: Box<dyn Any + Send>) {
        self.search.add_known(known);
    }

    fn take_found(&mut self) -> Option<(Box<dyn Any + Send>, u64)> {
        self.search.take_found()
    }
}
