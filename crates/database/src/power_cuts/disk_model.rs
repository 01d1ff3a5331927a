//! What may be on a disk after a power cut, by what every file system keeps to and nothing more:
//!
//! - what was written to a file and synced stays; what was not is there, or cut short, or zeros, block by block;
//! - what was done to the names of a directory before it was synced stays; what was done later is done or not, each by itself;
//! - a rename is done whole or not at all, but the old name may stay beside the new one.

use super::below;
use crate::disk::journal::{Operation, Step};
use rand_xoshiro::SplitMix64;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A disk as the system shows it, and as it is.
#[derive(Clone, Default)]
pub(super) struct Disk {
    contents: Vec<Contents>,
    /// The names that the system shows.
    shown: Names,
    /// Those that are on the disk.
    durable: Names,
    /// What was done to names and need not be on the disk yet, in order.
    pending: Vec<Change>,
    lie: Option<Lie>,
}

/// A disk that says that something is kept when it is not.
#[derive(Clone, Copy, Debug)]
pub(super) enum Lie {
    /// The bytes of files.
    Bytes,
    /// The names in directories.
    Names,
}

type Names = BTreeMap<PathBuf, Entry>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Directory,
    /// A file, by the number of its contents.
    File(usize),
}

/// The contents of a file, under whatever names.
#[derive(Clone, Default)]
struct Contents {
    shown: Vec<u8>,
    /// As they were when the file was synced last.
    durable: Vec<u8>,
    is_synced: bool,
}

/// A change of names in one directory: a name is given away, and another one may go.
#[derive(Clone)]
struct Change {
    name: PathBuf,
    entry: Option<Entry>,
    /// The name that the file had before.
    before: Option<PathBuf>,
}

/// Systems write so many bytes at once, or not at all.
const BLOCK: usize = 512;

impl Disk {
    pub(super) fn new(lie: Option<Lie>) -> Disk {
        Disk { lie, ..Disk::default() }
    }

    /// Does what a build has done.
    pub(super) fn take(&mut self, steps: &[Step]) {
        for (path, operation) in steps {
            match operation {
                Operation::Created => self.create(path),
                Operation::Written(bytes) => {
                    let contents = self.contents_of(path);
                    (contents.shown, contents.is_synced) = (bytes.clone(), false);
                }
                Operation::Synced if matches!(self.lie, Some(Lie::Bytes)) => {}
                Operation::Synced => {
                    let contents = self.contents_of(path);
                    (contents.durable, contents.is_synced) = (contents.shown.clone(), true);
                }
                Operation::Renamed(to) => {
                    let entry = self.shown.get(path).copied();
                    assert!(entry.is_some(), "{} is renamed", path.display());
                    self.change(Change { name: to.clone(), entry, before: Some(path.clone()) });
                }
                Operation::Removed => self.change(Change { name: path.clone(), entry: None, before: None }),
                Operation::DirectoryMade => {
                    let entry = Some(Entry::Directory);
                    self.change(Change { name: path.clone(), entry, before: None });
                }
                Operation::DirectorySynced if matches!(self.lie, Some(Lie::Names)) => {}
                Operation::DirectorySynced => self.sync(path),
            }
        }
    }

    fn create(&mut self, path: &Path) {
        if self.shown.contains_key(path) {
            let contents = self.contents_of(path);
            (contents.shown, contents.is_synced) = (Vec::new(), false);
            return;
        }
        let entry = Some(Entry::File(self.contents.len()));
        self.contents.push(Contents::default());
        self.change(Change { name: path.to_path_buf(), entry, before: None });
    }

    fn contents_of(&mut self, path: &Path) -> &mut Contents {
        match self.shown.get(path) {
            Some(&Entry::File(number)) => &mut self.contents[number],
            other => panic!("{} is a file, and not {other:?}", path.display()),
        }
    }

    fn change(&mut self, change: Change) {
        change.apply(&mut self.shown, true);
        self.pending.push(change);
    }

