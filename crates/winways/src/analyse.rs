//! The one way from a position to its [`Analysis`]: the cheapest method that answers.

use crate::{Position, PositionMove};
use winways_games::{AnyMoves, AnyPosition, AnySolver, SumSearch};
use winways_rules::{Detail, Outcome, Play};
use winways_solve::{Budget, Observer, StopReason, Stopped, Theorems};
use winways_values::Nimber;

/// What to find out, and with what means.
#[derive(Clone, Copy, Debug)]
pub struct Request {
    /// Who wins when there is no move left.
    pub play: Play,
    /// Whether theorems may answer, or everything is searched.
    pub theorems: Theorems,
    /// How much the explanation tells.
    pub detail: Detail,
    /// How many winning moves are listed at most; they are counted to the last in any case.
    pub moves: usize,
    /// What a search may use.
    pub budget: Budget,
}

impl Default for Request {
    /// Normal play, theorems allowed, a brief explanation, up to 1,000 moves listed, the default budget.
    fn default() -> Self {
        Request {
            play: Play::Normal,
            theorems: Theorems::Use,
            detail: Detail::Brief,
            moves: 1000,
            budget: Budget::DEFAULT,
        }
    }
}

/// What was found out about a position.
#[derive(Clone)]
pub struct Analysis {
    /// The play it is about.
    pub play: Play,
    /// Who wins; `None` if the work ended before that was known.
    pub outcome: Option<Outcome>,
    /// The nim-value, where the method tells one; never under misère play.
    pub value: Option<Nimber>,
    /// The winning moves; `None` if the work ended before they were known.
    pub moves: Option<MoveList>,
    /// How the outcome was found.
    pub method: Method,
    /// Why, in sentences.
    pub explanation: Vec<String>,
    /// Why the work ended before everything was known, if it did.
    pub stopped: Option<Stopped>,
}

/// Winning moves, counted to the last, listed as far as was asked.
#[derive(Clone, Default)]
pub struct MoveList {
    /// How many there are; 2⁶⁴−1 stands for itself and more.
    pub total: u64,
    /// The first of them.
    pub listed: Vec<PositionMove>,
}

impl MoveList {
    fn append(&mut self, other: MoveList) {
        self.total = self.total.saturating_add(other.total);
        self.listed.extend(other.listed);
    }
}

/// How an answer was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Method {
    /// The kind of method.
    pub kind: MethodKind,
    /// The theorem or the search, by name.
    pub name: String,
    /// Distinct positions looked at.
    pub nodes: u64,
}

/// The kinds of methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MethodKind {
    /// A named theorem.
    Theorem,
    /// A search.
    Search,
}

impl MethodKind {
    /// `theorem` or `search`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Theorem => "theorem",
            MethodKind::Search => "search",
        }
    }
}

/// What a search may use that nobody asked for: it only adds the nim-value to an outcome that a theorem told.
const COURTESY: Budget = Budget { memory: 256 << 20, options: Some(4_000_000), threads: 1 };
/// How many components all listed moves may mention together, so that the list is linear in the position.
const COMPONENTS_LISTED: usize = 1_000_000;

/// Finds out who wins, what the position is worth, which moves win, and why.
///
/// It never fails: where a limit is reached or the observer ends the work, the analysis holds what was found so far
/// and says why it is partial. The result depends on the position and the request alone.
pub fn analyse(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    let room = request.moves.min((COMPONENTS_LISTED / position.component_count().max(1)).max(1));
    let request = &Request { moves: room, ..*request };
    let by_theorem = match (position.summands(), request.theorems) {
        ([only], Theorems::Use) if request.play == Play::Misere || only.value_by_theorem().is_none() => only
            .outcome_by_theorem(request.play)
            .map(|outcome| by_outcome(&**only, outcome, request, observer)),
        _ => None,
    };
    by_theorem.unwrap_or_else(|| match request.play {
        Play::Normal => by_values(position, request, observer),
        Play::Misere => by_sums(position, request, observer),
    })
}

