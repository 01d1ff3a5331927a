//! The moves of large pairs. The nests of a file are evaluated for a heap that is larger than any number they compare
//! it with.
//!
//! The heap is q·t + r, with a fixed divisor q and remainder r, and a sufficiently large t. Every number that depends
//! on the heap is then of the form a·t + b. Every comparison of such numbers has the same result from some t on. Loops
//! with a fixed number of rounds are unrolled.

#[cfg(test)]
mod tests;

use super::divisors;
use super::nest::{Members, Nest, Step};
use super::sets::NumberSet;
use super::tree::{Arithmetic, Number, RuleFunction, Test, apply, calculate, compare};
use std::cmp::Ordering;
use winways_rules::{LargeRows, Meter, NoRowMoves, RowHeap, RowMoves, RowPart};

/// The maximum modulus: moves may depend on the remainder of the heap modulo at most this number.
const GREATEST_MODULUS: i64 = 1 << 12;

/// The maximum number of assignments tried for a pair.
const MOST_TRIED: u64 = 1 << 20;

/// The maximum number of options of a pair.
const MOST_OPTIONS: usize = 1 << 16;

/// The steps charged for storing an option, in addition to the step for its assignment.
const STEPS_OF_AN_OPTION: u64 = 16;

const TOO_LARGE: NoRowMoves = NoRowMoves::Because("the numbers in its rules are too large");

type Result<T> = std::result::Result<T, NoRowMoves>;

/// The number `slope * t + constant`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct AffineNumber {
    slope: i64,
    constant: i64,
}

impl AffineNumber {
    fn constant(constant: i64) -> AffineNumber {
        AffineNumber { slope: 0, constant }
    }

    fn fixed(self) -> Option<i64> {
        (self.slope == 0).then_some(self.constant)
    }

    /// Applies an operation to the slopes and to the constants.
    fn each(self, other: AffineNumber, operation: fn(i64, i64) -> Option<i64>) -> Result<AffineNumber> {
        let slope = operation(self.slope, other.slope);
        let constant = operation(self.constant, other.constant);
        slope.zip(constant).map(|(slope, constant)| AffineNumber { slope, constant }).ok_or(TOO_LARGE)
    }
}

/// Returns the moves that the pairs of `row` have from some heap on.
pub(super) fn row_moves(nests: &[Nest], row: LargeRows, meter: &mut Meter) -> Result<RowMoves> {
    let small = |number: u64| i64::try_from(number).map_err(|_| TOO_LARGE);
    let (modulus, remainder) = (small(row.modulus)?, small(row.remainder)?);
    let mut variables = vec![AffineNumber::constant(small(row.memory)?); 2];
    variables[row.heap] = AffineNumber { slope: modulus, constant: remainder };
    let mut evaluator = RowEvaluator {
        heap: row.heap,
        modulus,
        remainder,
        from: 0,
        variables,
        options: Vec::new(),
        tried: 0,
        meter,
    };
    for nest in nests {
        evaluator.variables.resize(nest.variables.max(2), AffineNumber::constant(0));
        evaluator.steps(&nest.steps, &nest.parts)?;
    }
    let from =
        evaluator.from.checked_mul(modulus).and_then(|from| from.checked_add(remainder)).ok_or(TOO_LARGE)?;
    Ok(RowMoves { from: from as u64, options: evaluator.options })
}

struct RowEvaluator<'m> {
    /// The index of the heap in a pair.
    heap: usize,
    modulus: i64,
    remainder: i64,
    /// For every t of at least this number, all comparisons so far have constant results.
    from: i64,
    variables: Vec<AffineNumber>,
    options: Vec<Vec<RowPart>>,
    /// The number of assignments tried.
    tried: u64,
    meter: &'m mut Meter,
}

