//! Slow, simple second implementations with which the tests of games compare the fast ones.

pub mod moves;
pub mod rank_checks;
pub mod sums;
