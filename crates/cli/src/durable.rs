//! Files that are never half-written, even if the program is killed or the machine loses power.

use anyhow::{Context, Result};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Replaces a file atomically: at any moment either the old or the new contents exist. Returns once the new contents are on the
/// disk.
pub(crate) fn replace(path: &Path, text: &str) -> Result<()> {
    let new = temporary(path);
    let write = || -> std::io::Result<()> {
        let mut file = File::create(&new)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&new, path)?;
        // The new name is durable once the directory is synced. Systems other than Unix cannot open directories.
        match cfg!(unix) {
            true => File::open(directory(path))?.sync_all(),
            false => Ok(()),
        }
    };
    write().map_err(|error| {
        // Remove the incomplete file to free its space for the next attempt.
        let _ = fs::remove_file(&new);
        anyhow::Error::new(error).context(format!("cannot write {}", path.display()))
    })
}

/// Checks that a file can be replaced. Call this before hours of work, not after.
pub(crate) fn check(path: &Path) -> Result<()> {
    let refusal = || format!("cannot write {}", path.display());
    if path.is_dir() {
        return Err(std::io::Error::from(std::io::ErrorKind::IsADirectory)).with_context(refusal);
    }
    let new = temporary(path);
    File::create(&new).with_context(refusal)?;
    fs::remove_file(&new).with_context(refusal)
}

/// Returns the path of the temporary file that replaces the file at `path`.
fn temporary(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

fn directory(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_without_leftovers() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("state");
        for text in ["one", "two, which is longer", ""] {
            check(&path).unwrap();
            replace(&path, text).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
            assert_eq!(fs::read_dir(directory.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn unwritable_files_are_noticed_in_advance() {
        let directory = tempfile::tempdir().unwrap();
        for path in [directory.path().to_path_buf(), directory.path().join("none").join("state")] {
            let refused = check(&path).unwrap_err().to_string();
            assert!(refused.starts_with("cannot write ") && replace(&path, "text").is_err(), "{refused}");
        }
    }
}
