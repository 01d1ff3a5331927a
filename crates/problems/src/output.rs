/// The output of a problem: lines of words and numbers, handed over when the whole input has been accepted.
#[derive(Default)]
pub(crate) struct Output {
    text: String,
    numbers: itoa::Buffer,
}

impl Output {
    /// A line with this text.
    pub(crate) fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    /// A line of numbers, separated by single spaces.
    pub(crate) fn numbers(&mut self, numbers: impl IntoIterator<Item = impl itoa::Integer>) {
        for (index, number) in numbers.into_iter().enumerate() {
            if index > 0 {
                self.text.push(' ');
            }
            self.text.push_str(self.numbers.format(number));
        }
        self.text.push('\n');
    }

    /// Text in the middle of a line.
    pub(crate) fn text(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(crate) fn into_text(self) -> String {
        self.text
    }
}
