//! Values of tables by index: single values, slices, rows of tables of pairs and triples, and values by a proved period.

use super::Table;
use crate::buffer::cast;
use crate::shortened::shortened;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyMemoryView, PySlice, PyTuple};

impl Table {
    /// Returns the values.
    ///
    /// # Errors
    /// `KeyError` if the table has no values.
    fn stored<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        match self.values(py)? {
            Some(values) => Ok(values.into_bound(py)),
            None => Err(PyKeyError::new_err("the table was made without values")),
        }
    }

    /// Returns an iterator over the values, or over the rows of a table of pairs or triples.
    pub(super) fn iterator<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        let values = self.stored(py)?;
        if dimensions(&values)? < 2 {
            return values.try_iter();
        }
        let rows = (0..values.len()?).map(|place| row(&values, &(place, place + 1), 1));
        rows.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.try_iter()
    }

    /// Returns the values for an index: a number, a slice, or a tuple of numbers.
    pub(super) fn item<'py>(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = index.py();
        let values = self.stored(py)?;
        if let Ok(slice) = index.cast::<PySlice>() {
            return self.slice(&values, slice);
        }
        if let Ok(indices) = index.cast::<PyTuple>() {
            return element(&values, indices);
        }
        if index.getattr_opt("__index__")?.is_none() {
            return Err(PyTypeError::new_err(format!(
                "expected a number, a slice or a tuple of numbers, not {}",
                index.get_type().name()?
            )));
        }
        let number = index.call_method0("__index__")?;
        let place = number.sub(self.first(py)?)?;
        let (is_below, is_beyond) = (place.lt(0)?, place.ge(values.len()?)?);
        if self.ruleset.is_none() && (is_below || is_beyond) {
            return Err(PyIndexError::new_err(format!("the table has no value for {number}")));
        }
        match is_beyond && dimensions(&values)? == 1 {
            true => self.by_period(&values, &number),
            false => element(&values, &PyTuple::new(py, [place])?),
        }
    }

    fn slice<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        slice: &Bound<'py, PySlice>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, first) = (slice.py(), self.first(slice.py())?);
        let bound = |name: &str| -> PyResult<Bound<'py, PyAny>> {
            let bound = slice.getattr(name)?;
            if first == 0 || bound.is_none() || bound.lt(0)? {
                return Ok(bound);
            }
            let place = bound.sub(first)?;
            if place.lt(0)? { Ok(0u64.into_pyobject(py)?.into_any()) } else { Ok(place) }
        };
        let (start, stop, step) = (bound("start")?, bound("stop")?, slice.getattr("step")?);
        let class = py.get_type::<PySlice>();
        let shifted = class.call1((start, stop, step))?;
        if dimensions(values)? < 2 {
            return values.get_item(shifted);
        }
        let indices = shifted.cast::<PySlice>()?.indices(values.len()? as isize)?;
        if indices.step != 1 {
            let message =
                "the rows of a table are sliced in steps of 1: use numpy.asarray(table) for other steps";
            return Err(PyIndexError::new_err(message));
        }
        let start = indices.start as usize;
        row(values, &(start, start + indices.slicelength), 0)
    }

    /// Returns the value of a heap beyond the table, if its period is proved.
    fn by_period<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        heap: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = heap.py();
        let is_known = matches!(self.status(py)?.as_deref(), Some("proved" | "theorem"));
        let pattern = if is_known { self.period(py)?.zip(self.preperiod(py)?) } else { None };
        let Some((period, preperiod)) = pattern.filter(|(period, _)| *period > 0) else {
            // Python does not format integers of more than a few thousand digits.
            let shown =
                heap.str().map_or_else(|_| "of this size".to_owned(), |text| shortened(&text.to_string()));
            return Err(PyIndexError::new_err(format!(
                "the table has no value of heap {shown}, and its period is not proved"
            )));
        };
        let length = values.len()? as u64;
        let end = preperiod.saturating_add(period);
        if length < end {
            return Err(PyIndexError::new_err(format!(
                "the table is too short for this heap: expected at least {end} heaps"
            )));
        }
        // Find the last complete period in the table.
        let start = length - period;
        let (periods, place): (Bound<'py, PyAny>, Bound<'py, PyAny>) =
            heap.sub(start)?.divmod(period)?.extract()?;
        let value = values.get_item(place.add(start)?)?;
        match self.saltus(py)? {
            Some(saltus) => periods.mul(saltus)?.add(value),
            None => Ok(value),
        }
    }
}

/// Returns the number of dimensions of the values of a table.
fn dimensions(values: &Bound<'_, PyAny>) -> PyResult<usize> {
    match values.is_instance_of::<PyMemoryView>() {
        true => values.getattr("ndim")?.extract(),
        false => Ok(1),
    }
}

/// Returns a value, or a row of values if there are fewer indices than dimensions.
fn element<'py>(values: &Bound<'py, PyAny>, indices: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
    let dimensions = dimensions(values)?;
    if indices.is_empty() || indices.len() > dimensions {
        let count = indices.len();
        return Err(PyIndexError::new_err(format!("expected at most {dimensions} indices, not {count}")));
    }
    if dimensions == 1 {
        return values.get_item(indices.get_item(0)?);
    }
    if indices.len() == dimensions {
        return values.get_item(indices);
    }
    let mut view = values.clone();
    for index in indices.iter() {
        let length = view.len()?;
        let given: isize = index.extract()?;
        let place = if given < 0 { given + length as isize } else { given };
        let place = usize::try_from(place).ok().filter(|place| *place < length);
        let place = place.ok_or_else(|| PyIndexError::new_err("index out of range"))?;
        view = row(&view, &(place, place + 1), 1)?;
    }
    Ok(view)
}

/// Returns a range of rows of a view with several dimensions, without copying. `dropped` is 1 to return a single row.
fn row<'py>(
    view: &Bound<'py, PyAny>,
    (start, end): &(usize, usize),
    dropped: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = view.py();
    let mut shape: Vec<u64> = view.getattr("shape")?.extract()?;
    let (size, format): (usize, String) =
        (view.getattr("nbytes")?.extract()?, view.getattr("format")?.extract()?);
    let width = size / view.len()?.max(1);
    let bytes = view.call_method1("cast", ("B",))?;
    let rows = bytes.get_item(PySlice::new(py, (start * width) as isize, (end * width) as isize, 1))?;
    shape[0] = (end - start) as u64;
    cast(&rows, &format, &shape[dropped..])
}
