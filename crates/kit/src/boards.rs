//! Boards: grids, strips, sets of cells, and canonical orders of graph vertices.

pub mod bitboard;
pub mod cells;
pub mod combinations;
pub mod graphs;
pub mod grid;
pub mod labelling;
pub mod planes;
pub mod word;
pub mod word_size;
pub mod written;
