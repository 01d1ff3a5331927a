//! Positions of a partizan game, with the components of their impartial forms identified by numbers.

use crate::any::capabilities::{InternedHeaps, InternedPosition};
use crate::any::face::AnyPosition;
use std::fmt;
use std::sync::OnceLock;
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{Budget, GrundySearch, MixedRules, Observer, OutcomeSearch, Stopped, Theorems};
use winways_values::Nimber;

/// The heaps of a game, identified by numbers.
pub(super) struct Heaps {
    pub(super) ids: Box<dyn InternedHeaps + Send + Sync>,
    pub(super) rules: MixedRules,
}

/// A position of the partizan game.
pub(super) struct Form {
    pub(super) whole: Box<dyn AnyPosition>,
    /// The components identified by numbers, created lazily.
    numbered: OnceLock<Numbered>,
}

/// The components of a position, identified by numbers.
pub(super) struct Numbered {
    pub(super) position: Box<dyn InternedPosition + Send + Sync>,
    pub(super) rules: MixedRules,
}

impl Form {
    pub(super) fn new(whole: Box<dyn AnyPosition>) -> Self {
        Form { whole, numbered: OnceLock::new() }
    }

    pub(super) fn numbered(&self) -> &Numbered {
        self.numbered.get_or_init(|| {
            let Some(position) = self.whole.impartial_form() else {
                unreachable!("a position of a game that has impartial forms has one")
            };
            let rules = MixedRules::new(vec![position.rules()]);
            Numbered { position, rules }
        })
    }
}

impl Clone for Form {
    fn clone(&self) -> Self {
        Form::new(self.whole.copy())
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.whole.text())
    }
}

/// Returns the nim-value of a sum of components identified by numbers.
pub(super) fn value_of(search: &mut GrundySearch<'_, MixedRules>, ids: Vec<u32>) -> Result<Nimber, Stopped> {
    ids.into_iter().map(|id| search.nim_value(&MixedRules::component(0, id))).sum()
}

impl Form {
    /// Creates a search for nim-values of this position and its followers.
    pub(super) fn search<'p>(
        &'p self,
        budget: Budget,
        observer: &'p dyn Observer,
    ) -> GrundySearch<'p, MixedRules> {
        GrundySearch::new(&self.numbered().rules, Theorems::Ignore, budget, observer)
    }
}

/// Returns the outcome of a position under either play convention, computed by a search over sums of its components.
pub(super) fn outcome(
    position: &Form,
    play: Play,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ImpartialOutcome, Stopped> {
    let Numbered { position, rules } = position.numbered();
    let components: Vec<u64> = position.ids().into_iter().map(|id| MixedRules::component(0, id)).collect();
    OutcomeSearch::new(rules, play, budget, observer).outcome(&components)
}
