//! Boards: grids, strips, sets of cells, orders of the vertices of a graph.

pub mod bitboard;
pub mod cells;
pub mod combinations;
pub mod grid;
pub mod labelling;
pub mod planes;
pub mod word;
pub mod word_size;
pub mod written;
