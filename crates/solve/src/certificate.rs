//! Certificates of periods: a claim, together with all data that a slow and simple program needs to verify it.
//!
//! [`Certificate::check`] shares no code with the engines. It derives every value again. For most proofs it
//! examines all options. For periods proved by a sparse space, it applies the two steps described in `sparse.rs`,
//! heap by heap or to blocks of 64 heaps.
//!
//! The engines find periods of 10^8 heaps with vector kernels, and store only a few windows of values. The check does
//! neither, so an error would have to occur twice to go unnoticed.

mod blocks;
mod check;
mod derivation;
mod rows;
mod sparse;
mod text;

pub use crate::lines::LineError as CertificateError;
pub use derivation::{CheckFailure, Checked};

/// The claim that g(n + period) = g(n) for all n from `preperiod` on, where both `preperiod` and `period` are
/// minimal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The name of the game.
    pub game: String,
    /// The first heap from which the sequence repeats.
    pub preperiod: u64,
    /// The period.
    pub period: u64,
    /// The reason why the claim holds for all heaps.
    pub proof: Proof,
}

/// The theorem by which finitely many values prove a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The theorem of Guy and Smith (1956) on octal games of finite code. It suffices to check the period up
    /// to heap 2·preperiod + 2·period + t, where t is the index of the last non-zero digit.
    GuySmith {
        /// The index of the last non-zero digit.
        last_digit: u64,
    },
    /// Values depend only on the last `length` values.
    Window {
        /// The number of values.
        length: u64,
    },
    /// From some heap on, values depend only on the last `length` values and, in the positional kind, on the
    /// parity of the heap. No later heap is rare, and every value is settled by options within the window.
    Sparse(SparseProof),
    /// Large rows of pairs depend only on a window of preceding rows and on the first rows. Two windows of rows are
    /// equal.
    Rows(RowProof),
}

/// A proof of a period of the rows of pairs (n, m), where row n has the values of all memories m.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowProof {
    /// The index of the heap n in a pair, 0 or 1.
    pub heap: usize,
    /// The number of rows in a window. From row `length` on, each row depends only on the `length` rows before it and
    /// on the first `length` rows.
    pub length: u64,
    /// The distance between the two windows; the first one starts at the preperiod.
    pub apart: u64,
    /// The memories of the columns, ascending.
    pub columns: Vec<u64>,
}

/// A proof by a sparse space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseProof {
    /// In heaps whose classes are not exchanged, a value is rare if it has an even number of binary ones in common
    /// with the mask.
    pub mask: u16,
    /// In the positional kind: the parity of the heaps whose classes are not exchanged.
    pub parity: Option<u64>,
    /// All rare heaps except the empty one.
    pub rare: Vec<u64>,
    /// The number of preceding values that determine a value.
    pub length: u64,
    /// The heap after a repeated window: the window consists of the values of the `length` heaps before it.
    pub repeats_from: u64,
    /// The distance to the repetition: the period, or twice an odd period in the positional kind.
    pub apart: u64,
    /// Intermediate windows, from which samples are drawn.
    pub windows: Vec<Window>,
}

/// The values before a heap, and a checksum of the values from the heap on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window {
    /// The heap after the last heap of the window.
    pub heap: u64,
    /// The values, one byte each.
    pub values: Vec<u8>,
    /// The CRC-32 of the next [`Window::NEXT`] values, one byte each.
    pub sum: u32,
}

impl Window {
    /// The number of values after the window that the checksum covers.
    pub const NEXT: u64 = 1 << 16;
}

#[cfg(test)]
mod tests;
