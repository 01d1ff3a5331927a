//! Figures of the usual kinds, and the elements that moves touch in them.
//!
//! A position may be huge: a view shows the first parts of a long list ([`MAX_LISTED`] heaps, [`MAX_SIGNS`] numbers,
//! [`MAX_STEPS`] steps, [`MAX_BOARDS`] boards) and one last figure that says how many are left out. A move on a part that is
//! left out touches that figure. What would be drawn cell by cell is drawn so up to [`MAX_CELLS`] cells, or [`MAX_SIDE`] cells
//! a side; beyond, a view shows the numbers.

use crate::view::{Cell, CellNames, Digits, Figure, Grid, Heap, Heaps, Piece, Staircase, Touch, View};
use winways_rules::Player;

/// The most heaps that a view shows.
pub const MAX_LISTED: usize = 4096;

/// The most numbers that a view shows as signs in a row.
pub const MAX_SIGNS: usize = 256;

/// The most steps of a staircase that a view shows.
pub const MAX_STEPS: usize = 64;

/// The most boards that a view shows.
pub const MAX_BOARDS: usize = 64;

/// The most cells of a strip that a view shows, and the most vertices of a graph.
pub const MAX_CELLS: u64 = 256;

/// The most edges of a graph that a view shows.
pub const MAX_EDGES: usize = 1000;

/// The most rows, and columns, of a grid of cells that stand for pairs of numbers.
pub const MAX_SIDE: u64 = 32;

impl View {
    /// A view of one figure.
    #[must_use]
    pub fn of(figure: Figure) -> View {
        View { figures: vec![figure] }
    }

    /// Heaps of so many tokens; heap number `n` is touched by [`Touch::heap`].
    ///
    /// ```
    /// use winways_kit::view::{Figure, View};
    ///
    /// let Figure::Heaps(heaps) = &View::heaps(&[7, 8, 9]).figures[0] else { unreachable!() };
    /// assert_eq!((heaps.heaps[1].tokens, heaps.lie_in_rows), (8, false));
    /// assert_eq!(View::heaps(&[1; 5000]).figures.len(), 2); // the second one says that 904 more heaps follow
    /// ```
    #[must_use]
    pub fn heaps(sizes: &[u64]) -> View {
        View::piles(sizes, false, "heaps")
    }

    /// Rows of so many tokens, one beside the other, with gaps that matter; row number `n` is touched by [`Touch::heap`].
    #[must_use]
    pub fn rows(lengths: &[u64]) -> View {
        View::piles(lengths, true, "rows")
    }

    fn piles(sizes: &[u64], lie_in_rows: bool, what: &str) -> View {
        let shown = &sizes[..sizes.len().min(MAX_LISTED)];
        let heaps = shown.iter().map(|&tokens| Heap { tokens, label: String::new() }).collect();
        let figure = Figure::Heaps(Heaps { heaps, lie_in_rows });
        View::of(figure).and_left_out(sizes.len() - shown.len(), what)
    }

    /// Numbers in a row; number `n` is touched by [`Touch::sign`].
    #[must_use]
    pub fn numbers(numbers: &[u64], what: &str) -> View {
        let shown = &numbers[..numbers.len().min(MAX_SIGNS)];
        let signs = shown.iter().map(u64::to_string).collect();
        let figure = Figure::Digits(Digits { signs, between: ",".to_owned(), captions: Vec::new() });
        View::of(figure).and_left_out(numbers.len() - shown.len(), what)
    }

    /// Steps with so many tokens, numbered from 1 at the bottom; step number `n` is touched by [`Touch::step`].
    #[must_use]
    pub fn staircase(steps: &[u64]) -> View {
        let shown = &steps[..steps.len().min(MAX_STEPS)];
        let figure = Figure::Staircase(Staircase { steps: shown.to_vec(), first: 1 });
        View::of(figure).and_left_out(steps.len() - shown.len(), "steps")
    }

    /// A figure for each board; elements of board number `n` are touched by [`Touch::on_board`].
    #[must_use]
    pub fn boards<B>(boards: &[B], figure: impl FnMut(&B) -> Figure, what: &str) -> View {
        let shown = &boards[..boards.len().min(MAX_BOARDS)];
        View { figures: shown.iter().map(figure).collect() }.and_left_out(boards.len() - shown.len(), what)
    }

    /// The views of several boards as one, each of which may be of several figures; what a move on one of them touches is moved
    /// by [`Touch::joined`].
    #[must_use]
    pub fn joined<B>(boards: &[B], view: impl Fn(&B) -> View) -> View {
        View { figures: boards.iter().flat_map(|board| view(board).figures).collect() }
    }

    /// With a figure that says how many parts are left out, if any are.
    fn and_left_out(mut self, count: usize, what: &str) -> View {
        if count > 0 {
            let sign = format!("… and {count} more {what}");
            let digits = Digits { signs: vec![sign], between: String::new(), captions: Vec::new() };
            self.figures.push(Figure::Digits(digits));
        }
        self
    }
}

impl Touch {
    /// Element number `element` of the only figure.
    #[must_use]
    pub fn of(element: u64) -> Touch {
        Touch { figure: 0, element }
    }

    /// Part number `index` of a list of which the first `limit` are shown.
    fn listed(index: usize, limit: usize) -> Touch {
        if index < limit { Touch::of(index as u64) } else { Touch { figure: 1, element: 0 } }
    }

