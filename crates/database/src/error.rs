use std::io;
use std::path::{Path, PathBuf};
use winways_solve::StorageError;

/// What is wrong with a directory, its files, or what was asked of them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system refused: no room, no permission, no such file.
    #[error("cannot {action} {}: {source}", .path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On what.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not what was written.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        what: String,
    },
    /// A file has a format that is not known yet.
    #[error("{} has version {version} of the format, of which this program knows version {known} only", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u64,
        /// The version that is known.
        known: u64,
    },
    /// There is no table in the directory.
    #[error("{} holds no table: it has no manifest.json", .path.display())]
    NoTable {
        /// The directory.
        path: PathBuf,
    },
    /// A table should begin in a directory that has something else in it.
    #[error("{} holds no table, and is not empty: it has {other}", .path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
        /// Something that is in it.
        other: String,
    },
    /// The directory has another table than the one asked for.
    #[error("{} holds a table of {found}; asked for was one of {asked}", .path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// The table that is there.
        found: String,
        /// The one asked for.
        asked: String,
    },
    /// A table should begin where it was begun before.
    #[error("{} holds a table of {table} that was begun, and not finished", .path.display())]
    Begun {
        /// The directory.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// There is nothing left to build.
    #[error("the table of {table} in {} is complete", .path.display())]
    Complete {
        /// The directory.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// Two builds in one directory would undo each other's work.
    #[error("another build is at work in {}", .path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// What was asked makes no sense; says why.
    #[error("{0}")]
    Refused(String),
    /// The observer ended the work.
    #[error("{0}")]
    Stopped(winways_solve::Stopped),
}

impl Error {
    /// What the system said to `action` on `path`.
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Error + use<> {
        let path = path.to_path_buf();
        move |source| Error::Io { action, path, source }
    }

    pub(crate) fn damaged(path: &Path, what: impl Into<String>) -> Error {
        Error::Damaged { path: path.to_path_buf(), what: what.into() }
    }
}

impl From<Error> for StorageError {
    fn from(error: Error) -> StorageError {
        StorageError::new(error)
    }
}
