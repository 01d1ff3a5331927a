//! The functions of the calculator, by name.

mod forms;
mod kinds;
mod lists;
mod play;
mod temperature;
mod texts;

use super::arguments::Arguments;
use super::error::Result;
use super::questions::PositionQuestion;
use super::value::Value;
use crate::Outcome;
use std::fmt;
use std::sync::LazyLock;
use winways_notation::{Comparison, Diagnostic, Span};
use winways_values::{Operations, Relation};

/// A function of the calculator.
#[derive(Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// What its arguments are.
    pub parameters: &'static str,
    /// How many arguments it has: at least, and at most.
    counts: [usize; 2],
    /// What it gives, in one sentence that defines it.
    pub summary: &'static str,
    /// A call that can be evaluated as it stands.
    pub example: &'static str,
    /// What the example gives.
    pub answer: &'static str,
    /// Where to read about it.
    pub source: &'static str,
    pub(super) evaluate: Evaluate,
}

/// How the value of a function is found.
#[derive(Clone, Copy)]
pub(super) enum Evaluate {
    /// From the values of its arguments.
    Values(fn(&mut Arguments<'_, '_>) -> Result<Value>),
    /// From a position, which is more than what it is worth.
    Position(fn(&PositionQuestion<'_, '_>, &Value, Span) -> Result<Value>),
    /// By calls of a function for the entries of a list.
    Map,
}

impl fmt::Debug for Function {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}({})", self.name, self.parameters)
    }
}

/// Rows: name, parameters and their number, definition, an example and what it gives, the source, and how it is worked out.
macro_rules! functions {
    ($($name:literal ($parameters:literal) $counts:expr, $summary:literal,
       $example:literal => $answer:literal, $source:literal: $evaluate:expr;)*) => {
        pub(super) const FUNCTIONS: &[super::Function] = &[$(super::Function {
            name: $name,
            parameters: $parameters,
            counts: $counts,
            summary: $summary,
            example: $example,
            answer: $answer,
            source: $source,
            evaluate: $evaluate,
        }),*];
    };
}
use functions;

/// Every function, in the order of their names.
static FUNCTIONS: LazyLock<Vec<Function>> = LazyLock::new(|| {
    let families = [
        forms::FUNCTIONS,
        kinds::FUNCTIONS,
        lists::FUNCTIONS,
        play::FUNCTIONS,
        temperature::FUNCTIONS,
        texts::FUNCTIONS,
    ];
    let mut functions = families.concat();
    functions.sort_by_key(|function| function.name);
    functions
});

/// Every function, in the order of their names.
pub(super) fn all() -> &'static [Function] {
    &FUNCTIONS
}

/// The function of this name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    let place = FUNCTIONS.binary_search_by_key(&name, |function| function.name).ok()?;
    FUNCTIONS.get(place)
}

/// What a name stands for that has no other value: a function, an outcome, true or false.
pub(super) fn constant(name: &str) -> Option<Value> {
    Some(match name {
        "N" => Value::Outcome(Outcome::Next),
        "P" => Value::Outcome(Outcome::Previous),
        "L" => Value::Outcome(Outcome::Left),
        "R" => Value::Outcome(Outcome::Right),
        "D" => Value::Outcome(Outcome::Draw),
        "true" => Value::Truth(true),
        "false" => Value::Truth(false),
        _ => Value::Function(find(name)?),
    })
}

/// Refuses a call, whose name stands at `span`, with another number of arguments.
pub(super) fn check_count(function: &Function, span: Span, count: usize) -> Result<()> {
    let [least, most] = function.counts;
    if (least..=most).contains(&count) {
        return Ok(());
    }
    let wanted = match least == most {
        true => least.to_string(),
        false if most == usize::MAX => format!("{least} or more"),
        false => format!("{least} to {most}"),
    };
    let noun = if (least, most) == (1, 1) { "argument" } else { "arguments" };
    let message = format!("`{}` has {wanted} {noun}, not {count}", function.name);
    let label = format!("expected {}({})", function.name, function.parameters);
    Err(Diagnostic::new(message, span).label(label).help(format!("for example {}", function.example)).into())
}

/// The value of a function, whose name stands at `span`, from those of its arguments.
pub(super) fn call(
    function: &'static Function,
    operations: &mut Operations<'_>,
    span: Span,
    values: Vec<Value>,
    spans: &[Span],
) -> Result<Value> {
    match function.evaluate {
        Evaluate::Values(evaluate) => {
            evaluate(&mut Arguments::new(operations, function.example, values, spans, span))
        }
        Evaluate::Position(_) | Evaluate::Map => {
            let message = format!("`{}` is no function of values", function.name);
            Err(Diagnostic::new(message, span).into())
        }
    }
}

/// Whether two games whose difference relates so to zero compare so.
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
