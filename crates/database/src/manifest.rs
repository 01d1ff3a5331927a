//! The manifest: what of a table is there, with the checksum of every file.

use crate::canonical;
use crate::counts::StoredCounts;
use crate::directory::{self, MANIFEST, codes_name, states_name, write_whole};
use crate::record::BLOCK;
use crate::seal::Seal;
use crate::{Error, Identity};
use serde::{Deserialize, Serialize};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use winways_solve::{Counts, Layout, Milestone, StopReason};

/// The manifest of a table. Its file has exactly the bytes that [`canonical::to_bytes`] makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    format: String,
    version: u64,
    pub(crate) table: Identity,
    /// The layers that are solved: the first, the second, …
    pub(crate) solved: Vec<SolvedLayer>,
    /// The round of the next layer that was kept last.
    pub(crate) round: Option<KeptRound>,
    /// The checksum of the file with zeros for the digits of the checksum.
    checksum: Seal,
}

/// A layer that is solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SolvedLayer {
    #[serde(rename = "tally")]
    pub(crate) counts: StoredCounts,
    /// For each shard the checksum of its file but the blocks; none for a shard without ranks, which has no file.
    pub(crate) files: Vec<Option<Seal>>,
}

/// The states of a layer that is not solved yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeptRound {
    pub(crate) number: u32,
    /// As [`SolvedLayer::files`].
    pub(crate) files: Vec<Option<Seal>>,
}

/// What versions have in common.
#[derive(Deserialize)]
struct AnyManifest {
    format: String,
    version: u64,
}

const FORMAT: &str = "winways table";

/// The version that is written and read.
const VERSION: u64 = 1;

/// No manifest is that long: sixteen million files.
const LONGEST: u64 = 1 << 30;

/// What is made of a manifest takes no more than so many times its length: what it says, a copy, and its bytes a second time.
const SHARE: u64 = 8;

/// From so many bytes of memory on for the division of the ranks, the files are looked at first.
const LARGE: u64 = 16 << 20;

impl Manifest {
    /// The manifest of a table of which nothing is solved.
    pub(crate) fn new(table: Identity) -> Manifest {
        let (format, solved) = (FORMAT.to_owned(), Vec::new());
        Manifest { format, version: VERSION, table, solved, round: None, checksum: Seal(0) }
    }

    /// Reads the manifest in a directory.
    pub(crate) fn read(directory: &Path) -> Result<Manifest, Error> {
        Manifest::read_within(directory, u64::MAX)
    }

