//! The names of a session, with their memory charges.

use super::error::Result;
use super::value::Value;
use std::collections::BTreeMap;
use winways_values::{Charge, Session};

/// The assigned names with their values.
#[derive(Debug, Default)]
pub(super) struct Names(BTreeMap<String, Entry>);

#[derive(Debug)]
struct Entry {
    value: Value,
    _charge: Charge,
}

/// The memory of a name in bytes, in addition to its letters.
const NAME_BYTES: u64 = 160;

impl Names {
    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name).map(|named| &named.value)
    }

    /// Returns all names in alphabetical order.
    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Assigns a value to a name and replaces its previous value.
    pub(super) fn set(&mut self, session: &mut Session<'_>, name: &str, value: Value) -> Result<()> {
        match self.0.get_mut(name) {
            Some(named) => named.value = value,
            None => {
                let charge = session.charge(name.len() as u64 + NAME_BYTES)?;
                self.0.insert(name.to_owned(), Entry { value, _charge: charge });
            }
        }
        Ok(())
    }

    /// Restores the previous value of a name, or removes the name if there was none.
    pub(super) fn restore(&mut self, name: &str, value: Option<Value>) {
        match (value, self.0.get_mut(name)) {
            (Some(value), Some(named)) => named.value = value,
            _ => drop(self.0.remove(name)),
        }
    }
}
