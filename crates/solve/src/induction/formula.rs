//! Formulas about natural numbers that automata decide: sums, comparisons, powers of the base (J. R. Büchi 1960;
//! V. Bruyère, G. Hansel, C. Michaux, R. Villemaire, Logic and p-recognizable sets of integers, 1994).

use super::automaton::{DigitAutomaton, Halt};
use super::numeration::Numeration;
use super::sums::{self, GREATEST_COEFFICIENT};
use winways_rules::Meter;

/// A sum of variables with coefficients, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearSum {
    /// The constant.
    pub constant: i64,
    /// The variables with their coefficients. No variable occurs twice.
    pub terms: Vec<(usize, i64)>,
}

impl LinearSum {
    /// Creates a constant sum.
    pub fn constant(constant: i64) -> Self {
        LinearSum { constant, terms: Vec::new() }
    }

    /// Creates a sum that is a single variable.
    pub fn variable(variable: usize) -> Self {
        LinearSum { constant: 0, terms: vec![(variable, 1)] }
    }

    /// Adds a multiple of another sum. Returns `None` if a coefficient is too large.
    ///
    /// ```
    /// use winways_solve::LinearSum;
    /// let sum = LinearSum::variable(0).plus(&LinearSum::constant(5), -2).unwrap();
    /// assert_eq!((sum.constant, &sum.terms[..]), (-10, &[(0, 1)][..]));
    /// ```
    #[must_use]
    pub fn plus(mut self, other: &LinearSum, factor: i64) -> Option<Self> {
        let scaled = |number: i64| number.checked_mul(factor);
        let is_small = |number: &i64| number.unsigned_abs() <= GREATEST_COEFFICIENT;
        self.constant = self.constant.checked_add(scaled(other.constant)?).filter(is_small)?;
        for &(variable, coefficient) in &other.terms {
            let added = scaled(coefficient)?;
            match self.terms.iter_mut().find(|(known, _)| *known == variable) {
                Some((_, known)) => *known = known.checked_add(added).filter(is_small)?,
                None => self.terms.push((variable, Some(added).filter(is_small)?)),
            }
        }
        self.terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(self)
    }
}

/// A condition on natural numbers. Variables are identified by numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// True if the sum is zero.
    Zero(LinearSum),
    /// True if the sum is at least zero.
    Natural(LinearSum),
    /// True if the variable is one of 1, p, p², …
    Power {
        /// The variable.
        variable: usize,
        /// The number p, at least 2.
        of: u64,
    },
    /// True if all formulas are true.
    All(Vec<Formula>),
    /// True if at least one formula is true.
    Any(Vec<Formula>),
    /// True if the formula is false.
    Not(Box<Formula>),
}

impl Formula {
    /// Creates the condition a < b.
    pub(super) fn less(a: usize, b: usize) -> Formula {
        Formula::Natural(LinearSum { constant: -1, terms: vec![(b, 1), (a, -1)] })
    }

    /// Creates the condition a + 1 = b.
    pub(super) fn follows(a: usize, b: usize) -> Formula {
        Formula::Zero(LinearSum { constant: 1, terms: vec![(b, -1), (a, 1)] })
    }

    /// Returns the greatest variable, or 0.
    pub(super) fn greatest_variable(&self) -> usize {
        match self {
            Formula::Zero(sum) | Formula::Natural(sum) => {
                sum.terms.iter().map(|(variable, _)| *variable).max().unwrap_or(0)
            }
            Formula::Power { variable, .. } => *variable,
            Formula::All(formulas) | Formula::Any(formulas) => {
                formulas.iter().map(Formula::greatest_variable).max().unwrap_or(0)
            }
            Formula::Not(formula) => formula.greatest_variable(),
        }
    }

    /// Returns automata whose intersection is the set of tuples that satisfy the formula.
    pub(super) fn conjuncts(
        &self,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<Vec<DigitAutomaton>, Halt> {
        match self {
            Formula::All(formulas) => {
                let mut all = Vec::new();
                for formula in formulas {
                    all.extend(formula.conjuncts(numeration, meter)?);
                }
                Ok(all)
            }
            _ => Ok(vec![self.automaton(numeration, meter)?]),
        }
    }

    /// Returns the set of tuples that satisfy the formula.
    pub(super) fn automaton(
        &self,
        numeration: Numeration,
        meter: &mut Meter,
    ) -> Result<DigitAutomaton, Halt> {
        match self {
            Formula::Zero(sum) => sums::automaton(sum, true, numeration, meter),
            Formula::Natural(sum) => sums::automaton(sum, false, numeration, meter),
            Formula::Power { variable, of } => powers(*variable, *of, numeration, meter),
            Formula::All(_) => {
                let mut all = DigitAutomaton::all(numeration);
                for part in self.conjuncts(numeration, meter)? {
                    all = all.and(&part, meter)?;
                }
                Ok(all)
            }
            Formula::Any(formulas) => {
                let mut any = DigitAutomaton::none(numeration);
                for formula in formulas {
                    any = any.or(&formula.automaton(numeration, meter)?, meter)?;
                }
                Ok(any)
            }
            Formula::Not(formula) => formula.automaton(numeration, meter)?.not(meter),
        }
    }
}

/// A kind of moves on a heap, as a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFormula {
    /// The condition of the move. Variable 0 is the heap, and all other variables are existentially quantified.
    pub condition: Formula,
    /// The variables of the heaps that the move leaves.
    pub parts: Vec<usize>,
}

