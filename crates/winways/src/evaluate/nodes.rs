//! Computes the values of nodes from the values of their children.

use super::arguments::{Arguments, Resources};
use super::code::{Code, UserFunction};
use super::comprehension::{Mapping, Numbers};
use super::error::{EvaluationError, Result, refused};
use super::expression::{is_game, suggestion};
use super::function::{self, Evaluate, Function};
use super::functions;
use super::list::{ListBuilder, charge_list};
use super::literals::power_hint;
use super::machine::{Evaluated, Machine, Pending};
use super::questions::PositionQuestion;
use super::terms::Terms;
use super::value::{Value, as_integer};
use std::sync::Arc;
use winways_notation::{Diagnostic, NodeKind, Span};
use winways_values::{Dyadic, Game, Operations, Session};

/// The children of a node: their values, which are moved out, and their spans.
pub(super) struct Children {
    pub(super) values: Vec<Value>,
    pub(super) spans: Vec<Span>,
}

impl Children {
    pub(super) fn take(&mut self, index: usize) -> Value {
        std::mem::replace(&mut self.values[index], Value::Nothing)
    }

    /// Returns the value of the only child.
    fn only(mut self) -> Value {
        self.values.pop().unwrap_or(Value::Nothing)
    }
}

impl Machine<'_, '_> {
    /// Evaluates a node, and pops the values of its children from the stack.
    pub(super) fn value_of_node(&mut self, code: &Arc<Code>, number: usize) -> Result<Evaluated> {
        if let Some(value) = self.value_of_forms(code, number)? {
            return Ok(Ok(value));
        }
        let node = code.node(number);
        let count = code.tree().children(number).len();
        let values = self.values.split_off(self.values.len() - count);
        let mut children = Children { values, spans: code.spans(number) };
        let arena = &self.context.arena;
        if !matches!(node.kind, NodeKind::Braces { .. } | NodeKind::Labelled(_)) {
            self.check_closed(&children)?;
        }
        Ok(Ok(match &node.kind {
            NodeKind::Missing => return Err(Diagnostic::new("something is missing here", node.span).into()),
            NodeKind::Literal(_) => unreachable!("literals are evaluated above"),
            NodeKind::MisereForm(span) => self.misere_form(code.at(*span), *span)?,
            NodeKind::Signs(span) => Value::of_signs(&mut arena.session(), code.at(*span), *span)?,
            NodeKind::Text(span) => Value::text(&mut arena.session(), code.at(*span).to_owned())?,
            NodeKind::Name(span) => self.name(code, *span)?,
            NodeKind::Position(call) => return self.position(code, number, call),
            NodeKind::Function(name) => return self.function(code, number, *name, children),
            NodeKind::Pass => Value::open_option(&mut arena.session(), None)?,
            NodeKind::Label(span) => Value::open_option(&mut arena.session(), Some(code.at(*span)))?,
            NodeKind::Labelled(span) => self.labelled(&children, code.at(*span))?,
            NodeKind::Sides => self.joined(&children)?,
            NodeKind::Braces { left } if let Some(game) = self.loopy_braces(&children, *left)? => game,
            NodeKind::Braces { left } => {
                let games = (0..count).map(|index| self.game(&mut children, index));
                let games: Vec<Game> = games.collect::<Result<_>>()?;
                let (left, right) = games.split_at(*left);
                Value::from(self.context.arena.form(left, right)?)
            }
            NodeKind::Negative => self.negative(&mut children)?,
            NodeKind::PlusMinus if let Some(switch) = self.switch_of_loopy(&children)? => switch,
            NodeKind::PlusMinus => {
                let game = self.game(&mut children, 0)?;
                Value::from(self.context.arena.form(&[game], &[-game])?)
            }
            NodeKind::Sum => self.sum(children)?,
            NodeKind::Difference => self.difference(&mut children)?,
            NodeKind::OrdinalSum if let Some(sum) = self.ordinal_sum_of_loopy(&children)? => sum,
            NodeKind::OrdinalSum => {
                let (base, top) = (self.game(&mut children, 0)?, self.game(&mut children, 1)?);
                let mut operations = Operations::new(self.context.arena.session());
                Value::from(operations.ordinal_sum(base, top).map_err(refused)?)
            }
            NodeKind::Product => self.product(&mut children)?,
            NodeKind::Quotient => self.quotient(&children)?,
            NodeKind::Power => self.power(&children)?,
            NodeKind::Nimber => self.nimber_of_ordinal(&children)?,
            NodeKind::Comparison(comparison) => self.compare(*comparison, children)?,
            NodeKind::Not => {
                let value = children.only();
                Value::Truth(!self.truth(&value, number - 1)?)
            }
            NodeKind::Range => self.range(code, number, children.values)?,
            NodeKind::Index => self.index(children)?,
            NodeKind::Assignment(span) => {
                let value = children.only();
                self.assign(code, number, code.at(*span), value.clone())?;
                value
            }
            NodeKind::Sequence => children.only(),
            NodeKind::List => {
                let charge = charge_list(&mut arena.session(), count)?;
                Value::list(children.values, charge, node.span)?
            }
            NodeKind::And
            | NodeKind::Or
            | NodeKind::If
            | NodeKind::Comprehension(_)
            | NodeKind::Definition(_) => unreachable!("deferred nodes are begun, not evaluated"),
        }))
    }

