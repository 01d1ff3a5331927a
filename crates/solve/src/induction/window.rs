//! Games in which the options of a heap are a window of heaps that ends directly below the heap.
//!
//! Theorem (after L. Levine, Fractal sequences and restricted Nim, Ars Combin. 80, 2006). Let the options of the heap n be the
//! heaps a(n), a(n) + 1, …, n - 1, where a(n) <= a(n + 1) <= a(n) + 1, and let f(n) = n - a(n) be their number. Then
//! g(n + 1) = f(n + 1) if f(n + 1) > f(n), and g(n + 1) = g(a(n)) otherwise.
//!
//! Proof: by induction on n, the options of n and n itself have the values 0, 1, …, f(n), each once. It holds for n = 0. If f
//! grows, the options of n + 1 are n and the options of n, so they have these values, and g(n + 1) = f(n) + 1. Otherwise a(n) is no
//! longer an option, and its value is the only missing one. ∎
//!
//! Automata decide the hypotheses, which are sentences about all n.

use super::automaton::{DigitAutomaton, Halt};
use super::claim::{OPTION, options};
use super::formula::{Formula, LinearSum, MoveFormula, meet};
use super::learn::HEAP;
use super::numeration::Numeration;
use std::fmt;
use winways_rules::{Meter, RuleFault};

/// A linear function of n: `factor` n + `constant`.
#[derive(Clone, Copy)]
pub(super) struct Line {
    factor: i64,
    constant: i64,
}

impl Line {
    /// Creates the line with the given values at 1 and 2; `None` if it decreases, or is negative at 0.
    fn through(first: u64, second: u64) -> Option<Line> {
        let (first, second) = (i64::try_from(first).ok()?, i64::try_from(second).ok()?);
        let line = Line { factor: second - first, constant: 2 * first - second };
        (line.factor >= 0 && line.constant >= 0).then_some(line)
    }

    /// Returns the condition that a variable is this number.
    pub(super) fn is(self, variable: usize, n: usize) -> Formula {
        let mut terms = vec![(n, self.factor), (variable, -1)];
        terms.retain(|(_, factor)| *factor != 0);
        Formula::Zero(LinearSum { constant: self.constant, terms })
    }
}

impl fmt::Display for Line {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.factor, self.constant) {
            (0, constant) => write!(formatter, "{constant}"),
            (1, 0) => write!(formatter, "n"),
            (1, constant) => write!(formatter, "n + {constant}"),
            (factor, 0) => write!(formatter, "{factor}n"),
            (factor, constant) => write!(formatter, "{factor}n + {constant}"),
        }
    }
}

/// An equation for the values of heaps whose sizes are linear in n, for n >= 1.
pub(super) struct Equation {
    pub(super) heap: Line,
    /// The value if `is_number` is `true`, otherwise a heap with the same value.
    pub(super) right: Line,
    pub(super) is_number: bool,
}

impl fmt::Display for Equation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Equation { heap, right, is_number } = self;
        if *is_number {
            write!(formatter, "g({heap}) = {right}")
        } else {
            write!(formatter, "g({heap}) = g({right})")
        }
    }
}

/// The options of a game to which the theorem applies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The set of pairs of a heap and an option.
    options: DigitAutomaton,
}

/// The numeration in which the hypotheses are decided.
const BASE: Numeration = Numeration::Base(2);
/// The maximum modulus of a recurrence.
const GREATEST_MODULUS: u64 = 12;
/// The maximum number of steps from a heap to smaller heaps of the same value.
const MAX_STEPS: u64 = 1 << 16;
/// The [`Meter`] steps charged for finding the least option of a heap.
const STEPS_PER_HEAP: u64 = 1 << 12;

