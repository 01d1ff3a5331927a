//! Decides whether two values are equal.

use super::arguments::Resources;
use super::error::Result;
use super::infinite::Infinite;
use super::list::List;
use super::loopy::LoopyWork;
use super::numbers;
use super::value::Value;
use std::collections::HashSet;
use std::sync::Arc;
use winways_notation::{Diagnostic, Span};
use winways_values::{Relation, Session};

/// Returns `true` if two values, given at `span`, are equal. Games are compared by their canonical forms.
pub(super) fn is_same(
    session: &mut Session<'_>,
    values: [&Value; 2],
    resources: Resources<'_>,
    span: Span,
) -> Result<bool> {
    Comparison { session, resources, span, equal: HashSet::new() }.is_same(values[0], values[1])
}

/// A comparison of two values.
struct Comparison<'s, 'arena> {
    session: &'s mut Session<'arena>,
    resources: Resources<'s>,
    span: Span,
    /// Pairs of lists, by address, that have been found equal. Shared lists are thus compared only once.
    equal: HashSet<(*const List, *const List)>,
}

/// The memory of an entry in a growing set, in bytes.
const EQUAL_BYTES: u64 = 64;

impl Comparison<'_, '_> {
    fn is_same(&mut self, some: &Value, other: &Value) -> Result<bool> {
        self.session.spend(1)?;
        check_loops_comparable([some, other], [self.span; 2])?;
        match (some, other) {
            (Value::List(some), Value::List(other)) => self.is_same_list(some, other),
            (some, other) if some.large_number().is_some() && other.large_number().is_some() => {
                Ok(numbers::relation(self.session, some, other)? == Some(Relation::Equal))
            }
            (some, other) if some.loopy().is_some() && other.loopy().is_some() => {
                self.is_same_loopy(some, other)
            }
            _ => match some.key(self.session)? {
                Some(key) => Ok(other.key(self.session)? == Some(key)),
                None => Ok(false),
            },
        }
    }

    fn is_same_loopy(&mut self, some: &Value, other: &Value) -> Result<bool> {
        if let (Some(some), Some(other)) = (some.key(self.session)?, other.key(self.session)?) {
            return Ok(some == other);
        }
        let Resources { budget, observer } = self.resources;
        let mut work = LoopyWork::new(budget, self.session.bytes(), observer);
        let (Some(one), Some(another)) = (work.load(self.session, some)?, work.load(self.session, other)?)
        else {
            return Ok(false);
        };
        let relation = work.loopies.compare(one, another, &work.ledger);
        Ok(work.checked(relation)? == Relation::Equal)
    }

    /// Compares lists. Recursion is bounded by [`LIST_DEPTH`](super::list::LIST_DEPTH).
    fn is_same_list(&mut self, some: &Arc<List>, other: &Arc<List>) -> Result<bool> {
        let pair = (Arc::as_ptr(some), Arc::as_ptr(other));
        if Arc::ptr_eq(some, other) || self.equal.contains(&pair) {
            return Ok(true);
        }
        if (some.values().len(), some.depth()) != (other.values().len(), other.depth()) {
            return Ok(false);
        }
        for (some, other) in some.values().iter().zip(other.values()) {
            if !self.is_same(some, other)? {
                return Ok(false);
            }
        }
        // The charge is released immediately, since the set does not outlive the comparison.
        drop(self.session.charge((self.equal.len() as u64 + 1) * EQUAL_BYTES)?);
        self.equal.insert(pair);
        Ok(true)
    }
}

/// Returns the error of [`check_loops_comparable`] if it rejects any two of the values.
pub(super) fn check_all_comparable(values: &[Value], span: Span) -> Result<()> {
    match (values.iter().find(|value| is_loop(value)), values.iter().find(|value| is_open(value))) {
        (Some(some), Some(other)) => check_loops_comparable([some, other], [span; 2]),
        _ => Ok(()),
    }
}

/// Returns an error for the comparison of an impartial loop with a loopy game that is not a stopper. Only the sums of the
/// loop with impartial games are known, and they do not decide whether the two games are equal. A stopper equals no loop,
/// since some sum of the loop with a nimber is a draw.
pub(super) fn check_loops_comparable(values: [&Value; 2], spans: [Span; 2]) -> Result<()> {
    match values.into_iter().position(is_loop) {
        Some(place) if values.into_iter().any(is_open) => {
            let message = "an impartial loop cannot be compared with a loopy game that is not a stopper";
            Err(Diagnostic::new(message, spans[place])
                .label("expected a game with known sides")
                .help("the sums of a loop with impartial games do not determine its sides")
                .into())
        }
        _ => Ok(()),
    }
}

fn is_loop(value: &Value) -> bool {
    matches!(value.infinite().map(|value| &**value), Some(Infinite::Loop(_)))
}

fn is_open(value: &Value) -> bool {
    value.loopy().is_some_and(|loopy| !loopy.sides().is_stopper())
}
