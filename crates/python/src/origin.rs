//! Origins of rules, which distinguish games with the same name.

use crate::own::Memory;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// The origin of the rules of a game.
#[derive(Clone)]
pub(crate) enum Origin {
    /// The catalogue, in which the name determines the rules.
    Catalogue,
    /// A rule file with this text.
    File(Arc<str>),
    /// An instance of a class of rules.
    Own(Arc<OwnOrigin>),
}

/// An instance of a class of rules.
pub(crate) struct OwnOrigin {
    pub(crate) instance: Py<PyAny>,
    /// A hashable object that is equal for all instances with the same rules. It contains the class and the attributes.
    pub(crate) identity: Py<PyAny>,
    pub(crate) memory: Py<Memory>,
}

impl Origin {
    /// Returns `true` if the name of the game determines the rules.
    pub(crate) fn is_catalogue(&self) -> bool {
        matches!(self, Origin::Catalogue)
    }

    /// Returns the memory of the instance, or `None` if the rules are not an instance.
    pub(crate) fn memory(&self) -> Option<&Py<Memory>> {
        match self {
            Origin::Own(own) => Some(&own.memory),
            Origin::Catalogue | Origin::File(_) => None,
        }
    }

    /// Returns `true` if two games with the same name are the same game.
    ///
    /// # Errors
    /// `KeyboardInterrupt`. Exceptions raised by comparing attributes are not propagated.
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

    /// Returns a hash that is equal for equal rules.
    pub(crate) fn hash(&self, py: Python<'_>) -> PyResult<isize> {
        match self {
            Origin::Catalogue => Ok(0),
            Origin::File(text) => PyString::new(py, text).hash(),
            Origin::Own(own) => own.identity.bind(py).hash(),
        }
    }
}
