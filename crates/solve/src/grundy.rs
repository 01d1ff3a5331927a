//! Nim-values by depth-first search with an explicit stack, memoised per component.
//!
//! All workers share one memo and search the same graph in different orders. The first worker to finish the
//! root ends the search. At that point every follower of the root is in the memo, regardless of the order of
//! the search. Values and node counts therefore do not depend on the number of workers.

use crate::budget::{Budget, Observer, Progress, StopReason, Stopped};
use crate::ledger::Ledger;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use std::cell::Cell;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use winways_rules::{Component, Options, Ruleset};
use winways_values::Nimber;

/// Selects between the theorems in [`Ruleset::nim_value`] and plain search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theorems {
    /// Uses theorems: a component whose value is known by a theorem is not searched.
    Use,
    /// Ignores theorems: every component is searched, straight from the rules.
    Ignore,
}

/// A search for nim-values by exhaustive enumeration of followers.
///
/// Results are cached: later calls search only positions not solved before.
///
/// # Complexity
/// Each distinct follower is expanded once by one thread; several threads may expand some followers more than
/// once. A position with k options costs O(k) look-ups. Memory: one memo entry per distinct follower, and the
/// options of the positions on each thread's current line of play.
///
/// ```
/// use winways_rules::{Options, RuleFault, Ruleset};
/// use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};
/// # struct Matches;
/// # impl Ruleset for Matches {
/// #     type Component = u64;
/// #     fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
/// #         for taken in 1..=3.min(*heap) { options.push([heap - taken]); }
/// #         Ok(())
/// #     }
/// #     fn option_bound(&self, heap: &u64) -> u64 { 3.min(*heap) }
/// # }
/// // A move takes one, two or three matches.
/// let mut search = GrundySearch::new(&Matches, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
/// assert_eq!(search.nim_value(&7)?.0, 3);
/// assert_eq!(search.nodes(), 8);
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub struct GrundySearch<'r, R: Ruleset + ?Sized> {
    rules: &'r R,
    theorems: Theorems,
    budget: Budget,
    observer: &'r dyn Observer,
    memo: Memo<R::Component>,
    /// Heap bytes owned by the components in the memo.
    owned_by_memo: AtomicU64,
    options_seen: AtomicU64,
    /// Work done by earlier walks since their last poll of the observer.
    work_not_polled: AtomicU64,
}

impl<'r, R: Ruleset + ?Sized> GrundySearch<'r, R> {
    /// Creates a search with an empty memo.
    pub fn new(rules: &'r R, theorems: Theorems, budget: Budget, observer: &'r dyn Observer) -> Self {
        let memo = Memo::new(budget.workers());
        GrundySearch {
            rules,
            theorems,
            budget,
            observer,
            memo,
            owned_by_memo: AtomicU64::new(0),
            options_seen: AtomicU64::new(0),
            work_not_polled: AtomicU64::new(0),
        }
    }

    /// Replaces the budget, for example to resume a stopped search. The number of threads is unchanged.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = Budget { threads: self.budget.threads, ..budget };
    }

    /// Returns the nim-value of a component.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the budget is used up or the observer ends the work; results computed so far
    /// are retained.
    pub fn nim_value(&mut self, component: &R::Component) -> Result<Nimber, Stopped> {
        let mut root = component.clone();
        self.rules.canonicalise(&mut root);
        if let Some(value) = self.known(&root) {
            return Ok(value);
        }
        if let Memo::Local(memo) = &mut self.memo {
            let mut memo = std::mem::take(memo);
            let result =
                Walk::new(self, 0).run(&mut WalkMemo::Own(&mut memo), root.clone(), &AtomicBool::new(false));
            self.memo = Memo::Local(memo);
            result.map_err(|reason| self.stopped(reason))?;
        } else {
            let walked = self.walk_in_parallel(&root).or_else(|reason| match reason {
                // Which fault is found first depends on timing. One worker repeats the search alone, so that
                // the reported fault is deterministic.
                StopReason::Rules(_) => self.walk(0, &root, &AtomicBool::new(false)),
                reason => Err(reason),
            });
            walked.map_err(|reason| self.stopped(reason))?;
        }
        match self.known(&root) {
            Some(value) => Ok(value),
            None => unreachable!("a finished search knows its root"),
        }
    }

    /// Returns the nim-value of a sum: the nim-sum of its components' values.
    ///
    /// # Errors
    /// Fails like [`GrundySearch::nim_value`].
    pub fn nim_value_of_sum(&mut self, position: &[R::Component]) -> Result<Nimber, Stopped> {
        position.iter().map(|component| self.nim_value(component)).sum()
    }

    /// Returns the number of distinct positions solved so far.
    pub fn nodes(&self) -> u64 {
        self.memo.len()
    }

    /// Returns the number of options examined so far.
    pub fn options_seen(&self) -> u64 {
        self.options_seen.load(Ordering::Relaxed)
    }

    fn known(&self, component: &R::Component) -> Option<Nimber> {
        match &self.memo {
            Memo::Local(memo) => memo.get(component).copied(),
            Memo::Shared(memo) => memo.get(component),
        }
        .or_else(|| self.theorem(component))
    }

    fn theorem(&self, component: &R::Component) -> Option<Nimber> {
        match self.theorems {
            Theorems::Use => self.rules.nim_value(component),
            Theorems::Ignore => None,
        }
    }

    fn walk_in_parallel(&self, root: &R::Component) -> Result<(), StopReason> {
        let finished = AtomicBool::new(false);
        let work = |worker| {
            let result = self.walk(worker, root, &finished);
            finished.store(true, Ordering::Relaxed);
            result
        };
        run_workers(self.budget.workers(), &work)
            .or_else(|reason| if self.known(root).is_some() { Ok(()) } else { Err(reason) })
    }

    fn walk(&self, worker: usize, root: &R::Component, finished: &AtomicBool) -> Result<(), StopReason> {
        let Memo::Shared(memo) = &self.memo else { unreachable!("only a shared memo is walked together") };
        Walk::new(self, worker).run(&mut WalkMemo::Shared(memo), root.clone(), finished)
    }

    fn stopped(&self, reason: StopReason) -> Stopped {
        Stopped { reason, nodes: self.nodes() }
    }
}

