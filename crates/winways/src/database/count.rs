//! How many of the positions that play reaches are won, drawn and lost.

use super::{Database, DatabaseError};
use crate::{AnyBoard, Position};
use std::ops::{ControlFlow, Range};
use winways_solve::{
    Budget, HOLE, Observer, PAGE, Progress, Reached, Records, Stopped, Tally, reached_ranks,
};

impl Database {
    /// How many of the positions that play reaches from `position`, itself included, have which value: a tally of each layer
    /// of the ranks, in order, so that play goes from the last ones to the first. Symmetric positions that share a rank count
    /// once. In a table of outcomes each tally has one number of positions won, and one of positions lost.
    ///
    /// It needs no layer later than that of `position`, and reads no part of the table twice. A bit of memory for each rank,
    /// and one more for each rank of the largest layer.
    ///
    /// # Errors
    /// [`DatabaseError`]: that the position is of another board, or not solved yet; that the table is damaged; or why the
    /// work ended before its end, for which the memory is looked at before any is taken.
    ///
    /// ```
    /// use winways::{Budget, Catalogue, Database, DatabaseBuild, DatabaseRequest, Play, Silent};
    /// let board = Catalogue::new().game("mnk(3,3,3)")?.board("")?;
    /// let parent = tempfile::tempdir()?;
    /// let directory = parent.path().join("tic-tac-toe");
    /// let request = DatabaseRequest {
    ///     play: Play::Normal, records: None, shards: None, resume: false, budget: Budget::DEFAULT,
    /// };
    /// DatabaseBuild::begin(board, &directory, &request, || false)?.run(&Silent)?;
    ///
    /// let database = Database::open(&Catalogue::new(), &directory)?;
    /// let tallies = database.count_reached(&database.position("")?, Budget::DEFAULT, &Silent)?;
    /// assert_eq!(tallies.iter().map(|tally| tally.positions()).sum::<u64>(), 5478);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_reached(
        &self,
        position: &Position,
        budget: Budget,
        observer: &dyn Observer,
    ) -> Result<Vec<Tally>, DatabaseError> {
        let name = self.board.name();
        let is_mine = |board: &dyn AnyBoard| board.name() == name && board.key() == self.board.key();
        let on_board = position.loopy().filter(|loopy| is_mine(loopy.board()));
        let Some(start) = on_board.map(|loopy| loopy.rank()) else {
            return Err(DatabaseError::Refused(format!("{position} is no position of {name}")));
        };
        if !self.has(position) {
            return Err(DatabaseError::Refused(format!("the table has not come to {position} yet")));
        }
        let (rules, play) = (self.board.ranks(), self.identity().play);
        let reached = reached_ranks(rules, play, &[start], budget, observer);
        let reached = reached.map_err(DatabaseError::Stopped)?;
        let mut nodes = 0;
        let tally = |(layer, ranks)| self.tally_of(&reached, layer, ranks, &mut nodes, observer);
        (0u64..).zip(reached.layers()).map(tally).collect()
    }

    /// The tally of those of `ranks` that are reached; adds their number to `nodes`.
    fn tally_of(
        &self,
        reached: &Reached,
        layer: u64,
        ranks: Range<u64>,
        nodes: &mut u64,
        observer: &dyn Observer,
    ) -> Result<Tally, DatabaseError> {
        let mut tally = Tally::default();
        let mut codes = vec![HOLE; PAGE as usize];
        for start in ranks.clone().step_by(codes.len()) {
            let run = start..ranks.end.min(start + PAGE);
            if reached.count(run.clone()) == 0 {
                continue;
            }
            let progress = Progress { positions: *nodes, layer, ..Progress::default() };
            if let ControlFlow::Break(reason) = observer.observe(&progress) {
                return Err(DatabaseError::Stopped(Stopped { reason, nodes: *nodes }));
            }
            let codes = &mut codes[..(run.end - run.start) as usize];
            self.table.read(run.clone(), codes)?;
            for rank in reached.ranks(run.clone()) {
                tally.count(rank, codes[(rank - start) as usize]);
            }
            *nodes += reached.count(run);
        }
        if tally.holes > 0 {
            let what = "play reaches ranks for which the table has no position".to_owned();
            return Err(DatabaseError::Refused(what));
        }
        if self.identity().records == Records::Outcomes {
            tally.farthest = None;
        }
        Ok(tally)
    }
}
