//! Statements about values, their standing, and the evidence that they need.

use super::automaton::Automaton;
use super::meaning::{Meaning, Steps, common_multiple};
use crate::induction::{HeapLaw, PairSet};
use crate::period::{Pattern, PatternStatus, Period};
use std::fmt;
use winways_rules::{Meter, RuleFault};

/// The minimum number of values for any statement.
pub(super) const FEWEST_VALUES: usize = 64;
/// The minimum number of changes from one value to the next.
pub(super) const FEWEST_CHANGES: usize = 8;
/// The minimum number of values per unit of the largest number of a statement.
pub(super) const VALUES_FOR_PARAMETER: u64 = 8;
/// The reason stated for a proof by induction.
pub(crate) const BY_INDUCTION: &str = "by induction over digits";
/// The number of heaps that must be checked before a recurrence over digits settles all others: more than four times the
/// greatest base.
const CHECKED_FOR_DIGITS: u64 = 50;
/// The minimum number of members of a named set.
pub(super) const FEWEST_MEMBERS: usize = 6;

/// A statement that holds for all values examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conjecture {
    /// The statement in the notation of the field, such as `g(n) = n mod 4`.
    pub statement: String,
    /// The greatest number checked. All numbers from 0 on were checked.
    pub checked_to: u64,
    /// The standing of the statement.
    pub standing: Standing,
    /// The automaton of the statement.
    pub automaton: Option<Automaton>,
    /// The meaning of the statement, for proofs.
    pub(super) meaning: Meaning,
    /// The recurrence of a law from which the statement follows.
    pub(super) follows_from: Option<&'static str>,
    /// The lost pairs that the statement describes.
    pub(crate) lost: Option<PairSet>,
}

