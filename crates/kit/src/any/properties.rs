/// Properties that every position of a game has. They are independent of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// `true` if both players have the same moves.
    pub is_impartial: bool,
    /// `true` if a position may recur.
    pub may_cycle: bool,
    /// The way in which play ends.
    pub ending: Ending,
}

/// The way in which play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Play ends when the player to move has no move. That player loses under normal play and wins under misère play. Only such
    /// games can be added: a sum ends when none of its summands has a move.
    NoMove,
    /// Play ends when a goal is reached, such as three in a row or a capture, or when nothing can be moved. The rules define the
    /// winner.
    Goal,
    /// Play ends when nothing can be moved, and the player with more points wins.
    Points,
}
