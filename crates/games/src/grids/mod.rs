//! Games on the cells of a grid.

pub mod colouring;

games! {
    domineering,
    col,
    snort,
    clobber,
}
