use crate::{Component, Play};
use std::ops::Range;

/// How play has ended, seen by the player whose turn it would be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// That player has won.
    Won,
    /// That player has lost: the opponent has just reached a goal, or nothing can be moved.
    Lost,
    /// Neither has won.
    Drawn,
}

/// What is known of a ranked position beside who wins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// In how many moves, if the winner hurries and the loser delays.
    Moves,
    /// By how many points. In layer *n* are the positions in which *n* points remain. By a move from there into
    /// layer *m* its player takes *n* - *m* of them; who has won when play ends takes all that are left; where play has
    /// ended in a draw, or goes on without end, each has half of them.
    Points,
}

/// What the rules say of a rank before any move is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// No position has this rank, or a symmetric one stands for it.
    Hole,
    /// Play has ended.
    Ended(End),
    /// Play goes on, if there is a move.
    Open,
}

/// A game, which may have cycles, given by numbers for its positions, the *ranks*: 0, 1, 2, …
///
/// A position says whose turn it is. Ranks are dense where they can be; a rank without a position is a *hole*. Symmetric
/// positions may share a rank, that of one of them.
///
/// Ranks come in *layers*, one after the other: a move leads into the same layer or into an earlier one, never into a later
/// one (stones captured, cells filled). Engines solve layer after layer.
///
/// ```
/// use winways_rules::{End, Play, RankedRuleset};
///
/// /// A token on a ring of cells with one exit: each move goes one or two cells on, and who leaves at cell 0 wins.
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
    /// A position, with whose turn it is.
    type Position: Component;

    /// The number of ranks of each layer; layer after layer they make the ranks from 0 on.
    fn layers(&self) -> Vec<u64>;

    /// The rank of `position`, or of the position that stands for it.
    fn rank(&self, position: &Self::Position) -> u64;

    /// The position of a rank; `None` for a hole. [`RankedRuleset::rank`] of it is `rank` again.
    fn position(&self, rank: u64) -> Option<Self::Position>;

    /// How play has ended in `position`, if a rule says so; that nothing can be moved is for the engine to see.
    fn end(&self, position: &Self::Position, play: Play) -> Option<End>;

    /// Appends the positions after every move of `position`, in which play has not ended. The order is a part of the rules.
    fn options(&self, position: &Self::Position, options: &mut Vec<Self::Position>);

    /// Whether two moves of a position may lead to the same rank, or two positions of one rank to another.
    ///
    /// Where they never do, `false` saves the engines a sorting.
    fn repeats(&self) -> bool {
        true
    }

    /// As [`RankedRuleset::position`] and [`RankedRuleset::end`]; a faster way to the same.
    fn status(&self, rank: u64, play: Play) -> Status {
        match self.position(rank) {
            None => Status::Hole,
            Some(position) => self.end(&position, play).map_or(Status::Open, Status::Ended),
        }
    }

    /// As [`RankedRuleset::status`], of each rank of `ranks` in order, into `statuses`, which is as long; a faster way to the same.
    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]) {
        for (rank, status) in ranks.zip(statuses) {
            *status = self.status(rank, play);
        }
    }

    /// As [`RankedRuleset::options`]; a faster way to the same: appends the ranks after every move of an open rank.
    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let Some(position) = self.position(rank) else { return };
        let mut options = Vec::new();
        self.options(&position, &mut options);
        moves.extend(options.iter().map(|option| self.rank(option)));
    }

    /// Appends the ranks of the same layer from which a move leads to `rank`, and returns `true`; or returns `false` if the rules
    /// do not list them.
    ///
    /// Holes and positions in which play has ended may be among them; they have no moves, and engines pass over them.
    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        let _ = (rank, predecessors);
        false
    }

    /// The moves as fixed shifts of the rank, if they are that.
    fn shifts(&self) -> Option<Shifts> {
        None
    }

    /// What is known of a position beside who wins it.
    fn objective(&self) -> Objective {
        Objective::Moves
    }
}

/// Moves that are fixed shifts of the rank, for a game of two players with one layer.
///
/// A rank is (side · `high` + h) · `low` + l: the two sides, who take turns, and two parts. A move leads from (h, l) to
/// (h + `Shift::high`, l + `Shift::low`) of the other side.
#[derive(Clone, Debug)]
pub struct Shifts {
    /// How many values the high part has.
    pub high: u64,
    /// How many values the low part has.
    pub low: u64,
    /// The moves of the first side, and those of the second.
    pub moves: [Vec<Shift>; 2],
}

/// A move of [`Shifts`]. It may be made where both parts allow it; then it stays within the board.
#[derive(Clone, Debug)]
pub struct Shift {
    /// What it adds to the high part.
    pub high: i64,
    /// What it adds to the low part.
    pub low: i64,
    /// At which high parts it may be made.
    pub from_high: Vec<bool>,
    /// At which low parts it may be made.
    pub from_low: Vec<bool>,
}

/// A [`RankedRuleset`] without its type of positions: what engines ask, many ranks at a time.
///
/// Every ruleset has it.
pub trait Ranks: Send + Sync {
    /// As [`RankedRuleset::layers`].
    fn layers(&self) -> Vec<u64>;

    /// The status of each rank of `ranks`, in order, into `statuses`, which is as long.
    fn statuses(&self, ranks: Range<u64>, play: Play, statuses: &mut [Status]);

    /// Appends the ranks after every move of an open rank, each once.
    fn moves(&self, rank: u64, moves: &mut Vec<u64>);

    /// Appends the predecessors within the layer of each of `ranks`, each once for each of them; `false` if the rules do not
    /// tell.
    fn predecessors(&self, ranks: &[u64], predecessors: &mut Vec<u64>) -> bool;

    /// As [`RankedRuleset::shifts`].
    fn shifts(&self) -> Option<Shifts>;

    /// As [`RankedRuleset::objective`].
    fn objective(&self) -> Objective {
        Objective::Moves
    }

    /// The layer of a rank. O(layers).
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
            let told = RankedRuleset::predecessors(self, rank, predecessors);
            if repeats {
                keep_distinct(predecessors, start);
            }
            told
        })
    }

    fn shifts(&self) -> Option<Shifts> {
        RankedRuleset::shifts(self)
    }

    fn objective(&self) -> Objective {
        RankedRuleset::objective(self)
    }
}

/// Sorts what follows `start`, and keeps one of each.
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
