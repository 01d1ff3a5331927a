//! Positions, which store whole boards as they were entered, and named moves.

use crate::pictures::about::FileHeaders;
use crate::pictures::board::{Board, read};
use crate::pictures::boards::Boards;
use crate::pictures::component::Packed;
use crate::pictures::engine::Engine;
use crate::pictures::placement::Placed;
use crate::pictures::rules::Rules;
use crate::pictures::size::check_board;
use crate::pictures::states::{ABSENT, Alphabet, EMPTY, State};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;
use winways_kit::boards::word::{Wide, Word};
use winways_kit::boards::written::piece;
use winways_kit::figures::changed;
use winways_kit::view;
use winways_kit::view::{Cell, Letter, Piece, Touch, View};
use winways_notation::pictures::Owner;
use winways_notation::{Diagnostic, Span};
use winways_rules::{Player, Side};
use winways_values::{Arena, ArenaError};

/// A game defined by pictures, with components packed as `C`.
pub(crate) struct Pictures<C: Packed> {
    pub(crate) headers: FileHeaders,
    pub(crate) rules: Arc<Rules>,
    /// The tables of whole boards.
    pub(crate) boards: Arc<Boards<Wide>>,
    pub(crate) engine: Engine<C>,
}

/// A position: a sum of boards.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Position<C> {
    boards: Vec<Arc<SplitBoard<C>>>,
}

#[derive(Debug, PartialEq)]
struct SplitBoard<C> {
    board: Board,
    parts: Vec<C>,
}

/// A move on one of the boards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BoardMove {
    board: usize,
    name: String,
    /// The cells that the move changes.
    changed: Vec<usize>,
    /// The states of the board after the move.
    after: Vec<State>,
    /// `true` if the same player moves again.
    pub(crate) is_again: bool,
}

impl BoardMove {
    /// Returns the move with `, again` in its name, after which the same player moves again.
    pub(crate) fn again(self) -> BoardMove {
        BoardMove { name: format!("{}, again", self.name), is_again: true, ..self }
    }
}

impl<C: Packed> Pictures<C> {
    /// Creates a game. `boards` has words wide enough for every board; the words of `packed` match `C`.
    pub(crate) fn new(headers: FileHeaders, boards: Arc<Boards<Wide>>, packed: Arc<Boards<C::Word>>) -> Self {
        Pictures { headers, rules: boards.rules.clone(), boards, engine: Engine::new(packed) }
    }

    /// Rejects a board that is too large.
    fn check(&self, board: &Board, span: Span) -> Result<(), Diagnostic> {
        if !self.engine.fits(&board.geometry) {
            let message = format!("a board of {} cells is too large", board.states.len());
            return Err(Diagnostic::new(message, span).label(format!("expected at most {}", C::Word::BITS)));
        }
        check_board(&self.rules, &board.geometry, span)
    }

    fn split(&self, mut board: Board, span: Span) -> Result<SplitBoard<C>, Diagnostic> {
        self.check(&board, span)?;
        if !self.rules.is_cut() {
            // Positions on the same graph share its geometry.
            board.geometry = self.engine.known(&board.geometry);
        }
        let parts = self.engine.components(&board.geometry, &board.states);
        Ok(SplitBoard { board, parts })
    }

    /// Creates a position of one board.
    pub(crate) fn one(&self, board: Board) -> Result<Position<C>, Diagnostic> {
        Ok(Position { boards: vec![Arc::new(self.split(board, Span::at(0))?)] })
    }

    fn read(&self, text: &str) -> Result<Vec<(Board, Span)>, Diagnostic> {
        read(text, self.rules.shape, self.headers.graph.as_deref(), &self.rules.alphabet)
    }

