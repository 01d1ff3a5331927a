//! Computes the set of positions that are reachable from given starts.

use super::layout::PAGE;
use crate::{Budget, Observer, Progress, StopReason, Stopped};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use winways_rules::{Play, Ranks, RuleFault, Status};

/// The set of ranks reachable from some starts, including the starts, with one bit per rank.
///
/// ```
/// # use winways_rules::{End, Play, RankedRuleset};
/// # struct Ring(u32);
/// # impl RankedRuleset for Ring {
/// #     type Position = u32;
/// #     fn layers(&self) -> Vec<u64> { vec![u64::from(self.0)] }
/// #     fn rank(&self, cell: &u32) -> u64 { u64::from(*cell) }
/// #     fn position(&self, rank: u64) -> Option<u32> { Some(rank as u32) }
/// #     fn end(&self, cell: &u32, _: Play) -> Option<End> { (*cell == 0).then_some(End::Lost) }
/// #     fn options(&self, cell: &u32, options: &mut Vec<u32>) {
/// #         options.push((cell + 2) % self.0);
/// #     }
/// # }
/// use winways_solve::{Budget, NoObserver, reachable_ranks};
/// // A token on a ring of 10 cells moves forward by two cells; play ends at 0.
/// let reachable = reachable_ranks(&Ring(10), Play::Normal, &[4], Budget::DEFAULT, &NoObserver).unwrap();
/// assert!(reachable.ranks(0..10).eq([0, 4, 6, 8]));
/// assert_eq!(reachable.count(0..10), 4);
/// ```
pub struct ReachableSet {
    /// The end of each layer.
    ends: Vec<u64>,
    /// One bit per rank, up to the end of the last layer with a start.
    words: Vec<AtomicU64>,
}

impl fmt::Debug for ReachableSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("ReachableSet").field("ends", &self.ends).finish_non_exhaustive()
    }
}

impl ReachableSet {
    /// Returns the ranks of each layer, reachable or not.
    pub fn layers(&self) -> impl DoubleEndedIterator<Item = Range<u64>> + '_ {
        (0..self.ends.len()).map(|layer| self.layer(layer))
    }

    /// Returns `true` if `rank` is reachable.
    pub fn contains(&self, rank: u64) -> bool {
        self.word(rank / 64) & bit(rank) != 0
    }

    /// Returns the number of reachable ranks in `ranks`. O(ranks / 64).
    pub fn count(&self, ranks: Range<u64>) -> u64 {
        self.words(ranks).map(|(_, word)| u64::from(word.count_ones())).sum()
    }

    /// Returns the reachable ranks in `ranks`, in ascending order.
    pub fn ranks(&self, ranks: Range<u64>) -> impl Iterator<Item = u64> + '_ {
        self.words(ranks).flat_map(|(first, word)| bits(word).map(move |bit| first + bit))
    }

    fn layer(&self, layer: usize) -> Range<u64> {
        let start = if layer == 0 { 0 } else { self.ends[layer - 1] };
        start..self.ends[layer]
    }

    /// Returns the bits of 64 ranks; 0 beyond the last word.
    fn word(&self, index: u64) -> u64 {
        let word = usize::try_from(index).ok().and_then(|index| self.words.get(index));
        word.map_or(0, |word| word.load(Ordering::Relaxed))
    }

    /// Returns the words that contain `ranks`, each with the rank of its first bit. Bits of other ranks are
    /// 0.
    fn words(&self, ranks: Range<u64>) -> impl Iterator<Item = (u64, u64)> + '_ {
        let end = ranks.end.min(self.words.len() as u64 * 64);
        let indices = if ranks.start < end { ranks.start / 64..end.div_ceil(64) } else { 0..0 };
        indices.map(move |index| {
            let first = index * 64;
            let after_start = u64::MAX << ranks.start.saturating_sub(first);
            let before_end = u64::MAX >> (first + 64).saturating_sub(end);
            (first, self.word(index) & after_start & before_end)
        })
    }

    /// Inserts a rank; returns `true` if it is new.
    #[inline]
    fn insert(&self, rank: u64) -> bool {
        let word = &self.words[(rank / 64) as usize];
        // Most ranks are reached more than once, and a load is cheaper than a write.
        word.load(Ordering::Relaxed) & bit(rank) == 0
            && word.fetch_or(bit(rank), Ordering::Relaxed) & bit(rank) == 0
    }
}

fn bit(rank: u64) -> u64 {
    1 << (rank % 64)
}

/// Returns the indices of the set bits of a word.
fn bits(word: u64) -> impl Iterator<Item = u64> {
    let mut left = word;
    std::iter::from_fn(move || {
        let bit = (left != 0).then(|| u64::from(left.trailing_zeros()));
        left &= left.wrapping_sub(1);
        bit
    })
}

