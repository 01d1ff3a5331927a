//! The tests of the crate, as one program: each is a module.

mod answers;
mod architecture;
mod atlas;
mod bad_inputs;
mod calculator;
mod certificates;
mod commands;
mod common;
mod daily;
mod databases;
mod documents;
mod examples;
mod formats;
mod kills;
mod large_heaps;
mod latex;
mod limits;
mod loopy;
mod names;
mod play;
mod plots;
mod programs;
mod sessions;
mod tables;
mod web;
mod words;
