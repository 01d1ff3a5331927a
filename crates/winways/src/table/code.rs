//! Writes tables as source code that can be pasted into a program.

use super::findings::{RowPeriod, ValuePattern};
use super::listing::Listing;
use std::fmt::{self, Display, Formatter};
use winways_solve::{Pattern, Period, Stopped};

/// A programming language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeLanguage {
    /// Python 3.
    Python,
    /// C++17.
    Cpp,
    /// Rust 2021.
    Rust,
}

/// An array and a function for the values of heaps or pairs, as source code; see [`ValueTable::code`](super::ValueTable::code).
///
/// If a pattern of the values is proved, the function covers all heaps. In C++ and Rust, it ends before the first heap whose value
/// exceeds 64 bits. Without a proved pattern, the function covers the heaps in the array. For larger heaps, it raises an exception
/// or, in Rust, returns `None`. The code checks some values when it is loaded or compiled, and prints nothing.
pub struct TableCode<'t> {
    language: CodeLanguage,
    names: CodeNames,
    /// The number of rows and the number of columns of the array. `columns` is `None` if the elements of the array are values.
    rows: u64,
    columns: Option<u64>,
    /// The greatest value in the array.
    greatest: u64,
    /// The pattern according to which the rows continue, if one is proved.
    rule: Option<Rule>,
    /// The first row that the function does not cover; `None` if it covers all rows.
    end: Option<u64>,
    /// The rows and columns of values that the code checks, in addition to a distant row for a rule.
    checked: Vec<[u64; 2]>,
    value: Box<dyn Fn(u64, u64) -> Option<u64> + 't>,
}

/// The names and sentences in the code of a table.
#[derive(Default)]
pub(super) struct CodeNames {
    /// A one-line summary of the table.
    pub(super) headline: String,
    pub(super) array: &'static str,
    pub(super) function: &'static str,
    /// The documentation of the function's result.
    pub(super) what: String,
    /// The parameter that selects a row, and the other parameter.
    pub(super) heap: &'static str,
    pub(super) memory: &'static str,
    pub(super) parameters: &'static [&'static str],
    /// The error messages for negative and for large arguments.
    pub(super) negative: &'static str,
    pub(super) beyond: String,
}

/// A rule for a sequence: from `preperiod` on, the values repeat, and grow by `saltus` in each period.
#[derive(Clone, Copy)]
struct Rule {
    preperiod: u64,
    period: u64,
    saltus: u64,
}

impl Rule {
    /// Returns the first row whose value exceeds 64 bits, or `None` if there is no such row below 2^64. `value` returns the values
    /// of the first rows.
    fn first_overflow(&self, value: impl Fn(u64) -> Option<u64>) -> Option<u64> {
        let overflow = |row: u64| {
            let periods = (u64::MAX - value(row)?).checked_div(self.saltus)?.checked_add(1)?;
            periods.checked_mul(self.period)?.checked_add(row)
        };
        (self.preperiod..self.preperiod + self.period).filter_map(overflow).min()
    }
}

/// The number of values per line in an array of values.
const IN_A_ROW: u64 = 20;
/// The distance from the end of the array to the row at which the code checks the rule.
const FAR: u64 = 1_000_000_007;

impl<'t> TableCode<'t> {
    /// Creates the code of a table of heaps. If a pattern is proved, the array contains the values before the first repetition,
    /// and otherwise the values of the listed heaps. The headline of `names` is the title of the table.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the listing.
    pub(super) fn of_heaps(
        language: CodeLanguage,
        names: CodeNames,
        known: &Listing<'_>,
        pattern: Option<Pattern>,
        value: impl Fn(u64) -> Option<u64> + 't,
    ) -> Result<Self, Stopped> {
        let proved = pattern.filter(|pattern| {
            let end = pattern.preperiod.checked_add(pattern.period);
            pattern.is_proved() && end.is_some_and(|end| (0..end).all(|heap| value(heap).is_some()))
        });
        let greater = |(rows, greatest): (u64, u64), value: u64| (rows + 1, greatest.max(value));
        let (rows, greatest) = match proved {
            Some(Pattern { preperiod, period, .. }) => {
                (0..preperiod + period).filter_map(&value).fold((0, 0), greater)
            }
            None => known.iter().map_while(&value).fold((0, 0), greater),
        };
        if let Some(stopped) = known.stopped() {
            return Err(stopped);
        }
        let (last, title) = (rows.checked_sub(1), &names.headline);
        let headline = match (proved, last) {
            (Some(pattern), _) => format!("{title}: {}.", ValuePattern::from(pattern)),
            (None, Some(last)) => format!("{title}, heaps 0 to {last}; no period is proved."),
            (None, None) => format!("{title}: none is known."),
        };
        let rule = proved.map(|Pattern { preperiod, period, saltus, .. }| Rule { preperiod, period, saltus });
        let (end, beyond) = match (rule, last) {
            (Some(rule), _) => {
                // Integers in Python are unbounded.
                let is_bounded = language != CodeLanguage::Python;
                let end = rule.first_overflow(&value).filter(|_| is_bounded);
                (end, "the value may not fit in 64 bits".to_owned())
            }
            (None, Some(last)) => (Some(rows), format!("only heaps of at most {last} tokens are known")),
            (None, None) => (Some(rows), "no values are known".to_owned()),
        };
        let (parameters, negative): (&[_], _) = (&["n"], "the number of tokens must not be negative");
        let names = CodeNames { headline, heap: "n", parameters, negative, beyond, ..names };
        let checked = last.map_or(Vec::new(), |last| vec![[0, 0], [rows / 2, 0], [last, 0]]);
        let value = Box::new(move |heap, _| value(heap));
        Ok(TableCode { language, names, rows, columns: None, greatest, rule, end, checked, value })
    }

