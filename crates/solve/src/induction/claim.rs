//! Claims about all nim-values, as automata, and their proofs.

use super::automaton::{DigitAutomaton, Halt};
use super::formula::{Formula, LinearSum, MoveFormula, meet};
use super::learn::{HEAP, VALUE};
use super::numeration::Numeration;
use winways_rules::Meter;

/// A claimed set of all pairs of a heap and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The set, over [`HEAP`] and [`VALUE`].
    pub(super) graph: DigitAutomaton,
    /// `true` if a value v is written as the power b^v of the base, for values that grow like logarithms.
    pub(super) is_exponential: bool,
}

/// The variable of a second value, or of an option.
const OTHER: usize = 2;
/// The first of the variables of a move.
const FIRST_FREE: usize = 3;

impl Claim {
    /// Returns the base of the digits, if they have one.
    pub(super) fn base(&self) -> Option<u64> {
        match self.graph.numeration() {
            Numeration::Base(base) => Some(base),
            Numeration::Quadratic(_) => None,
        }
    }

    /// Returns the number that represents a value in the graph.
    pub(super) fn written(&self, value: u64) -> Option<u64> {
        match self.is_exponential {
            true => self.base()?.checked_pow(u32::try_from(value).ok()?),
            false => Some(value),
        }
    }

    /// Returns the value of a heap; `None` beyond 64 bits.
    pub(super) fn value(&self, heap: u64) -> Option<u64> {
        let written = self.graph.completions(&[(HEAP, heap)], &[VALUE]).least()?;
        Some(match self.is_exponential {
            true => written.checked_ilog(self.base()?)?.into(),
            false => written,
        })
    }

    /// Returns `true` if the claimed set is the graph of a function g on all heaps, and if g(n) is always the least number that is
    /// not the value of an option of n. Then g is the nim-value of every heap, by induction.
    pub(super) fn is_proved(&self, moves: &[MoveFormula], meter: &mut Meter) -> Result<bool, Halt> {
        if !self.graph.ignores_leading_zeros() {
            return Ok(false);
        }
        let numeration = self.graph.numeration();
        let values = self.values(VALUE, meter)?;
        let second = self.graph.renamed(&[(VALUE, OTHER)]);
        let order = Formula::less(VALUE, OTHER).automaton(numeration, meter)?;
        let is_function = self.graph.exists(VALUE, meter)?.not(meter)?.is_empty()
            && meet(vec![self.graph.clone(), second, order], &[], numeration, meter)?.is_empty()
            && self.graph.and(&values.not(meter)?, meter)?.is_empty();
        if !is_function || !all_are_smaller(moves, numeration, meter)? {
            return Ok(false);
        }
        let reached = self.values_of_options(moves, meter)?;
        let own = self.graph.renamed(&[(VALUE, OTHER)]);
        if !own.and(&reached, meter)?.is_empty() {
            return Ok(false);
        }
        // Smaller values that no option has.
        let order = Formula::less(OTHER, VALUE).automaton(numeration, meter)?;
        let smaller = order.and(&self.values(OTHER, meter)?, meter)?;
        let missing = smaller.and(&reached.not(meter)?, meter)?;
        Ok(self.graph.and(&missing, meter)?.is_empty())
    }

    /// Returns the set of numbers that represent values.
    fn values(&self, variable: usize, meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
        let numeration = self.graph.numeration();
        match self.is_exponential {
            true => {
                let of = self.base().ok_or(Halt::TooLarge)?;
                Formula::Power { variable, of }.automaton(numeration, meter)
            }
            false => Ok(DigitAutomaton::all(numeration)),
        }
    }

    /// Returns the pairs of a heap and a value, [`OTHER`], of one of its options.
    fn values_of_options(&self, moves: &[MoveFormula], meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
        let numeration = self.graph.numeration();
        let mut all = DigitAutomaton::none(numeration);
        for formula in moves {
            let formula = formula.moved(FIRST_FREE);
            let mut sets = formula.condition.conjuncts(numeration, meter)?;
            let mut free = formula.first_free();
            // The variable of the nim-sum of the values of the parts so far.
            let mut sum = None;
            for &part in &formula.parts {
                let value = free;
                sets.push(self.graph.renamed(&[(HEAP, part), (VALUE, value)]));
                free += 1;
                sum = Some(match sum {
                    None => value,
                    Some(before) => {
                        sets.push(self.nim_sum([before, value, free], meter)?);
                        free += 1;
                        free - 1
                    }
                });
            }
            let of_option = match sum {
                Some(sum) => meet(sets, &[HEAP, sum], numeration, meter)?.renamed(&[(sum, OTHER)]),
                None => {
                    let zero = LinearSum::constant(-i64::from(self.is_exponential));
                    let zero = zero.plus(&LinearSum::variable(OTHER), 1).ok_or(Halt::TooLarge)?;
                    sets.push(Formula::Zero(zero).automaton(numeration, meter)?);
                    meet(sets, &[HEAP, OTHER], numeration, meter)?
                }
            };
            all = all.or(&of_option, meter)?;
        }
        Ok(all)
    }

    /// Returns the set of triples (a, b, a xor b).
    fn nim_sum(&self, variables: [usize; 3], meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
        let numeration = self.graph.numeration();
        if self.is_exponential || !self.base().is_some_and(u64::is_power_of_two) {
            return Err(Halt::TooLarge);
        }
        let step =
            |is_right: &bool, _: usize, digits: &[u64]| Ok(*is_right && digits[0] ^ digits[1] == digits[2]);
        DigitAutomaton::explored(numeration, variables.to_vec(), true, step, |is_right| *is_right, meter)
    }

    /// Returns the triples of a heap, a value and an option ([`OTHER`]) of that value; `None` if a move leaves no heap or
    /// several.
    pub(super) fn moves(
        &self,
        moves: &[MoveFormula],
        meter: &mut Meter,
    ) -> Result<Option<DigitAutomaton>, Halt> {
        let numeration = self.graph.numeration();
        let Some(options) = options(moves, numeration, meter)? else { return Ok(None) };
        let own = self.graph.renamed(&[(HEAP, OTHER)]);
        options.and(&own, meter).map(Some)
    }
}

/// Returns `true` if every heap that a move leaves is smaller than the heap before.
fn all_are_smaller(moves: &[MoveFormula], numeration: Numeration, meter: &mut Meter) -> Result<bool, Halt> {
    for formula in moves {
        for &part in &formula.parts {
            let mut sets = formula.condition.conjuncts(numeration, meter)?;
            sets.push(Formula::Not(Box::new(Formula::less(part, HEAP))).automaton(numeration, meter)?);
            if !meet(sets, &[], numeration, meter)?.is_empty() {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Returns the pairs of a heap and an option, [`OTHER`]; `None` if a move leaves no heap or several.
pub(super) fn options(
    moves: &[MoveFormula],
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<Option<DigitAutomaton>, Halt> {
    let mut all = DigitAutomaton::none(numeration);
    for formula in moves {
        let formula = formula.moved(FIRST_FREE);
        let sets = formula.condition.conjuncts(numeration, meter)?;
        let [part] = formula.parts[..] else { return Ok(None) };
        let found = meet(sets, &[HEAP, part], numeration, meter)?.renamed(&[(part, OTHER)]);
        all = all.or(&found, meter)?;
    }
    Ok(Some(all))
}

/// The variable of an option in [`options`] and [`Claim::moves`].
pub(super) const OPTION: usize = OTHER;
