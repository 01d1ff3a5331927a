//! Styles of marks.

use winways_kit::view::{Cell, CellNames, Figure, Grid, Touch, View};

use super::mark::Mark;

/// The style of the mark of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// A ring around every element.
    Rings,
    /// A line through neighbouring cells.
    Line,
    /// An arrow from element to element.
    Arrow,
}

/// Chooses the style of a mark. The move of a piece or a token is an arrow.
pub(super) fn style(view: &View, mark: &Mark) -> Style {
    let [first, .., last] = mark.touches[..] else { return Style::Rings };
    if mark.touches.iter().any(|touch| touch.figure != first.figure) || first.element == last.element {
        return Style::Rings;
    }
    match view.figures.get(first.figure as usize) {
        Some(Figure::Grid(grid)) => {
            let is_piece = |touch: &Touch| matches!(cell(&grid.cells, touch), Some(Cell::Piece(_)));
            let near = |pair: &[Touch]| are_neighbours(grid, pair[0].element, pair[1].element);
            if is_piece(&first) {
                Style::Arrow
            } else if mark.touches.windows(2).all(near) {
                Style::Line
            } else {
                Style::Rings
            }
        }
        Some(Figure::Staircase(_)) => Style::Arrow,
        Some(Figure::Graph(graph)) => {
            let content = graph.vertices.get(usize::try_from(first.element).unwrap_or(usize::MAX));
            let holds = content.is_some_and(|vertex| matches!(vertex.content, Cell::Piece(_)));
            if holds { Style::Arrow } else { Style::Rings }
        }
        _ => Style::Rings,
    }
}

fn cell<'view>(cells: &'view [Cell], touch: &Touch) -> Option<&'view Cell> {
    cells.get(usize::try_from(touch.element).ok()?)
}

/// Returns `true` if two cells share a side or a corner.
fn are_neighbours(grid: &Grid, one: u64, other: u64) -> bool {
    let columns = u64::from(grid.columns.max(1));
    let (across, up) = ((one % columns).abs_diff(other % columns), (one / columns).abs_diff(other / columns));
    // Cells of a strip that is drawn in several lines are not neighbours across the end of a line.
    let is_strip = matches!(grid.names, CellNames::Strip { .. });
    one != other && across <= 1 && up <= 1 && !(is_strip && one.max(other).is_multiple_of(super::grid::LINE))
}
