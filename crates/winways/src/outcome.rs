use winways_rules::Player;
use winways_solve::SolvedValue;
use winways_values::GameOutcome;

/// The result for the player to move under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prospect {
    /// A win.
    Wins,
    /// A draw.
    Draws,
    /// A loss.
    Loses,
}

impl Prospect {
    /// Returns `win`, `draw` or `loss`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Prospect::Wins => "win",
            Prospect::Draws => "draw",
            Prospect::Loses => "loss",
        }
    }
}

/// The outcome of a position under best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// N: the next player, who is about to move, wins.
    Next,
    /// P: the previous player, who has just moved, wins.
    Previous,
    /// L: Left wins, moving first or second.
    Left,
    /// R: Right wins, moving first or second.
    Right,
    /// D: neither player wins; best play leads to a draw.
    Draw,
}

impl Outcome {
    /// Returns the letter: `N`, `P`, `L`, `R` or `D`.
    pub fn letter(self) -> &'static str {
        match self {
            Outcome::Next => "N",
            Outcome::Previous => "P",
            Outcome::Left => "L",
            Outcome::Right => "R",
            Outcome::Draw => "D",
        }
    }

    /// Returns the letter as the name of an outcome class, in LaTeX math mode.
    ///
    /// ```
    /// assert_eq!(winways::Outcome::Next.latex(), r"\mathcal{N}");
    /// ```
    pub fn latex(self) -> String {
        format!(r"\mathcal{{{}}}", self.letter())
    }

    /// Returns the result for `player`, who is to move in a position with this outcome. Returns `None` if `player`
    /// is [`Player::Either`] and Left and Right reach different results.
    ///
    /// ```
    /// use winways::{Outcome, Player};
    /// use winways::play::Prospect;
    /// assert_eq!(Outcome::Left.for_mover(Player::Left), Some(Prospect::Wins));
    /// assert_eq!(Outcome::Left.for_mover(Player::Either), None);
    /// ```
    pub fn for_mover(self, player: Player) -> Option<Prospect> {
        Some(match (self, player) {
            (Outcome::Draw, _) => Prospect::Draws,
            (Outcome::Next, _) => Prospect::Wins,
            (Outcome::Previous, _) => Prospect::Loses,
            (Outcome::Left | Outcome::Right, Player::Either) => return None,
            (Outcome::Left, Player::Left) | (Outcome::Right, Player::Right) => Prospect::Wins,
            (Outcome::Left | Outcome::Right, _) => Prospect::Loses,
        })
    }

    /// Returns the result for `player`, who moves to a position with this outcome. Returns `None` if `player` is
    /// [`Player::Either`] and Left and Right reach different results, for example with a move in an impartial component of a
    /// partizan sum.
    ///
    /// ```
    /// use winways::{Outcome, Player};
    /// use winways::play::Prospect;
    /// assert_eq!(Outcome::Previous.after_move_of(Player::Either), Some(Prospect::Wins));
    /// assert_eq!(Outcome::Right.after_move_of(Player::Right), Some(Prospect::Wins));
    /// assert_eq!(Outcome::Right.after_move_of(Player::Either), None);
    /// ```
    pub fn after_move_of(self, player: Player) -> Option<Prospect> {
        Some(match (self, player) {
            (Outcome::Draw, _) => Prospect::Draws,
            (Outcome::Previous, _) => Prospect::Wins,
            (Outcome::Next, _) => Prospect::Loses,
            _ => return self.for_mover(player),
        })
    }
}

impl From<GameOutcome> for Outcome {
    fn from(outcome: GameOutcome) -> Outcome {
        match outcome {
            GameOutcome::Next => Outcome::Next,
            GameOutcome::Previous => Outcome::Previous,
            GameOutcome::Left => Outcome::Left,
            GameOutcome::Right => Outcome::Right,
        }
    }
}

/// Converts the value of a ranked position for the player to move to an outcome.
impl From<SolvedValue> for Outcome {
    fn from(value: SolvedValue) -> Outcome {
        match value {
            SolvedValue::Won(_) => Outcome::Next,
            SolvedValue::Lost(_) => Outcome::Previous,
            SolvedValue::Drawn => Outcome::Draw,
        }
    }
}

impl From<winways_rules::ImpartialOutcome> for Outcome {
    fn from(outcome: winways_rules::ImpartialOutcome) -> Outcome {
        GameOutcome::from(outcome).into()
    }
}