    /// Evaluates the most frequent kinds of nodes in one step: literals, and negatives and braces of canonical forms. For other
    /// nodes, returns `None` and leaves the values of the children on the stack.
    fn value_of_forms(&mut self, code: &Code, number: usize) -> Result<Option<Value>> {
        let form = |value: &Value| match value {
            Value::Game(Terms::One(game)) => Some(*game),
            _ => None,
        };
        let first = self.values.len() - code.tree().children(number).len();
        let game = match &code.node(number).kind {
            NodeKind::Literal(literal) => return self.context.literal(code.text(), literal).map(Some),
            NodeKind::Negative => form(&self.values[first]).map(|game| -game),
            NodeKind::Braces { left } => {
                let games: Option<Vec<Game>> = self.values[first..].iter().map(form).collect();
                let sides = games.as_ref().map(|games| games.split_at(*left));
                sides.map(|(left, right)| self.context.arena.form(left, right)).transpose()?
            }
            _ => None,
        };
        Ok(game.map(|game| {
            self.values.truncate(first);
            Value::from(game)
        }))
    }

    /// Returns the value of a name. Values that the session has assigned take precedence over predefined values such as `N` and
    /// `true`.
    fn name(&self, code: &Code, span: Span) -> Result<Value> {
        let name = code.at(span);
        if let Some(value) = self.lookup(name) {
            return Ok(value.clone());
        }
        // The lock on the arena must be released at the end of this statement.
        let constant = functions::constant(&mut self.context.arena.session(), name)?;
        let value = constant.map_or_else(|| self.loopy_of_name(name), |value| Ok(Some(value)))?;
        value.ok_or_else(|| unknown(code.text(), span, self.names()))
    }

    /// Defines the function of a definition node.
    pub(super) fn define(&mut self, code: &Arc<Code>, number: usize) -> Result<()> {
        let NodeKind::Definition(definition) = &code.node(number).kind else {
            unreachable!("a definition defines")
        };
        let name = code.at(definition.name);
        let what = if functions::find(name).is_some() {
            Some("a function of the language")
        } else if is_game(&name.replace('_', "-")) {
            Some("a game")
        } else {
            None
        };
        if let Some(what) = what {
            let message = format!("`{name}` is already {what}");
            return Err(Diagnostic::new(message, definition.name).label("expected another name").into());
        }
        let function = UserFunction::new(&mut self.context.arena.session(), code.clone(), number)?;
        self.assign(code, number, name, Value::UserFunction(function.clone()))?;
        self.values.push(Value::UserFunction(function));
        Ok(())
    }

    fn function(
        &mut self,
        code: &Arc<Code>,
        number: usize,
        name: Span,
        children: Children,
    ) -> Result<Evaluated> {
        let called = functions::find(code.at(name)).map(|function| Value::Function(function.name));
        let called = called.or_else(|| self.lookup(code.at(name)).cloned());
        match called {
            Some(function) if function.is_function() => {
                let span = code.node(number).span;
                self.calling(function, name, span, children.values, &children.spans)
            }
            _ => {
                let message = format!("there is no function called `{}`", code.at(name));
                Err(Diagnostic::new(message, name).into())
            }
        }
    }

    /// Calls a function; `name` is the span of its name, and `span` is the span of the call.
    pub(super) fn calling(
        &mut self,
        function: Value,
        name: Span,
        span: Span,
        values: Vec<Value>,
        spans: &[Span],
    ) -> Result<Evaluated> {
        match function {
            Value::UserFunction(function) => Ok(Err(Pending::Call(function, values, span))),
            Value::Function(called) => {
                let function = functions::known(called);
                if let Evaluate::Map = function.evaluate {
                    function::check_count(function, name, values.len())?;
                    let mapping =
                        self.mapping(function, values[0].clone(), &values[1], [spans[0], spans[1]])?;
                    return Ok(Err(Pending::Map(mapping)));
                }
                self.apply(function, name, values, spans).map(Ok)
            }
            other => Err(other.is_kind(name).into()),
        }
    }

