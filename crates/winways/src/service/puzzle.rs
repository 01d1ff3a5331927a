//! Answers requests for puzzles.

use super::envelope::{Envelope, Refusal, RequestStatus};
use crate::wire::{ErrorJson, ErrorKind, PuzzleJson};
use crate::{Catalogue, PuzzleDate, Puzzles};
use winways_solve::Observer;

/// The parameters of a requested puzzle.
pub(super) struct Asked<'a> {
    /// The date of a puzzle of the day; empty for the puzzle of a seed.
    pub(super) date: &'a str,
    pub(super) seed: u64,
    pub(super) game: Option<&'a str>,
    pub(super) rating: Option<u32>,
    pub(super) answer: Option<&'a str>,
    pub(super) with_solution: bool,
}

/// Writes a puzzle, with the judgement of an answer if there is one.
pub(super) fn answer(
    catalogue: &Catalogue,
    asked: &Asked<'_>,
    observer: &dyn Observer,
    envelope: &mut Envelope<'_, '_>,
) -> Result<RequestStatus, Refusal> {
    let date = match asked.date {
        "" => None,
        date => Some(date.parse::<PuzzleDate>().map_err(|wrong| ErrorJson::of_text("date", date, &wrong))?),
    };
    let mut puzzles = date.map_or_else(|| Puzzles::new(asked.seed), Puzzles::of_day);
    if let Some(name) = asked.game {
        let of_game = match catalogue.added(name) {
            Some(game) => puzzles.of_custom_game(game.clone()),
            None => puzzles.of_game(name),
        };
        puzzles = of_game.map_err(|wrong| ErrorJson::of_text("game", name, &wrong))?;
    }
    if let Some(rating) = asked.rating {
        puzzles = puzzles.with_rating(rating);
    }
    match puzzles.next_puzzle(observer) {
        Ok(puzzle) => {
            envelope.answer(&PuzzleJson::new(&puzzle, date, asked.answer, asked.with_solution), None)
        }
        Err(none) => Err(ErrorJson::without_place(ErrorKind::Limit, &none.to_string()).into()),
    }
}
