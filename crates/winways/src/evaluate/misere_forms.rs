//! Implements functions for canonical forms of impartial games under misère play.

use super::error::{EvaluationError, Result};
use super::list::{ListBuilder, Text};
use super::machine::Machine;
use super::misere::INTERVAL;
use super::nodes::Children;
use super::questions::PositionQuestion;
use super::value::Value;
use std::sync::Arc;
use winways_misere::{Closure, Form, FormError, Forms, Tameness};
use winways_notation::{Diagnostic, Span};
use winways_solve::{Budget, Ledger, StopReason};

/// The expected argument of a function on forms.
const EXPECTED: &str = "an impartial position, a nimber, or a misère form such as *[2#]";

/// The state of one function call, with the forms that it creates.
struct Work<'w, 'q, 'c> {
    question: &'w PositionQuestion<'q, 'c>,
    ledger: Ledger<'w>,
    forms: Forms,
}

impl<'q, 'c> PositionQuestion<'q, 'c> {
    fn on_forms(&self) -> Work<'_, 'q, 'c> {
        Work {
            question: self,
            ledger: Ledger::new(self.rest(), self.observer, INTERVAL),
            forms: Forms::new(),
        }
    }

    /// Returns the canonical form.
    pub(super) fn canonical_misere_form(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| work.value(form))
    }

    /// Returns the mate: the form whose sum with the argument is a P-position.
    pub(super) fn mate(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let mate = work.forms.mate(form, &work.ledger);
            work.value(work.checked(mate)?)
        })
    }

    /// Returns the list of options.
    pub(super) fn misere_options(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let options = work.forms.options(form).to_vec();
            work.list(options, spans[0])
        })
    }

    /// Returns the list of parts.
    pub(super) fn misere_parts(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let parts = work.forms.parts(form, &work.ledger);
            let parts = work.checked(parts)?;
            work.list(parts, spans[0])
        })
    }

    /// Returns the list of pairs of forms with this sum.
    pub(super) fn misere_partitions(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let pairs = work.forms.partitions(form, &work.ledger);
            let pairs = work.checked(pairs)?;
            let mut list = ListBuilder::new(&mut self.context.arena.session(), pairs.len())?;
            for (one, other) in pairs {
                let pair = work.list(vec![one, other], spans[0])?;
                list.push(&mut self.context.arena.session(), pair)?;
            }
            list.finish(spans[0])
        })
    }

    /// Returns the birthday of the form.
    pub(super) fn misere_birthday(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let birthday = i64::from(work.forms.birthday(form));
            Ok(self.context.arena.session().number(&birthday.into())?.into())
        })
    }

    /// Returns the class of the form, which depends on the genera of its followers.
    pub(super) fn tameness(&self, values: &[Value], spans: &[Span]) -> Result<Value> {
        self.of_form(values, spans, |work, form| {
            let class = work.forms.tameness(form, &work.ledger);
            let name = match work.checked(class)? {
                Tameness::Tame => "tame",
                Tameness::Restive => "restive",
                Tameness::Restless => "restless",
                Tameness::Wild => "wild",
            };
            Value::text(&mut self.context.arena.session(), name.to_owned())
        })
    }

    /// Returns the genus of a form, and whether the form is a P-position.
    pub(super) fn facts_of_form(&self, value: &Value, span: Span) -> Result<(String, bool)> {
        let mut work = self.on_forms();
        let form = work.form(value, span)?;
        let genus = work.forms.genus_symbol(form, &work.ledger);
        Ok((work.checked(genus)?, work.forms.is_previous(form)))
    }

    /// Returns the closure of a position or a form, which contains all positions or forms reachable from it.
    pub(super) fn closure(&self, value: &Value, span: Span) -> Result<Closure> {
        let mut work = self.on_forms();
        // Half of the memory is available for the positions or forms, and later for the search of the quotient. The other half is
        // available for the closure.
        let budget = self.rest();
        work.ledger = Ledger::new(Budget { memory: budget.memory / 2, ..budget }, self.observer, INTERVAL);
        let mut closure = Closure::new();
        let stopped = |reason| self.stopped(reason, 0);
        if let Value::Position(placed) = value {
            for summand in placed.position.summands() {
                let impartial = summand.interned().filter(|_| summand.impartial().is_some());
                let Some(interned) = impartial else { return Err(self.without_forms(value, span)) };
                closure.add(&*interned.rules(), &interned.ids(), &work.ledger).map_err(stopped)?;
            }
            return Ok(closure);
        }
        if let Value::Text(text) = value
            && !text.as_str().starts_with('*')
        {
            return Err(Diagnostic::new("the largest heap is missing", span)
                .label("expected a position or a misère form, or a game and its largest heap, such as \"kayles\", 30")
                .into());
        }
        let form = work.form(value, span)?;
        closure.add_form(&work.forms, form, &work.ledger).map_err(stopped)?;
        Ok(closure)
    }

    /// Returns the error for a position that has no misère form.
    fn without_forms(&self, value: &Value, span: Span) -> EvaluationError {
        let is_entailing = matches!(value, Value::Position(placed)
            if placed.position.summands().iter().any(|summand| summand.entailing().is_some()));
        match is_entailing {
            true => Diagnostic::new("a position with entailing moves has no misère form", span)
                .label(format!("expected {EXPECTED}"))
                .into(),
            false => self.wrong(value, span, EXPECTED),
        }
    }

    fn of_form(
        &self,
        values: &[Value],
        spans: &[Span],
        answer: impl FnOnce(&mut Work<'_, 'q, 'c>, Form) -> Result<Value>,
    ) -> Result<Value> {
        let mut work = self.on_forms();
        let form = work.form(&values[0], spans[0])?;
        answer(&mut work, form)
    }
}

