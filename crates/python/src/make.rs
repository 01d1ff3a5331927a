//! Construction of values from numbers, expressions and options.

use crate::expression::value_of_text;
use crate::game::{Made, Operand};
use crate::home::Lease;
use crate::raised::Unanswered;
use crate::work::{Watch, each};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// Creates a game from an expression or a number, or, given two lists, from the options of Left and of Right.
///
/// >>> import winways as ww
/// >>> ww.game("{3|1} - 2"), ww.game(0.75), ww.game([0], [ww.star])
/// (game('+-1'), game('3/4'), game('^'))
#[pyfunction]
#[pyo3(signature = (value, right = None, /))]
pub(crate) fn game<'py>(value: &Bound<'py, PyAny>, right: Option<&Bound<'py, PyAny>>) -> PyResult<Made> {
    let py = value.py();
    if let Some(right) = right {
        return of_options(value, right);
    }
    if let Ok(text) = value.extract::<&str>() {
        return value_of_text(py, text);
    }
    of_object(value)
}

/// Converts a Python object, which must be a game or a number, to a value.
pub(crate) fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Made> {
    let home = Lease::get();
    let Some(operand) = Operand::of(object, &home)? else {
        let message = format!("expected a game or a number, not {}", object.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    };
    let game = home.work(object.py(), |arena| operand.game(arena))?;
    Ok(Made::new(&home, game))
}

/// Returns the handles, in the arena `home`, of objects that are games or numbers.
fn games_in(home: &Lease, objects: &Bound<'_, PyAny>) -> PyResult<Vec<winways::Game>> {
    let mut games: Vec<winways::Game> = Vec::new();
    let read = each(
        objects,
        |_| 0,
        |object| {
            games.push(of_object(&object)?.game_in(object.py(), home)?);
            Ok(size_of_val(&games[..]) as u64)
        },
    );
    read.map_err(Unanswered::into_exception)?;
    Ok(games)
}

fn of_options(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Made> {
    let (py, home) = (left.py(), Lease::get());
    let watch = Watch::new(None, None);
    let (left, right) = watch.hold(|| Ok((games_in(&home, left)?, games_in(&home, right)?)))?;
    let game = home.work(py, |arena| Ok(arena.form(&left, &right)?))?;
    Ok(Made::new(&home, game))
}

/// Creates a switch, in which Left can move to `left` and Right to `right`.
///
/// >>> import winways as ww
/// >>> ww.switch(1, -1), ww.switch(3)
/// (game('+-1'), game('+-3'))
#[pyfunction]
#[pyo3(signature = (left, right = None, /))]
pub(crate) fn switch(left: &Bound<'_, PyAny>, right: Option<&Bound<'_, PyAny>>) -> PyResult<Made> {
    let (py, home) = (left.py(), Lease::get());
    let left = of_object(left)?.game_in(py, &home)?;
    let right = match right {
        Some(right) => of_object(right)?.game_in(py, &home)?,
        None => -left,
    };
    let game = home.work(py, |arena| Ok(arena.form(&[left], &[right])?))?;
    Ok(Made::new(&home, game))
}
