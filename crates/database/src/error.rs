use std::io;
use std::path::{Path, PathBuf};
use winways_solve::StorageError;

/// An error in a table's directory or files, or in a request for them.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An operation of the operating system failed, for example for lack of space or permission.
    #[error("cannot {action} {}: {source}", .path.display())]
    Io {
        /// The operation that failed.
        action: &'static str,
        /// The path that the operation was applied to.
        path: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// The contents of a file differ from those that were written.
    #[error("{} is damaged: {what}", .path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// A description of the damage.
        what: String,
    },
    /// A file has a newer version of the format.
    #[error("{} has version {version} of the format, but this program supports only version {known}", .path.display())]
    Newer {
        /// The file.
        path: PathBuf,
        /// The version of the file.
        version: u64,
        /// The newest version that this crate can read.
        known: u64,
    },
    /// The directory contains no table.
    #[error("{} contains no table: it has no manifest.json", .path.display())]
    NoTable {
        /// The directory.
        path: PathBuf,
    },
    /// A new table was requested in a directory that contains other files.
    #[error("{} contains no table and is not empty: it contains {other}", .path.display())]
    NotEmpty {
        /// The directory.
        path: PathBuf,
        /// The name of one of these files.
        other: String,
    },
    /// The directory contains a table other than the requested one.
    #[error("{} contains a table of {found}, but a table of {asked} was requested", .path.display())]
    Other {
        /// The directory.
        path: PathBuf,
        /// The table in the directory.
        found: String,
        /// The requested table.
        asked: String,
    },
    /// A new table was requested in a directory with an unfinished table.
    #[error("{} contains an unfinished table of {table}", .path.display())]
    Begun {
        /// The directory.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// The table is complete: nothing is left to build.
    #[error("the table of {table} in {} is complete", .path.display())]
    Complete {
        /// The directory.
        path: PathBuf,
        /// The table.
        table: String,
    },
    /// Another build holds the lock of the directory.
    #[error("another build is running in {}", .path.display())]
    Locked {
        /// The directory.
        path: PathBuf,
    },
    /// The request is invalid, for the reason given.
    #[error("{0}")]
    Refused(String),
    /// The observer stopped the work.
    #[error("{0}")]
    Stopped(winways_solve::Stopped),
}

impl Error {
    /// Returns a closure that turns an I/O error of `action` on `path` into an [`Error::Io`].
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
