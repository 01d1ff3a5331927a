//! Views returned by Python methods.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyList, PyString, PyTuple};
use winways::Player;
use winways::custom::view::{Cell, CellNames, Figure, Grid, Heap, Heaps, Piece, Tiling, View};

/// The maximum number of cells, or of heaps, in a view.
const MOST_SHOWN: usize = 4096;

const EXPECTED_CELL: &str =
    "a string, an integer, None, or a pair of a string and \"left\", \"right\" or \"either\"";

/// The reason why an object is not a view.
pub(super) enum WrongView {
    /// Reading the object raised an exception.
    Raised(PyErr),
    /// The board has an invalid size, or an invalid cell.
    Cells {
        /// The fault, which follows the result in the message.
        why: String,
        /// The expected cells, for the message.
        expected: String,
    },
}

impl From<PyErr> for WrongView {
    fn from(raised: PyErr) -> Self {
        WrongView::Raised(raised)
    }
}

/// Converts an object to a view. A string is a board with a row per line and a cell per character. A list of rows, each a list of
/// cells, is also a board. A number is one heap, and a list of numbers is a list of heaps. Returns `None` for any other object.
///
/// In a string, `.` or a space is a free cell, `#` marks a gap in the board, and any other character is a piece. In a list, a cell is
/// such a character, a piece (a longer string or another integer than 0), a free cell (`None` or 0), or a coloured cell (`"left"`,
/// `"right"` or `"either"`). A pair of a string and a colour is a piece of this colour.
///
/// # Errors
/// [`WrongView::Cells`] if the board has no cells or too many, or if a cell is invalid.
pub(super) fn view_of(object: &Bound<'_, PyAny>) -> Result<Option<View>, WrongView> {
    if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_string_lossy().into_owned();
        let rows: Vec<Vec<Cell>> = text
            .lines()
            .map(|line| line.trim_end().chars().map(|sign| of_sign(&sign.to_string())).collect())
            .collect();
        return if rows.iter().any(|row| !row.is_empty()) { grid(rows).map(Some) } else { Ok(None) };
    }
    if object.is_instance_of::<PyInt>() && !object.is_instance_of::<PyBool>() {
        return Ok(object.extract::<u64>().ok().map(|tokens| heaps(vec![tokens])));
    }
    if !object.is_instance_of::<PyList>() && !object.is_instance_of::<PyTuple>() {
        return Ok(None);
    }
    let parts: Vec<Bound<'_, PyAny>> = object.try_iter()?.take(MOST_SHOWN + 1).collect::<PyResult<_>>()?;
    if parts.is_empty() || parts.len() > MOST_SHOWN {
        return Ok(None);
    }
    if parts.iter().all(|part| part.is_instance_of::<PyInt>() && !part.is_instance_of::<PyBool>()) {
        let sizes: PyResult<Vec<u64>> = parts.iter().map(PyAnyMethods::extract).collect();
        return Ok(sizes.ok().map(heaps));
    }
    let is_row =
        |part: &Bound<'_, PyAny>| part.is_instance_of::<PyList>() || part.is_instance_of::<PyTuple>();
    if parts.iter().all(is_row) {
        let row = |row: &Bound<'_, PyAny>| -> Result<Vec<Cell>, WrongView> {
            row.try_iter()?.take(MOST_SHOWN + 1).map(|cell| cell_of(&cell?)).collect()
        };
        return grid(parts.iter().map(row).collect::<Result<_, _>>()?).map(Some);
    }
    Ok(None)
}

fn heaps(sizes: Vec<u64>) -> View {
    let heap = |tokens| Heap { tokens, label: String::new() };
    let heaps = sizes.into_iter().map(heap).collect();
    View::of(Figure::Heaps(Heaps { heaps, lie_in_rows: false, are_pits: false }))
}

/// Creates a board from rows, padding shorter rows with missing cells. A single row is a strip.
fn grid(mut rows: Vec<Vec<Cell>>) -> Result<View, WrongView> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    if columns == 0 || columns * rows.len() > MOST_SHOWN {
        return Err(WrongView::Cells {
            why: format!(", with {} rows of up to {columns} cells", rows.len()),
            expected: format!("1 to {MOST_SHOWN} cells in all"),
        });
    }
    for row in &mut rows {
        row.resize(columns, Cell::Gone);
    }
    if rows.len() == 1 {
        return Ok(View::of(Figure::strip(rows.remove(0))));
    }
    Ok(View::of(Figure::Grid(Grid {
        columns: columns as u32,
        cells: rows.concat(),
        names: CellNames::Chess,
        tiling: Tiling::Squares,
    })))
}

fn of_sign(sign: &str) -> Cell {
    match sign {
        "." | " " | "" => Cell::Free,
        "#" => Cell::Gone,
        sign => Piece::cell(Player::Either, sign),
    }
}

fn player(name: &str) -> Option<Player> {
    [Player::Left, Player::Right, Player::Either].into_iter().find(|player| player.name() == name)
}

fn cell_of(cell: &Bound<'_, PyAny>) -> Result<Cell, WrongView> {
    if cell.is_none() {
        return Ok(Cell::Free);
    }
    if let Ok((sign, owner)) = cell.extract::<(String, String)>()
        && let Some(owner) = player(&owner)
    {
        return Ok(Piece::cell(owner, &sign));
    }
    if let Ok(sign) = cell.extract::<String>() {
        return Ok(player(&sign).map_or_else(|| of_sign(&sign), Cell::Coloured));
    }
    match cell.extract::<i64>() {
        Ok(0) => Ok(Cell::Free),
        Ok(number) => Ok(Piece::cell(Player::Either, &number.to_string())),
        Err(_) => Err(WrongView::Cells {
            why: format!(", in which the cell {} is invalid", super::rules::shown(cell)),
            expected: EXPECTED_CELL.to_owned(),
        }),
    }
}
