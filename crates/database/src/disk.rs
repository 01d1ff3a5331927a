//! Every call by which this crate changes what is on the disk. Tests write the calls down, and find out what a power cut
//! would leave: see `power_cuts`.

#[cfg(test)]
pub(crate) mod journal;

#[cfg(test)]
use journal::{Operation, note};
use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Makes an empty file, or empties the one that is there.
pub(crate) fn create(path: &Path) -> io::Result<File> {
    let file = File::create(path)?;
    #[cfg(test)]
    note(path, || Operation::Created);
    Ok(file)
}

/// Makes an empty file unless there is one, and opens it.
pub(crate) fn open_or_create(path: &Path) -> io::Result<File> {
    #[cfg(test)]
    let is_there = path.exists();
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    #[cfg(test)]
    if !is_there {
        note(path, || Operation::Created);
    }
    Ok(file)
}

/// Waits until the bytes of a file are on the disk, under whatever name.
pub(crate) fn sync_file(file: &File, path: &Path) -> io::Result<()> {
    #[cfg(test)]
    note(path, || Operation::Written(fs::read(path).expect("a file that can be read")));
    file.sync_all()?;
    #[cfg(test)]
    note(path, || Operation::Synced);
    // Only the journal wants to know the name.
    let _ = path;
    Ok(())
}

/// Makes a file have these bytes, and does not wait.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::write(path, bytes)?;
    #[cfg(test)]
    note(path, || Operation::Created);
    #[cfg(test)]
    note(path, || Operation::Written(bytes.to_vec()));
    Ok(())
}

/// Gives a file another name, in the place of a file that has it.
pub(crate) fn rename(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    #[cfg(test)]
    note(from, || Operation::Renamed(to.to_path_buf()));
    Ok(())
}

pub(crate) fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    #[cfg(test)]
    note(path, || Operation::Removed);
    Ok(())
}

/// Makes a directory.
pub(crate) fn make_directory(path: &Path) -> io::Result<()> {
    fs::create_dir(path)?;
    #[cfg(test)]
    note(path, || Operation::DirectoryMade);
    Ok(())
}

/// Waits until the names in a directory are on the disk.
pub(crate) fn sync_directory(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(path)?.sync_all()?;
        #[cfg(test)]
        note(path, || Operation::DirectorySynced);
    }
    Ok(())
}
