//! The functions of the calculator, by name.

mod forms;
mod kinds;
mod lists;
mod loopy;
mod misere;
mod numbers;
mod play;
mod simplest;
mod temperature;
mod texts;

use super::arguments::{Arguments, Resources};
use super::error::Result;
use super::function::Function;
use super::value::Value;
use crate::Outcome;
use std::sync::LazyLock;
use winways_notation::{Comparison, Span};
use winways_numbers::Surreal;
use winways_values::{Operations, Relation, Session};

/// All functions in alphabetical order.
static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let families = [
        forms::FUNCTIONS,
        kinds::FUNCTIONS,
        lists::FUNCTIONS,
        loopy::FUNCTIONS,
        misere::FUNCTIONS,
        numbers::FUNCTIONS,
        play::FUNCTIONS,
        temperature::FUNCTIONS,
        texts::FUNCTIONS,
    ];
    let mut all = families.concat();
    all.sort_unstable_by_key(|function| function.name);
    all
});

/// Returns all functions in alphabetical order.
pub(super) fn all() -> &'static [Function] {
    &FUNCTIONS
}

/// Returns the function with this name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let name = match name {
        "∞" => "oo",
        "^.Pow" | "↑.Pow" => "up_power",
        _ => name,
    };
    let place = FUNCTIONS.binary_search_by_key(&name, |function| function.name).ok()?;
    FUNCTIONS.get(place)
}

pub(super) use loopy::of_loopy;

/// Returns the thermograph of a short game or a stopper.
pub(super) fn thermograph(
    operations: &mut Operations<'_>,
    resources: Resources<'_>,
    value: Value,
) -> Result<Value> {
    let example = known("thermograph").example;
    let is_loopy = value.loopy().is_some();
    let spans = [Span::at(0)];
    let mut arguments = Arguments::new(operations, resources, example, vec![value], &spans, spans[0]);
    if is_loopy { arguments.thermograph_of_loopy() } else { arguments.thermograph() }
}

/// Returns a function whose name is known to exist.
pub(super) fn known(name: &'static str) -> &'static Function {
    find(name).unwrap_or_else(|| unreachable!("names of functions are taken from their list"))
}

/// Returns the predefined value of a name: a function, an outcome, `true`, `false`, `ω` or `∞`. An outcome of two letters is a
/// text, like the value of `outcome`.
pub(super) fn constant(session: &mut Session<'_>, name: &str) -> Result<Option<Value>> {
    Ok(Some(match name {
        "ω" | "omega" => Value::of_fraction(session, Surreal::omega().into())?,
        "∞" => Value::bare_loop(),
        "N" => Value::Outcome(Outcome::Next),
        "P" => Value::Outcome(Outcome::Previous),
        "L" => Value::Outcome(Outcome::Left),
        "R" => Value::Outcome(Outcome::Right),
        "D" => Value::Outcome(Outcome::Draw),
        "LD" | "DL" | "RD" | "DR" => Value::text(session, name.to_owned())?,
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        _ => return Ok(find(name).map(|function| Value::Function(function.name))),
    }))
}

/// Returns `true` if the comparison holds for games in this relation.
pub(super) fn holds(comparison: Comparison, relation: Relation) -> bool {
    match comparison {
        Comparison::Equal => relation == Relation::Equal,
        Comparison::Unequal => relation != Relation::Equal,
        Comparison::Less => relation == Relation::Less,
        Comparison::Greater => relation == Relation::Greater,
        Comparison::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
        Comparison::GreaterOrEqual => matches!(relation, Relation::Greater | Relation::Equal),
        Comparison::Confused => relation == Relation::Confused,
    }
}
