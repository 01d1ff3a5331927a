//! A file of records: the codes of a shard of a layer, or its states at the end of a round.

mod header;
mod read;
mod write;

pub(crate) use header::{Contents, Part};
pub(crate) use read::{ShardFile, new_decompressor};
pub(crate) use write::write_shard;

/// How a file begins.
const MAGIC: [u8; 8] = *b"WINWAYS\n";

/// How a file ends.
const END: [u8; 8] = *b"\nTHE END";

/// The bytes of an entry of the index: where a block begins, how long it is, and its checksum.
const ENTRY: usize = 8 + 4 + 8;

/// The bytes after the index: its checksum and the end.
const FOOTER: usize = 8 + 8;