    /// Charges to `arena` the memory of the boards that [`Pictures::parse`] would prepare. Returns `false` if the text is
    /// invalid.
    ///
    /// # Errors
    /// Returns [`ArenaError::OutOfMemory`] if the memory exceeds the limit of the arena.
    pub(crate) fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let Ok(boards) = self.read(text) else { return Ok(false) };
        if boards.iter().any(|(board, span)| self.check(board, *span).is_err()) {
            return Ok(false);
        }
        boards.iter().try_for_each(|(board, _)| self.engine.charge(&board.geometry, arena))?;
        Ok(true)
    }

    pub(crate) fn parse(&self, text: &str) -> Result<Position<C>, Diagnostic> {
        let boards = self.read(text)?;
        let split = |(board, span)| self.split(board, span).map(Arc::new);
        Ok(Position { boards: boards.into_iter().map(split).collect::<Result<_, _>>()? })
    }

    pub(crate) fn write(&self, position: &Position<C>) -> String {
        let boards: Vec<String> =
            position.boards.iter().map(|one| one.board.written(&self.rules.alphabet)).collect();
        format!("\"{}\"", boards.join("||"))
    }

    pub(crate) fn parts(&self, position: &Position<C>) -> Vec<C> {
        position.boards.iter().flat_map(|one| &one.parts).cloned().collect()
    }

    /// Returns the parts of the board on which a move is made.
    pub(crate) fn parts_of<'p>(&self, position: &'p Position<C>, step: &BoardMove) -> &'p [C] {
        &position.boards[step.board].parts
    }

    /// Returns the indices, in [`Pictures::parts`], of the parts of the board on which a move is made.
    pub(crate) fn places_of_parts(&self, position: &Position<C>, step: &BoardMove) -> Range<usize> {
        let first = position.boards[..step.board].iter().map(|one| one.parts.len()).sum();
        first..first + position.boards[step.board].parts.len()
    }

    /// Returns every move of `side`, board by board.
    pub(crate) fn moves_of(&self, position: &Position<C>, side: Side) -> Vec<BoardMove> {
        self.moves_by(&self.boards, position, side)
    }

    /// Returns every move of `side` under the rules of `boards`, board by board.
    pub(crate) fn moves_by(
        &self,
        boards: &Boards<Wide>,
        position: &Position<C>,
        side: Side,
    ) -> Vec<BoardMove> {
        let mut found = Vec::new();
        for (number, one) in position.boards.iter().enumerate() {
            let mut moves = Vec::new();
            boards.moves_on(&one.board.geometry, &one.board.states, side, &mut |parts, stride, after| {
                let element = |cell: u16| one.board.element(cell.into(), stride);
                moves.push((cells_of(parts).into_iter().map(element).collect::<Vec<_>>(), after));
            });
            keep_distinct(&mut moves);
            let names = named(&one.board, &self.rules.alphabet, &moves);
            let whole = |name: String| {
                if position.boards.len() > 1 { format!("board {}: {name}", number + 1) } else { name }
            };
            found.extend(moves.into_iter().zip(names).map(|((_, after), name)| BoardMove {
                board: number,
                name: whole(name),
                changed: changed(&one.board.states, &after).collect(),
                after,
                is_again: false,
            }));
        }
        found
    }

    pub(crate) fn after(&self, position: &Position<C>, step: &BoardMove) -> Position<C> {
        let mut after = position.clone();
        let old = &position.boards[step.board].board;
        let board = old.with(step.after.clone());
        let parts = self.engine.components(&board.geometry, &board.states);
        after.boards[step.board] = Arc::new(SplitBoard { board, parts });
        after
    }

    pub(crate) fn move_name(&self, step: &BoardMove) -> String {
        step.name.clone()
    }

    pub(crate) fn touches(&self, step: &BoardMove) -> Vec<Touch> {
        Touch::all_on_board(step.board, step.changed.iter().map(|&cell| cell as u64))
    }

    pub(crate) fn view(&self, position: &Position<C>) -> View {
        let figure = |one: &Arc<SplitBoard<C>>| {
            one.board
                .figure(one.board.states.iter().map(|&state| content(&self.rules.alphabet, state)).collect())
        };
        View::boards(&position.boards, figure, "boards")
            .with_alphabet(Some(alphabet(&self.rules.alphabet, self.headers.graph.is_none())))
    }

    pub(crate) fn sum(&self, position: &Position<C>, other: &Position<C>) -> Position<C> {
        Position { boards: [&position.boards[..], &other.boards[..]].concat() }
    }

    /// Returns an upper bound for the number of moves of both players.
    pub(crate) fn move_bound(&self, position: &Position<C>) -> u64 {
        let bounds = self
            .parts(position)
            .into_iter()
            .map(|part| Side::BOTH.into_iter().map(|side| self.engine.bound(&part, side)).sum::<u64>());
        bounds.sum()
    }

    pub(crate) fn size(&self, position: &Position<C>) -> usize {
        position.boards.iter().map(|one| one.board.size()).sum::<usize>()
    }

    /// Writes the boards of components.
    pub(crate) fn write_parts(&self, parts: &[C]) -> String {
        let boards: Vec<String> =
            parts.iter().map(|part| self.board_of(part).written(&self.rules.alphabet)).collect();
        format!("\"{}\"", if boards.is_empty() { "#".to_owned() } else { boards.join("||") })
    }

    fn board_of(&self, part: &C) -> Board {
        let (geometry, states) = self.engine.board_of(part);
        match geometry.surface {
            crate::pictures::geometry::Surface::Graph(ref near) => {
                let names = (0..near.len()).map(|vertex| vertex.to_string()).collect();
                let family = self.headers.graph.as_ref().map(|_| String::new());
                Board::of_graph(near.to_vec(), names, family, states)
            }
            _ => Board::of_rows(self.rules.shape, geometry.width, states),
        }
    }
}

