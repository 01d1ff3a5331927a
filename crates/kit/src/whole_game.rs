use crate::game::{Detail, Game};
use crate::whole_positions::WholePositions;
use winways_rules::{Play, Player};
use winways_values::Nimber;

/// An impartial game whose positions are more than lists of components, such as a board or a picture with named vertices.
///
/// Users see whole positions; engines see the components, through [`WholeGame::rules`]. A move that both players may make is
/// listed for [`Player::Either`].
pub trait WholeGame: WholePositions {
    /// The ruleset of the components.
    type Rules: Game<Component = Self::Part> + 'static;

    /// Returns the rules of the components, which also provide the page, the name and the theorems of the game.
    fn rules(&self) -> &Self::Rules;

    /// Returns the usual starting position. The default is the example.
    fn start(&self) -> Option<Self::Position> {
        self.parse(&self.rules().about().example).ok()
    }

    /// Returns the moves after which the whole position has the nim-value `value`, if a theorem determines them. The moves
    /// are in the order of [`WholePositions::moves`]; all are counted, and up to `limit` are listed.
    ///
    /// Returns `None` if no theorem determines the moves. The caller then tries every move.
    fn moves_to_value(
        &self,
        position: &Self::Position,
        value: Nimber,
        limit: usize,
    ) -> Option<WholeMoves<Self::Move>> {
        let _ = (position, value, limit);
        None
    }

    /// Explains the outcome with the theorem, in sentences. Returns an empty list if there is no explanation.
    fn explain(&self, position: &Self::Position, play: Play, detail: Detail) -> Vec<String> {
        self.rules().explain(&self.components(position), play, detail)
    }

    /// Returns all positions up to a size, for comparing theorems with exhaustive search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
}

/// A list of moves of a whole position with a limited length, and the number of all moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeMoves<M> {
    /// The number of all moves.
    pub total: u64,
    /// The first moves, each with the player who may make it.
    pub listed: Vec<(Player, M)>,
    limit: usize,
}

impl<M> WholeMoves<M> {
    /// Creates an empty list with room for `limit` moves.
    pub fn with_limit(limit: usize) -> Self {
        WholeMoves { total: 0, listed: Vec::new(), limit }
    }

    /// Counts a move, and lists it unless the limit is reached.
    #[inline]
    pub fn push(&mut self, player: Player, step: M) {
        self.total += 1;
        if self.listed.len() < self.limit {
            self.listed.push((player, step));
        }
    }
}
