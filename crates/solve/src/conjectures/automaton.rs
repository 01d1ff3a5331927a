//! Automata that read the binary digits of n, the least significant first, and output g(n): 2-automatic sequences.
//!
//! The states are the subsequences g(2^e k + r), k = 0, 1, 2, … (the 2-kernel, after S. Eilenberg, Automata, Languages and
//! Machines A, 1974, chapter V; J.-P. Allouche, J. Shallit, Automatic Sequences, 2003, section 6.6). Reading a digit d leads
//! from s(k) to s(2k + d), and the output is s(0). Subsequences that agree within the first half of the values are identified.
//! The automaton is then checked on the other half.

use super::metered;
use winways_rules::{Meter, RuleFault};

/// A finite automaton with outputs, which starts in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    /// The states, in the order of discovery.
    pub states: Vec<AutomatonState>,
}

/// A state of an [`Automaton`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AutomatonState {
    /// The output for the numbers whose digits lead from state 0 to this state.
    pub output: u64,
    /// The states after the binary digits 0 and 1.
    pub next: [u32; 2],
}

/// The maximum number of states.
const MAX_STATES: usize = 64;
/// The minimum number of values on which two subsequences must agree.
const LEAST_COMMON: usize = 16;
/// The minimum number of values for each state.
const VALUES_FOR_STATE: usize = 32;

/// A subsequence g(2^e k + r) of the values from which an automaton is learned.
#[derive(Clone, Copy)]
struct Part<'v> {
    values: &'v [u64],
    step: usize,
    rest: usize,
}

impl Part<'_> {
    fn len(&self) -> usize {
        self.values.len().saturating_sub(self.rest).div_ceil(self.step)
    }

    fn iter(&self) -> impl Iterator<Item = u64> {
        self.values.iter().skip(self.rest).step_by(self.step).copied()
    }

    /// Returns `true` if the two subsequences agree as far as they are known; `None` if too few values are known to decide.
    fn agrees(&self, other: &Self, meter: &mut Meter) -> Result<Option<bool>, RuleFault> {
        let agree = metered::all(self.iter().zip(other.iter()), meter, |(a, b)| a == b)?;
        Ok((!agree || self.len().min(other.len()) >= LEAST_COMMON).then_some(agree))
    }
}

impl Automaton {
    /// Learns the automaton of all values from their first half. Returns `None` if there is none with at most 64 states, or
    /// if the values are too few.
    ///
    /// # Complexity
    /// O(states² · length) at most to learn, O(length · log length) to check.
    pub fn learned(values: &[u64]) -> Option<Automaton> {
        Automaton::learned_metered(values, &mut Meter::default()).unwrap_or(None)
    }

    /// Learns an automaton like [`Automaton::learned`], and counts the work on `meter`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn learned_metered(values: &[u64], meter: &mut Meter) -> Result<Option<Automaton>, RuleFault> {
        let half = &values[..values.len() / 2];
        let mut parts = vec![Part { values: half, step: 1, rest: 0 }];
        let mut states = Vec::new();
        while let Some(&part) = parts.get(states.len()) {
            let mut next = [0; 2];
            for (digit, place) in next.iter_mut().enumerate() {
                let follower = Part { step: 2 * part.step, rest: part.rest + digit * part.step, ..part };
                let mut found = None;
                for (state, known) in parts.iter().enumerate() {
                    match follower.agrees(known, meter)? {
                        Some(true) => {
                            found = Some(state);
                            break;
                        }
                        Some(false) => {}
                        None => return Ok(None),
                    }
                }
                *place = found.unwrap_or(parts.len()) as u32;
                if found.is_none() {
                    parts.push(follower);
                }
            }
            let output = part.iter().next();
            let (Some(output), true) = (output, parts.len() <= MAX_STATES) else { return Ok(None) };
            states.push(AutomatonState { output, next });
        }
        let automaton = Automaton { states };
        let is_small = automaton.states.len() * VALUES_FOR_STATE <= half.len();
        let holds = is_small
            && metered::all((0..).zip(values), meter, |(n, value)| automaton.value(n) == Some(*value))?;
        Ok(holds.then_some(automaton))
    }

    /// Returns the statement that the automaton computes `what`.
    pub(super) fn statement(&self, what: &str) -> String {
        let states = self.states.len();
        format!(
            "{what} by an automaton of {states} states that reads the binary digits of n, the least significant first"
        )
    }

    /// Returns the output for a number in O(log n).
    ///
    /// ```
    /// let evil: Vec<u64> = (0..1000u64).map(|n| u64::from(n.count_ones() % 2)).collect();
    /// let automaton = winways_solve::Automaton::learned(&evil).unwrap();
    /// assert_eq!((automaton.states.len(), automaton.value(7)), (2, Some(1)));
    /// ```
    pub fn value(&self, mut n: u64) -> Option<u64> {
        let mut state = self.states.first()?;
        while n > 0 {
            state = self.states.get(state.next[(n % 2) as usize] as usize)?;
            n /= 2;
        }
        Some(state.output)
    }
}
