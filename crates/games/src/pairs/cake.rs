//! Rectangular cakes, which Left divides along columns and Right along rows.

use super::partizan_pairs::Pair;
use winways_kit::ComponentMove;
use winways_kit::view::{Cell, CellNames, Figure, Grid, Tiling};
use winways_rules::{Player, Side};

/// The greatest side of a cake.
pub(super) const LARGEST: u64 = 1 << 40;

/// Returns the length of a cake in the direction in which `side` shortens it: columns for Left, rows for Right.
pub(super) fn length((rows, columns): Pair, side: Side) -> u64 {
    match side {
        Side::Left => columns,
        Side::Right => rows,
    }
}

/// Returns the cake with another length in the direction of `side`.
pub(super) fn with_length((rows, columns): Pair, side: Side, length: u64) -> Pair {
    match side {
        Side::Left => (rows, length),
        Side::Right => (length, columns),
    }
}

/// The greatest number of rows or columns for which a cake is drawn cell by cell.
const MOST_DRAWN: u64 = 32;

fn is_drawn((rows, columns): Pair) -> bool {
    rows.max(columns) <= MOST_DRAWN
}

/// Draws the cells of a cake, or only its two numbers if it is large.
pub(super) fn figure(cake: Pair) -> Figure {
    let (rows, columns) = cake;
    if !is_drawn(cake) {
        return Figure::named_heaps([(rows, "rows"), (columns, "columns")]);
    }
    let cells = vec![Cell::Free; (rows * columns) as usize];
    Figure::Grid(Grid { columns: columns as u32, cells, names: CellNames::Chess, tiling: Tiling::Squares })
}

/// Returns the elements of the figure that a move touches: the cells of the row or column just before each cut, or the cells of the
/// row or column that is eaten. For a large cake, the only element is the number that changes.
pub(super) fn touched(cake: Pair, step: &ComponentMove<Pair>) -> Vec<u64> {
    let side = if step.player == Player::Left { Side::Left } else { Side::Right };
    if !is_drawn(cake) {
        return vec![u64::from(side == Side::Left)];
    }
    let parts: Vec<u64> = step.to.iter().map(|&part| length(part, side)).collect();
    let whole = length(cake, side);
    let lines: Vec<u64> = if parts.iter().sum::<u64>() < whole {
        vec![if parts.len() > 1 { parts[0] } else { 0 }]
    } else {
        let cut = |before: &mut u64, part: &u64| {
            *before += part;
            Some(*before - 1)
        };
        parts[..parts.len() - 1].iter().scan(0, cut).collect()
    };
    let (rows, columns) = cake;
    let cells = lines.into_iter().flat_map(|line| match side {
        Side::Left => (0..rows).map(|row| row * columns + line).collect::<Vec<_>>(),
        Side::Right => (0..columns).map(|column| line * columns + column).collect(),
    });
    let mut cells: Vec<u64> = cells.collect();
    cells.sort_unstable();
    cells
}
