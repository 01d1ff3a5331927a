//! Parses positions in expressions: calls of games, and sums of positions.

use super::context::not_summable;
use super::engine::Engine;
use super::expression::{
    Expression, Term, TermKind, arguments_with_names, is_calculated, is_quoted, kind_of,
};
use super::functions;
use crate::loopy_positions::with_value;
use crate::position::adds;
use crate::{Catalogue, EvaluationError, Position};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use winways_games::entries;
use winways_kit::{AnyGame, AnyPosition};
use winways_notation::{Call, Diagnostic, Span, nearest, parse_arguments};
use winways_solve::{NoObserver, Observer, Progress, StopReason, Stopped};
use winways_values::Arena;

type Summand = Box<dyn AnyPosition>;

/// The reason an expression is not a position.
enum NoPosition {
    /// The expression is wrong.
    Wrong(Diagnostic),
    /// The expression may still have a value. The diagnostic explains why it is not a position.
    Value(Diagnostic),
    /// The work was stopped before all positions had been parsed.
    Stopped(Stopped),
}

impl From<Diagnostic> for NoPosition {
    fn from(diagnostic: Diagnostic) -> Self {
        NoPosition::Wrong(diagnostic)
    }
}

impl Expression<'_> {
    /// Returns the position if the expression is a sum of positions and nimbers that calls at least one game. Names without a
    /// predefined value are not resolved; see [`Calculator::position`](crate::Calculator::position).
    ///
    /// Returns `None` for every other expression, which the [`Calculator`](crate::Calculator) evaluates: a value, a
    /// sum of values, a difference of positions of partizan games, or a position that depends on assigned names.
    ///
    /// # Errors
    /// Returns a diagnostic that points into the text.
    pub fn position(&self, catalogue: &Catalogue) -> Result<Option<Position>, Diagnostic> {
        self.position_knowing(catalogue, |_| false, None, &NoObserver).map_err(|error| match error {
            EvaluationError::Wrong(diagnostic) => diagnostic,
            EvaluationError::Stopped(stopped) => Diagnostic::new(stopped.to_string(), Span::at(0)),
        })
    }

    /// Returns the position like [`Expression::position`], if the expression contains no name for which `is_known` returns
    /// `true`. The memory of its boards is charged to `arena`.
    pub(super) fn position_knowing(
        &self,
        catalogue: &Catalogue,
        is_known: impl Fn(&str) -> bool,
        arena: Option<&Arena>,
        observer: &dyn Observer,
    ) -> Result<Option<Position>, EvaluationError> {
        let Ok(terms) = self.terms() else { return Ok(None) };
        if !terms.iter().any(|term| matches!(term.kind, TermKind::Position(_))) {
            return Ok(None);
        }
        let mentions = |call: &Call| arguments_with_names(self.text(), call, kind_of, &is_known).is_some();
        if terms.iter().any(|term| matches!(term.kind, TermKind::Position(call) if mentions(call))) {
            return Ok(None);
        }
        match position(catalogue, self.text(), &terms, arena, observer) {
            Ok(position) => Ok(Some(position)),
            Err(NoPosition::Value(_)) => Ok(None),
            Err(NoPosition::Wrong(diagnostic)) => Err(diagnostic.into()),
            Err(NoPosition::Stopped(stopped)) => Err(stopped.into()),
        }
    }
}

impl Position {
    /// Parses a sum of positions and nimbers, such as `nim(7,8) + kayles(9) + *3`.
    ///
    /// Summands of one game are merged if the game can represent their sum, so that its theorems apply to the entire sum. A
    /// minus sign has no effect on an impartial position, which is its own negative. The negative of a partizan position is
    /// rejected; use the calculator to evaluate it. A position without an additive value cannot be a summand.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `expression`.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let position = Position::of_expression(&Catalogue::new(), "nim(7) + nim(8) + *3")?;
    /// assert_eq!(position.to_string(), "nim(7,8,3)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn of_expression(catalogue: &Catalogue, expression: &str) -> Result<Self, Diagnostic> {
        let parsed = Expression::parse(expression)?;
        position(catalogue, expression, &parsed.terms()?, None, &NoObserver).map_err(|reason| match reason {
            NoPosition::Wrong(diagnostic) | NoPosition::Value(diagnostic) => diagnostic,
            NoPosition::Stopped(stopped) => Diagnostic::new(stopped.to_string(), Span::at(0)),
        })
    }
}

