//! Answers for large heaps of partizan games, and for sums with large heaps, from proved periods of outcomes and values.
//!
//! If moves never split a heap and take a bounded number of tokens, the outcome of a heap depends only on a window of smaller
//! heaps. Under normal play, so does its value. Two equal windows therefore prove a period. The same holds for a heap beside
//! fixed small heaps, if the window contains the outcomes of each heap beside every *rest*: a sum to which moves may reduce the
//! small heaps. Under normal play, a heap that the player to move loses equals 0, and a sum of heaps that Left wins is won by
//! Left. The outcomes of several large heaps therefore determine the outcome of their sum if at most one heap is not 0, or if
//! the same player wins all heaps that are not 0.

use super::analysis::{Analysis, Method, MoveList};
use super::partizan::describe;
use super::question::{Missing, Question};
use super::request::Request;
use super::value::Value;
use crate::Position;
use std::collections::HashMap;
use winways_kit::HeapForms;
use winways_rules::{Play, Player, Recurrence, Side};
use winways_solve::{Budget, FormPattern, Observer, Pattern, Quota, StopReason, Stopped, Theorems, Until};
use winways_values::{Arena, Game, GameOutcome};

/// The minimum size of a heap for which a period is sought. Smaller heaps are solved directly.
const FROM: u64 = 1 << 12;
/// The maximum number of heaps whose outcomes are searched for a period. For a single heap, the last doubling may exceed it.
const MOST_OUTCOMES: u64 = 1 << 14;
/// The maximum number of heaps whose values are searched for a period. The search is also limited to `WINDOWS` windows and to
/// `POLLS` polls of the observer (a fraction of a second).
const MOST_VALUES: u64 = 1 << 10;
const WINDOWS: u64 = 16;
const POLLS: u64 = 1 << 7;
/// The maximum memory for the values, in bytes.
const VALUES_MEMORY: u64 = 256 << 20;
/// The maximum size of a small heap beside a large heap. Moves may reduce the small heaps to at most [`MOST_RESTS`] sums.
const SMALL: u64 = 63;
const MOST_RESTS: usize = 256;
/// The maximum number of sums of a heap and a rest whose outcomes are searched for a period.
const MOST_SUMS: u64 = 1 << 18;
/// Other methods answer sums of heaps up to this size if no period is proved.
const SEARCHED: u64 = 1 << 16;

/// The heaps of a position with a heap that is large enough to need a proved period.
struct LargeHeaps<'q> {
    sizes: Vec<u64>,
    heaps: &'q dyn HeapForms,
    /// The number of smaller heaps on which a heap depends.
    window: u64,
}

impl<'q> LargeHeaps<'q> {
    /// Returns the heaps of a position, if the largest has at least `least` tokens and no theorem gives the value. The position
    /// must be a sum of heaps if `is_sum` is `true`, and otherwise a single heap.
    fn of(question: &Question<'q, '_>, least: u64, is_sum: bool) -> Option<LargeHeaps<'q>> {
        let partizan = question.partizan()?;
        let (sizes, heaps) = partizan.heaps()?;
        let Recurrence::Window { length: window } = heaps.recurrence() else { return None };
        let request = question.request;
        let is_known = || request.play == Play::Normal && partizan.is_known_by_theorem(&Arena::default());
        let is_large = sizes.iter().any(|&size| size >= least) && window <= least;
        let is_large = is_large && (sizes.len() > 1) == is_sum;
        (is_large && (request.theorems == Theorems::Ignore || !is_known())).then_some(LargeHeaps {
            sizes,
            heaps,
            window,
        })
    }
}

/// Answers for a single large heap.
pub(super) fn by_proved_period(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    by_period_from(FROM, question)
}

