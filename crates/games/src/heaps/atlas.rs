//! The atlas: the known results on octal games of up to three digits.

use crate::heaps::octal_classes::{ShiftedCode, octal_classes};
use std::fmt;
use winways_solve::Period;

/// The row of a class of equal games in the atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasRow {
    /// The code of the game that was computed, such as `0.07`.
    pub code: String,
    /// The number of values computed.
    pub heaps: u64,
    /// The CPU time of this computation, in milliseconds.
    pub milliseconds: u64,
    /// The period, if it is proved.
    pub period: Option<Period>,
    /// The number of rare heaps of the sparse space and the last of them; `None` if no sparse space was used.
    pub rare: Option<(u64, u64)>,
    /// The number of heaps, from heap 0, whose values were checked by enumerating all options of every heap.
    pub compared: u64,
}

/// The rows of the atlas, one per line.
const TABLE: &str = include_str!("atlas.tsv");

/// A line that is not a row of the atlas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtlasError {
    /// The line, starting at 1.
    pub line: usize,
}

impl fmt::Display for AtlasError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "line {}: expected a code, heaps, milliseconds, preperiod, period, rare heaps, the last of them, and \
             heaps compared, separated by tabs, with `-` for an unknown number",
            self.line
        )
    }
}

impl std::error::Error for AtlasError {}

impl AtlasRow {
    /// Creates the row of a game without results.
    pub fn unknown(code: &str) -> AtlasRow {
        AtlasRow { code: code.to_owned(), heaps: 0, milliseconds: 0, period: None, rare: None, compared: 0 }
    }

    /// Reads the lines of an atlas.
    ///
    /// # Errors
    /// Returns [`AtlasError`] for a line that is not in the format of [`AtlasRow`].
    pub fn parse_all(text: &str) -> Result<Vec<AtlasRow>, AtlasError> {
        let row = |(index, line)| AtlasRow::parse(line).ok_or(AtlasError { line: index + 1 });
        text.lines().enumerate().map(row).collect()
    }

    fn parse(line: &str) -> Option<AtlasRow> {
        let mut columns = line.split('\t');
        let code = columns.next()?.to_owned();
        let mut number = || match columns.next()? {
            "-" => Some(None),
            digits => digits.parse::<u64>().ok().map(Some),
        };
        let (heaps, milliseconds) = (number()??, number()??);
        let period = number()?.zip(number()?).map(|(preperiod, period)| Period { preperiod, period });
        let rare = number()?.zip(number()?);
        let compared = number()??;
        columns.next().is_none().then_some(AtlasRow { code, heaps, milliseconds, period, rare, compared })
    }
}

impl fmt::Display for AtlasRow {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |number: Option<u64>| number.map_or("-".to_owned(), |number| number.to_string());
        let period = self.period.map(|Period { preperiod, period }| (preperiod, period));
        let pairs =
            [period, self.rare].map(|pair| (text(pair.map(|pair| pair.0)), text(pair.map(|pair| pair.1))));
        let [(preperiod, period), (rare, last)] = pairs;
        write!(
            formatter,
            "{}\t{}\t{}\t{preperiod}\t{period}\t{rare}\t{last}\t{}",
            self.code, self.heaps, self.milliseconds, self.compared
        )
    }
}

/// Returns the atlas: a row for each class of [`octal_classes`], with all codes of the class.
///
/// ```
/// use winways_games::atlas;
/// let (row, codes) = &atlas().into_iter().find(|(row, _)| row.code == "0.4").unwrap();
/// assert_eq!((row.period.unwrap().period, codes.len()), (34, 13));
/// ```
pub fn atlas() -> Vec<(AtlasRow, Vec<ShiftedCode>)> {
    let known = AtlasRow::parse_all(TABLE).unwrap_or_default();
    let row = |class: Vec<ShiftedCode>| {
        let known = known.iter().find(|row| class.iter().any(|other| other.code == row.code));
        (known.cloned().unwrap_or_else(|| AtlasRow::unknown(&class[0].code)), class)
    };
    octal_classes().into_iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_class_has_a_row_and_every_row_a_class() {
        let rows = AtlasRow::parse_all(TABLE).unwrap();
        let atlas = atlas();
        assert_eq!(rows.len(), atlas.len());
        for (row, codes) in &atlas {
            assert!(row.heaps > 0 && codes.iter().any(|other| other.code == row.code), "{row}");
            assert!(row.rare.is_none_or(|(count, last)| count > 0 && last < row.heaps), "{row}");
            assert_eq!(AtlasRow::parse(&row.to_string()).as_ref(), Some(row));
        }
    }

    #[test]
    fn damaged_lines_are_refused() {
        for line in
            ["0.07", "0.07\t1\t2\t3\t4\t-\t-", "0.07\t1\tx\t3\t4\t-\t-\t0", "0.07\t1\t2\t3\t4\t-\t-\t0\t5"]
        {
            assert_eq!(
                AtlasRow::parse_all(&format!("0.07\t1\t2\t-\t-\t-\t-\t0\n{line}")),
                Err(AtlasError { line: 2 })
            );
        }
    }
}
