//! Conversion of positions given as numbers, strings, lists and arrays to the notation of their games.

use crate::raised::Unanswered;
use crate::work::each;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple, PyType};

/// A part of a position, as text.
enum Part {
    /// A number, or another object formatted with `str`.
    Word(String),
    /// A row of a board, or any other text.
    Text(String),
    /// The numbers of a pair, triple or longer tuple.
    Tuple(String),
}

/// Returns the notation of a position given by the arguments that follow a game.
///
/// Numbers are separated by spaces, the rows of a board by `|`, and the numbers of a tuple within a list by commas. Arrays are read
/// as lists.
///
/// Here and elsewhere, Python objects are not formatted with `Display`, which would swallow Ctrl-C.
pub(crate) fn text_of(arguments: &Bound<'_, PyTuple>) -> PyResult<String> {
    let mut text = String::new();
    for (index, argument) in arguments.iter().enumerate() {
        if index > 0 {
            text.push(' ');
        }
        text += &match list_of(&argument)? {
            Some(list) => text_of_list(&list)?,
            None => argument.str()?.to_string_lossy().into_owned(),
        };
    }
    Ok(text)
}

/// Returns `true` for the integer 0, with which `sum` starts.
pub(crate) fn is_zero(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<PyInt>() && object.extract::<i64>().is_ok_and(|number| number == 0)
}

/// Returns `true` if an object is a game, a number or another value of the calculator, which operators accept.
pub(crate) fn has_value(object: &Bound<'_, PyAny>) -> PyResult<bool> {
    let notated = object.py().import("winways.notated")?.getattr("Notated")?;
    Ok(object.hasattr("as_integer_ratio")? || object.is_instance(&notated)?)
}

/// Rejects a class that is given instead of an instance.
pub(crate) fn check_instance(game: &Bound<'_, PyAny>) -> PyResult<()> {
    let Ok(class) = game.cast::<PyType>() else { return Ok(()) };
    let name = class.name()?;
    Err(PyTypeError::new_err(format!("expected an instance, not the class {name} itself: write {name}()")))
}

/// Returns an iterable object whose items are the parts of a position. An array is converted to nested lists. Returns `None` for an
/// object that is not a list of parts.
fn list_of<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    // Avoid attribute lookups for the usual types.
    if object.is_instance_of::<PyInt>()
        || object.is_instance_of::<PyString>()
        || object.is_instance_of::<PyBytes>()
    {
        return Ok(None);
    }
    if object.is_instance_of::<PyList>() || object.is_instance_of::<PyTuple>() {
        return Ok(Some(object.clone()));
    }
    if let Some(list) = object.getattr_opt("tolist")? {
        let list = list.call0()?;
        return Ok(list
            .hasattr("__iter__")?
            .then_some(list)
            .filter(|list| !list.is_instance_of::<PyString>()));
    }
    let is_unordered = object.is_instance_of::<PyDict>()
        || object.is_instance_of::<PySet>()
        || object.is_instance_of::<PyFrozenSet>();
    if is_unordered {
        let kind = object.get_type().name()?;
        return Err(PyTypeError::new_err(format!(
            "expected a position given as numbers, a string, a list or an array, not {kind}"
        )));
    }
    Ok(object.hasattr("__iter__")?.then(|| object.clone()))
}

fn parts_of(
    list: &Bound<'_, PyAny>,
    part_of: fn(&Bound<'_, PyAny>) -> PyResult<Part>,
) -> PyResult<Vec<Part>> {
    let (mut parts, mut bytes) = (Vec::new(), 0);
    let read = each(
        list,
        |_| 0,
        |item| {
            let part = part_of(&item)?;
            let (Part::Word(text) | Part::Text(text) | Part::Tuple(text)) = &part;
            bytes += (text.len() + size_of::<Part>()) as u64;
            parts.push(part);
            Ok(bytes)
        },
    );
    read.map_err(Unanswered::into_exception).map(|()| parts)
}

fn text_of_list(list: &Bound<'_, PyAny>) -> PyResult<String> {
    let parts = parts_of(list, |item| match list_of(item)? {
        Some(row) => part_of_row(&row),
        None => word_or_text(item),
    })?;
    let is_board = !parts.is_empty() && parts.iter().all(|part| matches!(part, Part::Text(_)));
    Ok(joined(&parts, if is_board { "|" } else { " " }))
}

/// Converts an inner list to a row of a board if an item is a [`Part::Text`], and to a tuple of numbers otherwise.
fn part_of_row(row: &Bound<'_, PyAny>) -> PyResult<Part> {
    let cells = parts_of(row, |cell| match list_of(cell)? {
        Some(_) => Err(PyTypeError::new_err(
            "expected a list of numbers, strings or rows; the lists are nested too deeply",
        )),
        None => word_or_text(cell),
    })?;
    let is_board = cells.iter().any(|cell| matches!(cell, Part::Text(_)));
    Ok(if is_board { Part::Text(joined(&cells, "")) } else { Part::Tuple(joined(&cells, ",")) })
}

fn word_or_text(object: &Bound<'_, PyAny>) -> PyResult<Part> {
    let text = object.str()?.to_string_lossy().into_owned();
    let is_number = !object.is_instance_of::<PyString>() || text.parse::<u128>().is_ok();
    Ok(if is_number { Part::Word(text) } else { Part::Text(text) })
}

fn joined(parts: &[Part], between: &str) -> String {
    let texts = parts.iter().map(|part| match part {
        Part::Word(text) | Part::Text(text) | Part::Tuple(text) => text.as_str(),
    });
    texts.collect::<Vec<_>>().join(between)
}
