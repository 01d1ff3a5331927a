//! The traversal of the followers of a game, and the memory of the memos.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;
use std::ops::{Deref, DerefMut};

use foldhash::fast::FixedState;

use super::error::Result;
use crate::{Charge, Dyadic, Game, OperationError, Session};

/// A cache of results. Nothing depends on the order of its entries.
pub(super) type Memo<K, V> = HashMap<K, V, FixedState>;

/// A session that tracks the memory of the memos.
#[derive(Debug)]
pub(super) struct TrackedSession<'arena> {
    pub(super) session: Session<'arena>,
    /// The bytes taken from the arena's memory.
    taken: u64,
}

/// The limit on the number of binary digits of the shorter factor of a product. Products of longer factors would take
/// too long without a poll.
const LONGEST_FACTOR: u64 = 1 << 22;

/// The maximum number of games copied before their steps are counted.
const COPIED_AT_ONCE: usize = 1 << 12;

impl<'arena> TrackedSession<'arena> {
    pub(super) fn new(session: Session<'arena>) -> TrackedSession<'arena> {
        TrackedSession { session, taken: 0 }
    }

    /// Checks that another `bytes` bytes can be taken.
    pub(super) fn check(&mut self, bytes: usize) -> Result<()> {
        Ok(self.session.check(bytes as u64)?)
    }

    /// Takes memory. Memory that is not given back explicitly is given back on drop.
    pub(super) fn take(&mut self, bytes: usize) -> Result<()> {
        self.session.take(bytes as u64)?;
        self.taken += bytes as u64;
        Ok(())
    }

    pub(super) fn give_back(&mut self, bytes: usize) {
        self.session.give_back(bytes as u64);
        self.taken -= bytes as u64;
    }

    /// Gives back the memory of a memo.
    pub(super) fn release<K, V>(&mut self, memo: Memo<K, V>) {
        self.give_back(table_bytes::<(K, V)>(memo.capacity()));
    }

    /// Creates an empty list with room for `capacity` elements.
    pub(super) fn list<T>(&mut self, capacity: usize) -> Result<List<T>> {
        let bytes = capacity.saturating_mul(size_of::<T>());
        let charge = if bytes < List::<T>::CHARGED_BYTES {
            self.check(bytes)?;
            None
        } else {
            Some(self.session.charge(bytes as u64)?)
        };
        Ok(List { elements: Vec::with_capacity(capacity), charge })
    }

    /// Appends games to a list, which must have room for them.
    pub(super) fn copy(&mut self, games: impl Iterator<Item = Game>, list: &mut Vec<Game>) -> Result<()> {
        let mut games = games.peekable();
        while games.peek().is_some() {
            let before = list.len();
            list.extend(games.by_ref().take(COPIED_AT_ONCE));
            self.session.spend(list.len() - before)?;
        }
        Ok(())
    }

    /// Returns the concatenation of two lists of games.
    pub(super) fn joined(&mut self, some: &[Game], others: &[Game]) -> Result<List<Game>> {
        let mut list = self.list(some.len() + others.len())?;
        self.copy(some.iter().chain(others).copied(), &mut list)?;
        Ok(list)
    }

    /// Returns the options of both players in canonical form.
    pub(super) fn moves(&mut self, game: Game) -> Result<Moves> {
        let (left, right) = (self.session.left_options(game)?, self.session.right_options(game)?);
        let mut moves = Moves { left: left.len(), options: self.list(left.len() + right.len())? };
        self.copy(left, &mut moves.options)?;
        self.copy(right, &mut moves.options)?;
        Ok(moves)
    }

    /// Returns the options of both players in structural order.
    pub(super) fn sorted_moves(&mut self, game: Game) -> Result<Moves> {
        let mut moves = self.moves(game)?;
        let (left, right) = moves.options.split_at_mut(moves.left);
        self.session.sort(left)?;
        self.session.sort(right)?;
        Ok(moves)
    }

    /// Returns `factor · game` for an integer factor.
    pub(super) fn times(&mut self, factor: &Dyadic, game: Game) -> Result<Game> {
        if let Some(number) = self.session.as_number(game) {
            return self.product(factor, &number);
        }
        match factor.word() {
            Some((factor, 0)) => Ok(self.session.multiple(factor, game)?),
            _ => Err(OperationError::TooLarge),
        }
    }

    /// Returns the product of two numbers.
    pub(super) fn product(&mut self, some: &Dyadic, other: &Dyadic) -> Result<Game> {
        if some.exponent().checked_add(other.exponent()).is_none() {
            return Err(OperationError::TooLarge);
        }
        let digits = |number: &Dyadic| number.leading_bit().unsigned_abs() + u64::from(number.exponent());
        let (some_digits, other_digits) = (digits(some), digits(other));
        if some_digits.min(other_digits) > LONGEST_FACTOR {
            return Err(OperationError::TooLarge);
        }
        self.session.check(some_digits.saturating_add(other_digits) / 4)?;
        Ok(self.session.number(&(some * other))?)
    }
}

impl Drop for TrackedSession<'_> {
    fn drop(&mut self) {
        self.session.give_back(self.taken);
    }
}

