//! The names of a session, each with the memory for it.

use super::error::Result;
use super::value::Value;
use std::collections::BTreeMap;
use winways_values::{Charge, Session};

/// The names that have a value.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, Named>);

#[derive(Debug)]
struct Named {
    value: Value,
    _charge: Charge,
}

/// What a name takes in its map beside its letters.
const NAME_BYTES: u64 = 160;

impl Names {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).map(|named| &named.value)
    }

    /// All names, in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Gives a name a value, in place of any before.
    pub(super) fn set(&mut self, session: &mut Session<'_>, name: &str, value: Value) -> Result<()> {
        match self.0.get_mut(name) {
            Some(named) => named.value = value,
            None => {
                let charge = session.charge(name.len() as u64 + NAME_BYTES)?;
                self.0.insert(name.to_owned(), Named { value, _charge: charge });
            }
        }
        Ok(())
    }

    /// Gives a name that has a value the one before, or none.
    pub(super) fn restore(&mut self, name: &str, value: Option<Value>) {
        match (value, self.0.get_mut(name)) {
            (Some(value), Some(named)) => named.value = value,
            _ => drop(self.0.remove(name)),
        }
    }
}
