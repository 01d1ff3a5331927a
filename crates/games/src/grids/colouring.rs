//! The shared rules of Col and Snort: Left colours vertices of a map blue, Right red.
//!
//! A component is a set of connected vertices, each with the players who may still colour it. Coloured vertices affect play only
//! through these permissions.

mod board;
mod graph;
#[cfg(test)]
mod tests;

pub use board::{ColouringBoard, NamedGraph};
pub use graph::Map;
pub use winways_kit::boards::planes::Planes;

use std::marker::PhantomData;
use winways_kit::boards::bitboard::{Layout, bits};
use winways_kit::boards::grid;
use winways_kit::boards::grid::groups;
use winways_kit::boards::word::Word;
use winways_kit::boards::written::{Board, BoardGame, WrittenBoards};
use winways_kit::view::{Cell, Letter};
use winways_kit::{Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Component, Options, PartizanRuleset, Player, RuleFault, Side, Sign};
use winways_values::{ArenaError, Game, Session};

/// The rule for neighbours of a coloured vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColouringRule {
    /// Neighbours must have different colours: a blue vertex closes its neighbours for Left.
    Differ,
    /// Neighbours must not have different colours: a blue vertex closes its neighbours for Right.
    Agree,
}

/// Col or Snort, depending on the rule.
#[derive(Clone, Copy, Debug)]
pub struct Colouring<W = u64> {
    rule: ColouringRule,
    page: &'static Page,
    words: PhantomData<W>,
}

impl<W> Colouring<W> {
    /// Creates the game on boards whose components fit in words of type `W`.
    pub(crate) const fn new(rule: ColouringRule, page: &'static Page) -> Self {
        Colouring { rule, page, words: PhantomData }
    }
}

/// A component: free vertices of a grid or of a graph.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ColouringRegion<W = u64> {
    /// Cells of a grid: those that Left may colour and those that Right may colour.
    Grid(Planes<W>),
    /// Vertices of a graph.
    Graph(Map<W>),
}

impl<W: Word> Component for ColouringRegion<W> {
    fn owned_bytes(&self) -> usize {
        match self {
            ColouringRegion::Grid(_) => 0,
            ColouringRegion::Graph(map) => map.owned_bytes(),
        }
    }
}

/// The permissions to colour a vertex: Left's, then Right's.
type Tint = [bool; 2];

/// The vertices that each player may colour, as bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tints<W> {
    left: W,
    right: W,
}

impl<W: Word> Tints<W> {
    fn of(self, side: Side) -> W {
        if side == Side::Left { self.left } else { self.right }
    }

    fn within(self, cells: W) -> Tints<W> {
        Tints { left: self.left & cells, right: self.right & cells }
    }
}

impl ColouringRule {
    /// Returns the tints after `side` has coloured `vertex`, whose neighbours are `near`.
    fn after<W: Word>(self, tints: Tints<W>, side: Side, vertex: W, near: W) -> Tints<W> {
        let closed = if self == ColouringRule::Differ { side } else { side.opponent() };
        let close = |player| if player == closed { vertex | near } else { vertex };
        Tints { left: tints.left & !close(Side::Left), right: tints.right & !close(Side::Right) }
    }

    /// Returns the vertices that a move on a vertex of `from` affects. The relation is symmetric.
    fn linked<W: Word>(self, tints: Tints<W>, from: W, near: &impl Fn(W) -> W) -> W {
        let (by_left, by_right) = match self {
            ColouringRule::Differ => (tints.left, tints.right),
            ColouringRule::Agree => (tints.right, tints.left),
        };
        near(from & tints.left) & by_left | near(from & tints.right) & by_right
    }

    /// Iterates over the parts of a map that do not affect each other.
    fn parts<W: Word>(self, tints: Tints<W>, near: impl Fn(W) -> W) -> impl Iterator<Item = Tints<W>> {
        let mut rest = tints.left | tints.right;
        std::iter::from_fn(move || {
            if rest == W::ZERO {
                return None;
            }
            let mut part = rest.lowest();
            loop {
                let more = part | self.linked(tints, part, &near);
                if more == part {
                    break;
                }
                part = more;
            }
            rest = rest & !part;
            Some(tints.within(part))
        })
    }

