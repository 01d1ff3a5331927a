//! The evaluation of an expression.
//!
//! A tree of the notation is a list in which every node comes after those below it, so going through it with a stack of
//! values evaluates it. A deferred node ([`winways_notation::NodeKind::is_deferred`]) says itself which of its children are
//! evaluated, how often and when. What such a node has begun, and what a call of a function has, are tasks on a stack of
//! their own: no depth of nesting, and no depth of calls, is a problem.

use super::code::{Code, OwnFunction, is_scope};
use super::comprehension::{Loop, Mapping};
use super::context::Context;
use super::error::{EvaluationError, Result};
use super::names::Names;
use super::value::Value;
use std::ops::Range;
use std::sync::Arc;
use winways_kit::AnyGame;
use winways_notation::{Diagnostic, NodeKind, Span};
use winways_solve::{Observer, Progress, StopReason};
use winways_values::Charge;

/// One evaluation.
pub(super) struct Machine<'p, 'c> {
    pub(super) context: &'p mut Context<'c>,
    pub(super) observer: &'p dyn Observer,
    /// The values that are not used yet.
    pub(super) values: Vec<Value>,
    pub(super) tasks: Vec<Task>,
    /// The text that is evaluated, and what was called from it; never empty.
    activations: Vec<Activation>,
    /// The names of calls that have not returned.
    locals: Vec<Locals>,
    /// Nodes evaluated so far.
    steps: u64,
}

/// Something that has been begun.
pub(super) enum Task {
    /// To evaluate these nodes.
    Run(Range<usize>),
    /// To take one branch of a choice, whose condition has been evaluated.
    Choose(usize),
    /// To look at the second operand of `and` or `or`, if the first does not decide.
    Second(usize),
    /// To see that the last value, of this node, is true or false.
    Truth(usize),
    /// To go on with a list.
    Loop(Box<Loop>),
    /// To go on with the entries of a list to which a function is applied.
    Map(Box<Mapping>),
    /// To return from a function.
    Return,
    /// To use the arguments of a call that was read as a position's.
    Arguments(Target),
}

/// What the arguments in the brackets of a position are for.
pub(super) enum Target {
    /// A position of this game; and what to say of the board that the text would be if the names in it had no values.
    Game(Arc<dyn AnyGame>, Option<String>),
    /// A function that was not known when the text was read, and the call.
    Function(Value, Span),
}

/// What a node has to begin before it has a value.
pub(super) enum Begun {
    Call(Arc<OwnFunction>, Vec<Value>, Span),
    Map(Mapping),
    Arguments(Arc<Code>, Target),
}

/// A value, or what has to be begun before there is one.
pub(super) type Found = std::result::Result<Value, Begun>;

/// A text that is evaluated, or the body of a function, or arguments.
struct Activation {
    code: Arc<Code>,
    /// How many calls have names of their own up to this one; the names are those of the last, or the session's.
    level: usize,
    /// The call, if it is one.
    call: Option<(Arc<OwnFunction>, Span)>,
    /// How many arguments of positions it stands in.
    depth: usize,
    /// Names given in brackets that are open, by the nodes that gave them.
    given: Vec<Given>,
}

/// A name that has been given in brackets.
struct Given {
    /// Twice the node, plus one; of the variable of a list twice the first node of the list.
    key: usize,
    name: String,
    /// What it stood for before.
    before: Option<Value>,
}

/// The names of a call.
struct Locals {
    names: Names,
    _charge: Charge,
}

/// How many nodes are evaluated between two polls of the observer.
const STEPS_POLL_INTERVAL: u64 = 1 << 12;
/// What a call counts, in nodes.
const CALL_STEPS: u64 = 1 << 6;
/// What a call takes, with its tasks and the map of its names.
const CALL_BYTES: u64 = 1 << 10;
/// So many calls may stand inside each other.
const MAX_CALLS: usize = 100_000;
/// How deep positions with expressions for arguments may stand in each other: the text is read once for each.
const MAX_ARGUMENTS_DEPTH: usize = 32;
/// The longest part of a text that a message shows, in characters.
const SHOWN: usize = 40;

