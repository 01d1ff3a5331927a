use super::codes::Codes;
use super::error::StorageError;
use super::value::{HOLE, SolvedValue};
use std::cmp::Ordering;
use std::ops::Range;
use winways_rules::{Objective, Ranks};

/// A store of solved values by rank.
pub trait SolvedRanks: Send + Sync {
    /// Returns the value of `rank`; `None` for a hole.
    ///
    /// # Errors
    /// Returns a [`StorageError`] if the values cannot be read.
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError>;

    /// Returns the number of positions of each value.
    fn counts(&self) -> &Counts;

    /// Returns the kind of record stored per position.
    fn records(&self) -> RecordKind {
        RecordKind::Values
    }

    /// Returns `true` if all ranks of the board are solved. Otherwise the counts cover only the solved ranks.
    fn is_complete(&self) -> bool {
        true
    }

    /// Reads the codes of consecutive ranks (see [`SolvedValue::code`] and [`RecordKind::of_code`]) into
    /// `codes`, which has the same length.
    ///
    /// # Errors
    /// Fails like [`SolvedRanks::value`].
    fn codes(&self, ranks: Range<u64>, codes: &mut [u32]) -> Result<(), StorageError> {
        for (rank, code) in ranks.zip(codes) {
            *code = self.value(rank)?.map_or(HOLE, SolvedValue::code);
        }
        Ok(())
    }
}

/// The kind of record stored per position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RecordKind {
    /// The winner and the number of moves.
    Values,
    /// In a game of points, the winner and the lead in points.
    Points,
    /// The winner only. A won or lost position has the code of a position won or lost in 0 moves, and
    /// [`SolvedRanks::value`] returns an error.
    Outcomes,
}

impl RecordKind {
    /// Returns the record that is stored for a value with this code.
    pub fn of_code(self, code: u32) -> u32 {
        match self {
            RecordKind::Outcomes if code > HOLE => 2 + code % 2,
            _ => code,
        }
    }

    /// Describes a stored code in words: `lost in 4`, `drawn`, `no position`.
    pub fn words(self, code: u32) -> String {
        match (self, SolvedValue::of_code(code)) {
            (_, None) => "no position".to_owned(),
            (RecordKind::Outcomes, Some(SolvedValue::Won(_))) => "won".to_owned(),
            (RecordKind::Outcomes, Some(SolvedValue::Lost(_))) => "lost".to_owned(),
            (RecordKind::Points, Some(SolvedValue::Won(points))) => format!("won by {points}"),
            (RecordKind::Points, Some(SolvedValue::Lost(points))) => format!("lost by {points}"),
            (_, Some(value)) => value.to_string(),
        }
    }

    /// Returns the kind of record for games with this objective.
    pub fn of(objective: Objective) -> RecordKind {
        match objective {
            Objective::Moves => RecordKind::Values,
            Objective::Points => RecordKind::Points,
        }
    }
}

/// The number of positions of each value, and the first position with the greatest remoteness or, in a game of points,
/// with the most points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions won in 0, 1, 2, … moves, or by 0, 1, 2, … points.
    pub won: Vec<u64>,
    /// Positions lost in 0, 1, 2, … moves, or by 0, 1, 2, … points.
    pub lost: Vec<u64>,
    /// Drawn positions.
    pub drawn: u64,
    /// Ranks without a position.
    pub holes: u64,
    /// The least rank among the positions with the greatest remoteness, or with the most points.
    pub farthest: Option<u64>,
}

impl Counts {
    /// Counts a rank with this code.
    pub fn count(&mut self, rank: u64, code: u32) {
        let before = self.greatest_remoteness();
        self.count_many(code, 1);
        let Some(remoteness) = SolvedValue::of_code(code).and_then(SolvedValue::remoteness) else { return };
        self.farthest = match Some(remoteness).cmp(&before) {
            Ordering::Less => self.farthest,
            Ordering::Greater => Some(rank),
            Ordering::Equal => self.farthest.min(Some(rank)),
        };
    }

    /// Returns the counts of the ranks from 0 on with these codes. Equivalent to counting one by one, but
    /// faster.
    fn of_narrow(codes: &[u16]) -> Counts {
        let greatest = codes.iter().copied().max().map_or(0, usize::from);
        // Equal codes often follow one another. With a single row of counters, each addition would wait for
        // the previous one.
        let mut rows = [(); 4].map(|()| vec![0u64; greatest + 1]);
        for codes in codes.chunks(4) {
            for (&code, row) in codes.iter().zip(&mut rows) {
                row[usize::from(code)] += 1;
            }
        }
        let mut counts = Counts::default();
        for code in 0..=greatest {
            let count = rows.iter().map(|row| row[code]).sum();
            counts.count_many(code as u32, count);
        }
        let farthest = counts.greatest_remoteness();
        let is_farthest =
            |&code: &u16| SolvedValue::of_code(code.into()).and_then(SolvedValue::remoteness) == farthest;
        counts.farthest = farthest.and_then(|_| codes.iter().position(is_farthest)).map(|rank| rank as u64);
        counts
    }

