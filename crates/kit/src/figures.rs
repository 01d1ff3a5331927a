//! Constructors for common figures, and for the elements that moves touch in them.
//!
//! Positions can be huge. A view shows only the first parts of a long list ([`MAX_LISTED`] heaps, [`MAX_SIGNS`] numbers,
//! [`MAX_STEPS`] steps, [`MAX_BOARDS`] boards), followed by a figure with the number of omitted parts. A move on an omitted part
//! touches that figure. Boards are drawn cell by cell up to [`MAX_CELLS`] cells, or up to [`MAX_SIDE`] cells a side. Larger
//! boards are shown as numbers.

use crate::view::{
    Alphabet, Cell, CellNames, Digits, Figure, Figurine, Grid, Heap, Heaps, Piece, Staircase, Tiling, Touch,
    View,
};
use winways_rules::Player;

/// The maximum number of heaps in a view.
pub const MAX_LISTED: usize = 4096;

/// The maximum number of numbers that a view shows as signs in a row.
pub const MAX_SIGNS: usize = 256;

/// The maximum number of steps of a staircase in a view.
pub const MAX_STEPS: usize = 64;

/// The maximum number of boards in a view.
pub const MAX_BOARDS: usize = 64;

/// The maximum number of cells of a strip, or vertices of a graph, in a view.
pub const MAX_CELLS: u64 = 256;

/// The maximum number of edges of a graph in a view.
pub const MAX_EDGES: usize = 1000;

/// The maximum number of rows, and of columns, of a grid whose cells are pairs of numbers.
pub const MAX_SIDE: u64 = 32;

impl View {
    /// Creates a view of one figure.
    #[must_use]
    pub fn of(figure: Figure) -> View {
        View::from_iter([figure])
    }

    /// Creates a view of heaps of the given sizes. [`Touch::heap`] returns the element of heap `n`.
    ///
    /// ```
    /// use winways_kit::view::{Figure, View};
    ///
    /// let Figure::Heaps(heaps) = &View::heaps(&[7, 8, 9]).figures[0] else { unreachable!() };
    /// assert_eq!((heaps.heaps[1].tokens, heaps.lie_in_rows), (8, false));
    /// assert_eq!(View::heaps(&[1; 5000]).figures.len(), 2); // the second figure reads "… and 904 more heaps"
    /// ```
    #[must_use]
    pub fn heaps(sizes: &[u64]) -> View {
        View::piles(sizes, false, "heaps")
    }

    /// Creates a view of rows of adjacent tokens with the given lengths. [`Touch::heap`] returns the element of row `n`.
    #[must_use]
    pub fn rows(lengths: &[u64]) -> View {
        View::piles(lengths, true, "rows")
    }

    fn piles(sizes: &[u64], lie_in_rows: bool, what: &str) -> View {
        let shown = &sizes[..sizes.len().min(MAX_LISTED)];
        let heaps = shown.iter().map(|&tokens| Heap { tokens, label: String::new() }).collect();
        let figure = Figure::Heaps(Heaps { heaps, lie_in_rows, are_pits: false });
        View::of(figure).with_omitted(sizes.len() - shown.len(), what)
    }

    /// Creates a view of numbers in a row. [`Touch::sign`] returns the element of number `n`.
    #[must_use]
    pub fn numbers(numbers: &[u64], what: &str) -> View {
        let shown = &numbers[..numbers.len().min(MAX_SIGNS)];
        let signs = shown.iter().map(u64::to_string).collect();
        let figure = Figure::Digits(Digits { signs, between: ",".to_owned(), captions: Vec::new() });
        View::of(figure).with_omitted(numbers.len() - shown.len(), what)
    }

    /// Creates a view of steps with the given numbers of tokens, numbered from 1 at the bottom. [`Touch::step`] returns the
    /// element of step `n`.
    #[must_use]
    pub fn staircase(steps: &[u64]) -> View {
        let shown = &steps[..steps.len().min(MAX_STEPS)];
        let figure = Figure::Staircase(Staircase { steps: shown.to_vec(), first: 1 });
        View::of(figure).with_omitted(steps.len() - shown.len(), "steps")
    }

