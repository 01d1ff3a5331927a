//! Positions given as objects to games whose rules are written in Python.

use crate::origin::Origin;
use crate::own::position_text_of;
use crate::registered::registered_game;
use crate::ruleset::Ruleset;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

/// Returns the text that represents the position given after an instance of a class of rules, or an object given after its name or
/// its ruleset. Returns `None` if the game or the position is none of these.
pub(crate) fn instance_text(
    game: &Bound<'_, PyAny>,
    arguments: &Bound<'_, PyTuple>,
) -> PyResult<Option<String>> {
    if arguments.is_empty() {
        return Ok(None);
    }
    if let Ok(name) = game.extract::<&str>() {
        let registered = registered_game(game.py(), name)?;
        return registered.map_or(Ok(None), |ruleset| object_text(&ruleset, arguments));
    }
    if let Ok(ruleset) = game.cast::<Ruleset>() {
        return object_text(ruleset.get(), arguments);
    }
    match game.getattr_opt(intern!(game.py(), "_position_text"))? {
        Some(text_of) => text_of.call1(arguments.clone())?.extract().map(Some),
        None => Ok(None),
    }
}

/// Returns the text that represents a position of a class whose positions are objects. Returns `None` for another game, and for a
/// string, which the game parses.
fn object_text(ruleset: &Ruleset, arguments: &Bound<'_, PyTuple>) -> PyResult<Option<String>> {
    let Origin::Own(own) = &ruleset.origin else { return Ok(None) };
    let py = arguments.py();
    let kind: String = own.instance.bind(py).getattr(intern!(py, "_kind"))?.extract()?;
    let given = if arguments.len() == 1 { arguments.get_item(0)? } else { arguments.clone().into_any() };
    if kind.ends_with("heaps") || given.is_instance_of::<PyString>() {
        return Ok(None);
    }
    position_text_of(own.memory.bind(py), &given).map(Some)
}
