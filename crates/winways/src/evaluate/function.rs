//! The definition of a calculator function.

use super::arguments::Arguments;
use super::error::Result;
use super::questions::PositionQuestion;
use super::value::Value;
use std::fmt;
use winways_notation::{Diagnostic, Span};

/// A function of the calculator.
#[derive(Clone, Copy)]
pub struct Function {
    /// The name.
    pub name: &'static str,
    /// The parameters, as written in help texts.
    pub parameters: &'static str,
    /// The minimum and maximum number of arguments.
    pub counts: [usize; 2],
    /// The definition of the result, in one sentence.
    pub summary: &'static str,
    /// An example of a call.
    pub example: &'static str,
    /// The result of the example.
    pub answer: &'static str,
    /// A source that explains the function.
    pub source: &'static str,
    pub(super) evaluate: Evaluate,
}

/// The implementation of a function.
#[derive(Clone, Copy)]
pub(super) enum Evaluate {
    /// Computes the result from the values of the arguments.
    Values(fn(&mut Arguments<'_, '_>) -> Result<Value>),
    /// Computes the result from a position, because the value of the position does not suffice.
    Position(fn(&PositionQuestion<'_, '_>, &Value, Span) -> Result<Value>),
    /// Computes the result under misère play, from positions, values or names of games.
    Misere(fn(&PositionQuestion<'_, '_>, &[Value], &[Span]) -> Result<Value>),
    /// Applies a function to the entries of a list.
    Map,
}

impl Function {
    /// Returns a hint that the name denotes a function, with an example.
    pub(super) fn as_help(&self) -> String {
        format!("`{}` is a function: `{}`", self.name, self.example)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}({})", self.name, self.parameters)
    }
}

/// Defines a table of functions. Columns: name, parameters, numbers of arguments, definition, example and its value,
/// source, implementation.
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

/// Checks the number of arguments of a call; `span` is the span of the function's name.
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
    let message = format!("`{}` takes {wanted} {noun}, not {count}", function.name);
    let label = format!("expected {}({})", function.name, function.parameters);
    Err(Diagnostic::new(message, span).label(label).help(format!("for example {}", function.example)).into())
}
