//! Conversion between dyadic rationals and Python's `int` and `fractions.Fraction`, of any size.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use winways::Dyadic;
use winways::values::ParseDyadicError;

/// Converts a number to a `Fraction`.
pub(crate) fn fraction<'py>(py: Python<'py>, number: &Dyadic) -> PyResult<Bound<'py, PyAny>> {
    match i64::try_from(number) {
        Ok(integer) => py.import("fractions")?.getattr("Fraction")?.call1((integer,)),
        Err(_) => rational(py, &number.to_string()),
    }
}

/// Converts the text of a rational number to a `Fraction`.
pub(crate) fn rational<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
    let decimal = decimal(py)?;
    let integer = |digits: &str| decimal.call1((digits,))?.call_method0("__int__");
    py.import("fractions")?.getattr("Fraction")?.call1((integer(numerator)?, integer(denominator)?))
}

/// Returns the text of a `Fraction`, or `None` if its denominator is a power of two.
pub(crate) fn text_if_not_dyadic(fraction: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    let denominator = fraction.getattr("denominator")?;
    let less = denominator.call_method1("__sub__", (1,))?;
    let is_dyadic = denominator.call_method1("__and__", (less,))?.eq(0)?;
    if is_dyadic {
        return Ok(None);
    }
    let decimal = decimal(fraction.py())?;
    let digits = |part: &str| {
        PyResult::Ok(decimal.call1((fraction.getattr(part)?,))?.str()?.to_string_lossy().into_owned())
    };
    Ok(Some(format!("{}/{}", digits("numerator")?, digits("denominator")?)))
}

/// Returns the class `Decimal`, which converts between integers and digits exactly. Python limits other conversions to a
/// few thousand digits.
fn decimal(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    py.import("decimal")?.getattr("Decimal")
}

/// Converts an integer, a fraction, or any object with `as_integer_ratio`. Returns `None` if the object is not a number.
///
/// # Errors
/// `ValueError` if the number is not dyadic, or has too many digits.
pub(crate) fn number_of(object: &Bound<'_, PyAny>) -> PyResult<Option<Dyadic>> {
    if let Ok(integer) = object.extract::<i64>() {
        return Ok(Some(Dyadic::from(integer)));
    }
    let Some(ratio) = object.getattr_opt("as_integer_ratio")? else { return Ok(None) };
    let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) = ratio.call0()?.extract()?;
    let decimal = decimal(object.py())?;
    // Other types of integers, which `Decimal` rejects, have `__index__`.
    let digits = |integer: Bound<'_, PyAny>| {
        PyResult::Ok(
            decimal.call1((integer.call_method0("__index__")?,))?.str()?.to_string_lossy().into_owned(),
        )
    };
    let number = format!("{}/{}", digits(numerator)?, digits(denominator)?).parse();
    number.map(Some).map_err(|error| match error {
        ParseDyadicError::TooLong => PyValueError::new_err(error.to_string()),
        _ => {
            let shown = object.str().map_or_else(|_| "this".to_owned(), |shown| shown.to_string());
            PyValueError::new_err(format!(
                "{shown} is not a dyadic number: expected a power of two as the denominator"
            ))
        }
    })
}
