use crate::directory::MANIFEST;
use crate::{Error, Info};
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the tables in `directory` and below it, in the order of their paths. If a manifest cannot be read, the
/// list contains the error. Symbolic links are not followed, and directories inside a table are not searched.
///
/// # Errors
/// Returns an error if `directory` cannot be read. Directories below it that cannot be read are skipped.
pub fn list(directory: &Path) -> Result<Vec<Result<Info, Error>>, Error> {
    fs::read_dir(directory).map_err(Error::io("read the directory", directory))?;
    let mut tables = Vec::new();
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        match Info::read(&directory) {
            Err(Error::NoTable { .. }) => directories.extend(subdirectories(&directory)),
            found => tables.push((directory, found)),
        }
    }
    tables.sort_by(|(path, _), (other, _)| path.cmp(other));
    Ok(tables.into_iter().map(|(_, found)| found).collect())
}

/// Returns the subdirectories of a directory.
fn subdirectories(directory: &Path) -> Vec<PathBuf> {
    debug_assert!(!directory.join(MANIFEST).is_file());
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let directories = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    directories.map(|entry| entry.path()).collect()
}