    /// Creates the code of a table of all pairs of numbers below `side`. If the period of the rows is proved, the code covers
    /// all heaps, with the memories 0, 1, 2, … before the first memory that has no column.
    pub(super) fn of_pairs(
        language: CodeLanguage,
        game: &str,
        side: u64,
        period: Option<RowPeriod>,
        value: impl Fn(u64, u64) -> Option<u64> + Copy + 't,
    ) -> Self {
        let mut headline = match side.checked_sub(1) {
            Some(last) => format!("Nim-values of {game}, numbers 0 to {last}; no period of rows is proved."),
            None => format!("Nim-values of {game}: none is known."),
        };
        let (mut row, mut rows, mut columns, mut rule) = (0, side, side, None);
        if let Some(found) = period {
            let (Period { preperiod, period }, theorem) = (found.period, RowPeriod::THEOREM);
            headline = format!(
                "Nim-values of {game}: period {period} of rows from row {preperiod}, proved ({theorem})."
            );
            (row, rows) = (found.heap, preperiod.saturating_add(period));
            // A larger memory has a column only because some small heaps have moves to it.
            columns = (0..).zip(&found.columns).take_while(|(place, memory)| place == *memory).count() as u64;
            rule = Some(Rule { preperiod, period, saltus: 0 });
        }
        let value = move |of_row, of_column| match row {
            0 => value(of_row, of_column),
            _ => value(of_column, of_row),
        };
        let parameters: &[_] = &["a", "b"];
        let memory = parameters[1 - row];
        let beyond = match (columns.checked_sub(1), rule) {
            (Some(last), Some(_)) => format!("only pairs with {memory} <= {last} are known"),
            (Some(last), None) => format!("only pairs of numbers up to {last} are known"),
            (None, _) => "no pair is known".to_owned(),
        };
        let names = CodeNames {
            headline,
            array: "nim_values",
            function: "nim_value",
            what: "The nim-value of the pair (a, b)".to_owned(),
            heap: parameters[row],
            memory,
            parameters,
            negative: "the numbers of a pair must not be negative",
            beyond,
        };
        let checked = match (rows.checked_sub(1), columns.checked_sub(1)) {
            (Some(last), Some(end)) => vec![[0, 0], [last, 0], [last / 2, end], [last, end]],
            _ => Vec::new(),
        };
        let values = (0..rows).flat_map(|row| (0..columns).map_while(move |column| value(row, column)));
        let (greatest, value) = (values.max().unwrap_or(0), Box::new(value));
        let end = rule.is_none().then_some(rows);
        TableCode { language, names, rows, columns: Some(columns), greatest, rule, end, checked, value }
    }

