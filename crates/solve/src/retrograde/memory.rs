use super::checkpoint_store::{CheckpointStore, Milestone};
use super::codes::Codes;
use super::error::StorageError;
use super::layout::Layout;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A store that keeps codes in memory and has no checkpoints.
#[derive(Default)]
pub(super) struct MemoryStore {
    codes: Mutex<BTreeMap<(usize, u32), Codes>>,
}

impl MemoryStore {
    /// Returns all codes, in the order of ranks.
    pub(super) fn into_codes(self, layout: &Layout) -> Codes {
        let codes = self.codes.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut all = Codes::with_len(layout.rank_count() as usize, codes.values().any(Codes::is_wide));
        for ((layer, shard), codes) in codes {
            let mut index = 0;
            for run in layout.runs(layer, shard) {
                let length = (run.end - run.start) as usize;
                all.copy(run.start as usize, &codes, index..index + length);
                index += length;
            }
        }
        all
    }
}

impl CheckpointStore for MemoryStore {
    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError> {
        let mut all = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert((layer, shard), Codes::new(codes));
        Ok(())
    }

    fn commit(&self, _: Milestone) -> Result<(), StorageError> {
        Ok(())
    }

    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError> {
        let all = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        match all.get(&(layer, shard)) {
            Some(codes) => Ok((0..codes.len()).map(|index| codes.get(index)).collect()),
            None => Err(StorageError::new(format!("layer {layer} is not solved"))),
        }
    }
}
