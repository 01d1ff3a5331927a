//! Automata of the sets of pairs that statements describe.

use super::super::automaton::{DigitAutomaton, Halt};
use super::super::formula::{Formula, LinearSum, meet};
use super::super::numeration::{NonzeroDigits, Numeration};
use super::claim::PAIR;
use winways_rules::Meter;

/// A set of pairs that a statement describes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PairSet {
    kind: Kind,
    /// The conditions on the pairs, variables 0 and 1, to which the statement is restricted.
    domain: Vec<Formula>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// Conditions on the pair, variables 0 and 1. All other variables are existentially quantified.
    Formula(Vec<Formula>),
    /// A condition on binary digits.
    Digits(BinaryDigits),
    /// The pairs (a(n), b(n)) with a <= b, where a(n) is the least number in no earlier pair and b(n) - a(n) = growth n + first.
    Growing { first: u64, growth: u64 },
}

/// Conditions on the binary digits of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BinaryDigits {
    /// No common digit 1.
    Disjoint,
    /// Equal numbers of trailing zeros, for pairs of positive numbers.
    EqualZeros,
    /// Equal numbers of digits.
    EqualLength,
    /// A given nim-sum.
    NimSum(u64),
}

/// Returns the condition that a linear sum is zero.
pub(crate) fn zero(constant: i64, terms: &[(usize, i64)]) -> Formula {
    Formula::Zero(LinearSum { constant, terms: terms.to_vec() })
}

/// Returns the condition that a linear sum is at least zero.
pub(crate) fn natural(constant: i64, terms: &[(usize, i64)]) -> Formula {
    Formula::Natural(LinearSum { constant, terms: terms.to_vec() })
}

impl PairSet {
    /// Creates the set of pairs (variables 0 and 1) that satisfy all conditions. Other variables are existentially quantified.
    pub(crate) fn of(conditions: Vec<Formula>) -> Self {
        PairSet { kind: Kind::Formula(conditions), domain: Vec::new() }
    }

    pub(crate) fn of_digits(digits: BinaryDigits) -> Self {
        PairSet { kind: Kind::Digits(digits), domain: Vec::new() }
    }

    /// Creates the set of pairs a <= b in which each number occurs once. If the pairs are ordered by a, the differences
    /// b - a are `first`, `first` + `growth`, `first` + 2 `growth`, ….
    pub(crate) fn growing(first: u64, growth: u64) -> Self {
        PairSet { kind: Kind::Growing { first, growth }, domain: Vec::new() }
    }

    /// Restricts the statement to the pairs that satisfy all of the given conditions.
    pub(crate) fn within(mut self, domain: Vec<Formula>) -> Self {
        self.domain.extend(domain);
        self
    }

    /// Returns `true` if the statement says whether this pair is in the set: it is not restricted to other pairs.
    pub(crate) fn covers(&self, pair: [u64; 2]) -> bool {
        let is_ordered = matches!(self.kind, Kind::Growing { .. });
        self.domain.is_empty() && (!is_ordered || pair[0] <= pair[1])
    }

    /// Returns the automaton of the set; `None` if the statement is restricted to some pairs, or no automaton is known.
    pub(super) fn automaton(&self, meter: &mut Meter) -> Result<Option<DigitAutomaton>, Halt> {
        if !self.domain.is_empty() {
            return Ok(None);
        }
        match self.kind {
            Kind::Growing { first: 0, growth } => beatty_pairs(growth, meter).map(Some),
            Kind::Growing { .. } => Ok(None),
            Kind::Formula(_) | Kind::Digits(_) => {
                let binary = Numeration::Base(2);
                // The automaton must have both variables, even if the conditions contain only one.
                let both = natural(0, &[(0, 1), (1, 1)]).automaton(binary, meter)?;
                self.kind.automaton(binary, meter)?.and(&both, meter).map(Some)
            }
        }
    }

    /// Returns `true` if the statement describes `lost`, on the pairs to which it is restricted.
    pub(super) fn describes(&self, lost: &DigitAutomaton, meter: &mut Meter) -> Result<bool, Halt> {
        if let Kind::Growing { first, growth } = self.kind {
            return is_growing(lost, first, growth, meter);
        }
        let numeration = lost.numeration();
        let set = self.kind.automaton(numeration, meter)?;
        let domain = conjunction(&self.domain, numeration, meter)?;
        Ok(!set.and(&domain, meter)?.differs_from(&lost.and(&domain, meter)?, meter)?)
    }
}