    /// Reads the manifest in a directory; one for which so much memory has no room is not read to its end.
    pub(crate) fn read_within(directory: &Path, memory: u64) -> Result<Manifest, Error> {
        let path = directory.join(MANIFEST);
        let longest = LONGEST.min(memory / SHARE);
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

    /// Reads the manifest in a directory, and looks at its files. A build may put another manifest in its place meanwhile, and
    /// remove files that the new one does not name: then it is done once more.
    pub(crate) fn with<T>(
        directory: &Path,
        memory: u64,
        look: impl Fn(&Manifest) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut manifest = Manifest::read_within(directory, memory)?;
        loop {
            match look(&manifest) {
                Err(Error::Io { source, .. }) if is_missing(&source) => {
                    let now = Manifest::read_within(directory, memory)?;
                    if now == manifest {
                        return look(&manifest);
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
        // Any other way to write the same would escape the checksum.
        match manifest.clone().bytes() {
            Ok(canonical) if canonical == bytes => Ok(manifest),
            _ => Err(Error::damaged(path, "its checksum is another, or it is not written as manifests are")),
        }
    }

    /// The bytes of the file, with the checksum they have.
    fn bytes(mut self) -> Result<Vec<u8>, String> {
        self.checksum = Seal(0);
        let mut bytes = canonical::to_bytes(&self)?;
        let seal = Seal::of(&bytes).to_string();
        // The checksum is the last field: its digits are followed by a quotation mark, a line break, a brace, a line break.
        let end = bytes.len() - 4;
        bytes[end - seal.len()..end].copy_from_slice(seal.as_bytes());
        Ok(bytes)
    }

    /// Whether the parts fit together; what does not fit. Nothing that is told is believed before memory is taken for it.
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
            return Err("it has not one file a shard".to_owned());
        }
        for (layer, (solved, &ranks)) in self.solved.iter().zip(&self.table.layers).enumerate() {
            if !solved.counts.fit(self.table.records, layer, ranks) {
                return Err(format!("the numbers of positions of layer {layer} cannot be right"));
            }
        }
        Ok(())
    }

    /// Writes the file, and makes it durable.
    pub(crate) fn write(&self, directory: &Path) -> Result<(), Error> {
        let bytes = self.clone().bytes().map_err(Error::Refused)?;
        write_whole(&directory.join(MANIFEST), |out| out.write_all(&bytes))?;
        directory::sync(directory)
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.solved.len() == self.table.layers.len()
    }

    /// How far the build has come.
    pub(crate) fn milestone(&self) -> Option<Milestone> {
        let layer = self.solved.len();
        match &self.round {
            Some(round) => Some(Milestone::Round { layer, round: round.number }),
            None => layer.checked_sub(1).map(Milestone::Layer),
        }
    }

    /// The names of the files that are named, those of codes first.
    pub(crate) fn files(&self) -> impl Iterator<Item = String> + '_ {
        let codes = self.solved.iter().enumerate().flat_map(|(layer, solved)| {
            let named = (0u32..).zip(&solved.files).filter(|(_, seal)| seal.is_some());
            named.map(move |(shard, _)| codes_name(layer, shard))
        });
        let layer = self.solved.len();
        let states = self.round.iter().flat_map(move |round| {
            let named = (0u32..).zip(&round.files).filter(|(_, seal)| seal.is_some());
            named.map(move |(shard, _)| states_name(layer, round.number, shard))
        });
        codes.chain(states)
    }

    /// How the ranks of the first so many layers are divided, those that are solved or under way.
    pub(crate) fn layout(&self, layers: usize, directory: &Path) -> Result<Layout, Error> {
        let damaged = |what: String| Error::damaged(&directory.join(MANIFEST), what);
        let sizes = &self.table.layers[..layers];
        let part = Identity { layers: sizes.to_vec(), ..self.table.clone() };
        // What a manifest tells is not believed before much memory is taken for it.
        if part.layout_bytes() > LARGE && part.ranks() > self.most_ranks(directory) {
            return Err(damaged("it has more ranks than its files have room for".to_owned()));
        }
        let layout = Layout::new(sizes, self.table.shards);
        let files =
            self.solved.iter().map(|layer| &layer.files).chain(self.round.iter().map(|round| &round.files));
        for (layer, files) in files.enumerate().take(layers) {
            for (shard, seal) in (0u32..).zip(files) {
                if seal.is_some() != (layout.len(layer, shard) > 0) {
                    return Err(damaged(format!(
                        "shard {shard} of layer {layer} has no file, or one without need"
                    )));
                }
            }
        }
        Ok(layout)
    }

    /// A bound on the ranks that the files can hold.
    fn most_ranks(&self, directory: &Path) -> Option<u64> {
        // Of a block there are 20 bytes in the index and at least one of its own; a byte has four records at most.
        let capacity = |length: u64| (length / 21).saturating_mul(BLOCK as u64 * 4);
        let lengths = self.files().filter_map(|name| fs::metadata(directory.join(name)).ok());
        Some(lengths.map(|file| capacity(file.len())).fold(0, u64::saturating_add))
    }

    /// The counts of the layers that are solved.
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

/// What is known of a table without a look into its files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The directory.
    pub path: PathBuf,
    /// What it is a table of.
    pub identity: Identity,
    /// How far the build has come; `None` if nothing is kept yet.
    pub milestone: Option<Milestone>,
    /// Whether every layer is solved.
    pub is_complete: bool,
    /// The number of files beside the manifest.
    pub files: u64,
    /// The bytes of all files.
    pub bytes: u64,
    /// How many positions of the solved layers have which value.
    pub counts: Counts,
}

impl Info {
    /// Reads the manifest in `directory`.
    ///
    /// # Errors
    /// That there is none, or that it is damaged.
    pub fn read(directory: &Path) -> Result<Info, Error> {
        Info::read_within(directory, u64::MAX)
    }

    /// As [`Info::read`], where the manifest is read only as far as so many bytes of memory have room for what is made of it.
    ///
    /// # Errors
    /// As [`Info::read`], or [`Error::Stopped`].
    pub fn read_within(directory: &Path, memory: u64) -> Result<Info, Error> {
        Manifest::with(directory, memory, |manifest| manifest.info(directory))
    }
}

fn is_missing(error: &std::io::Error) -> bool {
    // A file in place of the directory is no directory without a manifest.
    error.kind() == std::io::ErrorKind::NotFound
}

/// The bytes of a file; `None` if there are more than `longest`, which are not read then if the system tells their number.
fn read_file(path: &Path, longest: u64) -> std::io::Result<Option<Vec<u8>>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > longest {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    let read = file.take(longest + 1).read_to_end(&mut bytes)?;
    Ok((read as u64 <= longest).then_some(bytes))
}
