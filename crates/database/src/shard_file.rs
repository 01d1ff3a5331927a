//! A file of records: the codes of a shard of a layer, or its states at the end of a round.

mod format;
mod header;
mod read;
mod write;

pub(crate) use header::{Contents, Part};
pub(crate) use read::{ShardFile, new_decompressor};
pub(crate) use write::write_shard;
