use super::GameOutcome;

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
