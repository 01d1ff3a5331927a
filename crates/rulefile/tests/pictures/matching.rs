//! Finds the placements of a picture on a board, cell by cell.

use crate::board::{AROUND, Board, Place};
use winways_notation::pictures::{CellKind, Direction, Owner, PictureCell, Piece, Shape, Sign};
use winways_rules::Side;

/// The orientation of a picture: the steps along its rows and down its columns.
pub(crate) type Way = (Place, Place);

/// The context in which signs are interpreted: the pieces and the player to move.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'f> {
    pub(crate) pieces: &'f [Piece],
    pub(crate) mover: Side,
    /// The cell of the moved piece, for `!`.
    pub(crate) moved: Option<usize>,
}

/// A cell of a placed picture.
#[derive(Clone, Copy)]
pub(crate) struct Spot<'f> {
    pub(crate) row: usize,
    pub(crate) sign: &'f PictureCell,
    pub(crate) place: Place,
    /// `None` beyond the edge.
    pub(crate) cell: Option<usize>,
    pub(crate) was: u8,
}

/// A placed picture, row by row.
#[derive(Clone)]
pub(crate) struct Found<'f> {
    pub(crate) spots: Vec<Spot<'f>>,
    pub(crate) way: Way,
}

impl Reading<'_> {
    pub(crate) fn owns(&self, side: Side, letter: u8) -> bool {
        let wanted = if side == Side::Left { Owner::Left } else { Owner::Right };
        let owner = self.pieces.iter().find(|piece| piece.letter == letter).map(|piece| piece.owner);
        owner == Some(wanted) || owner == Some(Owner::Either)
    }

    pub(crate) fn first_of(&self, side: Side) -> u8 {
        let mut letters = self.pieces.iter().map(|piece| piece.letter);
        letters.find(|&letter| self.owns(side, letter)).expect("a sign for a player's pieces stands for one")
    }

    fn is(&self, sign: Sign, letter: u8) -> bool {
        match sign {
            Sign::Empty => letter == b'.',
            Sign::Gone => letter == b'#',
            Sign::Piece(piece) => letter == piece,
            Sign::Mover => self.owns(self.mover, letter),
            Sign::Other => self.owns(self.mover.opponent(), letter),
        }
    }

    /// Returns `true` if a sign matches a cell with this letter. Only the sign `!` depends on `cell`: it matches the moved piece.
    pub(crate) fn means(&self, kind: &CellKind, letter: u8, cell: Option<usize>) -> bool {
        match kind {
            CellKind::Sign(sign) => self.is(*sign, letter),
            CellKind::Any => letter != b'#',
            CellKind::Class { signs, negated: false } => signs.iter().any(|&sign| self.is(sign, letter)),
            CellKind::Class { signs, negated: true } => {
                letter != b'#' && !signs.iter().any(|&sign| self.is(sign, letter))
            }
            CellKind::Moved => cell.is_some() && cell == self.moved && letter != b'.' && letter != b'#',
            CellKind::Flip => unreachable!("a flip stands only after"),
        }
    }
}

fn turned((column, row): Place) -> Place {
    (-row, column)
}

/// Returns the distinct orientations of a list of directions.
pub(crate) fn ways(directions: &[Direction], shape: Shape, rows: usize, mover: Side) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    for direction in directions {
        for way in ways_of(*direction, shape, rows, mover) {
            if !found.contains(&way) {
                found.push(way);
            }
        }
    }
    found
}

fn ways_of(direction: Direction, shape: Shape, rows: usize, mover: Side) -> Vec<Way> {
    let is_row = matches!(shape, Shape::Strip | Shape::Ring);
    // The whole picture is rotated. On hexagonal boards the columns run in the next of the six directions.
    let way = |along: Place| match AROUND.iter().position(|&step| step == along) {
        Some(place) if shape == Shape::Hexagonal => (along, AROUND[(place + 1) % 6]),
        _ => (along, turned(along)),
    };
    let ways = |list: &[Place]| list.iter().map(|&along| way(along)).collect::<Vec<_>>();
    let (right, left, up, down) = ((1, 0), (-1, 0), (0, -1), (0, 1));
    let mirrored = |list: Vec<Way>| {
        let mirrors = list.iter().map(|&(along, (column, row))| (along, (-column, -row)));
        mirrors.chain(list.clone()).collect::<Vec<_>>()
    };
    let diagonals = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    let is_forward = |forward: bool| forward == (mover == Side::Left);
    match direction {
        Direction::Right => ways(&[right]),
        Direction::Left => ways(&[left]),
        Direction::Up => ways(&[up]),
        Direction::Down => ways(&[down]),
        Direction::Across => ways(&[right, left]),
        Direction::Vertical => ways(&[up, down]),
        Direction::All if is_row => ways(&[right, left]),
        Direction::All if shape == Shape::Hexagonal => ways(&AROUND),
        Direction::All => ways(&[right, left, up, down]),
        Direction::Diagonal if rows > 1 => Vec::new(),
        Direction::Diagonal => ways(&diagonals),
        Direction::Eight if rows > 1 => mirrored(ways(&[right, left, up, down])),
        Direction::Eight => ways(&[&[right, left, up, down][..], &diagonals].concat()),
        Direction::Forward | Direction::Backward => {
            match (is_row, is_forward(direction == Direction::Forward)) {
                (true, true) => ways(&[right]),
                (true, false) => ways(&[left]),
                (false, true) => ways(&[up]),
                (false, false) => ways(&[down]),
            }
        }
        Direction::Knight => {
            let leaps = (-2..=2).flat_map(|column| (-2..=2).map(move |row| (column, row)));
            ways(&leaps.filter(|leap: &Place| leap.0 * leap.0 + leap.1 * leap.1 == 5).collect::<Vec<_>>())
        }
        Direction::Offset(columns, rows) => ways(&[(columns, rows)]),
    }
}

