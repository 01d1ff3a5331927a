//! Functions of numbers that often occur in nim-values.

/// A function of a number n.
pub(super) struct Function {
    /// The name, with `#` for the number.
    pub(super) name: &'static str,
    /// The least number for which the function is defined.
    pub(super) from: u64,
    pub(super) value: fn(u64) -> u64,
    /// The recurrence of the function, as in [`FunctionRule`](super::meaning::FunctionRule); empty if there is none.
    pub(super) digits: &'static [[i64; 3]],
}

/// A family of functions, one for each base.
pub(super) struct BaseFunction {
    /// The name, with `#` for the number and `@` for the base.
    pub(super) name: &'static str,
    pub(super) from: u64,
    pub(super) value: fn(u64, u64) -> u64,
    /// The coefficients of a digit in the recurrence of the function.
    pub(super) digit: fn(u64) -> [i64; 3],
}

/// The functions without a base, simple ones first.
pub(super) const FUNCTIONS: &[Function] = &[
    Function {
        name: "the number of trailing binary zeros of #",
        from: 1,
        value: |n| n.trailing_zeros().into(),
        digits: &[[1, 0, 1], [0, 0, 0]],
    },
    Function {
        name: "the largest power of 2 that divides #",
        from: 1,
        value: |n| n & n.wrapping_neg(),
        digits: &[[2, 0, 0], [0, 0, 1]],
    },
    Function {
        name: "floor(log2(#))",
        from: 1,
        value: |n| n.checked_ilog2().unwrap_or(0).into(),
        digits: &[[1, 0, 1], [1, 0, 1]],
    },
    Function {
        name: "the largest power of 2 up to #",
        from: 1,
        value: highest,
        digits: &[[2, 0, 0], [2, 0, 0]],
    },
    Function {
        name: "# without its highest binary digit",
        from: 1,
        value: |n| n - highest(n),
        digits: &[[2, 0, 0], [2, 0, 1]],
    },
    Function {
        name: "the number of binary ones of #",
        from: 0,
        value: |n| n.count_ones().into(),
        digits: &[[1, 0, 0], [1, 0, 1]],
    },
    Function { name: "the largest odd divisor of #", from: 1, value: odd, digits: &[[1, 0, 0], [0, 2, 1]] },
    Function {
        name: "floor(d/2), d the largest odd divisor of #",
        from: 1,
        value: |n| odd(n) / 2,
        digits: &[[1, 0, 0], [0, 1, 0]],
    },
    Function { name: "# xor floor(#/2)", from: 0, value: |n| n ^ (n / 2), digits: &[] },
    Function {
        name: "odious number #, counted from 1 on: 1, 2, 4, 7, 8, ...",
        from: 1,
        value: odious,
        digits: &[],
    },
    Function { name: "floor(sqrt(#))", from: 0, value: u64::isqrt, digits: &[] },
    Function {
        name: "the least prime factor of #",
        from: 2,
        value: |n| factors(n).next().unwrap_or(0),
        digits: &[],
    },
    Function {
        name: "the number of prime factors of #, counted with multiplicity",
        from: 1,
        value: |n| factors(n).count() as u64,
        digits: &[],
    },
    Function { name: "the number of different prime factors of #", from: 1, value: different, digits: &[] },
];

pub(super) const BASE_FUNCTIONS: &[BaseFunction] = &[
    BaseFunction {
        name: "the number of trailing zeros of # in base @",
        from: 1,
        value: trailing_zeros,
        digit: |digit| if digit == 0 { [1, 0, 1] } else { [0, 0, 0] },
    },
    BaseFunction {
        name: "floor(log@(#))",
        from: 1,
        value: |n, base| n.checked_ilog(base).unwrap_or(0).into(),
        digit: |_| [1, 0, 1],
    },
    BaseFunction {
        name: "the sum of the digits of # in base @",
        from: 0,
        value: digit_sum,
        digit: |digit| [1, 0, digit as i64],
    },
];

fn highest(n: u64) -> u64 {
    n.checked_ilog2().map_or(0, |place| 1 << place)
}

/// Returns the n-th number with an odd number of binary ones. Exactly one of 2k and 2k + 1 is such a number.
fn odious(n: u64) -> u64 {
    let even = 2 * n.saturating_sub(1);
    even + u64::from(even.count_ones().is_multiple_of(2))
}

fn odd(n: u64) -> u64 {
    n.checked_shr(n.trailing_zeros()).unwrap_or(0)
}

/// Returns the exponent of the highest power of the base that divides a positive number.
pub(super) fn trailing_zeros(mut n: u64, base: u64) -> u64 {
    let mut count = 0;
    while n > 0 && n.is_multiple_of(base) {
        n /= base;
        count += 1;
    }
    count
}

fn digit_sum(mut n: u64, base: u64) -> u64 {
    let mut sum = 0;
    while n > 0 {
        sum += n % base;
        n /= base;
    }
    sum
}

/// Iterates over the prime factors of a positive number by trial division.
fn factors(mut n: u64) -> impl Iterator<Item = u64> {
    let mut divisor = 2;
    std::iter::from_fn(move || {
        if n <= 1 {
            return None;
        }
        while divisor * divisor <= n {
            if n.is_multiple_of(divisor) {
                n /= divisor;
                return Some(divisor);
            }
            divisor += 1;
        }
        let last = n;
        n = 1;
        Some(last)
    })
}

fn different(n: u64) -> u64 {
    let mut last = 0;
    factors(n).filter(|&factor| std::mem::replace(&mut last, factor) != factor).count() as u64
}

/// Computes the greatest common divisor.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    fn obeys(name: &str, digits: &[[i64; 3]], value: impl Fn(u64) -> u64) {
        for (number, digit) in (1..500).flat_map(|m| (0..digits.len() as u64).map(move |r| (m, r))) {
            let [factor, slope, constant] = digits[digit as usize];
            let expected = factor * value(number) as i64 + slope * number as i64 + constant;
            let found = value(number * digits.len() as u64 + digit);
            assert_eq!(found as i64, expected, "{number} {digit}: {name}");
        }
    }

    #[test]
    fn functions_obey_their_recurrences() {
        for Function { name, value, digits, .. } in FUNCTIONS {
            obeys(name, digits, value);
        }
        for (function, base) in
            BASE_FUNCTIONS.iter().flat_map(|function| (3..=10).map(move |base| (function, base)))
        {
            let digits: Vec<[i64; 3]> = (0..base).map(function.digit).collect();
            obeys(function.name, &digits, |n| (function.value)(n, base));
        }
    }
}