impl Position {
    /// Returns the sum of two positions. Summands of one game are merged if the game can represent their sum.
    ///
    /// # Errors
    /// Returns a diagnostic without a span if a summand is a position without an additive value.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let position = |text| Position::of_expression(&Catalogue::new(), text);
    /// let sum = position("nim(3) + kayles(5)")?.plus(&position("nim(4)")?)?;
    /// assert_eq!(sum.to_string(), "nim(3,4) + kayles(5)");
    /// assert!(sum.plus(&position("mnk(3,3,3)(\"...|...|...\")")?).is_err());
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn plus(&self, other: &Position) -> Result<Position, Diagnostic> {
        let mut groups: Vec<(String, Vec<Summand>)> = Vec::new();
        for summand in self.summands().iter().chain(other.summands()) {
            if !adds(&**summand) {
                return Err(not_summable(&**summand, Span::at(0)));
            }
            // Games with the same name may have different rules.
            let identity = summand.identity();
            match groups.iter_mut().find(|(known, _)| *known == identity) {
                Some((_, group)) => group.push(summand.copy()),
                None => groups.push((identity, vec![summand.copy()])),
            }
        }
        Ok(Position::of_summands(groups.into_iter().flat_map(|(_, group)| merged(group)).collect()))
    }
}

impl Catalogue {
    /// Adds a game, so that expressions can call it by its name.
    ///
    /// # Errors
    /// Returns a diagnostic without a span if the name belongs to another game or to a function.
    ///
    /// ```
    /// use winways::{Calculator, Catalogue, Budget, NoObserver};
    /// let mut catalogue = Catalogue::new();
    /// catalogue.add(catalogue.game_of_text("name: split\nheap n -> a, b where a + b = n, a != b, a >= 1, b >= 1")?)?;
    /// let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
    /// let mut answer = calculator.evaluate("[split(n) for n in 1..5]", &NoObserver)?;
    /// assert_eq!(answer.text()?, "[0, 0, *, 0, *2]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn add(&mut self, game: Arc<dyn AnyGame>) -> Result<(), Diagnostic> {
        let name = game.name();
        if !name.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-')) {
            let message = format!("the game has no name by which it can be called: `{name}`");
            return Err(Diagnostic::new(message, Span::at(0)).help("a rule file names its game with `name:`"));
        }
        let is_game = entries().any(|entry| entry.page.name == name) || self.added(&name).is_some();
        let is_function = functions::all().iter().any(|function| function.name == name);
        if is_game || is_function {
            let what = if is_game { "game" } else { "function" };
            let message = format!("there is already a {what} called `{name}`");
            return Err(Diagnostic::new(message, Span::at(0)).help("a rule file names its game with `name:`"));
        }
        self.keep(game);
        Ok(())
    }
}

/// The games named by the calls in one text. Calls of the same game share the boards that it has compiled.
#[derive(Default)]
pub(super) struct CalledGames(HashMap<String, Arc<dyn AnyGame>>);

impl CalledGames {
    /// Returns the game of a call like [`game`], but reuses a game that was called before.
    pub(super) fn game(
        &mut self,
        catalogue: &Catalogue,
        text: &str,
        call: &Call,
    ) -> Result<Arc<dyn AnyGame>, Diagnostic> {
        let head = &text[call.name_span.start..call.position.start];
        if let Some(known) = self.0.get(head) {
            return Ok(known.clone());
        }
        let game = game(catalogue, text, call)?;
        let (name, identity) = (game.name(), &game.about().identity);
        // Nimbers are positions of `nim`.
        let is_nim = call.is_of_file() && name == "nim";
        if is_nim || self.0.values().any(|known| known.name() == name && known.about().identity != *identity)
        {
            let message = format!("`{head}` is called `{name}` like another game");
            return Err(Diagnostic::new(message, call.name_span)
                .label("expected games with different names")
                .help("a rule file names its game with `name:`"));
        }
        self.0.insert(head.to_owned(), game.clone());
        Ok(game)
    }
}

