//! Positions of games in expressions: from calls of games to positions, and from sums of them to one position.

use super::context::stands_alone;
use super::expression::{Expression, Term, TermKind, arguments_with_names, is_calculated, kind_of};
use super::functions;
use crate::{Catalogue, Position};
use std::collections::HashMap;
use std::sync::Arc;
use winways_games::entries;
use winways_kit::{AnyGame, AnyPosition};
use winways_notation::{Call, Diagnostic, Span, nearest, parse_arguments};

type Summand = Box<dyn AnyPosition>;

/// Why there is no position.
enum NoPosition {
    /// The expression is wrong.
    Wrong(Diagnostic),
    /// The expression may have a value all the same; says why it is no position.
    Value(Diagnostic),
}

impl From<Diagnostic> for NoPosition {
    fn from(diagnostic: Diagnostic) -> Self {
        NoPosition::Wrong(diagnostic)
    }
}

impl Expression<'_> {
    /// The position, if the expression is a sum of positions and nimbers in which a game is called; names have no values in it:
    /// see [`Calculator::position`](crate::Calculator::position).
    ///
    /// `None` if it is anything else, which is for the [`Calculator`](crate::Calculator): a value, a sum of values, a
    /// difference of positions of partizan games, or a position that depends on the calculator's names.
    ///
    /// # Errors
    /// A diagnostic that points into the text.
    pub fn position(&self, catalogue: &Catalogue) -> Result<Option<Position>, Diagnostic> {
        self.position_knowing(catalogue, |_| false)
    }

    /// As [`Expression::position`], where some names have values: what mentions one of them is no position by itself.
    pub(super) fn position_knowing(
        &self,
        catalogue: &Catalogue,
        is_known: impl Fn(&str) -> bool,
    ) -> Result<Option<Position>, Diagnostic> {
        let Ok(terms) = self.terms() else { return Ok(None) };
        if !terms.iter().any(|term| matches!(term.kind, TermKind::Position(_))) {
            return Ok(None);
        }
        let mentions = |call: &Call| arguments_with_names(self.text(), call, kind_of, &is_known).is_some();
        if terms.iter().any(|term| matches!(term.kind, TermKind::Position(call) if mentions(call))) {
            return Ok(None);
        }
        match position(catalogue, self.text(), &terms) {
            Ok(position) => Ok(Some(position)),
            Err(NoPosition::Value(_)) => Ok(None),
            Err(NoPosition::Wrong(diagnostic)) => Err(diagnostic),
        }
    }
}

impl Position {
    /// A sum of positions and nimbers: `nim(7,8) + kayles(9) + *3`.
    ///
    /// Summands of one game are put together where the game can write their sum, so that its theorems see all of it.
    /// A minus changes nothing for an impartial position, which is its own negative; the negative of a partizan one is
    /// refused here, and is for the calculator. A position without a value that adds cannot be a summand.
    ///
    /// # Errors
    /// A diagnostic that points into `expression`.
    ///
    /// ```
    /// use winways::{Catalogue, Position};
    /// let position = Position::of_expression(&Catalogue::new(), "nim(7) + nim(8) + *3")?;
    /// assert_eq!(position.to_string(), "nim(7,8,3)");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn of_expression(catalogue: &Catalogue, expression: &str) -> Result<Self, Diagnostic> {
        let parsed = Expression::parse(expression)?;
        position(catalogue, expression, &parsed.terms()?).map_err(|reason| match reason {
            NoPosition::Wrong(diagnostic) | NoPosition::Value(diagnostic) => diagnostic,
        })
    }
}

impl Position {
    /// The sum of this and another position. Summands of one game are put together where the game can write their sum.
    ///
    /// # Errors
    /// A diagnostic without place if a summand is a position without a value that adds.
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
            if summand.impartial().is_none() && summand.partizan().is_none() {
                return Err(stands_alone(&**summand, Span::at(0)));
            }
            // Games of one name may have different rules.
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
    /// Adds a game, which is then known by its name: in expressions too.
    ///
    /// # Errors
    /// A diagnostic without place if the name is that of another game or of a function.
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
            let message = format!("there is a {what} called `{name}` already");
            return Err(Diagnostic::new(message, Span::at(0)).help("a rule file names its game with `name:`"));
        }
        self.keep(game);
        Ok(())
    }
}

/// The sum of the terms, those of one game together, in the order in which the games come.
fn position(catalogue: &Catalogue, text: &str, terms: &[Term<'_>]) -> Result<Position, NoPosition> {
    let mut groups: Vec<Vec<Summand>> = Vec::new();
    let mut group_of: HashMap<String, usize> = HashMap::new();
    for term in terms {
        let summand = summand(catalogue, text, term)?;
        let can_be_added = summand.impartial().is_some() || summand.partizan().is_some();
        if !can_be_added && (terms.len() > 1 || term.negative) {
            return Err(stands_alone(&*summand, term.span).into());
        }
        if term.negative && summand.impartial().is_none() {
            let message = format!("the negative of a position of {} is no position", summand.game_name());
            let diagnostic = Diagnostic::new(message, term.span).label("expected a sum without minus signs");
            return Err(NoPosition::Value(diagnostic));
        }
        let group = *group_of.entry(summand.game_name()).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(summand),
            None => groups.push(vec![summand]),
        }
    }
    Ok(Position::of_summands(groups.into_iter().flat_map(merged).collect()))
}

/// Positions of one game as one, if the game can write their sum.
fn merged(group: Vec<Summand>) -> Vec<Summand> {
    match &group[..] {
        [first, others @ ..] if !others.is_empty() => match first.merged(others) {
            Some(sum) => vec![sum],
            None => group,
        },
        _ => group,
    }
}

fn summand(catalogue: &Catalogue, text: &str, term: &Term<'_>) -> Result<Summand, NoPosition> {
    let call = match term.kind {
        TermKind::Nimber(size) => return Ok(catalogue.game("nim")?.parse(&size.to_string())?),
        TermKind::Position(call) => call,
    };
    let game = game(catalogue, text, call)?;
    parsed(&*game, text, call).map_err(|diagnostic| {
        match is_calculated(&parse_arguments(text, call.position, kind_of)) {
            true => NoPosition::Value(diagnostic),
            false => NoPosition::Wrong(diagnostic),
        }
    })
}

/// The game that is called.
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
        // What looks like a game may be meant to be a function.
        let functions = functions::all().iter().map(|function| function.name);
        match nearest(&text[call.name_span.range()], functions) {
            Some(similar) if diagnostic.span == call.name_span => {
                diagnostic.help(format!("did you mean `{similar}`?"))
            }
            _ => diagnostic,
        }
    })
}

/// The position that is called, in the game's own notation.
pub(super) fn parsed(game: &dyn AnyGame, text: &str, call: &Call) -> Result<Summand, Diagnostic> {
    game.parse(&text[call.position.range()]).map_err(|diagnostic| diagnostic.shifted(call.position.start))
}
