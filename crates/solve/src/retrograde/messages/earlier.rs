use super::CheckpointStore;
use crate::retrograde::codes::Codes;
use crate::retrograde::error::StorageError;
use std::collections::HashMap;

/// A cache of the codes of solved layers in the shards of one worker, with a memory limit.
pub(super) struct Earlier<'a> {
    checkpoints: &'a dyn CheckpointStore,
    limit: u64,
    bytes: u64,
    /// `true` if the cache contains the codes of all solved layers.
    is_complete: bool,
    codes: HashMap<(usize, u32), Codes>,
}

impl<'a> Earlier<'a> {
    /// Creates an empty cache of at most `limit` bytes.
    pub(super) fn new(checkpoints: &'a dyn CheckpointStore, limit: u64) -> Self {
        let is_complete = checkpoints.committed().is_none();
        Earlier { checkpoints, limit, bytes: 0, is_complete, codes: HashMap::new() }
    }

    /// Returns the codes of a shard of a solved layer.
    pub(super) fn codes(&mut self, layer: usize, shard: u32) -> Result<&Codes, StorageError> {
        if !self.codes.contains_key(&(layer, shard)) {
            let codes = self.checkpoints.codes(layer, shard)?;
            self.add(layer, shard, &codes);
        }
        Ok(&self.codes[&(layer, shard)])
    }

    /// Adds the codes of a shard to the cache. Clears the cache first if it would exceed the limit.
    pub(super) fn add(&mut self, layer: usize, shard: u32, codes: &[u32]) {
        let codes = Codes::new(codes);
        if self.bytes + codes.bytes() > self.limit {
            self.codes.clear();
            self.bytes = 0;
            self.is_complete = false;
        }
        self.bytes += codes.bytes();
        self.codes.insert((layer, shard), codes);
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns an upper bound for the size of the cache in the current layer, in bytes.
    pub(super) fn most_bytes(&self) -> u64 {
        if self.is_complete { self.bytes } else { self.limit.max(self.bytes) }
    }
}
