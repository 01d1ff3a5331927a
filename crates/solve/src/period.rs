//! Periods of nim-sequences, each with the theorem that proves it.

use std::fmt;
use winways_rules::{Meter, Recurrence, RuleFault};

/// A proved period: g(n + period) = g(n) for all n from `preperiod` on.
///
/// Both numbers are minimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first index from which the sequence repeats, counting from heap 0.
    pub preperiod: u64,
    /// The length of the repeating part.
    pub period: u64,
}

impl Period {
    /// Returns the period that `values`, the values of heaps 0, 1, 2, …, prove for a sequence of this kind,
    /// or `None` if they prove none. O(length).
    pub fn of(values: &[u16], recurrence: Recurrence) -> Option<Period> {
        Period::of_metered(values, recurrence, &mut Meter::default()).unwrap_or(None)
    }

    /// Returns the period like [`Period::of`], and counts the work on `meter`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn of_metered(
        values: &[u16],
        recurrence: Recurrence,
        meter: &mut Meter,
    ) -> Result<Option<Period>, RuleFault> {
        match recurrence {
            Recurrence::Octal { last_digit } => Period::of_octal_game(values, last_digit, meter),
            Recurrence::Window { length } => Period::of_window(values, length, meter),
            Recurrence::Unknown => Ok(None),
        }
    }

    /// Returns the number of bytes that [`Period::of`] uses temporarily.
    pub(crate) fn bytes_needed(values: &[u16]) -> u64 {
        (values.len() as u64 + 1) * size_of::<usize>() as u64
    }

    /// Returns the index below preperiod + period that has the same value as `index`.
    pub fn reduce(&self, index: u64) -> u64 {
        if index < self.preperiod { index } else { self.preperiod + (index - self.preperiod) % self.period }
    }

    /// Returns the period of an octal game of finite code, by the theorem of Guy and Smith (1956).
    ///
    /// Let t be the index of the last non-zero digit. If g(n+p) = g(n) for all n0 ≤ n < 2·n0 + p + t, then it
    /// holds for all n ≥ n0. The theorem requires n0 ≥ 1, since the empty heap is not part of a split. A
    /// repetition from heap 0 on is therefore proved as a repetition from heap 1 on. Returns `None` if the
    /// values do not prove any period.
    ///
    /// # Complexity
    /// O(length).
    fn of_octal_game(
        values: &[u16],
        last_digit: u64,
        meter: &mut Meter,
    ) -> Result<Option<Period>, RuleFault> {
        least_period(values, meter, |period, length| {
            // 2·n0 + 2p + t values are needed; this is the greatest n0 that they can prove.
            length.checked_sub(2 * period + last_digit).map(|rest| rest / 2).filter(|&latest| latest >= 1)
        })
    }

    /// Returns the period of a game in which a value depends only on the last `window` values, such as a
    /// finite subtraction set with greatest element `window`. If a window repeats, all later values repeat
    /// too.
    ///
    /// # Complexity
    /// O(length).
    fn of_window(values: &[u16], window: u64, meter: &mut Meter) -> Result<Option<Period>, RuleFault> {
        least_period(values, meter, |period, length| length.checked_sub(window)?.checked_sub(period))
    }
}

/// Returns the least period of the end of a sequence that `latest_start` accepts. Given (period, length),
/// `latest_start` returns the latest preperiod that the values can support.
pub(crate) fn least_period<V: PartialEq>(
    values: &[V],
    meter: &mut Meter,
    latest_start: impl Fn(u64, u64) -> Option<u64>,
) -> Result<Option<Period>, RuleFault> {
    let length = values.len() as u64;
    // The border array of the reversed sequence gives the least period of each suffix, by its length m. A
    // suffix is extended while it keeps its period. Each candidate p is the least period of some suffix.
    let mut border = vec![0usize; values.len() + 1];
    let reversed = |index: usize| &values[values.len() - 1 - index];
    let mut candidate: Option<(usize, usize)> = None; // (period, greatest suffix with it)
    let mut k = 0;
    for m in 1..values.len() {
        meter.spend(VALUE_STEPS)?;
        while k > 0 && reversed(k) != reversed(m) {
            k = border[k];
        }
        if reversed(k) == reversed(m) {
            k += 1;
        }
        border[m + 1] = k;
        let (suffix, period) = (m + 1, m + 1 - k);
        match candidate {
            Some((p, _)) if p == period => candidate = Some((p, suffix)),
            _ => {
                if let Some(found) = accept(candidate, length, &latest_start) {
                    return Ok(Some(found));
                }
                candidate = Some((period, suffix));
            }
        }
    }
    Ok(accept(candidate, length, &latest_start))
}

/// Meter steps charged for each value.
const VALUE_STEPS: u64 = 2;

fn accept(
    candidate: Option<(usize, usize)>,
    length: u64,
    latest_start: impl Fn(u64, u64) -> Option<u64>,
) -> Option<Period> {
    let (period, suffix) = candidate?;
    let preperiod = length - suffix as u64;
    let latest = latest_start(period as u64, length)?;
    (preperiod <= latest).then_some(Period { preperiod, period: period as u64 })
}

