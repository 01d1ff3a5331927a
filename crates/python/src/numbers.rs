//! Conversion between dyadic rationals and Python's `int` and `fractions.Fraction`, of any size.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use winways::Dyadic;

/// The maximum number of decimal digits converted at once, since Python limits it.
const DIGITS_PER_STEP: usize = 4000;

/// The number of binary digits of a Python integer converted at once.
const BITS_PER_STEP: u32 = 32;

/// Converts a number to a `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("fractions")?.getattr("Fraction")?;
    if let Ok(integer) = i64::try_from(number) {
        return class.call1((integer,));
    }
    let (numerator, denominator) = ratio(py, number)?;
    class.call1((numerator, denominator))
}

/// Returns the numerator and the denominator, in lowest terms.
pub(crate) fn ratio<'py>(
    py: Python<'py>,
    number: &Dyadic,
) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let exponent = number.exponent();
    if exponent < 63 {
        let numerator = (0..exponent).fold(number.clone(), |number, _| number.double());
        if let Ok(numerator) = i64::try_from(&numerator) {
            let denominator = 1_u64 << exponent;
            return Ok((numerator.into_pyobject(py)?.into_any(), denominator.into_pyobject(py)?.into_any()));
        }
    }
    let text = number.to_string();
    let (numerator, _) = text.split_once('/').unwrap_or((&text, "1"));
    let denominator = 1_u32.into_pyobject(py)?.into_any().lshift(exponent)?;
    Ok((integer_of_text(py, numerator)?, denominator))
}

/// Parses an integer in decimal digits.
fn integer_of_text<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
    let int = py.import("builtins")?.getattr("int")?;
    let mut integer = 0_u32.into_pyobject(py)?.into_any();
    let mut rest = digits;
    while !rest.is_empty() {
        let (piece, others) = rest.split_at(rest.len().min(DIGITS_PER_STEP));
        let scale = 10_u32.into_pyobject(py)?.into_any().pow(piece.len(), py.None())?;
        integer = integer.mul(scale)?.add(int.call1((piece,))?)?;
        rest = others;
    }
    if is_negative { integer.neg() } else { Ok(integer) }
}

/// Converts an integer, a fraction, or any object with `as_integer_ratio`. Returns `None` if the object is not a number.
///
/// # Errors
/// `ValueError` if the number is not dyadic.
pub(crate) fn number_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if let Ok(integer) = object.extract::<i64>() {
        return Ok(Some(Dyadic::from(integer)));
    }
    let Some(ratio) = object.getattr_opt("as_integer_ratio")? else { return Ok(None) };
    let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) = ratio.call0()?.extract()?;
    let length: u32 = denominator.call_method0("bit_length")?.extract()?;
    let exponent = length.saturating_sub(1);
    let power = 1_u32.into_pyobject(object.py())?.into_any().lshift(exponent)?;
    if !power.eq(&denominator)? {
        let message =
            format!("{} is no dyadic number: expected a power of two below the line", object.str()?);
        return Err(PyValueError::new_err(message));
    }
    let mut number = integer_of(&numerator)?;
    for _ in 0..exponent {
        number = number.halve();
    }
    Ok(Some(number))
}

/// Converts an integer of any size.
fn integer_of(integer: &Bound<'_, PyAny>) -> PyResult<Dyadic> {
    if let Ok(word) = integer.extract::<i64>() {
        return Ok(Dyadic::from(word));
    }
    let is_negative = integer.lt(0)?;
    let mut rest = integer.abs()?;
    let mut pieces = Vec::new();
    let mask = (1_u64 << BITS_PER_STEP) - 1;
    while rest.is_truthy()? {
        pieces.push(rest.bitand(mask)?.extract::<i64>()?);
        rest = rest.rshift(BITS_PER_STEP)?;
    }
    let scale = Dyadic::from(1_i64 << BITS_PER_STEP);
    let number = pieces.into_iter().rev().fold(Dyadic::ZERO, |sum, piece| sum * &scale + Dyadic::from(piece));
    Ok(if is_negative { -number } else { number })
}