    fn mapping(
        &self,
        by: &'static Function,
        function: Value,
        list: &Value,
        spans: [Span; 2],
    ) -> Result<Mapping> {
        let wrong = |value: &Value, span, expected: &str| {
            value.is_kind(span).label(expected).help(format!("for example {}", by.example))
        };
        if !function.is_function() {
            return Err(wrong(&function, spans[0], "expected the name of a function").into());
        }
        let Value::List(list) = list else { return Err(wrong(list, spans[1], "expected a list").into()) };
        let entries = ListBuilder::new(&mut self.context.arena.session(), 0)?;
        Ok(Mapping::new(by.name == "filter", function, list.clone(), entries, spans))
    }

    /// Applies a function of the language that does not call other functions.
    pub(super) fn apply(
        &mut self,
        function: &'static Function,
        name: Span,
        values: Vec<Value>,
        spans: &[Span],
    ) -> Result<Value> {
        function::check_count(function, name, values.len())?;
        match function.evaluate {
            Evaluate::Position(evaluate) => {
                let example = function.example;
                let question = PositionQuestion { context: self.context, observer: self.observer, example };
                evaluate(&question, &values[0], spans[0])
            }
            Evaluate::Misere(evaluate) => {
                let example = function.example;
                let question = PositionQuestion { context: self.context, observer: self.observer, example };
                evaluate(&question, &values, spans)
            }
            Evaluate::Values(evaluate) => {
                for (value, &span) in values.iter().zip(spans) {
                    self.context.evaluate_positions(value, span, self.observer)?;
                }
                let resources = Resources { budget: self.context.budget, observer: self.observer };
                let of_loopy = functions::of_loopy(function.name)
                    .filter(|_| values.iter().any(|value| value.loopy().is_some()));
                let mut operations = Operations::new(self.context.arena.session());
                let arguments =
                    Arguments::new(&mut operations, resources, function.example, values, spans, name);
                of_loopy.unwrap_or(evaluate)(&mut { arguments })
            }
            Evaluate::Map => {
                let message = format!("`{}` is not a function of values", function.name);
                Err(Diagnostic::new(message, name).into())
            }
        }
    }

    /// Returns the numbers of a range, from its ends and its step.
    pub(super) fn numbers(&self, code: &Code, range: usize, ends: Vec<Value>) -> Result<Numbers> {
        let mut children = Children { values: ends, spans: code.spans(range) };
        let (first, last) = (self.number(code, &mut children, 0)?, self.number(code, &mut children, 1)?);
        let step = match children.values.len() {
            2 => Dyadic::from(1),
            _ => self.number(code, &mut children, 2)?,
        };
        let step_span = children.spans.last().copied().unwrap_or(Span::at(0));
        let numbers = Numbers::new(first, last, step).ok_or_else(|| {
            Diagnostic::new("the step is 0", step_span).label("expected a number other than 0")
        })?;
        numbers.check()?;
        Ok(numbers)
    }

    fn range(&mut self, code: &Code, number: usize, ends: Vec<Value>) -> Result<Value> {
        let mut numbers = self.numbers(code, number, ends)?;
        let length = numbers.length().and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        let mut entries = ListBuilder::new(&mut self.context.arena.session(), length)?;
        while let Some(number) = numbers.next()? {
            self.count(1)?;
            let session = &mut self.context.arena.session();
            let game = session.number(&number)?;
            entries.push(session, game.into())?;
        }
        entries.finish(code.node(number).span)
    }

    /// Evaluates `a[n]` to the entry with this index, or `a[2..4]` to the entries with these indices. Indices start at 1.
    fn index(&mut self, mut children: Children) -> Result<Value> {
        let (list, place) = (children.take(0), children.take(1));
        let place_span = children.spans[1];
        self.context.evaluate_positions(&place, place_span, self.observer)?;
        if let Value::List(places) = &place {
            let session = &mut self.context.arena.session();
            let mut entries = ListBuilder::new(session, places.values().len())?;
            let mut text = String::new();
            for place in places.values() {
                let index = self.integer_within(session, place, place_span)?;
                match entry(session, &list, index, children.spans[0], place_span)? {
                    Value::Text(letter) if matches!(list, Value::Text(_)) => text += letter.as_str(),
                    entry => entries.push(session, entry)?,
                }
            }
            return match list {
                Value::Text(_) => Value::text(session, text),
                _ => entries.finish(children.spans[0]),
            };
        }
        let session = &mut self.context.arena.session();
        let index = self.integer_within(session, &place, place_span)?;
        entry(session, &list, index, children.spans[0], place_span)
    }

    /// Returns the canonical form of a child's value.
    fn game(&self, children: &mut Children, index: usize) -> Result<Game> {
        let terms = self.terms(children, index)?;
        terms.canonical(&mut self.context.arena.session())
    }

