//! Outcomes and values of the positions after each move.

use super::{Analyst, Request, Value};
use super::{partizan, sums};
use crate::playing::points_taken;
use crate::{Outcome, Position, PositionMove, Prospect};
use std::cmp::Ordering;
use std::collections::HashMap;
use winways_kit::Detail;
use winways_rules::{Play, Player};
use winways_solve::{Observer, Progress, Quota, StopReason, Stopped, Theorems, Until};
use winways_values::{Arena, Nimber};

/// The outcome and value of a position after a move, as far as they are known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct AfterMove {
    /// The outcome of the position after the move; `None` if the search decided only whether the move wins.
    pub outcome: Option<Outcome>,
    /// The result for Left if Left made the move, and the result for Right if Right made it.
    results: [Option<Prospect>; 2],
    /// The value, in the usual notation.
    pub value: Option<String>,
    /// The number of moves until play ends.
    pub remoteness: Option<u32>,
}

impl AfterMove {
    fn new(outcome: Option<Outcome>, value: Option<String>, remoteness: Option<u32>) -> Self {
        let result = |player| outcome.and_then(|outcome| outcome.after_move_of(player));
        AfterMove { outcome, results: [result(Player::Left), result(Player::Right)], value, remoteness }
    }

    /// Creates the entry of a move after which the same player moves again.
    fn again(outcome: Option<Outcome>, value: Option<String>) -> Self {
        let result = match outcome {
            Some(Outcome::Next) => Some(Prospect::Wins),
            Some(Outcome::Previous) => Some(Prospect::Loses),
            _ => None,
        };
        AfterMove { outcome, results: [result; 2], value, remoteness: None }
    }

    /// Creates the entry of a move in a game of points. `lead` is the lead of the player who makes the move, including the points
    /// that the move takes.
    fn of_points(lead: i64, outcome: Option<Outcome>, value: Option<String>) -> Self {
        let result = match lead.cmp(&0) {
            Ordering::Greater => Prospect::Wins,
            Ordering::Equal => Prospect::Draws,
            Ordering::Less => Prospect::Loses,
        };
        AfterMove { outcome, results: [Some(result); 2], value, remoteness: None }
    }

    /// Returns the result for `player`, who made the move, or `None` if it is unknown. Also returns `None` for
    /// [`Player::Either`] if Left and Right reach different results.
    pub fn result(&self, player: Player) -> Option<Prospect> {
        let [left, right] = self.results;
        match player {
            Player::Left => left,
            Player::Right => right,
            Player::Either => left.filter(|_| left == right),
        }
    }

    /// Returns `true` if the result is known for at least one player.
    pub fn is_known(&self) -> bool {
        self.results.iter().any(Option::is_some)
    }
}

/// The key of a move: its summand, player and text.
type MoveKey = (usize, Player, String);

