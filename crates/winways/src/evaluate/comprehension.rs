//! Lists that are made entry by entry: `[body for x in list if condition]`, `map` and `filter`.

use super::code::Code;
use super::error::Result;
use super::functions;
use super::machine::{Machine, Task};
use super::value::{List, ListBuilder, Value, too_deep};
use std::sync::Arc;
use winways_notation::{Clause, Diagnostic, NodeKind, Span};
use winways_values::Dyadic;

/// A list in the making.
pub(super) struct Loop {
    node: usize,
    /// The lists of the `for`s so far, the innermost last.
    sources: Vec<Source>,
    entries: ListBuilder,
    /// How many names were given before the first variable.
    given: usize,
    /// What is evaluated now: the clause of this number, or after the last the body.
    clause: usize,
}

/// The values that a variable takes.
struct Source {
    /// The number of its clause.
    clause: usize,
    rest: Rest,
}

enum Rest {
    List(Arc<List>, usize),
    Numbers(Numbers),
}

/// The numbers of a range that are still to come.
pub(super) struct Numbers {
    next: Dyadic,
    last: Dyadic,
    step: Dyadic,
    count: u64,
}

/// The most numbers that a range may have.
const MAX_NUMBERS: u64 = 1_000_000;

impl Numbers {
    /// The numbers from `first` to `last`, each greater by `step` than the one before, or less.
    pub(super) fn new(first: Dyadic, last: Dyadic, step: Dyadic) -> Option<Self> {
        (!step.is_zero()).then_some(Numbers { next: first, last, step, count: 0 })
    }

    /// How many there are, if they are integers of machine words; else an upper bound that is no help.
    pub(super) fn length(&self) -> Option<u64> {
        let [next, last, step] =
            [&self.next, &self.last, &self.step].map(|number| i64::try_from(number).ok());
        let (next, last, step) = (i128::from(next?), i128::from(last?), i128::from(step?));
        let (way, step) = if step < 0 { (next - last, -step) } else { (last - next, step) };
        u64::try_from((way.div_euclid(step) + 1).max(0)).ok()
    }

    pub(super) fn next(&mut self) -> Result<Option<Dyadic>> {
        let is_over = match self.step.sign().is_lt() {
            true => self.next < self.last,
            false => self.next > self.last,
        };
        if is_over {
            return Ok(None);
        }
        self.check()?;
        self.count += 1;
        let following = &self.next + &self.step;
        Ok(Some(std::mem::replace(&mut self.next, following)))
    }

    /// Refuses a range of too many numbers, before its first if it can be told.
    pub(super) fn check(&self) -> Result<()> {
        if self.count >= MAX_NUMBERS || self.length().is_some_and(|length| length > MAX_NUMBERS) {
            let message = format!("a range has at most {MAX_NUMBERS} numbers");
            return Err(Diagnostic::new(message, Span::at(0)).into());
        }
        Ok(())
    }
}

impl Machine<'_, '_> {
    /// Begins `[body for x in list ...]`.
    pub(super) fn begin_list(&mut self, code: &Arc<Code>, node: usize) -> Result<()> {
        let entries = ListBuilder::new(&mut self.context.arena.session(), 0)?;
        let state = Loop { node, sources: Vec::new(), entries, given: self.given(), clause: 0 };
        self.begin_clause(code, Box::new(state), 0);
        Ok(())
    }

    /// Evaluates what a clause says, or after the last clause the body.
    fn begin_clause(&mut self, code: &Arc<Code>, mut state: Box<Loop>, clause: usize) {
        let children = code.tree().children(state.node);
        state.clause = clause;
        self.tasks.push(Task::Loop(state));
        match children.get(clause + 1) {
            // The ends of a range, which is not made a list.
            Some(&range) if code.node(range).kind == NodeKind::Range => {
                let nodes = code.tree().subtree(range);
                self.tasks.push(Task::Run(nodes.start..nodes.end - 1));
            }
            Some(&child) => self.run_subtree(child),
            None => self.run_subtree(children[0]),
        }
    }

    /// Goes on when the condition, the list or the body has been evaluated that was begun last.
    pub(super) fn go_on_with_list(&mut self, mut state: Box<Loop>) -> Result<()> {
        let code = self.code().clone();
        let NodeKind::Comprehension(clauses) = &code.node(state.node).kind else {
            unreachable!("a loop belongs to a list with `for`")
        };
        let (clause, children) = (state.clause, code.tree().children(state.node));
        match clauses.get(clause) {
            Some(Clause::For(variable)) => {
                let child = children[clause + 1];
                let source = self.source(&code, child);
                let rest = source.map_err(|error| error.placed(code.node(child).span))?;
                if let (1, Rest::Numbers(numbers)) = (clauses.len(), &rest)
                    && let Some(length) = numbers.length()
                {
                    // The length of the list is known.
                    let length = usize::try_from(length).unwrap_or(0);
                    state.entries = ListBuilder::new(&mut self.context.arena.session(), length)?;
                }
                state.sources.push(Source { clause, rest });
                // The variable is given anew for every value, and forgotten after the last.
                let key = 2 * code.tree().subtree(state.node).start;
                self.give(key, code.at(*variable), Value::Nothing)?;
                self.next_value(&code, clauses, state)
            }
            Some(Clause::If) => {
                let value = self.pop();
                match self.truth(&value, children[clause + 1])? {
                    true => {
                        self.begin_clause(&code, state, clause + 1);
                        Ok(())
                    }
                    false => self.next_value(&code, clauses, state),
                }
            }
            None => {
                let value = self.pop();
                state.entries.push(&mut self.context.arena.session(), value)?;
                self.next_value(&code, clauses, state)
            }
        }
    }

