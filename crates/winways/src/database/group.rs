//! Builds by several processes together.

use super::{DatabaseBuild, DatabaseFailure, DatabaseRequest, Identity, Info, Store};
use core::time::Duration;
use std::path::Path;
use std::sync::Arc;
use winways_cluster::{Hosts, Link};
use winways_kit::AnyBoard;
use winways_notation::Diagnostic;

/// Which process of a group this one is. All processes share the directory of the table.
#[derive(Clone, Debug)]
pub struct ProcessGroup {
    hosts: Hosts,
    process: usize,
    patience: Duration,
}

impl ProcessGroup {
    /// Process number `process` of those that `hosts` names, a line `host:port` each; the others are waited for no longer
    /// than `patience`.
    ///
    /// # Errors
    /// A diagnostic that points into `hosts`.
    pub fn parse(hosts: &str, process: usize, patience: Duration) -> Result<ProcessGroup, Diagnostic> {
        Ok(ProcessGroup { hosts: Hosts::parse(hosts)?, process, patience })
    }

    /// The same group with a secret that all of its processes know: processes of other groups are sent away.
    #[must_use]
    pub fn with_secret(self, secret: u64) -> ProcessGroup {
        ProcessGroup { hosts: self.hosts.of_group(secret), ..self }
    }
}

impl DatabaseBuild {
    /// As [`DatabaseBuild::begin`], together with the other processes of a group: comes back when all have come. Process 0
    /// begins or resumes the table, and alone commits.
    ///
    /// # Errors
    /// As [`DatabaseBuild::begin`], and [`DatabaseFailure::Link`] if the processes do not come together.
    pub fn begin_in_group(
        board: Arc<dyn AnyBoard>,
        directory: &Path,
        request: &DatabaseRequest,
        group: &ProcessGroup,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<DatabaseBuild, DatabaseFailure> {
        let identity = DatabaseBuild::checked_identity(&*board, directory, request)?;
        refuse_complete(directory, request, &identity, group.process)?;
        let threads = request.budget.threads;
        let what = format!("{identity} {:?}, {threads} threads", identity.layers);
        let ProcessGroup { hosts, process, patience } = group;
        let mut link = Link::connect(hosts, *process, &what, *patience)?;
        let store = link.in_turn(|| match (process, request.resume) {
            (0, true) => Store::resume(directory, identity, is_due),
            (0, false) => Store::create(directory, identity, is_due),
            _ => Store::join(directory, &identity),
        })?;
        Ok(DatabaseBuild { link: Some(link), ..DatabaseBuild::of_store(board, directory, request, store) })
    }
}

/// A process that was started again too late need not wait for the others.
fn refuse_complete(
    directory: &Path,
    request: &DatabaseRequest,
    identity: &Identity,
    process: usize,
) -> Result<(), DatabaseFailure> {
    match Info::read(directory) {
        Ok(info) if request.resume && info.is_complete && info.identity == *identity => {
            if process == 0 {
                // Removes what a build left that was killed after its last commit, and refuses the table.
                Store::resume(directory, identity.clone(), || false)?;
            }
            let (path, table) = (directory.to_path_buf(), identity.to_string());
            Err(winways_database::Error::Complete { path, table }.into())
        }
        _ => Ok(()),
    }
}