/// Returns the appearance of a state.
pub(crate) fn content(alphabet: &Alphabet, state: State) -> Cell {
    let sign = char::from(alphabet.letters[usize::from(state)]).to_string();
    match (state, alphabet.owners[usize::from(state)]) {
        (ABSENT, _) => Cell::Gone,
        (EMPTY, _) => Cell::Free,
        (_, Owner::Left) => piece(Side::Left, &sign),
        (_, Owner::Right) => piece(Side::Right, &sign),
        _ => Piece::cell(Player::Either, &sign),
    }
}

/// Returns the letters of the cells, for editors. The text determines the size of the board if the board `is_resizable`.
pub(crate) fn alphabet(own: &Alphabet, is_resizable: bool) -> view::Alphabet {
    let order = [EMPTY].into_iter().chain((EMPTY + 1)..own.count() as State).chain([ABSENT]);
    let letter = |state: State| {
        let index = usize::from(state);
        let name = match state {
            ABSENT => "gone",
            EMPTY => "free",
            _ => "",
        };
        Letter::new(char::from(own.letters[index]), name, content(own, state))
    };
    view::Alphabet { letters: order.map(letter).collect(), is_resizable }
}

/// Removes moves that cover the same cells with the same result as an earlier one. Several pictures may describe the same move, also
/// in opposite directions.
pub(crate) fn keep_distinct(moves: &mut Vec<(Vec<usize>, Vec<State>)>) {
    let mut seen = BTreeSet::new();
    moves.retain(|(cells, after)| {
        let mut cells = cells.clone();
        cells.sort_unstable();
        seen.insert((cells, after.clone()))
    });
}

/// Returns the names of one player's moves on a board, each given by its cells and the states after it. A move is named
/// by its cells. Moves with the same cells are named by the names and letters of all cells that they change. If these names also agree, the
/// moves are numbered.
pub(crate) fn named(board: &Board, alphabet: &Alphabet, moves: &[(Vec<usize>, Vec<State>)]) -> Vec<String> {
    let mut seen: BTreeMap<&[usize], usize> = BTreeMap::new();
    for (cells, _) in moves {
        *seen.entry(cells).or_default() += 1;
    }
    let name = |(cells, after): &(Vec<usize>, Vec<State>)| {
        let joined =
            |cells: &[usize]| cells.iter().map(|&cell| board.name_of(cell)).collect::<Vec<_>>().join("-");
        if seen[&cells[..]] == 1 {
            return joined(cells);
        }
        let changed: Vec<usize> =
            (0..after.len()).filter(|&cell| after[cell] != board.states[cell]).collect();
        let letters = changed.iter().map(|&cell| char::from(alphabet.letters[usize::from(after[cell])]));
        format!("{}={}", joined(&changed), letters.collect::<String>())
    };
    let mut names: Vec<String> = moves.iter().map(name).collect();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for name in &mut names {
        let count = counts.entry(name.clone()).or_default();
        *count += 1;
        if *count > 1 {
            *name = format!("{name}/{count}");
        }
    }
    names
}

/// Returns the cells that name a move. If a piece travels, these are its origin, its destination and any further
/// destinations; otherwise they are the changed cells.
pub(crate) fn cells_of(parts: &[&Placed<Wide>]) -> Vec<u16> {
    let mut cells: Vec<u16> = Vec::new();
    for (number, part) in parts.iter().enumerate() {
        let travels =
            part.from != part.to && part.changed.contains(&part.from) && part.changed.contains(&part.to);
        match (travels, number) {
            (true, 0) => cells.extend([part.from, part.to]),
            (true, _) => cells.push(part.to),
            (false, _) => cells.extend(&part.changed),
        }
    }
    cells
}
