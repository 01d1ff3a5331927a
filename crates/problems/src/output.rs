use std::cell::Cell;
use winways_rules::{Meter, RuleFault};

/// The number of meter steps charged per number.
const NUMBER_STEPS: u64 = 8;

/// The output of a problem: lines of words and numbers.
pub(crate) struct Output<'t> {
    text: String,
    numbers: itoa::Buffer,
    /// The number of bytes written so far.
    written: &'t Cell<usize>,
}

impl<'t> Output<'t> {
    pub(crate) fn new(written: &'t Cell<usize>) -> Self {
        Output { text: String::new(), numbers: itoa::Buffer::new(), written }
    }

    /// Writes a line of text.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
        self.written.set(self.text.len());
    }

    /// Writes a line of numbers, separated by single spaces.
    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = impl itoa::Integer>) {
        for (index, number) in numbers.into_iter().enumerate() {
            if index > 0 {
                self.text.push(' ');
            }
            self.text.push_str(self.numbers.format(number));
        }
        self.text.push('\n');
        self.written.set(self.text.len());
    }

    /// Writes a line of numbers like [`Output::numbers`], counting the work on `meter`. If the meter ends the work, writes
    /// nothing.
    pub(crate) fn numbers_metered(
        &mut self,
        numbers: impl IntoIterator<Item = impl itoa::Integer>,
        meter: &mut Meter,
    ) -> Result<(), RuleFault> {
        let (before, mut fault) = (self.text.len(), None);
        let metered = numbers.into_iter().map_while(|number| match meter.spend(NUMBER_STEPS) {
            Ok(()) => Some(number),
            Err(ended) => {
                fault = Some(ended);
                None
            }
        });
        self.numbers(metered);
        let Some(fault) = fault else { return Ok(()) };
        self.text.truncate(before);
        Err(fault)
    }

    /// Writes text within a line.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }

    /// Returns the complete lines.
    pub(crate) fn into_lines(mut self) -> String {
        self.text.truncate(self.text.rfind('\n').map_or(0, |end| end + 1));
        self.text
    }
}
