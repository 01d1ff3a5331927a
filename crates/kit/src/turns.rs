//! Nim-values of components by two alternating searches: depth-first, and by couples.

use winways_rules::Ruleset;
use winways_solve::{Budget, CoupleSearch, GrundySearch, Observer, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// Computes nim-values by depth-first search of all followers. If that takes long, this search alternates with
/// [`CoupleSearch`]. Once the latter succeeds, it computes all later values. Without theorems, only the depth-first search is
/// used.
///
/// A turn is measured in examined options, not in polls: polls of several threads depend on timing, and both searches count
/// options for the budget anyway.
pub(crate) struct AlternatingSearch<'g, G: Ruleset + ?Sized> {
    game: &'g G,
    theorems: Theorems,
    budget: Budget,
    observer: &'g dyn Observer,
    search: GrundySearch<'g, G>,
    couples: CoupleSearch<'g, G>,
    uses_couples: bool,
    /// The total number of options that each search may examine before the other search gets its turn.
    turn: u64,
}

/// The length of the first turn, in options, which takes a second at most.
const FIRST_TURN: u64 = 1 << 22;

impl<'g, G: Ruleset + ?Sized> AlternatingSearch<'g, G> {
    pub(crate) fn new(game: &'g G, theorems: Theorems, budget: Budget, observer: &'g dyn Observer) -> Self {
        AlternatingSearch {
            game,
            theorems,
            budget,
            observer,
            search: GrundySearch::new(game, theorems, budget, observer),
            couples: CoupleSearch::new(game, theorems, budget, observer),
            uses_couples: false,
            turn: FIRST_TURN,
        }
    }

    /// Returns the nim-value of a component.
    pub(crate) fn nim_value(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        match (self.theorems, self.uses_couples) {
            (Theorems::Ignore, _) => self.search.nim_value(component),
            (Theorems::Use, true) => self.couples.nim_value(component),
            (Theorems::Use, false) => self.search_alternately(component),
        }
    }

    fn search_alternately(&mut self, component: &G::Component) -> Result<Nimber, Stopped> {
        let limit = self.budget.options.unwrap_or(u64::MAX);
        loop {
            // Each search gets half of the memory.
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
                    self.uses_couples = true;
                    self.couples.set_budget(Budget { options: self.budget.options, ..budget });
                    return Ok(value);
                }
                // Give all the memory back to the first search.
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

    /// Returns the search by couples, if it has taken over.
    pub(crate) fn couples_in_use(&mut self) -> Option<&mut CoupleSearch<'g, G>> {
        self.uses_couples.then_some(&mut self.couples)
    }

    pub(crate) fn uses_couples(&self) -> bool {
        self.uses_couples
    }

    /// Returns the number of distinct positions solved so far, or of couples if the search by couples has taken over.
    pub(crate) fn nodes(&self) -> u64 {
        if self.uses_couples { self.couples.nodes() } else { self.search.nodes() }
    }
}
