//! The arguments of a call: conversions to the expected types, and error messages for arguments of other types.

use super::error::{EvaluationError, Result, refused};
use super::large::Number;
use super::list::charge_list;
use super::loopy::LoopyWork;
use super::terms::Terms;
use super::value::{Value, as_integer};
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, Observer};
use winways_values::{
    Breakpoint, Dyadic, Follower, Game, OperationError, Operations, Session, TextLimits, Thermograph,
    Uptimal, Wall,
};

/// The arguments of a call.
pub(super) struct Arguments<'a, 'arena> {
    pub(super) operations: &'a mut Operations<'arena>,
    /// The limits and the observer of operations on loopy values.
    pub(super) resources: Resources<'a>,
    /// An example of a correct call.
    example: &'static str,
    values: Vec<Value>,
    spans: &'a [Span],
    /// The span of the function's name.
    span: Span,
}

/// The limits and the observer of an evaluation.
#[derive(Clone, Copy)]
pub(super) struct Resources<'a> {
    pub(super) budget: Budget,
    pub(super) observer: &'a dyn Observer,
}

/// The memory of a numbered line in bytes, in addition to its text.
const LINE_BYTES: usize = 32;

/// The maximum length of a value that is shown in a message.
const SHOWN: TextLimits = TextLimits { plain: 40, named: 40 };

pub(super) type Operated<T> = std::result::Result<T, OperationError>;

/// The result of an operation, which can be converted to a value of the calculator.
pub(super) trait IntoValue {
    /// Converts the result.
    fn into_value(self, session: &mut Session<'_>) -> Result<Value>;
}

impl IntoValue for Game {
    fn into_value(self, _: &mut Session<'_>) -> Result<Value> {
        Ok(self.into())
    }
}

impl IntoValue for bool {
    fn into_value(self, _: &mut Session<'_>) -> Result<Value> {
        Ok(self.into())
    }
}

impl IntoValue for Dyadic {
    fn into_value(self, session: &mut Session<'_>) -> Result<Value> {
        Ok(session.number(&self)?.into())
    }
}

impl IntoValue for Vec<Game> {
    fn into_value(self, session: &mut Session<'_>) -> Result<Value> {
        Value::flat(session, self.len(), self)
    }
}

impl<'a, 'arena> Arguments<'a, 'arena> {
    pub(super) fn new(
        operations: &'a mut Operations<'arena>,
        resources: Resources<'a>,
        example: &'static str,
        values: Vec<Value>,
        spans: &'a [Span],
        span: Span,
    ) -> Self {
        Arguments { operations, resources, example, values, spans, span }
    }

    /// Returns the resources for an operation on loopy values, within the budget.
    pub(super) fn loopy_work(&mut self) -> LoopyWork<'a> {
        LoopyWork::new(self.resources.budget, self.operations.session().bytes(), self.resources.observer)
    }

    /// Returns the number of arguments.
    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    pub(super) fn value(&self, index: usize) -> &Value {
        &self.values[index]
    }

    /// Returns the span of an argument.
    pub(super) fn span_of(&self, index: usize) -> Span {
        self.spans[index]
    }

    /// Creates the error for an argument of the wrong type. It contains the value, the expected type and a correct call.
    pub(super) fn wrong(&mut self, index: usize, expected: &str) -> EvaluationError {
        let what = match self.shown(index) {
            Ok(text) => format!("this is {text}"),
            Err(EvaluationError::Wrong(_)) => match self.kind_of_long(index) {
                Ok(kind) => format!("this is {kind}"),
                Err(stopped) => return stopped,
            },
            Err(stopped) => return stopped,
        };
        self.pointed(what, self.spans[index]).label(format!("expected {expected}")).into()
    }

