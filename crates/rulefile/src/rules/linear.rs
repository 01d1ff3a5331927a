//! Consequences of linear inequalities, by Fourier–Motzkin elimination over a few variables.
//!
//! A non-linear number, such as a product or a remainder, becomes an atom: a variable of its own with a few known
//! facts. The proofs are sound but not complete.

use super::resolve::Alternative;
use super::tree::{Arithmetic, Number, RuleFunction, RuleRelation, Test};

/// A linear combination of atoms plus a constant. As a fact, it states that its value is at least zero.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Linear {
    constant: i128,
    /// Atoms with their nonzero coefficients, in ascending order of atoms.
    terms: Vec<(usize, i128)>,
}

/// The maximum number of inequalities in a system.
const MAX_ROWS: usize = 200;
/// The maximum number of cases.
const MAX_CASES: usize = 32;
/// The maximum number of pairs of rows combined for one alternative.
const MAX_WORK: usize = 40_000;

impl Linear {
    fn constant(constant: i128) -> Linear {
        Linear { constant, terms: Vec::new() }
    }

    fn plus(&self, other: &Linear, times: i128) -> Option<Linear> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut ours, mut theirs) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        while let Some(next) = [ours.peek(), theirs.peek()].into_iter().flatten().map(|term| term.0).min() {
            let mut coefficient = 0i128;
            if let Some((_, ours)) = ours.next_if(|term| term.0 == next) {
                coefficient = *ours;
            }
            if let Some((_, theirs)) = theirs.next_if(|term| term.0 == next) {
                coefficient = coefficient.checked_add(theirs.checked_mul(times)?)?;
            }
            if coefficient != 0 {
                terms.push((next, coefficient));
            }
        }
        Some(Linear { constant: self.constant.checked_add(other.constant.checked_mul(times)?)?, terms })
    }

    fn scaled(&self, times: i128) -> Option<Linear> {
        Linear::default().plus(self, times)
    }

    fn coefficient(&self, variable: usize) -> i128 {
        self.terms.iter().find(|term| term.0 == variable).map_or(0, |term| term.1)
    }

    /// Divides by the greatest common divisor of the coefficients. The constant is rounded down, which is valid over
    /// the integers.
    fn tightened(mut self) -> Linear {
        let divisor = self.terms.iter().fold(0u128, |divisor, term| gcd(divisor, term.1.unsigned_abs()));
        if let Ok(divisor) = i128::try_from(divisor)
            && divisor > 1
        {
            self.terms.iter_mut().for_each(|term| term.1 /= divisor);
            self.constant = self.constant.div_euclid(divisor);
        }
        self
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The known facts about the variables of an alternative.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    /// The number that each atom stands for.
    atoms: Vec<Number>,
    /// The cases, at least one of which applies. If a case applies, all of its rows hold.
    cases: Vec<Vec<Linear>>,
    /// The number of pairs of rows that may still be combined. At 0, proofs that combine rows fail.
    work: usize,
}

impl Facts {
    /// Derives facts from the tests of an alternative and from the fact that all variables are natural numbers.
    pub(super) fn of(alternative: &Alternative) -> Facts {
        let mut facts = Facts { atoms: Vec::new(), cases: vec![Vec::new()], work: MAX_WORK };
        for variable in 0..alternative.names.len() {
            facts.linear(&Number::Variable(variable));
        }
        for test in &alternative.tests {
            let cases = facts.cases_of(test);
            facts.assume(&cases);
            match test {
                Test::Compare(_, a, b) => [a, b].into_iter().for_each(|number| facts.add_divisors(number)),
                Test::Member { number, .. } => facts.add_divisors(number),
                Test::All(_) | Test::Any(_) => {}
            }
        }
        for part in alternative.parts.iter().flatten() {
            facts.linear(part);
            facts.add_divisors(part);
        }
        facts.add_product_facts();
        facts
    }

