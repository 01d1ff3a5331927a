use crate::{Meter, RuleFault};
use std::ops::ControlFlow;
use winways_values::Nimber;

/// The moves of a game on pairs of numbers, for tables of all pairs up to a size.
///
/// It tells the same moves as [`crate::Ruleset::options`] with pairs as components; the tests compare the two.
pub trait PairRules: Send + Sync {
    /// Gives every option of a pair to `visit`: the pairs it consists of. The same option may come more than once; after
    /// a `Break` none comes any more. What is tried in vain is counted on `meter`.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong there, or the work is to end; what was given before then means nothing.
    fn options(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault>;

    /// The nim-value of a pair by a theorem, if there is one for it.
    fn nim_value(&self, pair: [u64; 2]) -> Option<Nimber> {
        let _ = pair;
        None
    }

    /// Directions (u, v), not (0, 0), such that all (a - k u, b - k v) with k ≥ 1 and no negative number are options of
    /// (a, b): those of a rook are (1, 0) and (0, 1).
    fn rays(&self) -> &[[u64; 2]] {
        &[]
    }

    /// As [`PairRules::options`], those on [`PairRules::rays`] left out.
    fn options_off_rays(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault> {
        if self.rays().is_empty() {
            return self.options(pair, meter, visit);
        }
        Ok(())
    }

    /// The moves of all large pairs of one kind, where these moves do not depend on how large the heap is; what is looked at is
    /// counted on `meter`.
    ///
    /// # Errors
    /// [`NoRowMoves`] if the moves are not of that kind, or nothing is known about it.
    fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        let _ = (row, meter);
        Err(NoRowMoves::Because("it is not known which moves large pairs have in common"))
    }
}

/// The pairs of a heap and a memory whose heap is large and leaves one remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeRows {
    /// The place of the heap in a pair, 0 or 1; the other number is the memory.
    pub heap: usize,
    /// The memory.
    pub memory: u64,
    /// The divisor, at least 1.
    pub modulus: u64,
    /// The remainder of the heap, less than `modulus`.
    pub remainder: u64,
}

/// The moves that all [`LargeRows`] of one kind have from some heap on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowMoves {
    /// The least heap from which the pairs have these moves and no others.
    pub from: u64,
    /// The parts of each option; the same option may come more than once.
    pub options: Vec<Vec<RowPart>>,
}

/// A pair that a move leaves of a large one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowPart {
    /// The heap that is left.
    pub heap: RowHeap,
    /// The memory that is left.
    pub memory: u64,
}

/// A heap that a move leaves of a large one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowHeap {
    /// The heap less this number.
    Less(u64),
    /// This heap, however large the heap before the move is.
    Fixed(u64),
}

impl RowHeap {
    /// The heap that is left of `heap`; `None` if fewer tokens are there.
    pub fn of(self, heap: u64) -> Option<u64> {
        match self {
            RowHeap::Less(taken) => heap.checked_sub(taken),
            RowHeap::Fixed(left) => Some(left),
        }
    }
}

/// Why [`PairRules::row_moves`] tells no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRowMoves {
    /// The moves depend on a remainder by a greater divisor, which is a multiple of the one that was asked about.
    Modulus(u64),
    /// The moves are of another kind, for this reason.
    Because(&'static str),
    /// The work was ended.
    Fault(RuleFault),
}

impl NoRowMoves {
    /// That moves take any number of tokens.
    pub const UNBOUNDED: NoRowMoves = NoRowMoves::Because(
        "a move may take as many tokens as it likes, so a row depends on all rows before it",
    );
}

impl From<RuleFault> for NoRowMoves {
    fn from(fault: RuleFault) -> Self {
        NoRowMoves::Fault(fault)
    }
}
