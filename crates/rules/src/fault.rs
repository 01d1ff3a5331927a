use thiserror::Error;
use winways_values::Interruption;

/// The reason why the options of a component are not listed: an error in the rules, or an interruption.
///
/// The built-in games have no faults. Rules in files may have faults in some positions only, for example a number that
/// exceeds its bounds, or a move that does not reduce the stated measure.
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
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleFault {
    /// An error in the rules: a sentence without its full stop, which names the component.
    #[error("{0}")]
    Rules(Box<str>),
    /// The [`Meter`](crate::Meter) interrupted the work; the rules have no error.
    #[error("{0}")]
    Interrupted(Interruption),
}

impl RuleFault {
    /// Creates a fault from a sentence without its full stop, which names the component.
    pub fn new(message: impl Into<Box<str>>) -> Self {
        RuleFault::Rules(message.into())
    }
}