    /// Returns `true` if the facts are proved to imply that `number` is at least `least`.
    pub(super) fn prove_at_least(&mut self, number: &Number, least: i64) -> bool {
        let Some(goal) = self.linear(number) else { return false };
        // The negation: number <= least - 1.
        let contrary = goal.scaled(-1).and_then(|row| {
            let constant = row.constant.checked_add(i128::from(least) - 1)?;
            Some(Linear { constant, ..row })
        });
        let Some(contrary) = contrary else { return false };
        let work = &mut self.work;
        self.cases
            .iter()
            .all(|case| is_contradiction(case.iter().cloned().chain([contrary.clone()]).collect(), work))
    }

    /// Returns `true` if the facts are proved to imply that `less` is less than `more`.
    pub(super) fn prove_less(&mut self, less: &Number, more: &Number) -> bool {
        self.prove_at_least(&more.clone().minus(less.clone()), 1)
    }

    /// Returns `true` if the facts are proved to imply that `less` is at most `more`.
    pub(super) fn prove_at_most(&mut self, less: &Number, more: &Number) -> bool {
        self.prove_at_least(&more.clone().minus(less.clone()), 0)
    }

    fn add(&mut self, row: Option<Linear>) {
        if let Some(row) = row {
            self.cases.iter_mut().for_each(|case| case.push(row.clone()));
        }
    }

    /// Adds the fact that a number is at least zero.
    fn add_fact(&mut self, number: &Number) {
        let row = self.linear(number);
        self.add(row);
    }

    /// Adds the fact that `less` is at most `more`.
    fn add_at_most(&mut self, less: &Number, more: &Number) {
        self.add_fact(&more.clone().minus(less.clone()));
    }

    /// Returns the cases of a test, in each of which all rows hold. Returns no cases if nothing is known.
    fn cases_of(&mut self, test: &Test) -> Vec<Vec<Linear>> {
        match test {
            Test::Compare(relation, a, b) => self.cases_of_comparison(*relation, a, b),
            Test::Member { number, set, negated: false } => {
                let mut rows = Vec::new();
                let bounds = [(1, set.least()), (-1, set.greatest())];
                for (sign, bound) in bounds {
                    if let (Some(bound), Some(row)) = (bound, self.linear(number)) {
                        let bound = Linear::constant(bound.into());
                        rows.extend(row.plus(&bound, -1).and_then(|row| row.scaled(sign)));
                    }
                }
                vec![rows]
            }
            Test::Member { .. } => Vec::new(),
            Test::All(tests) => {
                let mut all = vec![Vec::new()];
                for test in tests {
                    let cases = self.cases_of(test);
                    all = product(&all, &cases);
                }
                all
            }
            Test::Any(tests) => {
                let mut any = Vec::new();
                for test in tests {
                    let cases = self.cases_of(test);
                    if cases.is_empty() {
                        return Vec::new();
                    }
                    any.extend(cases);
                }
                any
            }
        }
    }

    fn cases_of_comparison(&mut self, relation: RuleRelation, a: &Number, b: &Number) -> Vec<Vec<Linear>> {
        let difference = self.linear(a).zip(self.linear(b)).and_then(|(a, b)| a.plus(&b, -1));
        let Some(more) = difference else { return Vec::new() };
        let Some(less) = more.scaled(-1) else { return Vec::new() };
        let strict = |row: &Linear| Linear { constant: row.constant.saturating_sub(1), ..row.clone() };
        match relation {
            RuleRelation::Equal => vec![vec![more, less]],
            RuleRelation::Unequal => vec![vec![strict(&more)], vec![strict(&less)]],
            RuleRelation::Less => vec![vec![strict(&less)]],
            RuleRelation::LessOrEqual => vec![vec![less]],
            RuleRelation::Greater => vec![vec![strict(&more)]],
            RuleRelation::GreaterOrEqual => vec![vec![more]],
        }
    }

