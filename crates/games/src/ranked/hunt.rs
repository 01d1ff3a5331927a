//! The shared part of the hunting games: a pack of equal pieces, a single quarry, and points between which they move.

use crate::ranked::rectangle::{Rectangle, cells_of};
use winways_kit::boards::combinations::TwoSets;
use winways_kit::boards::grid;
use winways_kit::view::{Alphabet, Cell, Edge, Figure, Figurine, Graph, Letter, Piece, Size, Vertex};
use winways_kit::{Ending, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset};

/// A board of a hunting game with at most 64 points.
///
/// A rank encodes the side to move, the set of points of the pack, and the point of the quarry among the points left free.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hunt {
    /// The name of the quarry and the letter of its piece.
    pub(crate) quarry: (&'static str, char),
    /// The name of the pack and the letter of its pieces.
    pub(crate) pack: (&'static str, char),
    /// The figures of the pack and of the quarry in pictures.
    pub(crate) figurines: [Figurine; 2],
    /// The names of the player of the pack and of the player of the quarry.
    pub(crate) players: [&'static str; 2],
    /// The size of the board.
    pub(crate) sizes: Vec<Size>,
    /// The number of pieces in the pack.
    pub(crate) size: usize,
    /// `true` if pieces of the pack may return to earlier points, so that play may cycle.
    pub(crate) pack_goes_back: bool,
    /// `true` if the points are joined by lines, which are drawn; `false` if they are cells of a grid.
    pub(crate) has_lines: bool,
    /// The rule for the end of play, in sentences.
    pub(crate) ending_rule: &'static str,
    /// The board as it is written: a dot for each point and `#` elsewhere. The points are numbered in this order.
    pub(crate) rows: Vec<String>,
    /// The points to which a piece of the pack may move from each point.
    pub(crate) pack_steps: Vec<u64>,
    /// The points to which the quarry may move from each point. These are also the points from which it may come.
    pub(crate) quarry_steps: Vec<u64>,
    /// The points that guard each point: a quarry there has escaped if the pack occupies none of them.
    pub(crate) guards: Vec<u64>,
    /// The starting position.
    pub(crate) start: Hunted,
}

/// The points of pack and quarry, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hunted {
    pub(crate) pack_moves: bool,
    pub(crate) quarry: u8,
    pub(crate) pack: u64,
}

impl Component for Hunted {}

impl Hunt {
    /// Returns the positions (row, column) of the points of a board that is written in rows, in the order of their numbers.
    pub(crate) fn places(rows: &[String]) -> Vec<(usize, usize)> {
        let cells = rows
            .iter()
            .enumerate()
            .flat_map(|(row, cells)| cells.char_indices().map(move |(column, cell)| (row, column, cell)));
        cells.filter(|cell| cell.2 != '#').map(|(row, column, _)| (row, column)).collect()
    }

    /// Returns the set of the points for whose positions `wanted` returns `true`.
    pub(crate) fn set_of(places: &[(usize, usize)], wanted: impl Fn((usize, usize)) -> bool) -> u64 {
        places.iter().enumerate().filter(|place| wanted(*place.1)).fold(0, |set, (point, _)| set | 1 << point)
    }

    fn points(&self) -> usize {
        self.quarry_steps.len()
    }

    fn sets(&self) -> TwoSets {
        TwoSets::new(self.points(), [self.size, 1])
    }

    /// Returns the position with the quarry on another point and the other side to move.
    fn with_quarry(position: &Hunted, quarry: u8) -> Hunted {
        Hunted { pack_moves: !position.pack_moves, quarry, ..*position }
    }

    fn with_step(position: &Hunted, from: u8, to: u8) -> Hunted {
        Hunted {
            pack_moves: !position.pack_moves,
            pack: position.pack ^ 1 << from ^ 1 << to,
            quarry: position.quarry,
        }
    }

    /// Returns the rows with the pieces of a position.
    fn rows_of(&self, position: &Hunted) -> Vec<String> {
        let mut point = 0u8;
        let mut letter = |cell: char| {
            if cell == '#' {
                return cell;
            }
            point += 1;
            match point - 1 {
                here if here == position.quarry => self.quarry.1,
                here if position.pack >> here & 1 == 1 => self.pack.1,
                _ => '.',
            }
        };
        self.rows.iter().map(|row| row.chars().map(&mut letter).collect()).collect()
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { rows: self.rows.len(), columns: self.rows[0].len() }
    }

    /// Returns the cells of the points, counted row by row.
    fn cells(&self) -> Vec<usize> {
        let columns = self.rectangle().columns;
        Hunt::places(&self.rows).into_iter().map(|(row, column)| row * columns + column).collect()
    }

    /// Returns the content of a cell that has this letter in the notation.
    fn content(&self, letter: char) -> Cell {
        match letter {
            '#' => Cell::Gone,
            '.' => Cell::Free,
            letter => {
                let is_pack = letter == self.pack.1;
                let figurine = if is_pack { self.figurines[0] } else { self.figurines[1] };
                Piece::figure(
                    if is_pack { Player::Left } else { Player::Right },
                    &letter.to_string(),
                    figurine,
                )
            }
        }
    }

    /// Returns the points as vertices of a graph, with the lines between them.
    fn graph(&self, position: &Hunted) -> Graph {
        let letters: Vec<char> = self.rows_of(position).concat().chars().collect();
        let Rectangle { rows, columns } = self.rectangle();
        let vertex = |cell: usize| Vertex {
            name: self.rectangle().name(cell),
            content: self.content(letters[cell]),
            place: Some(((cell % columns) as i32, (rows - 1 - cell / columns) as i32)),
        };
        let edge = |from: u8, to: u8| Edge {
            from: u32::from(from),
            to: u32::from(to),
            player: Player::Either,
            is_directed: false,
        };
        let lines = (0..self.points() as u8).flat_map(|from| {
            let later = self.quarry_steps[usize::from(from)] & !(u64::MAX >> (63 - from));
            cells_of(later).map(move |to| edge(from, to))
        });
        Graph {
            vertices: self.cells().into_iter().map(vertex).collect(),
            edges: lines.collect(),
            ground: None,
        }
    }

    /// Calls `found` for each move, with its two points and the position after it.
    fn each_step(&self, position: &Hunted, found: &mut impl FnMut(u8, u8, Hunted)) {
        let free = !(position.pack | 1 << position.quarry);
        if !position.pack_moves {
            let steps = self.quarry_steps[usize::from(position.quarry)] & free;
            cells_of(steps).for_each(|to| found(position.quarry, to, Hunt::with_quarry(position, to)));
            return;
        }
        for from in cells_of(position.pack) {
            let steps = self.pack_steps[usize::from(from)] & free;
            cells_of(steps).for_each(|to| found(from, to, Hunt::with_step(position, from, to)));
        }
    }

    /// Returns the part of a text before its last word, and `true` if that word names the pack, which is then to move.
    fn split<'t>(&self, text: &'t str) -> Result<(&'t str, bool), Diagnostic> {
        let trimmed = text.trim_end();
        let word =
            trimmed.rsplit(|letter: char| letter.is_whitespace() || letter == '|').next().unwrap_or("");
        let start = trimmed.len() - word.len();
        match word {
            word if word.eq_ignore_ascii_case(self.quarry.0) => Ok((&text[..start], false)),
            word if word.eq_ignore_ascii_case(self.pack.0) => Ok((&text[..start], true)),
            _ => Err(Diagnostic::new("the player to move is missing", Span::at(trimmed.len()))
                .label(format!("expected `{}` or `{}` after the board", self.quarry.0, self.pack.0))),
        }
    }
}

