//! Computes values of positions in which play may cycle.

use std::collections::HashMap;
use winways_kit::{AnyPosition, Ending, RankedPosition};
use winways_loopy::{Graph, ImpartialLabel, ImpartialLoops, Loopies, Loopy, Player};
use winways_rules::{Player as Mover, Ranks};
use winways_solve::{Ledger, Progress, StopReason};

/// The value of a position in which play may cycle.
pub(crate) enum PositionValue {
    Label(ImpartialLabel),
    Loopy(Loopy),
}

/// The memory of a position in a graph in bytes, in addition to its moves: its rank in a table, and its lists in two graphs.
const POSITION_BYTES: u64 = 256;

/// The memory of a move, in bytes.
const MOVE_BYTES: u64 = 24;

/// Returns the ranked position if it has a value. This requires that play ends only when a player cannot move, and that either
/// player may be to move in every placement.
pub(crate) fn with_value(position: &dyn AnyPosition) -> Option<&dyn RankedPosition> {
    let (properties, ranked) = (position.properties(), position.ranked()?);
    let is_known = properties.is_impartial || ranked.board().ranks().turned(ranked.rank()).is_some();
    (properties.ending == Ending::NoMove && is_known).then_some(ranked)
}

type Result<T> = std::result::Result<T, StopReason>;

/// Computes the value of a position from all positions reachable from it.
///
/// # Errors
/// Returns the [`StopReason`] if the ledger stops the work.
pub(crate) fn value_of(
    position: &dyn RankedPosition,
    loopies: &mut Loopies,
    ledger: &Ledger<'_>,
) -> Result<PositionValue> {
    match position.properties().is_impartial {
        true => Ok(PositionValue::Label(labelled(position, ledger)?.label(position.rank()))),
        false => {
            let graph = graph(position, ledger)?;
            loopies.value(&graph, 0, ledger).map(PositionValue::Loopy)
        }
    }
}

/// The labels of a position of an impartial game and of all positions reachable from it.
pub(crate) struct LabelledPositions {
    loops: ImpartialLoops,
    numbers: HashMap<u64, u32>,
}

impl LabelledPositions {
    /// Returns the number of positions.
    pub(crate) fn count(&self) -> u64 {
        self.numbers.len() as u64
    }

    /// Returns the label of the position with this rank, which must be among the labelled positions.
    pub(crate) fn label(&self, rank: u64) -> ImpartialLabel {
        self.loops.label(self.numbers[&rank])
    }

    /// Returns the step at which the position with this rank was assigned its nimber, or 0 if it has no nimber.
    pub(crate) fn step(&self, rank: u64) -> u32 {
        self.loops.step(self.numbers[&rank]).unwrap_or(0)
    }
}

/// Computes the labels of a position of an impartial game and of all positions reachable from it.
///
/// # Errors
/// Returns the [`StopReason`] if the ledger stops the work.
pub(crate) fn labelled(position: &dyn RankedPosition, ledger: &Ledger<'_>) -> Result<LabelledPositions> {
    let ranks = position.board().ranks();
    let mut found = Found::new(position.rank());
    let (mut options, mut moves) = (Vec::new(), Vec::new());
    while let Some(rank) = found.next(options.len()) {
        moves.clear();
        ranks.moves(rank, &mut moves);
        options.push(moves.iter().map(|&after| found.number(after)).collect());
        found.charge(moves.len(), ranks, ledger)?;
    }
    Ok(LabelledPositions { loops: ImpartialLoops::new(options, ledger)?, numbers: found.numbers })
}

/// Returns the graph of all placements reachable from a position, which is vertex 0.
fn graph(position: &dyn RankedPosition, ledger: &Ledger<'_>) -> Result<Graph> {
    let ranks = position.board().ranks();
    // A placement is identified by its rank with Left to move.
    let turned =
        |rank: u64| ranks.turned(rank).ok_or(StopReason::Unsupported("a position of one player only"));
    let first = match position.player() {
        Mover::Right => turned(position.rank())?,
        _ => position.rank(),
    };
    let mut found = Found::new(first);
    let (mut graph, mut moves, mut vertex) = (Graph::new(), Vec::new(), 0);
    graph.add_vertex();
    while let Some(rank) = found.next(vertex as usize) {
        moves.clear();
        ranks.moves(rank, &mut moves);
        for after in &mut moves {
            *after = turned(*after)?;
        }
        let of_left = moves.len();
        ranks.moves(turned(rank)?, &mut moves);
        for (place, &after) in moves.iter().enumerate() {
            let option = found.number(after);
            if option as usize == graph.len() {
                graph.add_vertex();
            }
            let player = if place < of_left { Player::Left } else { Player::Right };
            graph.add_edge(player, vertex, option);
        }
        found.charge(moves.len(), ranks, ledger)?;
        vertex += 1;
    }
    Ok(graph)
}

/// The positions reachable from a position, numbered in the order of discovery.
struct Found {
    ranks: Vec<u64>,
    numbers: HashMap<u64, u32>,
    moves: u64,
}

impl Found {
    fn new(first: u64) -> Found {
        Found { ranks: vec![first], numbers: HashMap::from([(first, 0)]), moves: 0 }
    }

    fn next(&self, place: usize) -> Option<u64> {
        self.ranks.get(place).copied()
    }

    /// Charges the work and the memory of a position with its moves.
    fn charge(&mut self, moves: usize, ranks: &dyn Ranks, ledger: &Ledger<'_>) -> Result<()> {
        self.moves += moves as u64;
        let positions = self.ranks.len() as u64;
        let bytes = || ranks.kept_bytes() + POSITION_BYTES * positions + MOVE_BYTES * self.moves;
        // A move costs about a microsecond, which is a hundred steps.
        ledger.spend(100 * (1 + moves as u64), || Progress::new(positions, 0, bytes()))
    }

    fn number(&mut self, rank: u64) -> u32 {
        let next = self.ranks.len() as u32;
        let number = *self.numbers.entry(rank).or_insert(next);
        if number == next {
            self.ranks.push(rank);
        }
        number
    }
}
