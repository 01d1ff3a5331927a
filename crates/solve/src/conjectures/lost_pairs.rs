//! Statements about the lost pairs (g(a, b) = 0): conditions on a and b, and Beatty sequences.

use super::functions::{gcd, trailing_zeros};
use super::metered;
use super::pair_values::PairValues;
use crate::induction::{BinaryDigits, Formula, PairSet, natural, zero};
use winways_rules::{Meter, RuleFault};

/// The minimum number of lost pairs, not counting (0, 0).
const FEWEST_PAIRS: usize = 5;
/// The greatest t in b = a + t n.
const GREATEST_DIFFERENCE: u64 = 64;

/// A statement about the lost pairs, and the set that it describes if automata may decide it.
type Statement = (String, Option<PairSet>);

/// Describes the lost pairs, if a description fits.
pub(super) fn statements(
    pairs: &PairValues<'_>,
    is_symmetric: bool,
    meter: &mut Meter,
) -> Result<Vec<Statement>, RuleFault> {
    let lost: Vec<(u64, u64)> = pairs
        .pairs(0)
        .filter(|&(a, b, value)| value == 0 && (!is_symmetric || a <= b))
        .map(|(a, b, _)| (a, b))
        .collect();
    if lost.iter().filter(|pair| **pair != (0, 0)).count() < FEWEST_PAIRS {
        return Ok(Vec::new());
    }
    if let Some((condition, set)) = condition(pairs, meter, |_, _| true)? {
        return Ok(vec![(format!("g(a, b) = 0 exactly when {condition}"), set)]);
    }
    // In some games, only the pairs with a >= b and a >= 1 are positions. A few lost pairs among them would be no evidence.
    let is_position = |a: u64, b: u64| a >= b && a >= 1;
    let has_enough = lost.iter().filter(|&&(a, b)| is_position(a, b)).count() >= FEWEST_PAIRS;
    if !is_symmetric
        && has_enough
        && let Some((condition, set)) = condition(pairs, meter, is_position)?
    {
        let domain = || vec![natural(0, &[(0, 1), (1, -1)]), natural(-1, &[(0, 1)])];
        let set = set.map(|set| set.within(domain()));
        return Ok(vec![(format!("where a >= b and a >= 1, g(a, b) = 0 exactly when {condition}"), set)]);
    }
    Ok(if is_symmetric { complementary(&lost, pairs.side() as u64) } else { Vec::new() })
}

/// A condition on pairs.
struct Condition {
    text: String,
    scale: u64,
    from: usize,
    holds: Box<dyn Fn(u64, u64) -> bool>,
    set: Option<PairSet>,
}

impl Condition {
    fn new(text: impl Into<String>, scale: u64, holds: impl Fn(u64, u64) -> bool + 'static) -> Self {
        Condition { text: text.into(), scale, from: 0, holds: Box::new(holds), set: None }
    }

    /// Adds the formulas of the condition. Variables other than 0 and 1 are existentially quantified.
    fn stated(self, conditions: Vec<Formula>) -> Self {
        Condition { set: Some(PairSet::of(conditions)), ..self }
    }

    fn stated_by(self, digits: BinaryDigits) -> Self {
        Condition { set: Some(PairSet::of_digits(digits)), ..self }
    }

    fn of_positive(self) -> Self {
        Condition { from: 1, ..self }
    }
}