impl RankedRuleset for Hunt {
    type Position = Hunted;

    fn layers(&self) -> Vec<u64> {
        vec![self.sets().count()]
    }

    fn rank(&self, position: &Hunted) -> u64 {
        self.sets().rank(u64::from(position.pack_moves), [position.pack, 1 << position.quarry])
    }

    fn position(&self, rank: u64) -> Option<Hunted> {
        let (side, [pack, quarry]) = self.sets().sets(rank)?;
        Some(Hunted { pack_moves: side == 1, quarry: quarry.trailing_zeros() as u8, pack })
    }

    fn end(&self, position: &Hunted, _: Play) -> Option<End> {
        let is_away = position.pack & self.guards[usize::from(position.quarry)] == 0;
        is_away.then_some(if position.pack_moves { End::Lost } else { End::Won })
    }

    fn options(&self, position: &Hunted, options: &mut Vec<Hunted>) {
        self.each_step(position, &mut |_, _, option| options.push(option));
    }

    fn repeats(&self) -> bool {
        false
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let Some(position) = self.position(rank) else { return true };
        let occupied = position.pack | 1 << position.quarry;
        if position.pack_moves {
            let steps = self.quarry_steps[usize::from(position.quarry)] & !occupied;
            predecessors.extend(cells_of(steps).map(|from| self.rank(&Hunt::with_quarry(&position, from))));
            return true;
        }
        for from in (0..self.points() as u8).filter(|from| occupied >> from & 1 == 0) {
            let steps = self.pack_steps[usize::from(from)] & position.pack;
            predecessors.extend(cells_of(steps).map(|to| self.rank(&Hunt::with_step(&position, to, from))));
        }
        true
    }
}