/// The constant parameters of a search for a picture.
struct Search<'b, 'f> {
    board: &'b Board,
    reading: Reading<'f>,
    rows: &'f [Vec<PictureCell>],
    way: Way,
    from: Place,
}

/// Returns all placements of a picture on a board.
pub(crate) fn find<'f>(
    board: &Board,
    rows: &'f [Vec<PictureCell>],
    directions: &[Direction],
    reading: Reading<'f>,
) -> Vec<Found<'f>> {
    let mut found = Vec::new();
    if board.shape == Shape::Graph {
        for vertex in 0..board.cells.len() {
            let way = ((0, 0), (0, 0));
            let search = Search { board, reading, rows, way, from: (vertex as i32, 0) };
            search.extend(0, 0, 0, &mut Vec::new(), &mut found);
        }
        return found;
    }
    // A picture may begin beyond the edge, at a distance of at most twice its length, since directions such as `knight` skip
    // cells. Directions that wrap around have no edge.
    let may_be_none = |cell: &PictureCell| reading.means(&cell.kind, b'#', None);
    let longest = match rows.iter().flatten().any(may_be_none) {
        true => rows.iter().map(Vec::len).max().unwrap_or(0) as i32 * 2,
        false => 0,
    };
    let margin = |meets: bool| if meets { 0 } else { longest };
    let across = margin(matches!(board.shape, Shape::Ring | Shape::Torus));
    let down = margin(board.shape == Shape::Torus);
    for way in ways(directions, board.shape, rows.len(), reading.mover) {
        for row in -down..board.height as i32 + down {
            for column in -across..board.width as i32 + across {
                let search = Search { board, reading, rows, way, from: (column, row) };
                search.extend(0, 0, 0, &mut Vec::new(), &mut found);
            }
        }
    }
    found
}

impl<'f> Search<'_, 'f> {
    /// Continues at cell number `cell` of a row of the picture, which has been repeated `times` times so far.
    fn extend(
        &self,
        row: usize,
        cell: usize,
        times: u32,
        spots: &mut Vec<Spot<'f>>,
        found: &mut Vec<Found<'f>>,
    ) {
        if row == self.rows.len() {
            if spots.iter().any(|spot| spot.cell.is_some()) {
                found.push(Found { spots: spots.clone(), way: self.way });
            }
            return;
        }
        let Some(sign) = self.rows[row].get(cell) else {
            self.extend(row + 1, 0, 0, spots, found);
            return;
        };
        let (least, most) = bounds(sign);
        if times >= least {
            self.extend(row, cell + 1, 0, spots, found);
        }
        if most.is_some_and(|most| times >= most) || spots.len() > 2 * self.board.cells.len() + 8 {
            return;
        }
        for place in self.next(row, spots) {
            let (at, letter) = (self.board.at(place), self.board.letter(place));
            let is_new = at.is_none() || spots.iter().all(|spot| spot.cell != at);
            if is_new && self.reading.means(&sign.kind, letter, at) {
                spots.push(Spot { row, sign, place, cell: at, was: letter });
                self.extend(row, cell, times + 1, spots, found);
                spots.pop();
            }
        }
    }

    /// Returns the possible places of the next cell of a row.
    fn next(&self, row: usize, spots: &[Spot<'_>]) -> Vec<Place> {
        let column = spots.iter().filter(|spot| spot.row == row).count() as i32;
        if self.board.shape == Shape::Graph {
            return match spots.last() {
                None => vec![self.from],
                Some(last) => self.board.next_to((last.cell.unwrap() as i32, 0)),
            };
        }
        let (row, (along, down)) = (row as i32, self.way);
        vec![(self.from.0 + column * along.0 + row * down.0, self.from.1 + column * along.1 + row * down.1)]
    }
}

/// Returns the minimum and maximum number of repetitions of a cell of a picture.
pub(crate) fn bounds(cell: &PictureCell) -> (u32, Option<u32>) {
    cell.repeat.map_or((1, Some(1)), |repeat| (repeat.least, repeat.most))
}
