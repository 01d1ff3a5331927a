//! Parity of games: games in which all lines of play have an even number of moves, or all have an odd number.

use super::error::Result;
use super::work::{Memo, Moves, Start, TrackedSession};
use crate::Game;

/// The parity of the number of moves, which is the same in every line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Parity {
    /// Zero, and games all of whose options are odd.
    Even,
    /// Games all of whose options are even.
    Odd,
}

pub(super) fn start(work: &mut TrackedSession<'_>, game: Game) -> Result<Start<Option<Parity>, Moves>> {
    match work.session.as_number_up_star(game) {
        Some((number, 0, star @ 0..=1)) if number.is_integer() => {
            // The parity of the integer, plus one move if there is a star.
            let is_odd = number.halve().is_integer() == (star == 1);
            Ok(Start::Known(Some(if is_odd { Parity::Odd } else { Parity::Even })))
        }
        // A fraction has no parity: the options of m/2 are two consecutive integers, and for k > 1 one option of m/2ᵏ is
        // again a fraction. Larger nimbers and multiples of up have a follower with both zero and star among its options.
        Some(_) => Ok(Start::Known(None)),
        None => work.moves(game).map(Start::From),
    }
}

pub(super) fn finish(
    _: &mut TrackedSession<'_>,
    _: Game,
    moves: &Moves,
    known: &Memo<Game, Option<Parity>>,
) -> Result<Option<Parity>> {
    let mut parities = moves.as_ref().iter().map(|option| known[option]);
    let first = parities.next().flatten();
    let agree = parities.all(|parity| parity == first);
    Ok(first.filter(|_| agree).map(|parity| match parity {
        Parity::Even => Parity::Odd,
        Parity::Odd => Parity::Even,
    }))
}
