//! Nim-values of all heaps, proved by induction over digits.
//!
//! The moves of a game are formulas made of sums, comparisons and divisions by constants. Finite automata that read digits
//! decide such formulas (J. R. Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994), even if they contain a function g whose
//! graph an automaton accepts. They therefore decide the following sentence about all heaps: *g is a function on all heaps; every
//! move leaves smaller heaps; no option of n has the value g(n); every smaller number is the value of an option of n.* If the
//! sentence is true, g is the nim-value of every heap, by induction. The prover Walnut uses the same procedure (H. Mousavi 2016;
//! J. Shallit, The Logical Approach to Automatic Sequences, 2022).
//!
//! The function g is learned from the first values (`learn.rs`), and a wrong function is rejected (`claim.rs`). For some games,
//! the values follow from a theorem about windows instead (`window.rs`). Lost pairs of games on pairs of numbers are proved in
//! the same way (`pairs/`), also for digits with quadratic weights (`numeration.rs`).

mod automaton;
mod claim;
mod completions;
mod formula;
mod learn;
mod numeration;
mod pairs;
mod statements;
mod sums;
#[cfg(test)]
mod tests;
mod window;

pub use formula::{Formula, LinearSum, MoveFormula};
pub(crate) use pairs::{BinaryDigits, PairSet, natural, zero};
pub use pairs::{LostPairs, MovesToLost, PairMoveFormula};

use crate::conjectures::Automaton;
use automaton::{DigitAutomaton, Halt};
use claim::{Claim, OPTION};
use learn::{HEAP, VALUE};
use numeration::Numeration;
use window::Window;
use winways_rules::{Meter, RuleFault};

/// A proved law of the nim-values of all heaps of a game.
///
/// ```
/// use winways_rules::Meter;
/// use winways_solve::{Formula, HeapLaw, LinearSum, MoveFormula};
/// // n -> n - 1 and n -> n - 2.
/// let take = |count: i64| {
///     let rest = LinearSum { constant: -count, terms: vec![(0, 1), (1, -1)] };
///     MoveFormula { condition: Formula::Zero(rest), parts: vec![1] }
/// };
/// let values: Vec<u64> = (0..2000).map(|n| n % 3).collect();
/// let meter = &mut Meter::default();
/// let law = HeapLaw::proved(&[take(1), take(2)], &values, meter)?.unwrap();
/// assert_eq!(law.value(1_000_000_000_000_000_000, meter)?, Some(1));
/// // No law is proved from wrong values.
/// let wrong: Vec<u64> = (0..2000).map(|n| n % 2).collect();
/// assert_eq!(HeapLaw::proved(&[take(1), take(2)], &wrong, meter)?, None);
/// # Ok::<(), winways_rules::RuleFault>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapLaw(Kind);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    Claim { claim: Claim, moves: Option<DigitAutomaton> },
    Window { window: Window, recurrence: Option<String> },
}

/// The distinct options of a heap that have a given value: their number, and a list of some of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesToValue {
    /// The number of options.
    pub total: u64,
    /// The listed options, the greatest first.
    pub listed: Vec<u64>,
}

/// The bases, in the order in which they are tried. An automaton for a power of a base can be converted to the base, so powers
/// are omitted.
const BASES: [u64; 6] = [2, 3, 5, 6, 7, 10];

impl HeapLaw {
    /// The number of first values that suffices for learning.
    pub const VALUES: u64 = 1 << 12;

    /// Learns a law of the moves from `values`, the values of the first heaps, and proves it. Returns `None` if no law is
    /// proved.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    ///
    /// # Complexity
    /// Builds automata of at most 2¹⁹ transitions.
    pub fn proved(
        moves: &[MoveFormula],
        values: &[u64],
        meter: &mut Meter,
    ) -> Result<Option<HeapLaw>, RuleFault> {
        let [binary, others @ ..] = BASES;
        if let Some(law) = HeapLaw::in_base(moves, values, binary, meter)? {
            return Ok(Some(law));
        }
        if let Some(law) = HeapLaw::of_window(moves, values, meter)? {
            return Ok(Some(law));
        }
        for base in others {
            if let Some(law) = HeapLaw::in_base(moves, values, base, meter)? {
                return Ok(Some(law));
            }
        }
        Ok(None)
    }

    fn in_base(
        moves: &[MoveFormula],
        values: &[u64],
        base: u64,
        meter: &mut Meter,
    ) -> Result<Option<HeapLaw>, RuleFault> {
        for is_exponential in [false, true] {
            let written: Option<Vec<u64>> = match is_exponential {
                true => values.iter().map(|&value| base.checked_pow(u32::try_from(value).ok()?)).collect(),
                false => Some(values.to_vec()),
            };
            let Some(written) = written else { continue };
            let Some(graph) = learn::graph(&written, base, meter)? else { continue };
            if let Some(law) = HeapLaw::of_claim(moves, Claim { graph, is_exponential }, meter)? {
                return Ok(Some(law));
            }
        }
        Ok(None)
    }

    /// Applies the theorem about windows, if its hypotheses hold for the moves.
    fn of_window(
        moves: &[MoveFormula],
        values: &[u64],
        meter: &mut Meter,
    ) -> Result<Option<HeapLaw>, RuleFault> {
        let window = match Window::of(moves, meter) {
            Ok(Some(window)) if window.agrees(values, meter)? => window,
            Err(Halt::Fault(fault)) => return Err(fault),
            Ok(_) | Err(Halt::TooLarge) => return Ok(None),
        };
        let recurrence = match window.recurrence(meter) {
            Ok(recurrence) => recurrence,
            Err(Halt::TooLarge) => None,
            Err(Halt::Fault(fault)) => return Err(fault),
        };
        Ok(Some(HeapLaw(Kind::Window { window, recurrence })))
    }