/// Returns the set of pairs that satisfy all conditions.
fn conjunction(
    conditions: &[Formula],
    numeration: Numeration,
    meter: &mut Meter,
) -> Result<DigitAutomaton, Halt> {
    let mut sets = Vec::new();
    for condition in conditions {
        sets.extend(condition.conjuncts(numeration, meter)?);
    }
    meet(sets, &PAIR, numeration, meter)
}

impl Kind {
    fn automaton(&self, numeration: Numeration, meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
        match self {
            Kind::Formula(conditions) => conjunction(conditions, numeration, meter),
            Kind::Digits(digits) if numeration == Numeration::Base(2) => digits.automaton(meter),
            Kind::Digits(_) | Kind::Growing { .. } => Err(Halt::TooLarge),
        }
    }
}

impl BinaryDigits {
    fn automaton(self, meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
        /// The digits read so far.
        #[derive(Clone, PartialEq, Eq, Hash)]
        enum Read {
            /// Zeros only.
            Zeros,
            /// Digits that decide that the condition holds.
            Right,
            /// Digits that decide that the condition fails.
            Wrong,
            /// Digits with the right nim-sum; the nim-sum that the digits above must have.
            Rest(u64),
        }
        let step = |read: &Read, _: usize, digits: &[u64]| {
            let is_zero = digits == [0, 0];
            let is_equal = digits[0] == digits[1];
            Ok(match (self, read) {
                (_, Read::Wrong) => Read::Wrong,
                (BinaryDigits::Disjoint, _) if digits == [1, 1] => Read::Wrong,
                (BinaryDigits::EqualZeros, Read::Zeros) if !is_zero => {
                    if is_equal {
                        Read::Right
                    } else {
                        Read::Wrong
                    }
                }
                (BinaryDigits::NimSum(_), Read::Rest(rest)) => {
                    if digits[0] ^ digits[1] == rest & 1 {
                        Read::Rest(rest >> 1)
                    } else {
                        Read::Wrong
                    }
                }
                _ => read.clone(),
            })
        };
        let variables = PAIR.to_vec();
        let numeration = Numeration::Base(2);
        match self {
            BinaryDigits::EqualLength => {
                let step = |is_equal: &bool, _: usize, digits: &[u64]| {
                    Ok(if digits == [0, 0] { *is_equal } else { digits[0] == digits[1] })
                };
                DigitAutomaton::explored(numeration, variables, true, step, |is_equal| *is_equal, meter)
            }
            BinaryDigits::NimSum(sum) => {
                let accepts = |read: &Read| *read == Read::Rest(0);
                DigitAutomaton::explored(numeration, variables, Read::Rest(sum), step, accepts, meter)
            }
            BinaryDigits::Disjoint | BinaryDigits::EqualZeros => {
                let accepts = |read: &Read| *read != Read::Wrong;
                DigitAutomaton::explored(numeration, variables, Read::Zeros, step, accepts, meter)
            }
        }
    }
}

/// Returns the Beatty pairs of differences 0, t, 2t, … (A. S. Fraenkel 1982). They are the pairs (a, b) and (b, a) with two
/// properties, for digits with the weights of [`Numeration::Quadratic`]: the digits of a end in an even number of zeros, and
/// the digits of b are the digits of a followed by a further zero.
fn beatty_pairs(t: u64, meter: &mut Meter) -> Result<DigitAutomaton, Halt> {
    let numeration = Numeration::Quadratic(t);
    if t == 0 || t > GREATEST_SLOPE {
        return Err(Halt::TooLarge);
    }
    /// The digits read so far.
    #[derive(Clone, PartialEq, Eq, Hash)]
    struct Read {
        /// The last digit of a.
        last: u64,
        /// `Some` if all digits of a read so far are zero; `Some(true)` if their number is even.
        zeros: Option<bool>,
        nonzero: NonzeroDigits,
    }
    let pairs = |meter: &mut Meter| {
        let step = |read: &Option<Read>, _: usize, digits: &[u64]| {
            let Some(Read { last, zeros, nonzero }) = read else { return Ok(None) };
            let is_right = digits[1] == *last && (digits[0] == 0 || *zeros != Some(false));
            let nonzero = numeration.follow(*nonzero, digits).filter(|_| is_right);
            let zeros = zeros.filter(|_| digits[0] == 0).map(|is_even| !is_even);
            Ok(nonzero.map(|nonzero| Read { last: digits[0], zeros, nonzero }))
        };
        let start = Read { last: 0, zeros: Some(true), nonzero: 0 };
        let accepts = |read: &Option<Read>| read.as_ref().is_some_and(|read| read.last == 0);
        DigitAutomaton::explored(numeration, PAIR.to_vec(), Some(start), step, accepts, meter)
    };
    let ordered = pairs(meter)?;
    ordered.or(&ordered.renamed(&[(PAIR[0], PAIR[1]), (PAIR[1], PAIR[0])]), meter)
}

