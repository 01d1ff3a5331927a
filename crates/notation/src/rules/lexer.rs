//! The tokens of a rule file.

use crate::{Diagnostic, Span};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word, whose meaning depends on the context.
    Word,
    Integer(i64),
    /// A sign: one of [`SIGNS`], also for an alternative spelling.
    Sign(&'static str),
    /// The end of a line that the next line does not continue.
    LineEnd,
    End,
}

/// A token and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The signs. A sign comes before its proper prefixes.
const SIGNS: &[&str] = &[
    "->", "..", "<=", ">=", "!=", "==", "=", "<", ">", "(", ")", "{", "}", ",", "|", ":", "+", "-", "*", "/",
];

/// Alternative spellings of signs.
const ALTERNATIVES: &[(&str, &str)] = &[
    ("→", "->"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "!="),
    ("−", "-"),
    ("<>", "!="),
    ("·", "*"),
    ("×", "*"),
    ("∗", "*"),
    ("…", ".."),
];

/// A lexer that returns tokens one by one.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, position: 0 }
    }

    /// Returns the next token. At the end of the text, every call returns an end token.
    pub(super) fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip_space();
        let start = self.position;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok(Token { kind: TokenKind::End, span: Span::at(start) });
        };
        let (kind, length) = if first == '\n' {
            (TokenKind::LineEnd, 1)
        } else if first.is_ascii_digit() {
            self.integer(rest)?
        } else if is_word(first) && !first.is_ascii_digit() {
            (TokenKind::Word, rest.find(|character| !is_word(character)).unwrap_or(rest.len()))
        } else if let Some((written, sign)) =
            ALTERNATIVES.iter().find(|(written, _)| rest.starts_with(written))
        {
            (TokenKind::Sign(sign), written.len())
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (TokenKind::Sign(if *sign == "==" { "=" } else { sign }), sign.len())
        } else {
            return Err(unknown(first, start));
        };
        self.position += length;
        Ok(Token { kind, span: Span::new(start, self.position) })
    }

    /// Consumes the rest of the line, in which `#` has no meaning, and returns its span, trimmed.
    pub(super) fn rest_of_line(&mut self) -> Span {
        let rest = &self.text[self.position..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.position + (line.len() - line.trim_start().len());
        let end = (self.position + line.trim_end().len()).max(start);
        self.position += line.len();
        Span::new(start, end)
    }

    /// Skips white space, comments, and the ends of lines that the next line continues: a line that is indented or
    /// begins with a bar.
    fn skip_space(&mut self) {
        loop {
            let rest = &self.text[self.position..];
            match rest.as_bytes().first() {
                Some(b' ' | b'\t' | b'\r') => self.position += 1,
                Some(b'#') => self.position += rest.find('\n').unwrap_or(rest.len()),
                Some(b'\n') if continues(&rest[1..]) => self.position += 1,
                _ => return,
            }
        }
    }

    fn integer(&self, rest: &str) -> Result<(TokenKind, usize), Diagnostic> {
        let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(rest.len());
        let after = rest[digits..].find(|character| !is_word(character)).unwrap_or(rest.len() - digits);
        let span = Span::new(self.position, self.position + digits + after);
        let (number, word) = (&rest[..digits], &rest[digits..digits + after]);
        if !word.is_empty() {
            return Err(Diagnostic::new(
                format!("`{}` is neither a number nor a name", short(&rest[..digits + after])),
                span,
            )
            .label("expected a number")
            .help(format!("a product is written with `*`: `{}*{}`", short(number), short(word))));
        }
        match number.parse() {
            Ok(value) => Ok((TokenKind::Integer(value), digits)),
            Err(_) => Err(Diagnostic::new("this number is too large", span)
                .label(format!("expected a number up to {}", i64::MAX))),
        }
    }
}

/// Returns `true` if the following lines continue a line: if the first of them that is not empty or a comment is
/// indented or begins with a bar.
fn continues(mut rest: &str) -> bool {
    loop {
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            match rest.get(line.len() + 1..) {
                Some(next) => rest = next,
                None => return false,
            }
        } else {
            return line.starts_with([' ', '\t', '|']);
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
        '%' => wrong.help("the remainder is written `a mod b`"),
        '^' => wrong.help("there are no powers: write a product, or `k in powers(2)`"),
        '&' => wrong.help("conditions are joined by commas or by `and`"),
        '!' => wrong.help("write `!=` for unequal, `not` before a condition"),
        ';' => wrong.help("conditions are joined by commas, options by `|`"),
        '[' | ']' => wrong.help("a tuple stands in round brackets, a set in braces"),
        _ => wrong,
    }
}

/// Truncates a long word.
pub(crate) fn short(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
