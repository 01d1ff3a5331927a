//! Drift: stones on ice slide until they are stopped; the first player to connect all of his stones wins.

use crate::ranked::rectangle::{Rectangle, letter, mark};
use winways_kit::any::ranked::{FixedBoard, shared};
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::combinations::TwoSets;
use winways_kit::view::{Alphabet, Figure, Letter, Size};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Play, Player, RankedRuleset};

game!("drift", |parameter| Ok(shared(Drift::parse(parameter.unwrap_or("5,5,3"))?)));

/// The greatest number of cells.
const CELLS: u64 = 40;
/// The greatest number of stones of each player.
const STONES: u64 = 6;

/// Drift on a pond of a given size.
///
/// A rank encodes the side to move, the set of the stones of x, and the set of the stones of o among the other cells.
///
/// ```
/// use winways_games::ranked::drift::Drift;
/// use winways_rules::RankedRuleset;
/// assert_eq!(Drift::parse("3,3,2")?.layers(), [2 * 36 * 21]);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drift {
    rows: usize,
    columns: usize,
    stones: usize,
    sets: TwoSets,
    /// The neighbour of each cell, as a set, in each direction: right, down, left, up. The set is empty beyond the edge.
    steps: [Vec<u64>; 4],
}

/// The cells of the stones, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stones {
    /// 0 for x, 1 for o.
    side: u8,
    /// The stones of x and of o. Cell (row, column) is bit row · columns + column.
    sets: [u64; 2],
}

impl Component for Stones {}

impl Drift {
    /// Reads the numbers of rows, columns and stones: `5,5,3`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at a number that is out of range.
    pub fn parse(parameter: &str) -> Result<Drift, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let rows = scanner.next_number("the number of rows", 1, CELLS)?;
        let columns = scanner.next_number("the number of columns", 1, CELLS)?;
        if rows * columns > CELLS {
            let message = format!("{rows} times {columns} are {} cells", rows * columns);
            return Err(Diagnostic::new(message, Span::new(0, scanner.position()))
                .label(format!("expected at most {CELLS} cells")));
        }
        let stones = scanner.next_number("the number of stones", 1, STONES.min(rows * columns / 2))?;
        scanner.finish("rows, columns and stones")?;
        Ok(Drift::new(rows as usize, columns as usize, stones as usize))
    }

    fn new(rows: usize, columns: usize, stones: usize) -> Drift {
        let next = |down: usize, right: usize, back: bool| {
            let cell = |cell: usize| {
                let (row, column) = (cell / columns, cell % columns);
                let to = match back {
                    false => {
                        (row + down < rows && column + right < columns).then(|| cell + down * columns + right)
                    }
                    true => (row >= down && column >= right).then(|| cell - down * columns - right),
                };
                to.map_or(0, |to| 1 << to)
            };
            (0..rows * columns).map(cell).collect()
        };
        let steps = [next(0, 1, false), next(1, 0, false), next(0, 1, true), next(1, 0, true)];
        Drift { rows, columns, stones, sets: TwoSets::new(rows * columns, [stones, stones]), steps }
    }

    fn step(&self, direction: usize, cell: u64) -> u64 {
        self.steps[direction][cell.trailing_zeros() as usize]
    }

    /// Returns `true` if the stones are connected.
    fn is_connected(&self, stones: u64) -> bool {
        let mut found = stones & stones.wrapping_neg();
        loop {
            let near = bits(found).fold(found, |near, cell| {
                (0..4).fold(near, |near, direction| near | self.step(direction, cell))
            });
            let more = near & stones;
            if more == found {
                return found == stones;
            }
            found = more;
        }
    }

    fn after(stones: &Stones, side: usize, from: u64, to: u64) -> Stones {
        let mut after = Stones { side: stones.side ^ 1, ..*stones };
        after.sets[side] ^= from | to;
        after
    }

    /// Calls `found` for each move. Passes the cells at which the stone starts and stops, as sets, and the position after the move.
    fn each_slide(&self, stones: &Stones, found: &mut impl FnMut(u64, u64, Stones)) {
        let (side, occupied) = (usize::from(stones.side), stones.sets[0] | stones.sets[1]);
        for from in bits(stones.sets[side]) {
            for direction in 0..4 {
                let (mut to, mut next) = (from, self.step(direction, from));
                while next != 0 && next & occupied == 0 {
                    (to, next) = (next, self.step(direction, next));
                }
                if to != from {
                    found(from, to, Drift::after(stones, side, from, to));
                }
            }
        }
    }

    fn each_option(&self, stones: &Stones, found: &mut impl FnMut(Stones)) {
        self.each_slide(stones, &mut |_, _, option| found(option));
    }

    /// Calls `found` for the position before each move that leads to `stones`.
    ///
    /// A stone that was stopped may have come from any cell in the run of free cells behind it.
    fn each_source(&self, stones: &Stones, found: &mut impl FnMut(Stones)) {
        let (side, occupied) = (usize::from(stones.side ^ 1), stones.sets[0] | stones.sets[1]);
        for to in bits(stones.sets[side]) {
            for direction in 0..4 {
                let ahead = self.step(direction, to);
                if ahead != 0 && ahead & occupied == 0 {
                    continue;
                }
                let back = direction ^ 2;
                let mut from = self.step(back, to);
                while from != 0 && from & occupied == 0 {
                    found(Drift::after(stones, side, from, to));
                    from = self.step(back, from);
                }
            }
        }
    }

    fn rectangle(&self) -> Rectangle {
        Rectangle { rows: self.rows, columns: self.columns }
    }
}

