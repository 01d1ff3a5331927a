//! The values of a position and its moves in a table.

use crate::PositionMove;
use crate::analyse::analysis::MoveList;
use std::cmp::Reverse;
use winways_kit::{AnyMove, RankedPosition};
use winways_rules::{End, Objective, Play};
use winways_solve::{HOLE, RecordKind, SolvedRanks, SolvedValue, StorageError};

/// A position with its value, and its moves with their values for the player who makes them, best first.
///
/// If the table stores only outcomes, won and lost values have remoteness 0.
pub(super) struct Verdict {
    pub(super) value: SolvedValue,
    pub(super) objective: Objective,
    pub(super) records: RecordKind,
    /// `true` if a rule ended play.
    pub(super) has_ended: bool,
    pub(super) moves: Vec<(AnyMove, SolvedValue)>,
}

impl Verdict {
    /// Looks up the position and its moves in the table.
    ///
    /// # Errors
    /// Returns an error if the table cannot be read, or if the value of the position contradicts the values of its
    /// moves.
    pub(super) fn new(
        position: &dyn RankedPosition,
        play: Play,
        table: &dyn SolvedRanks,
    ) -> Result<Verdict, StorageError> {
        let (rules, records) = (position.board().ranks(), table.records());
        let (objective, layer) = (rules.objective(), rules.layer(position.rank()));
        let value_of = |rank| {
            let mut code = [HOLE];
            table.codes(rank..rank + 1, &mut code)?;
            SolvedValue::of_code(code[0])
                .ok_or_else(|| StorageError::new(format!("the table has no position of rank {rank}")))
        };
        let value = value_of(position.rank())?;
        let taken = |to: u64| match objective {
            Objective::Moves => 0,
            Objective::Points => layer.saturating_sub(rules.layer(to)) as u32,
        };
        let judge = |(step, to): (AnyMove, u64)| {
            let taken = taken(to);
            Ok((step, value_of(to)?.offered(objective, taken), taken))
        };
        let moves = position.ranked_moves().into_iter().map(judge);
        let mut moves: Vec<(AnyMove, SolvedValue, u32)> = moves.collect::<Result<_, StorageError>>()?;
        // Equally good moves stay in the order in which the rules list them, except that moves that take points come first.
        moves.sort_by_key(|(_, worth, taken)| (Reverse(worth.merit(objective)), Reverse(*taken)));
        let moves: Vec<(AnyMove, SolvedValue)> =
            moves.into_iter().map(|(step, worth, _)| (step, worth)).collect();
        let has_ended = position.end(play);
        let end = has_ended.or(moves.is_empty().then_some(match play {
            Play::Normal => End::Lost,
            Play::Misere => End::Won,
        }));
        let wanted = match (end, moves.first()) {
            (None, Some((_, best))) => *best,
            (None, None) => SolvedValue::Drawn,
            (Some(end), _) => SolvedValue::of_end(end, objective, layer as u32),
        };
        let (code, wanted) = (value.code(), records.of_code(wanted.code()));
        if code != wanted {
            let (text, stored, wanted) = (position.text(), records.words(code), records.words(wanted));
            let message =
                format!("the table is wrong: {text} is stored as {stored}, but its moves give {wanted}");
            return Err(StorageError::new(message));
        }
        Ok(Verdict { value, objective, records, has_ended: has_ended.is_some(), moves })
    }

    /// Returns the remoteness of a value if the table stores remotenesses.
    pub(super) fn remoteness(&self, value: SolvedValue) -> Option<u32> {
        if self.records == RecordKind::Values { value.remoteness() } else { None }
    }

    /// Returns the number of moves that win or, in a drawn position, hold the draw; 0 in a lost position. In a game of points,
    /// returns the number of moves that gain the most points.
    pub(super) fn good_moves(&self) -> usize {
        let is_good = |worth: &SolvedValue| match (self.objective, self.value) {
            (Objective::Points, value) => *worth == value,
            (Objective::Moves, SolvedValue::Won(_)) => matches!(worth, SolvedValue::Won(_)),
            (Objective::Moves, SolvedValue::Drawn) => matches!(worth, SolvedValue::Drawn),
            (Objective::Moves, SolvedValue::Lost(_)) => false,
        };
        self.moves.iter().take_while(|(_, worth)| is_good(worth)).count()
    }

    pub(super) fn winning_moves(&self, limit: usize) -> MoveList {
        let good = self.good_moves();
        let listed = self.moves.iter().take(good.min(limit)).map(|(step, worth)| PositionMove {
            remoteness: self.remoteness(*worth),
            ..PositionMove::new(0, step.clone())
        });
        MoveList { total: good as u64, listed: listed.collect() }
    }
}
