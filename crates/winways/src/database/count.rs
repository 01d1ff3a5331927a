//! Counts of the reachable positions by value.

use super::{Database, DatabaseError};
use crate::{AnyBoard, Position};
use std::ops::Range;
use winways_solve::{
    Budget, Counts, HOLE, Observer, PAGE, Progress, ReachableSet, RecordKind, reachable_ranks,
};

impl Database {
    /// Counts the positions reachable from `position`, including itself, by value.
    ///
    /// Returns one entry for each layer of the ranks, in order; play moves from later layers to earlier layers. Symmetric
    /// positions that share a rank count once. In a table of outcomes, each layer has a single number of won positions and a
    /// single number of lost positions.
    ///
    /// Reads each part of the table at most once, and reads no layer after the layer of `position`. Uses one bit of memory for
    /// each rank, and another bit for each rank of the largest layer.
    ///
    /// # Errors
    /// Returns [`DatabaseError`] if the position belongs to another board or is not solved yet, if the table is damaged, if the
    /// memory limit is too low, or if the work was stopped. The memory limit is checked before any memory is used.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, NoObserver, Play};
    /// use winways::tables::{Database, DatabaseBuild, DatabaseRequest};
    /// let board = Catalogue::new().game("mnk(3,3,3)")?.board("")?;
    /// let parent = tempfile::tempdir()?;
    /// let directory = parent.path().join("tic-tac-toe");
    /// let request = DatabaseRequest::default();
    /// DatabaseBuild::begin(board, &directory, &request, || false)?.run(&NoObserver)?;
    ///
    /// let database = Database::open(&Catalogue::new(), &directory)?;
    /// let layers = database.count_reachable(&database.position("")?, Budget::DEFAULT, &NoObserver)?;
    /// assert_eq!(layers.iter().map(|counts| counts.positions()).sum::<u64>(), 5478);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_reachable(
        &self,
        position: &Position,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Vec<Counts>, DatabaseError> {
        let name = self.board.name();
        let is_same_board = |board: &dyn AnyBoard| board.name() == name && board.key() == self.board.key();
        let on_board = position.ranked().filter(|loopy| is_same_board(loopy.board()));
        let Some(start) = on_board.map(|loopy| loopy.rank()) else {
            return Err(DatabaseError::Refused(format!("{position} is not a position of {name}")));
        };
        if !self.has(position) {
            return Err(DatabaseError::Refused(format!("the table has not solved {position} yet")));
        }
        let (rules, play) = (self.board.ranks(), self.identity().play);
        let reachable = reachable_ranks(rules, play, &[start], budget, observer);
        let reachable = reachable.map_err(DatabaseError::Stopped)?;
        let mut nodes = 0;
        let counts = |(layer, ranks)| self.counts_of(&reachable, layer, ranks, &mut nodes, observer);
        (0u64..).zip(reachable.layers()).map(counts).collect()
    }

    /// Counts the reached ranks among `ranks` by value, and adds their number to `nodes`.
    fn counts_of(
        &self,
        reachable: &ReachableSet,
        layer: u64,
        ranks: Range<u64>,
        nodes: &mut u64,
        observer: &dyn Observer,
    ) -> Result<Counts, DatabaseError> {
        let mut counts = Counts::default();
        let mut codes = vec![HOLE; PAGE as usize];
        for start in ranks.clone().step_by(codes.len()) {
            let run = start..ranks.end.min(start + PAGE);
            if reachable.count(run.clone()) == 0 {
                continue;
            }
            let progress = Progress { positions: *nodes, layer, ..Progress::default() };
            observer.poll(&progress).map_err(|reason| DatabaseError::Stopped(reason.after(*nodes)))?;
            let codes = &mut codes[..(run.end - run.start) as usize];
            self.table.read(run.clone(), codes)?;
            for rank in reachable.ranks(run.clone()) {
                counts.count(rank, codes[(rank - start) as usize]);
            }
            *nodes += reachable.count(run);
        }
        if counts.holes > 0 {
            let message = "there are reachable ranks for which the table has no position".to_owned();
            return Err(DatabaseError::Refused(message));
        }
        if self.identity().records == RecordKind::Outcomes {
            counts.farthest = None;
        }
        Ok(counts)
    }
}
