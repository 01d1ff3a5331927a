use super::error::StorageError;

/// A store for the progress of a build, from which the build can be resumed.
///
/// Calls occur in the following order: all workers store their shards, one after another or concurrently;
/// then a single worker calls [`CheckpointStore::commit`]. A store need not keep the states of
/// rounds. Without them, an interrupted build cannot resume within a layer. Data stored before the last commit is
/// permanent. Data stored after it is discarded if it is never committed.
pub trait CheckpointStore: Sync {
    /// Returns the milestone of the last commit; `None` before the first one.
    fn committed(&self) -> Option<Milestone> {
        None
    }

    /// Returns `true` if the current round should end with a commit, since enough time has passed since the last
    /// one. Only one worker calls this method.
    fn is_commit_due(&self) -> bool {
        false
    }

    /// Stores the states of a shard at the end of a round of a layer.
    ///
    /// # Errors
    /// Returns a [`StorageError`] if the data cannot be written, for example for lack of space or
    /// permission.
    fn store_states(&self, layer: usize, round: u32, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let _ = (layer, round, shard, states);
        Ok(())
    }

    /// Stores the final codes of a shard of a layer; see [`crate::SolvedValue::code`].
    ///
    /// # Errors
    /// Fails like [`CheckpointStore::store_states`].
    fn store_codes(&self, layer: usize, shard: u32, codes: &[u32]) -> Result<(), StorageError>;

    /// Commits everything stored since the last commit.
    ///
    /// # Errors
    /// Fails like [`CheckpointStore::store_states`].
    fn commit(&self, milestone: Milestone) -> Result<(), StorageError>;

    /// Returns the states of a shard as of the last commit, which must be [`Milestone::Round`].
    ///
    /// # Errors
    /// Returns a [`StorageError`] if the stored data is missing or damaged.
    fn states(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new(format!("the states of shard {shard} were not kept")))
    }

    /// Returns the codes of a shard of a layer that is solved and committed.
    ///
    /// # Errors
    /// Fails like [`CheckpointStore::states`].
    fn codes(&self, layer: usize, shard: u32) -> Result<Vec<u32>, StorageError>;

    /// Returns `true` if states that do not fit in memory can be stored with [`CheckpointStore::spill`].
    fn can_spill(&self) -> bool {
        false
    }

    /// Stores the states of a shard temporarily, replacing any states spilled before. They need not outlive the
    /// process.
    ///
    /// # Errors
    /// Fails like [`CheckpointStore::store_states`].
    fn spill(&self, shard: u32, states: &[u32]) -> Result<(), StorageError> {
        let _ = states;
        Err(StorageError::new(format!("the store cannot spill the states of shard {shard}")))
    }

    /// Returns the states of a shard that were stored by [`CheckpointStore::spill`].
    ///
    /// # Errors
    /// Fails like [`CheckpointStore::states`].
    fn spilled(&self, shard: u32) -> Result<Vec<u32>, StorageError> {
        Err(StorageError::new(format!("the states of shard {shard} were not spilled")))
    }
}

/// The progress of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// The end of a round of a layer; earlier layers are solved.
    Round {
        /// The layer being solved.
        layer: usize,
        /// The last complete round.
        round: u32,
    },
    /// The end of a layer: this layer and all earlier layers are solved. The last layer completes the build.
    Layer(usize),
}
