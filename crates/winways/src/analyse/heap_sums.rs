//! Sums of heaps of a partizan game, some of them large.
//!
//! If moves split nothing and take a bounded number of tokens, what a heap does in a sum depends on a window of heaps before
//! it. So with a fixed number of small heaps beside it, the outcomes of all sums of a heap and what may be left of the small
//! ones repeat, and two equal windows prove the period. The outcome of a sum of several large heaps follows from their
//! outcomes where at most one player can profit: L + L is L, and what is lost for the player to move is 0 under normal play.

use super::analysis::{Analysis, Method, MethodKind, MethodName};
use super::heap_periods::{FROM, MOST_OUTCOMES, ProvedForms, quota_of_forms, winning_moves};
use super::question::{Missing, Question};
use std::collections::HashMap;
use winways_kit::HeapForms;
use winways_rules::{Play, Recurrence, Side};
use winways_solve::{Budget, Observer, Pattern, StopReason, Stopped, Theorems, Until};
use winways_values::{Arena, Game, GameOutcome};

/// Heaps up to this size may stand beside a large heap, if they leave at most [`MOST_RESTS`] sums of smaller heaps.
const SMALL: u64 = 63;
const MOST_RESTS: usize = 256;
/// The number of sums of a heap and a rest that are searched for a period.
const MOST_SUMS: u64 = 1 << 18;
/// Sums of heaps up to this size are left to the other methods if nothing is proved about them.
const SEARCHED: u64 = 1 << 16;

/// Answers for a sum of heaps of a partizan game of which at least one is large: by the proved period of the outcomes of a
/// large heap beside small ones, or by the outcomes of the heaps. If the values have a proved period, other methods answer;
/// if nothing is proved, the answer is a limit at once.
pub(super) fn by_proved_periods(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "proved periods of the heaps of a partizan game";
    let (request, observer) = (question.request, question.observer);
    let partizan = question.position.only().and_then(|summand| summand.partizan()).ok_or(MISSING)?;
    let (sizes, heaps) = partizan.heaps().filter(|(sizes, _)| sizes.len() > 1).ok_or(MISSING)?;
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let Recurrence::Window { length: window } = heaps.recurrence() else { return Err(MISSING) };
    let is_known = || request.play == Play::Normal && partizan.is_known_by_theorem(&Arena::default());
    if largest < FROM || window > FROM || request.theorems == Theorems::Use && is_known() {
        return Err(MISSING);
    }
    if request.play == Play::Normal
        && let Some(outcome) = outcome_of_proved_values(heaps, window, &sizes, request.budget, observer)
    {
        // The canonical forms tell more, if more is asked for.
        let method = Method {
            kind: MethodKind::Search,
            name: MethodName::known("values with a proved period"),
            nodes: 0,
        };
        return match outcome.filter(|_| request.outcome_only) {
            Some(outcome) => {
                Ok(Analysis { outcome: Some(outcome.into()), ..Analysis::empty(request.play, method) })
            }
            None => Err(MISSING),
        };
    }
    let name = MethodName::known("outcomes of sums of smaller heaps, and their proved period");
    let method = |nodes| Method { kind: MethodKind::Search, name: name.clone(), nodes };
    let small = sizes.iter().copied().filter(|&size| size <= SMALL).collect();
    let found = SumOutcomes::find(heaps, window, small, request.play, request.budget, observer);
    let found = match found {
        Ok(found) => found,
        Err(stopped) => return Ok(Analysis::unknown(request.play, method(stopped.nodes), stopped)),
    };
    let outcome = found.as_ref().and_then(|found| found.of(&sizes));
    let (Some(found), Some(outcome)) = (found, outcome) else {
        if largest <= SEARCHED {
            return Err(MISSING);
        }
        let reason = StopReason::Unsupported("a sum of heaps so large, whose values have no proved period,");
        return Ok(Analysis::unknown(request.play, method(0), reason.after(0)));
    };
    let nodes = found.outcomes.len() as u64 * found.rests.len() as u64;
    let moves = winning_moves(question.position, request.moves, observer, |heaps| found.of(heaps));
    let (moves, stopped) = match moves {
        _ if request.outcome_only => (None, None),
        Ok(moves) => (Some(moves), None),
        Err(reason) => (None, Some(reason.after(nodes))),
    };
    Ok(Analysis {
        outcome: Some(outcome.into()),
        moves,
        explanation: found.reasons(&sizes),
        stopped,
        ..Analysis::empty(request.play, method(nodes))
    })
}