    /// Heap number `index` of [`View::heaps`], or row number `index` of [`View::rows`].
    #[must_use]
    pub fn heap(index: usize) -> Touch {
        Touch::listed(index, MAX_LISTED)
    }

    /// Number `index` of [`View::numbers`].
    #[must_use]
    pub fn sign(index: usize) -> Touch {
        Touch::listed(index, MAX_SIGNS)
    }

    /// Step number `index` of [`View::staircase`], counted from 0.
    #[must_use]
    pub fn step(index: usize) -> Touch {
        Touch::listed(index, MAX_STEPS)
    }

    /// Elements of the view of board number `board` as elements of [`View::joined`].
    #[must_use]
    pub fn joined<B>(
        boards: &[B],
        board: usize,
        view: impl Fn(&B) -> View,
        touches: impl IntoIterator<Item = Touch>,
    ) -> Vec<Touch> {
        let before: usize = boards[..board].iter().map(|board| view(board).figures.len()).sum();
        let mut touches: Vec<Touch> = touches
            .into_iter()
            .map(|touch| Touch { figure: touch.figure.saturating_add(before as u32), ..touch })
            .collect();
        touches.dedup(); // all that are left out are one
        touches
    }

    /// An element of board number `board` of [`View::boards`].
    #[must_use]
    pub fn on_board(board: usize, element: u64) -> Touch {
        if board < MAX_BOARDS {
            Touch { figure: board as u32, element }
        } else {
            Touch { figure: MAX_BOARDS as u32, element: 0 }
        }
    }

    /// Elements of board number `board` of [`View::boards`], each once: all that are left out are one.
    #[must_use]
    pub fn all_on_board(board: usize, elements: impl IntoIterator<Item = u64>) -> Vec<Touch> {
        let mut touches: Vec<Touch> =
            elements.into_iter().map(|element| Touch::on_board(board, element)).collect();
        touches.dedup();
        touches
    }
}

impl Figure {
    /// A row of cells, numbered from 1 at the left.
    #[must_use]
    pub fn strip(cells: Vec<Cell>) -> Figure {
        let names = CellNames::Strip { first: 1 };
        Figure::Grid(Grid { columns: cells.len() as u32, cells, names, is_chequered: false })
    }

    /// Heaps with names below them.
    #[must_use]
    pub fn named_heaps<'n>(heaps: impl IntoIterator<Item = (u64, &'n str)>) -> Figure {
        let heaps = heaps.into_iter().map(|(tokens, name)| Heap { tokens, label: name.to_owned() });
        Figure::Heaps(Heaps { heaps: heaps.collect(), lie_in_rows: false })
    }

    /// Numbers, each with a word below that says what it is.
    #[must_use]
    pub fn named_numbers<const N: usize>(numbers: [(String, &str); N]) -> Figure {
        let captions = numbers.iter().map(|(_, name)| (*name).to_owned()).collect();
        let signs = numbers.into_iter().map(|(sign, _)| sign).collect();
        Figure::Digits(Digits { signs, between: String::new(), captions })
    }
}

impl Piece {
    /// A piece on a cell.
    #[must_use]
    pub fn cell(owner: Player, sign: &str) -> Cell {
        Cell::Piece(Piece { owner, sign: sign.to_owned() })
    }
}

/// A position of a game on a pair of numbers, as a piece on a board: on the cell of its coordinates, counted from 0 at the lower
/// left.
#[derive(Clone, Copy, Debug)]
pub struct PairBoard {
    /// The pair: column and row.
    pub pair: (u64, u64),
    /// The sign of the piece: `Q`.
    pub sign: &'static str,
    /// Whether the cells are drawn in two shades.
    pub is_chequered: bool,
}

impl PairBoard {
    /// How many cells the board has on a side, the same for pairs of about one size; `None` if the pair is too large to be drawn.
    fn side(&self) -> Option<u64> {
        let most = self.pair.0.max(self.pair.1);
        [MAX_SIDE / 4, MAX_SIDE / 2, MAX_SIDE].into_iter().find(|&side| most < side)
    }

    /// The board with the piece; two heaps where a number is [`MAX_SIDE`] or more.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let Some(side) = self.side() else {
            return Figure::named_heaps([(self.pair.0, ""), (self.pair.1, "")]);
        };
        let mut cells = vec![Cell::Free; (side * side) as usize];
        cells[element(side, self.pair) as usize] = Piece::cell(Player::Either, self.sign);
        let (columns, names) = (side as u32, CellNames::Pair);
        Figure::Grid(Grid { columns, cells, names, is_chequered: self.is_chequered })
    }

    /// The elements of [`PairBoard::figure`] that a move to another pair, nearer to 0, touches: the two cells, or the heaps that
    /// change.
    #[must_use]
    pub fn touched(&self, to: (u64, u64)) -> Vec<u64> {
        if let Some(side) = self.side() {
            return vec![element(side, self.pair), element(side, to)];
        }
        changed(&[self.pair.0, self.pair.1], &[to.0, to.1]).map(|index| index as u64).collect()
    }
}

/// The element of a cell in a square grid.
fn element(side: u64, (column, row): (u64, u64)) -> u64 {
    (side - 1 - row) * side + column
}

/// The indices at which two lists differ.
pub fn changed<T: PartialEq>(before: &[T], after: &[T]) -> impl Iterator<Item = usize> {
    before
        .iter()
        .zip(after)
        .enumerate()
        .filter(|(_, (before, after))| before != after)
        .map(|(index, _)| index)
}
