//! The spelling of signs and values in text and in LaTeX.

use crate::Dyadic;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    Text,
    Latex,
}

impl Style {
    fn choose<T>(self, text: T, latex: T) -> T {
        match self {
            Style::Text => text,
            Style::Latex => latex,
        }
    }

    pub(super) fn open(self) -> &'static str {
        self.choose("{", r"\left\{")
    }

    pub(super) fn close(self) -> &'static str {
        self.choose("}", r"\right\}")
    }

    pub(super) fn open_bracket(self) -> &'static str {
        self.choose("(", r"\left(")
    }

    pub(super) fn close_bracket(self) -> &'static str {
        self.choose(")", r"\right)")
    }

    pub(super) fn plus_minus(self) -> &'static str {
        self.choose("+-", r"\pm ")
    }

    pub(super) fn comma(self) -> &'static str {
        self.choose(",", ", ")
    }

    /// Returns a run of 1 to 4 bars.
    pub(super) fn bars(self, count: usize) -> &'static str {
        match count {
            0 | 1 => self.choose("|", r"\mid "),
            2 => self.choose("||", r"\,\|\,"),
            3 => self.choose("|||", r"\,|||\,"),
            _ => self.choose("||||", r"\,||||\,"),
        }
    }

    pub(super) fn definition(self, name: &str) -> String {
        self.choose(format!("let {name} = "), format!("{name} = "))
    }

    pub(super) fn after_definition(self) -> &'static str {
        self.choose("; ", r",\quad ")
    }

    /// Returns the bracket that limits the scope of definitions, if needed.
    pub(super) fn before_definitions(self) -> &'static str {
        self.choose("(", "")
    }

    pub(super) fn after_definitions(self) -> &'static str {
        self.choose(")", "")
    }

    pub(super) fn number_up_star(self, number: &Dyadic, ups: i64, nimber: u128) -> String {
        let parts = [self.number(number), self.ups(ups), self.nimber(nimber)];
        match self {
            // A `+` follows the number: `3*` would parse too, but not every reader would understand it.
            Style::Text if !number.is_zero() && (ups, nimber) != (0, 0) => {
                format!("{}+{}{}", parts[0], parts[1], parts[2])
            }
            Style::Text | Style::Latex if number.is_zero() && (ups, nimber) == (0, 0) => "0".to_owned(),
            Style::Latex if !number.is_zero() && ups.abs() > 1 => {
                format!("{}+{}{}", parts[0], parts[1], parts[2])
            }
            _ => parts.concat(),
        }
    }

    /// Returns `true` if an atom needs brackets after a plus-minus sign. LaTeX writes 1+↑ as 1↑, and ±(1↑) differs from ±1 + ↑.
    pub(super) fn is_sum(self, atom: &str) -> bool {
        let has_ups = self == Style::Latex && atom.contains("arrow}");
        let is_up = atom.starts_with('{') && atom.ends_with("arrow}");
        atom.contains(['+', '-']) || has_ups && !is_up
    }

    /// Formats a number, with zero as the empty string.
    fn number(self, number: &Dyadic) -> String {
        match self {
            _ if number.is_zero() => String::new(),
            Style::Text => number.to_string(),
            Style::Latex => number.latex(),
        }
    }

    fn ups(self, ups: i64) -> String {
        let [single, double] = match (self, ups > 0) {
            (Style::Text, true) => ["^", "^^"],
            (Style::Text, false) => ["v", "vv"],
            (Style::Latex, true) => [r"{\uparrow}", r"{\Uparrow}"],
            (Style::Latex, false) => [r"{\downarrow}", r"{\Downarrow}"],
        };
        match (self, ups.unsigned_abs()) {
            (_, 0) => String::new(),
            (_, 1) => single.to_owned(),
            (_, 2) => double.to_owned(),
            (Style::Text, count) => format!("{single}{count}"),
            (Style::Latex, count) => format!(r"{count}\cdot{single}"),
        }
    }

    fn nimber(self, nimber: u128) -> String {
        let star = if self == Style::Text { "*" } else { r"{\ast}" };
        match nimber {
            0 => String::new(),
            1 => star.to_owned(),
            _ => format!("{star}{nimber}"),
        }
    }
}