/// Computes the set of ranks reachable from `starts`. Positions in which play has ended are reachable, but
/// have no moves.
///
/// Moves lead into the same layer or an earlier one, so layers are processed from the last to the first.
/// Within a layer, rounds examine the pages with reached ranks that have not been examined yet, until there
/// are none left. If moves always lead to another layer, one round suffices. O(moves + ranks / 64) time; one
/// bit per rank, and one more bit per rank of the largest layer.
///
/// # Errors
/// Returns [`Stopped`] if the memory does not suffice, which is checked before any is allocated, or if the
/// observer ends the work. The reason is [`StopReason::Rules`] if a start or a move is a rank without a
/// position, or if a move leads into a later layer.
pub fn reachable_ranks(
    rules: &dyn Ranks,
    play: Play,
    starts: &[u64],
    budget: Budget,
    observer: &dyn Observer,
) -> Result<ReachableSet, Stopped> {
    let search = Search::new(rules, play, starts, budget, observer);
    let search = search.map_err(|reason| Stopped { reason, nodes: 0 })?;
    for layer in (0..search.layers).rev() {
        let done = search.finish_layer(layer);
        done.map_err(|reason| Stopped { reason, nodes: search.positions.load(Ordering::Relaxed) })?;
    }
    Ok(search.reachable)
}

/// The number of words in a page.
const PAGE_WORDS: u64 = PAGE / 64;

/// Bytes of the lists and flags of a page: two lists of pages that may have grown to twice their length, and
/// a flag.
const PAGE_BYTES: u64 = 33;

/// The number of pages that justify another thread.
const PAGES_PER_THREAD: usize = 8;

/// The work between two polls of the observer, in units of one position.
const WORK_POLL_INTERVAL: u64 = 1 << 13;
/// The cost of a page, in units of one position.
const PAGE_COST: u64 = 16;

struct Search<'a> {
    rules: &'a dyn Ranks,
    play: Play,
    observer: &'a dyn Observer,
    threads: usize,
    /// The number of layers up to the last start.
    layers: usize,
    reachable: ReachableSet,
    /// The reached ranks of the current layer that are not examined yet. The first word contains the first
    /// rank of the layer.
    pending: Vec<AtomicU64>,
    /// `true` for each page of the current layer that is on a list.
    is_listed: Vec<AtomicBool>,
    /// The number of positions examined.
    positions: AtomicU64,
    /// The work done, which determines when to poll.
    work: AtomicU64,
    bytes: u64,
}

/// The layer being processed.
struct Layer {
    number: usize,
    ranks: Range<u64>,
}

impl Layer {
    /// Returns the index of the word with the first rank of the layer.
    fn first_word(&self) -> u64 {
        self.ranks.start / 64
    }
}

impl<'a> Search<'a> {
    fn new(
        rules: &'a dyn Ranks,
        play: Play,
        starts: &[u64],
        budget: Budget,
        observer: &'a dyn Observer,
    ) -> Result<Self, StopReason> {
        let mut ends = Vec::new();
        for size in rules.layers() {
            let end = ends.last().copied().unwrap_or(0u64).checked_add(size);
            ends.push(end.ok_or_else(|| budget.out_of_memory())?);
        }
        let last = starts.iter().max();
        let layers = last.map_or(0, |&last| ends.partition_point(|&end| end <= last) + 1);
        if layers > ends.len() {
            return Err(RuleFault::new("a start is a rank beyond the last layer").into());
        }
        let mut reachable = ReachableSet { ends, words: Vec::new() };
        let sizes = reachable.layers().take(layers).map(|ranks| ranks.end - ranks.start);
        // The first and the last word may be shared with other layers.
        let layer_words = sizes.max().unwrap_or(0) / 64 + 2;
        let pages = layer_words.div_ceil(PAGE_WORDS);
        let words = if layers == 0 { 0 } else { reachable.ends[layers - 1].div_ceil(64) };
        let bytes = (words + layer_words).saturating_mul(8).saturating_add(pages.saturating_mul(PAGE_BYTES));
        budget.check(bytes)?;
        reachable.words = zeros(words);
        for &start in starts {
            reachable.insert(start);
        }
        Ok(Search {
            rules,
            play,
            observer,
            threads: budget.workers(),
            layers,
            reachable,
            pending: zeros(layer_words),
            is_listed: (0..pages).map(|_| AtomicBool::new(false)).collect(),
            positions: AtomicU64::new(0),
            work: AtomicU64::new(0),
            bytes,
        })
    }

    /// Finds all reachable ranks of the layer, and inserts the targets of their moves into earlier layers. All later
    /// layers must be finished.
    fn finish_layer(&self, number: usize) -> Result<(), StopReason> {
        let layer = Layer { number, ranks: self.reachable.layer(number) };
        self.observe(&layer)?;
        let mut pages = self.begin_layer(&layer)?;
        while !pages.is_empty() {
            pages = self.round(&layer, &pages)?;
        }
        Ok(())
    }

    /// Marks all reached ranks of the layer as pending; returns their pages.
    fn begin_layer(&self, layer: &Layer) -> Result<Vec<u64>, StopReason> {
        let mut pages = Vec::new();
        for (index, (_, word)) in (0..).zip(self.reachable.words(layer.ranks.clone())) {
            self.pending[index as usize].store(word, Ordering::Relaxed);
            let page = index / PAGE_WORDS;
            if word != 0 && !self.is_listed[page as usize].swap(true, Ordering::Relaxed) {
                pages.push(page);
            }
            if index % PAGE_WORDS == 0 {
                self.count_work(layer, PAGE_COST)?;
            }
        }
        Ok(pages)
    }

