use super::*;
use proptest::prelude::*;
use std::collections::HashMap;
use winways_kit::testing::moves::{cell_name, check_moves};
use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

type Board = Vec<Vec<u8>>;

/// Lists the moves straight from the rules, with their names: a domino covers two free cells that share a side.
fn moves(board: &Board) -> Vec<(String, Board)> {
    let mut found = Vec::new();
    for row in 0..board.len() {
        for column in 0..board[row].len() {
            for (low, far, letter) in [(row + 1, column, b'v'), (row, column + 1, b'h')] {
                let other = board.get(low).and_then(|cells| cells.get(far));
                if board[row][column] == b'.' && other == Some(&b'.') {
                    let mut next = board.clone();
                    (next[row][column], next[low][far]) = (letter, letter);
                    let cell = |row: usize, column: usize| cell_name(column, board.len() - row);
                    let (here, there) = (cell(row, column), cell(low, far));
                    let name =
                        if letter == b'v' { format!("{there}-{here}") } else { format!("{here}-{there}") };
                    found.push((name, next));
                }
            }
        }
    }
    found
}

/// Computes the nim-value of a whole board, without components or symmetries.
fn nim_value(board: &Board, known: &mut HashMap<Vec<bool>, u64>) -> u64 {
    let key: Vec<bool> = board.iter().flatten().map(|&letter| letter == b'.').collect();
    if let Some(&value) = known.get(&key) {
        return value;
    }
    let values: Vec<u64> = moves(board).iter().map(|(_, next)| nim_value(next, known)).collect();
    let value = (0..).find(|value| !values.contains(value)).unwrap();
    known.insert(key, value);
    value
}

fn text(board: &Board) -> String {
    let rows: Vec<&str> = board.iter().map(|row| std::str::from_utf8(row).unwrap()).collect();
    rows.join("|")
}

fn boards(sizes: Vec<(usize, usize)>) -> impl Strategy<Value = Board> {
    let cell = prop_oneof![4 => Just(b'.'), 1 => Just(b'#')];
    (proptest::sample::select(sizes), proptest::collection::vec(cell, 128))
        .prop_map(|((width, height), cells)| cells.chunks(width).take(height).map(<[u8]>::to_vec).collect())
}

fn value_by_search<W: Word>(text: &str) -> u64 {
    let game = Cram::<W>::new();
    let components = game.components(&WholePositions::parse(&game, text).unwrap());
    let mut search = GrundySearch::new(game.rules(), Theorems::Ignore, Budget::DEFAULT, &NoObserver);
    search.nim_value_of_sum(&components).unwrap().0
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn values_are_those_of_whole_boards(
        board in boards(vec![(4, 3), (3, 4), (5, 2), (2, 6), (1, 9), (11, 1), (3, 3), (1, 1)]),
    ) {
        let expected = nim_value(&board, &mut HashMap::new());
        prop_assert_eq!(value_by_search::<u64>(&text(&board)), expected);
        prop_assert_eq!(value_by_search::<u128>(&text(&board)), expected);
        prop_assert_eq!(value_by_search::<Wide>(&text(&board)), expected);
    }

    #[test]
    fn moves_are_those_of_the_rules(
        board in boards(vec![(8, 8), (5, 4), (9, 7), (60, 1), (1, 64), (16, 4), (1, 1)]),
    ) {
        let named = moves(&board).into_iter().map(|(name, next)| (Player::Either, name, text(&next)));
        check_moves(&Cram::<u64>::new(), &text(&board), &named.collect::<Vec<_>>());
    }

    /// Parsing a written region returns the region, and only full rectangles are recognised as rectangles.
    #[test]
    fn regions_are_written_as_boards(board in boards(vec![(4, 4), (2, 6), (7, 3), (8, 8)])) {
        let game = Cram::<u64>::new();
        for region in game.components(&WholePositions::parse(&game, &text(&board)).unwrap()) {
            let written = game.rules().write(&[region]);
            prop_assert_eq!(Game::parse(game.rules(), written.trim_matches('"')).unwrap(), vec![region]);
            let is_full = !written.contains('#');
            prop_assert_eq!(region.rectangle().is_some(), is_full);
        }
    }
}

/// The even rectangle is too large for a search within this budget, so the theorem must supply its value.
#[test]
fn even_rectangles_are_zero_by_symmetry() {
    let game = Cram::<Wide>::new();
    let text = format!("{}||....|....||..", ["............"; 12].join("|"));
    let components = game.components(&WholePositions::parse(&game, &text).unwrap());
    let budget = Budget { options: Some(1000), ..Budget::DEFAULT };
    let mut search = GrundySearch::new(game.rules(), Theorems::Use, budget, &NoObserver);
    assert_eq!(search.nim_value_of_sum(&components).unwrap(), Nimber(1));
    let odd = &game.components(&WholePositions::parse(&game, "...|...").unwrap())[0];
    assert_eq!(game.rules().nim_value(odd), None);
}
