//! Evaluates the operators of expressions on games in which play may cycle.

use super::error::{EvaluationError, Result};
use super::functions;
use super::impartial_sums::ImpartialSum;
use super::infinite::Infinite;
use super::loopy::LoopyWork;
use super::machine::Machine;
use super::nodes::Children;
use super::value::Value;
use std::sync::Arc;
use winways_loopy::{Loopies, Loopy, Stopper};
use winways_notation::{Comparison, Diagnostic};
use winways_solve::{Ledger, StopReason};
use winways_values::{Game, Nimber};

/// An operation on two loopy values.
pub(super) type OfLoopies =
    fn(&mut Loopies, Loopy, Loopy, &Ledger<'_>) -> std::result::Result<Loopy, StopReason>;

impl Machine<'_, '_> {
    /// Returns the resources for an operation on loopy values, within the budget.
    pub(super) fn on_loopy(&self) -> LoopyWork<'_> {
        LoopyWork::new(self.context.budget, self.context.arena.bytes(), self.observer)
    }

    /// Returns the loopy or loony value with a name.
    pub(super) fn loopy_of_name(&self, name: &str) -> Result<Option<Value>> {
        if name == Infinite::LOONY {
            return Ok(Some(Value::Infinite(Arc::new(Infinite::Loony))));
        }
        let mut work = self.on_loopy();
        let named = work.loopies.named(name, &work.ledger);
        let Some(value) = work.checked(named)? else { return Ok(None) };
        work.store(&mut self.context.arena.session(), value).map(Some)
    }

    /// Returns the result of `operation`, a sum or a difference, on two values if one of them is loopy. If one of them is an
    /// impartial loop or loony, returns their sum, which equals their difference.
    pub(super) fn sum_of_loopy(&self, children: &Children, operation: OfLoopies) -> Result<Option<Value>> {
        if children.values.iter().any(|value| value.infinite().is_some()) {
            return self.sum_with_infinite(children).map(Some);
        }
        if !has_loopy(children) {
            return Ok(None);
        }
        let mut work = self.on_loopy();
        let [one, other] = self.two_loopies(&mut work, children)?;
        let sum = operation(&mut work.loopies, one, other, &work.ledger);
        let sum = work.checked(sum)?;
        work.store(&mut self.context.arena.session(), sum).map(Some)
    }

    /// Returns the sum of two impartial values, at least one of which equals no Nim heap.
    fn sum_with_infinite(&self, children: &Children) -> Result<Value> {
        let session = &mut self.context.arena.session();
        let mut sum = ImpartialSum::ZERO;
        for (place, value) in children.values.iter().enumerate() {
            let nimber = value.as_transfinite(session)?.and_then(|nimber| nimber.to_finite());
            let nimber = nimber.and_then(|size| u64::try_from(size).ok());
            let is_zero =
                value.terms().map(|terms| terms.canonical(session)).transpose()? == Some(Game::ZERO);
            match (value.infinite(), nimber) {
                (Some(infinite), _) => sum.add(infinite),
                (None, Some(nimber)) => sum.add_nimber(Nimber(nimber)),
                (None, None) if is_zero => {}
                (None, None) => {
                    let one = children.values.iter().find_map(Value::infinite);
                    let kind = one.map_or("this value", |infinite| infinite.kind());
                    return Err(Diagnostic::new(
                        format!("{kind} can be added only to impartial games"),
                        children.spans[place],
                    )
                    .label("expected a nimber below 2^64, an impartial loop, or `loony`: `*2` or `oo(0,2)`")
                    .into());
                }
            }
        }
        sum.value(session, children.spans[1])
    }

    fn two_loopies(&self, work: &mut LoopyWork<'_>, children: &Children) -> Result<[Loopy; 2]> {
        Ok([self.loopy_at(work, children, 0)?, self.loopy_at(work, children, 1)?])
    }

    /// Returns a child's value as a loopy value.
    fn loopy_at(&self, work: &mut LoopyWork<'_>, children: &Children, place: usize) -> Result<Loopy> {
        let loaded = work.load(&mut self.context.arena.session(), &children.values[place])?;
        loaded.ok_or_else(|| self.is_not("a game", children, place))
    }

    /// Returns the negative of a loopy value.
    pub(super) fn negative_of_loopy(&self, children: &Children) -> Result<Value> {
        let mut work = self.on_loopy();
        let value = self.loopy_at(&mut work, children, 0)?;
        let negative = work.loopies.negative(value, &work.ledger);
        let negative = work.checked(negative)?;
        work.store(&mut self.context.arena.session(), negative)
    }

    /// Returns the product of an integer and a loopy value, or `None` if the second value is not loopy.
    pub(super) fn multiple_of_loopy(&self, children: &Children) -> Result<Option<Value>> {
        self.context.evaluate_positions(&children.values[1], children.spans[1], self.observer)?;
        if children.values[1].loopy().is_none() {
            return Ok(None);
        }
        let factor = self.integer_of(&children.values[0], children.spans[0])?;
        let mut work = self.on_loopy();
        let value = self.loopy_at(&mut work, children, 1)?;
        let multiple = work.loopies.multiple(factor, value, &work.ledger);
        let multiple = work.checked(multiple)?;
        work.store(&mut self.context.arena.session(), multiple).map(Some)
    }

    /// Returns the game {G | -G} if the value G is loopy.
    pub(super) fn switch_of_loopy(&self, children: &Children) -> Result<Option<Value>> {
        self.evaluate_children(children)?;
        if !has_loopy(children) {
            return Ok(None);
        }
        let value = children.values[0].clone();
        let negative = self.negative_of_loopy(children)?;
        self.braces_of([&[value], &[negative]], children).map(Some)
    }

    /// Returns the ordinal sum of two stoppers, if one of them is loopy.
    pub(super) fn ordinal_sum_of_loopy(&self, children: &Children) -> Result<Option<Value>> {
        self.evaluate_children(children)?;
        if !has_loopy(children) {
            return Ok(None);
        }
        let mut work = self.on_loopy();
        let values = self.two_loopies(&mut work, children)?;
        let mut stoppers = [Stopper::ZERO; 2];
        for (place, value) in values.into_iter().enumerate() {
            stoppers[place] = value.as_stopper().ok_or_else(|| {
                Diagnostic::new("this is not a stopper", children.spans[place])
                    .label("expected a stopper in an ordinal sum, such as `over`")
            })?;
        }
        let sum = work.loopies.ordinal_sum(stoppers[0], stoppers[1], &work.ledger);
        let sum = work.checked(sum)?;
        work.store(&mut self.context.arena.session(), sum.into()).map(Some)
    }

    /// Returns the game in braces if at least one of the options is loopy or leads back to braces, and otherwise `None`.
    pub(super) fn loopy_braces(&self, children: &Children, left: usize) -> Result<Option<Value>> {
        let is_plain = |value: &Value| !matches!(value, Value::Option(_)) && value.loopy().is_none();
        self.evaluate_children(children)?;
        if children.values.iter().all(is_plain) {
            return Ok(None);
        }
        let (left, right) = children.values.split_at(left);
        self.braces_of([left, right], children).map(Some)
    }

    fn braces_of(&self, options: [&[Value]; 2], children: &Children) -> Result<Value> {
        let braces = self.on_loopy().braces(&mut self.context.arena.session(), options)?;
        braces.map_err(|place| self.is_not("a game", children, place))
    }

    /// Binds a label to the game in braces that it precedes.
    pub(super) fn labelled(&self, children: &Children, label: &str) -> Result<Value> {
        self.on_loopy().labelled(&mut self.context.arena.session(), &children.values[0], label)
    }

    /// Returns the game with the onside of one game and the offside of another.
    pub(super) fn joined(&self, children: &Children) -> Result<Value> {
        self.evaluate_children(children)?;
        let mut work = self.on_loopy();
        let [one, other] = self.two_loopies(&mut work, children)?;
        let joined = work.loopies.joined(one.onside(), other.offside(), &work.ledger);
        match work.checked(joined)? {
            Some(joined) => work.store(&mut self.context.arena.session(), joined),
            None => {
                Err(Diagnostic::new("the offside is not less than or equal to the onside", children.spans[1])
                    .label("expected a game less than or equal to the game before `&`")
                    .into())
            }
        }
    }

    /// Compares two values, if one of them is loopy and the other is a game.
    pub(super) fn compare_loopy(&self, comparison: Comparison, children: &Children) -> Result<Option<Value>> {
        let is_game = |value: &Value| value.loopy().is_some() || value.terms().is_some();
        if !has_loopy(children) || !children.values.iter().all(is_game) {
            return Ok(None);
        }
        let mut work = self.on_loopy();
        let [one, other] = self.two_loopies(&mut work, children)?;
        let relation = work.loopies.compare(one, other, &work.ledger);
        let relation = work.checked(relation)?;
        Ok(Some(functions::holds(comparison, relation).into()))
    }

    /// Returns an error if a child is a move back to braces where a value is expected.
    pub(super) fn check_closed(&self, children: &Children) -> Result<()> {
        match children.values.iter().position(|value| matches!(value, Value::Option(_))) {
            Some(place) => Err(not_closed(children, place)),
            None => Ok(()),
        }
    }
}

fn has_loopy(children: &Children) -> bool {
    children.values.iter().any(|value| value.loopy().is_some())
}

fn not_closed(children: &Children, place: usize) -> EvaluationError {
    Diagnostic::new("this leads back to braces that are not complete", children.spans[place])
        .label("expected a value; `pass` and labels are options in braces only")
        .into()
}
