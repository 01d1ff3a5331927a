//! Analyses positions of ranked games with a table of the board, which is solved on demand or read from a store. A table solved on
//! demand may contain only the reachable positions.

mod explain;
mod progress;
mod value;
mod verdict;

use super::analysis::{Analysis, Method, MethodKind, MethodName};
use super::question::{Missing, Question, Solved};
use super::request::Request;
use super::value::Value;
use crate::PositionMove;
use progress::moves_to_taking;
use std::collections::HashMap;
use std::sync::Arc;
use verdict::Verdict;
use winways_kit::{AnyMove, RankedPosition};
use winways_rules::Objective;
use winways_solve::{
    Observer, Progress, SolvedRanks, StopReason, Stopped, Theorems, solve_acyclic_from, solve_ranks,
    solve_reachable_from,
};

/// Analyses a position with a table of its board.
pub(super) fn by_table(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    let (request, observer) = (question.request, question.observer);
    let Some(position) = question.position.ranked() else {
        return Err("positions that are numbered, for retrograde analysis");
    };
    let (table, kind) = match table(position, request, question.solved, observer) {
        Ok(found) => found,
        Err(stopped) => {
            let explanation = match stopped.reason {
                StopReason::Memory { .. } => vec![Size::of(position).sentence()],
                _ => Vec::new(),
            };
            let method = Method::of(MethodKind::Search, stopped.nodes);
            return Ok(Analysis { explanation, ..Analysis::unknown(request.play, method, stopped) });
        }
    };
    let (play, table) = (request.play, &*table);
    let verdict = Verdict::new(position, play, table);
    let explained =
        verdict.and_then(|verdict| Ok((explain::why(position, &verdict, request, table)?, verdict)));
    let (mut explanation, verdict) = match explained {
        Ok(explained) => explained,
        Err(fault) => {
            let stopped = StopReason::Table.after(0);
            let unknown = Analysis::unknown(play, Method::of(kind, 0), stopped);
            return Ok(Analysis { explanation: vec![fault.to_string()], ..unknown });
        }
    };
    let nodes = match kind {
        MethodKind::Table => verdict.moves.len() as u64 + 1,
        MethodKind::Search | MethodKind::Theorem => table.counts().positions(),
    };
    let value = match verdict.objective {
        Objective::Points => Some(Value::Points(verdict.value.points())),
        Objective::Moves => value::in_sums(position, request, observer).unwrap_or_else(|_| {
            explanation.push(value::LEFT_OUT.to_owned());
            None
        }),
    };
    Ok(Analysis {
        outcome: Some(verdict.value.into()),
        value,
        remoteness: verdict.remoteness(verdict.value),
        moves: Some(verdict.winning_moves(request.moves)),
        explanation,
        ..Analysis::empty(play, Method::by(kind, table, nodes))
    })
}

/// Returns all best moves. In a won position of a game of points, returns only the best moves that take points soonest.
pub(super) fn best_moves(
    position: &dyn RankedPosition,
    request: &Request,
    solved: &mut Option<Solved>,
    observer: &dyn Observer,
) -> Result<Vec<PositionMove>, Stopped> {
    let (table, _) = table(position, request, solved, observer)?;
    let broken = |_| StopReason::Table.after(0);
    let verdict = Verdict::new(position, request.play, &*table).map_err(broken)?;
    let good = verdict.moves.first().map(|(_, worth)| *worth);
    let mut best: Vec<AnyMove> = verdict
        .moves
        .into_iter()
        .take_while(|(_, worth)| Some(*worth) == good)
        .map(|(step, _)| step)
        .collect();
    if verdict.objective == Objective::Points && verdict.value.points() > 0 {
        keep_soonest(position, request, &*table, &mut best, observer)?;
    }
    Ok(best.into_iter().map(|step| PositionMove::new(0, step)).collect())
}

/// Keeps only the best moves that take points soonest, in a won position of a game of points.
fn keep_soonest(
    position: &dyn RankedPosition,
    request: &Request,
    table: &dyn SolvedRanks,
    best: &mut Vec<AnyMove>,
    observer: &dyn Observer,
) -> Result<(), Stopped> {
    let (rules, rank) = (position.board().ranks(), position.rank());
    let moves = moves_to_taking(rules, request.play, table, rank, request.budget, observer)?;
    let layer = rules.layer(rank);
    let ranks: HashMap<String, u64> =
        position.ranked_moves().into_iter().map(|(step, to)| (step.text, to)).collect();
    let soon = |step: &AnyMove| match ranks.get(&step.text) {
        Some(&to) if rules.layer(to) < layer => 0,
        Some(to) => moves.get(to).copied().unwrap_or(u32::MAX),
        None => u32::MAX,
    };
    let soonest = best.iter().map(soon).min();
    best.retain(|step| Some(soon(step)) == soonest);
    Ok(())
}

/// The number of positions of a board, and the memory required to solve all of them.
struct Size {
    positions: u64,
    bytes: u64,
    /// `true` if the board has more positions than could be counted.
    is_beyond: bool,
}

impl Size {
    fn of(position: &dyn RankedPosition) -> Size {
        let layers = position.board().ranks().layers();
        let positions = layers.iter().fold(0, |sum: u64, &size| sum.saturating_add(size));
        let is_beyond = !position.board().has_lasting_ranks();
        Size { positions, bytes: positions.saturating_mul(RANK_BYTES), is_beyond }
    }

