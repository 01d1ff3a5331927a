//! Analyses sums with partizan summands by computing canonical forms and comparing values.

use super::analysis::{Analysis, Method, MethodKind, MethodName, MoveList};
use super::cache::CachedForms;
use super::question::{Missing, Question};
use super::reasons::{self, OPTIONS_LISTED};
use super::request::Request;
use super::sums::{self, SumVerdict};
use super::value::{GameValue, Value, ValueKind};
use crate::shortened::too_long;
use crate::{Position, PositionMove};
use std::collections::HashMap;
use winways_kit::Detail;
use winways_kit::{
    AnyMove, AnyPosition, ImpartialSolver, KnownValues, OPTIONS_TRIED, PartizanSolver, ValueAfter, VisitMove,
};
use winways_rules::{Play, Player};
use winways_solve::{Budget, Observer, Quota, StopReason, Stopped, Theorems, Until};
use winways_values::{Arena, ArenaError, Game, GameOutcome, OperationError, Operations, TextLimits};

/// The steps charged to the meter for the value after each move. Each value has its own search, which may end before its first
/// poll.
const STEPS: u64 = 1 << 12;

/// Answers normal play by canonical forms if every summand has one.
pub(super) fn by_canonical_forms(question: &mut Question<'_, '_>) -> Result<Analysis, Missing> {
    if question.request.play == Play::Misere {
        return Err("canonical forms under misère play");
    }
    let has_form = |summand: &dyn AnyPosition| summand.impartial().is_some() || summand.partizan().is_some();
    if !question.position.summands().iter().all(|summand| has_form(&**summand)) {
        return Err(
            "canonical forms: in a summand, play may cycle, ends by a goal or points, or has entailing moves",
        );
    }
    if question.request.outcome_only {
        return Err("canonical forms if only the outcome is requested");
    }
    let (position, request, observer) = (question.position, question.request, question.observer);
    Ok(with_cache(
        question.forms,
        position,
        request,
        |analysis: &Analysis| analysis.stopped.as_ref(),
        |cached| analyse(position, request, observer, cached),
    ))
}

/// Runs `work` with the cached values. If the memory limit was reached, retries without the cached values, since they also use
/// memory.
fn with_cache<T>(
    forms: &mut Option<CachedForms>,
    position: &Position,
    request: &Request,
    stopped: fn(&T) -> Option<&Stopped>,
    mut work: impl FnMut(&mut Option<CachedForms>) -> T,
) -> T {
    let is_out_of_memory =
        |result: &T| matches!(stopped(result), Some(Stopped { reason: StopReason::Memory { .. }, .. }));
    let mut cached = CachedForms::take(forms, position, request);
    let is_cached = cached.is_some();
    let mut result = work(&mut cached);
    if is_cached && is_out_of_memory(&result) {
        result = work(&mut None);
    }
    *forms = cached.filter(|_| !is_out_of_memory(&result));
    result
}

/// The number of polls of the observer (a few tenths of a second) before a separate outcome search starts alongside
/// the search for the canonical form.
const FIRST_QUOTA: u64 = 1 << 7;
/// The outcome search gets the memory budget divided by this number.
const OUTCOME_MEMORY_DIVISOR: u64 = 16;