/// Finds the simplest condition that characterises the lost pairs among the pairs for which `is_meant` holds.
fn condition(
    pairs: &PairValues<'_>,
    meter: &mut Meter,
    is_meant: impl Fn(u64, u64) -> bool,
) -> Result<Option<Statement>, RuleFault> {
    let greatest = 64.min(pairs.side() as u64 / 4);
    let all = simple()
        .into_iter()
        .chain((1..=greatest).flat_map(with_distance))
        .chain((2..=greatest).flat_map(with_modulus))
        .chain((2..=greatest.min(16)).flat_map(|m| (0..m).flat_map(move |r| with_residue(m, r))));
    let fits = |condition: &Condition, meter: &mut Meter| {
        Ok(pairs.reaches(condition.scale)
            && metered::all(pairs.pairs(condition.from), meter, |(a, b, value)| {
                !is_meant(a, b) || (condition.holds)(a, b) == (value == 0)
            })?)
    };
    let condition = metered::first(all, meter, fits)?;
    Ok(condition.map(|Condition { text, from, set, .. }| {
        let range = if from > 0 { ", for a, b >= 1" } else { "" };
        let positive = |number| natural(-(from as i64), &[(number, 1)]);
        let domain = if from > 0 { vec![positive(0), positive(1)] } else { Vec::new() };
        (format!("{text}{range}"), set.map(|set| set.within(domain)))
    }))
}

fn simple() -> Vec<Condition> {
    let below_golden_ratio = |less: u64, more: u64| {
        let (a, b) = (u128::from(less), u128::from(more));
        b * b < a * b + a * a
    };
    vec![
        Condition::new("a = b", 1, |a, b| a == b).stated(vec![zero(0, &[(0, 1), (1, -1)])]),
        Condition::new("a and b have no common binary digit 1", 1, |a, b| a & b == 0)
            .stated_by(BinaryDigits::Disjoint),
        Condition::new("a and b end in equally many binary zeros", 1, |a, b| {
            trailing_zeros(a, 2) == trailing_zeros(b, 2)
        })
        .stated_by(BinaryDigits::EqualZeros)
        .of_positive(),
        Condition::new("a and b have equally many binary digits", 1, |a, b| {
            a.checked_ilog2() == b.checked_ilog2()
        })
        .stated_by(BinaryDigits::EqualLength),
        Condition::new("a and b are even", 1, |a, b| a % 2 == 0 && b % 2 == 0).stated(residues(2, 0)),
        Condition::new("a + b is even", 1, |a, b| (a + b) % 2 == 0).stated(vec![residue(
            &[(0, 1), (1, 1)],
            2,
            0,
        )]),
        Condition::new("a and b are odd", 1, |a, b| a % 2 == 1 && b % 2 == 1).stated(residues(2, 1)),
        Condition::new("gcd(a, b) = 1", 1, |a, b| gcd(a, b) == 1),
        Condition::new("a < b < a phi or b < a < b phi, phi = (1 + sqrt 5)/2", 1, move |a, b| {
            a != b && below_golden_ratio(a.min(b), a.max(b))
        })
        .of_positive(),
        Condition::new("max(a, b) < min(a, b) phi, phi = (1 + sqrt 5)/2", 1, move |a, b| {
            below_golden_ratio(a.min(b), a.max(b))
        })
        .of_positive(),
    ]
}

/// Returns the conditions with the parameter `c`.
fn with_distance(c: u64) -> Vec<Condition> {
    let distance = c as i64;
    let a_is_more = || zero(-distance, &[(0, 1), (1, -1)]);
    let b_is_more = || zero(-distance, &[(0, -1), (1, 1)]);
    vec![
        Condition::new(format!("a = b + {c}"), c, move |a, b| a == b + c).stated(vec![a_is_more()]),
        Condition::new(format!("b = a + {c}"), c, move |a, b| b == a + c).stated(vec![b_is_more()]),
        Condition::new(format!("|a - b| = {c}"), c, move |a, b| a.abs_diff(b) == c)
            .stated(vec![Formula::Any(vec![a_is_more(), b_is_more()])]),
        Condition::new(format!("|a - b| <= {c}"), c, move |a, b| a.abs_diff(b) <= c)
            .stated(vec![natural(distance, &[(0, 1), (1, -1)]), natural(distance, &[(0, -1), (1, 1)])]),
        Condition::new(format!("a xor b = {c}"), c, move |a, b| a ^ b == c)
            .stated_by(BinaryDigits::NimSum(c)),
    ]
}

