//! Operations on lists: sorting, deduplicating, adding.

use super::arguments::Arguments;
use super::equality::{check_all_comparable, is_same};
use super::error::Result;
use super::large::Number;
use super::lazy;
use super::list::{List, ListBuilder, charge_list};
use super::numbers;
use super::terms::Terms;
use super::value::{Key, Value};
use std::cell::Cell;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;
use winways_loopy::Loopy;
use winways_notation::Span;
use winways_numbers::Fraction;
use winways_values::{Dyadic, Game, Nimber, Relation, Session};

/// The memory of an entry in a growing set, in bytes.
const SEEN_BYTES: u64 = 64;

/// The sort keys of the entries of a list.
enum Order {
    Numbers(Vec<Dyadic>),
    /// The keys of numbers of which at least one is large.
    Fractions(Vec<Fraction>),
    Games(Vec<Game>),
    Names(Vec<String>),
}

impl Arguments<'_, '_> {
    pub(super) fn list_at(&mut self, index: usize) -> Result<Arc<List>> {
        match self.value(index) {
            Value::List(list) => Ok(list.clone()),
            _ => Err(self.wrong(index, "a list")),
        }
    }

    /// Returns the entries of the argument if it is the only argument and a list, and otherwise the arguments themselves.
    fn entries(&mut self) -> Result<Vec<Value>> {
        let length = match (self.len(), self.value(0)) {
            (1, Value::List(list)) => list.values().len(),
            (1, _) => return Err(self.wrong(0, "a list")),
            (count, _) => count,
        };
        drop(charge_list(self.operations.session(), length)?);
        Ok(match (self.len(), self.value(0)) {
            (1, Value::List(list)) => list.values().to_vec(),
            _ => (0..length).map(|index| self.value(index).clone()).collect(),
        })
    }

    /// Returns an entry of a list argument as a game.
    fn terms_of(&mut self, index: usize, entry: &Value) -> Result<Terms> {
        match entry.terms() {
            Some(terms) => Ok(terms),
            None => {
                let kind = entry.kind();
                Err(self.wrong(index, &format!("games only, but one of the entries is {kind}")))
            }
        }
    }

    /// Converts an entry to a nimber. An integer is the size of a nimber.
    fn nimber_of(&mut self, index: usize, entry: &Value) -> Result<u128> {
        let terms = self.terms_of(index, entry)?;
        let session = self.operations.session();
        let game = terms.canonical(session)?;
        let size = session.as_number(game).and_then(|number| i64::try_from(&number).ok());
        let nimber = session.as_nimber(game).or_else(|| size.and_then(|size| u128::try_from(size).ok()));
        nimber.ok_or_else(|| self.wrong(index, "nimbers, or integers from 0 to 2^63 - 1"))
    }

    /// Returns an argument as the nimber of a position. An integer is the size of a nimber.
    pub(super) fn nimber_at(&mut self, index: usize) -> Result<Nimber> {
        let value = self.value(index).clone();
        let size = u64::try_from(self.nimber_of(index, &value)?);
        size.map(Nimber).map_err(|_| self.wrong(index, "a nimber below 2^64"))
    }

    /// Returns the sizes of the nimbers below 2^128 in a list of nimbers.
    pub(super) fn nimbers(&mut self, index: usize) -> Result<Vec<u128>> {
        let list = self.list_at(index)?;
        drop(charge_list(self.operations.session(), list.values().len())?);
        let is_large = |entry: &Value| {
            entry.large_number().is_some_and(|large| matches!(large.number, Number::Nimber(_)))
        };
        list.values()
            .iter()
            .filter(|entry| !is_large(entry))
            .map(|entry| self.nimber_of(index, entry))
            .collect()
    }

    pub(super) fn sum(&mut self) -> Result<Value> {
        let list = self.list_at(0)?;
        if list.values().iter().any(|entry| entry.large_number().is_some()) {
            return self.sum_of_numbers(&list);
        }
        if list.values().iter().any(|entry| entry.loopy().is_some()) {
            return self.sum_of_loopy(&list);
        }
        let mut sum = Terms::of(Game::ZERO);
        for entry in list.values() {
            let terms = self.terms_of(0, entry)?;
            sum = sum.plus(self.operations.session(), terms)?;
        }
        Ok(Value::Game(sum))
    }