    /// Creates a view with one figure for each board. [`Touch::on_board`] returns an element of board `n`.
    #[must_use]
    pub fn boards<B>(boards: &[B], figure: impl FnMut(&B) -> Figure, what: &str) -> View {
        let shown = &boards[..boards.len().min(MAX_BOARDS)];
        View::from_iter(shown.iter().map(figure)).with_omitted(boards.len() - shown.len(), what)
    }

    /// Creates a view of several boards, each of which may have several figures. [`Touch::joined`] converts the elements of one
    /// board.
    #[must_use]
    pub fn joined<B>(boards: &[B], view: impl Fn(&B) -> View) -> View {
        boards.iter().flat_map(|board| view(board).figures).collect()
    }

    /// Adds the letters of the cells.
    #[must_use]
    pub fn with_alphabet(self, alphabet: Option<Alphabet>) -> View {
        View { alphabet, ..self }
    }

    /// Appends a figure with the number of omitted parts, if there are any.
    fn with_omitted(mut self, count: usize, what: &str) -> View {
        if count > 0 {
            let sign = format!("… and {count} more {what}");
            let digits = Digits { signs: vec![sign], between: String::new(), captions: Vec::new() };
            self.figures.push(Figure::Digits(digits));
        }
        self
    }
}

impl FromIterator<Figure> for View {
    /// Creates a view of several figures.
    fn from_iter<I: IntoIterator<Item = Figure>>(figures: I) -> View {
        View { figures: figures.into_iter().collect(), ..View::default() }
    }
}

impl Touch {
    /// Returns element number `element` of the only figure.
    #[must_use]
    pub fn of(element: u64) -> Touch {
        Touch { figure: 0, element }
    }

    /// Returns the element of part number `index` in a list of which the first `limit` parts are shown.
    fn listed(index: usize, limit: usize) -> Touch {
        if index < limit { Touch::of(index as u64) } else { Touch { figure: 1, element: 0 } }
    }

    /// Returns the element of heap number `index` of [`View::heaps`], or of row number `index` of [`View::rows`].
    #[must_use]
    pub fn heap(index: usize) -> Touch {
        Touch::listed(index, MAX_LISTED)
    }

    /// Returns the element of number `index` of [`View::numbers`].
    #[must_use]
    pub fn sign(index: usize) -> Touch {
        Touch::listed(index, MAX_SIGNS)
    }

    /// Returns the element of step number `index` of [`View::staircase`], counted from 0.
    #[must_use]
    pub fn step(index: usize) -> Touch {
        Touch::listed(index, MAX_STEPS)
    }

    /// Converts elements of the view of board number `board` to elements of [`View::joined`].
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
        touches.dedup(); // all omitted boards share one element
        touches
    }

    /// Returns an element of board number `board` of [`View::boards`].
    #[must_use]
    pub fn on_board(board: usize, element: u64) -> Touch {
        if board < MAX_BOARDS {
            Touch { figure: board as u32, element }
        } else {
            Touch { figure: MAX_BOARDS as u32, element: 0 }
        }
    }

    /// Returns elements of board number `board` of [`View::boards`], without duplicates. All omitted boards share one element.
    #[must_use]
    pub fn all_on_board(board: usize, elements: impl IntoIterator<Item = u64>) -> Vec<Touch> {
        let mut touches: Vec<Touch> =
            elements.into_iter().map(|element| Touch::on_board(board, element)).collect();
        touches.dedup();
        touches
    }
}

impl Figure {
    /// Creates a row of cells, numbered from 1 at the left.
    #[must_use]
    pub fn strip(cells: Vec<Cell>) -> Figure {
        let names = CellNames::Strip { first: 1 };
        Figure::Grid(Grid { columns: cells.len() as u32, cells, names, tiling: Tiling::Squares })
    }