fn by_period_from(least: u64, question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "a proved period of the heaps of a partizan game";
    let (request, observer) = (question.request, question.observer);
    let LargeHeaps { sizes, heaps, window } = LargeHeaps::of(question, least, false).ok_or(MISSING)?;
    let [heap] = sizes[..] else { return Err(MISSING) };
    let name = "outcomes of smaller heaps, and their proved period";
    // The search doubles the number of heaps while it is less than `MOST_OUTCOMES`.
    let found = match ProvedOutcomes::find(heaps, window, (&[], 2 * MOST_OUTCOMES - 1), request, observer) {
        Ok(found) => found.ok_or(MISSING)?,
        Err(stopped) => return Ok(Analysis::stopped(request.play, name, stopped)),
    };
    let outcome = found.beside(heap, Vec::new()).ok_or(MISSING)?;
    let mut explanation = vec![found.statement("")];
    let mut value = None;
    if request.play == Play::Normal && !request.outcome_only {
        value = proved_value(heaps, window, heap, request.budget, observer, &mut explanation);
    }
    let of_heaps = |heaps: &[u64]| match heaps {
        [] => found.beside(0, Vec::new()),
        [heap] => found.beside(*heap, Vec::new()),
        _ => None,
    };
    let answer = answer(question, name, outcome, found.nodes(), of_heaps);
    Ok(Analysis { value, explanation, ..answer })
}

/// Answers for a sum of heaps of which at least one is large. Uses the proved period of the outcomes of a large heap beside
/// small heaps, or combines the outcomes of several heaps. If the values have a proved period, the method answers only requests
/// for the outcome and leaves other requests to canonical forms. If no period is proved for heaps above [`SEARCHED`], the
/// analysis stops immediately.
pub(super) fn by_proved_periods(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "proved periods of the heaps of a partizan game";
    let (request, observer) = (question.request, question.observer);
    let LargeHeaps { sizes, heaps, window } = LargeHeaps::of(question, FROM, true).ok_or(MISSING)?;
    if request.play == Play::Normal
        && let Some(outcome) = outcome_of_proved_values(heaps, window, &sizes, request.budget, observer)
    {
        // If more than the outcome is requested, the method of canonical forms answers.
        let outcome = outcome.filter(|_| request.outcome_only).ok_or(MISSING)?;
        let method = Method::search("values with a proved period", 0);
        return Ok(Analysis { outcome: Some(outcome.into()), ..Analysis::empty(request.play, method) });
    }
    let name = "outcomes of sums of smaller heaps, and their proved period";
    let small: Vec<u64> = sizes.iter().copied().filter(|&size| size <= SMALL).collect();
    let found = match ProvedOutcomes::find(heaps, window, (&small, MOST_OUTCOMES), request, observer) {
        Ok(found) => found,
        Err(stopped) => return Ok(Analysis::stopped(request.play, name, stopped)),
    };
    let outcome = found.as_ref().and_then(|found| found.of(&sizes));
    let (Some(found), Some(outcome)) = (found, outcome) else {
        if sizes.iter().all(|&size| size <= SEARCHED) {
            return Err(MISSING);
        }
        let reason = StopReason::Unsupported("a sum of large heaps whose values have no proved period");
        return Ok(Analysis::stopped(request.play, name, reason.after(0)));
    };
    let answer = answer(question, name, outcome, found.nodes(), |heaps| found.of(heaps));
    Ok(Analysis { explanation: found.reasons(&sizes), ..answer })
}

/// Returns the analysis with this outcome, and with the winning moves if they are requested. `outcome_of` returns the outcome
/// of a sum of heaps, if it is known.
fn answer(
    question: &Question<'_, '_>,
    name: &'static str,
    outcome: GameOutcome,
    nodes: u64,
    outcome_of: impl Fn(&[u64]) -> Option<GameOutcome>,
) -> Analysis {
    let (request, method) = (question.request, Method::search(name, nodes));
    let known = Analysis { outcome: Some(outcome.into()), ..Analysis::empty(request.play, method) };
    if request.outcome_only {
        return known;
    }
    match winning_moves(question.position, request.moves, question.observer, outcome_of) {
        Ok(moves) => Analysis { moves: Some(moves), ..known },
        Err(reason) => Analysis { stopped: Some(reason.after(nodes)), ..known },
    }
}

