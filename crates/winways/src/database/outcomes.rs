//! What a table of outcomes tells: who wins, and which moves win, but not how fast.

use crate::{Analysis, Method, MethodKind, MoveList, Outcome, PositionMove, Request};
use winways_database::Table;
use winways_games::LoopyPosition;
use winways_solve::RankValue;

/// The analysis of a position of the table's board.
pub(super) fn analyse(position: &dyn LoopyPosition, request: &Request<'_>, table: &Table) -> Analysis {
    let mut analysis = Analysis {
        play: request.play,
        outcome: None,
        value: None,
        remoteness: None,
        moves: None,
        canonical_moves: Vec::new(),
        method: Method { kind: MethodKind::Table, name: "outcomes of all positions".to_owned(), nodes: 0 },
        explanation: Vec::new(),
        stopped: None,
    };
    match judged(position, request, table) {
        Ok((outcome, moves, nodes)) => {
            analysis.outcome = Some(outcome);
            analysis.moves = Some(moves);
            analysis.method.nodes = nodes;
        }
        Err(fault) => {
            analysis.explanation.push(fault);
            analysis.stopped = Some(super::unknown());
        }
    }
    analysis
}

/// Who wins, the moves that win or hold the draw, and how many positions were looked up.
fn judged(
    position: &dyn LoopyPosition,
    request: &Request<'_>,
    table: &Table,
) -> Result<(Outcome, MoveList, u64), String> {
    let value_of = |rank: u64| {
        let value = RankValue::of_code(table.code(rank)?);
        value.ok_or_else(|| format!("the table has no position of rank {rank}"))
    };
    let value = value_of(position.rank())?;
    let moves = position.ranked_moves();
    let nodes = 1 + moves.len() as u64;
    let mut good = MoveList::default();
    for (step, rank) in moves {
        let after = value_of(rank)?;
        let is_good = match value {
            RankValue::Won(_) => matches!(after, RankValue::Lost(_)),
            RankValue::Drawn => after == RankValue::Drawn,
            RankValue::Lost(_) => false,
        };
        if is_good {
            good.total += 1;
            if good.listed.len() < request.moves {
                good.listed.push(PositionMove::new(0, step));
            }
        }
    }
    let outcome = match value {
        RankValue::Won(_) => Outcome::Next,
        RankValue::Lost(_) => Outcome::Previous,
        RankValue::Drawn => Outcome::Draw,
    };
    Ok((outcome, good, nodes))
}
