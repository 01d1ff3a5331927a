//! Workers that are threads of one process.

use crate::retrograde::transport::{Parcel, Transport};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Where the threads of one process meet.
pub(super) struct Meeting {
    workers: usize,
    table: Mutex<Table>,
    all_came: Condvar,
}

struct Table {
    /// Parcels for each worker.
    boxes: Vec<Vec<Parcel>>,
    /// What the numbers of this meeting add up to so far, and what those of the last one did.
    sums: Vec<u64>,
    last_sums: Vec<u64>,
    arrived: usize,
    meetings: u64,
    /// Someone left for good.
    broken: bool,
}

impl Meeting {
    pub(super) fn new(workers: usize) -> Meeting {
        let table = Table {
            boxes: vec![Vec::new(); workers],
            sums: Vec::new(),
            last_sums: Vec::new(),
            arrived: 0,
            meetings: 0,
            broken: false,
        };
        Meeting { workers, table: Mutex::new(table), all_came: Condvar::new() }
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until all workers have come.
    fn wait<'m>(&'m self, mut table: MutexGuard<'m, Table>) -> Result<MutexGuard<'m, Table>, String> {
        let meeting = table.meetings;
        table.arrived += 1;
        if table.arrived == self.workers {
            table.arrived = 0;
            table.meetings += 1;
            table.last_sums = std::mem::take(&mut table.sums);
            self.all_came.notify_all();
        }
        while table.meetings == meeting && !table.broken {
            table = self.all_came.wait(table).unwrap_or_else(PoisonError::into_inner);
        }
        if table.meetings == meeting { Err("another worker has ended".to_owned()) } else { Ok(table) }
    }
}

/// A thread's seat at the [`Meeting`].
pub(super) struct Seat<'m> {
    pub(super) meeting: &'m Meeting,
    pub(super) index: usize,
}

impl Transport for Seat<'_> {
    fn workers(&self) -> usize {
        self.meeting.workers
    }

    fn index(&self) -> usize {
        self.index
    }

    fn exchange(&mut self, parcels: Vec<Parcel>) -> Result<Vec<Parcel>, String> {
        if self.meeting.workers == 1 {
            return Ok(parcels);
        }
        let mut table = self.meeting.lock();
        for parcel in parcels {
            table.boxes[parcel.shard as usize % self.meeting.workers].push(parcel);
        }
        let mut table = self.meeting.wait(table)?;
        let mine = std::mem::take(&mut table.boxes[self.index]);
        // Nobody may put parcels of the next exchange into a box that is not yet emptied.
        drop(self.meeting.wait(table)?);
        Ok(mine)
    }

    fn sum(&mut self, numbers: &[u64]) -> Result<Vec<u64>, String> {
        if self.meeting.workers == 1 {
            return Ok(numbers.to_vec());
        }
        let mut table = self.meeting.lock();
        if table.sums.is_empty() {
            table.sums = vec![0; numbers.len()];
        }
        for (sum, number) in table.sums.iter_mut().zip(numbers) {
            *sum += number;
        }
        Ok(self.meeting.wait(table)?.last_sums.clone())
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        // Whoever leaves before the others, by an error or a panic, must not keep them waiting.
        self.meeting.lock().broken = true;
        self.meeting.all_came.notify_all();
    }
}