/// Returns the outcome of a sum by the values of its heaps. `None` in the outer option means that no period of the values is
/// proved with little work; `None` in the inner one, that the sum takes too long.
fn outcome_of_proved_values(
    heaps: &dyn HeapForms,
    window: u64,
    sizes: &[u64],
    budget: Budget,
    observer: &dyn Observer,
) -> Option<Option<GameOutcome>> {
    let (quota, arena) = quota_of_forms(budget);
    let found = ProvedForms::find(heaps, window, &arena, budget, &Until::new(observer, quota.interrupt()))?;
    let sum = sizes.iter().try_fold(Game::ZERO, |sum, &heap| arena.add(sum, found.of(heap)?).ok());
    Some(sum.map(|sum| arena.outcome(sum)))
}

/// The outcomes of sums of a heap and a rest: what may be left of the small heaps.
struct SumOutcomes {
    play: Play,
    /// The numbers of the rests, which are heaps in descending order without zeros.
    rests: HashMap<Vec<u64>, usize>,
    /// The outcomes of each heap beside each rest.
    outcomes: Vec<Vec<GameOutcome>>,
    pattern: Pattern,
}

/// Returns heaps in descending order, without zeros.
fn sorted(mut heaps: Vec<u64>) -> Vec<u64> {
    heaps.retain(|&heap| heap > 0);
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

/// Returns everything that may be left of small heaps; `None` if there are too many rests.
fn rests_of(small: &[u64]) -> Option<Vec<Vec<u64>>> {
    let mut rests = vec![Vec::new()];
    for &heap in small {
        rests = rests
            .into_iter()
            .flat_map(|rest: Vec<u64>| (0..=heap).map(move |left| sorted([&rest[..], &[left]].concat())))
            .collect();
        rests.sort_unstable();
        rests.dedup();
        if rests.len() > MOST_RESTS {
            return None;
        }
    }
    Some(rests)
}

impl SumOutcomes {
    /// Computes the outcomes of the first heaps beside everything that may be left of the small heaps. Returns `None` if
    /// they prove no period.
    fn find(
        heaps: &dyn HeapForms,
        window: u64,
        small: Vec<u64>,
        play: Play,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<SumOutcomes>, Stopped> {
        let Some(rests) = rests_of(&small) else { return Ok(None) };
        let most = MOST_OUTCOMES.min(MOST_SUMS / rests.len() as u64);
        let mut wins = heaps.winners(play, budget, observer);
        let (mut outcomes, mut numbers, mut rows) = (Vec::new(), Vec::new(), HashMap::new());
        let mut next = (4 * window).max(64);
        while next <= most {
            for heap in outcomes.len() as u64..next {
                let mut row = Vec::with_capacity(rests.len());
                for rest in &rests {
                    let sum = [&rest[..], &[heap]].concat();
                    row.push(match (wins(&sum, Side::Left)?, wins(&sum, Side::Right)?) {
                        (true, true) => GameOutcome::Next,
                        (true, false) => GameOutcome::Left,
                        (false, true) => GameOutcome::Right,
                        (false, false) => GameOutcome::Previous,
                    });
                }
                let fresh = rows.len() as u16;
                let key: Vec<u8> = row.iter().map(|outcome| *outcome as u8).collect();
                numbers.push(*rows.entry(key).or_insert(fresh));
                outcomes.push(row);
            }
            let recurrence = Recurrence::Window { length: window };
            let pattern = Pattern::of_metered(&numbers, recurrence, &mut observer.meter());
            let pattern = pattern.map_err(|fault| StopReason::from(fault).after(next))?;
            if let Some(pattern) = pattern.filter(|pattern| pattern.is_proved() && pattern.saltus == 0) {
                let rests = rests.into_iter().zip(0..).collect();
                return Ok(Some(SumOutcomes { play, rests, outcomes, pattern }));
            }
            next *= 2;
        }
        Ok(None)
    }

    /// Returns the outcome of a heap beside a rest.
    fn beside(&self, heap: u64, rest: Vec<u64>) -> Option<GameOutcome> {
        let row = self.outcomes.get(usize::try_from(self.pattern.reduce(heap).0).ok()?)?;
        row.get(*self.rests.get(&sorted(rest))?).copied()
    }

    /// Returns the outcome of a sum; `None` if it does not follow.
    fn of(&self, sizes: &[u64]) -> Option<GameOutcome> {
        let (small, large): (Vec<u64>, Vec<u64>) = sizes.iter().partition(|&&size| size <= SMALL);
        match &large[..] {
            [] => None,
            [heap] => self.beside(*heap, small),
            [first, others @ ..] if self.play == Play::Normal => {
                let mut outcomes = vec![self.beside(*first, small)?];
                for &heap in others {
                    outcomes.push(self.beside(heap, Vec::new())?);
                }
                outcome_of_sum(&outcomes)
            }
            _ => None,
        }
    }

    fn reasons(&self, sizes: &[u64]) -> Vec<String> {
        let Pattern { preperiod, period, .. } = self.pattern;
        let mut reasons = vec![format!(
            "the outcomes of a heap beside what may be left of the small heaps have period {period} from heap {preperiod} on, \
             which is proved (two equal windows)"
        )];
        if sizes.iter().filter(|&&size| size > SMALL).count() > 1 {
            reasons.push(
                "the outcome of the sum follows from those of its large heaps: lost heaps (P) are 0, and the sum of games \
                 that one player wins, moving first or second, is such a game"
                    .to_owned(),
            );
        }
        reasons
    }
}

/// Returns the outcome of a sum under normal play from the outcomes of its parts; `None` if they do not tell it.
fn outcome_of_sum(outcomes: &[GameOutcome]) -> Option<GameOutcome> {
    let mut others = outcomes.iter().copied().filter(|outcome| *outcome != GameOutcome::Previous);
    let Some(first) = others.next() else { return Some(GameOutcome::Previous) };
    let rest: Vec<GameOutcome> = others.collect();
    let is_of_one_player = matches!(first, GameOutcome::Left | GameOutcome::Right);
    (rest.is_empty() || is_of_one_player && rest.iter().all(|outcome| *outcome == first)).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, NoObserver, Position, Request, analyse};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Outcomes of sums by proved periods are those of a search.
        #[test]
        fn sums_agree_with_a_search(
            left in prop::collection::btree_set(1..5u64, 1..4), right in prop::collection::btree_set(1..5u64, 1..4),
            large in prop::collection::vec(64..80u64, 1..3), small in prop::collection::vec(0..4u64, 0..2),
            misere in any::<bool>(),
        ) {
            prop_assume!(left != right);
            let set = |set: &BTreeSet<u64>| set.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
            let game = Catalogue::new().game(&format!("subtract{{{}|{}}}", set(&left), set(&right))).unwrap();
            let sizes = [&large[..], &small].concat();
            let text: Vec<String> = sizes.iter().map(u64::to_string).collect();
            let position = Position::of_game(&*game, &text.join(" ")).unwrap();
            let play = if misere { Play::Misere } else { Play::Normal };
            let summand = position.only().and_then(|summand| summand.partizan()).unwrap();
            let (sizes, heaps) = summand.heaps().unwrap();
            let window = left.iter().chain(&right).copied().max().unwrap();
            let found = SumOutcomes::find(heaps, window, small, play, Budget::DEFAULT, &NoObserver).unwrap();
            if let Some(outcome) = found.and_then(|found| found.of(&sizes)) {
                let request = Request {
                    play, theorems: Theorems::Ignore, outcome_only: true, ..Request::default()
                };
                prop_assert_eq!(Some(outcome.into()), analyse(&position, &request, &NoObserver).outcome);
            }
        }
    }
}
