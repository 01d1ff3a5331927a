//! What is known of a game written in Python: its positions with numbers for names, and what its rules said of them.

use super::cycle::cycle_from;
use super::graph::Graphs;
use crate::home::forks;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use winways::{End, Kept, Play, Player};

/// Positions by number, as a list of options or of parts.
pub(super) type Numbers = Arc<[u32]>;

/// The options of a heap, one after the other, each as a list of heaps.
#[derive(Debug, Default)]
pub(super) struct HeapOptions {
    /// The heaps of all options.
    pub(super) heaps: Vec<u64>,
    /// Where each option ends.
    pub(super) ends: Vec<usize>,
}

impl HeapOptions {
    /// The options, each as its heaps.
    pub(super) fn iter(&self) -> impl Iterator<Item = &[u64]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.heaps[start..end])
    }
}

/// The memory of one instance of a class of rules, which owns it: it goes with the instance.
///
/// Positions have the numbers 0, 1, 2, … in the order in which they were met. Each of them costs one call of each rule.
#[pyclass(frozen, module = "winways._winways", name = "_Known")]
pub(crate) struct Memory {
    /// The numbers of positions.
    numbers: Py<PyDict>,
    /// The positions by number.
    objects: Py<PyList>,
    shelf: Shelf,
}

/// What the rules said, behind a lock.
#[derive(Default)]
struct Shelf {
    known: Mutex<Known>,
    /// The number of forks when it was made, or when it was locked after one.
    forks: AtomicU64,
    /// What is used in its place if another thread had it locked when this process was forked.
    next: OnceLock<Box<Shelf>>,
}

/// Nobody else is here when a shelf goes: a lock that is taken is one that a fork left, and what is behind it may be half changed.
impl Drop for Shelf {
    fn drop(&mut self) {
        if matches!(self.known.try_lock(), Err(TryLockError::WouldBlock)) {
            std::mem::forget(std::mem::take(&mut self.known));
        }
    }
}

/// What the rules said.
#[derive(Default)]
pub(super) struct Known {
    /// The options of positions, Left's (or those of both players) and Right's.
    pub(super) options: Vec<[Option<Numbers>; 2]>,
    /// The parts of positions, of a game that splits them.
    pub(super) parts: Vec<Option<Numbers>>,
    /// How play has ended in positions, and whose turn it is, of a game that may go on for ever.
    pub(super) stands: HashMap<u32, (Option<End>, Player)>,
    /// What can follow on positions of such a game, and what was solved of it.
    pub(super) graphs: Graphs,
    /// The options of heaps.
    heaps: HashMap<u64, Arc<HeapOptions>>,
    /// How many heaps stand in these options.
    heaps_listed: usize,
    /// How often options were asked for, and when cycles are looked for next.
    asked: u64,
    next_search: u64,
}

/// Options of heaps are kept as long as they are fewer than so many; then all are given up, to be asked for again.
const MOST_HEAPS_KEPT: usize = 1 << 23;

/// When cycles are looked for the first time; afterwards each time that twice as many options were asked for.
const FIRST_SEARCH: u64 = 1 << 12;

/// About what a position takes: the object, its place in a dictionary and in a list, its options.
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

    /// How many positions are known.
    fn __len__(&self, py: Python<'_>) -> usize {
        self.objects.bind(py).len()
    }

    /// How often everything that can follow on a position was listed, and how often it was solved, of a game with cycles.
    fn work(&self) -> (u64, u64) {
        self.known().graphs.work()
    }

    /// A pickled or copied memory is an empty one: what the rules said is asked again.
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, ()) {
        (slf.get_type().into_any(), ())
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.numbers)?;
        visit.call(&self.objects)
    }
}

impl Memory {
    /// What tells the instance from all others that are there: where its positions are.
    pub(super) fn serial(&self) -> u64 {
        self.objects.as_ptr().addr() as u64
    }

    /// The number of a position, a new one if it is new.
    ///
    /// # Errors
    /// What its methods for hashing and comparing raise.
    pub(super) fn number(&self, position: &Bound<'_, PyAny>) -> PyResult<u32> {
        let py = position.py();
        let numbers = self.numbers.bind(py);
        if let Some(number) = numbers.get_item(position)? {
            return number.extract();
        }
        let objects = self.objects.bind(py);
        let number = objects.len() as u32;
        objects.append(position)?;
        // Another thread may have come first; then the list has one place that nothing refers to.
        let number: u32 = match numbers.get_item(position)? {
            Some(known) => known.extract()?,
            None => {
                numbers.set_item(position, number)?;
                number
            }
        };
        Ok(number)
    }

