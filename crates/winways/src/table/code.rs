//! Tables as source code, to be pasted into a program.

use super::{HeapTable, Listing, OutcomeTable};
use std::fmt::{self, Display, Formatter};
use winways_solve::{Observer, Pattern, Stopped};

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

/// An array and a function for the values of heaps, as source code: [`HeapTable::code`], [`OutcomeTable::code`].
///
/// If the values have a proved pattern, the function covers all heaps. Otherwise it covers the heaps in the array
/// and raises an exception for larger ones; in Rust it returns `None`. The code checks some values when it is
/// loaded or compiled, and prints nothing.
pub struct TableCode<'t> {
    language: CodeLanguage,
    names: Names,
    /// A one-line summary of the table.
    headline: String,
    /// The number of values in the array.
    length: u64,
    /// The greatest value in the array.
    greatest: u64,
    /// The pattern of the remaining values.
    rule: Option<Pattern>,
    value: Box<dyn Fn(u64) -> Option<u64> + 't>,
}

struct Names {
    array: &'static str,
    function: &'static str,
    /// The documentation of the function's result.
    what: String,
}

/// The number of values per row of the array.
const IN_A_ROW: u64 = 20;

impl HeapTable<'_> {
    /// Returns the table as source code: all values if they have a proved pattern, and otherwise the known values
    /// of heaps 0..=`up_to`.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver};
    /// use winways::tables::{CodeLanguage, HeapTable, Keep};
    /// let game = Catalogue::new().game("subtract{1,2}")?;
    /// let mut table = HeapTable::new(&*game, Keep::All, Budget::DEFAULT, &NoObserver)?;
    /// table.extend_to(50, &NoObserver).unwrap();
    /// let code = table.code(CodeLanguage::Python, 50, &NoObserver).unwrap().to_string();
    /// assert!(code.contains("    return NIM_VALUES[n % 3]\n"));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the search for the last value.
    pub fn code(
        &self,
        language: CodeLanguage,
        up_to: u64,
        observer: &dyn Observer,
    ) -> Result<TableCode<'_>, Stopped> {
        let game = self.name();
        let names = Names {
            array: "nim_values",
            function: "nim_value",
            what: format!("The nim-value of a heap of n tokens of {game}"),
        };
        let value = Box::new(|heap| self.value(heap));
        let known = self.listing(0..self.known().min(up_to.saturating_add(1)), observer);
        let title = format!("Nim-values of {game}");
        TableCode::new(language, names, &title, &known, self.pattern(), value)
    }
}

impl OutcomeTable {
    /// Returns the table as source code: a function that returns `true` if a heap is lost for the player to move.
    /// It covers all heaps if their outcomes are known, and otherwise the heaps of the table.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the observer stops the search for the last outcome.
    pub fn code(
        &self,
        language: CodeLanguage,
        game: &str,
        observer: &dyn Observer,
    ) -> Result<TableCode<'_>, Stopped> {
        let play = match self.play() {
            winways_rules::Play::Normal => "normal play",
            winways_rules::Play::Misere => "misère play",
        };
        let names = Names {
            array: "lost",
            function: "is_lost",
            what: format!("1 if the player to move loses a heap of n tokens of {game} under {play}, else 0"),
        };
        let value = Box::new(|heap| self.is_lost(heap).map(u64::from));
        let title = format!("Lost heaps of {game}, {play}");
        let known = Listing::new(0..self.known(), observer, |heap| self.is_lost(heap).map(u64::from));
        TableCode::new(language, names, &title, &known, self.pattern(), value)
    }
}

