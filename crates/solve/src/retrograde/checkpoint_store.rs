use super::error::StorageError;

/// Keeps what a build has done, so that it can go on after whatever ends it, and gives back what was kept.
///
/// The order of calls: all workers keep their shards, one after the other or at the same time; when all have, one worker
/// alone calls [`CheckpointStore::commit`]. A store without rounds keeps none: its builds begin anew. What was kept before the
/// last commit is permanent; what was kept after it, and never committed, is as if it had not been.
pub trait CheckpointStore: Sync {
    /// How far the last commit had come; `None` at the beginning.
    fn committed(&self) -> Option<Milestone> {
        None
    }

    /// Whether so much time has passed since the last commit that a round should end with one. Asked by one worker.
    fn is_commit_due(&self) -> bool {
        false
    }

    /// Keeps the states of a shard at the end of a round of a layer.
    ///
    /// # Errors
    /// What went wrong: no space, no permission.
    fn keep_states(&self, layer: usize, round: u32, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let _ = (layer, round, shard, states);
        Ok(())
    }

    /// Keeps the final codes of a shard of a layer, see [`crate::SolvedValue::code`].
    ///
    /// # Errors
    /// As [`CheckpointStore::keep_states`].
    fn keep_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError>;

    /// Makes all that was kept since the last commit count.
    ///
    /// # Errors
    /// As [`CheckpointStore::keep_states`].
    fn commit(&self, milestone: Milestone) -> Result<(), StorageError>;

    /// The states of a shard as of the last commit, which must be [`Milestone::Round`].
    ///
    /// # Errors
    /// What is wrong with what was kept.
    fn states(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new(format!("the states of shard {shard} were not kept")))
    }

    /// The codes of a shard of a layer that is solved and committed.
    ///
    /// # Errors
    /// As [`CheckpointStore::states`].
    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError>;

    /// Whether there is a place for states that memory has no room for: [`CheckpointStore::spill`].
    fn can_spill(&self) -> bool {
        false
    }

    /// Puts the states of a shard away for a while, in the place of those that were put away before. They need not outlive
    /// the process.
    ///
    /// # Errors
    /// As [`CheckpointStore::keep_states`].
    fn spill(&self, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let _ = states;
        Err(StorageError::new(format!("there is no place for the states of shard {shard}")))
    }

    /// The states of a shard that were put away.
    ///
    /// # Errors
    /// As [`CheckpointStore::states`].
    fn spilled(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new(format!("the states of shard {shard} were not put away")))
    }
}

/// How far a build has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// This round of this layer is at its end; earlier layers are solved.
    Round {
        /// The layer under way.
        layer: usize,
        /// The round that was finished last.
        round: u32,
    },
    /// This layer is solved, and all before it. The last one is the end.
    Layer(usize),
}
