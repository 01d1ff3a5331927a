use super::error::StorageError;
use super::solution::{Counts, SolvedRanks};
use super::value::{SolvedValue, end_without_moves, value_at_end};
use crate::{Budget, Ledger, Observer, Progress, StopReason, Stopped};
use std::collections::BTreeMap;
use winways_rules::{Objective, Play, Ranks, Status};

/// The values of all positions reachable from one position, for boards too large to be solved as a whole.
///
/// Applies to games in which every move leads to an earlier layer; see [`solve_acyclic_from`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcyclicSolution {
    /// The end of each layer.
    ends: Vec<u64>,
    layers: BTreeMap<usize, Layer>,
    counts: Counts,
}

/// Positions of one layer, in ascending order of rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Layer {
    ranks: Vec<u64>,
    /// Codes as returned by [`SolvedValue::code`].
    codes: Vec<u32>,
}

/// A list of ranks, possibly with duplicates.
#[derive(Default)]
struct FoundRanks {
    ranks: Vec<u64>,
    /// The length of the list after the last deduplication.
    distinct: usize,
}

impl FoundRanks {
    fn push(&mut self, rank: u64) {
        self.ranks.push(rank);
        if self.ranks.len() > 2 * self.distinct + 1024 {
            self.keep_distinct();
        }
    }

    fn keep_distinct(&mut self) {
        self.ranks.sort_unstable();
        self.ranks.dedup();
        self.distinct = self.ranks.len();
    }
}

/// An upper bound of the bytes of a rank, in a list that grows.
const RANK_BYTES: u64 = 2 * size_of::<u64>() as u64;
/// The bytes of a code.
const CODE_BYTES: u64 = size_of::<u32>() as u64;

/// Solves the position `from` and all positions reachable from it. Returns `None` if a move does not lead
/// to an earlier layer, so that play may cycle, or if the game is a game of points.
///
/// # Errors
/// Returns [`Stopped`] if the budget is used up or the observer ends the work.
///
/// # Complexity
/// O(p · m · log p) for p positions of m moves; about 20 bytes per position.
pub fn solve_acyclic_from(
    rules: &dyn Ranks,
    play: Play,
    from: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Option<AcyclicSolution>, Stopped> {
    let ends = rules.layers().into_iter().scan(0u64, |end, size| {
        *end = end.saturating_add(size);
        Some(*end)
    });
    let solution =
        AcyclicSolution { ends: ends.collect(), layers: BTreeMap::new(), counts: Counts::default() };
    if rules.objective() != Objective::Moves {
        return Ok(None);
    }
    // The interval is in positions.
    let ledger = Ledger::new(budget, observer, 1 << 10).due();
    let mut search = Search { rules, play, solution, ledger, positions: 0 };
    let found = search.explore(from).and_then(|is_acyclic| match is_acyclic {
        true => search.value_all().map(|()| true),
        false => Ok(false),
    });
    match found {
        Ok(is_acyclic) => Ok(is_acyclic.then_some(search.solution)),
        Err(reason) => Err(reason.after(search.positions)),
    }
}

/// The state of a search.
struct Search<'w> {
    rules: &'w dyn Ranks,
    play: Play,
    solution: AcyclicSolution,
    ledger: Ledger<'w>,
    /// The number of distinct positions found so far.
    positions: u64,
}