impl RankedBoard for Hunt {
    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: self.pack_goes_back, ending: Ending::Goal }
    }

    fn ending_rule(&self, _: Play) -> String {
        self.ending_rule.to_owned()
    }

    fn parse(&self, text: &str) -> Result<Hunted, Diagnostic> {
        let (board, pack_moves) = self.split(text)?;
        let whole = Span::new(0, board.len());
        let grids = grid::parse(board, &format!("{}{}.#", self.quarry.1, self.pack.1))?;
        let cells: Vec<char> =
            grids.iter().flat_map(|grid| &grid.cells).map(|&letter| char::from(letter)).collect();
        let shape: Vec<char> = self.rows.concat().chars().collect();
        let is_shape = grids.len() == 1
            && grids[0].width == self.rows[0].len()
            && cells.len() == shape.len()
            && cells.iter().zip(&shape).all(|pair| (*pair.0 == '#') == (*pair.1 == '#'));
        if !is_shape {
            return Err(Diagnostic::new("this is not the board", whole)
                .label(format!("expected `{}` with the pieces on dots", self.rows.join("|"))));
        }
        let letters = cells.into_iter().filter(|&letter| letter != '#').enumerate();
        let set = |wanted: char| {
            letters.clone().filter(|letter| letter.1 == wanted).fold(0u64, |set, (point, _)| set | 1 << point)
        };
        let (quarry, pack) = (set(self.quarry.1), set(self.pack.1));
        if (quarry.count_ones(), pack.count_ones() as usize) != (1, self.size) {
            return Err(Diagnostic::new("the pieces are not those of the game", whole)
                .label(format!("expected one `{}` and {} `{}`", self.quarry.1, self.size, self.pack.1)));
        }
        Ok(Hunted { pack_moves, quarry: quarry.trailing_zeros() as u8, pack })
    }

    fn write(&self, position: &Hunted) -> String {
        let player = if position.pack_moves { self.pack.0 } else { self.quarry.0 };
        format!("\"{} {player}\"", self.rows_of(position).join("|"))
    }

    fn steps(&self, position: &Hunted) -> Vec<Step<Hunted>> {
        let (cells, mut steps) = (self.cells(), Vec::new());
        self.each_step(position, &mut |from, to, after| {
            let name = self.rectangle().step_name(cells[usize::from(from)], cells[usize::from(to)]);
            let element = |point: u8| match self.has_lines {
                true => u64::from(point),
                false => cells[usize::from(point)] as u64,
            };
            steps.push(Step::new(name, [element(from), element(to)], after));
        });
        steps
    }

    fn figure(&self, position: &Hunted) -> Figure {
        if self.has_lines {
            return Figure::Graph(self.graph(position));
        }
        let letters: Vec<char> = self.rows_of(position).concat().chars().collect();
        self.rectangle().figure(|cell| self.content(letters[cell]))
    }

    fn alphabet(&self) -> Option<Alphabet> {
        let pieces = self.figurines.into_iter().zip([self.pack.1, self.quarry.1]);
        let letters =
            pieces.map(|(figurine, letter)| Letter::new(letter, figurine.name(), self.content(letter)));
        Some(Alphabet::fixed([Letter::free()].into_iter().chain(letters)))
    }

    fn sizes(&self) -> Vec<Size> {
        self.sizes.clone()
    }

    fn player(&self, position: &Hunted) -> Player {
        if position.pack_moves { Player::Left } else { Player::Right }
    }

    fn players(&self) -> [&'static str; 2] {
        self.players
    }

    fn start(&self) -> Option<Hunted> {
        Some(self.start)
    }
}
