//! One pass over the tree of an expression.
//!
//! A tree of the notation is a list in which every node comes after those below it, so one pass with a stack of values
//! evaluates it. Only the body of a table `[… for x in a..b]` is gone through again and again.

use super::context::Context;
use super::error::{EvaluationError, Result, refused};
use super::expression::arguments;
use super::functions;
use super::lazy;
use super::positions;
use super::terms::Terms;
use super::value::{Value, as_integer, charge_list};
use std::ops::Range;
use winways_kit::{AnyGame, AnyPosition};
use winways_notation::{Call, Comparison, Diagnostic, ExpressionTree, Node, NodeKind, Span};
use winways_solve::{Observer, Progress};
use winways_values::{Game, Operations};

/// The most entries that a table may have.
const TABLE_ENTRIES: u64 = 1_000_000;
/// How deep tables may stand in tables.
const TABLE_DEPTH: usize = 16;
/// How deep positions with expressions for arguments may stand in each other and in tables.
const MAX_ARGUMENTS_DEPTH: usize = 2 * TABLE_DEPTH;

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::new("lists stand too deep in lists", span)
}

/// One evaluation.
pub(super) struct Pass<'p, 'c> {
    context: &'p mut Context<'c>,
    text: &'p str,
    tree: &'p ExpressionTree,
    /// The tables, each after the first node of its subtree; sorted.
    tables: Vec<(usize, usize)>,
    observer: &'p dyn Observer,
    /// The values of the nodes that are evaluated and not used yet.
    stack: Vec<Value>,
    /// How many tables are being filled.
    depth: usize,
    /// Nodes evaluated so far.
    steps: u64,
    /// Stretches of nodes in which names that are given stay: each beyond the one before, none within another.
    scopes: Vec<Range<usize>>,
    /// Names given in brackets that are open: the node that gave it, the name, and what it stood for before.
    given: Vec<(usize, String, Option<Value>)>,
}

/// Whether names that are given below a node are not known beyond it: in round brackets, those of functions too.
fn is_scope(node: &Node) -> bool {
    node.is_bracketed || matches!(node.kind, NodeKind::Function(_))
}

/// The subtrees of the outermost brackets, if any name is given in the tree.
fn outermost_scopes(tree: &ExpressionTree) -> Vec<Range<usize>> {
    let mut scopes = Vec::new();
    let mut end = match tree.nodes().iter().any(|node| matches!(node.kind, NodeKind::Assignment(_))) {
        true => tree.nodes().len(),
        false => 0,
    };
    while end > 0 {
        let number = end - 1;
        end = number;
        if is_scope(tree.node(number)) {
            let scope = tree.subtree(number);
            end = scope.start;
            scopes.push(scope);
        }
    }
    scopes.reverse();
    scopes
}

/// How many nodes are evaluated between two polls of the observer.
const STEPS_POLL_INTERVAL: u64 = 1 << 12;

impl<'p, 'c> Pass<'p, 'c> {
    pub(super) fn new(
        context: &'p mut Context<'c>,
        text: &'p str,
        tree: &'p ExpressionTree,
        observer: &'p dyn Observer,
    ) -> Self {
        let is_table = |number: &usize| matches!(tree.node(*number).kind, NodeKind::Table(_));
        let tables = (0..tree.nodes().len()).filter(is_table);
        let mut tables: Vec<_> = tables.map(|table| (tree.subtree(table).start, table)).collect();
        tables.sort_unstable();
        let (scopes, given) = (outermost_scopes(tree), Vec::new());
        Pass { context, text, tree, tables, observer, stack: Vec::new(), depth: 0, steps: 0, scopes, given }
    }

    /// The value of the whole expression.
    pub(super) fn value(mut self) -> Result<Value> {
        let result = self.run(self.tree.root());
        self.forget(0);
        result?;
        Ok(self.stack.pop().unwrap_or(Value::Nothing))
    }

    /// Names that were given since there were `count` of them in open brackets stand for what they did before.
    fn forget(&mut self, count: usize) {
        while self.given.len() > count
            && let Some((_, name, before)) = self.given.pop()
        {
            self.context.names.restore(&name, before);
        }
    }

