use super::pieces::Pieces;
use crate::ranked::rectangle::Rectangle;
use std::fmt;
use std::ops::Range;
use winways_kit::any::ranked::RankedGame;
use winways_kit::view::{self, Figure};
use winways_kit::{Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset, Shift, Shifts, Side, Status};

/// A cell of the board. Rows and columns are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The row of the cell.
    pub row: u64,
    /// The column of the cell.
    pub column: u64,
}

impl Cell {
    /// Returns the distance between two cells in horizontal and vertical steps of one cell.
    pub(super) fn distance(self, other: Cell) -> u64 {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.row, self.column)
    }
}

/// A position of the chase: the cells of both pieces and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChasePosition {
    /// The cell of White.
    pub white: Cell,
    /// The cell of Black.
    pub black: Cell,
    /// The side to move. White is Right.
    pub to_move: Side,
}

impl Component for ChasePosition {}

/// A board of the chase.
///
/// With cells counted row by row, the rank of a position is (side · cells + white) · cells + black, where side is 0 if White is
/// to move. A move of White shifts the high part, a move of Black the low part.
pub struct ChaseBoard {
    side: u64,
    pieces: Pieces,
    /// `true` for each blocked cell, indexed by cell number.
    blocked: Vec<bool>,
    white: Targets,
    black: Targets,
}

/// The targets of the steps of a piece from each cell.
struct Targets {
    /// The offset of the targets of each cell in `cells`, followed by the total length.
    starts: Vec<u32>,
    cells: Vec<u32>,
}

impl Targets {
    fn of(&self, cell: u64) -> &[u32] {
        let start = self.starts[cell as usize] as usize;
        &self.cells[start..self.starts[cell as usize + 1] as usize]
    }
}

impl ChaseBoard {
    /// The least and the greatest number of cells on a side. With 200 there are 3.2·10⁹ ranks.
    pub const SIDES: (u64, u64) = (2, 200);

    /// Creates the board with `side` cells on each side.
    ///
    /// # Panics
    /// Panics if `side` is not within [`ChaseBoard::SIDES`], or if a blocked cell is not on the board.
    pub fn new(pieces: &Pieces, side: u64) -> ChaseBoard {
        let (least, most) = ChaseBoard::SIDES;
        assert!((least..=most).contains(&side), "the side is {side}");
        let mut blocked = vec![false; (side * side) as usize];
        for cell in pieces.blocked() {
            assert!(cell.row.max(cell.column) <= side, "the cell {cell} is not on a board of side {side}");
            blocked[((cell.row - 1) * side + cell.column - 1) as usize] = true;
        }
        let empty = || Targets { starts: Vec::new(), cells: Vec::new() };
        let mut board = ChaseBoard { side, pieces: pieces.clone(), blocked, white: empty(), black: empty() };
        board.white = board.targets(Side::Right);
        board.black = board.targets(Side::Left);
        board
    }

    fn targets(&self, piece: Side) -> Targets {
        let steps = self.pieces.steps(piece);
        let mut targets = Targets { starts: vec![0], cells: Vec::new() };
        for cell in 0..self.cells() {
            for &direction in steps.directions() {
                let lengths = steps.up_to_longest().filter(|&length| steps.may_go(length));
                let reached = lengths.map_while(|length| self.step(cell, direction, length));
                targets.cells.extend(reached.map(|to| to as u32));
            }
            targets.starts.push(targets.cells.len() as u32);
        }
        targets
    }

    /// Returns the target of a step, or `None` if the step leaves the board or if the first cell, the target or a cell between them
    /// is blocked.
    fn step(&self, cell: u64, (down, right): (i64, i64), length: i64) -> Option<u64> {
        let (row, column) = (cell / self.side, cell % self.side);
        let on_the_way = |length: i64| {
            let row = row.checked_add_signed(down * length).filter(|&row| row < self.side)?;
            let column = column.checked_add_signed(right * length).filter(|&column| column < self.side)?;
            let cell = row * self.side + column;
            (!self.blocked[cell as usize]).then_some(cell)
        };
        // There are no steps from a blocked cell.
        (0..length).all(|length| on_the_way(length).is_some()).then(|| on_the_way(length)).flatten()
    }

    fn cells(&self) -> u64 {
        self.side * self.side
    }

    /// Returns the side, White's cell and Black's cell of a rank. The side is 0 if White is to move.
    fn parts(&self, rank: u64) -> (u64, u64, u64) {
        let cells = self.cells();
        let (rest, black) = (rank / cells, rank % cells);
        (rest / cells, rest % cells, black)
    }

    fn rank_of(&self, side: u64, white: u64, black: u64) -> u64 {
        (side * self.cells() + white) * self.cells() + black
    }

    fn number(&self, cell: Cell) -> u64 {
        (cell.row - 1) * self.side + cell.column - 1
    }