impl<'t> TableCode<'t> {
    fn new(
        language: CodeLanguage,
        names: Names,
        title: &str,
        known: &Listing<'_>,
        pattern: Option<Pattern>,
        value: Box<dyn Fn(u64) -> Option<u64> + 't>,
    ) -> Result<Self, Stopped> {
        let rule = pattern.filter(|pattern| {
            let end = pattern.preperiod.checked_add(pattern.period);
            pattern.is_proved() && end.is_some_and(|end| (0..end).all(|heap| value(heap).is_some()))
        });
        let greater = |(length, greatest): (u64, u64), value: u64| (length + 1, greatest.max(value));
        let (length, greatest) = match rule {
            Some(Pattern { preperiod, period, .. }) => {
                (0..preperiod + period).filter_map(&value).fold((0, 0), greater)
            }
            None => known.iter().map(|(_, value)| value).fold((0, 0), greater),
        };
        if let Some(stopped) = known.stopped() {
            return Err(stopped);
        }
        let headline = match (rule, length.checked_sub(1)) {
            (Some(Pattern { preperiod, period, saltus: 0, status }), _) => {
                format!("{title}: period {period} from {preperiod}, {status}.")
            }
            (Some(Pattern { preperiod, period, saltus, status }), _) => {
                format!("{title}: period {period} with saltus {saltus} from {preperiod}, {status}.")
            }
            (None, Some(last)) => format!("{title}, heaps 0 to {last}; no period is proved."),
            (None, None) => format!("{title}: none is known."),
        };
        Ok(TableCode { language, names, headline, length, greatest, rule, value })
    }