    fn grid_parts<W: Word>(self, tints: Tints<W>, stride: u16) -> impl Iterator<Item = ColouringRegion<W>> {
        let layout = Layout::new(stride);
        self.parts(tints, move |cells| layout.neighbours(cells))
            .map(move |part| ColouringRegion::Grid(Planes::cut(part.left, part.right, stride)))
    }

    /// Returns the permissions to colour each region of a board.
    fn tints(self, board: &ColouringBoard) -> Vec<Tint> {
        let letters = board.letters();
        let by_letter = |letter: &u8| [matches!(letter, b'.' | b'L'), matches!(letter, b'.' | b'R')];
        let mut tints: Vec<Tint> = letters.iter().map(by_letter).collect();
        for (cell, letter) in letters.iter().enumerate() {
            let closed = match (self, letter) {
                (ColouringRule::Differ, b'b') | (ColouringRule::Agree, b'r') => 0,
                (ColouringRule::Differ, b'r') | (ColouringRule::Agree, b'b') => 1,
                _ => continue,
            };
            for near in board.neighbours(cell) {
                tints[near][closed] = false;
            }
        }
        tints
    }

    /// Returns `true` if a move on one of two neighbours can affect the other.
    fn links(self, a: Tint, b: Tint) -> bool {
        match self {
            ColouringRule::Differ => a[0] && b[0] || a[1] && b[1],
            ColouringRule::Agree => a[0] && b[1] || a[1] && b[0],
        }
    }
}

impl<W: Word> ColouringRegion<W> {
    fn tints(&self) -> Tints<W> {
        match self {
            ColouringRegion::Grid(planes) => {
                Tints { left: planes.of(Side::Left), right: planes.of(Side::Right) }
            }
            ColouringRegion::Graph(map) => map.tints(),
        }
    }

    /// Returns the regions left after `side` has coloured `vertex`.
    fn after(&self, rule: ColouringRule, side: Side, vertex: W) -> Vec<ColouringRegion<W>> {
        match self {
            ColouringRegion::Grid(planes) => {
                let near = planes.layout().neighbours(vertex);
                rule.grid_parts(rule.after(self.tints(), side, vertex, near), planes.stride()).collect()
            }
            ColouringRegion::Graph(map) => {
                let tints = rule.after(map.tints(), side, vertex, map.neighbours(vertex));
                map.parts(rule, tints).map(ColouringRegion::Graph).collect()
            }
        }
    }
}

impl<W: Word> PartizanRuleset for Colouring<W> {
    type Component = ColouringRegion<W>;

    fn options(
        &self,
        region: &ColouringRegion<W>,
        side: Side,
        options: &mut Options<ColouringRegion<W>>,
    ) -> Result<(), RuleFault> {
        for vertex in bits(region.tints().of(side)) {
            options.push(region.after(self.rule, side, vertex));
        }
        Ok(())
    }

    fn option_bound(&self, region: &ColouringRegion<W>) -> u64 {
        let Tints { left, right } = region.tints();
        left.count_ones().max(right.count_ones()).into()
    }

    /// Canonicalises by the symmetries of a grid or the numbering of a graph's vertices. Exchanging the players negates the
    /// value.
    fn canonicalise_value(&self, region: &mut ColouringRegion<W>) -> Sign {
        match region {
            ColouringRegion::Grid(planes) => planes.canonicalise(),
            ColouringRegion::Graph(map) => map.canonicalise(),
        }
    }

    /// Uses the same symmetries: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, region: &mut ColouringRegion<W>) {
        self.canonicalise_value(region);
    }

    /// Returns the value of a cell that only one player may colour: one free move.
    fn value_by_theorem(
        &self,
        region: &ColouringRegion<W>,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        let Tints { left, right } = region.tints();
        match (left.count_ones(), right.count_ones()) {
            (1, 0) => arena.integer(1).map(Some),
            (0, 1) => arena.integer(-1).map(Some),
            _ => Ok(None),
        }
    }
}

