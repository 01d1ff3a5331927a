use crate::about::About;
use crate::game::{Detail, Page};
use crate::whole_positions::WholePositions;
use winways_rules::{Meter, PartizanRuleset, Recurrence, RuleFault};
use winways_values::Dyadic;

/// A function that returns the value of the position after a move.
pub type NumbersAfter<M> = Box<dyn Fn(&M, &mut Meter) -> Result<Dyadic, RuleFault>>;

/// A partizan ruleset with a notation, theorems, explanations and a page of documentation; the counterpart of [`crate::Game`].
pub trait PartizanGame:
    PartizanRuleset + WholePositions<Part = <Self as PartizanRuleset>::Component>
{
    /// Returns the documentation: rules, notation, theorems, sources.
    fn page(&self) -> &'static Page;

    /// Returns the name, with the parameter if there is one.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// Returns the full description. Override this if anything besides the name depends on a parameter or a rule file.
    fn about(&self) -> About {
        About::new(self.page(), self.name())
    }

    /// Returns the usual starting position. The default is the example.
    fn start(&self) -> Option<Self::Position> {
        self.parse(&self.about().example).ok()
    }

    /// Returns the name of the theorem behind [`PartizanRuleset::value_by_theorem`].
    fn theorem(&self) -> Option<String> {
        self.page().theorems.first().map(|theorem| theorem.name.to_owned())
    }

    /// Returns the value of a component if a theorem shows that it is a number. No arena is needed, so the moves of a large position
    /// can be evaluated one by one without storing anything. The work is charged to `meter`.
    ///
    /// # Errors
    /// [`RuleFault::Interrupted`] if the meter is interrupted.
    fn number(
        &self,
        component: &<Self as PartizanRuleset>::Component,
        meter: &mut Meter,
    ) -> Result<Option<Dyadic>, RuleFault> {
        let _ = (component, meter);
        Ok(None)
    }

    /// Returns a function that computes the value after each move of a position. Returns `None` unless all these values are
    /// numbers and the function is faster than calling [`PartizanGame::number`] for each component. The function may use `memory`
    /// bytes.
    ///
    /// # Errors
    /// [`RuleFault::Interrupted`] if the meter is interrupted.
    fn numbers_after(
        &self,
        position: &Self::Position,
        memory: u64,
        meter: &mut Meter,
    ) -> Result<Option<NumbersAfter<Self::Move>>, RuleFault> {
        let _ = (position, memory, meter);
        Ok(None)
    }

    /// Explains the value of a position with the theorem, in sentences. Returns an empty list if there is no explanation.
    fn explain(&self, position: &Self::Position, detail: Detail) -> Vec<String> {
        let _ = (position, detail);
        Vec::new()
    }

    /// Returns the component that is a heap of `size` tokens, or `None` if the game is not played on heaps or does not support
    /// heaps of this size.
    fn heap(&self, size: u64) -> Option<<Self as PartizanRuleset>::Component> {
        let _ = size;
        None
    }

    /// Returns the size of a component that is a heap, or `None` if the game has no [`PartizanGame::heap`].
    fn heap_size(&self, component: &<Self as PartizanRuleset>::Component) -> Option<u64> {
        let _ = component;
        None
    }

    /// Returns the range of smaller heaps that determine the value and the outcome of a heap.
    fn heap_recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    /// Returns all positions up to a size, for comparing theorems with search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
}
