//! Octal codes that describe the same game.
//!
//! Two theorems relate codes. *Shift*: if heap 1 has no move, it has the value 0. Call a heap of n + 1 tokens a heap of n; then
//! another code describes the same moves. *Dead bits*: a move is superfluous if another move of the same heap always leads to
//! the same value. Both are in R. K. Guy, C. A. B. Smith, *The G-values of various games* (1956), and
//! E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 4.

use std::collections::BTreeMap;

/// A code, and the number of tokens by which its heaps are larger than the equal heaps of the common form of its class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShiftedCode {
    /// The code, such as `0.07`.
    pub code: String,
    /// The difference in heap size, in tokens.
    pub shift: u64,
}

/// The number of digits that are examined for dead bits.
const DIGITS: usize = 16;

/// Returns the octal games 0.001 to 0.777 and 4.001 to 4.777 in classes of equal games: g(n + shift) is the same
/// sequence for all codes of a class. The first code of a class is its shortest.
///
/// ```
/// use winways_games::octal_classes;
/// let classes = octal_classes();
/// let of = |code: &str| classes.iter().find(|class| class.iter().any(|other| other.code == code)).unwrap();
/// // Dawson's Kayles, Dawson's chess, and a third form.
/// assert!(of("0.07").iter().any(|other| other.code == "0.137" && other.shift == 0));
/// assert!(of("0.07").iter().any(|other| other.code == "0.4" && other.shift == 2));
/// ```
pub fn octal_classes() -> Vec<Vec<ShiftedCode>> {
    let mut classes: BTreeMap<Vec<u8>, Vec<ShiftedCode>> = BTreeMap::new();
    for first in [0, 4] {
        for number in 1..1u16 << 9 {
            let digits = [6, 3, 0].map(|shift| (number >> shift & 7) as u8);
            let code = format!("{first}.{}{}{}", digits[0], digits[1], digits[2]);
            let (form, shift) = common_form(vec![first, digits[0], digits[1], digits[2]]);
            let code = code.trim_end_matches('0').to_owned();
            classes.entry(form).or_default().push(ShiftedCode { code, shift });
        }
    }
    let mut classes: Vec<Vec<ShiftedCode>> = classes.into_values().collect();
    for class in &mut classes {
        class.sort_by_key(|shifted| (shifted.code.len(), shifted.code.clone()));
    }
    classes.sort_by(|a, b| a[0].code.cmp(&b[0].code));
    classes
}

/// Returns the digits of the form in which heap 1 has a move and all dead bits are set. Also returns the number of tokens by
/// which the heaps of the given code are larger.
fn common_form(mut digits: Vec<u8>) -> (Vec<u8>, u64) {
    let mut shift = 0;
    // Each step makes the least heap that has a move smaller by one token.
    while digits[1] & 1 == 0 {
        digits = shifted(&digits);
        shift += 1;
    }
    digits.resize(DIGITS, 0);
    while let Some((taken, bit)) = dead_bit(&digits) {
        digits[taken] |= bit;
    }
    (digits, shift)
}

/// Returns the digits of the same game with one token less in each heap, for a game whose heap 1 has no move.
fn shifted(digits: &[u8]) -> Vec<u8> {
    let allows = |taken: usize, bit: u8| digits.get(taken).is_some_and(|digit| digit & bit != 0);
    let digit = |taken: usize| {
        // A heap of one token becomes no heap.
        let (one, two) = (allows(taken, 2), taken > 0 && allows(taken - 1, 4));
        let nothing = taken > 0 && (allows(taken + 1, 1) || one || two);
        u8::from(nothing) | u8::from(one || two) << 1 | u8::from(two) << 2
    };
    (0..=digits.len()).map(digit).collect()
}

/// Returns the index of a digit, and a bit that is not set in this digit and whose move would be superfluous.
fn dead_bit(digits: &[u8]) -> Option<(usize, u8)> {
    let values = first_values(digits);
    for taken in 1..digits.len() {
        // This move exists only in the heap of `taken` tokens, which it takes completely.
        if digits[taken] & 1 == 0 && option_values(digits, &values, taken).contains(&0) {
            return Some((taken, 1));
        }
        // The rest may also be left next to a heap of value 0.
        let beside = |other: &usize| values[taken - other] == 0 && digits[*other] & 4 != 0;
        if digits[taken] & 2 == 0 && (0..taken).any(|other| beside(&other)) {
            return Some((taken, 2));
        }
    }
    None
}

