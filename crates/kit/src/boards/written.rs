//! Partizan games on boards that are written cell by cell, with a shared implementation of their whole positions.

use crate::boards::grid::Grid;
use crate::component_move_bound;
use crate::view;
use crate::view::{Alphabet, Cell, Figure, Letter, Piece, Touch, View};
use crate::whole_positions::MovesOfPlayers;
use crate::whole_positions::WholePositions;
use std::fmt::Debug;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_rules::{PartizanRuleset, Side};

/// A board with a letter on every cell.
pub trait Board: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// Returns the letters of all cells, in the order of the elements of the figure.
    fn letters(&self) -> &[u8];

    /// Returns the letters mutably, so that a move can change them.
    fn letters_mut(&mut self) -> &mut [u8];

    /// Returns the board in the notation of its game.
    fn written(&self) -> String;

    /// Returns the name of a cell.
    fn name_of(&self, cell: usize) -> String;

    /// Returns the figure of the board, given the contents of its cells.
    fn figure(&self, contents: Vec<Cell>) -> Figure;
}

impl Board for Grid {
    fn letters(&self) -> &[u8] {
        &self.cells
    }

    fn letters_mut(&mut self) -> &mut [u8] {
        &mut self.cells
    }

    fn written(&self) -> String {
        let rows: Vec<_> = self.cells.chunks(self.width).map(String::from_utf8_lossy).collect();
        rows.join("|")
    }

    fn name_of(&self, cell: usize) -> String {
        Grid::name_of(self, cell)
    }

    fn figure(&self, contents: Vec<Cell>) -> Figure {
        let columns = u32::try_from(self.width).unwrap_or(u32::MAX);
        Figure::Grid(view::Grid {
            columns,
            cells: contents,
            names: self.names(),
            tiling: view::Tiling::Squares,
        })
    }
}

/// The rules of a partizan game on boards of letters. All such games implement [`WholePositions`].
pub trait BoardGame: PartizanRuleset {
    /// The type of the boards.
    type Board: Board;

    /// The word for a board in the names of moves.
    const BOARD: &'static str = "board";

    /// The separator between the boards of a sum.
    const BETWEEN_BOARDS: &'static str = "||";

    /// The separator between the cells in the name of a move.
    const BETWEEN_CELLS: &'static str = "";

    /// Returns the letters of the cells, beginning with the letter of an empty cell.
    fn letters(&self) -> Vec<Letter>;

    /// Parses the boards of a position, each with its span in the text. There must be at least one board.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn read(&self, text: &str) -> Result<Vec<(Self::Board, Span)>, Diagnostic>;

    /// Returns the components of a board. A move must not make any component larger.
    ///
    /// # Errors
    /// Returns a diagnostic at `span`, the span of the board, if a component is too large.
    fn split(&self, board: &Self::Board, span: Span) -> Result<Vec<Self::Component>, Diagnostic>;

    /// Returns the moves of `side` on a board, each as the cells that it touches, in order. No two moves have the same cells.
    fn moves_on(&self, board: &Self::Board, side: Side) -> Vec<Vec<usize>>;

    /// Makes a move of `side` on `cells` by changing the letters of a board.
    fn make(&self, letters: &mut [u8], side: Side, cells: &[usize]);

    /// Returns the contents of a cell.
    fn content(&self, board: &Self::Board, cell: usize) -> Cell;
}

/// Creates a cell with a piece of `side` that has this sign.
pub fn piece(side: Side, sign: &str) -> Cell {
    Piece::cell(side.into(), sign)
}

/// A position: its boards as they were entered, with their components.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenBoards<B, C> {
    boards: Vec<Arc<SplitBoard<B, C>>>,
}

#[derive(Debug, PartialEq)]
struct SplitBoard<B, C> {
    board: B,
    parts: Vec<C>,
}

/// A move on one of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardMove {
    /// The index of the board.
    pub board: usize,
    /// The player who makes the move.
    pub side: Side,
    /// The cells that the move touches, in order.
    pub cells: Vec<usize>,
}

/// The positions of a game on boards.
type Position<G> = WrittenBoards<<G as BoardGame>::Board, <G as PartizanRuleset>::Component>;

impl<B, C: Clone> WrittenBoards<B, C> {
    /// Creates a position from boards, each with its span in the text.
    ///
    /// # Errors
    /// Returns a diagnostic if a component is too large.
    pub fn new<G>(game: &G, boards: impl IntoIterator<Item = (B, Span)>) -> Result<Self, Diagnostic>
    where
        G: BoardGame<Board = B, Component = C>,
    {
        let split = |(board, span): (B, Span)| {
            let parts = game.split(&board, span)?;
            Ok(Arc::new(SplitBoard { board, parts }))
        };
        Ok(WrittenBoards { boards: boards.into_iter().map(split).collect::<Result<_, _>>()? })
    }

    /// Creates a position of one board that was not parsed from a string.
    ///
    /// # Errors
    /// Fails like [`WrittenBoards::new`].
    pub fn one<G>(game: &G, board: B) -> Result<Self, Diagnostic>
    where
        G: BoardGame<Board = B, Component = C>,
    {
        Self::new(game, [(board, Span::at(0))])
    }

