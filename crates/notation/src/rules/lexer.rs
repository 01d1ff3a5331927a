//! The tokens of a rule file.

use crate::{Diagnostic, Span};

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// A word; what it means depends on where it stands.
    Word,
    Integer(i64),
    /// A sign: one of [`SIGNS`], or what is written for it.
    Sign(&'static str),
    /// The end of a line that the next one does not continue.
    LineEnd,
    End,
}

/// A token and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    pub(super) span: Span,
}

/// The signs; of two that begin alike the longer one comes first.
const SIGNS: &[&str] = &[
    "->", "..", "<=", ">=", "!=", "==", "=", "<", ">", "(", ")", "{", "}", ",", "|", ":", "+", "-", "*", "/",
];

/// Other ways to write a sign.
const ALSO: &[(&str, &str)] = &[
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

/// Reads tokens one by one.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Lexer<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Lexer { text, position: 0 }
    }

    /// The next token. After the end come ends for ever.
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
        } else if let Some((written, sign)) = ALSO.iter().find(|(written, _)| rest.starts_with(written)) {
            (TokenKind::Sign(sign), written.len())
        } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
            (TokenKind::Sign(if *sign == "==" { "=" } else { sign }), sign.len())
        } else {
            return Err(unknown(first, start));
        };
        self.position += length;
        Ok(Token { kind, span: Span::new(start, self.position) })
    }

    /// The rest of the line, without a comment's sign having any meaning, and where it stands; trimmed.
    pub(super) fn rest_of_line(&mut self) -> Span {
        let rest = &self.text[self.position..];
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.position + (line.len() - line.trim_start().len());
        let end = (self.position + line.trim_end().len()).max(start);
        self.position += line.len();
        Span::new(start, end)
    }

    /// Skips white space, comments, and the ends of lines that the next line continues: one that is indented, or
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

/// Whether the lines that follow go on with a line: the first of them that is not empty is indented or begins with a
/// bar.
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

/// A word without its end if it is long.
pub(crate) fn short(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
