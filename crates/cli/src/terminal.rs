//! The width of the terminal, and text that is wrapped to it.

use std::io::{self, Write};
use terminal_size::{Width, terminal_size_of};

/// The minimum width to which lines are broken.
const NARROWEST: usize = 60;
/// The maximum width of a picture in output that does not go to a terminal.
pub(crate) const WIDEST: usize = 200;
/// The additional indentation of continuation lines.
const INDENT: usize = 2;

/// Returns the number of columns of the terminal, but at least [`NARROWEST`], or `None` if stdout is not a terminal.
pub(crate) fn width() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(std::io::stdout())?;
    Some(usize::from(columns).max(NARROWEST))
}

/// A writer that breaks long lines at word boundaries if stdout is a terminal.
///
/// If a line has several columns, its continuation lines start below the last column. Otherwise they are indented.
pub(crate) struct Wrapped<'o> {
    out: &'o mut dyn Write,
    /// The maximum length of a line; without it, the output is passed on unchanged.
    width: Option<usize>,
    /// The line so far.
    line: Vec<u8>,
}

impl<'o> Wrapped<'o> {
    /// Creates a writer that breaks lines if the output is text for people.
    pub(crate) fn new(out: &'o mut dyn Write, is_text: bool) -> Self {
        Wrapped { out, width: if is_text { width() } else { None }, line: Vec::new() }
    }

    /// Writes the buffered part of a line whose end has not been written yet.
    fn write_unfinished(&mut self) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        self.out.write_all(&line)
    }
}

impl Write for Wrapped<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(width) = self.width else { return self.out.write(bytes) };
        for part in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.line.extend_from_slice(part);
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.line);
                match std::str::from_utf8(&line) {
                    Ok(text) => self.out.write_all(wrapped(text, width).as_bytes())?,
                    Err(_) => self.out.write_all(&line)?,
                }
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_unfinished()?;
        self.out.flush()
    }
}

impl Drop for Wrapped<'_> {
    fn drop(&mut self) {
        // A failure is reported when the underlying writer is flushed.
        let _ = self.write_unfinished();
    }
}

/// Breaks a line at word boundaries into lines of at most `width` characters. Longer words are not broken.
fn wrapped(line: &str, width: usize) -> String {
    if line.trim_end().chars().count() <= width {
        return line.to_owned();
    }
    let indent = indent_of(line, width);
    let (mut text, mut column, mut rest) = (String::with_capacity(line.len() + 64), 0, line.trim_end());
    let mut has_word = false;
    while !rest.is_empty() {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[blanks..].find(' ').map_or(rest.len(), |length| blanks + length);
        let word = &rest[blanks..end];
        let length = word.chars().count();
        // A line holds at least one word.
        if has_word && column + blanks + length > width {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            text.extend(std::iter::repeat_n(' ', blanks));
            column += blanks;
        }
        text.push_str(word);
        has_word |= !word.is_empty();
        column += length;
        rest = &rest[end..];
    }
    text.push('\n');
    text
}

/// Returns the indentation of the continuation lines: the start of the last column, or the indentation of the line plus
/// [`INDENT`].
fn indent_of(line: &str, width: usize) -> usize {
    let letters: Vec<char> = line.chars().take(width / 2).collect();
    let first = letters.iter().take_while(|&&letter| letter == ' ').count();
    let is_start = |&at: &usize| letters[at] != ' ' && letters[at - 2..at] == [' ', ' '];
    (first + 2..letters.len()).rfind(is_start).unwrap_or(first + INDENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_break_at_words() {
        assert_eq!(wrapped("short\n", 10), "short\n");
        assert_eq!(wrapped("one two three four\n", 10), "one two\n  three\n  four\n");
        assert_eq!(wrapped("  aa  bbb ccc ddd eee\n", 14), "  aa  bbb ccc\n      ddd eee\n");
        assert_eq!(wrapped("a longer-than-the-width b\n", 10), "a\n  longer-than-the-width\n  b\n");
        assert_eq!(wrapped("[1, 2, 3, 4, 5]\n", 10), "[1, 2, 3,\n  4, 5]\n");
    }

    #[test]
    fn output_without_a_terminal_is_unchanged() {
        let mut out = Vec::new();
        let long = "word ".repeat(100) + "\n";
        let mut wrapped = Wrapped { out: &mut out, width: None, line: Vec::new() };
        wrapped.write_all(long.as_bytes()).unwrap();
        drop(wrapped);
        assert_eq!(out, long.as_bytes());
        let (mut out, mut lines) = (Vec::new(), 0);
        let mut wrapped = Wrapped { out: &mut out, width: Some(60), line: Vec::new() };
        for byte in long.bytes().chain(*b"no end") {
            wrapped.write_all(&[byte]).unwrap();
        }
        drop(wrapped);
        for line in String::from_utf8(out).unwrap().lines() {
            assert!(line.chars().count() <= 60, "{line}");
            lines += 1;
        }
        assert!(lines > 8);
    }
}
