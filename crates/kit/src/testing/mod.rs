//! Second implementations, slow and plain, with which the tests of games compare the fast ones.

pub mod rank_checks;
pub mod sums;
