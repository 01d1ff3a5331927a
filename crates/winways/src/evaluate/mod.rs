//! The calculator: expressions in, values out; and which expressions are positions.

mod answer;
mod arguments;
mod calculator;
mod context;
mod error;
mod expression;
mod functions;
mod lazy;
mod names;
mod pass;
mod positions;
mod terms;
mod value;
mod write;

pub use answer::{Answer, GameSummary};
pub use calculator::Calculator;
pub use error::EvaluationError;
pub use expression::Expression;
pub use functions::Function;
