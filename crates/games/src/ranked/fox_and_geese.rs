//! Fox and geese on the dark squares of a chessboard.

use crate::ranked::hunt::{Hunt, Hunted};
use winways_kit::any::ranked::{RankedGame, shared};
use winways_kit::view::{Figurine, Size};
use winways_kit::{Page, Properties, RankedBoard};
use winways_notation::{Diagnostic, Scanner};

game!("fox-and-geese", |parameter| Ok(shared(FoxAndGeese::parse(parameter.unwrap_or("8"))?)));

/// The minimum and maximum side of a board.
const SIDES: (u64, u64) = (3, 10);

/// Fox and geese on boards of one size.
///
/// ```
/// use winways_games::ranked::fox_and_geese::FoxAndGeese;
/// use winways_kit::RankedBoard;
/// let board = FoxAndGeese::parse("8")?.hunt();
/// let start = board.start().unwrap();
/// assert_eq!(
///     board.write(&start),
///     "\"#g#g#g#g|.#.#.#.#|#.#.#.#.|.#.#.#.#|#.#.#.#.|.#.#.#.#|#.#.#.#.|.#.#f#.# fox\""
/// );
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FoxAndGeese {
    side: usize,
}

impl FoxAndGeese {
    /// Reads the side of the board: `8`.
    ///
    /// # Errors
    /// Returns a diagnostic if `parameter` is not the side of a board.
    pub fn parse(parameter: &str) -> Result<FoxAndGeese, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let side = scanner.next_number("the side of the board", SIDES.0, SIDES.1)?;
        scanner.finish("the side of the board")?;
        Ok(FoxAndGeese { side: side as usize })
    }

    /// Returns the board.
    pub fn hunt(self) -> Hunt {
        let side = self.side;
        let is_dark = |row: usize, column: usize| (row + column) % 2 != side % 2;
        let row = |row: usize| (0..side).map(|column| if is_dark(row, column) { '.' } else { '#' }).collect();
        let rows: Vec<String> = (0..side).map(row).collect();
        let places = Hunt::places(&rows);
        let steps = |is_step: &dyn Fn(usize, usize) -> bool| {
            let from = places.iter().map(|&(row, column)| {
                Hunt::set_of(&places, |to| is_step(row, to.0) && column.abs_diff(to.1) == 1)
            });
            from.collect::<Vec<u64>>()
        };
        let geese = Hunt::set_of(&places, |place| place.0 == 0);
        let foxes = Hunt::set_of(&places, |place| place.0 == side - 1);
        let first_fox = foxes.trailing_zeros();
        Hunt {
            sizes: Size::list([("squares on a side", side as u64, SIDES.0..=SIDES.1)], |[side]| {
                Some(format!("fox-and-geese({side})"))
            }),
            quarry: ("fox", 'f'),
            pack: ("geese", 'g'),
            figurines: [Figurine::Goose, Figurine::Fox],
            players: ["the side of the geese", "the fox"],
            size: geese.count_ones() as usize,
            pack_goes_back: false,
            has_lines: false,
            ending_rule: "The fox wins when it reaches the top row. The player who cannot move loses.",
            pack_steps: steps(&|from, to| to == from + 1),
            quarry_steps: steps(&|from, to| to.abs_diff(from) == 1),
            guards: places.iter().map(|place| if place.0 == 0 { 0 } else { u64::MAX }).collect(),
            start: Hunted {
                pack_moves: false,
                quarry: (first_fox + foxes.count_ones() / 2) as u8,
                pack: geese,
            },
            rows,
        }
    }
}

impl RankedGame for FoxAndGeese {
    type Board = Hunt;

    fn properties(&self) -> Properties {
        self.hunt().properties()
    }

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({})", PAGE.name, self.side)
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<Hunt, Diagnostic> {
        Ok(self.hunt())
    }

