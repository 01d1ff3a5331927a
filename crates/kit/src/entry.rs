use crate::any::AnyGame;
use crate::check::Claim;
use crate::game::Page;
use std::sync::Arc;
use winways_notation::Diagnostic;

/// A game, or a family of games, in a catalogue.
pub struct Entry {
    /// The documentation of the game.
    pub page: &'static Page,
    /// Creates the game from its parameter, which only families have. Diagnostics point into the parameter.
    pub make: MakeGame,
    /// The theorems that are checked in addition to the hooks of the game.
    pub claims: &'static [Claim],
}

/// Creates a game from its parameter.
pub type MakeGame = fn(Option<&str>) -> Result<Arc<dyn AnyGame>, Diagnostic>;
