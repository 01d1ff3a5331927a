//! The parser of expressions: literals, braces, operators, lists and calls.

mod build;
mod call;
mod lexer;
mod messages;
mod parser;
mod signs;
mod tree;
mod words;

pub use call::{Call, parse_call_head};
pub use parser::{NameKind, Parsed, parse_arguments, parse_expression};
pub use tree::{Clause, Comparison, Definition, ExpressionTree, Literal, Node, NodeKind, UpCount, Ups};
