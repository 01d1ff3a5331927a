/// What holds of every position of a game; none of these properties excludes another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Whether both players have the same moves.
    pub is_impartial: bool,
    /// Whether a position may come again.
    pub may_cycle: bool,
    /// How play ends.
    pub ending: Ending,
}

/// How play ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// When the player to move has no move, who loses under normal play and wins under misère play. Only such games add up:
    /// a sum ends when none of its parts has a move.
    NoMove,
    /// When a goal is reached, or nothing can be moved, as the rules say: three in a row, a capture.
    Goal,
    /// When nothing can be moved; who has more points wins.
    Points,
}
