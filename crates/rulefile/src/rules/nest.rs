//! The transformation of an alternative into nested loops: the order of the variables and the bounds of each.

use super::linear::Facts;
use super::resolve::Alternative;
use super::sets::NumberSet;
use super::terms::simplified;
use super::tree::{Arithmetic, Number, RuleFunction, RuleRelation, Test, excess};
use std::sync::Arc;
use winways_notation::Diagnostic;

/// An alternative as nested loops. Each step may use the variables of the steps before it.
#[derive(Clone, Debug)]
pub(super) struct Nest {
    /// The number of variables.
    pub(super) variables: usize,
    pub(super) steps: Vec<Step>,
    pub(super) parts: Vec<Vec<Number>>,
}

/// A step of the nesting, from the outermost inwards.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// Sets a variable to a number.
    Solve { variable: usize, value: Number },
    /// Iterates a variable over the members from `least` to `most`.
    Loop { variable: usize, least: Number, most: Number, members: Members },
    /// Continues only if the test holds.
    Test(Test),
}

/// The numbers that a loop iterates over.
#[derive(Clone, Debug)]
pub(super) enum Members {
    All,
    Set(Arc<NumberSet>),
    /// The divisors of this number, which is invariant in the loop.
    Divisors(Number),
}

/// The maximum number of operations and operands in tests and components after substitutions.
const LARGEST: usize = 3000;

/// Converts an alternative to nested loops, in which each variable is bounded by the variables before it.
///
/// # Errors
/// Returns a diagnostic that points at the first variable for which no bound is found.
pub(super) fn nest(alternative: &Alternative, facts: &mut Facts, arity: usize) -> Result<Nest, Diagnostic> {
    let variables = alternative.names.len();
    let known = (0..variables).map(|variable| variable < arity).collect();
    let tests = alternative.tests.iter().cloned().map(Some).collect();
    let parts = alternative.parts.clone();
    let mut nesting = Nesting { facts, known, tests, parts, steps: Vec::new(), solved: Vec::new() };
    nesting.substitute();
    loop {
        nesting.take_tests();
        let unknown: Vec<usize> = (0..variables).filter(|&variable| !nesting.known[variable]).collect();
        let Some(&first) = unknown.first() else { break };
        if !nesting.solve(&unknown) && !nesting.bound(&unknown) {
            return Err(no_bound(alternative, first, arity));
        }
    }
    Ok(Nest { variables, steps: nesting.steps, parts: nesting.parts })
}

fn no_bound(alternative: &Alternative, variable: usize, arity: usize) -> Diagnostic {
    let name = &alternative.names[variable];
    Diagnostic::new(format!("`{name}` has no upper bound"), alternative.places[variable - arity])
        .label(format!("expected a condition that bounds `{name}` by known numbers"))
        .help(format!(
            "a bound is found from conditions such as `{name} <= {}` or `{name} in {{1, 2}}`; if `{name}` is a factor of \
             a product, the other factor must be at least 1",
            alternative.names[0]
        ))
}

struct Nesting<'f> {
    facts: &'f mut Facts,
    known: Vec<bool>,
    /// The tests that have not become steps or bounds yet.
    tests: Vec<Option<Test>>,
    parts: Vec<Vec<Number>>,
    steps: Vec<Step>,
    /// The variables that have been substituted.
    solved: Vec<usize>,
}

/// The bounds that a test implies for a variable.
#[derive(Default)]
struct Bounds {
    least: Option<Number>,
    most: Option<Number>,
    /// `true` if the test is equivalent to the bounds.
    exact: bool,
}

impl Bounds {
    /// Returns these bounds, with missing bounds taken from `other`.
    fn or(self, other: Bounds) -> Bounds {
        Bounds { least: self.least.or(other.least), most: self.most.or(other.most), exact: false }
    }
}

