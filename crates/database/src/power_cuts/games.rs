//! Small random games for builds of every kind.

use super::Stage;
use crate::Identity;
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::ops::Range;
use winways_rules::{End, Objective, Play, Ranks, Shifts, Status};
use winways_solve::RecordKind;

/// A game and the parameters of its build.
pub(super) struct Game {
    pub(super) name: &'static str,
    pub(super) rules: RandomGame,
    pub(super) shards: u32,
    pub(super) memory: u64,
    /// `true` if every round is committed.
    pub(super) rounds: bool,
}

/// A memory limit in bytes that is enough for each of the games.
const ENOUGH: u64 = 64 << 20;

impl Game {
    /// Creates a game with layers of several shards, commits after every round, and states on disk.
    pub(super) fn of_rounds() -> Game {
        let rules = RandomGame { layers: vec![30, 0, 8200, 10_000], objective: Objective::Moves };
        Game { name: "rounds", rules, shards: 3, memory: 0, rounds: true }
    }

    /// Creates a game with many layers, built in memory.
    pub(super) fn of_layers() -> Game {
        let rules = RandomGame { layers: vec![5, 300, 8200, 70, 1, 500], objective: Objective::Moves };
        Game { name: "layers", rules, shards: 2, memory: ENOUGH, rounds: false }
    }

    /// Creates a game of points.
    pub(super) fn of_points() -> Game {
        let rules = RandomGame { layers: vec![3, 40, 200, 8200, 90], objective: Objective::Points };
        Game { name: "points", rules, shards: 2, memory: ENOUGH, rounds: false }
    }

    /// Returns the progress of a finished build.
    pub(super) fn complete(&self) -> Stage {
        Some((self.rules.layers.len(), 0))
    }

    pub(super) fn identity(&self) -> Identity {
        let records = RecordKind::of(self.rules.objective);
        let (game, layers) = (self.name.to_owned(), self.rules.layers.clone());
        Identity {
            game,
            board: String::new(),
            play: Play::Normal,
            records,
            layers,
            shards: self.shards,
            rules: None,
        }
    }
}

/// A random game: moves and ends of play are drawn with the rank as the seed.
pub(super) struct RandomGame {
    pub(super) layers: Vec<u64>,
    objective: Objective,
}

/// Creates a random generator that depends on a rank and a purpose.
fn random(rank: u64, purpose: u64) -> SplitMix64 {
    SplitMix64::seed_from_u64(rank.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ purpose)
}

fn status(rank: u64) -> Status {
    match random(rank, 0).next_u64() % 100 {
        0 => Status::Hole,
        1..4 => Status::Ended(End::Lost),
        4 => Status::Ended(End::Won),
        5 => Status::Ended(End::Drawn),
        _ => Status::Open,
    }
}

impl Ranks for RandomGame {
    fn layers(&self) -> Vec<u64> {
        self.layers.clone()
    }

    fn statuses(&self, ranks: Range<u64>, _: Play, statuses: &mut [Status]) {
        for (rank, place) in ranks.zip(statuses) {
            *place = status(rank);
        }
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let layer = Ranks::layer(self, rank);
        let end: u64 = self.layers[..=layer].iter().sum();
        let start = end - self.layers[layer];
        let mut random = random(rank, 1);
        let first = moves.len();
        for _ in 0..1 + random.next_u64() % 3 {
            // Moves out of the layer are rare, so that a build takes several rounds.
            let to = match random.next_u64() % 8 {
                0 => random.next_u64() % end,
                _ => start + random.next_u64() % (end - start),
            };
            if status(to) != Status::Hole && !moves[first..].contains(&to) {
                moves.push(to);
            }
        }
    }

    fn predecessors(&self, _: &[u64], _: &mut Vec<u64>) -> bool {
        false
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }

    fn objective(&self) -> Objective {
        self.objective
    }
}
