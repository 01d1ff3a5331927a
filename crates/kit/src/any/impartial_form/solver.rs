//! Nim-values of impartial forms.

use super::ImpartialForm;
use super::form::{Heaps, Numbered, value_of};
use crate::any::capabilities::{ImpartialPosition, ImpartialSolver};
use crate::any::face::{AnyMove, AnyMoves, AnyPosition, HeapValues};
use crate::any::positions::{Positioned, Positions};
use std::collections::BTreeSet;
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{Budget, GrundySearch, MixedRules, Observer, Progress, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// A rough upper bound on the size in bytes of a listed move with its text and its result.
const MOVE_BYTES: u64 = 512;
/// The maximum number of moves for which an explanation lists the nim-values of the options.
const OPTIONS_EXPLAINED: u64 = 2000;

/// A solver for nim-values of one position of an impartial form and of the positions after its moves.
pub(super) struct FormSolver<'p> {
    position: &'p Positioned<ImpartialForm>,
    budget: Budget,
    observer: &'p dyn Observer,
    search: GrundySearch<'p, MixedRules>,
}

impl FormSolver<'_> {
    fn value_after(&mut self, step: &AnyMove) -> Result<Nimber, Stopped> {
        let Numbered { position, .. } = self.position.position.numbered();
        value_of(&mut self.search, position.ids_after(step))
    }

    /// Calls `visit` with every move and the value of the position after it.
    fn each_move(&mut self, visit: &mut dyn FnMut(AnyMove, Nimber)) -> Result<(), Stopped> {
        let checked = self.budget.check(self.position.move_bound().saturating_mul(MOVE_BYTES));
        checked.map_err(|reason| reason.after(self.search.nodes()))?;
        let Positioned { game, position } = self.position;
        for (player, step) in game.moves(position, &mut self.observer.meter())? {
            let nodes = self.search.nodes();
            self.observer.poll(&Progress::new(nodes, 0, 0)).map_err(|reason| reason.after(nodes))?;
            let value = self.value_after(&step)?;
            visit(self.position.erase(player, step), value);
        }
        Ok(())
    }
}

impl ImpartialSolver for FormSolver<'_> {
    fn value(&mut self) -> Result<Nimber, Stopped> {
        value_of(&mut self.search, self.position.position.numbered().position.ids())
    }

    fn uses_couples(&self) -> bool {
        false
    }

    fn moves_that_change_value_by(&mut self, change: Nimber, limit: usize) -> Result<AnyMoves, Stopped> {
        let wanted = self.value()? + change;
        let mut moves = AnyMoves::default();
        self.each_move(&mut |step, value| {
            if value == wanted {
                moves.push(limit, || step);
            }
        })?;
        Ok(moves)
    }

    fn explain(&mut self) -> Result<Vec<String>, Stopped> {
        let (value, name) = (self.value()?, self.position.text());
        if self.position.move_bound() > OPTIONS_EXPLAINED {
            return Ok(vec![format!("{name} has nim-value {}", value.0)]);
        }
        let mut values = BTreeSet::new();
        self.each_move(&mut |_, value| {
            values.insert(value.0);
        })?;
        let values: Vec<String> = values.iter().map(u64::to_string).collect();
        Ok(vec![format!(
            "{name}: the nim-values of its options are {{{}}}; the least missing value is {}",
            values.join(", "),
            value.0
        )])
    }

    fn nodes(&self) -> u64 {
        self.search.nodes()
    }

    fn period_in_words(&self) -> Option<String> {
        None
    }
}

impl ImpartialPosition for Positioned<ImpartialForm> {
    fn value_by_theorem(&self) -> Option<Nimber> {
        None
    }

    fn outcome_by_theorem(&self, _: Play) -> Option<ImpartialOutcome> {
        None
    }

    fn solver<'p>(
        &'p self,
        _: Theorems,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> Box<dyn ImpartialSolver + 'p> {
        let search = self.position.search(budget, observer);
        Box::new(FormSolver { position: self, budget, observer, search })
    }

    fn winning_moves_by_theorem(&self, _: Play, _: usize, _: u64) -> Option<AnyMoves> {
        None
    }
}

/// A solver for nim-values of single heaps.
pub(super) struct ValuesOfHeaps<'g> {
    heaps: &'g Heaps,
    search: GrundySearch<'g, MixedRules>,
}

impl<'g> ValuesOfHeaps<'g> {
    pub(super) fn new(heaps: &'g Heaps, budget: Budget, observer: &'g dyn Observer) -> Self {
        ValuesOfHeaps { heaps, search: GrundySearch::new(&heaps.rules, Theorems::Ignore, budget, observer) }
    }
}

impl HeapValues for ValuesOfHeaps<'_> {
    fn nim_value(&mut self, heap: u64) -> Result<Nimber, Stopped> {
        match self.heaps.ids.id(heap) {
            Some(id) => value_of(&mut self.search, vec![id]),
            None => Err(StopReason::Unsupported("a heap this large").after(self.search.nodes())),
        }
    }
}