    /// The position of a number.
    pub(crate) fn position<'py>(&self, py: Python<'py>, number: u32) -> PyResult<Bound<'py, PyAny>> {
        self.objects.bind(py).get_item(number as usize)
    }

    /// How many numbers there are.
    pub(super) fn len(&self) -> usize {
        Python::attach(|py| self.objects.bind(py).len())
    }

    /// About the bytes that all of it takes.
    pub(super) fn bytes(&self) -> u64 {
        self.known().bytes(0)
    }

    /// As [`Memory::bytes`], with the positions of which only the number is known.
    pub(super) fn bytes_met(&self, py: Python<'_>) -> u64 {
        let met = self.objects.bind(py).len();
        self.known().bytes(met)
    }

    /// Takes what was solved in the graph with this key, for a question; [`Memory::keep_solved`] brings it back.
    pub(crate) fn take_solved(&self, key: u64, play: Play) -> Option<Kept> {
        self.known().graphs.take(key, play)
    }

    /// Keeps what was solved in the graph with this key, for the next question.
    pub(crate) fn keep_solved(&self, key: u64, play: Play, solved: Kept) {
        self.known().graphs.put(key, play, solved);
    }

    /// What the rules said; nothing of Python may be called while it is held.
    pub(super) fn known(&self) -> MutexGuard<'_, Known> {
        let mut shelf = &self.shelf;
        while let Some(next) = shelf.next.get() {
            shelf = next;
        }
        let is_first = shelf.forks.swap(forks(), Ordering::Relaxed) != forks();
        if is_first && matches!(shelf.known.try_lock(), Err(TryLockError::WouldBlock)) {
            // Its lock may be one that nobody opens any more. Otherwise only what is known already is asked again.
            shelf = shelf.next.get_or_init(Box::default);
            shelf.forks.store(forks(), Ordering::Relaxed);
        }
        shelf.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// About the bytes that so many positions take, or those whose options are known if these are more.
    fn bytes(&self, met: usize) -> u64 {
        let positions = self.options.len().max(self.parts.len()).max(met);
        positions as u64 * POSITION_BYTES + 8 * self.heaps_listed as u64
    }

    /// The options that were kept, of Left or of both players (0) or of Right (1).
    pub(super) fn options(&self, number: u32, side: usize) -> Option<Numbers> {
        self.options.get(number as usize)?[side].clone()
    }

    /// Keeps options.
    pub(super) fn keep_options(&mut self, number: u32, side: usize, options: Numbers) {
        let place = number as usize;
        if self.options.len() <= place {
            self.options.resize_with(place + 1, Default::default);
        }
        self.options[place][side] = Some(options);
    }

    /// The parts that were kept.
    pub(super) fn parts(&self, number: u32) -> Option<Numbers> {
        self.parts.get(number as usize)?.clone()
    }

    /// Keeps parts.
    pub(super) fn keep_parts(&mut self, number: u32, parts: Numbers) {
        let place = number as usize;
        if self.parts.len() <= place {
            self.parts.resize(place + 1, None);
        }
        self.parts[place] = Some(parts);
    }

    /// The options of a heap that were kept.
    pub(super) fn heap(&self, heap: u64) -> Option<Arc<HeapOptions>> {
        self.heaps.get(&heap).cloned()
    }

    /// Keeps options of a heap.
    pub(super) fn keep_heap(&mut self, heap: u64, options: Arc<HeapOptions>) {
        if self.heaps_listed > MOST_HEAPS_KEPT {
            self.heaps.clear();
            self.heaps_listed = 0;
        }
        self.heaps_listed += options.heaps.len() + options.ends.len();
        self.heaps.insert(heap, options);
    }

    /// Counts that options of a position were asked for, and now and then looks for a cycle among those that are known: a search
    /// in which play comes back to where it was asks for ever. Returns the positions of a cycle.
    pub(super) fn count_and_search(&mut self, number: u32) -> Option<Vec<u32>> {
        self.asked += 1;
        if self.asked < self.next_search.max(FIRST_SEARCH) {
            return None;
        }
        self.next_search = 2 * self.asked;
        cycle_from(number, |from, to| {
            let options = self.options.get(from as usize).into_iter().flatten().flatten();
            for &option in options.flat_map(|options| options.iter()) {
                match self.parts(option) {
                    Some(parts) => to.extend_from_slice(&parts),
                    None => to.push(option),
                }
            }
        })
    }
}
