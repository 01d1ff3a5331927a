//! The tokens of rule files, in both of their languages, and a reader with a look-ahead of one token.

use crate::{Diagnostic, Span, nearest};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// Letters and digits. The meaning depends on the context.
    Word,
    /// A number up to the largest `i64`, in languages in which a word does not begin with a digit.
    Number(i64),
    /// A sign of the language. An alternative spelling is replaced by the sign.
    Sign(&'static str),
    /// The end of a line that the next line does not continue, in languages whose text is not split into lines beforehand.
    LineEnd,
    End,
}

/// A token and its span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The properties in which the two languages differ.
#[derive(Debug)]
pub(crate) struct Language {
    /// The signs. A sign comes before its proper prefixes.
    pub(crate) signs: &'static [&'static str],
    /// Alternative spellings of signs, which are tried first.
    pub(crate) alternatives: &'static [(&'static str, &'static str)],
    /// Returns the length, in bytes, of the white space and comments at the start of a non-empty text. `is_at_margin` is `true`
    /// after the end of a line.
    pub(crate) skipped: fn(rest: &str, is_at_margin: bool) -> usize,
    /// `true` if a word that begins with a digit must be a number.
    pub(crate) has_numbers: bool,
    /// Returns the help for a character that begins no token.
    pub(crate) unknown: fn(char) -> Option<&'static str>,
    /// The message for a text that ends too early.
    pub(crate) end: &'static str,
    /// Returns the help for an unexpected token, which may be a word.
    pub(crate) unexpected: fn(TokenKind, Option<&str>) -> Option<&'static str>,
}

/// A reader of the tokens of a text, with data that the parser of the language needs everywhere.
#[derive(Clone, Debug)]
pub(crate) struct Reader<'t, D = ()> {
    language: &'static Language,
    /// The text, up to the end of the part that is read.
    pub(crate) text: &'t str,
    /// The position after the next token.
    position: usize,
    /// The next token.
    pub(crate) token: Token,
    /// The end of the last token consumed.
    pub(crate) end: usize,
    pub(crate) data: D,
}

impl<'t, D> Reader<'t, D> {
    /// Creates a reader of the part of a text with this span.
    pub(crate) fn new(
        language: &'static Language,
        text: &'t str,
        part: Span,
        data: D,
    ) -> Result<Self, Diagnostic> {
        let token = Token { kind: TokenKind::End, span: Span::at(part.start) };
        let text = &text[..part.end];
        let mut reader = Reader { language, text, position: part.start, token, end: part.start, data };
        reader.token = reader.next()?;
        Ok(reader)
    }

    /// Consumes the next token and returns it. At the end of the text, every call returns an end token.
    pub(crate) fn advance(&mut self) -> Result<Token, Diagnostic> {
        let next = self.next()?;
        self.end = self.token.span.end;
        Ok(std::mem::replace(&mut self.token, next))
    }

    fn next(&mut self) -> Result<Token, Diagnostic> {
        self.skip();
        let start = self.position;
        let rest = &self.text[start..];
        let Some(first) = rest.chars().next() else {
            return Ok(Token { kind: TokenKind::End, span: Span::at(start) });
        };
        let starts = |written: &str| rest.starts_with(written);
        let Language { signs, alternatives, has_numbers, unknown, .. } = self.language;
        let (kind, length) = if first == '\n' {
            (TokenKind::LineEnd, 1)
        } else if *has_numbers && first.is_ascii_digit() {
            number(rest, start)?
        } else if is_word(first) {
            (TokenKind::Word, rest.find(|character| !is_word(character)).unwrap_or(rest.len()))
        } else if let Some((written, sign)) = alternatives.iter().find(|(written, _)| starts(written)) {
            (TokenKind::Sign(sign), written.len())
        } else if let Some(sign) = signs.iter().find(|sign| starts(sign)) {
            (TokenKind::Sign(sign), sign.len())
        } else {
            let span = Span::new(start, start + first.len_utf8());
            return Err(helped(
                Diagnostic::new(format!("`{first}` means nothing here"), span),
                unknown(first),
            ));
        };
        self.position += length;
        Ok(Token { kind, span: Span::new(start, self.position) })
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        while self.position < self.text.len() {
            let is_at_margin = self.text[..self.position].ends_with('\n');
            match (self.language.skipped)(&self.text[self.position..], is_at_margin) {
                0 => return,
                length => self.position += length,
            }
        }
    }

