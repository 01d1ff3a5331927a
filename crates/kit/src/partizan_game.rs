use crate::game::{Detail, Page};
use crate::whole_positions::WholePositions;
use winways_rules::{Meter, PartizanRuleset, Play, Recurrence, RuleFault};
use winways_values::Dyadic;

/// The value of a position after a move, for one move after the other.
pub type NumbersAfter<M> = Box<dyn Fn(&M, &mut Meter) -> Result<Dyadic, RuleFault>>;

/// A partizan ruleset that people can talk about; the twin of [`crate::Game`].
pub trait PartizanGame:
    PartizanRuleset + WholePositions<Part = <Self as PartizanRuleset>::Component>
{
    /// The documentation: rules, notation, theorems, sources.
    fn page(&self) -> &'static Page;

    /// The name with its parameter.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// The name for people.
    fn title(&self) -> &str {
        self.page().title
    }

    /// The rules, in sentences or as they are written in a rule file.
    fn rules(&self) -> &str {
        self.page().rules
    }

    /// How a position is written.
    fn notation(&self) -> &str {
        self.page().notation
    }

    /// Books, papers, contest problems.
    fn sources(&self) -> Vec<&str> {
        self.page().sources.to_vec()
    }

    /// The play that its rules state; questions may ask for the other one.
    fn play(&self) -> Play {
        Play::Normal
    }

    /// What tells these rules from others: positions of games of equal identity may be added as positions of one game.
    fn identity(&self) -> String {
        self.name()
    }

    /// The usual position to begin with; that of the page's example, unless the game overrides it.
    fn start(&self) -> Option<Self::Position> {
        self.parse(self.page().example_position()).ok()
    }

    /// The name of the theorem that [`PartizanRuleset::value_by_theorem`] rests on.
    fn theorem(&self) -> Option<String> {
        self.page().theorems.first().map(|theorem| theorem.name.to_owned())
    }

    /// The value of a component by theorem where that is a number, without an arena: the moves of a large position are then
    /// valued one after the other, and nothing is kept of them. The work is counted on `meter`.
    ///
    /// # Errors
    /// [`RuleFault::Interrupted`] if the meter was told to end the work.
    fn number(
        &self,
        component: &<Self as PartizanRuleset>::Component,
        meter: &mut Meter,
    ) -> Result<Option<Dyadic>, RuleFault> {
        let _ = (component, meter);
        Ok(None)
    }

    /// What tells the value of a position after each of its moves, if all of these are numbers and are told quicker than by
    /// [`PartizanGame::number`] of each component. It may keep `memory` bytes.
    ///
    /// # Errors
    /// [`RuleFault::Interrupted`] if the meter was told to end the work.
    fn numbers_after(
        &self,
        position: &Self::Position,
        memory: u64,
        meter: &mut Meter,
    ) -> Result<Option<NumbersAfter<Self::Move>>, RuleFault> {
        let _ = (position, memory, meter);
        Ok(None)
    }

    /// Why a position has its value, in sentences, from the theorem's point of view; empty if there is none.
    fn explain(&self, position: &Self::Position, detail: Detail) -> Vec<String> {
        let _ = (position, detail);
        Vec::new()
    }

    /// The component that is a heap of so many tokens, if it is a game on heaps.
    fn heap(&self, size: u64) -> Option<<Self as PartizanRuleset>::Component> {
        let _ = size;
        None
    }

    /// The size of a component that is a heap, in a game that has [`PartizanGame::heap`].
    fn heap_size(&self, component: &<Self as PartizanRuleset>::Component) -> Option<u64> {
        let _ = component;
        None
    }

    /// What the value of a heap depends on, and its outcome.
    fn heap_recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    /// All positions up to a size, for comparing theorems with search, each as the list of its components.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
}
