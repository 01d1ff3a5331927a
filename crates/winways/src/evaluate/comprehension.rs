//! Evaluates comprehensions, `[body for x in list if condition]`, and the functions `map` and `filter`.

use super::code::Code;
use super::error::Result;
use super::functions;
use super::list::{List, ListBuilder};
use super::machine::{Machine, Task};
use super::value::Value;
use std::sync::Arc;
use winways_notation::{Clause, Diagnostic, NodeKind, Span};
use winways_values::Dyadic;

/// The state of a list comprehension during its evaluation.
pub(super) struct Loop {
    node: usize,
    /// The sources of the variables bound so far, innermost last.
    sources: Vec<Source>,
    entries: ListBuilder,
    /// The number of bindings before the first variable.
    bindings: usize,
    /// The index of the clause that is being evaluated; the index after the last clause stands for the body.
    clause: usize,
}

/// The remaining values of a variable.
struct Source {
    /// The index of the clause.
    clause: usize,
    rest: Remaining,
}

enum Remaining {
    List(Arc<List>, usize),
    Numbers(Numbers),
}

/// The remaining numbers of a range.
pub(super) struct Numbers {
    next: Dyadic,
    last: Dyadic,
    step: Dyadic,
    count: u64,
}

/// The maximum number of elements in a range.
const MAX_NUMBERS: u64 = 1_000_000;

impl Numbers {
    /// Returns the numbers from `first` to `last` in steps of `step`, which may be negative; `None` if `step` is 0.
    pub(super) fn new(first: Dyadic, last: Dyadic, step: Dyadic) -> Option<Self> {
        (!step.is_zero()).then_some(Numbers { next: first, last, step, count: 0 })
    }

    /// Returns the number of remaining elements if the ends and the step are 64-bit integers.
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

    /// Returns an error if the range has too many numbers. If the length is known, the error occurs before the first number.
    pub(super) fn check(&self) -> Result<()> {
        if self.count >= MAX_NUMBERS || self.length().is_some_and(|length| length > MAX_NUMBERS) {
            let message = format!("a range has at most {MAX_NUMBERS} numbers");
            return Err(Diagnostic::new(message, Span::at(0)).into());
        }
        Ok(())
    }
}

impl Machine<'_, '_> {
    /// Begins the evaluation of `[body for x in list ...]`.
    pub(super) fn begin_list(&mut self, code: &Arc<Code>, node: usize) -> Result<()> {
        let entries = ListBuilder::new(&mut self.context.arena.session(), 0)?;
        let state = Loop { node, sources: Vec::new(), entries, bindings: self.binding_count(), clause: 0 };
        self.begin_clause(code, Box::new(state), 0);
        Ok(())
    }

    /// Begins to evaluate the expression of a clause or, after the last clause, the body.
    fn begin_clause(&mut self, code: &Arc<Code>, mut state: Box<Loop>, clause: usize) {
        let children = code.tree().children(state.node);
        state.clause = clause;
        self.tasks.push(Task::Loop(state));
        match children.get(clause + 1) {
            // The ends of a range are evaluated without creating a list.
            Some(&range) if code.node(range).kind == NodeKind::Range => {
                let nodes = code.tree().subtree(range);
                self.tasks.push(Task::Run(nodes.start..nodes.end - 1));
            }
            Some(&child) => self.run_subtree(child),
            None => self.run_subtree(children[0]),
        }
    }

