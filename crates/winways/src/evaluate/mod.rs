//! The calculator: expressions in, values out.
//!
//! A tree of the notation is a list in which every node comes after those below it, so one pass with a stack of values
//! evaluates it. Only the body of a table `[… for x in a..b]` is gone through again and again.

mod answer;
mod arguments;
mod functions;
mod lazy;
mod terms;
mod value;

pub use answer::{Answer, GameSummary};
pub use functions::Function;

use crate::Catalogue;
use crate::position::stands_alone;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use terms::Terms;
use value::{Value, as_integer};
use winways_kit::{AnyPosition, Face};
use winways_notation::{
    Call, Comparison, Diagnostic, ExpressionTree, Literal, NodeKind, Span, UpCount, nearest, parse_arguments,
    parse_expression,
};
use winways_solve::{Budget, Observer, Progress, StopReason, Stopped, Theorems};
use winways_values::{Arena, ArenaError, Dyadic, Game, OperationError, Operations};

/// A session of the calculator: values live in its arena, and names that were assigned stay known.
///
/// ```
/// use winways::{Budget, Calculator, Catalogue, NoObserver};
/// let catalogue = Catalogue::new();
/// let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
/// calculator.evaluate("g = {1|-1}", &NoObserver).unwrap();
/// assert_eq!(calculator.evaluate("g + g", &NoObserver).unwrap().text().unwrap(), "0");
/// ```
pub struct Calculator<'c> {
    catalogue: &'c Catalogue,
    arena: Arena,
    budget: Budget,
    names: BTreeMap<String, Value>,
}

/// Why an expression has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EvaluationError {
    /// It is wrong: the place, and what was expected.
    Wrong(Diagnostic),
    /// The work was stopped.
    Stopped(Stopped),
}

impl From<Diagnostic> for EvaluationError {
    fn from(diagnostic: Diagnostic) -> Self {
        EvaluationError::Wrong(diagnostic)
    }
}

impl From<Stopped> for EvaluationError {
    fn from(stopped: Stopped) -> Self {
        EvaluationError::Stopped(stopped)
    }
}

impl From<ArenaError> for EvaluationError {
    fn from(error: ArenaError) -> Self {
        EvaluationError::Stopped(Stopped { reason: error.into(), nodes: 0 })
    }
}

type Result<T> = std::result::Result<T, EvaluationError>;

/// The most entries that a table may have.
const TABLE_ENTRIES: u64 = 1_000_000;
/// What a value in a list takes, or hardly more.
const VALUE_BYTES: u64 = 64;
/// How deep tables may stand in tables.
const TABLE_DEPTH: usize = 16;

impl<'c> Calculator<'c> {
    /// A session that knows no names.
    pub fn new(catalogue: &'c Catalogue, budget: Budget) -> Self {
        Calculator { catalogue, arena: Arena::new(budget.memory), budget, names: BTreeMap::new() }
    }

    /// The value of an expression; names that it assigns stay known.
    ///
    /// # Errors
    /// A diagnostic that points into `text`, or why the work was stopped.
    pub fn evaluate(&mut self, text: &str, observer: &dyn Observer) -> Result<Answer<'_>> {
        let parsed = parse_expression(text, is_function);
        if let Some(first) = parsed.diagnostics.into_iter().next() {
            return Err(first.into());
        }
        self.arena.set_interrupt(observer.interrupt());
        let tree = &parsed.tree;
        let is_table = |number: &usize| matches!(tree.node(*number).kind, NodeKind::Table(_));
        let tables = (0..tree.nodes().len()).filter(is_table).collect();
        let mut pass =
            Pass { calculator: self, text, tree, tables, observer, stack: Vec::new(), depth: 0, steps: 0 };
        pass.run(tree.root())?;
        let value = pass.stack.pop().unwrap_or(Value::Nothing);
        Ok(Answer::new(&self.arena, value))
    }

    /// The names that have a value, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.keys().map(String::as_str)
    }

    /// All functions, in the order of their names.
    pub fn functions() -> &'static [Function] {
        functions::FUNCTIONS
    }
}