    fn assume(&mut self, cases: &[Vec<Linear>]) {
        self.cases = product(&self.cases, cases);
    }

    /// Expresses a number as a linear combination of atoms.
    fn linear(&mut self, number: &Number) -> Option<Linear> {
        match number {
            Number::Constant(value) => Some(Linear::constant((*value).into())),
            Number::Binary(Arithmetic::Add, a, b) => self.linear(a)?.plus(&self.linear(b)?, 1),
            Number::Binary(Arithmetic::Subtract, a, b) => self.linear(a)?.plus(&self.linear(b)?, -1),
            Number::Binary(Arithmetic::Multiply, a, b) => match (&**a, &**b) {
                (Number::Constant(factor), other) | (other, Number::Constant(factor)) => {
                    self.linear(other)?.scaled(i128::from(*factor))
                }
                _ => Some(self.atom(number)),
            },
            _ => Some(self.atom(number)),
        }
    }

    fn atom(&mut self, number: &Number) -> Linear {
        let known = self.atoms.iter().position(|atom| atom == number);
        let index = known.unwrap_or_else(|| {
            self.atoms.push(number.clone());
            self.atoms.len() - 1
        });
        let atom = Linear { constant: 0, terms: vec![(index, 1)] };
        if known.is_none() {
            if number.is_natural() {
                self.add(Some(atom.clone()));
            }
            self.add_facts(number);
        }
        atom
    }

    /// Adds the known facts about a non-linear number. An undefined number, which divides by zero, counts as 0.
    fn add_facts(&mut self, number: &Number) {
        match number {
            Number::Binary(Arithmetic::Divide, a, b) => match **b {
                Number::Constant(divisor) if divisor > 0 => {
                    let rest = (**a).clone().minus(number.clone().times(Number::Constant(divisor)));
                    self.add_fact(&rest);
                    self.add_at_most(&rest, &Number::Constant(divisor - 1));
                }
                _ if a.is_natural() && b.is_natural() => self.add_at_most(number, a),
                _ => {}
            },
            Number::Binary(Arithmetic::Remainder, a, b) if b.is_natural() => {
                self.add_fact(number);
                if a.is_natural() {
                    self.add_at_most(number, a);
                }
            }
            Number::Call(function @ (RuleFunction::Min | RuleFunction::Max), a, b) => {
                let is_least = *function == RuleFunction::Min;
                let rows = [a, b].map(|argument| {
                    let (less, more) = if is_least { (number, &**argument) } else { (&**argument, number) };
                    self.linear(&more.clone().minus(less.clone()))
                });
                for row in &rows {
                    self.add(row.clone());
                }
                // The result is one of the two arguments.
                if let [Some(one), Some(other)] = rows
                    && let (Some(one), Some(other)) = (one.scaled(-1), other.scaled(-1))
                {
                    self.assume(&[vec![one], vec![other]]);
                }
            }
            _ => {}
        }
    }

    /// Adds the facts that divisors in a test or a component are not zero: an option with an undefined number does not exist.
    fn add_divisors(&mut self, number: &Number) {
        let mut numbers = vec![number.clone()];
        while let Some(number) = numbers.pop() {
            let (Number::Binary(_, a, b) | Number::Call(_, a, b)) = &number else { continue };
            let divides = matches!(number, Number::Binary(Arithmetic::Divide | Arithmetic::Remainder, ..));
            if divides && b.is_natural() {
                self.add_at_most(&Number::Constant(1), b);
            }
            numbers.extend([(**a).clone(), (**b).clone()]);
        }
    }

