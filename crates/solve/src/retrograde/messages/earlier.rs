use super::CheckpointStore;
use crate::retrograde::codes::Codes;
use crate::retrograde::error::StorageError;
use std::collections::HashMap;

/// The codes of solved layers in the shards of one worker, as many of them as memory allows.
pub(super) struct Earlier<'a> {
    checkpoints: &'a dyn CheckpointStore,
    limit: u64,
    bytes: u64,
    codes: HashMap<(usize, u32), Codes>,
}

impl<'a> Earlier<'a> {
    pub(super) fn new(checkpoints: &'a dyn CheckpointStore, limit: u64) -> Self {
        Earlier { checkpoints, limit, bytes: 0, codes: HashMap::new() }
    }

    /// The codes of a shard of a solved layer.
    pub(super) fn codes(&mut self, layer: usize, shard: u32) -> Result<&Codes, StorageError> {
        if !self.codes.contains_key(&(layer, shard)) {
            let codes = self.checkpoints.codes(layer, shard)?;
            self.add(layer, shard, &codes);
        }
        Ok(&self.codes[&(layer, shard)])
    }

    /// Remembers the codes of a shard.
    pub(super) fn add(&mut self, layer: usize, shard: u32, codes: &[u32]) {
        let codes = Codes::new(codes);
        if self.bytes + codes.bytes() > self.limit {
            self.codes.clear();
            self.bytes = 0;
        }
        self.bytes += codes.bytes();
        self.codes.insert((layer, shard), codes);
    }

    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }
}
