//! Syntax only: scanning, expression trees, spans and diagnostics.
//!
//! This crate contains no values and no games. It parses text into tokens and trees whose parts have a [`Span`]. It reports an error as a
//! [`Diagnostic`], which has a span, states what was expected and, where possible, suggests a fix.

#![forbid(unsafe_code)]

mod diagnostic;
mod expression;
pub mod pictures;
pub mod rules;
mod scanner;
mod span;
mod tokens;

pub use diagnostic::{Diagnostic, edit_distance, nearest};
pub use expression::{
    Call, Clause, Comparison, Definition, ExpressionTree, Literal, NameKind, Node, NodeKind, Parsed, UpCount,
    Ups, parse_arguments, parse_call_head, parse_expression,
};
pub use pictures::{is_picture_file, parse_pictures};
pub use rules::parse_rules;
pub use scanner::{Scanner, whole_number};
pub use span::{LineColumn, Span};
