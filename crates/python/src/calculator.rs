//! Expressions, and the functions of the calculator.

use crate::bounds::{Bounds, Memory, Time};
use crate::errors::raise;
use crate::home::Lease;
use crate::object::{LIST_DEPTH, into_python, of_python};
use crate::play::common_play;
use crate::position::Position;
use crate::registered::{catalogue_with, registered_games};
use crate::shortened::shortened;
use crate::solve::answer;
use crate::work::Watch;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use winways::values::Object;
use winways::{Budget, Calculator, EvaluationError, Request, Span};

/// The result of an expression.
enum Reply {
    /// The expression is a sum of positions.
    Position(winways::Position),
    Object(Object),
}

/// Evaluates an expression in which the given names are bound to objects.
fn evaluate(
    py: Python<'_>,
    home: &Lease,
    text: &str,
    names: Vec<(String, Object)>,
    budget: Budget,
    watch: &Watch,
) -> PyResult<Result<Reply, EvaluationError>> {
    let games = registered_games(py)?;
    home.work_watched(py, watch, |arena, watch| {
        let catalogue = catalogue_with(&games);
        let mut calculator = Calculator::sharing(&catalogue, arena.clone(), budget);
        // Values of earlier calls do not count against the limit.
        calculator.set_memory(match budget.memory < Budget::DEFAULT.memory {
            true => arena.bytes().saturating_add(budget.memory),
            false => budget.memory,
        });
        let reply = reply(&mut calculator, text, names, watch);
        calculator.set_memory(Budget::DEFAULT.memory);
        reply
    })
}

fn reply<'c>(
    calculator: &mut Calculator<'c>,
    text: &str,
    names: Vec<(String, Object)>,
    watch: &Watch,
) -> Result<Reply, EvaluationError> {
    for (name, object) in names {
        calculator.give(&name, object)?;
    }
    let expression = calculator.parse(text)?;
    if let Some(position) = calculator.position(&expression, watch)? {
        return Ok(Reply::Position(position));
    }
    calculator.value(&expression, watch)?.object().map(Reply::Object)
}

/// Evaluates an expression. Returns a `Game`, `bool`, `str` or `list`, or an `Analysis` for a sum of positions.
///
/// Keyword arguments define names that the expression can use.
///
/// >>> import winways as ww
/// >>> ww.eval("mean({4||1|-2})"), ww.eval("is_hot(g)", g=ww.switch(1, -1))
/// (game('7/4'), True)
/// >>> ww.eval("[nim(n) + x for n in 1..3]", x=ww.up)
/// [game('^*'), game('^*2'), game('^*3')]
/// >>> ww.eval("nim(3,5)").winning_moves
/// [<move heap 5 -> 3>]
#[pyfunction]
#[pyo3(signature = (text, /, *, timeout = None, memory = None, progress = None, **names))]
pub(crate) fn eval(
    py: Python<'_>,
    text: &str,
    timeout: Option<Time>,
    memory: Option<Memory>,
    progress: Option<Py<PyAny>>,
    names: Option<&Bound<'_, PyDict>>,
) -> PyResult<Py<PyAny>> {
    let bounds = Bounds { timeout, memory, progress, ..Bounds::default() };
    let budget = bounds.budget()?;
    let watch = bounds.watch();
    let home = Lease::get();
    let (mut given, mut known) = (Vec::new(), Vec::new());
    for (name, object) in names.into_iter().flatten() {
        given.push((name.extract::<String>()?, of_python(&home, &object, LIST_DEPTH, &mut known)?));
    }
    match evaluate(py, &home, text, given, budget, &watch)?.map_err(|error| raise(py, text, &error))? {
        Reply::Object(object) => into_python(py, &home, object, &known),
        Reply::Position(position) => {
            let play = position.usual_play(Span::new(0, text.len()));
            let play = play.map_err(|wrong| raise(py, text, &wrong.into()))?;
            let position = Position::resolved(py, position, Some(play), &known)?;
            let analysis = answer(py, position, Request::default().play(play).budget(budget), &watch)?;
            Ok(Py::new(py, analysis)?.into_any())
        }
    }
}

/// Calls the function of the calculator with this name. `winways.functions` uses it.
#[pyfunction]
#[pyo3(signature = (function, /, *arguments))]
pub(crate) fn call(py: Python<'_>, function: &str, arguments: &Bound<'_, PyTuple>) -> PyResult<Py<PyAny>> {
    if !Calculator::functions().iter().any(|known| known.name == function) {
        return Err(PyValueError::new_err(format!(
            "the calculator has no function {:?}",
            shortened(function)
        )));
    }
    let mut text = format!("{function}(");
    let mut named = Vec::new();
    for index in 0..arguments.len() {
        text += if index > 0 { ", _" } else { "_" };
        text += &index.to_string();
        named.push((format!("_{index}"), arguments.get_item(index)?));
    }
    text.push(')');
    let takes_function = matches!(function, "map" | "filter");
    computed(py, &text, named, takes_function)
}

/// Evaluates an expression in which names are bound to objects. Only the package itself calls this function.
#[pyfunction(name = "_compute")]
#[pyo3(signature = (text, /, **names))]
pub(crate) fn compute(py: Python<'_>, text: &str, names: Option<&Bound<'_, PyDict>>) -> PyResult<Py<PyAny>> {
    let mut named = Vec::new();
    for (name, object) in names.into_iter().flatten() {
        named.push((name.extract::<String>()?, object));
    }
    computed(py, text, named, false)
}

/// Evaluates an expression that the package composes, in which names are bound to objects. With `takes_function`, the first
/// object is the name of a function.
fn computed(
    py: Python<'_>,
    text: &str,
    named: Vec<(String, Bound<'_, PyAny>)>,
    takes_function: bool,
) -> PyResult<Py<PyAny>> {
    let home = Lease::get();
    let (mut given, mut known) = (Vec::new(), Vec::new());
    for (index, (name, object)) in named.into_iter().enumerate() {
        let mut object = of_python(&home, &object, LIST_DEPTH, &mut known)?;
        if let (0, true, Object::Text(function)) = (index, takes_function, &object) {
            object = Object::Function(function.clone());
        }
        given.push((name, object));
    }
    let watch = Watch::new(None, None);
    // The text is synthetic, so errors are raised without it.
    let budget = Bounds::default().budget()?;
    let reply = evaluate(py, &home, text, given, budget, &watch)?;
    match reply.map_err(|error| raise(py, "", &error))? {
        Reply::Object(object) => into_python(py, &home, object, &known),
        Reply::Position(position) => {
            let play = common_play(&position);
            Ok(Py::new(py, Position::resolved(py, position, play, &known)?)?.into_any())
        }
    }
}

/// A function: its name, parameters, minimum and maximum number of arguments, definition, example, result of the example, and
/// source.
type FunctionRow =
    (&'static str, &'static str, usize, usize, &'static str, &'static str, &'static str, &'static str);

/// Returns the functions of the calculator.
#[pyfunction]
pub(crate) fn calculator_functions() -> Vec<FunctionRow> {
    let row = |function: &winways::values::Function| {
        let &winways::values::Function { name, parameters, counts: [least, most], summary, .. } = function;
        (name, parameters, least, most, summary, function.example, function.answer, function.source)
    };
    Calculator::functions().iter().map(row).collect()
}