fn with_modulus(m: u64) -> Vec<Condition> {
    let modulus = m as i64;
    let a_is_multiple = || zero(0, &[(0, 1), (1, -modulus)]);
    let b_is_multiple = || zero(0, &[(0, -modulus), (1, 1)]);
    let of_greater = |sign: i64| {
        let is = |number: usize| {
            Formula::All(vec![
                zero(0, &[(number, 1), (3, -1)]),
                natural(0, &[(number, sign), (1 - number, -sign)]),
            ])
        };
        vec![Formula::Any(vec![is(0), is(1)]), residue(&[(3, 1)], m, 0)]
    };
    // Variable 2 is the quotient of a number, rounded down.
    let has_quotient = |number: usize| {
        let rest = [(number, 1), (2, -modulus)];
        Formula::All(vec![
            natural(0, &rest),
            natural(modulus - 1, &rest.map(|(name, factor)| (name, -factor))),
        ])
    };
    vec![
        Condition::new(format!("a + b is a multiple of {m}"), m, move |a, b| (a + b) % m == 0)
            .stated(vec![residue(&[(0, 1), (1, 1)], m, 0)]),
        Condition::new(format!("a and b are multiples of {m}"), m, move |a, b| a % m == 0 && b % m == 0)
            .stated(residues(m, 0)),
        Condition::new(format!("a mod {m} = b mod {m}"), m, move |a, b| a % m == b % m)
            .stated(vec![zero(0, &[(0, 1), (1, -1), (2, modulus), (3, -modulus)])]),
        Condition::new(format!("a is a multiple of {m}"), m, move |a, _| a % m == 0).stated(vec![residue(
            &[(0, 1)],
            m,
            0,
        )]),
        Condition::new(format!("b is a multiple of {m}"), m, move |_, b| b % m == 0).stated(vec![residue(
            &[(1, 1)],
            m,
            0,
        )]),
        Condition::new(format!("floor(a/{m}) = floor(b/{m})"), m, move |a, b| a / m == b / m)
            .stated(vec![has_quotient(0), has_quotient(1)]),
        Condition::new(format!("min(a, b) is a multiple of {m}"), m, move |a, b| a.min(b) % m == 0)
            .stated(of_greater(-1)),
        Condition::new(format!("max(a, b) is a multiple of {m}"), m, move |a, b| a.max(b) % m == 0)
            .stated(of_greater(1)),
        Condition::new(format!("a b is a multiple of {m}"), m, move |a, b| a * b % m == 0),
        Condition::new(format!("a = {m} b"), m, move |a, b| a == m * b).stated(vec![a_is_multiple()]),
        Condition::new(format!("b = {m} a"), m, move |a, b| b == m * a).stated(vec![b_is_multiple()]),
        Condition::new(format!("a = {m} b or b = {m} a"), m, move |a, b| a == m * b || b == m * a)
            .stated(vec![Formula::Any(vec![a_is_multiple(), b_is_multiple()])]),
    ]
}

fn with_residue(m: u64, r: u64) -> Vec<Condition> {
    let rest = [(0, 1), (1, 1), (2, -(m as i64))];
    let at_most = vec![natural(0, &rest), natural(r as i64, &rest.map(|(name, factor)| (name, -factor)))];
    vec![
        Condition::new(format!("(a + b) mod {m} = {r}"), m, move |a, b| (a + b) % m == r)
            .stated(vec![residue(&[(0, 1), (1, 1)], m, r)]),
        Condition::new(format!("a mod {m} = b mod {m} = {r}"), m, move |a, b| a % m == r && b % m == r)
            .stated(residues(m, r)),
        Condition::new(format!("(a + b) mod {m} <= {r}"), m, move |a, b| (a + b) % m <= r).stated(at_most),
    ]
}

