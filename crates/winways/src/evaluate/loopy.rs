//! Values of games in which play may cycle.

use super::error::Result;
use super::loopy_value::{LoopyValue, OpenOption, named_outcome};
use super::placed::StoredValue;
use super::terms::Terms;
use super::value::Value;
use std::collections::HashMap;
use std::sync::Arc;
use winways_loopy::{Draft, DraftOption, Loopies, Loopy, LoopyOutcome, Player, Stopper};
use winways_solve::{Budget, Ledger, Observer, StopReason};
use winways_values::{Follower, Session};

/// The number of steps, of about ten nanoseconds each, between two polls of operations on loopy values.
const INTERVAL: u64 = 1 << 17;

/// The memory of a value in bytes, in addition to its graphs and texts.
const VALUE_BYTES: u64 = 256;

impl Value {
    /// Returns the loopy value, or `None` for any other value. The value of a position must already be computed.
    pub(super) fn loopy(&self) -> Option<&Arc<LoopyValue>> {
        match self {
            Value::Loopy(loopy) => Some(loopy),
            Value::Position(placed) => match placed.value()? {
                StoredValue::Loopy(loopy) => Some(loopy),
                _ => None,
            },
            _ => None,
        }
    }

    /// Creates the option that `pass` or a label denotes.
    pub(super) fn open_option(session: &mut Session<'_>, label: Option<&str>) -> Result<Value> {
        let draft = label.map(Draft::label);
        let bytes = VALUE_BYTES + draft.as_ref().map_or(0, Draft::bytes);
        let _charge = session.charge(bytes)?;
        Ok(Value::Option(Arc::new(OpenOption { draft, _charge })))
    }

    /// Converts an outcome to a value. The four outcomes without a letter become texts.
    pub(super) fn of_loopy_outcome(session: &mut Session<'_>, outcome: LoopyOutcome) -> Result<Value> {
        match named_outcome(outcome) {
            Some(named) => Ok(Value::Outcome(named)),
            None => Value::text(session, outcome.to_string()),
        }
    }
}

/// An operation on loopy values, with its own arena.
pub(super) struct LoopyWork<'w> {
    pub(super) loopies: Loopies,
    pub(super) ledger: Ledger<'w>,
    /// The full budget. The values of the calculator use a part of it.
    budget: Budget,
}