impl<'p, 'c> Machine<'p, 'c> {
    pub(super) fn new(context: &'p mut Context<'c>, code: Arc<Code>, observer: &'p dyn Observer) -> Self {
        let all = 0..code.tree().nodes().len();
        let main = Activation { code, level: 0, call: None, depth: 0, given: Vec::new() };
        Machine {
            context,
            observer,
            values: Vec::new(),
            tasks: vec![Task::Run(all)],
            activations: vec![main],
            locals: Vec::new(),
            steps: 0,
        }
    }

    /// The value of the whole expression; all positions in it are worth something.
    pub(super) fn value(mut self) -> Result<Value> {
        let result = self.finish().map_err(|error| self.located(self.with_board_of_arguments(error)));
        // Names that were given in brackets are forgotten, whether there is a value or not.
        self.forget(0);
        while self.activations.len() > 1 {
            if self.activations.pop().is_some_and(|ended| ended.call.is_some()) {
                self.locals.pop();
            }
            self.forget(0);
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
                Task::Loop(state) => self.go_on_with_list(state)?,
                Task::Map(mapping) => self.go_on_with_mapping(mapping)?,
                Task::Return => self.return_from_call(),
                Task::Arguments(target) => self.use_arguments(target)?,
            }
        }
        let root = self.code().tree().root();
        let span = self.code().node(root).span;
        match self.values.last() {
            Some(value) => self.context.settle(value, span, self.observer),
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

    /// The value that was found last.
    pub(super) fn pop(&mut self) -> Value {
        self.values.pop().unwrap_or(Value::Nothing)
    }

    /// Evaluates nodes up to the first that begins a task.
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
            let found = self.value_of_node(&code, number).map_err(|error| error.placed(node.span))?;
            self.leave_brackets(&code, number);
            match found {
                Ok(value) => self.values.push(value),
                Err(begun) => {
                    self.rest(number + 1..end);
                    return self.begin(begun).map_err(|error| error.placed(node.span));
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

    /// Evaluates a node and those below it before all other tasks.
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
                self.define(code, number).map_err(|error| error.placed(code.node(number).span))?;
                self.leave_brackets(code, number);
            }
            _ => unreachable!("all deferred nodes are told here"),
        }
        Ok(())
    }

    pub(super) fn begin(&mut self, begun: Begun) -> Result<()> {
        match begun {
            Begun::Call(function, values, span) => self.call(function, values, span),
            Begun::Map(mapping) => self.go_on_with_mapping(Box::new(mapping)),
            Begun::Arguments(code, target) => {
                let (level, depth) = (self.activation().level, self.activation().depth + 1);
                let nodes = 0..code.tree().nodes().len();
                self.activations.push(Activation { code, level, call: None, depth, given: Vec::new() });
                self.tasks.push(Task::Arguments(target));
                self.tasks.push(Task::Run(nodes));
                Ok(())
            }
        }
    }

    /// Whether the arguments of a position may be expressions here.
    pub(super) fn may_have_arguments(&self) -> bool {
        self.activation().depth < MAX_ARGUMENTS_DEPTH
    }

    /// Ends the arguments of a position: its code, and the values that are listed.
    pub(super) fn end_arguments(&mut self) -> (Arc<Code>, Value) {
        self.forget(0);
        let list = self.pop();
        let code = self.code().clone();
        self.activations.pop();
        (code, list)
    }

