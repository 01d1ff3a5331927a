use super::format::{END, ENTRY, FOOTER, MAGIC};
use super::header::{AFTER_HEADER, BEFORE_HEADER, Header, Part};
use crate::Error;
use crate::counts::StoredCounts;
use crate::record::{BLOCK, Width};
use crate::seal::Checksum;
use std::fs::File;
use std::path::{Path, PathBuf};
use zstd::bulk::Decompressor;

/// An open file of records. Everything except the blocks has been checked.
#[derive(Debug)]
pub(crate) struct ShardFile {
    path: PathBuf,
    file: File,
    width: Width,
    ranks: u64,
    counts: Option<StoredCounts>,
    blocks: Vec<Block>,
    length: u64,
    checksum: Checksum,
}

/// An entry of the index.
#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    length: u32,
    checksum: u64,
}

impl ShardFile {
    /// Opens the file of `part`. If `checksum` is given, it must be the checksum of all bytes outside the blocks.
    pub(crate) fn open(path: &Path, part: &Part<'_>, checksum: Option<Checksum>) -> Result<ShardFile, Error> {
        let file = File::open(path).map_err(Error::io("open", path))?;
        let length = file.metadata().map_err(Error::io("open", path))?.len();
        let front = read_front(&file, path, length)?;
        let header = Header::read(path, &front)?;
        let width = header.check(path, part)?;
        let count = header.ranks.div_ceil(width.records_a_block() as u64);
        // Each block has at least one byte: check the number of blocks before memory is allocated for the index.
        let available = length - front.len() as u64;
        if count.saturating_mul(ENTRY as u64 + 1).saturating_add(FOOTER as u64) > available {
            return Err(Error::damaged(path, "it is too short for its records"));
        }
        let mut tail = vec![0; count as usize * ENTRY + FOOTER];
        let tail_start = length - tail.len() as u64;
        read_at(&file, &mut tail, tail_start).map_err(Error::io("read", path))?;
        let blocks = read_index(path, &tail, front.len() as u64, tail_start)?;
        let found = Checksum::of_both(&front, &tail);
        if checksum.is_some_and(|checksum| checksum != found) {
            return Err(Error::damaged(path, "its checksum differs from the checksum in the manifest"));
        }
        let path = path.to_path_buf();
        Ok(ShardFile {
            path,
            file,
            width,
            ranks: header.ranks,
            counts: header.counts,
            blocks,
            length,
            checksum: found,
        })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn width(&self) -> Width {
        self.width
    }

    pub(crate) fn counts(&self) -> Option<&StoredCounts> {
        self.counts.as_ref()
    }

    /// Returns the length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the checksum of all bytes outside the blocks.
    pub(crate) fn checksum(&self) -> Checksum {
        self.checksum
    }

    pub(crate) fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the range of records in a block.
    pub(crate) fn records(&self, block: usize) -> std::ops::Range<u64> {
        let each = self.width.records_a_block() as u64;
        let start = block as u64 * each;
        start..self.ranks.min(start + each)
    }

    /// Reads a block, checks its checksum and decompresses it.
    pub(crate) fn block(
        &self,
        number: usize,
        decompressor: &mut Decompressor<'static>,
    ) -> Result<Vec<u8>, Error> {
        let block = self.blocks[number];
        let records = self.records(number);
        let wrong = |what: &str| {
            let (first, last, of) = (records.start, records.end - 1, self.blocks.len());
            Error::damaged(&self.path, format!("block {number} of {of}, records {first} to {last}: {what}"))
        };
        let mut compressed = vec![0; block.length as usize];
        let read = read_at(&self.file, &mut compressed, block.offset);
        read.map_err(Error::io("read", &self.path))?;
        if Checksum::of(&compressed).0 != block.checksum {
            return Err(wrong("the checksum does not match"));
        }
        let size = self.width.bytes((records.end - records.start) as usize);
        let mut raw = Vec::with_capacity(size);
        match decompressor.decompress_to_buffer(&compressed, &mut raw) {
            Ok(_) if raw.len() == size => Ok(raw),
            Ok(_) => Err(wrong("it is shorter than its records")),
            Err(error) => Err(wrong(&format!("it cannot be decompressed: {error}"))),
        }
    }

    /// Reads the codes or states of the whole file.
    pub(crate) fn codes(&self) -> Result<Vec<u32>, Error> {
        let mut decompressor = new_decompressor(&self.path)?;
        let mut codes = vec![0; self.ranks as usize];
        for number in 0..self.blocks.len() {
            let raw = self.block(number, &mut decompressor)?;
            let records = self.records(number);
            self.width.decode(&raw, 0, &mut codes[records.start as usize..records.end as usize]);
        }
        Ok(codes)
    }
}

/// Creates a decompressor for blocks. `path` is used only in the error message.
pub(crate) fn new_decompressor(path: &Path) -> Result<Decompressor<'static>, Error> {
    Decompressor::new().map_err(Error::io("decompress", path))
}