impl Analyst<'_> {
    /// Returns the outcome and value after each of `moves`, in their order, and the reason if the work was stopped.
    ///
    /// If the work was stopped, the list may be shorter than `moves` or some entries may be incomplete. A sum with
    /// canonical forms is searched once for all its options; otherwise each option is analysed separately.
    ///
    /// ```
    /// use winways::{Analyst, Catalogue, NoObserver, Outcome, Position, Request};
    /// let position = Position::of_expression(&Catalogue::new(), "domineering(\"..|..\")")?;
    /// let moves = position.moves().unwrap();
    /// let (after, stopped) = Analyst::new(Request::default()).after_moves(&position, &moves, &NoObserver);
    /// assert!(stopped.is_none());
    /// assert_eq!(after[0].value.as_deref(), Some("1"));
    /// assert_eq!(after[3].outcome, Some(Outcome::Right));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn after_moves(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        observer: &dyn Observer,
    ) -> (Vec<AfterMove>, Option<Stopped>) {
        let request = self.request;
        if has_forms(position, &request) {
            let mut found: HashMap<MoveKey, AfterMove> = HashMap::new();
            let forms = &mut self.cache.forms;
            let stopped = partizan::each_option(
                position,
                &request,
                observer,
                forms,
                &mut |summand, step, outcome, value| {
                    let known = AfterMove::new(Some(outcome.into()), value, None);
                    found.insert((summand, step.player, step.text.clone()), known);
                },
            );
            let entry = |step: &PositionMove| {
                found.get(&(step.summand(), step.player(), step.text().to_owned())).cloned()
            };
            match stopped.err() {
                // The outcomes may need less memory than the values.
                Some(Stopped { reason: StopReason::Memory { .. }, .. }) if found.is_empty() => {}
                stopped => {
                    return (moves.iter().map(|step| entry(step).unwrap_or_default()).collect(), stopped);
                }
            }
        }
        if let Some(known) = by_nim_values(position, moves, &request, observer) {
            return known;
        }
        if let Some(known) = by_outcomes(position, moves, &request, observer) {
            return known;
        }
        self.set_request(Request { detail: Detail::Brief, moves: 0, ..request });
        let answered = self.one_by_one(position, moves, observer);
        self.set_request(request);
        answered
    }

    /// Searches for a winning move of `player`, who is to move, without computing values. The inner option is `None` if the
    /// player loses or cannot move. The outer option is `None` if no such search applies to the position.
    pub(crate) fn winning_move(
        &self,
        position: &Position,
        player: Player,
        observer: &dyn Observer,
    ) -> Option<Result<Option<PositionMove>, Stopped>> {
        let search = sums::search_of(position, &self.request)?;
        Some(sums::winning_move(&search, position, &self.request, player, observer))
    }

    fn one_by_one(
        &mut self,
        position: &Position,
        moves: &[PositionMove],
        observer: &dyn Observer,
    ) -> (Vec<AfterMove>, Option<Stopped>) {
        let mut known = Vec::new();
        let mut stopped: Option<Stopped> = None;
        for step in moves {
            if let Err(reason) = observer.poll(&Progress::default()) {
                stopped = Some(reason.after(0));
                break;
            }
            let after = position.after(step);
            let analysis = self.analyse(&after, observer);
            let value = analysis.value.as_ref().map(ToString::to_string);
            known.push(match analysis.value {
                Some(Value::Points(lead)) => {
                    let lead = points_taken(position, &after) - lead;
                    AfterMove::of_points(lead, analysis.outcome, value)
                }
                _ if position.moves_again(step) => AfterMove::again(analysis.outcome, value),
                _ => AfterMove::new(analysis.outcome, value, analysis.remoteness),
            });
            stopped = analysis.stopped.or(stopped);
            let reason = stopped.as_ref().map(|stopped| &stopped.reason);
            if matches!(reason, Some(StopReason::Interrupted | StopReason::Timeout)) {
                break;
            }
        }
        (known, stopped)
    }
}

/// The maximum number of additional positions searched for the values of options whose outcomes are already known.
const VALUE_NODES: u64 = 20_000;

/// Searches all options of an impartial position under normal play, unless a theorem answers; otherwise returns `None`.
/// Computes the outcomes first, and then nim-values while they cost little more.
fn by_nim_values(
    position: &Position,
    moves: &[PositionMove],
    request: &Request<'_>,
    observer: &dyn Observer,
) -> Option<(Vec<AfterMove>, Option<Stopped>)> {
    let summand = position.only()?.impartial()?;
    let is_known =
        || summand.value_by_theorem().is_some() || summand.outcome_by_theorem(Play::Normal).is_some();
    if request.play == Play::Misere || request.theorems == Theorems::Use && is_known() {
        return None;
    }
    let mut solver = summand.solver(request.theorems, request.budget, observer);
    let mut known = Vec::new();
    // The value of the whole position guides the search of its options.
    if let Err(stopped) = solver.value() {
        return Some((known, Some(stopped)));
    }
    for step in moves {
        match solver.is_zero_after(&step.step) {
            Ok(is_zero) => known.push(AfterMove::of_zero(is_zero?)),
            Err(stopped) => return Some((known, Some(stopped))),
        }
    }
    if request.outcome_only {
        return Some((known, None));
    }
    let most = solver.nodes().saturating_add(VALUE_NODES);
    let mut stopped = None;
    let unvalued = moves.iter().zip(&mut known).filter(|(_, known)| known.value.is_none());
    for (step, known) in unvalued {
        if solver.nodes() > most {
            break;
        }
        match solver.value_after(&step.step) {
            Ok(value) => known.value = value.map(|value| Value::Nimber(value).to_string()),
            // The outcomes are already known, so they are returned.
            Err(reason) => {
                stopped = Some(reason);
                break;
            }
        }
    }
    Some((known, stopped))
}

