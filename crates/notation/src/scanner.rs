use crate::{Diagnostic, Span};

/// A left-to-right text scanner, used by all parsers of positions, parameters and contest inputs.
///
/// ```
/// use winways_notation::Scanner;
/// let mut scanner = Scanner::new("7, 8 9");
/// assert_eq!(scanner.numbers("a heap size")?, [7, 8, 9]);
///
/// let error = Scanner::new("3 x 5").numbers("a heap size").unwrap_err();
/// assert_eq!(error.to_string(), "`x` is not a number: expected a heap size");
/// assert_eq!(error.span.range(), 2..3);
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner<'t> {
    text: &'t str,
    position: usize,
}

impl<'t> Scanner<'t> {
    /// Creates a scanner at the start of `text`.
    pub fn new(text: &'t str) -> Self {
        Scanner { text, position: 0 }
    }

    /// Returns the whole text.
    #[inline]
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// Returns the byte offset of the scanner.
    #[inline]
    pub fn position(&self) -> usize {
        self.position
    }

    /// Moves to the byte offset `position`, which must be a character boundary.
    #[inline]
    pub fn skip_to(&mut self, position: usize) {
        self.position = position;
    }

    /// Returns the text that has not been consumed yet.
    #[inline]
    pub fn rest(&self) -> &'t str {
        &self.text[self.position..]
    }

    /// Returns `true` if the whole text has been consumed.
    pub fn is_at_end(&self) -> bool {
        self.position == self.text.len()
    }

    /// Returns the next character without consuming it.
    #[inline]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Consumes and returns the next character.
    #[inline]
    pub fn next_char(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.position += next.len_utf8();
        Some(next)
    }

    /// Consumes `wanted` if it comes next. Returns `true` if it did.
    #[inline]
    pub fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.position += wanted.len_utf8();
        }
        found
    }

    /// Consumes `wanted`, which must come next.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the next character if it differs.
    pub fn expect(&mut self, wanted: char) -> Result<(), Diagnostic> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(&format!("expected `{wanted}`"))) }
    }

    /// Skips white space, including line breaks.
    pub fn skip_space(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace());
    }

    /// Skips white space and commas, which separate numbers.
    pub fn skip_separators(&mut self) {
        self.skip_while(|byte| byte.is_ascii_whitespace() || byte == b',');
    }

    fn skip_while(&mut self, skip: impl Fn(u8) -> bool) {
        let rest = &self.text.as_bytes()[self.position..];
        self.position += rest.iter().position(|&byte| !skip(byte)).unwrap_or(rest.len());
    }

    /// Consumes and returns the longest prefix of characters for which `belongs` returns `true`. The prefix may be empty.
    pub fn take_while(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let length = rest.find(|character| !belongs(character)).unwrap_or(rest.len());
        self.position += length;
        &rest[..length]
    }

    /// Returns the span of the next word, which ends at white space or a comma.
    pub fn word_span(&self) -> Span {
        let rest = self.rest();
        let length =
            rest.find(|character: char| character.is_whitespace() || character == ',').unwrap_or(rest.len());
        Span::new(self.position, self.position + length)
    }

    /// Returns the diagnostic for an unexpected next character.
    pub fn unexpected(&self, expected: &str) -> Diagnostic {
        match self.peek() {
            None => Diagnostic::new("the input ends here", Span::at(self.position)),
            Some('\n' | '\r') => Diagnostic::new("the line ends here", Span::at(self.position)),
            Some(found) => {
                let span = Span::new(self.position, self.position + found.len_utf8());
                Diagnostic::new(format!("unexpected `{found}`"), span)
            }
        }
        .label(expected)
    }

    /// Consumes a number from 0 to 2⁶⁴−1, which must come next; `10^18` and `1e18` are numbers too. `what` describes
    /// the number in messages and includes an article.
    ///
    /// # Errors
    /// Returns a diagnostic that points at a word that is not a number, is negative, or exceeds the limit.
    #[inline]
    pub fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        let rest = &self.text.as_bytes()[self.position..];
        let digit =
            |index: usize| rest.get(index).map(|byte| byte.wrapping_sub(b'0')).filter(|&digit| digit < 10);
        let mut value = 0u64;
        let mut length = 0;
        // Nineteen digits always fit into 64 bits.
        while length < 19
            && let Some(digit) = digit(length)
        {
            value = value * 10 + u64::from(digit);
            length += 1;
        }
        if let (19, Some(digit)) = (length, digit(length))
            && let Some(longer) = value.checked_mul(10).and_then(|value| value.checked_add(u64::from(digit)))
        {
            value = longer;
            length += 1;
        }
        let ends_here = rest
            .get(length)
            .is_none_or(|&byte| !byte.is_ascii_alphanumeric() && byte < 0x80 && !b".^".contains(&byte));
        if length > 0 && ends_here {
            self.position += length;
            return Ok(value);
        }
        self.number_slowly(what)
    }

    /// Parses powers and numbers with many leading zeros, and reports all errors.
    #[cold]
    fn number_slowly(&mut self, what: &str) -> Result<u64, Diagnostic> {
        let rest = self.rest();
        if rest.is_empty() {
            return Err(self.unexpected(&format!("expected {what}")));
        }
        let digits = rest.len() - rest.trim_start_matches(|character: char| character.is_ascii_digit()).len();
        let word_end = rest
            .find(|character: char| character.is_whitespace() || ",|/)(}{".contains(character))
            .unwrap_or(rest.len())
            .max(rest.chars().next().map_or(0, char::len_utf8));
        let span = Span::new(self.position, self.position + word_end);
        if let Some((value, length)) = power(rest) {
            let span = Span::new(self.position, self.position + length);
            let Some(value) = value else {
                return Err(over_limit(&rest[..length], span, u64::MAX).label(format!("expected {what}")));
            };
            self.position += length;
            return Ok(value);
        }
        let word: String = rest[..word_end].chars().take(40).collect();
        if digits > 0 && digits == word_end {
            if let Ok(value) = rest[..digits].parse() {
                self.position += digits;
                return Ok(value);
            }
            return Err(over_limit(&word, span, u64::MAX).label(format!("expected {what}")));
        }
        let negative = word.starts_with('-') && word[1..].parse::<u128>().is_ok();
        let message =
            if negative { format!("`{word}` is negative") } else { format!("`{word}` is not a number") };
        Err(Diagnostic::new(message, span).label(format!("expected {what}")))
    }

    /// Consumes a number from `least` to `most`, which must come next.
    ///
    /// # Errors
    /// Returns the errors of [`Scanner::number`], or a diagnostic for a number out of range.
    #[inline]
    pub fn number_in(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
        let start = self.position;
        let value = self.number(what)?;
        if (least..=most).contains(&value) {
            return Ok(value);
        }
        let span = Span::new(start, self.position);
        let error = if value > most {
            over_limit(&value.to_string(), span, most)
        } else {
            Diagnostic::new(format!("{value} is too small: {what} must be at least {least}"), span)
        };
        Err(error.label(format!("expected {what}")))
    }

    /// Consumes all numbers up to the end of the text, separated by white space and commas. There must be at least one.
    ///
    /// # Errors
    /// Returns the errors of [`Scanner::number`]. For an empty list, the diagnostic points at the end.
    pub fn numbers(&mut self, what: &str) -> Result<Vec<u64>, Diagnostic> {
        self.skip_separators();
        let mut numbers = Vec::new();
        while !self.is_at_end() {
            numbers.push(self.number(what)?);
            self.skip_separators();
        }
        if numbers.is_empty() {
            return Err(Diagnostic::new("empty input", Span::at(self.position))
                .label(format!("expected {what}, or several")));
        }
        Ok(numbers)
    }

    /// Skips separators and consumes a number, for lists with a fixed number of entries.
    ///
    /// # Errors
    /// Returns the errors of [`Scanner::number_in`].
    pub fn next_number(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
        self.skip_separators();
        self.number_in(what, least, most)
    }

    /// Skips separators and checks that the text ends.
    ///
    /// # Errors
    /// Returns a diagnostic that points at the first unexpected word.
    pub fn finish(&mut self, after: &str) -> Result<(), Diagnostic> {
        self.skip_separators();
        if self.is_at_end() {
            return Ok(());
        }
        let span = self.word_span();
        Err(Diagnostic::new(format!("unexpected `{}` after {after}", &self.text[span.range()]), span)
            .label("expected nothing more"))
    }
}

