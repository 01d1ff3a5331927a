//! All operations with which this crate changes the disk. In tests they are recorded in a journal, from which the
//! effects of a power cut are simulated: see `power_cuts`.

#[cfg(test)]
pub(crate) mod journal;

#[cfg(test)]
use journal::{Operation, record};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Creates an empty file, or truncates an existing one.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let file = File::create(path)?;
    #[cfg(test)]
    record(path, || Operation::Created);
    Ok(file)
}

/// Opens a file for writing, or creates an empty one if it does not exist.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    #[cfg(test)]
    let exists = path.exists();
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    #[cfg(test)]
    if !exists {
        record(path, || Operation::Created);
    }
    Ok(file)
}

/// Waits until the bytes of a file are on the disk. `path` is the name that the journal records.
pub(crate) fn sync_file(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(test)]
    record(path, || Operation::Written(fs::read(path).expect("a file that can be read")));
    file.sync_all()?;
    #[cfg(test)]
    record(path, || Operation::Synced);
    // Only the journal uses the path.
    let _ = path;
    Ok(())
}

/// Writes `bytes` to a file without waiting for the disk.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)?;
    #[cfg(test)]
    record(path, || Operation::Created);
    #[cfg(test)]
    record(path, || Operation::Written(bytes.to_vec()));
    Ok(())
}

/// Renames a file. Replaces an existing file with the new name.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    #[cfg(test)]
    record(from, || Operation::Renamed(to.to_path_buf()));
    Ok(())
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    #[cfg(test)]
    record(path, || Operation::Removed);
    Ok(())
}

/// Creates a directory.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    #[cfg(test)]
    record(path, || Operation::DirectoryMade);
    Ok(())
}

/// Waits until the names in a directory are on the disk. Does nothing on systems other than Unix.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(path)?.sync_all()?;
        #[cfg(test)]
        record(path, || Operation::DirectorySynced);
    }
    Ok(())
}
