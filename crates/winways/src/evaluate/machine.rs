//! Evaluates expressions without recursion.
//!
//! The tree is a list in which every node comes after its descendants. A single pass through the list, with a stack of values,
//! therefore evaluates the tree.
//!
//! A deferred node ([`winways_notation::NodeKind::is_deferred`]) decides which of its children are evaluated, how
//! often and when. Deferred nodes and function calls push tasks on a separate stack. Deep nesting and deep
//! recursion therefore never overflow the call stack.

use super::code::{Code, UserFunction, is_scope};
use super::comprehension::{Loop, Mapping};
use super::context::Context;
use super::error::{EvaluationError, Result};
use super::names::Names;
use super::positions::CalledGames;
use super::value::Value;
use std::ops::Range;
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, NodeKind, Span};
use winways_solve::{Observer, Progress, StopReason};
use winways_values::Charge;

/// The state of an evaluation.
pub(super) struct Machine<'p, 'c> {
    pub(super) context: &'p mut Context<'c>,
    pub(super) observer: &'p dyn Observer,
    /// The stack of values that have not been used yet.
    pub(super) values: Vec<Value>,
    pub(super) tasks: Vec<Task>,
    /// The main text and the calls that are being evaluated; never empty.
    activations: Vec<Activation>,
    /// The local names of calls that have not returned.
    locals: Vec<Locals>,
    /// The number of nodes evaluated so far.
    steps: u64,
    pub(super) games: CalledGames,
}

/// A task on the stack.
pub(super) enum Task {
    /// Evaluates these nodes.
    Run(Range<usize>),
    /// Takes a branch of a conditional whose condition has been evaluated.
    Choose(usize),
    /// Evaluates the second operand of `and` or `or` if the first operand does not decide the result.
    Second(usize),
    /// Checks that the last value, which is the value of this node, is `true` or `false`.
    Truth(usize),
    /// Continues a list comprehension.
    Loop(Box<Loop>),
    /// Continues the application of a function to the entries of a list.
    Map(Box<Mapping>),
    /// Returns from a function.
    Return,
    /// Uses the arguments of a call that was parsed as a position.
    Arguments(Target),
}

/// The use of arguments that were parsed in the brackets of a position.
pub(super) enum Target {
    /// A position of this game. The hint names the board that the text would denote if the names in it had no values.
    Game(Arc<dyn AnyGame>, Option<String>),
    /// A function that was not known when the text was parsed, and the span of the call.
    Function(Value, Span),
}

/// Work that must be done before a node has a value.
pub(super) enum Pending {
    Call(Arc<UserFunction>, Vec<Value>, Span),
    Map(Mapping),
    Arguments(Arc<Code>, Target),
}

/// The value of a node, or the work that must be done first.
pub(super) type Evaluated = std::result::Result<Value, Pending>;

/// The evaluation of a text, of the body of a function, or of arguments.
struct Activation {
    code: Arc<Code>,
    /// The number of calls with local names up to this activation. Names are looked up in the last of these calls, if any, and
    /// then in the session.
    level: usize,
    /// The function and the span of the call, if this is a call.
    call: Option<(Arc<UserFunction>, Span)>,
    /// The nesting depth of arguments of positions.
    depth: usize,
    /// The bindings in open brackets.
    bindings: Vec<Binding>,
}

/// A name bound in brackets.
struct Binding {
    /// Twice the index of the node, plus one. For the variable of a comprehension, twice the index of the first node of the
    /// comprehension.
    key: usize,
    name: String,
    /// The previous value of the name, if it had one.
    before: Option<Value>,
}

/// The local names of a call.
struct Locals {
    names: Names,
    _charge: Charge,
}

/// The number of nodes evaluated between two polls of the observer.
const STEPS_POLL_INTERVAL: u64 = 1 << 12;
/// The cost of a call, in nodes.
const CALL_STEPS: u64 = 1 << 6;
/// The memory of a call with its tasks and names, in bytes.
const CALL_BYTES: u64 = 1 << 10;
/// The maximum depth of nested calls.
const MAX_CALLS: usize = 100_000;
/// The maximum nesting depth of positions with expressions as arguments. The text is parsed once for each level.
const MAX_ARGUMENTS_DEPTH: usize = 32;
/// The maximum length of an excerpt in a message, in characters.
const SHOWN: usize = 40;

