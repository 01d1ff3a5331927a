use crate::RuleFault;
use std::ops::ControlFlow;
use winways_values::Interrupt;

/// Counts the work of an enumeration of options by the candidates tried, not by the options found, and polls an
/// interrupt periodically.
///
/// Rules may try many numbers for each option, or split a heap in 10¹⁰ ways, so it does not suffice to poll between two
/// positions. Built-in games with no more candidates than options need not count them.
///
/// ```
/// use std::ops::ControlFlow;
/// use winways_rules::{Meter, RuleFault};
/// use winways_values::{Interrupt, Interruption};
///
/// /// The numbers below a heap that divide it, found by trying all of them.
/// fn divisors(heap: u64, meter: &mut Meter) -> Result<Vec<u64>, RuleFault> {
///     let mut found = Vec::new();
///     for candidate in 1..heap {
///         meter.spend(1)?;
///         if heap % candidate == 0 {
///             found.push(candidate);
///         }
///     }
///     Ok(found)
/// }
///
/// assert_eq!(divisors(12, &mut Meter::default())?, [1, 2, 3, 4, 6]);
/// let mut late = Meter::new(Interrupt::new(|| ControlFlow::Break(Interruption::Timeout)));
/// assert_eq!(divisors(u64::MAX, &mut late), Err(RuleFault::Interrupted(Interruption::Timeout)));
/// # Ok::<(), RuleFault>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Meter {
    /// The steps left until the next poll of the interrupt.
    left: u64,
    interrupt: Interrupt,
}

/// The number of steps between polls, a fraction of a millisecond: a step takes a few nanoseconds.
const STEPS_POLL_INTERVAL: u64 = 1 << 16;

impl Meter {
    /// Creates a meter that polls `interrupt`; the default interrupt never ends the work.
    pub fn new(interrupt: Interrupt) -> Meter {
        Meter { left: STEPS_POLL_INTERVAL, interrupt }
    }

    /// Grants `steps` more steps before the first poll, for example to report on stopped work.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use winways_rules::Meter;
    /// use winways_values::{Interrupt, Interruption};
    /// let stopped = Interrupt::new(|| ControlFlow::Break(Interruption::User));
    /// assert!(Meter::new(stopped.clone()).spend(1 << 20).is_err());
    /// assert!(Meter::new(stopped).granted(1 << 20).spend(1 << 20).is_ok());
    /// ```
    pub fn granted(self, steps: u64) -> Meter {
        Meter { left: self.left + steps, ..self }
    }

    /// Polls the interrupt immediately and returns `true` if the work must end.
    pub fn is_over(&self) -> bool {
        self.interrupt.poll().is_break()
    }

    /// Counts steps of work, each of them a few nanoseconds.
    ///
    /// # Errors
    /// Returns [`RuleFault::Interrupted`] if the work must end.
    #[inline]
    pub fn spend(&mut self, steps: u64) -> Result<(), RuleFault> {
        match self.left.checked_sub(steps) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => self.poll(),
        }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), RuleFault> {
        self.left = STEPS_POLL_INTERVAL;
        match self.interrupt.poll() {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(interruption) => Err(RuleFault::Interrupted(interruption)),
        }
    }
}
