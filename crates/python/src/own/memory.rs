//! The cache of a game written in Python: its positions, identified by numbers, and the results of its rules.

use super::cycle::cycle_from;
use super::graph::Graphs;
use crate::home::forks;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use winways::tables::End;
use winways::{Cache, Play, Player};

/// Positions by number, as a list of options or of parts.
pub(super) type Numbers = Arc<[u32]>;

/// The player and the heaps of the next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextMove {
    /// The opponent moves in any heap.
    Anywhere,
    /// The opponent must move in the first heap of the option.
    Entailed,
    /// The player who has moved moves again, in any heap.
    Again,
}

/// The options of a heap, stored consecutively. Each is a list of heaps.
#[derive(Debug, Default)]
pub(super) struct HeapOptions {
    /// The heaps of all options.
    pub(super) heaps: Vec<u64>,
    /// The index after the last heap of each option.
    pub(super) ends: Vec<usize>,
    /// The next move after each option. The list may be shorter than `ends`: further options are ordinary moves.
    pub(super) next: Vec<NextMove>,
}

impl HeapOptions {
    /// Iterates over the options, each as a slice of heaps.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.heaps[start..end])
    }
}

/// The cache of one instance of a class of rules. The instance owns it.
///
/// Positions are numbered 0, 1, 2, … in the order in which they are first seen. Each rule is called once per position.
#[pyclass(frozen, module = "winways._winways", name = "_Known")]
pub(crate) struct Memory {
    /// The numbers of the positions.
    numbers: Py<PyDict>,
    /// The positions, by number.
    objects: Py<PyList>,
    shelf: Shelf,
}

/// The results of the rules, behind a lock that tolerates forks.
#[derive(Default)]
struct Shelf {
    known: Mutex<Known>,
    /// The number of forks when the shelf was created, or when it was first locked after a fork.
    forks: AtomicU64,
    /// A replacement, used if another thread held the lock at a fork of this process.
    next: OnceLock<Box<Shelf>>,
}

/// Leaks the results if the lock is taken. No other thread can hold it here, so a fork left it locked, and the results may be
/// inconsistent.
impl Drop for Shelf {
    fn drop(&mut self) {
        if matches!(self.known.try_lock(), Err(TryLockError::WouldBlock)) {
            std::mem::forget(std::mem::take(&mut self.known));
        }
    }
}

/// The results of the rules.
#[derive(Default)]
pub(super) struct Known {
    /// The lists of the rules for positions: the options of Left or of both players, the options of Right, and the parts.
    listed: Vec<[Option<Numbers>; 3]>,
    /// The end of play and the player to move, for games that may cycle.
    pub(super) statuses: HashMap<u32, (Option<End>, Player)>,
    /// The reachable positions and their solutions, for games that may cycle.
    pub(super) graphs: Graphs,
    /// The options of heaps: of Left or of both players, and of Right.
    heaps: [HashMap<u64, Arc<HeapOptions>>; 2],
    /// The total length of the lists of all these options.
    heaps_listed: usize,
    /// The number of requests for options.
    asked: u64,
    /// The number of requests at which the next search for cycles is due.
    next_search: u64,
}

/// The maximum total length of the lists of cached options of heaps. Beyond it, these options are cleared.
const MOST_HEAPS_KEPT: usize = 1 << 23;

/// The number of requests before the first search for cycles. Each further search follows when the number has doubled.
const FIRST_SEARCH: u64 = 1 << 12;

/// The approximate size of a position in bytes: the object, its slots in a dictionary and in a list, and its options.
const POSITION_BYTES: u64 = 320;

#[pymethods]
impl Memory {
    #[new]
    fn new(py: Python<'_>) -> Self {
        Memory {
            numbers: PyDict::new(py).unbind(),
            objects: PyList::empty(py).unbind(),
            shelf: Shelf::default(),
        }
    }

    /// Returns the number of known positions.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.objects.bind(py).len()
    }

    /// Returns the number of times reachable positions were listed, and were solved, in a game with cycles.
    fn work(&self) -> (u64, u64) {
        self.known().graphs.work()
    }

    /// Pickles or copies the cache as an empty one, so that the rules are called again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, ()) {
        (slf.get_type().into_any(), ())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.numbers)?;
        visit.call(&self.objects)
    }
}

impl Memory {
    /// Returns a number that identifies the instance among all live instances: the address of its list of positions.
    pub(super) fn serial(&self) -> u64 {
        self.objects.as_ptr().addr() as u64
    }