    /// Calls a function that the session defined; `span` is the call.
    pub(super) fn call(&mut self, function: Arc<OwnFunction>, values: Vec<Value>, span: Span) -> Result<()> {
        self.count(CALL_STEPS)?;
        if self.locals.len() >= MAX_CALLS {
            return Err(StopReason::Calls { limit: MAX_CALLS as u64 }.after(self.steps).into());
        }
        let (wanted, found) = (function.parameters().len(), values.len());
        if wanted != found {
            let noun = if wanted == 1 { "argument" } else { "arguments" };
            let message = format!("`{}` has {wanted} {noun}, not {found}", function.name());
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
        self.activations.push(Activation { code, level, call, depth: 0, given: Vec::new() });
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
        // `or` is decided by what is true, `and` by what is not.
        if first == (code.node(node).kind == NodeKind::Or) {
            self.values.push(Value::Truth(first));
        } else {
            self.tasks.push(Task::Truth(children[1]));
            self.run_subtree(children[1]);
        }
        Ok(())
    }

    /// A value that must be true or false; `node` is where it comes from.
    pub(super) fn truth(&self, value: &Value, node: usize) -> Result<bool> {
        match value {
            Value::Truth(truth) => Ok(*truth),
            other => {
                let message = format!("this is {}", other.kind());
                let span = self.code().node(node).span;
                let diagnostic = Diagnostic::new(message, span).label("expected true or false");
                Err(diagnostic.help("values are compared with `==`, `<`, `>=` and the like").into())
            }
        }
    }

    /// Counts work, and now and then tells the observer how far it is. What is kept is charged to the arena.
    pub(super) fn count(&mut self, steps: u64) -> Result<()> {
        let before = self.steps / STEPS_POLL_INTERVAL;
        self.steps += steps;
        if self.steps / STEPS_POLL_INTERVAL == before { Ok(()) } else { self.poll() }
    }

    /// Polls the observer at once: before work that may take as long as thousands of nodes.
    pub(super) fn poll(&mut self) -> Result<()> {
        let (budget, bytes) = (self.context.budget, self.context.arena.bytes());
        let depth = self.activations.len() as u64;
        let progress = Progress { positions: self.steps, depth, bytes, ..Progress::default() };
        Ok(budget.poll(self.observer, &progress).map_err(|reason| reason.after(self.steps))?)
    }

    /// What a name stands for: in the function that is called, or else in the session.
    pub(super) fn lookup(&self, name: &str) -> Option<&Value> {
        let level = self.activation().level;
        let own = level.checked_sub(1).and_then(|level| self.locals[level].names.get(name));
        own.or_else(|| self.context.names.get(name))
    }

    /// All names that stand for something.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let own = self.activation().level.checked_sub(1).map(|level| self.locals[level].names.iter());
        own.into_iter().flatten().chain(self.context.names.iter())
    }

    /// The names that are given in what is evaluated now.
    fn names_mut(&mut self) -> &mut Names {
        match self.activation().level.checked_sub(1) {
            Some(level) => &mut self.locals[level].names,
            None => &mut self.context.names,
        }
    }

    /// Gives a name a value, to the end of the brackets around it.
    pub(super) fn assign(&mut self, code: &Code, node: usize, name: &str, value: Value) -> Result<()> {
        match code.is_in_brackets(node) {
            true => self.give(2 * node + 1, name, value),
            false => self.set(name, value),
        }
    }

    /// Gives a name a value that it has until [`Machine::forget`].
    pub(super) fn give(&mut self, key: usize, name: &str, value: Value) -> Result<()> {
        let before = self.names_mut().get(name).cloned();
        self.set(name, value)?;
        self.activation_mut().given.push(Given { key, name: name.to_owned(), before });
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

    /// How many names have been given in brackets that are open.
    pub(super) fn given(&self) -> usize {
        self.activation().given.len()
    }

    /// Names that were given since there were `count` of them in open brackets stand for what they did before.
    pub(super) fn forget(&mut self, count: usize) {
        while self.given() > count
            && let Some(given) = self.activation_mut().given.pop()
        {
            self.names_mut().restore(&given.name, given.before);
        }
    }

    /// After a node in brackets the names that were given in them are forgotten.
    fn leave_brackets(&mut self, code: &Code, node: usize) {
        if self.given() > 0 && is_scope(code.node(node)) {
            let first = 2 * code.tree().subtree(node).start;
            let count = self.activation().given.partition_point(|given| given.key <= first);
            self.forget(count);
        }
    }

    /// An error while the arguments of a position are evaluated, with the board that may have been meant.
    fn with_board_of_arguments(&self, error: EvaluationError) -> EvaluationError {
        let board = self.tasks.iter().rev().find_map(|task| match task {
            Task::Arguments(Target::Game(_, board)) => Some(board.as_deref()),
            _ => None,
        });
        error.with_help(board.flatten())
    }

    /// The error with its place in the text that is evaluated: for a function from another text, its call.
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
