//! Cases that solve whole boards of loopy games with the engines for numbered positions.

use super::case::{BenchResult, Resources, Result};
use super::checksum::Checksum;
use crate::Catalogue;
use std::ops::Range;
use winways_rules::{Objective, Play, Ranks, Shifts, Status};
use winways_solve::{SolvedRanks, solve_ranks};

/// Solves all positions of a board with the engine that suits the game. If `by_messages` is `true`, hides the shifts, so that
/// the shift engine is not used.
pub(super) fn board(resources: &Resources<'_>, game: &str, board: &str, by_messages: bool) -> Result {
    let board = Catalogue::new().game(game)?.board(board)?;
    let without_shifts = WithoutShifts(board.ranks());
    let rules: &dyn Ranks = if by_messages { &without_shifts } else { board.ranks() };
    let solution = solve_ranks(rules, Play::Normal, resources.budget, resources.observer)?;
    let tally = solution.counts();
    let mut checksum = Checksum::default().words([tally.drawn, tally.holes]).optional(tally.farthest);
    for counts in [&tally.won, &tally.lost] {
        checksum = checksum.word(counts.len() as u64).words(counts.iter().copied());
    }
    let [won, lost]: [u64; 2] = [tally.won.iter().sum(), tally.lost.iter().sum()];
    let greatest = tally.greatest_remoteness().unwrap_or(0);
    let summary = format!("won {won}, lost {lost}, drawn {}, greatest value {greatest}", tally.drawn);
    Ok(BenchResult::new(summary, tally.positions(), "positions", checksum))
}

/// Rules that hide their shifts, so that the message engine is used.
struct WithoutShifts<'r>(&'r dyn Ranks);

impl Ranks for WithoutShifts<'_> {
    fn layers(&self) -> Vec<u64> {
        self.0.layers()
    }

    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        self.0.statuses(ranks, play, statuses);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        self.0.moves(rank, moves);
    }

    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool {
        self.0.predecessors(ranks, predecessors)
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }

    fn objective(&self) -> Objective {
        self.0.objective()
    }
}
