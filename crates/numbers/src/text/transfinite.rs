//! Reading and writing transfinite nimbers.

use super::read::Reader;
use crate::error::{ParseNumberError, at};
use crate::ordinal::Ordinal;
use crate::transfinite::Transfinite;
use std::fmt::{self, Display};
use std::str::FromStr;

/// Writes `0`, `*`, `*5`, `*ω` or `*(3ω^2+1)`.
impl Display for Transfinite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(finite) = self.to_extension() {
            return match finite.in_field() {
                Some(0) => formatter.write_str("0"),
                Some(1) => formatter.write_str("*"),
                _ => write!(formatter, "*{finite}"),
            };
        }
        let ordinal = self.to_ordinal().map_err(|_| fmt::Error)?;
        if ordinal == Ordinal::omega() {
            formatter.write_str("*ω")
        } else {
            write!(formatter, "*({ordinal})")
        }
    }
}

impl Transfinite {
    /// Formats the nimber for LaTeX's math mode.
    ///
    /// ```
    /// use winways_numbers::Transfinite;
    ///
    /// let x: Transfinite = "*(3ω^2+1)".parse()?;
    /// assert_eq!(x.latex(), r"{\ast}(3\omega^{2}+1)");
    /// # Ok::<(), winways_numbers::ParseNumberError>(())
    /// ```
    #[must_use]
    pub fn latex(&self) -> String {
        match self.to_extension() {
            Some(finite) => match finite.in_field() {
                Some(0) => "0".to_owned(),
                Some(1) => r"{\ast}".to_owned(),
                _ => format!(r"{{\ast}}{finite}"),
            },
            None => {
                let ordinal = self.to_ordinal().unwrap_or_default();
                let text = ordinal.latex();
                if ordinal == Ordinal::omega() {
                    format!(r"{{\ast}}{text}")
                } else {
                    format!(r"{{\ast}}({text})")
                }
            }
        }
    }
}

/// Reads `0`, `*`, or `*` before an ordinal: `*5`, `*ω`, `*2omega`, or a sum in parentheses.
impl FromStr for Transfinite {
    type Err = ParseNumberError;

    fn from_str(text: &str) -> Result<Transfinite, ParseNumberError> {
        let mut reader = Reader::new(text);
        if reader.take(&["0"]) {
            return reader.end(Transfinite::zero());
        }
        if !reader.take(&["*", "⋆", "∗"]) {
            return reader.expected("`*` before a nimber");
        }
        if reader.peek().is_none() {
            return Ok(Transfinite::from(1));
        }
        let place = reader.place();
        let number = reader.atom()?;
        let nimber = number.to_surreal().and_then(|number| number.to_ordinal());
        let nimber = nimber.and_then(|ordinal| Transfinite::from_ordinal(&ordinal));
        reader.end(nimber.map_err(|fault| at(place, fault))?)
    }
}