    /// Gives a name a value, to the end of the brackets around it.
    fn assign(&mut self, node: usize, span: Span, value: Value) -> Result<()> {
        let name = &self.text[span.range()];
        let scope = self.scopes.partition_point(|scope| scope.end <= node);
        let is_scoped = self.scopes.get(scope).is_some_and(|scope| scope.contains(&node));
        let before = self.context.names.get(name).cloned();
        self.context.names.set(&mut self.context.arena.session(), name, value)?;
        if is_scoped {
            self.given.push((node, name.to_owned(), before));
        }
        Ok(())
    }

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
        let next = self.tables.partition_point(|&table| table <= (number, root));
        let (start, table) = *self.tables.get(next.checked_sub(1)?)?;
        (start == number).then_some(table)
    }

    fn fill_table(&mut self, table: usize) -> Result<()> {
        let span = self.tree.node(table).span;
        let (&NodeKind::Table(name), &[body, first, last]) =
            (&self.tree.node(table).kind, self.tree.children(table))
        else {
            return Err(Diagnostic::new("a table has a body and two ends", span).into());
        };
        if self.depth >= TABLE_DEPTH {
            return Err(too_deep(span).into());
        }
        let (first, last) = (self.run_to_integer(first)?, self.run_to_integer(last)?);
        if last.abs_diff(first) >= TABLE_ENTRIES {
            let message = format!("a table has at most {TABLE_ENTRIES} entries");
            return Err(Diagnostic::new(message, span).into());
        }
        let name = self.text[name.range()].to_owned();
        let (outer, given) = (self.context.names.get(&name).cloned(), self.given.len());
        self.depth += 1;
        let length = usize::try_from(last - first + 1).unwrap_or(0);
        let charge = charge_list(&mut self.context.arena.session(), length)?;
        let entries = Vec::with_capacity(length);
        let entries: Result<Vec<Value>> = (first..=last).try_fold(entries, |mut entries, index| {
            let game = self.context.arena.integer(index)?;
            self.context.names.set(&mut self.context.arena.session(), &name, Value::from(game))?;
            self.run(body)?;
            entries.extend(self.stack.pop());
            Ok(entries)
        });
        self.depth -= 1;
        self.forget(given);
        self.context.names.restore(&name, outer);
        let list = Value::list(entries?, charge).ok_or_else(|| too_deep(span))?;
        self.stack.push(list);
        Ok(())
    }

    fn run_to_integer(&mut self, node: usize) -> Result<i64> {
        self.run(node)?;
        let value = self.stack.pop().unwrap_or(Value::Nothing);
        self.integer(&value, self.tree.node(node).span)
    }

    /// Replaces the values of a node's children, on top of the stack, by its own.
    fn evaluate_node(&mut self, number: usize) -> Result<()> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS_POLL_INTERVAL) {
            self.poll()?;
        }
        let node = self.tree.node(number);
        let value = self.value_of_node(number);
        self.stack.push(value.map_err(|error| error.placed(node.span))?);
        if is_scope(node) {
            let start = self.tree.subtree(number).start;
            self.forget(self.given.partition_point(|(given, ..)| *given < start));
        }
        Ok(())
    }

    /// The value of a node, which takes those of its children from the stack.
    fn value_of_node(&mut self, number: usize) -> Result<Value> {
        let node = self.tree.node(number);
        let children = self.tree.children(number);
        let mut values = self.stack.split_off(self.stack.len() - children.len());
        Ok(match &node.kind {
            NodeKind::Missing => return Err(Diagnostic::new("something is missing here", node.span).into()),
            NodeKind::Literal(literal) => Value::Game(Terms::of(self.context.literal(self.text, literal)?)),
            NodeKind::Text(span) => {
                Value::text(&mut self.context.arena.session(), self.text[span.range()].to_owned())?
            }
            NodeKind::Name(span) => self.context.name(self.text, *span)?,
            NodeKind::Position(call) => Value::Game(Terms::of(self.position(call)?)),
            NodeKind::Function(span) => {
                let spans: Vec<Span> = children.iter().map(|&child| self.tree.node(child).span).collect();
                self.function(*span, values, &spans)?
            }
            NodeKind::Braces { left } => {
                let games = self.games(values, children)?;
                let (left, right) = games.split_at(*left);
                Value::Game(Terms::of(self.context.arena.form(left, right)?))
            }
            NodeKind::Negative => {
                let terms = self.terms(&mut values, children, 0)?;
                Value::Game(terms.negative(&mut self.context.arena.session())?)
            }
            NodeKind::PlusMinus => {
                let game = self.game(&mut values, children, 0)?;
                Value::Game(Terms::of(self.context.arena.form(&[game], &[-game])?))
            }
            NodeKind::Sum => {
                let (some, other) =
                    (self.terms(&mut values, children, 0)?, self.terms(&mut values, children, 1)?);
                Value::Game(some.plus(&mut self.context.arena.session(), other)?)
            }
            NodeKind::Difference => {
                let (some, other) =
                    (self.terms(&mut values, children, 0)?, self.terms(&mut values, children, 1)?);
                let session = &mut self.context.arena.session();
                let other = other.negative(session)?;
                Value::Game(some.plus(session, other)?)
            }
            NodeKind::OrdinalSum => {
                let (base, top) =
                    (self.game(&mut values, children, 0)?, self.game(&mut values, children, 1)?);
                let mut operations = Operations::new(self.context.arena.session());
                let sum = operations.ordinal_sum(base, top);
                Value::Game(Terms::of(sum.map_err(refused)?))
            }
            NodeKind::Product => {
                let factor = std::mem::replace(&mut values[0], Value::Nothing);
                let factor = self.integer(&factor, self.tree.node(children[0]).span)?;
                let terms = self.terms(&mut values, children, 1)?;
                Value::Game(terms.times(&mut self.context.arena.session(), factor)?)
            }
            NodeKind::Comparison(comparison) => self.compare(*comparison, values, children)?,
            NodeKind::Assignment(span) => {
                let value = values.pop().unwrap_or(Value::Nothing);
                self.assign(number, *span, value.clone())?;
                value
            }
            NodeKind::Sequence => values.pop().unwrap_or(Value::Nothing),
            NodeKind::List => {
                let charge = charge_list(&mut self.context.arena.session(), values.len())?;
                Value::list(values, charge).ok_or_else(|| too_deep(node.span))?
            }
            NodeKind::Table(_) => unreachable!("tables are filled, not evaluated"),
        })
    }

    /// Tables may be long: tells the observer how far they are. What they hold is charged to the arena.
    fn poll(&self) -> Result<()> {
        let budget = self.context.budget;
        let bytes = self.context.arena.bytes();
        let progress =
            Progress { positions: self.steps, depth: self.depth as u64, bytes, ..Progress::default() };
        Ok(budget.poll(self.observer, &progress).map_err(|reason| reason.after(self.steps))?)
    }

    fn function(&mut self, span: Span, values: Vec<Value>, spans: &[Span]) -> Result<Value> {
        let name = &self.text[span.range()];
        let Some(function) = functions::find(name) else {
            return Err(Diagnostic::new(format!("there is no function called `{name}`"), span).into());
        };
        let mut operations = Operations::new(self.context.arena.session());
        functions::call(function, &mut operations, span, values, spans)
    }

    /// The value of a position of a game.
    fn position(&mut self, call: &Call) -> Result<Game> {
        let game = positions::game(self.context.catalogue, self.text, call)?;
        let position = match positions::parsed(&*game, self.text, call) {
            Ok(position) => position,
            // The arguments may be expressions: `nim(n, 2+3)`.
            Err(diagnostic) => match arguments(self.text, call) {
                Some(tree) if self.depth < MAX_ARGUMENTS_DEPTH => {
                    self.position_of_arguments(&*game, &tree)?
                }
                _ => return Err(diagnostic.into()),
            },
        };
        self.context.value_of(&*position, call.name_span, self.observer)
    }

    /// The position of a game whose arguments are expressions; their values must be integers.
    fn position_of_arguments(
        &mut self,
        game: &dyn AnyGame,
        tree: &ExpressionTree,
    ) -> Result<Box<dyn AnyPosition>> {
        let mut pass = Pass::new(self.context, self.text, tree, self.observer);
        (pass.depth, pass.steps) = (self.depth + 1, self.steps);
        // The brackets of a position are brackets.
        pass.scopes.clear();
        pass.scopes.push(0..tree.nodes().len());
        let result = pass.run(tree.root());
        pass.forget(0);
        result?;
        let list = pass.stack.pop();
        let values = match &list {
            Some(Value::List(list)) => list.values(),
            _ => &[],
        };
        // What the game reads, and where the number of each argument begins in it.
        let (mut numbers, mut starts) = (String::new(), Vec::new());
        for (value, &node) in values.iter().zip(tree.children(tree.root())) {
            let span = tree.node(node).span;
            starts.push((numbers.len(), span));
            numbers += &format!("{} ", pass.integer(value, span)?);
        }
        self.steps = pass.steps;
        game.parse(numbers.trim_end()).map_err(|diagnostic| {
            let before = starts.iter().rfind(|(start, _)| *start <= diagnostic.span.start);
            Diagnostic { span: before.map_or(tree.node(tree.root()).span, |(_, span)| *span), ..diagnostic }
                .into()
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
            let mut session = self.context.arena.session();
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
        let mut operations = Operations::new(self.context.arena.session());
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
        terms.canonical(&mut self.context.arena.session())
    }

    /// A child's value, which is taken, as a sum.
    fn terms(&self, values: &mut [Value], children: &[usize], index: usize) -> Result<Terms> {
        match std::mem::replace(&mut values[index], Value::Nothing) {
            Value::Game(terms) => Ok(terms),
            other => Err(self.not_a_game(&other, children[index])),
        }
    }

    fn integer(&self, value: &Value, span: Span) -> Result<i64> {
        let wrong = || Diagnostic::new("this is no integer", span).label("expected an integer of 64 bits");
        let Value::Game(terms) = value else { return Err(wrong().into()) };
        let mut session = self.context.arena.session();
        let game = terms.canonical(&mut session)?;
        let integer = session.as_number(game).as_ref().and_then(as_integer);
        Ok(integer.ok_or_else(wrong)?)
    }

    fn not_a_game(&self, value: &Value, node: usize) -> EvaluationError {
        let message = format!("this is {}", value.kind());
        Diagnostic::new(message, self.tree.node(node).span).label("expected a game").into()
    }
}