/// The greatest t for [`beatty_pairs`].
const GREATEST_SLOPE: u64 = 8;

/// Returns `true` if the pairs a <= b of a set are (a(n), b(n)), n >= 0, where a(n) is the least number in no earlier pair and
/// b(n) - a(n) = growth n + first.
///
/// Automata decide three conditions: every number is in exactly one pair; the pair that contains 0 has the difference `first`; the
/// difference grows by `growth` from a pair to the pair with the next greater a. Every number less than a(n) is then in an
/// earlier pair, since later pairs contain only greater numbers.
fn is_growing(lost: &DigitAutomaton, first: u64, growth: u64, meter: &mut Meter) -> Result<bool, Halt> {
    let numeration = lost.numeration();
    let (Ok(first), Ok(growth)) = (i64::try_from(first), i64::try_from(growth)) else { return Ok(false) };
    let (a, b, c, d) = (0, 1, 2, 3);
    let set = |formula: Formula, meter: &mut Meter| formula.automaton(numeration, meter);
    let ordered = lost.and(&set(natural(0, &[(b, 1), (a, -1)]), meter)?, meter)?;
    let named = |x: usize, y: usize| ordered.renamed(&[(a, x), (b, y)]);
    let is_never = |sets: Vec<DigitAutomaton>, conditions: &[Formula], meter: &mut Meter| {
        let mut sets = sets;
        for condition in conditions {
            sets.push(condition.automaton(numeration, meter)?);
        }
        Ok::<bool, Halt>(meet(sets, &[], numeration, meter)?.is_empty())
    };
    let differ = |x: usize, y: usize| Formula::Not(Box::new(zero(0, &[(x, 1), (y, -1)])));
    let with_first = ordered.exists(b, meter)?;
    let with_second = ordered.exists(a, meter)?.renamed(&[(b, a)]);
    let is_in_each =
        !with_first.or(&with_second, meter)?.differs_from(&DigitAutomaton::all(numeration), meter)?;
    if !is_in_each
        || !is_never(vec![named(a, b), named(a, c)], &[differ(b, c)], meter)?
        || !is_never(vec![named(a, b), named(c, b)], &[differ(a, c)], meter)?
        // A number that is the second of a pair is not the first of another pair.
        || !is_never(vec![named(a, b), named(b, c)], &[differ(a, c)], meter)?
        || !is_never(vec![named(a, b)], &[zero(0, &[(a, 1)]), differ_by(a, b, first)], meter)?
    {
        return Ok(false);
    }
    // The first numbers of two consecutive pairs.
    let between = meet(
        vec![
            with_first.renamed(&[(a, b)]),
            set(Formula::less(a, b), meter)?,
            set(Formula::less(b, c), meter)?,
        ],
        &[a, c],
        numeration,
        meter,
    )?;
    let neighbours = meet(
        vec![
            with_first.clone(),
            with_first.renamed(&[(a, c)]),
            set(Formula::less(a, c), meter)?,
            between.not(meter)?,
        ],
        &[a, c],
        numeration,
        meter,
    )?;
    let grows = zero(-growth, &[(d, 1), (c, -1), (b, -1), (a, 1)]);
    is_never(vec![neighbours, named(a, b), named(c, d)], &[Formula::Not(Box::new(grows))], meter)
}

/// Returns the condition that y - x is not `difference`.
fn differ_by(x: usize, y: usize, difference: i64) -> Formula {
    Formula::Not(Box::new(zero(-difference, &[(y, 1), (x, -1)])))
}
