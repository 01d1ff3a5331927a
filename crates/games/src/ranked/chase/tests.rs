use super::{Cell, ChaseBoard, ChasePosition, Pieces};
use proptest::prelude::*;
use winways_kit::Check;
use winways_kit::RankedBoard;
use winways_kit::any::ranked::shared;
use winways_kit::view;
use winways_rules::{Play, RankedRuleset, Side, Status};
use winways_solve::{Budget, NoObserver, SolvedRanks, SolvedValue, solve_ranks};

/// The row and the column of each piece, White's first, and `true` if White is to move.
type State = ([i64; 4], bool);

/// Returns the position after each move, by the literal rules of the contest.
fn contest_moves(side: i64, (pieces, white): State) -> Vec<State> {
    let mut moves = Vec::new();
    let at = if white { 0 } else { 2 };
    for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
        for length in 1..=if white { 1 } else { 2 } {
            let mut after = pieces;
            after[at] += down * length;
            after[at + 1] += right * length;
            if after.iter().all(|place| (1..=side).contains(place)) {
                moves.push((after, !white));
            }
        }
    }
    moves
}

/// Computes the winner and the number of moves by searching one move deeper in each round, using only coordinates.
fn by_search_ahead(side: i64) -> Vec<(State, bool, u32)> {
    let places = || 1..=side;
    let mut states = Vec::new();
    for (row, column) in places().flat_map(|row| places().map(move |column| (row, column))) {
        for (other_row, other_column) in places().flat_map(|row| places().map(move |column| (row, column))) {
            states.extend([true, false].map(|white| ([row, column, other_row, other_column], white)));
        }
    }
    let is_caught = |pieces: [i64; 4]| pieces[..2] == pieces[2..];
    let mut known = std::collections::BTreeMap::new();
    let mut open: Vec<State> = states.into_iter().filter(|state| !is_caught(state.0)).collect();
    for depth in 1.. {
        let mut found = Vec::new();
        for &state in &open {
            let options = contest_moves(side, state);
            let lost = |option: &State| is_caught(option.0) || known.get(option) == Some(&(false, depth - 1));
            let wins = options.iter().any(lost);
            let is_lost = options.iter().all(|option| matches!(known.get(option), Some((true, _))));
            if wins || is_lost {
                found.push((state, wins));
            }
        }
        if found.is_empty() {
            break;
        }
        open.retain(|state| !found.iter().any(|(other, _)| other == state));
        known.extend(found.into_iter().map(|(state, wins)| (state, (wins, depth))));
    }
    assert!(open.is_empty(), "a draw on {side} cells");
    known.into_iter().map(|(state, (wins, depth))| (state, wins, depth)).collect()
}