/// The standing of a statement: conjectured, proved, or a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Checked, but not proved.
    Conjecture,
    /// Proved for all numbers, for the given reason.
    Proved(&'static str),
    /// Proved for all numbers by a theorem about the game. The checked values agree with it.
    Theorem {
        /// The name of the theorem.
        name: &'static str,
        /// The publication of the theorem.
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
            meaning: Meaning::Other,
            follows_from: None,
            lost: None,
        }
    }

    /// Returns `true` if the statement says whether this pair is lost.
    pub fn describes_loss_of(&self, pair: [u64; 2]) -> bool {
        self.lost.as_ref().is_some_and(|lost| lost.covers(pair))
    }

    /// Creates a statement about the lost pairs, checked for numbers below `side`.
    pub(super) fn of_lost_pairs(statement: String, lost: Option<PairSet>, side: usize) -> Self {
        Conjecture { lost, ..Conjecture::new(statement, side) }
    }

    /// Creates the statement of a theorem, checked for numbers up to `checked_to`.
    pub fn by_theorem(statement: String, checked_to: u64, standing: Standing) -> Self {
        let (automaton, follows_from, lost) = (None, None, None);
        let meaning = Meaning::Other;
        Conjecture { statement, checked_to, standing, automaton, meaning, follows_from, lost }
    }

    /// Creates a statement proved by induction, checked for numbers up to `checked_to`.
    pub fn by_induction(statement: String, checked_to: u64) -> Self {
        Conjecture {
            standing: Standing::Proved(BY_INDUCTION),
            ..Conjecture::by_theorem(statement, checked_to, Standing::Conjecture)
        }
    }

    /// Marks the statement as proved if a law of all heaps settles it. There are three such cases:
    ///
    /// - the automaton of the statement computes the values or the lost heaps of the law;
    /// - the law obeys the period or the recurrence of the statement;
    /// - the statement is the only solution of the recurrence of the law.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn settled_by_law(mut self, law: &HeapLaw, meter: &mut Meter) -> Result<Self, RuleFault> {
        let follows = self.follows_from.is_some() && self.follows_from == law.recurrence();
        let is_settled = self.standing != Standing::Conjecture || follows;
        if is_settled || self.is_that_of(law, meter)? || self.is_obeyed_by(law, meter)? {
            self.standing = match self.standing {
                Standing::Conjecture => Standing::Proved(BY_INDUCTION),
                known => known,
            };
        }
        Ok(self)
    }

    /// Returns `true` if the automaton of the statement computes the values, or the lost heaps, of the law.
    fn is_that_of(&self, law: &HeapLaw, meter: &mut Meter) -> Result<bool, RuleFault> {
        match &self.automaton {
            Some(automaton) if self.is_of_lost() => law.has_lost_heaps_of(automaton, meter),
            Some(automaton) => law.is_that_of(automaton, meter),
            None => Ok(false),
        }
    }

    /// Returns `true` if the law obeys the period or the recurrence of the statement, and if enough first values were checked.
    fn is_obeyed_by(&self, law: &HeapLaw, meter: &mut Meter) -> Result<bool, RuleFault> {
        let is_checked = match &self.meaning {
            Meaning::Values(steps) => steps.from.saturating_add(steps.period) <= self.checked_to,
            Meaning::Lost(Period { preperiod, period }) => {
                preperiod.saturating_add(*period) <= self.checked_to
            }
            Meaning::Function(_) | Meaning::Set(_) => self.checked_to >= CHECKED_FOR_DIGITS,
            Meaning::Other => false,
        };
        Ok(is_checked && law.obeys(&self.meaning, meter)?)
    }

    /// Returns `true` if the statement only describes which heaps are lost.
    fn is_of_lost(&self) -> bool {
        self.statement.starts_with(WHETHER_LOST)
    }

    /// Returns `true` if the statement is proved and determines the value of every heap.
    pub fn proves_all_values(&self) -> bool {
        let is_of_values = match &self.meaning {
            Meaning::Values(_) | Meaning::Function(_) => true,
            Meaning::Lost(_) | Meaning::Set(_) => false,
            Meaning::Other => self.follows_from.is_some() || self.automaton.is_some() && !self.is_of_lost(),
        };
        is_of_values && self.standing != Standing::Conjecture
    }

    /// Returns the pattern, marked as proved if this statement is proved and its values repeat in the same way.
    #[must_use]
    pub fn settles(&self, pattern: Pattern) -> Pattern {
        let status = match self.standing {
            Standing::Conjecture => return pattern,
            Standing::Proved(reason) => PatternStatus::Proved(reason),
            Standing::Theorem { name, source } => PatternStatus::Theorem { name, source },
        };
        let Meaning::Values(own) = self.meaning else { return pattern };
        let is_settled = own.agrees_before(steps_of(pattern)).is_some_and(|heap| heap <= self.checked_to);
        if is_settled && !pattern.is_proved() { Pattern { status, ..pattern } } else { pattern }
    }

    /// Creates the statement that an automaton computes the first `length` values.
    pub(super) fn of_automaton(automaton: Automaton, what: &str, length: usize) -> Self {
        let statement = automaton.statement(what);
        Conjecture { automaton: Some(automaton), ..Conjecture::new(statement, length) }
    }

    /// Marks the statement as proved if a proved pattern of nim-values settles it. Either the statement and the pattern both
    /// repeat and enough values were checked, or the values grow, so that no further heap has the value 0.
    #[must_use]
    pub fn settled_by_pattern(mut self, pattern: Pattern) -> Self {
        let Pattern { preperiod, period, saltus, .. } = pattern;
        if !pattern.is_proved() || self.standing != Standing::Conjecture {
            return self;
        }
        let enough = match &self.meaning {
            Meaning::Values(own) => own.agrees_before(steps_of(pattern)),
            Meaning::Lost(own) if saltus == 0 => common_multiple(own.period, period)
                .and_then(|common| common.checked_add(preperiod.max(own.preperiod))),
            // From the second period on no heap is lost.
            Meaning::Lost(own) if own.period == 1 => preperiod.checked_add(period),
            _ => None,
        };
        if enough.is_some_and(|heap| heap <= self.checked_to) {
            self.standing = Standing::Proved("by the period");
        }
        self
    }

    /// Marks the statement as a theorem of the given name and source if it is one of the `statements` of the theorem.
    #[must_use]
    pub fn settled_by_theorem(
        mut self,
        statements: &[&str],
        (name, source): (&'static str, &'static str),
    ) -> Self {
        if self.standing == Standing::Conjecture && statements.contains(&&*self.statement) {
            self.standing = Standing::Theorem { name, source };
        }
        self
    }
}

/// The prefix of statements about automata of lost heaps.
pub(super) const WHETHER_LOST: &str = "the indicator of g(n) = 0 (output 1 if true, 0 if false)";

/// Returns the pattern, marked as proved if the law proves it.
///
/// # Errors
/// Returns [`RuleFault::Interrupted`] if the meter stops the work.
pub fn pattern_proved_by_law(
    pattern: Pattern,
    law: &HeapLaw,
    meter: &mut Meter,
) -> Result<Pattern, RuleFault> {
    let is_proved = pattern.is_proved() || law.obeys(&Meaning::Values(steps_of(pattern)), meter)?;
    let status = if pattern.is_proved() { pattern.status } else { PatternStatus::Proved(BY_INDUCTION) };
    Ok(if is_proved { Pattern { status, ..pattern } } else { pattern })
}

fn steps_of(pattern: Pattern) -> Steps {
    Steps { from: pattern.preperiod, period: pattern.period, saltus: pattern.saltus }
}
