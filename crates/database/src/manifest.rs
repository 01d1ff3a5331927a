//! The manifest of a table, which records the solved layers and the checksum of every file.

use crate::canonical;
use crate::counts::StoredCounts;
use crate::directory::{self, MANIFEST, codes_name, states_name, write_whole};
use crate::record::BLOCK;
use crate::seal::Checksum;
use crate::{Error, Identity};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use winways_solve::{Counts, Layout, Milestone, StopReason};

/// The manifest of a table. The bytes of its file are exactly those that [`canonical::to_bytes`] produces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: String,
    version: u64,
    pub(crate) table: Identity,
    /// The solved layers, in order.
    pub(crate) solved: Vec<SolvedLayer>,
    /// The last committed round of the first unsolved layer.
    pub(crate) round: Option<KeptRound>,
    /// The checksum of the file, computed with zeros in place of the digits of the checksum itself.
    checksum: Checksum,
}

/// A solved layer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvedLayer {
    #[serde(rename = "tally")]
    pub(crate) counts: StoredCounts,
    /// The checksum of each shard's file, without its blocks; `None` for a shard without ranks, which has no file.
    pub(crate) files: Vec<Option<Checksum>>,
}

/// The states of a layer that is not solved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptRound {
    pub(crate) number: u32,
    /// The checksums of the files, as in [`SolvedLayer::files`].
    pub(crate) files: Vec<Option<Checksum>>,
}

/// The fields that all versions have in common.
#[derive(Deserialize)]
struct AnyManifest {
    format: String,
    version: u64,
}

const FORMAT: &str = "winways table";

/// The version of the format that this crate reads and writes.
const VERSION: u64 = 1;

/// The maximum length of a manifest in bytes, which is enough for sixteen million files.
const LONGEST: u64 = 1 << 30;

/// An upper bound for the memory used to parse a manifest, as a multiple of its length: the parsed value, a copy of it
/// and its bytes serialised again.
const MEMORY_PER_BYTE: u64 = 8;

/// The memory of a layout, in bytes, above which the sizes of the files are checked first.
const LARGE: u64 = 16 << 20;

impl Manifest {
    /// Creates the manifest of a table with no solved layers.
    pub(crate) fn new(table: Identity) -> Manifest {
        let (format, solved) = (FORMAT.to_owned(), Vec::new());
        Manifest { format, version: VERSION, table, solved, round: None, checksum: Checksum(0) }
    }

    /// Reads the manifest in a directory.
    pub(crate) fn read(directory: &Path) -> Result<Manifest, Error> {
        Manifest::read_within(directory, u64::MAX)
    }

    /// Reads the manifest in a directory, within a memory limit in bytes. A manifest that does not fit is not read to
    /// its end.
    pub(crate) fn read_within(directory: &Path, memory: u64) -> Result<Manifest, Error> {
        let path = directory.join(MANIFEST);
        let longest = LONGEST.min(memory / MEMORY_PER_BYTE);
        let bytes = match read_file(&path, longest) {
            Ok(Some(bytes)) => bytes,
            Ok(None) if longest < LONGEST => {
                return Err(Error::Stopped(StopReason::Memory { limit: memory }.after(0)));
            }
            Ok(None) => return Err(Error::damaged(&path, "it is too long for a manifest")),
            Err(error) if is_missing(&error) => {
                return match fs::metadata(directory) {
                    Ok(_) => Err(Error::NoTable { path: directory.to_path_buf() }),
                    Err(error) => Err(Error::io("open", directory)(error)),
                };
            }
            Err(error) => return Err(Error::io("read", &path)(error)),
        };
        let manifest = Manifest::of_bytes(&path, &bytes)?;
        manifest.check().map_err(|what| Error::damaged(&path, what))?;
        Ok(manifest)
    }

    /// Reads the manifest in a directory and calls `read_files` with it. A build may meanwhile replace the manifest and
    /// remove files that the new one does not name; in that case the call is repeated with the new manifest.
    pub(crate) fn with<T>(
        directory: &Path,
        memory: u64,
        read_files: impl Fn(&Manifest) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut manifest = Manifest::read_within(directory, memory)?;
        loop {
            match read_files(&manifest) {
                Err(Error::Io { source, .. }) if is_missing(&source) => {
                    let now = Manifest::read_within(directory, memory)?;
                    if now == manifest {
                        return read_files(&manifest);
                    }
                    manifest = now;
                }
                result => return result,
            }
        }
    }

