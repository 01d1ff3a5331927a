//! Builds by several cooperating processes.

use super::{DatabaseBuild, DatabaseFailure, DatabaseRequest, Identity, Info, Store};
use core::time::Duration;
use std::path::Path;
use std::sync::Arc;
use winways_cluster::{Hosts, Link};
use winways_kit::AnyBoard;
use winways_notation::Diagnostic;

/// A process and its group. All processes share the directory of the table.
#[derive(Clone, Debug)]
pub struct ProcessGroup {
    hosts: Hosts,
    process: usize,
    patience: Duration,
}

impl ProcessGroup {
    /// Creates the process with number `process` in the list `hosts`, which contains one `host:port` per line. The process
    /// waits at most `patience` for the others.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `hosts`.
    pub fn parse(hosts: &str, process: usize, patience: Duration) -> Result<ProcessGroup, Diagnostic> {
        Ok(ProcessGroup { hosts: Hosts::parse(hosts)?, process, patience })
    }

    /// Sets a secret shared by all processes of the group. Processes of other groups are rejected.
    #[must_use]
    pub fn with_secret(self, secret: u64) -> ProcessGroup {
        ProcessGroup { hosts: self.hosts.of_group(secret), ..self }
    }
}

impl DatabaseBuild {
    /// Begins a build like [`DatabaseBuild::begin`], together with the other processes of a group. Returns when all of them
    /// have connected. Only process 0 creates or resumes the table and commits.
    ///
    /// # Errors
    /// Returns the errors of [`DatabaseBuild::begin`], and [`DatabaseFailure::Link`] if the processes cannot connect.
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

/// Returns an error if the table is complete, so that a process that was restarted too late need not wait for the others.
fn refuse_complete(
    directory: &Path,
    request: &DatabaseRequest,
    identity: &Identity,
    process: usize,
) -> Result<(), DatabaseFailure> {
    match Info::read(directory) {
        Ok(info) if request.resume && info.is_complete && info.identity == *identity => {
            if process == 0 {
                // Removes the leftovers of a build that was killed after its last commit, and returns the error.
                Store::resume(directory, identity.clone(), || false)?;
            }
            let (path, table) = (directory.to_path_buf(), identity.to_string());
            Err(winways_database::Error::Complete { path, table }.into())
        }
        _ => Ok(()),
    }
}
