//! m,n,k games: players mark cells of a board of m rows and n columns in turn and need k in a row; tic-tac-toe is 3,3,3.

#[cfg(test)]
mod tests;

use crate::ranked::rectangle::{Rectangle, letter, mark};
use std::ops::Range;
use winways_kit::any::ranked::{FixedBoard, shared};
use winways_kit::view::{Alphabet, Figure, Letter, Size};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset, Shift, Shifts, Status};

game!("mnk", |parameter| Ok(shared(Mnk::parse(parameter.unwrap_or("3,3,3"))?)));

/// The greatest number of cells of a board.
const CELLS: u64 = 25;

/// The greatest number of cells for which the standings of all sets of marks are tabulated.
const TABLE_CELLS: usize = 16;

/// An m,n,k game.
///
/// A rank encodes the side to move and a number in base three. The digit of a cell is 0 if it is free, 1 for x, and 2 for o, so a
/// mark in a cell always adds the same number. Ranks of unreachable positions are holes.
///
/// ```
/// use winways_games::ranked::mnk::Mnk;
/// use winways_kit::RankedBoard;
/// use winways_rules::RankedRuleset;
/// let tic_tac_toe = Mnk::parse("3,3,3")?;
/// let positions = (0..tic_tac_toe.layers()[0]).filter_map(|rank| tic_tac_toe.position(rank));
/// assert_eq!(positions.count(), 5_478);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Mnk {
    rows: usize,
    columns: usize,
    length: usize,
    /// The sets of cells that win. Cell (row, column) is bit row · columns + column.
    lines: Vec<u32>,
    /// The number of cells in the low part of a rank. The remaining cells, at most as many, are in the high part.
    low_cells: usize,
    /// The number of values of the high part of a rank.
    high: u64,
    /// The number of values of the low part of a rank.
    low: u64,
    /// The marks of x and of o for each value of a part.
    marks: Vec<[u16; 2]>,
    /// The number of marks of x minus the number of marks of o for each value of a part.
    excess: Vec<i8>,
    /// The value of a part in which x has a set of marks and o has none.
    values: Vec<u64>,
    /// The standing of each set of marks, on boards of up to [`TABLE_CELLS`] cells.
    standings: Vec<Standing>,
}

/// The marks of x and of o.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks([u32; 2]);

impl Component for Marks {}

impl Marks {
    fn sets(self) -> [u64; 2] {
        self.0.map(u64::from)
    }
}

/// The kind of lines formed by the marks of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// No line.
    Open,
    /// Lines with a common cell, which may have been marked last.
    Line,
    /// Lines that a single last mark cannot have completed.
    Impossible,
}

