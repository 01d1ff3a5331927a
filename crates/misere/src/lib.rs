//! The theory of impartial games under misère play, and of partizan games in restricted universes.
//!
//! | Type | Purpose |
//! |---|---|
//! | [`Heaps`] | a game on heaps, from its options |
//! | [`Genus`] | the genus of a position: its nim-value and its misère values beside heaps of size two |
//! | [`Forms`], [`Form`] | canonical forms, their sums and differences |
//! | [`TameHeaps`], [`TameComponents`] | positions that behave like Nim |
//! | [`QuotientSearch`], [`Quotient`] | the misère quotient of a game up to a heap |
//! | [`period`](fn@period), [`QuotientPeriod`] | the proof that a quotient holds for all heaps |
//! | [`MisereCertificate`] | a proof that can be checked on its own |
//! | [`Partizans`], [`Universe`] | partizan games under misère play |
//!
//! ```
//! use winways_misere::Genus;
//!
//! // In misère Nim, the player to move loses with a single heap of one token, and wins if no heap is left.
//! let zero = Genus::of_options([]);
//! let one = Genus::of_options([&zero]);
//! assert_eq!([zero, one].map(|genus| genus.to_string()), ["0^{120}", "1^{031}"]);
//! ```
//!
//! Sources: J. H. Conway, *On Numbers and Games* (1976), chapter 12; T. E. Plambeck, A. N. Siegel, *Misère quotients for impartial
//! games* (2008); A. N. Siegel, *Combinatorial Game Theory* (2013), chapter V.

#![forbid(unsafe_code)]

mod account;
mod beliefs;
mod certificate;
mod check;
mod closure;
mod components;
mod forms;
mod genus;
mod heaps;
mod learn;
mod partizan;
mod period;
mod presentation;
mod quotient;
mod structure;
mod tame;
mod trial;
mod words;

pub use certificate::{
    CertificateFault, CertificateGame, CertificateStop, MisereCertificate, MisereCertificateError,
};
pub use closure::Closure;
pub use forms::{Form, FormError, Forms, count_born_by};
pub use genus::{Genus, GenusError};
pub use heaps::{Heaps, NotSmaller, Sum};
pub use learn::QuotientSearch;
pub use partizan::{MisereOutcome, Partizan, PartizanError, Partizans, Universe};
pub use period::{QuotientPeriod, period};
pub use presentation::{Powers, Presentation, product_text};
pub use quotient::{Element, MOST_ELEMENTS, Quotient};
pub use structure::CayleyGraph;
pub use tame::{TameComponents, TameHeaps, Tameness};

use winways_solve::StopReason;

/// The reason why a quotient is not found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The quotient has more than [`MOST_ELEMENTS`] elements, or is infinite.
    #[error("the misère quotient has more than {MOST_ELEMENTS} elements, or is infinite")]
    Order,
    /// Too many words would have to be examined.
    #[error("the search for the misère quotient would examine too many words")]
    Words,
    /// The ledger stopped the work.
    #[error(transparent)]
    Stopped(#[from] StopReason),
}