    fn of_bytes(path: &Path, bytes: &[u8]) -> Result<Manifest, Error> {
        let general: Option<AnyManifest> = serde_json::from_slice(bytes).ok();
        let general = general.filter(|general| general.format == FORMAT && general.version > VERSION);
        if let Some(AnyManifest { version, .. }) = general {
            return Err(Error::Newer { path: path.to_path_buf(), version, known: VERSION });
        }
        let manifest: Manifest =
            serde_json::from_slice(bytes).map_err(|error| Error::damaged(path, error.to_string()))?;
        // Any other serialisation of the same manifest would escape the checksum.
        match manifest.clone().bytes() {
            Ok(canonical) if canonical == bytes => Ok(manifest),
            _ => Err(Error::damaged(path, "its checksum does not match, or it is not in canonical form")),
        }
    }

    /// Returns the bytes of the file, with the checksum filled in.
    fn bytes(mut self) -> Result<Vec<u8>, String> {
        self.checksum = Checksum(0);
        let mut bytes = canonical::to_bytes(&self)?;
        let checksum = Checksum::of(&bytes).to_string();
        // The checksum is the last field: its digits are followed by a quotation mark, a line break, a brace and a line
        // break.
        let end = bytes.len() - 4;
        bytes[end - checksum.len()..end].copy_from_slice(checksum.as_bytes());
        Ok(bytes)
    }

    /// Checks that the parts of the manifest are consistent, before memory is allocated according to its numbers. The
    /// error describes the inconsistency.
    fn check(&self) -> Result<(), String> {
        if let Some(why) = self.table.refusal() {
            return Err(why);
        }
        if self.format != FORMAT || self.version != VERSION {
            return Err("it is not the manifest of a table".to_owned());
        }
        if self.solved.len() + usize::from(self.round.is_some()) > self.table.layers.len() {
            return Err("it has more layers than the table".to_owned());
        }
        let files =
            self.solved.iter().map(|layer| &layer.files).chain(self.round.iter().map(|round| &round.files));
        if files.into_iter().any(|files| files.len() != self.table.shards as usize) {
            return Err("it does not have one file for each shard".to_owned());
        }
        for (layer, (solved, &ranks)) in self.solved.iter().zip(&self.table.layers).enumerate() {
            if !solved.counts.fit(self.table.records, layer, ranks) {
                return Err(format!("the counts of positions of layer {layer} are impossible"));
            }
        }
        Ok(())
    }

    /// Writes the manifest and makes it durable.
    pub(crate) fn write(&self, directory: &Path) -> Result<(), Error> {
        let bytes = self.clone().bytes().map_err(Error::Refused)?;
        write_whole(&directory.join(MANIFEST), |out| out.write_all(&bytes))?;
        directory::sync(directory)
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.solved.len() == self.table.layers.len()
    }

    /// Returns the last milestone of the build.
    pub(crate) fn milestone(&self) -> Option<Milestone> {
        let layer = self.solved.len();
        match &self.round {
            Some(round) => Some(Milestone::Round { layer, round: round.number }),
            None => layer.checked_sub(1).map(Milestone::Layer),
        }
    }

