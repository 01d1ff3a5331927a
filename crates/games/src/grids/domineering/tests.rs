use super::*;
use proptest::prelude::*;
use winways_kit::testing::sums::{Boards, Sums, terms};

/// A board of bytes, each row a vector.
type Board = Vec<Vec<u8>>;

/// Straight from the rules: two free cells above or beside each other are taken.
fn moves(board: &Board, side: Side) -> Vec<Board> {
    let (down, right) = if side == Side::Left { (1, 0) } else { (0, 1) };
    let mut found = Vec::new();
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            let other = board.get(row + down).and_then(|cells| cells.get(column + right));
            if board[row][column] == b'.' && other == Some(&b'.') {
                let mut next = board.clone();
                next[row][column] = b'#';
                next[row + down][column + right] = b'#';
                found.push(next);
            }
        }
    }
    found
}

fn text(board: &Board) -> String {
    let rows: Vec<&str> = board.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
    rows.join("|")
}

fn boards(sizes: Vec<(usize, usize)>) -> impl Strategy<Value = Board> {
    let cell = prop_oneof![3 => Just(b'.'), 1 => Just(b'#')];
    (proptest::sample::select(sizes), proptest::collection::vec(cell, 64))
        .prop_map(|((width, height), cells)| cells.chunks(width).take(height).map(<[u8]>::to_vec).collect())
}

fn small() -> impl Strategy<Value = Board> {
    boards(vec![(4, 4), (5, 3), (3, 5), (2, 7), (7, 2), (1, 13), (13, 1), (9, 2), (2, 9), (10, 2), (4, 3)])
}

proptest! {
    #[test]
    fn components_play_like_whole_boards(board in small()) {
        let position = Domineering.parse(&text(&board)).unwrap();
        let (mut whole, mut sums) = (Boards::new(moves), Sums::new(&Domineering));
        for side in Side::BOTH {
            prop_assert_eq!(sums.wins(&terms(&position), side), whole.wins(&board, side), "{:?}", side);
        }
    }

    #[test]
    fn representatives_have_the_value(
        board in boards(vec![(3, 3), (4, 3), (3, 4), (2, 5), (5, 2), (1, 10), (10, 1), (9, 2), (2, 9)]),
    ) {
        for region in Domineering.parse(&text(&board)).unwrap() {
            if region.cells().count_ones() <= 11 {
                Sums::new(&Domineering).check_component(&region);
            }
        }
    }

    #[test]
    fn symmetric_boards_have_one_representative(
        board in boards(vec![(8, 8), (4, 4), (5, 7), (9, 7), (7, 9), (16, 4), (4, 16), (32, 2), (64, 1), (1, 64)]),
    ) {
        let representatives = |board: &Board, turned: bool| {
            let mut found: Vec<(DominoRegion, bool)> = Domineering
                .parse(&text(board))
                .unwrap()
                .into_iter()
                .map(|mut region| {
                    let sign = Domineering.canonicalise(&mut region);
                    (region, (sign == Sign::Negative) != turned)
                })
                .collect();
            found.sort_unstable();
            found
        };
        let flipped: Board = board.iter().rev().cloned().collect();
        let mirrored: Board = board.iter().map(|row| row.iter().rev().copied().collect()).collect();
        let transposed: Board =
            (0..board[0].len()).map(|column| board.iter().map(|row| row[column]).collect()).collect();
        let found = representatives(&board, false);
        prop_assert_eq!(&representatives(&flipped, false), &found);
        prop_assert_eq!(&representatives(&mirrored, false), &found);
        // A region that is its own negative may come with either sign.
        let regions = |found: Vec<(DominoRegion, bool)>| -> Vec<DominoRegion> {
            found.into_iter().map(|(region, _)| region).collect()
        };
        prop_assert_eq!(regions(representatives(&transposed, true)), regions(found));
    }

    #[test]
    fn what_is_written_reads_back(board in boards(vec![(8, 8), (5, 4), (9, 7), (64, 1), (1, 64), (3, 21)])) {
        let position = Domineering.parse(&text(&board)).unwrap();
        let written = Domineering.write(&position);
        prop_assert_eq!(Domineering.parse(written.trim_matches('"')).unwrap(), position);
    }
}

#[test]
fn moves_are_reported() {
    let board = Domineering.parse("...|.#.").unwrap()[0];
    let mut options = Options::new();
    Domineering.options(&board, Side::Left, &mut options);
    assert_eq!(
        options.iter().map(|to| Domineering.describe_move(&board, to, Side::Left)).collect::<Vec<_>>(),
        ["upright domino from row 1, column 1", "upright domino from row 1, column 3"]
    );
    options.clear();
    Domineering.options(&board, Side::Right, &mut options);
    assert_eq!(
        options.iter().map(|to| Domineering.describe_move(&board, to, Side::Right)).collect::<Vec<_>>(),
        // Both leave an upright pair: the first that does is told.
        ["flat domino from row 1, column 1"; 2]
    );
    assert_eq!(Domineering.describe_move(&board, &[], Side::Right), "");
    assert_eq!(Domineering.write(&[]), "\"#\"");
    assert!(Domineering.parse(".#.|#.#").unwrap().is_empty());
}

#[test]
fn positions_are_all_boards() {
    // 1 by 1; 1 by 2 and 2 by 1; 1 by 3 and 3 by 1.
    assert_eq!(Domineering.positions(3).count(), 2 + 2 * 4 + 2 * 8);
}
