//! Entries of the caches of comparisons and sums, and of the stacks of their searches.

use super::handle::{Game, Tail};
use super::number::Number;
use super::table::{Entry, mix};

/// A question, `low ≤ high + number`, with its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Comparison {
    pub(super) low: u64,
    /// Has the bit [`YES`] set if the answer is yes.
    pub(super) high: u64,
    pub(super) number: u64,
}

/// A bit that tails of records do not use. In a normalised question that is not decided by a closed form, `high` is a
/// record.
pub(super) const YES: u64 = 1 << 61;

impl Entry for Comparison {
    /// Marks a free slot. Comparisons of zero with zero have a closed form and are never stored.
    const FREE: Comparison = Comparison { low: 0, high: 0, number: 0 };

    #[inline]
    fn is_free(&self) -> bool {
        self.low == 0 && self.high == 0
    }

    #[inline]
    fn hash(&self) -> u64 {
        Question { low: Tail(self.low), high: Tail(self.high & !YES), number: Number::from_bits(self.number) }
            .hash()
    }
}

/// The question whether `low ≤ high + number`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Question {
    pub(super) low: Tail,
    pub(super) high: Tail,
    pub(super) number: Number,
}

impl Question {
    /// Returns the lesser of two equivalent questions: `G ≤ H + x` if and only if `−H ≤ −G + x`.
    #[inline]
    pub(super) fn normalised(self) -> Question {
        let mirrored = Question { low: self.high.negative(), high: self.low.negative(), ..self };
        if (mirrored.low, mirrored.high) < (self.low, self.high) { mirrored } else { self }
    }

    #[inline]
    pub(super) fn hash(self) -> u64 {
        mix(mix(self.low.0, self.high.0), self.number.bits())
    }
}

/// A question being searched, and the index of the next option.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) question: Question,
    /// The index into Left's options of the lower value followed by Right's options of the higher.
    pub(super) next: usize,
}

/// Two tails and their sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sum {
    pub(super) terms: Pair,
    pub(super) value: Game,
}

impl Entry for Sum {
    /// Marks a free slot. Sums with zero have a closed form and are never stored.
    const FREE: Sum = Sum { terms: Pair(Tail::ZERO, Tail::ZERO), value: Game::ZERO };

    #[inline]
    fn is_free(&self) -> bool {
        self.terms.1 == Tail::ZERO
    }

    #[inline]
    fn hash(&self) -> u64 {
        self.terms.hash()
    }
}

/// Two terms, the lesser first. Of the pair and the pair of the negatives, the lesser represents both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Pair(pub(super) Tail, pub(super) Tail);

impl Pair {
    /// Returns the representative pair, and `true` if its sum is the negative of the requested sum.
    #[inline]
    pub(super) fn normalised(some: Tail, other: Tail) -> (Pair, bool) {
        let sorted = |some: Tail, other: Tail| Pair(some.min(other), some.max(other));
        let (pair, mirrored) = (sorted(some, other), sorted(some.negative(), other.negative()));
        (pair.min(mirrored), mirrored < pair)
    }

    #[inline]
    pub(super) fn hash(self) -> u64 {
        mix(self.0.0, self.1.0)
    }
}

/// A sum being computed. The options computed so far are on the stack of summands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Partial {
    pub(super) terms: Pair,
    /// The index of the next option: Left's in the first term, Left's in the second, then Right's likewise.
    pub(super) next: usize,
    /// The number of Left's options, and of all options.
    pub(super) left: usize,
    pub(super) all: usize,
    /// The term whose options are left out, or zero if there is none.
    pub(super) ignored: Tail,
}
