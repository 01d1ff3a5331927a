//! The problem of nim-products.

use crate::Problem;
use winways_numbers::nim;

pub(crate) const PROBLEMS: &[Problem] = &[Problem {
    name: "nim-product",
    title: "Nim Product (64 bits)",
    statement: "The nimbers below 2^64 form a field. Input: the number of cases, then two nimbers a and b for each \
                case. Output: the nim-product of a and b.",
    sample: ("4\n2 3\n16 16\n0 5\n18446744073709551615 221865125609472\n", "1\n24\n0\n1\n"),
    judge: |input, output| {
        input.for_each_case(|input| {
            let one = input.number("the first nimber")?;
            let other = input.number("the second nimber")?;
            output.numbers([nim::product(one, other)]);
            Ok(())
        })
    },
}];