/// A theorem tells the outcome of the only summand, but no nim-value.
fn by_outcome(
    position: &dyn AnyPosition,
    outcome: Outcome,
    request: &Request,
    observer: &dyn Observer,
) -> Analysis {
    let name = position.theorem(request.play).unwrap_or_else(|| "theorem".to_owned());
    let mut analysis = Analysis {
        play: request.play,
        outcome: Some(outcome),
        value: None,
        moves: Some(MoveList::default()),
        method: Method { kind: MethodKind::Theorem, name, nodes: 0 },
        explanation: position.explain(request.play, request.detail),
        stopped: None,
    };
    match (request.play, outcome) {
        (Play::Normal, Outcome::Previous) => analysis.value = Some(Nimber::ZERO),
        (Play::Misere, Outcome::Previous) => {}
        (play, Outcome::Next) => {
            let moves = position.winning_moves_by_theorem(play, request.moves);
            analysis.moves = moves.map(|moves| listed(0, moves));
            if play == Play::Normal {
                add_value(&mut analysis, position, request, observer);
            } else if analysis.moves.is_none() {
                analysis.stopped = Some(too_many_options());
            }
        }
    }
    analysis
}

/// Adds the nim-value to a won position, and the winning moves if they are missing, if a small search finds them.
fn add_value(
    analysis: &mut Analysis,
    position: &dyn AnyPosition,
    request: &Request,
    observer: &dyn Observer,
) {
    let needed = analysis.moves.is_none();
    let budget = if needed { request.budget } else { COURTESY };
    let mut solver = position.solver(Theorems::Use, budget, observer);
    let found = solver.value().and_then(|value| {
        let moves =
            if needed { Some(solver.moves_that_change_value_by(value, request.moves)?) } else { None };
        Ok((value, moves))
    });
    match found {
        Ok((value, moves)) => {
            analysis.value = Some(value);
            analysis.method.nodes = solver.nodes();
            if let Some(moves) = moves {
                analysis.moves = Some(listed(0, moves));
            }
        }
        Err(stopped) if needed || stopped.reason == StopReason::Interrupted => {
            analysis.stopped = Some(stopped)
        }
        Err(_) => {}
    }
}

/// Normal play by the theorem of Sprague and Grundy: the nim-value of the sum is the nim-sum of the values.
fn by_values(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    let mut solvers: Vec<Box<dyn AnySolver + '_>> = position
        .summands()
        .iter()
        .map(|summand| summand.solver(request.theorems, request.budget, observer))
        .collect();
    let mut values = Vec::new();
    for solver in &mut solvers {
        match solver.value() {
            Ok(value) => values.push(value),
            Err(stopped) => return stopped_at_values(position, request, &solvers, &values, stopped),
        }
    }
    let total: Nimber = values.iter().copied().sum();
    let explanation = explain_values(position, request, &mut solvers, &values, total);
    let mut moves = MoveList::default();
    let mut stopped = None;
    if !total.is_zero() {
        for (index, solver) in solvers.iter_mut().enumerate() {
            let room = request.moves - moves.listed.len();
            match solver.moves_that_change_value_by(total, room) {
                Ok(found) => moves.append(listed(index, found)),
                Err(reason) => stopped = Some(reason),
            }
        }
    }
    Analysis {
        play: Play::Normal,
        outcome: Some(Outcome::next_if(!total.is_zero())),
        value: Some(total),
        moves: if stopped.is_none() { Some(moves) } else { None },
        method: method_of(position, request, &solvers),
        explanation,
        stopped,
    }
}

