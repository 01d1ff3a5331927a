use std::fmt;
use winways_values::Interruption;

/// Why the options of a component are not listed: the rules themselves go wrong there, or the work was to end.
///
/// The built-in games have no faults. Rules that people write may have, in some positions only: a number that grows beyond its
/// bounds, a move that does not lower the measure that was stated.
///
/// ```
/// use winways_rules::{Options, RuleFault, Ruleset};
///
/// /// A move doubles a number below 1000.
/// struct Doubling;
///
/// impl Ruleset for Doubling {
///     type Component = u64;
///     fn options(&self, &number: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
///         match number {
///             0 => Err(RuleFault::new("the move 0 -> 0 would go on for ever")),
///             1000.. => Ok(()),
///             _ => Ok(options.push([2 * number])),
///         }
///     }
///     fn option_bound(&self, _: &u64) -> u64 {
///         1
///     }
/// }
///
/// let fault = Doubling.options(&0, &mut Options::new()).unwrap_err();
/// assert_eq!(fault.to_string(), "the move 0 -> 0 would go on for ever");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RuleFault {
    /// The rules go wrong: a sentence without its full stop, which names the component.
    Rules(Box<str>),
    /// No fault, but the [`Meter`](crate::Meter) was told to end the work.
    Interrupted(Interruption),
}

impl RuleFault {
    /// A fault in a sentence without its full stop, which names the component.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        RuleFault::Rules(message.into())
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleFault::Rules(message) => formatter.write_str(message),
            RuleFault::Interrupted(Interruption::User) => formatter.write_str("interrupted"),
            RuleFault::Interrupted(Interruption::Timeout) => {
                formatter.write_str("the time limit was reached")
            }
            RuleFault::Interrupted(Interruption::Memory { .. }) => {
                formatter.write_str("the memory limit was reached")
            }
        }
    }
}

impl std::error::Error for RuleFault {}
