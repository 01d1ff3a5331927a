use crate::any::AnyGame;
use crate::check::Claim;
use crate::game::Page;
use std::sync::Arc;
use winways_notation::Diagnostic;

/// A game, or a family of games, of a catalogue.
pub struct Entry {
    /// Its documentation.
    pub page: &'static Page,
    /// Makes the game from its parameter, which only a family has; the diagnostic points into the parameter.
    pub make: MakeGame,
    /// Its theorems that are more than hooks of the game.
    pub claims: &'static [Claim],
}

/// Makes a game from its parameter.
pub type MakeGame = fn(Option<&str>) -> Result<Arc<dyn AnyGame>, Diagnostic>;
