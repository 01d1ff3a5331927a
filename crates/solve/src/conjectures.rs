//! Patterns beyond periods: closed forms, named sets of lost positions, automata, Beatty pairs.
//!
//! This module examines values only, not the rules of the game. A statement is made only if *every* examined value obeys
//! it, and if the values are many compared with the length of the statement:
//!
//! - there are at least 64 values;
//! - there are at least 8 times as many values as the largest number in the statement, after rounding up to a power of two in
//!   statements about binary digits; the side of a table of pairs is at least 4 times that number;
//! - the values change at least 8 times from one number to the next; sets have at least 6 members;
//! - an automaton with k states is learned from half of the values, and this half has at least 32 k values.
//!
//! Simple candidates are tried first, and the first one that fits is stated. The statement is a conjecture unless a proof
//! settles it.

mod automaton;
mod closed;
mod conjecture;
mod found;
mod functions;
mod lost;
mod lost_pairs;
pub(crate) mod meaning;
mod metered;
mod pair_values;
mod pairs;
mod recurrence;
#[cfg(test)]
mod tests;

pub use automaton::{Automaton, AutomatonState};
pub use conjecture::{Conjecture, Standing, pattern_proved_by_law};
pub use found::FoundPattern;
pub use pair_values::PairValues;
pub use pairs::{conjectures_of_pairs, conjectures_of_pairs_metered};

pub(crate) use conjecture::BY_INDUCTION;
use conjecture::{FEWEST_CHANGES, FEWEST_VALUES, WHETHER_LOST};
use winways_rules::{Meter, RuleFault};

/// The maximum number of values that [`conjectures`] examines.
pub const MAX_VALUES_EXAMINED: usize = 1 << 20;

/// Returns conjectures about the nim-values of heaps 0, 1, 2, …, checked on all of them, or on the first
/// [`MAX_VALUES_EXAMINED`]: a closed form, a description of the lost heaps, an automaton. If a period is known, set
/// `is_periodic` to skip the search for an automaton.
///
/// # Complexity
/// O(length · log length) for statements that hold, less for others.
///
/// ```
/// let values: Vec<u64> = (0..100).map(|n| n % 4).collect();
/// let found = winways_solve::conjectures(&values, true);
/// assert_eq!(found[0].statement, "g(n) = n mod 4");
/// assert_eq!(found[1].statement, "g(n) = 0 exactly when n is a multiple of 4");
/// assert_eq!(found[0].checked_to, 99);
/// ```
pub fn conjectures(values: &[u64], is_periodic: bool) -> Vec<Conjecture> {
    conjectures_metered(values, is_periodic, &mut Meter::default()).unwrap_or_default()
}

/// Finds conjectures like [`conjectures`], and counts the work on `meter`.
///
/// # Errors
/// Returns [`RuleFault::Interrupted`] if the meter stops the work.
pub fn conjectures_metered(
    values: &[u64],
    is_periodic: bool,
    meter: &mut Meter,
) -> Result<Vec<Conjecture>, RuleFault> {
    let values = &values[..values.len().min(MAX_VALUES_EXAMINED)];
    let mut found = Vec::new();
    let changes =
        |values: &[u64]| values.windows(2).filter(|pair| pair[0] != pair[1]).take(FEWEST_CHANGES).count();
    if values.len() < FEWEST_VALUES || changes(values) < FEWEST_CHANGES {
        return Ok(found);
    }
    let closed = closed::form(values, meter)?.map(|form| form.conjecture(values.len()));
    let lost = lost::heaps(values, meter)?;
    let needs_automaton = closed.is_none() && !is_periodic;
    let nothing_of_lost = lost.is_none();
    found.extend(closed);
    found.extend(lost);
    if !needs_automaton {
        return Ok(found);
    }
    if let Some(automaton) = Automaton::learned_metered(values, meter)? {
        found.push(Conjecture::of_automaton(automaton, "g(n) is computed", values.len()));
    } else if nothing_of_lost {
        let lost: Vec<u64> = values.iter().map(|&value| u64::from(value == 0)).collect();
        if changes(&lost) == FEWEST_CHANGES
            && let Some(automaton) = Automaton::learned_metered(&lost, meter)?
        {
            found.push(Conjecture::of_automaton(
                automaton,
                &format!("{WHETHER_LOST} is computed"),
                lost.len(),
            ));
        }
    }
    Ok(found)
}
