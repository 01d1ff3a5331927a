//! Kiki's game (HDU 2147): a coin in a corner of a board moves one cell left, down, or both.

use winways_kit::any::common;
use winways_kit::figures::{MAX_SIDE, changed};
use winways_kit::heaps;
use winways_kit::view::{Cell, CellNames, Figure, Grid, Piece, Tiling, Touch, View};
use winways_kit::{Detail, Game, Move, Page, Winning, only_component};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!("board-coin", |_| Ok(common::impartial(BoardCoin)));

/// Kiki's game. A component is a board: its numbers of rows and columns.
#[derive(Clone, Copy, Debug)]
pub struct BoardCoin;

impl Ruleset for BoardCoin {
    type Component = (u64, u64);

    fn options(
        &self,
        &(rows, columns): &(u64, u64),
        options: &mut Options<(u64, u64)>,
    ) -> Result<(), RuleFault> {
        if columns > 1 {
            options.push([(rows, columns - 1)]);
        }
        if rows > 1 {
            options.push([(rows - 1, columns)]);
        }
        if rows > 1 && columns > 1 {
            options.push([(rows - 1, columns - 1)]);
        }
        Ok(())
    }

    fn option_bound(&self, &(rows, columns): &(u64, u64)) -> u64 {
        [0, 1, 3][usize::from(rows > 1) + usize::from(columns > 1)]
    }

    fn canonicalise(&self, board: &mut (u64, u64)) {
        *board = (board.0.min(board.1), board.0.max(board.1));
    }

    fn nim_value(&self, &(rows, columns): &(u64, u64)) -> Option<Nimber> {
        Some(Nimber(nim_value(rows, columns)))
    }
}

impl Game for BoardCoin {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let rows = scanner.next_number("the number of rows", 1, u64::MAX)?;
        let columns = scanner.next_number("the number of columns", 1, u64::MAX)?;
        scanner.finish("the columns of the board")?;
        Ok(vec![(rows, columns)])
    }

    fn write(&self, position: &[(u64, u64)]) -> String {
        heaps::write_pairs(position)
    }

    fn describe_move(&self, from: &(u64, u64), to: &[(u64, u64)]) -> String {
        let to = only_component(to);
        let direction = match (to.0 < from.0, to.1 < from.1) {
            (true, true) => "left and down",
            (true, false) => "down",
            _ => "left",
        };
        format!("{direction}: {} by {} -> {} by {}", from.0, from.1, to.0, to.1)
    }

    fn view(&self, position: &[(u64, u64)]) -> View {
        View::boards(position, board, "boards")
    }

    fn touches(&self, position: &[(u64, u64)], step: &Move<(u64, u64)>) -> Vec<Touch> {
        let (from, to) = (position[step.component], *step.only());
        let changed: Vec<u64> = if from.0.max(from.1) <= MAX_SIDE {
            vec![from.1 - 1, (from.0 - to.0) * from.1 + to.1 - 1]
        } else {
            changed(&[from.0, from.1], &[to.0, to.1]).map(|index| index as u64).collect()
        };
        Touch::all_on_board(step.component, changed)
    }

    fn outcome(&self, position: &[(u64, u64)], play: Play) -> Option<ImpartialOutcome> {
        match (position, play) {
            (&[(rows, columns)], Play::Misere) => Some(misere_outcome(rows, columns)),
            // The nim-values decide normal play. No formula is known for sums of boards under misère play.
            _ => None,
        }
    }

    fn options_of_value(
        &self,
        board: &(u64, u64),
        value: Nimber,
        found: &mut dyn FnMut(&[(u64, u64)]),
    ) -> Winning {
        let mut options = Options::new();
        if self.options(board, &mut options).is_err() {
            return Winning::Unknown;
        }
        for option in options.iter().filter(|option| nim_value(option[0].0, option[0].1) == value.0) {
            found(option);
        }
        Winning::Known
    }

    fn explain(&self, position: &[(u64, u64)], play: Play, detail: Detail) -> Vec<String> {
        let &[board] = position else { return Vec::new() };
        let mut lines = vec![reason(board, play)];
        let mut options = Options::new();
        if self.options(&board, &mut options).is_err() {
            return lines;
        }
        for option in options.iter() {
            let lost = outcome(option[0], play) == ImpartialOutcome::Previous;
            if lost || detail == Detail::Full {
                let verdict = if lost { "lost" } else { "won" };
                let why = reason(option[0], play);
                lines.push(format!(
                    "{}, {verdict} for the opponent ({why})",
                    self.describe_move(&board, option)
                ));
            }
        }
        if options.is_empty() {
            lines.push("no move is left".to_owned());
        } else if outcome(board, play) == ImpartialOutcome::Previous {
            lines.push("every move leaves a board that is won for the opponent".to_owned());
        }
        if detail == Detail::Full && play == Play::Normal {
            let value = nim_value(board.0, board.1);
            lines.push(format!("the nim-value, the least that no option has, is {value}"));
        }
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<(u64, u64)>> + '_> {
        Box::new((1..=up_to).flat_map(move |rows| (1..=up_to).map(move |columns| vec![(rows, columns)])))
    }
}

