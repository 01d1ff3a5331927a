use super::{BuildError, CheckpointStore};

/// The states of a worker's shards: either all in memory, or on disk except for the shard in use.
pub(super) struct ShardCache<'a> {
    checkpoints: &'a dyn CheckpointStore,
    /// The worker's shards.
    shards: Vec<u32>,
    states: States,
}

enum States {
    Memory(Vec<Vec<u32>>),
    /// The shard in use: its index among the worker's shards, its states, and `true` if they were changed.
    Disk(Option<(usize, Vec<u32>, bool)>),
}

impl<'a> ShardCache<'a> {
    /// Creates a cache of empty shards.
    pub(super) fn new(checkpoints: &'a dyn CheckpointStore, shards: Vec<u32>, in_memory: bool) -> Self {
        let states = match in_memory {
            true => States::Memory(vec![Vec::new(); shards.len()]),
            false => States::Disk(None),
        };
        ShardCache { checkpoints, shards, states }
    }

    pub(super) fn is_in_memory(&self) -> bool {
        matches!(self.states, States::Memory(_))
    }

    /// Replaces the states of shard number `slot`.
    pub(super) fn put(&mut self, slot: usize, states: Vec<u32>) -> Result<(), BuildError> {
        match &mut self.states {
            States::Memory(all) => all[slot] = states,
            States::Disk(_) => {
                self.write_back()?;
                self.states = States::Disk(Some((slot, states, true)));
            }
        }
        Ok(())
    }

    /// Calls `change` with mutable access to the states of shard number `slot`.
    pub(super) fn change<T>(
        &mut self,
        slot: usize,
        change: impl FnOnce(&mut Vec<u32>) -> T,
    ) -> Result<T, BuildError> {
        self.fetch(slot)?;
        match &mut self.states {
            States::Memory(all) => Ok(change(&mut all[slot])),
            States::Disk(Some((_, states, changed))) => {
                *changed = true;
                Ok(change(states))
            }
            States::Disk(None) => Ok(change(&mut Vec::new())),
        }
    }

    /// Calls `read` with the states of shard number `slot`.
    pub(super) fn read<T>(&mut self, slot: usize, read: impl FnOnce(&[u32]) -> T) -> Result<T, BuildError> {
        self.fetch(slot)?;
        match &self.states {
            States::Memory(all) => Ok(read(&all[slot])),
            States::Disk(Some((_, states, _))) => Ok(read(states)),
            States::Disk(None) => Ok(read(&[])),
        }
    }

    /// Loads shard number `slot` into memory.
    fn fetch(&mut self, slot: usize) -> Result<(), BuildError> {
        match &self.states {
            States::Memory(_) => return Ok(()),
            States::Disk(Some((held, _, _))) if *held == slot => return Ok(()),
            States::Disk(_) => {}
        }
        self.write_back()?;
        let states = self.checkpoints.spilled(self.shards[slot])?;
        self.states = States::Disk(Some((slot, states, false)));
        Ok(())
    }

    /// Writes the shard in use to disk if it was changed.
    fn write_back(&mut self) -> Result<(), BuildError> {
        if let States::Disk(Some((slot, states, true))) = &self.states {
            self.checkpoints.spill(self.shards[*slot], states)?;
        }
        Ok(())
    }
}
