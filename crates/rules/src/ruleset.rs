use crate::{Options, RuleFault};
use std::fmt::Debug;
use std::hash::Hash;
use winways_values::Nimber;

/// The moves of an impartial game.
///
/// A position is a disjunctive sum: a slice of components, of which a move changes one. A game that does not fall into
/// parts has positions of one component.
///
/// A component that packs into a machine word (`type Component = u64`) makes the fastest search.
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

    /// Appends every option of `component` to `options`, in an order that depends on nothing but `component`.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong there, or the meter of `options` ends the work; what was appended before then means
    /// nothing.
    fn options(
        &self,
        component: &Self::Component,
        options: &mut Options<Self::Component>,
    ) -> Result<(), RuleFault>;

    /// No fewer than the number of options of `component`; zero only if there are none. O(1) or nearly so.
    ///
    /// Engines ask it before they take memory.
    fn option_bound(&self, component: &Self::Component) -> u64;

    /// Replaces `component` by the representative of all components that play alike (whose game trees are equal).
    ///
    /// It must hold under normal and misère play; a mere equality of values is not enough.
    fn canonicalise(&self, component: &mut Self::Component) {
        let _ = component;
    }

    /// Replaces each of `components` as [`Ruleset::canonicalise`] does: one call where the rules are behind a pointer.
    fn canonicalise_all(&self, components: &mut [Self::Component]) {
        for component in components {
            self.canonicalise(component);
        }
    }

    /// The bytes of memory that the rules themselves hold by now, where they keep tables that grow.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// About the bytes that an option of `component` takes beside the buffer that it is listed in, in tables of the rules.
    fn option_bytes(&self, component: &Self::Component) -> u64 {
        let _ = component;
        0
    }

    /// The nim-value of `component` by a theorem, if there is one for it.
    fn nim_value(&self, component: &Self::Component) -> Option<Nimber> {
        let _ = component;
        None
    }
}

/// What a component must be able to do: be copied, compared, ordered and hashed, on any thread.
pub trait Component: Clone + Eq + Ord + Hash + Debug + Send + Sync + 'static {
    /// The bytes it owns beyond its own size.
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
