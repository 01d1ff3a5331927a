//! Games on the cells of a grid.

pub mod colouring;
#[cfg(test)]
mod large_boards;

games! {
    domineering,
    cram,
    chomp,
    col,
    snort,
    clobber,
}
