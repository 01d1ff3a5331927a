use super::*;
use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
use winways_solve::{SolvedRanks, SolvedValue};

/// An independent implementation of the rules, on rows of letters. The fields are the numbers of rows, of columns, and of marks in
/// a line.
struct Board(usize, usize, usize);

impl Board {
    fn has_line(&self, rows: &[Vec<u8>], letter: u8) -> bool {
        let at = |row: i32, column: i32| {
            rows.get(row as usize).and_then(|row| row.get(column as usize)) == Some(&letter)
        };
        let starts = (0..self.0 as i32).flat_map(|row| (0..self.1 as i32).map(move |column| (row, column)));
        starts.into_iter().any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].iter().any(|(down, right)| {
                (0..self.2 as i32).all(|index| at(row + index * down, column + index * right))
            })
        })
    }

    fn letters(rows: &[Vec<u8>]) -> [u8; 2] {
        let free = rows.iter().flatten().filter(|&&letter| letter == b'.').count();
        let size = rows.iter().flatten().count();
        if (size - free).is_multiple_of(2) { [b'x', b'o'] } else { [b'o', b'x'] }
    }
}

impl Twin for Board {
    type State = Vec<Vec<u8>>;

    fn read(&self, text: &str) -> Vec<Vec<u8>> {
        text.split('|').map(|row| row.bytes().collect()).collect()
    }

    fn end(&self, rows: &Vec<Vec<u8>>, play: Play) -> Option<End> {
        let [_, previous] = Board::letters(rows);
        match self.has_line(rows, previous) {
            true if play == Play::Normal => Some(End::Lost),
            true => Some(End::Won),
            false => rows.iter().flatten().all(|&letter| letter != b'.').then_some(End::Drawn),
        }
    }

    fn options(&self, rows: &Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
        let mut options = Vec::new();
        for (row, column) in (0..self.0).flat_map(|row| (0..self.1).map(move |column| (row, column))) {
            if rows[row][column] == b'.' {
                let mut after = rows.clone();
                after[row][column] = Board::letters(rows)[0];
                options.push(after);
            }
        }
        options
    }
}

#[test]
fn agrees_with_the_rules() {
    for (rows, columns, length) in
        [(1, 1, 1), (1, 4, 2), (2, 2, 2), (3, 2, 3), (2, 4, 3), (3, 3, 3), (3, 3, 2)]
    {
        let game = Mnk::new(rows, columns, length);
        check_forms(game.clone(), 0);
        check_values(&game, &Board(rows, columns, length));
    }
}

/// The positions with a rank are those reachable from the empty board.
#[test]
fn positions_are_the_reachable_ones() {
    for (rows, columns, length) in [(3, 3, 3), (2, 4, 2), (1, 6, 3), (2, 5, 3)] {
        let game = Mnk::new(rows, columns, length);
        let twin = Board(rows, columns, length);
        let start = twin.read(game.write(&Marks([0, 0])).trim_matches('"'));
        let reachable = winways_kit::testing::rank_checks::twin_values(&twin, Play::Normal, vec![start]);
        assert_eq!(solve(&game, Play::Normal).counts().positions(), reachable.len() as u64);
    }
}

#[test]
fn tic_tac_toe() {
    let game = Mnk::new(3, 3, 3);
    for play in Play::BOTH {
        let solved = solve(&game, play);
        assert_eq!(solved.counts().positions(), 5_478);
        assert_eq!(value_of(&game, &solved, "...|...|..."), SolvedValue::Drawn);
    }
    let solved = solve(&game, Play::Normal);
    // After a corner, an edge is a losing answer, but the centre is not.
    assert!(matches!(value_of(&game, &solved, "xo.|...|..."), SolvedValue::Won(_)));
    assert_eq!(value_of(&game, &solved, "x..|.o.|..."), SolvedValue::Drawn);
}

/// The first player wins three in a row on a board of 3 rows and 4 columns, but not on 3 by 3 or 2 by 5 cells.
#[test]
fn three_in_a_row() {
    let value = |rows, columns| {
        let game = Mnk::new(rows, columns, 3);
        let empty = vec![".".repeat(columns); rows].join("|");
        value_of(&game, &solve(&game, Play::Normal), &empty)
    };
    assert_eq!(value(2, 5), SolvedValue::Drawn);
    assert_eq!(value(3, 3), SolvedValue::Drawn);
    assert!(matches!(value(3, 4), SolvedValue::Won(_)));
}

#[test]
fn four_by_four() {
    let value = |length| {
        let game = Mnk::new(4, 4, length);
        value_of(&game, &solve(&game, Play::Normal), "....|....|....|....")
    };
    assert_eq!(value(4), SolvedValue::Drawn);
    assert!(matches!(value(3), SolvedValue::Won(_)));
}

#[test]
fn wrong_input_is_pointed_at() {
    let wrong = |parameter: &str| Mnk::parse(parameter).unwrap_err();
    assert_eq!(wrong("5,6,4").to_string(), "5 times 6 are 30 cells: expected at most 25 cells");
    assert_eq!(wrong("3,3,4").span.range(), 4..5);
    assert_eq!(wrong("3,3").message, "the input ends here");
    assert_eq!(wrong("3,3,3,3").span.range(), 6..7);
    assert!(Mnk::parse("1,25,5").is_ok() && Mnk::parse("0,3,3").is_err());
    let game = Mnk::parse("3 3 3").unwrap();
    assert_eq!(game.name(), "mnk(3,3,3)");
    let wrong = |text: &str| game.parse(text).unwrap_err().to_string();
    assert_eq!(wrong("x..|..."), "the board has 2 rows and 3 columns: expected 3 rows and 3 columns");
    assert_eq!(wrong("o..|...|..."), "there are 0 x and 1 o: expected as many x as o, or one more: x begins");
    assert!(wrong("xxx|ooo|...").starts_with("no sequence of moves leads to these lines"));
    assert!(wrong("xyx|ooo|...").starts_with("unexpected `y`"));
    assert!(wrong("...|...|...||...|...|...").starts_with("there are several boards"));
    assert!(wrong("").starts_with("empty input"));
}

#[test]
fn moves_are_cells() {
    let game = Mnk::new(2, 4, 3);
    let position = game.parse("xo..|.x.o").unwrap();
    let steps = game.steps(&position);
    let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
    assert_eq!(names, ["c2", "d2", "a1", "c1"]);
    assert_eq!((&steps[2].touches[..], game.write(&steps[2].to).as_str()), (&[4][..], "\"xo..|xx.o\""));
}

#[test]
fn the_length_of_a_line_is_in_the_ending_rule() {
    let rule = |length, play| Mnk::new(1, 12, length).ending_rule(play);
    assert_eq!(rule(3, Play::Normal), "Three in a row wins; a full board is a draw.");
    assert_eq!(rule(3, Play::Misere), "Three in a row loses; a full board is a draw.");
    assert_eq!(rule(1, Play::Normal), "One mark wins; a full board is a draw.");
    assert_eq!(rule(12, Play::Normal), "12 in a row wins; a full board is a draw.");
}
