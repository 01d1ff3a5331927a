//! Values of large heaps of partizan games, by a proved period.

use super::partizan::ValueSearch;
use crate::partizan_game::PartizanGame;
use std::any::Any;
use winways_rules::{PartizanRuleset, Recurrence};
use winways_solve::{FormPattern, Stopped};
use winways_values::Game;

/// A search that replaces large heaps by smaller ones of the same value.
///
/// If moves split nothing and take a bounded number of tokens, the value of a heap depends only on a window of heaps before it.
/// Two equal windows therefore prove a period.
pub(super) struct PeriodicHeaps<'p, G: PartizanGame> {
    game: &'p G,
    search: Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p>,
    window: u64,
    /// The period, once it has been sought.
    pattern: Option<Option<FormPattern>>,
}

/// The smallest heap that is replaced. Smaller heaps are searched directly.
const FROM: u64 = 1 << 12;
/// The number of heaps among which a period is sought, at most [`WINDOWS`] windows.
const MOST_VALUES: u64 = 1 << 10;
const WINDOWS: u64 = 16;

impl<'p, G: PartizanGame> PeriodicHeaps<'p, G> {
    /// Wraps the search of a game to replace large heaps, if a period of its values can be proved.
    pub(super) fn around(
        game: &'p G,
        search: Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p>,
    ) -> Box<dyn ValueSearch<<G as PartizanRuleset>::Component> + 'p> {
        match game.heap_recurrence() {
            Recurrence::Window { length: window } if game.heap(0).is_some() && window < FROM => {
                Box::new(PeriodicHeaps { game, search, window, pattern: None })
            }
            _ => search,
        }
    }

    /// Returns the smaller heap with the same value.
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

impl<G: PartizanGame> ValueSearch<<G as PartizanRuleset>::Component> for PeriodicHeaps<'_, G> {
    fn value(&mut self, component: &<G as PartizanRuleset>::Component) -> Result<Game, Stopped> {
        let reduced = match self.game.heap_size(component).filter(|heap| *heap >= FROM) {
            Some(heap) => self.reduced(heap)?,
            None => None,
        };
        self.search.value(reduced.as_ref().unwrap_or(component))
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn know(&mut self, known: Box<dyn Any + Send>) {
        self.search.know(known);
    }

    fn take_found(&mut self) -> Option<(Box<dyn Any + Send>, u64)> {
        self.search.take_found()
    }
}
