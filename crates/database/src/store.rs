use crate::counts::StoredCounts;
use crate::directory::{self, LOCK, MANIFEST, codes_name, is_of_a_build, spill_name, states_name};
use crate::manifest::{KeptRound, Manifest, SolvedLayer};
use crate::seal::Seal;
use crate::shard_file::{Contents, Part, ShardFile, write_shard};
use crate::spill;
use crate::{Error, Identity};
use std::collections::HashSet;
use std::fmt;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways_solve::{CheckpointStore, Layout, Milestone, Place, SolvedValue, StorageError};

/// Keeps what a build finds in a directory.
///
/// A commit writes a new manifest beside the old one and renames it into its place, after all that it names is on the disk.
/// So whatever ends the build at whatever moment, the directory is the table as of the last commit, and some files that
/// nobody names, which the next build removes.
pub struct Store {
    directory: PathBuf,
    identity: Identity,
    layout: Layout,
    is_due: Box<dyn Fn() -> bool + Send + Sync>,
    manifest: Mutex<Manifest>,
    bytes_written: AtomicU64,
    /// Held until the end.
    _lock: Option<File>,
}

impl fmt::Debug for Store {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Store").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Store {
    /// Begins a table in a directory that is empty, or is made now. `is_due` says whether it is time for a commit; it is
    /// asked now and then, and a build need not heed it.
    ///
    /// Takes [`Identity::layout_bytes`] of memory, which the caller looks at.
    ///
    /// # Errors
    /// That the directory has something in it, or what the system says.
    pub fn create(
        directory: &Path,
        identity: Identity,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Store, Error> {
        identity.check()?;
        directory::make(directory)?;
        refuse_what_is_there(directory, &identity)?;
        let lock = directory::lock(directory)?;
        // Meanwhile another build may have begun, and even have ended.
        refuse_what_is_there(directory, &identity)?;
        let manifest = Manifest::new(identity);
        manifest.write(directory)?;
        Ok(Store::new(directory, manifest, Box::new(is_due), Some(lock)))
    }

    /// Goes on with a table from the last commit; begins it if there is none. Files that are not named by the manifest, of a
    /// build that was ended, are removed.
    ///
    /// # Errors
    /// That the directory has another table, or one that is complete, or something else in it; that the manifest is damaged;
    /// or what the system says.
    pub fn resume(
        directory: &Path,
        identity: Identity,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<Store, Error> {
        match Manifest::read(directory) {
            Err(Error::NoTable { .. }) => return Store::create(directory, identity, is_due),
            Err(Error::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                return Store::create(directory, identity, is_due);
            }
            // Nothing is written into the directory of another table, not even a lock.
            manifest => refuse_another(directory, &manifest?, &identity)?,
        }
        let lock = directory::lock(directory)?;
        // As it is now that nobody else writes it.
        let manifest = Manifest::read(directory)?;
        refuse_another(directory, &manifest, &identity)?;
        // A build may have been killed when it had renamed the manifest, and the disk has the one before: what only that one
        // names stays until then.
        directory::sync(directory)?;
        if manifest.is_complete() {
            // It may have been killed before it could tidy up.
            remove_what_is_not_named(directory, &manifest, false)?;
            return Err(Error::Complete { path: directory.to_path_buf(), table: identity.to_string() });
        }
        remove_what_is_not_named(directory, &manifest, true)?;
        Ok(Store::new(directory, manifest, Box::new(is_due), Some(lock)))
    }

    /// Takes part in a build that another process has begun or resumed, which alone commits.
    ///
    /// # Errors
    /// As [`Store::resume`].
    pub fn join(directory: &Path, identity: &Identity) -> Result<Store, Error> {
        let manifest = Manifest::read(directory)?;
        refuse_another(directory, &manifest, identity)?;
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

    /// How the ranks are divided.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The bytes of all files that were written until now.
    pub fn bytes_written(&self) -> u64 {
        self.bytes_written.load(Ordering::Relaxed)
    }

    /// Whether every layer is solved.
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

    /// Writes the file of a part; there is none if it has no records.
    fn keep(&self, part: &Part<'_>, records: &[u32], counts: Option<StoredCounts>) -> Result<(), Error> {
        if records.len() as u64 != part.ranks {
            let (wanted, got) = (part.ranks, records.len());
            return Err(Error::Refused(format!(
                "a shard has {wanted} ranks, and not the {got} that are to be kept"
            )));
        }
        if !records.is_empty() {
            let written = write_shard(&self.path(part), part, records, counts)?;
            self.bytes_written.fetch_add(written, Ordering::Relaxed);
        }
        Ok(())
    }

    /// The files of a layer as they are on the disk, for the manifest: their counts and checksums.
    fn files(
        &self,
        layer: usize,
        contents: Contents,
    ) -> Result<(Vec<StoredCounts>, Vec<Option<Seal>>), Error> {
        let mut counts = Vec::new();
        let mut seals = Vec::new();
        for shard in 0..self.layout.shards() {
            let part = self.part(layer, shard, contents)?;
            if part.ranks == 0 {
                seals.push(None);
                continue;
            }
            let file = ShardFile::open(&self.path(&part), &part, None)?;
            counts.extend(file.counts().cloned());
            seals.push(Some(file.seal()));
        }
        Ok((counts, seals))
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
        // The names of the files, then the manifest that tells them, then what it does not tell any more.
        directory::sync(&self.directory)?;
        next.write(&self.directory)?;
        let before = std::mem::replace(&mut *manifest, next);
        if before.milestone() != manifest.milestone() {
            self.remove_states(&before)?;
        }
        if manifest.is_complete() {
            remove_what_is_not_named(&self.directory, &manifest, false)?;
        }
        Ok(())
    }

    /// Removes the states that `before` named.
    fn remove_states(&self, before: &Manifest) -> Result<(), Error> {
        let Some(round) = &before.round else { return Ok(()) };
        for shard in 0..self.layout.shards() {
            let name = states_name(before.solved.len(), round.number, shard);
            directory::remove(&self.directory.join(name))?;
        }
        Ok(())
    }

    fn states_checked(&self, shard: u32) -> Result<Vec<u32>, Error> {
        let (layer, round, seal) = {
            let manifest = self.manifest();
            let round = manifest.round.as_ref();
            let round = round.ok_or_else(|| Error::Refused("no round was committed".to_owned()))?;
            (manifest.solved.len(), round.number, round.files.get(shard as usize).copied().flatten())
        };
        self.read(&self.part(layer, shard, Contents::States { round })?, seal)
    }

    fn codes_checked(&self, layer: usize, shard: u32) -> Result<Vec<u32>, Error> {
        let seal = {
            let mut manifest = self.manifest();
            if layer >= manifest.solved.len() {
                // Another process may have committed it.
                let now = Manifest::read(&self.directory)?;
                refuse_another(&self.directory, &now, &self.identity)?;
                *manifest = now;
            }
            let solved = manifest.solved.get(layer);
            let solved = solved.ok_or_else(|| Error::Refused(format!("layer {layer} is not solved")))?;
            solved.files.get(shard as usize).copied().flatten()
        };
        self.read(&self.part(layer, shard, Contents::Codes)?, seal)
    }

    fn read(&self, part: &Part<'_>, seal: Option<Seal>) -> Result<Vec<u32>, Error> {
        match (part.ranks, seal) {
            (0, _) => Ok(Vec::new()),
            (_, Some(seal)) => ShardFile::open(&self.path(part), part, Some(seal))?.codes(),
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

    fn keep_states(&self, layer: usize, round: u32, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let part = self.part(layer, shard, Contents::States { round })?;
        Ok(self.keep(&part, states, None)?)
    }

    fn keep_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        let part = self.part(layer, shard, Contents::Codes)?;
        if codes.iter().any(|&code| code > SolvedValue::Won(SolvedValue::GREATEST).code()) {
            let what = format!("shard {shard} of layer {layer} has a code that stands for no value");
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
        spill::put_away(&self.directory.join(spill_name(shard)), states)?;
        self.bytes_written.fetch_add(4 * states.len() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn spilled(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Ok(spill::fetch(&self.directory.join(spill_name(shard)))?)
    }
}

/// Refuses a directory in which a table cannot begin.
fn refuse_what_is_there(directory: &Path, identity: &Identity) -> Result<(), Error> {
    let path = directory.to_path_buf();
    match Manifest::read(directory) {
        Ok(manifest) => {
            refuse_another(directory, &manifest, identity)?;
            let table = identity.to_string();
            return Err(match manifest.is_complete() {
                true => Error::Complete { path, table },
                false => Error::Begun { path, table },
            });
        }
        Err(Error::NoTable { .. }) => {}
        Err(error) => return Err(error),
    }
    // A build that was ended before its first manifest leaves these.
    let begun = |name: &String| name == LOCK || name.strip_suffix(".partial") == Some(MANIFEST);
    match directory::names(directory)?.into_iter().find(|name| !begun(name)) {
        None => Ok(()),
        Some(other) => Err(Error::NotEmpty { path, other }),
    }
}

fn refuse_another(directory: &Path, manifest: &Manifest, identity: &Identity) -> Result<(), Error> {
    let (path, found) = (directory.to_path_buf(), &manifest.table);
    match found == identity {
        true => Ok(()),
        false if found.to_string() == identity.to_string() => {
            Err(Error::damaged(&path, "its layers have other sizes than the game's"))
        }
        false => Err(Error::Other { path, found: found.to_string(), asked: identity.to_string() }),
    }
}

/// Removes the files of builds that the manifest does not name; the lock stays if the build goes on.
fn remove_what_is_not_named(directory: &Path, manifest: &Manifest, goes_on: bool) -> Result<(), Error> {
    let named: HashSet<String> = manifest.files().collect();
    for name in directory::names(directory)? {
        let stays = name == MANIFEST || goes_on && name == LOCK || named.contains(&name);
        if is_of_a_build(&name) && !stays {
            directory::remove(&directory.join(&name))?;
        }
    }
    Ok(())
}
