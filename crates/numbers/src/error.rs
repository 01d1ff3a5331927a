//! The errors of operations on numbers.

use thiserror::Error;

/// The largest size of an ordinal or a surreal number: the number of terms at all levels, plus the additional words of
/// long coefficients.
pub const MOST_TERMS: u32 = 4096;

/// The largest height of a tower of exponents.
pub const MOST_LEVELS: u32 = 64;

/// The largest length of a numerator or a denominator, in bits.
pub const MOST_BITS: usize = 1 << 14;

/// The reason why an operation on numbers has no result.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// The result has too many terms or too many digits, or would take too long to compute.
    #[error(
        "the result is too large: a number has at most {MOST_TERMS} terms and {MOST_BITS} bits in a coefficient"
    )]
    TooLarge,
    /// The caller ended the work.
    #[error("the work was interrupted")]
    Interrupted,
    /// The tower of exponents is too high.
    #[error("the tower of exponents is too high: at most {MOST_LEVELS} levels are supported")]
    TooHigh,
    /// A division by zero.
    #[error("division by zero")]
    DivisionByZero,
    /// The subtrahend is larger than the ordinal.
    #[error("an ordinal cannot be subtracted from a smaller one")]
    Negative,
    /// The operation needs an ordinal: exponents that are ordinals and natural coefficients.
    #[error("expected an ordinal below ε₀, such as `ω^2+3`")]
    NotOrdinal,
    /// The operation needs a rational number.
    #[error("expected a rational number, such as `1/3`")]
    NotRational,
    /// The exponent is not an integer, and the base is not ω.
    #[error("expected an integer as the exponent; only ω has other powers")]
    NotInteger,
    /// The operation needs a number with one term.
    #[error("expected a number with one term, such as `2ω^(1/2)`")]
    NotMonomial,
    /// The operation needs a finite sum of terms, and the number is a quotient.
    #[error("expected a finite sum of terms `rω^a`; no sum of at most 64 terms is known for this quotient")]
    NotFinite,
    /// The operation needs a purely infinite number: all exponents are positive.
    #[error("expected a purely infinite number: every exponent must be positive")]
    NotInfinite,
    /// The operation needs a finite number.
    #[error("expected a finite number: no exponent may be positive")]
    Infinite,
    /// The root is not among the numbers with rational coefficients.
    #[error("this root has a coefficient that is not rational, or the number is negative")]
    NoRoot,
    /// The exponential is not supported for this exponent.
    #[error("the exponential is not known for a term with this exponent")]
    NoExponential,
    /// The sign expansion has no notation with finitely many runs and words.
    #[error("the sign expansion is not described by finitely many runs and periodic words")]
    NoSigns,
    /// The sign expansion does not belong to a finite sum of terms with rational coefficients.
    #[error("no finite sum of terms with rational coefficients has this sign expansion")]
    NoNumber,
    /// The left end of an interval is not less than the right end.
    #[error("no number lies between the two numbers: the left number must be less than the right number")]
    EmptyInterval,
    /// The nimber is at least ω^ω^ω, or a finite coefficient is at least 2^256.
    #[error("expected a nimber below ω^ω^ω whose finite coefficients are below 2^256")]
    NotNimber,
    /// The constant of a prime in the product of transfinite nimbers is not known.
    #[error("the product needs the constant of {prime}, which is known for odd primes up to 709 only")]
    UnknownConstant {
        /// The prime.
        prime: u64,
    },
    /// The excess of a constant, found by trial, contradicts the rule for excesses.
    #[error("the constant of the prime {prime} failed its check")]
    WrongConstant {
        /// The prime.
        prime: u64,
    },
}

/// The error for a string that is not a number: the position of the error, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("at byte {place}: {fault}")]
pub struct ParseNumberError {
    /// The position of the error in the string, in bytes.
    pub place: usize,
    /// The fault at this position.
    pub fault: ParseFault,
}

/// A fault in the notation of a number.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseFault {
    /// Something else was expected.
    #[error("expected {0}")]
    Expected(&'static str),
    /// The parentheses are nested too deeply.
    #[error("parentheses and exponents are nested too deeply")]
    TooDeep,
    /// The syntax is correct, but the value does not exist or is not supported.
    #[error(transparent)]
    Value(#[from] NumberError),
}

/// Returns an error at a byte position.
pub(crate) fn at(place: usize, fault: impl Into<ParseFault>) -> ParseNumberError {
    ParseNumberError { place, fault: fault.into() }
}

/// Returns an error if the product of `one` and `other` is more than 2^18: too many pairs of terms to multiply.
pub(crate) fn check_pairs(one: usize, other: usize) -> Result<(), NumberError> {
    if one.saturating_mul(other) > 1 << 18 { Err(NumberError::TooLarge) } else { Ok(()) }
}
