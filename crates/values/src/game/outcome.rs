/// The outcome of a game under normal play: the player who wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOutcome {
    /// Left wins, moving first or second: the value is greater than zero.
    Left,
    /// Right wins, moving first or second: the value is less than zero.
    Right,
    /// The next player to move wins: the value is confused with zero.
    Next,
    /// The previous player wins: the value is zero.
    Previous,
}

impl GameOutcome {
    /// Returns the outcome, given whether Left wins moving first, and whether Right does.
    #[must_use]
    pub fn of(left_wins_first: bool, right_wins_first: bool) -> Self {
        match (left_wins_first, right_wins_first) {
            (true, true) => GameOutcome::Next,
            (true, false) => GameOutcome::Left,
            (false, true) => GameOutcome::Right,
            (false, false) => GameOutcome::Previous,
        }
    }

    /// Returns the letter of the outcome: `L`, `R`, `N` or `P`.
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

    /// Returns `true` if Left wins moving first.
    #[must_use]
    pub fn left_wins_first(self) -> bool {
        matches!(self, GameOutcome::Left | GameOutcome::Next)
    }

    /// Returns `true` if Right wins moving first.
    #[must_use]
    pub fn right_wins_first(self) -> bool {
        matches!(self, GameOutcome::Right | GameOutcome::Next)
    }
}
