use crate::counts::StoredCounts;
use crate::directory::codes_name;
use crate::manifest::{Info, Manifest};
use crate::record::BLOCK;
use crate::shard_file::{Contents, Part, ShardFile, new_decompressor};
use crate::slots::Slots;
use crate::{Error, Identity};
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use winways_solve::{Counts, HOLE, Layout, PAGE, Place, RecordKind, SolvedRanks, SolvedValue, StorageError};
use zstd::bulk::Decompressor;

/// A complete or partial solved table, open for queries.
///
/// The [`Layout`] maps a rank to the file of its layer and shard and to a block of that file. The header and index of a
/// file are checked when the file is first used. A block's checksum is checked whenever the block is read, so a query
/// returns either the stored value or an error. Recently read blocks are cached: 32 MiB, or two blocks per shard if that
/// is more. [`Table::open_within`] limits the cache further.
pub struct Table {
    directory: PathBuf,
    manifest: Manifest,
    layout: Layout,
    counts: Counts,
    files: Slots<ShardFile>,
    blocks: Slots<Vec<u8>>,
    /// The size of the block cache in bytes.
    cache: u64,
    /// Decompressors that are currently unused.
    decompressors: Mutex<Vec<Decompressor<'static>>>,
}

/// The maximum number of open files.
const OPEN_FILES: usize = 256;

/// The number of cached blocks. Twice the number of shards is used instead if it is greater.
const BLOCKS: usize = (32 << 20) / BLOCK;

/// The minimum number of cached blocks.
const FEWEST_BLOCKS: usize = 16;

impl fmt::Debug for Table {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Table").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Table {
    /// Opens the table in `directory`.
    ///
    /// # Errors
    /// Returns an error if there is no table, the manifest is damaged, or a file is missing.
    pub fn open(directory: &Path) -> Result<Table, Error> {
        Table::open_within(directory, u64::MAX)
    }

    /// Opens the table in `directory` within a memory limit in bytes. The block cache takes at most an eighth of
    /// `memory`, but always holds at least 16 blocks. A manifest that does not fit is not read.
    ///
    /// # Errors
    /// Returns an error as [`Table::open`] does, or [`Error::Stopped`] if the manifest does not fit into `memory`.
    pub fn open_within(directory: &Path, memory: u64) -> Result<Table, Error> {
        Manifest::with(directory, memory, |manifest| Table::of_manifest(directory, manifest.clone(), memory))
    }

    fn of_manifest(directory: &Path, manifest: Manifest, memory: u64) -> Result<Table, Error> {
        let layout = manifest.layout(manifest.solved.len(), directory)?;
        for name in manifest.files() {
            let path = directory.join(name);
            fs::metadata(&path).map_err(Error::io("open", &path))?;
        }
        // Consecutive pages lie in different shards, so reading ranks in order needs a block of each shard.
        let blocks = BLOCKS.max(2 * manifest.table.shards as usize);
        let room = usize::try_from(memory / 8 / BLOCK as u64).unwrap_or(usize::MAX);
        let blocks = blocks.min(room.max(FEWEST_BLOCKS));
        Ok(Table {
            directory: directory.to_path_buf(),
            counts: manifest.counts(directory)?,
            layout,
            files: Slots::new(OPEN_FILES),
            blocks: Slots::new(blocks),
            cache: blocks as u64 * BLOCK as u64,
            decompressors: Mutex::new(Vec::new()),
            manifest,
        })
    }

    /// Returns an upper bound on the memory that the table uses, in bytes: the cached blocks and the layout.
    pub fn bytes(&self) -> u64 {
        let all: u64 = self.identity().ranks().map_or(u64::MAX, |ranks| ranks.saturating_mul(4));
        self.cache.min(all).saturating_add(self.identity().layout_bytes())
    }

    /// Returns the identity of the table: its game, its board and its division into shards.
    pub fn identity(&self) -> &Identity {
        &self.manifest.table
    }

    /// Returns the information that is available without reading the data files.
    ///
    /// # Errors
    /// Returns an error if a file is missing.
    pub fn info(&self) -> Result<Info, Error> {
        self.manifest.info(&self.directory)
    }

    /// Returns `true` if every layer is solved.
    pub fn is_complete(&self) -> bool {
        self.manifest.is_complete()
    }

    /// Returns the range of solved ranks, which are the ranks of the first layers.
    pub fn ranks(&self) -> Range<u64> {
        0..self.layout.rank_count()
    }

