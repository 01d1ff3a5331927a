//! A journal of the operations on files below the watched directories.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An operation on a path.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// An empty file was created, or an existing file was truncated.
    Created,
    /// The contents of the file were set to these bytes.
    Written(Vec<u8>),
    /// The bytes of the file were synced to the disk.
    Synced,
    /// The file was renamed to this path.
    Renamed(PathBuf),
    Removed,
    DirectoryMade,
    /// The names in the directory were synced to the disk.
    DirectorySynced,
}

/// An operation with the path it was applied to, relative to the watched directory.
pub(crate) type Step = (PathBuf, Operation);

/// The watched directories with their steps. There may be several, since tests run in parallel.
static WATCHED: Mutex<Vec<(PathBuf, Vec<Step>)>> = Mutex::new(Vec::new());

fn watched() -> MutexGuard<'static, Vec<(PathBuf, Vec<Step>)>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records the operations below a directory.
pub(crate) struct Journal {
    root: PathBuf,
}

impl Journal {
    pub(crate) fn new(root: &Path) -> Journal {
        watched().push((root.to_path_buf(), Vec::new()));
        Journal { root: root.to_path_buf() }
    }

    /// Returns the number of steps so far.
    pub(crate) fn len(&self) -> usize {
        watched().iter().find(|(root, _)| *root == self.root).map_or(0, |(_, steps)| steps.len())
    }

    /// Returns the steps so far and stops watching the directory.
    pub(crate) fn steps(self) -> Vec<Step> {
        let mut watched = watched();
        let place = watched.iter().position(|(root, _)| *root == self.root).expect("it is watched");
        watched.swap_remove(place).1
    }
}

/// Records an operation if its path is below a watched directory.
pub(crate) fn record(path: &Path, operation: impl FnOnce() -> Operation) {
    let mut watched = watched();
    let Some((root, steps)) = watched.iter_mut().find(|(root, _)| path.starts_with(root)) else { return };
    let inner = |path: &Path| path.strip_prefix(&*root).expect("renamed within the directory").to_path_buf();
    let operation = match operation() {
        Operation::Renamed(to) => Operation::Renamed(inner(&to)),
        operation => operation,
    };
    steps.push((inner(path), operation));
}