    /// Examines each of `pages`. Returns the pages that have new ranks afterwards.
    fn round(&self, layer: &Layer, pages: &[u64]) -> Result<Vec<u64>, StopReason> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut worker = Worker { search: self, layer, moves: Vec::new(), found: Vec::new() };
            while let Some(&page) = pages.get(next.fetch_add(1, Ordering::Relaxed)) {
                if let Err(reason) = worker.examine(page) {
                    // Stops the other workers.
                    next.store(pages.len(), Ordering::Relaxed);
                    return Err(reason);
                }
            }
            Ok(worker.found)
        };
        let others = (self.threads - 1).min(pages.len() / PAGES_PER_THREAD);
        std::thread::scope(|scope| {
            let others: Vec<_> = (0..others).map(|_| scope.spawn(work)).collect();
            let mut found = work()?;
            for other in others {
                match other.join() {
                    Ok(others) => found.extend(others?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(found)
        })
    }

    /// Counts work and polls the observer once enough has accumulated.
    fn count_work(&self, layer: &Layer, work: u64) -> Result<(), StopReason> {
        let before = self.work.fetch_add(work, Ordering::Relaxed);
        if before / WORK_POLL_INTERVAL == (before + work) / WORK_POLL_INTERVAL {
            Ok(())
        } else {
            self.observe(layer)
        }
    }

    fn observe(&self, layer: &Layer) -> Result<(), StopReason> {
        let positions = self.positions.load(Ordering::Relaxed);
        let progress = Progress { layer: layer.number as u64, ..Progress::new(positions, 0, self.bytes) };
        self.observer.poll(&progress)
    }
}

fn zeros(words: u64) -> Vec<AtomicU64> {
    (0..words).map(|_| AtomicU64::new(0)).collect()
}

/// The state of a thread in a round.
struct Worker<'a> {
    search: &'a Search<'a>,
    layer: &'a Layer,
    moves: Vec<u64>,
    /// Pages of the layer that have new ranks.
    found: Vec<u64>,
}

impl Worker<'_> {
    /// Examines the pending ranks of a page.
    fn examine(&mut self, page: u64) -> Result<(), StopReason> {
        // A thread that reaches a rank of the page after this point lists the page again. Ranks reached earlier are
        // examined below.
        self.search.is_listed[page as usize].swap(false, Ordering::AcqRel);
        let start = page * PAGE_WORDS;
        let end = (start + PAGE_WORDS).min(self.search.pending.len() as u64);
        let mut count = 0;
        for index in start..end {
            let pending = &self.search.pending[index as usize];
            if pending.load(Ordering::Relaxed) != 0 {
                let word = pending.swap(0, Ordering::Relaxed);
                count += u64::from(word.count_ones());
                self.move_from((self.layer.first_word() + index) * 64, word)?;
            }
        }
        self.search.positions.fetch_add(count, Ordering::Relaxed);
        self.search.count_work(self.layer, count + PAGE_COST)
    }

    /// Makes all moves of the ranks `first` + b, for each set bit b of `word`.
    fn move_from(&mut self, first: u64, word: u64) -> Result<(), StopReason> {
        let (least, greatest) = (word.trailing_zeros(), 63 - word.leading_zeros());
        let ranks = first + u64::from(least)..first + u64::from(greatest) + 1;
        let mut statuses = [Status::Hole; 64];
        let statuses = &mut statuses[least as usize..=greatest as usize];
        self.search.rules.statuses(ranks, self.search.play, statuses);
        for bit in bits(word) {
            match statuses[bit as usize - least as usize] {
                Status::Hole => return Err(no_position(first + bit)),
                Status::Ended(_) => {}
                Status::Open => {
                    let mut moves = std::mem::take(&mut self.moves);
                    moves.clear();
                    self.search.rules.moves(first + bit, &mut moves);
                    moves.iter().try_for_each(|&to| self.reach(to))?;
                    self.moves = moves;
                }
            }
        }
        Ok(())
    }

    /// Inserts the target of a move. If it is new and in this layer, marks it as pending.
    #[inline]
    fn reach(&mut self, rank: u64) -> Result<(), StopReason> {
        if rank >= self.layer.ranks.end {
            return Err(leads_into_later_layer(rank));
        }
        if self.search.reachable.insert(rank) && rank >= self.layer.ranks.start {
            let index = rank / 64 - self.layer.first_word();
            self.search.pending[index as usize].fetch_or(bit(rank), Ordering::Relaxed);
            let page = index / PAGE_WORDS;
            if !self.search.is_listed[page as usize].swap(true, Ordering::AcqRel) {
                self.found.push(page);
            }
        }
        Ok(())
    }
}

#[cold]
fn no_position(rank: u64) -> StopReason {
    RuleFault::new(format!("the rank {rank}, a start or the end of a move, is not a position")).into()
}

#[cold]
fn leads_into_later_layer(rank: u64) -> StopReason {
    RuleFault::new(format!("a move leads to the rank {rank}, which is in a later layer")).into()
}
