//! Lists all moves of a position, with the result of each move.

use super::envelope::{Envelope, Observers, Refusal, RequestStatus};
use crate::wire::{ErrorJson, ErrorKind, MovesJson};
use crate::{Position, PositionMove, Request, Session, StopReason};
use winways_solve::Observer;

/// The maximum number of moves that are enumerated for one answer.
const MOST_MOVES: u64 = 1 << 20;

/// The approximate memory of an enumerated move, in bytes, in addition to the position after it.
const MOVE_BYTES: u64 = 256;

/// The maximum total size of the listed moves, in words. Each move counts as the size of the position, since it is written with
/// the positions before and after it.
const WORDS_LISTED: usize = 1_000_000;

/// Listed moves, with their texts and the positions before and after them, may use the memory budget divided by this number.
const PART_LISTED: u64 = 4;

/// Writes the moves of a position. With `outcomes`, also writes the outcome and value after each move; with `scene`, also the
/// picture of the position.
pub(super) fn answer<'c>(
    session: &mut Session<'c>,
    position: &Position,
    outcomes: bool,
    scene: bool,
    request: &Request<'c>,
    observers: Observers<'_>,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    let (moves, listed) = position
        .listed_moves(request, observers.work)
        .map_err(|message| ErrorJson::without_place(ErrorKind::Limit, &message))?;
    let (known, stopped) = match outcomes {
        true => session.after_moves(position, &moves[..listed], request, observers.work),
        false => (Vec::new(), None),
    };
    let json = MovesJson::new(position, request.play, &moves, listed, known, stopped, observers.writing);
    let json = if scene { json.with_scene(position) } else { json };
    envelope.answer(&json, json.stopped())
}

impl Position {
    /// Returns all moves, and the number of moves that an answer to the request should list, counted from the first move.
    ///
    /// # Errors
    /// Returns a message if there may be too many moves to enumerate, or if the rules fail.
    ///
    /// ```
    /// use winways::{Catalogue, NoObserver, Position, Request};
    /// let position = Position::of_expression(&Catalogue::new(), "domineering(\"..|..\")")?;
    /// let request = Request::default().moves(3);
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
        let bytes = MOVE_BYTES + size_of::<u64>() as u64 * self.size() as u64;
        if bound > MOST_MOVES || bound.saturating_mul(bytes) > request.budget.memory {
            let most = MOST_MOVES.min(request.budget.memory / bytes);
            return Err(format!("the position may have {bound} moves, and at most {most} are enumerated"));
        }
        let moves = self.moves_within(observer).map_err(|fault| StopReason::from(fault).to_string())?;
        // The text of a position takes about one byte for each cell, but cells are packed in words. A listed move is therefore
        // estimated at twice the memory of an enumerated move.
        let affordable = (request.budget.memory / PART_LISTED / (2 * bytes)).max(1);
        let listed = request.moves.min((WORDS_LISTED / self.size().max(1)).max(1)).min(moves.len());
        let listed = listed.min(usize::try_from(affordable).unwrap_or(usize::MAX));
        Ok((moves, listed))
    }
}
