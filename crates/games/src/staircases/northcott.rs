//! Northcott's game: one white and one black piece in each row, moving towards each other.

use crate::heaps::nim;
use winways_kit::any::common;
use winways_kit::figures::MAX_CELLS;
use winways_kit::heaps;
use winways_kit::view::{Cell, Figure, Piece, Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!(
    "northcott",
    |_| Ok(common::impartial(Northcott)),
    &[claim!("northcott", "northcott-retreats", crate::staircases::northcott_retreats::check)]
);

/// Northcott's game with advancing moves only. A component is a row: the cells of the white and the black piece.
#[derive(Clone, Copy, Debug)]
pub struct Northcott;

impl Ruleset for Northcott {
    type Component = (u64, u64);

    fn options(&self, row: &(u64, u64), options: &mut Options<(u64, u64)>) -> Result<(), RuleFault> {
        for left in 0..gap(row.0, row.1) {
            for option in advances(*row, left) {
                options.push([option]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, row: &(u64, u64)) -> u64 {
        gap(row.0, row.1).saturating_mul(2)
    }

    fn canonicalise(&self, row: &mut (u64, u64)) {
        *row = (1, 2 + gap(row.0, row.1));
    }

    fn nim_value(&self, row: &(u64, u64)) -> Option<Nimber> {
        Some(Nimber(gap(row.0, row.1)))
    }
}

impl Game for Northcott {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<(u64, u64)>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut rows = Vec::new();
        scanner.skip_space();
        while rows.is_empty() || !scanner.is_at_end() {
            let start = scanner.position();
            let white = scanner.number_in("the cell of a white piece", 1, u64::MAX)?;
            scanner.skip_space();
            if !scanner.eat(',') {
                return Err(scanner.unexpected("expected `,` and the cell of the black piece of this row"));
            }
            scanner.skip_space();
            let black = scanner.number_in("the cell of a black piece", 1, u64::MAX)?;
            if white == black {
                let message = format!("both pieces of this row are on cell {white}");
                return Err(Diagnostic::new(message, Span::new(start, scanner.position()))
                    .label("expected two different cells"));
            }
            rows.push((white, black));
            let end = scanner.position();
            scanner.skip_space();
            if !scanner.is_at_end() && scanner.position() == end {
                return Err(scanner.unexpected("expected a space and the next row"));
            }
        }
        Ok(rows)
    }

    fn write(&self, position: &[(u64, u64)]) -> String {
        let rows: Vec<String> = position.iter().map(|(white, black)| format!("{white},{black}")).collect();
        match &rows[..] {
            [row] => row.clone(),
            _ => format!("\"{}\"", rows.join(" ")),
        }
    }

    fn describe_move(&self, from: &(u64, u64), to: &[(u64, u64)]) -> String {
        let to = only_component(to);
        let (piece, before, after) =
            if from.0 != to.0 { ("white", from.0, to.0) } else { ("black", from.1, to.1) };
        format!("row {},{}: {piece} {before} -> {after}", from.0, from.1)
    }

    /// Draws a strip for each row, all as long as the longest row that can be drawn. A row that is too long is drawn as numbers.
    fn view(&self, position: &[(u64, u64)]) -> View {
        let lengths = position.iter().map(|row| row.0.max(row.1));
        let length = lengths.filter(|&length| length <= MAX_CELLS).max().unwrap_or(0);
        View::boards(position, |row| strip(*row, length), "rows")
    }

    fn touches(&self, position: &[(u64, u64)], step: &Move<(u64, u64)>) -> Vec<Touch> {
        let (from, to) = (position[step.component], *step.only());
        let elements = match (from.0.max(from.1) <= MAX_CELLS, from.0 != to.0) {
            (true, true) => vec![from.0 - 1, to.0 - 1],
            (true, false) => vec![from.1 - 1, to.1 - 1],
            (false, is_white) => vec![u64::from(!is_white)],
        };
        Touch::all_on_board(step.component, elements)
    }

    fn has_owned_moves(&self) -> bool {
        true
    }

    fn player(&self, from: &(u64, u64), to: &[(u64, u64)]) -> Player {
        if only_component(to).0 == from.0 { Player::Right } else { Player::Left }
    }

    fn outcome(&self, position: &[(u64, u64)], play: Play) -> Option<ImpartialOutcome> {
        (play == Play::Misere).then(|| nim::misere_outcome(&gaps(position)))
    }

    fn options_of_value(
        &self,
        row: &(u64, u64),
        value: Nimber,
        found: &mut dyn FnMut(&[(u64, u64)]),
    ) -> Winning {
        if value.0 < gap(row.0, row.1) {
            for option in advances(*row, value.0) {
                found(&[option]);
            }
        }
        Winning::Known
    }

    fn winning_moves(&self, position: &[(u64, u64)], play: Play, moves: &mut Moves<(u64, u64)>) -> Winning {
        if play == Play::Normal {
            return Winning::Unknown;
        }
        for (index, rest) in nim::misere_moves(&gaps(position)) {
            for option in advances(position[index], rest) {
                moves.push(index, [option]);
            }
        }
        Winning::Known
    }

    fn explain(&self, position: &[(u64, u64)], play: Play, detail: Detail) -> Vec<String> {
        let gaps = gaps(position);
        let mut lines = Vec::new();
        if detail == Detail::Full {
            lines.push(format!("cells between the two pieces of each row: {}", heaps::brief_list(&gaps)));
            lines.push(
                "either player can lower any gap by any amount, so the gaps are heaps of Nim".to_owned(),
            );
        }
        lines.extend(nim::explain("gap", &gaps, play, detail));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<(u64, u64)>> + '_> {
        let cells = up_to.max(2);
        let rows = cells.saturating_mul(cells - 1);
        let row = move |number: u64| {
            let (white, other) = (number / (cells - 1) + 1, number % (cells - 1) + 1);
            (white, if other < white { other } else { other + 1 })
        };
        Box::new(heaps::multisets(3, rows - 1).map(move |numbers| numbers.into_iter().map(row).collect()))
    }
}

/// Draws a row of `length` cells with its pieces, or only the two numbers if it is too long.
fn strip((white, black): (u64, u64), length: u64) -> Figure {
    if white.max(black) > MAX_CELLS {
        return Figure::named_numbers([(white.to_string(), "white"), (black.to_string(), "black")]);
    }
    let mut cells = vec![Cell::Free; length as usize];
    cells[white as usize - 1] = Piece::cell(Player::Left, "w");
    cells[black as usize - 1] = Piece::cell(Player::Right, "b");
    Figure::strip(cells)
}

/// Returns the number of cells between two pieces on different cells: the nim-value of their row. A position is lost (P) if the
/// nim-sum of the gaps is zero.
///
/// ```
/// use winways_games::staircases::northcott::gap;
/// assert_eq!(gap(1, 5) ^ gap(7, 2) ^ gap(3, 4), 7);
/// ```
pub fn gap(white: u64, black: u64) -> u64 {
    white.abs_diff(black).saturating_sub(1)
}

fn gaps(position: &[(u64, u64)]) -> Vec<u64> {
    position.iter().map(|row| gap(row.0, row.1)).collect()
}

/// Returns the row after White's and after Black's advance that leaves a gap of `left` cells, which must be less than the present
/// gap.
fn advances((white, black): (u64, u64), left: u64) -> [(u64, u64); 2] {
    match white < black {
        true => [(black - left - 1, black), (white, white + left + 1)],
        false => [(black + left + 1, black), (white, white - left - 1)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_pairs_are_pointed_at() {
        assert_eq!(Northcott.parse("1,5 7,2").unwrap(), [(1, 5), (7, 2)]);
        for (text, span) in [
            ("1,5 3,3", 4..7),
            ("1,5 3 4", 6..7),
            ("0,5", 0..1),
            ("1,5,6,7", 3..4),
            ("1,5 3", 5..5),
            ("", 0..0),
        ] {
            assert_eq!(Northcott.parse(text).unwrap_err().span.range(), span, "{text}");
        }
        assert_eq!(Northcott.write(&[(1, 5)]), "1,5");
        assert_eq!(Northcott.write(&[(1, 5), (7, 2)]), "\"1,5 7,2\"");
    }

    #[test]
    fn the_widest_row_does_not_overflow() {
        let row = (u64::MAX, 1);
        let mut canonical = row;
        Northcott.canonicalise(&mut canonical);
        assert_eq!(canonical, (1, u64::MAX));
        let mut found = Vec::new();
        Northcott.options_of_value(&row, Nimber(u64::MAX - 3), &mut |option| found.extend_from_slice(option));
        assert_eq!(found, [(u64::MAX - 1, 1), (u64::MAX, 2)]);
        assert_eq!(Northcott.player(&row, &found[..1]), Player::Left);
        assert_eq!(Northcott.player(&row, &found[1..]), Player::Right);
    }
}