    /// Returns the sum of numbers of which at least one is large.
    fn sum_of_numbers(&mut self, list: &List) -> Result<Value> {
        let mut sum = Value::from(Game::ZERO);
        for entry in list.values() {
            let session = self.operations.session();
            sum = match numbers::sum(session, [&sum, entry], Fraction::sum)? {
                Ok(sum) => sum,
                Err(_) => {
                    let wrong = "numbers only, or nimbers only, since one of the entries has no canonical form as a game";
                    return Err(self.wrong(0, wrong));
                }
            };
        }
        Ok(sum)
    }

    /// Returns the sum of games of which at least one is loopy.
    fn sum_of_loopy(&mut self, list: &List) -> Result<Value> {
        let mut work = self.loopy_work();
        let mut sum = Loopy::ZERO;
        for entry in list.values() {
            let Some(value) = work.load(self.operations.session(), entry)? else {
                let kind = entry.kind();
                return Err(self.wrong(0, &format!("games only, but one of the entries is {kind}")));
            };
            let longer = work.loopies.sum(sum, value, &work.ledger);
            sum = work.checked(longer)?;
        }
        work.store(self.operations.session(), sum)
    }

    fn is_same(&mut self, some: &Value, other: &Value) -> Result<bool> {
        let (resources, span) = (self.resources, self.span_of(0));
        is_same(self.operations.session(), [some, other], resources, span)
    }

    /// Returns the number of entries that equal the second argument, or the number of all entries if there is no
    /// second argument.
    pub(super) fn count(&mut self) -> Result<Value> {
        let list = self.list_at(0)?;
        let mut count = list.values().len();
        if self.len() > 1 {
            let wanted = self.value(1).clone();
            count = 0;
            for entry in list.values() {
                count += usize::from(self.is_same(entry, &wanted)?);
            }
        }
        self.of_number(Dyadic::from(count as i64))
    }

    /// Returns the greatest or the least entry, according to `wanted`. Fails if the list is empty, or if there is no such entry
    /// because two entries are confused.
    pub(super) fn extreme(&mut self, wanted: Relation) -> Result<Value> {
        let entries = self.entries()?;
        let mut best: Option<&Value> = None;
        for entry in &entries {
            let is_better = match best {
                Some(before) => self.relation(entry, before)? == wanted,
                None => true,
            };
            if is_better {
                best = Some(entry);
            }
        }
        let Some(best) = best else { return Err(self.none("the list is empty")) };
        for entry in &entries {
            let relation = self.relation(best, entry)?;
            if relation != wanted && relation != Relation::Equal {
                let end = if wanted == Relation::Greater { "greatest" } else { "least" };
                return Err(self.none(format!("there is no {end} of these: two of them are confused")));
            }
        }
        Ok(best.clone())
    }

    /// Compares two entries.
    fn relation(&mut self, some: &Value, other: &Value) -> Result<Relation> {
        if some.large_number().is_some() || other.large_number().is_some() {
            let relation = numbers::relation(self.operations.session(), some, other)?;
            return relation.ok_or_else(|| self.none("two of these are not comparable here"));
        }
        if some.loopy().is_some() || other.loopy().is_some() {
            let mut work = self.loopy_work();
            let session = self.operations.session();
            let (Some(one), Some(another)) = (work.load(session, some)?, work.load(session, other)?) else {
                return Err(self.wrong(0, "games only"));
            };
            let relation = work.loopies.compare(one, another, &work.ledger);
            return work.checked(relation);
        }
        let (some, other) = (self.terms_of(0, some)?, self.terms_of(0, other)?);
        lazy::compare(self.operations, some, other)
    }

    pub(super) fn sorted(&mut self) -> Result<Value> {
        let list = self.list_at(0)?;
        let values = list.values();
        // Charges the sort keys, in addition to the list.
        let charge = charge_list(self.operations.session(), values.len().saturating_mul(3))?;
        let order = self.order(values)?;
        let session = self.operations.session();
        session.spend(values.len().saturating_mul(values.len().max(2).ilog2() as usize))?;
        let sorted = match order {
            Order::Games(mut games) => {
                session.sort(&mut games)?;
                Value::flat(session, games.len(), games)?
            }
            Order::Numbers(numbers) => {
                by_key(session, values, |one, other| numbers[one].cmp(&numbers[other]))?
            }
            Order::Fractions(numbers) => {
                let failed = Cell::new(None);
                let order = |one: usize, other: usize| {
                    numbers[one].compare(&numbers[other]).unwrap_or_else(|error| {
                        failed.set(Some(error));
                        Ordering::Equal
                    })
                };
                let sorted = by_key(session, values, order)?;
                failed.into_inner().map_or(Ok(()), Err)?;
                sorted
            }
            Order::Names(names) => by_key(session, values, |one, other| names[one].cmp(&names[other]))?,
        };
        drop(charge);
        Ok(sorted)
    }

