use super::*;
use proptest::prelude::*;
use winways_kit::WholePositions;
use winways_kit::boards::word::Wide;
use winways_kit::testing::moves::{cell_name, check_moves, check_options, moves_of_sum};
use winways_kit::testing::sums::{Boards, Sums, terms};
use winways_kit::view::Figure;

/// A board of bytes, one vector per row.
type Board = Vec<Vec<u8>>;

/// Lists the moves straight from the rules, with their names: Left covers two adjacent free cells of a column, Right of a row.
fn named_moves(board: &Board, side: Side) -> Vec<(String, Board)> {
    let (down, right) = if side == Side::Left { (1, 0) } else { (0, 1) };
    let mut found = Vec::new();
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            let (low, far) = (row + down, column + right);
            let other = board.get(low).and_then(|cells| cells.get(far));
            if board[row][column] == b'.' && other == Some(&b'.') {
                let mut next = board.clone();
                let letter = if side == Side::Left { b'v' } else { b'h' };
                next[row][column] = letter;
                next[low][far] = letter;
                let cell = |row: usize, column: usize| cell_name(column, board.len() - row);
                let (from, to) = if side == Side::Left {
                    (cell(low, far), cell(row, column))
                } else {
                    (cell(row, column), cell(low, far))
                };
                found.push((format!("{from}-{to}"), next));
            }
        }
    }
    found
}

fn moves(board: &Board, side: Side) -> Vec<Board> {
    named_moves(board, side).into_iter().map(|(_, next)| next).collect()
}

fn text(board: &Board) -> String {
    let rows: Vec<&str> = board.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
    rows.join("|")
}

fn boards(sizes: Vec<(usize, usize)>) -> impl Strategy<Value = Board> {
    let cell = prop_oneof![3 => Just(b'.'), 1 => Just(b'#')];
    (proptest::sample::select(sizes), proptest::collection::vec(cell, 256))
        .prop_map(|((width, height), cells)| cells.chunks(width).take(height).map(<[u8]>::to_vec).collect())
}

fn text_of_sum(boards: &[Board]) -> String {
    boards.iter().map(text).collect::<Vec<_>>().join("||")
}

fn components(text: &str) -> Vec<DominoRegion> {
    DOMINEERING.components(&DOMINEERING.parse(text).unwrap())
}

/// Returns the sorted representatives of the components of a board, each with `true` if it has the negative value.
fn representatives<W: Word>(board: &Board) -> Vec<(DominoRegion<W>, bool)> {
    let game = Domineering::<W>::new();
    let mut found: Vec<_> = game
        .components(&game.parse(&text(board)).unwrap())
        .into_iter()
        .map(|mut region| {
            let sign = game.canonicalise_value(&mut region);
            (region, sign == Sign::Negative)
        })
        .collect();
    found.sort_unstable();
    found
}

fn check_symmetries<W: Word>(board: &Board) -> Result<(), TestCaseError> {
    let flipped: Board = board.iter().rev().cloned().collect();
    let mirrored: Board = board.iter().map(|row| row.iter().rev().copied().collect()).collect();
    let transposed: Board =
        (0..board[0].len()).map(|column| board.iter().map(|row| row[column]).collect()).collect();
    let found = representatives::<W>(board);
    prop_assert_eq!(&representatives::<W>(&flipped), &found);
    prop_assert_eq!(&representatives::<W>(&mirrored), &found);
    let negatives = representatives::<W>(&transposed);
    let regions = |found: &[(DominoRegion<W>, bool)]| -> Vec<DominoRegion<W>> {
        found.iter().map(|(region, _)| *region).collect()
    };
    prop_assert_eq!(regions(&negatives), regions(&found));
    // A region that equals its own negative may have either sign.
    let is_negated = |region: &DominoRegion<W>| {
        let signs = |found: &[(DominoRegion<W>, bool)]| -> Vec<bool> {
            found.iter().filter(|(other, _)| other == region).map(|(_, sign)| *sign).collect()
        };
        let mut opposite: Vec<bool> = signs(&negatives).iter().map(|sign| !sign).collect();
        opposite.sort_unstable();
        opposite == signs(&found) || signs(&negatives) == signs(&found)
    };
    prop_assert!(regions(&found).iter().all(is_negated));
    Ok(())
}

fn small() -> impl Strategy<Value = Board> {
    boards(vec![(4, 4), (5, 3), (3, 5), (2, 7), (7, 2), (1, 13), (13, 1), (9, 2), (2, 9), (10, 2), (4, 3)])
}

