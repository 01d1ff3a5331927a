//! Board games told as pictures.

mod cells;
mod geometry;
mod placement;
mod rules;
mod split;
mod states;
mod stencil;
mod symmetry;
mod table;