impl Window {
    /// Returns the window of the moves, if the hypotheses of the theorem hold.
    pub(super) fn of(moves: &[MoveFormula], meter: &mut Meter) -> Result<Option<Window>, Halt> {
        let Some(options) = options(moves, BASE, meter)? else { return Ok(None) };
        let others = options.not(meter)?;
        let (next_heap, next_option) = (OPTION + 1, OPTION + 2);
        let mut fails = |sets: Vec<DigitAutomaton>, conditions: &[Formula]| {
            let mut sets = sets;
            for condition in conditions {
                sets.push(condition.automaton(BASE, meter)?);
            }
            Ok::<bool, Halt>(!meet(sets, &[], BASE, meter)?.is_empty())
        };
        let has = |heap: usize, option: usize| options.renamed(&[(HEAP, heap), (OPTION, option)]);
        let has_not = |heap: usize, option: usize| others.renamed(&[(HEAP, heap), (OPTION, option)]);
        let heap_grows = || Formula::follows(HEAP, next_heap);
        let option_grows = || Formula::follows(OPTION, next_option);
        let is_smaller = || Formula::less(OPTION, HEAP);
        // Options are smaller than the heap. All heaps between an option and the heap are options. From n to n + 1, only n is
        // added to the options, and at most the least one is removed.
        let is_no_window = fails(vec![options.clone()], &[Formula::Not(Box::new(is_smaller()))])?
            || fails(
                vec![options.clone(), has_not(HEAP, next_option)],
                &[option_grows(), Formula::less(next_option, HEAP)],
            )?
            || fails(vec![has(next_heap, OPTION), others.clone()], &[heap_grows(), is_smaller()])?
            || fails(
                vec![options.clone(), has_not(next_heap, next_option)],
                &[heap_grows(), option_grows()],
            )?;
        Ok((!is_no_window).then_some(Window { options }))
    }

    /// Returns the least option of a heap, or the heap itself if it has none.
    fn least(&self, heap: u64) -> u64 {
        self.options.completions(&[(HEAP, heap)], &[OPTION]).least().unwrap_or(heap)
    }

    /// Returns the number of options of a heap.
    pub(super) fn count(&self, heap: u64) -> u64 {
        heap - self.least(heap)
    }

    /// Returns the value of a heap, or `None` if computing it takes more than [`MAX_STEPS`] steps.
    pub(super) fn value(&self, mut heap: u64, meter: &mut Meter) -> Result<Option<u64>, RuleFault> {
        for _ in 0..MAX_STEPS {
            meter.spend(STEPS_PER_HEAP)?;
            let Some(before) = heap.checked_sub(1) else { return Ok(Some(0)) };
            let (least, count) = (self.least(before), self.count(heap));
            if count > before - least {
                return Ok(Some(count));
            }
            heap = least;
        }
        Ok(None)
    }

    /// Returns the only option of a heap with the given value, or `Some(None)` if there is none. Returns `None` if the search takes
    /// more than [`MAX_STEPS`] steps.
    pub(super) fn move_to(
        &self,
        heap: u64,
        value: u64,
        meter: &mut Meter,
    ) -> Result<Option<Option<u64>>, RuleFault> {
        if self.count(heap) < value {
            return Ok(Some(None));
        }
        // Start at the first heap with the value, then visit the next heaps with the same value.
        let mut place = self.first(0, heap, |heap| self.count(heap) >= value, meter)?;
        for _ in 0..MAX_STEPS {
            let next = self.first(place, heap, |next| self.least(next) > place, meter)?;
            if next >= heap {
                let is_option = place < heap && self.least(heap) <= place;
                return Ok(Some(is_option.then_some(place)));
            }
            place = next;
        }
        Ok(None)
    }

    /// Returns a recurrence for the values, such as `g(2n) = n, g(2n + 1) = g(n), for n >= 1`. It has one equation for each residue
    /// modulo the least modulus for which a(n) is linear in each residue class. Returns `None` if there is no such modulus up to
    /// [`GREATEST_MODULUS`].
    pub(super) fn recurrence(&self, meter: &mut Meter) -> Result<Option<String>, Halt> {
        let Some(equations) = self.equations(meter)? else { return Ok(None) };
        let texts: Vec<String> = equations.iter().map(Equation::to_string).collect();
        Ok(Some(format!("{}, for n >= 1", texts.join(", "))))
    }