impl Search<'_> {
    /// Returns the progress, with `waiting` ranks found in layers that the search has not reached.
    fn progress(&self, layer: usize, waiting: u64) -> Progress {
        let bytes = self.positions * (RANK_BYTES + CODE_BYTES) + waiting * RANK_BYTES;
        Progress { layer: layer as u64, ..Progress::new(self.positions, 0, bytes) }
    }

    fn status(&self, rank: u64) -> Status {
        let mut status = [Status::Hole];
        self.rules.statuses(rank..rank + 1, self.play, &mut status);
        status[0]
    }

    /// Finds all positions, layer by layer. Returns `false` if a move does not lead to an earlier layer.
    fn explore(&mut self, from: u64) -> Result<bool, StopReason> {
        let first = FoundRanks { ranks: vec![from], distinct: 1 };
        let mut found = BTreeMap::from([(self.solution.layer(from), first)]);
        let mut moves = Vec::new();
        // All moves into the last of these layers have been found.
        while let Some((layer, mut last)) = found.pop_last() {
            last.keep_distinct();
            for &rank in &last.ranks {
                let waiting = || found.values().map(|found| found.ranks.len() as u64).sum();
                self.ledger.spend(1, || self.progress(layer, waiting()))?;
                self.positions += 1;
                if self.status(rank) != Status::Open {
                    continue;
                }
                moves.clear();
                self.rules.moves(rank, &mut moves);
                for &to in &moves {
                    let layer_after = self.solution.layer(to);
                    if layer_after >= layer {
                        return Ok(false);
                    }
                    found.entry(layer_after).or_default().push(to);
                }
            }
            self.solution.layers.insert(layer, Layer { ranks: last.ranks, codes: Vec::new() });
        }
        Ok(true)
    }

    /// Computes the values of all positions, earlier layers first.
    fn value_all(&mut self) -> Result<(), StopReason> {
        let layers: Vec<usize> = self.solution.layers.keys().copied().collect();
        // Polls here, since the ledger may not poll again before a small game is solved.
        self.ledger.poll(&self.progress(layers.first().copied().unwrap_or(0), 0))?;
        let without_moves = SolvedValue::of_end(end_without_moves(self.play), Objective::Moves, 0);
        let mut moves = Vec::new();
        for layer in layers {
            let Some(Layer { ranks, .. }) = self.solution.layers.get_mut(&layer) else { continue };
            let ranks = std::mem::take(ranks);
            let mut codes = Vec::with_capacity(ranks.len());
            for &rank in &ranks {
                self.ledger.spend(1, || self.progress(layer, 0))?;
                let value = value_at_end(self.status(rank)).unwrap_or_else(|| {
                    moves.clear();
                    self.rules.moves(rank, &mut moves);
                    let options = moves.iter().filter_map(|&to| self.solution.find(to));
                    SolvedValue::of_options(options, without_moves)
                });
                self.solution.counts.count(rank, value.code());
                codes.push(value.code());
            }
            self.solution.layers.insert(layer, Layer { ranks, codes });
        }
        Ok(())
    }
}

impl AcyclicSolution {
    fn layer(&self, rank: u64) -> usize {
        self.ends.partition_point(|&end| end <= rank)
    }

    fn find(&self, rank: u64) -> Option<SolvedValue> {
        let layer = self.layers.get(&self.layer(rank))?;
        let index = layer.ranks.binary_search(&rank).ok()?;
        SolvedValue::of_code(*layer.codes.get(index)?)
    }
}

impl SolvedRanks for AcyclicSolution {
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError> {
        match self.find(rank) {
            Some(value) => Ok(Some(value)),
            None => Err(StorageError::new(format!("rank {rank} is not reachable from the solved position"))),
        }
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn is_complete(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::retrograde::layered::{Layered, layered};
    use crate::retrograde::plain_values;
    use crate::{NoObserver, Solution};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_agree_with_those_of_the_whole_board(game in layered(36, 3, false), from in 0..36u64, is_misere: bool) {
            let play = if is_misere { Play::Misere } else { Play::Normal };
            let whole = Solution::of_codes(crate::RecordKind::Values, &plain_values(&game, play));
            let solution = solve_acyclic_from(&game, play, from, Budget::DEFAULT, &NoObserver).unwrap().unwrap();
            let mut waiting = vec![from];
            let mut seen = 0;
            while let Some(rank) = waiting.pop() {
                prop_assert_eq!(solution.value(rank), whole.value(rank));
                if game.ends[rank as usize].is_none() && seen < 2000 {
                    waiting.extend(&game.edges[rank as usize]);
                }
                seen += 1;
            }
            prop_assert!(!solution.is_complete() && solution.counts().positions() <= 36);
        }
    }

    #[test]
    fn games_that_may_cycle_are_not_searched_and_memory_is_limited() {
        let mut edges = vec![Vec::new(); 36];
        (1..36).for_each(|vertex| edges[vertex].push((vertex as u64 - 1) / 3));
        let falling = Layered { layer: 3, edges: edges.clone(), ends: vec![None; 36] };
        assert!(matches!(
            solve_acyclic_from(&falling, Play::Normal, 35, Budget::DEFAULT, &NoObserver),
            Ok(Some(_))
        ));
        // The memory is checked before the first layer is evaluated.
        let budget = Budget { memory: 20, ..Budget::DEFAULT };
        let stopped = solve_acyclic_from(&falling, Play::Normal, 35, budget, &NoObserver);
        let limit = StopReason::Memory { limit: 20 };
        assert_eq!(stopped.map_err(|stopped| stopped.reason), Err(limit));
        edges[35].push(34);
        let cycling = Layered { layer: 3, edges, ends: vec![None; 36] };
        assert_eq!(solve_acyclic_from(&cycling, Play::Normal, 35, Budget::DEFAULT, &NoObserver), Ok(None));
    }
}
