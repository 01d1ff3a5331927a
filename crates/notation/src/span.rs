use std::ops::Range;

/// A span of a source text in bytes: from `start` up to but not including `end`.
///
/// ```
/// use winways_notation::Span;
/// let span = Span::new(4, 5);
/// assert_eq!(&"nim x"[span.range()], "x");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last byte.
    pub end: usize,
}

impl Span {
    /// Creates the span `start..end`.
    pub fn new(start: usize, end: usize) -> Self {
        Span { start, end }
    }

    /// Creates an empty span at `position`, where something is missing.
    pub fn at(position: usize) -> Self {
        Span { start: position, end: position }
    }

    /// Returns the span as a range, for slicing.
    pub fn range(self) -> Range<usize> {
        self.start..self.end
    }

    /// Shifts the span by `offset` bytes, for a text that is part of a larger text.
    pub fn shifted(self, offset: usize) -> Self {
        Span { start: self.start + offset, end: self.end + offset }
    }
}

/// A human-readable position: line and column, both counted from 1, the column in characters.
///
/// ```
/// use winways_notation::LineColumn;
/// assert_eq!(LineColumn::of("2\n1 x\n", 4), LineColumn { line: 2, column: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl LineColumn {
    /// Returns the line and column of the byte `position` of `text`; a position past the end counts as the end. The
    /// time is linear in `position`.
    pub fn of(text: &str, position: usize) -> Self {
        let before = &text.as_bytes()[..position.min(text.len())];
        let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before[..line_start].iter().filter(|&&byte| byte == b'\n').count();
        // Counts characters, not bytes: every byte that does not continue a UTF-8 sequence starts one.
        let column = 1 + before[line_start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        LineColumn { line, column }
    }
}
