//! Numbers as buffers, which others look into without copying.
//!
//! The stable ABI of Python 3.10 has no way for a class of an extension to be a buffer, so numbers are written into an object of
//! bytes, once, and handed out as a view of it with their width and shape.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyTuple};

/// Numbers of one width.
enum Numbers {
    /// 16 bits.
    Short(Vec<u16>),
    /// 64 bits.
    Long(Vec<u64>),
    /// 64 bits, with a sign.
    Signed(Vec<i64>),
}

/// Numbers with a shape.
pub(crate) struct Cells {
    numbers: Numbers,
    shape: Vec<u64>,
}

impl Cells {
    /// Numbers one after the other.
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

    /// A square, row after row.
    pub(crate) fn of_rows<'t>(side: u64, row: impl Fn(u64) -> &'t [u32]) -> Cells {
        let values = (0..side).flat_map(|a| row(a).iter().take(side as usize)).map(|value| u64::from(*value));
        Cells { shape: vec![side, side], ..Cells::of_values(values) }
    }

    /// Squares, one after the other; -1 stands for no number.
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

    /// Numbers with a sign, one after the other.
    pub(crate) fn of_signed(values: Vec<i64>) -> Cells {
        Cells { shape: vec![values.len() as u64], numbers: Numbers::Signed(values) }
    }
}

/// The numbers as a `memoryview`.
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

/// What [`view_of_bytes`] takes to make a view again.
pub(crate) fn parts_of_view<'py>(view: &Bound<'py, PyAny>) -> PyResult<ViewParts<'py>> {
    let bytes = view.call_method0("tobytes")?.cast_into()?;
    Ok((bytes, view.getattr("format")?.extract()?, view.getattr("shape")?.extract()?))
}

/// Bytes as a `memoryview` of numbers.
pub(crate) fn view_of_bytes<'py>(
    py: Python<'py>,
    bytes: Bound<'py, PyBytes>,
    format: &str,
    shape: &[u64],
) -> PyResult<Bound<'py, PyAny>> {
    let view = py.import("builtins")?.getattr("memoryview")?.call1((bytes,))?;
    match shape {
        // A view with a length of zero in its shape is refused.
        shape if shape.len() == 1 || shape.contains(&0) => view.call_method1("cast", (format,)),
        shape => view.call_method1("cast", (format, PyTuple::new(py, shape)?)),
    }
}

/// The bytes of numbers, written once.
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
