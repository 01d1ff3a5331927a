//! Positions of games in which play may go round in circles: a table of the whole board, made or found.

mod explain;
mod progress;

use super::{Analysis, Method, MethodKind, MoveList, Request, Value};
use crate::{Outcome, PositionMove};
use progress::moves_to_taking;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;
use winways_kit::{AnyMove, LoopyPosition};
use winways_rules::{End, Objective, Play};
use winways_solve::{HOLE, Observer, RecordKind, SolvedRanks, SolvedValue, StopReason, Stopped, solve_ranks};

/// A board that was solved for a question, and may be asked for again.
pub(super) struct Solved {
    board: String,
    play: Play,
    table: Arc<dyn SolvedRanks>,
}

/// What is to be known about a position.
pub(super) fn analyse(
    position: &dyn LoopyPosition,
    request: &Request,
    solved: &mut Option<Solved>,
    observer: &dyn Observer,
) -> Analysis {
    let (table, kind) = match table(position, request, solved, observer) {
        Ok(found) => found,
        Err(stopped) => return unknown(request, Method::of(MethodKind::Search, stopped.nodes), stopped),
    };
    let (play, table) = (request.play, &*table);
    let judged = Judged::new(position, play, table);
    let told = judged.and_then(|judged| Ok((explain::why(position, &judged, request, table)?, judged)));
    let (explanation, judged) = match told {
        Ok(told) => told,
        Err(fault) => {
            let stopped = Stopped { reason: StopReason::Table, nodes: 0 };
            return Analysis { explanation: vec![fault], ..unknown(request, Method::of(kind, 0), stopped) };
        }
    };
    let nodes = match kind {
        MethodKind::Table => judged.moves.len() as u64 + 1,
        MethodKind::Search | MethodKind::Theorem => table.counts().positions(),
    };
    Analysis {
        play,
        outcome: Some(judged.outcome()),
        value: (judged.objective == Objective::Points).then(|| Value::Points(judged.value.points())),
        remoteness: judged.remoteness(judged.value),
        moves: Some(judged.winning_moves(request.moves)),
        canonical_moves: Vec::new(),
        method: Method::of(kind, nodes),
        explanation,
        stopped: None,
    }
}

/// The moves that are as good as any; of equally good ones all. In a won position of a game of points, of these the ones with
/// which points are taken soonest.
pub(super) fn best_moves(
    position: &dyn LoopyPosition,
    request: &Request,
    solved: &mut Option<Solved>,
    observer: &dyn Observer,
) -> Result<Vec<PositionMove>, Stopped> {
    let (table, _) = table(position, request, solved, observer)?;
    let broken = |_| Stopped { reason: StopReason::Table, nodes: 0 };
    let judged = Judged::new(position, request.play, &*table).map_err(broken)?;
    let good = judged.moves.first().map(|(_, worth)| *worth);
    let mut best: Vec<AnyMove> = judged
        .moves
        .into_iter()
        .take_while(|(_, worth)| Some(*worth) == good)
        .map(|(step, _)| step)
        .collect();
    if judged.objective == Objective::Points && judged.value.points() > 0 {
        keep_soonest(position, request, &*table, &mut best, observer)?;
    }
    Ok(best.into_iter().map(|step| PositionMove::new(0, step)).collect())
}

/// Of the best moves of a won position of a game of points, keeps those with which points are taken soonest.
fn keep_soonest(
    position: &dyn LoopyPosition,
    request: &Request,
    table: &dyn SolvedRanks,
    best: &mut Vec<AnyMove>,
    observer: &dyn Observer,
) -> Result<(), Stopped> {
    let (rules, rank) = (position.board().ranks(), position.rank());
    let moves = moves_to_taking(rules, request.play, table, rank, request.budget, observer)?;
    let layer = rules.layer(rank);
    let ranks: HashMap<Option<usize>, u64> =
        position.ranked_moves().into_iter().map(|(step, to)| (step.option, to)).collect();
    let soon = |step: &AnyMove| match ranks.get(&step.option) {
        Some(&to) if rules.layer(to) < layer => 0,
        Some(to) => moves.get(to).copied().unwrap_or(u32::MAX),
        None => u32::MAX,
    };
    let soonest = best.iter().map(soon).min();
    best.retain(|step| Some(soon(step)) == soonest);
    Ok(())
}

/// The table of the position's board: the one that was made last, one that is there already, or a new one.
pub(super) fn table(
    position: &dyn LoopyPosition,
    request: &Request,
    solved: &mut Option<Solved>,
    observer: &dyn Observer,
) -> Result<(Arc<dyn SolvedRanks>, MethodKind), Stopped> {
    let (board, play) = (position.board(), request.play);
    if !board.plays().contains(&play) {
        return Err(Stopped { reason: StopReason::Unsupported("this play of the game"), nodes: 0 });
    }
    let name = format!("{} {}", board.game_name(), board.key());
    if let Some(known) = solved.as_ref().filter(|known| known.board == name && known.play == play) {
        return Ok((known.table.clone(), MethodKind::Search));
    }
    if let Some(table) = request.tables.and_then(|tables| tables.table(board, play)) {
        return Ok((table, MethodKind::Table));
    }
    // Two boards together might be more than the budget.
    *solved = None;
    let table: Arc<dyn SolvedRanks> = Arc::new(solve_ranks(board.ranks(), play, request.budget, observer)?);
    *solved = Some(Solved { board: name, play, table: table.clone() });
    Ok((table, MethodKind::Search))
}