    /// Formats an argument for a message: as its text if that is short, and otherwise as its kind.
    fn shown(&mut self, index: usize) -> Result<String> {
        if let Some(large) = self.values[index].large_number() {
            let text = large.text();
            return Ok(if text.len() <= SHOWN.plain {
                text.to_owned()
            } else {
                large.kind().with_article().to_owned()
            });
        }
        if let Some(loopy) = self.values[index].loopy() {
            return Ok(match loopy.text() {
                Ok(text) if text.len() <= SHOWN.plain => text.to_owned(),
                _ => self.values[index].kind().to_owned(),
            });
        }
        match self.values[index].terms() {
            Some(terms) => {
                let game = terms.canonical(self.operations.session())?;
                self.operations.text(game, SHOWN).map_err(refused)
            }
            None => Ok(self.values[index].kind().to_owned()),
        }
    }

    /// Returns the kind of an argument whose text is too long for a message, with the number of digits of an integer.
    fn kind_of_long(&mut self, index: usize) -> Result<String> {
        let kind = self.values[index].kind();
        let Some(terms) = self.values[index].terms() else { return Ok(kind.to_owned()) };
        let session = self.operations.session();
        let game = terms.canonical(session)?;
        Ok(match session.as_number(game).filter(Dyadic::is_integer) {
            Some(integer) => {
                let sign = if integer.sign().is_lt() { "a negative" } else { "an" };
                let digits = integer.to_string().trim_start_matches('-').len();
                format!("{sign} integer of {digits} digits")
            }
            None => kind.to_owned(),
        })
    }

    /// Creates the error for arguments for which the function has no value.
    pub(super) fn none(&self, message: impl Into<String>) -> EvaluationError {
        self.pointed(message.into(), self.span).into()
    }

    pub(super) fn pointed(&self, message: String, span: Span) -> Diagnostic {
        Diagnostic::new(message, span).help(format!("for example {}", self.example))
    }

    /// Returns an argument as an unevaluated sum.
    pub(super) fn terms(&mut self, index: usize) -> Result<Terms> {
        match self.values[index].terms() {
            Some(terms) => Ok(terms),
            None => Err(self.no_short_game(index)),
        }
    }

    /// Returns an argument in canonical form.
    pub(super) fn game(&mut self, index: usize) -> Result<Game> {
        match self.values[index].terms() {
            Some(terms) => terms.canonical(self.operations.session()),
            None => Err(self.no_short_game(index)),
        }
    }

    fn no_short_game(&mut self, index: usize) -> EvaluationError {
        if self.values[index].loopy().is_some() {
            return self.wrong(index, "a short game, in which play cannot cycle");
        }
        match self.values[index].large_number() {
            Some(large) => {
                let message = format!("{} has no canonical form as a game here", large.kind().with_article());
                self.pointed(message, self.spans[index]).label("expected a game").into()
            }
            None => self.wrong(index, "a game"),
        }
    }

    /// Returns the length of a list or a string.
    pub(super) fn length(&mut self, index: usize) -> Result<usize> {
        match &self.values[index] {
            Value::List(list) => Ok(list.values().len()),
            Value::Text(text) => Ok(text.as_str().chars().count()),
            _ => Err(self.wrong(index, "a list")),
        }
    }

    pub(super) fn number(&mut self, index: usize) -> Result<Dyadic> {
        let game = self.game(index)?;
        self.operations.session().as_number(game).ok_or_else(|| self.wrong(index, "a number"))
    }

    pub(super) fn integer(&mut self, index: usize) -> Result<i64> {
        let number = self.number(index)?;
        as_integer(&number).ok_or_else(|| self.wrong(index, "a 64-bit integer"))
    }

    /// Returns an integer from `least` to `greatest`.
    pub(super) fn between(&mut self, index: usize, least: u32, greatest: u32) -> Result<u32> {
        let number = self.number(index)?;
        let small = as_integer(&number).and_then(|integer| u32::try_from(integer).ok());
        let small = small.filter(|small| (least..=greatest).contains(small));
        small.ok_or_else(|| self.wrong(index, &format!("an integer from {least} to {greatest}")))
    }

