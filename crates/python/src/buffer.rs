//! Numbers as buffers that other packages read without copying.
//!
//! Under the stable ABI of Python 3.10, a class of an extension cannot implement the buffer protocol. So numbers are written once
//! into a `bytes` object, which is exposed as a `memoryview` with their width and shape.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};
use std::convert::Infallible;
use winways::tables::{TableCell, Tabulation};

/// Numbers of one width.
enum Numbers {
    /// Unsigned numbers of 16 bits.
    Short(Vec<u16>),
    /// Unsigned numbers of 64 bits.
    Long(Vec<u64>),
    /// Signed numbers of 64 bits.
    Signed(Vec<i64>),
}

/// An array of numbers, with the length of each dimension.
pub(crate) struct Cells {
    numbers: Numbers,
    shape: Vec<u64>,
}

impl Cells {
    /// Creates an array with a dimension for each variable of a table. For one or two variables, the numbers have the smallest
    /// unsigned width that fits. For three variables they are signed, and -1 means that a triple is not a position.
    pub(crate) fn of_table(found: &Tabulation<'_>) -> Cells {
        let (mut short, mut long, mut signed) = (Vec::new(), Vec::new(), Vec::new());
        let shape: Vec<u64> = found.ranges.iter().map(|range| range.end - range.start).collect();
        let mut push = |index: &[u64]| -> Result<(), Infallible> {
            let value = match found.table.cell(index, 0) {
                Some(TableCell::Number(value)) => Some(value),
                _ => None,
            };
            match value.map(u16::try_from) {
                _ if index.len() == 3 => {
                    signed.push(value.map_or(-1, |value| value.min(i64::MAX as u64) as i64))
                }
                Some(Ok(value)) if long.is_empty() => short.push(value),
                _ => {
                    long.extend(std::mem::take(&mut short).into_iter().map(u64::from));
                    long.extend(value);
                }
            }
            Ok(())
        };
        let Ok(()) = found.visit(&mut Vec::new(), &mut push);
        let numbers = match (shape.len(), long.is_empty()) {
            (3, _) => Numbers::Signed(signed),
            (_, true) => Numbers::Short(short),
            (_, false) => Numbers::Long(long),
        };
        Cells { numbers, shape }
    }

    /// Creates a one-dimensional array of signed numbers.
    pub(crate) fn of_signed(values: Vec<i64>) -> Cells {
        Cells { shape: vec![values.len() as u64], numbers: Numbers::Signed(values) }
    }
}

/// Returns the numbers as a `memoryview`.
pub(crate) fn view<'py>(py: Python<'py>, cells: &Cells) -> PyResult<Bound<'py, PyAny>> {
    let (bytes, format) = match &cells.numbers {
        Numbers::Short(numbers) => (bytes(py, numbers, |number| number.to_ne_bytes())?, "H"),
        Numbers::Long(numbers) => (bytes(py, numbers, |number| number.to_ne_bytes())?, "Q"),
        Numbers::Signed(numbers) => (bytes(py, numbers, |number| number.to_ne_bytes())?, "q"),
    };
    view_of_bytes(py, bytes, format, &cells.shape)
}

/// The bytes of numbers with their format and shape.
pub(crate) type ViewParts<'py> = (Bound<'py, PyBytes>, String, Vec<u64>);

/// Returns the arguments with which [`view_of_bytes`] recreates a view.
pub(crate) fn parts_of_view<'py>(view: &Bound<'py, PyAny>) -> PyResult<ViewParts<'py>> {
    let bytes = view.call_method0("tobytes")?.cast_into()?;
    Ok((bytes, view.getattr("format")?.extract()?, view.getattr("shape")?.extract()?))
}

/// Returns bytes as a `memoryview` of numbers.
pub(crate) fn view_of_bytes<'py>(
    py: Python<'py>,
    bytes: Bound<'py, PyBytes>,
    format: &str,
    shape: &[u64],
) -> PyResult<Bound<'py, PyAny>> {
    cast(&py.import("builtins")?.getattr("memoryview")?.call1((bytes,))?, format, shape)
}

/// Casts a view of bytes to a view of numbers.
pub(crate) fn cast<'py>(
    view: &Bound<'py, PyAny>,
    format: &str,
    shape: &[u64],
) -> PyResult<Bound<'py, PyAny>> {
    match shape {
        // `cast` rejects a shape that contains zero.
        shape if shape.len() == 1 || shape.contains(&0) => view.call_method1("cast", (format,)),
        shape => view.call_method1("cast", (format, PyTuple::new(view.py(), shape)?)),
    }
}

/// Returns the bytes of numbers, written without an intermediate copy.
fn bytes<'py, T: Copy, const N: usize>(
    py: Python<'py>,
    numbers: &[T],
    bytes_of: impl Fn(T) -> [u8; N],
) -> PyResult<Bound<'py, PyBytes>> {
    PyBytes::new_with(py, numbers.len() * N, |buffer| {
        for (place, number) in buffer.chunks_exact_mut(N).zip(numbers) {
            place.copy_from_slice(&bytes_of(*number));
        }
        Ok(())
    })
}
