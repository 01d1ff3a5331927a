//! Sliding rows (Luogu P2575): pieces in rows of cells move right to the next empty cell, jumping over a block of pieces if
//! necessary.

use crate::staircases::stairs;
use crate::staircases::stairs::{Stairs, theorems_of_stairs};
use winways_kit::any::common;
use winways_kit::view::{Alphabet, Cell, Figure, Letter, Piece, Touch, View};
use winways_kit::{Check, Halt};
use winways_kit::{Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Options, Player, RuleFault, Ruleset};
use winways_solve::{GrundySearch, Theorems};
use winways_values::Nimber;

game!("sliding-row", |_| Ok(common::impartial(SlidingRow)), &[claim!("sliding-row", "rows", check_rows)]);

/// The greatest width that fits in a word with its marker bit.
const WIDEST: usize = 63;

/// The game of sliding rows.
///
/// A component is one row in a word. Bit 0 is the rightmost cell, and a 1 bit is a piece. The highest 1 bit, just left of the
/// leftmost cell, is not a piece but marks the width.
#[derive(Clone, Copy, Debug)]
pub struct SlidingRow;

impl Ruleset for SlidingRow {
    type Component = u64;

    fn options(&self, row: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        let mut pieces = pieces(*row);
        let mut empty = 0u64; // the nearest empty cell so far
        let mut seen_empty = false;
        for cell in 0..width(*row) {
            if pieces & 1 == 0 {
                empty = 1 << cell;
                seen_empty = true;
            } else if seen_empty {
                options.push([row ^ 1 << cell ^ empty]);
            }
            pieces >>= 1;
        }
        Ok(())
    }

    fn option_bound(&self, row: &u64) -> u64 {
        u64::from(beyond_run_0(pieces(*row)).count_ones())
    }

    fn canonicalise(&self, row: &mut u64) {
        // Pieces at the right edge never move, and empty cells at the left end are never entered.
        let rest = beyond_run_0(pieces(*row));
        *row = rest | 1 << (u64::BITS - rest.leading_zeros());
    }

    fn nim_value(&self, row: &u64) -> Option<Nimber> {
        Some(Nimber(nim_value(*row)))
    }
}

impl Game for SlidingRow {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        let mut rows = Vec::new();
        loop {
            scanner.skip_space();
            let start = scanner.position();
            let cells = scanner.take_while(|character| matches!(character, 'x' | 'X' | '.'));
            if cells.is_empty() {
                return Err(scanner.unexpected("expected a row of `x` (a piece) and `.` (an empty cell)"));
            }
            if cells.len() > WIDEST {
                let message = format!("a row of {} cells; at most {WIDEST} are supported", cells.len());
                return Err(Diagnostic::new(message, Span::new(start, scanner.position())));
            }
            rows.push(cells.bytes().fold(1, |row, cell| row << 1 | u64::from(cell != b'.')));
            let end = scanner.position();
            scanner.skip_space();
            if scanner.is_at_end() {
                return Ok(rows);
            }
            if !scanner.eat('|') && scanner.position() == end {
                return Err(scanner.unexpected("expected `x`, `.`, or `|` and another row"));
            }
        }
    }

    fn write(&self, position: &[u64]) -> String {
        let rows: Vec<String> = position.iter().map(|&row| row_text(row)).collect();
        format!("\"{}\"", rows.join("|"))
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        let [before, after] = slide(*from, *only_component(to));
        format!("row {}: cell {} -> {}", row_text(*from), before + 1, after + 1)
    }

    fn view(&self, position: &[u64]) -> View {
        let cell = |piece: char| if piece == 'x' { Piece::cell(Player::Either, "x") } else { Cell::Free };
        let letters = [Letter::free(), Letter::new('x', "piece", cell('x'))];
        View::boards(position, |row| Figure::strip(row_text(*row).chars().map(cell).collect()), "rows")
            .with_alphabet(Some(Alphabet::resizable(letters)))
    }

    fn touches(&self, position: &[u64], step: &Move<u64>) -> Vec<Touch> {
        let slide = slide(position[step.component], *step.only());
        Touch::all_on_board(step.component, slide.map(u64::from))
    }

    theorems_of_stairs!();

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        let width = up_to.clamp(1, 31);
        let pairs = rows(width).flat_map(move |first| rows(width).map(move |second| vec![first, second]));
        Box::new((1..=2 * width).flat_map(rows).map(|row| vec![row]).chain(pairs))
    }
}