/// The outcomes of sums of one heap and a rest, with their proved period. A rest is a sum to which moves may reduce the small
/// heaps.
struct ProvedOutcomes {
    play: Play,
    /// The index of each rest, given as heaps in descending order without zeros.
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

/// Returns all rests of the small heaps; `None` if there are too many.
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

impl ProvedOutcomes {
    /// Computes the outcomes of up to `most` heaps beside every rest of the small heaps. Returns `None` if the outcomes prove
    /// no period.
    fn find(
        heaps: &dyn HeapForms,
        window: u64,
        (small, most): (&[u64], u64),
        request: &Request,
        observer: &dyn Observer,
    ) -> Result<Option<ProvedOutcomes>, Stopped> {
        let Some(rests) = rests_of(small) else { return Ok(None) };
        let most = most.min(MOST_SUMS / rests.len() as u64);
        let play = request.play;
        let mut wins = heaps.winners(play, request.budget, observer);
        let (mut outcomes, mut numbers, mut rows) = (Vec::new(), Vec::new(), HashMap::new());
        let mut next = (4 * window).max(64);
        while next <= most {
            for heap in outcomes.len() as u64..next {
                let mut row = Vec::with_capacity(rests.len());
                for rest in &rests {
                    let sum = [&rest[..], &[heap]].concat();
                    row.push(GameOutcome::of(wins(&sum, Side::Left)?, wins(&sum, Side::Right)?));
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
                return Ok(Some(ProvedOutcomes { play, rests, outcomes, pattern }));
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

    /// Returns the outcome of a sum; `None` if it does not follow from the computed outcomes.
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

    /// Returns the number of sums whose outcomes were computed.
    fn nodes(&self) -> u64 {
        self.outcomes.len() as u64 * self.rests.len() as u64
    }

    /// States the period of the outcomes. `what` follows the word "outcomes".
    fn statement(&self, what: &str) -> String {
        let Pattern { preperiod, period, .. } = self.pattern;
        format!(
            "the outcomes{what} provably have period {period} from heap {preperiod} on (two equal windows)"
        )
    }

    fn reasons(&self, sizes: &[u64]) -> Vec<String> {
        let mut reasons = vec![self.statement(" of a heap beside any remains of the small heaps")];
        if sizes.iter().filter(|&&size| size > SMALL).count() > 1 {
            reasons.push(
                "the outcome of the sum follows from the outcomes of its large heaps: lost heaps (P) are 0, and a sum of games \
                 that the same player wins, moving first or second, is also won by that player"
                    .to_owned(),
            );
        }
        reasons
    }
}

/// Returns the outcome of a sum under normal play from the outcomes of its parts; `None` if they do not determine it.
fn outcome_of_sum(outcomes: &[GameOutcome]) -> Option<GameOutcome> {
    let mut others = outcomes.iter().copied().filter(|outcome| *outcome != GameOutcome::Previous);
    let Some(first) = others.next() else { return Some(GameOutcome::Previous) };
    let rest: Vec<GameOutcome> = others.collect();
    let is_of_one_player = matches!(first, GameOutcome::Left | GameOutcome::Right);
    (rest.is_empty() || is_of_one_player && rest.iter().all(|outcome| *outcome == first)).then_some(first)
}

/// Returns the moves after which the opponent loses. `outcome` returns the outcome of a sum of heaps, or `None` if it
/// is unknown.
fn winning_moves(
    position: &Position,
    limit: usize,
    observer: &dyn Observer,
    outcome: impl Fn(&[u64]) -> Option<GameOutcome>,
) -> Result<MoveList, StopReason> {
    let mut found = MoveList::default();
    for step in position.moves_within(observer).map_err(StopReason::from)? {
        let after = position.after(&step);
        let heaps = after.only().and_then(|summand| summand.partizan()).and_then(|summand| summand.heaps());
        let Some(outcome) = heaps.and_then(|(heaps, _)| outcome(&heaps)) else {
            return Err(StopReason::Unsupported("the outcome of a move in a sum this large"));
        };
        let wins = matches!(
            (outcome, step.player()),
            (GameOutcome::Previous, _)
                | (GameOutcome::Left, Player::Left)
                | (GameOutcome::Right, Player::Right)
        );
        if wins {
            found.total += 1;
            if found.listed.len() < limit {
                found.listed.push(step);
            }
        }
    }
    Ok(found)
}

/// Returns the value of a heap from a period of the values, if a period is proved with little work.
fn proved_value(
    heaps: &dyn HeapForms,
    window: u64,
    heap: u64,
    budget: Budget,
    observer: &dyn Observer,
    explanation: &mut Vec<String>,
) -> Option<Value> {
    let (quota, arena) = quota_of_forms(budget);
    let found = ProvedForms::find(heaps, window, &arena, budget, &Until::new(observer, quota.interrupt()))?;
    let form = found.of(heap)?;
    quota.grant(POLLS);
    let value = describe(&arena, form).ok()?;
    let FormPattern { preperiod, period, .. } = found.pattern;
    explanation.push(format!(
        "the values provably have period {period} from heap {preperiod} on (two equal windows): this heap has the same value as heap {}",
        found.earlier(heap)
    ));
    Some(Value::Game(value))
}

/// Returns the outcome of a sum from the values of its heaps. The outer option is `None` if no period of the values is proved
/// with little work. The inner option is `None` if computing the sum takes too long.
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

/// The canonical forms of the first heaps, and the period of values that these forms prove.
struct ProvedForms {
    forms: Vec<Game>,
    pattern: FormPattern,
}

impl ProvedForms {
    /// Seeks a period of the values until the observer stops the search.
    fn find(
        heaps: &dyn HeapForms,
        window: u64,
        arena: &Arena,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Option<ProvedForms> {
        arena.set_interrupt(observer.interrupt());
        let memory = budget.memory.min(VALUES_MEMORY);
        let mut form_of = heaps.forms(arena, Budget { memory, ..budget }, observer);
        let forms = (0..MOST_VALUES.min(window.saturating_mul(WINDOWS))).map_while(|heap| form_of(heap).ok());
        let forms: Vec<_> = forms.collect();
        let pattern = FormPattern::proved_by(&forms, Recurrence::Window { length: window })?;
        Some(ProvedForms { forms, pattern })
    }

    /// Returns a heap with the same value that is smaller than the sum of preperiod and period.
    fn earlier(&self, heap: u64) -> u64 {
        let FormPattern { preperiod, period, .. } = self.pattern;
        heap.checked_sub(preperiod).map_or(heap, |beyond| preperiod + beyond % period)
    }

    /// Returns the value of a heap.
    fn of(&self, heap: u64) -> Option<Game> {
        self.forms.get(usize::try_from(self.earlier(heap)).ok()?).copied()
    }
}

/// Creates the quota and the arena for [`ProvedForms::find`].
fn quota_of_forms(budget: Budget) -> (Quota, Arena) {
    (Quota::new(POLLS), Arena::new(budget.memory.min(VALUES_MEMORY)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, NoObserver, analyse};
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Returns the outcome and the winning moves.
    fn summary(analysis: &Analysis) -> (Option<crate::Outcome>, u64, Vec<String>) {
        let moves = analysis.moves.as_ref().unwrap();
        let mut texts: Vec<String> =
            moves.listed.iter().map(|step| format!("{:?} {}", step.player(), step.text())).collect();
        texts.sort();
        (analysis.outcome, moves.total, texts)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// Answers from periods agree with a search.
        #[test]
        fn periods_agree_with_a_search(
            left in prop::collection::btree_set(1..6u64, 1..4), right in prop::collection::btree_set(1..6u64, 1..4),
            heap in 6..60u64, misere in any::<bool>(),
        ) {
            let set = |set: &BTreeSet<u64>| {
                set.iter().map(u64::to_string).collect::<Vec<_>>().join(",")
            };
            prop_assume!(left != right);
            let game = Catalogue::new().game(&format!("subtract{{{}|{}}}", set(&left), set(&right))).unwrap();
            let position = Position::of_game(&*game, &heap.to_string()).unwrap();
            let play = if misere { Play::Misere } else { Play::Normal };
            let request = Request { play, theorems: Theorems::Ignore, ..Request::default() };
            let (solved, forms) = (&mut None, &mut None);
            let mut question =
                Question { position: &position, request: &request, solved, forms, observer: &NoObserver };
            let fast = by_period_from(6, &mut question);
            let slow = analyse(&position, &request, &NoObserver);
            if let Ok(fast) = fast {
                prop_assert_eq!(summary(&fast), summary(&slow));
                if let Some(value) = fast.value {
                    prop_assert_eq!(Some(value), slow.value);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Outcomes of sums derived from proved periods agree with a search.
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
            let request = Request { play, ..Request::default() };
            let found = ProvedOutcomes::find(heaps, window, (&small, MOST_OUTCOMES), &request, &NoObserver).unwrap();
            if let Some(outcome) = found.and_then(|found| found.of(&sizes)) {
                let request = Request {
                    play, theorems: Theorems::Ignore, outcome_only: true, ..Request::default()
                };
                prop_assert_eq!(Some(outcome.into()), analyse(&position, &request, &NoObserver).outcome);
            }
        }
    }
}
