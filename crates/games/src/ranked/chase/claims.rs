//! Claims about the chase with the default pieces, checked against the solved boards.

use super::board::ChaseBoard;
use super::pieces::Pieces;
use winways_kit::{Check, Claim, Halt};
use winways_rules::{Play, RankedRuleset, Side, Status};
use winways_solve::{SolvedRanks, SolvedValue, solve_ranks};

pub(super) const CLAIMS: &[Claim] = &[claim!("chase", "chase-hunter", black_wins)];

fn black_wins(up_to: u64, check: &mut Check<'_>) -> Result<(), Halt> {
    let (least, most) = ChaseBoard::SIDES;
    for side in least..=up_to.min(most) {
        let board = ChaseBoard::new(&Pieces::default(), side);
        let solution = solve_ranks(&board, Play::Normal, check.budget, check.observer)?;
        for rank in 0..solution.len() {
            if board.status(rank, Play::Normal) != Status::Open {
                continue;
            }
            let Some(position) = board.position(rank) else { continue };
            let value = solution.value(rank)?;
            let case = || format!("the winner of {position:?} on {side} cells");
            check.compare(case, false, value == Some(SolvedValue::Drawn))?;
            if position.to_move == Side::Right {
                let are_neighbours = position.white.distance(position.black) == 1;
                let at_once = Some(SolvedValue::Won(1));
                check.compare(case, are_neighbours, value == at_once)?;
                check.compare(case, are_neighbours, matches!(value, Some(SolvedValue::Won(_))))?;
            }
        }
    }
    Ok(())
}
