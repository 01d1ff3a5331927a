//! Explanations of sums of numbers.

use std::cmp::Ordering;
use winways_values::Dyadic;

/// The greatest number of summands that an explanation writes out.
pub(crate) const SUMMANDS_WRITTEN_OUT: usize = 24;

/// The greatest length in bits of a denominator that an explanation writes out.
const BITS_WRITTEN_OUT: u32 = 128;

/// Formats a number for an explanation. A very long number is replaced by the bounds between which it lies.
pub(crate) fn written(number: &Dyadic) -> String {
    if number.exponent() <= BITS_WRITTEN_OUT {
        return number.to_string();
    }
    let floor = number.floor();
    let next = &floor + Dyadic::from(1);
    format!("a number between {floor} and {next} with the denominator 2^{}", number.exponent())
}

/// Explains the outcome of a sum with these values.
pub(crate) fn explain(values: &[Dyadic], total: &Dyadic) -> Vec<String> {
    let mut lines = Vec::new();
    match values.len() {
        0 => lines.push("nothing is left: the value is 0".to_owned()),
        1 => {}
        2..=SUMMANDS_WRITTEN_OUT if values.iter().all(|value| value.exponent() <= BITS_WRITTEN_OUT) => {
            lines.push(format!("the sum is {} = {total}", sum(values)));
        }
        count => lines.push(format!("the sum of the {count} values is {}", written(total))),
    }
    let reason = match total.sign() {
        Ordering::Greater => "positive: Left wins, moving first or second",
        Ordering::Less => "negative: Right wins, moving first or second",
        Ordering::Equal => "zero: the player who moves first loses",
    };
    lines.push(reason.to_owned());
    lines
}

/// Formats a sum: `3/2 - 1/2 + 1`.
fn sum(values: &[Dyadic]) -> String {
    let mut text = String::new();
    for value in values {
        let negative = value.sign().is_lt();
        text.push_str(match (text.is_empty(), negative) {
            (true, true) => "-",
            (true, false) => "",
            (false, true) => " - ",
            (false, false) => " + ",
        });
        text.push_str(value.to_string().trim_start_matches('-'));
    }
    text
}
