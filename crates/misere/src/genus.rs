//! The genus of an impartial position under misère play.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// The genus of an impartial position: its nim-value, and the misère values of its sums with 0, 1, 2, … heaps of size two.
///
/// The misère value of a position without moves is 1. For any other position, it is the least number that is not the misère value of an
/// option. From some number of heaps on, the misère values of the sums alternate between two numbers that differ by 2, so a few values
/// determine all of them.
///
/// The text lists the misère values up to the first two that repeat, as in the literature: `0^{120}` for a position without moves.
///
/// The text can be parsed. After the last value v, the misère values alternate between v ⊕ 2 and v. The text `2^{2}`, which the literature
/// uses for some tame positions, is therefore parsed as `2^{20}`.
///
/// Source: *Winning Ways*, chapter 13; J. H. Conway, *On Numbers and Games*, chapter 12.
///
/// ```
/// use winways_misere::Genus;
/// let zero = Genus::of_options([]);
/// let star = Genus::of_options([&zero]);
/// let two = Genus::of_options([&zero, &star]);
/// assert_eq!([zero, star, two].map(|genus| genus.to_string()), ["0^{120}", "1^{031}", "2^{20}"]);
/// assert_eq!("2^{2}".parse(), Ok(Genus::of_nim_heap(2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Genus {
    value: u64,
    /// The misère values with 0, 1, … heaps of size two, up to the first two that all further values repeat.
    digits: Vec<u64>,
}

impl Genus {
    /// Returns the genus of a position whose options have the given genera.
    ///
    /// # Complexity
    /// O(n·d) for n options with d digits.
    pub fn of_options<'g>(options: impl IntoIterator<Item = &'g Genus>) -> Genus {
        let options: BTreeSet<&Genus> = options.into_iter().collect();
        let value = least_missing(options.iter().map(|option| option.value).collect());
        let settled = options.iter().map(|option| option.digits.len()).max().unwrap_or(0);
        let mut digits: Vec<u64> = Vec::new();
        // From index `settled` on, the values of each option alternate between two numbers. The new values then repeat from some index on,
        // at the latest when a pair of consecutive values occurs again.
        loop {
            let place = digits.len();
            let mut taken: BTreeSet<u64> = options.iter().map(|option| option.digit(place)).collect();
            taken.extend(digits.last().iter().flat_map(|&&last| [last, last ^ 1]));
            digits.push(match place {
                0 if options.is_empty() => 1,
                _ => least_missing(taken),
            });
            if place > settled + 1
                && digits[place] == digits[place - 2]
                && digits[place - 1] == digits[place] ^ 2
            {
                break;
            }
        }
        Genus { value, digits: shortened(digits) }
    }

    /// Returns the genus of a single Nim heap.
    pub fn of_nim_heap(size: u64) -> Genus {
        match size {
            0 => Genus { value: 0, digits: vec![1, 2, 0] },
            1 => Genus { value: 1, digits: vec![0, 3, 1] },
            _ => Genus::firm(size),
        }
    }

    /// Returns the genus of a sum of Nim heaps with some heap above 1.
    pub(crate) fn firm(value: u64) -> Genus {
        Genus { value, digits: vec![value, value ^ 2] }
    }

    /// Returns the nim-value.
    pub fn value(&self) -> u64 {
        self.value
    }

    /// Returns the misère value of the sum with this number of heaps of size two.
    pub fn digit(&self, heaps: usize) -> u64 {
        let last = self.digits.len() - 1;
        match heaps.checked_sub(last) {
            Some(beyond) if beyond % 2 == 1 => self.digits[last - 1],
            Some(_) => self.digits[last],
            None => self.digits[heaps],
        }
    }

    /// Returns `true` if the player to move loses under misère play.
    pub fn is_previous(&self) -> bool {
        self.digits[0] == 0
    }

    /// Returns `true` if some sum of Nim heaps has this genus.
    pub fn is_of_nim(&self) -> bool {
        *self == Genus::of_nim_heap(self.value) || *self == Genus::firm(self.value)
    }

    /// Returns `true` if some sum of Nim heaps of size 0 or 1 has this genus: such a position is fickle.
    pub fn is_fickle(&self) -> bool {
        self.value < 2 && *self == Genus::of_nim_heap(self.value)
    }
}

/// Removes trailing digits that the two preceding digits determine.
fn shortened(mut digits: Vec<u64>) -> Vec<u64> {
    while let [.., first, second, third] = digits[..]
        && first == third
        && second == first ^ 2
    {
        digits.pop();
    }
    digits
}

fn least_missing(taken: BTreeSet<u64>) -> u64 {
    (0..).zip(&taken).find(|(number, own)| number != *own).map_or(taken.len() as u64, |(number, _)| number)
}

impl fmt::Display for Genus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let separator = if self.digits.iter().any(|&digit| digit > 9) { "," } else { "" };
        let digits: Vec<String> = self.digits.iter().map(u64::to_string).collect();
        write!(formatter, "{}^{{{}}}", self.value, digits.join(separator))
    }
}

/// The error for a string that is not a genus.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{text}' is not a genus: expected a nim-value and misère values such as 0^{{120}}")]
pub struct GenusError {
    text: String,
}

impl FromStr for Genus {
    type Err = GenusError;

    fn from_str(text: &str) -> Result<Genus, GenusError> {
        let wrong = || GenusError { text: text.to_owned() };
        let number = |word: &str| word.parse::<u64>().ok().filter(|number| number.to_string() == word);
        let (value, digits) =
            text.strip_suffix('}').and_then(|rest| rest.split_once("^{")).ok_or_else(wrong)?;
        let words: Vec<&str> = if digits.contains(',') {
            digits.split(',').collect()
        } else {
            digits.split("").filter(|digit| !digit.is_empty()).collect()
        };
        let mut digits: Vec<u64> = words.into_iter().map(number).collect::<Option<_>>().ok_or_else(wrong)?;
        let &last = digits.last().ok_or_else(wrong)?;
        digits.push(last ^ 2);
        Ok(Genus { value: number(value).ok_or_else(wrong)?, digits: shortened(digits) })
    }
}
