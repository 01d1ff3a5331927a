//! Meanings of statements about heaps, for proofs.

use crate::period::Period;
use std::sync::Arc;

/// The meaning of a statement about the nim-values of heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// A meaning that no proof uses.
    #[default]
    Other,
    /// Values that grow in steps.
    Values(Steps),
    /// A set of lost heaps that repeats with a period.
    Lost(Period),
    /// The values of a function that obeys a recurrence over digits.
    Function(FunctionOfHeap),
    /// A set of lost heaps that obeys a recurrence over digits.
    Set(SetOfHeaps),
}

/// Values with g(n + period) = g(n) + saltus, for n >= `from`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps {
    pub(crate) from: u64,
    pub(crate) period: u64,
    pub(crate) saltus: u64,
}

/// A recurrence of a function: f(b m + r) = A f(m) + B m + C, for m >= 1. The base b is the number of digits r, and
/// each digit has its own (A, B, C).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionRule(pub(crate) Arc<[[i64; 3]]>);

/// Values g(n) = (f(n + shift) + added) mod modulus, for n >= `from`; a modulus of 0 means no modulus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionOfHeap {
    pub(crate) rule: FunctionRule,
    pub(crate) from: u64,
    pub(crate) shift: u64,
    pub(crate) added: u64,
    pub(crate) modulus: u64,
}

/// The membership of b m + r in a set, for a digit r and m >= 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    /// Member for all m.
    Always,
    /// Member for no m.
    Never,
    /// Member exactly when m is a member.
    Same,
    /// Member exactly when m is not a member.
    Opposite,
}

/// The set of the heaps n for which n + shift is in a set with a recurrence over digits, given by a [`Membership`] per digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetOfHeaps {
    pub(crate) digits: Arc<[Membership]>,
    pub(crate) shift: i64,
}

impl Steps {
    /// Returns the number of first heaps that must be compared to show that both statements agree; `None` if they grow
    /// differently.
    pub(crate) fn agrees_before(self, other: Steps) -> Option<u64> {
        let common = common_multiple(self.period, other.period)?;
        let growth = |steps: Steps| (common / steps.period).checked_mul(steps.saltus);
        let is_equal = growth(self).is_some() && growth(self) == growth(other);
        common.checked_add(self.from.max(other.from)).filter(|_| is_equal)
    }
}

/// Returns the least common multiple; `None` beyond 64 bits.
pub(super) fn common_multiple(a: u64, b: u64) -> Option<u64> {
    a.checked_div(super::functions::gcd(a, b))?.checked_mul(b)
}