    fn sentence(&self) -> String {
        if self.is_beyond {
            return format!(
                "the whole board has more than {} positions, and the reachable positions take more memory than the limit",
                self.positions
            );
        }
        let mebibytes = self.bytes.div_ceil(1 << 20);
        format!(
            "the whole board has {} positions, and solving them takes {mebibytes} MiB of memory",
            self.positions
        )
    }
}

/// The maximum memory for the value of a rank in a table of the whole board, in bytes.
const RANK_BYTES: u64 = 4;
/// The maximum memory for a position in a table of reachable positions, in bytes: its rank, its value and the free
/// slots of the table.
const REACHABLE_BYTES: u64 = 32;
/// A board with at most this many ranks is solved as a whole even if few positions are reachable, so that later questions can
/// use its table.
const FEW_RANKS: u64 = 1 << 12;

/// Returns the table of the position's board: the table solved last, a stored table, or a new table.
pub(super) fn table(
    position: &dyn RankedPosition,
    request: &Request,
    solved: &mut Option<Solved>,
    observer: &dyn Observer,
) -> Result<(Arc<dyn SolvedRanks>, MethodKind), Stopped> {
    let (board, play) = (position.board(), request.play);
    if !board.plays().contains(&play) {
        return Err(StopReason::Unsupported("this play of the game").after(0));
    }
    let name = format!("{} {}", board.game_name(), board.key());
    let is_here = |known: &&Solved| known.board == name && known.play == play && known.has(position.rank());
    let is_lasting = board.has_lasting_ranks();
    if let Some(known) = solved.as_ref().filter(is_here).filter(|_| is_lasting) {
        return Ok((known.table.clone(), MethodKind::Search));
    }
    let tables = request.tables.filter(|_| request.theorems == Theorems::Use);
    if let Some(table) = tables.and_then(|tables| tables.table(board, play)) {
        return Ok((table, MethodKind::Table));
    }
    // Two boards together might exceed the memory budget.
    *solved = None;
    let Size { positions: ranks, bytes: needed, .. } = Size::of(position);
    let beforehand = Progress { total: ranks, needed, ..Progress::default() };
    observer.poll(&beforehand).map_err(|reason| reason.after(0))?;
    if let Some(table) = solve_if_sparse(position, ranks, request, observer)? {
        let bytes = table.counts().positions().saturating_mul(REACHABLE_BYTES);
        *solved = is_lasting.then(|| Solved { board: name, play, table: table.clone(), bytes });
        return Ok((table, MethodKind::Search));
    }
    let (table, bytes): (Arc<dyn SolvedRanks>, u64) =
        match solve_ranks(board.ranks(), play, request.budget, observer) {
            Ok(table) => (Arc::new(table), ranks.saturating_mul(RANK_BYTES)),
            // The board is too large, but the reachable positions may fit.
            Err(stopped) if matches!(stopped.reason, StopReason::Memory { .. }) => {
                let solution =
                    solve_acyclic_from(board.ranks(), play, position.rank(), request.budget, observer)?;
                let solution = solution.ok_or(stopped)?;
                let bytes = solution.counts().positions().saturating_mul(REACHABLE_BYTES);
                (Arc::new(solution), bytes)
            }
            Err(stopped) => return Err(stopped),
        };
    *solved = Some(Solved { board: name, play, table: table.clone(), bytes });
    Ok((table, MethodKind::Search))
}

/// Solves only the positions reachable on a sparse board, if that is less work than solving the whole board.
fn solve_if_sparse(
    position: &dyn RankedPosition,
    ranks: u64,
    request: &Request,
    observer: &dyn Observer,
) -> Result<Option<Arc<dyn SolvedRanks>>, Stopped> {
    let (board, budget) = (position.board(), request.budget);
    if !board.is_sparse() || ranks <= FEW_RANKS || board.ranks().objective() != Objective::Moves {
        return Ok(None);
    }
    let is_whole_possible = ranks.saturating_mul(RANK_BYTES) <= budget.memory;
    let most = if is_whole_possible { ranks / 4 } else { u64::MAX };
    let solution =
        solve_reachable_from(board.ranks(), request.play, (position.rank(), most), budget, observer);
    match solution {
        Ok(solution) => Ok(solution.map(|solution| Arc::new(solution) as Arc<dyn SolvedRanks>)),
        Err(Stopped { reason: StopReason::Memory { .. }, .. }) if is_whole_possible => Ok(None),
        Err(stopped) => Err(stopped),
    }
}

impl Method {
    /// Like [`Method::of`], but a search with an incomplete table gets its own name.
    fn by(kind: MethodKind, table: &dyn SolvedRanks, nodes: u64) -> Method {
        match kind {
            MethodKind::Search if !table.is_complete() => {
                Method { kind, name: MethodName::known("all reachable positions"), nodes }
            }
            kind => Method::of(kind, nodes),
        }
    }

    fn of(kind: MethodKind, nodes: u64) -> Method {
        let name = match kind {
            MethodKind::Table => MethodName::known("all positions of the board"),
            MethodKind::Search | MethodKind::Theorem => MethodName::known("retrograde analysis"),
        };
        Method { kind, name, nodes }
    }
}
