//! Learns an automaton from the first values. It is a candidate for an automaton of all values.
//!
//! The states are the partial functions k -> v with g(b^e k + r) = b^e v + s: the residuals of the graph of g after e digits of n
//! and of g(n) have been read (the method of J. Myhill and A. Nerode; sequences whose graph an automaton accepts are
//! b-synchronised, A. Carpi, C. Maggi 2001). Residuals that agree on all known values are identified.

use super::automaton::DigitAutomaton;
use super::numeration::Numeration;
use winways_rules::{Meter, RuleFault};

/// The minimum number of values on which two residuals must agree.
const LEAST_COMMON: usize = 16;
/// The maximum number of states.
const MAX_STATES: usize = 256;

/// The variable of the heap in an automaton of a graph.
pub(super) const HEAP: usize = 0;
/// The variable of the value in an automaton of a graph.
pub(super) const VALUE: usize = 1;

/// A residual of the graph: k -> (g(step k + heap) - value) / step, where the quotient is an integer.
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

    /// Iterates over the values at k = 0, 1, 2, …, as far as they are known.
    fn iter(self, values: &[u64]) -> impl Iterator<Item = Option<u64>> {
        let saturated = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let numbers = values.iter().skip(saturated(self.heap)).step_by(saturated(self.step));
        numbers.map(move |&value| (value % self.step == self.value).then_some(value / self.step))
    }
}

/// Learns the automaton of the graph of the values. Returns `None` if it would have too many states, or if the values are too few.
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

/// The [`Meter`] steps charged for a comparison of two values.
const STEPS_PER_VALUE: u64 = 4;