impl<'p, 'c> Machine<'p, 'c> {
    pub(super) fn new(context: &'p mut Context<'c>, code: Arc<Code>, observer: &'p dyn Observer) -> Self {
        let all = 0..code.tree().nodes().len();
        let main = Activation { code, level: 0, call: None, depth: 0, bindings: Vec::new() };
        Machine {
            context,
            observer,
            values: Vec::new(),
            tasks: vec![Task::Run(all)],
            activations: vec![main],
            locals: Vec::new(),
            steps: 0,
            games: CalledGames::default(),
        }
    }

    /// Evaluates the whole expression, including all positions in the value.
    pub(super) fn value(mut self) -> Result<Value> {
        let result = self.finish().map_err(|error| self.located(self.with_board_of_arguments(error)));
        // Bindings in brackets are removed, even if there is no value.
        self.unbind_beyond(0);
        while self.activations.len() > 1 {
            if self.activations.pop().is_some_and(|ended| ended.call.is_some()) {
                self.locals.pop();
            }
            self.unbind_beyond(0);
        }
        result?;
        Ok(self.values.pop().unwrap_or(Value::Nothing))
    }

    fn finish(&mut self) -> Result<()> {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Run(nodes) => self.run(nodes)?,
                Task::Choose(node) => self.choose(node)?,
                Task::Second(node) => self.second(node)?,
                Task::Truth(node) => {
                    let value = self.pop();
                    let truth = self.truth(&value, node)?;
                    self.values.push(Value::Truth(truth));
                }
                Task::Loop(state) => self.continue_list(state)?,
                Task::Map(mapping) => self.continue_mapping(mapping)?,
                Task::Return => self.return_from_call(),
                Task::Arguments(target) => self.use_arguments(target)?,
            }
        }
        let root = self.code().tree().root();
        let span = self.code().node(root).span;
        match self.values.last() {
            Some(value) => self.context.evaluate_positions(value, span, self.observer),
            None => Ok(()),
        }
    }

    fn activation(&self) -> &Activation {
        self.activations.last().expect("the text itself is always active")
    }

    fn activation_mut(&mut self) -> &mut Activation {
        self.activations.last_mut().expect("the text itself is always active")
    }

    pub(super) fn code(&self) -> &Arc<Code> {
        &self.activation().code
    }

    /// Pops the last value.
    pub(super) fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::Nothing)
    }

    /// Evaluates nodes up to the first node that begins a task.
    fn run(&mut self, nodes: Range<usize>) -> Result<()> {
        let code = self.code().clone();
        let (mut number, end) = (nodes.start, nodes.end);
        while number < end {
            if let Some(node) = code.deferred_at(number, end) {
                self.rest(node + 1..end);
                return self.begin_deferred(&code, node);
            }
            self.count(1)?;
            let node = code.node(number);
            let found = self.value_of_node(&code, number).map_err(|error| error.with_span(node.span))?;
            self.leave_brackets(&code, number);
            match found {
                Ok(value) => self.values.push(value),
                Err(pending) => {
                    self.rest(number + 1..end);
                    return self.begin(pending).map_err(|error| error.with_span(node.span));
                }
            }
            number += 1;
        }
        Ok(())
    }

    fn rest(&mut self, nodes: Range<usize>) {
        if !nodes.is_empty() {
            self.tasks.push(Task::Run(nodes));
        }
    }

    /// Schedules a node and its descendants before all other tasks.
    pub(super) fn run_subtree(&mut self, node: usize) {
        let nodes = self.code().tree().subtree(node);
        self.tasks.push(Task::Run(nodes));
    }

    fn begin_deferred(&mut self, code: &Arc<Code>, number: usize) -> Result<()> {
        let first = code.tree().children(number)[0];
        match &code.node(number).kind {
            NodeKind::If => {
                self.tasks.push(Task::Choose(number));
                self.run_subtree(first);
            }
            NodeKind::And | NodeKind::Or => {
                self.tasks.push(Task::Second(number));
                self.run_subtree(first);
            }
            NodeKind::Comprehension(_) => self.begin_list(code, number)?,
            NodeKind::Definition(_) => {
                self.define(code, number).map_err(|error| error.with_span(code.node(number).span))?;
                self.leave_brackets(code, number);
            }
            _ => unreachable!("all deferred nodes are handled above"),
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, pending: Pending) -> Result<()> {
        match pending {
            Pending::Call(function, values, span) => self.call(function, values, span),
            Pending::Map(mapping) => self.continue_mapping(Box::new(mapping)),
            Pending::Arguments(code, target) => {
                let (level, depth) = (self.activation().level, self.activation().depth + 1);
                let nodes = 0..code.tree().nodes().len();
                self.activations.push(Activation { code, level, call: None, depth, bindings: Vec::new() });
                self.tasks.push(Task::Arguments(target));
                self.tasks.push(Task::Run(nodes));
                Ok(())
            }
        }
    }

    /// Returns `true` if the arguments of a position may be expressions at this depth.
    pub(super) fn may_have_arguments(&self) -> bool {
        self.activation().depth < MAX_ARGUMENTS_DEPTH
    }

    /// Ends the evaluation of the arguments of a position. Returns their code and the list of their values.
    pub(super) fn end_arguments(&mut self) -> (Arc<Code>, Value) {
        self.unbind_beyond(0);
        let list = self.pop();
        let code = self.code().clone();
        self.activations.pop();
        (code, list)
    }

    /// Calls a user-defined function; `span` is the span of the call.
    pub(super) fn call(&mut self, function: Arc<UserFunction>, values: Vec<Value>, span: Span) -> Result<()> {
        self.count(CALL_STEPS)?;
        if self.locals.len() >= MAX_CALLS {
            return Err(StopReason::Calls { limit: MAX_CALLS as u64 }.after(self.steps).into());
        }
        let (wanted, found) = (function.parameters().len(), values.len());
        if wanted != found {
            let noun = if wanted == 1 { "argument" } else { "arguments" };
            let message = format!("`{}` takes {wanted} {noun}, not {found}", function.name());
            return Err(Diagnostic::new(message, span).label(format!("expected {}", function.head())).into());
        }
        let mut session = self.context.arena.session();
        let charge = session.charge(CALL_BYTES)?;
        let mut names = Names::default();
        for (name, value) in function.parameters().zip(values) {
            names.set(&mut session, name, value)?;
        }
        drop(session);
        self.locals.push(Locals { names, _charge: charge });
        let (code, nodes) = (function.code().clone(), function.body());
        let level = self.locals.len();
        let call = Some((function, span));
        self.activations.push(Activation { code, level, call, depth: 0, bindings: Vec::new() });
        self.tasks.push(Task::Return);
        self.tasks.push(Task::Run(nodes));
        Ok(())
    }

    fn return_from_call(&mut self) {
        self.activations.pop();
        self.locals.pop();
    }

    fn choose(&mut self, node: usize) -> Result<()> {
        let code = self.code().clone();
        let value = self.pop();
        let &[condition, some, other] = code.tree().children(node) else {
            unreachable!("a choice has a condition and two branches")
        };
        let branch = if self.truth(&value, condition)? { some } else { other };
        self.run_subtree(branch);
        Ok(())
    }

    fn second(&mut self, node: usize) -> Result<()> {
        let code = self.code().clone();
        let value = self.pop();
        let children = code.tree().children(node);
        let first = self.truth(&value, children[0])?;
        // A first operand `true` decides `or`, and `false` decides `and`.
        if first == (code.node(node).kind == NodeKind::Or) {
            self.values.push(Value::Truth(first));
        } else {
            self.tasks.push(Task::Truth(children[1]));
            self.run_subtree(children[1]);
        }
        Ok(())
    }

    /// Returns the truth value of `value`, which is the value of `node`.
    pub(super) fn truth(&self, value: &Value, node: usize) -> Result<bool> {
        match value {
            Value::Truth(truth) => Ok(*truth),
            other => {
                let diagnostic = other.is_kind(self.code().node(node).span).label("expected true or false");
                Err(diagnostic.help("compare values with `==`, `<`, `>=` and the like").into())
            }
        }
    }

    /// Counts `steps` evaluated nodes, and polls the observer after every [`STEPS_POLL_INTERVAL`] nodes.
    pub(super) fn count(&mut self, steps: u64) -> Result<()> {
        let before = self.steps / STEPS_POLL_INTERVAL;
        self.steps += steps;
        if self.steps / STEPS_POLL_INTERVAL == before { Ok(()) } else { self.poll() }
    }

    /// Polls the observer immediately. Call this before work that may take as long as the evaluation of thousands of nodes.
    pub(super) fn poll(&mut self) -> Result<()> {
        let (budget, bytes) = (self.context.budget, self.context.arena.bytes());
        let depth = self.activations.len() as u64;
        let progress = Progress { positions: self.steps, depth, bytes, ..Progress::default() };
        Ok(budget.poll(self.observer, &progress).map_err(|reason| reason.after(self.steps))?)
    }

    /// Looks up a name, first in the called function, then in the session.
    pub(super) fn lookup(&self, name: &str) -> Option<&Value> {
        let level = self.activation().level;
        let own = level.checked_sub(1).and_then(|level| self.locals[level].names.get(name));
        own.or_else(|| self.context.names.get(name))
    }

    /// Returns all names with values.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.activation().level.checked_sub(1).map(|level| self.locals[level].names.iter());
        own.into_iter().flatten().chain(self.context.names.iter())
    }

    /// Returns the names of the current scope.
    fn names_mut(&mut self) -> &mut Names {
        match self.activation().level.checked_sub(1) {
            Some(level) => &mut self.locals[level].names,
            None => &mut self.context.names,
        }
    }

    /// Assigns a value to a name. In brackets, the assignment lasts until the brackets end.
    pub(super) fn assign(&mut self, code: &Code, node: usize, name: &str, value: Value) -> Result<()> {
        match code.is_in_brackets(node) {
            true => self.bind(2 * node + 1, name, value),
            false => self.set(name, value),
        }
    }

    /// Assigns a value to a name until [`Machine::unbind_beyond`] removes the binding.
    pub(super) fn bind(&mut self, key: usize, name: &str, value: Value) -> Result<()> {
        let before = self.names_mut().get(name).cloned();
        self.set(name, value)?;
        self.activation_mut().bindings.push(Binding { key, name: name.to_owned(), before });
        Ok(())
    }

    pub(super) fn set(&mut self, name: &str, value: Value) -> Result<()> {
        let level = self.activation().level;
        let mut session = self.context.arena.session();
        let names = match level.checked_sub(1) {
            Some(level) => &mut self.locals[level].names,
            None => &mut self.context.names,
        };
        names.set(&mut session, name, value)
    }

    /// Returns the number of bindings in open brackets.
    pub(super) fn binding_count(&self) -> usize {
        self.activation().bindings.len()
    }

    /// Removes bindings until `count` are left, and restores the previous values of the names.
    pub(super) fn unbind_beyond(&mut self, count: usize) {
        while self.binding_count() > count
            && let Some(binding) = self.activation_mut().bindings.pop()
        {
            self.names_mut().restore(&binding.name, binding.before);
        }
    }

    /// Removes the bindings of a node in brackets after its evaluation.
    fn leave_brackets(&mut self, code: &Code, node: usize) {
        if self.binding_count() > 0 && is_scope(code.node(node)) {
            let first = 2 * code.tree().subtree(node).start;
            let count = self.activation().bindings.partition_point(|binding| binding.key <= first);
            self.unbind_beyond(count);
        }
    }

    /// Adds a hint about the intended board to an error in the arguments of a position.
    fn with_board_of_arguments(&self, error: EvaluationError) -> EvaluationError {
        let board = self.tasks.iter().rev().find_map(|task| match task {
            Task::Arguments(Target::Game(_, board)) => Some(board.as_deref()),
            _ => None,
        });
        error.with_help(board.flatten())
    }

    /// Sets the span of an error within the main text. An error in a function from another text points to the call.
    fn located(&self, error: EvaluationError) -> EvaluationError {
        let EvaluationError::Wrong(diagnostic) = error else { return error };
        let main = &self.activations[0].code;
        let is_here = |activation: &Activation| activation.code.is_of_text(main);
        let Some(last) = self.activations.iter().rposition(is_here) else { return diagnostic.into() };
        let called = self.activations.get(last + 1).and_then(|activation| activation.call.as_ref());
        let Some((_, span)) = called else { return diagnostic.into() };
        let within = self.activation();
        let place = within.code.at(diagnostic.span);
        let shown: String = place.chars().take(SHOWN).collect();
        let name = self.activations.iter().rev().find_map(|activation| activation.call.as_ref());
        let name = name.map_or("", |(function, _)| function.name());
        let expected = diagnostic.label.map_or(String::new(), |label| format!(": {label}"));
        let message = format!("in `{name}`, of `{shown}`: {}{expected}", diagnostic.message);
        Diagnostic { message, span: *span, label: None, help: diagnostic.help }.into()
    }
}