    fn boards(&self, up_to: u64) -> Box<dyn Iterator<Item = Hunt> + '_> {
        let last = self.side.min(up_to.min(SIDES.1) as usize);
        Box::new((SIDES.0 as usize..=last).map(|side| FoxAndGeese { side }.hunt()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_kit::view::{Cell, Figure, Piece};
    use winways_rules::Player;
    use winways_rules::{End, Play};
    use winways_solve::SolvedValue;

    /// An independent implementation of the rules, on rows of letters. The last row names the player to move.
    struct Letters;

    impl Twin for Letters {
        type State = Vec<Vec<u8>>;

        fn read(&self, text: &str) -> Vec<Vec<u8>> {
            text.split(['|', ' ']).map(|row| row.bytes().collect()).collect()
        }

        fn end(&self, rows: &Vec<Vec<u8>>, _: Play) -> Option<End> {
            let is_fox = rows.last().unwrap() == b"fox";
            match rows[0].contains(&b'f') {
                true => Some(if is_fox { End::Won } else { End::Lost }),
                false => self.options(rows).is_empty().then_some(End::Lost),
            }
        }

        fn options(&self, rows: &Vec<Vec<u8>>) -> Vec<Vec<Vec<u8>>> {
            let side = rows.len() - 1;
            let is_fox = rows[side] == b"fox";
            let mut options = Vec::new();
            for (row, column) in (0..side).flat_map(|row| (0..side).map(move |column| (row, column))) {
                if rows[row][column] != if is_fox { b'f' } else { b'g' } {
                    continue;
                }
                for (down, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    let (to_row, to_column) = (row as i32 + down, column as i32 + right);
                    let target =
                        rows[..side].get(to_row as usize).and_then(|row| row.get(to_column as usize));
                    if target == Some(&b'.') && (is_fox || down == 1) {
                        let mut after = rows.clone();
                        after[to_row as usize][to_column as usize] = rows[row][column];
                        after[row][column] = b'.';
                        after[side] = if is_fox { b"geese".to_vec() } else { b"fox".to_vec() };
                        options.push(after);
                    }
                }
            }
            options
        }
    }

    #[test]
    fn agrees_with_the_rules() {
        check_forms(FoxAndGeese { side: 5 }, 5);
        for side in 3..=5 {
            check_values(&FoxAndGeese { side }.hunt(), &Letters);
        }
    }

    /// On the chessboard, the geese win, moving first or second, wherever the fox starts.
    #[test]
    fn geese_win_on_the_chessboard() {
        let board = FoxAndGeese { side: 8 }.hunt();
        let solved = solve(&board, Play::Normal);
        for bottom in ["f#.#.#.#", ".#f#.#.#", ".#.#f#.#", ".#.#.#f#"] {
            let rows = format!("#g#g#g#g|.#.#.#.#|#.#.#.#.|.#.#.#.#|#.#.#.#.|.#.#.#.#|#.#.#.#.|{bottom}");
            assert!(matches!(value_of(&board, &solved, &format!("{rows} fox")), SolvedValue::Lost(_)));
            assert!(matches!(value_of(&board, &solved, &format!("{rows} geese")), SolvedValue::Won(_)));
        }
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        assert_eq!(FoxAndGeese::parse("12").unwrap_err().span.range(), 0..2);
        let board = FoxAndGeese::parse("4").unwrap().hunt();
        let wrong = |text: &str| board.parse(text).unwrap_err();
        assert_eq!(
            wrong("#g#g|.#.#|#.#.|.#f#").to_string(),
            "the player to move is missing: expected `fox` or `geese` after the board"
        );
        assert_eq!(wrong("#g#g|.#.#|#.#.|.#f# goose").span.range(), 25..25);
        assert_eq!(
            wrong("#g#g|.#.#|#.#.|f### fox").to_string(),
            "this is not the board: expected `#.#.|.#.#|#.#.|.#.#` with the pieces on dots"
        );
        assert_eq!(
            wrong("#g#g|.#g#|#.#.|.#f# fox").to_string(),
            "the pieces are not those of the game: expected one `f` and 2 `g`"
        );
        assert_eq!(wrong("#g#g|.#x#|#.#.|.#f# fox").span.range(), 7..8);
        assert!(board.parse("").is_err() && board.parse("fox").is_err());
        // White space of more than one byte.
        assert_eq!(wrong("#g#g|.#.#|#.#.|.#f#\u{a0}fox").span.range(), 19..21);
        assert_eq!(wrong("#g#g|.#.#|#.#.|.#f# fox\u{2003}goose").message, "the player to move is missing");
        assert!(board.parse("#g#g|.#.#|#.#.|.#f# fox\u{a0}").is_ok());
    }

    #[test]
    fn moves_are_pairs_of_squares() {
        let board = FoxAndGeese { side: 4 }.hunt();
        let start = board.start().unwrap();
        let steps = board.steps(&start);
        let names: Vec<&str> = steps.iter().map(|step| step.name.as_str()).collect();
        assert_eq!(names, ["c1-b2", "c1-d2"]);
        assert_eq!(
            (&steps[0].touches[..], board.write(&steps[0].to).as_str()),
            (&[14, 9][..], "\"#g#g|.#.#|#f#.|.#.# geese\"")
        );
        let Figure::Grid(grid) = board.figure(&start) else { panic!("no grid") };
        assert_eq!((grid.cells.len(), &grid.cells[0]), (16, &Cell::Gone));
        assert_eq!(
            (grid.name(14), &grid.cells[14]),
            ("c1".to_owned(), &Piece::figure(Player::Right, "f", Figurine::Fox))
        );
    }
}
