//! Games of any kind behind an object-safe interface.

mod capabilities;
pub mod common;
pub mod entailing;
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
    AnyBoard, ByLostPairs, EntailingPosition, EntailingPositionSolver, EntailingSearched, HeapForms,
    ImpartialPosition, ImpartialSolver, InternedPosition, KnownValues, MisereByValues, PartizanPosition,
    PartizanSolver, PartizanWinner, RankedPosition, SumWinner, ValueAfter, VisitMove,
};
pub use face::{AnyGame, AnyMove, AnyMoves, AnyPosition, EntailingHeaps, HeapValues, Tables, TripleValues};
pub use properties::{Ending, Properties};
