//! Graphs as games with all features of a ruleset: layers, ends, holes, cycles.

use proptest::prelude::*;
use winways_rules::{End, Play, RankedRuleset, Status};

/// Selects whether a graph lists predecessors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Listing {
    Nothing,
    Predecessors,
}

/// A token on a graph.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    pub(crate) layers: Vec<u64>,
    pub(crate) statuses: Vec<Status>,
    /// The target ranks of the moves; a move may be repeated.
    pub(crate) moves: Vec<Vec<u64>>,
    pub(crate) listing: Listing,
}

impl Graph {
    pub(crate) fn of_moves(moves: &[&[u64]]) -> Graph {
        Graph {
            layers: vec![moves.len() as u64],
            statuses: Vec::new(),
            moves: moves.iter().map(|moves| moves.to_vec()).collect(),
            listing: Listing::Predecessors,
        }
    }

    fn layer_of(&self, rank: u64) -> usize {
        let mut end = 0;
        self.layers
            .iter()
            .take_while(|&&size| {
                end += size;
                end <= rank
            })
            .count()
    }
}

impl RankedRuleset for Graph {
    type Position = u64;

    fn layers(&self) -> Vec<u64> {
        self.layers.clone()
    }

    fn rank(&self, position: &u64) -> u64 {
        *position
    }

    fn position(&self, rank: u64) -> Option<u64> {
        let is_hole = self.statuses.get(rank as usize) == Some(&Status::Hole);
        (!is_hole).then_some(rank)
    }

    fn end(&self, position: &u64, _: Play) -> Option<End> {
        match self.statuses.get(*position as usize) {
            Some(Status::Ended(end)) => Some(*end),
            _ => None,
        }
    }

    fn options(&self, position: &u64, options: &mut Vec<u64>) {
        options.extend(&self.moves[*position as usize]);
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if self.listing == Listing::Nothing {
            return false;
        }
        let layer = self.layer_of(rank);
        for (from, moves) in self.moves.iter().enumerate() {
            let leads = moves.contains(&rank) && self.layer_of(from as u64) == layer;
            predecessors.extend(leads.then_some(from as u64));
        }
        true
    }
}

/// Generates random graphs of up to `most` positions, often sparse, with layers, ends and holes.
pub(crate) fn random_graph(most: usize) -> impl Strategy<Value = Graph> {
    let layers = prop::collection::vec(0..=most as u64 / 3, 1..4);
    (layers, 0usize..4, any::<u64>()).prop_map(|(mut layers, density, seed)| {
        layers[0] += 1;
        let count: u64 = layers.iter().sum();
        let mut random = seed;
        let mut next = move |bound: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % bound.max(1)
        };
        let status = |number: u64| match number {
            0 => Status::Hole,
            1 => Status::Ended(End::Lost),
            2 => Status::Ended(End::Won),
            3 => Status::Ended(End::Drawn),
            _ => Status::Open,
        };
        let rarity = [5, 12, 60, 300][density];
        let statuses: Vec<Status> = (0..count).map(|_| status(next(rarity))).collect();
        let mut moves = Vec::new();
        let mut end = 0;
        for &size in &layers {
            let start = end;
            end += size;
            for from in start..end {
                let number =
                    if statuses[from as usize] == Status::Open { next(density as u64 + 3) } else { 0 };
                let mut to = || match next(4) {
                    0 => next(end),
                    _ => start + next(size),
                };
                let targets: Vec<u64> = (0..number).map(|_| to()).collect();

                moves.push(targets.into_iter().filter(|to| statuses[*to as usize] != Status::Hole).collect());
            }
        }
        Graph { layers, statuses, moves, listing: Listing::Predecessors }
    })
}
