//! Products, inverses and squares of arrays of nimbers.
//!
//! An array is any object with the buffer protocol whose numbers are unsigned integers. The nimbers of 8, 16 and 32 bits are subfields
//! of the field of 64-bit nimbers, so one batch interface serves all widths. The result is a `memoryview`, like the numbers of tables.

use crate::buffer::view_of_bytes;
use pyo3::exceptions::{PyTypeError, PyValueError, PyZeroDivisionError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyInt, PyMemoryView};
use winways::nim::{invert_all_u64, multiply_all_u64};

/// The number of nimbers computed between two checks for signals.
const CHUNK: usize = 1 << 14;

/// Nimbers of one width, with a shape.
struct Array<'py> {
    /// A view of the array that was passed.
    view: Bound<'py, PyMemoryView>,
    bytes: Bound<'py, PyBytes>,
    /// The width of a nimber in bytes.
    width: usize,
    shape: Vec<u64>,
}

/// A factor of a product.
enum Factor<'py> {
    Array(Array<'py>),
    Scalar(u64),
}

impl<'py> Factor<'py> {
    fn of_object(object: &Bound<'py, PyAny>) -> PyResult<Factor<'py>> {
        let py = object.py();
        if object.is_instance_of::<PyInt>() {
            return scalar(object).map(Factor::Scalar);
        }
        let Ok(view) = PyMemoryView::from(object) else {
            let kind = object.get_type().name()?;
            let message = format!("expected an array of unsigned integers or an integer, not {kind}");
            return Err(PyTypeError::new_err(message));
        };
        let (format, width): (String, usize) =
            (view.getattr("format")?.extract()?, view.getattr("itemsize")?.extract()?);
        let letter =
            format.trim_start_matches(['@', '=', if cfg!(target_endian = "little") { '<' } else { '>' }]);
        if !matches!(letter, "B" | "H" | "I" | "L" | "Q") || !matches!(width, 1 | 2 | 4 | 8) {
            let message = format!(
                "expected unsigned integers of 8, 16, 32 or 64 bits in the byte order of the machine, not the format {format:?}"
            );
            return Err(PyTypeError::new_err(message));
        }
        let bytes: Bound<'py, PyBytes> = view.call_method0("tobytes")?.cast_into()?;
        let shape: Vec<u64> = view.getattr("shape")?.extract()?;
        if shape.is_empty() {
            return Ok(Factor::Scalar(words(bytes.as_bytes(), width).first().copied().unwrap_or(0)));
        }
        py.check_signals()?;
        Ok(Factor::Array(Array { view, bytes, width, shape }))
    }

    /// Returns `count` nimbers from index `start` on.
    fn chunk(&self, start: usize, count: usize) -> Vec<u64> {
        match self {
            Factor::Scalar(scalar) => vec![*scalar; count],
            Factor::Array(array) => array.chunk(start, count),
        }
    }
}

/// Converts an integer to a nimber of 64 bits.
fn scalar(integer: &Bound<'_, PyAny>) -> PyResult<u64> {
    let expected = || PyValueError::new_err(format!("expected an integer from 0 to 2^64 - 1, not {integer}"));
    integer.extract().map_err(|_| expected())
}

/// Reads numbers of `width` bytes each.
fn words(bytes: &[u8], width: usize) -> Vec<u64> {
    fn of<const N: usize>(bytes: &[u8], word: impl Fn([u8; N]) -> u64) -> Vec<u64> {
        bytes.as_chunks().0.iter().map(|&bytes| word(bytes)).collect()
    }
    match width {
        1 => of(bytes, |bytes| u8::from_ne_bytes(bytes).into()),
        2 => of(bytes, |bytes| u16::from_ne_bytes(bytes).into()),
        4 => of(bytes, |bytes| u32::from_ne_bytes(bytes).into()),
        _ => of(bytes, u64::from_ne_bytes),
    }
}

/// Writes numbers with `width` bytes each. The higher bits of the numbers must be 0.
fn write(words: &[u64], bytes: &mut [u8], width: usize) {
    fn of<const N: usize>(words: &[u64], bytes: &mut [u8], bytes_of: impl Fn(u64) -> [u8; N]) {
        for (bytes, &word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = bytes_of(word);
        }
    }
    match width {
        1 => of(words, bytes, |word| (word as u8).to_ne_bytes()),
        2 => of(words, bytes, |word| (word as u16).to_ne_bytes()),
        4 => of(words, bytes, |word| (word as u32).to_ne_bytes()),
        _ => of(words, bytes, u64::to_ne_bytes),
    }
}

impl<'py> Array<'py> {
    /// Reads the operand of a unary operation.
    fn of_object(object: &Bound<'py, PyAny>) -> PyResult<Array<'py>> {
        match Factor::of_object(object)? {
            Factor::Array(array) => Ok(array),
            Factor::Scalar(_) => Err(not_an_array()),
        }
    }

    fn len(&self) -> usize {
        self.bytes.as_bytes().len() / self.width
    }

    fn chunk(&self, start: usize, count: usize) -> Vec<u64> {
        let bytes = &self.bytes.as_bytes()[start * self.width..(start + count) * self.width];
        words(bytes, self.width)
    }

    /// Returns an array of this width and shape. `compute` returns the nimbers of a chunk, given its first index and its length.
    fn map(
        &self,
        py: Python<'py>,
        mut compute: impl FnMut(usize, usize) -> PyResult<Vec<u64>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.shape.len() > 1 && self.shape.contains(&0) {
            // `cast` cannot create a view of this shape, so return a view of the empty array itself.
            return self.view.call_method0("toreadonly");
        }
        let (width, length) = (self.width, self.len());
        let bytes = PyBytes::new_with(py, length * width, |buffer| {
            for (place, part) in buffer.chunks_mut(CHUNK * width).enumerate() {
                py.check_signals()?;
                let nimbers = compute(place * CHUNK, part.len() / width)?;
                write(&nimbers, part, width);
            }
            Ok(())
        })?;
        let format = match width {
            1 => "B",
            2 => "H",
            4 => "I",
            _ => "Q",
        };
        view_of_bytes(py, bytes, format, &self.shape)
    }

    /// Checks that an array has this width and shape, or that a scalar fits into this width, as the other factor of a product.
    fn check(&self, other: &Factor<'_>) -> PyResult<()> {
        let bits = 8 * self.width;
        match other {
            Factor::Array(other) if other.width != self.width => {
                let message =
                    format!("expected two arrays of the same width, not {bits} and {} bits", 8 * other.width);
                Err(PyTypeError::new_err(message))
            }
            Factor::Array(other) if other.shape != self.shape => {
                let [one, other] = [&self.shape, &other.shape].map(|shape| tuple(shape));
                let message = format!(
                    "expected two arrays of the same shape, or an array and an integer, not {one} and {other}"
                );
                Err(PyValueError::new_err(message))
            }
            Factor::Scalar(scalar) if bits < 64 && scalar >> bits != 0 => Err(PyValueError::new_err(
                format!("{scalar} is not a nimber of {bits} bits, the width of the array"),
            )),
            _ => Ok(()),
        }
    }

    /// Formats the index of a nimber in Python's notation, given its index `place` in the flattened array.
    fn index(&self, mut place: u64) -> String {
        let mut index = Vec::new();
        for &length in self.shape.iter().rev() {
            index.push(place % length.max(1));
            place /= length.max(1);
        }
        index.reverse();
        if let [index] = index[..] { index.to_string() } else { tuple(&index) }
    }
}

/// Formats numbers as a Python tuple.
fn tuple(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    format!("({}{})", texts.join(", "), if numbers.len() == 1 { "," } else { "" })
}

fn not_an_array() -> PyErr {
    PyTypeError::new_err(
        "expected an array of unsigned integers; the functions of the same names in winways.functions take single nimbers",
    )
}

/// Returns the element-wise nim products of two arrays, or of an array and an integer.
///
/// An array is any object with the buffer protocol, such as a numpy array, of unsigned integers of 8, 16, 32 or 64 bits. Two arrays must
/// have the same shape and width. The result is a ``memoryview`` of this shape and width, which ``numpy.asarray`` accepts without copying.
#[pyfunction]
#[pyo3(signature = (a, b, /))]
pub(crate) fn nim_product<'py>(
    py: Python<'py>,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let (array, other) = match (Factor::of_object(a)?, Factor::of_object(b)?) {
        (Factor::Array(array), other) | (other, Factor::Array(array)) => (array, other),
        (Factor::Scalar(_), Factor::Scalar(_)) => return Err(not_an_array()),
    };
    array.check(&other)?;
    array.map(py, |start, count| {
        let mut factors = array.chunk(start, count);
        multiply_all_u64(&mut factors, &other.chunk(start, count));
        Ok(factors)
    })
}

/// Returns the nim inverses of the nimbers of an array. Raises ``ZeroDivisionError`` with the index of the first 0.
#[pyfunction]
#[pyo3(signature = (a, /))]
pub(crate) fn nim_inverse<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = Array::of_object(a)?;
    array.map(py, |start, count| {
        let mut nimbers = array.chunk(start, count);
        if let Some(place) = nimbers.iter().position(|&nimber| nimber == 0) {
            let index = array.index((start + place) as u64);
            return Err(PyZeroDivisionError::new_err(format!("division by zero at index {index}")));
        }
        invert_all_u64(&mut nimbers);
        Ok(nimbers)
    })
}

/// Returns the nim squares of the nimbers of an array.
#[pyfunction]
#[pyo3(signature = (a, /))]
pub(crate) fn nim_square<'py>(py: Python<'py>, a: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let array = Array::of_object(a)?;
    array.map(py, |start, count| {
        let mut nimbers = array.chunk(start, count);
        let factors = nimbers.clone();
        multiply_all_u64(&mut nimbers, &factors);
        Ok(nimbers)
    })
}
