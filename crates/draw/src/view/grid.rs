//! Grids and strips.

use winways_kit::view::{Cell, CellNames, Direction, Grid, Tiling, column_letters};

use winways_rules::Player;

use super::cells;
use super::drawn::{Drawn, Spot, SpotKind, caption};
use crate::DrawError;
use crate::canvas::{Bounds, Length, UNIT, point};
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
        // A removed square is drawn as a content, over the lines around it.
        let is_removed_hexagon = layout.is_hexagonal() && *cell == Cell::Gone;
        let paint = match grid.tiling {
            _ if is_removed_hexagon => Paint::SILVER,
            Tiling::Squares | Tiling::Hexagons => Paint::WHITE,
            Tiling::Chequered if layout.is_dark(element) => Paint::CHEQUER,
            Tiling::Chequered => Paint::CHEQUER_LIGHT,
        };
        // Bitten blocks of a bar keep only an outline; other removed cells are grey.
        if is_bar && *cell == Cell::Gone {
            let rim = Outline::Rectangle(square.grown(-2 * UNIT), 3 * UNIT);
            drawn.shapes.push(Shape::Drawn(rim, None, Some(Pen::GHOST)));
        } else {
            cells.push(Shape::Drawn(layout.outline(square), Some(paint), Some(Pen::GRID)));
            if !is_removed_hexagon {
                cells::on_square(cell, square, &mut drawn.shapes);
            }
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

    fn is_hexagonal(&self) -> bool {
        self.grid.tiling == Tiling::Hexagons && !matches!(self.grid.names, CellNames::Strip { .. })
    }

    /// Returns the distance between two rows. Rows of regular hexagons are closer than their cells are wide: 7/8 is nearly √3/2.
    fn pitch(&self) -> Length {
        match self.grid.names {
            CellNames::Strip { .. } => self.side + BELOW,
            _ if self.is_hexagonal() => self.side * 7 / 8,
            _ => self.side,
        }
    }

    /// Returns the distance of the beginning of a row from the beginning of the top row.
    fn indent(&self, row: u64) -> Length {
        if self.is_hexagonal() { row as Length * self.side / 2 } else { 0 }
    }

    /// Returns the square in which the content of a cell is drawn.
    fn square(&self, element: u64) -> Bounds {
        let (column, row) = self.place(element);
        let least = point(column as Length * self.side + self.indent(row), row as Length * self.pitch());
        Bounds { least, greatest: least.shifted(point(self.side, self.side)) }
    }

    /// Returns the outline of the cell with this square.
    fn outline(&self, square: Bounds) -> Outline {
        if !self.is_hexagonal() {
            return Outline::Rectangle(square, 0);
        }
        let (centre, third) = (square.centre(), self.pitch() / 3);
        let (left, right) = (square.least.x, square.greatest.x);
        let corner = |x, thirds| point(x, centre.y + thirds * third);
        Outline::Polygon(vec![
            corner(centre.x, -2),
            corner(right, -1),
            corner(right, 1),
            corner(centre.x, 2),
            corner(left, 1),
            corner(left, -1),
        ])
    }

    /// Returns `true` if the cell has the same colour as the lower left cell of a chessboard.
    fn is_dark(&self, element: u64) -> bool {
        let (column, row) = self.place(element);
        (column + self.rows - 1 - row).is_multiple_of(2)
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
        // Below the cells of the bottom row, and before the cells of the first column.
        for column in 0..self.columns {
            let square = self.square(self.rows.saturating_sub(1) * self.columns + column);
            let at = point(square.centre().x, square.greatest.y + ASIDE);
            shapes.push(caption(at, Anchor::Middle, &across(column)));
        }
        for row in 0..self.rows {
            let square = self.square((self.rows - 1 - row) * self.columns);
            let at = point(square.least.x - ASIDE + 2 * UNIT, square.centre().y);
            shapes.push(caption(at, Anchor::End, &up(row)));
        }
    }
}