impl Mnk {
    /// Reads the number of rows, of columns, and of marks in a line: `3,3,3`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the fault.
    pub fn parse(parameter: &str) -> Result<Mnk, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let rows = scanner.next_number("the number of rows", 1, CELLS)?;
        let columns = scanner.next_number("the number of columns", 1, CELLS)?;
        if rows * columns > CELLS {
            let message = format!("{rows} times {columns} are {} cells", rows * columns);
            return Err(Diagnostic::new(message, Span::new(0, scanner.position()))
                .label(format!("expected at most {CELLS} cells")));
        }
        let length = scanner.next_number("the length of a line", 1, rows.max(columns))?;
        scanner.finish("rows, columns and length")?;
        Ok(Mnk::new(rows as usize, columns as usize, length as usize))
    }

    fn new(rows: usize, columns: usize, length: usize) -> Mnk {
        let lines = lines(rows, columns, length);
        let cells = rows * columns;
        let low_cells = cells.div_ceil(2);
        let values: Vec<u64> = (0..1u64 << low_cells).map(in_base_three).collect();
        let mut marks = vec![[0; 2]; 3usize.pow(low_cells as u32)];
        for set in 0..1u32 << low_cells {
            // Iterate over all subsets of the set. o has the marks of the subset.
            let mut others = set;
            loop {
                let value = values[(set ^ others) as usize] + 2 * values[others as usize];
                marks[value as usize] = [(set ^ others) as u16, others as u16];
                if others == 0 {
                    break;
                }
                others = (others - 1) & set;
            }
        }
        let standings = match cells <= TABLE_CELLS {
            true => (0..1u32 << cells).map(|marks| standing(&lines, marks)).collect(),
            false => Vec::new(),
        };
        let (high, low) = (3u64.pow((cells - low_cells) as u32), 3u64.pow(low_cells as u32));
        let excess = |[first, second]: &[u16; 2]| first.count_ones() as i8 - second.count_ones() as i8;
        let excess = marks.iter().map(excess).collect();
        Mnk { rows, columns, length, lines, low_cells, high, low, marks, excess, values, standings }
    }

    fn cells(&self) -> usize {
        self.rows * self.columns
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { rows: self.rows, columns: self.columns }
    }

    fn all(&self) -> u32 {
        (1 << self.cells()) - 1
    }

    fn standing(&self, marks: u32) -> Standing {
        match self.standings.get(marks as usize) {
            Some(&standing) => standing,
            None => standing(&self.lines, marks),
        }
    }

    /// Returns the side of a rank and its marks, reachable or not.
    #[inline]
    fn split(&self, rank: u64) -> (usize, Marks) {
        let (rest, low) = (rank / self.low, self.marks[(rank % self.low) as usize]);
        let (side, high) = match rest.checked_sub(self.high) {
            None => (0, self.marks[rest as usize]),
            Some(rest) => (1, self.marks[rest as usize]),
        };
        let join = |player: usize| u32::from(low[player]) | u32::from(high[player]) << self.low_cells;
        (side, Marks([join(0), join(1)]))
    }

    /// Returns the status of marks with `side` to move.
    #[inline]
    fn status_of(&self, side: usize, Marks(marks): Marks, play: Play) -> Status {
        if turn(Marks(marks)) != Some(side) || self.standing(marks[side]) != Standing::Open {
            return Status::Hole;
        }
        match (self.standing(marks[1 - side]), play) {
            (Standing::Impossible, _) => Status::Hole,
            (Standing::Line, Play::Normal) => Status::Ended(End::Lost),
            (Standing::Line, Play::Misere) => Status::Ended(End::Won),
            (Standing::Open, _) if marks[0] | marks[1] == self.all() => Status::Ended(End::Drawn),
            (Standing::Open, _) => Status::Open,
        }
    }

    /// Returns the number that a mark of `side` in `cell` adds to a rank, not counting the change of turn.
    fn step(&self, side: usize, cell: usize) -> u64 {
        (side as u64 + 1) * 3u64.pow(cell as u32)
    }

    /// Returns the difference between the ranks of the same marks with o to move and with x to move.
    fn half(&self) -> u64 {
        self.high * self.low
    }

    fn shift(&self, side: usize, cell: usize) -> Shift {
        let is_low = cell < self.low_cells;
        let free = |from: usize, count: u64| {
            let is_free = |marks: &[u16; 2]| (marks[0] | marks[1]) >> (cell - from) & 1 == 0;
            self.marks[..count as usize].iter().map(is_free).collect()
        };
        let step = |from: usize| self.step(side, cell - from) as i64;
        match is_low {
            true => Shift {
                high: 0,
                low: step(0),
                from_high: vec![true; self.high as usize],
                from_low: free(0, self.low),
            },
            false => Shift {
                high: step(self.low_cells),
                low: 0,
                from_high: free(self.low_cells, self.high),
                from_low: vec![true; self.low as usize],
            },
        }
    }
}

/// Returns the player to move, or `None` if the numbers of marks do not fit alternating turns.
fn turn(Marks([first, second]): Marks) -> Option<usize> {
    match first.count_ones().checked_sub(second.count_ones()) {
        Some(side @ (0 | 1)) => Some(side as usize),
        _ => None,
    }
}

