//! Tables of pairs as source code, to be pasted into a program.

use super::code::{CodeLanguage, width};
use super::{PairTable, RowPeriod};
use std::fmt::{self, Display, Formatter};
use winways_solve::Period;

/// An array of rows and a function that returns the nim-values of pairs (a, b), as source code:
/// [`PairTable::code`].
///
/// If the period of the rows is proved, the function covers all heaps with the memories of the columns. Otherwise
/// it covers the pairs of the table and raises an exception for others; in Rust it returns `None`. The code checks
/// some values when it is loaded or compiled, and prints nothing.
pub struct PairCode<'t> {
    language: CodeLanguage,
    /// A one-line summary of the table.
    headline: String,
    /// The numbers of rows and columns in the array.
    rows: u64,
    columns: u64,
    /// The period of the rows, and the index of the heap in a pair.
    period: Option<Period>,
    heap: usize,
    table: &'t PairTable<'t>,
}

impl<'g> PairTable<'g> {
    /// Returns the table as source code: all heaps if the period of the rows is proved, and otherwise the pairs of
    /// the table.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{CodeLanguage, PairTable};
    /// let rules = "heap (n, last) -> (n-k, k) where k in {1, 2, 3}, k != last";
    /// let game = Catalogue::new().game_of_text(rules)?;
    /// let mut table = PairTable::new(&*game, 10, Budget::DEFAULT)?;
    /// table.extend(&NoObserver).unwrap();
    /// let code = table.code(CodeLanguage::Python).to_string();
    /// assert!(code.contains("    return NIM_VALUES[4 + (a - 4) % 4][b]\n"), "{code}");
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn code(&self, language: CodeLanguage) -> PairCode<'_> {
        let name = self.game.name();
        if let Some(RowPeriod { heap, columns, period }) = self.row_period() {
            // Memories beyond the first ones occur only if some small heaps have moves to them.
            let columns = (0..).zip(&columns).take_while(|(place, memory)| place == *memory).count() as u64;
            let headline = format!(
                "Nim-values of {name}: period {} of rows from row {}, proved ({}).",
                period.period,
                period.preperiod,
                RowPeriod::THEOREM
            );
            let rows = period.preperiod.saturating_add(period.period);
            return PairCode { language, headline, rows, columns, period: Some(period), heap, table: self };
        }
        let side = self.side();
        let headline = match side.checked_sub(1) {
            Some(last) => format!("Nim-values of {name}, numbers 0 to {last}; no period of rows is proved."),
            None => format!("Nim-values of {name}: none is known."),
        };
        PairCode { language, headline, rows: side, columns: side, period: None, heap: 0, table: self }
    }
}

