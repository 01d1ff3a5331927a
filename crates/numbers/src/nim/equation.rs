//! Quadratic equations.

use super::{Extension, NimField, inverse, trace};

/// Returns a solution of x² + x = `c`; the other is x + 1.
///
/// A solution in the same field exists if and only if the top bit of `c` is 0. Otherwise the solutions lie in the
/// quadratic extension: for example, in a field of n bits, 2^n is a solution if `c` = 2^(n−1).
///
/// # Complexity
/// O(n) products and squares on n bits.
///
/// ```
/// use winways_numbers::nim::{Extension, solve_artin_schreier};
///
/// let Extension { high, low } = solve_artin_schreier(128_u8);
/// assert_eq!((high, low), (1, 0));
/// assert_eq!(solve_artin_schreier(1_u8).in_field(), Some(2));
/// ```
#[must_use]
pub fn solve_artin_schreier<T: NimField>(c: T) -> Extension<T> {
    if trace(c) {
        Extension { high: T::ONE, low: solve_traceless(c ^ T::TOP) }
    } else {
        Extension::from(solve_traceless(c))
    }
}

/// Returns a solution of x² + x = `c` for a nimber whose top bit is 0.
///
/// For c = c₁·D + c₀ with D = 2^h: if x₁² + x₁ = c₁ and x = x₁·D + x₀, then x₀² + x₀ = c₀ + x₁²·D/2. Adding 1 to x₁
/// changes the right side by D/2, its top bit. So both equations can have traceless right sides.
fn solve_traceless<T: NimField>(c: T) -> T {
    let c: u128 = c.into();
    T::truncate(solve_below(c, T::BITS / 2))
}

/// Solves the equation in the field of twice `half` bits. The recursion is at most seven calls deep.
fn solve_below(c: u128, half: u32) -> u128 {
    if half == 0 {
        // In the field of one bit, a traceless `c` is 0, and both 0 and 1 are solutions.
        return 0;
    }
    let mask = (1_u128 << half) - 1;
    let top = 1_u128 << (half - 1);
    let mut high = solve_below(c >> half, half / 2);
    let square = super::square(high);
    let mut rest = (c & mask) ^ super::product(square, top);
    if rest & top != 0 {
        high ^= 1;
        rest ^= top;
    }
    high << half | solve_below(rest, half / 2)
}

/// The solutions of a quadratic equation. A single solution has multiplicity two unless the equation is linear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Roots<T> {
    /// Every nimber solves 0 = 0.
    All,
    /// The equation has no solution: it is `c` = 0 with c ≠ 0.
    None,
    /// The only solution.
    One(T),
    /// Two solutions in the field, ascending.
    Two(T, T),
    /// Two solutions in the quadratic extension, ascending.
    Above(Extension<T>, Extension<T>),
}

/// Returns the solutions of `a`·x² + `b`·x + `c` = 0, where `a` may be 0.
///
/// ```
/// use winways_numbers::nim::{Roots, solve_quadratic};
///
/// // x² + x + 1 = 0 has the solutions 2 and 3.
/// assert_eq!(solve_quadratic(1_u8, 1, 1), Roots::Two(2, 3));
/// assert_eq!(solve_quadratic(1_u8, 0, 3), Roots::One(2));
/// assert!(matches!(solve_quadratic(1_u8, 1, 128), Roots::Above(..)));
/// ```
#[must_use]
pub fn solve_quadratic<T: NimField>(a: T, b: T, c: T) -> Roots<T> {
    let Some(by_a) = inverse(a) else {
        return match inverse(b) {
            Some(by_b) => Roots::One(c.times(by_b)),
            None if c == T::ZERO => Roots::All,
            None => Roots::None,
        };
    };
    let Some(by_b) = inverse(b) else { return Roots::One(c.times(by_a).root()) };
    // With x = (b/a)·y the equation is y² + y = a·c/b².
    let scale = b.times(by_a);
    let Extension { high, low } = solve_artin_schreier(a.times(c).times(by_b.squared()));
    let one = Extension { high: high.times(scale), low: low.times(scale) };
    let other = Extension { high: one.high, low: one.low ^ scale };
    let (less, more) = (one.min(other), one.max(other));
    match (less.in_field(), more.in_field()) {
        (Some(less), Some(more)) => Roots::Two(less, more),
        _ => Roots::Above(less, more),
    }
}