    fn order(&mut self, values: &[Value]) -> Result<Order> {
        if values.iter().any(|value| value.large_number().is_some()) {
            let session = self.operations.session();
            let fractions = values.iter().map(|value| value.as_fraction(session));
            let fractions: Option<Vec<Fraction>> = fractions.collect::<Result<_>>()?;
            return fractions.map(Order::Fractions).ok_or_else(|| self.wrong(0, "numbers only"));
        }
        let (mut numbers, mut games, mut names) = (Vec::new(), Vec::new(), Vec::new());
        for value in values {
            let session = self.operations.session();
            session.spend(1)?;
            match (value.terms(), value) {
                (Some(terms), _) => {
                    let game = terms.canonical(session)?;
                    numbers.extend(session.as_number(game));
                    games.push(game);
                }
                (None, value) => match value.sort_name() {
                    Some(name) => names.push(name.to_owned()),
                    None => {
                        let kind = value.kind();
                        return Err(
                            self.wrong(0, &format!("games or texts, but one of the entries is {kind}"))
                        );
                    }
                },
            }
        }
        match (games.len() == values.len(), names.len() == values.len()) {
            (true, _) if numbers.len() == values.len() => Ok(Order::Numbers(numbers)),
            (true, _) => Ok(Order::Games(games)),
            (_, true) => Ok(Order::Names(names)),
            _ => Err(self.wrong(0, "entries of one kind")),
        }
    }

    pub(super) fn unique(&mut self) -> Result<Value> {
        let list = self.list_at(0)?;
        let mut charge = self.operations.session().charge(0)?;
        let mut entries = ListBuilder::new(self.operations.session(), 0)?;
        check_all_comparable(list.values(), self.span_of(0))?;
        let mut seen = HashSet::new();
        // The distinct entries, and those of them without a key.
        let (mut kept, mut keyless): (Vec<&Value>, Vec<&Value>) = (Vec::new(), Vec::new());
        for value in list.values() {
            let session = self.operations.session();
            let key: Option<Key<'_>> = value.key(session)?;
            session.enlarge_charge(&mut charge, SEEN_BYTES)?;
            let has_key = key.is_some();
            if key.is_some_and(|key| !seen.insert(key)) {
                continue;
            }
            let mut is_new = true;
            for other in if has_key { &keyless } else { &kept } {
                is_new = is_new && !self.is_same(value, other)?;
            }
            if is_new {
                kept.push(value);
                keyless.extend((!has_key).then_some(value));
                entries.push(self.operations.session(), value.clone())?;
            }
        }
        entries.finish(self.span_of(0))
    }

    pub(super) fn zip(&mut self) -> Result<Value> {
        let lists: Vec<Arc<List>> =
            (0..self.len()).map(|index| self.list_at(index)).collect::<Result<_>>()?;
        let length = lists.iter().map(|list| list.values().len()).min().unwrap_or(0);
        let mut rows = ListBuilder::new(self.operations.session(), length)?;
        for place in 0..length {
            let mut row = ListBuilder::new(self.operations.session(), lists.len())?;
            for list in &lists {
                row.push(self.operations.session(), list.values()[place].clone())?;
            }
            let row = row.finish(self.span_of(0))?;
            rows.push(self.operations.session(), row)?;
        }
        rows.finish(self.span_of(0))
    }
}

/// Sorts the values with a stable sort. `order` compares the values at two indices.
fn by_key(
    session: &mut Session<'_>,
    values: &[Value],
    order: impl Fn(usize, usize) -> Ordering,
) -> Result<Value> {
    let mut places: Vec<usize> = (0..values.len()).collect();
    places.sort_by(|&one, &other| order(one, other));
    let mut sorted = ListBuilder::new(session, values.len())?;
    for place in places {
        sorted.push(session, values[place].clone())?;
    }
    sorted.finish(Span::at(0))
}