/// Runs `work` with each number below `workers`, each on its own thread. If several calls fail, returns the error
/// of the call with the least number.
///
/// The function is not generic, so that the thread code is compiled once rather than once per game.
fn run_workers(
    workers: usize,
    work: &(dyn Fn(usize) -> Result<(), StopReason> + Sync),
) -> Result<(), StopReason> {
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(move || work(worker))).collect();
        let results: Vec<_> = workers.into_iter().map(|worker| worker.join()).collect();
        results
            .into_iter()
            .try_for_each(|result| result.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}

/// A position on the current line of play.
struct Frame<C> {
    component: C,
    /// Index of the first option in the walk's buffer. The options extend to the end of the buffer while this
    /// frame is on top.
    first_option: usize,
    /// The number of options whose value is known.
    finished: usize,
    /// Index of the values of the options in `Walk::values`.
    first_value: usize,
    /// The option to start with; workers start with different options.
    rotation: usize,
    /// Heap bytes owned by the components of the options, beyond the buffer.
    owned_bytes: u64,
}

/// The cost of entering a position, in units of one option.
const ENTRY_COST: u64 = 1 << 4;
/// The cost of finishing a position, in units of one option.
const POSITION_COST: u64 = 1 << 6;

/// The walk of one worker.
struct Walk<'s, R: Ruleset + ?Sized> {
    search: &'s GrundySearch<'s, R>,
    worker: usize,
    stack: Vec<Frame<R::Component>>,
    options: Options<R::Component>,
    values: Vec<Nimber>,
    mex: MexScratch,
    /// Heap bytes owned by the components in the buffer. Those on the stack are few in comparison.
    owned_by_buffer: u64,
    options_since_poll: Cell<u64>,
    ledger: Ledger<'s>,
}

impl<'s, R: Ruleset + ?Sized> Walk<'s, R> {
    fn new(search: &'s GrundySearch<'_, R>, worker: usize) -> Self {
        // The interval is in options. Carries over unpolled work, so that many short walks are polled like
        // one long walk.
        let ledger = Ledger::new(search.budget, search.observer, 1 << 18)
            .with_unpolled(search.work_not_polled.swap(0, Ordering::Relaxed));
        Walk {
            search,
            worker,
            stack: Vec::new(),
            options: Options::with_meter(ledger.meter()),
            values: Vec::new(),
            mex: MexScratch::default(),
            owned_by_buffer: 0,
            options_since_poll: Cell::new(0),
            ledger,
        }
    }

    fn run(
        mut self,
        memo: &mut WalkMemo<'_, R::Component>,
        root: R::Component,
        finished: &AtomicBool,
    ) -> Result<(), StopReason> {
        self.enter(memo, root)?;
        while let Some(child) = self.advance(memo)?
            && !finished.load(Ordering::Relaxed)
        {
            if let Some(child) = child {
                self.enter(memo, child)?;
            }
        }
        self.count_options();
        self.search.work_not_polled.fetch_add(self.ledger.unpolled(), Ordering::Relaxed);
        Ok(())
    }

