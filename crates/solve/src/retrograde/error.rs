use crate::Stopped;
use std::error::Error;
use std::sync::Arc;
use thiserror::Error;

/// An error that prevented storing or reading solved values or checkpoints.
///
/// It has the message and the source of the error it was created from. Two such errors are equal if their
/// messages are equal.
///
/// ```
/// use winways_solve::StorageError;
/// assert_eq!(StorageError::new("the disk is full").to_string(), "the disk is full");
/// ```
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct StorageError(Arc<dyn Error + Send + Sync>);

impl StorageError {
    /// Creates an error from a message, or from another error, with its message and its source.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> StorageError {
        StorageError(Arc::from(cause.into()))
    }

    /// Returns the error from which this one was created, if it has the type `E`.
    #[must_use]
    pub fn cause<E: Error + 'static>(&self) -> Option<&E> {
        self.0.downcast_ref()
    }
}

impl PartialEq for StorageError {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for StorageError {}

/// An error in the communication between the workers of a build.
///
/// It has the message and the source of the error it was created from. Two such errors are equal if their
/// messages are equal.
#[derive(Clone, Debug, Error)]
#[error(transparent)]
pub struct TransportError(Arc<dyn Error + Send + Sync>);

impl TransportError {
    /// Creates an error from a message, or from another error, with its message and its source.
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

/// The reason why a build ended early.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(transparent)]
pub enum BuildError {
    /// A limit was reached, or the work was interrupted. The build can be resumed from the last commit.
    Stopped(#[from] Stopped),
    /// Data could not be stored, or stored data is damaged.
    Checkpoint(#[from] StorageError),
    /// The communication between the workers failed.
    Transport(#[from] TransportError),
}