impl PairCode<'_> {
    fn value(&self, row: u64, column: u64) -> Option<u64> {
        match self.heap {
            0 => self.table.value(row, column),
            _ => self.table.value(column, row),
        }
    }

    fn row(&self, row: u64) -> impl Iterator<Item = u64> + '_ {
        (0..self.columns).map_while(move |column| self.value(row, column))
    }

    fn greatest(&self) -> u64 {
        (0..self.rows).flat_map(|row| self.row(row)).max().unwrap_or(0)
    }

    /// Returns the names of the heap and the memory.
    fn names(&self) -> (&'static str, &'static str) {
        if self.heap == 0 { ("a", "b") } else { ("b", "a") }
    }

    fn rows(&self, [open, close]: [&str; 2], out: &mut Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let values: Vec<String> = self.row(row).map(|value| value.to_string()).collect();
            writeln!(out, "    {open}{}{close},", values.join(", "))?;
        }
        Ok(())
    }

    /// Returns the index of the row in the array, such as `2 + (a - 2) % 4`.
    fn place(&self, Period { preperiod, period }: Period) -> String {
        let (heap, _) = self.names();
        match (preperiod, period) {
            (_, 1) => format!("{preperiod}"),
            (0, _) => format!("{heap} % {period}"),
            _ => format!("{preperiod} + ({heap} - {preperiod}) % {period}"),
        }
    }

    /// Returns pairs with the values that the code checks: corners of the array and, for a period, a distant pair.
    fn checks(&self) -> Vec<([u64; 2], u64)> {
        let (Some(last_row), Some(last_column)) = (self.rows.checked_sub(1), self.columns.checked_sub(1))
        else {
            return Vec::new();
        };
        let mut pairs = vec![[0, 0], [last_row, 0], [last_row / 2, last_column], [last_row, last_column]];
        if self.period.is_some() {
            pairs.push([1_000_000_007 + self.rows, last_column]);
        }
        pairs.dedup();
        let checks = pairs.into_iter().filter_map(|[row, column]| {
            let pair = if self.heap == 0 { [row, column] } else { [column, row] };
            Some((pair, self.value(row, column)?))
        });
        checks.collect()
    }

    /// Describes the limit of the function.
    fn limit(&self) -> String {
        let (_, memory) = self.names();
        match (self.columns.checked_sub(1), self.period) {
            (Some(last), Some(_)) => format!("only pairs with {memory} <= {last} are known"),
            (Some(last), None) => format!("only pairs of numbers up to {last} are known"),
            (None, _) => "no pair is known".to_owned(),
        }
    }

    /// Returns the condition for pairs that the function does not cover.
    fn is_beyond(&self, or: &str) -> String {
        let (heap, memory) = self.names();
        let beyond_columns = format!("{memory} >= {}", self.columns);
        match self.period {
            Some(_) => beyond_columns,
            None => format!("{heap} >= {} {or} {beyond_columns}", self.rows),
        }
    }

    fn python(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (heap, memory) = self.names();
        writeln!(out, "# {}\nNIM_VALUES = [", self.headline)?;
        self.rows(["[", "]"], out)?;
        writeln!(out, "]\n\n\ndef nim_value(a, b):\n    \"\"\"The nim-value of the pair (a, b).\"\"\"")?;
        writeln!(out, "    if a < 0 or b < 0:\n        raise ValueError(\"a pair has no numbers below 0\")")?;
        writeln!(out, "    if {}:\n        raise ValueError(\"{}\")", self.is_beyond("or"), self.limit())?;
        match self.period {
            Some(period) => {
                if period.preperiod > 0 {
                    writeln!(out, "    if {heap} < {}:", self.rows)?;
                    writeln!(out, "        return NIM_VALUES[{heap}][{memory}]")?;
                }
                writeln!(out, "    return NIM_VALUES[{}][{memory}]", self.place(period))?;
            }
            None => writeln!(out, "    return NIM_VALUES[{heap}][{memory}]")?,
        }
        writeln!(out, "\n")?;
        let mut checks = self.checks().into_iter();
        checks.try_for_each(|([a, b], value)| writeln!(out, "assert nim_value({a}, {b}) == {value}"))
    }

    fn cpp(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (heap, memory) = self.names();
        let bits = width(self.greatest());
        writeln!(out, "// {}\n#include <cstdint>\n#include <stdexcept>\n", self.headline)?;
        writeln!(out, "constexpr std::uint{bits}_t nim_values[][{}] = {{", self.columns.max(1))?;
        self.rows(["{", "}"], out)?;
        if self.rows == 0 {
            writeln!(out, "    {{0}}")?;
        }
        writeln!(out, "}};\n\n// The nim-value of the pair (a, b).")?;
        writeln!(out, "constexpr std::uint64_t nim_value(std::uint64_t a, std::uint64_t b) {{")?;
        writeln!(out, "    if ({}) throw std::out_of_range(\"{}\");", self.is_beyond("||"), self.limit())?;
        match self.period {
            Some(period) => {
                if period.preperiod > 0 {
                    writeln!(out, "    if ({heap} < {}) return nim_values[{heap}][{memory}];", self.rows)?;
                }
                writeln!(out, "    return nim_values[{}][{memory}];\n}}\n", self.place(period))?;
            }
            None => writeln!(out, "    return nim_values[{heap}][{memory}];\n}}\n")?,
        }
        let mut checks = self.checks().into_iter();
        checks.try_for_each(|([a, b], value)| {
            writeln!(out, "static_assert(nim_value({a}, {b}) == {value}, \"\");")
        })
    }

    fn rust(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let (heap, memory) = self.names();
        let (rows, columns, kind) = (self.rows, self.columns, width(self.greatest()));
        writeln!(out, "// {}\npub const NIM_VALUES: [[u{kind}; {columns}]; {rows}] = [", self.headline)?;
        self.rows(["[", "]"], out)?;
        writeln!(out, "];\n\n/// The nim-value of the pair (a, b).\n///\n/// `None`: {}.", self.limit())?;
        writeln!(out, "pub const fn nim_value(a: u64, b: u64) -> Option<u64> {{")?;
        writeln!(out, "    if {} {{\n        return None;\n    }}", self.is_beyond("||"))?;
        let row = match self.period {
            Some(period @ Period { preperiod: 0, .. }) => self.place(period),
            Some(period) => format!("if {heap} < {rows} {{ {heap} }} else {{ {} }}", self.place(period)),
            None => heap.to_owned(),
        };
        writeln!(out, "    let row: u64 = {row};")?;
        writeln!(out, "    Some(NIM_VALUES[row as usize][{memory} as usize] as u64)\n}}\n")?;
        let mut checks = self.checks().into_iter();
        checks.try_for_each(|([a, b], value)| {
            writeln!(out, "const _: () = assert!(matches!(nim_value({a}, {b}), Some({value})));")
        })
    }
}

impl Display for PairCode<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.language {
            CodeLanguage::Python => self.python(formatter),
            CodeLanguage::Cpp => self.cpp(formatter),
            CodeLanguage::Rust => self.rust(formatter),
        }
    }
}