fn analyse(
    position: &Position,
    request: &Request,
    observer: &dyn Observer,
    cached: &mut Option<CachedForms>,
) -> Analysis {
    let memory_apart = request.budget.memory / OUTCOME_MEMORY_DIVISOR;
    let budget = Budget { memory: request.budget.memory - memory_apart, ..request.budget };
    let quota = Quota::new(FIRST_QUOTA);
    let within_quota = Until::new(observer, quota.interrupt());
    let (arena, known) = arena_and_values(cached.take(), budget.memory);
    arena.set_interrupt(within_quota.interrupt());
    let request_of_forms = &Request { budget, ..*request };
    let mut solvers = solvers_of(position, &arena, known, request_of_forms, &within_quota);
    let (mut values, mut verdict) = (find_values(&arena, &mut solvers), SumVerdict::unknown(0));
    if values.is_err() && quota.is_exhausted() {
        let apart = Budget { memory: memory_apart, ..request.budget };
        values = alternate(position, request, apart, observer, &mut verdict, &quota, || {
            find_values(&arena, &mut solvers)
        });
    }
    quota.grant(u64::MAX);
    let analysis = match values {
        Ok(values) => by_value(position, request, &arena, &mut solvers, values),
        Err(stopped) if verdict.has_outcome() => verdict.analysis(position, request, Some(stopped)),
        Err(stopped) => Analysis::stopped(request.play, SEARCH, stopped),
    };
    let found = found_by(&mut solvers);
    drop(solvers);
    *cached = found.map(|values| CachedForms { arena, values });
    analysis
}

/// Returns the cached arena and its values, or a new arena. Sets the memory limit of the arena.
fn arena_and_values(cached: Option<CachedForms>, memory: u64) -> (Arena, Option<KnownValues>) {
    match cached {
        Some(CachedForms { arena, values }) => {
            arena.set_memory(memory);
            (arena, Some(values))
        }
        None => (Arena::new(memory), None),
    }
}

/// Creates one solver for each summand. A single partizan summand starts from the cached values.
fn solvers_of<'p>(
    position: &'p Position,
    arena: &'p Arena,
    known: Option<KnownValues>,
    request: &'p Request,
    observer: &'p dyn Observer,
) -> Vec<Solver<'p>> {
    let summands = position.summands().iter();
    let mut solvers: Vec<Solver<'p>> =
        summands.map(|summand| Solver::new(&**summand, arena, request, observer)).collect();
    if let ([Solver::Partizan(only)], Some(known)) = (&mut solvers[..], known) {
        only.add_known(known);
    }
    solvers
}

