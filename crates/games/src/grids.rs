//! Games on the cells of a grid.

pub mod colouring;

games! {
    domineering,
    cram,
    chomp,
    col,
    snort,
    clobber,
}
