//! Clobber: a stone captures a neighbouring stone of the opponent.

use std::marker::PhantomData;
use winways_kit::boards::bitboard::{Layout, bits};
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
pub use winways_kit::boards::planes::Planes;
use winways_kit::boards::word::Word;
use winways_kit::boards::written::{BoardGame, WrittenBoards, piece};
use winways_kit::view::{Cell, Letter};
use winways_kit::{Page, PartizanGame};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Options, PartizanRuleset, RuleFault, Side, Sign};

game!("clobber", |_| Ok(winways_kit::smallest_words!(W => Clobber::<W>::new())));

/// Clobber on any board. A component is a connected group of stones of both players.
///
/// ```
/// use winways_games::grids::clobber::CLOBBER;
/// use winways_kit::WholePositions;
/// // The middle is empty, and stones with no opponent's stone beside them cannot capture.
/// let row = CLOBBER.parse("xo.ox.xx")?;
/// assert_eq!(CLOBBER.components(&row).len(), 2);
/// let (_, step) = &CLOBBER.moves(&row)?[0];
/// assert_eq!(CLOBBER.move_name(&row, step), "a1xb1");
/// assert_eq!(CLOBBER.write(&CLOBBER.after(&row, step)), "\".x.ox.xx\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Clobber<W = u64>(PhantomData<W>);

/// Clobber on boards whose groups fit in one 64-bit word.
pub const CLOBBER: Clobber = Clobber::new();

impl<W> Clobber<W> {
    /// Creates the game on boards whose groups fit in words of type `W`.
    pub const fn new() -> Self {
        Clobber(PhantomData)
    }
}

impl<W: Word> PartizanRuleset for Clobber<W> {
    type Component = Planes<W>;

    fn options(
        &self,
        group: &Planes<W>,
        side: Side,
        options: &mut Options<Planes<W>>,
    ) -> Result<(), RuleFault> {
        for (from, to) in moves(group, side) {
            options.push(after(group, side, from, to));
        }
        Ok(())
    }

    fn option_bound(&self, group: &Planes<W>) -> u64 {
        let (layout, left, right) = (group.layout(), group.of(Side::Left), group.of(Side::Right));
        // Each pair of neighbouring stones of different players allows one move of each player.
        steps::<W>().iter().map(|(step, _)| u64::from((step(layout, left) & right).count_ones())).sum()
    }

    /// Canonicalises by symmetry: reflections and rotations keep the value, and exchanging the players negates it.
    fn canonicalise_value(&self, group: &mut Planes<W>) -> Sign {
        group.canonicalise()
    }

    /// Uses the same symmetries: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, group: &mut Planes<W>) {
        group.canonicalise();
    }
}

impl<W: Word> BoardGame for Clobber<W> {
    type Board = Grid;
    const BETWEEN_CELLS: &'static str = "x";

    fn letters(&self) -> Vec<Letter> {
        Letter::free_x_o().to_vec()
    }

    fn read(&self, text: &str) -> Result<Vec<(Grid, Span)>, Diagnostic> {
        grid::parse_with_spans(text, "xo.")
    }

    fn split(&self, board: &Grid, span: Span) -> Result<Vec<Planes<W>>, Diagnostic> {
        let is_attacked = |&cell: &usize| {
            board.cells[cell] == b'o' && board.neighbours(cell).any(|near| board.cells[near] == b'x')
        };
        let mut found = Vec::new();
        for group in board.groups(|letter| letter != b'.') {
            if group.iter().any(is_attacked) {
                let patch = board.cut(&group, span)?;
                let stones = |letter: u8| patch.bits_of(|cell| board.cells[cell] == letter);
                found.push(Planes::cut(stones(b'x'), stones(b'o'), patch.stride));
            }
        }
        Ok(found)
    }

    fn moves_on(&self, board: &Grid, side: Side) -> Vec<Vec<usize>> {
        let (own, other) = if side == Side::Left { (b'x', b'o') } else { (b'o', b'x') };
        let stones = (0..board.cells.len()).filter(|&cell| board.cells[cell] == own);
        let captures = |from: usize| {
            board.neighbours(from).filter(|&to| board.cells[to] == other).map(move |to| vec![from, to])
        };
        stones.flat_map(captures).collect()
    }

    fn make(&self, letters: &mut [u8], _: Side, cells: &[usize]) {
        letters[cells[1]] = std::mem::replace(&mut letters[cells[0]], b'.');
    }

    fn content(&self, board: &Grid, cell: usize) -> Cell {
        match board.cells[cell] {
            b'x' => piece(Side::Left, "x"),
            b'o' => piece(Side::Right, "o"),
            _ => Cell::Free,
        }
    }
}

