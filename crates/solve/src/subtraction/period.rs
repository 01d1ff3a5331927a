//! Periods of subtraction games, proved by a window that comes again, in the memory of a few windows.

use super::{STEPS_BETWEEN_POLLS, SubtractionSequence, Wanted};
use crate::budget::{Budget, Observer, StopReason, Stopped};
use crate::period::Period;

/// The period of the nim-values of a finite subtraction set, proved, with the least preperiod.
///
/// A value depends on the max(S) values before it only, so the sequence repeats from a window on that comes again. By
/// Brent's method (1980) one window is remembered, a later one after each power of two.
///
/// # Errors
/// [`Stopped`] as [`SubtractionSequence::extend_to`]; every finite set has a period, but it may be long.
///
/// # Complexity
/// Time as for three times the greater of the period, and preperiod and window together; memory for a few windows.
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

/// As [`subtraction_period`], if the values of heaps up to `last` show a window that comes again.
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
        if let Some(end) = window.comes_again(&mut sequence, observer)? {
            let period = end - window.end;
            let preperiod = least_preperiod(set, period, window.end, budget, observer)?;
            return Ok(Some(Period { preperiod, period }));
        }
    }
}

/// The values of the last heaps at some point.
struct Window {
    /// The heap after the last one.
    end: u64,
    length: u64,
    /// For each value, the heaps with it, the last one first.
    planes: Vec<Vec<u64>>,
}

impl Window {
    /// The window of the last `length` heaps known.
    fn last(sequence: &SubtractionSequence, length: u64, budget: Budget) -> Result<Window, Stopped> {
        let bytes = length.div_ceil(8).saturating_mul(sequence.planes.len() as u64);
        if sequence.bytes().saturating_add(bytes) > budget.memory {
            return Err(sequence.stopped(StopReason::Memory { limit: budget.memory }));
        }
        let word = |value, index| sequence.back(value, 64 * (index + 1)).reverse_bits();
        let plane = |value| (0..length.div_ceil(64)).map(|index| word(value, index)).collect();
        let planes = (0..sequence.planes.len()).map(plane).collect();
        Ok(Window { end: sequence.known(), length, planes })
    }

    /// The first heap among the last 64 after which the window stands again, plus 1.
    fn comes_again(
        &self,
        sequence: &mut SubtractionSequence,
        observer: &dyn Observer,
    ) -> Result<Option<u64>, Stopped> {
        let mut places = u64::MAX;
        // Neighbours are often alike: places are asked in an order that jumps.
        let step = jump(self.length);
        for value in 0..sequence.planes.len() {
            let mut back = 0;
            let mut steps = 0;
            for _ in 0..self.length {
                steps += 1;
                if steps == STEPS_BETWEEN_POLLS {
                    sequence.work(std::mem::take(&mut steps), observer)?;
                }
                let known =
                    self.planes.get(value).map_or(0, |plane| plane[(back / 64) as usize] >> (back % 64) & 1);
                // All ones if the bit is set, else all zeros.
                let wanted = known.wrapping_neg();
                places &= !(sequence.back(value, 64 + back) ^ wanted);
                if places == 0 {
                    sequence.work(steps, observer)?;
                    return Ok(None);
                }
                back = if back >= self.length - step { back - (self.length - step) } else { back + step };
            }
            sequence.work(steps, observer)?;
        }
        Ok(Some(sequence.known() - 63 + u64::from(places.trailing_zeros())))
    }
}

/// A step through the numbers below `length` that meets all of them: prime to it, and near its golden section.
fn jump(length: u64) -> u64 {
    let divisor = |mut a: u64, mut b: u64| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    (length / 8 * 5..length).find(|&step| step > 0 && divisor(length, step) == 1).unwrap_or(0)
}

/// The first heap from which on g(n + period) = g(n), which is known for all heaps from `end` on.
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
        let differ =
            (0..values).fold(0, |differ, value| differ | early.back(value, 64) ^ late.back(value, back));
        if differ != 0 {
            preperiod = heap + 64 - u64::from(differ.leading_zeros());
        }
    }
    Ok(preperiod)
}
