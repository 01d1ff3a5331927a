//! Nim-values of all heaps, proved by induction over digits.
//!
//! The moves of a game are formulas: which heaps a heap may become, in terms of sums, comparisons, divisions by constants.
//! Finite automata that read digits decide such formulas (J. R. Büchi 1960; Bruyère, Hansel, Michaux, Villemaire 1994), also
//! formulas with a function g whose graph an automaton accepts. So the following sentence is decided for every heap at once:
//! *g is defined for every heap, once; every move leaves smaller heaps; no option of n has the value g(n); every smaller value
//! is that of an option of n.* If it holds, g is the nim-value of every heap, by induction. This is the procedure of the
//! prover Walnut (H. Mousavi 2016; J. Shallit, The Logical Approach to Automatic Sequences, 2022).
//!
//! Where g comes from does not matter: it is learned from the first values (`learn.rs`), and a wrong one is refused
//! (`claim.rs`). Values that no automaton computes from digits one by one may follow from a theorem about windows (`window.rs`).
//! Lost pairs of games on pairs of numbers are proved in the same way (`pairs/`), also with digits to no base (`numeration.rs`).

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

/// The nim-values of all heaps of a game, which are proved.
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

/// The moves of a heap to a value, counted to the last.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MovesToValue {
    /// How many there are.
    pub total: u64,
    /// The heaps that the first of them leave, the greatest first.
    pub listed: Vec<u64>,
}

/// The bases of the digits that are read, in the order in which they are tried. An automaton for a power of a base is one for
/// the base.
const BASES: [u64; 6] = [2, 3, 5, 6, 7, 10];

impl HeapLaw {
    /// How many first values are enough to learn from.
    pub const VALUES: u64 = 1 << 12;

    /// The law of these moves; `values` are those of the first heaps, from which it is learned. `None` if no law is found that
    /// can be proved.
    ///
    /// # Errors
    /// That the work is to end.
    ///
    /// # Complexity
    /// Automata of at most 2²⁰ transitions.
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

    /// The law that the theorem about windows is, if it holds for these moves.
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

    /// The law that a claim is, if it is proved.
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

    /// The value of a heap; `None` if it would take too long to find.
    ///
    /// # Errors
    /// That the work is to end.
    pub fn value(&self, heap: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
        match &self.0 {
            Kind::Claim { claim, .. } => Ok(claim.value(heap)),
            Kind::Window { window, .. } => window.value(heap, meter),
        }
    }

    /// The moves of a heap to a value; `None` if a move may leave none or several heaps, or it would take too long.
    ///
    /// # Errors
    /// That the work is to end.
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

    /// What the law says.
    pub fn statement(&self) -> String {
        match &self.0 {
            Kind::Claim { claim, .. } => {
                let base = claim.graph.numeration().digits();
                let power = if claim.is_exponential { format!("{base}^") } else { String::new() };
                format!(
                    "the nim-values g(n) are those of an automaton of {} states that reads the digits of n and {power}g(n) \
                     in base {base}",
                    claim.graph.states(),
                )
            }
            Kind::Window { recurrence: Some(recurrence), .. } => format!("{recurrence} (Levine 2006)"),
            Kind::Window { recurrence: None, .. } => {
                "the options of a heap n are the heaps from a(n) to n - 1; g(n) is their number if that is greater than at \
                 n - 1, and g(a(n - 1)) if not (Levine 2006)"
                    .to_owned()
            }
        }
    }

    /// The values from values of smaller heaps: `g(2n) = n, g(2n + 1) = g(n), for n >= 1`.
    pub(crate) fn recurrence(&self) -> Option<&str> {
        match &self.0 {
            Kind::Window { recurrence, .. } => recurrence.as_deref(),
            Kind::Claim { .. } => None,
        }
    }

    /// Returns `true` if an automaton computes the same values for all heaps.
    ///
    /// # Errors
    /// That the work is to end.
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
    /// Returns `true` if the first values are those of the theorem, as they must be.
    fn agrees(&self, values: &[u64], meter: &mut Meter) -> Result<bool, RuleFault> {
        for (heap, &value) in (0..).zip(values).take(COMPARED) {
            if self.value(heap, meter)? != Some(value) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// So many first values are compared with the theorem about windows.
const COMPARED: usize = 64;

/// Automata of values read binary digits.
const BINARY: Numeration = Numeration::Base(2);

/// The pairs of a number and its output.
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
