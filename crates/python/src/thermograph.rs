//! Thermographs.

use crate::numbers::{fraction, number_of};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use winways::Dyadic;
use winways::values::{Breakpoint, Wall};

/// The thermograph of a game: its stops as functions of a tax on moves.
///
/// >>> import winways as ww
/// >>> walls = ww.game("{5||4|-2}").thermograph()
/// >>> walls.mean, walls.temperature, walls.left_wall(0), walls.right_wall(0)
/// (Fraction(4, 1), Fraction(1, 1), Fraction(5, 1), Fraction(4, 1))
#[pyclass(frozen, module = "winways")]
pub(crate) struct Thermograph {
    pub(crate) thermograph: Arc<winways::values::Thermograph>,
}

/// A breakpoint: its value and its temperature, as fractions.
type Point<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Returns the value of a wall at any rational temperature. Between two breakpoints a wall is a straight line.
fn at<'py>(wall: &Wall, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let py = temperature.py();
    let Some(ratio) = temperature.getattr_opt("as_integer_ratio")? else {
        return Err(PyTypeError::new_err("expected a number for the temperature"));
    };
    let ratio: (Bound<'py, PyAny>, Bound<'py, PyAny>) = ratio.call0()?.extract()?;
    let temperature = py.import("fractions")?.getattr("Fraction")?.call1(ratio)?;
    let mut failed = None;
    let is_reached = |point: &Breakpoint| {
        let reached = fraction(py, &point.temperature).and_then(|begin| begin.le(&temperature));
        reached.unwrap_or_else(|error| {
            failed = Some(error);
            false
        })
    };
    let line = wall.line(is_reached);
    if let Some(error) = failed {
        return Err(error);
    }
    let Some((point, direction)) = line else {
        let message = format!("a wall begins at the temperature -1, and {temperature} is below");
        return Err(PyValueError::new_err(message));
    };
    let value = fraction(py, &point.value)?;
    let rise = temperature.sub(fraction(py, &point.temperature)?)?;
    match direction {
        Ordering::Less => value.sub(rise),
        Ordering::Equal => Ok(value),
        Ordering::Greater => value.add(rise),
    }
}

type Points<'py> = Vec<Point<'py>>;

fn breakpoints<'py>(py: Python<'py>, wall: &Wall) -> PyResult<Points<'py>> {
    let number = |number: &Dyadic| fraction(py, number);
    wall.breakpoints().iter().map(|point| Ok((number(&point.value)?, number(&point.temperature)?))).collect()
}

/// Creates the thermograph with walls through the given breakpoints, from the temperature -1 to the foot of the mast.
#[pyfunction(name = "_thermograph_of_walls")]
pub(crate) fn thermograph_of_walls(left: Points<'_>, right: Points<'_>) -> PyResult<Thermograph> {
    let point = |(value, temperature): Point<'_>| match (number_of(&value)?, number_of(&temperature)?) {
        (Some(value), Some(temperature)) => Ok(Breakpoint { temperature, value }),
        _ => Err(PyTypeError::new_err("expected pairs of a value and a temperature")),
    };
    let wall = |points: Points<'_>| points.into_iter().map(point).collect::<PyResult<Vec<_>>>();
    let thermograph = winways::values::Thermograph::of_walls(wall(left)?, wall(right)?);
    let thermograph = thermograph.ok_or_else(|| {
        PyValueError::new_err(
            "expected two walls with ascending temperatures from -1 on, which end in one point",
        )
    })?;
    Ok(Thermograph { thermograph: Arc::new(thermograph) })
}

#[pymethods]
impl Thermograph {
    /// The mean: the value at the mast.
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.mean())
    }

    /// The temperature at which the mast begins.
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, self.thermograph.temperature())
    }

    /// Returns the left wall at a temperature: the left stop when each move costs that much.
    fn left_wall<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        at(self.thermograph.left_wall(), temperature)
    }

    /// Returns the right wall at a temperature: the right stop when each move costs that much.
    fn right_wall<'py>(&self, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        at(self.thermograph.right_wall(), temperature)
    }

    /// The breakpoints of the left wall, from the temperature -1 up, each as value and temperature.
    #[getter]
    fn left_breakpoints<'py>(&self, py: Python<'py>) -> PyResult<Points<'py>> {
        breakpoints(py, self.thermograph.left_wall())
    }

    /// The breakpoints of the right wall, from the temperature -1 up, each as value and temperature.
    #[getter]
    fn right_breakpoints<'py>(&self, py: Python<'py>) -> PyResult<Points<'py>> {
        breakpoints(py, self.thermograph.right_wall())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Thermograph>().is_ok_and(|other| other.get().thermograph == self.thermograph)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.thermograph.hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Points<'py>, Points<'py>))> {
        let create = py.import("winways._winways")?.getattr("_thermograph_of_walls")?;
        Ok((create, (self.left_breakpoints(py)?, self.right_breakpoints(py)?)))
    }

    fn __repr__(&self) -> String {
        format!(
            "<thermograph: mean {}, temperature {}>",
            self.thermograph.mean(),
            self.thermograph.temperature()
        )
    }
}
