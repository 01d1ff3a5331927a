//! The tests of the crate, as one program: each is a module.

mod addresses;
mod common;
mod connections;
mod databases;
mod description;
mod documents;
mod guard;
mod limits;
mod sessions;