/// Returns the cells, counted from 0 at the left, that a piece leaves and enters.
fn slide(from: u64, to: u64) -> [u32; 2] {
    let cell = |bits: u64| width(from) - 1 - bits.checked_ilog2().unwrap_or(0);
    [cell(from & !to), cell(to & !from)]
}

impl Stairs for SlidingRow {
    fn steps(&self, row: &u64) -> Vec<u64> {
        runs(*row).collect()
    }

    fn descend(&self, row: &mut u64, run: usize, moved: u64) {
        // Swap the empty cell right of the run with the piece `moved` cells left of it.
        let empty = empty_cell(*row, run);
        *row ^= 1 << empty | 1 << (u64::from(empty) + moved);
    }

    fn names(&self) -> [&'static str; 2] {
        ["run", "runs of pieces between empty cells, from the right, without the one at the edge"]
    }
}

/// Returns the nim-value of a row: the nim-sum of its runs 1, 3, 5, ... from the right. O(cells).
///
/// Bit 0 of `row` is the rightmost cell, and a 1 bit is a piece. The highest 1 bit is not a piece but marks the width.
///
/// ```
/// use winways_games::staircases::sliding_row::nim_value;
/// assert_eq!(nim_value(0b1_1011_0111), 2); // x.xx.xxx: run 1 is xx, run 2 is x
/// assert_eq!(nim_value(0b1_1110), 3);
/// ```
pub fn nim_value(row: u64) -> u64 {
    stairs::nim_value(runs(row))
}

/// Iterates over the lengths of the runs 1, 2, 3, ... from the right. There is one run, possibly empty, to the left of each empty
/// cell.
fn runs(row: u64) -> impl Iterator<Item = u64> {
    let mut rest = pieces(row);
    let mut empty = width(row) - rest.count_ones();
    rest >>= rest.trailing_ones();
    std::iter::from_fn(move || {
        empty = empty.checked_sub(1)?;
        rest >>= 1;
        let run = rest.trailing_ones();
        rest >>= run;
        Some(u64::from(run))
    })
}

/// Returns the number of cells of a row.
fn width(row: u64) -> u32 {
    row.checked_ilog2().unwrap_or(0)
}

/// Returns the pieces of a row without the marker of its width.
fn pieces(row: u64) -> u64 {
    row & !(1 << width(row))
}

/// Removes the run of pieces at the right edge, together with its cells.
fn beyond_run_0(pieces: u64) -> u64 {
    pieces >> pieces.trailing_ones()
}

/// Returns the empty cell just right of run number `count`. Runs are counted from 1, starting at the right.
fn empty_cell(row: u64, count: usize) -> u32 {
    let mut empty = !row;
    for _ in 1..count {
        empty &= empty.wrapping_sub(1);
    }
    empty.trailing_zeros()
}

/// Returns all rows of a width.
fn rows(width: u64) -> std::ops::Range<u64> {
    1 << width..2 << width
}

fn row_text(row: u64) -> String {
    (0..width(row)).rev().map(|cell| if row >> cell & 1 == 1 { 'x' } else { '.' }).collect()
}

fn check_rows(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let rules: &dyn Game<Component = u64> = &SlidingRow;
    let mut search = GrundySearch::new(rules, Theorems::Ignore, check.budget, check.observer);
    for row in (1..=up_to.min(62)).flat_map(rows) {
        check.compare(|| row_text(row), nim_value(row), search.nim_value(&row)?.0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_read_and_written() {
        let rows = SlidingRow.parse("x.x|..x").unwrap();
        assert_eq!(rows, [0b1101, 0b1001]);
        assert_eq!(SlidingRow.write(&rows), "\"x.x|..x\"");
        assert_eq!(SlidingRow.parse("x.x\n..x\n").unwrap(), rows);
        for wrong in ["", "x.|", "xo", "|x", "x||x", &".".repeat(64)] {
            assert!(SlidingRow.parse(wrong).is_err(), "{wrong}");
        }
        assert!(SlidingRow.parse(&"x".repeat(63)).is_ok());
    }

    #[test]
    fn the_widest_rows_do_not_overflow() {
        let row = SlidingRow.parse(&format!("{}.", "x".repeat(62))).unwrap()[0];
        assert_eq!(nim_value(row), 62);
        let mut canonical = row;
        SlidingRow.canonicalise(&mut canonical);
        assert_eq!(canonical, row);
        assert_eq!(SlidingRow.describe_move(&0b1101, &[0b1011]), "row x.x: cell 1 -> 2");
    }
}
