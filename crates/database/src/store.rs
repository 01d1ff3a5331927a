use crate::counts::StoredCounts;
use crate::directory::{self, LOCK, MANIFEST, codes_name, is_build_file, spill_name, states_name};
use crate::manifest::{KeptRound, Manifest, SolvedLayer};
use crate::seal::Checksum;
use crate::shard_file::{Contents, Part, ShardFile, write_shard};
use crate::spill;
use crate::{Error, Identity};
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways_solve::{CheckpointStore, Layout, Milestone, Place, SolvedValue, StorageError};

/// Writes the results of a build into a directory.
///
/// A commit makes all files that the new manifest names durable, writes the new manifest beside the old one and renames
/// it into place. A build can therefore be interrupted at any moment: the directory then contains the table as of the
/// last commit, and possibly some files that the manifest does not name. The next build removes those.
pub struct Store {
    directory: PathBuf,
    identity: Identity,
    layout: Layout,
    is_due: Box<dyn Fn() -> bool + Send + Sync>,
    manifest: Mutex<Manifest>,
    bytes_written: AtomicU64,
    /// The lock of the directory, held until the store is dropped.
    _lock: Option<File>,
}

impl fmt::Debug for Store {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Store").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Store {
    /// Creates a table in `directory`, which must be empty or not exist yet. `is_due` returns `true` if it is time for
    /// a commit. The build polls it periodically and may ignore the result.
    ///
    /// Allocates [`Identity::layout_bytes`] of memory; the caller must check that this fits the budget.
    ///
    /// # Errors
    /// Returns an error if the directory is not empty or an I/O operation fails.
    pub fn create(
        directory: &Path,
        identity: Identity,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Store, Error> {
        identity.check()?;
        directory::make(directory)?;
        check_can_create(directory, &identity)?;
        let lock = directory::lock(directory)?;
        // Check again: another build may have started, or even finished, before the lock was taken.
        check_can_create(directory, &identity)?;
        let manifest = Manifest::new(identity);
        manifest.write(directory)?;
        Ok(Store::new(directory, manifest, Box::new(is_due), Some(lock)))
    }

    /// Resumes a table from its last commit, or creates it if there is none. Removes the files of interrupted builds
    /// that the manifest does not name.
    ///
    /// # Errors
    /// Returns an error if the directory contains another table, a complete table or other files, if the manifest is
    /// damaged, or if an I/O operation fails.
    pub fn resume(
        directory: &Path,
        identity: Identity,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Store, Error> {
        let is_complete = match Manifest::read(directory) {
            Err(Error::NoTable { .. }) => return Store::create(directory, identity, is_due),
            Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                return Store::create(directory, identity, is_due);
            }
            // Never write into the directory of another table, not even a lock.
            manifest => {
                let manifest = manifest?;
                check_identity(directory, &manifest, &identity)?;
                manifest.is_complete()
            }
        };
        let lock = match directory::lock(directory) {
            // A complete table may be in a directory that cannot be written.
            Err(Error::Io { source, .. }) if is_complete && is_read_only(&source) => {
                return Err(Error::Complete { path: directory.to_path_buf(), table: identity.to_string() });
            }
            lock => lock?,
        };
        // Read the manifest again, now that no other build can write it.
        let manifest = Manifest::read(directory)?;
        check_identity(directory, &manifest, &identity)?;
        // A build may have been killed between renaming the manifest and syncing the directory. Until the directory is
        // synced, the disk may still have the previous manifest, so the files that it names must stay.
        directory::sync(directory)?;
        if manifest.is_complete() {
            // The previous build may have been killed before it removed its leftover files.
            remove_unnamed_files(directory, &manifest, false)?;
            return Err(Error::Complete { path: directory.to_path_buf(), table: identity.to_string() });
        }
        remove_unnamed_files(directory, &manifest, true)?;
        Ok(Store::new(directory, manifest, Box::new(is_due), Some(lock)))
    }

    /// Joins a build that another process has created or resumed. Only that process commits.
    ///
    /// # Errors
    /// Fails like [`Store::resume`].
    pub fn join(directory: &Path, identity: &Identity) -> Result<Store, Error> {
        let manifest = Manifest::read(directory)?;
        check_identity(directory, &manifest, identity)?;
        Ok(Store::new(directory, manifest, Box::new(|| false), None))
    }

    fn new(
        directory: &Path,
        manifest: Manifest,
        is_due: Box<dyn Fn() -> bool + Send + Sync>,
        lock: Option<File>,
    ) -> Store {
        let identity = manifest.table.clone();
        Store {
            directory: directory.to_path_buf(),
            layout: Layout::new(&identity.layers, identity.shards),
            identity,
            is_due,
            manifest: Mutex::new(manifest),
            bytes_written: AtomicU64::new(0),
            _lock: lock,
        }
    }

    /// Returns the division of the ranks into layers and shards.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Returns the number of bytes of codes and states written to files so far. Manifests are not counted.
    pub fn bytes_written(&self) -> u64 {
        self.bytes_written.load(Ordering::Relaxed)
    }

    /// Returns `true` if every layer is solved.
    pub fn is_complete(&self) -> bool {
        self.manifest().is_complete()
    }

    fn manifest(&self) -> MutexGuard<'_, Manifest> {
        self.manifest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn part(&self, layer: usize, shard: u32, contents: Contents) -> Result<Part<'_>, Error> {
        if layer >= self.layout.layers() || shard >= self.layout.shards() {
            return Err(Error::Refused(format!("the table has no shard {shard} of a layer {layer}")));
        }
        let ranks = self.layout.len(layer, shard);
        Ok(Part { identity: &self.identity, layer, shard, contents, ranks })
    }

