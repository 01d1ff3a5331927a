//! Games of points: how to get what a won position is worth.
//!
//! A best move keeps the value, but best moves alone may cycle for ever. So the winner follows the number of
//! moves to the next taking of points, which falls with every move.

use std::collections::{HashMap, VecDeque};
use winways_rules::{Play, Ranks, Status};
use winways_solve::{
    Budget, HOLE, Observer, Progress, SolvedRanks, SolvedValue, StopReason, Stopped, StorageError,
};

/// About how many bytes a position takes.
const POSITION_BYTES: u64 = 256;

/// How many moves it takes, if the winner hurries and the loser delays, from each of the positions reachable from
/// a won one by best play until points are taken or play ends. Positions in which that has been done are not among them.
///
/// Retrograde analysis of the positions reachable by best play within the layer: O(positions · moves).
///
/// # Errors
/// [`Stopped`]: that the memory does not suffice, that the observer ended the work, or that the table is damaged.
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
    let mut region = Region { rules, play, table, layer, first, places: Vec::new(), numbers: HashMap::new() };
    region.number(start);
    let mut next = 0;
    while next < region.places.len() {
        let nodes = region.places.len() as u64;
        let stopped = |reason: StopReason| reason.after(nodes);
        if nodes.saturating_mul(POSITION_BYTES) > budget.memory {
            return Err(stopped(StopReason::Memory { limit: budget.memory }));
        }
        if next % 1024 == 0 {
            observer.poll(&Progress { positions: nodes, ..Progress::default() }).map_err(stopped)?;
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
    places: Vec<Place>,
    numbers: HashMap<u64, usize>,
}

/// A position of the region.
struct Place {
    rank: u64,
    /// Whether the winner is to move.
    is_winner: bool,
    /// Whether a best move takes points, or play has ended.
    is_exit: bool,
    /// How many best moves lead to places.
    open: usize,
    /// The places from which best moves lead here.
    sources: Vec<usize>,
}

impl Region<'_> {
    /// The number of the place of a rank.
    fn number(&mut self, rank: u64) -> usize {
        let next = self.places.len();
        *self.numbers.entry(rank).or_insert_with(|| {
            let place = Place { rank, is_winner: false, is_exit: false, open: 0, sources: Vec::new() };
            self.places.push(place);
            next
        })
    }

    /// Finds the best moves of a place.
    fn examine(&mut self, number: usize) -> Result<(), StorageError> {
        let rank = self.places[number].rank;
        let value = self.value(rank)?;
        let mut statuses = [Status::Hole];
        self.rules.statuses(rank..rank + 1, self.play, &mut statuses);
        let mut moves = Vec::new();
        if statuses[0] == Status::Open {
            self.rules.moves(rank, &mut moves);
        }
        self.places[number].is_winner = value.points() > 0;
        self.places[number].is_exit = moves.is_empty();
        for to in moves {
            let taken = self.layer.saturating_sub(self.rules.layer(to)) as u32;
            if self.value(to)?.offered(self.rules.objective(), taken) != value {
                continue;
            }
            if to < self.first {
                self.places[number].is_exit = true;
                continue;
            }
            let place = self.number(to);
            self.places[place].sources.push(number);
            self.places[number].open += 1;
        }
        Ok(())
    }

    fn value(&self, rank: u64) -> Result<SolvedValue, StorageError> {
        let mut code = [HOLE];
        self.table.codes(rank..rank + 1, &mut code)?;
        SolvedValue::of_code(code[0]).ok_or_else(|| StorageError::new(format!("rank {rank} has no position")))
    }

    /// The numbers of moves, from the places where points are taken backwards.
    fn moves(mut self) -> HashMap<u64, u32> {
        let mut moves: HashMap<u64, u32> = HashMap::new();
        let mut waiting: VecDeque<(usize, u32)> = VecDeque::new();
        for (number, place) in self.places.iter().enumerate() {
            if place.is_exit && (place.is_winner || place.open == 0) {
                waiting.push_back((number, 1));
            }
        }
        while let Some((number, count)) = waiting.pop_front() {
            if moves.contains_key(&self.places[number].rank) {
                continue;
            }
            moves.insert(self.places[number].rank, count);
            for source in std::mem::take(&mut self.places[number].sources) {
                let source_place = &mut self.places[source];
                source_place.open -= 1;
                if source_place.is_winner || source_place.open == 0 {
                    waiting.push_back((source, count + 1));
                }
            }
        }
        moves
    }
}
