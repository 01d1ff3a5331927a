//! Writes values as text. Memory and work are charged for every character.

use super::error::Result;
use super::list::List;
use super::value::{Latex, Value};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use winways_draw::tex_text;
use winways_values::{Charge, Operations};

/// The notation in which values are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Notation {
    Text,
    /// LaTeX for math mode.
    Latex,
    /// JSON: lists are arrays, and every other value is a string.
    Json,
}

/// Returns the text of a value, if there is memory for `copies` copies of it.
pub(super) fn write(
    operations: &mut Operations<'_>,
    value: &Value,
    copies: u64,
    notation: Notation,
) -> Result<String> {
    let charge = operations.session().charge(0)?;
    let (text, written) = (String::new(), HashMap::new());
    let mut writer = Writer { operations, notation, text, copies, charge, written };
    writer.write(value)?;
    Ok(writer.text)
}

struct Writer<'o, 'arena> {
    operations: &'o mut Operations<'arena>,
    notation: Notation,
    text: String,
    copies: u64,
    /// The memory charge for the text and its copies.
    charge: Charge,
    /// The ranges of shared lists in the text, by address.
    written: HashMap<*const List, Range<usize>>,
}

/// A list that is being written: the start of its text, and the index of the next value.
struct Open<'v> {
    list: &'v Arc<List>,
    start: usize,
    next: usize,
}

/// The memory of a written list in a growing table, in bytes.
const WRITTEN_BYTES: u64 = 128;

/// The number of bytes copied between two polls, which takes at most a few milliseconds.
const COPIED_AT_ONCE: usize = 1 << 20;

/// The number of characters converted to LaTeX between two memory checks.
const WRITTEN_AT_ONCE: usize = 1 << 12;

/// The number of bytes added to the capacity, in addition to an eighth, if doubling it would exceed the memory limit.
const LEAST_GROWTH: usize = 1 << 16;

impl Writer<'_, '_> {
    fn write(&mut self, value: &Value) -> Result<()> {
        let mut open: Vec<Open<'_>> = Vec::new();
        self.begin(value, &mut open)?;
        while let Some(Open { list, start, next }) = open.last_mut() {
            let (list, start): (&Arc<List>, usize) = (*list, *start);
            match list.values().get(*next) {
                Some(value) => {
                    *next += 1;
                    if *next > 1 {
                        self.push(if self.notation == Notation::Json { "," } else { ", " })?;
                    }
                    self.begin(value, &mut open)?;
                }
                None => {
                    self.push("]")?;
                    open.pop();
                    self.remember(list, start)?;
                }
            }
        }
        Ok(())
    }