    /// Takes the value of a child and converts it to a sum.
    pub(super) fn terms(&self, children: &mut Children, index: usize) -> Result<Terms> {
        match children.take(index) {
            Value::Game(terms) => Ok(terms),
            Value::Position(placed) => {
                self.context.evaluate_position(&placed, children.spans[index], self.observer)?;
                let value = Value::Position(placed);
                value.terms().ok_or_else(|| {
                    children.values[index] = value;
                    self.is_not("a short game", children, index)
                })
            }
            other => {
                children.values[index] = other;
                Err(self.is_not("a game", children, index))
            }
        }
    }

    fn number(&self, code: &Code, children: &mut Children, index: usize) -> Result<Dyadic> {
        let span = children.spans[index];
        let value = &children.values[index];
        if value.large_number().is_some() {
            let wrong = value.is_kind(span);
            return Err(wrong.label("expected a number whose denominator is a power of two").into());
        }
        let game = self.game(children, index)?;
        let number = self.context.arena.as_number(game);
        let wrong = || Diagnostic::new("this is not a number", span).label("expected a number");
        Ok(number.ok_or_else(|| match power_hint(code.at(span)) {
            Some(hint) => wrong().help(hint),
            None => wrong(),
        })?)
    }

    pub(super) fn integer(&self, children: &mut Children, index: usize) -> Result<i64> {
        let value = children.take(index);
        self.context.evaluate_positions(&value, children.spans[index], self.observer)?;
        self.integer_of(&value, children.spans[index])
    }

    pub(super) fn integer_of(&self, value: &Value, span: Span) -> Result<i64> {
        self.integer_within(&mut self.context.arena.session(), value, span)
    }

    fn integer_within(&self, session: &mut Session<'_>, value: &Value, span: Span) -> Result<i64> {
        let wrong = |message: &str| Diagnostic::new(message, span).label("expected a 64-bit integer");
        let Some(terms) = value.terms() else { return Err(wrong("this is not an integer").into()) };
        let game = terms.canonical(session)?;
        let number = session.as_number(game);
        let integer = number.as_ref().and_then(as_integer);
        Ok(integer.ok_or_else(|| match number {
            Some(number) if number.is_integer() && number.sign().is_lt() => {
                wrong("this integer is too small")
            }
            Some(number) if number.is_integer() => wrong("this integer is too large"),
            _ => wrong("this is not an integer"),
        })?)
    }

    pub(super) fn is_not(&self, wanted: &str, children: &Children, index: usize) -> EvaluationError {
        let value = &children.values[index];
        let diagnostic = value.is_kind(children.spans[index]).label(format!("expected {wanted}"));
        match value {
            Value::Function(name) => diagnostic.help(functions::known(name).as_help()).into(),
            _ => diagnostic.into(),
        }
    }
}

/// Returns an entry of a list or a letter of a text. Indices start at 1.
fn entry(
    session: &mut Session<'_>,
    list: &Value,
    index: i64,
    list_span: Span,
    place_span: Span,
) -> Result<Value> {
    session.spend(1)?;
    let place = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
    let (found, length) = match list {
        Value::List(list) => (place.and_then(|place| list.values().get(place)).cloned(), list.values().len()),
        Value::Text(text) => {
            session.spend(text.as_str().len() / 16)?;
            let letter = place.and_then(|place| text.as_str().chars().nth(place));
            let letter = letter.map(|letter| Value::text(session, letter.to_string())).transpose()?;
            (letter, text.as_str().chars().count())
        }
        other => return Err(other.is_kind(list_span).label("expected a list or a text").into()),
    };
    found.ok_or_else(|| {
        let diagnostic = Diagnostic::new(format!("there is no entry {index}"), place_span);
        let diagnostic = match length {
            0 => diagnostic.label("there are no entries"),
            _ => diagnostic.label(format!("expected an index from 1 to {length}")),
        };
        match index {
            0 => diagnostic.help("entries are counted from 1").into(),
            _ => diagnostic.into(),
        }
    })
}

/// Returns the error for the unknown name at `span` in `text`. Suggests a similar name from `names`, if there is one.
fn unknown<'n>(text: &str, span: Span, names: impl Iterator<Item = &'n str>) -> EvaluationError {
    let name = &text[span.range()];
    let shown = match name.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &name[..end]),
        None => name.to_owned(),
    };
    let unknown = Diagnostic::new(format!("`{shown}` has no value"), span)
        .label("expected a name with a value, such as `g` after `g = {1|-1}`");
    match suggestion(text, span, names) {
        Some(help) => unknown.help(help).into(),
        None => unknown.into(),
    }
}
