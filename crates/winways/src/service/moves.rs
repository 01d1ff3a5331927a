//! All moves of a position, and what becomes of it after each.

use super::envelope::{Envelope, Refusal, Settled};
use crate::wire::{ErrorJson, MovesJson};
use crate::{Position, PositionMove, Request, Session, StopReason};
use winways_solve::Observer;

/// So many moves are enumerated at the most: that takes time in one go.
const MOST_MOVES: u64 = 1 << 20;

/// About what a move takes while all of them are enumerated, in bytes.
const MOVE_BYTES: u64 = 256;

/// How many words all moves that are written down may fill, each with the positions before and after it.
const WORDS_LISTED: usize = 1_000_000;

/// Writes the moves; with `outcomes` also who wins after each, and what the position is worth then.
pub(super) fn answer<'c>(
    session: &mut Session<'c>,
    position: &Position,
    outcomes: bool,
    request: &Request<'c>,
    observer: &dyn Observer,
    envelope: &mut Envelope<'_, '_>,
) -> Result<Settled, Refusal> {
    let (moves, listed) = position
        .listed_moves(request, observer)
        .map_err(|message| ErrorJson::without_place("limit", &message))?;
    let (known, stopped) = match outcomes {
        true => session.after_moves(position, &moves[..listed], request, observer),
        false => (Vec::new(), None),
    };
    let json = MovesJson::new(position, request.play, &moves, listed, known, stopped.as_ref());
    envelope.answer(&json, stopped.as_ref())
}

impl Position {
    /// All moves, and how many of them, the first ones, are to be written down for a request.
    ///
    /// # Errors
    /// That there may be too many moves to enumerate them in one go, or that the rules went wrong.
    ///
    /// ```
    /// use winways::{Catalogue, NoObserver, Position, Request};
    /// let position = Position::of_expression(&Catalogue::new(), "domineering(\"..|..\")")?;
    /// let request = Request { moves: 3, ..Request::default() };
    /// let (moves, listed) = position.listed_moves(&request, &NoObserver).unwrap();
    /// assert_eq!((moves.len(), listed), (4, 3));
    /// # Ok::<(), winways::Diagnostic>(())
    /// ```
    pub fn listed_moves(
        &self,
        request: &Request<'_>,
        observer: &dyn Observer,
    ) -> Result<(Vec<PositionMove>, usize), String> {
        let bound = self.move_bound();
        if bound > MOST_MOVES || bound.saturating_mul(MOVE_BYTES) > request.budget.memory {
            let most = MOST_MOVES.min(request.budget.memory / MOVE_BYTES);
            return Err(format!("the position may have {bound} moves, and at most {most} are enumerated"));
        }
        let moves = self.moves_within(observer).map_err(|fault| StopReason::from(fault).to_string())?;
        let listed = request.moves.min((WORDS_LISTED / self.size().max(1)).max(1)).min(moves.len());
        Ok((moves, listed))
    }
}