    /// Writes a value. For a list, writes only the opening bracket and pushes the list onto the stack.
    fn begin<'v>(&mut self, value: &'v Value, open: &mut Vec<Open<'v>>) -> Result<()> {
        if let Value::List(list) = value {
            return match self.written.get(&Arc::as_ptr(list)) {
                Some(range) => self.repeat(range.clone()),
                None => {
                    open.push(Open { list, start: self.text.len(), next: 0 });
                    self.push("[")
                }
            };
        }
        match self.notation {
            Notation::Text => {
                let text = value.written(self.operations)?;
                self.push(&text)
            }
            Notation::Json => {
                let text = value.written(self.operations)?;
                self.quoted(&text)
            }
            Notation::Latex => match value.latex(self.operations)? {
                Latex::Formula(latex) => self.push(&latex),
                Latex::Words(words) => self.words(words),
            },
        }
    }

    /// Writes words in math mode. Multiple lines become an array.
    fn words(&mut self, text: &str) -> Result<()> {
        let text = text.trim_end();
        let has_lines = text.contains('\n');
        if has_lines {
            self.push(r"\begin{array}{l} ")?;
        }
        for (number, line) in text.split('\n').enumerate() {
            self.push(if number > 0 { r" \\ \mbox{" } else { r"\mbox{" })?;
            let words = line.trim_start_matches(' ');
            for _ in words.len()..line.len() {
                self.push(r"\ ")?;
            }
            let mut rest = words;
            while !rest.is_empty() {
                let end = rest.char_indices().nth(WRITTEN_AT_ONCE).map_or(rest.len(), |(end, _)| end);
                self.push(&tex_text(&rest[..end]))?;
                rest = &rest[end..];
            }
            self.push("}")?;
        }
        if has_lines { self.push(r" \end{array}") } else { Ok(()) }
    }

    /// Writes a text as a JSON string.
    fn quoted(&mut self, text: &str) -> Result<()> {
        self.push("\"")?;
        let mut rest = text;
        while let Some(place) = rest.find(|letter: char| letter < ' ' || matches!(letter, '"' | '\\')) {
            self.push(&rest[..place])?;
            match rest.as_bytes()[place] {
                b'"' => self.push("\\\"")?,
                b'\\' => self.push("\\\\")?,
                control => self.push(&format!("\\u{control:04x}"))?,
            }
            rest = &rest[place + 1..];
        }
        self.push(rest)?;
        self.push("\"")
    }

    fn push(&mut self, text: &str) -> Result<()> {
        self.reserve(text.len())?;
        self.text.push_str(text);
        Ok(())
    }

    /// Appends a copy of a range of the text.
    fn repeat(&mut self, range: Range<usize>) -> Result<()> {
        self.reserve(range.len())?;
        let mut start = range.start;
        while start < range.end {
            let mut end = range.end.min(start + COPIED_AT_ONCE);
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            self.operations.session().spend(COPIED_AT_ONCE)?;
            self.text.extend_from_within(start..end);
            start = end;
        }
        Ok(())
    }

    /// Records the range of a shared list, so that it can be copied when the list occurs again.
    fn remember(&mut self, list: &Arc<List>, start: usize) -> Result<()> {
        if Arc::strong_count(list) > 1 {
            self.operations.session().enlarge_charge(&mut self.charge, WRITTEN_BYTES)?;
            self.written.insert(Arc::as_ptr(list), start..self.text.len());
        }
        Ok(())
    }

    /// Reserves capacity for `bytes` further bytes. If possible, doubles the capacity. If the memory does not suffice, adds an
    /// eighth and [`LEAST_GROWTH`], or only the required bytes.
    fn reserve(&mut self, bytes: usize) -> Result<()> {
        let session = self.operations.session();
        session.spend(1 + bytes / 16)?;
        let (room, length) = (self.text.capacity(), self.text.len());
        if room - length >= bytes {
            return Ok(());
        }
        let least = length + bytes;
        let wanted = [2 * room, room + room / 8 + LEAST_GROWTH, least].map(|capacity| capacity.max(least));
        let mut refusal = Ok(());
        for capacity in wanted {
            refusal = session.enlarge_charge(&mut self.charge, (capacity - room) as u64 * self.copies);
            if refusal.is_ok() {
                self.text.reserve_exact(capacity - length);
                break;
            }
        }
        Ok(refusal?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_values::Arena;

    #[test]
    fn words_keep_their_lines() {
        let arena = Arena::default();
        let mut operations = Operations::new(arena.session());
        let mut latex = |text: &str| {
            let value = Value::text(operations.session(), text.to_owned()).unwrap();
            write(&mut operations, &value, 1, Notation::Latex).unwrap()
        };
        assert_eq!(latex("a_b"), r"\mbox{a\_b}");
        let lines = r"\begin{array}{l} \mbox{a $\to$ b} \\ \mbox{\ \ $|$ c} \end{array}";
        assert_eq!(latex("a -> b\n  | c\n"), lines);
        let long = "é".repeat(3 * WRITTEN_AT_ONCE + 1);
        assert_eq!(latex(&long), format!(r"\mbox{{{long}}}"));
    }
}
