//! Unproved patterns of the first values, from which other values are computed.

use super::automaton::Automaton;
use super::closed::{self, Form};
use super::conjecture::{FEWEST_CHANGES, FEWEST_VALUES};
use crate::period::{Pattern, PatternStatus};
use std::fmt;
use winways_rules::{Meter, Recurrence, RuleFault};

/// A pattern that fits the values of all heaps 0..=`checked_to`.
///
/// ```
/// use winways_rules::Meter;
/// use winways_solve::FoundPattern;
/// let values: Vec<u64> = (0..1000).map(|n| n / 3).collect();
/// let found = FoundPattern::of(&values, &mut Meter::default())?.unwrap();
/// assert_eq!((found.statement(), found.checked_to()), ("g(n + 3) = g(n) + 1 for n >= 0", 999));
/// assert_eq!(found.value(3_000_000_000), Some(1_000_000_000));
/// # Ok::<(), winways_rules::RuleFault>(())
/// ```
pub struct FoundPattern {
    statement: String,
    checked_to: u64,
    rule: Rule,
}

/// A rule that computes values.
enum Rule {
    /// A pattern with the first values.
    Repeats(Pattern, Vec<u64>),
    Form(Form<'static>),
    Automaton(Automaton),
}

impl FoundPattern {
    /// Finds the simplest pattern of the values of heaps 0, 1, 2, …: a period (possibly with a saltus), a closed form, or an
    /// automaton.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn of(values: &[u64], meter: &mut Meter) -> Result<Option<FoundPattern>, RuleFault> {
        let Some(last) = (values.len() as u64).checked_sub(1).filter(|_| values.len() >= FEWEST_VALUES)
        else {
            return Ok(None);
        };
        let found = |statement: String, rule| Ok(Some(FoundPattern { statement, checked_to: last, rule }));
        let narrow: Option<Vec<u16>> = values.iter().map(|&value| u16::try_from(value).ok()).collect();
        if let Some(narrow) = narrow
            && let Some(pattern) = Pattern::of_metered(&narrow, Recurrence::Unknown, meter)?
            && matches!(pattern.status, PatternStatus::Empirical { .. })
        {
            return found(repeats(pattern), Rule::Repeats(pattern, values.to_vec()));
        }
        let changes = values.windows(2).filter(|pair| pair[0] != pair[1]).take(FEWEST_CHANGES).count();
        if changes < FEWEST_CHANGES {
            return Ok(None);
        }
        if let Some(form) = closed::form(values, meter)? {
            return found(form.statement(), Rule::Form(form));
        }
        match Automaton::learned_metered(values, meter)? {
            Some(automaton) => found(automaton.statement("g(n) is computed"), Rule::Automaton(automaton)),
            None => Ok(None),
        }
    }

    /// Returns the pattern in the notation of the field.
    pub fn statement(&self) -> &str {
        &self.statement
    }

    /// Returns the greatest heap checked.
    pub fn checked_to(&self) -> u64 {
        self.checked_to
    }

    /// Returns the value of a heap if the pattern holds. Returns `None` if the pattern does not cover the heap, if the value
    /// may exceed 64 bits, or if too many trial divisions are needed.
    pub fn value(&self, heap: u64) -> Option<u64> {
        match &self.rule {
            Rule::Repeats(pattern, values) => {
                let (earlier, growth) = pattern.reduce(heap);
                values.get(usize::try_from(earlier).ok()?)?.checked_add(growth)
            }
            Rule::Form(form) => form.value_of(heap),
            Rule::Automaton(automaton) => automaton.value(heap),
        }
    }
}

impl fmt::Debug for FoundPattern {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} up to {}", self.statement, self.checked_to)
    }
}

/// Writes a pattern as an equation.
fn repeats(pattern: Pattern) -> String {
    let Pattern { preperiod, period, saltus, .. } = pattern;
    let growth = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
    format!("g(n + {period}) = g(n){growth} for n >= {preperiod}")
}