    /// Returns the law of a claim, if the claim is proved.
    fn of_claim(
        moves: &[MoveFormula],
        claim: Claim,
        meter: &mut Meter,
    ) -> Result<Option<HeapLaw>, RuleFault> {
        match claim.is_proved(moves, meter) {
            Ok(true) => {}
            Ok(false) | Err(Halt::TooLarge) => return Ok(None),
            Err(Halt::Fault(fault)) => return Err(fault),
        }
        let moves = match claim.moves(moves, meter) {
            Ok(moves) => moves,
            Err(Halt::TooLarge) => None,
            Err(Halt::Fault(fault)) => return Err(fault),
        };
        Ok(Some(HeapLaw(Kind::Claim { claim, moves })))
    }

    /// Returns the value of a heap; `None` if the computation would take too long.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn value(&self, heap: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
        match &self.0 {
            Kind::Claim { claim, .. } => Ok(claim.value(heap)),
            Kind::Window { window, .. } => window.value(heap, meter),
        }
    }

    /// Returns the options of a heap that have the given value, and lists at most `limit` of them. Returns `None` if a move may
    /// leave no heap or several, or if the computation would take too long.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub fn moves_to(
        &self,
        heap: u64,
        value: u64,
        limit: usize,
        meter: &mut Meter,
    ) -> Result<Option<MovesToValue>, RuleFault> {
        match &self.0 {
            Kind::Claim { claim, moves } => {
                let (Some(moves), Some(written)) = (moves, claim.written(value)) else { return Ok(None) };
                let found = moves.completions(&[(HEAP, heap), (VALUE, written)], &[OPTION]);
                Ok(Some(MovesToValue { total: found.count(), listed: found.list(limit, true).concat() }))
            }
            Kind::Window { window, .. } => {
                let found = window.move_to(heap, value, meter)?;
                Ok(found.map(|option| MovesToValue {
                    total: option.is_some().into(),
                    listed: option.into_iter().take(limit).collect(),
                }))
            }
        }
    }

    /// Returns the law as a sentence.
    pub fn statement(&self) -> String {
        match &self.0 {
            Kind::Claim { claim, .. } => {
                let base = claim.graph.numeration().digits();
                let power = if claim.is_exponential { format!("{base}^") } else { String::new() };
                format!(
                    "the nim-values g(n) are given by an automaton of {} states that reads the digits of n and {power}g(n) \
                     in base {base}",
                    claim.graph.states(),
                )
            }
            Kind::Window { recurrence: Some(recurrence), .. } => format!("{recurrence} (Levine 2006)"),
            Kind::Window { recurrence: None, .. } => {
                "the options of a heap n are the heaps from a(n) to n - 1; g(n) is their number if it is greater than for \
                 n - 1, and g(a(n - 1)) otherwise (Levine 2006)"
                    .to_owned()
            }
        }
    }

    /// Returns `true` if the law is the theorem about windows of options. More values than the theorem needs may give an automaton,
    /// which proves more statements.
    pub fn is_of_window(&self) -> bool {
        matches!(self.0, Kind::Window { .. })
    }

    /// Returns the recurrence that the law states, if any, such as `g(2n) = n, g(2n + 1) = g(n), for n >= 1`.
    pub(crate) fn recurrence(&self) -> Option<&str> {
        match &self.0 {
            Kind::Window { recurrence, .. } => recurrence.as_deref(),
            Kind::Claim { .. } => None,
        }
    }

    /// Returns `true` if an automaton computes the same values for all heaps.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter stops the work.
    pub(crate) fn is_that_of(&self, automaton: &Automaton, meter: &mut Meter) -> Result<bool, RuleFault> {
        let Kind::Claim { claim, .. } = &self.0 else { return Ok(false) };
        if claim.is_exponential || claim.base() != Some(2) {
            return Ok(false);
        }
        let differs = graph_of(automaton, meter).and_then(|graph| graph.differs_from(&claim.graph, meter));
        match differs {
            Ok(differs) => Ok(!differs),
            Err(Halt::TooLarge) => Ok(false),
            Err(Halt::Fault(fault)) => Err(fault),
        }
    }
}

impl Window {
    /// Returns `true` if the first values agree with the theorem. They disagree only if the given values are wrong.
    fn agrees(&self, values: &[u64], meter: &mut Meter) -> Result<bool, RuleFault> {
        for (heap, &value) in (0..).zip(values).take(COMPARED) {
            if self.value(heap, meter)? != Some(value) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The number of first values that are compared with the theorem about windows.
const COMPARED: usize = 64;

/// The numeration of [`Automaton`], which reads binary digits.
const BINARY: Numeration = Numeration::Base(2);

/// Returns the set of pairs of a number and its output.
fn graph_of(automaton: &Automaton, meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
    let mut outputs: Vec<u64> = automaton.states.iter().map(|state| state.output).collect();
    outputs.sort_unstable();
    outputs.dedup();
    let next: Vec<u32> = automaton.states.iter().flat_map(|state| state.next).collect();
    let mut graph = DigitAutomaton::none(BINARY);
    for output in outputs {
        let accepts = automaton.states.iter().map(|state| state.output == output).collect();
        let heaps = DigitAutomaton::of_table(BINARY, vec![HEAP], next.clone(), accepts);
        let constant = i64::try_from(output).map_err(|_| Halt::TooLarge)?;
        let is_output = LinearSum { constant: -constant, terms: vec![(VALUE, 1)] };
        let value = Formula::Zero(is_output).automaton(BINARY, meter)?;
        graph = graph.or(&heaps.and(&value, meter)?, meter)?;
    }
    Ok(graph)
}