    /// Pushes a position and its options.
    fn enter(
        &mut self,
        memo: &WalkMemo<'_, R::Component>,
        component: R::Component,
    ) -> Result<(), StopReason> {
        let rules = self.search.rules;
        let bound = rules.option_bound(&component);
        // Assumes two components per option, as in games that split.
        let option_bytes = (2 * size_of::<R::Component>() + size_of::<usize>() + size_of::<Nimber>()) as u64;
        // A growing buffer doubles its capacity and temporarily holds both copies. An option owns only a
        // little more memory than its position.
        let needed = bound.saturating_mul(2 * option_bytes + component.owned_bytes() as u64);
        self.ledger.check_more(needed, || self.bytes(memo))?;
        let first_option = self.options.len();
        rules.options(&component, &mut self.options)?;
        let components = self.options.components_from_mut(first_option);
        rules.canonicalise_all(components);
        let owned_bytes = components.iter().map(|component| component.owned_bytes() as u64).sum();
        self.owned_by_buffer += owned_bytes;
        let count = self.options.len() - first_option;
        let rotation = if self.worker == 0 || count == 0 {
            0
        } else {
            (self.worker.wrapping_mul(0x9E37_79B9) ^ self.stack.len().wrapping_mul(0x85EB_CA6B)) % count
        };
        let first_value = self.values.len();
        self.options_since_poll.update(|options| options + count as u64);
        self.stack.push(Frame { component, first_option, finished: 0, first_value, rotation, owned_bytes });
        self.spend(count as u64 + ENTRY_COST, memo)
    }

    /// Continues with the position on top of the stack. Returns a follower whose value is needed first,
    /// `Some(None)` when the position is finished, or `None` when the stack is empty.
    fn advance(
        &mut self,
        memo: &mut WalkMemo<'_, R::Component>,
    ) -> Result<Option<Option<R::Component>>, StopReason> {
        let search = self.search;
        let Some(frame) = self.stack.last_mut() else { return Ok(None) };
        let count = self.options.len() - frame.first_option;
        while frame.finished < count {
            let mut option = frame.rotation + frame.finished;
            if option >= count {
                option -= count;
            }
            let mut value = Nimber::ZERO;
            for component in self.options.get(frame.first_option + option) {
                match memo.value(component) {
                    Some(known) => value += known,
                    None => match search.theorem(component) {
                        Some(known) => value += known,
                        None => return Ok(Some(Some(component.clone()))),
                    },
                }
            }
            self.values.push(value);
            frame.finished += 1;
        }
        let value = self.mex.mex(&self.values[frame.first_value..]);
        self.values.truncate(frame.first_value);
        self.options.truncate(frame.first_option);
        if let Some(frame) = self.stack.pop() {
            self.owned_by_buffer -= frame.owned_bytes;
            if memo.is_about_to_grow(&frame.component) {
                self.ledger.check(memo.bytes() * 3 + self.owned_by_memo())?;
            }
            let owned_bytes = frame.component.owned_bytes() as u64;
            if memo.store(frame.component, value) && owned_bytes > 0 {
                self.search.owned_by_memo.fetch_add(owned_bytes, Ordering::Relaxed);
            }
            self.spend(POSITION_COST, memo)?;
        }
        Ok(Some(None))
    }

    fn spend(&self, work: u64, memo: &WalkMemo<'_, R::Component>) -> Result<(), StopReason> {
        self.ledger.spend(work, || Progress {
            options: self.count_options(),
            ..Progress::new(memo.length(), self.stack.len(), self.bytes(memo))
        })
    }

    /// Adds this walk's options since the last poll to the total of all walks, and returns the new total.
    fn count_options(&self) -> u64 {
        let options = self.options_since_poll.take();
        self.search.options_seen.fetch_add(options, Ordering::Relaxed) + options
    }

    fn owned_by_memo(&self) -> u64 {
        self.search.owned_by_memo.load(Ordering::Relaxed)
    }

    fn bytes(&self, memo: &WalkMemo<'_, R::Component>) -> u64 {
        let stack = self.stack.capacity() * size_of::<Frame<R::Component>>();
        let values = self.values.capacity() * size_of::<Nimber>();
        memo.bytes()
            + self.owned_by_memo()
            + self.owned_by_buffer
            + (stack + values + self.options.bytes()) as u64
    }
}

/// Scratch space for computing the mex (minimal excluded value), reused between calls.
#[derive(Default)]
struct MexScratch {
    marks: Vec<u64>,
}