impl Nesting<'_> {
    fn is_known(&self, number: &Number) -> bool {
        number.is_known(&|variable| self.known[variable])
    }

    /// Replaces variables that an equality determines, so that conditions on them become bounds of other variables.
    fn substitute(&mut self) {
        while let Some((index, variable, value)) = self.substitution() {
            let replaced: Vec<Option<Test>> = self
                .tests
                .iter()
                .enumerate()
                .map(|(other, test)| {
                    test.as_ref().filter(|_| other != index).map(|test| test.substituted(variable, &value))
                })
                .collect();
            let parts: Vec<Vec<Number>> = self
                .parts
                .iter()
                .map(|part| part.iter().map(|number| number.substituted(variable, &value)).collect())
                .collect();
            let size: usize = replaced.iter().flatten().map(Test::size).sum::<usize>()
                + parts.iter().flatten().map(Number::size).sum::<usize>();
            if size > LARGEST {
                return;
            }
            (self.tests, self.parts) = (replaced, parts);
            if !value.is_natural() {
                self.tests.push(Some(Test::Compare(
                    RuleRelation::GreaterOrEqual,
                    value,
                    Number::Constant(0),
                )));
            }
            self.known[variable] = true;
            self.solved.push(variable);
        }
    }

    /// Returns an equality with a variable that it determines and the value of the variable. Prefers variables without
    /// constant bounds, then the first equality, then the last variable.
    fn substitution(&self) -> Option<(usize, usize, Number)> {
        let is_bounded =
            |variable: usize| self.tests.iter().flatten().any(|test| bounds_by_constant(test, variable));
        let mut found = Vec::new();
        for (index, test) in self.tests.iter().enumerate() {
            let Some(difference) = equation(test) else { continue };
            for variable in (0..self.known.len()).filter(|&variable| !self.known[variable]) {
                let Some((factor, rest)) = difference.split(variable) else { continue };
                let value = match factor {
                    Number::Constant(1) => Number::Constant(0).minus(rest),
                    Number::Constant(-1) => rest,
                    _ => continue,
                };
                // A division by zero must not disappear together with a variable that occurs nowhere else.
                if !value.is_total() {
                    continue;
                }
                found.push((is_bounded(variable), index, variable, simplified(value)));
            }
        }
        let best = found.into_iter().min_by_key(|(is_bounded, index, variable, _)| {
            (*is_bounded, *index, std::cmp::Reverse(*variable))
        })?;
        Some((best.1, best.2, best.3))
    }

    /// Turns tests whose variables are all known into steps.
    fn take_tests(&mut self) {
        for index in 0..self.tests.len() {
            let known = &self.known;
            let is_known = |test: &Test| test.is_known(&|variable| known[variable]);
            if self.tests[index].as_ref().is_some_and(is_known)
                && let Some(test) = self.tests[index].take()
            {
                self.steps.push(Step::Test(test));
            }
        }
    }

    /// Solves an equality for a variable, if all other variables of the equality are known.
    fn solve(&mut self, unknown: &[usize]) -> bool {
        for &variable in unknown {
            for index in 0..self.tests.len() {
                let row = equation(&self.tests[index]);
                let Some((factor, rest)) = row.and_then(|row| row.split(variable)) else { continue };
                if factor == Number::Constant(0) || !self.is_known(&factor) || !self.is_known(&rest) {
                    continue;
                }
                // The equality remains as a test of divisibility. The factor must be nonzero.
                if self.sign(&factor).is_none() {
                    continue;
                }
                let negative = Number::Constant(0).minus(rest);
                let value = Number::binary(Arithmetic::Divide, negative, factor);
                let natural = Test::Compare(
                    RuleRelation::GreaterOrEqual,
                    Number::Variable(variable),
                    Number::Constant(0),
                );
                self.steps.push(Step::Solve { variable, value });
                self.steps.push(Step::Test(natural));
                self.known[variable] = true;
                return true;
            }
        }
        false
    }

    /// Returns 1 if a number is proved to be at least 1, or -1 if it is proved to be at most -1.
    fn sign(&mut self, number: &Number) -> Option<i64> {
        match number {
            Number::Constant(value) => Some(value.signum()).filter(|sign| *sign != 0),
            _ if self.facts.prove_at_least(number, 1) => Some(1),
            Number::Binary(Arithmetic::Multiply, a, b) => Some(self.sign(a)? * self.sign(b)?),
            Number::Binary(Arithmetic::Subtract, zero, b) if **zero == Number::Constant(0) => {
                self.sign(b).map(|sign| -sign)
            }
            _ => {
                let negative = Number::Constant(0).minus(number.clone());
                self.facts.prove_at_least(&negative, 1).then_some(-1)
            }
        }
    }

    /// Adds a loop over a variable with an upper bound, preferably a constant one.
    fn bound(&mut self, unknown: &[usize]) -> bool {
        let mut best: Option<(usize, Vec<Bounds>)> = None;
        for &variable in unknown {
            let bounds: Vec<Bounds> =
                (0..self.tests.len()).map(|index| self.bounds(index, variable)).collect();
            let mosts = || bounds.iter().filter_map(|bound| bound.most.as_ref());
            let is_constant = mosts().any(|most| matches!(most, Number::Constant(_)));
            if is_constant || (best.is_none() && mosts().next().is_some()) {
                best = Some((variable, bounds));
                if is_constant {
                    break;
                }
            }
        }
        let Some((variable, bounds)) = best else { return false };
        let (mut least, mut most) = (Number::Constant(0), None);
        for (test, bound) in self.tests.iter_mut().zip(bounds) {
            if bound.exact {
                *test = None;
            }
            if let Some(bound) = bound.least {
                least = Number::call(RuleFunction::Max, least, simplified(bound));
            }
            if let Some(bound) = bound.most.map(simplified) {
                most = Some(match most {
                    None => bound,
                    Some(most) => Number::call(RuleFunction::Min, most, bound),
                });
            }
        }
        let Some(most) = most else { return false };
        let members = match self.take_set(variable) {
            Some(set) => Members::Set(set),
            None => {
                let dividend = self.take_dividend(variable).or_else(|| self.product(variable));
                dividend.map_or(Members::All, Members::Divisors)
            }
        };
        self.steps.push(Step::Loop { variable, least, most, members });
        self.known[variable] = true;
        true
    }

    /// Takes the set that a variable must be a member of, if a test requires it.
    fn take_set(&mut self, wanted: usize) -> Option<Arc<NumberSet>> {
        let mut tests = self.tests.iter_mut();
        let test = tests.find(|test| {
            matches!(test, Some(Test::Member { number: Number::Variable(variable), negated: false, .. })
                if *variable == wanted)
        })?;
        match test.take() {
            Some(Test::Member { set, .. }) => Some(set),
            _ => None,
        }
    }

    /// Takes the known number that a variable must divide, if a test requires it.
    fn take_dividend(&mut self, wanted: usize) -> Option<Number> {
        let known = &self.known;
        let dividend = |test: &Option<Test>| {
            let Some(Test::Compare(RuleRelation::Equal, a, b)) = test else { return None };
            match (a, b) {
                (Number::Binary(Arithmetic::Remainder, number, divisor), Number::Constant(0))
                | (Number::Constant(0), Number::Binary(Arithmetic::Remainder, number, divisor)) => {
                    // The number is evaluated before the loop, even if the loop is empty, so it must be defined.
                    let is_suitable = **divisor == Number::Variable(wanted)
                        && is_plain(number)
                        && number.is_known(&|variable| known[variable]);
                    is_suitable.then(|| (**number).clone())
                }
                _ => None,
            }
        };
        let (index, number) =
            self.tests.iter().enumerate().find_map(|(index, test)| Some((index, dividend(test)?)))?;
        self.tests[index] = None;
        Some(number)
    }

    /// Returns a known number that an equality requires to be a multiple of a variable. The equality remains a test. The variable or the
    /// number must be proved to be nonzero, since the divisors of 0 cannot be enumerated.
    fn product(&mut self, variable: usize) -> Option<Number> {
        let rows: Vec<Number> = self.tests.iter().filter_map(equation).collect();
        rows.iter().find_map(|row| {
            let (factor, rest) = row.split(variable)?;
            let is_suitable = factor != Number::Constant(0) && is_plain(&rest) && self.is_known(&rest);
            let no_zero = |nesting: &mut Self| {
                nesting.sign(&Number::Variable(variable)) == Some(1) || nesting.sign(&rest).is_some()
            };
            (is_suitable && no_zero(self)).then(|| simplified(rest.clone()))
        })
    }

    fn bounds(&mut self, index: usize, variable: usize) -> Bounds {
        match self.tests[index].clone() {
            Some(test) if test.mentions(variable) => self.bounds_of(&test, variable),
            _ => Bounds::default(),
        }
    }

    fn bounds_of(&mut self, test: &Test, variable: usize) -> Bounds {
        match test {
            Test::Compare(relation, a, b) => {
                if let Some(row) = excess(*relation, a, b) {
                    return self.bounds_of_row(&row, variable);
                }
                if *relation == RuleRelation::Unequal {
                    return Bounds::default();
                }
                let low = self.bounds_of_row(&a.clone().minus(b.clone()), variable);
                let high = self.bounds_of_row(&b.clone().minus(a.clone()), variable);
                low.or(high)
            }
            Test::Member { number, set, negated: false } => {
                // An empty set has no members, so its range is empty.
                let greatest = set.greatest().or((set.least().is_none()).then_some(-1));
                let rows = [
                    set.least().map(|least| number.clone().minus(Number::Constant(least))),
                    greatest.map(|greatest| Number::Constant(greatest).minus(number.clone())),
                ];
                let bounds = rows.iter().flatten().map(|row| self.bounds_of_row(row, variable));
                bounds.fold(Bounds::default(), Bounds::or)
            }
            Test::Member { .. } => Bounds::default(),
            Test::All(tests) => self.combined(tests, variable, false),
            Test::Any(tests) => self.combined(tests, variable, true),
        }
    }

    /// Combines the bounds of several tests: all of them hold, or, if `any` is set, at least one does.
    fn combined(&mut self, tests: &[Test], variable: usize, any: bool) -> Bounds {
        let mut both: Option<Bounds> = None;
        for test in tests {
            let mut next = self.bounds_of(test, variable);
            if any {
                // An undefined bound would end the loop although another test may still hold.
                next.least = next.least.filter(Number::is_total);
                next.most = next.most.filter(Number::is_total);
            }
            let Some(before) = both else {
                both = Some(next);
                continue;
            };
            let (lower, upper) = if any {
                (RuleFunction::Min, RuleFunction::Max)
            } else {
                (RuleFunction::Max, RuleFunction::Min)
            };
            let join = |function, a: Option<Number>, b: Option<Number>| match (a, b) {
                (Some(a), Some(b)) => Some(Number::call(function, a, b)),
                (a, b) if !any => a.or(b),
                _ => None,
            };
            both = Some(Bounds {
                least: join(lower, before.least, next.least),
                most: join(upper, before.most, next.most),
                exact: false,
            });
        }
        Bounds { exact: false, ..both.unwrap_or_default() }
    }

    /// Returns the bounds that follow from `row >= 0`.
    fn bounds_of_row(&mut self, row: &Number, variable: usize) -> Bounds {
        let Some((factor, rest)) = row.split_powers(variable) else { return Bounds::default() };
        if factor == Number::Constant(0) {
            return Bounds::default();
        }
        if !self.is_known(&factor) {
            // If rest >= k v, where k is unknown but at least 1, then v is at most the rest.
            let most = self.estimate(&rest, true).filter(|_| self.sign(&factor) == Some(-1));
            return Bounds { most, ..Bounds::default() };
        }
        // A factor that is not constant is at least 1 because of some test, which may be this one. That test must stay.
        let exact = self.is_known(&rest) && matches!(factor, Number::Constant(_));
        let Some(rest) = self.estimate(&rest, true) else { return Bounds::default() };
        let quotient = |by: Number| Number::binary(Arithmetic::Divide, rest.clone(), by);
        match self.sign(&factor) {
            // factor v + rest >= 0 means v >= -(rest / factor), rounded up.
            Some(1) => Bounds { least: Some(Number::Constant(0).minus(quotient(factor))), most: None, exact },
            Some(_) => Bounds { least: None, most: Some(quotient(Number::Constant(0).minus(factor))), exact },
            None => Bounds::default(),
        }
    }

    /// Returns a bound for a number in terms of known variables: an upper bound if `up` is set, otherwise a lower bound. If
    /// the number is known, the bound is the number itself.
    fn estimate(&self, number: &Number, up: bool) -> Option<Number> {
        if self.is_known(number) {
            return Some(number.clone());
        }
        match number {
            Number::Constant(_) => Some(number.clone()),
            Number::Variable(_) if up => None,
            Number::Variable(variable) => Some(Number::Constant(self.constant_least(*variable))),
            Number::Binary(Arithmetic::Add, a, b) => Some(self.estimate(a, up)?.plus(self.estimate(b, up)?)),
            Number::Binary(Arithmetic::Subtract, a, b) => {
                Some(self.estimate(a, up)?.minus(self.estimate(b, !up)?))
            }
            Number::Binary(Arithmetic::Multiply, a, b) => match (&**a, &**b) {
                (Number::Constant(factor), other) | (other, Number::Constant(factor)) => {
                    let estimate = self.estimate(other, up == (*factor >= 0))?;
                    Some(estimate.times(Number::Constant(*factor)))
                }
                _ => self.at_least_zero(number, up),
            },
            Number::Binary(Arithmetic::Divide, a, b) => match **b {
                Number::Constant(divisor) if divisor > 0 => {
                    let estimate = self.estimate(a, up)?;
                    Some(Number::binary(Arithmetic::Divide, estimate, Number::Constant(divisor)))
                }
                _ => self.at_least_zero(number, up),
            },
            Number::Binary(Arithmetic::Remainder, _, b) => match **b {
                Number::Constant(divisor) if divisor > 0 && up => Some(Number::Constant(divisor - 1)),
                _ => self.at_least_zero(number, up),
            },
            Number::Call(function @ (RuleFunction::Min | RuleFunction::Max), a, b) => {
                let (first, second) = (self.estimate(a, up), self.estimate(b, up));
                match (first, second) {
                    (Some(a), Some(b)) => Some(Number::call(*function, a, b)),
                    // A minimum needs only one upper bound, a maximum only one lower bound.
                    (one, other) if up == (*function == RuleFunction::Min) => one.or(other),
                    _ => self.at_least_zero(number, up),
                }
            }
            Number::Call(RuleFunction::Gcd, ..) => self.at_least_zero(number, up),
        }
    }

    fn at_least_zero(&self, number: &Number, up: bool) -> Option<Number> {
        (!up && number.is_natural()).then_some(Number::Constant(0))
    }

    /// Returns the greatest constant lower bound of a variable that a test states, or 0.
    fn constant_least(&self, variable: usize) -> i64 {
        let constants = self.tests.iter().flatten().filter_map(|test| match test {
            Test::Compare(relation, Number::Variable(found), Number::Constant(value))
                if *found == variable =>
            {
                match relation {
                    RuleRelation::GreaterOrEqual | RuleRelation::Equal => Some(*value),
                    RuleRelation::Greater => value.checked_add(1),
                    _ => None,
                }
            }
            Test::Compare(relation, Number::Constant(value), Number::Variable(found))
                if *found == variable =>
            {
                match relation {
                    RuleRelation::LessOrEqual | RuleRelation::Equal => Some(*value),
                    RuleRelation::Less => value.checked_add(1),
                    _ => None,
                }
            }
            Test::Member { number: Number::Variable(found), set, negated: false } if *found == variable => {
                set.least()
            }
            _ => None,
        });
        constants.max().unwrap_or(0).max(0)
    }
}

