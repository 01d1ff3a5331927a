//! Handles operations on solved tables if the feature `database` is disabled: lists no tables, and refuses all other operations.

use super::envelope::{Envelope, Refusal, RequestStatus};
use super::operation::Operation;
use super::{Service, no_tables};
use crate::wire::ErrorJson;
use crate::{Analysis, Request};
use std::path::Path;
use winways_solve::Observer;

/// Returns no error, since no table was read.
pub(super) fn undamaged(_: Option<&Path>, _: &Analysis) -> Result<(), ErrorJson> {
    Ok(())
}

impl<'c> Service<'c> {
    /// Returns `None`: there are no tables.
    pub(super) fn tables_directory(&self) -> Option<&'c Path> {
        None
    }

    /// Answers an operation on solved tables, like a service that was started without tables.
    pub(super) fn answer_from_tables(
        &mut self,
        operation: &Operation,
        _: &Request<'c>,
        _: &dyn Observer,
        envelope: &mut Envelope<'_, '_>,
    ) -> Result<RequestStatus, Refusal> {
        match operation {
            Operation::Tables { directory } if directory.is_empty() => {
                envelope.answer(&Vec::<()>::new(), None)
            }
            _ => Err(no_tables().into()),
        }
    }
}
