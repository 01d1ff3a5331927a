//! Heaps with their options, up to the last heap of a quotient.

use thiserror::Error;

/// A sum of heaps: their numbers in ascending order, without heap 0.
pub type Sum = Vec<u32>;

/// The options of the heaps 0, 1, 2, … of a game, up to the last heap added. Every option is a sum of smaller heaps.
///
/// Any finite set of positions that is closed under options, up to sums, can be given in this way: number its positions in
/// ascending order of their birthdays.
///
/// ```
/// use winways_misere::Heaps;
/// // Kayles: one or two neighbouring pins fall.
/// let mut kayles = Heaps::new();
/// kayles.push([vec![]]).unwrap();
/// kayles.push([vec![1], vec![]]).unwrap();
/// kayles.push([vec![2], vec![1, 1], vec![1]]).unwrap();
/// assert_eq!((kayles.last(), kayles.options(3).len()), (3, 3));
/// assert!(kayles.push([vec![9]]).is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heaps {
    /// The options of each heap, starting at heap 1, ascending and distinct.
    options: Vec<Vec<Sum>>,
    bytes: u64,
}

/// The memory of a sum, without its heaps but with the overhead of its allocation, in bytes.
pub(crate) const SUM_BYTES: usize = size_of::<Sum>() + 16;

/// An error: an option contains a heap that is not smaller.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("heap {heap} has the option {option:?}, which is not a sum of smaller heaps")]
pub struct NotSmaller {
    /// The heap.
    pub heap: u32,
    /// Its option.
    pub option: Sum,
}

impl Heaps {
    /// Creates a game with heap 0 only, which has no options.
    pub fn new() -> Self {
        Heaps::default()
    }

    /// Adds the next heap. Copies of heap 0 in its options are ignored.
    ///
    /// # Errors
    /// Returns [`NotSmaller`] if an option contains the new heap or a greater heap.
    pub fn push(&mut self, options: impl IntoIterator<Item = Sum>) -> Result<(), NotSmaller> {
        let heap = self.last() + 1;
        let mut all = Vec::new();
        for option in options.into_iter().map(normal) {
            if option.last().is_some_and(|&part| part >= heap) {
                return Err(NotSmaller { heap, option });
            }
            all.push(option);
        }
        all.sort_unstable();
        all.dedup();
        all.shrink_to_fit();
        self.bytes += all.iter().map(|sum| (SUM_BYTES + size_of_val(&sum[..])) as u64).sum::<u64>();
        self.options.push(all);
        Ok(())
    }

    /// Returns the approximate memory of the options, in bytes.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the number of the last heap.
    pub fn last(&self) -> u32 {
        self.options.len() as u32
    }

    /// Returns the options of a heap.
    ///
    /// # Panics
    /// Panics if the heap is greater than [`Heaps::last`].
    pub fn options(&self, heap: u32) -> &[Sum] {
        match heap {
            0 => &[],
            _ => &self.options[heap as usize - 1],
        }
    }

    /// Returns the numbers of the heaps that have options, up to `last`.
    pub(crate) fn with_options(&self, last: u32) -> impl Iterator<Item = u32> {
        (1..=last).filter(|&heap| !self.options(heap).is_empty())
    }
}

/// Returns a sum in ascending order, without copies of heap 0.
pub(crate) fn normal(mut sum: Sum) -> Sum {
    sum.retain(|&heap| heap > 0);
    sum.sort_unstable();
    sum
}