/// Reads the beginning of a file: magic, length, header, checksum.
fn read_front(file: &File, path: &Path, length: u64) -> Result<Vec<u8>, Error> {
    let too_short = || Error::damaged(path, "it is too short for a header");
    let mut start = [0; BEFORE_HEADER];
    if length < (BEFORE_HEADER + AFTER_HEADER) as u64 {
        return Err(too_short());
    }
    read_at(file, &mut start, 0).map_err(Error::io("read", path))?;
    if start[..MAGIC.len()] != MAGIC {
        return Err(Error::damaged(
            path,
            "it is not a file of a table: it does not start with the expected bytes",
        ));
    }
    let header = u32::from_le_bytes([start[8], start[9], start[10], start[11]]);
    let size = BEFORE_HEADER as u64 + u64::from(header) + AFTER_HEADER as u64;
    if size > length {
        return Err(too_short());
    }
    let mut front = vec![0; size as usize];
    read_at(file, &mut front, 0).map_err(Error::io("read", path))?;
    Ok(front)
}

/// Parses the index and the footer, and checks that the blocks follow one another from `start` to `end`.
fn read_index(path: &Path, tail: &[u8], start: u64, end: u64) -> Result<Vec<Block>, Error> {
    let damaged = |what: &str| Error::damaged(path, what);
    let (index, footer) = tail.split_at(tail.len() - FOOTER);
    let (checksum, mark) = footer.split_at(8);
    if mark != END {
        return Err(damaged("its end is invalid: bytes are missing or left over"));
    }
    if Checksum::of(index).0.to_le_bytes() != checksum {
        return Err(damaged("the checksum of its index does not match"));
    }
    let mut blocks = Vec::with_capacity(index.len() / ENTRY);
    let mut next = start;
    let (entries, _) = index.as_chunks::<ENTRY>();
    for entry in entries {
        let word = |from: usize| std::array::from_fn(|place| entry[from + place]);
        let offset = u64::from_le_bytes(word(0));
        let length = u32::from_le_bytes([entry[8], entry[9], entry[10], entry[11]]);
        let checksum = u64::from_le_bytes(word(12));
        if offset != next || length as usize > zstd::zstd_safe::compress_bound(BLOCK) {
            return Err(damaged("an offset or a length in its index is invalid"));
        }
        next += u64::from(length);
        blocks.push(Block { offset, length, checksum });
    }
    match next == end {
        true => Ok(blocks),
        false => Err(damaged("there are unexpected bytes between its blocks and its index")),
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> std::io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> std::io::Result<()> {
    while !buffer.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, buffer, offset)? {
            0 => return Err(std::io::ErrorKind::UnexpectedEof.into()),
            read => (buffer, offset) = (&mut buffer[read..], offset + read as u64),
        }
    }
    Ok(())
}
