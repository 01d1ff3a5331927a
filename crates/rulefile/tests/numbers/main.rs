//! Tests of rule files on numbers: values, moves and outcomes against those by definition.

mod bounded;
mod definition;
mod entailing;
mod partizan;
mod tuples;