/// A pattern in a sequence of values: g(n + period) = g(n) + saltus for all n from `preperiod` on.
///
/// Preperiod and period are minimal, for the whole sequence or for the values examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The first index from which the rule holds, counting from heap 0.
    pub preperiod: u64,
    /// The length of the repeating part.
    pub period: u64,
    /// The growth of the values in each period; 0 if the sequence is purely periodic.
    pub saltus: u64,
    /// The evidence for the pattern.
    pub status: PatternStatus,
}

/// The evidence for a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternStatus {
    /// Proved for all heaps by the named theorem, from the computed values alone.
    Proved(&'static str),
    /// Proved for all heaps by a theorem about the game; the computed values agree with it.
    Theorem {
        /// The name of the theorem.
        name: &'static str,
        /// The source of the theorem, or the reason why it holds.
        source: &'static str,
    },
    /// Checked for the values of heaps up to `up_to`; nothing is known beyond.
    Empirical {
        /// The last heap examined.
        up_to: u64,
    },
}

impl fmt::Display for PatternStatus {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternStatus::Proved(theorem) => write!(formatter, "proved ({theorem})"),
            PatternStatus::Theorem { name, source } => write!(formatter, "by theorem: {name} ({source})"),
            PatternStatus::Empirical { up_to } => write!(formatter, "empirical up to {up_to}"),
        }
    }
}

impl PatternStatus {
    /// Returns `true` if the pattern is proved for all heaps.
    pub fn is_proved(&self) -> bool {
        !matches!(self, PatternStatus::Empirical { .. })
    }
}

impl Pattern {
    /// Returns `true` if the pattern is proved.
    pub fn is_proved(&self) -> bool {
        self.status.is_proved()
    }

    /// Returns the number of values that would prove the period, if a theorem can.
    pub fn values_needed(&self, recurrence: Recurrence) -> Option<u64> {
        let first_end = self.preperiod.checked_add(self.period).filter(|_| self.saltus == 0)?;
        match recurrence {
            Recurrence::Octal { last_digit } => {
                // The theorem requires a preperiod of at least 1.
                let first_end = first_end.checked_add(u64::from(self.preperiod == 0))?;
                first_end.checked_mul(2)?.checked_add(last_digit)
            }
            Recurrence::Window { length } => first_end.checked_add(length),
            Recurrence::Unknown => None,
        }
    }

    /// Returns the pattern of `values`, the values of heaps 0, 1, 2, …: the period that a theorem proves for
    /// a sequence of this kind, or else the pattern that the values show. Returns `None` if they show none.
    ///
    /// The values show a pattern if it holds for at least half of them and for three periods.
    ///
    /// # Complexity
    /// O(length), with 16 bytes of memory per value.
    ///
    /// ```
    /// use winways_rules::{Meter, Recurrence, RuleFault};
    /// use winways_solve::{Pattern, PatternStatus};
    /// let values = [7, 0, 1, 5, 2, 3, 7, 4, 5, 9, 6, 7, 11];
    /// let pattern = Pattern::of(&values, Recurrence::Unknown).unwrap();
    /// assert_eq!((pattern.preperiod, pattern.period, pattern.saltus), (1, 3, 2));
    /// assert_eq!(pattern.status, PatternStatus::Empirical { up_to: 12 });
    /// ```
    pub fn of(values: &[u16], recurrence: Recurrence) -> Option<Pattern> {
        Pattern::of_metered(values, recurrence, &mut Meter::default()).unwrap_or(None)
    }

    /// Returns the pattern like [`Pattern::of`], and counts the work on `meter`.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the meter interrupts the work.
    pub fn of_metered(
        values: &[u16],
        recurrence: Recurrence,
        meter: &mut Meter,
    ) -> Result<Option<Pattern>, RuleFault> {
        let proved = Period::of_metered(values, recurrence, meter)?.zip(Pattern::theorem(recurrence));
        match proved {
            Some((period, theorem)) => Ok(Some(Pattern::proved(period, theorem))),
            None => Pattern::shown_by(values, meter),
        }
    }

