use crate::{Component, Play};
use std::ops::Range;

/// The end of play, from the point of view of the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// The player has won.
    Won,
    /// The player has lost: the opponent has just reached a goal, or no move is left.
    Lost,
    /// Neither has won.
    Drawn,
}

/// The quantity that is computed for a ranked position in addition to the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The number of moves to the end, if the winner hurries and the loser delays.
    Moves,
    /// The number of points. Layer *n* contains the positions in which *n* points remain. A player who moves from there
    /// to layer *m* takes *n* - *m* points. The winner at the end of play takes all remaining points. If play ends in a
    /// draw or never ends, each player gets half of the remaining points.
    Points,
}

/// The status of a rank, which the rules determine without considering moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// No position has this rank, or a symmetric position represents it.
    Hole,
    /// Play has ended.
    Ended(End),
    /// Play continues if there is a move.
    Open,
}

/// A game, possibly loopy, whose positions are given by numbers, the *ranks*: 0, 1, 2, …
///
/// A position includes the player to move. Ranks should be dense; a rank without a position is a *hole*. Symmetric
/// positions may share the rank of one of them.
///
/// Ranks are divided into consecutive *layers*. A move leads into the same layer or an earlier one, never into a later
/// one (stones captured, cells filled). Engines solve one layer after another.
///
/// ```
/// use winways_rules::{End, Play, RankedRuleset};
///
/// /// A token on a ring of cells with one exit: a move advances it one or two cells, and the player who leaves at cell 0 wins.
/// struct Ring(u32);
///
/// impl RankedRuleset for Ring {
///     type Position = u32;
///     fn layers(&self) -> Vec<u64> {
///         vec![u64::from(self.0)]
///     }
///     fn rank(&self, cell: &u32) -> u64 {
///         u64::from(*cell)
///     }
///     fn position(&self, rank: u64) -> Option<u32> {
///         Some(rank as u32)
///     }
///     fn end(&self, cell: &u32, _: Play) -> Option<End> {
///         (*cell == 0).then_some(End::Lost)
///     }
///     fn options(&self, cell: &u32, options: &mut Vec<u32>) {
///         options.extend([(cell + 1) % self.0, (cell + 2) % self.0]);
///     }
/// }
/// ```
pub trait RankedRuleset: Send + Sync {
    /// A position, including the player to move.
    type Position: Component;

    /// Returns the number of ranks of each layer. The layers partition the ranks from 0 on, in order.
    fn layers(&self) -> Vec<u64>;

    /// Returns the rank of `position`, or of the position that represents it.
    fn rank(&self, position: &Self::Position) -> u64;

    /// Returns the position of a rank; `None` for a hole. [`RankedRuleset::rank`] maps the position back to `rank`.
    fn position(&self, rank: u64) -> Option<Self::Position>;

    /// Returns the end of play in `position`, if a rule ends it. The engine checks whether a move is left.
    fn end(&self, position: &Self::Position, play: Play) -> Option<End>;

    /// Appends the position after every move from `position`, in which play has not ended. The order must always be
    /// the same, because answers list the moves in this order.
    fn options(&self, position: &Self::Position, options: &mut Vec<Self::Position>);

    /// Returns `true` if two moves from one position may lead to the same rank, or if moves from two positions of one rank may
    /// do so.
    ///
    /// If that never happens, `false` lets the engines skip sorting the moves.
    fn repeats(&self) -> bool {
        true
    }

    /// Returns the status of a rank. Implementations may be faster than [`RankedRuleset::position`] and
    /// [`RankedRuleset::end`].
    fn status(&self, rank: u64, play: Play) -> Status {
        match self.position(rank) {
            None => Status::Hole,
            Some(position) => self.end(&position, play).map_or(Status::Open, Status::Ended),
        }
    }

    /// Stores the status of each rank of `ranks`, in order, in `statuses`, which has the same length. Implementations
    /// may be faster than repeated calls of [`RankedRuleset::status`].
    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        for (rank, status) in ranks.zip(statuses) {
            *status = self.status(rank, play);
        }
    }

    /// Appends the ranks after every move from an open rank. Implementations may be faster than
    /// [`RankedRuleset::options`].
    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let Some(position) = self.position(rank) else { return };
        let mut options = Vec::new();
        self.options(&position, &mut options);
        moves.extend(options.iter().map(|option| self.rank(option)));
    }

    /// Appends the ranks of the same layer from which a move leads to `rank`, and returns `true`. Returns `false` if
    /// the rules do not list them.
    ///
    /// The predecessors may include holes and positions in which play has ended. These have no moves, and engines skip
    /// them.
    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let _ = (rank, predecessors);
        false
    }

    /// Returns the moves as fixed shifts of the rank, if they have this form.
    fn shifts(&self) -> Option<Shifts> {
        None
    }

    /// Returns the rank of the same placement with the other player to move, or `None` if the rules are impartial or have no
    /// such positions.
    ///
    /// If there is such a rank, the position has a value and can be a component of sums. Positions that share a rank must then
    /// have equal values.
    fn turned(&self, rank: u64) -> Option<u64> {
        let _ = rank;
        None
    }

    /// Returns the memory of the data that the rules store about ranks, in bytes.
    fn kept_bytes(&self) -> u64 {
        0
    }

    /// Returns the quantity that is computed for a position in addition to the winner.
    fn objective(&self) -> Objective {
        Objective::Moves
    }
}