    fn path(&self, part: &Part<'_>) -> PathBuf {
        self.directory.join(match part.contents {
            Contents::Codes => codes_name(part.layer, part.shard),
            Contents::States { round } => states_name(part.layer, round, part.shard),
        })
    }

    /// Writes the file of a part. A part without records has no file.
    fn keep(&self, part: &Part<'_>, records: &[u32], counts: Option<StoredCounts>) -> Result<(), Error> {
        if records.len() as u64 != part.ranks {
            let (wanted, got) = (part.ranks, records.len());
            return Err(Error::Refused(format!("a shard has {wanted} ranks, but {got} records were passed")));
        }
        if !records.is_empty() {
            let written = write_shard(&self.path(part), part, records, counts)?;
            self.bytes_written.fetch_add(written, Ordering::Relaxed);
        }
        Ok(())
    }

    /// Returns the counts and checksums of the files of a layer, as they are on the disk, for the manifest.
    fn files(
        &self,
        layer: usize,
        contents: Contents,
    ) -> Result<(Vec<StoredCounts>, Vec<Option<Checksum>>), Error> {
        let mut counts = Vec::new();
        let mut checksums = Vec::new();
        for shard in 0..self.layout.shards() {
            let part = self.part(layer, shard, contents)?;
            if part.ranks == 0 {
                checksums.push(None);
                continue;
            }
            let file = ShardFile::open(&self.path(&part), &part, None)?;
            counts.extend(file.counts().cloned());
            checksums.push(Some(file.checksum()));
        }
        Ok((counts, checksums))
    }

    fn commit_checked(&self, milestone: Milestone) -> Result<(), Error> {
        let mut manifest = self.manifest();
        let mut next = manifest.clone();
        let expected = manifest.solved.len();
        let after = manifest.round.as_ref().map(|round| round.number);
        match milestone {
            Milestone::Layer(layer) if layer == expected && layer < self.layout.layers() => {
                let (counts, files) = self.files(layer, Contents::Codes)?;
                next.solved.push(SolvedLayer { counts: StoredCounts::sum(&counts), files });
                next.round = None;
            }
            Milestone::Round { layer, round }
                if layer == expected
                    && layer < self.layout.layers()
                    && after.is_none_or(|after| round >= after) =>
            {
                let (_, files) = self.files(layer, Contents::States { round })?;
                next.round = Some(KeptRound { number: round, files });
            }
            _ => {
                let before = manifest.milestone();
                return Err(Error::Refused(format!("{milestone:?} cannot be committed after {before:?}")));
            }
        }
        // First sync the names of the new files, then write the manifest that names them, then remove the files it no
        // longer names.
        directory::sync(&self.directory)?;
        next.write(&self.directory)?;
        let before = std::mem::replace(&mut *manifest, next);
        if before.milestone() != manifest.milestone() {
            self.remove_states(&before)?;
        }
        if manifest.is_complete() {
            remove_unnamed_files(&self.directory, &manifest, false)?;
        }
        Ok(())
    }

    /// Removes the state files that `before` names.
    fn remove_states(&self, before: &Manifest) -> Result<(), Error> {
        let Some(round) = &before.round else { return Ok(()) };
        for shard in 0..self.layout.shards() {
            let name = states_name(before.solved.len(), round.number, shard);
            directory::remove(&self.directory.join(name))?;
        }
        Ok(())
    }

    fn states_checked(&self, shard: u32) -> Result<Vec<u32>, Error> {
        let (layer, round, checksum) = {
            let manifest = self.manifest();
            let round = manifest.round.as_ref();
            let round = round.ok_or_else(|| Error::Refused("no round was committed".to_owned()))?;
            (manifest.solved.len(), round.number, round.files.get(shard as usize).copied().flatten())
        };
        self.read(&self.part(layer, shard, Contents::States { round })?, checksum)
    }

