//! Digital Deletions: a move makes a digit smaller, or erases a zero and everything to its right.

use winways_kit::any::common;
use winways_kit::view::{Digits, Figure, Touch, View};
use winways_kit::{Detail, Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{ImpartialOutcome, Options, Play, RuleFault, Ruleset};

game!("digital-deletions", |_| Ok(common::impartial(DigitalDeletions)));

/// The game of Digital Deletions.
///
/// A string is packed into one word with four bits for each digit, from the top: digit d is stored as d + 1, and the rest is
/// zero. Comparing two words compares the strings lexicographically.
#[derive(Clone, Copy, Debug)]
pub struct DigitalDeletions;

/// The greatest number of digits that fit in a word.
const DIGITS: usize = 16;

fn length(string: u64) -> usize {
    DIGITS - string.trailing_zeros() as usize / 4
}

/// Returns the bit offset of digit number `place`, counted from the left.
fn shift(place: usize) -> usize {
    4 * (DIGITS - 1 - place)
}

fn digit(string: u64, place: usize) -> u64 {
    (string >> shift(place) & 15) - 1
}

/// Returns the first `length` digits of a string.
fn prefix(string: u64, length: usize) -> u64 {
    string & !u64::MAX.checked_shr(4 * length as u32).unwrap_or(0)
}

fn packed(digits: &[u8]) -> u64 {
    digits.iter().enumerate().fold(0, |string, (place, &digit)| string | u64::from(digit + 1) << shift(place))
}

impl Ruleset for DigitalDeletions {
    type Component = u64;

    fn options(&self, string: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        for place in 0..length(*string) {
            let digit = digit(*string, place);
            if digit == 0 {
                options.push([prefix(*string, place)]);
            }
            for less in 1..=digit {
                options.push([string - (less << shift(place))]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, string: &u64) -> u64 {
        (0..length(*string)).map(|place| digit(*string, place).max(1)).sum()
    }
}

impl Game for DigitalDeletions {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_space();
        if scanner.rest().trim_end() == "-" {
            return Ok(vec![0]);
        }
        let start = scanner.position();
        let digits = scanner.take_while(|character| character.is_ascii_digit());
        if digits.is_empty() {
            return Err(scanner.unexpected("expected a string of digits, or `-` for the empty one"));
        }
        if digits.len() > DIGITS {
            let span = Span::new(start, scanner.position());
            let message = format!("{} digits; at most {DIGITS} are supported", digits.len());
            return Err(Diagnostic::new(message, span).label("expected a string of digits"));
        }
        scanner.finish("the string of digits")?;
        Ok(vec![packed(&digits.bytes().map(|byte| byte - b'0').collect::<Vec<_>>())])
    }

    fn write(&self, position: &[u64]) -> String {
        match position {
            [string] if *string != 0 => text(*string),
            _ => "\"-\"".to_owned(),
        }
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        let to = *only_component(to);
        let written = |string| if string == 0 { "-".to_owned() } else { text(string) };
        if length(to) < length(*from) {
            format!("erase from digit {}: {} -> {}", length(to) + 1, written(*from), written(to))
        } else {
            format!("{} -> {}", written(*from), written(to))
        }
    }

    fn view(&self, position: &[u64]) -> View {
        let figure = |string: &u64| {
            let signs = text(*string).chars().map(String::from).collect();
            Figure::Digits(Digits { signs, between: String::new(), captions: Vec::new() })
        };
        View::boards(position, figure, "strings")
    }

    /// Returns the digit that becomes smaller, or the digits that are erased.
    fn touches(&self, position: &[u64], step: &Move<u64>) -> Vec<Touch> {
        let (from, to) = (position[step.component], *step.only());
        let differs = |&place: &usize| place >= length(to) || digit(from, place) != digit(to, place);
        let places = (0..length(from)).filter(differs);
        Touch::all_on_board(step.component, places.map(|place| place as u64))
    }

    fn outcome(&self, position: &[u64], play: Play) -> Option<ImpartialOutcome> {
        match position {
            [0] if play == Play::Normal => Some(ImpartialOutcome::Previous),
            [string] if play == Play::Normal && digit(*string, 0) == 0 => Some(ImpartialOutcome::Next),
            _ => None,
        }
    }

    fn explain(&self, position: &[u64], play: Play, _: Detail) -> Vec<String> {
        match (position, self.outcome(position, play)) {
            ([string], Some(ImpartialOutcome::Next)) if *string != 0 => {
                vec!["the first digit is 0: erase it with everything to its right".to_owned()]
            }
            _ => Vec::new(),
        }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        let base = up_to.min(9) + 1;
        let strings = move |length: usize| {
            (0..base.pow(length as u32)).map(move |mut number| {
                let mut digits = vec![0; length];
                for digit in digits.iter_mut().rev() {
                    *digit = (number % base) as u8;
                    number /= base;
                }
                vec![packed(&digits)]
            })
        };
        Box::new((0..=4).flat_map(strings))
    }
}

fn text(string: u64) -> String {
    (0..length(string)).map(|place| char::from(b'0' + digit(string, place) as u8)).collect()
}

/// The table of lost strings up to a length.
///
/// ```
/// use winways_games::numbers::digital_deletions::LostStrings;
/// let lost = LostStrings::up_to(2);
/// assert_eq!(lost.contains("20"), Some(true));
/// assert_eq!(lost.contains("00"), Some(false));
/// assert_eq!(lost.contains("123"), None);
/// ```
#[derive(Clone, Debug)]
pub struct LostStrings {
    /// `won[length][number]` is `true` if the player to move wins the string of `length` digits that spells `number`.
    won: Vec<Vec<bool>>,
}

impl LostStrings {
    /// Computes the table for all strings of at most `length` digits. Takes about 10^length steps and bytes.
    ///
    /// A sieve: in the order of length, then value, every string comes after all its options. A string that no lost string has
    /// marked is lost, and it marks the strings from which it can be reached.
    pub fn up_to(length: usize) -> LostStrings {
        let mut won: Vec<Vec<bool>> =
            (0..=length as u32).map(|length| vec![false; 10usize.pow(length)]).collect();
        for current in 0..=length {
            let (done, longer) = won.split_at_mut(current + 1);
            let strings = &mut done[current];
            for number in 0..strings.len() {
                if strings[number] {
                    continue;
                }
                // Strings in which one digit is greater by 1 to 9 lead to this string.
                let mut unit = 1;
                for _ in 0..current {
                    for more in 1..=9 - number / unit % 10 {
                        strings[number + more * unit] = true;
                    }
                    unit *= 10;
                }
                // So do strings that append a zero and any further digits.
                let mut behind = 1;
                for strings in longer.iter_mut() {
                    let first = number * 10 * behind;
                    strings[first..first + behind].fill(true);
                    behind *= 10;
                }
            }
        }
        LostStrings { won }
    }

    /// Returns whether a string of digits is lost; `None` if it is longer than the table or does not consist of digits.
    pub fn contains(&self, digits: &str) -> Option<bool> {
        let won = self.won.get(digits.len())?;
        let number = digits.bytes().try_fold(0, |number, byte| {
            byte.is_ascii_digit().then(|| number * 10 + usize::from(byte - b'0'))
        })?;
        Some(!won[number])
    }

    /// Returns the number of lost strings.
    pub fn count(&self) -> usize {
        self.won.iter().flatten().filter(|won| !**won).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_solve::{Budget, GrundySearch, NoObserver, Theorems};

    #[test]
    fn the_sieve_agrees_with_search() {
        let lost = LostStrings::up_to(4);
        let mut search = GrundySearch::new(&DigitalDeletions, Theorems::Ignore, Budget::DEFAULT, &NoObserver);
        for position in DigitalDeletions.positions(9) {
            let value = search.nim_value(&position[0]).unwrap();
            assert_eq!(lost.contains(&text(position[0])), Some(value.is_zero()), "{}", text(position[0]));
        }
    }

    #[test]
    fn lost_strings_of_two_digits() {
        let lost = LostStrings::up_to(2);
        let strings = (0..10).map(|n| format!("{n}")).chain((0..100).map(|n| format!("{n:02}")));
        let found: Vec<String> = strings.filter(|string| lost.contains(string) == Some(true)).collect();
        assert_eq!(found, ["1", "11", "20", "32", "43", "54", "65", "76", "87", "98"]);
        assert_eq!(lost.count(), 11, "and the empty one");
    }

    #[test]
    fn strings_are_text() {
        let read = |text: &str| DigitalDeletions.parse(text).map(|position| position[0]);
        assert_eq!(text(read(" 0012 ").unwrap()), "0012");
        assert_eq!(text(read("9999999999999999").unwrap()), "9999999999999999");
        assert_eq!(read("-").unwrap(), 0);
        assert_eq!(read("12345678901234567").unwrap_err().span, Span::new(0, 17));
        assert_eq!(read("12a").unwrap_err().span, Span::new(2, 3));
        assert_eq!(read("1 2").unwrap_err().span, Span::new(2, 3));
        assert!(read("").is_err());
        let mut options = Options::new();
        DigitalDeletions.options(&read("302").unwrap(), &mut options).unwrap();
        let options: Vec<String> = options.iter().map(|option| text(option[0])).collect();
        assert_eq!(options, ["202", "102", "002", "3", "301", "300"]);
        let (from, to) = (read("302").unwrap(), read("3").unwrap());
        assert_eq!(DigitalDeletions.describe_move(&from, &[to]), "erase from digit 2: 302 -> 3");
    }
}