/// Moves that are fixed shifts of the rank, for a game of two players with one layer.
///
/// A rank is (side · `high` + h) · `low` + l, with the side to move, a high part h and a low part l. A move leads from
/// (h, l) to (h + `Shift::high`, l + `Shift::low`) with the other side to move.
#[derive(Clone, Debug)]
pub struct Shifts {
    /// The number of values of the high part.
    pub high: u64,
    /// The number of values of the low part.
    pub low: u64,
    /// The moves of the first side, and the moves of the second.
    pub moves: [Vec<Shift>; 2],
}

/// A move of [`Shifts`]. It is allowed if both parts of the rank allow it. An allowed move stays on the board.
#[derive(Clone, Debug)]
pub struct Shift {
    /// The number added to the high part.
    pub high: i64,
    /// The number added to the low part.
    pub low: i64,
    /// For each high part, `true` if it allows the move.
    pub from_high: Vec<bool>,
    /// For each low part, `true` if it allows the move.
    pub from_low: Vec<bool>,
}

/// A [`RankedRuleset`] without its position type: the interface for engines, with methods that process many ranks at a time.
///
/// Every ranked ruleset implements it.
pub trait Ranks: Send + Sync {
    /// Returns the layers of [`RankedRuleset::layers`].
    fn layers(&self) -> Vec<u64>;

    /// Stores the status of each rank of `ranks`, in order, in `statuses`, which has the same length.
    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]);

    /// Appends the ranks after every move from an open rank, without repetitions.
    fn moves(&self, rank: u64, moves: &mut Vec<u64>);

    /// Appends the predecessors within the layer of each of `ranks`, without repetitions for a single rank. Returns
    /// `false` if the rules do not list predecessors.
    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool;

    /// Returns the shifts of [`RankedRuleset::shifts`].
    fn shifts(&self) -> Option<Shifts>;

    /// Returns the rank of [`RankedRuleset::turned`].
    fn turned(&self, rank: u64) -> Option<u64> {
        let _ = rank;
        None
    }

    /// Returns the objective of [`RankedRuleset::objective`].
    fn objective(&self) -> Objective {
        Objective::Moves
    }

    /// Returns the memory of [`RankedRuleset::kept_bytes`].
    fn kept_bytes(&self) -> u64 {
        0
    }

    /// Returns the layer of a rank, in time linear in the number of layers.
    fn layer(&self, rank: u64) -> usize {
        let mut end = 0u64;
        let is_before = |size: &&u64| {
            end = end.saturating_add(**size);
            end <= rank
        };
        self.layers().iter().take_while(is_before).count()
    }
}

impl<R: RankedRuleset> Ranks for R {
    fn layers(&self) -> Vec<u64> {
        RankedRuleset::layers(self)
    }

    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        RankedRuleset::statuses(self, ranks, play, statuses);
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let start = moves.len();
        RankedRuleset::moves(self, rank, moves);
        if self.repeats() {
            keep_distinct(moves, start);
        }
    }

    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool {
        let repeats = self.repeats();
        ranks.iter().all(|&rank| {
            let start = predecessors.len();
            let is_listed = RankedRuleset::predecessors(self, rank, predecessors);
            if repeats {
                keep_distinct(predecessors, start);
            }
            is_listed
        })
    }

    fn shifts(&self) -> Option<Shifts> {
        RankedRuleset::shifts(self)
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        RankedRuleset::turned(self, rank)
    }

    fn objective(&self) -> Objective {
        RankedRuleset::objective(self)
    }

    fn kept_bytes(&self) -> u64 {
        RankedRuleset::kept_bytes(self)
    }
}

/// Sorts the ranks from index `start` on and removes repetitions.
fn keep_distinct(ranks: &mut Vec<u64>, start: usize) {
    ranks[start..].sort_unstable();
    let mut kept = start;
    for index in start..ranks.len() {
        if index == start || ranks[index] != ranks[kept - 1] {
            ranks[kept] = ranks[index];
            kept += 1;
        }
    }
    ranks.truncate(kept);
}