    /// Writes the elements of the array, with brackets around each row of columns.
    fn elements(&self, [open, close]: [&str; 2], out: &mut Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            let Some(columns) = self.columns else {
                let Some(value) = (self.value)(row, 0) else { break };
                write!(out, "{}{value},", if row.is_multiple_of(IN_A_ROW) { "    " } else { " " })?;
                if (row + 1).is_multiple_of(IN_A_ROW) || row + 1 == self.rows {
                    writeln!(out)?;
                }
                continue;
            };
            let values = (0..columns).map_while(|column| (self.value)(row, column));
            let values: Vec<String> = values.map(|value| value.to_string()).collect();
            writeln!(out, "    {open}{}{close},", values.join(", "))?;
        }
        Ok(())
    }

    /// Returns the index in the array that corresponds to a row beyond the array, such as `71 + (n - 71) % 12`, and the term to
    /// add to the value, such as ` + 4 * ((n - 1) / 4)`.
    fn formula(&self, Rule { preperiod, period, saltus }: Rule) -> (String, String) {
        let heap = self.names.heap;
        let divided = if self.language == CodeLanguage::Python { "//" } else { "/" };
        let beyond = if preperiod == 0 { heap.to_owned() } else { format!("({heap} - {preperiod})") };
        let place = match (preperiod, period) {
            (_, 1) => format!("{preperiod}"),
            (0, _) => format!("{heap} % {period}"),
            _ => format!("{preperiod} + {beyond} % {period}"),
        };
        let periods = if period == 1 { beyond } else { format!("({beyond} {divided} {period})") };
        let growth = match saltus {
            0 => String::new(),
            1 => format!(" + {periods}"),
            _ => format!(" + {saltus} * {periods}"),
        };
        (place, growth)
    }

    /// Returns the condition for arguments that the function does not cover.
    fn is_beyond(&self, or: &str) -> Option<String> {
        // C++ compilers warn about a number beyond 63 bits without the suffix `u`.
        let unsigned = |end: u64| self.language == CodeLanguage::Cpp && end > i64::MAX as u64;
        let heap = self
            .end
            .map(|end| format!("{} >= {end}{}", self.names.heap, if unsigned(end) { "u" } else { "" }));
        let memory = self.columns.map(|columns| format!("{} >= {columns}", self.names.memory));
        let conditions: Vec<String> = heap.into_iter().chain(memory).collect();
        (!conditions.is_empty()).then(|| conditions.join(or))
    }

    /// Returns the expression that the function returns for a row.
    fn element(&self, row: &str, growth: &str) -> String {
        let (memory, is_rust) = (self.names.memory, self.language == CodeLanguage::Rust);
        let array = match self.language {
            CodeLanguage::Cpp => self.names.array.to_owned(),
            CodeLanguage::Python | CodeLanguage::Rust => self.names.array.to_uppercase(),
        };
        let index = |name: &str| match name {
            _ if !is_rust || name.bytes().all(|byte| byte.is_ascii_digit()) => format!("[{name}]"),
            _ if name.contains(' ') => format!("[({name}) as usize]"),
            _ => format!("[{name} as usize]"),
        };
        let column = self.columns.map_or(String::new(), |_| index(memory));
        let element =
            format!("{array}{}{column}{}{growth}", index(row), if is_rust { " as u64" } else { "" });
        match is_rust && self.is_beyond("").is_some() {
            true => format!("Some({element})"),
            false => element,
        }
    }

    /// Returns the name of a parameter where the function declares it. If all values are equal, the function does not use the heap, and
    /// compilers do not warn about an unused parameter with this name.
    fn declared(&self, name: &str) -> String {
        let is_unused =
            name == self.names.heap && matches!(self.rule, Some(Rule { preperiod: 0, period: 1, saltus: 0 }));
        match self.language {
            CodeLanguage::Rust if is_unused => format!("_{name}"),
            CodeLanguage::Cpp if is_unused => String::new(),
            _ => name.to_owned(),
        }
    }

    /// Formats each parameter with `form`, and joins the results with `separator`.
    fn parameters(&self, form: impl Fn(&str) -> String, separator: &str) -> String {
        self.names.parameters.iter().map(|name| form(name)).collect::<Vec<_>>().join(separator)
    }

    /// Writes the code before the body of the function.
    fn head(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let CodeNames { headline, array, function, what, beyond, .. } = &self.names;
        let (rows, upper) = (self.rows, array.to_uppercase());
        let width = [8, 16, 32].into_iter().find(|bits| self.greatest >> bits == 0).unwrap_or(64);
        match self.language {
            CodeLanguage::Python => {
                writeln!(out, "# {headline}\n{upper} = [")?;
                self.elements(["[", "]"], out)?;
                let parameters = self.parameters(str::to_owned, ", ");
                writeln!(out, "]\n\n\ndef {function}({parameters}):\n    \"\"\"{what}.\"\"\"")
            }
            CodeLanguage::Cpp => {
                let columns = self.columns.map_or(String::new(), |columns| format!("[{}]", columns.max(1)));
                writeln!(out, "// {headline}\n#include <cstdint>\n#include <stdexcept>\n")?;
                writeln!(out, "constexpr std::uint{width}_t {array}[]{columns} = {{")?;
                self.elements(["{", "}"], out)?;
                if rows == 0 {
                    writeln!(out, "    {}", if self.columns.is_some() { "{0}" } else { "0" })?;
                }
                let parameters = self.parameters(
                    |name| format!("std::uint64_t {}", self.declared(name)).trim_end().to_owned(),
                    ", ",
                );
                writeln!(out, "}};\n\n// {what}.\nconstexpr std::uint64_t {function}({parameters}) {{")
            }
            CodeLanguage::Rust => {
                let element = match self.columns {
                    Some(columns) => format!("[u{width}; {columns}]"),
                    None => format!("u{width}"),
                };
                writeln!(out, "// {headline}\npub const {upper}: [{element}; {rows}] = [")?;
                self.elements(["[", "]"], out)?;
                let (none, result) = match self.is_beyond("") {
                    Some(_) => (format!("///\n/// `None`: {beyond}.\n"), "Option<u64>"),
                    None => (String::new(), "u64"),
                };
                let parameters = self.parameters(|name| format!("{}: u64", self.declared(name)), ", ");
                writeln!(out, "];\n\n/// {what}.\n{none}pub const fn {function}({parameters}) -> {result} {{")
            }
        }
    }

    /// Writes a statement that performs `action` if `condition` holds.
    fn when(&self, condition: &str, action: &str, out: &mut Formatter<'_>) -> fmt::Result {
        match self.language {
            CodeLanguage::Python => writeln!(out, "    if {condition}:\n        {action}"),
            CodeLanguage::Cpp => writeln!(out, "    if ({condition}) {action};"),
            CodeLanguage::Rust => writeln!(out, "    if {condition} {{\n        {action};\n    }}"),
        }
    }

    /// Writes the body of the function.
    fn body(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let CodeNames { heap, negative, beyond, .. } = &self.names;
        let (or, refusal, end) = match self.language {
            CodeLanguage::Python => (" or ", format!("raise ValueError(\"{beyond}\")"), "\n"),
            CodeLanguage::Cpp => (" || ", format!("throw std::out_of_range(\"{beyond}\")"), ";\n}"),
            CodeLanguage::Rust => (" || ", "return None".to_owned(), "\n}"),
        };
        if self.language == CodeLanguage::Python {
            let is_negative = self.parameters(|name| format!("{name} < 0"), or);
            self.when(&is_negative, &format!("raise ValueError(\"{negative}\")"), out)?;
        }
        if let Some(condition) = self.is_beyond(or) {
            self.when(&condition, &refusal, out)?;
        }
        let mut result = self.element(heap, "");
        if let Some(rule) = self.rule {
            if rule.preperiod > 0 {
                self.when(&format!("{heap} < {}", self.rows), &format!("return {result}"), out)?;
            }
            let (place, growth) = self.formula(rule);
            result = self.element(&place, &growth);
        }
        let keyword = if self.language == CodeLanguage::Rust { "" } else { "return " };
        writeln!(out, "    {keyword}{result}{end}\n")
    }

    /// Returns the arguments for which the code checks the function, with the expected results.
    fn checks(&self) -> Vec<(String, u64)> {
        let mut checked: Vec<_> = self
            .checked
            .iter()
            .filter_map(|&[row, column]| Some((row, column, (self.value)(row, column)?)))
            .collect();
        if let (Some(Rule { preperiod, period, saltus }), Some((_, column, _))) = (self.rule, checked.last())
        {
            let (far, column) = (FAR + self.rows, *column);
            let earlier = preperiod + (far - preperiod) % period;
            let growth = saltus.saturating_mul((far - earlier) / period);
            checked.extend(
                (self.value)(earlier, column).map(|value| (far, column, value.saturating_add(growth))),
            );
        }
        checked.dedup();
        let arguments = |row: u64, column: u64| match self.names.parameters {
            [_] => row.to_string(),
            [first, _] if *first == self.names.heap => format!("{row}, {column}"),
            _ => format!("{column}, {row}"),
        };
        checked.into_iter().map(|(row, column, value)| (arguments(row, column), value)).collect()
    }
}

impl Display for TableCode<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.head(out)?;
        self.body(out)?;
        let (function, is_partial) = (self.names.function, self.is_beyond("").is_some());
        self.checks().into_iter().try_for_each(|(arguments, value)| match self.language {
            CodeLanguage::Python => writeln!(out, "assert {function}({arguments}) == {value}"),
            CodeLanguage::Cpp => writeln!(out, "static_assert({function}({arguments}) == {value}, \"\");"),
            CodeLanguage::Rust if is_partial => {
                writeln!(out, "const _: () = assert!(matches!({function}({arguments}), Some({value})));")
            }
            CodeLanguage::Rust => writeln!(out, "const _: () = assert!({function}({arguments}) == {value});"),
        })
    }
}