impl<W: Word> Colouring<W> {
    /// Creates the component of a group of vertices that affect each other.
    fn region(
        &self,
        board: &ColouringBoard,
        group: &[usize],
        tints: &[Tint],
        span: Span,
    ) -> Result<ColouringRegion<W>, Diagnostic> {
        if let ColouringBoard::Grid(grid) = board {
            let patch = grid.cut(group, span)?;
            let of = |side: usize| patch.bits_of(|cell| tints[cell][side]);
            return Ok(ColouringRegion::Grid(Planes::cut(of(0), of(1), patch.stride)));
        }
        let near = |vertex: usize| {
            let linked = board.neighbours(vertex).filter(|&near| self.rule.links(tints[vertex], tints[near]));
            linked.filter_map(|near| group.binary_search(&near).ok()).collect()
        };
        let vertices: Vec<_> = group.iter().map(|&vertex| (tints[vertex], near(vertex))).collect();
        let Some(map) = Map::new(&vertices) else {
            let message = format!("{} free vertices are connected", group.len());
            return Err(Diagnostic::new(message, span).label(format!("expected no more than {}", W::BITS)));
        };
        Ok(ColouringRegion::Graph(map))
    }
}

impl<W: Word> BoardGame for Colouring<W> {
    type Board = ColouringBoard;

    fn letters(&self) -> Vec<Letter> {
        let coloured = |sign, name, player| Letter::new(sign, name, Cell::Coloured(player));
        let reserved = |sign, name, player| Letter::new(sign, name, Cell::Reserved(player));
        vec![
            Letter::free(),
            coloured('b', "blue", Player::Left),
            coloured('r', "red", Player::Right),
            reserved('L', "for blue only", Player::Left),
            reserved('R', "for red only", Player::Right),
            Letter::gone(),
        ]
    }

    fn read(&self, text: &str) -> Result<Vec<(ColouringBoard, Span)>, Diagnostic> {
        let boards = grid::boards(text);
        if boards.is_empty() {
            return Err(grid::nothing(
                text,
                "expected rows of `.`, `b`, `r`, or a graph: `cycle 5` or edges `0-1 1-2`",
            ));
        }
        boards.iter().map(|rows| Ok((ColouringBoard::read(rows)?, grid::span_of(rows)))).collect()
    }

    fn split(&self, board: &ColouringBoard, span: Span) -> Result<Vec<ColouringRegion<W>>, Diagnostic> {
        let tints = self.rule.tints(board);
        let links = |cell: usize| {
            board
                .neighbours(cell)
                .filter(|&near| self.rule.links(tints[cell], tints[near]))
                .collect::<Vec<_>>()
        };
        let groups = groups(tints.len(), |cell| tints[cell] != [false; 2], links);
        groups.iter().map(|group| self.region(board, group, &tints, span)).collect()
    }

    fn moves_on(&self, board: &ColouringBoard, side: Side) -> Vec<Vec<usize>> {
        let tints = self.rule.tints(board);
        let is_open = |&cell: &usize| tints[cell][usize::from(side == Side::Right)];
        (0..tints.len()).filter(is_open).map(|cell| vec![cell]).collect()
    }

    fn make(&self, letters: &mut [u8], side: Side, cells: &[usize]) {
        letters[cells[0]] = if side == Side::Left { b'b' } else { b'r' };
    }

    fn content(&self, board: &ColouringBoard, cell: usize) -> Cell {
        match board.letters()[cell] {
            b'b' => Cell::Coloured(Player::Left),
            b'r' => Cell::Coloured(Player::Right),
            b'L' => Cell::Reserved(Player::Left),
            b'R' => Cell::Reserved(Player::Right),
            b'#' => Cell::Gone,
            _ => Cell::Free,
        }
    }
}

impl<W: Word> PartizanGame for Colouring<W> {
    fn page(&self) -> &'static Page {
        self.page
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        let boards = grid::all(up_to, b".br").map(ColouringBoard::Grid);
        Box::new(boards.filter_map(|board| WrittenBoards::one(self, board).ok()))
    }
}
