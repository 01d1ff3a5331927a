//! Connect Four.

use crate::ranked::rectangle::{Rectangle, letter, mark};
use std::ops::Range;
use winways_kit::any::ranked::{FixedBoard, of_family};
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::combinations::{next_set, rank_of_set, set_of_rank, sets_of};
use winways_kit::view::{Alphabet, Figure, Letter};
use winways_kit::view::{Size, column_letters};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset, Status};

game!("connect-four", |parameter| {
    of_family(parameter, "the size of the board, as in connect-four(5x4)", ConnectFour::parse)
});

/// The greatest number of cells.
const CELLS: u64 = 49;
/// The greatest number of columns.
const COLUMNS: u64 = 10;
/// The greatest number of fillings. A filling gives the height of each column.
const FILLINGS: u64 = 1 << 21;

/// The number of discs in a line.
const LENGTH: u32 = 4;

/// Connect Four on a board of a given size.
///
/// There is one layer for each number of discs, full boards first. A rank encodes the index of the filling (the heights of the
/// columns) among those with equally many discs, and the set of x's discs. Discs are numbered column by column from the left, and
/// from the bottom up within a column. Positions with a line that no player can have completed last are holes. Positions of other
/// ranks may still be unreachable.
///
/// ```
/// use winways_games::ranked::connect_four::ConnectFour;
/// use winways_rules::RankedRuleset;
/// let board = ConnectFour::parse("5x4")?;
/// assert_eq!(board.layers()[..3], [184756, 5 * 92378, 15 * 48620]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConnectFour {
    columns: usize,
    rows: usize,
    /// The fillings by their number of discs. Each is a number in base `rows` + 1 whose digits are the heights.
    fillings: Vec<Vec<u32>>,
    /// The index of each filling among those with equally many discs.
    filling_ranks: Vec<u32>,
    /// The first rank of each layer, by the number of discs.
    firsts: Vec<u64>,
}

/// The discs of x and of o. The cell in row r and column c, both from 0, is bit c · (rows + 1) + r.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Discs([u64; 2]);

impl Component for Discs {}

/// The heights of the columns and the discs of x. Bit n is disc n, numbered column by column from the left and from the bottom up.
struct Stacks {
    filling: u32,
    heights: [u8; COLUMNS as usize],
    first: u64,
}

impl ConnectFour {
    /// Reads the numbers of columns and rows: `5x4`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the fault.
    pub fn parse(parameter: &str) -> Result<ConnectFour, Diagnostic> {
        let (columns, rows) = parameter.split_once(['x', ',']).unwrap_or((parameter, ""));
        let mut scanner = Scanner::new(columns);
        let columns = scanner.next_number("the number of columns", 1, COLUMNS)?;
        scanner.finish("the number of columns")?;
        let offset = (scanner.position() + 1).min(parameter.len());
        let mut scanner = Scanner::new(rows);
        let what = "the number of rows, as in 5x4";
        let rows = scanner.next_number(what, 1, CELLS).map_err(|wrong| wrong.shifted(offset))?;
        scanner.finish("the number of rows").map_err(|wrong| wrong.shifted(offset))?;
        let whole = Span::new(0, parameter.len());
        if columns * rows > CELLS {
            let message = format!("{columns} times {rows} are {} cells", columns * rows);
            return Err(Diagnostic::new(message, whole).label(format!("expected at most {CELLS} cells")));
        }
        match is_small(columns, rows) {
            true => Ok(ConnectFour::new(columns as usize, rows as usize)),
            false => Err(Diagnostic::new(format!("{columns} columns of {rows} are too many"), whole)
                .label("expected fewer columns or fewer rows")),
        }
    }

    fn new(columns: usize, rows: usize) -> ConnectFour {
        let cells = columns * rows;
        let mut fillings = vec![Vec::new(); cells + 1];
        let mut filling_ranks = Vec::new();
        for filling in 0..(rows as u32 + 1).pow(columns as u32) {
            let discs =
                heights(filling, columns, rows).iter().map(|&height| usize::from(height)).sum::<usize>();
            filling_ranks.push(fillings[discs].len() as u32);
            fillings[discs].push(filling);
        }
        let mut board = ConnectFour { columns, rows, fillings, filling_ranks, firsts: vec![0; cells + 1] };
        for discs in (0..cells).rev() {
            board.firsts[discs] = board.firsts[discs + 1] + board.layer(discs + 1);
        }
        board
    }

    fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the number of discs in a column.
    fn height(&self, Discs(discs): Discs, column: usize) -> usize {
        let stack = (discs[0] | discs[1]) >> (column * (self.rows + 1)) & ((1 << self.rows) - 1);
        stack.count_ones() as usize
    }

    /// Returns the position after a disc is dropped into a column that is not full.
    fn dropped(&self, Discs(mut discs): Discs, column: usize) -> Discs {
        let height = self.height(Discs(discs), column);
        discs[turn(Discs(discs))] |= 1 << (column * (self.rows + 1) + height);
        Discs(discs)
    }

    /// Iterates over the columns that are not full.
    fn open_columns(&self, discs: Discs) -> impl Iterator<Item = usize> {
        (0..self.columns).filter(move |&column| self.height(discs, column) < self.rows)
    }

    /// Returns the number of ranks with `discs` discs.
    fn layer(&self, discs: usize) -> u64 {
        self.fillings[discs].len() as u64 * sets_of(discs, discs.div_ceil(2))
    }

    /// Returns the number of discs on the board of a rank, or `None` beyond the last rank.
    fn discs(&self, rank: u64) -> Option<usize> {
        let discs = self.firsts.partition_point(|&first| first > rank);
        (rank < self.firsts[0] + self.layer(0)).then_some(discs)
    }

    fn rank_of_stacks(&self, filling: u32, discs: usize, first: u64) -> u64 {
        let filling = u64::from(self.filling_ranks[filling as usize]);
        self.firsts[discs] + filling * sets_of(discs, discs.div_ceil(2)) + rank_of_set(first)
    }

    fn stacks(&self, rank: u64, discs: usize) -> Stacks {
        let ways = sets_of(discs, discs.div_ceil(2));
        let rest = rank - self.firsts[discs];
        let filling = self.fillings[discs][(rest / ways) as usize];
        let first = set_of_rank(rest % ways, discs.div_ceil(2), discs);
        Stacks { filling, heights: heights(filling, self.columns, self.rows), first }
    }

    fn discs_of_stacks(&self, stacks: &Stacks) -> Discs {
        let (mut rest, mut discs) = (stacks.first, [0; 2]);
        for column in 0..self.columns {
            let all = (1u64 << stacks.heights[column]) - 1;
            discs[0] |= (rest & all) << (column * (self.rows + 1));
            discs[1] |= (!rest & all) << (column * (self.rows + 1));
            rest >>= stacks.heights[column];
        }
        Discs(discs)
    }

    /// Returns `true` if four of the discs are in a line along a column, a row or a diagonal.
    fn has_line(&self, discs: u64) -> bool {
        [1, self.rows, self.rows + 1, self.rows + 2].into_iter().any(|step| {
            let mut rest = discs;
            for _ in 1..LENGTH {
                rest &= rest >> step;
            }
            rest != 0
        })
    }

    /// Returns the status of a position in which x has as many discs as o, or one more.
    fn status_of(&self, Discs(discs): Discs, play: Play) -> Status {
        let side = turn(Discs(discs));
        if self.has_line(discs[side]) {
            return Status::Hole;
        }
        if !self.has_line(discs[1 - side]) {
            let is_full = (discs[0] | discs[1]).count_ones() as usize == self.cells();
            return if is_full { Status::Ended(End::Drawn) } else { Status::Open };
        }
        // The disc that completed the line is on top of a column, and without it there is no line.
        let is_last = |column: usize| {
            let stack = (discs[0] | discs[1]) >> (column * (self.rows + 1)) & ((1 << self.rows) - 1);
            let Some(row) = stack.checked_ilog2() else { return false };
            let top = 1 << (column * (self.rows + 1) + row as usize);
            discs[1 - side] & top != 0 && !self.has_line(discs[1 - side] ^ top)
        };
        match (0..self.columns).any(is_last) {
            false => Status::Hole,
            true if play == Play::Normal => Status::Ended(End::Lost),
            true => Status::Ended(End::Won),
        }
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { rows: self.rows, columns: self.columns }
    }

    /// Returns the bit number of a cell. Cells are counted row by row from the top.
    fn bit(&self, cell: usize) -> usize {
        cell % self.columns * (self.rows + 1) + self.rows - 1 - cell / self.columns
    }
}

