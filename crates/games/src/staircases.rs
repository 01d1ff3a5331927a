//! Games that are staircases of tokens in disguise, and other games with tokens on strips.

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
