//! Periods of nim-sequences, each with the theorem that proves it.

use winways_rules::Recurrence;

/// A period that is proved: g(n + period) = g(n) for all n from `preperiod` on.
///
/// Both numbers are the least possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first index from which the sequence repeats, heap 0 counted.
    pub preperiod: u64,
    /// The length of the repeating part.
    pub period: u64,
}

impl Period {
    /// The period that `values`, the values of heaps 0, 1, 2, …, prove for a sequence of this kind; `None` if they
    /// prove none. O(length).
    pub fn of(values: &[u16], recurrence: Recurrence) -> Option<Period> {
        match recurrence {
            Recurrence::Octal { last_digit } => Period::of_octal_game(values, last_digit),
            Recurrence::Window { length } => Period::of_window(values, length),
            Recurrence::Unknown => None,
        }
    }

    /// The bytes of memory that [`Period::of`] takes for a while.
    pub(crate) fn bytes_needed(values: &[u16]) -> u64 {
        (values.len() as u64 + 1) * size_of::<usize>() as u64
    }

    /// The index below preperiod + period that has the same value as `index`.
    pub fn reduce(&self, index: u64) -> u64 {
        if index < self.preperiod { index } else { self.preperiod + (index - self.preperiod) % self.period }
    }

    /// The period of an octal game of finite code, certified by the theorem of Guy and Smith (1956).
    ///
    /// If g(n+p) = g(n) for all n0 ≤ n < 2·n0 + p + t, where t is the index of the last digit that is not zero, then
    /// it holds for all n ≥ n0. `None` if the values given do not prove any period.
    ///
    /// # Complexity
    /// O(length).
    fn of_octal_game(values: &[u16], last_digit: u64) -> Option<Period> {
        Period::from_the_end(values, |period, length| {
            // 2·n0 + 2p + t values are needed: the greatest n0 that they prove.
            length.checked_sub(2 * period + last_digit).map(|rest| rest / 2)
        })
    }

    /// The period of a game in which a move depends on the last `window` values only, such as a finite subtraction
    /// set with greatest element `window`: when a window repeats, all that follows does.
    ///
    /// # Complexity
    /// O(length).
    fn of_window(values: &[u16], window: u64) -> Option<Period> {
        Period::from_the_end(values, |period, length| length.checked_sub(window)?.checked_sub(period))
    }

    /// The least period of the end of the sequence which `latest_start` accepts: given (period, length) it tells the
    /// latest preperiod that the values would prove.
    fn from_the_end(values: &[u16], latest_start: impl Fn(u64, u64) -> Option<u64>) -> Option<Period> {
        let length = values.len() as u64;
        // The border array of the reversed sequence gives, for every suffix length m, the least period of the suffix.
        // The suffix may be made longer while it keeps its period; each candidate p is the least period of some suffix.
        let mut border = vec![0usize; values.len() + 1];
        let reversed = |index: usize| values[values.len() - 1 - index];
        let mut candidate: Option<(usize, usize)> = None; // (period, greatest suffix with it)
        let mut k = 0;
        for m in 1..values.len() {
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
                    if let Some(found) = Period::accept(candidate, length, &latest_start) {
                        return Some(found);
                    }
                    candidate = Some((period, suffix));
                }
            }
        }
        Period::accept(candidate, length, &latest_start)
    }

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
}