/// Returns the nim-values of the heaps that are smaller than the number of digits.
fn first_values(digits: &[u8]) -> Vec<u8> {
    let mut values = Vec::new();
    for heap in 0..digits.len() {
        let options = option_values(digits, &values, heap);
        values.push((0..).find(|value| !options.contains(value)).unwrap_or(0));
    }
    values
}

/// Returns the values of all options of a heap.
fn option_values(digits: &[u8], values: &[u8], heap: usize) -> Vec<u8> {
    let mut options = Vec::new();
    for (taken, &digit) in digits.iter().enumerate().take(heap + 1) {
        let rest = heap - taken;
        if digit & 1 != 0 && rest == 0 {
            options.push(0);
        }
        if digit & 2 != 0 && rest > 0 {
            options.push(values[rest]);
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|part| values[part] ^ values[rest - part]));
        }
    }
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heaps::octal::Octal;
    use winways_solve::{Budget, NimSequence, NoObserver};

    #[test]
    fn classes_have_equal_sequences() {
        let heaps = 400;
        let values = |ShiftedCode { code, shift }: &ShiftedCode| {
            let octal = Octal::parse(code).unwrap();
            let mut sequence = NimSequence::new(&octal);
            sequence.extend_to(heaps + shift, Budget::DEFAULT, &NoObserver).unwrap();
            // The common form has a heap 0 too; the heaps up to the shift have no moves.
            assert!(sequence.values()[..=*shift as usize].iter().all(|&value| value == 0), "{code}");
            sequence.values()[*shift as usize..].to_vec()
        };
        let classes = octal_classes();
        assert_eq!(classes.iter().map(Vec::len).sum::<usize>(), 2 * 511);
        for class in &classes {
            let first = values(&class[0]);
            for code in &class[1..] {
                assert_eq!(values(code), first, "{code:?} {:?}", class[0]);
            }
        }
    }

    /// Equal games according to the On-Line Encyclopedia of Integer Sequences (A002186, A002187, A071434, A071435, A071509)
    /// and to the look-up tables of T. Czajka (github.com/tczajka/octal-games, GameLookup.md).
    #[test]
    fn classes_are_those_of_the_literature() {
        let classes = octal_classes();
        let class = |code: &str| {
            classes.iter().position(|class| class.iter().any(|other| other.code == code)).unwrap()
        };
        for equal in [
            &["0.77", "0.771", "4.4", "4.41", "4.42", "4.43", "4.6", "4.61", "4.62", "4.63"][..],
            &["0.137", "0.07", "0.4", "0.401", "0.402", "0.403", "0.42", "0.421", "0.422", "0.423"],
            &["0.074", "0.075", "0.076", "0.077", "0.44", "0.441", "0.442", "0.443", "0.46", "0.463"],
            &["0.177", "0.45", "0.451", "0.452", "0.453", "0.47", "0.473"],
            &["0.454", "0.457", "0.474", "0.477"],
            &["0.64", "0.377", "0.65", "0.673", "0.641"],
            &["0.017", "0.041", "0.043"],
            &["0.04", "0.007"],
            &["0.774", "0.775"],
            &["4.045", "4.047", "4.245", "4.247", "4.255", "4.257"],
        ] {
            assert!(equal.iter().all(|code| class(code) == class(equal[0])), "{equal:?}");
        }
        // Unsolved games of these tables, which are all different.
        let different = [
            "0.6", "0.04", "0.06", "0.14", "0.36", "0.64", "0.74", "0.76", "0.004", "0.005", "0.006",
            "0.014", "0.015", "0.016", "0.024", "0.026", "0.034", "0.161", "0.162", "0.163", "0.164",
            "0.204", "0.205", "0.206", "0.207", "0.404", "0.414", "0.416", "0.444", "0.764", "0.774",
            "0.776", "4.004", "4.007", "4.044", "4.045", "4.344",
        ];
        for (index, code) in different.iter().enumerate() {
            assert!(different[..index].iter().all(|other| class(other) != class(code)), "{code}");
        }
    }
}
