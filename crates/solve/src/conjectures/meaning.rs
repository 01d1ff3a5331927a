//! The meaning of a statement about heaps, as far as proofs use it.

use crate::period::Period;
use std::sync::Arc;

/// The meaning of a statement about the nim-values of heaps.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// No proof uses the meaning.
    #[default]
    Other,
    /// The values grow in steps.
    Values(Steps),
    /// Whether a heap is lost repeats with this period.
    Lost(Period),
    /// The values are those of a function that obeys a recurrence over digits.
    Function(FunctionOfHeap),
    /// The lost heaps are a set that obeys a recurrence over digits.
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

/// Values g(n) = (f(n + shift) + added) mod modulus, for n >= `from`; a modulus of 0 stands for none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FunctionOfHeap {
    pub(crate) rule: FunctionRule,
    pub(crate) from: u64,
    pub(crate) shift: u64,
    pub(crate) added: u64,
    pub(crate) modulus: u64,
}

/// What a digit r tells about whether b m + r is in a set, for m >= 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Membership {
    Always,
    Never,
    /// If m is in the set.
    Same,
    /// If m is not in the set.
    Opposite,
}

/// The set of the heaps n with n + shift in a set whose recurrence has a [`Membership`] for each digit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetOfHeaps {
    pub(crate) digits: Arc<[Membership]>,
    pub(crate) shift: i64,
}

impl Steps {
    /// The first heap from which on both statements repeat together, if all values before it settle that they agree.
    pub(crate) fn agrees_before(self, other: Steps) -> Option<u64> {
        let common = common_multiple(self.period, other.period)?;
        let growth = |steps: Steps| (common / steps.period).checked_mul(steps.saltus);
        let is_equal = growth(self).is_some() && growth(self) == growth(other);
        common.checked_add(self.from.max(other.from)).filter(|_| is_equal)
    }
}

/// The least common multiple, if it is a word.
pub(super) fn common_multiple(a: u64, b: u64) -> Option<u64> {
    a.checked_div(super::functions::gcd(a, b))?.checked_mul(b)
}
