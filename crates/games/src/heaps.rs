//! Games on heaps: taking tokens, splitting heaps, pairs of heaps.

pub(crate) mod atlas;
mod codes;
mod moore_moves;
mod nim_claims;
pub mod nim_classes;
mod nim_sum;
mod number_sets;
pub(crate) mod octal_classes;
pub(crate) mod open_games;

games! {
    nim,
    moore_nim,
    subtract,
    all_but,
    bash,
    bash_counting,
    wythoff,
    euclid,
    fibonacci_nim,
    octal,
    kayles,
    lasker,
    grundy,
    partizan_heaps,
}