/// Returns the player to move: 0 for x if both have equally many discs, else 1.
fn turn(Discs([first, second]): Discs) -> usize {
    usize::from(first.count_ones() > second.count_ones())
}

/// Returns the height of each column in a filling.
fn heights(filling: u32, columns: usize, rows: usize) -> [u8; COLUMNS as usize] {
    let (mut rest, mut heights) = (filling, [0; COLUMNS as usize]);
    for height in &mut heights[..columns] {
        *height = (rest % (rows as u32 + 1)) as u8;
        rest /= rows as u32 + 1;
    }
    heights
}

impl FixedBoard for ConnectFour {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({}x{})", PAGE.name, self.columns, self.rows)
    }
}

impl RankedRuleset for ConnectFour {
    type Position = Discs;

    fn layers(&self) -> Vec<u64> {
        (0..=self.cells()).rev().map(|discs| self.layer(discs)).collect()
    }

    fn rank(&self, position: &Discs) -> u64 {
        let Discs([first, second]) = *position;
        let (mut filling, mut discs, mut set) = (0u32, 0, 0);
        for column in (0..self.columns).rev() {
            let stack = (first | second) >> (column * (self.rows + 1)) & ((1 << self.rows) - 1);
            let height = stack.count_ones();
            filling = filling * (self.rows as u32 + 1) + height;
            discs += height as usize;
            set = set << height | (first >> (column * (self.rows + 1)) & ((1 << height) - 1));
        }
        self.rank_of_stacks(filling, discs, set)
    }

    fn position(&self, rank: u64) -> Option<Discs> {
        let discs = self.discs_of_stacks(&self.stacks(rank, self.discs(rank)?));
        (self.status_of(discs, Play::Normal) != Status::Hole).then_some(discs)
    }

    fn end(&self, position: &Discs, play: Play) -> Option<End> {
        match self.status_of(*position, play) {
            Status::Ended(end) => Some(end),
            Status::Open | Status::Hole => None,
        }
    }

    fn options(&self, position: &Discs, options: &mut Vec<Discs>) {
        options.extend(self.open_columns(*position).map(|column| self.dropped(*position, column)));
    }

    fn repeats(&self) -> bool {
        false
    }

    fn status(&self, rank: u64, play: Play) -> Status {
        match self.discs(rank) {
            None => Status::Hole,
            Some(discs) => self.status_of(self.discs_of_stacks(&self.stacks(rank, discs)), play),
        }
    }

    /// Processes runs of ranks of one filling, which enumerate the sets of x's discs in order.
    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        let (mut rank, mut rest) = (ranks.start, statuses);
        while let (false, Some(discs)) = (rest.is_empty(), self.discs(rank)) {
            let ways = sets_of(discs, discs.div_ceil(2));
            let left = ways - (rank - self.firsts[discs]) % ways;
            let (run, others) = rest.split_at_mut(rest.len().min(left as usize));
            let mut stacks = self.stacks(rank, discs);
            rank += run.len() as u64;
            for status in run {
                *status = self.status_of(self.discs_of_stacks(&stacks), play);
                stacks.first = next_set(stacks.first);
            }
            rest = others;
        }
        rest.fill(Status::Hole);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let Some(discs) = self.discs(rank) else { return };
        let stacks = self.stacks(rank, discs);
        // x is to move if both players have equally many discs.
        let disc = 1 - discs as u64 % 2;
        let (mut top, mut step) = (0, 1);
        for &height in &stacks.heights[..self.columns] {
            top += u32::from(height);
            if usize::from(height) < self.rows {
                let below = (1u64 << top) - 1;
                let first = (stacks.first & below) | disc << top | (stacks.first & !below) << 1;
                moves.push(self.rank_of_stacks(stacks.filling + step, discs + 1, first));
            }
            step *= self.rows as u32 + 1;
        }
    }

    /// Returns no predecessors within the layer: every move leads to another layer.
    fn predecessors(&self, _: u64, _: &mut Vec<u64>) -> bool {
        true
    }
}

/// Returns `true` if a board of this size has at most [`FILLINGS`] fillings.
fn is_small(columns: u64, rows: u64) -> bool {
    (rows + 1).checked_pow(columns as u32).is_some_and(|count| count <= FILLINGS)
}

