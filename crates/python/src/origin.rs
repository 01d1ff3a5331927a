//! Where the rules of a game come from: two games are the same if their rules are, whatever they are called.

use crate::own::Memory;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// Where the rules of a game come from.
#[derive(Clone)]
pub(crate) enum Origin {
    /// The catalogue, where the name determines the rules.
    Catalogue,
    /// A rule file with this text.
    File(Arc<str>),
    /// An instance of a class of rules.
    Own(Arc<OwnOrigin>),
}

/// An instance of a class of rules.
pub(crate) struct OwnOrigin {
    pub(crate) instance: Py<PyAny>,
    /// What equals that of any other instance with the same rules, and has a hash: its class and its attributes.
    pub(crate) identity: Py<PyAny>,
    pub(crate) memory: Py<Memory>,
}

impl Origin {
    /// Returns `true` if the name of the game is enough to tell the rules.
    pub(crate) fn is_catalogue(&self) -> bool {
        matches!(self, Origin::Catalogue)
    }

    /// The memory of the instance.
    pub(crate) fn memory(&self) -> Option<&Py<Memory>> {
        match self {
            Origin::Own(own) => Some(&own.memory),
            Origin::Catalogue | Origin::File(_) => None,
        }
    }

    /// Whether games of the same name are the same game.
    ///
    /// # Errors
    /// None of the comparison of attributes; `KeyboardInterrupt`.
    pub(crate) fn is_same(&self, py: Python<'_>, other: &Origin) -> PyResult<bool> {
        match (self, other) {
            (Origin::Catalogue, Origin::Catalogue) => Ok(true),
            (Origin::File(text), Origin::File(other)) => Ok(text == other),
            (Origin::Own(own), Origin::Own(other)) => match own.memory.is(&other.memory) {
                true => Ok(true),
                false => own.identity.bind(py).eq(&other.identity),
            },
            _ => Ok(false),
        }
    }

    /// The same number for the same rules.
    pub(crate) fn hash(&self, py: Python<'_>) -> PyResult<isize> {
        match self {
            Origin::Catalogue => Ok(0),
            Origin::File(text) => PyString::new(py, text).hash(),
            Origin::Own(own) => own.identity.bind(py).hash(),
        }
    }
}