    fn codes_checked(&self, layer: usize, shard: u32) -> Result<Vec<u32>, Error> {
        let checksum = {
            let mut manifest = self.manifest();
            if layer >= manifest.solved.len() {
                // Another process may have committed this layer.
                let now = Manifest::read(&self.directory)?;
                check_identity(&self.directory, &now, &self.identity)?;
                *manifest = now;
            }
            let solved = manifest.solved.get(layer);
            let solved = solved.ok_or_else(|| Error::Refused(format!("layer {layer} is not solved")))?;
            solved.files.get(shard as usize).copied().flatten()
        };
        self.read(&self.part(layer, shard, Contents::Codes)?, checksum)
    }

    fn read(&self, part: &Part<'_>, checksum: Option<Checksum>) -> Result<Vec<u32>, Error> {
        match (part.ranks, checksum) {
            (0, _) => Ok(Vec::new()),
            (_, Some(checksum)) => ShardFile::open(&self.path(part), part, Some(checksum))?.codes(),
            (_, None) => {
                let what = format!("it names no file for shard {} of layer {}", part.shard, part.layer);
                Err(Error::damaged(&self.directory.join(MANIFEST), what))
            }
        }
    }
}

impl CheckpointStore for Store {
    fn committed(&self) -> Option<Milestone> {
        self.manifest().milestone()
    }

    fn is_commit_due(&self) -> bool {
        (self.is_due)()
    }

    fn store_states(&self, layer: usize, round: u32, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let part = self.part(layer, shard, Contents::States { round })?;
        Ok(self.keep(&part, states, None)?)
    }

    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        let part = self.part(layer, shard, Contents::Codes)?;
        if codes.iter().any(|&code| code > SolvedValue::Won(SolvedValue::GREATEST).code()) {
            let what = format!("shard {shard} of layer {layer} has a code that represents no value");
            return Err(Error::Refused(what).into());
        }
        let records = self.identity.records;
        let reduced: Vec<u32>;
        let codes = match records {
            winways_solve::RecordKind::Values | winways_solve::RecordKind::Points => codes,
            winways_solve::RecordKind::Outcomes => {
                reduced = codes.iter().map(|&code| records.of_code(code)).collect();
                &reduced
            }
        };
        let rank = |index: usize| self.layout.rank(Place { layer, shard, index: index as u64 });
        let counts = StoredCounts::of(records, codes, rank);
        Ok(self.keep(&part, codes, Some(counts))?)
    }

    fn commit(&self, milestone: Milestone) -> Result<(), StorageError> {
        Ok(self.commit_checked(milestone)?)
    }

    fn states(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Ok(self.states_checked(shard)?)
    }

    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError> {
        Ok(self.codes_checked(layer, shard)?)
    }

    fn can_spill(&self) -> bool {
        true
    }

    fn spill(&self, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        spill::write(&self.directory.join(spill_name(shard)), states)?;
        self.bytes_written.fetch_add(spill::file_bytes(states.len()), Ordering::Relaxed);
        Ok(())
    }

    fn spilled(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Ok(spill::read(&self.directory.join(spill_name(shard)))?)
    }
}

/// Returns an error if a new table cannot be created in the directory.
fn check_can_create(directory: &Path, identity: &Identity) -> Result<(), Error> {
    let path = directory.to_path_buf();
    match Manifest::read(directory) {
        Ok(manifest) => {
            check_identity(directory, &manifest, identity)?;
            let table = identity.to_string();
            return Err(match manifest.is_complete() {
                true => Error::Complete { path, table },
                false => Error::Begun { path, table },
            });
        }
        Err(Error::NoTable { .. }) => {}
        Err(error) => return Err(error),
    }
    // An interrupted build may leave these files before it writes its first manifest.
    let begun = |name: &String| name == LOCK || name.strip_suffix(".partial") == Some(MANIFEST);
    match directory::names(directory)?.into_iter().find(|name| !begun(name)) {
        None => Ok(()),
        Some(other) => Err(Error::NotEmpty { path, other }),
    }
}

/// Returns an error if the directory contains another table. Rule files with the same meaning may have different texts and boards to
/// start from.
fn check_identity(directory: &Path, manifest: &Manifest, identity: &Identity) -> Result<(), Error> {
    let path = directory.to_path_buf();
    let found = Identity { rules: identity.rules.clone(), ..manifest.table.clone() };
    match found == *identity {
        true => Ok(()),
        false if found.to_string() == identity.to_string() => {
            Err(Error::damaged(&path, "the sizes of its layers differ from those of the game"))
        }
        false => Err(Error::Other { path, found: found.to_string(), asked: identity.to_string() }),
    }
}

fn is_read_only(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem)
}

/// Removes the build files that the manifest does not name. Leaves the lock if `keep_lock` is true.
fn remove_unnamed_files(directory: &Path, manifest: &Manifest, keep_lock: bool) -> Result<(), Error> {
    let named: HashSet<String> = manifest.files().collect();
    for name in directory::names(directory)? {
        let stays = name == MANIFEST || keep_lock && name == LOCK || named.contains(&name);
        if is_build_file(&name) && !stays {
            directory::remove(&directory.join(&name))?;
        }
    }
    Ok(())
}
