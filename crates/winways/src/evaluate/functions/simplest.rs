//! Computes the simplest number between games, numbers, or sets of numbers.

use super::super::arguments::Arguments;
use super::super::error::Result;
use super::super::value::Value;
use std::fmt::{self, Display};
use winways_numbers::{Fraction, SignExpansion, Surreal};

/// The least or the greatest number in a list, with its index.
struct Bound {
    index: usize,
    number: Fraction,
}

/// Writes the index, counted from 1, and the number if it is short.
impl Display for Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "entry {}", self.index + 1)?;
        match self.number.to_string() {
            number if number.len() <= MAX_SHOWN => write!(formatter, ", {number},"),
            _ => Ok(()),
        }
    }
}

/// The maximum length of a number in a message, in bytes.
const MAX_SHOWN: usize = 40;

impl Arguments<'_, '_> {
    /// Returns the simplest number between the two arguments.
    pub(super) fn simplest(&mut self) -> Result<Value> {
        if (0..2).any(|index| matches!(self.value(index), Value::List(_))) {
            return self.simplest_of_sets();
        }
        if (0..2).any(|index| self.value(index).large_number().is_some()) {
            return self.simplest_number();
        }
        let (low, high) = (self.game(0)?, self.game(1)?);
        let number = self.operations.simplest(low, high);
        match self.checked(number)? {
            Some(number) => self.of_number(number),
            None => Err(self.none("no number lies between the two")),
        }
    }

    /// Returns the simplest number between two numbers, at least one of which is large.
    fn simplest_number(&mut self) -> Result<Value> {
        let (low, high) = (self.fraction(0)?, self.fraction(1)?);
        if low.compare(&high)?.is_ge() {
            return Err(self.none("no number lies between the two"));
        }
        if low.sign().is_lt() && high.sign().is_gt() {
            return self.of_fraction(Surreal::ZERO.into());
        }
        let (low, high) = (low.to_surreal()?, high.to_surreal()?);
        let between = low.sign_expansion()?.simplest_between(&high.sign_expansion()?)?;
        self.of_signs(&between)
    }

    /// Returns the simplest number that is greater than all numbers in the first list and less than all numbers in the second
    /// list. A list may be empty.
    fn simplest_of_sets(&mut self) -> Result<Value> {
        let (greatest, least) = (self.bound(0, true)?, self.bound(1, false)?);
        // 0 is the simplest number of all. The sign expansions of the bounds are not needed then.
        let is_above = greatest.as_ref().is_none_or(|bound| bound.number.sign().is_lt());
        let is_below = least.as_ref().is_none_or(|bound| bound.number.sign().is_gt());
        if is_above && is_below {
            return self.of_fraction(Surreal::ZERO.into());
        }
        let signs =
            |bound: &Bound| -> Result<SignExpansion> { Ok(bound.number.to_surreal()?.sign_expansion()?) };
        let simplest = match (&greatest, &least) {
            (None, None) => unreachable!("0 lies between two empty lists"),
            (Some(greatest), None) => signs(greatest)?.simplest_above()?,
            (None, Some(least)) => signs(least)?.simplest_below()?,
            (Some(greatest), Some(least)) if greatest.number.compare(&least.number)?.is_ge() => {
                let message =
                    format!("{greatest} of the first list is not less than {least} of the second list");
                let expected = "expected numbers that are less than all numbers in the second list";
                return Err(self.pointed(message, self.span_of(0)).label(expected).into());
            }
            (Some(greatest), Some(least)) => signs(greatest)?.simplest_between(&signs(least)?)?,
        };
        self.of_signs(&simplest)
    }

    /// Returns the first occurrence of the greatest or the least number in a list; `None` if the list is empty. A number counts
    /// as a list with one entry.
    fn bound(&mut self, argument: usize, is_greatest: bool) -> Result<Option<Bound>> {
        let Value::List(list) = self.value(argument).clone() else {
            return Ok(Some(Bound { index: 0, number: self.fraction(argument)? }));
        };
        let mut found: Option<Bound> = None;
        for (index, entry) in list.values().iter().enumerate() {
            let session = self.operations.session();
            session.spend(1)?;
            let Some(number) = entry.as_fraction(session)? else {
                let message = format!("entry {} of this list is {}", index + 1, entry.kind());
                return Err(self.pointed(message, self.span_of(argument)).label("expected numbers").into());
            };
            let is_better = match &found {
                None => true,
                Some(found) if is_greatest => number.compare(&found.number)?.is_gt(),
                Some(found) => number.compare(&found.number)?.is_lt(),
            };
            if is_better {
                found = Some(Bound { index, number });
            }
        }
        Ok(found)
    }

    /// Returns the number with a sign expansion.
    pub(super) fn of_signs(&mut self, signs: &SignExpansion) -> Result<Value> {
        self.of_fraction(signs.to_surreal()?.into())
    }
}