impl<'w> LoopyWork<'w> {
    /// Creates an operation whose memory limit excludes the `used` bytes of other values.
    pub(super) fn new(budget: Budget, used: u64, observer: &'w dyn Observer) -> LoopyWork<'w> {
        let rest = Budget { memory: budget.memory.saturating_sub(used), ..budget };
        LoopyWork { loopies: Loopies::new(), ledger: Ledger::new(rest, observer, INTERVAL), budget }
    }

    /// Converts the [`StopReason`] of stopped work to an error. A memory error states the full memory limit.
    pub(super) fn checked<T>(&self, result: std::result::Result<T, StopReason>) -> Result<T> {
        Ok(result.map_err(|reason| match reason {
            StopReason::Memory { .. } => self.budget.out_of_memory().after(0),
            reason => reason.after(0),
        })?)
    }

    /// Returns the loopy value of a short or a loopy game; `None` for any other value, and for a position whose value is not
    /// computed.
    pub(super) fn load(&mut self, session: &mut Session<'_>, value: &Value) -> Result<Option<Loopy>> {
        if let Some(loopy) = value.loopy() {
            let loaded = self.loopies.value_of_sides(&loopy.sides, &self.ledger);
            return self.checked(loaded).map(Some);
        }
        let Some(terms) = value.terms() else { return Ok(None) };
        let game = terms.canonical(session)?;
        let loaded = self.loopies.from_game(game, session, &self.ledger);
        self.checked(loaded).map(|stopper| Some(stopper.into()))
    }

    /// Converts a loopy value to a value of the calculator, which is a short game if play cannot cycle.
    pub(super) fn store(&mut self, session: &mut Session<'_>, value: Loopy) -> Result<Value> {
        if let Some(stopper) = value.as_stopper() {
            let game = self.loopies.to_game(stopper, session, &self.ledger);
            if let Some(game) = self.checked(game)? {
                return Ok(Value::Game(Terms::of(game)));
            }
        }
        let text = self.text_of(session, value)?;
        let side_texts = match value.is_stopper() {
            true => None,
            false => {
                let onside = self.text_of(session, value.onside().into())?;
                onside
                    .zip(self.text_of(session, value.offside().into())?)
                    .map(|(onside, offside)| [onside, offside])
            }
        };
        let sides = self.checked(self.loopies.sides(value, &self.ledger))?;
        let followers = match value.as_stopper() {
            Some(stopper) => self.followers_of(session, stopper)?,
            None => Vec::new(),
        };
        let outcome = self.checked(self.loopies.outcome(value, &self.ledger))?;
        let bytes = VALUE_BYTES + 3 * sides.bytes() + 2 * text.as_ref().map_or(0, String::len) as u64;
        let _charge = session.charge(bytes)?;
        Ok(Value::Loopy(Arc::new(LoopyValue { sides, text, side_texts, followers, outcome, _charge })))
    }

    /// Returns the followers of a stopper; the stopper itself is last. Options of numbers, ups and nimbers are not listed.
    fn followers_of(&mut self, session: &mut Session<'_>, stopper: Stopper) -> Result<Vec<Follower>> {
        let (mut found, mut next) = (vec![stopper], 0);
        let mut places = HashMap::from([(stopper, 0)]);
        let mut followers = Vec::new();
        while let Some(&follower) = found.get(next) {
            next += 1;
            session.spend(1)?;
            let game = self.loopies.to_game(follower, session, &self.ledger);
            let sum = self.checked(game)?.and_then(|game| session.as_number_up_star(game));
            if let Some((number, ups, nimber)) = sum {
                followers.push(Follower::Sum { number, ups, nimber });
                continue;
            }
            let [left, right] = [Player::Left, Player::Right].map(|player| {
                let place = |option: &Stopper| {
                    let new = found.len();
                    let place = *places.entry(*option).or_insert(new);
                    if place == new {
                        found.push(*option);
                    }
                    place
                };
                self.loopies.options(player, follower).iter().map(place).collect::<Vec<usize>>()
            });
            followers.push(Follower::Options { left, right });
        }
        // The stopper itself comes last, as in the list of a short game.
        let last = followers.len() - 1;
        for follower in &mut followers {
            if let Follower::Options { left, right } = follower {
                left.iter_mut().chain(right).for_each(|place| *place = last - *place);
            }
        }
        followers.reverse();
        Ok(followers)
    }

    /// Returns the text of a value, or `None` if it is too long.
    fn text_of(&mut self, session: &mut Session<'_>, value: Loopy) -> Result<Option<String>> {
        match self.loopies.text(value, session, &self.ledger) {
            Err(StopReason::Text { .. }) => Ok(None),
            text => self.checked(text).map(Some),
        }
    }

    /// Returns the game in braces with these options of Left and of Right, or the index of a value that cannot be an option. If
    /// the game has open labels, it is an option and not a complete game.
    pub(super) fn braces(
        &mut self,
        session: &mut Session<'_>,
        options: [&[Value]; 2],
    ) -> Result<std::result::Result<Value, usize>> {
        let (mut lists, mut place) = ([Vec::new(), Vec::new()], 0);
        for (list, values) in lists.iter_mut().zip(options) {
            for value in values {
                match self.option(session, value)? {
                    Some(option) => list.push(option),
                    None => return Ok(Err(place)),
                }
                place += 1;
            }
        }
        let draft = Draft::braces(lists, &self.loopies, session, &self.ledger);
        let draft = self.checked(draft)?;
        self.of_draft(session, draft).map(Ok)
    }

    fn option(&mut self, session: &mut Session<'_>, value: &Value) -> Result<Option<DraftOption>> {
        if let Value::Option(open) = value {
            return Ok(Some(open.draft.clone().map_or(DraftOption::Pass, DraftOption::Draft)));
        }
        if value.loopy().is_some() {
            return Ok(self.load(session, value)?.map(DraftOption::Loopy));
        }
        match value.terms() {
            Some(terms) => Ok(Some(DraftOption::Game(terms.canonical(session)?))),
            None => Ok(None),
        }
    }

    /// Binds a label to a game in braces.
    pub(super) fn labelled(
        &mut self,
        session: &mut Session<'_>,
        value: &Value,
        label: &str,
    ) -> Result<Value> {
        let Value::Option(open) = value else { return Ok(value.clone()) };
        let Some(mut draft) = open.draft.clone() else { return Ok(value.clone()) };
        draft.bind(label);
        self.of_draft(session, draft)
    }

    fn of_draft(&mut self, session: &mut Session<'_>, draft: Draft) -> Result<Value> {
        if draft.open_label().is_some() {
            let _charge = session.charge(VALUE_BYTES + draft.bytes())?;
            return Ok(Value::Option(Arc::new(OpenOption { draft: Some(draft), _charge })));
        }
        let value = draft.value(&mut self.loopies, &self.ledger);
        let value = self.checked(value)?;
        self.store(session, value)
    }
}