/// Returns the sum of the terms. Terms of one game are grouped, in the order in which the games first occur.
fn position(
    catalogue: &Catalogue,
    text: &str,
    terms: &[Term<'_>],
    arena: Option<&Arena>,
    observer: &dyn Observer,
) -> Result<Position, NoPosition> {
    let mut groups: Vec<Vec<Summand>> = Vec::new();
    let mut group_of: HashMap<String, usize> = HashMap::new();
    let mut games = CalledGames::default();
    // A sum of positions of several engines is not a position. The calculator adds their values.
    let mut engines: BTreeMap<Engine, Diagnostic> = BTreeMap::new();
    for term in terms {
        // A game may compile a board for its position, which takes time and memory.
        let polled = observer.poll(&Progress::default());
        polled.map_err(|reason| NoPosition::Stopped(reason.after(0)))?;
        let summand = summand(catalogue, &mut games, text, term, arena)?;
        if !adds(&*summand) && (terms.len() > 1 || term.negative) {
            let wrong = not_summable(&*summand, term.span);
            return Err(match with_value(&*summand) {
                Some(_) => NoPosition::Value(wrong),
                None => NoPosition::Wrong(wrong),
            });
        }
        if let Some(engine) = Engine::of(&*summand) {
            engines.entry(engine).or_insert_with(|| not_summable(&*summand, term.span));
        }
        if term.negative && summand.partizan().is_some() {
            let message = format!("the negative of a position of {} is not a position", summand.game_name());
            let diagnostic = Diagnostic::new(message, term.span).label("expected a sum without minus signs");
            return Err(NoPosition::Value(diagnostic));
        }
        let group = *group_of.entry(summand.game_name()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(summand),
            None => groups.push(vec![summand]),
        }
    }
    match engines.pop_first() {
        Some((_, wrong)) if !engines.is_empty() => Err(NoPosition::Value(wrong)),
        _ => Ok(Position::of_summands(groups.into_iter().flat_map(merged).collect())),
    }
}

/// Merges positions of one game, if the game can represent their sum.
fn merged(group: Vec<Summand>) -> Vec<Summand> {
    match &group[..] {
        [first, others @ ..] if !others.is_empty() => match first.merged(others) {
            Some(sum) => vec![sum],
            None => group,
        },
        _ => group,
    }
}

fn summand(
    catalogue: &Catalogue,
    games: &mut CalledGames,
    text: &str,
    term: &Term<'_>,
    arena: Option<&Arena>,
) -> Result<Summand, NoPosition> {
    let call = match term.kind {
        TermKind::Nimber(size) => return Ok(catalogue.game("nim")?.parse(&size.to_string())?),
        TermKind::Position(call) => call,
    };
    let game = games.game(catalogue, text, call)?;
    if let Some(arena) = arena {
        game.charge(&text[call.position.range()], arena)
            .map_err(|error| NoPosition::Stopped(StopReason::from(error).after(0)))?;
    }
    parsed(&*game, text, call).map_err(|diagnostic| {
        match !is_quoted(text, call) && is_calculated(&parse_arguments(text, call.position, kind_of)) {
            true => NoPosition::Value(diagnostic),
            false => NoPosition::Wrong(diagnostic),
        }
    })
}

/// Returns the game of a call.
pub(super) fn game(catalogue: &Catalogue, text: &str, call: &Call) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    if call.is_of_file() {
        return match call.parameter {
            None => catalogue.game_of_rule_file(&call.name, call.name_span),
            Some(span) => Err(Diagnostic::new("a rule file takes no parameter", span)
                .label("expected the position after the name")),
        };
    }
    let game = catalogue.game_of(text, &call.name, call.name_span, call.parameter);
    game.map_err(|diagnostic| {
        // A name parsed as a game may be a misspelt function.
        let functions = functions::all().iter().map(|function| function.name);
        match nearest(&text[call.name_span.range()], functions) {
            Some(similar) if diagnostic.span == call.name_span => {
                diagnostic.help(format!("did you mean `{similar}`?"))
            }
            _ => diagnostic,
        }
    })
}

/// Parses the position of a call, in the game's own notation.
pub(super) fn parsed(game: &dyn AnyGame, text: &str, call: &Call) -> Result<Summand, Diagnostic> {
    game.parse(&text[call.position.range()]).map_err(|diagnostic| diagnostic.shifted(call.position.start))
}