impl Method {
    fn of(kind: MethodKind, nodes: u64) -> Method {
        let name = match kind {
            MethodKind::Table => "all positions of the board",
            MethodKind::Search | MethodKind::Theorem => "retrograde analysis",
        };
        Method { kind, name: name.to_owned(), nodes }
    }
}

fn unknown(request: &Request, method: Method, stopped: Stopped) -> Analysis {
    Analysis {
        play: request.play,
        outcome: None,
        value: None,
        remoteness: None,
        moves: None,
        canonical_moves: Vec::new(),
        method,
        explanation: Vec::new(),
        stopped: Some(stopped),
    }
}

/// A position with its value, and its moves with what each is worth to the player who makes it, the best first.
///
/// Of a table that keeps outcomes only, values are won or lost in no moves.
struct Judged {
    value: SolvedValue,
    objective: Objective,
    records: RecordKind,
    /// Whether a rule says that play has ended.
    has_ended: bool,
    moves: Vec<(AnyMove, SolvedValue)>,
}

impl Judged {
    /// What the table says of the position and its moves.
    ///
    /// # Errors
    /// What is wrong with the table: it cannot be read, or it says of the position another thing than of its moves.
    fn new(position: &dyn LoopyPosition, play: Play, table: &dyn SolvedRanks) -> Result<Judged, String> {
        let (rules, records) = (position.board().ranks(), table.records());
        let (objective, layer) = (rules.objective(), rules.layer(position.rank()));
        let value_of = |rank| {
            let mut code = [HOLE];
            table.codes(rank..rank + 1, &mut code)?;
            SolvedValue::of_code(code[0]).ok_or_else(|| format!("the table has no position of rank {rank}"))
        };
        let value = value_of(position.rank())?;
        let taken = |to: u64| match objective {
            Objective::Moves => 0,
            Objective::Points => layer.saturating_sub(rules.layer(to)) as u32,
        };
        let judge = |(step, to): (AnyMove, u64)| {
            let taken = taken(to);
            Ok((step, value_of(to)?.offered(objective, taken), taken))
        };
        let moves = position.ranked_moves().into_iter().map(judge);
        let mut moves: Vec<(AnyMove, SolvedValue, u32)> = moves.collect::<Result<_, String>>()?;
        // Equally good moves stay in the order of the rules, but those that take something come first.
        moves.sort_by_key(|(_, worth, taken)| (Reverse(worth.merit(objective)), Reverse(*taken)));
        let moves: Vec<(AnyMove, SolvedValue)> =
            moves.into_iter().map(|(step, worth, _)| (step, worth)).collect();
        let has_ended = position.end(play);
        let end = has_ended.or(moves.is_empty().then_some(match play {
            Play::Normal => End::Lost,
            Play::Misere => End::Won,
        }));
        let wanted = match (end, moves.first()) {
            (None, Some((_, best))) => *best,
            (None, None) => SolvedValue::Drawn,
            (Some(end), _) => SolvedValue::of_end(end, objective, layer as u32),
        };
        let (code, wanted) = (value.code(), records.of_code(wanted.code()));
        if code != wanted {
            let (text, told, wanted) = (position.text(), records.words(code), records.words(wanted));
            return Err(format!("the table is wrong: {text} is {told} there, and {wanted} by its moves"));
        }
        Ok(Judged { value, objective, records, has_ended: has_ended.is_some(), moves })
    }

    /// The remoteness of a value of the table, if the table tells it.
    fn remoteness(&self, value: SolvedValue) -> Option<u32> {
        if self.records == RecordKind::Values { value.remoteness() } else { None }
    }

    fn outcome(&self) -> Outcome {
        match self.value {
            SolvedValue::Won(_) => Outcome::Next,
            SolvedValue::Lost(_) => Outcome::Previous,
            SolvedValue::Drawn => Outcome::Draw,
        }
    }

    /// How many moves win, or hold the draw; none if all lose. In a game of points, how many get most.
    fn good_moves(&self) -> usize {
        let is_good = |worth: &SolvedValue| match (self.objective, self.value) {
            (Objective::Points, value) => *worth == value,
            (Objective::Moves, SolvedValue::Won(_)) => matches!(worth, SolvedValue::Won(_)),
            (Objective::Moves, SolvedValue::Drawn) => matches!(worth, SolvedValue::Drawn),
            (Objective::Moves, SolvedValue::Lost(_)) => false,
        };
        self.moves.iter().take_while(|(_, worth)| is_good(worth)).count()
    }

    fn winning_moves(&self, limit: usize) -> MoveList {
        let good = self.good_moves();
        let listed = self.moves.iter().take(good.min(limit)).map(|(step, worth)| PositionMove {
            remoteness: self.remoteness(*worth),
            ..PositionMove::new(0, step.clone())
        });
        MoveList { total: good as u64, listed: listed.collect() }
    }
}