impl RowEvaluator<'_> {
    fn steps(&mut self, steps: &[Step], parts: &[Vec<Number>]) -> Result<()> {
        self.meter.spend(1)?;
        self.tried += 1;
        if self.tried > MOST_TRIED {
            return Err(NoRowMoves::Because("its rules try too many numbers"));
        }
        let Some((step, inner)) = steps.split_first() else { return self.option(parts) };
        match step {
            Step::Test(test) => match self.holds(test)? {
                true => self.steps(inner, parts),
                false => Ok(()),
            },
            Step::Solve { variable, value } => {
                self.variables[*variable] = self.number(value)?;
                self.steps(inner, parts)
            }
            Step::Loop { variable, least, most, members } => {
                let (least, mut most) = (self.number(least)?, self.number(most)?);
                let divided = match members {
                    Members::Divisors(number) => {
                        Some(self.number(number)?.fixed().ok_or(NoRowMoves::UNBOUNDED)?)
                    }
                    _ => None,
                };
                let greatest = match members {
                    Members::Set(set) => set.greatest(),
                    // Every number divides 0, so 0 gives no bound.
                    _ => divided.and_then(i64::checked_abs).filter(|number| *number > 0),
                };
                if let Some(greatest) = greatest
                    && self.order(most, AffineNumber::constant(greatest))?.is_gt()
                {
                    most = AffineNumber::constant(greatest);
                }
                if self.order(least, most)?.is_gt() {
                    return Ok(());
                }
                if least.slope != most.slope || (least.slope != 0 && !matches!(members, Members::All)) {
                    return Err(NoRowMoves::UNBOUNDED);
                }
                let mut next = Some(least.constant);
                while let Some(from) = next {
                    let value = match (members, divided) {
                        (Members::Set(set), _) => {
                            self.meter.spend(set.steps(from))?;
                            set.from(from).filter(|value| *value <= most.constant)
                        }
                        (_, Some(number)) => divisors::next(number, from, most.constant, self.meter)?,
                        _ => (from <= most.constant).then_some(from),
                    };
                    let Some(value) = value else { break };
                    self.variables[*variable] = AffineNumber { slope: least.slope, constant: value };
                    self.steps(inner, parts)?;
                    next = value.checked_add(1);
                }
                Ok(())
            }
        }
    }

    /// Adds the option of the current assignment.
    fn option(&mut self, parts: &[Vec<Number>]) -> Result<()> {
        if self.options.len() >= MOST_OPTIONS {
            return Err(NoRowMoves::Because("its pairs have too many options"));
        }
        self.meter.spend(STEPS_OF_AN_OPTION)?;
        let mut option = Vec::with_capacity(parts.len());
        for part in parts {
            let heap = self.number(&part[self.heap])?;
            let memory = self.number(&part[1 - self.heap])?;
            let Some(memory) = memory.fixed().and_then(|memory| u64::try_from(memory).ok()) else {
                return Err(NoRowMoves::Because(
                    "the memory that a move leaves grows with the heap, so rows have no bounded length",
                ));
            };
            let heap = if heap.slope == self.modulus {
                let taken = self.remainder.checked_sub(heap.constant).ok_or(TOO_LARGE)?;
                RowHeap::Less(u64::try_from(taken).map_err(|_| {
                    NoRowMoves::Because("a move makes the heap larger, so a row depends on rows after it")
                })?)
            } else {
                let left = heap.fixed().and_then(|left| u64::try_from(left).ok());
                RowHeap::Fixed(left.ok_or(NoRowMoves::Because(
                    "a move takes more tokens the larger the heap is, so a row depends on rows far before it",
                ))?)
            };
            option.push(RowPart { heap, memory });
        }
        self.options.push(option);
        Ok(())
    }

    /// Returns the result of a test from some t on. Connectives are evaluated with short-circuiting.
    fn holds(&mut self, test: &Test) -> Result<bool> {
        match test {
            Test::Compare(relation, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                let order = self.order(a, b)?;
                Ok(compare(*relation, order as i64, 0))
            }
            Test::Member { number, set, negated } => {
                let number = self.number(number)?;
                let is_member = match (number.fixed(), set.greatest()) {
                    (Some(number), _) => {
                        self.meter.spend(set.steps(number))?;
                        set.contains(number)
                    }
                    // For large t, the number is outside the range of a finite set.
                    (None, Some(greatest)) => {
                        self.order(number, AffineNumber::constant(greatest))?;
                        self.order(number, AffineNumber::constant(set.least().unwrap_or(greatest)))?;
                        false
                    }
                    (None, None) if let NumberSet::EveryOther(first) = **set => {
                        self.require_divisible(number.slope, 2)?;
                        let is_above = self.order(number, AffineNumber::constant(first))?.is_ge();
                        is_above && (number.constant % 2 == 0) == (first % 2 == 0)
                    }
                    (None, None) => {
                        return Err(NoRowMoves::Because(
                            "its moves depend on whether the heap is in an infinite set of numbers",
                        ));
                    }
                };
                Ok(is_member != *negated)
            }
            Test::All(tests) | Test::Any(tests) => {
                let is_all = matches!(test, Test::All(_));
                for test in tests {
                    if self.holds(test)? != is_all {
                        return Ok(!is_all);
                    }
                }
                Ok(is_all)
            }
        }
    }

    /// Returns the order of two numbers from some t on.
    fn order(&mut self, a: AffineNumber, b: AffineNumber) -> Result<Ordering> {
        let AffineNumber { slope, constant } = a.each(b, i64::checked_sub)?;
        if slope == 0 {
            return Ok(constant.cmp(&0));
        }
        // |slope| * t > |constant| for every t beyond the quotient.
        let quotient = constant.unsigned_abs() / slope.unsigned_abs();
        let decided = i64::try_from(quotient).ok().and_then(|quotient| quotient.checked_add(1));
        self.from = self.from.max(decided.ok_or(TOO_LARGE)?);
        Ok(slope.cmp(&0))
    }

    fn number(&mut self, number: &Number) -> Result<AffineNumber> {
        match number {
            Number::Constant(constant) => Ok(AffineNumber::constant(*constant)),
            Number::Variable(variable) => Ok(self.variables[*variable]),
            Number::Binary(arithmetic, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.calculate(*arithmetic, a, b)
            }
            Number::Call(function, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.apply(*function, a, b)
            }
        }
    }

    fn calculate(
        &mut self,
        arithmetic: Arithmetic,
        a: AffineNumber,
        b: AffineNumber,
    ) -> Result<AffineNumber> {
        match (arithmetic, a.fixed(), b.fixed()) {
            (Arithmetic::Add, ..) => a.each(b, i64::checked_add),
            (Arithmetic::Subtract, ..) => a.each(b, i64::checked_sub),
            (Arithmetic::Multiply, None, None) => {
                Err(NoRowMoves::Because("its rules multiply the heap by itself"))
            }
            (Arithmetic::Multiply, first, second) => {
                let (factor, other) = first.map_or((second.unwrap_or(0), a), |factor| (factor, b));
                other.each(AffineNumber { slope: factor, constant: factor }, i64::checked_mul)
            }
            (Arithmetic::Divide | Arithmetic::Remainder, _, Some(divisor)) if divisor != 0 => {
                self.require_divisible(a.slope, divisor)?;
                let constant = calculate(arithmetic, a.constant, divisor).ok_or(TOO_LARGE)?;
                let slope = match arithmetic {
                    Arithmetic::Divide => a.slope.checked_div(divisor).ok_or(TOO_LARGE)?,
                    _ => 0,
                };
                Ok(AffineNumber { slope, constant })
            }
            (Arithmetic::Divide | Arithmetic::Remainder, ..) => {
                Err(NoRowMoves::Because("its rules divide by zero, or by a number that grows with the heap"))
            }
        }
    }

    /// Returns an error if `slope` is not a multiple of `divisor`. The error contains a sufficient modulus, if that is at most
    /// [`GREATEST_MODULUS`].
    fn require_divisible(&self, slope: i64, divisor: i64) -> Result<()> {
        if slope.checked_rem(divisor) == Some(0) {
            return Ok(());
        }
        let common = apply(RuleFunction::Gcd, slope, divisor).ok_or(TOO_LARGE)?;
        let factor = divisor.checked_abs().and_then(|divisor| divisor.checked_div(common));
        let modulus = factor.and_then(|factor| factor.checked_mul(self.modulus));
        match modulus.filter(|modulus| *modulus <= GREATEST_MODULUS) {
            Some(modulus) => Err(NoRowMoves::Modulus(modulus as u64)),
            None => Err(NoRowMoves::Because("its moves depend on remainders modulo too large a number")),
        }
    }

    fn apply(&mut self, function: RuleFunction, a: AffineNumber, b: AffineNumber) -> Result<AffineNumber> {
        match function {
            RuleFunction::Min => Ok(if self.order(a, b)?.is_le() { a } else { b }),
            RuleFunction::Max => Ok(if self.order(a, b)?.is_ge() { a } else { b }),
            RuleFunction::Gcd => match (a.fixed(), b.fixed()) {
                (Some(divisor), _) if divisor != 0 => self.gcd(b, divisor),
                (_, Some(divisor)) if divisor != 0 => self.gcd(a, divisor),
                (Some(_), Some(_)) => Ok(AffineNumber::constant(0)),
                _ => {
                    Err(NoRowMoves::Because("its rules take the gcd of two numbers that grow with the heap"))
                }
            },
        }
    }

    /// Computes the greatest common divisor of a number and a fixed divisor. The slope must be a multiple of the divisor, so only the
    /// constant term matters.
    fn gcd(&self, number: AffineNumber, divisor: i64) -> Result<AffineNumber> {
        self.require_divisible(number.slope, divisor)?;
        apply(RuleFunction::Gcd, number.constant, divisor).map(AffineNumber::constant).ok_or(TOO_LARGE)
    }
}