    /// Returns the theorem by which enough values prove a period, or `None` if none is known for sequences of
    /// this kind.
    pub fn theorem(recurrence: Recurrence) -> Option<&'static str> {
        match recurrence {
            Recurrence::Octal { .. } => Some("Guy–Smith"),
            Recurrence::Window { .. } => Some("two equal windows"),
            Recurrence::Unknown => None,
        }
    }

    /// Returns the number of bytes that [`Pattern::of`] uses for `values` values.
    pub fn bytes_needed(values: u64) -> u64 {
        values.saturating_mul(16)
    }

    /// Creates a pattern that a theorem about the game proves for all values.
    pub const fn by_theorem(
        period: Period,
        saltus: u64,
        name: &'static str,
        source: &'static str,
    ) -> Pattern {
        let Period { preperiod, period } = period;
        Pattern { preperiod, period, saltus, status: PatternStatus::Theorem { name, source } }
    }

    /// Returns the equivalent index among the first `preperiod + period` values, which determine all others,
    /// and the growth of the value since that index.
    pub fn reduce(&self, index: u64) -> (u64, u64) {
        let Some(beyond) = index.checked_sub(self.preperiod) else { return (index, 0) };
        (self.preperiod + beyond % self.period, (beyond / self.period).saturating_mul(self.saltus))
    }

    /// Creates the pattern of a period proved by the theorem of this name.
    pub fn proved(period: Period, theorem: &'static str) -> Pattern {
        let Period { preperiod, period } = period;
        Pattern { preperiod, period, saltus: 0, status: PatternStatus::Proved(theorem) }
    }

    /// Returns the pattern that the values show, without a proof.
    fn shown_by(values: &[u16], meter: &mut Meter) -> Result<Option<Pattern>, RuleFault> {
        // g(n + p) - g(n) is constant if and only if the steps g(n + 1) - g(n) have period p.
        let steps: Vec<i32> = values.windows(2).map(|pair| i32::from(pair[1]) - i32::from(pair[0])).collect();
        let length = values.len() as u64;
        let found = least_period(&steps, meter, |period, _| {
            length.checked_sub(period.checked_mul(3)?).map(|latest| latest.min(length / 2))
        })?;
        let shown = |Period { preperiod, period }| {
            let value = |heap: u64| values.get(heap as usize).copied().map(i32::from);
            // Nim-values are not negative, so no pattern can fall for ever.
            let saltus = u64::try_from(value(preperiod + period)? - value(preperiod)?).ok()?;
            Some(Pattern {
                preperiod,
                period,
                saltus,
                status: PatternStatus::Empirical { up_to: length - 1 },
            })
        };
        Ok(found.and_then(shown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_beyond_the_values_proves_nothing() {
        let values = [0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1];
        for length in [7, 12, u64::MAX - 1, u64::MAX] {
            assert_eq!(Period::of(&values, Recurrence::Window { length }), None);
        }
        let proved = Some(Period { preperiod: 0, period: 6 });
        assert_eq!(Period::of(&values, Recurrence::Window { length: 3 }), proved);
    }

    /// In 0.4, heaps 0 to 2 have value 0, and heap 3 has value 1: it can be split into two heaps of one.
    #[test]
    fn zeros_alone_prove_no_period_from_heap_0_on() {
        for last_digit in 1..5 {
            let zeros = vec![0; 2 + last_digit as usize];
            let recurrence = Recurrence::Octal { last_digit };
            assert_eq!(Period::of(&zeros, recurrence), None);
            let shown =
                Pattern { preperiod: 0, period: 1, saltus: 0, status: PatternStatus::Empirical { up_to: 2 } };
            assert_eq!(shown.values_needed(recurrence), Some(4 + last_digit));
        }
    }

    #[test]
    fn values_without_a_pattern_show_none() {
        let falling: Vec<u16> = (0..50).rev().collect();
        let squares: Vec<u16> = (0..50).map(|root| root * root).collect();
        for values in [&falling[..], &squares, &[], &[3], &[0, 1, 2, 3, 9, 9, 9]] {
            assert_eq!(Pattern::of(values, Recurrence::Unknown), None, "{values:?}");
        }
    }

    #[test]
    fn a_proved_period_takes_precedence_over_an_empirical_pattern() {
        let values = [0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2];
        let proved = Pattern {
            preperiod: 0,
            period: 3,
            saltus: 0,
            status: PatternStatus::Proved("two equal windows"),
        };
        assert_eq!(Pattern::of(&values, Recurrence::Window { length: 2 }), Some(proved));
        let shown = Pattern { status: PatternStatus::Empirical { up_to: 11 }, ..proved };
        assert_eq!(Pattern::of(&values, Recurrence::Window { length: 12 }), Some(shown));
    }

    proptest::proptest! {
        #[test]
        fn patterns_agree_with_exhaustive_trial(
            start in proptest::collection::vec(0..4u16, 0..8),
            steps in proptest::collection::vec(-2..4i32, 1..6),
            length in 0..60usize,
        ) {
            let mut values = start;
            let mut value = 30;
            for step in steps.iter().cycle().take(length) {
                value += step;
                values.push(value as u16);
            }
            let holds = |period: usize, first: usize| {
                let grown = |index: usize| i32::from(values[index + period]) - i32::from(values[index]);
                (first..values.len() - period).all(|index| grown(index) == grown(first)) && grown(first) >= 0
            };
            let tried = (1..=values.len() / 3).find_map(|period| {
                let latest = (values.len() - 3 * period).min(values.len() / 2);
                (0..=latest).find(|&first| holds(period, first)).map(|first| (first as u64, period as u64))
            });
            let found = Pattern::of(&values, Recurrence::Unknown);
            let numbers = found.map(|pattern| (pattern.preperiod, pattern.period));
            proptest::prop_assert_eq!(numbers, tried);
        }
    }
}
