//! Computes how soon the winner of a position in a game of points takes points.
//!
//! Best moves keep the value, but playing only best moves may cycle forever. The winner therefore chooses moves that decrease
//! the number of moves until points are taken.

use std::collections::{HashMap, VecDeque};
use winways_rules::{Play, Ranks, Status};
use winways_solve::{
    Budget, HOLE, Observer, Progress, SolvedRanks, SolvedValue, StopReason, Stopped, StorageError,
};

/// The approximate memory for a position, in bytes.
const POSITION_BYTES: u64 = 256;

/// Returns the number of moves until points are taken or play ends, for each position reachable from `start` by best play.
///
/// The winner hurries and the loser delays. Positions after points have been taken are excluded.
///
/// Uses retrograde analysis of the positions reachable by best play within the layer.
///
/// # Complexity
/// O(positions · moves).
///
/// # Errors
/// Returns [`Stopped`] if the memory limit is exceeded, the observer stops the work, or the table is damaged.
pub(super) fn moves_to_taking(
    rules: &dyn Ranks,
    play: Play,
    table: &dyn SolvedRanks,
    start: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<HashMap<u64, u32>, Stopped> {
    let layer = rules.layer(start);
    let first = rules.layers()[..layer].iter().sum();
    let mut region = Region { rules, play, table, layer, first, nodes: Vec::new(), numbers: HashMap::new() };
    region.number(start);
    let mut next = 0;
    while next < region.nodes.len() {
        let nodes = region.nodes.len() as u64;
        let stopped = |reason: StopReason| reason.after(nodes);
        budget.check(nodes.saturating_mul(POSITION_BYTES)).map_err(stopped)?;
        if next % 1024 == 0 {
            observer.poll(&Progress::new(nodes, 0, 0)).map_err(stopped)?;
        }
        region.examine(next).map_err(|_| stopped(StopReason::Table))?;
        next += 1;
    }
    Ok(region.moves())
}

struct Region<'a> {
    rules: &'a dyn Ranks,
    play: Play,
    table: &'a dyn SolvedRanks,
    layer: usize,
    /// The first rank of the layer.
    first: u64,
    nodes: Vec<Node>,
    numbers: HashMap<u64, usize>,
}

/// A node of the region: a position reachable by best play.
struct Node {
    rank: u64,
    /// `true` if the winner is to move.
    is_winner: bool,
    /// `true` if a best move takes points, or play has ended.
    is_exit: bool,
    /// The number of best moves that lead to nodes whose distance is still unknown.
    open: usize,
    /// The nodes with best moves to this node.
    sources: Vec<usize>,
}

impl Region<'_> {
    /// Returns the number of the node of a rank; adds the node if it is new.
    fn number(&mut self, rank: u64) -> usize {
        let next = self.nodes.len();
        *self.numbers.entry(rank).or_insert_with(|| {
            let node = Node { rank, is_winner: false, is_exit: false, open: 0, sources: Vec::new() };
            self.nodes.push(node);
            next
        })
    }

    /// Finds the best moves of a node.
    fn examine(&mut self, number: usize) -> Result<(), StorageError> {
        let rank = self.nodes[number].rank;
        let value = self.value(rank)?;
        let mut statuses = [Status::Hole];
        self.rules.statuses(rank..rank + 1, self.play, &mut statuses);
        let mut moves = Vec::new();
        if statuses[0] == Status::Open {
            self.rules.moves(rank, &mut moves);
        }
        self.nodes[number].is_winner = value.points() > 0;
        self.nodes[number].is_exit = moves.is_empty();
        for to in moves {
            let taken = self.layer.saturating_sub(self.rules.layer(to)) as u32;
            if self.value(to)?.offered(self.rules.objective(), taken) != value {
                continue;
            }
            if to < self.first {
                self.nodes[number].is_exit = true;
                continue;
            }
            let node = self.number(to);
            self.nodes[node].sources.push(number);
            self.nodes[number].open += 1;
        }
        Ok(())
    }

    fn value(&self, rank: u64) -> Result<SolvedValue, StorageError> {
        let mut code = [HOLE];
        self.table.codes(rank..rank + 1, &mut code)?;
        SolvedValue::of_code(code[0]).ok_or_else(|| StorageError::new(format!("rank {rank} has no position")))
    }

    /// Returns the distance of each node, computed backwards from the nodes where points are taken.
    fn moves(mut self) -> HashMap<u64, u32> {
        let mut moves: HashMap<u64, u32> = HashMap::new();
        let mut waiting: VecDeque<(usize, u32)> = VecDeque::new();
        for (number, node) in self.nodes.iter().enumerate() {
            if node.is_exit && (node.is_winner || node.open == 0) {
                waiting.push_back((number, 1));
            }
        }
        while let Some((number, count)) = waiting.pop_front() {
            if moves.contains_key(&self.nodes[number].rank) {
                continue;
            }
            moves.insert(self.nodes[number].rank, count);
            for source in std::mem::take(&mut self.nodes[number].sources) {
                let source_node = &mut self.nodes[source];
                source_node.open -= 1;
                if source_node.is_winner || source_node.open == 0 {
                    waiting.push_back((source, count + 1));
                }
            }
        }
        moves
    }
}