/// Returns the number if the whole `word` is a number that [`Scanner::number`] accepts: digits, `10^18` or `1e18`.
///
/// ```
/// use winways_notation::whole_number;
/// assert_eq!(whole_number("10^18"), Some(1_000_000_000_000_000_000));
/// assert_eq!(whole_number("3x"), None);
/// ```
pub fn whole_number(word: &str) -> Option<u64> {
    let mut scanner = Scanner::new(word);
    scanner.number("a number").ok().filter(|_| scanner.is_at_end())
}

/// Parses a power such as `10^18` or `1e18` at the start of a text. Returns its value (`None` if 2⁶⁴ or more) and its length.
fn power(text: &str) -> Option<(Option<u64>, usize)> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let base = digits(text);
    let sign = text[base..].chars().next().filter(|sign| base > 0 && matches!(sign, '^' | 'e' | 'E'))?;
    let exponent = digits(&text[base + 1..]);
    let end = base + 1 + exponent;
    let continues = |next: char| next.is_alphanumeric() || next == '.' || next == '^';
    if exponent == 0 || text[end..].starts_with(continues) {
        return None;
    }
    let number: Option<u64> = text[..base].parse().ok();
    // Replacing a larger exponent by `u32::MAX` does not change the result: only 0 and 1 have such powers in 64 bits.
    let exponent: u32 = text[base + 1..end].parse().unwrap_or(u32::MAX);
    let value = match (number, sign) {
        (Some(number), '^') => number.checked_pow(exponent),
        (Some(0), _) => Some(0),
        (Some(number), _) => 10u64.checked_pow(exponent).and_then(|power| number.checked_mul(power)),
        (None, _) => None,
    };
    Some((value, end))
}

fn over_limit(word: &str, span: Span, limit: u64) -> Diagnostic {
    let limit = if limit == u64::MAX { format!("{limit} (2^64 - 1)") } else { limit.to_string() };
    Diagnostic::new(format!("{word} is too large: the limit is {limit}"), span)
}
