//! The logical lines of a picture file, and the tokens of a line.

use crate::{Diagnostic, Span};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Letters and digits: a word of the grammar, a number, or pieces without blanks between them.
    Word,
    /// One of [`SIGNS`].
    Sign(char),
    /// `->`.
    Arrow,
    /// The end of the line.
    End,
}

/// A token and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

const SIGNS: &str = ".#?@&!~[]^+*{},/()-=:|";

/// Returns the spans of the logical lines, without their line ends. A line that is indented or begins with `|`
/// continues the line before. Empty lines, and lines that begin with `#`, are skipped, but may occur within a continued
/// line.
pub(super) fn lines(text: &str) -> Vec<Span> {
    let mut lines: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let span = Span::new(start, start + content.len());
        start += line.len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match lines.last_mut() {
            Some(last) if content.starts_with([' ', '\t', '|']) => last.end = span.end,
            _ => lines.push(span),
        }
    }
    lines
}

/// A lexer for the tokens of one line.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    /// The text up to the end of the line.
    text: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    /// Creates a lexer for the line with the span `line`.
    pub(super) fn new(text: &'t str, line: Span) -> Self {
        Lexer { text: &text[..line.end], position: line.start }
    }

    /// Returns the next token. At the end of the line, every call returns an end token.
    pub(super) fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip_space();
        let start = self.position;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok(Token { kind: TokenKind::End, span: Span::at(start) });
        };
        let (kind, length) = if rest.starts_with("->") {
            (TokenKind::Arrow, 2)
        } else if first == '→' {
            (TokenKind::Arrow, first.len_utf8())
        } else if first == '−' {
            (TokenKind::Sign('-'), first.len_utf8())
        } else if first == '∗' {
            (TokenKind::Sign('*'), first.len_utf8())
        } else if is_word(first) {
            (TokenKind::Word, rest.find(|character| !is_word(character)).unwrap_or(rest.len()))
        } else if SIGNS.contains(first) && !rest.starts_with("=>") {
            (TokenKind::Sign(first), 1)
        } else {
            return Err(unknown(first, start));
        };
        self.position += length;
        Ok(Token { kind, span: Span::new(start, self.position) })
    }

    /// Consumes the rest of the line and returns its span, trimmed.
    pub(super) fn rest(&mut self) -> Span {
        let rest = &self.text[self.position..];
        let start = self.position + (rest.len() - rest.trim_start().len());
        let end = start + rest.trim().len();
        self.position = self.text.len();
        Span::new(start, end)
    }

    /// Skips white space, and comments within a continued line.
    fn skip_space(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.position) {
            let is_at_margin = self.position > 0 && bytes[self.position - 1] == b'\n';
            match byte {
                b'#' if is_at_margin => {
                    let rest = &self.text[self.position..];
                    self.position += rest.find('\n').unwrap_or(rest.len());
                }
                b' ' | b'\t' | b'\r' | b'\n' => self.position += 1,
                _ => return,
            }
        }
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '\''
}

fn unknown(character: char, start: usize) -> Diagnostic {
    let span = Span::new(start, start + character.len_utf8());
    let wrong = Diagnostic::new(format!("`{character}` means nothing here"), span);
    match character {
        '>' | '⇒' | '=' => wrong.help("what a picture becomes follows `->`"),
        ';' => wrong.help("rows are separated by `/`, and each rule has a line of its own"),
        '"' | '`' => wrong.help("signs stand without quotation marks"),
        '<' => wrong.help("how often a cell stands in a run: `.+`, `.*`, `.{1,3}`"),
        _ => wrong,
    }
}
