//! Northcott's game with retreats, solved by retrograde analysis: it is partizan, and positions can repeat.

use crate::staircases::northcott::gap;
use winways_kit::{Check, Halt};
use winways_rules::{End, ImpartialOutcome, Play, RankedRuleset};
use winways_solve::{SolvedRanks, SolvedValue, solve_ranks};

/// Boards of rows of `width` cells on which pieces move in both directions, over any number of free cells.
struct Board {
    width: u64,
    rows: u32,
}

impl Board {
    /// Returns the number of pairs of cells of two pieces in a row, including the unused pairs with both pieces on one cell.
    fn row_states(&self) -> u64 {
        self.width * self.width
    }

    /// Returns the number of states: all placements of the pieces, each with either player to move.
    fn states(&self) -> u64 {
        2 * self.row_states().pow(self.rows)
    }

    /// Returns `true` if White is to move, as in all even states.
    fn white_moves(state: u64) -> bool {
        state.is_multiple_of(2)
    }

    /// Returns the pieces in a row of a state, on cells from 0: first the piece of the player to move, then the opponent's.
    fn pieces(&self, state: u64, row: u32) -> (u64, u64) {
        let pieces = state / 2 / self.row_states().pow(row) % self.row_states();
        let (white, black) = (pieces / self.width, pieces % self.width);
        if Self::white_moves(state) { (white, black) } else { (black, white) }
    }

    fn is_legal(&self, state: u64) -> bool {
        (0..self.rows).all(|row| {
            let (own, other) = self.pieces(state, row);
            own != other
        })
    }

    fn nim_sum_of_gaps(&self, state: u64) -> u64 {
        (0..self.rows).fold(0, |sum, row| {
            let (own, other) = self.pieces(state, row);
            sum ^ gap(own, other)
        })
    }

    fn compare(&self, check: &mut Check<'_>) -> Result<(), Halt> {
        let solution = solve_ranks(self, Play::Normal, check.budget, check.observer)?;
        for state in (0..self.states()).filter(|&state| self.is_legal(state)) {
            let theorem = Some(ImpartialOutcome::next_if(self.nim_sum_of_gaps(state) != 0));
            let case = || {
                let rows: Vec<_> = (0..self.rows).map(|row| self.pieces(state, row)).collect();
                format!("rows of {} cells, (mover's piece, other's) from 0: {rows:?}", self.width)
            };
            let found = match solution.value(state)? {
                Some(SolvedValue::Won(_)) => Some(ImpartialOutcome::Next),
                Some(SolvedValue::Lost(_)) => Some(ImpartialOutcome::Previous),
                _ => None,
            };
            check.compare(case, theorem, found)?;
        }
        Ok(())
    }
}

/// A state is its own rank.
impl RankedRuleset for Board {
    type Position = u64;

    fn layers(&self) -> Vec<u64> {
        vec![self.states()]
    }

    fn rank(&self, state: &u64) -> u64 {
        *state
    }

    fn position(&self, state: u64) -> Option<u64> {
        self.is_legal(state).then_some(state)
    }

    fn end(&self, _: &u64, _: Play) -> Option<End> {
        None
    }

    fn options(&self, &state: &u64, options: &mut Vec<u64>) {
        for row in 0..self.rows {
            let (own, other) = self.pieces(state, row);
            let reach = if own < other { 0..other } else { other + 1..self.width };
            let side_weight = if Self::white_moves(state) { self.width } else { 1 };
            let cell_weight = 2 * self.row_states().pow(row) * side_weight;
            let cells = reach.filter(|&cell| cell != own);
            options.extend(cells.map(|cell| (state ^ 1) - own * cell_weight + cell * cell_weight));
        }
    }
}

/// Compares the theorem with the solutions of all boards of one or two rows whose width is at most `up_to` and at most 10, and of
/// boards of three rows up to half that width.
pub(crate) fn check(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let widest = up_to.clamp(2, 10);
    for rows in 1..=3 {
        for width in 2..=if rows == 3 { widest / 2 } else { widest } {
            Board { width, rows }.compare(check)?;
        }
    }
    Ok(())
}