impl FixedBoard for Drift {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({},{},{})", PAGE.name, self.rows, self.columns, self.stones)
    }
}

impl RankedRuleset for Drift {
    type Position = Stones;

    fn layers(&self) -> Vec<u64> {
        vec![self.sets.count()]
    }

    fn rank(&self, stones: &Stones) -> u64 {
        self.sets.rank(u64::from(stones.side), stones.sets)
    }

    fn position(&self, rank: u64) -> Option<Stones> {
        self.sets.sets(rank).map(|(side, sets)| Stones { side: side as u8, sets })
    }

    fn end(&self, stones: &Stones, play: Play) -> Option<End> {
        let side = usize::from(stones.side);
        match play {
            _ if self.is_connected(stones.sets[1 - side]) => Some(End::Lost),
            _ if self.is_connected(stones.sets[side]) => Some(End::Won),
            _ => None,
        }
    }

    fn options(&self, stones: &Stones, options: &mut Vec<Stones>) {
        self.each_option(stones, &mut |option| options.push(option));
    }

    /// Returns `false`: two moves from one position never lead to the same position.
    fn repeats(&self) -> bool {
        false
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        if let Some(stones) = self.position(rank) {
            self.each_option(&stones, &mut |option| moves.push(self.rank(&option)));
        }
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if let Some(stones) = self.position(rank) {
            self.each_source(&stones, &mut |source| predecessors.push(self.rank(&source)));
        }
        true
    }
}

impl RankedBoard for Drift {
    fn properties(&self) -> Properties {
        Properties { is_impartial: false, may_cycle: true, ending: Ending::Goal }
    }

    fn ending_rule(&self, _: Play) -> String {
        "A player whose stones are all connected after their own move wins. A player after whose move only the opponent's \
         stones are all connected loses. The player who cannot move loses; endless play is a draw."
            .to_owned()
    }

    fn parse(&self, text: &str) -> Result<Stones, Diagnostic> {
        let trimmed = text.trim_end();
        let (board, side) = match trimmed.as_bytes() {
            [.., b' ' | b'\n' | b'\t', b'x' | b'X'] => (&trimmed[..trimmed.len() - 1], 0),
            [.., b' ' | b'\n' | b'\t', b'o' | b'O'] => (&trimmed[..trimmed.len() - 1], 1),
            _ => {
                return Err(Diagnostic::new("the player to move is missing", Span::at(trimmed.len()))
                    .label("expected `x` or `o` after the rows"));
            }
        };
        let whole = Span::new(0, board.len());
        let sets = self.rectangle().parse(board)?;
        let counts = sets.map(|set| set.count_ones() as usize);
        if counts != [self.stones; 2] {
            return Err(Diagnostic::new(format!("there are {} x and {} o", counts[0], counts[1]), whole)
                .label(format!("expected {} of each", self.stones)));
        }
        Ok(Stones { side, sets })
    }