    /// Counts `count` ranks with this code, without updating `farthest`.
    fn count_many(&mut self, code: u32, count: u64) {
        let (counts, remoteness) = match SolvedValue::of_code(code) {
            _ if count == 0 => return,
            None => return self.holes += count,
            Some(SolvedValue::Drawn) => return self.drawn += count,
            Some(SolvedValue::Won(remoteness)) => (&mut self.won, remoteness),
            Some(SolvedValue::Lost(remoteness)) => (&mut self.lost, remoteness),
        };
        if counts.len() <= remoteness as usize {
            counts.resize(remoteness as usize + 1, 0);
        }
        counts[remoteness as usize] += count;
    }

    /// Adds the counts of other ranks.
    pub fn add(&mut self, other: &Counts) {
        let (mine, theirs) = (self.greatest_remoteness(), other.greatest_remoteness());
        self.farthest = match mine.cmp(&theirs) {
            Ordering::Less => other.farthest,
            Ordering::Greater => self.farthest,
            Ordering::Equal => self.farthest.into_iter().chain(other.farthest).min(),
        };
        add_each(&mut self.won, &other.won);
        add_each(&mut self.lost, &other.lost);
        self.drawn += other.drawn;
        self.holes += other.holes;
    }

    /// Returns the greatest remoteness, or number of points, or `None` if no position is won or lost.
    pub fn greatest_remoteness(&self) -> Option<u32> {
        (self.won.len().max(self.lost.len()) as u32).checked_sub(1)
    }

    /// Returns the number of positions, excluding holes.
    pub fn positions(&self) -> u64 {
        self.drawn + self.won.iter().sum::<u64>() + self.lost.iter().sum::<u64>()
    }
}

fn add_each(counts: &mut Vec<u64>, others: &[u64]) {
    if counts.len() < others.len() {
        counts.resize(others.len(), 0);
    }
    for (count, other) in counts.iter_mut().zip(others) {
        *count += other;
    }
}

/// The values of all ranks of a game in memory, in two bytes each if all codes fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    records: RecordKind,
    codes: Codes,
    counts: Counts,
}

impl Solution {
    /// Creates the solution with these codes, in the order of ranks.
    pub fn of_codes(records: RecordKind, codes: &[u32]) -> Solution {
        Solution::new(records, Codes::new(codes))
    }

    pub(super) fn new(records: RecordKind, codes: Codes) -> Solution {
        let counts = match &codes {
            Codes::Narrow(codes) => Counts::of_narrow(codes),
            Codes::Wide(codes) => {
                let mut counts = Counts::default();
                (0..).zip(codes).for_each(|(rank, &code)| counts.count(rank, code));
                counts
            }
        };
        Solution { records, codes, counts }
    }

    /// Returns the number of ranks.
    pub fn len(&self) -> u64 {
        self.codes.len() as u64
    }

    /// Returns `true` if the game has no ranks.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the code of a rank; see [`SolvedValue::code`].
    ///
    /// # Panics
    /// Panics if there is no such rank.
    pub fn code(&self, rank: u64) -> u32 {
        self.codes.get(rank as usize)
    }
}

impl SolvedRanks for Solution {
    fn value(&self, rank: u64) -> Result<Option<SolvedValue>, StorageError> {
        match rank < self.len() {
            true => Ok(SolvedValue::of_code(self.code(rank))),
            false => Err(StorageError::new(format!(
                "rank {rank} does not exist: the game has {} ranks",
                self.len()
            ))),
        }
    }

    fn counts(&self) -> &Counts {
        &self.counts
    }

    fn records(&self) -> RecordKind {
        self.records
    }
}

/// Returns the moves of an open rank, each as its target rank and its value to the player who makes the
/// move.
///
/// # Errors
/// Fails like [`SolvedRanks::value`].
pub fn move_values(
    rules: &dyn Ranks,
    solved: &dyn SolvedRanks,
    rank: u64,
) -> Result<Vec<(u64, SolvedValue)>, StorageError> {
    let (objective, layer) = (rules.objective(), rules.layer(rank));
    let mut moves = Vec::new();
    rules.moves(rank, &mut moves);
    let value = |to: u64| match solved.value(to)? {
        Some(value) => Ok((to, value.offered(objective, layer.saturating_sub(rules.layer(to)) as u32))),
        None => {
            let what = format!("a move of rank {rank} leads to rank {to}, which has no position");
            Err(StorageError::new(what))
        }
    };
    moves.into_iter().map(value).collect()
}
