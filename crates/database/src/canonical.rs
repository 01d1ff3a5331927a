//! The canonical serialisation of a manifest.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Serialises a value as JSON. The outermost object and the lists and objects directly in it have one element per
/// line. Deeper lists and objects are written compactly on one line. The output ends with a line break.
pub(crate) fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut bytes, ManifestFormatter::default());
    value.serialize(&mut serializer).map_err(|error| error.to_string())?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// The maximum depth of lists and objects that are spread over lines.
const SPREAD: usize = 2;

#[derive(Default)]
struct ManifestFormatter {
    /// The number of open lists and objects.
    depth: usize,
    /// `true` if the innermost open list or object has an element already.
    has_parts: bool,
}

impl ManifestFormatter {
    fn open<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.has_parts = false;
        out.write_all(bracket)
    }

    fn part<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        self.line(out)
    }

    /// Starts a new, indented line if elements at this depth have lines of their own.
    fn line<W: Write + ?Sized>(&self, out: &mut W) -> io::Result<()> {
        if self.depth <= SPREAD {
            out.write_all(b"\n")?;
            out.write_all(&b"    "[..2 * self.depth])?;
        }
        Ok(())
    }

    fn close<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        let is_spread = self.has_parts && self.depth <= SPREAD;
        self.depth -= 1;
        if is_spread {
            self.line(out)?;
        }
        out.write_all(bracket)
    }
}

impl Formatter for ManifestFormatter {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"[")
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_parts = true;
        Ok(())
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.open(out, b"{")
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.part(out, first)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(if self.depth <= SPREAD { b": " } else { b":" })
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.has_parts = true;
        Ok(())
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_elements_share_a_line() {
        let value =
            serde_json::json!({ "a": [[1, [2, 3]], {}], "b": { "c": { "d": [] } }, "e": [], "f": null });
        let expected = "{\n  \"a\": [\n    [1,[2,3]],\n    {}\n  ],\n  \"b\": {\n    \"c\": {\"d\":[]}\n  },\n  \
                        \"e\": [],\n  \"f\": null\n}\n";
        assert_eq!(to_bytes(&value).as_deref(), Ok(expected.as_bytes()));
        let back: serde_json::Value = serde_json::from_slice(expected.as_bytes()).unwrap();
        assert_eq!(back, value);
    }
}