    fn write(&self, stones: &Stones) -> String {
        let board = self.rectangle().text(|cell| letter(stones.sets, cell));
        format!("\"{board} {}\"", self.players()[usize::from(stones.side)])
    }

    fn steps(&self, stones: &Stones) -> Vec<Step<Stones>> {
        let mut steps = Vec::new();
        self.each_slide(stones, &mut |from, to, after| {
            let [from, to] = [from, to].map(|set| set.trailing_zeros() as usize);
            steps.push(Step::new(self.rectangle().step_name(from, to), [from as u64, to as u64], after));
        });
        steps
    }

    fn figure(&self, stones: &Stones) -> Figure {
        self.rectangle().figure(|cell| mark(letter(stones.sets, cell)))
    }

    fn alphabet(&self) -> Option<Alphabet> {
        Some(Alphabet::fixed(Letter::free_x_o()))
    }

    fn sizes(&self) -> Vec<Size> {
        let [rows, columns, stones] = [self.rows, self.columns, self.stones].map(|size| size as u64);
        let sizes = [
            ("rows", rows, 1..=CELLS / columns),
            ("columns", columns, 1..=CELLS / rows),
            ("stones", stones, 1..=STONES.min(rows * columns / 2)),
        ];
        Size::list(sizes, |[rows, columns, stones]| {
            let stones = stones.min(rows * columns / 2);
            (stones > 0).then(|| format!("drift({rows},{columns},{stones})"))
        })
    }

    fn player(&self, stones: &Stones) -> Player {
        if stones.side == 0 { Player::Left } else { Player::Right }
    }

    fn players(&self) -> [&'static str; 2] {
        ["x", "o"]
    }

    fn start(&self) -> Option<Stones> {
        if self.rows < 2 || self.stones != self.columns.div_ceil(2) {
            return None;
        }
        let bottom = (self.rows - 1) * self.columns;
        let mut sets = [0u64; 2];
        for column in (0..self.columns).step_by(2) {
            sets[1 - column / 2 % 2] |= 1 << column;
            sets[column / 2 % 2] |= 1 << (bottom + column);
        }
        Some(Stones { side: 0, sets })
    }

