//! Tests of each operation against a slow implementation of its definition, and of algebraic laws.

mod atomic;
mod heating;
mod limits;
mod outside;
mod products;
mod reader;
mod reduced;
mod search;
mod texts;
mod thermographs;
#[allow(dead_code, clippy::duplicate_mod)]
#[path = "../game/tests/tree.rs"]
mod tree;
mod uptimals;
