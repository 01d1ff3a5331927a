//! Sums of impartial values, some of which equal no Nim heap.

use super::error::Result;
use super::infinite::Infinite;
use super::placed::StoredValue;
use super::value::Value;
use std::sync::Arc;
use winways_entailing::EntailingValue;
use winways_loopy::ImpartialLabel;
use winways_notation::{Diagnostic, Span};
use winways_values::{Nimber, Session};

/// The sum of impartial values, some of which equal no Nim heap.
pub(super) struct ImpartialSum {
    label: ImpartialLabel,
    is_loony: bool,
}

impl ImpartialSum {
    pub(super) const ZERO: ImpartialSum =
        ImpartialSum { label: ImpartialLabel::Nimber(Nimber::ZERO), is_loony: false };

    pub(super) fn add_nimber(&mut self, nimber: Nimber) {
        self.add_label(&ImpartialLabel::Nimber(nimber));
    }

    pub(super) fn add_label(&mut self, label: &ImpartialLabel) {
        self.label = self.label.sum(label);
    }

    pub(super) fn add_entailing(&mut self, value: EntailingValue) {
        match value {
            EntailingValue::Nimber(nimber) => self.add_nimber(nimber),
            EntailingValue::Loony => self.is_loony = true,
        }
    }

    pub(super) fn add(&mut self, value: &Infinite) {
        match value {
            Infinite::Loop(label) => self.add_label(label),
            Infinite::Loony => self.is_loony = true,
        }
    }

    /// Returns the nimber that the sum equals, if there is one.
    pub(super) fn nimber(&self) -> Option<Nimber> {
        match &self.label {
            ImpartialLabel::Nimber(nimber) if !self.is_loony => Some(*nimber),
            _ => None,
        }
    }

    /// Returns the value of the sum.
    ///
    /// # Errors
    /// Returns a diagnostic at `span` for the sum of a loony value and a loop, since no theorem gives its outcome.
    pub(super) fn value(self, session: &mut Session<'_>, span: Span) -> Result<Value> {
        match (self.label, self.is_loony) {
            (ImpartialLabel::Nimber(nimber), false) => Ok(session.nimber(nimber.0.into())?.into()),
            (ImpartialLabel::Nimber(_), true) => Ok(Value::Infinite(Arc::new(Infinite::Loony))),
            (label, false) => Ok(Value::Infinite(Arc::new(Infinite::Loop(label)))),
            (_, true) => {
                Err(Diagnostic::new("the sum of a loony value and an impartial loop is not known", span)
                    .label("expected nimbers in a sum with `loony`")
                    .into())
            }
        }
    }
}

impl Value {
    /// Returns the value if it belongs to an impartial game that equals no Nim heap. The value of a position must already be
    /// computed.
    pub(super) fn infinite(&self) -> Option<&Arc<Infinite>> {
        match self {
            Value::Infinite(infinite) => Some(infinite),
            Value::Position(placed) => match placed.value()? {
                StoredValue::Infinite(infinite) => Some(infinite),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns a loop without a nimber among its options.
    pub(super) fn bare_loop() -> Value {
        Value::Infinite(Arc::new(Infinite::Loop(ImpartialLabel::infinity([]))))
    }
}
