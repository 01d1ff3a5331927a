use crate::view::{Touch, View};
use std::fmt::Debug;
use winways_notation::Diagnostic;
use winways_rules::{Component, Player, RuleFault};

/// Moves, each with the player who may make it; or what goes wrong in the rules there.
pub type MovesOfPlayers<M> = Result<Vec<(Player, M)>, RuleFault>;

/// Whole positions: what a person gives and sees, before it is split into components for the engines.
///
/// A position keeps its board (or boards, if it is a sum): size, place, coordinates, and the pieces that no longer matter. A
/// move is known by itself, not by what it leads to: two moves with equal results are two moves.
pub trait WholePositions: Send + Sync {
    /// The parts that engines see.
    type Part: Component;

    /// A position as it was given.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// A move, as the position's coordinates tell it from all others of its player.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Reads a position in the notation of the game's page.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Writes a position so that [`WholePositions::parse`] reads it back, in the form that stands in the brackets of a call: in
    /// quotes where it is not a list of numbers.
    fn write(&self, position: &Self::Position) -> String;

    /// The components of a position: parts in which moves do not affect the other parts.
    fn components(&self, position: &Self::Position) -> Vec<Self::Part>;

    /// No fewer than the number of moves of both players; O(size).
    fn move_bound(&self, position: &Self::Position) -> u64;

    /// Every move, with the player who may make it, in an order that depends on nothing but the position: by figure, then by
    /// coordinates. A move that both may make is listed for [`Player::Either`] if the game is impartial, else once for each.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules go wrong in this position.
    fn moves(&self, position: &Self::Position) -> MovesOfPlayers<Self::Move>;

    /// The same board after a move.
    fn after(&self, position: &Self::Position, step: &Self::Move) -> Self::Position;

    /// The name of a move in the coordinates of the position: `d1xe1`. No two moves of one player share a name.
    fn move_name(&self, position: &Self::Position, step: &Self::Move) -> String;

    /// The elements of the view that a move touches, in order.
    fn touches(&self, position: &Self::Position, step: &Self::Move) -> Vec<Touch> {
        let _ = (position, step);
        Vec::new()
    }

    /// How the position looks.
    fn view(&self, position: &Self::Position) -> View {
        let _ = position;
        View::default()
    }

    /// The sum of two positions as one, if the notation can write it.
    fn sum(&self, position: &Self::Position, other: &Self::Position) -> Option<Self::Position>;

    /// Which component of [`WholePositions::components`] a move changes, and into what, where that is known without splitting
    /// the whole position again.
    fn component_move(
        &self,
        position: &Self::Position,
        step: &Self::Move,
    ) -> Option<(usize, Vec<Self::Part>)> {
        let _ = (position, step);
        None
    }

    /// About how many words a position fills.
    fn size(&self, position: &Self::Position) -> usize {
        self.write(position).len() / size_of::<u64>() + 1
    }
}

/// A move in a position that is a list of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMove<C> {
    /// Which component it changes.
    pub component: usize,
    /// Whose move it is.
    pub player: Player,
    /// What the component becomes.
    pub to: Vec<C>,
}

/// Implements [`WholePositions`] for a partizan game on heaps and the like, whose positions are lists of components.
///
/// The arguments: the game, with its type parameters; a function that reads a list of components, one that writes it, one that
/// names a move from what a component is and becomes, one that makes the view of a list of components, and one that gives the
/// elements that a move touches.
#[macro_export]
macro_rules! positions_are_components {
    (impl $([$($generics:tt)*])? for $game:ty, $component:ty, $parse:expr, $write:expr, $name:expr $(, $view:expr, $touches:expr)? $(,)?) => {
        impl $(<$($generics)*>)? $crate::WholePositions for $game {
            type Part = $component;
            type Position = Vec<$component>;
            type Move = $crate::ComponentMove<$component>;

            fn parse(&self, text: &str) -> Result<Vec<$component>, winways_notation::Diagnostic> {
                ($parse)(self, text)
            }

            fn write(&self, position: &Vec<$component>) -> String {
                ($write)(self, &position[..])
            }

            fn components(&self, position: &Vec<$component>) -> Vec<$component> {
                position.clone()
            }

            fn move_bound(&self, position: &Vec<$component>) -> u64 {
                $crate::component_move_bound(self, position)
            }

            fn moves(&self, position: &Vec<$component>) -> $crate::MovesOfPlayers<Self::Move> {
                $crate::component_moves(self, position)
            }

            fn after(&self, position: &Vec<$component>, step: &Self::Move) -> Vec<$component> {
                let (before, rest) = position.split_at(step.component);
                [before, &step.to, &rest[1..]].concat()
            }

            fn move_name(&self, position: &Vec<$component>, step: &Self::Move) -> String {
                ($name)(self, &position[step.component], &step.to[..], step.player)
            }

            $(
                fn view(&self, position: &Vec<$component>) -> $crate::view::View {
                    ($view)(self, &position[..])
                }

                fn touches(&self, position: &Vec<$component>, step: &Self::Move) -> Vec<$crate::view::Touch> {
                    ($touches)(self, &position[..], step)
                }
            )?

            fn sum(&self, position: &Vec<$component>, other: &Vec<$component>) -> Option<Vec<$component>> {
                Some([&position[..], &other[..]].concat())
            }

            fn component_move(
                &self,
                _: &Vec<$component>,
                step: &Self::Move,
            ) -> Option<(usize, Vec<$component>)> {
                Some((step.component, step.to.clone()))
            }
        }
    };
}
