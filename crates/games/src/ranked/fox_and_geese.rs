//! Fox and geese on the dark squares of a chessboard.

use crate::ranked::hunt::{Hunt, Hunted};
use winways_kit::Entry;
use winways_kit::Page;
use winways_kit::any::ranked::{LoopyGame, shared};
use winways_notation::{Diagnostic, Scanner};

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |parameter| Ok(shared(FoxAndGeese::parse(parameter.unwrap_or("8"))?)),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "fox-and-geese",
    title: "Fox and geese",
    parameter: Some("[(SIDE)]"),
    rules: "A fox and some geese stand on the dark squares of a board of SIDE rows and columns, 3 to 10, or 8 where nothing \
            is said; there are as many geese as dark squares in the top row. A move of the geese takes one of them a step down along \
            a diagonal, a move of the fox takes it a step along a diagonal, up or down. The fox wins when it reaches the top \
            row; who cannot move loses, so the geese win by shutting the fox in. The geese are Left.",
    notation: "the rows, separated by `|`, with `f` for the fox, `g` for a goose, `.` for another dark square and `#` for a \
               light one, then who is to move, `fox` or `geese`; `start` has the geese in the top row, the fox in \
               the middle of the bottom row and to move",
    example: "fox-and-geese(4) #g#g|.#.#|#.#.|.#f# fox",
    theorems: &[],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 20: the geese win from the start; the fox's goal \
         is not stated there, since geese that are passed run out of moves",
    ],
    known_values: &[
        ("#.#.|.#.#|#g#g|.#f# fox", "lost in 0"),
        ("#.#.|.#f#|#g#g|.#.# fox", "won in 1"),
        ("#.#.|.#.#|#g#.|f#g# geese", "lost in 0"),
    ],
    range: "all positions of the boards with a side of 3 to N squares, and no more than SIDE",
    default_range: 5,
};

/// The sides of boards.
const SIDES: (u64, u64) = (3, 10);

/// Fox and geese on boards of one size.
///
/// ```
/// use winways_games::ranked::fox_and_geese::FoxAndGeese;
/// use winways_kit::LoopyBoard;
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
    /// Points at what is no side of a board.
    pub fn parse(parameter: &str) -> Result<FoxAndGeese, Diagnostic> {
        let mut scanner = Scanner::new(parameter);
        let side = scanner.next_number("the side of the board", SIDES.0, SIDES.1)?;
        scanner.finish("the side of the board")?;
        Ok(FoxAndGeese { side: side as usize })
    }

    /// The board.
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
            quarry: ("fox", 'f'),
            pack: ("geese", 'g'),
            players: ["the side of the geese", "the fox"],
            size: geese.count_ones() as usize,
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

impl LoopyGame for FoxAndGeese {
    type Board = Hunt;

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("{}({})", PAGE.name, self.side)
    }

    fn board(&self, _: &mut Scanner<'_>) -> Result<Hunt, Diagnostic> {
        Ok(self.hunt())
    }

    fn boards(&self, up_to: u64) -> Vec<Hunt> {
        let last = self.side.min(up_to.min(SIDES.1) as usize);
        (SIDES.0 as usize..=last).map(|side| FoxAndGeese { side }.hunt()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::LoopyBoard;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values, solve, value_of};
    use winways_rules::{End, Play};
    use winways_solve::SolvedValue;

    /// The rules on a board of letters, by rows; the last row says who is to move.
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

    /// The geese win on the chessboard wherever the fox begins, with either side to move first.
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
            "it is not said whose turn it is: expected `fox` or `geese` after the board"
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
        let start = board.start().unwrap();
        assert_eq!(board.picture(&start), [" g g", ". . ", " . .", ". f "]);
        let after = board.parse("#g#g|.#.#|#f#.|.#.# geese").unwrap();
        assert_eq!(board.describe_move(&start, &after), "4:3 -> 3:2");
    }
}
