//! The options of rule files on numbers, by the definition in docs/rules.md: all assignments of numbers to new names are tried. Only
//! the parser is shared with the crate.

use std::collections::{BTreeMap, BTreeSet};
use winways_notation::rules::{
    Arithmetic, Expression, ExpressionKind, Movers, OptionGroup, Rule, RuleFile, RuleFunction, RuleOption,
    RuleRelation, Set, SetKind,
};

/// The values of the known names.
type Values<'f> = BTreeMap<&'f str, i64>;

/// Returns the options of one player. New names take all numbers up to `limit`.
pub(crate) fn options_of_player(
    file: &RuleFile,
    player: Movers,
    component: &[u64],
    limit: i64,
) -> BTreeSet<Vec<u64>> {
    options_of_rules(file, |rule| [player, Movers::Both].contains(&rule.movers), component, limit)
}

/// Returns the options of the rules for which `is_wanted` returns `true`. New names take all numbers up to `limit`.
pub(crate) fn options_of_rules(
    file: &RuleFile,
    is_wanted: impl Fn(&Rule) -> bool,
    component: &[u64],
    limit: i64,
) -> BTreeSet<Vec<u64>> {
    let mut parameters = Values::new();
    for parameter in &file.parameters {
        let value = number(&parameter.value, &parameters).expect("a parameter has a value");
        parameters.insert(&parameter.name.text, value);
    }
    let mut options = BTreeSet::new();
    for rule in file.rules.iter().filter(|rule| is_wanted(rule)) {
        let mut known = parameters.clone();
        let names = rule.pattern.names.iter().map(|name| name.text.as_str());
        known.extend(names.zip(component.iter().map(|&number| number as i64)));
        for group in &rule.groups {
            for option in &group.options {
                add_options(group, option, &known, limit, &mut options);
            }
        }
    }
    options
}

/// Adds the options that an option of a file describes: one for each assignment that satisfies all conditions and makes no number
/// negative.
fn add_options<'f>(
    group: &'f OptionGroup,
    option: &'f RuleOption,
    known: &Values<'f>,
    limit: i64,
    options: &mut BTreeSet<Vec<u64>>,
) {
    let own = names_of(option);
    let others: BTreeSet<&str> =
        group.options.iter().flat_map(names_of).filter(|name| !own.contains(name)).collect();
    // A condition on a new name of another option applies only to that option.
    let is_own = |name: &&str| known.contains_key(name) || !others.contains(name);
    let conditions: Vec<&Expression> =
        group.conditions.iter().filter(|condition| names_in(condition).iter().all(is_own)).collect();
    let mut new = own;
    new.extend(conditions.iter().flat_map(|condition| names_in(condition)));
    new.retain(|name| !known.contains_key(name));
    let mut values = known.clone();
    values.extend(new.iter().map(|&name| (name, 0)));
    loop {
        if conditions.iter().all(|condition| holds(condition, &values) == Some(true)) {
            let numbers = option.parts.iter().flat_map(|part| &part.numbers);
            let numbers = numbers.map(|expression| u64::try_from(number(expression, &values)?).ok());
            options.extend(numbers.collect::<Option<Vec<u64>>>());
        }
        let Some(next) = new.iter().rev().find(|&name| values[name] < limit) else { return };
        values.extend(new.iter().skip_while(|name| *name != next).skip(1).map(|&name| (name, 0)));
        *values.get_mut(next).expect("a new name has a number") += 1;
    }
}

fn names_of(option: &RuleOption) -> BTreeSet<&str> {
    option.parts.iter().flat_map(|part| &part.numbers).flat_map(names_in).collect()
}

fn names_in(expression: &Expression) -> BTreeSet<&str> {
    match &expression.kind {
        ExpressionKind::Integer(_) => BTreeSet::new(),
        ExpressionKind::Name(name) => BTreeSet::from([name.as_str()]),
        ExpressionKind::Negative(inner) | ExpressionKind::Not(inner) => names_in(inner),
        ExpressionKind::Binary(_, a, b) => names_in(a).into_iter().chain(names_in(b)).collect(),
        ExpressionKind::Call(_, parts) | ExpressionKind::And(parts) | ExpressionKind::Or(parts) => {
            parts.iter().flat_map(names_in).collect()
        }
        ExpressionKind::Comparison { first, rest } => {
            names_in(first).into_iter().chain(rest.iter().flat_map(|(_, part)| names_in(part))).collect()
        }
        ExpressionKind::In { number, set, .. } => {
            let listed: BTreeSet<&str> = match &set.kind {
                SetKind::Listed(items) => {
                    let ends = items.iter().flat_map(|item| [&item.first].into_iter().chain(&item.last));
                    ends.flat_map(names_in).collect()
                }
                SetKind::Named { arguments, .. } => arguments.iter().flat_map(names_in).collect(),
            };
            names_in(number).into_iter().chain(listed).collect()
        }
    }
}

