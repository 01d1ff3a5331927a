//! The files of a table's directory: their names, how they are made durable, and what is left over.

use crate::{Error, disk};
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// What makes a directory a table.
pub(crate) const MANIFEST: &str = "manifest.json";

/// What builds hold while they are at work.
pub(crate) const LOCK: &str = "lock";

/// The end of the name of a file that is not finished.
const PARTIAL: &str = ".partial";

/// The file of a shard of a layer that is solved.
pub(crate) fn codes_name(layer: usize, shard: u32) -> String {
    format!("layer-{layer}-shard-{shard}.codes")
}

/// The file of a shard of a layer at the end of a round.
pub(crate) fn states_name(layer: usize, round: u32, shard: u32) -> String {
    format!("layer-{layer}-round-{round}-shard-{shard}.states")
}

/// The file of states that memory has no room for.
pub(crate) fn spill_name(shard: u32) -> String {
    format!("shard-{shard}.spill")
}

/// Whether a file of this name is one of a build.
pub(crate) fn is_of_a_build(name: &str) -> bool {
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

/// The names of what is in a directory, in order; those that are no text are shown as well as they can be.
pub(crate) fn names(directory: &Path) -> Result<Vec<String>, Error> {
    let failed = || Error::io("read the directory", directory);
    let mut names = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed())? {
        names.push(entry.map_err(failed())?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    Ok(names)
}

/// Makes a directory, and those above it that are missing, and waits until their names are on the disk.
pub(crate) fn make(directory: &Path) -> Result<(), Error> {
    let failed = || Error::io("make the directory", directory);
    let is_missing = |path: &&Path| !path.as_os_str().is_empty() && !path.is_dir();
    let missing: Vec<&Path> = directory.ancestors().take_while(is_missing).collect();
    // The last one that is there may be the work of a build that was killed before it could wait. Where the directory that it
    // is in may not be read, it is the work of somebody else.
    let _ = disk::sync_directory(parent(directory.ancestors().nth(missing.len()).unwrap_or(directory)));
    for path in missing.into_iter().rev() {
        match disk::make_directory(path) {
            // Somebody else was quicker.
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

/// Writes a file under another name, and gives it its own when all of it is on the disk. A file that was there under this
/// name is replaced.
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
        // Room that a failed attempt takes is wanted for the next one.
        let _ = disk::remove(&partial);
        Error::io("write", path)(error)
    })
}

fn partial_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(PARTIAL);
    PathBuf::from(name)
}

/// Waits until the names of the files are on the disk.
pub(crate) fn sync(directory: &Path) -> Result<(), Error> {
    disk::sync_directory(directory).map_err(Error::io("write the directory", directory))
}

/// Removes a file; that there is none is fine.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match disk::remove(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(Error::io("remove", path)(error)),
        _ => Ok(()),
    }
}

/// Takes the lock of the directory; it is given back when the file is dropped, or the program ends in whatever way.
pub(crate) fn lock(directory: &Path) -> Result<File, Error> {
    let path = directory.join(LOCK);
    let file = disk::open_or_create(&path).map_err(Error::io("write", &path))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => Err(Error::Locked { path: directory.to_path_buf() }),
        // Where the system has no locks, the user is trusted.
        Err(fs::TryLockError::Error(error)) if error.kind() == std::io::ErrorKind::Unsupported => Ok(file),
        Err(fs::TryLockError::Error(error)) => Err(Error::io("lock", &path)(error)),
    }
}

/// Whether a build holds the lock of the directory; where the system does not tell, none does.
pub(crate) fn is_locked(directory: &Path) -> bool {
    // Nothing is made here: who only looks may not be allowed to write.
    let lock = File::open(directory.join(LOCK));
    lock.is_ok_and(|lock| matches!(lock.try_lock_shared(), Err(fs::TryLockError::WouldBlock)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_builds_are_known_and_others_are_let_alone() {
        for name in
            [&codes_name(3, 12), &states_name(0, 7, 1), "lock", "manifest.json", "manifest.json.partial"]
        {
            assert!(is_of_a_build(name), "{name}");
        }
        assert!(is_of_a_build("layer-0-shard-0.codes.partial"));
        let others = [
            "",
            "notes.txt",
            "notes.partial",
            "layer-0.codes",
            "layer--shard-1.codes",
            "layer-a-shard-1.codes",
        ];
        for name in others {
            assert!(!is_of_a_build(name), "{name}");
        }
    }
}
