//! Grids and strips as text.

use winways_kit::view::{Cell, CellNames, Direction, Grid, Tiling, column_letters};
use winways_rules::Player;

use super::super::drawn::look;
use super::lines::{MAX_LINES, Paint, WIDTH, cut, printable};
use crate::Glyphs;

/// Returns the text for the content of a cell: one character, or the whole sign of a piece.
pub(super) fn sign(cell: &Cell, glyphs: Glyphs) -> String {
    let sign = match cell {
        Cell::Free | Cell::Reserved(Player::Either) => ".",
        Cell::Gone => "#",
        Cell::Block => ".",
        Cell::Reserved(Player::Left) => "L",
        Cell::Reserved(Player::Right) => "R",
        Cell::Coloured(player) => look(*player).letter,
        Cell::Domino(Direction::Up) => "╹",
        Cell::Domino(Direction::Down) => "╻",
        Cell::Domino(Direction::Left) => "╸",
        Cell::Domino(Direction::Right) => "╺",
        Cell::Piece(piece) => &piece.sign,
        Cell::Coin { heads: true } => "H",
        Cell::Coin { heads: false } => "T",
    };
    glyphs.written(&printable(sign))
}

/// Returns the owner of a cell, or [`Player::Either`] if it does not belong to a single player.
fn owner(cell: &Cell) -> Player {
    match cell {
        Cell::Reserved(player) | Cell::Coloured(player) => *player,
        Cell::Domino(Direction::Up | Direction::Down) => Player::Left,
        Cell::Domino(Direction::Left | Direction::Right) => Player::Right,
        Cell::Piece(piece) => piece.owner,
        Cell::Free | Cell::Gone | Cell::Block | Cell::Coin { .. } => Player::Either,
    }
}

/// Returns the text between a cell and its right neighbour.
fn joint(cell: &Cell, next: Option<&Cell>) -> &'static str {
    match (cell, next) {
        (Cell::Domino(Direction::Right), Some(Cell::Domino(Direction::Left))) => "━",
        _ => " ",
    }
}

pub(super) fn grid(grid: &Grid, glyphs: Glyphs, paint: Paint<'_>) -> Vec<String> {
    if grid.cells.is_empty() {
        return vec!["no cells".to_owned()];
    }
    let columns = (grid.columns.max(1) as usize).min(grid.cells.len());
    match grid.names {
        CellNames::Strip { first } => strip(grid, columns, first, glyphs, paint),
        CellNames::Chess => board(grid, columns, &column_letters, 1, glyphs, paint),
        CellNames::Pair => board(grid, columns, &|column| column.to_string(), 0, glyphs, paint),
    }
}

/// Returns a line of cells, each right-aligned in a column of the given width and followed by its joint to the next cell.
fn row(cells: &[Cell], width: usize, glyphs: Glyphs, paint: Paint<'_>) -> String {
    let mut line = String::new();
    for (index, cell) in cells.iter().enumerate() {
        let sign = sign(cell, glyphs);
        let joint = glyphs.written(joint(cell, cells.get(index + 1)));
        let space = " ".repeat(width.saturating_sub(sign.chars().count()));
        line += &format!("{space}{}{joint}", paint(owner(cell), &sign));
    }
    line.trim_end().to_owned()
}

fn widest(cells: &[Cell], glyphs: Glyphs) -> usize {
    cells.iter().map(|cell| sign(cell, glyphs).chars().count()).max().unwrap_or(1).max(1)
}

fn board(
    grid: &Grid,
    columns: usize,
    across: &dyn Fn(u64) -> String,
    lowest: usize,
    glyphs: Glyphs,
    paint: Paint<'_>,
) -> Vec<String> {
    let rows = grid.cells.len().div_ceil(columns);
    let names: Vec<String> = (0..columns as u64).map(across).collect();
    let width = names.last().map_or(1, String::len).max(widest(&grid.cells, glyphs));
    let margin = (rows - 1 + lowest).to_string().len();
    // Half a cell and the space after it.
    let slant = if grid.tiling == Tiling::Hexagons { width.div_ceil(2) } else { 0 };
    let lines = grid.cells.chunks(columns).zip(0..).map(|(cells, index)| {
        let indent = index * slant;
        format!("{:indent$}{:>margin$}  {}", "", rows - 1 - index + lowest, row(cells, width, glyphs, paint))
    });
    let mut lines: Vec<String> = lines.collect();
    let names: String = names.iter().map(|name| format!("{name:>width$} ")).collect();
    lines.push(format!("{:indent$}  {names}", "", indent = margin + (rows - 1) * slant));
    lines
}

/// Returns lines of cells with their numbers above.
fn strip(grid: &Grid, columns: usize, first: u64, glyphs: Glyphs, paint: Paint<'_>) -> Vec<String> {
    let count = grid.cells.len();
    let number = |index: usize| first.saturating_add(index as u64).to_string();
    let width = number(count - 1).len().max(widest(&grid.cells, glyphs));
    let length = (WIDTH / (width + 1)).max(1).min(columns);
    let (mut lines, mut shown) = (Vec::new(), 0);
    for cells in grid.cells.chunks(columns).flat_map(|cells| cells.chunks(length)).take(MAX_LINES / 2) {
        let numbers: String =
            (shown..shown + cells.len()).map(|index| format!("{:>width$} ", number(index))).collect();
        lines.extend([numbers, row(cells, width, glyphs, paint)]);
        shown += cells.len();
    }
    let shown_lines = lines.len();
    cut(lines, shown_lines + count - shown, "cells")
}