/// Returns the value of a number, or `None` if it is undefined or needs more than 64 bits.
fn number(expression: &Expression, values: &Values<'_>) -> Option<i64> {
    match &expression.kind {
        ExpressionKind::Integer(value) => Some(*value),
        ExpressionKind::Name(name) => values.get(name.as_str()).copied(),
        ExpressionKind::Negative(inner) => number(inner, values)?.checked_neg(),
        ExpressionKind::Binary(operation, a, b) => {
            let (a, b) = (number(a, values)?, number(b, values)?);
            match operation {
                Arithmetic::Add => a.checked_add(b),
                Arithmetic::Subtract => a.checked_sub(b),
                Arithmetic::Multiply => a.checked_mul(b),
                Arithmetic::Divide => quotient(a, b),
                Arithmetic::Remainder => quotient(a, b).map(|quotient| a - quotient * b),
            }
        }
        ExpressionKind::Call(function, parts) => {
            let numbers: Vec<i64> = parts.iter().map(|part| number(part, values)).collect::<Option<_>>()?;
            match function {
                RuleFunction::Min => numbers.into_iter().min(),
                RuleFunction::Max => numbers.into_iter().max(),
                RuleFunction::Gcd => {
                    let divides = |divisor: i64| numbers.iter().all(|number| number % divisor == 0);
                    let greatest = numbers.iter().map(|number| number.abs()).max()?;
                    Some((1..=greatest).rev().find(|&divisor| divides(divisor)).unwrap_or(0))
                }
            }
        }
        other => unreachable!("{other:?} is not a number"),
    }
}

/// Returns the quotient of two numbers, rounded down.
fn quotient(a: i64, b: i64) -> Option<i64> {
    let remainder = a.checked_rem(b)?;
    Some(a / b - i64::from(remainder != 0 && (remainder < 0) != (b < 0)))
}

/// Returns `Some(true)` if a condition holds, or `None` if the result depends on an undefined number. Conditions are evaluated from left
/// to right, with short-circuiting.
fn holds(condition: &Expression, values: &Values<'_>) -> Option<bool> {
    match &condition.kind {
        ExpressionKind::Not(inner) => holds(inner, values).map(|holds| !holds),
        ExpressionKind::And(parts) => decided(parts.iter().map(|part| holds(part, values)), false),
        ExpressionKind::Or(parts) => decided(parts.iter().map(|part| holds(part, values)), true),
        ExpressionKind::Comparison { first, rest } => {
            let numbers = std::iter::once(&**first).chain(rest.iter().map(|(_, number)| number));
            let pairs = numbers.zip(rest).map(|(left, (relation, right))| {
                compared(number(left, values)?, *relation, number(right, values)?)
            });
            decided(pairs, false)
        }
        ExpressionKind::In { number: member, negated, set } => {
            contains(set, number(member, values)?, values).map(|is_member| is_member != *negated)
        }
        other => unreachable!("{other:?} is not a condition"),
    }
}

/// Returns the result of the first condition that is `by` or undefined, or `!by` if there is none.
fn decided(mut conditions: impl Iterator<Item = Option<bool>>, by: bool) -> Option<bool> {
    match conditions.find(|holds| *holds != Some(!by)) {
        Some(decisive) => decisive,
        None => Some(!by),
    }
}

fn compared(a: i64, relation: RuleRelation, b: i64) -> Option<bool> {
    Some(match relation {
        RuleRelation::Equal => a == b,
        RuleRelation::Unequal => a != b,
        RuleRelation::Less => a < b,
        RuleRelation::LessOrEqual => a <= b,
        RuleRelation::Greater => a > b,
        RuleRelation::GreaterOrEqual => a >= b,
    })
}

fn contains(set: &Set, member: i64, values: &Values<'_>) -> Option<bool> {
    let (name, arguments) = match &set.kind {
        SetKind::Listed(items) => {
            let ranges = items.iter().map(|item| {
                let first = member >= number(&item.first, values)?;
                let last = item.last.as_ref().unwrap_or(&item.first);
                Some(first && member <= number(last, values)?)
            });
            return decided(ranges, true);
        }
        SetKind::Named { name, arguments } => (name.text.as_str(), arguments),
    };
    Some(match name {
        "powers" => {
            let base = number(&arguments[0], values)?;
            std::iter::successors(Some(1), |power: &i64| power.checked_mul(base)).any(|power| power == member)
        }
        "fibonacci" => {
            let pairs =
                std::iter::successors(Some((1, 2)), |&(a, b): &(i64, i64)| Some((b, a.checked_add(b)?)));
            pairs.map(|(number, _)| number).any(|number| number == member)
        }
        "squares" => (1..=member).any(|root| root.checked_mul(root) == Some(member)),
        "primes" => member >= 2 && (2..member).all(|divisor| member % divisor != 0),
        "evens" => member >= 0 && member % 2 == 0,
        "odds" => member >= 0 && member % 2 == 1,
        other => unreachable!("{other} is not a set"),
    })
}
