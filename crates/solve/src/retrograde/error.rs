use crate::Stopped;
use std::error::Error;
use std::sync::Arc;
use thiserror::Error;

/// Why solved values or checkpoints could not be kept or given back.
///
/// It has the message and the source of the error that it is made of. Two are equal if their messages are.
///
/// ```
/// use winways_solve::StorageError;
/// assert_eq!(StorageError::new("the disk is full").to_string(), "the disk is full");
/// ```
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct StorageError(Arc<dyn Error + Send + Sync>);

impl StorageError {
    /// The error with this message, or with the message and the source of this error.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> StorageError {
        StorageError(Arc::from(cause.into()))
    }
}

impl PartialEq for StorageError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for StorageError {}

/// Why the workers of a build could not exchange what they had to.
///
/// It has the message and the source of the error that it is made of. Two are equal if their messages are.
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct TransportError(Arc<dyn Error + Send + Sync>);

impl TransportError {
    /// The error with this message, or with the message and the source of this error.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> TransportError {
        TransportError(Arc::from(cause.into()))
    }
}

impl PartialEq for TransportError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for TransportError {}

/// Why a build came to no end.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub enum BuildError {
    /// A limit was reached, or the work was interrupted. What was committed is there to go on from.
    Stopped(#[from] Stopped),
    /// What was to be kept could not be kept, or what was kept is damaged.
    Checkpoint(#[from] StorageError),
    /// The link between the workers failed.
    Transport(#[from] TransportError),
}