/// A list whose memory is charged to the arena if the list is long. For a short list, the arena only checks on creation
/// that there is enough memory.
#[derive(Debug)]
pub(super) struct List<T> {
    elements: Vec<T>,
    charge: Option<Charge>,
}

impl<T> List<T> {
    /// The minimum size, in bytes, of a list that is charged. For shorter lists, charging would take longer than using
    /// them.
    const CHARGED_BYTES: usize = 1 << 12;

    /// Returns the number of bytes that are not charged.
    pub(super) fn uncharged_bytes(&self) -> usize {
        if self.charge.is_some() { 0 } else { size_of_val(self.elements.as_slice()) }
    }

    /// Returns the elements, which are no longer charged.
    pub(super) fn into_vec(self) -> Vec<T> {
        self.elements
    }
}

impl<T> Deref for List<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.elements
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.elements
    }
}

/// The options of a game, Left's first.
#[derive(Debug)]
pub(super) struct Moves {
    options: List<Game>,
    left: usize,
}

impl Moves {
    /// Wraps a single game that the result for another game depends on.
    pub(super) fn only(game: Game) -> Moves {
        Moves { options: List { elements: vec![game], charge: None }, left: 1 }
    }

    pub(super) fn left(&self) -> &[Game] {
        &self.options[..self.left]
    }

    pub(super) fn right(&self) -> &[Game] {
        &self.options[self.left..]
    }
}

impl AsRef<[Game]> for Moves {
    fn as_ref(&self) -> &[Game] {
        &self.options
    }
}

impl Parts<Game> for Moves {
    fn uncharged_bytes(&self) -> usize {
        self.options.uncharged_bytes()
    }
}

/// The list of questions that a question depends on.
pub(super) trait Parts<K>: AsRef<[K]> {
    /// Returns the number of bytes of the list that are not charged.
    fn uncharged_bytes(&self) -> usize;
}

/// The first step of answering a question.
pub(super) enum Start<V, P> {
    /// The answer does not depend on other questions.
    Known(V),
    /// The answer depends on the answers for these parts.
    From(P),
}

struct Frame<K, P> {
    key: K,
    parts: P,
    next: usize,
}

/// The stack of open questions, and the bytes taken for it.
struct QuestionStack<K, P> {
    frames: Vec<Frame<K, P>>,
    bytes: usize,
}

/// The maximum overhead of an allocation, in bytes.
const ALLOCATION_OVERHEAD: usize = 32;

/// The capacity up to which the stack does not shrink.
const SHRINK_THRESHOLD: usize = 1 << 10;

impl<K, P: Parts<K>> QuestionStack<K, P> {
    fn push(&mut self, work: &mut TrackedSession<'_>, key: K, parts: P) -> Result<()> {
        if self.frames.len() == self.frames.capacity() {
            let before = self.frames.capacity();
            // During the copy, both allocations count.
            self.take(work, Self::bytes_of(before.max(2) * 2))?;
            self.frames.reserve_exact(before.max(2) * 2 - before);
            self.give_back(work, Self::bytes_of(before));
        }
        self.take(work, parts.uncharged_bytes() + ALLOCATION_OVERHEAD)?;
        self.frames.push(Frame { key, parts, next: 0 });
        Ok(())
    }

