//! Expressions as written: literals, braces, operators, lists, calls.

mod build;
mod call;
mod lexer;
mod messages;
mod parser;
mod sum;
mod tree;

pub use call::{Call, parse_call_head};
pub use parser::{Parsed, parse_arguments, parse_expression};
pub use sum::{Sum, Term, TermKind, parse_sum};
pub use tree::{Comparison, ExpressionTree, Literal, Node, NodeKind, UpCount, Ups};
