//! The integration tests of the crate, built as one program with a module for each subject.

mod boards;
mod dots_and_boxes;
mod entailing;
mod hackenbush;
mod impartial_form;
mod large_boards;
mod names;
mod numbering;
mod ranked;
mod reachable;
mod rule_files;
mod theorems;
mod views;
