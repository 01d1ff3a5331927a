//! The compiler from rule files on numbers to moves.
//!
//! A file passes through several stages (`compile`). Names become numbered variables (`resolve`). Each option becomes
//! nested loops, whose bounds are derived from its conditions (`nest`, with proofs by `linear`). A measure that every
//! move lowers is searched for (`measure`). The loops become a flat program over registers (`program`). Rules on single
//! heaps that take and split are recognised (`shape`).

mod bounded;
mod compile;
mod divisors;
mod far;
mod formula;
mod linear;
mod measure;
mod nest;
mod program;
mod range;
mod rays;
mod resolve;
mod rising;
mod sets;
mod shape;
mod terms;
#[cfg(test)]
pub(crate) mod tests;
mod tree;

use crate::tuples::tuples_up_to;
pub use bounded::BoundedRules;
pub use compile::CompiledRules;
use measure::Measure;
use nest::Nest;
use program::{Program, RunError};
use rays::Rays;
use rising::Rising;
use shape::HeapShape;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use tree::OVERFLOW;
use winways_rules::{HeapRules, LargeRows, Meter, NoRowMoves, RowMoves, RuleFault};
use winways_solve::{MoveFormula, PairMoveFormula};

/// The compiled moves of one player, or of both players if they have the same moves.
///
/// ```
/// use std::ops::ControlFlow;
/// use winways_notation::parse_rules;
/// use winways_rulefile::CompiledRules;
/// use winways_rules::Meter;
///
/// let file = parse_rules("heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1")?;
/// let CompiledRules::Impartial(rules) = CompiledRules::of(&file)? else { panic!("both players have these moves") };
/// let mut options = Vec::new();
/// rules.options(&[1, 2], &mut Meter::default(), |option| {
///     options.push(option.to_vec());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(options, [[0, 2], [1, 1], [1, 0], [0, 1]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextRules {
    arity: usize,
    nests: Vec<Nest>,
    program: Program,
    measure: Measure,
    shape: Option<HeapShape>,
    rays: Option<Rays>,
    /// The moves as formulas, if the rules are impartial, on single heaps, and expressible as formulas.
    formulas: Option<Vec<MoveFormula>>,
    /// The moves as formulas, if the rules are impartial, on pairs, and expressible as formulas.
    pair_formulas: Option<Vec<PairMoveFormula>>,
    /// The rules restated for the distance to a bound, if the rules are impartial and raise a single number up to the bound.
    rising: Option<Rising>,
    /// A lazily computed cache of the option bounds of small components, which searches need often.
    small_bounds: OnceLock<Box<[u64]>>,
}

/// Converts the error of a run to the fault of a component.
fn into_fault(end: RunError, component: &[u64]) -> RuleFault {
    match end {
        RunError::Overflow => overflow(component),
        RunError::Fault(fault) => fault,
    }
}

/// Returns the numbers of a component, followed by zeros.
#[inline]
fn signed<const N: usize>(component: &[u64]) -> Result<[i64; N], RuleFault> {
    let mut numbers = [0i64; N];
    for (number, &given) in numbers.iter_mut().zip(component) {
        *number = i64::try_from(given).map_err(|_| overflow(component))?;
    }
    Ok(numbers)
}

/// Creates the fault for numbers beyond 63 bits.
fn overflow(component: &[u64]) -> RuleFault {
    RuleFault::new(format!("at {}, {OVERFLOW}", tuple(component)))
}

/// Creates the fault for a move that does not lower the stated measure.
fn not_lowered(component: &[u64], option: &[u64]) -> RuleFault {
    let (from, to) = (tuple(component), tuple(option));
    RuleFault::new(format!("the move {from} -> {to} does not lower the measure"))
}

/// Writes a component as in rules: `7`, `(5, 6)`.
fn tuple(numbers: &[u64]) -> String {
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    if list.len() == 1 { list.concat() } else { format!("({})", list.join(", ")) }
}

impl TextRules {
    /// The greatest number that a component may contain.
    pub const GREATEST: u64 = i64::MAX as u64;
    /// The maximum number of numbers in a component.
    pub const MAX_NUMBERS: usize = resolve::MAX_NUMBERS;

    /// Returns the number of numbers in a component.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Calls `visit` with every option of a component, as the concatenated numbers of the option's components. The same
    /// option may be visited more than once. A `Break` ends the enumeration. The assignments tried are counted on
    /// `meter`.
    ///
    /// # Errors
    /// Returns a [`RuleFault`] if a number overflows, a stated measure is not lowered, or the meter interrupts the
    /// work. Options visited before the fault are valid.
    ///
    /// # Panics
    /// Panics if the number of numbers differs from the arity.
    #[inline]
    pub fn options(
        &self,
        component: &[u64],
        meter: &mut Meter,
        mut visit: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let numbers = signed::<{ resolve::MAX_NUMBERS }>(component)?;
        let numbers = &numbers[..component.len()];
        if self.measure.proved {
            return self.program.run(numbers, meter, &mut visit).map_err(|end| into_fault(end, component));
        }
        let mut fault = None;
        let mut visit_checked = |option: &[u64]| {
            fault = self.fault(component, numbers, option);
            if fault.is_some() { ControlFlow::Break(()) } else { visit(option) }
        };
        let run =
            self.program.run::<dyn FnMut(&[u64]) -> ControlFlow<()>>(numbers, meter, &mut visit_checked);
        fault.map_or(Ok(()), Err)?;
        run.map_err(|end| into_fault(end, component))
    }