fn stopped_at_values(
    position: &Position,
    request: &Request,
    solvers: &[Box<dyn AnySolver + '_>],
    values: &[Nimber],
    stopped: Stopped,
) -> Analysis {
    let known = position.summands().iter().zip(values);
    let explanation =
        known.map(|(summand, value)| format!("{} has nim-value {}", summand.text(), value.0)).collect();
    Analysis {
        play: Play::Normal,
        outcome: None,
        value: None,
        moves: None,
        method: method_of(position, request, solvers),
        explanation,
        stopped: Some(stopped),
    }
}

/// The theorems that told the values, or the search that did.
fn method_of(position: &Position, request: &Request, solvers: &[Box<dyn AnySolver + '_>]) -> Method {
    let nodes = solvers.iter().map(|solver| solver.nodes()).sum();
    let all_told = || position.summands().iter().all(|summand| summand.value_by_theorem().is_some());
    if request.theorems == Theorems::Ignore || !all_told() {
        return Method { kind: MethodKind::Search, name: "Sprague-Grundy values".to_owned(), nodes };
    }
    let mut names: Vec<String> = Vec::new();
    for name in position.summands().iter().filter_map(|summand| summand.theorem(Play::Normal)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if position.summands().len() > 1 {
        names.push("Sprague 1935, Grundy 1939".to_owned());
    }
    Method { kind: MethodKind::Theorem, name: names.join("; "), nodes }
}

fn explain_values(
    position: &Position,
    request: &Request,
    solvers: &mut [Box<dyn AnySolver + '_>],
    values: &[Nimber],
    total: Nimber,
) -> Vec<String> {
    let mut lines = Vec::new();
    let is_sum = position.summands().len() > 1;
    for ((summand, solver), value) in position.summands().iter().zip(solvers).zip(values) {
        let by_theorem = request.theorems == Theorems::Use && summand.value_by_theorem().is_some();
        if by_theorem && !is_sum {
            lines.extend(summand.explain(Play::Normal, request.detail));
            continue;
        }
        if let Some(period) = solver.period() {
            let (period, preperiod) = (period.period, period.preperiod);
            lines.push(format!(
                "the nim-values have period {period} from heap {preperiod} on, which is proved"
            ));
        }
        if request.detail == Detail::Full && !by_theorem {
            // An explanation that would need a search of its own is left out.
            lines.extend(solver.explain().unwrap_or_default());
        }
        if by_theorem {
            lines.extend(summand.explain(Play::Normal, Detail::Brief).into_iter().take(1));
        }
        if is_sum || !by_theorem {
            lines.push(format!("{} has nim-value {}", brief_text(&**summand), value.0));
        }
    }
    if is_sum {
        let written: Vec<String> = values.iter().map(|value| value.0.to_string()).collect();
        lines.push(format!("the sum has nim-value {} = {}", written.join(" xor "), total.0));
    }
    if is_sum || request.theorems == Theorems::Ignore || position.summands()[0].value_by_theorem().is_none() {
        lines.push(match total.is_zero() {
            true => {
                "zero: every move makes it something else, and the opponent can make it zero again".to_owned()
            }
            false => "not zero: the player to move can make it zero".to_owned(),
        });
    }
    lines
}

/// The text of a position, or the count of its components where that would be long.
fn brief_text(position: &dyn AnyPosition) -> String {
    match position.component_count() {
        0..=100 => position.text(),
        count => format!("{} with {count} components", position.game_name()),
    }
}

/// Misère play by search over sums.
fn by_sums(position: &Position, request: &Request, observer: &dyn Observer) -> Analysis {
    let search = SumSearch::new(position.summands());
    let found = search.solve(position.summands(), request.play, request.moves, request.budget, observer);
    let method = |nodes| Method { kind: MethodKind::Search, name: "outcomes of sums".to_owned(), nodes };
    let solved = match found {
        Ok(solved) => solved,
        Err(stopped) => {
            return Analysis {
                play: request.play,
                outcome: None,
                value: None,
                moves: None,
                method: method(stopped.nodes),
                explanation: Vec::new(),
                stopped: Some(stopped),
            };
        }
    };
    let (moves, stopped) = match solved.moves {
        Ok(found) => {
            let mut moves = MoveList::default();
            for (index, found) in found.into_iter().enumerate() {
                moves.append(listed(index, found));
            }
            moves.listed.truncate(request.moves);
            (Some(moves), None)
        }
        Err(stopped) => (None, Some(stopped)),
    };
    let reason = match (solved.outcome, &moves) {
        (Outcome::Next, Some(moves)) => {
            format!("winning moves, after which the opponent has lost: {}", moves.total)
        }
        (Outcome::Next, None) => "some move leads to a position that is lost for the opponent".to_owned(),
        (Outcome::Previous, _) => "every move leads to a position that is won for the opponent".to_owned(),
    };
    let explanation = vec![
        format!("searched: {} positions, straight from the rules", solved.nodes),
        reason,
        "under misère play nim-values do not tell the outcome of a sum".to_owned(),
    ];
    Analysis {
        play: request.play,
        outcome: Some(solved.outcome),
        value: None,
        moves,
        method: method(solved.nodes),
        explanation,
        stopped,
    }
}

fn listed(summand: usize, moves: AnyMoves) -> MoveList {
    let listed = moves.listed.into_iter().map(|step| PositionMove { summand, step }).collect();
    MoveList { total: moves.total, listed }
}

fn too_many_options() -> Stopped {
    Stopped { reason: StopReason::Options { limit: winways_games::OPTIONS_TRIED }, nodes: 0 }
}
