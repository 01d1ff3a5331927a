//! Playing: which moves are legal, and an opponent who never errs.

use crate::{Analysis, Analyst, Position, PositionMove, Request};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use winways_kit::OPTIONS_TRIED;
use winways_rules::Player;
use winways_solve::{Observer, StopReason, Stopped};

/// Why a position cannot be reached by one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMove {
    /// It is the present position; a player may not pass.
    Pass,
    /// It is none of the positions after a move.
    Unreachable,
}

/// The move of `moves`, the moves of `position`, that leads to `target`.
///
/// # Errors
/// Why there is none.
///
/// ```
/// use winways::{Catalogue, IllegalMove, Position, legal_move};
/// let nim = Catalogue::new().game("nim")?;
/// let position = Position::of_game(&*nim, "3 5")?;
/// let moves = position.moves()?;
/// let step = legal_move(&position, &moves, &Position::of_game(&*nim, "3 2")?).unwrap();
/// assert_eq!(step.text(), "heap 5 -> 2");
/// let illegal = legal_move(&position, &moves, &Position::of_game(&*nim, "3 6")?);
/// assert_eq!(illegal.err(), Some(IllegalMove::Unreachable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn legal_move<'m>(
    position: &Position,
    moves: &'m [PositionMove],
    target: &Position,
) -> Result<&'m PositionMove, IllegalMove> {
    let found = moves.iter().find(|step| position.after(step).is_same(target));
    found.ok_or(if position.is_same(target) { IllegalMove::Pass } else { IllegalMove::Unreachable })
}

/// A perfect opponent: plays a winning move where there is one, else any move, chosen by its seed.
///
/// Where play may cycle it hurries when it wins, delays when it loses, and holds a draw. In a game of points
/// it makes a move that brings most; where it is to win, one with which points are taken soonest.
pub struct Opponent<'t> {
    analyst: Analyst<'t>,
    random: SplitMix64,
}

impl<'t> Opponent<'t> {
    /// An opponent who thinks with the means of `request`.
    pub fn new(request: Request<'t>, seed: u64) -> Self {
        Opponent { analyst: Analyst::new(request), random: SplitMix64::seed_from_u64(seed) }
    }

    /// What the opponent thinks of a position.
    pub fn analyse(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        self.analyst.analyse(position, observer)
    }

    /// The move of `side` in `position`; none if it has no move.
    ///
    /// # Errors
    /// [`Stopped`] if a limit was reached before the winning moves were known.
    pub fn choose(
        &mut self,
        position: &Position,
        side: Player,
        observer: &dyn Observer,
    ) -> Result<Option<PositionMove>, Stopped> {
        if let Some(loopy) = position.ranked() {
            let best = self.analyst.best_loopy_moves(loopy, observer)?;
            return Ok(self.any_of(&best));
        }
        let may_make = |step: &PositionMove| step.player() == Player::Either || step.player() == side;
        let analysis = self.analyst.analyse(position, observer);
        if let Some(stopped) = analysis.stopped {
            return Err(stopped);
        }
        let winning = analysis.moves.iter().flat_map(|moves| &moves.listed).find(|step| may_make(step));
        if winning.is_some() {
            return Ok(winning.cloned());
        }
        if position.move_bound() > OPTIONS_TRIED {
            let reason = StopReason::Options { limit: OPTIONS_TRIED };
            return Err(Stopped { reason, nodes: analysis.method.nodes });
        }
        let mut moves = position.moves()?;
        moves.retain(may_make);
        Ok(self.any_of(&moves))
    }

    fn any_of(&mut self, moves: &[PositionMove]) -> Option<PositionMove> {
        match moves.len() as u64 {
            0 => None,
            count => moves.get((self.random.next_u64() % count) as usize).cloned(),
        }
    }
}
