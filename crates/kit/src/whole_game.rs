use crate::game::{Detail, Game};
use crate::whole_positions::WholePositions;
use winways_rules::{Play, Player};
use winways_values::Nimber;

/// An impartial game whose positions are more than lists of components: a picture whose vertices have names, a board.
///
/// People see its whole positions, engines its components by [`WholeGame::rules`]. A move that both players may make is listed for
/// [`Player::Either`].
pub trait WholeGame: WholePositions {
    /// The rules of the components.
    type Rules: Game<Component = Self::Part> + 'static;

    /// The rules of the components, with the page, the name and the theorems of the game.
    fn rules(&self) -> &Self::Rules;

    /// The usual position to begin with; that of the page's example, unless the game overrides it.
    fn start(&self) -> Option<Self::Position> {
        self.parse(self.rules().page().example_position()).ok()
    }

    /// By a theorem: the moves after which the whole position has the nim-value `value`, in the order of
    /// [`WholePositions::moves`], counted to the last and listed up to `limit`.
    ///
    /// `None` where no theorem lists them; every move is tried then.
    fn moves_to_value(
        &self,
        position: &Self::Position,
        value: Nimber,
        limit: usize,
    ) -> Option<WholeMoves<Self::Move>> {
        let _ = (position, value, limit);
        None
    }

    /// Why the outcome is what it is, in sentences, from the theorem's point of view; empty if there is none.
    fn explain(&self, position: &Self::Position, play: Play, detail: Detail) -> Vec<String> {
        self.rules().explain(&self.components(position), play, detail)
    }

    /// All positions up to a size, for comparing theorems with exhaustive search.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Self::Position> + '_>;
}

/// Moves of a whole position, counted to the last and listed up to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WholeMoves<M> {
    /// How many there are.
    pub total: u64,
    /// The first of them, each with the player who may make it.
    pub listed: Vec<(Player, M)>,
    limit: usize,
}

impl<M> WholeMoves<M> {
    /// No moves yet, of which at most `limit` are listed.
    pub fn with_limit(limit: usize) -> Self {
        WholeMoves { total: 0, listed: Vec::new(), limit }
    }

    /// Counts a move, and lists it if there are fewer than the limit.
    #[inline]
    pub fn push(&mut self, player: Player, step: M) {
        self.total += 1;
        if self.listed.len() < self.limit {
            self.listed.push((player, step));
        }
    }
}