impl Work<'_, '_, '_> {
    /// Returns the form of a position or of a nimber, or the form that a text denotes.
    fn form(&mut self, value: &Value, span: Span) -> Result<Form> {
        let question = self.question;
        match value {
            Value::MisereForm(text) | Value::Text(text) => self.parsed(text.as_str(), span, false),
            Value::Position(placed) => {
                let mut sum = Form::ZERO;
                for summand in placed.position.summands() {
                    let impartial = summand.interned().filter(|_| summand.impartial().is_some());
                    let Some(interned) = impartial else { return Err(question.without_forms(value, span)) };
                    let form = self.forms.of_sum(&*interned.rules(), &interned.ids(), &self.ledger);
                    let form = self.checked(form)?;
                    let next = self.forms.sum(sum, form, &self.ledger);
                    sum = self.checked(next)?;
                }
                Ok(sum)
            }
            _ => {
                let Some(terms) = value.terms() else { return Err(question.wrong(value, span, EXPECTED)) };
                let session = &mut question.context.arena.session();
                let game = terms.canonical(session)?;
                let Some(nimber) = session.as_nimber(game) else {
                    return Err(question.wrong(value, span, EXPECTED));
                };
                let Ok(size) = u32::try_from(nimber) else {
                    return Err(question.wrong(value, span, "a nimber below *4294967296"));
                };
                let heap = self.forms.nim_heap(size, &self.ledger);
                self.checked(heap)
            }
        }
    }

    /// Parses a form. If `is_literal` is `true`, `span` contains exactly this text, so an error points to the wrong letter in it.
    fn parsed(&mut self, text: &str, span: Span, is_literal: bool) -> Result<Form> {
        self.forms.parse(text, &self.ledger).map_err(|error| match error {
            FormError::Stopped(reason) => self.question.stopped(reason, 0),
            FormError::Syntax { at, expected } => {
                let letter = text[at..].chars().next().map_or(0, char::len_utf8);
                let place =
                    if is_literal { Span::new(span.start + at, span.start + at + letter) } else { span };
                Diagnostic::new("this is not a misère form", place)
                    .label(format!("expected {expected}"))
                    .help("for example *[[4,2],4,3,1], or *[2#] for the game whose only option is *2")
                    .into()
            }
        })
    }

    /// Returns the form as a value.
    fn value(&mut self, form: Form) -> Result<Value> {
        let text = self.forms.text(form, &self.ledger);
        let text = self.checked(text)?;
        let latex = latex(&text);
        let session = &mut self.question.context.arena.session();
        Ok(Value::MisereForm(Arc::new(Text::formula(session, text, latex)?)))
    }

    fn list(&mut self, forms: Vec<Form>, span: Span) -> Result<Value> {
        let arena = &self.question.context.arena;
        let mut list = ListBuilder::new(&mut arena.session(), forms.len())?;
        for form in forms {
            let value = self.value(form)?;
            list.push(&mut arena.session(), value)?;
        }
        list.finish(span)
    }

    fn checked<T>(&self, found: std::result::Result<T, StopReason>) -> Result<T> {
        found.map_err(|reason| self.question.stopped(reason, self.forms.count() as u64))
    }
}

impl Machine<'_, '_> {
    /// Returns the value of a form that is written in the expression.
    pub(super) fn misere_form(&self, text: &str, span: Span) -> Result<Value> {
        let question = self.question_on_forms();
        let mut work = question.on_forms();
        let with_asterisks = text.replace(['⋆', '∗'], "*");
        let form = work.parsed(&with_asterisks, span, with_asterisks == text)?;
        work.value(form)
    }

    /// Replaces impartial positions by their forms, so that they can be compared with a misère form.
    pub(super) fn replace_positions_by_forms(&self, children: &mut Children) -> Result<()> {
        let question = self.question_on_forms();
        for (value, &span) in children.values.iter_mut().zip(&children.spans) {
            if matches!(&*value, Value::Position(placed) if placed.position.impartial().is_some()) {
                let mut work = question.on_forms();
                let form = work.form(value, span)?;
                *value = work.value(form)?;
            }
        }
        Ok(())
    }

    /// Returns the sum of two values of which at least one is a form.
    pub(super) fn sum_of_misere_forms(&self, children: &Children) -> Result<Value> {
        let question = self.question_on_forms();
        let mut work = question.on_forms();
        let one = work.form(&children.values[0], children.spans[0])?;
        let other = work.form(&children.values[1], children.spans[1])?;
        let sum = work.forms.sum(one, other, &work.ledger);
        work.value(work.checked(sum)?)
    }

    fn question_on_forms(&self) -> PositionQuestion<'_, '_> {
        PositionQuestion { context: self.context, observer: self.observer, example: "*[2#] + *[4]" }
    }
}

/// Converts the text of a form to LaTeX: signs after an element become its subscript.
fn latex(text: &str) -> String {
    let mut latex = String::new();
    let mut is_subscript = false;
    for character in text.chars() {
        let sign = match character {
            '#' => Some('#'),
            '₀'..='₉' => char::from_digit(u32::from(character) - u32::from('₀'), 10),
            _ => None,
        };
        if sign.is_some() != is_subscript {
            latex += if is_subscript { "}" } else { "_{" };
            is_subscript = !is_subscript;
        }
        match sign.unwrap_or(character) {
            '#' => latex += r"\#",
            '*' => latex += r"{\ast}",
            other => latex.push(other),
        }
    }
    latex
}
