/// Who wins a game under normal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// Left, moving first or second: the value is greater than zero.
    Left,
    /// Right, moving first or second: the value is less than zero.
    Right,
    /// The next player to move: the value is confused with zero.
    Next,
    /// The previous player: the value is zero.
    Previous,
}

impl GameOutcome {
    /// The letter: `L`, `R`, `N` or `P`.
    ///
    /// ```
    /// use winways_values::{Arena, Game};
    /// assert_eq!(Arena::default().outcome(Game::STAR).letter(), "N");
    /// ```
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            GameOutcome::Left => "L",
            GameOutcome::Right => "R",
            GameOutcome::Next => "N",
            GameOutcome::Previous => "P",
        }
    }

    /// Whether Left wins if Left begins.
    #[must_use]
    pub fn left_wins_first(self) -> bool {
        matches!(self, GameOutcome::Left | GameOutcome::Next)
    }

    /// Whether Right wins if Right begins.
    #[must_use]
    pub fn right_wins_first(self) -> bool {
        matches!(self, GameOutcome::Right | GameOutcome::Next)
    }
}
