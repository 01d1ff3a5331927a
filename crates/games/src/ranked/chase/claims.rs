//! Claims about the usual chase, checked against the solved boards.

use super::board::ChaseBoard;
use super::pieces::Pieces;
use winways_kit::{Check, Claim, Halt};
use winways_rules::{Play, RankedRuleset, Side, Status};
use winways_solve::{SolvedRanks, SolvedValue, solve_ranks};

pub(super) const CLAIMS: &[Claim] = &[Claim {
    name: "chase-hunter",
    statement: "In the chase with the usual pieces no position is a draw. White moves first, and wins only with the first move, \
                if the pieces are neighbours; otherwise Black wins.",
    range: "all positions of the boards with a side of 2 to N cells",
    default_range: 12,
    check: black_wins,
}];

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
