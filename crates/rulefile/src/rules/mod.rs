//! Rules that were told as text, compiled: what makes a game out of a rule file.
//!
//! The way of a file: names become numbered variables (`resolve`), each option becomes nested loops whose bounds are
//! found from its conditions (`nest`, by what `linear` proves), a measure is found that every move lowers (`measure`),
//! and the loops become a flat program over registers (`program`). Rules on single heaps that take and split are
//! recognised (`shape`).

mod divisors;
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
mod tests;
mod tree;

use linear::Facts;
use measure::Measure;
use nest::Nest;
use program::{End, Program};
use rays::Rays;
use shape::HeapShape;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use tree::Number;
use winways_notation::rules::RuleFile;
use winways_notation::{Diagnostic, Span};
use winways_rules::{HeapRules, Meter, RuleFault};

/// Compiled rules.
///
/// ```
/// use std::ops::ControlFlow;
/// use winways_notation::parse_rules;
/// use winways_rulefile::TextRules;
/// use winways_rules::Meter;
///
/// let rules = TextRules::compile(&parse_rules("heap (a, b) -> (a-k, b) | (a, b-k) | (a-k, b-k) where k >= 1")?)?;
/// let mut options = Vec::new();
/// rules.options(&[1, 2], &mut Meter::default(), |option| {
///     options.push(option.to_vec());
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(options, [[0, 2], [1, 1], [1, 0], [0, 1]]);
///
/// let endless = TextRules::compile(&parse_rules("heap n -> n + 1")?).unwrap_err();
/// assert_eq!(endless.label.unwrap(), "for example 0 -> 1 -> 2");
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

    /// Compiles the rules of a file.
    ///
    /// # Errors
    /// Points at the first thing that is wrong: a name that means nothing, a variable without a bound, an option that is
    /// not certainly smaller.
    ///
    /// # Complexity
    /// A fraction of a second for any file; what is hard to prove is not proved.
    pub fn compile(file: &RuleFile) -> Result<TextRules, Diagnostic> {
        let Some(first) = file.rules.first() else {
            return Err(Diagnostic::new("there is no rule", Span::at(0)));
        };
        let arity = first.pattern.names.len();
        let (alternatives, stated) = resolve::resolve(file)?;
        let mut facts: Vec<Facts> = alternatives.iter().map(Facts::of).collect();
        let mut nests = Vec::new();
        for (alternative, facts) in alternatives.iter().zip(&mut facts) {
            nests.push(nest::nest(alternative, facts, arity)?);
        }
        let too_long = || Diagnostic::new("the rules are too long", first.pattern.span);
        let program = Program::of(&nests, arity).ok_or_else(too_long)?;
        let found = match stated.is_empty() {
            true => measure::find(&alternatives, &mut facts, arity),
            false => Ok(measure::stated(stated, &alternatives, &mut facts)),
        };
        let none = Measure { numbers: Vec::new(), proved: true };
        let (measure, unproved) = match found {
            Ok(measure) => (measure, None),
            Err(alternative) => (none, Some(alternative)),
        };
        // From the bottom up: what a heap becomes must be smaller.
        let shrinks = arity == 1 && measure.proved && measure.numbers == [Number::Variable(0)];
        let shape = if shrinks { HeapShape::of(&nests) } else { None };
        // Rays always end; a measure that is checked at every move is for the other options.
        let rays = if arity == 2 && measure.proved { Rays::of(&nests) } else { None };
        let rules = TextRules { arity, nests, program, measure, shape, rays, small_bounds: OnceLock::new() };
        match unproved {
            Some(index) => Err(rules.endless(alternatives[index].span)),
            None => rules.checked(file).map(|()| rules),
        }
    }

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

    /// For rules on pairs: directions in which whole rays of options lie, as [`winways_rules::PairRules::rays`] tells them.
    pub fn rays(&self) -> &[[u64; 2]] {
        self.rays.as_ref().map_or(&[], |rays| &rays.directions)
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

    /// Checks a stated measure that is not proved on small components.
    fn checked(&self, file: &RuleFile) -> Result<(), Diagnostic> {
        let place = file.measure.first().map_or(Span::at(0), |number| number.span);
        for component in self.small_components().filter(|_| !self.measure.proved) {
            if let Err(fault) = self.options(&component, &mut Meter::default(), |_| ControlFlow::Continue(()))
            {
                return Err(Diagnostic::new(fault.to_string(), place)
                    .label("expected a measure of natural numbers that every move lowers"));
            }
        }
        Ok(())
    }

    /// Why rules without a measure are refused: an example of a play that goes on, or of a move that raises the total.
    fn endless(&self, span: Span) -> Diagnostic {
        let help = "a measure that is lowered can be stated: `measure: a + b, a`";
        let mut shown = Vec::new();
        for component in self.small_components() {
            let (line, goes_on) = self.line_of_play(component);
            if goes_on {
                let wrong = Diagnostic::new("the rules may go on for ever", span).help(help);
                return wrong.label(format!("for example {}", line.join(" -> ")));
            }
            if line.len() > shown.len() {
                shown = line;
            }
        }
        let wrong = Diagnostic::new("no measure is found that every move lowers", span).help(help);
        if shown.len() < 2 { wrong } else { wrong.label(format!("for example {}", shown.join(" -> "))) }
    }

    /// A line of play from a component along moves that do not lower the total, and whether it comes back or is long.
    fn line_of_play(&self, start: Vec<u64>) -> (Vec<String>, bool) {
        let mut line = vec![start];
        while let Some(component) = line.last().filter(|_| line.len() < 3) {
            let total = |part: &[u64]| part.iter().map(|&number| u128::from(number)).sum::<u128>();
            let mut next = None;
            if self.option_bound(component) <= SMALL {
                let _ = self.options(component, &mut Meter::default(), |option| {
                    let mut parts = option.chunks(self.arity);
                    next = parts.find(|part| total(part) >= total(component)).map(<[u64]>::to_vec);
                    if next.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            }
            let Some(next) = next else { break };
            let comes_back = line.contains(&next);
            line.push(next);
            if comes_back {
                break;
            }
        }
        let goes_on = line.len() > 2 || line.iter().skip(1).any(|component| *component == line[0]);
        (line.iter().map(|component| tuple(component)).collect(), goes_on)
    }

    /// Components of small numbers that have few options, some thousands at most.
    fn small_components(&self) -> impl Iterator<Item = Vec<u64>> + '_ {
        let base = [13u64, 8, 5, 4, 3, 3, 2, 2][self.arity.min(8) - 1];
        let count = base.pow(self.arity as u32);
        let component = move |index: u64| {
            let digits = (0..self.arity as u32).rev().map(|place| index / base.pow(place) % base);
            digits.collect::<Vec<u64>>()
        };
        (0..count).map(component).filter(|component| self.option_bound(component) <= SMALL)
    }
}

/// How many options a component may have that is looked at when rules are compiled.
const SMALL: u64 = 1000;
