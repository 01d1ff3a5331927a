//! Games whose rules are written in Python.
//!
//! A class of rules (`python/winways/own.py`) creates a [`Ruleset`] for each of its instances with [`own_ruleset`]. The engines
//! identify positions by numbers. [`memory`] caches the results of the rules, so that each rule is called once per position. The
//! instance owns that cache. Rulesets and positions refer to the instance, which refers to no ruleset, so there are no reference
//! cycles.

mod cycle;
mod entailing;
mod graph;
mod heaps;
mod loopy;
mod memory;
mod pages;
mod positions;
mod rules;
mod view;
mod words;

pub(crate) use memory::Memory;

use crate::errors::RuleError;
use crate::origin::{Origin, OwnOrigin};
use crate::ruleset::Ruleset;
use crate::work::{self, Asking};
use entailing::OwnEntailing;
use heaps::OwnHeaps;
use loopy::OwnLoopy;
use positions::OwnPositions;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rules::{Description, PythonRules};
use std::collections::HashMap;
use std::sync::Arc;
use winways::custom::{self, common};
use words::BY_NUMBER;

/// Creates the ruleset of an instance of a class of rules, given its kind, its descriptions and its methods by name. `identity`
/// is equal for all instances with the same rules.
#[pyfunction(name = "_own_ruleset")]
pub(crate) fn own_ruleset(
    py: Python<'_>,
    kind: &str,
    memory: Py<Memory>,
    mut about: Description,
    methods: HashMap<String, Py<PyAny>>,
    instance: Py<PyAny>,
    identity: Py<PyAny>,
) -> PyResult<Ruleset> {
    let page = pages::of_kind(kind)
        .ok_or_else(|| PyValueError::new_err(format!("there is no kind of rules called {kind:?}")))?;
    let origin = OwnOrigin { instance, identity, memory: memory.clone_ref(py) };
    if kind.ends_with("heaps") {
        about.notation = page.notation.to_owned();
    }
    let rules = PythonRules::new(memory, page, about, methods);
    let game = match kind {
        "heaps" => common::impartial(OwnHeaps::new(rules)),
        "entailing-heaps" => common::entailing_heaps(OwnEntailing(OwnHeaps::entailing(rules))),
        "partizan-heaps" => common::partizan(OwnHeaps::partizan(rules)),
        "impartial" => custom::whole(OwnPositions(rules)),
        "partizan" => custom::partizan(OwnPositions(rules)),
        _ => custom::ranked(OwnLoopy(rules)),
    };
    Ok(Ruleset { game, origin: Origin::Own(Arc::new(origin)) })
}

/// Returns the text that represents a position object for the parser of its game.
#[pyfunction(name = "_own_position_text")]
pub(crate) fn own_position_text(memory: &Bound<'_, Memory>, position: &Bound<'_, PyAny>) -> PyResult<String> {
    position_text_of(memory, position)
}

/// Implements [`own_position_text`].
pub(crate) fn position_text_of(memory: &Bound<'_, Memory>, position: &Bound<'_, PyAny>) -> PyResult<String> {
    let number = memory.get().number(position).map_err(|error| match rules::is_unhashable(position, &error) {
        true => RuleError::new_err(format!(
            "{} is not a position, since it cannot be hashed; expected a number, a string or a tuple of them",
            rules::shown(position)
        )),
        false => error,
    })?;
    Ok(format!("{BY_NUMBER}{number}"))
}

/// Returns `true` if a method of the instance with this memory is being called in this thread.
#[pyfunction(name = "_is_asking")]
pub(crate) fn is_asking(memory: &Memory) -> bool {
    work::is_asking(memory.serial())
}

/// Calls a method of the instance with this memory.
#[pyfunction(name = "_call_asking", signature = (memory, function, /, *arguments))]
pub(crate) fn call_asking<'py>(
    memory: &Memory,
    function: &Bound<'py, PyAny>,
    arguments: &Bound<'py, PyTuple>,
) -> PyResult<Bound<'py, PyAny>> {
    let _asking = Asking::begin(memory.serial());
    function.call1(arguments)
}
