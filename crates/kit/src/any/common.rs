//! [`AnyGame`] for games on components of a common type, such as heaps.
//!
//! The searches for a component type take seconds to compile. This module compiles them once for these types, so that the
//! crates with such games do not compile them again. The rules of a game are called virtually.

use super::face::AnyGame;
use super::{entailing, impartial, partizan};
use crate::entailing_lists::EntailingLists;
use crate::game::Game;
use crate::partizan_game::PartizanGame;
use crate::whole_positions::ComponentMove;
use std::sync::Arc;
use winways_rules::Component;

/// The rules of any partizan game whose positions are lists of components.
type PartizanLists<C> = dyn PartizanGame<Component = C, Part = C, Position = Vec<C>, Move = ComponentMove<C>>;

/// A component type for which this crate compiles the searches of impartial games.
pub trait CommonComponent: Component {
    /// Erases the type of an impartial game.
    fn impartial(game: Arc<dyn Game<Component = Self>>) -> Arc<dyn AnyGame>;
}

/// A component type for which this crate compiles the searches of partizan games whose positions are lists of components.
pub trait CommonPartizanComponent: Component {
    /// Erases the type of a partizan game.
    fn partizan(game: Arc<PartizanLists<Self>>) -> Arc<dyn AnyGame>;
}

/// Implements [`CommonComponent`]. No function is generic, so the searches are compiled here.
macro_rules! common_components {
    ($($component:ty),*) => {
        $(
            impl CommonComponent for $component {
                fn impartial(game: Arc<dyn Game<Component = Self>>) -> Arc<dyn AnyGame> {
                    impartial::erased(game)
                }
            }
        )*
    };
}

common_components!(u32, u64, (u64, u64), Vec<u64>);

impl CommonPartizanComponent for u64 {
    fn partizan(game: Arc<PartizanLists<u64>>) -> Arc<dyn AnyGame> {
        partizan::erased(game)
    }
}

impl CommonPartizanComponent for (u64, u64) {
    fn partizan(game: Arc<PartizanLists<(u64, u64)>>) -> Arc<dyn AnyGame> {
        partizan::erased(game)
    }
}

/// Erases the type of an impartial game, like [`impartial::shared`], and uses the searches that this module compiles.
pub fn impartial<G: Game<Component: CommonComponent> + 'static>(game: G) -> Arc<dyn AnyGame> {
    G::Component::impartial(Arc::new(game))
}

/// Erases the type of a partizan game, like [`partizan::shared`], and uses the searches that this module compiles.
pub fn partizan<C, G>(game: G) -> Arc<dyn AnyGame>
where
    C: CommonPartizanComponent,
    G: PartizanGame<Component = C, Part = C, Position = Vec<C>, Move = ComponentMove<C>> + 'static,
{
    C::partizan(Arc::new(game))
}

/// Erases the type of a game on heaps, like [`entailing::shared_lists`], and uses the searches that this module compiles.
pub fn entailing_heaps<G: EntailingLists<Position = u64>>(game: G) -> Arc<dyn AnyGame> {
    shared_entailing_heaps(Arc::new(game))
}

/// Erases the type of a game on heaps with entailing moves.
fn shared_entailing_heaps(game: Arc<dyn EntailingLists<Position = u64>>) -> Arc<dyn AnyGame> {
    entailing::erased_lists(game)
}