impl<W: Word> PartizanGame for Clobber<W> {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_> {
        Box::new(grid::all(up_to, b".xo").filter_map(|board| WrittenBoards::one(self, board).ok()))
    }
}

/// A step in one direction.
type Step<W> = fn(Layout<W>, W) -> W;

/// Returns the step in each direction, paired with the opposite step.
const fn steps<W: Word>() -> [(Step<W>, Step<W>); 4] {
    [
        (Layout::right, Layout::left),
        (Layout::down, Layout::up),
        (Layout::left, Layout::right),
        (Layout::up, Layout::down),
    ]
}

/// Iterates over the moves of `side`, as pairs of the cell left and the cell entered.
fn moves<W: Word>(group: &Planes<W>, side: Side) -> impl Iterator<Item = (W, W)> + use<W> {
    let (layout, own, others) = (group.layout(), group.of(side), group.of(side.opponent()));
    steps::<W>()
        .into_iter()
        .flat_map(move |(step, back)| bits(step(layout, own) & others).map(move |to| (back(layout, to), to)))
}

fn after<W: Word>(group: &Planes<W>, side: Side, from: W, to: W) -> impl Iterator<Item = Planes<W>> + use<W> {
    let own = group.of(side) ^ from | to;
    let others = group.of(side.opponent()) ^ to;
    let (left, right) = if side == Side::Left { (own, others) } else { (others, own) };
    groups(left, right, group.stride())
}

