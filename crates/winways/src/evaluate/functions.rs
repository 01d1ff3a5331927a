//! The functions of the calculator, by name.

mod forms;
mod kinds;
mod lists;
mod play;
mod temperature;
mod texts;

use super::function::Function;
use super::value::Value;
use crate::Outcome;
use winways_notation::Comparison;
use winways_values::Relation;

/// The functions, grouped by family.
const FAMILIES: [&[Function]; 6] = [
    forms::FUNCTIONS,
    kinds::FUNCTIONS,
    lists::FUNCTIONS,
    play::FUNCTIONS,
    temperature::FUNCTIONS,
    texts::FUNCTIONS,
];

/// The number of functions.
const COUNT: usize = {
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        count += FAMILIES[family].len();
        family += 1;
    }
    count
};

/// All functions in alphabetical order.
const FUNCTIONS: &[Function] = &sorted();

const fn sorted() -> [Function; COUNT] {
    let mut all = [FAMILIES[0][0]; COUNT];
    let (mut count, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut row = 0;
        while row < FAMILIES[family].len() {
            // Insertion sort.
            let function = FAMILIES[family][row];
            let mut place = count;
            while place > 0 && is_before(function.name, all[place - 1].name) {
                all[place] = all[place - 1];
                place -= 1;
            }
            all[place] = function;
            count += 1;
            row += 1;
        }
        family += 1;
    }
    all
}

const fn is_before(some: &str, other: &str) -> bool {
    let (some, other) = (some.as_bytes(), other.as_bytes());
    let mut place = 0;
    while place < some.len() && place < other.len() {
        if some[place] != other[place] {
            return some[place] < other[place];
        }
        place += 1;
    }
    some.len() < other.len()
}

/// Returns all functions in alphabetical order.
pub(super) fn all() -> &'static [Function] {
    FUNCTIONS
}

/// Returns the function with this name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let place = FUNCTIONS.binary_search_by_key(&name, |function| function.name).ok()?;
    FUNCTIONS.get(place)
}

/// Returns the function with a name that was found before.
pub(super) fn known(name: &'static str) -> &'static Function {
    find(name).unwrap_or_else(|| unreachable!("names of functions are taken from their list"))
}

/// Returns the predefined value of a name: a function, an outcome, true or false.
pub(super) fn constant(name: &str) -> Option<Value> {
    Some(match name {
        "N" => Value::Outcome(Outcome::Next),
        "P" => Value::Outcome(Outcome::Previous),
        "L" => Value::Outcome(Outcome::Left),
        "R" => Value::Outcome(Outcome::Right),
        "D" => Value::Outcome(Outcome::Draw),
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        _ => Value::Function(find(name)?.name),
    })
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