    fn cell(&self, number: u64) -> Cell {
        Cell { row: number / self.side + 1, column: number % self.side + 1 }
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { rows: self.side as usize, columns: self.side as usize }
    }

    fn is_blocked(&self, cell: u64) -> bool {
        self.blocked[cell as usize]
    }

    /// Returns the cell of the piece to move, and the targets of its steps.
    fn moves_of(&self, position: &ChasePosition) -> (u64, &[u32]) {
        let (targets, from) = match position.to_move {
            Side::Right => (&self.white, position.white),
            Side::Left => (&self.black, position.black),
        };
        (self.number(from), targets.of(self.number(from)))
    }

    /// Returns the position after a step to a cell.
    fn after(&self, position: &ChasePosition, target: u32) -> ChasePosition {
        let (target, to_move) = (self.cell(u64::from(target)), position.to_move.opponent());
        match position.to_move {
            Side::Right => ChasePosition { white: target, to_move, ..*position },
            Side::Left => ChasePosition { black: target, to_move, ..*position },
        }
    }

    /// Appends the ranks that differ by one step of `side`'s piece, with `to_side` to move. The reverse of a step is a step, so
    /// these ranks serve both as options and as predecessors.
    fn neighbours(&self, side: u64, (white, black): (u64, u64), to_side: u64, ranks: &mut Vec<u64>) {
        match side {
            0 => {
                let to = |&white: &u32| self.rank_of(to_side, u64::from(white), black);
                ranks.extend(self.white.of(white).iter().map(to));
            }
            _ => {
                let start = self.rank_of(to_side, white, 0);
                ranks.extend(self.black.of(black).iter().map(|&black| start + u64::from(black)));
            }
        }
    }

    /// Returns the steps of one piece as shifts. `is_high` is `true` if the cell of the piece is the high part of the rank.
    fn shifts_of(&self, piece: Side, is_high: bool) -> Vec<Shift> {
        let steps = self.pieces.steps(piece);
        let free: Vec<bool> = self.blocked.iter().map(|blocked| !blocked).collect();
        let mut shifts = Vec::new();
        for &(down, right) in steps.directions() {
            for length in steps.up_to_longest().filter(|&length| steps.may_go(length)) {
                let may = |cell| self.step(cell, (down, right), length).is_some();
                let from: Vec<bool> = (0..self.cells()).map(may).collect();
                let change = (down * self.side as i64 + right) * length;
                shifts.push(match is_high {
                    true => Shift { high: change, low: 0, from_high: from, from_low: free.clone() },
                    false => Shift { high: 0, low: change, from_high: free.clone(), from_low: from },
                });
            }
        }
        shifts
    }
}

impl RankedRuleset for ChaseBoard {
    type Position = ChasePosition;

    fn layers(&self) -> Vec<u64> {
        vec![2 * self.cells() * self.cells()]
    }

    fn rank(&self, position: &ChasePosition) -> u64 {
        let side = if position.to_move == Side::Right { 0 } else { 1 };
        self.rank_of(side, self.number(position.white), self.number(position.black))
    }

    fn position(&self, rank: u64) -> Option<ChasePosition> {
        let (side, white, black) = self.parts(rank);
        let to_move = if side == 0 { Side::Right } else { Side::Left };
        let is_free = !self.is_blocked(white) && !self.is_blocked(black);
        is_free.then(|| ChasePosition { white: self.cell(white), black: self.cell(black), to_move })
    }

    fn end(&self, position: &ChasePosition, _: Play) -> Option<End> {
        // The opponent has just captured the piece of the player to move.
        (position.white == position.black).then_some(End::Lost)
    }

    fn options(&self, position: &ChasePosition, options: &mut Vec<ChasePosition>) {
        let (_, targets) = self.moves_of(position);
        options.extend(targets.iter().map(|&target| self.after(position, target)));
    }

    fn repeats(&self) -> bool {
        false
    }

    fn status(&self, rank: u64, _: Play) -> Status {
        let (_, white, black) = self.parts(rank);
        if self.is_blocked(white) || self.is_blocked(black) {
            Status::Hole
        } else if white == black {
            Status::Ended(End::Lost)
        } else {
            Status::Open
        }
    }

    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        // Avoid a division for each rank: process runs of ranks with the same cell of White.
        let mut start = ranks.start;
        let mut rest = statuses;
        while start < ranks.end {
            let (_, white, black) = self.parts(start);
            let length = (self.cells() - black).min(ranks.end - start);
            let (run, others) = rest.split_at_mut(length as usize);
            run.fill(Status::Open);
            if self.pieces.blocked().is_empty() {
                if let Some(met) = white.checked_sub(black).filter(|&met| met < length) {
                    run[met as usize] = Status::Ended(End::Lost);
                }
            } else {
                (start..).zip(run).for_each(|(rank, status)| *status = self.status(rank, play));
            }
            start += length;
            rest = others;
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let (side, white, black) = self.parts(rank);
        self.neighbours(side, (white, black), 1 - side, moves);
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let (side, white, black) = self.parts(rank);
        self.neighbours(1 - side, (white, black), 1 - side, predecessors);
        true
    }

