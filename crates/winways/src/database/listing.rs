//! The positions of a table one after the other, those that are looked for.

use super::{Database, DatabaseError};
use crate::{Outcome, Position};
use std::ops::Range;
use winways_solve::{HOLE, Observer, PAGE, Progress, SolvedValue, Stopped};

/// Which positions of a table are looked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PositionFilter {
    /// Those with this outcome for the player to move: [`Outcome::Next`], [`Outcome::Previous`] or [`Outcome::Draw`].
    pub outcome: Option<Outcome>,
    /// Those from which there are so many moves to the end, or in a table of points, where the winner gets so many more. A table
    /// of outcomes tells neither.
    pub remoteness: Option<u32>,
}

/// A position of a table.
pub struct ListedPosition {
    /// Its number in the table.
    pub rank: u64,
    /// The position.
    pub position: Position,
    /// What the table says of it; in a table of outcomes the number of moves means nothing.
    pub value: SolvedValue,
}

/// Some positions of a table, in the order of their ranks.
#[derive(Default)]
pub struct PositionList {
    /// The positions.
    pub positions: Vec<ListedPosition>,
    /// The rank from which on there may be more; none if the table has been gone through.
    pub next: Option<u64>,
    /// Why the work ended before so many were found as were wanted, if it did.
    pub stopped: Option<Stopped>,
}

impl PositionFilter {
    fn takes(self, value: SolvedValue) -> bool {
        let outcome = match value {
            SolvedValue::Won(_) => Outcome::Next,
            SolvedValue::Lost(_) => Outcome::Previous,
            SolvedValue::Drawn => Outcome::Draw,
        };
        self.outcome.is_none_or(|wanted| wanted == outcome)
            && self.remoteness.is_none_or(|wanted| value.remoteness() == Some(wanted))
    }
}

impl Database {
    /// The position of a rank; none if the table has no such rank, or no position there.
    ///
    /// # Errors
    /// That the table is damaged.
    pub fn position_of_rank(&self, rank: u64) -> Result<Option<Position>, DatabaseError> {
        if !self.table.ranks().contains(&rank) || self.table.code(rank)? == HOLE {
            return Ok(None);
        }
        Ok(self.board.position(rank).map(Position::of))
    }

    /// The first positions that `filter` takes, `most` at the most, of rank `from` or a greater one.
    ///
    /// Time in proportion to the ranks that are gone through, of which the observer is told.
    ///
    /// # Errors
    /// That the table is damaged.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, Database, DatabaseBuild, DatabaseRequest, NoObserver, Play, PositionFilter};
    /// let board = Catalogue::new().game("chase")?.board("5")?;
    /// let parent = tempfile::tempdir()?;
    /// let directory = parent.path().join("chase-5");
    /// let request = DatabaseRequest {
    ///     play: Play::Normal, records: None, shards: None, resume: false, budget: Budget::DEFAULT,
    /// };
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

    /// Adds those of a page that the filter takes; the first rank for which there was no room, if there was one.
    fn take(
        &self,
        filter: PositionFilter,
        page: Range<u64>,
        codes: &[u32],
        most: usize,
        list: &mut PositionList,
    ) -> Option<u64> {
        for (rank, &code) in page.zip(codes) {
            let value = SolvedValue::of_code(code).filter(|value| filter.takes(*value));
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
