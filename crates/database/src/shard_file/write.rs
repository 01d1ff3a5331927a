use super::format::{END, ENTRY, FOOTER};
use super::header::{Contents, Header, Part};
use crate::Error;
use crate::counts::StoredCounts;
use crate::directory::write_whole;
use crate::record::{BLOCK, Width};
use crate::seal::Checksum;
use std::io::{self, Write};
use std::path::Path;
use winways_solve::RecordKind;
use zstd::bulk::Compressor;

/// The compression level. It is part of the format, since equal tables must have equal bytes.
///
/// On tables of the catalogue's games, level 3 is as fast as level 1 (230 to 680 MB/s) and saves a tenth more space.
/// Level 9 is ten times slower and saves another quarter.
const LEVEL: i32 = 3;

/// Writes a file of records atomically, and returns its length.
pub(crate) fn write_shard(
    path: &Path,
    part: &Part<'_>,
    codes: &[u32],
    counts: Option<StoredCounts>,
) -> Result<u64, Error> {
    let greatest = codes.iter().copied().max().unwrap_or(0);
    let records = match part.contents {
        Contents::Codes => part.identity.records,
        Contents::States { .. } => RecordKind::Values,
    };
    let width = Width::of_greatest(records, greatest);
    let header = Header::new(part, width, counts).bytes().map_err(Error::Refused)?;
    let mut length = 0;
    write_whole(path, |out| {
        out.write_all(&header)?;
        let mut index = Vec::new();
        length = write_blocks(out, header.len() as u64, width, codes, &mut index)?;
        out.write_all(&index)?;
        out.write_all(&Checksum::of(&index).0.to_le_bytes())?;
        out.write_all(&END)?;
        length += (index.len() + FOOTER) as u64;
        Ok(())
    })?;
    Ok(length)
}

/// Writes the blocks from offset `start` on and appends their entries to `index`. Returns the offset at which the last
/// block ends.
fn write_blocks(
    out: &mut dyn Write,
    start: u64,
    width: Width,
    codes: &[u32],
    index: &mut Vec<u8>,
) -> io::Result<u64> {
    let mut compressor = Compressor::new(LEVEL)?;
    let mut raw = Vec::with_capacity(BLOCK);
    let mut block = Vec::with_capacity(zstd::zstd_safe::compress_bound(BLOCK));
    let mut offset = start;
    index.reserve(codes.len().div_ceil(width.records_a_block()) * ENTRY);
    for codes in codes.chunks(width.records_a_block()) {
        width.encode(codes, &mut raw);
        block.clear();
        compressor.compress_to_buffer(&raw, &mut block)?;
        out.write_all(&block)?;
        index.extend(offset.to_le_bytes());
        index.extend((block.len() as u32).to_le_bytes());
        index.extend(Checksum::of(&block).0.to_le_bytes());
        offset += block.len() as u64;
    }
    Ok(offset)
}
