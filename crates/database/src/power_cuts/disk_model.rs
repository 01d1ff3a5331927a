//! A model of a disk after a power cut. It assumes the guarantees that all file systems give and nothing more:
//!
//! - Bytes written to a file and synced survive. After a later write without a sync, each block of the file may be old,
//!   new, cut off or zeros.
//! - Changes of names before a sync of the directory survive. Each later change may survive or not, independently of
//!   the others.
//! - A rename is atomic, but the old name may survive beside the new one.

use super::random_below;
use crate::disk::journal::{Operation, Step};
use rand_xoshiro::SplitMix64;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// A disk, with the state that the system shows and the state that is durable.
#[derive(Clone, Default)]
pub(super) struct Disk {
    contents: Vec<Contents>,
    /// The names that the system shows to programs.
    shown: Names,
    /// The names that are durable.
    durable: Names,
    /// Changes of names that need not be durable yet, in order.
    pending: Vec<Change>,
    lie: Option<FalseSync>,
}

/// A kind of sync that the disk reports as done without doing it.
#[derive(Clone, Copy, Debug)]
pub(super) enum FalseSync {
    /// Syncs of the bytes of files.
    Bytes,
    /// Syncs of the names in directories.
    Names,
}

type Names = BTreeMap<PathBuf, Entry>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Directory,
    /// A file, by the index of its contents.
    File(usize),
}

/// The contents of a file, independent of its names.
#[derive(Clone, Default)]
struct Contents {
    shown: Vec<u8>,
    /// The bytes at the last sync.
    durable: Vec<u8>,
    is_synced: bool,
}

/// A change of names in one directory: sets or removes a name, and may remove the old name of a renamed file.
#[derive(Clone)]
struct Change {
    name: PathBuf,
    entry: Option<Entry>,
    /// The old name of a renamed file.
    before: Option<PathBuf>,
}

/// The number of bytes that a system writes atomically.
const BLOCK: usize = 512;

impl Disk {
    pub(super) fn new(lie: Option<FalseSync>) -> Disk {
        Disk { lie, ..Disk::default() }
    }

    /// Applies the steps of a build.
    pub(super) fn apply(&mut self, steps: &[Step]) {
        for (path, operation) in steps {
            match operation {
                Operation::Created => self.create(path),
                Operation::Written(bytes) => {
                    let contents = self.contents_of(path);
                    (contents.shown, contents.is_synced) = (bytes.clone(), false);
                }
                Operation::Synced if matches!(self.lie, Some(FalseSync::Bytes)) => {}
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
                Operation::DirectorySynced if matches!(self.lie, Some(FalseSync::Names)) => {}
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

    /// Makes the names in a directory durable.
    fn sync(&mut self, directory: &Path) {
        let (done, left) =
            self.pending.drain(..).partition(|change: &Change| change.name.parent() == Some(directory));
        self.pending = left;
        done.iter().for_each(|change| change.apply(&mut self.durable, true));
    }

    /// Returns a random disk that a power cut may leave.
    pub(super) fn after_power_cut(&self, random: &mut SplitMix64) -> Disk {
        let mut names = self.durable.clone();
        let habit = random_below(random, 5);
        let count = self.pending.len();
        let special = random_below(random, count + 1);
        for (place, change) in self.pending.iter().enumerate() {
            let is_done = match habit {
                // The habits keep all changes, a prefix of them, all but one, a single one, or a random subset.
                0 => true,
                1 => place < special,
                2 => place != special,
                3 => place == special,
                _ => random_below(random, 2) == 0,
            };
            if is_done {
                change.apply(&mut names, random_below(random, 8) > 0);
            }
        }
        let mut left = Disk::new(self.lie);
        for (name, entry) in &names {
            // The map is sorted, so that directories come before their contents.
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

    /// Returns the files that the system shows, in order of their paths.
    pub(super) fn files(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let file = |(name, entry): (&PathBuf, &Entry)| match *entry {
            Entry::Directory => None,
            Entry::File(number) => Some((name.clone(), self.contents[number].shown.clone())),
        };
        self.shown.iter().filter_map(file).collect()
    }

    /// Writes the files and directories that the system shows to a real directory.
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
    /// Applies the change to `names`. If `whole` is false, a renamed file also keeps its old name.
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
    /// Returns random contents that a power cut may leave: of a random length, with each block old, new or zeros.
    fn after_power_cut(&self, random: &mut SplitMix64) -> Vec<u8> {
        if self.is_synced {
            return self.durable.clone();
        }
        let (old, new) = (&self.durable, &self.shown);
        let length = match random_below(random, 4) {
            0 => old.len(),
            1 | 2 => new.len(),
            _ => random_below(random, new.len() + 1),
        };
        let mut bytes = vec![0; length];
        // Often all blocks are new: a file can look complete without having been synced.
        let all_new = random_below(random, 3) == 0;
        for start in (0..length).step_by(BLOCK) {
            let end = length.min(start + BLOCK);
            let source = match random_below(random, 3) {
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
