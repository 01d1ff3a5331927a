use std::fmt;
use winways_rules::{End, Objective, Play, Status};

/// The value of a position of a loopy game to the player to move: the winner and the *remoteness*. The
/// remoteness is the number of moves of both players to the end if the winner hurries and the loser delays.
///
/// In a game of points ([`Objective::Points`]) the number is the winner's lead in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SolvedValue {
    /// The player to move wins in this number of moves, or by this number of points.
    Won(u32),
    /// The player to move loses in this number of moves, or by this number of points.
    Lost(u32),
    /// Neither player can force a win.
    Drawn,
}

impl SolvedValue {
    /// Returns the number of moves to the end, if there is one; in a game of points, the number of points.
    pub fn remoteness(self) -> Option<u32> {
        match self {
            SolvedValue::Won(remoteness) | SolvedValue::Lost(remoteness) => Some(remoteness),
            SolvedValue::Drawn => None,
        }
    }

    /// The greatest remoteness that can be represented.
    pub const GREATEST: u32 = (u32::MAX >> 2) - 2;

    /// Returns the value of a position, given the values of its options. If some option is lost, the
    /// quickest of the lost options determines the win. If all options are won, the slowest of them
    /// determines the loss. Otherwise the position is drawn. `without_options` is the value of a position
    /// without options.
    ///
    /// ```
    /// use winways_solve::SolvedValue::{Drawn, Lost, Won};
    /// use winways_solve::SolvedValue;
    /// assert_eq!(SolvedValue::of_options([Won(5), Lost(4), Lost(2), Drawn], Lost(0)), Won(3));
    /// assert_eq!(SolvedValue::of_options([Won(5), Won(3)], Lost(0)), Lost(6));
    /// assert_eq!(SolvedValue::of_options([Won(5), Drawn], Lost(0)), Drawn);
    /// assert_eq!(SolvedValue::of_options([], Lost(0)), Lost(0));
    /// ```
    pub fn of_options(
        options: impl IntoIterator<Item = SolvedValue>,
        without_options: SolvedValue,
    ) -> SolvedValue {
        let offers = options.into_iter().map(|option| option.offered(Objective::Moves, 0));
        offers.max_by_key(|offer| offer.merit(Objective::Moves)).unwrap_or(without_options)
    }

    /// Returns the value of a move to a position of this value, for the player who makes the move and takes
    /// `taken` points.
    ///
    /// ```
    /// use winways_rules::{End, Objective};
    /// use winways_solve::SolvedValue::{Drawn, Lost, Won};
    /// assert_eq!(Lost(4).offered(Objective::Moves, 0), Won(5));
    /// assert_eq!(Lost(4).offered(Objective::Points, 3), Won(7));
    /// assert_eq!(Won(3).offered(Objective::Points, 3), Drawn);
    /// ```
    #[must_use]
    pub fn offered(self, objective: Objective, taken: u32) -> SolvedValue {
        match (objective, self) {
            (Objective::Points, value) => SolvedValue::of_points(i64::from(taken) - value.points()),
            (Objective::Moves, SolvedValue::Lost(remoteness)) => SolvedValue::Won(remoteness + 1),
            (Objective::Moves, SolvedValue::Won(remoteness)) => SolvedValue::Lost(remoteness + 1),
            (Objective::Moves, SolvedValue::Drawn) => SolvedValue::Drawn,
        }
    }

    /// Returns the value of a position in which play has ended with `left` points left.
    pub fn of_end(end: End, objective: Objective, left: u32) -> SolvedValue {
        match (objective, end) {
            (_, End::Drawn) => SolvedValue::Drawn,
            (Objective::Moves, End::Won) => SolvedValue::Won(0),
            (Objective::Moves, End::Lost) => SolvedValue::Lost(0),
            (Objective::Points, End::Won) => SolvedValue::of_points(left.into()),
            (Objective::Points, End::Lost) => SolvedValue::of_points(-i64::from(left)),
        }
    }

    /// Returns the preference of the player to move; greater is better. Quick wins are best, followed by
    /// slow wins, draws, slow losses and quick losses. In a game of points, the preference is the lead in
    /// points.
    pub fn merit(self, objective: Objective) -> i64 {
        match (objective, self) {
            (Objective::Points, value) => value.points(),
            (Objective::Moves, SolvedValue::Won(remoteness)) => (1 << 40) - i64::from(remoteness),
            (Objective::Moves, SolvedValue::Drawn) => 0,
            (Objective::Moves, SolvedValue::Lost(remoteness)) => i64::from(remoteness) - (1 << 40),
        }
    }

    /// Returns the lead of the player to move, in a game of points.
    pub fn points(self) -> i64 {
        match self {
            SolvedValue::Won(points) => i64::from(points),
            SolvedValue::Lost(points) => -i64::from(points),
            SolvedValue::Drawn => 0,
        }
    }

    /// Returns the value of a position in a game of points in which the player to move leads by `points`.
    ///
    /// Numbers beyond [`SolvedValue::GREATEST`] are clamped to it; no game that can be solved has that many
    /// points.
    pub(super) fn of_points(points: i64) -> SolvedValue {
        let count = points.unsigned_abs().min(SolvedValue::GREATEST.into()) as u32;
        match points.signum() {
            1 => SolvedValue::Won(count),
            -1 => SolvedValue::Lost(count),
            _ => SolvedValue::Drawn,
        }
    }

    /// Returns the value as a number: 0 drawn; 2 + 2r lost in r moves; 3 + 2r won in r moves. 1 is reserved
    /// for [`HOLE`].
    pub fn code(self) -> u32 {
        match self {
            SolvedValue::Drawn => 0,
            SolvedValue::Lost(remoteness) => 2 + 2 * remoteness,
            SolvedValue::Won(remoteness) => 3 + 2 * remoteness,
        }
    }

    /// Returns the value of a code; `None` for [`HOLE`].
    pub fn of_code(code: u32) -> Option<SolvedValue> {
        match code {
            0 => Some(SolvedValue::Drawn),
            HOLE => None,
            lost if lost % 2 == 0 => Some(SolvedValue::Lost((lost - 2) / 2)),
            won => Some(SolvedValue::Won((won - 3) / 2)),
        }
    }
}

/// The code of a rank without a position.
pub const HOLE: u32 = 1;

impl fmt::Display for SolvedValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolvedValue::Won(remoteness) => write!(formatter, "won in {remoteness}"),
            SolvedValue::Lost(remoteness) => write!(formatter, "lost in {remoteness}"),
            SolvedValue::Drawn => formatter.write_str("drawn"),
        }
    }
}

/// Returns the result for a player who cannot move.
pub(crate) fn end_without_moves(play: Play) -> End {
    match play {
        Play::Normal => End::Lost,
        Play::Misere => End::Won,
    }
}

/// Returns the value of a position in which play has ended.
pub(crate) fn value_at_end(status: Status) -> Option<SolvedValue> {
    match status {
        Status::Ended(end) => Some(SolvedValue::of_end(end, Objective::Moves, 0)),
        Status::Hole | Status::Open => None,
    }
}
