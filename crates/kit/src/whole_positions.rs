use crate::view::{Touch, View};
use std::fmt::Debug;
use winways_notation::Diagnostic;
use winways_rules::{Component, Player, RuleFault};
use winways_values::{Arena, ArenaError};

/// A list of moves, each with the player who may make it, or the fault of the rules in that position.
pub type MovesOfPlayers<M> = Result<Vec<(Player, M)>, RuleFault>;

/// A game with whole positions, as users enter and see them, before they are split into components for the engines.
///
/// A position stores its board (or boards, if it is a sum) in full: its size, location and coordinates, and the pieces that no
/// longer matter. Moves are distinct even if they lead to equal positions.
pub trait WholePositions: Send + Sync {
    /// The type of the components that engines see.
    type Part: Component;

    /// The type of the positions, as they were entered.
    type Position: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// The type of the moves. It distinguishes moves of a player that differ only in their coordinates.
    type Move: Clone + PartialEq + Debug + Send + Sync + 'static;

    /// Parses a position in the notation of the game's page.
    ///
    /// # Errors
    /// A diagnostic that points into `text`.
    fn parse(&self, text: &str) -> Result<Self::Position, Diagnostic>;

    /// Charges `arena` for the memory that the game retains after [`WholePositions::parse`] of `text`, such as prepared boards.
    /// The charge lasts until the game drops that memory. Returns `false` only if the game cannot parse `text`, and charges
    /// nothing in that case. The default is for games that retain nothing.
    ///
    /// # Errors
    /// [`ArenaError::OutOfMemory`].
    fn charge(&self, text: &str, arena: &Arena) -> Result<bool, ArenaError> {
        let _ = (text, arena);
        Ok(true)
    }

    /// Writes a position in the form that a call takes between brackets, quoted unless it is a list of numbers.
    /// [`WholePositions::parse`] reads it back.
    fn write(&self, position: &Self::Position) -> String;

    /// Returns the components of a position: parts in which moves do not affect the other parts.
    fn components(&self, position: &Self::Position) -> Vec<Self::Part>;

    /// Returns an upper bound on the number of moves of both players. O(size).
    fn move_bound(&self, position: &Self::Position) -> u64;

    /// Returns every move, with the player who may make it, in an order that depends only on the position: by figure, then by
    /// coordinates. A move that both players may make is listed for [`Player::Either`] if the game is impartial, and otherwise
    /// once for each player.
    ///
    /// # Errors
    /// [`RuleFault`] if the rules fail in this position.
    fn moves(&self, position: &Self::Position) -> MovesOfPlayers<Self::Move>;

    /// Returns the position after a move, on the same board.
    fn after(&self, position: &Self::Position, step: &Self::Move) -> Self::Position;

    /// Returns the name of a move in the coordinates of the position: `d1xe1`. No two moves of one player share a name.
    fn move_name(&self, position: &Self::Position, step: &Self::Move) -> String;

    /// Returns the elements of the view that a move touches, in order.
    fn touches(&self, position: &Self::Position, step: &Self::Move) -> Vec<Touch> {
        let _ = (position, step);
        Vec::new()
    }

    /// Returns the view of the position.
    fn view(&self, position: &Self::Position) -> View {
        let _ = position;
        View::default()
    }

    /// Returns the sum of two positions as one position, if the notation can express it.
    fn sum(&self, position: &Self::Position, other: &Self::Position) -> Option<Self::Position>;

    /// Returns the index of the component that a move changes, with its replacement, if that is known without splitting the
    /// position again. The index refers to [`WholePositions::components`].
    fn component_move(
        &self,
        position: &Self::Position,
        step: &Self::Move,
    ) -> Option<(usize, Vec<Self::Part>)> {
        let _ = (position, step);
        None
    }

    /// Returns the approximate size of a position in words.
    fn size(&self, position: &Self::Position) -> usize {
        self.write(position).len() / size_of::<u64>() + 1
    }
}

/// A move in a position that is a list of components.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComponentMove<C> {
    /// The index of the component that the move changes.
    pub component: usize,
    /// The player who makes the move.
    pub player: Player,
    /// The components that replace it.
    pub to: Vec<C>,
}

/// Implements [`WholePositions`] for a partizan game whose positions are lists of components, such as heaps.
///
/// The arguments are the game, with its type parameters, the component type, and three or five functions. The functions parse a
/// list of components, write it, and name a move given a component, its replacement and the player. The optional functions
/// return the view of a list of components and the elements that a move touches.
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
