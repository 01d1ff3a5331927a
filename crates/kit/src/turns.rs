//! Nim-values of components by two searches that take turns: depth-first, and by couples.

use winways_rules::Ruleset;
use winways_solve::{Budget, CoupleSearch, GrundySearch, Observer, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// Nim-values by depth-first search of all followers; where that takes long, by turns with [`CoupleSearch`], which then finds
/// all later values. Without theorems by depth-first search alone.
pub(crate) struct TurnsOfSearches<'g, G: Ruleset + ?Sized> {
    game: &'g G,
    theorems: Theorems,
    budget: Budget,
    observer: &'g dyn Observer,
    search: GrundySearch<'g, G>,
    couples: CoupleSearch<'g, G>,
    is_by_couples: bool,
    /// How many options either search may look at in all before it is the other's turn.
    turn: u64,
}

/// The first turn: a second at most.
const FIRST_TURN: u64 = 1 << 22;

impl<'g, G: Ruleset + ?Sized> TurnsOfSearches<'g, G> {
    pub(crate) fn new(game: &'g G, theorems: Theorems, budget: Budget, observer: &'g dyn Observer) -> Self {
        TurnsOfSearches {
            game,
            theorems,
            budget,
            observer,
            search: GrundySearch::new(game, theorems, budget, observer),
            couples: CoupleSearch::new(game, theorems, budget, observer),
            is_by_couples: false,
            turn: FIRST_TURN,
        }
    }

    /// The nim-value of a component.
    pub(crate) fn nim_value(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        match (self.theorems, self.is_by_couples) {
            (Theorems::Ignore, _) => self.search.nim_value(component),
            (Theorems::Use, true) => self.couples.nim_value(component),
            (Theorems::Use, false) => self.by_turns(component),
        }
    }

    fn by_turns(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        let limit = self.budget.options.unwrap_or(u64::MAX);
        loop {
            // Each has half of the memory, so that neither takes from the other.
            let budget =
                Budget { memory: self.budget.memory / 2, options: Some(self.turn.min(limit)), ..self.budget };
            self.search.set_budget(budget);
            let is_full = match self.search.nim_value(component) {
                Err(Stopped { reason: StopReason::Options { .. }, .. }) => false,
                Err(Stopped { reason: StopReason::Memory { .. }, .. }) => true,
                found => return found,
            };
            let options = if is_full { self.budget.options } else { budget.options };
            self.couples.set_budget(Budget { options, ..budget });
            match self.couples.nim_value(component) {
                Ok(value) => {
                    self.is_by_couples = true;
                    self.couples.set_budget(Budget { options: self.budget.options, ..budget });
                    return Ok(value);
                }
                // The first search has all the memory again.
                Err(Stopped { reason: StopReason::Memory { .. }, .. }) => {
                    self.couples = CoupleSearch::new(self.game, self.theorems, budget, self.observer);
                    self.search.set_budget(self.budget);
                    return self.search.nim_value(component);
                }
                Err(Stopped { reason: StopReason::Options { .. }, .. }) if self.turn < limit => {
                    self.turn *= 2;
                }
                stopped => return stopped,
            }
        }
    }

    /// The search by couples, if it finds the values.
    pub(crate) fn couples_in_use(&mut self) -> Option<&mut CoupleSearch<'g, G>> {
        self.is_by_couples.then_some(&mut self.couples)
    }

    pub(crate) fn is_by_couples(&self) -> bool {
        self.is_by_couples
    }

    /// Distinct positions solved so far, or couples.
    pub(crate) fn nodes(&self) -> u64 {
        if self.is_by_couples { self.couples.nodes() } else { self.search.nodes() }
    }
}
