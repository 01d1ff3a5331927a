//! One face for games of any kind: positions, moves, views.
//!
//! This room knows no particular game and no output format.

#![forbid(unsafe_code)]

pub mod view;
