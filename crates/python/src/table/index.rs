//! Values of tables by index: single values, slices, rows of tables of pairs and triples, and values by a proved period.

use super::{Computed, Table, raise_table};
use crate::buffer::cast;
use crate::count::shown;
use crate::work::Watch;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyIterator, PyMemoryView, PySlice, PyTuple};
use winways::Play;
use winways::tables::{TableKind, TableQuery};

/// The maximum number of heaps of a table that is continued to the end of its first proved period.
const MOST_EXTENDED: u64 = 1 << 16;

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
        let only;
        let index = match index.cast::<PyTuple>() {
            Ok(indices) if indices.len() == 1 && dimensions(&values)? == 1 => {
                only = indices.get_item(0)?;
                &only
            }
            Ok(indices) => return element(&values, indices),
            Err(_) => index,
        };
        if index.getattr_opt("__index__")?.is_none() {
            return Err(PyTypeError::new_err(format!(
                "expected a number, a slice or a tuple of numbers, not {}",
                index.get_type().name()?
            )));
        }
        let number = index.call_method0("__index__")?;
        let length = values.len()?;
        if self.ruleset.is_none() {
            let place = place(&number, self.first(py)?, length)?;
            if place.lt(0)? || place.ge(length)? {
                let shown = shown(&number, "this number");
                return Err(PyIndexError::new_err(format!("the table has no value for {shown}")));
            }
            return values.get_item(place);
        }
        match number.ge(length)? && dimensions(&values)? == 1 {
            true => self.by_period(values, &number),
            false => element(&values, &PyTuple::new(py, [number])?),
        }
    }

    fn slice<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        slice: &Bound<'py, PySlice>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if self.ruleset.is_none() {
            return values.get_item(places(slice, self.first(slice.py())?, values.len()?)?);
        }
        if dimensions(values)? < 2 {
            return values.get_item(slice);
        }
        let indices = slice.indices(values.len()? as isize)?;
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
        mut values: Bound<'py, PyAny>,
        heap: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = heap.py();
        let is_known = matches!(self.status(py)?.as_deref(), Some("proved" | "theorem"));
        let pattern = if is_known { self.period(py)?.zip(self.preperiod(py)?) } else { None };
        let Some((period, preperiod)) = pattern.filter(|(period, _)| *period > 0) else {
            let shown = shown(heap, "of this size");
            return Err(PyIndexError::new_err(format!(
                "the table has no value of heap {shown}, and its period is not proved"
            )));
        };
        let end = preperiod.saturating_add(period);
        if (values.len()? as u64) < end
            && let Some(extended) = self.extended(py, end)?
        {
            values = extended;
        }
        let length = values.len()? as u64;
        if heap.lt(length)? {
            return values.get_item(heap);
        }
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

    /// Computes and stores the values of a longer table, up to the end of the first period. Returns `None` if this table has values of
    /// another kind, or if the period ends too late.
    fn extended<'py>(&self, py: Python<'py>, end: u64) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(ruleset) = self.ruleset.as_ref().filter(|_| end <= MOST_EXTENDED) else { return Ok(None) };
        let game = &*ruleset.game;
        let query =
            TableQuery { up_to: Some(end.saturating_sub(1)), ..TableQuery::new(Play::Normal, self.budget) };
        let kind = TableKind::of(game, &query);
        if kind.name != self.kind {
            return Ok(None);
        }
        let extended = self.extended.get_or_try_init(py, || -> PyResult<Py<PyAny>> {
            let found = Watch::new(None, None).run_with(py, self.budget.threads, |watch| {
                kind.find(game, query, watch).map(|found| Computed::new(found, watch))
            })?;
            let found = found.map_err(|error| raise_table(py, error))?;
            let table = Table::new(py, Some(ruleset.clone()), self.budget, found)?;
            table.stored(py).map(Bound::unbind)
        })?;
        Ok(Some(extended.bind(py).clone()))
    }
}

/// Converts an index of a table of an expression to an offset, which may be out of range. The index is a value of the variable,
/// whose first value is `first`. A negative index counts from the end.
fn place<'py>(index: &Bound<'py, PyAny>, first: u64, length: usize) -> PyResult<Bound<'py, PyAny>> {
    if index.lt(0)? { index.add(length) } else { index.sub(first) }
}

/// Converts a slice whose bounds are values of the variable of an expression to a slice of offsets. Indices outside of the table are
/// skipped.
fn places<'py>(slice: &Bound<'py, PySlice>, first: u64, length: usize) -> PyResult<Bound<'py, PyAny>> {
    let py = slice.py();
    let index = py.import("operator")?.getattr("index")?;
    let bound = |name: &str| -> PyResult<Option<Bound<'py, PyAny>>> {
        let bound = slice.getattr(name)?;
        if bound.is_none() { Ok(None) } else { index.call1((bound,)).map(Some) }
    };
    let step = match bound("step")? {
        Some(step) => step,
        None => index.call1((1,))?,
    };
    if step.eq(0)? {
        return Err(PyValueError::new_err("slice step cannot be zero"));
    }
    let is_down = step.lt(0)?;
    // The first place in the direction of the step.
    let edge = if is_down { length as i64 - 1 } else { 0 };
    let is_before = |place: &Bound<'py, PyAny>| if is_down { place.gt(edge) } else { place.lt(edge) };
    let start = match bound("start")? {
        None => None,
        Some(start) => {
            let place = place(&start, first, length)?;
            Some(match is_before(&place)? {
                // As in a list, a negative bound before the first value is the first value.
                true if start.lt(0)? => index.call1((edge,))?,
                // The first index in the table that the steps from `start` reach.
                true => place.sub(edge)?.rem(&step)?.add(edge)?,
                false => place,
            })
        }
    };
    let stop = bound("stop")?.map(|stop| place(&stop, first, length)).transpose()?;
    // A slice of a list would count negative places from its end.
    let is_negative = |place: &Option<Bound<'py, PyAny>>| match place {
        Some(place) => place.lt(0),
        None => Ok(false),
    };
    let class = py.get_type::<PySlice>();
    match (is_negative(&start)?, is_negative(&stop)?) {
        (true, _) => class.call1((0, 0, step)),
        (false, true) if is_down => class.call1((start, py.None(), step)),
        (false, true) => class.call1((0, 0, step)),
        (false, false) => class.call1((start, stop, step)),
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
        let given = match index.extract::<isize>() {
            Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => None,
            given => Some(given?),
        };
        let place = given.map(|given| if given < 0 { given + length as isize } else { given });
        let place = place.and_then(|place| usize::try_from(place).ok()).filter(|place| *place < length);
        let place = place.ok_or_else(|| PyIndexError::new_err("index out of range"))?;
        view = row(&view, &(place, place + 1), 1)?;
    }
    Ok(view)
}

/// Returns a range of rows of a view with several dimensions, without copying. `dropped` is the number of leading dimensions to drop:
/// 1 for a single row, otherwise 0.
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
