//! Enumerates the positions of a table that match a filter.

use super::{Database, DatabaseError};
use crate::{Outcome, Position};
use std::ops::Range;
use winways_solve::{HOLE, Observer, PAGE, Progress, SolvedValue, Stopped};

/// A filter for the positions of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionFilter {
    /// The outcome for the player to move: [`Outcome::Next`], [`Outcome::Previous`] or [`Outcome::Draw`].
    pub outcome: Option<Outcome>,
    /// The number of moves to the end or, in a table of points, the number of points by which the winner is ahead. In a table
    /// of outcomes, this number has no meaning.
    pub remoteness: Option<u32>,
}

/// A position of a table.
pub struct ListedPosition {
    /// The rank of the position in the table.
    pub rank: u64,
    /// The position.
    pub position: Position,
    /// The value in the table. In a table of outcomes, its number of moves has no meaning.
    pub value: SolvedValue,
}

/// Positions of a table, in the order of their ranks.
#[derive(Default)]
pub struct PositionList {
    /// The positions.
    pub positions: Vec<ListedPosition>,
    /// The rank from which to continue; `None` if the whole table has been searched.
    pub next: Option<u64>,
    /// The reason the work was stopped before enough positions were found; `None` if it was not stopped.
    pub stopped: Option<Stopped>,
}

impl PositionFilter {
    fn matches(self, value: SolvedValue) -> bool {
        self.outcome.is_none_or(|wanted| wanted == value.into())
            && self.remoteness.is_none_or(|wanted| value.remoteness() == Some(wanted))
    }
}

impl Database {
    /// Returns the position of a rank, or `None` if the game has no position of this rank.
    ///
    /// # Errors
    /// Returns an error if the rank is not solved yet, or if the table is damaged.
    pub fn position_of_rank(&self, rank: u64) -> Result<Option<Position>, DatabaseError> {
        let exists = self.identity().ranks().is_none_or(|count| rank < count);
        if !exists || self.table.code(rank)? == HOLE {
            return Ok(None);
        }
        Ok(self.board.position(rank).map(Position::of))
    }

    /// Returns the first `most` positions from rank `from` on that match `filter`.
    ///
    /// The time is proportional to the number of ranks searched, which is reported to the observer.
    ///
    /// # Errors
    /// Returns an error if the table is damaged.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver, Play};
    /// use winways::tables::{Database, DatabaseBuild, DatabaseRequest, PositionFilter};
    /// let board = Catalogue::new().game("chase")?.board("5")?;
    /// let parent = tempfile::tempdir()?;
    /// let directory = parent.path().join("chase-5");
    /// let request = DatabaseRequest::default();
    /// DatabaseBuild::begin(board, &directory, &request, || false)?.run(&NoObserver)?;
    ///
    /// let database = Database::open(&Catalogue::new(), &directory)?;
    /// let counts = database.info()?.counts;
    /// let farthest = PositionFilter { remoteness: counts.greatest_remoteness(), ..PositionFilter::default() };
    /// let found = database.positions(farthest, 0, 1000, &NoObserver)?;
    /// assert!(found.positions.iter().any(|found| Some(found.rank) == counts.farthest));
    /// assert_eq!(found.next, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(
        &self,
        filter: PositionFilter,
        from: u64,
        most: usize,
        observer: &dyn Observer,
    ) -> Result<PositionList, DatabaseError> {
        let mut list = PositionList::default();
        let ranks = self.table.ranks();
        let mut codes = vec![HOLE; PAGE as usize];
        let mut start = from.max(ranks.start);
        while start < ranks.end {
            let progress = Progress { positions: start - from, ..Progress::default() };
            if let Err(reason) = observer.poll(&progress) {
                return Ok(PositionList {
                    next: Some(start),
                    stopped: Some(reason.after(start - from)),
                    ..list
                });
            }
            let page = start..ranks.end.min(start + PAGE);
            let codes = &mut codes[..(page.end - page.start) as usize];
            self.table.read(page.clone(), codes)?;
            start = page.end;
            if let Some(next) = self.take(filter, page, codes, most, &mut list) {
                return Ok(PositionList { next: Some(next), ..list });
            }
        }
        Ok(list)
    }

    /// Adds the matching positions of a page until the list holds `most` positions. Returns the rank of the first matching
    /// position that was not added.
    fn take(
        &self,
        filter: PositionFilter,
        page: Range<u64>,
        codes: &[u32],
        most: usize,
        list: &mut PositionList,
    ) -> Option<u64> {
        for (rank, &code) in page.zip(codes) {
            let value = SolvedValue::of_code(code).filter(|value| filter.matches(*value));
            let (Some(value), true) = (value, code != HOLE) else { continue };
            if list.positions.len() >= most {
                return Some(rank);
            }
            let position = self.board.position(rank).map(Position::of);
            list.positions.extend(position.map(|position| ListedPosition { rank, position, value }));
        }
        None
    }
}