impl AfterMove {
    /// Creates the entry of a move in an impartial position. `is_zero` is `true` if the nim-value after the move is zero.
    fn of_zero(is_zero: bool) -> Self {
        let (outcome, value) = match is_zero {
            true => (Outcome::Previous, Some(Value::Nimber(Nimber::ZERO).to_string())),
            false => (Outcome::Next, None),
        };
        AfterMove::new(Some(outcome), value, None)
    }
}

/// The quota of polls for each move in the first round. Moves that exhaust it are searched again in later rounds with a
/// larger quota.
const FIRST_POLLS: u64 = 1 << 4;

/// Searches for the winner after each move of a partizan position, without values, if only outcomes are requested.
/// One search serves all moves, and decides the easy moves first.
fn by_outcomes(
    position: &Position,
    moves: &[PositionMove],
    request: &Request<'_>,
    observer: &dyn Observer,
) -> Option<(Vec<AfterMove>, Option<Stopped>)> {
    if !request.outcome_only || position.impartial().is_some() {
        return None;
    }
    let search = sums::search_of(position, request)?;
    let (quota, arena) = (Quota::new(0), Arena::new(request.budget.memory / 2));
    let within_quota = Until::new(observer, quota.interrupt());
    let mut winner = search.winner(request.play, &arena, request.budget, &within_quota);
    let mut known = vec![AfterMove::default(); moves.len()];
    let mut polls = FIRST_POLLS;
    loop {
        let mut is_open = false;
        let mut ended = None;
        for (step, entry) in moves.iter().zip(&mut known).filter(|(_, entry)| !entry.is_known()) {
            quota.grant(polls);
            let mut result = |player| -> Result<Option<Prospect>, Stopped> {
                if step.player() != Player::Either && step.player() != player {
                    return Ok(None);
                }
                let wins = winner.wins_by(step.summand(), &step.step, player)?;
                Ok(Some(if wins { Prospect::Wins } else { Prospect::Loses }))
            };
            let results = result(Player::Left).and_then(|left| Ok([left, result(Player::Right)?]));
            match results {
                Ok(results) => entry.results = results,
                Err(_) if quota.is_exhausted() => is_open = true,
                Err(stopped) => {
                    ended = Some(Stopped { nodes: winner.nodes(), ..stopped });
                    break;
                }
            }
        }
        if ended.is_some() || !is_open {
            return Some((known, ended));
        }
        polls = polls.saturating_mul(4);
    }
}

