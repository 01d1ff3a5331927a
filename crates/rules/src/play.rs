use std::fmt;
use winways_values::GameOutcome;

/// Who wins when there is no move left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// The player who cannot move loses.
    Normal,
    /// The player who cannot move wins.
    Misere,
}

impl Play {
    /// Both conventions.
    pub const BOTH: [Play; 2] = [Play::Normal, Play::Misere];

    /// The outcome of a position without moves.
    pub fn outcome_without_moves(self) -> ImpartialOutcome {
        match self {
            Play::Normal => ImpartialOutcome::Previous,
            Play::Misere => ImpartialOutcome::Next,
        }
    }

    /// `normal` or `misere`, as in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// Who wins an impartial position under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImpartialOutcome {
    /// N: the next player, the one about to move.
    Next,
    /// P: the previous player, the one who has just moved.
    Previous,
}

impl ImpartialOutcome {
    /// N if `wins`, the player to move wins; else P.
    pub fn next_if(wins: bool) -> Self {
        if wins { ImpartialOutcome::Next } else { ImpartialOutcome::Previous }
    }

    /// Whether the player to move wins.
    pub fn is_next(self) -> bool {
        self == ImpartialOutcome::Next
    }

    /// The letter: `N` or `P`.
    pub fn letter(self) -> &'static str {
        match self {
            ImpartialOutcome::Next => "N",
            ImpartialOutcome::Previous => "P",
        }
    }
}

impl From<ImpartialOutcome> for GameOutcome {
    fn from(outcome: ImpartialOutcome) -> Self {
        match outcome {
            ImpartialOutcome::Next => GameOutcome::Next,
            ImpartialOutcome::Previous => GameOutcome::Previous,
        }
    }
}

impl fmt::Display for ImpartialOutcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.letter())
    }
}

/// Whose move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Either player may make it.
    Either,
    /// Left: Blue, Black, Vertical, positive. A page says where it is otherwise.
    Left,
    /// Right: Red, White, Horizontal, negative.
    Right,
}

impl Player {
    /// `either`, `left` or `right`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Player::Either => "either",
            Player::Left => "left",
            Player::Right => "right",
        }
    }
}
