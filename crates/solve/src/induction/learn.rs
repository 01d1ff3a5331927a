//! From first values to an automaton that may compute all of them.
//!
//! The states are the partial functions k -> v for which g(b^e k + r) = b^e v + s: what remains of the graph of g when e
//! digits of n and of g(n) have been read (the method of J. Myhill and A. Nerode; sequences whose graph an automaton accepts
//! are b-synchronised, A. Carpi, C. Maggi 2001). Two that agree as far as the values go are taken to be one.

use super::automaton::DigitAutomaton;
use super::numeration::Numeration;
use winways_rules::{Meter, RuleFault};

/// Two partial functions must agree on so many numbers at least.
const LEAST_COMMON: usize = 16;
/// The most states.
const MAX_STATES: usize = 256;

/// The heap and its value in an automaton of a graph.
pub(super) const HEAP: usize = 0;
pub(super) const VALUE: usize = 1;

/// What remains of the graph: k -> (g(step k + heap) - value) / step, where that is a whole number.
#[derive(Clone, Copy)]
struct Rest {
    step: u64,
    heap: u64,
    value: u64,
}

impl Rest {
    fn len(&self, values: &[u64]) -> usize {
        (values.len() as u64).saturating_sub(self.heap).div_ceil(self.step) as usize
    }

    /// The value at each k, as far as they are known.
    fn iter(self, values: &[u64]) -> impl Iterator<Item = Option<u64>> {
        let numbers = values.iter().skip(self.heap as usize).step_by(self.step as usize);
        numbers.map(move |&value| (value % self.step == self.value).then_some(value / self.step))
    }
}

/// The automaton of the graph of the values; `None` if there is none of few states, or too few values.
///
/// # Complexity
/// O(states² · length).
pub(super) fn graph(
    values: &[u64],
    base: u64,
    meter: &mut Meter,
) -> Result<Option<DigitAutomaton>, RuleFault> {
    let mut rests = vec![Rest { step: 1, heap: 0, value: 0 }];
    let mut next = Vec::new();
    let mut accepts = Vec::new();
    while let Some(&rest) = rests.get(accepts.len()) {
        let Some(first) = rest.iter(values).next() else { return Ok(None) };
        accepts.push(first == Some(0));
        for (value, heap) in (0..base).flat_map(|value| (0..base).map(move |heap| (value, heap))) {
            let (Some(step), true) = (rest.step.checked_mul(base), rest.len(values) > 0) else {
                return Ok(None);
            };
            let follower =
                Rest { step, heap: rest.heap + heap * rest.step, value: rest.value + value * rest.step };
            let mut found = None;
            for (state, known) in rests.iter().enumerate() {
                let common = follower.len(values).min(known.len(values));
                let agreed =
                    follower.iter(values).zip(known.iter(values)).take_while(|(a, b)| a == b).count();
                meter.spend(STEPS_PER_VALUE * (agreed as u64 + 1))?;
                if agreed == common {
                    if common < LEAST_COMMON {
                        return Ok(None);
                    }
                    found = Some(state);
                    break;
                }
            }
            if found.is_none() {
                rests.push(follower);
            }
            next.push(found.unwrap_or(rests.len() - 1) as u32);
        }
        if rests.len() > MAX_STATES {
            return Ok(None);
        }
    }
    Ok(Some(DigitAutomaton::of_table(Numeration::Base(base), vec![HEAP, VALUE], next, accepts)))
}

/// Two values are compared in about so many steps of a meter.
const STEPS_PER_VALUE: u64 = 4;