    fn values(&self) -> impl Iterator<Item = u64> + '_ {
        (0..self.length).map_while(|heap| (self.value)(heap))
    }

    fn rows(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (heap, value) in (0..).zip(self.values()) {
            match heap % IN_A_ROW {
                0 => write!(formatter, "    {value},")?,
                _ => write!(formatter, " {value},")?,
            }
            if heap % IN_A_ROW == IN_A_ROW - 1 || heap + 1 == self.length {
                writeln!(formatter)?;
            }
        }
        Ok(())
    }

    /// Returns the array index and the term to add for a heap: `71 + (n - 71) % 12`, `4 * ((n - 1) / 4)`.
    fn formula(&self, Pattern { preperiod, period, saltus, .. }: Pattern) -> (String, Option<String>) {
        let divided = if self.language == CodeLanguage::Python { "//" } else { "/" };
        let beyond = if preperiod == 0 { "n".to_owned() } else { format!("(n - {preperiod})") };
        let place = match (preperiod, period) {
            (_, 1) => format!("{preperiod}"),
            (0, _) => format!("n % {period}"),
            _ => format!("{preperiod} + {beyond} % {period}"),
        };
        let periods = if period == 1 { beyond } else { format!("({beyond} {divided} {period})") };
        let growth = match saltus {
            0 => None,
            1 => Some(periods),
            _ => Some(format!("{saltus} * {periods}")),
        };
        (place, growth)
    }

    /// Returns heaps with the values that the code checks: the ends of the array and, for a pattern, a distant
    /// heap.
    fn checks(&self) -> Vec<(u64, u64)> {
        let mut heaps = vec![0, self.length / 2, self.length.saturating_sub(1)];
        heaps.retain(|heap| *heap < self.length);
        heaps.dedup();
        let mut checks: Vec<_> =
            heaps.into_iter().filter_map(|heap| Some((heap, (self.value)(heap)?))).collect();
        if let Some(pattern) = self.rule {
            let far = 1_000_000_007 + self.length;
            let (earlier, growth) = pattern.reduce(far);
            checks.extend((self.value)(earlier).map(|value| (far, value + growth)));
        }
        checks
    }

    fn python(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Names { function, ref what, array } = self.names;
        let array = array.to_uppercase();
        writeln!(out, "# {}\n{array} = [", self.headline)?;
        self.rows(out)?;
        writeln!(out, "]\n\n\ndef {function}(n):\n    \"\"\"{what}.\"\"\"")?;
        writeln!(out, "    if n < 0:\n        raise ValueError(\"a heap has no fewer than 0 tokens\")")?;
        match self.rule {
            Some(pattern) => {
                if pattern.preperiod > 0 {
                    writeln!(out, "    if n < {}:\n        return {array}[n]", self.length)?;
                }
                let (place, growth) = self.formula(pattern);
                let growth = growth.map_or(String::new(), |growth| format!(" + {growth}"));
                writeln!(out, "    return {array}[{place}]{growth}")?;
            }
            None => {
                writeln!(out, "    if n >= {}:", self.length)?;
                writeln!(out, "        raise ValueError(\"{}\")", self.limit())?;
                writeln!(out, "    return {array}[n]")?;
            }
        }
        writeln!(out, "\n")?;
        self.checks()
            .iter()
            .try_for_each(|(heap, value)| writeln!(out, "assert {function}({heap}) == {value}"))
    }

    fn cpp(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Names { function, ref what, array } = self.names;
        let (width, length) = (width(self.greatest), self.length);
        writeln!(out, "// {}\n#include <cstdint>\n#include <stdexcept>\n", self.headline)?;
        writeln!(out, "constexpr std::uint{width}_t {array}[] = {{")?;
        self.rows(out)?;
        if length == 0 {
            writeln!(out, "    0")?;
        }
        writeln!(out, "}};\n\n// {what}.\nconstexpr std::uint64_t {function}(std::uint64_t n) {{")?;
        match self.rule {
            Some(pattern) => {
                if pattern.preperiod > 0 {
                    writeln!(out, "    if (n < {length}) return {array}[n];")?;
                }
                let (place, growth) = self.formula(pattern);
                let growth = growth.map_or(String::new(), |growth| format!(" + {growth}"));
                writeln!(out, "    return {array}[{place}]{growth};\n}}\n")?;
            }
            None => {
                writeln!(out, "    if (n >= {length}) throw std::out_of_range(\"{}\");", self.limit())?;
                writeln!(out, "    return {array}[n];\n}}\n")?;
            }
        }
        let mut checks = self.checks().into_iter();
        checks.try_for_each(|(heap, value)| {
            writeln!(out, "static_assert({function}({heap}) == {value}, \"\");")
        })
    }

    fn rust(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Names { function, ref what, array } = self.names;
        let (array, length) = (array.to_uppercase(), self.length);
        let kind = width(self.greatest);
        writeln!(out, "// {}\npub const {array}: [u{kind}; {length}] = [", self.headline)?;
        self.rows(out)?;
        writeln!(out, "];\n\n/// {what}.")?;
        match self.rule {
            Some(pattern) => {
                writeln!(out, "pub const fn {function}(n: u64) -> u64 {{")?;
                if pattern.preperiod > 0 {
                    writeln!(
                        out,
                        "    if n < {length} {{\n        return {array}[n as usize] as u64;\n    }}"
                    )?;
                }
                let (place, growth) = self.formula(pattern);
                let place = if pattern.period == 1 { place } else { format!("({place}) as usize") };
                let growth = growth.map_or(String::new(), |growth| format!(" + {growth}"));
                writeln!(out, "    {array}[{place}] as u64{growth}\n}}\n")?;
            }
            None => {
                writeln!(out, "///\n/// `None`: {}.", self.limit())?;
                writeln!(out, "pub const fn {function}(n: u64) -> Option<u64> {{")?;
                writeln!(out, "    if n >= {length} {{\n        return None;\n    }}")?;
                writeln!(out, "    Some({array}[n as usize] as u64)\n}}\n")?;
            }
        }
        for (heap, value) in self.checks() {
            match self.rule {
                Some(_) => writeln!(out, "const _: () = assert!({function}({heap}) == {value});")?,
                None => writeln!(out, "const _: () = assert!(matches!({function}({heap}), Some({value})));")?,
            }
        }
        Ok(())
    }

    /// Describes the limit of the function.
    fn limit(&self) -> String {
        match self.length.checked_sub(1) {
            Some(last) => format!("only heaps of at most {last} tokens are known"),
            None => "no heap is known".to_owned(),
        }
    }
}

/// Returns the number of bits of the smallest unsigned type that holds a number.
pub(super) fn width(greatest: u64) -> u32 {
    [8, 16, 32].into_iter().find(|bits| greatest >> bits == 0).unwrap_or(64)
}

impl Display for TableCode<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        match self.language {
            CodeLanguage::Python => self.python(formatter),
            CodeLanguage::Cpp => self.cpp(formatter),
            CodeLanguage::Rust => self.rust(formatter),
        }
    }
}