    /// Returns the number of a position, assigning the next number to a new one.
    ///
    /// # Errors
    /// The exceptions of its methods for hashing and comparing.
    pub(super) fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let objects = self.objects.bind(py);
        let number = objects.len() as u32;
        objects.append(position)?;
        // Another thread may have numbered the position first. Then one entry of the list is unused.
        let number: u32 = match numbers.get_item(position)? {
            Some(known) => known.extract()?,
            None => {
                numbers.set_item(position, number)?;
                number
            }
        };
        Ok(number)
    }

    /// Returns the position with this number.
    pub(crate) fn position<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number as usize)
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        Python::attach(|py| self.objects.bind(py).len())
    }

    /// Returns the approximate total size in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.known().bytes(0)
    }

    /// Like [`Memory::bytes`], but also counts positions without cached results.
    pub(crate) fn bytes_met(&self, py: Python<'_>) -> u64 {
        let met = self.objects.bind(py).len();
        self.known().bytes(met)
    }

    /// Takes the solution of the graph with this key. [`Memory::keep_solved`] puts it back afterwards.
    pub(crate) fn take_solved(&self, key: u64, play: Play) -> Option<Cache> {
        self.known().graphs.take(key, play)
    }

    /// Stores the solution of the graph with this key, for later calls.
    pub(crate) fn keep_solved(&self, key: u64, play: Play, solved: Cache) {
        self.known().graphs.put(key, play, solved);
    }

    /// Locks the results of the rules. Python must not be called while the guard is held.
    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        let mut shelf = &self.shelf;
        while let Some(next) = shelf.next.get() {
            shelf = next;
        }
        let is_first = shelf.forks.swap(forks(), Ordering::Relaxed) != forks();
        if is_first && matches!(shelf.known.try_lock(), Err(TryLockError::WouldBlock)) {
            // The lock may be stuck forever. If it is not, the only cost is that the rules are called again.
            shelf = shelf.next.get_or_init(Box::default);
            shelf.forks.store(forks(), Ordering::Relaxed);
        }
        shelf.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Returns the approximate size, in bytes, of the options of heaps and of `met` positions, or of the positions with cached
    /// results if there are more.
    fn bytes(&self, met: usize) -> u64 {
        let positions = self.listed.len().max(met);
        positions as u64 * POSITION_BYTES + 8 * self.heaps_listed as u64
    }

    /// Returns the cached list of a rule: the options of Left or of both players (0), the options of Right (1), or the parts (2).
    pub(super) fn listed(&self, number: u32, rule: usize) -> Option<Numbers> {
        self.listed.get(number as usize)?[rule].clone()
    }

    /// Caches the list of a rule.
    pub(super) fn keep_listed(&mut self, number: u32, rule: usize, listed: Numbers) {
        let place = number as usize;
        if self.listed.len() <= place {
            self.listed.resize_with(place + 1, Default::default);
        }
        self.listed[place][rule] = Some(listed);
    }

    /// Returns the cached options of a heap of Left or of both players (0), or of Right (1).
    pub(super) fn heap(&self, heap: u64, side: usize) -> Option<Arc<HeapOptions>> {
        self.heaps[side].get(&heap).cloned()
    }

    /// Caches the options of a heap.
    pub(super) fn keep_heap(&mut self, heap: u64, side: usize, options: Arc<HeapOptions>) {
        if self.heaps_listed > MOST_HEAPS_KEPT {
            self.heaps = Default::default();
            self.heaps_listed = 0;
        }
        self.heaps_listed += options.heaps.len() + options.ends.len() + options.next.len();
        self.heaps[side].insert(heap, options);
    }

    /// Counts a request for options. Occasionally also searches the known options for a cycle and returns its positions, since a
    /// search of a game with cycles would never end.
    pub(super) fn count_and_search(&mut self, number: u32) -> Option<Vec<u32>> {
        self.asked += 1;
        if self.asked < self.next_search.max(FIRST_SEARCH) {
            return None;
        }
        self.next_search = 2 * self.asked;
        cycle_from(number, |from, to| {
            let options =
                [0, 1].into_iter().filter_map(|side| self.listed.get(from as usize)?[side].as_ref());
            for &option in options.flat_map(|options| options.iter()) {
                match self.listed(option, 2) {
                    Some(parts) => to.extend_from_slice(&parts),
                    None => to.push(option),
                }
            }
        })
    }
}
