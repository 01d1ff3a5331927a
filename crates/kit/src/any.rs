//! Games of any kind behind an object-safe interface.

mod capabilities;
mod face;
pub mod impartial;
pub mod impartial_form;
pub mod partizan;
mod periodic_heaps;
mod positions;
mod properties;
pub mod ranked;
pub mod whole;

pub use capabilities::{
    AnyBoard, ByLostPairs, HeapForms, ImpartialPosition, ImpartialSolver, InternedPosition, KnownValues,
    MisereByValues, PartizanPosition, PartizanSolver, PartizanWinner, RankedPosition, SumWinner, VisitMove,
    Worth,
};
pub use face::{AnyGame, AnyMove, AnyMoves, AnyPosition, HeapValues, Tables, TripleValues};
pub use properties::{Ending, Properties};
