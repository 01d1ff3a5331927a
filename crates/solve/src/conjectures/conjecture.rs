//! Statements about values, how well they are known, and how much evidence they need.

use super::automaton::Automaton;
use super::functions::gcd;
use crate::induction::{HeapLaw, LostPairs, PairSet};
use crate::period::{Pattern, Period};
use std::fmt;
use winways_rules::{Meter, RuleFault};

/// The fewest values that anything is said about.
pub(super) const FEWEST_VALUES: usize = 64;
/// The fewest changes from one value to the next.
pub(super) const FEWEST_CHANGES: usize = 8;
/// So many values for each unit of the largest number of a statement.
pub(super) const VALUES_FOR_PARAMETER: u64 = 8;
/// Why a law of heaps holds.
const BY_INDUCTION: &str = "by induction over digits";
/// The fewest members of a set that is named.
pub(super) const FEWEST_MEMBERS: usize = 6;

/// A statement that holds for all values that were looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    /// In the field's notation: `g(n) = n mod 4`.
    pub statement: String,
    /// It was checked for numbers from 0 up to this one.
    pub checked_to: u64,
    /// How well it is known.
    pub standing: Standing,
    /// The automaton that it is about.
    pub automaton: Option<Automaton>,
    /// How what it says comes again.
    pub(super) repeats: Option<Period>,
    /// The recurrence of a law from which it follows.
    pub(super) follows_from: Option<&'static str>,
    /// The lost pairs that it describes.
    pub(crate) lost: Option<PairSet>,
}

/// How well a statement is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// It was checked, no more.
    Conjecture,
    /// It holds for ever, for this reason.
    Proved(&'static str),
    /// It holds for ever, by a theorem about the game; what was checked agrees with it.
    Theorem {
        /// What it is called.
        name: &'static str,
        /// Where it stands.
        source: &'static str,
    },
}

impl fmt::Display for Standing {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Standing::Conjecture => write!(formatter, "conjecture"),
            Standing::Proved(reason) => write!(formatter, "proved ({reason})"),
            Standing::Theorem { name, source } => write!(formatter, "by theorem: {name} ({source})"),
        }
    }
}

impl Conjecture {
    pub(super) fn new(statement: String, length: usize) -> Self {
        let checked_to = (length as u64).saturating_sub(1);
        Conjecture {
            statement,
            checked_to,
            standing: Standing::Conjecture,
            automaton: None,
            repeats: None,
            follows_from: None,
            lost: None,
        }
    }

    /// The statement that describes the lost pairs, checked for numbers below a side.
    pub(super) fn of_lost_pairs(statement: String, lost: Option<PairSet>, side: usize) -> Self {
        Conjecture { lost, ..Conjecture::new(statement, side) }
    }

    /// What a theorem says; it was checked for numbers up to this one.
    pub fn by_theorem(statement: String, checked_to: u64, standing: Standing) -> Self {
        let (automaton, repeats, follows_from, lost) = (None, None, None, None);
        Conjecture { statement, checked_to, standing, automaton, repeats, follows_from, lost }
    }

    /// What is proved for all heaps by induction; it was checked for numbers up to this one.
    pub fn by_induction(statement: String, checked_to: u64) -> Self {
        Conjecture {
            standing: Standing::Proved(BY_INDUCTION),
            ..Conjecture::by_theorem(statement, checked_to, Standing::Conjecture)
        }
    }

    /// The same statement, proved if a law of all heaps settles it: its automaton computes the same values, or the recurrence of
    /// the law is one that has no other solution.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn settled_by_law(mut self, law: &HeapLaw, meter: &mut Meter) -> Result<Self, RuleFault> {
        let follows = self.follows_from.is_some() && self.follows_from == law.recurrence();
        let is_that = match &self.automaton {
            Some(automaton) => law.is_that_of(automaton, meter)?,
            None => false,
        };
        if follows || is_that {
            self.standing = Standing::Proved(BY_INDUCTION);
        }
        Ok(self)
    }

    /// The same statement, proved if it describes the lost pairs that are proved.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn settled_by_lost_pairs(mut self, lost: &LostPairs, meter: &mut Meter) -> Result<Self, RuleFault> {
        let describes = match &self.lost {
            Some(set) => lost.are(set, meter)?,
            None => false,
        };
        if describes {
            self.standing = Standing::Proved(BY_INDUCTION);
        }
        Ok(self)
    }

    /// The statement that an automaton computes so many values.
    pub(super) fn of_automaton(automaton: Automaton, what: &str, length: usize) -> Self {
        let statement = automaton.statement(what);
        Conjecture { automaton: Some(automaton), ..Conjecture::new(statement, length) }
    }

    /// The same statement, proved if it is one about the nim-values of heaps that a pattern which holds for ever settles:
    /// both sides repeat, and enough values were checked; or they grow, so that no heap has the value 0 any more.
    #[must_use]
    pub fn settled_by_pattern(mut self, pattern: Pattern) -> Self {
        let Pattern { preperiod, period, saltus, .. } = pattern;
        if !pattern.is_proved() {
            return self;
        }
        if saltus == 0 {
            return self.settled_by(Period { preperiod, period });
        }
        let is_of_zeros = self.statement.starts_with("g(n) = 0 only for");
        let is_of_all = self.statement == "g(n) = n" && (preperiod, period, saltus) == (0, 1, 1);
        if self.checked_to >= preperiod.saturating_add(period) && (is_of_zeros || is_of_all) {
            self.standing = Standing::Proved("by the period");
        }
        self
    }

    /// The same statement, proved if it is one about the nim-values of heaps that a proved period of theirs settles: both
    /// sides repeat, and enough values were checked.
    #[must_use]
    pub fn settled_by(mut self, proved: Period) -> Self {
        if let Some(own) = self.repeats
            && let Some(common) = (own.period / gcd(own.period, proved.period)).checked_mul(proved.period)
            && let Some(enough) = common.checked_add(proved.preperiod.max(own.preperiod))
            && enough <= self.checked_to
        {
            self.standing = Standing::Proved("by the period");
        }
        self
    }
}
