//! Northcott's game with retreats, solved by retrograde analysis: it is partizan, and positions can come back.

use crate::staircases::northcott::gap;
use winways_kit::{Check, Halt};
use winways_rules::ImpartialOutcome;

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

    /// Returns the number of states: all placements of the pieces, times the player to move.
    fn states(&self) -> u64 {
        2 * self.row_states().pow(self.rows)
    }

    /// Returns `true` if White is to move: in even states.
    fn white_moves(state: u64) -> bool {
        state.is_multiple_of(2)
    }

    /// Returns the pieces in a row of a state, on cells from 0: first that of the player to move, then that of the opponent.
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

    /// Collects the states after each move of the player to move.
    fn moves(&self, state: u64, moves: &mut Vec<u64>) {
        moves.clear();
        let white_moves = Self::white_moves(state);
        for row in 0..self.rows {
            let (own, other) = self.pieces(state, row);
            let reach = if own < other { 0..other } else { other + 1..self.width };
            let cell_weight = 2 * self.row_states().pow(row) * if white_moves { self.width } else { 1 };
            for cell in reach.filter(|&cell| cell != own) {
                moves.push((state ^ 1) - own * cell_weight + cell * cell_weight);
            }
        }
    }

    fn nim_sum_of_gaps(&self, state: u64) -> u64 {
        (0..self.rows).fold(0, |sum, row| {
            let (own, other) = self.pieces(state, row);
            sum ^ gap(own, other)
        })
    }

    /// Returns the outcome of each state; `None` for draws and illegal states.
    fn solve(&self) -> Vec<Option<ImpartialOutcome>> {
        let count = self.states() as usize;
        let mut outcomes = vec![None; count];
        let mut open_moves = vec![0u32; count];
        let mut predecessors = vec![Vec::new(); count];
        let mut decided = Vec::new();
        let mut moves = Vec::new();
        for state in (0..count as u64).filter(|&state| self.is_legal(state)) {
            self.moves(state, &mut moves);
            open_moves[state as usize] = moves.len() as u32;
            for &next in &moves {
                predecessors[next as usize].push(state);
            }
            if moves.is_empty() {
                outcomes[state as usize] = Some(ImpartialOutcome::Previous);
                decided.push(state);
            }
        }
        while let Some(state) = decided.pop() {
            let lost = outcomes[state as usize] == Some(ImpartialOutcome::Previous);
            for &before in &predecessors[state as usize] {
                let open = &mut open_moves[before as usize];
                *open -= 1;
                let outcome = &mut outcomes[before as usize];
                if outcome.is_none() && (lost || *open == 0) {
                    *outcome = Some(ImpartialOutcome::next_if(lost));
                    decided.push(before);
                }
            }
        }
        outcomes
    }

    fn compare(&self, check: &mut Check<'_>) -> Result<(), Halt> {
        let outcomes = self.solve();
        for state in (0..self.states()).filter(|&state| self.is_legal(state)) {
            let theorem = Some(ImpartialOutcome::next_if(self.nim_sum_of_gaps(state) != 0));
            let case = || {
                let rows: Vec<_> = (0..self.rows).map(|row| self.pieces(state, row)).collect();
                format!("rows of {} cells, (mover's piece, other's) from 0: {rows:?}", self.width)
            };
            check.compare(case, theorem, outcomes[state as usize])?;
        }
        Ok(())
    }
}

/// Compares the theorem with the solution of all boards up to a width.
pub(crate) fn check(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let widest = up_to.clamp(2, 10);
    for rows in 1..=3 {
        for width in 2..=if rows == 3 { widest / 2 } else { widest } {
            Board { width, rows }.compare(check)?;
        }
    }
    Ok(())
}
