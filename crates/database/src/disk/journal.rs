//! What is done to the files below some directories, call by call.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What was done to a path.
#[derive(Clone, Debug)]
pub(crate) enum Operation {
    /// An empty file was made, or the one that was there was emptied.
    Created,
    /// The file was given these bytes.
    Written(Vec<u8>),
    /// The bytes of the file are on the disk.
    Synced,
    /// The file has this path from now on.
    Renamed(PathBuf),
    Removed,
    DirectoryMade,
    /// The names in the directory are on the disk.
    DirectorySynced,
}

/// An operation with the path it was done to, seen from the directory that is watched.
pub(crate) type Step = (PathBuf, Operation);

/// The directories that are watched: tests run beside each other.
static WATCHED: Mutex<Vec<(PathBuf, Vec<Step>)>> = Mutex::new(Vec::new());

fn watched() -> MutexGuard<'static, Vec<(PathBuf, Vec<Step>)>> {
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Writes down what is done below a directory.
pub(crate) struct Journal {
    root: PathBuf,
}

impl Journal {
    pub(crate) fn new(root: &Path) -> Journal {
        watched().push((root.to_path_buf(), Vec::new()));
        Journal { root: root.to_path_buf() }
    }

    /// How many steps there were until now.
    pub(crate) fn len(&self) -> usize {
        watched().iter().find(|(root, _)| *root == self.root).map_or(0, |(_, steps)| steps.len())
    }

    /// The steps until now; the directory is watched no more.
    pub(crate) fn steps(self) -> Vec<Step> {
        let mut watched = watched();
        let place = watched.iter().position(|(root, _)| *root == self.root).expect("it is watched");
        watched.swap_remove(place).1
    }
}

/// Writes an operation down if it is done below a directory that is watched.
pub(crate) fn note(path: &Path, operation: impl FnOnce() -> Operation) {
    let mut watched = watched();
    let Some((root, steps)) = watched.iter_mut().find(|(root, _)| path.starts_with(root)) else { return };
    let inner = |path: &Path| path.strip_prefix(&*root).expect("renamed within the directory").to_path_buf();
    let operation = match operation() {
        Operation::Renamed(to) => Operation::Renamed(inner(&to)),
        operation => operation,
    };
    steps.push((inner(path), operation));
}