#[test]
fn boards_agree_with_search_ahead() {
    for side in 2..=6 {
        let board = ChaseBoard::new(&Pieces::default(), side);
        let solution = solve_ranks(&board, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
        for ((pieces, white), wins, depth) in by_search_ahead(side as i64) {
            let [row, column, other_row, other_column] = pieces.map(|place| place as u64);
            let position = ChasePosition {
                white: Cell { row, column },
                black: Cell { row: other_row, column: other_column },
                to_move: if white { Side::Right } else { Side::Left },
            };
            let wanted = if wins { SolvedValue::Won(depth) } else { SolvedValue::Lost(depth) };
            assert_eq!(
                solution.value(board.rank(&position)),
                Ok(Some(wanted)),
                "{position:?} on {side} cells"
            );
        }
    }
}

/// Tests the board sizes that were examined when the facts about the contest were collected.
#[test]
fn there_are_no_draws() {
    for side in (2..=13).chain([16, 19, 20]) {
        let board = ChaseBoard::new(&Pieces::default(), side);
        let solution = solve_ranks(&board, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
        assert_eq!(solution.counts().drawn, 0, "{side}");
    }
}

/// The longest chase on 20 × 20 cells takes 58 moves, with White to move first.
#[test]
fn the_longest_chase_of_the_contest() {
    let side = 20;
    let board = ChaseBoard::new(&Pieces::default(), side);
    let solution = solve_ranks(&board, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
    let remoteness = |rank| solution.value(rank).unwrap().and_then(SolvedValue::remoteness);
    assert_eq!((0..side.pow(4)).filter_map(remoteness).max(), Some(58));
}

#[test]
fn positions_are_read_and_written() {
    let board = ChaseBoard::new(&Pieces::parse("blocked 2:2").unwrap(), 3);
    for (text, written) in [
        ("1 1 3 3", "1,1,3,3"),
        ("1,1, 3 3 WHITE", "1,1,3,3"),
        ("1 1 3 3 black", "1,1,3,3,black"),
        ("1 1 1 1 white", "1,1,1,1,white"),
    ] {
        let position = board.parse(text).unwrap();
        assert_eq!(board.write(&position), written);
        assert_eq!(board.parse(written), Ok(position));
    }
    for (text, place, message) in [
        ("", "", "the input ends here: expected the row of White"),
        ("1 1 3", "", "the input ends here: expected the column of Black"),
        ("1 1 4 1", "4", "4 is too large: the limit is 3: expected the row of Black"),
        ("0 1 3 1", "0", "0 is too small: the row of White must be at least 1"),
        ("1 1 2 2", "2 2", "the cell 2:2 is blocked"),
        ("1 1 1 1", "1 1", "both pieces are on the cell 1:1"),
        ("1 1 3 3 red", "red", "`red` is not a player"),
        ("1 1 3 3 white 5", "5", "unexpected `5`"),
        ("1 1 3 3\u{a0}white", "\u{a0}", "unexpected `\u{a0}`: expected `white` or `black`"),
    ] {
        let wrong = board.parse(text).unwrap_err();
        assert!(wrong.to_string().starts_with(message), "{text}: {wrong}");
        assert_eq!(&text[wrong.span.range()], place, "{text}: {wrong}");
    }
}

#[test]
fn wrong_pieces_are_reported() {
    for (text, place, message) in [
        ("", "", "the input ends here"),
        ("whte 1", "whte", "`whte` is not a piece"),
        ("white", "", "the input ends here: expected the length of a step"),
        ("white 0", "0", "0 is too small"),
        ("white 10", "10", "10 is too large: the limit is 9"),
        ("white 1, white 2", "white", "`white` is given twice"),
        ("white 1 diag", "diag", "`diag` is not a kind of step"),
        ("white 1,", "", "the input ends here"),
        ("blocked 2 3", " ", "unexpected ` `: expected `:`"),
        ("blocked 0:1", "0", "0 is too small"),
        ("3,1,1,3,3", "3", "unexpected `3`"),
    ] {
        let wrong = Pieces::parse(text).unwrap_err();
        assert!(wrong.to_string().starts_with(message), "{text}: {wrong}");
        assert_eq!(&text[wrong.span.range()], place, "{text}: {wrong}");
    }
    assert_eq!(Pieces::parse("whte 1").unwrap_err().help.as_deref(), Some("did you mean `white`?"));
    let game = shared(Pieces::parse("blocked 7:3").unwrap());
    let wrong = game.board("5").err().unwrap();
    assert_eq!(wrong.to_string(), "the blocked cell 7:3 is not on this board: expected a side of at least 7");
}

#[test]
fn boards_have_names_and_positions() {
    let game = shared(Pieces::default());
    let board = game.board(" 20 ").unwrap();
    assert_eq!((board.name(), board.text()), ("chase 20".to_owned(), "20".to_owned()));
    let position = game.parse("20 1 1 20 20 black").unwrap();
    assert_eq!(position.text(), "chase(20,1,1,20,20,black)");
    assert!(board.parse("1 1 20 20 black").unwrap().is_same(&*position));
    assert!(!board.parse("1 1 20 20").unwrap().is_same(&*position));
    assert_eq!(board.position_text(19).as_deref(), Some("1,1,1,20"));
    assert!(board.position(2 * 20u64.pow(4)).is_none());
    assert!(board.start().is_none() && board.parse("start").is_err());
    let other = shared(Pieces::parse("black 1-3").unwrap()).parse("20 1 1 20 20 black").unwrap();
    assert_eq!(other.text(), "chase(black 1-3)(20,1,1,20,20,black)");
    assert!(!other.is_same(&*position));
}

#[test]
fn moves_are_pairs_of_cells() {
    let board = ChaseBoard::new(&Pieces::parse("black 1-2, blocked 3:2").unwrap(), 30);
    let steps = board.steps(&board.parse("1 28 2 2 black").unwrap());
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["b29-b30", "b29-a29", "b29-c29", "b29-d29"]);
    assert_eq!((&steps[1].touches[..], board.write(&steps[1].to).as_str()), (&[31, 30][..], "1,28,2,1"));
    let steps = board.steps(&board.parse("1 28 2 2 white").unwrap());
    assert_eq!(steps[0].name, "ab30-aa30");
    let view::Figure::Grid(grid) = board.figure(&board.parse("1 28 2 2").unwrap()) else { panic!("no grid") };
    assert_eq!((grid.cells.len(), &grid.cells[61]), (900, &view::Cell::Gone));
    let pieces: Vec<usize> =
        (0..900).filter(|&cell| matches!(grid.cells[cell], view::Cell::Piece(_))).collect();
    assert_eq!(pieces, [27, 31]);
}

#[test]
fn obstacles_make_holes_and_draws() {
    // Black steps one cell at a time, so no piece can cross the wall.
    let board = ChaseBoard::new(&Pieces::parse("black 1, blocked 1:2 2:2 3:2").unwrap(), 3);
    let solution = solve_ranks(&board, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
    let value = |text: &str| solution.value(board.rank(&board.parse(text).unwrap())).unwrap();
    assert_eq!(value("1 1 3 3"), Some(SolvedValue::Drawn));
    let hole = board.rank(&ChasePosition {
        white: Cell { row: 2, column: 2 },
        black: Cell { row: 1, column: 1 },
        to_move: Side::Left,
    });
    assert_eq!(board.status(hole, Play::Normal), Status::Hole);
    // A player who cannot move loses.
    let walled_in = ChaseBoard::new(&Pieces::parse("blocked 1:2 2:1").unwrap(), 3);
    let solution = solve_ranks(&walled_in, Play::Normal, Budget::DEFAULT, &NoObserver).unwrap();
    let rank = walled_in.rank(&walled_in.parse("1 1 3 3").unwrap());
    assert_eq!(solution.value(rank), Ok(Some(SolvedValue::Lost(0))));
}

fn steps() -> impl Strategy<Value = String> {
    (proptest::collection::vec((1..=9u32, 0..3u32), 1..3), any::<bool>()).prop_map(|(lengths, diagonal)| {
        let part = |&(from, more): &(u32, u32)| match more {
            0 => from.to_string(),
            _ => format!("{from}-{}", (from + more).min(9)),
        };
        let parts: Vec<String> = lengths.iter().map(part).collect();
        format!("{}{}", parts.join(" "), if diagonal { " diagonal" } else { "" })
    })
}

proptest! {
    /// The statuses of a range of ranks equal the statuses computed one by one.
    #[test]
    fn statuses_of_runs_are_right(side in 2u64..7, ends in (0u64..5000, 0u64..5000), is_blocked: bool) {
        let pieces = if is_blocked { Pieces::parse("blocked 1:2").unwrap() } else { Pieces::default() };
        let board = ChaseBoard::new(&pieces, side);
        let count = 2 * side.pow(4);
        let ranks = (ends.0 % count).min(ends.1 % count)..(ends.0 % count).max(ends.1 % count);
        let mut statuses = vec![Status::Ended(winways_rules::End::Won); (ranks.end - ranks.start) as usize];
        board.statuses(ranks.clone(), Play::Normal, &mut statuses);
        let expected: Vec<Status> = ranks.map(|rank| board.status(rank, Play::Normal)).collect();
        prop_assert_eq!(statuses, expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The optimised methods of a board agree with the plain methods, and the engine agrees with plain iteration.
    #[test]
    fn boards_of_any_pieces_are_right(
        white in steps(),
        black in steps(),
        cells in proptest::collection::vec((1..=4u64, 1..=4u64), 0..5),
    ) {
        let blocked: String = cells.iter().map(|(row, column)| format!(" {row}:{column}")).collect();
        let blocked = if blocked.is_empty() { blocked } else { format!(", blocked{blocked}") };
        let text = format!("white {white}, black {black}{blocked}");
        let pieces = Pieces::parse(&text).unwrap();
        let name = pieces.name();
        let inner = name.strip_prefix("chase").unwrap().trim_start_matches('(').trim_end_matches(')');
        if !inner.is_empty() {
            prop_assert_eq!(Pieces::parse(inner), Ok(pieces.clone()));
        }
        let mut check = Check::new(Budget::DEFAULT, &NoObserver);
        prop_assert_eq!(shared(pieces).verify(4, &mut check), Ok(()));
        prop_assert!(check.cases > 0);
    }
}
