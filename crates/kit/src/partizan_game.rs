use crate::{Detail, Page};
use winways_notation::Diagnostic;
use winways_rules::{PartizanRuleset, Player, Recurrence, Side};

/// A partizan ruleset that people can talk about; the twin of [`crate::Game`].
pub trait PartizanGame: PartizanRuleset {
    /// The documentation: rules, notation, theorems, sources.
    fn page(&self) -> &'static Page;

    /// The name with its parameter.
    fn name(&self) -> String {
        self.page().name.to_owned()
    }

    /// Reads a position in the notation of the page.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Vec<Self::Component>, Diagnostic>;

    /// Writes a position so that [`PartizanGame::parse`] reads it back, in the form that stands in the brackets of a
    /// call, in quotes where it is not a list of numbers.
    fn write(&self, position: &[Self::Component]) -> String;

    /// A move of `side` in words.
    fn describe_move(&self, from: &Self::Component, to: &[Self::Component], side: Side) -> String;

    /// The name of the theorem that [`PartizanRuleset::number`] rests on.
    fn theorem(&self) -> Option<String> {
        self.page().theorems.first().map(|theorem| theorem.name.to_owned())
    }

    /// Why a position has its value, in sentences, from the theorem's point of view; empty if there is none.
    fn explain(&self, position: &[Self::Component], detail: Detail) -> Vec<String> {
        let _ = (position, detail);
        Vec::new()
    }

    /// The position as a Hackenbush garden, if the game is played on one: edges with their ends, vertex 0 the ground, and
    /// who may cut them.
    fn hackenbush_graph(&self, position: &[Self::Component]) -> Option<Vec<(u32, u32, Player)>> {
        let _ = position;
        None
    }

    /// The component that is a heap of so many tokens, if it is a game on heaps.
    fn heap(&self, size: u64) -> Option<Self::Component> {
        let _ = size;
        None
    }

    /// What the value of a heap depends on, and its outcome.
    fn heap_recurrence(&self) -> Recurrence {
        Recurrence::Unknown
    }

    /// All positions up to a size, for comparing theorems with search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Self::Component>> + '_>;
}