/// Returns `true` if the position is a sum that requires canonical forms rather than nim-values.
fn has_forms(position: &Position, request: &Request<'_>) -> bool {
    let summands = position.summands();
    request.play == Play::Normal
        && !request.outcome_only
        && summands.iter().all(|summand| summand.impartial().is_some() || summand.partizan().is_some())
        && summands.iter().any(|summand| summand.impartial().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Catalogue, NoObserver, analyse, example};
    use winways_games::entries;

    /// One search for all options agrees with a separate analysis of each option.
    #[test]
    fn after_moves_agrees_with_separate_analyses() {
        let catalogue = Catalogue::new();
        let request = Request { moves: 0, ..Request::default() };
        let (mut searched, mut valued) = (0, 0);
        for entry in entries() {
            let (game, text) = example(entry.page);
            let game = catalogue.game(game).unwrap();
            let position = Position::of_game(&*game, text).unwrap();
            let is_searched = has_forms(&position, &request) || position.impartial().is_some();
            if !is_searched || position.move_bound() > 40 {
                continue;
            }
            let moves = position.moves().unwrap();
            let (after, stopped) = Analyst::new(request).after_moves(&position, &moves, &NoObserver);
            assert_eq!((after.len(), stopped), (moves.len(), None), "{position}");
            for (step, known) in moves.iter().zip(after) {
                let analysis = analyse(&position.after(step), &request, &NoObserver);
                let value = analysis.value.map(|value| value.to_string());
                // Nim-values that take long are omitted.
                let value = if known.value.is_none() { None } else { value };
                valued += u32::from(value.is_some());
                let expected = AfterMove::new(analysis.outcome, value, None);
                assert_eq!(known, expected, "{position}: {}", position.move_name(step));
                searched += 1;
            }
        }
        assert!(searched > 100 && valued * 10 > searched * 9, "{valued} of {searched}");
        let sum =
            Position::of_expression(&catalogue, "domineering(\"..|..\") + nim(2) + col(\"..\")").unwrap();
        let moves = sum.moves().unwrap();
        let (after, stopped) = Analyst::new(request).after_moves(&sum, &moves, &NoObserver);
        assert!(stopped.is_none() && after.len() == moves.len());
        for (step, known) in moves.iter().zip(after) {
            let analysis = analyse(&sum.after(step), &request, &NoObserver);
            assert_eq!(known.outcome, analysis.outcome, "{}", sum.move_name(step));
        }
    }

    /// A search that finds only winners agrees with the values. If it ends early, it returns the reason.
    #[test]
    fn winners_without_values_agree_with_the_values() {
        let catalogue = Catalogue::new();
        let positions = [
            "domineering(\"...|...|...\")",
            "clobber(\"xox|oxo\")",
            "hackenbush(\"0-1:b 1-2:r 1-3:g\")",
            "domineering(\"..|..\") + nim(2) + col(\"..\")",
            "cram(\"...|...\")",
        ];
        let (request, players) = (Request::default(), [Player::Left, Player::Right, Player::Either]);
        for text in positions {
            let position = Position::of_expression(&catalogue, text).unwrap();
            let moves = position.moves().unwrap();
            let (valued, _) = Analyst::new(request).after_moves(&position, &moves, &NoObserver);
            let mut analyst = Analyst::new(request.outcome_only(true));
            let (searched, stopped) = analyst.after_moves(&position, &moves, &NoObserver);
            assert_eq!((searched.len(), stopped), (moves.len(), None), "{text}");
            for ((step, one), other) in moves.iter().zip(&valued).zip(&searched) {
                let may = |player: &Player| step.player() == Player::Either || step.player() == *player;
                for player in players.into_iter().filter(may) {
                    assert_eq!(
                        one.result(player),
                        other.result(player),
                        "{text}: {}",
                        position.move_name(step)
                    );
                }
            }
            let none = Quota::new(1);
            let (known, stopped) = analyst.after_moves(&position, &moves, &none.interrupt());
            assert!(stopped.is_some() || known.iter().all(AfterMove::is_known), "{text}");
        }
    }

    /// Cached results never change an answer, whatever the order of positions from several games.
    #[test]
    fn kept_results_change_no_answer() {
        let catalogue = Catalogue::new();
        let request = Request { moves: 50, ..Request::default() };
        let starts = [
            "domineering(\"...|...|...\")",
            "col(\"...|..#\")",
            "domineering(\"....|....\")",
            "hackenbush(\"0-1:b 1-2:r 1-3:g\")",
            "mnk(3,3,3)(\"x..|.o.|...\")",
            "cram(\"...|...\")",
            "domineering(\"..|..\") + col(\"..\")",
        ];
        let mut cache = crate::Cache::default();
        let mut compared = 0;
        for start in starts.iter().chain(starts.iter().rev()) {
            let mut position = Position::of_expression(&catalogue, start).unwrap();
            loop {
                let mut analyst = Analyst::with_cache(request, cache);
                let moves = position.moves().unwrap();
                let after = analyst.after_moves(&position, &moves, &NoObserver);
                assert_eq!(after, Analyst::new(request).after_moves(&position, &moves, &NoObserver));
                let analysis = analyst.analyse(&position, &NoObserver);
                let expected = analyse(&position, &request, &NoObserver);
                let all = |analysis: &crate::Analysis| {
                    let mut json =
                        serde_json::to_value(crate::wire::AnalysisJson::new(&position, analysis)).unwrap();
                    // Cached positions are not counted as nodes.
                    json["method"]["nodes"] = 0.into();
                    json
                };
                assert_eq!(all(&analysis), all(&expected), "{position}");
                assert!(analysis.method.nodes <= expected.method.nodes, "{position}");
                cache = analyst.into_cache();
                compared += 1;
                let Some(step) = moves.get(compared % moves.len().max(1)) else { break };
                position = position.after(step);
            }
        }
        assert!(compared > 40 && cache.bytes() > 0, "{compared}");
    }

    /// Results found before the work was stopped are reused.
    #[test]
    fn stopped_work_is_resumed() {
        use std::ops::ControlFlow;
        use std::sync::atomic::{AtomicU32, Ordering};
        /// Stops the work at the third poll.
        struct StopAtThirdPoll(AtomicU32);
        impl Observer for StopAtThirdPoll {
            fn observe(&self, _: &winways_solve::Progress) -> ControlFlow<StopReason> {
                match self.0.fetch_add(1, Ordering::Relaxed) {
                    0 | 1 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(StopReason::Interrupted),
                }
            }
        }
        let board = "domineering(\".....|.....|.....|.....|.....\")";
        let position = Position::of_expression(&Catalogue::new(), board).unwrap();
        let mut analyst = Analyst::new(Request::default());
        let ended = analyst.analyse(&position, &StopAtThirdPoll(AtomicU32::new(0)));
        assert_eq!(ended.stopped.map(|stopped| stopped.reason), Some(StopReason::Interrupted));
        let analysis = analyst.analyse(&position, &NoObserver);
        let fresh = analyse(&position, &Request::default(), &NoObserver);
        assert_eq!((analysis.outcome, analysis.value, analysis.stopped), (fresh.outcome, fresh.value, None));
        assert!((1..fresh.method.nodes).contains(&analysis.method.nodes), "{}", analysis.method.nodes);
    }

    /// The answer equals that of a fresh analyst if the cached results leave too little memory.
    #[test]
    fn kept_results_are_dropped_if_memory_is_short() {
        let catalogue = Catalogue::new();
        let large = Position::of_expression(&catalogue, "domineering(\".....|.....|.....|.....\")").unwrap();
        let small = Position::of_expression(&catalogue, "domineering(\"...|#..\")").unwrap();
        let mut analyst = Analyst::new(Request::default());
        analyst.analyse(&large, &NoObserver);
        let cache = analyst.into_cache();
        let budget = winways_solve::Budget { memory: cache.bytes() / 2, ..winways_solve::Budget::DEFAULT };
        let request = Request { budget, ..Request::default() };
        let fresh = analyse(&small, &request, &NoObserver);
        assert!(fresh.stopped.is_none());
        let analysis = Analyst::with_cache(request, cache).analyse(&small, &NoObserver);
        assert_eq!((analysis.outcome, analysis.value, analysis.stopped), (fresh.outcome, fresh.value, None));
    }
}
