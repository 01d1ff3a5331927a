//! Theorems that belong to no particular game.

#[cfg_attr(not(test), allow(dead_code, reason = "only the tests use the rest"))]
pub(crate) mod by_definition;
pub(crate) mod misere;
pub(crate) mod sprague_grundy;
pub(crate) mod surreals;