impl MoveFormula {
    /// Renumbers all variables except the heap, from `first` on.
    pub(super) fn moved(&self, first: usize) -> MoveFormula {
        let moved = |variable: usize| if variable == 0 { 0 } else { variable - 1 + first };
        MoveFormula {
            condition: moved_formula(&self.condition, &moved),
            parts: self.parts.iter().map(|&part| moved(part)).collect(),
        }
    }

    /// Returns a number greater than all variables.
    pub(super) fn first_free(&self) -> usize {
        let greatest = self.parts.iter().copied().chain([self.condition.greatest_variable()]).max();
        greatest.unwrap_or(0) + 1
    }
}

/// Renames the variables of a formula.
pub(super) fn moved_formula(formula: &Formula, moved: &dyn Fn(usize) -> usize) -> Formula {
    let sum = |sum: &LinearSum| LinearSum {
        constant: sum.constant,
        terms: sum.terms.iter().map(|&(variable, factor)| (moved(variable), factor)).collect(),
    };
    let all = |formulas: &[Formula]| formulas.iter().map(|formula| moved_formula(formula, moved)).collect();
    match formula {
        Formula::Zero(zero) => Formula::Zero(sum(zero)),
        Formula::Natural(natural) => Formula::Natural(sum(natural)),
        Formula::Power { variable, of } => Formula::Power { variable: moved(*variable), of: *of },
        Formula::All(formulas) => Formula::All(all(formulas)),
        Formula::Any(formulas) => Formula::Any(all(formulas)),
        Formula::Not(formula) => Formula::Not(Box::new(moved_formula(formula, moved))),
    }
}

/// Returns the set of the powers of a number that is itself a power of the base. No automaton accepts other sets of powers.
fn powers(
    variable: usize,
    of: u64,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let Numeration::Base(base) = numeration else { return Err(Halt::TooLarge) };
    let exponent = of.checked_ilog(base).filter(|&exponent| base.checked_pow(exponent) == Some(of));
    let Some(exponent) = exponent.filter(|&exponent| exponent > 0) else { return Err(Halt::TooLarge) };
    /// The digits read so far.
    #[derive(Clone, PartialEq, Eq, Hash)]
    enum Read {
        /// Zeros only; their number modulo the exponent.
        Zeros(u32),
        /// A single one, at a multiple of the exponent.
        One,
        /// Any other digits.
        Other,
    }
    let step = |read: &Read, _: usize, digits: &[u64]| {
        Ok(match (read, digits[0]) {
            (Read::Zeros(count), 0) => Read::Zeros((count + 1) % exponent),
            (Read::Zeros(0), 1) | (Read::One, 0) => Read::One,
            _ => Read::Other,
        })
    };
    DigitAutomaton::explored(
        numeration,
        vec![variable],
        Read::Zeros(0),
        step,
        |read| *read == Read::One,
        meter,
    )
}

/// Intersects sets and eliminates all numbers that are not in `kept`. Numbers that occur together with few others are eliminated
/// first.
pub(super) fn meet(
    mut sets: Vec<DigitAutomaton>,
    kept: &[usize],
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    loop {
        let mut others: Vec<usize> = sets.iter().flat_map(|set| set.variables().to_vec()).collect();
        others.sort_unstable();
        others.dedup();
        others.retain(|variable| !kept.contains(variable));
        let width = |variable: &usize| {
            let mut with: Vec<usize> = sets
                .iter()
                .filter(|set| set.variables().contains(variable))
                .flat_map(|set| set.variables().to_vec())
                .collect();
            with.sort_unstable();
            with.dedup();
            with.len()
        };
        let Some(variable) = others.iter().copied().min_by_key(width) else { break };
        let (with, without): (Vec<_>, Vec<_>) =
            sets.into_iter().partition(|set| set.variables().contains(&variable));
        sets = without;
        sets.push(joined(with, numeration, meter)?.exists(variable, meter)?);
    }
    joined(sets, numeration, meter)
}

fn joined(
    sets: Vec<DigitAutomaton>,
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let mut all = DigitAutomaton::all(numeration);
    for set in sets {
        all = all.and(&set, meter)?;
    }
    Ok(all)
}