    /// Creates heaps with a name below each.
    #[must_use]
    pub fn named_heaps<'n>(heaps: impl IntoIterator<Item = (u64, &'n str)>) -> Figure {
        let heaps = heaps.into_iter().map(|(tokens, name)| Heap { tokens, label: name.to_owned() });
        Figure::Heaps(Heaps { heaps: heaps.collect(), lie_in_rows: false, are_pits: false })
    }

    /// Creates a row of numbers with a caption below each.
    #[must_use]
    pub fn named_numbers<const N: usize>(numbers: [(String, &str); N]) -> Figure {
        let captions = numbers.iter().map(|(_, name)| (*name).to_owned()).collect();
        let signs = numbers.into_iter().map(|(sign, _)| sign).collect();
        Figure::Digits(Digits { signs, between: String::new(), captions })
    }
}

impl Piece {
    /// Creates a cell with a piece on it.
    #[must_use]
    pub fn cell(owner: Player, sign: &str) -> Cell {
        Cell::Piece(Piece { owner, sign: sign.to_owned(), figurine: None })
    }

    /// Creates a cell with a piece on it, which pictures show as a figurine.
    #[must_use]
    pub fn figure(owner: Player, sign: &str, figurine: Figurine) -> Cell {
        Cell::Piece(Piece { owner, sign: sign.to_owned(), figurine: Some(figurine) })
    }
}

/// A position of a game on a pair of numbers, shown as a piece on a board. The piece is on the cell with these coordinates,
/// counted from 0 at the lower left.
#[derive(Clone, Copy, Debug)]
pub struct PairBoard {
    /// The coordinates of the piece: column and row.
    pub pair: (u64, u64),
    /// The sign of the piece: `Q`.
    pub sign: &'static str,
    /// The figurine that shows the piece in pictures.
    pub figurine: Option<Figurine>,
    /// The shades of the cells.
    pub tiling: Tiling,
}

impl PairBoard {
    /// Returns the number of cells on a side: the smallest of 8, 16 and 32 that fits. Returns `None` if the pair is too large
    /// to draw.
    fn side(&self) -> Option<u64> {
        let most = self.pair.0.max(self.pair.1);
        [MAX_SIDE / 4, MAX_SIDE / 2, MAX_SIDE].into_iter().find(|&side| most < side)
    }

    /// Returns the board with the piece, or two heaps if a number is [`MAX_SIDE`] or more.
    #[must_use]
    pub fn figure(&self) -> Figure {
        let Some(side) = self.side() else {
            return Figure::named_heaps([(self.pair.0, ""), (self.pair.1, "")]);
        };
        let mut cells = vec![Cell::Free; (side * side) as usize];
        cells[element(side, self.pair) as usize] = match self.figurine {
            Some(figurine) => Piece::figure(Player::Either, self.sign, figurine),
            None => Piece::cell(Player::Either, self.sign),
        };
        let (columns, names) = (side as u32, CellNames::Pair);
        Figure::Grid(Grid { columns, cells, names, tiling: self.tiling })
    }

    /// Returns the elements of [`PairBoard::figure`] touched by a move to another pair, nearer to 0: the two cells, or the heaps
    /// that change.
    #[must_use]
    pub fn touched(&self, to: (u64, u64)) -> Vec<u64> {
        if let Some(side) = self.side() {
            return vec![element(side, self.pair), element(side, to)];
        }
        changed(&[self.pair.0, self.pair.1], &[to.0, to.1]).map(|index| index as u64).collect()
    }
}

/// Returns the element of a cell in a square grid.
fn element(side: u64, (column, row): (u64, u64)) -> u64 {
    (side - 1 - row) * side + column
}

/// Returns the indices at which two lists differ.
pub fn changed<T: PartialEq>(before: &[T], after: &[T]) -> impl Iterator<Item = usize> {
    before
        .iter()
        .zip(after)
        .enumerate()
        .filter(|(_, (before, after))| before != after)
        .map(|(index, _)| index)
}