/// Takes the values that the solver has computed, if there is only one summand and it is partizan.
fn found_by(solvers: &mut [Solver<'_>]) -> Option<KnownValues> {
    match solvers {
        [Solver::Partizan(only)] => only.take_found(),
        _ => None,
    }
}

/// A visitor of moves. Its arguments are the summand, the move, the outcome after the move, and the value after the move if it
/// can be written.
pub(super) type VisitOption<'v> = dyn FnMut(usize, &AnyMove, GameOutcome, Option<String>) + 'v;

/// Visits every move of a sum that has a canonical form. If the search is retried without the cache, moves may be visited
/// twice.
///
/// # Errors
/// Returns [`Stopped`] if the search was stopped. Some moves may have been visited before.
pub(super) fn each_option(
    position: &Position,
    request: &Request,
    observer: &dyn Observer,
    forms: &mut Option<CachedForms>,
    visit: &mut VisitOption<'_>,
) -> Result<(), Stopped> {
    with_cache(
        forms,
        position,
        request,
        |visited: &Result<(), Stopped>| visited.as_ref().err(),
        |cached| {
            let (arena, known) = arena_and_values(cached.take(), request.budget.memory);
            arena.set_interrupt(observer.interrupt());
            let mut solvers = solvers_of(position, &arena, known, request, observer);
            let visited = visit_options(&arena, &mut solvers, visit);
            let found = found_by(&mut solvers);
            drop(solvers);
            *cached = found.map(|values| CachedForms { arena, values });
            visited
        },
    )
}

fn visit_options(
    arena: &Arena,
    solvers: &mut [Solver<'_>],
    visit: &mut VisitOption<'_>,
) -> Result<(), Stopped> {
    let values: Vec<Game> = solvers.iter_mut().map(|solver| solver.value(arena)).collect::<Result<_, _>>()?;
    let total = sum(arena, &values)?;
    // Many moves lead to the same value.
    let mut texts: HashMap<Game, Option<String>> = HashMap::new();
    for (summand, (solver, value)) in solvers.iter_mut().zip(&values).enumerate() {
        let others = worth(arena, arena.sub(total, *value).map_err(stopped_by)?);
        solver.each_move(arena, &mut |step, after| {
            let after = sum_of(arena, &others, after)?.in_arena(arena).map_err(stopped_by)?;
            let text = || Operations::new(arena.session()).text(after, TextLimits::default()).ok();
            let text = texts.entry(after).or_insert_with(text).clone();
            visit(summand, &step, arena.outcome(after), text);
            Ok(())
        })?;
    }
    Ok(())
}

/// Alternates between the search for the value and the outcome search until the value is known or the work is
/// stopped. If the outcome is found first, it is stored in `verdict`.
fn alternate<T>(
    position: &Position,
    request: &Request,
    budget: Budget,
    observer: &dyn Observer,
    verdict: &mut SumVerdict,
    quota: &Quota,
    mut find_value: impl FnMut() -> Result<T, Stopped>,
) -> Result<T, Stopped> {
    let search = sums::search_of(position, request);
    let (apart, arena) = (Quota::new(0), Arena::new(budget.memory / 2));
    let within_quota = Until::new(observer, apart.interrupt());
    let mut winner = search.as_ref().map(|search| search.winner(request.play, &arena, budget, &within_quota));
    let mut polls = FIRST_QUOTA;
    loop {
        let mut is_open = false;
        if let Some(winner) = &mut winner {
            verdict.advance(winner, position, request.moves, &|| apart.grant(polls), observer);
            is_open = !verdict.is_complete() && apart.is_exhausted();
        }
        polls = polls.saturating_mul(2);
        quota.grant(if is_open { polls } else { u64::MAX });
        let found = find_value();
        let is_stopped = found.is_err() && !quota.is_exhausted();
        // If the value takes too much memory, the outcome search may still finish in the remaining time.
        if let (Err(Stopped { reason: StopReason::Memory { .. }, .. }), Some(winner), true) =
            (&found, &mut winner, is_stopped && is_open)
        {
            verdict.advance(winner, position, request.moves, &|| apart.grant(polls), observer);
        }
        if found.is_ok() || is_stopped {
            return found;
        }
    }
}

/// The values of the summands, their sum, and the description of the sum. The description is an error only if its
/// text is too long.
type Values = (Vec<Game>, Game, Result<GameValue, Stopped>);

fn find_values(arena: &Arena, solvers: &mut [Solver<'_>]) -> Result<Values, Stopped> {
    let values: Vec<Game> = solvers.iter_mut().map(|solver| solver.value(arena)).collect::<Result<_, _>>()?;
    let total = sum(arena, &values)?;
    let value = match describe(arena, total) {
        Err(stopped) if !matches!(stopped.reason, StopReason::Text { .. }) => return Err(stopped),
        value => value,
    };
    Ok((values, total, value))
}

/// Answers from the value of the sum.
fn by_value(
    position: &Position,
    request: &Request,
    arena: &Arena,
    solvers: &mut [Solver<'_>],
    (values, total, value): Values,
) -> Analysis {
    let found = find_moves(arena, solvers, &values, total, request.moves);
    let (found, stopped) = match found {
        Ok(found) => (Some(found), None),
        Err(stopped) => (None, Some(stopped)),
    };
    let (value, too_long) = match value {
        Ok(value) => (Some(Value::Game(value)), None),
        Err(stopped) => (None, Some(stopped)),
    };
    let mut explanation = explain(position, request, arena, &values);
    if request.detail == Detail::Full {
        // Sentences that exceed the memory limit are omitted.
        explanation.extend(reasons(arena, total, found.as_ref()).unwrap_or_default());
    }
    let outcome = arena.outcome(total);
    explanation.push(outcome_in_words(outcome).to_owned());
    let nodes = solvers.iter().map(Solver::nodes).sum();
    Analysis {
        outcome: Some(outcome.into()),
        value,
        canonical_moves: found.as_ref().map_or(Vec::new(), |found| found.canonical.clone()),
        moves: found.map(|found| found.winning),
        explanation,
        stopped: stopped.or(too_long),
        ..Analysis::empty(Play::Normal, method_of(position, request, arena, nodes))
    }
}

fn outcome_in_words(outcome: GameOutcome) -> &'static str {
    match outcome {
        GameOutcome::Left => "the value is greater than 0: Left wins, moving first or second",
        GameOutcome::Right => "the value is less than 0: Right wins, moving first or second",
        GameOutcome::Next => "the value is confused with 0: the player who moves first wins",
        GameOutcome::Previous => "the value is 0: the player who moves first loses",
    }
}

/// The name of the search for canonical forms.
const SEARCH: &str = "canonical forms";

/// Returns the theorems that gave the values, or the search if a value was searched.
fn method_of(position: &Position, request: &Request, arena: &Arena, nodes: u64) -> Method {
    let theorem = |summand: &dyn AnyPosition| {
        is_valued_by_theorem(summand, arena).then(|| summand.theorem(Play::Normal)).flatten()
    };
    let names: Option<Vec<String>> = position.summands().iter().map(|summand| theorem(&**summand)).collect();
    match names.and_then(MethodName::joined) {
        Some(name) if request.theorems == Theorems::Use => Method { kind: MethodKind::Theorem, name, nodes },
        _ => Method::search(SEARCH, nodes),
    }
}

/// Returns `true` if a theorem gives the value.
fn is_valued_by_theorem(summand: &dyn AnyPosition, arena: &Arena) -> bool {
    match (summand.impartial(), summand.partizan()) {
        (Some(summand), _) => summand.value_by_theorem().is_some(),
        (None, Some(summand)) => summand.is_known_by_theorem(arena),
        (None, None) => false,
    }
}

fn explain(position: &Position, request: &Request, arena: &Arena, values: &[Game]) -> Vec<String> {
    let is_sum = position.summands().len() > 1;
    let mut lines = Vec::new();
    for (summand, value) in position.summands().iter().zip(values) {
        // The outcome of one impartial summand does not help to explain a sum with partizan summands.
        if !is_sum || summand.impartial().is_none() {
            lines.extend(summand.explain(Play::Normal, request.detail));
        }
        // The number of positions searched depends on the cache, so it appears only in the method.
        let how = match request.detail {
            Detail::Brief => "",
            Detail::Full if request.theorems == Theorems::Use && is_valued_by_theorem(&**summand, arena) => {
                ", by theorem"
            }
            Detail::Full => ", by search",
        };
        if is_sum || request.detail == Detail::Full {
            lines.push(format!("{} is worth {}{how}", summand.text(), written(arena, *value)));
        }
    }
    lines
}

/// Explains why the value has its outcome, and which moves survive in canonical form.
fn reasons(arena: &Arena, total: Game, found: Option<&MoveValues>) -> Result<Vec<String>, OperationError> {
    // Each session locks the arena, so sessions must not overlap.
    let mut lines = reasons::of_value(&mut Operations::new(arena.session()), total)?;
    if let Some(found) = found {
        let [left, right] = found.options.each_ref().map(|options| {
            options.iter().map(|option| option.in_arena(arena)).collect::<Result<Vec<Game>, ArenaError>>()
        });
        let mut operations = Operations::new(arena.session());
        lines.extend(reasons::of_options(&mut operations, total, &left?, &right?)?);
    }
    Ok(lines)
}

/// The values after the moves of a position.
struct MoveValues {
    winning: MoveList,
    canonical: Vec<PositionMove>,
    /// The first distinct values after the moves of Left, and after those of Right. Each list has at most one value more than
    /// can be shown.
    options: [Vec<ValueAfter>; 2],
}

/// Returns the value as a number if it equals one, and otherwise as a form.
fn worth(arena: &Arena, value: Game) -> ValueAfter {
    arena.as_number(value).map_or(ValueAfter::Form(value), ValueAfter::Number)
}

/// Returns `true` for each player, Left first, who wins when the opponent moves first.
fn survivors(arena: &Arena, value: &ValueAfter) -> [bool; 2] {
    match value {
        ValueAfter::Number(number) => [number.sign().is_ge(), number.sign().is_le()],
        ValueAfter::Form(value) => {
            let outcome = arena.outcome(*value);
            [!outcome.right_wins_first(), !outcome.left_wins_first()]
        }
    }
}

/// Finds the winning moves of both players and the canonical moves.
fn find_moves(
    arena: &Arena,
    solvers: &mut [Solver<'_>],
    values: &[Game],
    total: Game,
    limit: usize,
) -> Result<MoveValues, Stopped> {
    let canonical_options = [arena.left_options(total), arena.right_options(total)];
    let [left, right] = canonical_options
        .map(|options| options.map(|options| options.map(|option| worth(arena, option)).collect::<Vec<_>>()));
    let canonical_options = [left.map_err(stopped_by)?, right.map_err(stopped_by)?];
    let mut found =
        MoveValues { winning: MoveList::default(), canonical: Vec::new(), options: [Vec::new(), Vec::new()] };
    for (summand, (solver, value)) in solvers.iter_mut().zip(values).enumerate() {
        let others = worth(arena, arena.sub(total, *value).map_err(stopped_by)?);
        solver.each_move(arena, &mut |step, after| {
            let after = sum_of(arena, &others, after)?;
            found.add(arena, summand, &step, after, &canonical_options, limit);
            Ok(())
        })?;
    }
    Ok(found)
}

/// Returns the sum of `others` and `after`. The sum of two numbers takes no space in the arena.
fn sum_of(arena: &Arena, others: &ValueAfter, after: ValueAfter) -> Result<ValueAfter, Stopped> {
    let sum = match (others, &after) {
        (ValueAfter::Number(others), ValueAfter::Number(after)) => {
            return Ok(ValueAfter::Number(others + after));
        }
        (others, after) => {
            let sum = || arena.add(others.in_arena(arena)?, after.in_arena(arena)?);
            sum()
        }
    };
    sum.map(|sum| worth(arena, sum)).map_err(stopped_by)
}

impl MoveValues {
    /// Records a move in a summand after which the position has the value `after`.
    fn add(
        &mut self,
        arena: &Arena,
        summand: usize,
        step: &AnyMove,
        after: ValueAfter,
        canonical: &[Vec<ValueAfter>; 2],
        limit: usize,
    ) {
        let may = [Player::Left, Player::Right]
            .map(|player| step.player == Player::Either || step.player == player);
        let [left, right] = canonical;
        let canonical_for = players_of([may[0] && left.contains(&after), may[1] && right.contains(&after)]);
        if let Some(player) = canonical_for.filter(|_| self.canonical.len() < limit) {
            self.canonical.push(PositionMove::new(summand, step.clone().by(player)));
        }
        // The player who has moved wins if the opponent, who is now to move, does not.
        let survives = survivors(arena, &after);
        if let Some(player) = players_of([may[0] && survives[0], may[1] && survives[1]]) {
            self.winning.total += 1;
            if self.winning.listed.len() < limit {
                self.winning.listed.push(PositionMove::new(summand, step.clone().by(player)));
            }
        }
        for (list, may) in self.options.iter_mut().zip(may) {
            if may && list.len() <= OPTIONS_LISTED && !list.contains(&after) {
                list.push(after.clone());
            }
        }
    }
}

/// Returns the players for whom `holds` is `true`, where index 0 stands for Left; `None` if there are none.
fn players_of(holds: [bool; 2]) -> Option<Player> {
    match holds {
        [true, true] => Some(Player::Either),
        [true, false] => Some(Player::Left),
        [false, true] => Some(Player::Right),
        [false, false] => None,
    }
}

/// A solver for an impartial or a partizan summand, with its values in a shared arena.
enum Solver<'p> {
    Partizan(Box<dyn PartizanSolver + 'p>),
    Impartial {
        position: &'p dyn AnyPosition,
        solver: Box<dyn ImpartialSolver + 'p>,
        request: &'p Request<'p>,
        observer: &'p dyn Observer,
    },
}

impl<'p> Solver<'p> {
    fn new(
        position: &'p dyn AnyPosition,
        arena: &'p Arena,
        request: &'p Request,
        observer: &'p dyn Observer,
    ) -> Self {
        match (position.impartial(), position.partizan()) {
            (Some(summand), _) => {
                let solver = summand.solver(request.theorems, request.budget, observer);
                Solver::Impartial { position, solver, request, observer }
            }
            (None, Some(summand)) => {
                Solver::Partizan(summand.solver(arena, request.theorems, request.budget, observer))
            }
            (None, None) => unreachable!("a position without a canonical form is not added"),
        }
    }

    fn value(&mut self, arena: &Arena) -> Result<Game, Stopped> {
        match self {
            Solver::Partizan(solver) => solver.value(),
            Solver::Impartial { solver, .. } => arena.nimber(solver.value()?.0.into()).map_err(stopped_by),
        }
    }

    /// Visits every move, together with the value of the summand after the move.
    fn each_move(&mut self, arena: &Arena, visit: &mut VisitMove<'_>) -> Result<(), Stopped> {
        match self {
            Solver::Partizan(solver) => solver.each_move(visit),
            Solver::Impartial { position, request, observer, .. } => {
                if position.move_bound() > OPTIONS_TRIED {
                    return Err(StopReason::Options { limit: OPTIONS_TRIED }.after(0));
                }
                let mut meter = observer.meter();
                for step in position.moves_within(observer.meter())? {
                    meter.spend(STEPS)?;
                    let after = position.after(&step);
                    let value = Solver::new(&*after, arena, request, *observer).value(arena)?;
                    visit(step, ValueAfter::Form(value))?;
                }
                Ok(())
            }
        }
    }

    fn nodes(&self) -> u64 {
        match self {
            Solver::Partizan(solver) => solver.nodes(),
            Solver::Impartial { solver, .. } => solver.nodes(),
        }
    }
}

fn sum(arena: &Arena, values: &[Game]) -> Result<Game, Stopped> {
    let add = |sum, value: &Game| arena.add(sum, *value);
    values.iter().try_fold(Game::ZERO, add).map_err(stopped_by)
}

fn stopped_by(error: ArenaError) -> Stopped {
    StopReason::from(error).after(0)
}

/// Returns the value with its kind, mean and temperature.
pub(super) fn describe(arena: &Arena, game: Game) -> Result<GameValue, Stopped> {
    let mut operations = Operations::new(arena.session());
    let ask = |operations: &mut Operations<'_>| -> Result<GameValue, OperationError> {
        let kind = ValueKind::of(operations, game);
        let text = operations.text(game, TextLimits::default())?;
        let latex = operations.latex(game, TextLimits::default())?;
        let (mean, temperature) = (operations.mean(game)?, operations.temperature(game)?);
        Ok(GameValue { text, latex, kind, mean, temperature })
    };
    ask(&mut operations).map_err(|error| match error {
        OperationError::Arena(error) => stopped_by(error),
        _ => too_long(&mut operations, game).after(0),
    })
}

/// Formats a value for an explanation.
fn written(arena: &Arena, game: Game) -> String {
    let text = Operations::new(arena.session()).text(game, TextLimits::default());
    text.unwrap_or_else(|error| error.to_string())
}
