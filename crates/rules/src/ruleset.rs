use crate::{Options, RuleFault};
use std::fmt::Debug;
use std::hash::Hash;
use winways_values::Nimber;

/// The moves of an impartial game.
///
/// A position is a disjunctive sum, a slice of components, and a move changes one of them. A position of a game that
/// does not split into parts has one component.
///
/// Search is fastest if a component fits into a machine word (`type Component = u64`).
///
/// ```
/// use winways_rules::{Options, RuleFault, Ruleset};
///
/// /// One heap of matches; a move takes one, two or three.
/// struct Matches;
///
/// impl Ruleset for Matches {
///     type Component = u64;
///     fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
///         for taken in 1..=3.min(*heap) {
///             options.push([heap - taken]);
///         }
///         Ok(())
///     }
///     fn option_bound(&self, heap: &u64) -> u64 {
///         3.min(*heap)
///     }
/// }
/// ```
pub trait Ruleset: Send + Sync {
    /// A part of a position in which moves do not affect the other parts.
    type Component: Component;

    /// Appends every option of `component` to `options`, in an order that depends only on `component`.
    ///
    /// # Errors
    /// Returns a [`RuleFault`] if the rules have an error for this component, or the meter of `options` interrupts the
    /// work. The options appended so far are then incomplete.
    fn options(
        &self,
        component: &Self::Component,
        options: &mut Options<Self::Component>,
    ) -> Result<(), RuleFault>;

    /// Returns an upper bound on the number of options of `component`; zero only if there are none. Takes about
    /// constant time.
    ///
    /// Engines call this before they allocate memory.
    fn option_bound(&self, component: &Self::Component) -> u64;

    /// Replaces `component` by the representative of all components with the same game tree.
    ///
    /// The replacement must be valid under normal and misère play; equality of values is not enough.
    fn canonicalise(&self, component: &mut Self::Component) {
        let _ = component;
    }

    /// Applies [`Ruleset::canonicalise`] to each of `components`, with a single dynamic call.
    fn canonicalise_all(&self, components: &mut [Self::Component]) {
        for component in components {
            self.canonicalise(component);
        }
    }

    /// Returns the current size, in bytes, of the growing tables of the rules.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// Returns the approximate number of bytes that an option of `component` occupies in the tables of the rules, not
    /// counting the options buffer.
    fn option_bytes(&self, component: &Self::Component) -> u64 {
        let _ = component;
        0
    }

    /// Returns the nim-value of `component` if a theorem states it.
    fn nim_value(&self, component: &Self::Component) -> Option<Nimber> {
        let _ = component;
        None
    }
}

/// The requirements on components: they can be copied, compared, ordered and hashed, on any thread.
pub trait Component: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// Returns the number of bytes that the component owns beyond its own size.
    fn owned_bytes(&self) -> usize {
        0
    }
}

impl Component for u32 {}
impl Component for u64 {}
impl Component for (u64, u64) {}
impl<const N: usize> Component for [u64; N] {}

impl Component for Vec<u64> {
    fn owned_bytes(&self) -> usize {
        self.capacity() * size_of::<u64>()
    }
}
