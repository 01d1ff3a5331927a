use super::error::StorageError;
use super::solution::{Counts, RecordKind, Solution, SolvedRanks};
use super::{solve_ranks, value::SolvedValue};
use crate::{Budget, Ledger, Observer, Progress, StopReason, Stopped};
use std::collections::HashSet;
use std::ops::Range;
use winways_rules::{Objective, Play, Ranks, RuleFault, Shifts, Status};

/// The values of all positions reachable from one position, with or without cycles, for boards on which few
/// positions are reachable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialSolution {
    /// The reachable ranks, in ascending order.
    ranks: Vec<u64>,
    /// The values by index in `ranks`.
    solution: Solution,
    counts: Counts,
}

/// An upper bound of the bytes per position during the search: its rank in a list and in a set, both of which
/// grow.
const BYTES_PER_POSITION: u64 = 56;

/// Solves the position `from` and all positions reachable from it. Returns `None` if there are more than
/// `most` of them.
///
/// # Errors
/// Returns [`Stopped`] if the budget is used up, the observer ends the work, or a move leads into a later
/// layer.
///
/// # Complexity
/// O(p · m · log p) time for p positions of m moves. The search for the positions takes at most 56 bytes per position;
/// the analysis then takes O(p · m) memory.
pub fn solve_reachable_from(
    rules: &dyn Ranks,
    play: Play,
    (from, most): (u64, u64),
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Option<PartialSolution>, Stopped> {
    let found = find(rules, play, (from, most), budget, observer);
    let Some(ranks) = found.map_err(|(reason, positions)| reason.after(positions))? else { return Ok(None) };
    let list_bytes = (size_of_val(&ranks[..]) as u64).saturating_add(rules.kept_bytes());
    let budget = Budget { memory: budget.memory.saturating_sub(list_bytes), ..budget };
    let solution = solve_ranks(&Renumbered { rules, ranks: &ranks }, play, budget, observer)?;
    let mut counts = solution.counts().clone();
    counts.farthest = counts.farthest.and_then(|index| ranks.get(index as usize).copied());
    Ok(Some(PartialSolution { ranks, solution, counts }))
}

/// Returns the ranks reachable from one rank, in ascending order, or `None` if there are more than `most`.
fn find(
    rules: &dyn Ranks,
    play: Play,
    (from, most): (u64, u64),
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Option<Vec<u64>>, (StopReason, u64)> {
    // The interval is in positions.
    let ledger = Ledger::new(budget, observer, 1 << 10).due();
    let (mut ranks, mut seen) = (vec![from], HashSet::from([from]));
    let (mut next, mut moves) = (0, Vec::new());
    while let Some(&rank) = ranks.get(next) {
        let positions = ranks.len() as u64;
        let bytes = || positions.saturating_mul(BYTES_PER_POSITION).saturating_add(rules.kept_bytes());
        let charged = ledger.spend(1, || Progress::new(next as u64, 0, bytes()));
        charged.map_err(|reason| (reason, next as u64))?;
        if positions > most {
            return Ok(None);
        }
        next += 1;
        let mut status = [Status::Hole];
        rules.statuses(rank..rank + 1, play, &mut status);
        if status[0] != Status::Open {
            continue;
        }
        moves.clear();
        rules.moves(rank, &mut moves);
        let layer = rules.layer(rank);
        for &to in &moves {
            if seen.insert(to) {
                if rules.layer(to) > layer {
                    let fault =
                        RuleFault::new(format!("a move leads to the rank {to}, which is in a later layer"));
                    return Err((fault.into(), next as u64));
                }
                ranks.push(to);
            }
        }
    }
    drop(seen);
    ranks.sort_unstable();
    Ok((ranks.len() as u64 <= most).then_some(ranks))
}

/// A game whose ranks are the indices of a list of ranks that is closed under moves.
struct Renumbered<'r> {
    rules: &'r dyn Ranks,
    ranks: &'r [u64],
}

impl Ranks for Renumbered<'_> {
    fn layers(&self) -> Vec<u64> {
        let mut end = 0u64;
        let mut known = 0;
        let listed = |size: u64| {
            end = end.saturating_add(size);
            let index = self.ranks.partition_point(|&rank| rank < end);
            index as u64 - std::mem::replace(&mut known, index as u64)
        };
        self.rules.layers().into_iter().map(listed).collect()
    }

    fn statuses(&self, indices: Range<u64>, play: Play, statuses: &mut [Status]) {
        for (index, status) in indices.zip(statuses) {
            let rank = self.ranks[index as usize];
            self.rules.statuses(rank..rank + 1, play, std::slice::from_mut(status));
        }
    }

    fn moves(&self, index: u64, moves: &mut Vec<u64>) {
        let start = moves.len();
        self.rules.moves(self.ranks[index as usize], moves);
        for to in &mut moves[start..] {
            // The list is closed under moves, so every target is found.
            *to = self.ranks.binary_search(to).map_or(u64::MAX, |index| index as u64);
        }
    }

    fn predecessors(&self, _: &[u64], _: &mut Vec<u64>) -> bool {
        false
    }

    fn shifts(&self) -> Option<Shifts> {
        None
    }

    fn objective(&self) -> Objective {
        self.rules.objective()
    }
}

impl SolvedRanks for PartialSolution {
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError> {
        match self.ranks.binary_search(&rank) {
            Ok(index) => self.solution.value(index as u64),
            Err(_) => {
                Err(StorageError::new(format!("rank {rank} is not reachable from the solved position")))
            }
        }
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn records(&self) -> RecordKind {
        self.solution.records()
    }

    fn is_complete(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoObserver;
    use crate::retrograde::layered::{Layered, layered};
    use crate::retrograde::plain_values;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_agree_with_those_of_the_whole_board(game in layered(40, 4, true), from in 0..40u64, is_misere: bool) {
            let play = if is_misere { Play::Misere } else { Play::Normal };
            let whole = Solution::of_codes(RecordKind::Values, &plain_values(&game, play));
            let reached = solve_reachable_from(&game, play, (from, 40), Budget::DEFAULT, &NoObserver).unwrap().unwrap();
            let (mut waiting, mut seen) = (vec![from], HashSet::new());
            while let Some(rank) = waiting.pop() {
                if seen.insert(rank) {
                    prop_assert_eq!(reached.value(rank), whole.value(rank));
                    if game.ends[rank as usize].is_none() {
                        waiting.extend(&game.edges[rank as usize]);
                    }
                }
            }
            prop_assert_eq!(reached.counts().positions(), seen.len() as u64);
            prop_assert!((0..40).all(|rank| reached.value(rank).is_ok() == seen.contains(&rank)));
            let most = seen.len() as u64 - 1;
            prop_assert_eq!(solve_reachable_from(&game, play, (from, most), Budget::DEFAULT, &NoObserver), Ok(None));
        }
    }

    #[test]
    fn memory_is_limited() {
        let game = Layered { layer: 4, edges: vec![vec![0, 1, 2, 3]; 4], ends: vec![None; 4] };
        let budget = Budget { memory: 20, ..Budget::DEFAULT };
        let stopped = solve_reachable_from(&game, Play::Normal, (3, 4), budget, &NoObserver);
        assert_eq!(stopped.map_err(|stopped| stopped.reason), Err(StopReason::Memory { limit: 20 }));
    }
}
