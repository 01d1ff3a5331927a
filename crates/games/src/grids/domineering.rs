//! Domineering: Left places vertical dominoes, Right horizontal ones.

mod region;
#[cfg(test)]
mod tests;

pub use region::DominoRegion;

use region::regions;
use std::marker::PhantomData;
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
use winways_kit::boards::word::Word;
use winways_kit::boards::written::{BoardGame, WrittenBoards};
use winways_kit::view::{Cell, Direction, Letter};
use winways_kit::{Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Options, PartizanRuleset, RuleFault, Side, Sign};
use winways_values::{ArenaError, Game, Session};

game!("domineering", |_| Ok(winways_kit::smallest_words!(W => Domineering::<W>::new())));

/// Domineering on any board. A component is a region of two or more connected free cells.
///
/// ```
/// use winways_games::grids::domineering::DOMINEERING;
/// use winways_kit::WholePositions;
///
/// let square = DOMINEERING.parse("..|..")?;
/// let (_, step) = &DOMINEERING.moves(&square)?[0];
/// assert_eq!(DOMINEERING.move_name(&square, step), "a1-a2");
/// assert_eq!(DOMINEERING.write(&DOMINEERING.after(&square, step)), "\"v.|v.\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Domineering<W = u64>(PhantomData<W>);

/// Domineering on boards whose regions fit in one 64-bit word.
pub const DOMINEERING: Domineering = Domineering::new();

impl<W> Domineering<W> {
    /// Creates the game on boards whose regions fit in words of type `W`.
    pub const fn new() -> Self {
        Domineering(PhantomData)
    }
}

impl<W: Word> PartizanRuleset for Domineering<W> {
    type Component = DominoRegion<W>;

    #[inline]
    fn options(
        &self,
        region: &DominoRegion<W>,
        side: Side,
        options: &mut Options<DominoRegion<W>>,
    ) -> Result<(), RuleFault> {
        for domino in region.dominoes(side) {
            options.push(region.without(domino));
        }
        Ok(())
    }

    #[inline]
    fn option_bound(&self, region: &DominoRegion<W>) -> u64 {
        Side::BOTH.map(|side| u64::from(region.places(side).count_ones())).into_iter().max().unwrap_or(0)
    }

    /// Canonicalises by symmetry: reflections keep the value, and a rotation by 90 degrees negates it.
    #[inline]
    fn canonicalise_value(&self, region: &mut DominoRegion<W>) -> Sign {
        region.canonicalise()
    }

    /// Uses the symmetries of `canonicalise_value`: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, region: &mut DominoRegion<W>) {
        region.canonicalise();
    }

    #[inline]
    fn value_by_theorem(
        &self,
        region: &DominoRegion<W>,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        region.strip_value().map(|dominoes| arena.integer(dominoes)).transpose()
    }
}

impl<W: Word> BoardGame for Domineering<W> {
    type Board = Grid;
    const BETWEEN_CELLS: &'static str = "-";

    fn letters(&self) -> Vec<Letter> {
        let upright = Letter::new('v', "upright half", Cell::Domino(Direction::Up));
        let flat = Letter::new('h', "flat half", Cell::Domino(Direction::Left));
        vec![Letter::free(), Letter::gone(), upright, flat]
    }

    fn read(&self, text: &str) -> Result<Vec<(Grid, Span)>, Diagnostic> {
        grid::parse_with_spans(text, ".#vh")
    }

    fn split(&self, board: &Grid, span: Span) -> Result<Vec<DominoRegion<W>>, Diagnostic> {
        let mut found = Vec::new();
        for group in board.groups(|letter| letter == b'.') {
            if group.len() > 1 {
                let patch = board.cut(&group, span)?;
                found.extend(regions(patch.bits_of(|_| true), patch.stride));
            }
        }
        Ok(found)
    }

    /// Lists the moves as cells: the lower cell of a vertical domino, or the left cell of a horizontal domino, comes first.
    fn moves_on(&self, board: &Grid, side: Side) -> Vec<Vec<usize>> {
        let is_free = |cell: &usize| board.cells[*cell] == b'.';
        let free = (0..board.cells.len()).filter(is_free);
        match side {
            Side::Left => {
                free.filter_map(|upper| Some(vec![board.below(upper).filter(is_free)?, upper])).collect()
            }
            Side::Right => {
                free.filter_map(|left| Some(vec![left, board.right_of(left).filter(is_free)?])).collect()
            }
        }
    }

    fn make(&self, letters: &mut [u8], side: Side, cells: &[usize]) {
        for &cell in cells {
            letters[cell] = if side == Side::Left { b'v' } else { b'h' };
        }
    }

    fn content(&self, board: &Grid, cell: usize) -> Cell {
        match board.cells[cell] {
            b'.' => Cell::Free,
            b'v' => half(board, cell, Grid::above, Grid::below, [Direction::Up, Direction::Down]),
            b'h' => half(board, cell, Grid::left_of, Grid::right_of, [Direction::Left, Direction::Right]),
            _ => Cell::Gone,
        }
    }
}

/// A function that returns the next cell in one direction; `None` at the edge of the board.
type Next = fn(&Grid, usize) -> Option<usize>;

/// Returns the drawing of half a domino. Equal letters in a line are paired from the first; a single letter that remains is a
/// taken cell.
fn half(board: &Grid, cell: usize, back: Next, on: Next, directions: [Direction; 2]) -> Cell {
    let is_same = |other: &usize| board.cells[*other] == board.cells[cell];
    let before = std::iter::successors(Some(cell), |&cell| back(board, cell).filter(is_same)).count() - 1;
    match (before % 2, on(board, cell).filter(is_same)) {
        (1, _) => Cell::Domino(directions[0]),
        (_, Some(_)) => Cell::Domino(directions[1]),
        (_, None) => Cell::Gone,
    }
}

impl<W: Word> PartizanGame for Domineering<W> {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        Box::new(grid::all(up_to, b".#").filter_map(|board| WrittenBoards::one(self, board).ok()))
    }
}
