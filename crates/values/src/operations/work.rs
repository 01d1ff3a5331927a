//! The walk over the followers of a game, and the memory that its memos take.

use std::collections::HashMap;
use std::hash::Hash;
use std::mem;

use foldhash::fast::FixedState;

use super::error::Result;
use crate::{ArenaError, Dyadic, Game, OperationError, Session};

/// What is known already. Nothing depends on the order of its entries.
pub(super) type Memo<K, V> = HashMap<K, V, FixedState>;

/// A session, with the memory that memos take beside it.
#[derive(Debug)]
pub(super) struct Work<'arena> {
    pub(super) session: Session<'arena>,
    limit: u64,
    used: u64,
}

impl<'arena> Work<'arena> {
    pub(super) fn new(session: Session<'arena>) -> Work<'arena> {
        let limit = session.memory_limit();
        Work { session, limit, used: 0 }
    }

    /// Whether `bytes` more could be taken.
    pub(super) fn check(&mut self, bytes: usize) -> Result<()> {
        let total = self.session.bytes().saturating_add(self.used).saturating_add(bytes as u64);
        if total <= self.limit { Ok(()) } else { Err(ArenaError::OutOfMemory { limit: self.limit }.into()) }
    }

    pub(super) fn take(&mut self, bytes: usize) -> Result<()> {
        self.check(bytes)?;
        self.used += bytes as u64;
        Ok(())
    }

    /// The options of both players in canonical form.
    pub(super) fn moves(&mut self, game: Game) -> Result<Moves> {
        let (left, right) = (self.session.left_options(game)?, self.session.right_options(game)?);
        self.check((left.len() + right.len()) * size_of::<Game>())?;
        self.session.spend(left.len() + right.len())?;
        let mut moves = Moves { options: Vec::with_capacity(left.len() + right.len()), left: left.len() };
        moves.options.extend(left);
        moves.options.extend(right);
        Ok(moves)
    }

    /// The options of both players in structural order.
    pub(super) fn sorted_moves(&mut self, game: Game) -> Result<Moves> {
        let mut moves = self.moves(game)?;
        let (left, right) = moves.options.split_at_mut(moves.left);
        self.session.sort(left)?;
        self.session.sort(right)?;
        Ok(moves)
    }

    /// `factor · game` for an integer.
    pub(super) fn times(&mut self, factor: &Dyadic, game: Game) -> Result<Game> {
        if let Some(number) = self.session.as_number(game) {
            return self.product(factor, &number);
        }
        match factor.word() {
            Some((factor, 0)) => Ok(self.session.multiple(factor, game)?),
            _ => Err(OperationError::TooLarge),
        }
    }

    /// The product of two numbers.
    pub(super) fn product(&mut self, some: &Dyadic, other: &Dyadic) -> Result<Game> {
        if some.exponent().checked_add(other.exponent()).is_none() {
            return Err(OperationError::TooLarge);
        }
        let digits = |number: &Dyadic| number.leading_bit().unsigned_abs() + u64::from(number.exponent());
        self.check((digits(some).saturating_add(digits(other)) / 4) as usize)?;
        Ok(self.session.number(&(some * other))?)
    }
}

/// The options of a game, those of Left first.
#[derive(Debug)]
pub(super) struct Moves {
    options: Vec<Game>,
    left: usize,
}

impl Moves {
    /// One game, from which another follows in a way of its own.
    pub(super) fn only(game: Game) -> Moves {
        Moves { options: vec![game], left: 1 }
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

/// How to go about a question.
pub(super) enum Start<V, P> {
    /// The answer is known without others.
    Known(V),
    /// It follows from the answers for these parts.
    From(P),
}

struct Frame<K, P> {
    key: K,
    parts: P,
    next: usize,
}

/// Answers a question after all that it depends on, each once, and keeps the answers in the memo.
///
/// Depth first on a stack: `start` names the parts of a question, `finish` works it out from the answers for them,
/// which then are in the memo.
pub(super) fn bottom_up<'arena, K: Copy + Eq + Hash, V, P: AsRef<[K]>>(
    work: &mut Work<'arena>,
    memo: &mut Memo<K, V>,
    root: K,
    mut start: impl FnMut(&mut Work<'arena>, K) -> Result<Start<V, P>>,
    mut finish: impl FnMut(&mut Work<'arena>, K, &P, &Memo<K, V>) -> Result<V>,
) -> Result<()> {
    let mut open: Vec<Frame<K, P>> = Vec::new();
    let mut open_bytes = 0;
    let mut next = (!memo.contains_key(&root)).then_some(root);
    loop {
        work.session.spend(1)?;
        if let Some(key) = next {
            match start(work, key)? {
                Start::Known(value) => insert(work, memo, key, value)?,
                Start::From(parts) => {
                    open_bytes += bytes_of(&parts);
                    work.check(open_bytes)?;
                    open.push(Frame { key, parts, next: 0 });
                }
            }
        }
        let Some(frame) = open.last_mut() else { return Ok(()) };
        next = None;
        while next.is_none()
            && let Some(part) = frame.parts.as_ref().get(frame.next)
        {
            work.session.spend(1)?;
            next = (!memo.contains_key(part)).then_some(*part);
            frame.next += 1;
        }
        if next.is_none()
            && let Some(Frame { key, parts, .. }) = open.pop()
        {
            open_bytes -= bytes_of(&parts);
            let value = finish(work, key, &parts, memo)?;
            insert(work, memo, key, value)?;
        }
    }

    fn bytes_of<K, P: AsRef<[K]>>(parts: &P) -> usize {
        2 * size_of::<Frame<K, P>>() + size_of_val(parts.as_ref())
    }
}

/// About twice the size of an entry, for the free places in the table.
fn insert<K: Eq + Hash, V>(work: &mut Work<'_>, memo: &mut Memo<K, V>, key: K, value: V) -> Result<()> {
    work.take(2 * size_of::<(K, V)>())?;
    memo.insert(key, value);
    Ok(())
}

/// A game from those that an operation makes of its options: all operations whose result is a game.
///
/// `leaf` tells the results that do not depend on options; `rule` makes the result from the options' results.
pub(super) fn transform<'arena>(
    work: &mut Work<'arena>,
    memo: &mut Memo<Game, Game>,
    root: Game,
    mut leaf: impl FnMut(&mut Work<'arena>, Game) -> Result<Option<Game>>,
    mut rule: impl FnMut(&mut Work<'arena>, Game, Vec<Game>, Vec<Game>) -> Result<Game>,
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
            let results = |options: &[Game]| options.iter().map(|option| memo[option]).collect();
            rule(work, game, results(moves.left()), results(moves.right()))
        },
    )?;
    Ok(memo[&root])
}

/// The memo of an operation with further arguments: it is kept as long as these stay the same.
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
    pub(super) fn with(&mut self, arguments: A, work: &mut Work<'_>) -> &mut Memo<Game, Game> {
        let arguments = Some(arguments);
        if self.arguments != arguments {
            let old = mem::take(&mut self.memo);
            work.used -= (old.len() * 2 * size_of::<(Game, Game)>()) as u64;
            self.arguments = arguments;
        }
        &mut self.memo
    }
}

/// Adds `game` to each of `options`.
pub(super) fn shift(work: &mut Work<'_>, options: &mut [Game], game: Game) -> Result<()> {
    for option in options {
        *option = work.session.add(*option, game)?;
    }
    Ok(())
}
