use crate::{Meter, RuleFault};
use std::ops::ControlFlow;
use winways_values::Nimber;

/// The moves of a game on pairs of numbers, for tables of all pairs up to a size.
///
/// The moves must be the same as those of [`crate::Ruleset::options`] with pairs as components. Tests compare the two.
pub trait PairRules: Send + Sync {
    /// Calls `visit` with every option of a pair, as a list of pairs. Options may be repeated. After a `Break`, no more
    /// options follow. Candidates that are not options are counted on `meter`.
    ///
    /// # Errors
    /// Returns a [`RuleFault`] if the rules have an error for this pair, or the work is interrupted. The options
    /// visited so far are then incomplete.
    fn options(
        &self,
        pair: [u64; 2],
        meter: &mut Meter,
        visit: &mut dyn FnMut(&[[u64; 2]]) -> ControlFlow<()>,
    ) -> Result<(), RuleFault>;

    /// Returns the nim-value of a pair if a theorem states it.
    fn nim_value(&self, pair: [u64; 2]) -> Option<Nimber> {
        let _ = pair;
        None
    }

    /// Returns directions (u, v) other than (0, 0) such that all (a - k u, b - k v) with k ≥ 1 and no negative number
    /// are options of (a, b). For example, the directions of a rook are (1, 0) and (0, 1).
    fn rays(&self) -> &[[u64; 2]] {
        &[]
    }

    /// Visits the options of a pair that are not on its [`PairRules::rays`], like [`PairRules::options`].
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

    /// Returns the moves of all large pairs of one kind, if these moves do not depend on the size of the heap. The work
    /// is counted on `meter`.
    ///
    /// # Errors
    /// Returns [`NoRowMoves`] if the moves are not of this kind, or it is unknown whether they are.
    fn row_moves(&self, row: LargeRows, meter: &mut Meter) -> Result<RowMoves, NoRowMoves> {
        let _ = (row, meter);
        Err(NoRowMoves::Because("it is not known which moves large pairs have in common"))
    }
}

/// The pairs of a heap and a memory in which the heap is large and has a given remainder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LargeRows {
    /// The index of the heap in a pair, 0 or 1; the other number is the memory.
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
    /// The parts of each option; options may be repeated.
    pub options: Vec<Vec<RowPart>>,
}

/// A pair that results from a move in a large pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RowPart {
    /// The resulting heap.
    pub heap: RowHeap,
    /// The resulting memory.
    pub memory: u64,
}

/// A heap that results from a move in a large heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RowHeap {
    /// The heap minus this number.
    Less(u64),
    /// A fixed heap, whatever the size of the heap before the move.
    Fixed(u64),
}

impl RowHeap {
    /// Returns the heap that results from `heap`; `None` if it has too few tokens.
    pub fn of(self, heap: u64) -> Option<u64> {
        match self {
            RowHeap::Less(taken) => heap.checked_sub(taken),
            RowHeap::Fixed(left) => Some(left),
        }
    }
}

/// The reason why [`PairRules::row_moves`] returns no moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoRowMoves {
    /// The moves depend on the remainder modulo this greater divisor, a multiple of the requested divisor.
    Modulus(u64),
    /// The moves are of another kind, for the given reason.
    Because(&'static str),
    /// The work was interrupted, or the rules have an error.
    Fault(RuleFault),
}

impl NoRowMoves {
    /// The reason for games in which a move may take any number of tokens.
    pub const UNBOUNDED: NoRowMoves =
        NoRowMoves::Because("a move may take any number of tokens, so a row depends on all rows before it");
}

impl From<RuleFault> for NoRowMoves {
    fn from(fault: RuleFault) -> Self {
        NoRowMoves::Fault(fault)
    }
}