    /// Returns the names of all files of the table other than the manifest, code files first.
    pub(crate) fn files(&self) -> impl Iterator<Item = String> + '_ {
        let codes = self.solved.iter().enumerate().flat_map(|(layer, solved)| {
            let named = (0u32..).zip(&solved.files).filter(|(_, checksum)| checksum.is_some());
            named.map(move |(shard, _)| codes_name(layer, shard))
        });
        let layer = self.solved.len();
        let states = self.round.iter().flat_map(move |round| {
            let named = (0u32..).zip(&round.files).filter(|(_, checksum)| checksum.is_some());
            named.map(move |(shard, _)| states_name(layer, round.number, shard))
        });
        codes.chain(states)
    }

    /// Returns the layout of the ranks of the first `layers` layers, all of which must be solved or in progress.
    pub(crate) fn layout(&self, layers: usize, directory: &Path) -> Result<Layout, Error> {
        let damaged = |what: String| Error::damaged(&directory.join(MANIFEST), what);
        let sizes = &self.table.layers[..layers];
        let part = Identity { layers: sizes.to_vec(), ..self.table.clone() };
        // The numbers in a manifest must not cause a large allocation before they are checked.
        if part.layout_bytes() > LARGE && part.ranks() > self.most_ranks(directory) {
            return Err(damaged("it has more ranks than its files can hold".to_owned()));
        }
        let layout = Layout::new(sizes, self.table.shards);
        let files =
            self.solved.iter().map(|layer| &layer.files).chain(self.round.iter().map(|round| &round.files));
        for (layer, files) in files.enumerate().take(layers) {
            for (shard, checksum) in (0u32..).zip(files) {
                if checksum.is_some() != (layout.len(layer, shard) > 0) {
                    return Err(damaged(format!(
                        "shard {shard} of layer {layer} lacks its file, or has a file but no ranks"
                    )));
                }
            }
        }
        Ok(layout)
    }

    /// Returns an upper bound for the number of ranks that the files can hold.
    fn most_ranks(&self, directory: &Path) -> Option<u64> {
        // Each block takes 20 bytes in the index and at least one byte of data. A byte of a block before compression
        // holds at most four records.
        let capacity = |length: u64| (length / 21).saturating_mul(BLOCK as u64 * 4);
        let lengths = self.files().filter_map(|name| fs::metadata(directory.join(name)).ok());
        Some(lengths.map(|file| capacity(file.len())).fold(0, u64::saturating_add))
    }

    /// Returns the counts of the solved layers.
    pub(crate) fn counts(&self, directory: &Path) -> Result<Counts, Error> {
        let stored = StoredCounts::sum(self.solved.iter().map(|layer| &layer.counts));
        stored.counts(self.table.records).map_err(|what| Error::damaged(&directory.join(MANIFEST), what))
    }

    pub(crate) fn info(&self, directory: &Path) -> Result<Info, Error> {
        let mut bytes = 0;
        for name in std::iter::once(MANIFEST.to_owned()).chain(self.files()) {
            let path = directory.join(name);
            bytes += fs::metadata(&path).map_err(Error::io("open", &path))?.len();
        }
        Ok(Info {
            path: directory.to_path_buf(),
            identity: self.table.clone(),
            milestone: self.milestone(),
            is_complete: self.is_complete(),
            files: self.files().count() as u64,
            bytes,
            counts: self.counts(directory)?,
        })
    }
}

/// The information about a table that is available without reading its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The directory of the table.
    pub path: PathBuf,
    /// The identity of the table.
    pub identity: Identity,
    /// The last milestone of the build; `None` if nothing has been committed yet.
    pub milestone: Option<Milestone>,
    /// `true` if every layer is solved.
    pub is_complete: bool,
    /// The number of files other than the manifest.
    pub files: u64,
    /// The total size of all files in bytes, including the manifest.
    pub bytes: u64,
    /// The number of positions with each value in the solved layers.
    pub counts: Counts,
}

impl Info {
    /// Reads the manifest in `directory`.
    ///
    /// # Errors
    /// Returns an error if there is no manifest, if the manifest is damaged, or if a file that it names is missing.
    pub fn read(directory: &Path) -> Result<Info, Error> {
        Info::read_within(directory, u64::MAX)
    }

    /// Reads the manifest in `directory`, within a memory limit in bytes. A manifest that does not fit is not read to
    /// its end.
    ///
    /// # Errors
    /// Fails like [`Info::read`], or with [`Error::Stopped`] if the manifest does not fit into `memory`.
    pub fn read_within(directory: &Path, memory: u64) -> Result<Info, Error> {
        Manifest::with(directory, memory, |manifest| manifest.info(directory))
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    // If `directory` is a file, the system reports a different error.
    error.kind() == std::io::ErrorKind::NotFound
}

/// Reads a file. Returns `None` if it is longer than `longest`; if the system reports the length, such a file is not
/// read at all.
fn read_file(path: &Path, longest: u64) -> std::io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > longest {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = file.take(longest + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= longest).then_some(bytes))
}
