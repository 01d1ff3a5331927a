//! Errors of texts that are no values.

use thiserror::Error;
use winways_solve::StopReason;

/// The reason for which a text is not read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadError {
    /// The text is no value.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The work was stopped.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}

/// A place in a text, and the expectation there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {at}: {expected}")]
pub struct ParseError {
    /// The place in bytes.
    pub at: usize,
    /// The expectation.
    pub expected: Expected,
}

/// The expectation at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Expected {
    /// A value.
    #[error("expected a value: a number, `^`, `v`, `*`, a name such as `over`, or `{{`")]
    Value,
    /// The end of the text.
    #[error("expected the end, an operator or `&`")]
    End,
    /// A closing bracket.
    #[error("expected `)`")]
    Bracket,
    /// A bar, a comma or a closing brace.
    #[error("expected `|`, `,` or `}}`")]
    BarOrBrace,
    /// A longest run of bars that occurs once.
    #[error("expected braces with one longest run of bars, of at most 32 bars")]
    OneBar,
    /// A label that encloses this place.
    #[error("`{0}` is neither a name nor a label of enclosing braces")]
    KnownLabel(String),
    /// A label that is not a name, and not the label of enclosing braces.
    #[error("expected a new label; `{0}` is a name, or a label of enclosing braces")]
    NewLabel(String),
    /// A term without labels of enclosing braces.
    #[error("expected a term that does not lead back to enclosing braces; labels cannot be added or negated")]
    ClosedTerm,
    /// A dyadic number.
    #[error("expected a number whose denominator is a power of two")]
    Dyadic,
    /// A smaller number.
    #[error("expected a smaller number")]
    SmallerNumber,
    /// An offside that is at most the onside.
    #[error("expected an offside that is at most the onside")]
    LowerOffside,
    /// Less nesting.
    #[error("expected less nesting: at most {limit} braces and brackets inside each other")]
    LessNesting {
        /// The limit.
        limit: usize,
    },
}