    /// Returns the equations of [`Window::recurrence`], one for each residue.
    pub(super) fn equations(&self, meter: &mut Meter) -> Result<Option<Vec<Equation>>, Halt> {
        for modulus in 2..=GREATEST_MODULUS {
            let equations: Option<Vec<Equation>> = (0..modulus)
                .map(|rest| self.equation(modulus, rest, meter).transpose())
                .collect::<Option<_>>()
                .map_or(Ok(None), |equations: Result<_, Halt>| equations.map(Some))?;
            if equations.is_some() {
                return Ok(equations);
            }
        }
        Ok(None)
    }

    /// Returns the equation for the values of the heaps `modulus` n + `rest`, n >= 1.
    fn equation(&self, modulus: u64, rest: u64, meter: &mut Meter) -> Result<Option<Equation>, Halt> {
        let heap = |n: u64| modulus * n + rest;
        let grows = |n: u64| self.count(heap(n)) > self.count(heap(n) - 1);
        // If the number of options grows, a(n) equals a(n - 1).
        let least = |n: u64| self.least(heap(n) - 1);
        let right_side = |n: u64| if grows(n) { self.count(heap(n)) } else { least(n) };
        let line = Line::through(right_side(1), right_side(2));
        let of_least = Line::through(least(1), least(2));
        let (Some(line), Some(of_least), true) = (line, of_least, grows(1) == grows(2)) else {
            return Ok(None);
        };
        let before = Line { factor: modulus as i64, constant: rest as i64 - 1 };
        let own = Line { factor: modulus as i64, constant: rest as i64 };
        let of_own = if grows(1) { of_least } else { Line { constant: of_least.constant + 1, ..of_least } };
        if !self.is_least(before, of_least, meter)? || !self.is_least(own, of_own, meter)? {
            return Ok(None);
        }
        Ok(Some(Equation { heap: own, right: line, is_number: grows(1) }))
    }

    /// Returns `true` if a(heap) = least for every n >= 1, where both are linear in n.
    fn is_least(&self, heap: Line, least: Line, meter: &mut Meter) -> Result<bool, Halt> {
        let (n, below) = (OPTION + 1, OPTION + 2);
        let others = self.options.not(meter)?;
        let mut is_never = |set: Option<DigitAutomaton>, conditions: Vec<Formula>| {
            let mut sets: Vec<DigitAutomaton> = set.into_iter().collect();
            let is_positive = Formula::Natural(LinearSum { constant: -1, terms: vec![(n, 1)] });
            for condition in [vec![is_positive, heap.is(HEAP, n), least.is(OPTION, n)], conditions].concat() {
                sets.push(condition.automaton(BASE, meter)?);
            }
            Ok::<bool, Halt>(meet(sets, &[], BASE, meter)?.is_empty())
        };
        let lower = self.options.renamed(&[(OPTION, below)]);
        Ok(is_never(Some(lower), vec![Formula::follows(below, OPTION)])?
            && is_never(Some(others), vec![Formula::less(OPTION, HEAP)])?
            && is_never(None, vec![Formula::less(HEAP, OPTION)])?)
    }

    /// Returns the first heap in `from..most` for which the monotone condition `holds` is true, or `most` if there is none. Uses
    /// binary search.
    fn first(
        &self,
        from: u64,
        most: u64,
        holds: impl Fn(u64) -> bool,
        meter: &mut Meter,
    ) -> Result<u64, RuleFault> {
        let (mut from, mut to) = (from, most);
        while from < to {
            meter.spend(STEPS_PER_HEAP)?;
            let middle = from + (to - from) / 2;
            if holds(middle) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        Ok(from)
    }
}