impl RankedBoard for ConnectFour {
    fn plays(&self) -> &'static [Play] {
        &Play::BOTH
    }

    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: false, ending: Ending::Goal }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "wins" } else { "loses" };
        format!("Four discs in a row {who}; a full board is a draw.")
    }

    fn parse(&self, text: &str) -> Result<Discs, Diagnostic> {
        let whole = Span::new(0, text.len());
        let discs = self.rectangle().parse(text)?.map(|marks| {
            let disc = |cell: u64| 1u64 << self.bit(cell.trailing_zeros() as usize);
            bits(marks).map(disc).sum::<u64>()
        });
        // No disc floats if adding one to the column clears all of its bits.
        let is_solid = |column: usize| {
            let stack = (discs[0] | discs[1]) >> (column * (self.rows + 1)) & ((1 << self.rows) - 1);
            stack & (stack + 1) == 0
        };
        if let Some(column) = (0..self.columns).find(|&column| !is_solid(column)) {
            return Err(Diagnostic::new(format!("a disc floats in column {}", column + 1), whole)
                .label("expected discs stacked without gaps"));
        }
        let [first, second] = discs.map(u64::count_ones);
        if first != second && first != second + 1 {
            return Err(Diagnostic::new(format!("there are {first} x and {second} o"), whole)
                .label("expected as many x as o, or one more: x begins"));
        }
        match self.status_of(Discs(discs), Play::Normal) {
            Status::Hole => Err(Diagnostic::new("no sequence of moves leads to these lines", whole)
                .label("expected only lines of the player who has just moved, all through the last disc")),
            _ => Ok(Discs(discs)),
        }
    }

    fn write(&self, position: &Discs) -> String {
        format!("\"{}\"", self.rectangle().text(|cell| letter(position.0, self.bit(cell))))
    }

    /// Lists the moves. Each touches the cell in which its disc comes to rest.
    fn steps(&self, position: &Discs) -> Vec<Step<Discs>> {
        let step = |column: usize| {
            let row = self.rows - 1 - self.height(*position, column);
            let cell = (row * self.columns + column) as u64;
            Step::new(column_letters(column as u64), [cell], self.dropped(*position, column))
        };
        self.open_columns(*position).map(step).collect()
    }

    fn figure(&self, position: &Discs) -> Figure {
        self.rectangle().figure(|cell| mark(letter(position.0, self.bit(cell))))
    }

    fn alphabet(&self) -> Option<Alphabet> {
        Some(Alphabet::fixed(Letter::free_x_o()))
    }

    fn sizes(&self) -> Vec<Size> {
        let [columns, rows] = [self.columns, self.rows].map(|size| size as u64);
        let sizes =
            [("columns", columns, 1..=COLUMNS.min(CELLS / rows)), ("rows", rows, 1..=CELLS / columns)];
        Size::list(sizes, |[columns, rows]| {
            is_small(columns, rows).then(|| format!("connect-four({columns}x{rows})"))
        })
    }

    fn player(&self, position: &Discs) -> Player {
        if turn(*position) == 0 { Player::Left } else { Player::Right }
    }

    fn players(&self) -> [&'static str; 2] {
        ["x", "o"]
    }

    fn start(&self) -> Option<Discs> {
        Some(Discs([0, 0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values};

    /// An independent implementation of the rules, on columns of letters from the bottom up. The fields are the numbers of columns
    /// and rows.
    struct Columns(usize, usize);

    impl Columns {
        fn letters(columns: &[Vec<u8>]) -> [u8; 2] {
            match columns.iter().map(Vec::len).sum::<usize>().is_multiple_of(2) {
                true => *b"xo",
                false => *b"ox",
            }
        }

        fn has_line(columns: &[Vec<u8>], letter: u8) -> bool {
            let at = |column: i32, row: i32| {
                columns.get(column as usize).and_then(|column| column.get(row as usize)) == Some(&letter)
            };
            (0..columns.len() as i32).flat_map(|column| (0..40).map(move |row| (column, row))).any(
                |(column, row)| {
                    [(1, 0), (0, 1), (1, 1), (1, -1)]
                        .iter()
                        .any(|(right, up)| (0..4).all(|index| at(column + index * right, row + index * up)))
                },
            )
        }
    }

    impl Twin for Columns {
        type State = Vec<Vec<u8>>;

        fn read(&self, text: &str) -> Vec<Vec<u8>> {
            let rows: Vec<&[u8]> = text.split('|').map(str::as_bytes).collect();
            let column = |column: usize| {
                rows.iter().rev().map(|row| row[column]).filter(|&letter| letter != b'.').collect()
            };
            (0..self.0).map(column).collect()
        }

        fn end(&self, columns: &Vec<Vec<u8>>, play: Play) -> Option<End> {
            match Columns::has_line(columns, Columns::letters(columns)[1]) {
                true if play == Play::Normal => Some(End::Lost),
                true => Some(End::Won),
                false => columns.iter().all(|column| column.len() == self.1).then_some(End::Drawn),
            }
        }

        fn options(&self, columns: &Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
            let open = (0..self.0).filter(|&column| columns[column].len() < self.1);
            let after = |column: usize| {
                let mut after = columns.clone();
                after[column].push(Columns::letters(columns)[0]);
                after
            };
            open.map(after).collect()
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        for (columns, rows) in [(1, 5), (2, 4), (4, 2), (5, 2), (3, 3), (4, 3)] {
            let board = ConnectFour::new(columns, rows);
            check_forms(board.clone(), 0);
            check_values(&board, &Columns(columns, rows));
        }
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let wrong = |parameter: &str| ConnectFour::parse(parameter).unwrap_err();
        assert_eq!(wrong("8x7").to_string(), "8 times 7 are 56 cells: expected at most 49 cells");
        assert_eq!(
            wrong("10x4").to_string(),
            "10 columns of 4 are too many: expected fewer columns or fewer rows"
        );
        assert_eq!(wrong("11x2").span.range(), 0..2);
        assert_eq!(wrong("5x").span.range(), 2..2);
        assert_eq!(wrong("5").message, "the input ends here");
        assert_eq!(wrong("5xx").span.range(), 2..3);
        assert_eq!(FixedBoard::name(&ConnectFour::parse("6,5").unwrap()), "connect-four(6x5)");
        assert!(ConnectFour::parse("10x3").is_ok() && ConnectFour::parse("1x32").is_ok());
        let board = ConnectFour::new(4, 4);
        let wrong = |text: &str| board.parse(text).unwrap_err().to_string();
        assert_eq!(wrong("....|...."), "the board has 2 rows and 4 columns: expected 4 rows and 4 columns");
        assert_eq!(
            wrong("....|....|.x..|...."),
            "a disc floats in column 2: expected discs stacked without gaps"
        );
        assert!(wrong("....|....|....|oo..").starts_with("there are 0 x and 2 o"));
        assert!(wrong("....|....|xxxx|oooo").starts_with("no sequence of moves leads to these lines"));
    }

    /// Ranks of the largest boards fit in a word, and positions with any number of discs have ranks.
    #[test]
    fn large_boards_have_ranks() {
        for (columns, rows) in [(7, 6), (7, 7), (6, 8), (8, 5), (9, 3), (10, 3), (1, 49), (2, 24), (4, 12)] {
            let board = ConnectFour::parse(&format!("{columns}x{rows}")).unwrap();
            let sizes = (0..=board.cells()).map(|discs| {
                let ways = u128::from(sets_of(discs, discs.div_ceil(2)));
                board.fillings[discs].len() as u128 * ways
            });
            assert!(sizes.sum::<u128>() < 1 << 62, "{columns}x{rows}");
            // Fill columns alternately from both sides. Every position on the way must match its rank.
            let mut discs = Discs([0, 0]);
            for index in 0..board.cells() {
                let rank = board.rank(&discs);
                let stacks = board.stacks(rank, index);
                assert_eq!((board.discs_of_stacks(&stacks), board.discs(rank)), (discs, Some(index)));
                let mut open = board.open_columns(discs);
                let column = if index % 2 == 0 { open.next() } else { open.last() };
                discs = board.dropped(discs, column.unwrap());
            }
        }
    }

    #[test]
    fn moves_are_columns() {
        let board = ConnectFour::new(4, 3);
        let steps = board.steps(&board.parse("x...|o...|xo..").unwrap());
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["b", "c", "d"]);
        assert_eq!(
            (&steps[0].touches[..], board.write(&steps[0].to).as_str()),
            (&[5][..], "\"x...|ox..|xo..\"")
        );
        assert_eq!(steps[2].touches, [11]);
    }
}
