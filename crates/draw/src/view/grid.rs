//! Grids and strips.

use winways_kit::view::{Cell, CellNames, Direction, Grid, column_letters};

use winways_rules::Player;

use super::cells;
use super::drawn::{Drawn, Spot, SpotKind, caption};
use crate::DrawError;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Outline, Paint, Pen, Shape};

/// The maximum number of cells per line of a strip that is given as one row.
pub(super) const LINE: u64 = 16;
/// The distance of coordinates from the cells.
const ASIDE: Length = 8 * UNIT;
/// The space below a line of a strip for the numbers of its cells.
const BELOW: Length = 22 * UNIT;

/// The layout of the cells.
struct Layout<'grid> {
    grid: &'grid Grid,
    rows: u64,
    columns: u64,
    side: Length,
}

pub(super) fn draw(grid: &Grid) -> Result<Drawn, DrawError> {
    let layout = Layout::of(grid)?;
    let mut drawn = Drawn::default();
    let mut cells = Vec::new();
    let is_bar = grid.cells.iter().any(cells::is_of_bar);
    for (cell, element) in grid.cells.iter().zip(0..) {
        let square = layout.square(element);
        let paint = match grid.is_chequered {
            false => Paint::WHITE,
            true if layout.is_dark(element) => Paint::CHEQUER,
            true => Paint::CHEQUER_LIGHT,
        };
        // Bitten blocks of a bar keep only an outline; other removed cells are grey.
        if is_bar && *cell == Cell::Gone {
            let rim = Outline::Rectangle(square.grown(-2 * UNIT), 3 * UNIT);
            drawn.shapes.push(Shape::Drawn(rim, None, Some(Pen::GHOST)));
        } else {
            cells.push(Shape::Drawn(Outline::Rectangle(square, 0), Some(paint), Some(Pen::GRID)));
            cells::on_square(cell, square, &mut drawn.shapes);
        }
        drawn.spots.insert(element, Spot::new(square, SpotKind::Cell));
    }
    for (cell, element) in grid.cells.iter().zip(0..) {
        if let Cell::Domino(direction) = cell {
            layout.domino(element, *direction, &mut drawn.shapes);
        }
    }
    layout.coordinates(&mut drawn.shapes);
    cells.append(&mut drawn.shapes);
    drawn.shapes = cells;
    Ok(drawn)
}

impl Layout<'_> {
    fn of(grid: &Grid) -> Result<Layout<'_>, DrawError> {
        let columns = u64::from(grid.columns);
        let count = grid.cells.len() as u64;
        let side = u64::from(DrawError::MAX_SIDE);
        let is_strip = matches!(grid.names, CellNames::Strip { .. });
        if columns == 0 || !count.is_multiple_of(columns) {
            return Err(DrawError::InconsistentView);
        }
        if count > side * side || !is_strip && (columns > side || count / columns > side) {
            return Err(DrawError::LargeGrid);
        }
        // A strip that is given as one row is broken into lines of at most `LINE` cells. Other strips keep their rows.
        let columns = if is_strip && count == columns { columns.min(LINE) } else { columns };
        let rows = count.div_ceil(columns);
        let side = match columns.max(rows) {
            0..=12 => 40,
            13..=20 => 34,
            21..=40 => 28,
            _ => 24,
        };
        Ok(Layout { grid, rows, columns, side: side * UNIT })
    }

    fn place(&self, element: u64) -> (u64, u64) {
        (element % self.columns, element / self.columns)
    }

    fn pitch(&self) -> Length {
        match self.grid.names {
            CellNames::Strip { .. } => self.side + BELOW,
            _ => self.side,
        }
    }

    fn square(&self, element: u64) -> Bounds {
        let (column, row) = self.place(element);
        let least = point(column as Length * self.side, row as Length * self.pitch());
        Bounds { least, greatest: least.shifted(point(self.side, self.side)) }
    }

    /// Returns `true` if the cell has the same colour as the lower left cell of a chessboard.
    fn is_dark(&self, element: u64) -> bool {
        let (column, row) = self.place(element);
        self.grid.is_chequered && (column + self.rows - 1 - row).is_multiple_of(2)
    }

    /// Draws a domino when called for its upper or left half, or a single half if the other is missing.
    fn domino(&self, element: u64, direction: Direction, shapes: &mut Vec<Shape>) {
        let columns = i64::try_from(self.columns).unwrap_or(i64::MAX);
        let step = |direction| match direction {
            Direction::Up => -columns,
            Direction::Down => columns,
            Direction::Left => -1,
            Direction::Right => 1,
        };
        let is_near = |other: &u64| {
            let ((column, row), (across, down)) = (self.place(element), self.place(*other));
            column.abs_diff(across) + row.abs_diff(down) == 1
        };
        let other = element.checked_add_signed(step(direction)).filter(is_near);
        let holds = |element: &u64| match self.grid.cells.get(usize::try_from(*element).unwrap_or(usize::MAX))
        {
            Some(Cell::Domino(back)) => step(*back) == -step(direction),
            _ => false,
        };
        let player = match direction {
            Direction::Up | Direction::Down => Player::Left,
            Direction::Left | Direction::Right => Player::Right,
        };
        match other.filter(holds) {
            None => cells::domino(self.square(element), None, player, shapes),
            Some(other) if other > element => {
                cells::domino(self.square(element), Some(self.square(other)), player, shapes);
            }
            Some(_) => {}
        }
    }

    fn coordinates(&self, shapes: &mut Vec<Shape>) {
        match self.grid.names {
            CellNames::Strip { first } => {
                for element in 0..self.grid.cells.len() as u64 {
                    let square = self.square(element);
                    let at = point(square.centre().x, square.greatest.y + ASIDE);
                    shapes.push(caption(at, Anchor::Middle, &self.number(first.saturating_add(element))));
                }
            }
            CellNames::Chess => self.axes(&column_letters, &|row| (row + 1).to_string(), shapes),
            CellNames::Pair => self.axes(&|column| column.to_string(), &|row| row.to_string(), shapes),
        }
    }

    /// Formats a number to fit the width of a cell. Only the last digits of a long number are shown.
    fn number(&self, number: u64) -> String {
        let text = number.to_string();
        match text.len().checked_sub(if self.side < 30 * UNIT { 3 } else { 5 }) {
            None | Some(0) => text,
            Some(cut) => format!("…{}", &text[cut + 1..]),
        }
    }

    fn axes(&self, across: &dyn Fn(u64) -> String, up: &dyn Fn(u64) -> String, shapes: &mut Vec<Shape>) {
        let bottom: Point = point(0, self.rows as Length * self.side);
        for column in 0..self.columns {
            let x = column as Length * self.side + self.side / 2;
            shapes.push(caption(point(x, bottom.y + ASIDE), Anchor::Middle, &across(column)));
        }
        for row in 0..self.rows {
            let y = bottom.y - row as Length * self.side - self.side / 2;
            shapes.push(caption(point(-ASIDE + 2 * UNIT, y), Anchor::End, &up(row)));
        }
    }
}
