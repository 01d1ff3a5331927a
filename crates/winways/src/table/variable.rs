//! Variables in expressions, with their ranges of numbers.

use crate::{Calculator, Catalogue};
use std::ops::RangeInclusive;
use winways_notation::{Diagnostic, Span, whole_number};
use winways_solve::Budget;

/// The name of a variable in an expression, and the range of its numbers.
///
/// ```
/// use winways::tables::VariableRange;
/// let variable = VariableRange::parse("n=1..12")?;
/// assert_eq!((&*variable.name, variable.numbers), ("n", 1..=12));
/// let wrong = VariableRange::parse("n=12..1").unwrap_err();
/// assert_eq!(wrong.to_string(), "the range descends from 12 to 1: expected an ascending range, such as n=1..12");
/// # Ok::<(), winways::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableRange {
    /// The name.
    pub name: String,
    /// The numbers.
    pub numbers: RangeInclusive<u64>,
}

impl VariableRange {
    /// Parses a name with its range of numbers, such as `n=1..12`.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn parse(text: &str) -> Result<Self, Diagnostic> {
        let Some((name, range)) = text.split_once('=') else {
            let whole = Span::new(0, text.len());
            return Err(Diagnostic::new("this is not a variable with its numbers", whole)
                .label("expected a name and an ascending range, such as n=1..12"));
        };
        let span = |part: &str| {
            let start = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
            Span::new(start, start + part.len())
        };
        let name = name.trim();
        let catalogue = Catalogue::new();
        let calculator = Calculator::new(&catalogue, Budget::DEFAULT);
        calculator.check_name(name).map_err(|wrong| Diagnostic { span: span(name), ..wrong })?;
        let Some((first, last)) = range.split_once("..") else {
            return Err(Diagnostic::new("this is not a range", span(range.trim()))
                .label("expected an ascending range, such as n=1..12"));
        };
        let number = |part: &str| {
            let part = part.trim();
            match whole_number(part).filter(|number| *number <= u64::MAX >> 1) {
                Some(number) => Ok(number),
                None => Err(Diagnostic::new(format!("`{part}` is not a number of the range"), span(part))
                    .label("expected a whole number below 2^63, such as 12, 1e3 or 10^3")),
            }
        };
        let (first, last) = (number(first)?, number(last)?);
        if first > last {
            let message = format!("the range descends from {first} to {last}");
            return Err(Diagnostic::new(message, span(range.trim()))
                .label("expected an ascending range, such as n=1..12"));
        }
        Ok(VariableRange { name: name.to_owned(), numbers: first..=last })
    }

    /// Returns `true` if the name occurs as a word in an expression.
    pub(super) fn occurs_in(&self, expression: &str) -> bool {
        let is_between = |letter: char| !letter.is_alphanumeric() && letter != '_';
        expression.split(is_between).any(|word| word == self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_to_the_wrong_part() {
        for (text, part, message) in [
            ("", "", "this is not a variable with its numbers: expected a name"),
            ("1..12", "1..12", "this is not a variable with its numbers"),
            (" =1..12", "", "`` cannot be a name: expected a name of letters"),
            ("2n=1..12", "2n", "`2n` cannot be a name"),
            ("a;b=1..12", "a;b", "`a;b` cannot be a name"),
            ("for=1..12", "for", "`for` cannot be a name"),
            ("n= 12", "12", "this is not a range: expected an ascending range"),
            ("n=1..x ", "x", "`x` is not a number of the range: expected a whole number"),
            ("n=-1..3", "-1", "`-1` is not a number"),
            ("n=1..9223372036854775808", "9223372036854775808", "not a number of the range"),
            ("n=1..=3", "=3", "`=3` is not a number"),
            ("n = 3 .. 1", "3 .. 1", "the range descends from 3 to 1"),
        ] {
            let wrong = VariableRange::parse(text).unwrap_err();
            assert_eq!(&text[wrong.span.range()], part, "{text}");
            assert!(wrong.to_string().contains(message), "{text}: {wrong}");
        }
        let reserved = VariableRange::parse("for=1..2").unwrap_err();
        assert_eq!(reserved.help.as_deref(), Some("`let`, `for` and `in` cannot be names of values"));
    }

    #[test]
    fn spaces_and_powers_are_read() {
        let read = |name: &str, numbers| VariableRange { name: name.to_owned(), numbers };
        assert_eq!(VariableRange::parse(" n = 1 .. 10^3 "), Ok(read("n", 1..=1000)));
        assert_eq!(VariableRange::parse("side_1=7..7"), Ok(read("side_1", 7..=7)));
        let last = (1 << 63) - 1;
        assert_eq!(VariableRange::parse(&format!("n={last}..{last}")), Ok(read("n", last..=last)));
    }

    #[test]
    fn names_occur_as_words() {
        let variable = VariableRange::parse("n=1..2").unwrap();
        for (expression, occurs) in [
            ("n", true),
            ("cram(grid(2,n))", true),
            ("{2.n|-n}", true),
            ("nim(3)", false),
            ("n_1 + nn", false),
        ] {
            assert_eq!(variable.occurs_in(expression), occurs, "{expression}");
        }
    }
}
