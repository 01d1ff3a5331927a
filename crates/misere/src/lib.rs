//! The theory of impartial games under misère play.

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
