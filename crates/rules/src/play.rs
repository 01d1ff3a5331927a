use std::fmt;
use winways_values::GameOutcome;

/// The convention that decides who wins when no move is left.
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

    /// Returns the outcome of a position without moves.
    pub fn outcome_without_moves(self) -> ImpartialOutcome {
        match self {
            Play::Normal => ImpartialOutcome::Previous,
            Play::Misere => ImpartialOutcome::Next,
        }
    }

    /// Returns `normal` or `misere`, as in JSON and on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Play::Normal => "normal",
            Play::Misere => "misere",
        }
    }
}

/// The outcome of an impartial position: the player who wins under perfect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ImpartialOutcome {
    /// N: the next player, who is to move, wins.
    Next,
    /// P: the previous player, who has just moved, wins.
    Previous,
}

impl ImpartialOutcome {
    /// Returns N if the player to move wins, and P otherwise.
    pub fn next_if(wins: bool) -> Self {
        if wins { ImpartialOutcome::Next } else { ImpartialOutcome::Previous }
    }

    /// Returns `true` if the player to move wins.
    pub fn is_next(self) -> bool {
        self == ImpartialOutcome::Next
    }

    /// Returns the letter of the outcome: `N` or `P`.
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

/// The player who makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Either player may make it.
    Either,
    /// Left: Blue, Black, Vertical, positive. The page of a game notes exceptions.
    Left,
    /// Right: Red, White, Horizontal, negative.
    Right,
}

impl Player {
    /// Returns `either`, `left` or `right`, as in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Player::Either => "either",
            Player::Left => "left",
            Player::Right => "right",
        }
    }
}
