//! Periods of subtraction games, proved by a repeated window, in the memory of a few windows.

use super::{STEPS_BETWEEN_POLLS, SubtractionSequence, Wanted};
use crate::budget::{Budget, Observer, Stopped};
use crate::period::Period;

/// Computes the proved period of the nim-values of a finite subtraction set, with the least preperiod.
///
/// A value depends only on the max(S) values before it, so the sequence is periodic from a repeated window
/// on. By Brent's method (1980), a single window is stored. It is replaced by the latest window each time the number of
/// heaps has doubled.
///
/// # Errors
/// Fails like [`SubtractionSequence::extend_to`]. Every finite set has a period, but it may be long.
///
/// # Complexity
/// The time of [`SubtractionSequence::extend_to`] for three times the maximum of the period and of the sum of
/// preperiod and window; memory for a few windows.
///
/// ```
/// use winways_solve::{Budget, NoObserver, Period, subtraction_period};
/// let period = subtraction_period(&[10, 23, 31], Budget::DEFAULT, &NoObserver)?;
/// assert_eq!(period, Period { preperiod: 146, period: 54 });
/// # Ok::<(), winways_solve::Stopped>(())
/// ```
pub fn subtraction_period(set: &[u64], budget: Budget, observer: &dyn Observer) -> Result<Period, Stopped> {
    match period_within(set, u64::MAX, budget, observer)? {
        Some(period) => Ok(period),
        None => unreachable!("no heap is greater than the last one"),
    }
}

/// Computes the period like [`subtraction_period`], but returns `None` if the values of heaps up to `last`
/// contain no repeated window.
pub(crate) fn period_within(
    set: &[u64],
    last: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Option<Period>, Stopped> {
    let mut sequence = SubtractionSequence::new(set, Wanted::LastValues);
    let length = set.iter().copied().max().unwrap_or(0);
    let mut window: Option<Window> = None;
    let mut options = budget.options;
    loop {
        let known = sequence.known();
        if known > last {
            return Ok(None);
        }
        if known >= window.as_ref().map_or(length, |window| 2 * window.end) {
            window = Some(Window::last(&sequence, length, budget)?);
        }
        sequence.extend_to(known, Budget { options, ..budget }, observer)?;
        options = options.map(|left| left.saturating_sub(64 * set.len() as u64));
        let Some(window) = &window else { continue };
        if let Some(end) = window.find_repetition(&mut sequence, observer)? {
            let period = end - window.end;
            let preperiod = least_preperiod(set, period, window.end, budget, observer)?;
            return Ok(Some(Period { preperiod, period }));
        }
    }
}

/// A window of values, ending at some heap.
struct Window {
    /// The heap after the last heap of the window.
    end: u64,
    length: u64,
    /// For each value, the heaps with it, in descending order.
    planes: Vec<Vec<u64>>,
}

impl Window {
    /// Stores the window of the last `length` known heaps.
    fn last(sequence: &SubtractionSequence, length: u64, budget: Budget) -> Result<Window, Stopped> {
        let bytes = length.div_ceil(8).saturating_mul(sequence.planes.len() as u64);
        let checked = budget.check(sequence.bytes().saturating_add(bytes));
        checked.map_err(|reason| reason.after(sequence.known()))?;
        let word = |value, index| sequence.word_back(value, 64 * (index + 1)).reverse_bits();
        let plane = |value| (0..length.div_ceil(64)).map(|index| word(value, index)).collect();
        let planes = (0..sequence.planes.len()).map(plane).collect();
        Ok(Window { end: sequence.known(), length, planes })
    }

    /// Returns the end of the first repetition of the window that ends within the last 64 heaps.
    fn find_repetition(
        &self,
        sequence: &mut SubtractionSequence,
        observer: &dyn Observer,
    ) -> Result<Option<u64>, Stopped> {
        let mut ends = u64::MAX;
        // Neighbouring bits are often equal, so the window is compared in jumps.
        let step = coprime_step(self.length);
        for value in 0..sequence.planes.len() {
            let mut back = 0;
            let mut steps = 0;
            for _ in 0..self.length {
                steps += 1;
                if steps == STEPS_BETWEEN_POLLS {
                    sequence.count_steps(std::mem::take(&mut steps), observer)?;
                }
                let known =
                    self.planes.get(value).map_or(0, |plane| plane[(back / 64) as usize] >> (back % 64) & 1);
                // All ones if the bit is set, else all zeros.
                let expected = known.wrapping_neg();
                ends &= !(sequence.word_back(value, 64 + back) ^ expected);
                if ends == 0 {
                    sequence.count_steps(steps, observer)?;
                    return Ok(None);
                }
                back = if back >= self.length - step { back - (self.length - step) } else { back + step };
            }
            sequence.count_steps(steps, observer)?;
        }
        Ok(Some(sequence.known() - 63 + u64::from(ends.trailing_zeros())))
    }
}

/// Returns a step that visits all numbers below `length`: coprime to it and near its golden section.
fn coprime_step(length: u64) -> u64 {
    let divisor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (length / 8 * 5..length).find(|&step| step > 0 && divisor(length, step) == 1).unwrap_or(0)
}

/// Returns the first heap from which on g(n + period) = g(n), given that this holds from `end` on.
fn least_preperiod(
    set: &[u64],
    period: u64,
    end: u64,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<u64, Stopped> {
    let mut early = SubtractionSequence::new(set, Wanted::LastValues);
    let mut late = early.clone();
    let mut preperiod = 0;
    while early.known() < end {
        let heap = early.known();
        early.extend_to(heap, Budget { options: None, ..budget }, observer)?;
        late.extend_to(heap + period + 63, Budget { options: None, ..budget }, observer)?;
        let back = late.known() - heap - period;
        let values = early.planes.len().max(late.planes.len());
        let differ = (0..values)
            .fold(0, |differ, value| differ | early.word_back(value, 64) ^ late.word_back(value, back));
        if differ != 0 {
            preperiod = heap + 64 - u64::from(differ.leading_zeros());
        }
    }
    Ok(preperiod)
}
