use std::cell::Cell;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_solve::{Budget, Ledger, Observer, Progress, StopReason, Stopped};

/// The input of a problem: numbers and words separated by any white space.
pub(crate) struct Input<'t> {
    scanner: Scanner<'t>,
    ledger: Ledger<'t>,
    /// The number of bytes written so far.
    written: &'t Cell<usize>,
    /// The number of numbers and words read so far.
    read: u64,
    /// The span of the number or word read last.
    last: Span,
    stopped: Option<StopReason>,
    /// The diagnostic for the case that exceeds a limit of the problem, if such a case stopped the work.
    exceeding: Option<Diagnostic>,
}

impl<'t> Input<'t> {
    pub(crate) fn new(
        text: &'t str,
        budget: Budget,
        observer: &'t dyn Observer,
        written: &'t Cell<usize>,
    ) -> Self {
        // Polls after every 4,096 numbers and words, and at the first one.
        let ledger = Ledger::new(budget, observer, 1 << 12).due();
        Input {
            scanner: Scanner::new(text),
            ledger,
            written,
            read: 0,
            last: Span::at(0),
            stopped: None,
            exceeding: None,
        }
    }

    /// Returns the budget of a search: `most`, with its memory limited to the memory of the whole work.
    pub(crate) fn budget(&self, most: Budget) -> Budget {
        Budget { memory: most.memory.min(self.ledger.budget.memory), ..most }
    }

    /// Returns the observer, which may stop a search.
    pub(crate) fn observer(&self) -> &'t dyn Observer {
        self.ledger.observer
    }

    /// Stops the work for a reason. The returned diagnostic only propagates the stop to the caller, and is not shown.
    pub(crate) fn stop(&mut self, reason: StopReason) -> Diagnostic {
        let wrong = self.wrong_here(reason.to_string());
        self.stopped.get_or_insert(reason);
        wrong
    }

    /// Stops the work because a search ended. If it reached a limit of the problem, and not of the whole work,
    /// `exceeding` describes the case.
    pub(crate) fn search_ended(&mut self, stopped: Stopped, exceeding: Diagnostic) -> Diagnostic {
        let is_of_whole_work = match stopped.reason {
            StopReason::Timeout | StopReason::Interrupted => true,
            StopReason::Memory { limit } => limit == self.ledger.budget.memory,
            _ => false,
        };
        if !is_of_whole_work {
            self.exceeding.get_or_insert(exceeding);
        }
        self.stop(stopped.reason)
    }

    /// Returns the reason why the work stopped before its end, if it did.
    pub(crate) fn stopped(&self) -> Option<Stopped> {
        self.stopped.clone().map(|reason| reason.after(self.read))
    }

    /// Returns the diagnostic for the case that exceeds a limit of the problem, if such a case stopped the work.
    pub(crate) fn exceeding(&self) -> Option<&Diagnostic> {
        self.exceeding.as_ref()
    }

    /// Counts a number or a word, and polls the observer periodically.
    fn count(&mut self) -> Result<(), Diagnostic> {
        self.read += 1;
        // A growing string doubles its capacity, and both buffers are in memory during the copy.
        let bytes = |written: usize| (written as u64).saturating_mul(3);
        let counted = self.ledger.spend(1, || Progress::new(self.read, 0, bytes(self.written.get())));
        counted.map_err(|reason| self.stop(reason))
    }

    /// Returns `true` if only white space is left.
    pub(crate) fn is_at_end(&mut self) -> bool {
        self.scanner.skip_space();
        self.scanner.is_at_end()
    }

    /// Reads the next number. `what` names the number in diagnostics, with an article.
    pub(crate) fn number(&mut self, what: &str) -> Result<u64, Diagnostic> {
        self.number_in(what, 0, u64::MAX)
    }

    /// Reads the next number, which must be in `least..=most`.
    #[inline]
    pub(crate) fn number_in(&mut self, what: &str, least: u64, most: u64) -> Result<u64, Diagnostic> {
        self.count()?;
        self.scanner.skip_space();
        let start = self.scanner.position();
        let number = self.scanner.number_in(what, least, most)?;
        self.last = Span::new(start, self.scanner.position());
        Ok(number)
    }

    /// Reads `count` numbers.
    pub(crate) fn numbers(&mut self, count: u64, what: &str) -> Result<Vec<u64>, Diagnostic> {
        let mut numbers = Vec::new(); // not preallocated: the announced count may be huge
        for _ in 0..count {
            numbers.push(self.number(what)?);
        }
        Ok(numbers)
    }

    /// Reads the next word.
    pub(crate) fn word(&mut self, what: &str) -> Result<&'t str, Diagnostic> {
        self.count()?;
        self.scanner.skip_space();
        let word = self.scanner.take_while(|character| !character.is_ascii_whitespace());
        if word.is_empty() {
            return Err(self.scanner.unexpected(&format!("expected {what}")));
        }
        let end = self.scanner.position();
        self.last = Span::new(end - word.len(), end);
        Ok(word)
    }

    /// Returns a diagnostic for the number or word read last.
    pub(crate) fn wrong(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message, self.last)
    }

    /// Returns a diagnostic for the place after the number or word read last.
    pub(crate) fn wrong_here(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(message, Span::at(self.scanner.position()))
    }

    /// Reads the number of cases and calls `case` once for each.
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

    /// Calls `case` until only white space is left.
    pub(crate) fn until_end(
        &mut self,
        mut case: impl FnMut(&mut Self) -> Result<(), Diagnostic>,
    ) -> Result<(), Diagnostic> {
        while !self.is_at_end() {
            case(self)?;
        }
        Ok(())
    }

    /// Checks that the input ends here.
    pub(crate) fn finish(&mut self) -> Result<(), Diagnostic> {
        if self.is_at_end() {
            return Ok(());
        }
        let span = self.scanner.word_span();
        let word: String = self.scanner.text()[span.range()].chars().take(40).collect();
        Err(Diagnostic::new(format!("unexpected `{word}` after the last case"), span)
            .label("expected the end of the input"))
    }
}
