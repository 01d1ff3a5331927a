//! The files of a table's directory: their names, durable writes and leftover files.

use crate::{Error, disk};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The name of the manifest. A directory is a table exactly when it contains this file.
pub(crate) const MANIFEST: &str = "manifest.json";

/// The name of the file that a running build holds a lock on.
pub(crate) const LOCK: &str = "lock";

/// The suffix of the name of an unfinished file.
const PARTIAL: &str = ".partial";

/// Returns the name of the file that stores the codes of a shard of a solved layer.
pub(crate) fn codes_name(layer: usize, shard: u32) -> String {
    format!("layer-{layer}-shard-{shard}.codes")
}

/// Returns the name of the file that stores the states of a shard at the end of a round.
pub(crate) fn states_name(layer: usize, round: u32, shard: u32) -> String {
    format!("layer-{layer}-round-{round}-shard-{shard}.states")
}

/// Returns the name of the file to which the states of a shard are spilled when memory is short.
pub(crate) fn spill_name(shard: u32) -> String {
    format!("shard-{shard}.spill")
}

/// Returns `true` if `name` is the name of a file that a build writes.
pub(crate) fn is_build_file(name: &str) -> bool {
    let name = name.strip_suffix(PARTIAL).unwrap_or(name);
    let Some((stem, ending)) = name.split_once('.') else { return name == LOCK };
    let parts: Vec<&str> = stem.split('-').collect();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match (parts.as_slice(), ending) {
        (["layer", layer, "shard", shard], "codes") => is_number(layer) && is_number(shard),
        (["layer", layer, "round", round, "shard", shard], "states") => {
            is_number(layer) && is_number(round) && is_number(shard)
        }
        (["shard", shard], "spill") => is_number(shard),
        _ => name == MANIFEST,
    }
}

/// Returns the sorted names of the files in a directory. Names that are not valid Unicode are converted lossily.
pub(crate) fn names(directory: &Path) -> Result<Vec<String>, Error> {
    let failed = || Error::io("read the directory", directory);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed())? {
        names.push(entry.map_err(failed())?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    Ok(names)
}

/// Creates a directory and its missing ancestors, and waits until their names are on the disk.
pub(crate) fn make(directory: &Path) -> Result<(), Error> {
    let failed = || Error::io("make the directory", directory);
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.is_dir();
    let missing: Vec<&Path> = directory.ancestors().take_while(is_missing).collect();
    // The nearest existing ancestor may have been created by a build that was killed before it synced. The sync is best
    // effort: if the parent may not be opened, another user created the ancestor.
    let _ = disk::sync_directory(parent(directory.ancestors().nth(missing.len()).unwrap_or(directory)));
    for path in missing.into_iter().rev() {
        match disk::make_directory(path) {
            // Another process created the directory first.
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists && path.is_dir() => {}
            made => made.map_err(failed())?,
        }
        disk::sync_directory(parent(path)).map_err(failed())?;
    }
    Ok(())
}

fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Writes a file under a temporary name and renames it to `path` once all of it is on the disk. Replaces an existing
/// file.
pub(crate) fn write_whole(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> std::io::Result<()>,
) -> Result<(), Error> {
    let partial = partial_path(path);
    let written = disk::create(&partial).and_then(|file| {
        let mut writer = BufWriter::with_capacity(1 << 18, file);
        write(&mut writer)?;
        writer.flush()?;
        disk::sync_file(writer.get_ref(), &partial)
    });
    let renamed = written.and_then(|()| disk::rename(&partial, path));
    renamed.map_err(|error| {
        // Free the space of the failed attempt for the next one.
        let _ = disk::remove(&partial);
        Error::io("write", path)(error)
    })
}

fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PARTIAL);
    PathBuf::from(name)
}

/// Waits until the names of the files in a directory are on the disk.
pub(crate) fn sync(directory: &Path) -> Result<(), Error> {
    disk::sync_directory(directory).map_err(Error::io("write the directory", directory))
}

/// Removes a file if it exists.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match disk::remove(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Locks the directory. The lock is released when the returned file is dropped or the process ends.
pub(crate) fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK);
    let file = disk::open_or_create(&path).map_err(Error::io("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Locked { path: directory.to_path_buf() }),
        // If the system does not support locks, the user has to prevent concurrent builds.
        Err(fs::TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => Ok(file),
        Err(fs::TryLockError::Error(error)) => Err(Error::io("lock", &path)(error)),
    }
}

/// Returns `true` if a build holds the lock of the directory. Returns `false` if the system does not support locks.
pub(crate) fn is_locked(directory: &Path) -> bool {
    // Do not create the file: a reader may not have permission to write.
    let lock = File::open(directory.join(LOCK));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_build_files_are_recognised() {
        for name in
            [&codes_name(3, 12), &states_name(0, 7, 1), "lock", "manifest.json", "manifest.json.partial"]
        {
            assert!(is_build_file(name), "{name}");
        }
        assert!(is_build_file("layer-0-shard-0.codes.partial"));
        let others = [
            "",
            "notes.txt",
            "notes.partial",
            "layer-0.codes",
            "layer--shard-1.codes",
            "layer-a-shard-1.codes",
        ];
        for name in others {
            assert!(!is_build_file(name), "{name}");
        }
    }
}
