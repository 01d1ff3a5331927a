use std::fmt;

/// What a position of a loopy game is worth to the player whose turn it is: who wins, and in how many moves of both players
/// if the winner hurries and the loser delays (the *remoteness*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RankValue {
    /// The player to move wins in so many moves.
    Won(u32),
    /// The player to move loses in so many moves.
    Lost(u32),
    /// Neither can force a win.
    Drawn,
}

impl RankValue {
    /// The number of moves to the end, if there is one.
    pub fn remoteness(self) -> Option<u32> {
        match self {
            RankValue::Won(remoteness) | RankValue::Lost(remoteness) => Some(remoteness),
            RankValue::Drawn => None,
        }
    }

    /// The greatest remoteness that a value has room for.
    pub const GREATEST: u32 = (u32::MAX >> 2) - 2;

    /// The value of a position from those of its options: the quickest way to a lost option wins; if all options are won, the
    /// slowest loses; else neither wins. `without_options` is the value where there are none.
    ///
    /// ```
    /// use winways_solve::RankValue::{Drawn, Lost, Won};
    /// use winways_solve::RankValue;
    /// assert_eq!(RankValue::of_options([Won(5), Lost(4), Lost(2), Drawn], Lost(0)), Won(3));
    /// assert_eq!(RankValue::of_options([Won(5), Won(3)], Lost(0)), Lost(6));
    /// assert_eq!(RankValue::of_options([Won(5), Drawn], Lost(0)), Drawn);
    /// assert_eq!(RankValue::of_options([], Lost(0)), Lost(0));
    /// ```
    pub fn of_options(options: impl IntoIterator<Item = RankValue>, without_options: RankValue) -> RankValue {
        let mut best: Option<RankValue> = None;
        for option in options {
            let offered = match option {
                RankValue::Lost(remoteness) => RankValue::Won(remoteness + 1),
                RankValue::Won(remoteness) => RankValue::Lost(remoteness + 1),
                RankValue::Drawn => RankValue::Drawn,
            };
            best = Some(best.map_or(offered, |best| best.better(offered)));
        }
        best.unwrap_or(without_options)
    }

    /// What the player to move prefers: to win soon, then not to lose, then to lose late.
    #[must_use]
    pub fn better(self, other: RankValue) -> RankValue {
        if self.merit() >= other.merit() { self } else { other }
    }

    fn merit(self) -> i64 {
        match self {
            RankValue::Won(remoteness) => (1 << 40) - i64::from(remoteness),
            RankValue::Drawn => 0,
            RankValue::Lost(remoteness) => i64::from(remoteness) - (1 << 40),
        }
    }

    /// The value as a number: 0 drawn; 2 + 2r lost in r moves; 3 + 2r won in r moves. 1 is kept for [`HOLE`].
    pub fn code(self) -> u32 {
        match self {
            RankValue::Drawn => 0,
            RankValue::Lost(remoteness) => 2 + 2 * remoteness,
            RankValue::Won(remoteness) => 3 + 2 * remoteness,
        }
    }

    /// The value of a code; `None` for [`HOLE`].
    pub fn of_code(code: u32) -> Option<RankValue> {
        match code {
            0 => Some(RankValue::Drawn),
            HOLE => None,
            lost if lost % 2 == 0 => Some(RankValue::Lost((lost - 2) / 2)),
            won => Some(RankValue::Won((won - 3) / 2)),
        }
    }
}

/// The code of a rank that no position has.
pub const HOLE: u32 = 1;

impl fmt::Display for RankValue {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RankValue::Won(remoteness) => write!(formatter, "won in {remoteness}"),
            RankValue::Lost(remoteness) => write!(formatter, "lost in {remoteness}"),
            RankValue::Drawn => formatter.write_str("drawn"),
        }
    }
}
