//! Numbers beyond the dyadic ones: nim fields, ordinals, surreal numbers.

#![forbid(unsafe_code)]

pub mod nim;
