//! Workers that are threads of one process.

use crate::retrograde::error::TransportError;
use crate::retrograde::transport::{Batch, Transport};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// A barrier at which the threads of a process exchange batches and add up numbers.
pub(super) struct Barrier {
    workers: usize,
    shared: Mutex<Shared>,
    all_arrived: Condvar,
}

struct Shared {
    /// The batches for each worker.
    boxes: Vec<Vec<Batch>>,
    /// The sums of the numbers passed to the current meeting so far.
    sums: Vec<u64>,
    /// The sums of the last meeting.
    last_sums: Vec<u64>,
    arrived: usize,
    generation: u64,
    /// `true` if a worker has ended, so that no further meeting takes place.
    broken: bool,
}

impl Barrier {
    pub(super) fn new(workers: usize) -> Barrier {
        let shared = Shared {
            boxes: vec![Vec::new(); workers],
            sums: Vec::new(),
            last_sums: Vec::new(),
            arrived: 0,
            generation: 0,
            broken: false,
        };
        Barrier { workers, shared: Mutex::new(shared), all_arrived: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for all workers. Returns an error if a worker has ended.
    fn wait<'m>(
        &'m self,
        mut shared: MutexGuard<'m, Shared>,
    ) -> Result<MutexGuard<'m, Shared>, TransportError> {
        let generation = shared.generation;
        shared.arrived += 1;
        if shared.arrived == self.workers {
            shared.arrived = 0;
            shared.generation += 1;
            shared.last_sums = std::mem::take(&mut shared.sums);
            self.all_arrived.notify_all();
        }
        while shared.generation == generation && !shared.broken {
            shared = self.all_arrived.wait(shared).unwrap_or_else(PoisonError::into_inner);
        }
        match shared.generation == generation {
            true => Err(TransportError::new("another worker has ended")),
            false => Ok(shared),
        }
    }
}

/// A thread's handle to the [`Barrier`].
pub(super) struct LocalWorker<'m> {
    pub(super) barrier: &'m Barrier,
    pub(super) index: usize,
}

impl Transport for LocalWorker<'_> {
    fn workers(&self) -> usize {
        self.barrier.workers
    }

    fn index(&self) -> usize {
        self.index
    }

    fn exchange(&mut self, batches: Vec<Batch>) -> Result<Vec<Batch>, TransportError> {
        if self.barrier.workers == 1 {
            return Ok(batches);
        }
        let mut shared = self.barrier.lock();
        for batch in batches {
            shared.boxes[batch.shard as usize % self.barrier.workers].push(batch);
        }
        let mut shared = self.barrier.wait(shared)?;
        let mine = std::mem::take(&mut shared.boxes[self.index]);
        // No worker may add batches of the next exchange before all boxes are emptied.
        drop(self.barrier.wait(shared)?);
        Ok(mine)
    }

    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, TransportError> {
        if self.barrier.workers == 1 {
            return Ok(numbers.to_vec());
        }
        let mut shared = self.barrier.lock();
        if shared.sums.is_empty() {
            shared.sums = vec![0; numbers.len()];
        }
        for (sum, number) in shared.sums.iter_mut().zip(numbers) {
            *sum = sum.saturating_add(*number);
        }
        Ok(self.barrier.wait(shared)?.last_sums.clone())
    }
}

impl Drop for LocalWorker<'_> {
    fn drop(&mut self) {
        // A worker that ends early, by an error or a panic, must release the waiting workers.
        self.barrier.lock().broken = true;
        self.barrier.all_arrived.notify_all();
    }
}
