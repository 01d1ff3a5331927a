//! Staircase Nim, games that are equivalent to it, and other games on rows that play like Nim.

mod northcott_retreats;
mod stairs;

games! {
    staircase_nim,
    pebbles,
    silver_dollar,
    northcott,
    sliding_row,
    apples,
}