    /// Adds facts about products of natural numbers a and b, about remainders, and about common divisors. If a b is at least 1, both
    /// factors are. If b is at least 1, the product is at least a. If both factors are at least 1, then (a - 1)(b - 1)
    /// is at least 0. If b is at least 1, a mod b is less than b. A common divisor of a number that is at least 1 is between
    /// 1 and that number.
    fn add_product_facts(&mut self) {
        for index in 0..self.atoms.len() {
            let (number, one) = (self.atoms[index].clone(), Number::Constant(1));
            match &number {
                Number::Binary(Arithmetic::Multiply, a, b) if number.is_natural() => {
                    self.add_facts_of_product(&number, a, b);
                }
                Number::Binary(Arithmetic::Remainder, _, b) if self.prove_at_least(b, 1) => {
                    self.add_at_most(&number.clone().plus(one), b);
                }
                Number::Call(RuleFunction::Gcd, a, b) => {
                    for argument in [a, b] {
                        if self.prove_at_least(argument, 1) {
                            self.add_at_most(&number, argument);
                            self.add_at_most(&one, &number);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn add_facts_of_product(&mut self, product: &Number, a: &Number, b: &Number) {
        let one = || Number::Constant(1);
        for factor in [a, b] {
            if let Number::Binary(Arithmetic::Multiply, c, d) = factor {
                self.add_facts_of_product(factor, c, d);
            }
        }
        if a.is_natural() && b.is_natural() && self.prove_at_least(product, 1) {
            for factor in [a, b] {
                self.add_at_most(&one(), factor);
            }
        }
        let are_positive = [a, b].map(|factor| self.prove_at_least(factor, 1));
        for (is_positive, other) in [(are_positive[0], b), (are_positive[1], a)] {
            if is_positive {
                self.add_at_most(other, product);
            }
        }
        if are_positive == [true, true] {
            self.add_fact(&product.clone().minus(a.clone()).minus(b.clone()).plus(one()));
        }
    }
}

/// Returns the conjunctions of each case with each of `others`. Returns `cases` unchanged if `others` is empty or there would
/// be too many pairs.
fn product(cases: &[Vec<Linear>], others: &[Vec<Linear>]) -> Vec<Vec<Linear>> {
    if others.is_empty() || cases.len() * others.len() > MAX_CASES {
        return cases.to_vec();
    }
    cases.iter().flat_map(|case| others.iter().map(|other| [&case[..], &other[..]].concat())).collect()
}

/// Returns `true` if it is proved that no integers make all rows at least zero.
fn is_contradiction(mut rows: Vec<Linear>, work: &mut usize) -> bool {
    loop {
        if rows.iter().any(|row| row.terms.is_empty() && row.constant < 0) {
            return true;
        }
        rows.retain(|row| !row.terms.is_empty());
        let Some(variable) = cheapest_variable(&rows) else { return false };
        let (with, mut next): (Vec<Linear>, Vec<Linear>) =
            rows.into_iter().partition(|row| row.coefficient(variable) != 0);
        let (lower, upper): (Vec<Linear>, Vec<Linear>) =
            with.into_iter().partition(|row| row.coefficient(variable) > 0);
        for low in &lower {
            for high in &upper {
                let (a, b) = (low.coefficient(variable), -high.coefficient(variable));
                // Rows that overflow are dropped, which only loses information.
                let row = low.scaled(b).and_then(|row| row.plus(high, a));
                if let Some(row) = row.map(Linear::tightened)
                    && !next.contains(&row)
                {
                    next.push(row);
                }
                *work = work.saturating_sub(1);
                if next.len() > MAX_ROWS || *work == 0 {
                    return false;
                }
            }
        }
        rows = next;
    }
}

/// Returns the variable whose elimination leaves the fewest rows.
fn cheapest_variable(rows: &[Linear]) -> Option<usize> {
    let mut variables: Vec<usize> = rows.iter().flat_map(|row| row.terms.iter().map(|term| term.0)).collect();
    variables.sort_unstable();
    variables.dedup();
    variables.into_iter().min_by_key(|&variable| {
        let lower = rows.iter().filter(|row| row.coefficient(variable) > 0).count();
        let upper = rows.iter().filter(|row| row.coefficient(variable) < 0).count();
        lower * upper
    })
}