    /// Returns the boards in order.
    pub fn boards(&self) -> impl ExactSizeIterator<Item = &B> {
        self.boards.iter().map(|split| &split.board)
    }

    fn parts(&self) -> Vec<C> {
        self.boards.iter().flat_map(|split| &split.parts).cloned().collect()
    }
}

/// Returns a board after a move on it.
fn after_move<G: BoardGame>(
    game: &G,
    position: &Position<G>,
    step: &BoardMove,
) -> SplitBoard<G::Board, G::Component> {
    let mut board = position.boards[step.board].board.clone();
    game.make(board.letters_mut(), step.side, &step.cells);
    match game.split(&board, Span::at(0)) {
        Ok(parts) => SplitBoard { board, parts },
        Err(_) => unreachable!("a move makes no component larger"),
    }
}

/// Returns the index of the part that a move has changed, with its replacement. Returns `None` unless exactly one part of
/// `before` is missing in `after`.
fn changed_part<C: Clone + PartialEq>(before: &[C], after: &[C]) -> Option<(usize, Vec<C>)> {
    let same = before.iter().zip(after).take_while(|(before, after)| before == after).count();
    let (before, after) = (&before[same..], &after[same..]);
    let last =
        before.iter().rev().zip(after.iter().rev()).take_while(|(before, after)| before == after).count();
    let (before, after) = (&before[..before.len() - last], &after[..after.len() - last]);
    let mut rest = after.to_vec();
    let mut changed = None;
    for (number, part) in before.iter().enumerate() {
        match rest.iter().position(|other| other == part) {
            Some(place) => {
                rest.remove(place);
            }
            None if changed.is_none() => changed = Some(same + number),
            None => return None,
        }
    }
    Some((changed?, rest))
}

impl<G: BoardGame> WholePositions for G {
    type Part = G::Component;
    type Position = Position<G>;
    type Move = BoardMove;

    fn parse(&self, text: &str) -> Result<Position<G>, Diagnostic> {
        WrittenBoards::new(self, self.read(text)?)
    }

    fn write(&self, position: &Position<G>) -> String {
        let boards: Vec<String> = position.boards().map(Board::written).collect();
        format!("\"{}\"", boards.join(G::BETWEEN_BOARDS))
    }

    fn components(&self, position: &Position<G>) -> Vec<G::Component> {
        position.parts()
    }

    fn move_bound(&self, position: &Position<G>) -> u64 {
        let bounds = position.boards.iter().map(|split| component_move_bound(self, &split.parts));
        bounds.fold(0, u64::saturating_add)
    }

    /// Returns the moves board by board. On each board, Left's moves come first, and each player's moves are in the order of
    /// [`BoardGame::moves_on`].
    fn moves(&self, position: &Position<G>) -> MovesOfPlayers<BoardMove> {
        let mut moves = Vec::new();
        for (number, board) in position.boards().enumerate() {
            for side in Side::BOTH {
                let on_board = self.moves_on(board, side).into_iter();
                moves.extend(on_board.map(|cells| (side.into(), BoardMove { board: number, side, cells })));
            }
        }
        Ok(moves)
    }

    fn after(&self, position: &Position<G>, step: &BoardMove) -> Position<G> {
        let mut after = position.clone();
        after.boards[step.board] = Arc::new(after_move(self, position, step));
        after
    }

    fn move_name(&self, position: &Position<G>, step: &BoardMove) -> String {
        let board = &position.boards[step.board].board;
        let cells: Vec<String> = step.cells.iter().map(|&cell| board.name_of(cell)).collect();
        let name = cells.join(G::BETWEEN_CELLS);
        match position.boards.len() {
            1 => name,
            _ => format!("{} {}: {name}", G::BOARD, step.board + 1),
        }
    }

    fn touches(&self, _: &Position<G>, step: &BoardMove) -> Vec<Touch> {
        let figure = u32::try_from(step.board).unwrap_or(u32::MAX);
        step.cells.iter().map(|&cell| Touch { figure, element: cell as u64 }).collect()
    }

    fn view(&self, position: &Position<G>) -> View {
        let figure = |board: &G::Board| {
            let contents = (0..board.letters().len()).map(|cell| self.content(board, cell));
            board.figure(contents.collect())
        };
        let figures = position.boards().map(figure);
        View::from_iter(figures).with_alphabet(Some(Alphabet::resizable(self.letters())))
    }

    fn sum(&self, position: &Position<G>, other: &Position<G>) -> Option<Position<G>> {
        Some(WrittenBoards { boards: [&position.boards[..], &other.boards[..]].concat() })
    }

    fn component_move(&self, position: &Position<G>, step: &BoardMove) -> Option<(usize, Vec<G::Component>)> {
        let before = &position.boards[step.board].parts;
        let (number, to) = changed_part(before, &after_move(self, position, step).parts)?;
        let earlier: usize = position.boards[..step.board].iter().map(|split| split.parts.len()).sum();
        Some((earlier + number, to))
    }

    fn size(&self, position: &Position<G>) -> usize {
        let letters: usize = position.boards().map(|board| board.letters().len()).sum();
        letters / size_of::<u64>() + 1
    }
}
