//! The calculator: evaluates expressions, and recognises sums of positions.

mod answer;
mod arguments;
mod arithmetic;
mod calculator;
mod calls;
mod code;
mod collections;
mod comprehension;
mod context;
mod error;
mod expression;
mod function;
mod functions;
mod lazy;
mod list;
mod literals;
mod machine;
mod names;
mod nodes;
mod object;
mod placed;
mod positions;
mod questions;
mod terms;
mod texts;
mod thermographs;
mod tree;
mod value;
mod worths;
mod write;

pub use answer::{Answer, GameSummary};
pub use calculator::Calculator;
pub use error::EvaluationError;
pub use expression::Expression;
pub use function::Function;
pub use object::Object;
