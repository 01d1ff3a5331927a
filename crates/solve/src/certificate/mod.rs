//! Periods as certificates: what is claimed, with all that a slow and obvious program needs to derive it again.
//!
//! [`Certificate::check`] shares no code with the engines. It reads [`Certificate`]s and derives every value anew: by looking at
//! all options, or, for periods proved by a sparse space, by the two steps that prove a value there, one heap at a time.

mod check;
mod rows;
mod sparse;
mod text;

pub use check::{CheckFailure, Checked};
pub use text::CertificateError;

/// A claim: g(n + period) = g(n) for all n from `preperiod` on, and for no lesser `preperiod` and no lesser `period`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The game's name.
    pub game: String,
    /// From which heap on.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// Why that holds for all heaps.
    pub proof: Proof,
}

/// Why finitely many values prove a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The theorem of Guy and Smith (1956) on octal games of finite code: it is enough that the period holds up to heap
    /// 2·preperiod + 2·period + t, where t is the last digit that is not zero.
    GuySmith {
        /// That digit's index.
        last_digit: u64,
    },
    /// Values depend on the last `length` ones alone.
    Window {
        /// How many values.
        length: u64,
    },
    /// From some heap on, values depend on the last `length` ones alone and, in the positional kind, on the parity of the
    /// heap: no heap is rare any more, and every value is settled by options that near.
    Sparse(SparseProof),
    /// Rows of pairs depend on the rows before them alone, and two windows of rows are equal.
    Rows(RowProof),
}

/// The proof of a period of the rows of pairs (n, m), where row n has the values of all memories m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The place of the heap n in a pair, 0 or 1.
    pub heap: usize,
    /// Number of rows in a window: rows from this one on depend on as many rows before them.
    pub length: u64,
    /// The distance of the two windows; the first one begins at the preperiod.
    pub apart: u64,
    /// The memories of the columns, ascending.
    pub columns: Vec<u64>,
}

/// The proof by a sparse space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseProof {
    /// Values with an even number of ones in common with the mask are rare, in heaps that are not turned.
    pub mask: u16,
    /// In the positional kind: the parity of the heaps that are not turned.
    pub parity: Option<u64>,
    /// All heaps that are rare, the empty one left out.
    pub rare: Vec<u64>,
    /// How many values decide.
    pub length: u64,
    /// The end of a window that comes again: the values of the `length` heaps before it.
    pub repeats_from: u64,
    /// How much later: the period, or twice an odd one in the positional kind.
    pub apart: u64,
    /// Windows on the way, for samples.
    pub windows: Vec<Window>,
}

/// Values before a heap, and the sum of those from it on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The heap after the last one in the window.
    pub heap: u64,
    /// The values, one byte each.
    pub values: Vec<u8>,
    /// The CRC-32 of the next [`Window::NEXT`] values, one byte each.
    pub sum: u32,
}

impl Window {
    /// Of how many values after the window the sum is.
    pub const NEXT: u64 = 1 << 16;
}

#[cfg(test)]
mod tests;