    /// Returns the position with o's stones on the first cells of the board, x's stones on the last cells, and x to move.
    fn usual_start(&self) -> Option<Stones> {
        let o = (1 << self.stones) - 1;
        Some(Stones { side: 0, sets: [o << (self.rows * self.columns - self.stones), o] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_solve::{SolvedRanks, SolvedValue};

    /// An independent implementation of the rules, on rows of letters. The last row names the player to move.
    struct Rows;

    fn places(rows: &[Vec<u8>], letter: u8) -> BTreeSet<(usize, usize)> {
        let cells = rows.iter().enumerate().flat_map(|(row, cells)| {
            cells.iter().enumerate().map(move |(column, &cell)| (row, column, cell))
        });
        cells.filter(|cell| cell.2 == letter).map(|(row, column, _)| (row, column)).collect()
    }

    /// Returns `true` if every two cells are joined by a chain of neighbours.
    fn are_joined(mut places: BTreeSet<(usize, usize)>) -> bool {
        let mut group: Vec<(usize, usize)> = places.pop_first().into_iter().collect();
        while let Some(place) = group.pop() {
            let near: Vec<(usize, usize)> = places
                .iter()
                .copied()
                .filter(|other| place.0.abs_diff(other.0) + place.1.abs_diff(other.1) == 1)
                .collect();
            for other in near {
                places.remove(&other);
                group.push(other);
            }
        }
        places.is_empty()
    }

    impl Twin for Rows {
        type State = Vec<Vec<u8>>;

        fn read(&self, text: &str) -> Vec<Vec<u8>> {
            text.split(['|', ' ']).map(|row| row.bytes().collect()).collect()
        }

        fn end(&self, state: &Vec<Vec<u8>>, play: Play) -> Option<End> {
            let (rows, mover) = state.split_at(state.len() - 1);
            let others = if mover[0] == b"x" { b'o' } else { b'x' };
            match self.options(state).is_empty() {
                _ if are_joined(places(rows, others)) => Some(End::Lost),
                _ if are_joined(places(rows, mover[0][0])) => Some(End::Won),
                true if play == Play::Normal => Some(End::Lost),
                true => Some(End::Won),
                false => None,
            }
        }

        fn options(&self, state: &Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
            let (rows, mover) = state.split_at(state.len() - 1);
            let mut options = Vec::new();
            for (row, column) in places(rows, mover[0][0]) {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let at = |distance: i32| {
                        ((row as i32 + distance * down) as usize, (column as i32 + distance * right) as usize)
                    };
                    let is_free = |place: (usize, usize)| {
                        rows.get(place.0).and_then(|row| row.get(place.1)) == Some(&b'.')
                    };
                    let distance = (1..).take_while(|&distance| is_free(at(distance))).count() as i32;
                    if distance > 0 {
                        let mut after = state.clone();
                        let to = at(distance);
                        after[to.0][to.1] = mover[0][0];
                        after[row][column] = b'.';
                        *after.last_mut().unwrap() =
                            if mover[0] == b"x" { b"o".to_vec() } else { b"x".to_vec() };
                        options.push(after);
                    }
                }
            }
            options
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        for (rows, columns, stones) in
            [(1, 4, 1), (1, 6, 3), (3, 3, 2), (2, 4, 3), (4, 3, 2), (3, 3, 3), (2, 2, 2)]
        {
            let game = Drift::new(rows, columns, stones);
            check_forms(game.clone(), 0);
            check_values(&game, &Rows);
        }
    }

    #[test]
    fn starts() {
        for (rows, columns, stones, value) in
            [(3, 3, 2, SolvedValue::Lost(6)), (4, 4, 2, SolvedValue::Lost(10)), (3, 5, 3, SolvedValue::Drawn)]
        {
            let game = Drift::new(rows, columns, stones);
            let solved = solve(&game, Play::Normal);
            let start = game.write(&game.start().unwrap());
            assert_eq!(value_of(&game, &solved, start.trim_matches('"')), value, "{start}");
            if value != SolvedValue::Drawn {
                // On square boards with two stones each, no position has longer play than the start, and no position is a draw.
                assert_eq!(solved.counts().greatest_remoteness(), value.remoteness());
                assert_eq!(solved.counts().drawn, 0);
            }
        }
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let wrong = |parameter: &str| Drift::parse(parameter).unwrap_err();
        assert_eq!(wrong("7,6,3").to_string(), "7 times 6 are 42 cells: expected at most 40 cells");
        assert_eq!(wrong("2,2,3").span.range(), 4..5);
        let game = Drift::parse("3 3 2").unwrap();
        assert_eq!(FixedBoard::name(&game), "drift(3,3,2)");
        let wrong = |text: &str| game.parse(text).unwrap_err().to_string();
        assert_eq!(wrong("o.o|...|x.x"), "the player to move is missing: expected `x` or `o` after the rows");
        assert_eq!(wrong("o.o|x.x x"), "the board has 2 rows and 3 columns: expected 3 rows and 3 columns");
        assert_eq!(wrong("o.o|x..|x.x o"), "there are 3 x and 2 o: expected 2 of each");
        assert!(wrong("").starts_with("the player to move") && wrong(" x").starts_with("empty input"));
    }

    #[test]
    fn moves_are_pairs_of_cells() {
        let game = Drift::new(2, 4, 2);
        let steps = game.steps(&game.parse("..x.|oo.x x").unwrap());
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["c2-d2", "c2-c1", "c2-a2", "d1-c1", "d1-d2"]);
        assert_eq!(
            (&steps[2].touches[..], game.write(&steps[2].to).as_str()),
            (&[2, 0][..], "\"x...|oo.x o\"")
        );
    }
}
