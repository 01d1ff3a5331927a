//! The values of small components, and the verdicts for sums that follow from them.

use super::sum::{Sum, Term};
use crate::budget::{Budget, Observer, StopReason};
use crate::canonical::CanonicalSearch;
use crate::grundy::Theorems;
use crate::ledger::Quota;
use winways_rules::PartizanRuleset;
use winways_values::{Arena, Game, GameOptions};

/// Computes values that are cheap enough and compares their sums.
pub(super) struct Values<'r, R: PartizanRuleset + ?Sized> {
    rules: &'r R,
    arena: &'r Arena,
    theorems: Theorems,
    search: CanonicalSearch<'r, R>,
    /// Components with at most this many options are evaluated. The bound is reduced if the value of such a component
    /// is too expensive.
    pub(super) options: u64,
    have_split: bool,
    effort: Quota,
}

/// Components with more options are not evaluated.
const OPTIONS: u64 = 8;
/// The bound before any board has split. Values help most when they are added, and the value of a whole board
/// may take longer than a search.
const OPTIONS_OF_WHOLE_BOARDS: u64 = 3;
/// The maximum effort for a value or a comparison, in thousands of arena steps.
const EFFORT: u64 = 16;

impl<'r, R: PartizanRuleset + ?Sized> Values<'r, R> {
    pub(super) fn new(
        rules: &'r R,
        arena: &'r Arena,
        theorems: Theorems,
        budget: Budget,
        observer: &'r dyn Observer,
    ) -> Self {
        let effort = Quota::new(u64::MAX);
        arena.set_interrupt(observer.interrupt().and(effort.interrupt()));
        // The transposition table gets the other half of the memory.
        let budget = Budget { memory: budget.memory / 2, ..budget };
        let search = CanonicalSearch::new(rules, arena, theorems, budget, observer);
        Values { rules, arena, theorems, search, options: OPTIONS, have_split: false, effort }
    }

    /// Records that sums of several components occur.
    pub(super) fn note_split(&mut self) {
        self.have_split = true;
    }

    /// Returns the value of a component, if a theorem states it or it is cheap to compute.
    pub(super) fn of(&mut self, component: &R::Component) -> Result<Option<Game>, StopReason> {
        let options = self.rules.option_bound(component);
        let limit = if self.have_split { self.options } else { self.options.min(OPTIONS_OF_WHOLE_BOARDS) };
        if options <= limit {
            let value = self
                .within_effort(|values| values.search.value(component).map_err(|stopped| stopped.reason))?;
            if value.is_none() {
                self.options = options - 1;
            }
            return Ok(value);
        }
        if self.theorems == Theorems::Ignore {
            return Ok(None);
        }
        self.within_effort(|values| {
            Ok(values.rules.value_by_theorem(component, &mut values.arena.session())?)
        })
        .map(Option::flatten)
    }

    /// Returns `true` if Left, to move, wins, and `None` if the values do not decide the winner cheaply.
    pub(super) fn verdict<C>(&mut self, sum: &Sum<C>) -> Result<Option<bool>, StopReason> {
        let (first, second) = match &*sum.key.terms {
            [] => (Game::ZERO, Game::ZERO),
            [Term::Value(first)] => (*first, Game::ZERO),
            [Term::Value(first), Term::Value(second)] => (*first, *second),
            _ => return Ok(None),
        };
        let (number, plain) = (sum.number, sum.key.plain);
        let at_most_zero = self.within_effort(|values| {
            let rest = values.arena.add(plain, number)?;
            // Adding a number to a value is cheap.
            let (low, high) = match (plain == Game::ZERO, second == Game::ZERO) {
                (true, _) => (values.arena.add(first, number)?, -second),
                (false, true) => (first, -rest),
                (false, false) => (values.arena.add(first, rest)?, -second),
            };
            Ok(values.arena.le(low, high)?)
        })?;
        Ok(at_most_zero.map(|at_most_zero| !at_most_zero))
    }

    pub(super) fn left_options(&mut self, value: Game) -> Result<GameOptions, StopReason> {
        Ok(self.arena.left_options(value)?)
    }

    pub(super) fn add(&mut self, some: Game, other: Game) -> Result<Game, StopReason> {
        Ok(self.arena.add(some, other)?)
    }

    pub(super) fn le(&mut self, low: Game, high: Game) -> Result<bool, StopReason> {
        Ok(self.arena.le(low, high)?)
    }

    /// Returns the result of `find`, or `None` if it takes too many steps or too much memory.
    fn within_effort<T>(
        &mut self,
        find: impl FnOnce(&mut Self) -> Result<T, StopReason>,
    ) -> Result<Option<T>, StopReason> {
        self.effort.grant(EFFORT);
        let found = find(self);
        let is_exhausted = self.effort.is_exhausted();
        self.effort.grant(u64::MAX);
        match found {
            Ok(found) => Ok(Some(found)),
            Err(StopReason::Timeout) if is_exhausted => Ok(None),
            Err(StopReason::Memory { .. } | StopReason::Values { .. }) => Ok(None),
            Err(reason) => Err(reason),
        }
    }

    pub(super) fn bytes(&self) -> u64 {
        self.arena.bytes() + self.search.own_bytes()
    }
}