    /// Returns the fault if an option does not lower the stated measure.
    fn fault(&self, component: &[u64], before: &[i64], option: &[u64]) -> Option<RuleFault> {
        option.chunks(self.arity).find_map(|part| {
            let mut after = [0i64; resolve::MAX_NUMBERS];
            after.iter_mut().zip(part).for_each(|(number, &given)| *number = given as i64);
            match self.measure.is_lowered(before, &after[..self.arity]) {
                Some(true) => None,
                Some(false) => Some(not_lowered(component, part)),
                None => Some(overflow(component)),
            }
        })
    }

    /// Returns an upper bound for the number of options of a component and for the number of assignments tried to find
    /// them. The bound is zero only if there are no options.
    ///
    /// # Complexity
    /// O(size of the rules), or O(1) for small components after the first call.
    #[inline]
    pub fn option_bound(&self, component: &[u64]) -> u64 {
        let below = self.small_below();
        if component.len() != self.arity || component.iter().any(|&number| number >= below) {
            return self.option_bound_by_rules(component);
        }
        let bounds = self.small_bounds.get_or_init(|| {
            let components = tuples_up_to(vec![below - 1; self.arity]);
            components.map(|component| self.option_bound_by_rules(&component)).collect()
        });
        bounds[component.iter().fold(0, |index, &number| index * below + number) as usize]
    }

    /// Returns the exclusive upper bound for the numbers of a small component. There are at most 256 small components.
    fn small_below(&self) -> u64 {
        [0, 256, 16, 6, 4, 3, 2, 2, 2].get(self.arity).copied().unwrap_or(0)
    }

    fn option_bound_by_rules(&self, component: &[u64]) -> u64 {
        let mut numbers = [0i64; resolve::MAX_NUMBERS];
        for (number, &given) in numbers.iter_mut().zip(component) {
            *number = i64::try_from(given).unwrap_or(i64::MAX);
        }
        let numbers = &numbers[..component.len().min(resolve::MAX_NUMBERS)];
        self.nests.iter().fold(0, |bound, nest| bound.saturating_add(range::option_bound(nest, numbers)))
    }

    /// Returns the rules as ranges of options, if they are rules on single heaps that take and split.
    pub fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.shape.as_ref().map(|shape| shape as &dyn HeapRules)
    }

    /// Returns the rules restated for the distance to a bound, as ranges of options, if the rules raise a single number up to
    /// the bound.
    pub fn distance_rules(&self) -> Option<&dyn HeapRules> {
        self.rising.as_ref().map(Rising::rules)
    }

    /// Returns the distance of a number to the bound of [`TextRules::distance_rules`]; `None` beyond the bound.
    pub fn distance(&self, number: u64) -> Option<u64> {
        self.rising.as_ref()?.distance(number)
    }

    /// Returns the moves as formulas, if the rules are impartial, on single heaps, and expressible as formulas.
    pub fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.formulas.as_deref()
    }

    /// Returns the moves as formulas, if the rules are impartial, on pairs, and expressible as formulas.
    pub fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        self.pair_formulas.as_deref()
    }

    /// Returns the directions of complete rays of options, for rules on pairs; see [`winways_rules::PairRules::rays`].
    pub fn rays(&self) -> &[[u64; 2]] {
        self.rays.as_ref().map_or(&[], |rays| &rays.directions)
    }

    /// Returns the moves that large pairs have in common, for rules on pairs; see
    /// [`winways_rules::PairRules::row_moves`].
    ///
    /// # Errors
    /// Returns the errors of [`winways_rules::PairRules::row_moves`].
    pub fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        if self.arity != 2 || !self.measure.proved {
            return Err(NoRowMoves::Because("its measure is not proved for all pairs"));
        }
        far::row_moves(&self.nests, row, meter)
    }

    /// Enumerates options like [`TextRules::options`], but skips options on rays.
    ///
    /// # Errors
    /// Returns the errors of [`TextRules::options`].
    ///
    /// # Panics
    /// Panics like [`TextRules::options`].
    pub fn options_off_rays(
        &self,
        component: &[u64],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let Some(rays) = &self.rays else { return self.options(component, meter, visit) };
        let numbers = signed::<2>(component)?;
        rays.others.run(&numbers, meter, visit).map_err(|end| into_fault(end, component))
    }
}
