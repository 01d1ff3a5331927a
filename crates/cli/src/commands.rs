//! One file per command; `line` contains the code shared by commands that answer line by line.

pub(crate) mod atlas;
pub(crate) mod bench;
pub(crate) mod census;
pub(crate) mod database;
pub(crate) mod eval;
pub(crate) mod games;
pub(crate) mod help;
mod jsonl;
pub(crate) mod judge;
mod line;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod puzzle;
pub(crate) mod quiz;
pub(crate) mod repl;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod table;
pub(crate) mod unknown;
pub(crate) mod verify;
pub(crate) mod verify_certificate;
pub(crate) mod web;