/// Draws the board with its coin in the top right corner, or only its height and width if it is large.
fn board(&(rows, columns): &(u64, u64)) -> Figure {
    if rows.max(columns) > MAX_SIDE {
        return Figure::named_heaps([(rows, "rows"), (columns, "columns")]);
    }
    let mut cells = vec![Cell::Free; (rows * columns) as usize];
    cells[columns as usize - 1] = Piece::cell(Player::Either, "o");
    Figure::Grid(Grid { columns: columns as u32, cells, names: CellNames::Chess, tiling: Tiling::Squares })
}

fn outcome((rows, columns): (u64, u64), play: Play) -> ImpartialOutcome {
    match play {
        Play::Normal => ImpartialOutcome::next_if(nim_value(rows, columns) != 0),
        Play::Misere => misere_outcome(rows, columns),
    }
}

/// Names the case of the theorem that applies.
fn reason((rows, columns): (u64, u64), play: Play) -> String {
    let parity = |number: u64| if number % 2 == 1 { "odd" } else { "even" };
    let length = rows.max(columns);
    match (parity(rows), parity(columns)) {
        _ if play == Play::Misere && rows.min(columns) == 1 => {
            format!("a strip of {} length {length}", parity(length))
        }
        (same, other) if same == other => format!("{rows} and {columns} are both {same}"),
        (first, second) => format!("{rows} is {first}, {columns} is {second}"),
    }
}

/// Returns the nim-value of Kiki's game on a board of `rows` and `columns`, at least one each. O(1).
///
/// The value is 0 if both are odd (lost, P), and 2 if both are even. Otherwise it is 3 if the smaller number is even and 1 if
/// it is odd.
///
/// ```
/// use winways_games::coins::board_coin::nim_value;
/// assert_eq!(nim_value(5, 3), 0);
/// assert_eq!(nim_value(5, 4), 3);
/// ```
pub fn nim_value(rows: u64, columns: u64) -> u64 {
    match (rows % 2, columns % 2) {
        (1, 1) => 0,
        (0, 0) => 2,
        _ if rows.min(columns).is_multiple_of(2) => 3,
        _ => 1,
    }
}

/// Returns the outcome of Kiki's game under misère play. O(1).
///
/// If both numbers are at least 2, the outcome is P if both are odd, and N otherwise. On a strip that is one cell wide or high,
/// the outcome is N if both numbers are odd, and P otherwise.
///
/// ```
/// use winways_games::coins::board_coin::misere_outcome;
/// use winways_rules::ImpartialOutcome;
/// assert_eq!(misere_outcome(1, 1), ImpartialOutcome::Next);
/// assert_eq!(misere_outcome(1, 2), ImpartialOutcome::Previous);
/// assert_eq!(misere_outcome(3, 3), ImpartialOutcome::Previous);
/// ```
pub fn misere_outcome(rows: u64, columns: u64) -> ImpartialOutcome {
    let both_odd = rows % 2 == 1 && columns % 2 == 1;
    let strip = rows <= 1 || columns <= 1;
    ImpartialOutcome::next_if(both_odd == strip)
}
