//! Helpers of the tests.

#![allow(dead_code, reason = "each test binary uses a part")]

/// Returns the number of random cases of a property: `few` by default, ten times as many if `WINWAYS_FULL_TESTS` is set at compile
/// time, or `all` if the variable has the value `all`.
pub(crate) fn cases(few: u32, all: u32) -> u32 {
    match option_env!("WINWAYS_FULL_TESTS") {
        None => few,
        Some("all") => all,
        Some(_) => 10 * few,
    }
}

/// Returns the nim product of two nimbers of twice `half` bits by Conway's recursion.
pub(crate) fn slow_product(one: u128, other: u128, half: u32) -> u128 {
    if one < 2 || other < 2 {
        return one * other;
    }
    let power = 1 << half;
    if one < power && other < power {
        return slow_product(one, other, half / 2);
    }
    let (a, b, c, d) = (one >> half, one & (power - 1), other >> half, other & (power - 1));
    let ac = slow_product(a, c, half / 2);
    let cross = slow_product(a, d, half / 2) ^ slow_product(b, c, half / 2);
    let low = slow_product(b, d, half / 2) ^ slow_product(ac, power / 2, half / 2);
    (ac ^ cross) << half | low
}
