//! What a function of the calculator is.

use super::arguments::Arguments;
use super::error::Result;
use super::questions::PositionQuestion;
use super::value::Value;
use std::fmt;
use winways_notation::{Diagnostic, Span};
use winways_values::Operations;

/// A function of the calculator.
#[derive(Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// What its arguments are.
    pub parameters: &'static str,
    /// How many arguments it has: at least, and at most.
    pub(super) counts: [usize; 2],
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
        pub(super) const FUNCTIONS: &[$crate::evaluate::Function] = &[$($crate::evaluate::Function {
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
pub(super) use functions;

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