    /// The names in a directory reach the disk.
    fn sync(&mut self, directory: &Path) {
        let (done, left) =
            self.pending.drain(..).partition(|change: &Change| change.name.parent() == Some(directory));
        self.pending = left;
        done.iter().for_each(|change| change.apply(&mut self.durable, true));
    }

    /// A disk that a power cut may leave.
    pub(super) fn after_power_cut(&self, random: &mut SplitMix64) -> Disk {
        let mut names = self.durable.clone();
        let habit = below(random, 5);
        let count = self.pending.len();
        let special = below(random, count + 1);
        for (place, change) in self.pending.iter().enumerate() {
            let is_done = match habit {
                // All of it; as far as a moment; all or nothing but one; each as it comes.
                0 => true,
                1 => place < special,
                2 => place != special,
                3 => place == special,
                _ => below(random, 2) == 0,
            };
            if is_done {
                change.apply(&mut names, below(random, 8) > 0);
            }
        }
        let mut left = Disk::new(self.lie);
        for (name, entry) in &names {
            // In order, directories come before what is in them.
            let has_place = name
                .parent()
                .is_some_and(|parent| parent.as_os_str().is_empty() || left.shown.contains_key(parent));
            if has_place {
                let entry = match *entry {
                    Entry::Directory => Entry::Directory,
                    Entry::File(number) => left.add(self.contents[number].after_power_cut(random)),
                };
                left.shown.insert(name.clone(), entry);
            }
        }
        left.durable = left.shown.clone();
        left
    }

    fn add(&mut self, bytes: Vec<u8>) -> Entry {
        self.contents.push(Contents { shown: bytes.clone(), durable: bytes, is_synced: true });
        Entry::File(self.contents.len() - 1)
    }

    /// The files that the system shows, in order.
    pub(super) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let file = |(name, entry): (&PathBuf, &Entry)| match *entry {
            Entry::Directory => None,
            Entry::File(number) => Some((name.clone(), self.contents[number].shown.clone())),
        };
        self.shown.iter().filter_map(file).collect()
    }

    /// Writes what the system shows into a directory.
    pub(super) fn write_to(&self, root: &Path) {
        for (name, entry) in &self.shown {
            match *entry {
                Entry::Directory => fs::create_dir(root.join(name)).expect("a directory can be made"),
                Entry::File(number) => {
                    fs::write(root.join(name), &self.contents[number].shown).expect("a file can be written");
                }
            }
        }
    }
}

impl Change {
    /// Does it; a file that is renamed may stay under its old name.
    fn apply(&self, names: &mut Names, whole: bool) {
        match self.entry {
            Some(entry) => names.insert(self.name.clone(), entry),
            None => names.remove(&self.name),
        };
        if let Some(before) = self.before.as_ref().filter(|_| whole) {
            names.remove(before);
        }
    }
}

impl Contents {
    /// What a power cut may leave: of some length, each block as it was, as it is, or zeros.
    fn after_power_cut(&self, random: &mut SplitMix64) -> Vec<u8> {
        if self.is_synced {
            return self.durable.clone();
        }
        let (old, new) = (&self.durable, &self.shown);
        let length = match below(random, 4) {
            0 => old.len(),
            1 | 2 => new.len(),
            _ => below(random, new.len() + 1),
        };
        let mut bytes = vec![0; length];
        // Often all of it is new: a file may look whole that nobody has synced.
        let all_new = below(random, 3) == 0;
        for start in (0..length).step_by(BLOCK) {
            let end = length.min(start + BLOCK);
            let source = match below(random, 3) {
                _ if all_new => Some(new),
                0 => Some(old),
                1 => Some(new),
                _ => None,
            };
            if let Some(block) = source.and_then(|source| source.get(start..end.min(source.len()))) {
                bytes[start..start + block.len()].copy_from_slice(block);
            }
        }
        bytes
    }
}
