//! Computes nim-values and misère outcomes of whole positions from the definitions, without components or symmetries,
//! to check the engines.

use super::form::{Form, outcome, value_of};
use crate::any::face::AnyPosition;
use crate::check::{Check, Halt};
use std::collections::HashMap;
use winways_rules::{ImpartialOutcome, Play};

/// The results for a position, computed from the definitions.
#[derive(Clone, Copy)]
struct Known {
    nim_value: u64,
    misere: ImpartialOutcome,
}

impl Known {
    fn from_options(options: &[Known]) -> Self {
        let is_taken = |value: &u64| options.iter().any(|option| option.nim_value == *value);
        let nim_value = (0..options.len() as u64).find(|value| !is_taken(value));
        let is_lost = |option: &Known| option.misere == ImpartialOutcome::Previous;
        let wins = options.is_empty() || options.iter().any(is_lost);
        Known {
            nim_value: nim_value.unwrap_or(options.len() as u64),
            misere: ImpartialOutcome::next_if(wins),
        }
    }
}

/// Results for whole positions, keyed by their string representations.
#[derive(Default)]
pub(super) struct ByDefinition {
    known: HashMap<String, Known>,
    bytes: u64,
}

/// A position on the path of the depth-first search.
struct Visit {
    text: String,
    options: Vec<Box<dyn AnyPosition>>,
    found: Vec<Known>,
}

/// The approximate size of a table entry without its key.
const ENTRY_BYTES: u64 = 96;

impl ByDefinition {
    /// Compares the engines' results for a position with the definitions.
    pub(super) fn compare(&mut self, position: &Form, check: &mut Check<'_>) -> Result<(), Halt> {
        let known = self.search(&*position.whole, check)?;
        let (budget, observer) = (check.budget, check.observer);
        let name = |what: &str| format!("{what} of the impartial form of {}", position.whole.text());
        let mut search = position.search(budget, observer);
        let value = value_of(&mut search, position.numbered().position.ids())?;
        check.compare(|| name("the nim-value"), value.0, known.nim_value)?;
        let normal = outcome(position, Play::Normal, budget, observer)?;
        let by_value = ImpartialOutcome::next_if(known.nim_value != 0);
        check.compare(|| name("the outcome"), normal, by_value)?;
        let misere = outcome(position, Play::Misere, budget, observer)?;
        check.compare(|| name("the misère outcome"), misere, known.misere)
    }

    fn search(&mut self, position: &dyn AnyPosition, check: &Check<'_>) -> Result<Known, Halt> {
        let text = position.text();
        if let Some(&known) = self.known.get(&text) {
            return Ok(known);
        }
        let mut path = vec![Visit { text, options: options(position)?, found: Vec::new() }];
        loop {
            let Some(last) = path.last_mut() else { unreachable!("the path ends by returning") };
            if let Some(next) = last.options.pop() {
                let text = next.text();
                match self.known.get(&text) {
                    Some(&known) => last.found.push(known),
                    None => path.push(Visit { text, options: options(&*next)?, found: Vec::new() }),
                }
                continue;
            }
            let known = Known::from_options(&last.found);
            let Some(visit) = path.pop() else { unreachable!("the path has a last position") };
            self.bytes += visit.text.len() as u64 + ENTRY_BYTES;
            check.charge(self.bytes)?;
            self.known.insert(visit.text, known);
            match path.last_mut() {
                Some(before) => before.found.push(known),
                None => return Ok(known),
            }
        }
    }
}

/// Returns the positions after the moves of both players.
fn options(position: &dyn AnyPosition) -> Result<Vec<Box<dyn AnyPosition>>, Halt> {
    Ok(position.moves()?.iter().map(|step| position.after(step)).collect())
}
