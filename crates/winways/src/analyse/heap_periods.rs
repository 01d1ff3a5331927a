//! Large heaps of partizan games, answered by proved periods of outcomes and values.

use super::analysis::{Analysis, Method, MethodKind, MethodName, MoveList, Value};
use super::partizan::describe;
use super::question::{Missing, Question};
use crate::Position;
use winways_kit::HeapForms;
use winways_rules::{Play, Player, Recurrence, Side};
use winways_solve::{Budget, FormPattern, Observer, Pattern, Quota, StopReason, Stopped, Theorems, Until};
use winways_values::{Arena, Game, GameOutcome};

/// The smallest heap for which a period is sought. Smaller heaps are solved directly.
pub(super) const FROM: u64 = 1 << 12;
/// The number of heaps among which a period of outcomes is sought.
pub(super) const MOST_OUTCOMES: u64 = 1 << 14;
/// The number of heaps among which a period of values is sought, also limited to `WINDOWS` windows and `POLLS`
/// polls of the observer (a fraction of a second).
const MOST_VALUES: u64 = 1 << 10;
const WINDOWS: u64 = 16;
const POLLS: u64 = 1 << 7;
/// The maximum memory for the values, in bytes.
const VALUES_MEMORY: u64 = 256 << 20;

/// Answers for a single large heap if moves split nothing and take a bounded number of tokens.
///
/// The outcome of a heap, and under normal play its value, then depend only on a window of smaller heaps. Two equal
/// windows therefore prove a period.
pub(super) fn by_proved_period(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    by_period_from(FROM, question)
}

fn by_period_from(least: u64, question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    const MISSING: Missing = "a proved period of the heaps of a partizan game";
    let (request, observer) = (question.request, question.observer);
    let partizan = question.position.only().and_then(|summand| summand.partizan()).ok_or(MISSING)?;
    let (heap, heaps) = partizan.heap().filter(|(heap, _)| *heap >= least).ok_or(MISSING)?;
    let Recurrence::Window { length: window } = heaps.recurrence() else { return Err(MISSING) };
    let is_known = || request.play == Play::Normal && partizan.is_known_by_theorem(&Arena::default());
    if window > least || request.theorems == Theorems::Use && is_known() {
        return Err(MISSING);
    }
    let name = MethodName::known("outcomes of smaller heaps, and their proved period");
    let method = |nodes| Method { kind: MethodKind::Search, name: name.clone(), nodes };
    let outcomes = match Outcomes::find(heaps, window, request.play, request.budget, observer) {
        Ok(outcomes) => outcomes.ok_or(MISSING)?,
        Err(stopped) => return Ok(Analysis::unknown(request.play, method(stopped.nodes), stopped)),
    };
    let mut explanation = vec![outcomes.reason()];
    let mut value = None;
    if request.play == Play::Normal && !request.outcome_only {
        value = proved_value(heaps, window, heap, request.budget, observer, &mut explanation);
    }
    let of_heaps = |heaps: &[u64]| match heaps {
        [] => Some(outcomes.of(0)),
        [heap] => Some(outcomes.of(*heap)),
        _ => None,
    };
    let (moves, stopped) = match winning_moves(question.position, request.moves, observer, of_heaps) {
        _ if request.outcome_only => (None, None),
        Ok(moves) => (Some(moves), None),
        Err(reason) => (None, Some(reason.after(outcomes.of_heaps.len() as u64))),
    };
    Ok(Analysis {
        outcome: Some(outcomes.of(heap).into()),
        value,
        moves,
        explanation,
        stopped,
        ..Analysis::empty(request.play, method(outcomes.of_heaps.len() as u64))
    })
}

/// The outcomes of the first heaps, and their periodic pattern.
struct Outcomes {
    of_heaps: Vec<GameOutcome>,
    pattern: Pattern,
}

impl Outcomes {
    /// Computes the outcomes of the first heaps. Returns `None` if they prove no period.
    fn find(
        heaps: &dyn HeapForms,
        window: u64,
        play: Play,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Option<Outcomes>, Stopped> {
        let mut wins = heaps.winners(play, budget, observer);
        let mut of_heaps: Vec<GameOutcome> = Vec::new();
        let mut next = (4 * window).max(64);
        loop {
            for heap in of_heaps.len() as u64..next {
                of_heaps.push(match (wins(&[heap], Side::Left)?, wins(&[heap], Side::Right)?) {
                    (true, true) => GameOutcome::Next,
                    (true, false) => GameOutcome::Left,
                    (false, true) => GameOutcome::Right,
                    (false, false) => GameOutcome::Previous,
                });
            }
            let numbers: Vec<u16> = of_heaps.iter().map(|outcome| *outcome as u16).collect();
            let recurrence = Recurrence::Window { length: window };
            let pattern = Pattern::of_metered(&numbers, recurrence, &mut observer.meter());
            let pattern = pattern.map_err(|fault| StopReason::from(fault).after(next))?;
            match pattern.filter(|pattern| pattern.is_proved() && pattern.saltus == 0) {
                Some(pattern) => return Ok(Some(Outcomes { of_heaps, pattern })),
                None if next >= MOST_OUTCOMES => return Ok(None),
                None => next *= 2,
            }
        }
    }

    fn of(&self, heap: u64) -> GameOutcome {
        self.of_heaps[self.pattern.reduce(heap).0 as usize]
    }

    fn reason(&self) -> String {
        let Pattern { preperiod, period, .. } = self.pattern;
        format!(
            "the outcomes have period {period} from heap {preperiod} on, which is proved (two equal windows)"
        )
    }
}

/// Returns the moves after which the opponent, who is to move, loses. `outcome` returns the outcome of a sum of heaps, or `None` if
/// it is unknown.
pub(super) fn winning_moves(
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
            return Err(StopReason::Unsupported("the outcome of a move in so large a sum"));
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

/// Returns the value of a heap by a period of the values, if one is proved with little work.
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
        "the values have period {period} from heap {preperiod} on, which is proved (two equal windows): this is that of heap {}",
        found.earlier(heap)
    ));
    Some(Value::Game(value))
}

/// The canonical forms of the first heaps, and the period of the values that they prove.
pub(super) struct ProvedForms {
    forms: Vec<Game>,
    pub(super) pattern: FormPattern,
}

impl ProvedForms {
    /// Seeks a period of the values with little work: until the observer stops it.
    pub(super) fn find(
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

    /// Returns a small heap with the same value.
    fn earlier(&self, heap: u64) -> u64 {
        let FormPattern { preperiod, period, .. } = self.pattern;
        heap.checked_sub(preperiod).map_or(heap, |beyond| preperiod + beyond % period)
    }

    /// Returns the value of a heap.
    pub(super) fn of(&self, heap: u64) -> Option<Game> {
        self.forms.get(usize::try_from(self.earlier(heap)).ok()?).copied()
    }
}

/// Creates the quota and the arena for [`ProvedForms::find`].
pub(super) fn quota_of_forms(budget: Budget) -> (Quota, Arena) {
    (Quota::new(POLLS), Arena::new(budget.memory.min(VALUES_MEMORY)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, NoObserver, Request, analyse};
    use proptest::prelude::*;

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

        /// Periods and a search give the same answers.
        #[test]
        fn periods_agree_with_a_search(
            left in prop::collection::btree_set(1..6u64, 1..4), right in prop::collection::btree_set(1..6u64, 1..4),
            heap in 6..60u64, misere in any::<bool>(),
        ) {
            let set = |set: &std::collections::BTreeSet<u64>| {
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
}
