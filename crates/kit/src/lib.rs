//! One face for games of any kind: what a game shows to people, and what engines ask of it.
//!
//! A [`Game`] (impartial), a [`PartizanGame`] or a [`LoopyBoard`] adds to the rules of `winways-rules` what people need: a
//! notation, the theorems that answer without a search, the words of an explanation, a [`Page`] of documentation. [`AnyGame`]
//! and [`AnyPosition`] hide the type of the components, so that the catalogue can hold games of all kinds. [`boards`] has grids
//! and strips, [`heaps`] the notation of heaps, [`view`] how positions look.
//!
//! This room knows no particular game and no output format.

#![forbid(unsafe_code)]

pub mod any;
pub mod boards;
mod entry;
mod game;
pub mod heaps;
mod moves;
mod partizan_game;
mod ranked_game;
mod sum_search;
#[cfg(feature = "testing")]
pub mod testing;
mod values;
mod verify;
pub mod view;

pub use any::impartial::{ImpartialPosition, ImpartialSolver};
pub use any::partizan::{HeapForms, PartizanPosition, PartizanSolver};
pub use any::ranked::{AnyBoard, LoopyPosition, MAX_PLAIN_RANKS};
pub use any::{AnyGame, AnyMove, AnyMoves, AnyPosition, Face, HeapValues, OPTIONS_TRIED};
pub use entry::{Entry, MakeGame};
pub use game::{Detail, Game, Page, Theorem, Winning};
pub use moves::{Move, Moves};
pub use partizan_game::PartizanGame;
pub use ranked_game::LoopyBoard;
pub use sum_search::{SumSearch, SumSolved};
pub use values::Values;
pub use verify::{Check, Claim, Halt, verify_game};