/// An operation without result: it was stopped, or it refuses the games that stand at `span`.
fn refused(error: OperationError, span: Span) -> EvaluationError {
    match error {
        OperationError::Arena(error) => error.into(),
        refusal => Diagnostic::new(refusal.to_string(), span).into(),
    }
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("lists stand too deep in lists", span)
}

fn is_function(name: &str) -> bool {
    functions::find(name).is_some()
}

/// One evaluation.
struct Pass<'p, 'c> {
    calculator: &'p mut Calculator<'c>,
    text: &'p str,
    tree: &'p ExpressionTree,
    /// The nodes that are tables.
    tables: Vec<usize>,
    observer: &'p dyn Observer,
    /// The values of the nodes that are evaluated and not used yet.
    stack: Vec<Value>,
    /// How many tables are being filled.
    depth: usize,
    /// Nodes evaluated so far.
    steps: u64,
}

/// How many nodes are evaluated between two looks at the observer.
const STEPS_POLL_INTERVAL: u64 = 1 << 12;

impl Pass<'_, '_> {
    /// Evaluates the subtree of a node, and leaves its value on the stack.
    fn run(&mut self, root: usize) -> Result<()> {
        let range = self.tree.subtree(root);
        let mut number = range.start;
        while number < range.end {
            // The body of a table comes first below it, and must not be evaluated without its variable.
            match self.table_that_begins_at(number, root) {
                Some(table) => {
                    self.fill_table(table)?;
                    number = table + 1;
                }
                None => {
                    self.evaluate_node(number)?;
                    number += 1;
                }
            }
        }
        Ok(())
    }

    /// The outermost table in the subtree of `root` whose own subtree begins at this node.
    fn table_that_begins_at(&self, number: usize, root: usize) -> Option<usize> {
        let tables = self.tables.iter().copied().filter(|table| (number..=root).contains(table));
        tables.filter(|&table| self.tree.subtree(table).start == number).max()
    }

    fn fill_table(&mut self, table: usize) -> Result<()> {
        let span = self.tree.node(table).span;
        let (&NodeKind::Table(name), &[body, first, last]) =
            (&self.tree.node(table).kind, self.tree.children(table))
        else {
            return Err(Diagnostic::new("a table has a body and two ends", span).into());
        };
        if self.depth == TABLE_DEPTH {
            return Err(too_deep(span).into());
        }
        let (first, last) = (self.run_to_integer(first)?, self.run_to_integer(last)?);
        if last.abs_diff(first) >= TABLE_ENTRIES {
            let message = format!("a table has at most {TABLE_ENTRIES} entries");
            return Err(Diagnostic::new(message, span).into());
        }
        let name = self.text[name.range()].to_owned();
        let outer = self.calculator.names.remove(&name);
        self.depth += 1;
        let entries: Result<Vec<Value>> = (first..=last).try_fold(Vec::new(), |mut entries, index| {
            let game = self.calculator.arena.integer(index)?;
            self.calculator.names.insert(name.clone(), Value::Game(Terms::of(game)));
            self.run(body)?;
            entries.extend(self.stack.pop());
            Ok(entries)
        });
        self.depth -= 1;
        match outer {
            Some(value) => self.calculator.names.insert(name, value),
            None => self.calculator.names.remove(&name),
        };
        let list = Value::list(entries?).ok_or_else(|| too_deep(span))?;
        self.stack.push(list);
        Ok(())
    }

    fn run_to_integer(&mut self, node: usize) -> Result<i64> {
        self.run(node)?;
        let value = self.stack.pop().unwrap_or(Value::Nothing);
        self.integer(value, self.tree.node(node).span)
    }

