use winways_notation::{Diagnostic, Scanner, Span};

/// The input of a problem: numbers and words separated by any white space.
pub(crate) struct Input<'t> {
    scanner: Scanner<'t>,
}

impl<'t> Input<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Input { scanner: Scanner::new(text) }
    }

    /// Whether nothing but white space is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.scanner.skip_space();
        self.scanner.is_at_end()
    }

    /// The next number, which `what` names with its article.
    pub(crate) fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        self.number_in(what, 0, u64::MAX)
    }

    /// The next number, from `least` to `most`.
    pub(crate) fn number_in(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
        self.scanner.skip_space();
        self.scanner.number_in(what, least, most)
    }

    /// As many numbers as `count` says.
    pub(crate) fn numbers(&mut self, count: u64, what: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut numbers = Vec::new(); // grows with what is really there, not with what is announced
        for _ in 0..count {
            numbers.push(self.number(what)?);
        }
        Ok(numbers)
    }

    /// The next word.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'t str, Diagnostic> {
        self.scanner.skip_space();
        let word = self.scanner.take_while(|character| !character.is_ascii_whitespace());
        if word.is_empty() {
            return Err(self.scanner.unexpected(&format!("expected {what}")));
        }
        Ok(word)
    }

    /// A diagnostic about the `length` bytes that were read last.
    pub(crate) fn wrong(&self, length: usize, message: impl Into<String>) -> Diagnostic {
        let end = self.scanner.position();
        Diagnostic::new(message, Span::new(end - length, end))
    }

    /// Calls `case` once for each case that a leading number announces.
    pub(crate) fn for_each_case(
        &mut self,
        mut case: impl FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        let cases = self.number("the number of cases")?;
        for _ in 0..cases {
            case(self)?;
        }
        Ok(())
    }

    /// Calls `case` until nothing is left.
    pub(crate) fn until_end(
        &mut self,
        mut case: impl FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        while !self.is_at_end() {
            case(self)?;
        }
        Ok(())
    }

    /// The input must end here.
    pub(crate) fn finish(mut self) -> Result<(), Diagnostic> {
        if self.is_at_end() {
            return Ok(());
        }
        let span = self.scanner.word_span();
        let word: String = self.scanner.text()[span.range()].chars().take(40).collect();
        Err(Diagnostic::new(format!("unexpected `{word}` after the last case"), span)
            .label("expected the end of the input"))
    }
}
