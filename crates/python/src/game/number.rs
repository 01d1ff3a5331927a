//! Conversion of games that are numbers to Python numbers.

use super::{NumberGame, Value};
use crate::errors::UnsupportedError;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::borrow::Cow;
use winways::values::TextLimits;

/// The types of format specifications for real numbers.
const REAL: &str = "eEfFgG%";

/// The types of format specifications for integers.
const INTEGER: &str = "bcdoxXn";

#[pymethods]
impl NumberGame {
    /// The numerator of the number in lowest terms.
    #[getter]
    fn numerator<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.as_super().get().fraction_itself(slf.py())?.getattr("numerator")
    }

    fn __abs__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let is_negative = slf.as_super().get().fraction_itself(slf.py())?.lt(0)?;
        if is_negative { slf.neg() } else { Ok(slf.clone().into_any()) }
    }

    /// The number itself, as for every rational number in Python.
    #[getter]
    fn real<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    /// Zero, as for every rational number in Python.
    #[getter]
    fn imag(&self) -> u8 {
        0
    }

    /// Returns the number itself, as for every rational number in Python.
    fn conjugate<'py>(slf: &Bound<'py, Self>) -> Bound<'py, Self> {
        slf.clone()
    }

    /// The denominator of the number in lowest terms, a power of two.
    #[getter]
    fn denominator<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.as_super().get().fraction_itself(slf.py())?.getattr("denominator")
    }
}

/// Returns `true` if a format specification has no type, but requests number formatting by a sign, leading zeros, groups of digits, a
/// precision, or the alignment `=`.
fn is_numeric_without_type(style: &str) -> bool {
    let mut rest = style;
    let is_alignment = |character: char| "<>=^".contains(character);
    let mut characters = style.char_indices();
    let (first, second) = (characters.next(), characters.next());
    let end = |(start, character): (usize, char)| start + character.len_utf8();
    let alignment = [second, first].into_iter().flatten().find(|&(_, character)| is_alignment(character));
    if let Some(alignment) = alignment {
        rest = &style[end(alignment)..];
    }
    let has_type = style.ends_with(|last: char| last.is_alphabetic() || last == '%');
    !has_type
        && (alignment.is_some_and(|(_, character)| character == '=')
            || rest.starts_with(['+', '-', ' ', '0'])
            || rest.contains([',', '_', '.']))
}

impl Value {
    /// Returns the `Fraction` that the game equals.
    ///
    /// # Errors
    /// `ValueError` for other games.
    pub(super) fn fraction_itself<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let number = self.number(py)?;
        number.map_or_else(|| Err(PyValueError::new_err(format!("{} is not a number", self.brief(py)?))), Ok)
    }

    /// Returns the text of the game for a message, or a description if it is long.
    fn brief(&self, py: Python<'_>) -> PyResult<Cow<'static, str>> {
        match self.text(py, TextLimits::default()) {
            Ok(text) if text.len() <= 80 => Ok(Cow::Owned(format!("the game {text}"))),
            Ok(_) => Ok(Cow::Borrowed("this game")),
            Err(error) if error.is_instance_of::<UnsupportedError>(py) => Ok(Cow::Borrowed("this game")),
            Err(error) => Err(error),
        }
    }

    /// Formats the game. A format with a number type formats the number that the game equals. If the game is a number, so does a format
    /// that satisfies [`is_numeric_without_type`]. Any other format formats the text of the game.
    ///
    /// # Errors
    /// `ValueError` if a format with a number type is applied to a game that is not a number, or a format for integers to another number.
    pub(super) fn formatted(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        let format = |object: &Bound<'_, PyAny>| object.call_method1("__format__", (style,))?.extract();
        let is_of = |types: &str| style.chars().next_back().is_some_and(|last| types.contains(last));
        let is_number = || Ok::<_, PyErr>(self.number(py)?.is_some());
        if is_of(INTEGER) || is_numeric_without_type(style) && is_number()? {
            let number = self.fraction_itself(py)?;
            if !number.getattr("denominator")?.eq(1)? {
                let message = format!(
                    "the format {style:?} is for integers, and this number is {number}: expected a type such as `f`"
                );
                return Err(PyValueError::new_err(message));
            }
            return format(&number.getattr("numerator")?);
        }
        if is_of(REAL) {
            let number = self.fraction_itself(py)?;
            return match format(&number) {
                // Before Python 3.12, fractions do not support formats.
                Err(error) if error.is_instance_of::<PyTypeError>(py) => {
                    format(&number.call_method0("__float__")?)
                }
                formatted => formatted,
            };
        }
        format(&self.__str__(py)?)
    }
}