/// Iterates over the groups of a board in which there is a move.
fn groups<W: Word>(left: W, right: W, stride: u16) -> impl Iterator<Item = Planes<W>> {
    let layout = Layout::new(stride);
    let mut rest = left | right;
    std::iter::from_fn(move || {
        while rest != W::ZERO {
            let group = layout.fill(rest.lowest(), rest);
            rest = rest ^ group;
            if layout.neighbours(left & group) & right & group != W::ZERO {
                return Some(Planes::cut(left & group, right & group, stride));
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_kit::WholePositions;
    use winways_kit::boards::word::Wide;
    use winways_kit::testing::moves::{cell_name, check_moves, check_options, moves_of_sum};
    use winways_kit::testing::sums::{Boards, Sums, terms};

    type Board = Vec<Vec<u8>>;

    /// Lists the moves straight from the rules, cell by cell.
    fn named_moves(board: &Board, side: Side) -> Vec<(String, Board)> {
        let (own, other) = if side == Side::Left { (b'x', b'o') } else { (b'o', b'x') };
        let cell = |row: usize, column: usize| cell_name(column, board.len() - row);
        let mut found = Vec::new();
        for row in 0..board.len() {
            for column in 0..board[row].len() {
                for (down, right) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
                    let to = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                    let target = board.get(to.0).and_then(|cells| cells.get(to.1));
                    if board[row][column] == own && target == Some(&other) {
                        let mut next = board.clone();
                        next[row][column] = b'.';
                        next[to.0][to.1] = own;
                        found.push((format!("{}x{}", cell(row, column), cell(to.0, to.1)), next));
                    }
                }
            }
        }
        found
    }

    fn moves_on_board(board: &Board, side: Side) -> Vec<Board> {
        named_moves(board, side).into_iter().map(|(_, next)| next).collect()
    }

    fn text_of_sum(boards: &[Board]) -> String {
        boards.iter().map(text).collect::<Vec<_>>().join("||")
    }

    fn components(board: &Board) -> Vec<Planes<u64>> {
        CLOBBER.components(&CLOBBER.parse(&text(board)).unwrap())
    }

    fn text(board: &Board) -> String {
        let rows: Vec<&str> = board.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
        rows.join("|")
    }

    fn boards(sizes: Vec<(usize, usize)>) -> impl Strategy<Value = Board> {
        let cell = prop_oneof![3 => Just(b'x'), 3 => Just(b'o'), 1 => Just(b'.')];
        (proptest::sample::select(sizes), proptest::collection::vec(cell, 256)).prop_map(
            |((width, height), cells)| cells.chunks(width).take(height).map(<[u8]>::to_vec).collect(),
        )
    }

    /// Returns the sorted representatives of the components of a board, each with `true` if its value is negated.
    fn representatives<W: Word>(board: &Board) -> Vec<(Planes<W>, bool)> {
        let game = Clobber::<W>::new();
        let mut found: Vec<_> = game
            .components(&game.parse(&text(board)).unwrap())
            .into_iter()
            .map(|mut group| {
                let sign = game.canonicalise_value(&mut group);
                (group, sign == Sign::Negative)
            })
            .collect();
        found.sort_unstable();
        found
    }

    fn check_symmetries<W: Word>(board: &Board) -> Result<(), TestCaseError> {
        let flipped: Board = board.iter().rev().cloned().collect();
        let transposed: Board =
            (0..board[0].len()).map(|column| board.iter().map(|row| row[column]).collect()).collect();
        let found = representatives::<W>(board);
        prop_assert_eq!(&representatives::<W>(&flipped), &found);
        prop_assert_eq!(&representatives::<W>(&transposed), &found);
        let exchange = |cell: &u8| match cell {
            b'x' => b'o',
            b'o' => b'x',
            other => *other,
        };
        let exchanged: Board = board.iter().map(|row| row.iter().map(exchange).collect()).collect();
        let is_own_negative = |group: &Planes<W>| {
            let mut mirrored = Planes::cut(group.of(Side::Right), group.of(Side::Left), group.stride());
            Clobber::<W>::new().canonicalise_value(&mut mirrored) == Sign::Same
        };
        let negatives = representatives::<W>(&exchanged).into_iter();
        // The sign of a group that equals its own negative is arbitrary.
        let mut negatives: Vec<_> =
            negatives.map(|(group, sign)| (group, sign == is_own_negative(&group))).collect();
        negatives.sort_unstable();
        prop_assert_eq!(negatives, found);
        Ok(())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn components_play_like_whole_boards(
            board in boards(vec![(3, 3), (4, 3), (3, 4), (2, 5), (5, 2), (1, 11), (11, 1), (1, 9), (10, 1)]),
        ) {
            let position = components(&board);
            let (mut whole, mut sums) = (Boards::new(moves_on_board), Sums::new(&CLOBBER));
            for side in Side::BOTH {
                prop_assert_eq!(sums.wins(&terms(&position), side), whole.wins(&board, side), "{:?}", side);
            }
        }

        #[test]
        fn representatives_have_the_value(
            board in boards(vec![(3, 3), (2, 4), (4, 2), (1, 9), (9, 1)]),
        ) {
            for group in components(&board) {
                if (group.of(Side::Left) | group.of(Side::Right)).count_ones() <= 8 {
                    Sums::new(&CLOBBER).check_component(&group);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        #[test]
        fn moves_are_those_of_the_rules(
            boards in proptest::collection::vec(
                boards(vec![(8, 8), (5, 4), (9, 7), (60, 1), (1, 64), (16, 8), (1, 1)]),
                1..4,
            ),
        ) {
            let expected = moves_of_sum(&boards, "board", text_of_sum, named_moves);
            let text = text_of_sum(&boards);
            check_moves(&Clobber::<Wide>::new(), &text, &expected);
            prop_assert!(check_options(&Clobber::<Wide>::new(), &text));
            prop_assert!(check_options(&Clobber::<u128>::new(), &text));
            let fits = boards.iter().all(|board| board.len() * board[0].len() <= 64);
            prop_assert!(check_options(&CLOBBER, &text) || !fits);
        }

        /// All symmetric images of a board, with or without the players exchanged, have the same representative.
        #[test]
        fn symmetric_boards_have_one_representative(
            one in boards(vec![(8, 8), (4, 4), (9, 7), (16, 4), (1, 64)]),
            two in boards(vec![(8, 16), (11, 11), (16, 8), (128, 1)]),
            four in boards(vec![(16, 16), (8, 32), (15, 17), (1, 256)]),
        ) {
            check_symmetries::<u64>(&one)?;
            check_symmetries::<u128>(&two)?;
            check_symmetries::<Wide>(&four)?;
            // If one word is enough, words of all sizes have the same bits.
            let bits: Vec<_> = representatives::<u64>(&one).iter().map(|(group, _)| group.of(Side::Left)).collect();
            let wide = representatives::<Wide>(&one);
            prop_assert_eq!(wide.iter().map(|(group, _)| group.of(Side::Left).low()).collect::<Vec<_>>(), bits);
        }
    }

    #[test]
    fn equal_results_are_different_moves() {
        let names = |text: &str| -> Vec<String> {
            let position = CLOBBER.parse(text).unwrap();
            CLOBBER
                .moves(&position)
                .unwrap()
                .iter()
                .map(|(_, step)| CLOBBER.move_name(&position, step))
                .collect()
        };
        assert_eq!(names("xo|.x"), ["a2xb2", "b1xb2", "b2xa2", "b2xb1"]);
        assert_eq!(names("xox"), ["a1xb1", "c1xb1", "b1xa1", "b1xc1"]);
        assert_eq!(names(".....|...xo"), ["d1xe1", "e1xd1"]);
        assert_eq!(names("x||xo"), ["board 2: a1xb1", "board 2: b1xa1"]);
    }
}
