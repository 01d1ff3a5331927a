//! Reading and writing numbers.
//!
//! The grammar: `ω` or `omega`, powers `ω^2`, `ω^(1/2)`, `ω^ω`, coefficients in front (`3ω^2`), decimals (`2.3`), sums,
//! products with `.` or `·`, quotients with `/`, parentheses. Spaces are ignored, but `2 . 3` is the product of 2 and 3. A
//! coefficient binds more tightly than `/`: `1/2ω` is `1/(2ω)`.

mod read;
mod signs;
mod stalk;
mod transfinite;
mod write;

pub use stalk::Stalk;