impl MexScratch {
    /// Returns the least value not in `values`, in O(count) for any values.
    fn mex(&mut self, values: &[Nimber]) -> Nimber {
        // The mex of k values is at most k, so greater values do not matter.
        if values.len() < 64 {
            let marks =
                values.iter().filter(|value| value.0 < 64).fold(0u64, |marks, value| marks | 1 << value.0);
            return Nimber(u64::from(marks.trailing_ones()));
        }
        self.marks.clear();
        self.marks.resize(values.len() / 64 + 1, 0);
        for value in values {
            if let Some(word) = self.marks.get_mut((value.0 / 64) as usize) {
                *word |= 1 << (value.0 % 64);
            }
        }
        let full = self.marks.iter().take_while(|word| **word == u64::MAX).count();
        Nimber(full as u64 * 64 + self.marks.get(full).map_or(0, |word| u64::from(word.trailing_ones())))
    }
}

/// The memo of a search: owned by the only worker, or shared by several workers.
enum Memo<C> {
    Local(HashMap<C, Nimber, FixedState>),
    Shared(SharedMemo<C>),
}

impl<C: Component> Memo<C> {
    fn new(threads: usize) -> Self {
        if threads > 1 { Memo::Shared(SharedMemo::new()) } else { Memo::Local(HashMap::default()) }
    }

    fn len(&self) -> u64 {
        match self {
            Memo::Local(memo) => memo.len() as u64,
            Memo::Shared(memo) => memo.length.load(Ordering::Relaxed),
        }
    }
}

/// The memo as a walk accesses it. Both kinds share one type, so that a walk is compiled once per game.
enum WalkMemo<'m, C> {
    Own(&'m mut HashMap<C, Nimber, FixedState>),
    Shared(&'m SharedMemo<C>),
}

impl<C: Component> WalkMemo<'_, C> {
    #[inline]
    fn value(&self, component: &C) -> Option<Nimber> {
        match self {
            WalkMemo::Own(memo) => memo.get(component).copied(),
            WalkMemo::Shared(memo) => memo.get(component),
        }
    }

    /// Stores the value of a component; returns `true` if it is new.
    #[inline]
    fn store(&mut self, component: C, value: Nimber) -> bool {
        match self {
            WalkMemo::Own(memo) => memo.insert(component, value).is_none(),
            WalkMemo::Shared(memo) => memo.store(component, value),
        }
    }

    #[inline]
    fn is_about_to_grow(&self, component: &C) -> bool {
        match self {
            WalkMemo::Own(memo) => memo.len() == memo.capacity(),
            WalkMemo::Shared(memo) => memo.is_about_to_grow(component),
        }
    }

    fn length(&self) -> u64 {
        match self {
            WalkMemo::Own(memo) => memo.len() as u64,
            WalkMemo::Shared(memo) => memo.length.load(Ordering::Relaxed),
        }
    }

    fn bytes(&self) -> u64 {
        match self {
            WalkMemo::Own(memo) => memo.allocation_size() as u64,
            WalkMemo::Shared(memo) => memo.bytes.load(Ordering::Relaxed),
        }
    }
}

type Shard<C> = Mutex<HashMap<C, Nimber, FixedState>>;

/// A memo divided into shards, each behind its own lock.
struct SharedMemo<C> {
    shards: Vec<Shard<C>>,
    length: AtomicU64,
    bytes: AtomicU64,
}

impl<C: Component> SharedMemo<C> {
    const SHARDS: usize = 64;

    fn new() -> Self {
        let shards = (0..Self::SHARDS).map(|_| Mutex::default()).collect();
        SharedMemo { shards, length: AtomicU64::new(0), bytes: AtomicU64::new(0) }
    }

    fn shard(&self, component: &C) -> MutexGuard<'_, HashMap<C, Nimber, FixedState>> {
        // The table inside a shard uses the low bits and the topmost bits of the hash. The bits from 40 on lie between.
        let shard = (FixedState::default().hash_one(component) >> 40) as usize % Self::SHARDS;
        self.shards[shard].lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[inline(never)]
    fn get(&self, component: &C) -> Option<Nimber> {
        self.shard(component).get(component).copied()
    }

    #[inline(never)]
    fn store(&self, component: C, value: Nimber) -> bool {
        let mut shard = self.shard(&component);
        let before = shard.allocation_size();
        let is_new = shard.insert(component, value).is_none();
        self.length.fetch_add(is_new.into(), Ordering::Relaxed);
        self.bytes.fetch_add((shard.allocation_size() - before) as u64, Ordering::Relaxed);
        is_new
    }

    #[inline(never)]
    fn is_about_to_grow(&self, component: &C) -> bool {
        let shard = self.shard(component);
        shard.len() == shard.capacity()
    }
}