    /// Applies an operation to the first argument.
    pub(super) fn one<T: IntoValue>(
        &mut self,
        operation: impl FnOnce(&mut Operations<'_>, Game) -> Operated<T>,
    ) -> Result<Value> {
        let game = self.game(0)?;
        let result = operation(self.operations, game);
        self.answer(result)
    }

    /// Evaluates a predicate for the first argument. Returns `surreal` for a large surreal number, and `nimber` for a
    /// large nimber.
    pub(super) fn kind_of(
        &mut self,
        surreal: bool,
        nimber: bool,
        question: impl FnOnce(&mut Operations<'_>, Game) -> Operated<bool>,
    ) -> Result<Value> {
        match self.values[0].large_number().map(|large| &large.number) {
            Some(Number::Surreal(_)) => Ok(surreal.into()),
            Some(Number::Nimber(_)) => Ok(nimber.into()),
            None => self.one(question),
        }
    }

    /// Applies an operation to the first two arguments.
    pub(super) fn two<T: IntoValue>(
        &mut self,
        operation: impl FnOnce(&mut Operations<'_>, Game, Game) -> Operated<T>,
    ) -> Result<Value> {
        let (some, other) = (self.game(0)?, self.game(1)?);
        let result = operation(self.operations, some, other);
        self.answer(result)
    }

    /// Applies an operation to a game and a number, such as a temperature.
    pub(super) fn at<T: IntoValue>(
        &mut self,
        operation: impl FnOnce(&mut Operations<'_>, Game, &Dyadic) -> Operated<T>,
    ) -> Result<Value> {
        let temperature = self.number(1)?;
        self.one(|operations, game| operation(operations, game, &temperature))
    }

    /// Converts the result of an operation to a value.
    pub(super) fn answer<T: IntoValue>(&mut self, result: Operated<T>) -> Result<Value> {
        self.checked(result)?.into_value(self.operations.session())
    }

    /// Returns a number computed from the terms of a sum.
    pub(super) fn of_terms(
        &mut self,
        question: impl FnOnce(&mut Operations<'_>, &Terms) -> Result<Dyadic>,
    ) -> Result<Value> {
        let terms = self.terms(0)?;
        let number = question(self.operations, &terms)?;
        self.of_number(number)
    }

    pub(super) fn of_number(&mut self, number: Dyadic) -> Result<Value> {
        number.into_value(self.operations.session())
    }

    /// Returns games as a list, in structural order.
    pub(super) fn games(
        &mut self,
        question: impl FnOnce(&mut Operations<'_>, Game) -> Operated<Vec<Game>>,
    ) -> Result<Value> {
        let game = self.game(0)?;
        let result = question(self.operations, game);
        let mut games = self.checked(result)?;
        self.operations.session().sort(&mut games)?;
        games.into_value(self.operations.session())
    }

    pub(super) fn text(&mut self, text: impl Into<String>) -> Result<Value> {
        Value::text(self.operations.session(), text.into())
    }

    /// Returns a formula as a value, with its LaTeX form.
    pub(super) fn formula(&mut self, text: String, latex: String) -> Result<Value> {
        Value::formula(self.operations.session(), text, latex)
    }

    /// Returns numbers as a list, in the given order.
    pub(super) fn numbers(&mut self, numbers: impl IntoIterator<Item = Dyadic>) -> Result<Value> {
        let mut games = Vec::new();
        for number in numbers {
            let session = self.operations.session();
            session.spend(1)?;
            // The charge is doubled, because the list grows by doubling.
            drop(session.charge((games.len() as u64 + 1) * 2 * size_of::<Game>() as u64)?);
            games.push(session.number(&number)?);
        }
        games.into_value(self.operations.session())
    }

    /// Returns the breakpoints of a wall of the thermograph, from temperature −1 upwards.
    pub(super) fn breakpoints(&mut self, wall: fn(&Thermograph) -> &Wall) -> Result<Value> {
        let game = self.game(0)?;
        let points = self.operations.thermograph(game).map(|graph| wall(graph).breakpoints().to_vec());
        let points = self.checked(points)?;
        self.points(points)
    }

    /// Returns breakpoints as a list of pairs of a value and a temperature.
    pub(super) fn points(&mut self, points: Vec<Breakpoint>) -> Result<Value> {
        let charge = charge_list(self.operations.session(), points.len())?;
        let points: Result<Vec<Value>> =
            points.into_iter().map(|point| self.numbers([point.value, point.temperature])).collect();
        Value::list(points?, charge, self.span_of(0))
    }

    /// Returns the followers of the canonical form as a numbered list.
    pub(super) fn structure(&mut self) -> Result<Value> {
        let game = self.game(0)?;
        let structure = self.operations.structure(game);
        let mut charge = self.operations.session().charge(0)?;
        let (mut all, mut all_latex) = (String::new(), String::new());
        for (place, follower) in self.checked(structure)?.followers.into_iter().enumerate() {
            let (text, latex) = match follower {
                Follower::Sum { number, ups, nimber } => {
                    let session = self.operations.session();
                    let game = session.number_up_star(&number, ups, nimber)?;
                    let text = self.operations.text(game, TextLimits::default());
                    let latex = self.operations.latex(game, TextLimits::default());
                    (self.checked(text)?, self.checked(latex)?)
                }
                Follower::Options { left, right } => {
                    let list = |places: &[usize], name: fn(&usize) -> String, comma: &str| {
                        places.iter().map(name).collect::<Vec<_>>().join(comma)
                    };
                    let [left_text, right_text] =
                        [&left, &right].map(|places| list(places, |place| format!("#{place}"), ","));
                    let [left, right] =
                        [&left, &right].map(|places| list(places, |place| format!("G_{{{place}}}"), ", "));
                    (format!("{{{left_text}|{right_text}}}"), format!(r"\left\{{{left}\mid {right}\right\}}"))
                }
            };
            let session = self.operations.session();
            session.spend(text.len() + latex.len())?;
            // A growing string may be reallocated.
            session.enlarge_charge(&mut charge, 3 * (text.len() + latex.len() + 2 * LINE_BYTES) as u64)?;
            all += &format!("{}#{place} = {text}", if place == 0 { "" } else { "; " });
            all_latex += &format!(r"{}G_{{{place}}} &=& {latex}", if place == 0 { "" } else { r" \\ " });
        }
        drop(charge);
        self.formula(all, format!(r"\begin{{array}}{{rcl}} {all_latex} \end{{array}}"))
    }

    /// Returns the first argument as an expression: a sum of a number, multiples of powers of up and a nimber.
    pub(super) fn uptimal(&mut self) -> Result<Value> {
        let game = self.game(0)?;
        let expansion = self.operations.uptimal_expansion(game);
        let Some(expansion) = self.checked(expansion)? else {
            return Err(self.none("this is not a sum of a number, powers of up and a nimber"));
        };
        let latex = expansion.latex();
        let Uptimal { number, ups, nimber } = expansion;
        let up = ups.first().copied().unwrap_or(0);
        let plain = self.operations.session().number_up_star(&number, up, nimber)?;
        let plain = self.operations.text(plain, TextLimits::default());
        let mut terms = vec![self.checked(plain)?];
        for (exponent, factor) in ups.into_iter().enumerate().skip(1).filter(|(_, factor)| *factor != 0) {
            let power = format!("up_power({})", exponent + 1);
            terms.push(if factor == 1 { power } else { format!("{factor}.{power}") });
        }
        if terms.len() > 1 && terms[0] == "0" {
            terms.remove(0);
        }
        self.formula(terms.join(" + "), latex)
    }

    /// Converts an error of an operation so that it points to the argument that caused it.
    pub(super) fn checked<T>(&self, result: Operated<T>) -> Result<T> {
        let place = |error: &OperationError| match error {
            OperationError::NotAllSmall { .. } => self.spans.first(),
            OperationError::TooCold { .. } | OperationError::NotPositive => self.spans.last(),
            _ => None,
        };
        result.map_err(|error| match place(&error) {
            Some(&span) => self.pointed(error.to_string(), span).into(),
            None => match refused(error) {
                EvaluationError::Wrong(diagnostic) => self.pointed(diagnostic.message, self.span).into(),
                stopped => stopped,
            },
        })
    }
}