    fn shifts(&self) -> Option<Shifts> {
        let moves = [self.shifts_of(Side::Right, true), self.shifts_of(Side::Left, false)];
        Some(Shifts { high: self.cells(), low: self.cells(), moves })
    }
}

impl RankedBoard for ChaseBoard {
    fn properties(&self) -> Properties {
        RankedGame::properties(&self.pieces)
    }

    fn ending_rule(&self, _: Play) -> String {
        "The player who moves onto the other piece wins. The player who cannot move loses; endless play is a draw."
            .to_owned()
    }

    fn board(&self) -> String {
        self.side.to_string()
    }

    fn parse(&self, text: &str) -> Result<ChasePosition, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let white = self.parse_cell(&mut scanner, ["the row of White", "the column of White"])?;
        scanner.skip_separators();
        let start = scanner.position();
        let black = self.parse_cell(&mut scanner, ["the row of Black", "the column of Black"])?;
        let black_span = Span::new(start, scanner.position());
        let stated = parse_player(&mut scanner)?;
        scanner.finish("the pieces and the player to move")?;
        if white == black && stated.is_none() {
            return Err(Diagnostic::new(format!("both pieces are on the cell {white}"), black_span)
                .label("expected a cell other than White's")
                .help(format!(
                    "write `black` at the end if White has caught Black on {white}, or `white` if Black has caught White"
                )));
        }
        Ok(ChasePosition { white, black, to_move: stated.unwrap_or(Side::Right) })
    }

    fn write(&self, position: &ChasePosition) -> String {
        let ChasePosition { white, black, to_move } = position;
        let player = match to_move {
            Side::Left => ",black",
            // If both pieces are on one cell, the text names the captured piece.
            Side::Right if white == black => ",white",
            Side::Right => "",
        };
        format!("{},{},{},{}{player}", white.row, white.column, black.row, black.column)
    }

    fn steps(&self, position: &ChasePosition) -> Vec<Step<ChasePosition>> {
        let (from, targets) = self.moves_of(position);
        let step = |&target: &u32| {
            let name = self.rectangle().step_name(from as usize, target as usize);
            Step::new(name, [from, u64::from(target)], self.after(position, target))
        };
        targets.iter().map(step).collect()
    }

    /// Draws two pieces on one cell as `*`.
    fn figure(&self, position: &ChasePosition) -> Figure {
        let content = |cell: usize| match self.letter(position, self.cell(cell as u64)) {
            'W' => view::Piece::cell(Player::Right, "W"),
            'B' => view::Piece::cell(Player::Left, "B"),
            '*' => view::Piece::cell(position.to_move.opponent().into(), "*"),
            '#' => view::Cell::Gone,
            _ => view::Cell::Free,
        };
        self.rectangle().figure(content)
    }

    fn player(&self, position: &ChasePosition) -> Player {
        position.to_move.into()
    }

    fn players(&self) -> [&'static str; 2] {
        ["Black", "White"]
    }
}

impl ChaseBoard {
    fn parse_cell(&self, scanner: &mut Scanner<'_>, what: [&str; 2]) -> Result<Cell, Diagnostic> {
        scanner.skip_separators();
        let start = scanner.position();
        let [row, column] = what;
        let cell = Cell {
            row: scanner.next_number(row, 1, self.side)?,
            column: scanner.next_number(column, 1, self.side)?,
        };
        if self.is_blocked(self.number(cell)) {
            let span = Span::new(start, scanner.position());
            return Err(
                Diagnostic::new(format!("the cell {cell} is blocked"), span).label("expected a free cell")
            );
        }
        Ok(cell)
    }

    fn letter(&self, position: &ChasePosition, cell: Cell) -> char {
        match (cell == position.white, cell == position.black) {
            (true, true) => '*',
            (true, false) => 'W',
            (false, true) => 'B',
            (false, false) if self.is_blocked(self.number(cell)) => '#',
            (false, false) => '.',
        }
    }
}

/// Reads `white` or `black`, if any text is left.
fn parse_player(scanner: &mut Scanner<'_>) -> Result<Option<Side>, Diagnostic> {
    scanner.skip_separators();
    if scanner.is_at_end() {
        return Ok(None);
    }
    let span = scanner.word_span();
    let player = match scanner.text()[span.range()].to_ascii_lowercase().as_str() {
        "white" => Side::Right,
        "black" => Side::Left,
        "" => return Err(scanner.unexpected("expected `white` or `black`, who is to move, or nothing")),
        word => {
            return Err(Diagnostic::new(format!("`{word}` is not a player"), span)
                .label("expected `white` or `black`, who is to move, or nothing"));
        }
    };
    scanner.skip_to(span.end);
    Ok(Some(player))
}
