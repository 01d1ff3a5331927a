//! Pictures for notebooks, and the data of clickable boards.

use crate::errors::Error;
use crate::expression::evaluate;
use crate::home::Lease;
use crate::json;
use crate::moves::Move;
use crate::position::Position;
use crate::raised;
use crate::thermograph::Thermograph;
use crate::work::Watch;
use pyo3::prelude::*;
use std::time::Duration;
use winways::pictures::{DrawError, Repetition, ThermographPlot, counts_chart, pairs_chart, sequence_chart};
use winways::values::Object;
use winways::wire::MovesJson;
use winways::{Analyst, Request};

fn undrawn(error: &DrawError) -> PyErr {
    Error::new_err(error.to_string())
}

/// Returns the picture of a position as SVG, with the given moves marked.
#[pyfunction(name = "_position_svg")]
pub(crate) fn position_svg(py: Python<'_>, position: &Position, marked: Vec<Py<Move>>) -> PyResult<String> {
    raised::take_exception();
    let mut steps = Vec::new();
    for step in &marked {
        let step = step.get();
        if !step.position.equals(py, position)? {
            return Err(Error::new_err(format!("{} is not a move of {}", step.name, position.position)));
        }
        steps.push(step.listed_in(py, position)?);
    }
    let marked = steps;
    let scene = position.position.scene(&marked).map_err(|error| undrawn(&error))?;
    raised::check()?;
    Ok(scene.svg())
}

/// Returns the view of a position and its moves, with the elements that they touch: the object of `moves` in `docs/programs.md`.
/// With `seconds`, also returns the outcomes after the moves that are solved within this time.
#[pyfunction(name = "_position_moves", signature = (position, seconds = None))]
pub(crate) fn position_moves<'py>(
    py: Python<'py>,
    position: &Position,
    seconds: Option<f64>,
) -> PyResult<Bound<'py, PyAny>> {
    let (asked, play) = (&position.position, position.usual_play()?);
    let moves = position.all_moves(py)?;
    let (known, stopped) = match seconds {
        Some(seconds) => {
            let time = Duration::try_from_secs_f64(seconds).unwrap_or_default();
            let request = Request::default().play(play);
            Watch::new(Some(time), None)
                .run(py, |watch| Analyst::new(request).after_moves(asked, &moves, watch))?
        }
        None => (Vec::new(), None),
    };
    let json = Watch::new(None, None).run(py, |watch| {
        MovesJson::new(asked, play, &moves, moves.len(), known, stopped, watch).with_scene(asked)
    })?;
    raised::check()?;
    json::object(py, &json)
}

/// Draws the followers of the stopper with this text, and returns the picture as SVG.
#[pyfunction(name = "_loopy_svg")]
pub(crate) fn loopy_svg(py: Python<'_>, text: &str) -> PyResult<String> {
    let scene = match evaluate(py, &Lease::get(), text)? {
        Object::Loopy(game) => game.scene(),
        _ => None,
    };
    let scene = scene
        .ok_or_else(|| Error::new_err(format!("{text} is not a stopper, so it has no simplest graph")))?;
    Ok(scene.map_err(|error| undrawn(&error))?.svg())
}

/// Returns the picture of a thermograph as SVG.
#[pyfunction(name = "_thermograph_svg")]
pub(crate) fn thermograph_svg(thermograph: &Thermograph) -> PyResult<String> {
    let walls = &thermograph.thermograph;
    let [left, right] = [walls.left_wall(), walls.right_wall()].map(|wall| wall.breakpoints().to_vec());
    let plot = ThermographPlot::new(left, right).map_err(|error| undrawn(&error))?;
    Ok(plot.scene("thermograph").svg())
}

/// Returns the picture of a sequence of values as SVG. `repetition` contains the preperiod, the period and a caption, and `first` is
/// the number of the first value.
#[pyfunction(name = "_sequence_svg", signature = (title, variable, values, repetition, first = 0))]
pub(crate) fn sequence_svg(
    title: &str,
    variable: &str,
    values: Vec<u64>,
    repetition: Option<(u64, u64, String)>,
    first: u64,
) -> PyResult<String> {
    let Some(count) = (values.len() as u64).checked_sub(1) else {
        return Err(Error::new_err("there are no values to draw"));
    };
    let repetition = repetition.map(|(preperiod, period, caption)| Repetition { preperiod, period, caption });
    let value = |number: u64| values.get(number.checked_sub(first)? as usize).copied();
    let numbers = first..=first.saturating_add(count);
    let chart = sequence_chart(title, variable, numbers, &value, repetition.as_ref(), &|| true);
    Ok(chart.map_err(|error| undrawn(&error))?.svg())
}

/// Returns the picture of the values of pairs of numbers as SVG.
#[pyfunction(name = "_pairs_svg")]
pub(crate) fn pairs_svg(title: &str, rows: Vec<Vec<u64>>) -> PyResult<String> {
    let Some(last) = (rows.len() as u64).checked_sub(1) else {
        return Err(Error::new_err("there are no values to draw"));
    };
    let value = |a: u64, b: u64| rows.get(a as usize)?.get(b as usize).copied();
    let chart = pairs_chart(title, last, last, &value, &|| true);
    Ok(chart.map_err(|error| undrawn(&error))?.svg())
}

/// Returns the picture of the numbers of won and lost positions by moves to the end, or by points, as SVG.
#[pyfunction(name = "_counts_svg")]
pub(crate) fn counts_svg(title: &str, across: &str, won: Vec<u64>, lost: Vec<u64>) -> String {
    counts_chart(title, across, &won, &lost).svg()
}

/// The module of the page that draws boards.
const BOARD: &str = "js/board/board-view.js";

/// The style sheets of boards.
const SHEETS: [&str; 2] = ["css/base.css", "css/figures.css"];

/// Returns the JavaScript and the CSS of the page's board, for the widget.
#[pyfunction(name = "_board_files")]
pub(crate) fn board_files() -> PyResult<(String, String)> {
    let files = winways_page::script(BOARD).and_then(|script| Ok((script, winways_page::styles(&SHEETS)?)));
    files.map_err(Error::new_err)
}