    /// Gives the innermost variable that has one its next value; if there is none, the list is done.
    fn next_value(&mut self, code: &Arc<Code>, clauses: &[Clause], mut state: Box<Loop>) -> Result<()> {
        while let Some(source) = state.sources.last_mut() {
            self.count(1)?;
            let (clause, child) = (source.clause, code.tree().children(state.node)[source.clause + 1]);
            let next = self.next_of(&mut source.rest).map_err(|error| error.placed(code.node(child).span))?;
            let Clause::For(variable) = clauses[clause] else { unreachable!("a source is of a `for`") };
            if let Some(value) = next {
                self.set(code.at(variable), value)?;
                self.begin_clause(code, state, clause + 1);
                return Ok(());
            }
            state.sources.pop();
            self.forget(state.given + state.sources.len());
        }
        let list = state.entries.finish().ok_or_else(|| too_deep(code.node(state.node).span))?;
        self.values.push(list);
        Ok(())
    }

    fn next_of(&self, rest: &mut Rest) -> Result<Option<Value>> {
        match rest {
            Rest::List(list, next) => {
                *next += 1;
                Ok(list.values().get(*next - 1).cloned())
            }
            Rest::Numbers(numbers) => match numbers.next()? {
                Some(number) => Ok(Some(self.context.arena.number(&number)?.into())),
                None => Ok(None),
            },
        }
    }

    /// The values of a variable, from the value of the clause, or from the ends of a range.
    fn source(&mut self, code: &Arc<Code>, child: usize) -> Result<Rest> {
        if code.node(child).kind == NodeKind::Range {
            let count = code.tree().children(child).len();
            let ends = self.values.split_off(self.values.len() - count);
            return Ok(Rest::Numbers(self.numbers(code, child, ends)?));
        }
        match self.pop() {
            Value::List(list) => Ok(Rest::List(list, 0)),
            other => {
                let message = format!("this is {}", other.kind());
                let diagnostic = Diagnostic::new(message, code.node(child).span);
                Err(diagnostic.label("expected a list, such as `1..10` or `[1, 2]`").into())
            }
        }
    }
}

/// A function that is applied to the entries of a list.
pub(super) struct Mapping {
    /// Whether entries are kept for which the function is true.
    is_filter: bool,
    function: Value,
    list: Arc<List>,
    /// How many entries have been handed to the function.
    next: usize,
    entries: ListBuilder,
    /// Where the function stands, and the list.
    spans: [Span; 2],
}

impl Mapping {
    pub(super) fn new(
        is_filter: bool,
        function: Value,
        list: Arc<List>,
        entries: ListBuilder,
        spans: [Span; 2],
    ) -> Self {
        Mapping { is_filter, function, list, next: 0, entries, spans }
    }
}

impl Machine<'_, '_> {
    /// Takes what the function made of the last entry, and hands it the next.
    pub(super) fn go_on_with_mapping(&mut self, mut mapping: Box<Mapping>) -> Result<()> {
        if mapping.next > 0 {
            let value = self.pop();
            self.take(&mut mapping, value)?;
        }
        loop {
            self.count(1)?;
            let Some(argument) = mapping.list.values().get(mapping.next).cloned() else {
                let list = mapping.entries.finish().ok_or_else(|| too_deep(mapping.spans[0]))?;
                self.values.push(list);
                return Ok(());
            };
            mapping.next += 1;
            match mapping.function.clone() {
                Value::Own(function) => {
                    let call = mapping.spans[0];
                    self.tasks.push(Task::Map(mapping));
                    return self.call(function, vec![argument], call);
                }
                Value::Function(function) => {
                    let spans = [mapping.spans[1]];
                    let value =
                        self.apply(functions::known(function), mapping.spans[0], vec![argument], &spans)?;
                    self.take(&mut mapping, value)?;
                }
                other => {
                    let message = format!("this is {}", other.kind());
                    let diagnostic = Diagnostic::new(message, mapping.spans[0]);
                    return Err(diagnostic.label("expected the name of a function").into());
                }
            }
        }
    }

    fn take(&mut self, mapping: &mut Mapping, value: Value) -> Result<()> {
        let mut session = self.context.arena.session();
        if !mapping.is_filter {
            return mapping.entries.push(&mut session, value);
        }
        match value {
            Value::Truth(true) => {
                mapping.entries.push(&mut session, mapping.list.values()[mapping.next - 1].clone())
            }
            Value::Truth(false) => Ok(()),
            other => {
                let message = format!("the function gives {}", other.kind());
                let diagnostic = Diagnostic::new(message, mapping.spans[0]);
                Err(diagnostic.label("expected a function that is true or false").into())
            }
        }
    }
}
