//! Rules that were told as text, compiled: what makes a game out of a rule file.
//!
//! The way of a file (`compile`): names become numbered variables (`resolve`), each option becomes nested loops whose bounds are
//! found from its conditions (`nest`, by what `linear` proves), a measure is found that every move lowers (`measure`),
//! and the loops become a flat program over registers (`program`). Rules on single heaps that take and split are
//! recognised (`shape`).

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
mod sets;
mod shape;
#[cfg(test)]
pub(crate) mod tests;
mod tree;

pub use bounded::BoundedRules;
pub use compile::CompiledRules;
use measure::Measure;
use nest::Nest;
use program::{End, Program};
use rays::Rays;
use shape::HeapShape;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use winways_rules::{HeapRules, LargeRows, Meter, NoRowMoves, RowMoves, RuleFault};
use winways_solve::{MoveFormula, PairMoveFormula};

/// The moves of both players, or of one of them, compiled.
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
    /// The moves of both players on single heaps as formulas, if they can be stated so.
    formulas: Option<Vec<MoveFormula>>,
    /// The moves of both players on pairs as formulas, if they can be stated so.
    pair_formulas: Option<Vec<PairMoveFormula>>,
    /// The bounds of small components, once one is asked for: searches ask for them again and again.
    small_bounds: OnceLock<Box<[u64]>>,
}

/// Why the options of a component are not listed.
fn fault_of(end: End, component: &[u64]) -> RuleFault {
    match end {
        End::Overflow => overflow(component),
        End::Fault(fault) => fault,
    }
}

/// That the numbers of a component lead beyond 63 bits.
fn overflow(component: &[u64]) -> RuleFault {
    RuleFault::new(format!("at {} the rules lead to numbers beyond 2^63", tuple(component)))
}

/// That a move does not lower the measure that was stated.
fn not_lowered(component: &[u64], option: &[u64]) -> RuleFault {
    let (from, to) = (tuple(component), tuple(option));
    RuleFault::new(format!("the move {from} -> {to} does not lower the measure"))
}

/// A component as it is written in rules: `7`, `(5, 6)`.
fn tuple(numbers: &[u64]) -> String {
    let list: Vec<String> = numbers.iter().map(u64::to_string).collect();
    if list.len() == 1 { list.concat() } else { format!("({})", list.join(", ")) }
}

impl TextRules {
    /// The greatest number that may stand in a component.
    pub const GREATEST: u64 = i64::MAX as u64;
    /// How many numbers a component may have.
    pub const MAX_NUMBERS: usize = resolve::MAX_NUMBERS;

    /// How many numbers a component has.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// Gives every option of a component to `visit`: the numbers of its components, one after the other. The same option
    /// may come more than once; after a `Break` none comes any more. The assignments that are tried are counted on `meter`.
    ///
    /// # Errors
    /// [`RuleFault`] if a number grows too large, a stated measure is not lowered, or the work is to end; the options given
    /// before stand.
    ///
    /// # Panics
    /// If the component has another number of numbers.
    #[inline]
    pub fn options(
        &self,
        component: &[u64],
        meter: &mut Meter,
        mut visit: impl FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let mut numbers = [0i64; resolve::MAX_NUMBERS];
        for (number, &given) in numbers.iter_mut().zip(component) {
            *number = i64::try_from(given).map_err(|_| overflow(component))?;
        }
        let numbers = &numbers[..component.len()];
        if self.measure.proved {
            return self.program.run(numbers, meter, &mut visit).map_err(|end| fault_of(end, component));
        }
        let mut fault = None;
        let mut visit_checked = |option: &[u64]| {
            fault = self.fault(component, numbers, option);
            if fault.is_some() { ControlFlow::Break(()) } else { visit(option) }
        };
        let run =
            self.program.run::<dyn FnMut(&[u64]) -> ControlFlow<()>>(numbers, meter, &mut visit_checked);
        fault.map_or(Ok(()), Err)?;
        run.map_err(|end| fault_of(end, component))
    }

    /// Why an option breaks the stated measure, if it does.
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

    /// No fewer than the number of options of a component, nor than the assignments that are tried to find them; zero
    /// only if there are no options. O(size of the rules); O(1) for small numbers after the first time.
    #[inline]
    pub fn option_bound(&self, component: &[u64]) -> u64 {
        let below = self.small_below();
        if component.len() != self.arity || component.iter().any(|&number| number >= below) {
            return self.option_bound_by_rules(component);
        }
        let bounds = self.small_bounds.get_or_init(|| {
            let count = below.pow(self.arity as u32);
            let place = |index: u64, place: u32| index / below.pow(place) % below;
            let component =
                |index| (0..self.arity as u32).rev().map(|to| place(index, to)).collect::<Vec<u64>>();
            (0..count).map(|index| self.option_bound_by_rules(&component(index))).collect()
        });
        bounds[component.iter().fold(0, |index, &number| index * below + number) as usize]
    }

    /// Components of numbers less than this are small: at most 256 of them.
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

    /// The rules enumerated as ranges, if they are rules on single heaps that take and split.
    pub fn heap_rules(&self) -> Option<&dyn HeapRules> {
        self.shape.as_ref().map(|shape| shape as &dyn HeapRules)
    }

    /// The moves as formulas, if they are rules of both players on single heaps that can be stated so.
    pub fn move_formulas(&self) -> Option<&[MoveFormula]> {
        self.formulas.as_deref()
    }

    /// The moves as formulas, if they are rules of both players on pairs that can be stated so.
    pub fn pair_formulas(&self) -> Option<&[PairMoveFormula]> {
        self.pair_formulas.as_deref()
    }

    /// For rules on pairs: directions in which whole rays of options lie, as [`winways_rules::PairRules::rays`] tells them.
    pub fn rays(&self) -> &[[u64; 2]] {
        self.rays.as_ref().map_or(&[], |rays| &rays.directions)
    }

    /// For rules on pairs: the moves that large pairs have in common, as [`winways_rules::PairRules::row_moves`] tells them.
    ///
    /// # Errors
    /// As there.
    pub fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        if self.arity != 2 || !self.measure.proved {
            return Err(NoRowMoves::Because("its measure is not proved for all pairs"));
        }
        far::row_moves(&self.nests, row, meter)
    }

    /// As [`TextRules::options`], those on rays left out.
    ///
    /// # Errors
    /// As there.
    ///
    /// # Panics
    /// As there.
    pub fn options_off_rays(
        &self,
        component: &[u64],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[u64]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        let Some(rays) = &self.rays else { return self.options(component, meter, visit) };
        let mut numbers = [0i64; 2];
        for (number, &given) in numbers.iter_mut().zip(component) {
            *number = i64::try_from(given).map_err(|_| overflow(component))?;
        }
        rays.others.run(&numbers, meter, visit).map_err(|end| fault_of(end, component))
    }
}
