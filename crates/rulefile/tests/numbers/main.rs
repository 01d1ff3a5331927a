//! Tests of rule files on numbers: compares values, moves and outcomes with the definition.

mod bounded;
mod definition;
mod entailing;
mod partizan;
mod tuples;