/// Returns the number that an equality states to be zero.
fn equation(test: &Option<Test>) -> Option<Number> {
    match test {
        Some(Test::Compare(RuleRelation::Equal, a, b)) => Some(a.clone().minus(b.clone())),
        _ => None,
    }
}

/// Returns `true` if a test compares a variable with a constant upper bound, or requires that the variable is in a set.
fn bounds_by_constant(test: &Test, variable: usize) -> bool {
    match test {
        Test::Compare(
            RuleRelation::Less | RuleRelation::LessOrEqual,
            Number::Variable(found),
            Number::Constant(_),
        )
        | Test::Compare(
            RuleRelation::Greater | RuleRelation::GreaterOrEqual,
            Number::Constant(_),
            Number::Variable(found),
        )
        | Test::Member { number: Number::Variable(found), negated: false, .. } => *found == variable,
        _ => false,
    }
}

/// Returns `true` if a number consists only of constants, variables, sums, differences, minima and maxima.
pub(super) fn is_plain(number: &Number) -> bool {
    match number {
        Number::Constant(_) | Number::Variable(_) => true,
        Number::Binary(Arithmetic::Add | Arithmetic::Subtract, a, b)
        | Number::Call(RuleFunction::Min | RuleFunction::Max, a, b) => is_plain(a) && is_plain(b),
        _ => false,
    }
}
