//! The common interface of all kinds of games, for the engines and for display.
//!
//! A [`Game`] (impartial), a [`PartizanGame`] or a [`RankedBoard`] extends the rules of `winways-rules` with a notation, theorems
//! that answer without a search, explanations, and a [`Page`] of documentation. [`AnyGame`] and [`AnyPosition`] erase the type of
//! the components, so that a catalogue can hold games of all kinds. Grids and strips are in [`boards`], the notation of heaps in
//! [`heaps`], the appearance of positions in [`view`], and common figures in [`figures`].
//!
//! This crate contains no particular game and no output format.

#![forbid(unsafe_code)]

mod about;
pub mod any;
pub mod boards;
mod check;
mod component_moves;
mod entailing_game;
mod entailing_lists;
mod entry;
pub mod figures;
mod game;
mod heap_laws;
mod heap_moves;
pub mod heaps;
mod moves;
mod pair_laws;
mod partizan_game;
mod ranked_game;
mod row_values;
mod sum_search;
pub mod testing;
mod turns;
mod values;
mod verify;
pub mod view;
mod whole_game;
mod whole_positions;

pub use about::About;
pub use any::ranked::MAX_PLAIN_RANKS;
pub use any::{
    AnyBoard, AnyGame, AnyMove, AnyMoves, AnyPosition, ByLostPairs, Ending, EntailingHeaps,
    EntailingPosition, EntailingPositionSolver, EntailingSearched, HeapForms, HeapValues, ImpartialPosition,
    ImpartialSolver, InternedPosition, KnownValues, MisereByValues, PartizanPosition, PartizanSolver,
    PartizanWinner, Properties, RankedPosition, Tables, TripleValues, ValueAfter, VisitMove,
};
pub use check::{Check, Claim, Halt};
pub use component_moves::{component_move_bound, component_moves};
pub use entailing_game::{Effect, EntailingGame};
pub use entailing_lists::{EntailedList, EntailingLists, ListedStep};
pub use entry::{Entry, MakeGame};
pub use game::{Detail, Game, Page, PairTheorem, Theorem, Winning};
pub use moves::{Move, Moves, only_component};
pub use partizan_game::{NumbersAfter, PartizanGame};
pub use ranked_game::{RankedBoard, RuleBoard, Step};
pub use sum_search::{SumSearch, SumSolved, SumWinner};
pub use values::{OPTIONS_TRIED, Values};
pub use verify::verify_game;
pub use whole_game::{WholeGame, WholeMoves};
pub use whole_positions::{ComponentMove, MovesOfPlayers, WholePositions};