/// Returns a number from 2 to 9 as a capitalised word, and any other number in digits.
fn in_words(number: usize) -> String {
    const WORDS: [&str; 8] = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine"];
    let word = number.checked_sub(2).and_then(|index| WORDS.get(index));
    word.map_or(number.to_string(), |word| (*word).to_owned())
}

/// Returns the number whose digits in base three are the bits of `set`.
fn in_base_three(set: u64) -> u64 {
    (0..set.checked_ilog2().map_or(0, |bit| bit + 1))
        .filter(|bit| set >> bit & 1 == 1)
        .map(|bit| 3u64.pow(bit))
        .sum()
}

/// Returns all lines of `length` cells.
fn lines(rows: usize, columns: usize, length: usize) -> Vec<u32> {
    let mut lines = Vec::new();
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        // Lines go to the right, down, and diagonally down to either side.
        let right = column + length <= columns;
        let down = row + length <= rows;
        let left = column + 1 >= length;
        let steps = [(right, 1), (down, columns), (down && right, columns + 1), (down && left, columns - 1)];
        for (_, step) in steps.into_iter().filter(|step| step.0) {
            lines
                .push((0..length).fold(0, |line, index| line | 1 << (row * columns + column + index * step)));
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn standing(lines: &[u32], marks: u32) -> Standing {
    let mut made = lines.iter().filter(|&&line| marks & line == line);
    let Some(&first) = made.next() else { return Standing::Open };
    match made.fold(first, |common, line| common & line) {
        0 => Standing::Impossible,
        _ => Standing::Line,
    }
}

impl FixedBoard for Mnk {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("mnk({},{},{})", self.rows, self.columns, self.length)
    }
}

impl RankedRuleset for Mnk {
    type Position = Marks;

    fn layers(&self) -> Vec<u64> {
        vec![2 * self.half()]
    }

    fn rank(&self, position: &Marks) -> u64 {
        let Marks([first, second]) = *position;
        let value = |set: u32| self.values[set as usize];
        let mask = (1 << self.low_cells) - 1;
        let low = value(first & mask) + 2 * value(second & mask);
        let high = value(first >> self.low_cells) + 2 * value(second >> self.low_cells);
        let side = turn(*position).unwrap_or(0) as u64;
        (side * self.high + high) * self.low + low
    }

    fn position(&self, rank: u64) -> Option<Marks> {
        if rank >= 2 * self.half() {
            return None;
        }
        let (side, marks) = self.split(rank);
        (self.status_of(side, marks, Play::Normal) != Status::Hole).then_some(marks)
    }

    fn end(&self, position: &Marks, play: Play) -> Option<End> {
        match self.status_of(turn(*position)?, *position, play) {
            Status::Ended(end) => Some(end),
            Status::Open | Status::Hole => None,
        }
    }

    fn options(&self, position: &Marks, options: &mut Vec<Marks>) {
        let Marks(marks) = *position;
        let Some(side) = turn(*position) else { return };
        for cell in (0..self.cells()).filter(|cell| (marks[0] | marks[1]) >> cell & 1 == 0) {
            let mut after = marks;
            after[side] |= 1 << cell;
            options.push(Marks(after));
        }
    }

    fn repeats(&self) -> bool {
        false
    }

    fn status(&self, rank: u64, play: Play) -> Status {
        let (side, marks) = self.split(rank);
        self.status_of(side, marks, play)
    }

    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        let (mut start, mut rest) = (ranks.start, statuses);
        while start < ranks.end {
            let (row, low) = (start / self.low, start % self.low);
            let length = (self.low - low).min(ranks.end - start) as usize;
            let (run, others) = rest.split_at_mut(length);
            // Most ranks have too many marks of one player. Filter them out first.
            let (side, high) = (row / self.high, row % self.high);
            let wanted = side as i8 - self.excess[high as usize];
            let excess = &self.excess[low as usize..low as usize + length];
            for ((rank, status), &excess) in (start..).zip(run).zip(excess) {
                *status = if excess == wanted { self.status(rank, play) } else { Status::Hole };
            }
            start += length as u64;
            rest = others;
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let (side, Marks(marks)) = self.split(rank);
        let base = if side == 0 { rank + self.half() } else { rank - self.half() };
        let mut free = self.all() & !(marks[0] | marks[1]);
        while free != 0 {
            moves.push(base + self.step(side, free.trailing_zeros() as usize));
            free &= free - 1;
        }
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let (side, Marks(marks)) = self.split(rank);
        let base = if side == 0 { rank + self.half() } else { rank - self.half() };
        let mut marked = marks[1 - side];
        while marked != 0 {
            predecessors.push(base - self.step(1 - side, marked.trailing_zeros() as usize));
            marked &= marked - 1;
        }
        true
    }

    fn shifts(&self) -> Option<Shifts> {
        let moves = [0, 1].map(|side| (0..self.cells()).map(|cell| self.shift(side, cell)).collect());
        Some(Shifts { high: self.high, low: self.low, moves })
    }
}

impl RankedBoard for Mnk {
    fn plays(&self) -> &'static [Play] {
        &Play::BOTH
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: false, ending: Ending::Goal }
    }

    fn ending_rule(&self, play: Play) -> String {
        let line = match self.length {
            1 => "One mark".to_owned(),
            length => format!("{} in a row", in_words(length)),
        };
        let who = if play == Play::Normal { "wins" } else { "loses" };
        format!("{line} {who}; a full board is a draw.")
    }

    fn parse(&self, text: &str) -> Result<Marks, Diagnostic> {
        let whole = Span::new(0, text.len());
        let marks = Marks(self.rectangle().parse(text)?.map(|set| set as u32)); // at most 25 cells
        let Some(side) = turn(marks) else {
            let [first, second] = marks.0.map(u32::count_ones);
            return Err(Diagnostic::new(format!("there are {first} x and {second} o"), whole)
                .label("expected as many x as o, or one more: x begins"));
        };
        match self.status_of(side, marks, Play::Normal) {
            Status::Hole => Err(Diagnostic::new("no sequence of moves leads to these lines", whole)
                .label("expected only lines of the player who has just moved, all through one cell")),
            _ => Ok(marks),
        }
    }

    fn write(&self, position: &Marks) -> String {
        format!("\"{}\"", self.rectangle().text(|cell| letter(position.sets(), cell)))
    }

    fn steps(&self, position: &Marks) -> Vec<Step<Marks>> {
        let Some(side) = turn(*position) else { return Vec::new() };
        let step = |cell: usize| {
            let mut after = position.0;
            after[side] |= 1 << cell;
            Step::new(self.rectangle().name(cell), [cell as u64], Marks(after))
        };
        let is_free = |cell: &usize| (position.0[0] | position.0[1]) >> cell & 1 == 0;
        (0..self.cells()).filter(is_free).map(step).collect()
    }

    fn figure(&self, position: &Marks) -> Figure {
        self.rectangle().figure(|cell| mark(letter(position.sets(), cell)))
    }

    fn alphabet(&self) -> Option<Alphabet> {
        Some(Alphabet::fixed(Letter::free_x_o()))
    }

    fn sizes(&self) -> Vec<Size> {
        let [rows, columns, length] = [self.rows, self.columns, self.length].map(|size| size as u64);
        let sizes = [
            ("rows", rows, 1..=CELLS / columns),
            ("columns", columns, 1..=CELLS / rows),
            ("marks in a line", length, 1..=rows.max(columns)),
        ];
        Size::list(sizes, |[rows, columns, length]| {
            Some(format!("mnk({rows},{columns},{})", length.min(rows.max(columns))))
        })
    }

    fn player(&self, position: &Marks) -> Player {
        if turn(*position) == Some(1) { Player::Right } else { Player::Left }
    }

    fn players(&self) -> [&'static str; 2] {
        ["x", "o"]
    }

    fn start(&self) -> Option<Marks> {
        Some(Marks([0, 0]))
    }
}
