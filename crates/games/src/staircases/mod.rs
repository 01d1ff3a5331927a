//! Games that are staircases of tokens once the right numbers are looked at, and others with tokens on strips.

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