    /// Gives back the memory of the parts of the question just popped, and half of the stack if three quarters of it
    /// are free.
    fn release(&mut self, work: &mut TrackedSession<'_>, parts: P) {
        self.give_back(work, parts.uncharged_bytes() + ALLOCATION_OVERHEAD);
        let capacity = self.frames.capacity();
        if capacity > SHRINK_THRESHOLD && self.frames.len() < capacity / 4 {
            self.frames.shrink_to(capacity / 2);
            self.give_back(work, Self::bytes_of(capacity - self.frames.capacity()));
        }
    }

    fn take(&mut self, work: &mut TrackedSession<'_>, bytes: usize) -> Result<()> {
        work.take(bytes)?;
        self.bytes += bytes;
        Ok(())
    }

    fn give_back(&mut self, work: &mut TrackedSession<'_>, bytes: usize) {
        work.give_back(bytes);
        self.bytes -= bytes;
    }

    fn bytes_of(capacity: usize) -> usize {
        capacity * size_of::<Frame<K, P>>()
    }
}

/// Answers a question after all questions that it depends on, each once, and stores the answers in the memo.
///
/// Searches depth-first, with an explicit stack. `start` returns the parts of a question, and `finish` computes its
/// answer from their answers, which are then in the memo.
pub(super) fn bottom_up<'arena, K: Copy + Eq + Hash, V, P: Parts<K>>(
    work: &mut TrackedSession<'arena>,
    memo: &mut Memo<K, V>,
    root: K,
    start: impl FnMut(&mut TrackedSession<'arena>, K) -> Result<Start<V, P>>,
    finish: impl FnMut(&mut TrackedSession<'arena>, K, &P, &Memo<K, V>) -> Result<V>,
) -> Result<()> {
    let mut open = QuestionStack { frames: Vec::new(), bytes: 0 };
    let result = walk(work, memo, root, &mut open, start, finish);
    work.give_back(open.bytes);
    result
}

/// Implements [`bottom_up`], starting with an empty stack.
fn walk<'arena, K: Copy + Eq + Hash, V, P: Parts<K>>(
    work: &mut TrackedSession<'arena>,
    memo: &mut Memo<K, V>,
    root: K,
    open: &mut QuestionStack<K, P>,
    mut start: impl FnMut(&mut TrackedSession<'arena>, K) -> Result<Start<V, P>>,
    mut finish: impl FnMut(&mut TrackedSession<'arena>, K, &P, &Memo<K, V>) -> Result<V>,
) -> Result<()> {
    let mut next = (!memo.contains_key(&root)).then_some(root);
    loop {
        work.session.spend(1)?;
        if let Some(key) = next {
            match start(work, key)? {
                Start::Known(value) => insert(work, memo, key, value)?,
                Start::From(parts) => open.push(work, key, parts)?,
            }
        }
        let Some(frame) = open.frames.last_mut() else { return Ok(()) };
        next = None;
        while next.is_none()
            && let Some(part) = frame.parts.as_ref().get(frame.next)
        {
            work.session.spend(1)?;
            next = (!memo.contains_key(part)).then_some(*part);
            frame.next += 1;
        }
        if next.is_none()
            && let Some(Frame { key, parts, .. }) = open.frames.pop()
        {
            let value = finish(work, key, &parts, memo)?;
            open.release(work, parts);
            insert(work, memo, key, value)?;
        }
    }
}

fn insert<K: Eq + Hash, V>(
    work: &mut TrackedSession<'_>,
    memo: &mut Memo<K, V>,
    key: K,
    value: V,
) -> Result<()> {
    if memo.len() == memo.capacity() {
        enlarge(work, memo)?;
    }
    memo.insert(key, value);
    Ok(())
}

/// Doubles the capacity of a memo. During the copy, both tables count.
#[cold]
fn enlarge<K: Eq + Hash, V>(work: &mut TrackedSession<'_>, memo: &mut Memo<K, V>) -> Result<()> {
    let (before, bytes) = (memo.capacity(), table_bytes::<(K, V)>(memo.capacity() + 1));
    work.take(bytes)?;
    if memo.try_reserve(1).is_err() {
        work.give_back(bytes);
        return Err(work.session.out_of_memory().into());
    }
    work.give_back(table_bytes::<(K, V)>(before));
    debug_assert_eq!(table_bytes::<(K, V)>(memo.capacity()), bytes);
    Ok(())
}

/// Returns the bytes of a hash table for `capacity` entries. The number of slots is a power of two, and at least one slot
/// in eight stays free.
fn table_bytes<E>(capacity: usize) -> usize {
    let slots = if capacity == 0 { 0 } else { (capacity * 8).div_ceil(7).next_power_of_two().max(4) };
    slots * (size_of::<E>() + 1)
}

/// Computes a game from the results for its options. The operations that replace every follower of a game by another
/// game use this function.
///
/// `leaf` returns the results that do not depend on options, and `rule` computes a result from the results for the
/// options.
pub(super) fn transform<'arena>(
    work: &mut TrackedSession<'arena>,
    memo: &mut Memo<Game, Game>,
    root: Game,
    mut leaf: impl FnMut(&mut TrackedSession<'arena>, Game) -> Result<Option<Game>>,
    mut rule: impl FnMut(&mut TrackedSession<'arena>, Game, List<Game>, List<Game>) -> Result<Game>,
) -> Result<Game> {
    bottom_up(
        work,
        memo,
        root,
        |work, game| match leaf(work, game)? {
            Some(value) => Ok(Start::Known(value)),
            None => work.moves(game).map(Start::From),
        },
        |work, game, moves, memo| {
            let mut results = |options: &[Game]| -> Result<List<Game>> {
                let mut results = work.list(options.len())?;
                work.copy(options.iter().map(|option| memo[option]), &mut results)?;
                Ok(results)
            };
            let (left, right) = (results(moves.left())?, results(moves.right())?);
            rule(work, game, left, right)
        },
    )?;
    Ok(memo[&root])
}

/// The memo of an operation with further arguments. It is reused while these arguments stay the same.
#[derive(Debug)]
pub(super) struct LastMemo<A> {
    arguments: Option<A>,
    memo: Memo<Game, Game>,
}

impl<A> Default for LastMemo<A> {
    fn default() -> LastMemo<A> {
        LastMemo { arguments: None, memo: Memo::default() }
    }
}

impl<A: PartialEq> LastMemo<A> {
    pub(super) fn with(&mut self, arguments: A, work: &mut TrackedSession<'_>) -> &mut Memo<Game, Game> {
        let arguments = Some(arguments);
        if self.arguments != arguments {
            work.release(mem::take(&mut self.memo));
            self.arguments = arguments;
        }
        &mut self.memo
    }
}

/// Adds `game` to each of `options`.
pub(super) fn shift(work: &mut TrackedSession<'_>, options: &mut [Game], game: Game) -> Result<()> {
    for option in options {
        *option = work.session.add(*option, game)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Arena;

    /// Checks that a stack that was deep before stays charged for the memory that it keeps.
    #[test]
    fn a_stack_is_charged_as_long_as_it_has_memory() {
        let arena = Arena::new(16 << 20);
        let mut work = TrackedSession::new(arena.session());
        let mut open: QuestionStack<Game, Moves> = QuestionStack { frames: Vec::new(), bytes: 0 };
        let charged = |open: &QuestionStack<Game, Moves>, work: &TrackedSession<'_>| {
            let frames = open.frames.capacity() * size_of::<Frame<Game, Moves>>();
            let parts = open.frames.len() * (size_of::<Game>() + ALLOCATION_OVERHEAD);
            assert_eq!((open.bytes, work.taken), (frames + parts, (frames + parts) as u64));
        };
        for _ in 0..50_000 {
            open.push(&mut work, Game::ZERO, Moves::only(Game::ZERO)).unwrap();
            charged(&open, &work);
        }
        while let Some(frame) = open.frames.pop() {
            open.release(&mut work, frame.parts);
            charged(&open, &work);
        }
        assert!(open.frames.capacity() <= SHRINK_THRESHOLD);
        while open.push(&mut work, Game::ZERO, Moves::only(Game::ZERO)).is_ok() {}
        assert!(open.frames.len() > 50_000);
        charged(&open, &work);
    }
}