    /// Continues after a condition, a list or the body has been evaluated.
    pub(super) fn continue_list(&mut self, mut state: Box<Loop>) -> Result<()> {
        let code = self.code().clone();
        let NodeKind::Comprehension(clauses) = &code.node(state.node).kind else {
            unreachable!("a loop belongs to a list with `for`")
        };
        let (clause, children) = (state.clause, code.tree().children(state.node));
        match clauses.get(clause) {
            Some(Clause::For(variable)) => {
                let child = children[clause + 1];
                let source = self.source(&code, child);
                let rest = source.map_err(|error| error.with_span(code.node(child).span))?;
                if let (1, Remaining::Numbers(numbers)) = (clauses.len(), &rest)
                    && let Some(length) = numbers.length()
                {
                    // The length of the list is known.
                    let length = usize::try_from(length).unwrap_or(0);
                    state.entries = ListBuilder::new(&mut self.context.arena.session(), length)?;
                }
                state.sources.push(Source { clause, rest });
                // The variable is rebound for every value and unbound after the last value.
                let key = 2 * code.tree().subtree(state.node).start;
                self.bind(key, code.at(*variable), Value::Nothing)?;
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

    /// Binds the innermost variable that has more values to its next value. If no variable has more values, the list is
    /// complete.
    fn next_value(&mut self, code: &Arc<Code>, clauses: &[Clause], mut state: Box<Loop>) -> Result<()> {
        while let Some(source) = state.sources.last_mut() {
            self.count(1)?;
            let (clause, child) = (source.clause, code.tree().children(state.node)[source.clause + 1]);
            let next =
                self.next_of(&mut source.rest).map_err(|error| error.with_span(code.node(child).span))?;
            let Clause::For(variable) = clauses[clause] else { unreachable!("a source is of a `for`") };
            if let Some(value) = next {
                self.set(code.at(variable), value)?;
                self.begin_clause(code, state, clause + 1);
                return Ok(());
            }
            state.sources.pop();
            self.unbind_beyond(state.bindings + state.sources.len());
        }
        self.values.push(state.entries.finish(code.node(state.node).span)?);
        Ok(())
    }

    fn next_of(&self, rest: &mut Remaining) -> Result<Option<Value>> {
        match rest {
            Remaining::List(list, next) => {
                *next += 1;
                Ok(list.values().get(*next - 1).cloned())
            }
            Remaining::Numbers(numbers) => match numbers.next()? {
                Some(number) => Ok(Some(self.context.arena.number(&number)?.into())),
                None => Ok(None),
            },
        }
    }

    /// Returns the values of a variable: the entries of the list in its clause, or the numbers of a range.
    fn source(&mut self, code: &Arc<Code>, child: usize) -> Result<Remaining> {
        if code.node(child).kind == NodeKind::Range {
            let count = code.tree().children(child).len();
            let ends = self.values.split_off(self.values.len() - count);
            return Ok(Remaining::Numbers(self.numbers(code, child, ends)?));
        }
        match self.pop() {
            Value::List(list) => Ok(Remaining::List(list, 0)),
            other => {
                let diagnostic = other.is_kind(code.node(child).span);
                Err(diagnostic.label("expected a list, such as `1..10` or `[1, 2]`").into())
            }
        }
    }
}

/// The state of `map` or `filter`, which apply a function to the entries of a list.
pub(super) struct Mapping {
    /// `true` for `filter`, which keeps the entries for which the function returns true.
    is_filter: bool,
    function: Value,
    list: Arc<List>,
    /// The number of entries passed to the function so far.
    next: usize,
    entries: ListBuilder,
    /// The spans of the function and of the list.
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
    /// Processes the function's value for the previous entry, and applies the function to the next entry.
    pub(super) fn continue_mapping(&mut self, mut mapping: Box<Mapping>) -> Result<()> {
        if mapping.next > 0 {
            let value = self.pop();
            self.take(&mut mapping, value)?;
        }
        loop {
            self.count(1)?;
            let Some(argument) = mapping.list.values().get(mapping.next).cloned() else {
                self.values.push(mapping.entries.finish(mapping.spans[0])?);
                return Ok(());
            };
            mapping.next += 1;
            match mapping.function.clone() {
                Value::UserFunction(function) => {
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
                    let diagnostic = other.is_kind(mapping.spans[0]);
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
                let message = format!("the function returns {}", other.kind());
                let diagnostic = Diagnostic::new(message, mapping.spans[0]);
                Err(diagnostic.label("expected a function that returns true or false").into())
            }
        }
    }
}