proptest! {
    #[test]
    fn components_play_like_whole_boards(board in small()) {
        let position = components(&text(&board));
        let (mut whole, mut sums) = (Boards::new(moves), Sums::new(&DOMINEERING));
        for side in Side::BOTH {
            prop_assert_eq!(sums.wins(&terms(&position), side), whole.wins(&board, side), "{:?}", side);
        }
    }

    #[test]
    fn representatives_have_the_value(
        board in boards(vec![(3, 3), (4, 3), (3, 4), (2, 5), (5, 2), (1, 10), (10, 1), (9, 2), (2, 9)]),
    ) {
        for region in components(&text(&board)) {
            if region.cells().count_ones() <= 11 {
                Sums::new(&DOMINEERING).check_component(&region);
            }
        }
    }

    #[test]
    fn symmetric_boards_have_one_representative(
        one in boards(vec![(8, 8), (4, 4), (5, 7), (9, 7), (7, 9), (16, 4), (4, 16), (32, 2), (64, 1), (1, 64)]),
        two in boards(vec![(8, 16), (11, 11), (16, 8), (64, 2), (128, 1)]),
        four in boards(vec![(16, 16), (8, 32), (15, 17), (128, 2), (1, 256)]),
    ) {
        check_symmetries::<u64>(&one)?;
        check_symmetries::<u128>(&two)?;
        check_symmetries::<Wide>(&four)?;
        // If one word is enough, words of all sizes have the same bits.
        let bits: Vec<_> = representatives::<u64>(&one).iter().map(|(region, sign)| (region.cells(), *sign)).collect();
        let wide = representatives::<Wide>(&one);
        prop_assert_eq!(wide.iter().map(|(region, sign)| (region.cells().low(), *sign)).collect::<Vec<_>>(), bits);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    /// Some dominoes are placed first, so that boards contain all letters.
    #[test]
    fn moves_are_those_of_the_rules(
        boards in proptest::collection::vec(boards(vec![(8, 8), (5, 4), (9, 7), (64, 1), (1, 64), (16, 8), (1, 1)]), 1..4),
        placed in proptest::collection::vec((any::<proptest::sample::Index>(), any::<bool>()), 0..6),
    ) {
        let mut boards = boards;
        for (index, is_left) in placed {
            for board in &mut boards {
                let found = moves(board, if is_left { Side::Left } else { Side::Right });
                if !found.is_empty() {
                    *board = index.get(&found).clone();
                }
            }
        }
        let expected = moves_of_sum(&boards, "board", text_of_sum, named_moves);
        let text = text_of_sum(&boards);
        check_moves(&Domineering::<Wide>::new(), &text, &expected);
        prop_assert!(check_options(&Domineering::<Wide>::new(), &text));
        prop_assert!(check_options(&Domineering::<u128>::new(), &text));
        let fits = boards.iter().all(|board| board.len() * board[0].len() <= 64);
        prop_assert!(check_options(&DOMINEERING, &text) || !fits);
    }
}

#[test]
fn equal_results_are_different_moves() {
    let names = |text: &str| -> Vec<String> {
        let position = DOMINEERING.parse(text).unwrap();
        DOMINEERING
            .moves(&position)
            .unwrap()
            .iter()
            .map(|(_, step)| DOMINEERING.move_name(&position, step))
            .collect()
    };
    assert_eq!(names("..|.."), ["a1-a2", "b1-b2", "a2-b2", "a1-b1"]);
    assert_eq!(names("..."), ["a1-b1", "b1-c1"]);
    assert_eq!(names("..||.."), ["board 1: a1-b1", "board 2: a1-b1"]);
    assert_eq!(names("#.##|.##."), [""; 0]);
}

#[test]
fn dominoes_are_recognised() {
    let view = |text: &str| match &DOMINEERING.view(&DOMINEERING.parse(text).unwrap()).figures[0] {
        Figure::Grid(grid) => grid.cells.clone(),
        other => panic!("{other:?}"),
    };
    let half = Cell::Domino;
    use Direction::{Down, Left, Right, Up};
    assert_eq!(view("hhhh"), [half(Right), half(Left), half(Right), half(Left)]);
    assert_eq!(
        view(".v#|vv.|vhh"),
        [
            Cell::Free,
            half(Down),
            Cell::Gone,
            half(Down),
            half(Up),
            Cell::Free,
            half(Up),
            half(Right),
            half(Left)
        ]
    );
    // A half without its other half.
    assert_eq!(view("hhhv"), [half(Right), half(Left), Cell::Gone, Cell::Gone]);
}

#[test]
fn positions_are_all_boards() {
    // 1 by 1; 1 by 2 and 2 by 1; 1 by 3 and 3 by 1.
    assert_eq!(DOMINEERING.positions(3).count(), 2 + 2 * 4 + 2 * 8);
}
