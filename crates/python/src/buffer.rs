//! Numbers as buffers that other packages read without copying.
//!
//! Under the stable ABI of Python 3.10, a class of an extension cannot implement the buffer protocol. So numbers are written once
//! into a `bytes` object, which is exposed as a `memoryview` with their width and shape.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Numbers of one width.
enum Numbers {
    /// Unsigned numbers of 16 bits.
    Short(Vec<u16>),
    /// Unsigned numbers of 64 bits.
    Long(Vec<u64>),
    /// Signed numbers of 64 bits.
    Signed(Vec<i64>),
}

/// Numbers with a shape.
pub(crate) struct Cells {
    numbers: Numbers,
    shape: Vec<u64>,
}

impl Cells {
    /// Creates a one-dimensional array of the smallest width that fits.
    pub(crate) fn of_values(values: impl Iterator<Item = u64>) -> Cells {
        let mut short = Vec::new();
        let mut long = Vec::new();
        for value in values {
            match (u16::try_from(value), long.is_empty()) {
                (Ok(value), true) => short.push(value),
                _ => {
                    if long.is_empty() {
                        long.extend(std::mem::take(&mut short).into_iter().map(u64::from));
                    }
                    long.push(value);
                }
            }
        }
        let shape = vec![short.len().max(long.len()) as u64];
        let numbers = if long.is_empty() { Numbers::Short(short) } else { Numbers::Long(long) };
        Cells { numbers, shape }
    }

    /// Creates a square array, row by row.
    pub(crate) fn of_rows<'t>(side: u64, row: impl Fn(u64) -> &'t [u32]) -> Cells {
        let values = (0..side).flat_map(|a| row(a).iter().take(side as usize)).map(|value| u64::from(*value));
        Cells { shape: vec![side, side], ..Cells::of_values(values) }
    }

    /// Creates an array of squares, one after the other. -1 means that there is no number.
    pub(crate) fn of_slices<'t>(
        slices: u64,
        side: u64,
        row: impl Fn(u64, u64) -> &'t [Option<u64>],
    ) -> Cells {
        let rows = (0..slices).flat_map(|a| (0..side).map(move |b| (a, b)));
        let values = rows.flat_map(|(a, b)| row(a, b));
        let values = values.map(|value| value.map_or(-1, |value| i64::try_from(value).unwrap_or(i64::MAX)));
        Cells { numbers: Numbers::Signed(values.collect()), shape: vec![slices, side, side] }
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
    let view = py.import("builtins")?.getattr("memoryview")?.call1((bytes,))?;
    match shape {
        // `cast` rejects a shape that contains zero.
        shape if shape.len() == 1 || shape.contains(&0) => view.call_method1("cast", (format,)),
        shape => view.call_method1("cast", (format, PyTuple::new(py, shape)?)),
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