    /// Consumes the line from `start` on, which does not consist of tokens, and returns its span, trimmed.
    pub(crate) fn rest_of_line(&mut self, start: usize) -> Result<Span, Diagnostic> {
        let line = self.text[start..].split('\n').next().unwrap_or_default();
        self.position = start + line.len();
        self.token = self.next()?;
        Ok(trimmed(self.text, Span::new(start, start + line.len())))
    }

    /// Returns the next token if it is a word.
    pub(crate) fn word(&self) -> Option<&'t str> {
        (self.token.kind == TokenKind::Word).then(|| &self.text[self.token.span.range()])
    }

    /// Returns `true` if the next token is this sign.
    pub(crate) fn is(&self, sign: &str) -> bool {
        matches!(self.token.kind, TokenKind::Sign(found) if found == sign)
    }

    /// Consumes the next token if it is this sign. Returns `true` if it was.
    pub(crate) fn eat(&mut self, sign: &str) -> Result<bool, Diagnostic> {
        let found = self.is(sign);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Consumes the next token if it is this word. Returns `true` if it was.
    pub(crate) fn eat_word(&mut self, word: &str) -> Result<bool, Diagnostic> {
        let found = self.word() == Some(word);
        if found {
            self.advance()?;
        }
        Ok(found)
    }

    /// Parses one or more items with this sign between them.
    pub(crate) fn list<T>(
        &mut self,
        sign: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        let mut items = vec![item(self)?];
        while self.eat(sign)? {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Consumes the next token, which must be this sign.
    pub(crate) fn expect(&mut self, sign: &str, expected: &str) -> Result<Token, Diagnostic> {
        if self.is(sign) { self.advance() } else { Err(self.unexpected(expected)) }
    }

    /// Returns the error for the unexpected next token.
    pub(crate) fn unexpected(&self, expected: &str) -> Diagnostic {
        let Token { kind, span } = self.token;
        let (message, span) = match kind {
            TokenKind::End => (self.language.end.to_owned(), span),
            TokenKind::LineEnd => ("the line ends here".to_owned(), Span::at(span.start)),
            _ => (format!("unexpected `{}`", short(&self.text[span.range()])), span),
        };
        helped(Diagnostic::new(message, span).label(expected), (self.language.unexpected)(kind, self.word()))
    }

    /// Returns the error of [`Reader::unexpected`]. If it has no help, suggests the word of `words` that is most similar to the token.
    pub(crate) fn unexpected_among(&self, words: &[&str], expected: &str) -> Diagnostic {
        let wrong = self.unexpected(expected);
        match self.word().and_then(|word| nearest(word, words.iter().copied())) {
            Some(similar) if wrong.help.is_none() => wrong.help(format!("did you mean `{similar}`?")),
            _ => wrong,
        }
    }
}

fn helped(wrong: Diagnostic, help: Option<&str>) -> Diagnostic {
    match help {
        Some(help) => wrong.help(help),
        None => wrong,
    }
}

/// Returns the span without white space at its ends.
pub(crate) fn trimmed(text: &str, span: Span) -> Span {
    let part = &text[span.range()];
    let start = span.start + (part.len() - part.trim_start().len());
    Span::new(start, start + part.trim().len())
}

fn number(rest: &str, start: usize) -> Result<(TokenKind, usize), Diagnostic> {
    let length = rest.find(|character| !is_word(character)).unwrap_or(rest.len());
    let digits = rest.find(|character: char| !character.is_ascii_digit()).unwrap_or(length).min(length);
    let span = Span::new(start, start + length);
    let (number, word) = (&rest[..digits], &rest[digits..length]);
    if !word.is_empty() {
        let message = format!("`{}` is neither a number nor a name", short(&rest[..length]));
        return Err(Diagnostic::new(message, span).label("expected a number").help(format!(
            "a product is written with `*`: `{}*{}`",
            short(number),
            short(word)
        )));
    }
    match number.parse() {
        Ok(value) => Ok((TokenKind::Number(value), digits)),
        Err(_) => Err(Diagnostic::new("this number is too large", span)
            .label(format!("expected a number up to {}", i64::MAX))),
    }
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_' || character == '\''
}

/// Truncates a long word.
pub(crate) fn short(word: &str) -> String {
    match word.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", &word[..end]),
        None => word.to_owned(),
    }
}
