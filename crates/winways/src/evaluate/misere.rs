//! Implements functions for misère play: the genus of a position, and the quotient of a game.

use super::error::{EvaluationError, Result};
use super::questions::PositionQuestion;
use super::value::{Value, as_integer};
use crate::quotients::{HeapQuotient, LARGEST_HEAP, quotient_of};
use winways_misere::{Genus, Quotient};
use winways_notation::{Diagnostic, Span};
use winways_solve::StopReason;
use winways_values::{Dyadic, Session};

/// The number of options between two polls of the observer.
pub(super) const INTERVAL: u64 = 1 << 14;

/// Returns the number of elements of a quotient.
pub(super) fn order(session: &mut Session<'_>, quotient: &Quotient) -> Result<Value> {
    Ok(session.number(&Dyadic::from(quotient.order() as i64))?.into())
}

/// Returns the number of elements of a quotient that represent P-positions.
pub(super) fn previous_count(session: &mut Session<'_>, quotient: &Quotient) -> Result<Value> {
    Ok(session.number(&Dyadic::from(quotient.previous_count() as i64))?.into())
}

/// Returns the presentation of a quotient by generators and relations.
pub(super) fn presentation(session: &mut Session<'_>, quotient: &Quotient) -> Result<Value> {
    let presentation = quotient.presentation();
    Value::formula(session, presentation.to_string(), presentation.latex())
}

impl PositionQuestion<'_, '_> {
    /// Returns the genus of an impartial position, a nimber or a misère form.
    pub(super) fn genus(&self, value: &Value, span: Span) -> Result<Value> {
        // Positions of one value under normal play need not have one genus.
        let size = if let Value::Position(_) = value { None } else { self.nimber(value)? };
        let genus = match size {
            Some(size) => {
                let heap = u64::try_from(size).map_err(|_| {
                    Diagnostic::new("the numbers of a genus must be below 2^64", span)
                        .label("expected a smaller nimber")
                })?;
                Genus::of_nim_heap(heap).to_string()
            }
            None => self.facts_of_form(value, span)?.0,
        };
        Value::text(&mut self.context.arena.session(), genus)
    }

    fn nimber(&self, value: &Value) -> Result<Option<u128>> {
        let Some(terms) = value.terms() else { return Ok(None) };
        let session = &mut self.context.arena.session();
        let game = terms.canonical(session)?;
        Ok(session.as_nimber(game))
    }

    /// Returns a fact about the misère quotient of the heaps of a game, or of all positions reachable from a position.
    pub(super) fn of_quotient(
        &self,
        values: &[Value],
        spans: &[Span],
        fact: fn(&mut Session<'_>, &Quotient) -> Result<Value>,
    ) -> Result<Value> {
        if let [value] = values {
            let closure = self.closure(value, spans[0])?;
            let found = quotient_of(closure.heaps(), self.rest(), self.observer);
            let quotient = found.map_err(|(reason, known)| self.without_quotient(reason, &known))?;
            return fact(&mut self.context.arena.session(), &quotient);
        }
        let Value::Text(name) = &values[0] else {
            return Err(self.wrong(
                &values[0],
                spans[0],
                "the name of a game in quotation marks, such as \"kayles\"",
            ));
        };
        let game = self.context.catalogue.game(name.as_str());
        let game = game.map_err(|diagnostic| Diagnostic { span: spans[0], ..diagnostic })?;
        let largest = self.heap_of(&values[1], spans[1])?;
        let found = HeapQuotient::up_to(game.tables(), largest, self.rest(), self.observer);
        let found = found.ok_or_else(|| HeapQuotient::missing(&*game, spans[0]))?;
        match found {
            Ok(quotient) => fact(&mut self.context.arena.session(), quotient.quotient()),
            Err((reason, known)) => Err(self.without_quotient(reason, known.quotient())),
        }
    }

    /// Returns the error for a stopped search that found only `known`, the quotient of smaller heaps.
    fn without_quotient(&self, reason: StopReason, known: &Quotient) -> EvaluationError {
        match reason {
            StopReason::Unsupported(_) => reason.after(known.last().into()).into(),
            _ => self.stopped(reason, known.last().into()),
        }
    }

    fn heap_of(&self, value: &Value, span: Span) -> Result<u64> {
        let session = &mut self.context.arena.session();
        let game = match value.terms() {
            Some(terms) => Some(terms.canonical(session)?),
            None => None,
        };
        let number = game.and_then(|game| session.as_number(game));
        let integer = number.as_ref().and_then(as_integer);
        let heap = integer.and_then(|number| u64::try_from(number).ok()).filter(|&heap| heap <= LARGEST_HEAP);
        let expected = format!("a heap from 0 to {LARGEST_HEAP}");
        heap.ok_or_else(|| match number {
            Some(number) if number.is_integer() => {
                let size = if number.sign().is_lt() { "small" } else { "large" };
                Diagnostic::new(format!("this heap is too {size}"), span)
                    .label(format!("expected {expected}"))
                    .help(format!("for example {}", self.example))
                    .into()
            }
            _ => self.wrong(value, span, &expected),
        })
    }
}
