//! Values: nimbers and loony.

use std::fmt;
use std::iter::Sum;
use std::ops::Add;
use winways_rules::ImpartialOutcome;
use winways_values::Nimber;

/// The value of a position with entailing and complimenting moves.
///
/// `+` returns the value of the sum of two positions. It takes constant time.
///
/// Source: *Winning Ways*, chapter 12.
///
/// ```
/// use winways_entailing::EntailingValue;
/// use winways_values::Nimber;
///
/// let [three, five] = [3, 5].map(|size| EntailingValue::Nimber(Nimber(size)));
/// assert_eq!((three + five).to_string(), "*6");
/// assert_eq!((three + EntailingValue::Loony).to_string(), "loony");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EntailingValue {
    /// The position is equal to a Nim heap.
    Nimber(Nimber),
    /// The player to move wins every sum with the position.
    Loony,
}

impl EntailingValue {
    /// The value of a position in which the player to move loses.
    pub const ZERO: EntailingValue = EntailingValue::Nimber(Nimber::ZERO);

    /// Returns `true` for the loony value.
    #[must_use]
    pub const fn is_loony(self) -> bool {
        matches!(self, EntailingValue::Loony)
    }

    /// Returns the nimber, or `None` for the loony value.
    #[must_use]
    pub const fn nimber(self) -> Option<Nimber> {
        match self {
            EntailingValue::Nimber(nimber) => Some(nimber),
            EntailingValue::Loony => None,
        }
    }

    /// Returns the outcome of a position with this value if no component is entailed.
    ///
    /// ```
    /// use winways_entailing::EntailingValue;
    /// use winways_rules::ImpartialOutcome;
    ///
    /// assert_eq!(EntailingValue::ZERO.outcome(), ImpartialOutcome::Previous);
    /// assert_eq!(EntailingValue::Loony.outcome(), ImpartialOutcome::Next);
    /// ```
    #[must_use]
    pub fn outcome(self) -> ImpartialOutcome {
        ImpartialOutcome::next_if(self != EntailingValue::ZERO)
    }

    /// Formats the value as text, with `∞` for the loony value.
    #[must_use]
    pub fn unicode(self) -> String {
        self.nimber().map_or_else(|| "∞".to_owned(), |nimber| nimber.to_string())
    }

    /// Formats the value for the math mode of LaTeX.
    ///
    /// ```
    /// use winways_entailing::EntailingValue;
    ///
    /// assert_eq!([EntailingValue::ZERO, EntailingValue::Loony].map(EntailingValue::latex), ["0", r"\infty"]);
    /// ```
    #[must_use]
    pub fn latex(self) -> String {
        self.nimber().map_or_else(|| r"\infty".to_owned(), Nimber::latex)
    }
}

impl From<Nimber> for EntailingValue {
    fn from(nimber: Nimber) -> Self {
        EntailingValue::Nimber(nimber)
    }
}

/// The value of a sum: nimbers add as in Nim, and a sum with a loony component is loony.
impl Add for EntailingValue {
    type Output = EntailingValue;

    fn add(self, other: EntailingValue) -> EntailingValue {
        match (self, other) {
            (EntailingValue::Nimber(one), EntailingValue::Nimber(other)) => {
                EntailingValue::Nimber(one + other)
            }
            _ => EntailingValue::Loony,
        }
    }
}

impl Sum for EntailingValue {
    fn sum<I: Iterator<Item = EntailingValue>>(values: I) -> EntailingValue {
        values.fold(EntailingValue::ZERO, Add::add)
    }
}

/// Writes `0`, `*`, `*n` or `loony`; width, fill and alignment are honoured.
impl fmt::Display for EntailingValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EntailingValue::Nimber(nimber) => fmt::Display::fmt(nimber, formatter),
            EntailingValue::Loony => formatter.pad("loony"),
        }
    }
}
