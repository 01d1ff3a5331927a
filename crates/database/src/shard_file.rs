//! A file of records: the codes of a shard of a layer, or its states at the end of a round.
//!
//! Blocks are read from their file offsets; files are not mapped into memory. If a mapped file is truncated while
//! the program runs, the program is killed, whereas a read returns an error that names the file. Mapping also needs
//! unsafe code. A block must be decompressed anyway, which takes longer than the read: a query takes about ten
//! microseconds, or a tenth of a microsecond if the block is cached.

mod format;
mod header;
mod read;
mod write;

pub(crate) use header::{Contents, Part};
pub(crate) use read::{ShardFile, new_decompressor};
pub(crate) use write::write_shard;