    /// Replaces the values of a node's children, on top of the stack, by its own.
    fn evaluate_node(&mut self, number: usize) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_POLL_INTERVAL) {
            self.poll()?;
        }
        let node = self.tree.node(number);
        let children = self.tree.children(number);
        let mut values = self.stack.split_off(self.stack.len() - children.len());
        let value = match &node.kind {
            NodeKind::Missing => return Err(Diagnostic::new("something is missing here", node.span).into()),
            NodeKind::Literal(literal) => Value::Game(Terms::of(self.literal(literal, node.span)?)),
            NodeKind::Text(span) => Value::Text(self.text[span.range()].to_owned()),
            NodeKind::Name(span) => self.name(*span)?,
            NodeKind::Position(call) => Value::Game(Terms::of(self.position(call)?)),
            NodeKind::Function(span) => {
                let spans: Vec<Span> = children.iter().map(|&child| self.tree.node(child).span).collect();
                self.function(*span, values, &spans)?
            }
            NodeKind::Braces { left } => {
                let games = self.games(values, children)?;
                let (left, right) = games.split_at(*left);
                Value::Game(Terms::of(self.calculator.arena.form(left, right)?))
            }
            NodeKind::Negative => Value::Game(self.terms(&mut values, children, 0)?.negative()),
            NodeKind::PlusMinus => {
                let game = self.game(&mut values, children, 0)?;
                Value::Game(Terms::of(self.calculator.arena.form(&[game], &[-game])?))
            }
            NodeKind::Sum => {
                let (some, other) =
                    (self.terms(&mut values, children, 0)?, self.terms(&mut values, children, 1)?);
                Value::Game(some.plus(&mut self.calculator.arena.session(), other)?)
            }
            NodeKind::Difference => {
                let (some, other) =
                    (self.terms(&mut values, children, 0)?, self.terms(&mut values, children, 1)?);
                Value::Game(some.plus(&mut self.calculator.arena.session(), other.negative())?)
            }
            NodeKind::OrdinalSum => {
                let (base, top) =
                    (self.game(&mut values, children, 0)?, self.game(&mut values, children, 1)?);
                let mut operations = Operations::new(self.calculator.arena.session());
                let sum = operations.ordinal_sum(base, top);
                Value::Game(Terms::of(sum.map_err(|error| refused(error, node.span))?))
            }
            NodeKind::Product => {
                let factor = std::mem::replace(&mut values[0], Value::Nothing);
                let factor = self.integer(factor, self.tree.node(children[0]).span)?;
                let terms = self.terms(&mut values, children, 1)?;
                Value::Game(terms.times(&mut self.calculator.arena.session(), factor)?)
            }
            NodeKind::Comparison(comparison) => self.compare(*comparison, values, children)?,
            NodeKind::Assignment(span) => {
                let value = values.pop().unwrap_or(Value::Nothing);
                self.calculator.names.insert(self.text[span.range()].to_owned(), value.clone());
                value
            }
            NodeKind::Sequence => values.pop().unwrap_or(Value::Nothing),
            NodeKind::List => Value::list(values).ok_or_else(|| too_deep(node.span))?,
            NodeKind::Table(_) => unreachable!("tables are filled, not evaluated"),
        };
        self.stack.push(value);
        Ok(())
    }

    /// Tables may be long: asks the observer, and counts what they hold against the memory.
    fn poll(&self) -> Result<()> {
        let budget = self.calculator.budget;
        // Each node has left a value, with its terms, at the most.
        let bytes = self.calculator.arena.bytes() + self.steps * VALUE_BYTES;
        let stopped = |reason| Stopped { reason, nodes: self.steps };
        if bytes > budget.memory {
            return Err(stopped(StopReason::Memory { limit: budget.memory }).into());
        }
        let progress =
            Progress { positions: self.steps, depth: self.depth as u64, bytes, ..Progress::default() };
        match self.observer.observe(&progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(reason) => Err(stopped(reason).into()),
        }
    }

    fn function(&mut self, span: Span, values: Vec<Value>, spans: &[Span]) -> Result<Value> {
        let name = &self.text[span.range()];
        let Some(function) = functions::find(name) else {
            return Err(Diagnostic::new(format!("there is no function called `{name}`"), span).into());
        };
        let mut operations = Operations::new(self.calculator.arena.session());
        functions::call(function, &mut operations, span, values, spans)
    }

    fn literal(&self, literal: &Literal, span: Span) -> Result<Game> {
        let too_large =
            |span: Span| Diagnostic::new("this is too large", span).label("expected less than 2^31");
        let digits = |span: Span| self.text[span.range()].parse::<i64>().map_err(|_| too_large(span));
        let number = match literal.number {
            Some(span) => self.text[span.range()].parse::<Dyadic>().map_err(|error| {
                Diagnostic::new(error.to_string(), span).label("expected a dyadic number")
            })?,
            None => Dyadic::ZERO,
        };
        let ups = match literal.ups {
            None => 0,
            Some(ups) => {
                let count = match ups.count {
                    UpCount::Arrows(count) => count as i64,
                    UpCount::Digits(span) => digits(span)?,
                };
                if ups.down { -count } else { count }
            }
        };
        let nimber = match literal.nimber {
            None => 0,
            Some(span) if self.text[span.range()].is_empty() => 1,
            Some(span) => digits(span)? as u64,
        };
        if ups.unsigned_abs().max(nimber) >= 1 << 31 {
            return Err(too_large(span).into());
        }
        Ok(self.calculator.arena.number_up_star(&number, ups, nimber)?)
    }

    fn name(&self, span: Span) -> Result<Value> {
        let name = &self.text[span.range()];
        if let Some(value) = self.calculator.names.get(name) {
            return Ok(value.clone());
        }
        let shown = match name.char_indices().nth(40) {
            Some((end, _)) => format!("{}...", &name[..end]),
            None => name.to_owned(),
        };
        let unknown = Diagnostic::new(format!("`{shown}` has no value"), span)
            .label("expected a name that was given one, as by `g = {1|-1}`");
        if let Some(function) = functions::find(name) {
            return Err(unknown.help(format!("`{name}` is a function: `{}`", function.example)).into());
        }
        let functions = functions::FUNCTIONS.iter().map(|function| function.name);
        let known = self.calculator.names.keys().map(String::as_str).chain(functions);
        Err(match nearest(name, known) {
            Some(similar) => unknown.help(format!("did you mean `{similar}`?")),
            None => unknown,
        }
        .into())
    }

    /// The value of a position of a game.
    fn position(&mut self, call: &Call) -> Result<Game> {
        let game = self.calculator.catalogue.game_of(self.text, &call.name, call.name_span, call.parameter);
        let game = game.map_err(|diagnostic| {
            // What looks like a game may be meant to be a function.
            let functions = functions::FUNCTIONS.iter().map(|function| function.name);
            match nearest(&self.text[call.name_span.range()], functions) {
                Some(similar) if diagnostic.span == call.name_span => {
                    diagnostic.help(format!("did you mean `{similar}`?"))
                }
                _ => diagnostic,
            }
        })?;
        let text = &self.text[call.position.range()];
        let position = game.parse(text).map_err(|diagnostic| diagnostic.shifted(call.position.start));
        let position = match position {
            Ok(position) => position,
            // The arguments may be expressions: `nim(n, 2+3)`.
            Err(diagnostic) => match self.arguments(call)? {
                Some(numbers) => {
                    game.parse(&numbers).map_err(|error| Diagnostic { span: call.position, ..error })?
                }
                None => return Err(diagnostic.into()),
            },
        };
        self.value_of(&*position, call)
    }

    /// The arguments of a call as numbers, if they are expressions whose values are integers.
    fn arguments(&mut self, call: &Call) -> Result<Option<String>> {
        let parsed = parse_arguments(self.text, call.position, is_function);
        let has_names = parsed.tree.nodes().iter().any(|node| matches!(node.kind, NodeKind::Name(_)));
        if !parsed.diagnostics.is_empty() || !has_names || self.depth == 2 * TABLE_DEPTH {
            return Ok(None);
        }
        let tree = &parsed.tree;
        let mut pass = Pass {
            calculator: self.calculator,
            text: self.text,
            tree,
            tables: Vec::new(),
            observer: self.observer,
            stack: Vec::new(),
            depth: self.depth + 1,
            steps: self.steps,
        };
        pass.run(tree.root())?;
        let Some(Value::List(values, _)) = pass.stack.pop() else { return Ok(None) };
        let integers = values.into_iter().map(|value| Ok(pass.integer(value, call.position)?.to_string()));
        Ok(Some(integers.collect::<Result<Vec<_>>>()?.join(" ")))
    }

    fn value_of(&self, position: &dyn AnyPosition, call: &Call) -> Result<Game> {
        let (arena, budget) = (&self.calculator.arena, self.calculator.budget);
        Ok(match position.face() {
            Face::Partizan(position) => {
                position.solver(arena, Theorems::Use, budget, self.observer).value()?
            }
            Face::Impartial(position) => {
                let value = position.solver(Theorems::Use, budget, self.observer).value()?;
                arena.nimber(value.0)?
            }
            Face::Loopy(position) => return Err(stands_alone(position, call.name_span).into()),
        })
    }

    fn compare(
        &mut self,
        comparison: Comparison,
        mut values: Vec<Value>,
        children: &[usize],
    ) -> Result<Value> {
        let is_game = |value: &Value| matches!(value, Value::Game(_));
        if !values.iter().all(is_game) {
            let mut session = self.calculator.arena.session();
            return match comparison {
                Comparison::Equal => Ok(Value::Truth(values[0].is_same(&mut session, &values[1])?)),
                Comparison::Unequal => Ok(Value::Truth(!values[0].is_same(&mut session, &values[1])?)),
                _ => {
                    let wrong = values.iter().position(|value| !is_game(value)).unwrap_or(0);
                    Err(self.not_a_game(&values[wrong], children[wrong]))
                }
            };
        }
        let (some, other) = (self.terms(&mut values, children, 0)?, self.terms(&mut values, children, 1)?);
        let mut operations = Operations::new(self.calculator.arena.session());
        let relation = lazy::compare(&mut operations, some, other)?;
        Ok(Value::Truth(functions::holds(comparison, relation)))
    }

    fn games(&self, values: Vec<Value>, children: &[usize]) -> Result<Vec<Game>> {
        let mut values = values;
        (0..values.len()).map(|index| self.game(&mut values, children, index)).collect()
    }

    /// The canonical form of a child's value, which is taken.
    fn game(&self, values: &mut [Value], children: &[usize], index: usize) -> Result<Game> {
        let terms = self.terms(values, children, index)?;
        terms.canonical(&mut self.calculator.arena.session())
    }

    /// A child's value, which is taken, as a sum.
    fn terms(&self, values: &mut [Value], children: &[usize], index: usize) -> Result<Terms> {
        match std::mem::replace(&mut values[index], Value::Nothing) {
            Value::Game(terms) => Ok(terms),
            other => Err(self.not_a_game(&other, children[index])),
        }
    }

    fn integer(&self, value: Value, span: Span) -> Result<i64> {
        let wrong = || Diagnostic::new("this is no integer", span).label("expected an integer of 64 bits");
        let Value::Game(terms) = value else { return Err(wrong().into()) };
        let mut session = self.calculator.arena.session();
        let game = terms.canonical(&mut session)?;
        let integer = session.as_number(game).as_ref().and_then(as_integer);
        Ok(integer.ok_or_else(wrong)?)
    }

    fn not_a_game(&self, value: &Value, node: usize) -> EvaluationError {
        let message = format!("this is {}", value.kind());
        Diagnostic::new(message, self.tree.node(node).span).label("expected a game").into()
    }
}