/// Returns the condition that a sum of the numbers has residue r. Variable 2 is the quotient.
fn residue(terms: &[(usize, i64)], m: u64, r: u64) -> Formula {
    zero(-(r as i64), &[terms, &[(2, -(m as i64))]].concat())
}

/// Returns the conditions that both numbers have residue r.
fn residues(m: u64, r: u64) -> Vec<Formula> {
    let of = |number: usize| zero(-(r as i64), &[(number, 1), (number + 2, -(m as i64))]);
    vec![of(0), of(1)]
}

/// Describes pairs in which each number occurs once and whose differences grow evenly. They are described by the rule of the
/// least missing number, and by Beatty sequences (A. S. Fraenkel, How to beat your Wythoff games' opponent on three fronts,
/// Amer. Math. Monthly 89, 1982).
fn complementary(lost: &[(u64, u64)], side: u64) -> Vec<Statement> {
    let &[(_, b0), (a1, b1), ..] = lost else { return Vec::new() };
    let first = b0 - lost[0].0;
    let Some(growth) =
        (b1 - a1).checked_sub(first).filter(|growth| (1..=GREATEST_DIFFERENCE).contains(growth))
    else {
        return Vec::new();
    };
    if by_least_missing(first, growth, side).as_deref() != Some(lost) {
        return Vec::new();
    }
    let differences = match first {
        0 => format!("{growth} n"),
        _ => format!("{growth} n + {first}"),
    };
    let rule = format!(
        "the lost pairs a <= b are (a(n), b(n)), n >= 0: a(n) is the least number in no earlier pair, b(n) - a(n) = {}",
        differences.trim_start_matches("1 ")
    );
    let beatty: Option<Vec<(u64, u64)>> = (0..side).map(|n| beatty(n, growth)).collect();
    let seen = |pairs: Vec<(u64, u64)>| pairs.into_iter().filter(|(_, b)| *b < side).collect::<Vec<_>>();
    let mut statements = Vec::new();
    if first == 0 && beatty.map(seen).is_some_and(|pairs| pairs == lost) {
        let alpha = match growth {
            1 => "alpha = phi = (1 + sqrt 5)/2".to_owned(),
            2 => "alpha = sqrt 2".to_owned(),
            _ => format!("alpha = (sqrt {} - {})/2", growth * growth + 4, growth - 2),
        };
        statements.push(format!(
            "the lost pairs a <= b are (floor(n alpha), floor(n beta)), n >= 0, {alpha}, beta = alpha + {growth}"
        ));
    }
    statements.push(rule);
    statements.into_iter().map(|statement| (statement, Some(PairSet::growing(first, growth)))).collect()
}

/// Returns the pairs below `side` for which a(n) is the least number in no earlier pair and b(n) = a(n) + growth n + first.
fn by_least_missing(first: u64, growth: u64, side: u64) -> Option<Vec<(u64, u64)>> {
    let mut taken = vec![false; usize::try_from(side).ok()?];
    let mut pairs = Vec::new();
    let mut difference = first;
    for a in 0..taken.len() {
        if taken[a] {
            continue;
        }
        let b = (a as u64).checked_add(difference)?;
        difference = difference.checked_add(growth)?;
        taken[a] = true;
        if b < side {
            taken[b as usize] = true;
            pairs.push((a as u64, b));
        }
    }
    Some(pairs)
}

/// Computes (floor(n alpha), floor(n beta)) with alpha = (2 - t + sqrt(t² + 4))/2 and beta = alpha + t, in integers.
fn beatty(n: u64, t: u64) -> Option<(u64, u64)> {
    let (n, t) = (u128::from(n), u128::from(t));
    let root = n.checked_mul(n)?.checked_mul(t * t + 4)?.isqrt();
    // The other terms are integers, so rounding the root down before halving does not change the floor.
    let a = (root + 2 * n).checked_sub(t * n)? / 2;
    Some((u64::try_from(a).ok()?, u64::try_from(a + t * n).ok()?))
}
