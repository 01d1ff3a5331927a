//! Statements about values, how well they are known, and how much evidence they need.

use super::automaton::Automaton;
use super::meaning::{Meaning, Steps, common_multiple};
use crate::induction::{HeapLaw, LostPairs, PairSet};
use crate::period::{Pattern, PatternStatus, Period};
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
/// The heaps that have to be checked before a recurrence over digits settles all others: more than four times the
/// greatest base.
const CHECKED_FOR_DIGITS: u64 = 50;
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
    /// Its meaning, for proofs.
    pub(super) meaning: Meaning,
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
            meaning: Meaning::Other,
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
        let (automaton, follows_from, lost) = (None, None, None);
        let meaning = Meaning::Other;
        Conjecture { statement, checked_to, standing, automaton, meaning, follows_from, lost }
    }

    /// What is proved for all heaps by induction; it was checked for numbers up to this one.
    pub fn by_induction(statement: String, checked_to: u64) -> Self {
        Conjecture {
            standing: Standing::Proved(BY_INDUCTION),
            ..Conjecture::by_theorem(statement, checked_to, Standing::Conjecture)
        }
    }

    /// The same statement, proved if a law of all heaps settles it: its automaton computes the same values, the law obeys the
    /// recurrence of its closed form or of its set, or the recurrence of the law is one that has no other solution.
    ///
    /// # Errors
    /// That the work is to end.
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

    /// Returns the statement, proved if it describes the lost pairs that are proved.
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

    /// Returns `true` if the automaton of the statement computes what the law states.
    fn is_that_of(&self, law: &HeapLaw, meter: &mut Meter) -> Result<bool, RuleFault> {
        match &self.automaton {
            Some(automaton) if self.is_of_lost() => law.has_lost_heaps_of(automaton, meter),
            Some(automaton) => law.is_that_of(automaton, meter),
            None => Ok(false),
        }
    }

    /// Returns `true` if the law obeys the recurrence of the statement, and the values before it starts were checked.
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

    /// Returns `true` if it is about whether heaps are lost, and not about their values.
    fn is_of_lost(&self) -> bool {
        self.statement.starts_with(WHETHER_LOST)
    }

    /// Returns `true` if it is proved and determines the value of every heap.
    pub fn proves_all_values(&self) -> bool {
        let is_of_values = match &self.meaning {
            Meaning::Values(_) | Meaning::Function(_) => true,
            Meaning::Lost(_) | Meaning::Set(_) => false,
            Meaning::Other => self.follows_from.is_some() || self.automaton.is_some() && !self.is_of_lost(),
        };
        is_of_values && self.standing != Standing::Conjecture
    }

    /// The pattern, proved if this statement is proved and the values that it states repeat in the same way.
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

    /// The same statement, by the theorem of this name and source if it is one of `statements`, which the theorem makes.
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

/// What precedes the automata of lost heaps.
pub(super) const WHETHER_LOST: &str = "whether g(n) = 0 (output 1) or not (output 0)";

/// Returns the pattern of values that a law proves, if it does.
///
/// # Errors
/// That the work is to end.
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