    /// Returns the code of a rank (see [`SolvedValue::code`] and [`RecordKind::of_code`]). Takes about a tenth of a
    /// microsecond if the block is cached. Otherwise the block is read and decompressed, which takes about ten
    /// microseconds if the system has cached the file.
    ///
    /// # Errors
    /// Returns an error if the rank does not exist or is not solved yet, or if the file is damaged.
    pub fn code(&self, rank: u64) -> Result<u32, Error> {
        let mut code = [HOLE];
        self.read(rank..rank.saturating_add(1), &mut code)?;
        Ok(code[0])
    }

    /// Reads the codes of `ranks` into `codes`, which must have the same length. Long ranges are read fastest.
    ///
    /// # Errors
    /// Returns an error as [`Table::code`] does.
    pub fn read(&self, ranks: Range<u64>, codes: &mut [u32]) -> Result<(), Error> {
        self.refuse_unsolved(&ranks)?;
        let (mut rank, mut codes) = (ranks.start, codes);
        while rank < ranks.end && !codes.is_empty() {
            let place = self.layout.locate(rank);
            let layer = self.layout.ranks(place.layer);
            // The rest of the page, limited by the ends of the layer and of the requested range.
            let run = (PAGE - place.index % PAGE).min(layer.end - rank).min(ranks.end - rank);
            let (now, later) = codes.split_at_mut((run as usize).min(codes.len()));
            self.read_run(place, now)?;
            rank += now.len() as u64;
            codes = later;
        }
        Ok(())
    }

    fn refuse_unsolved(&self, ranks: &Range<u64>) -> Result<(), Error> {
        let count = self.layout.rank_count();
        if ranks.end <= count {
            return Ok(());
        }
        let rank = ranks.start.max(count);
        let all = self.identity().ranks().unwrap_or(u64::MAX);
        Err(Error::Refused(match rank < all {
            true => format!("rank {rank} is not solved yet: the table has the first {count} of {all} ranks"),
            false => format!("rank {rank} does not exist: the table has {all} ranks"),
        }))
    }

    /// Reads the codes from `place` onwards, within one page.
    fn read_run(&self, place: Place, codes: &mut [u32]) -> Result<(), Error> {
        let file = self.file(place.layer, place.shard)?;
        let each = file.width().records_a_block();
        // A damaged record must not make a caller allocate memory for its value.
        let greatest = file.counts().map_or(u32::MAX, StoredCounts::greatest_code);
        let (mut index, mut codes) = (place.index as usize, codes);
        while !codes.is_empty() {
            let (number, start) = (index / each, index % each);
            let block = self.block(&file, place, number)?;
            let (now, later) = codes.split_at_mut((each - start).min(codes.len()));
            file.width().decode(&block, start, now);
            if now.iter().any(|&code| code > greatest) {
                let what = format!("block {number} has a record that its counts do not include");
                return Err(Error::damaged(file.path(), what));
            }
            index += now.len();
            codes = later;
        }
        Ok(())
    }

    /// Returns the number of the file of a layer and shard, which serves as its cache key.
    fn file_number(&self, layer: usize, shard: u32) -> u64 {
        layer as u64 * u64::from(self.layout.shards()) + u64::from(shard)
    }

    fn file(&self, layer: usize, shard: u32) -> Result<std::sync::Arc<ShardFile>, Error> {
        self.files.get(self.file_number(layer, shard), || {
            let (identity, ranks) = (&self.manifest.table, self.layout.len(layer, shard));
            let part = Part { identity, layer, shard, contents: Contents::Codes, ranks };
            let checksum = self.manifest.solved[layer].files[shard as usize];
            ShardFile::open(&self.directory.join(codes_name(layer, shard)), &part, checksum)
        })
    }

    fn block(&self, file: &ShardFile, place: Place, number: usize) -> Result<std::sync::Arc<Vec<u8>>, Error> {
        let key = self.file_number(place.layer, place.shard) << 32 | number as u64;
        self.blocks.get(key, || {
            let idle = self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut decompressor = idle.map_or_else(|| new_decompressor(file.path()), Ok)?;
            let block = file.block(number, &mut decompressor);
            self.decompressors.lock().unwrap_or_else(PoisonError::into_inner).push(decompressor);
            block
        })
    }
}

impl SolvedRanks for Table {
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError> {
        match self.records() {
            RecordKind::Values | RecordKind::Points => Ok(SolvedValue::of_code(self.code(rank)?)),
            RecordKind::Outcomes => {
                Err(StorageError::new("the table stores who wins, but not in how many moves"))
            }
        }
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn records(&self) -> RecordKind {
        self.manifest.table.records
    }

    fn is_complete(&self) -> bool {
        self.manifest.is_complete()
    }

    fn codes(&self, ranks: Range<u64>, codes: &mut [u32]) -> Result<(), StorageError> {
        Ok(self.read(ranks, codes)?)
    }
}
