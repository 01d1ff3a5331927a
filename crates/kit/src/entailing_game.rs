use crate::about::About;
use crate::game::Page;
use crate::whole_positions::WholePositions;
use std::ops::Range;
use winways_entailing::{EntailingMove, EntailingRules, EntailingSolver, EntailingValues};

/// The components that a move replaces, and the components that it puts in their place.
pub type Effect<P> = (Range<usize>, EntailingMove<P>);

/// An impartial game with entailing and complimenting moves, with a notation and a page of documentation.
///
/// After an entailing move, the opponent must move in one component. After a complimenting move, the same player moves again.
/// The crate `winways-entailing` implements the theory.
///
/// A position states the component in which the player to move must move, if there is one. [`WholePositions::moves`] returns
/// the moves of that component only, each for [`winways_rules::Player::Either`].
pub trait EntailingGame: WholePositions + Sized + 'static {
    /// The rules of the components of one position and of all positions after it.
    type Rules: EntailingRules<Position = Self::Part> + Clone;

    /// Returns the documentation.
    fn page(&self) -> &'static Page;

    /// Returns the full description. Override it if the page alone does not determine it.
    fn about(&self) -> About {
        About::new(self.page(), self.page().name.to_owned())
    }

    /// Returns the rules of the components of a position.
    fn rules(&self, position: &Self::Position) -> Self::Rules;

    /// Returns `true` if the game has entailing moves, which force the opponent to move in one component. The default, `false`,
    /// suits a game whose only special moves are complimenting.
    fn forces_components(&self) -> bool {
        false
    }

    /// Returns the index of the component in which the player to move must move, among [`WholePositions::components`].
    fn entailed(&self, position: &Self::Position) -> Option<usize>;

    /// Returns the components that a move replaces, as a range of indices of [`WholePositions::components`], and the components
    /// that it puts in their place. Both may include components that the move leaves unchanged.
    fn effect(&self, position: &Self::Position, step: &Self::Move) -> Effect<Self::Part>;

    /// Returns the string representation of a component for explanations.
    fn part_text(&self, position: &Self::Position, index: usize) -> String;

    /// Returns the usual starting position. The default is the example.
    fn start(&self) -> Option<Self::Position> {
        self.parse(&self.about().example).ok()
    }

    /// Returns all positions up to a size in which no component is entailed, for comparing values with exhaustive search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;

    /// Creates a solver for the components of a position. Override it for a game with a faster solver.
    fn values<'g>(&'g self, position: &Self::Position) -> Box<dyn EntailingValues<Self::Part> + 'g> {
        Box::new(EntailingSolver::new(self.rules(position)))
    }

    /// Returns a position of one heap, for a game whose components are heaps.
    fn heap(&self, size: u64) -> Option<Self::Position> {
        let _ = size;
        None
    }
}
