//! Playing: which moves are legal, and an opponent who never errs.

use crate::{Analysis, Analyst, Position, PositionMove, Request};
use std::collections::HashSet;
use winways_games::OPTIONS_TRIED;
use winways_rules::{Measure, Player};
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
/// let moves = position.moves();
/// let step = legal_move(&position, &moves, &Position::of_game(&*nim, "3 2")?).unwrap();
/// assert_eq!(step.text(), "heap 5 -> 2");
/// let illegal = legal_move(&position, &moves, &Position::of_game(&*nim, "3 6")?);
/// assert_eq!(illegal.err(), Some(IllegalMove::Unreachable));
/// # Ok::<(), winways::Diagnostic>(())
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
/// Where play may go round in circles it hurries when it wins, delays when it loses, and holds a draw. In a game of points
/// it makes a move that brings most; of these, while there is one, one to a position that it has not come to before.
pub struct Opponent<'t> {
    analyst: Analyst<'t>,
    /// The ranks to which its moves have led, in a game of points.
    met: HashSet<u64>,
    /// The state of a SplitMix64 generator.
    random: u64,
}

impl<'t> Opponent<'t> {
    /// An opponent who thinks with the means of `request`.
    pub fn new(request: Request<'t>, seed: u64) -> Self {
        Opponent { analyst: Analyst::new(request), met: HashSet::new(), random: seed }
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
        if let Some(loopy) = position.loopy() {
            let best = self.analyst.best_loopy_moves(loopy, observer)?;
            return Ok(match loopy.board().ranks().measure() {
                Measure::Moves => self.any_of(&best),
                Measure::Points => self.progress(position, best),
            });
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
        let mut moves = position.moves();
        moves.retain(may_make);
        Ok(self.any_of(&moves))
    }

    /// One of the best moves of a game of points that brings play on: one that takes something now, else one to a new
    /// position.
    fn progress(&mut self, position: &Position, best: Vec<PositionMove>) -> Option<PositionMove> {
        let here = place(position)?;
        let places: Vec<(usize, u64)> = best.iter().filter_map(|step| place(&position.after(step))).collect();
        let takes = |&(layer, _): &(usize, u64)| layer < here.0;
        let is_new = |&(_, rank): &(usize, u64)| !self.met.contains(&rank);
        let is_wanted = |place: &(usize, u64)| match places.iter().any(takes) {
            true => takes(place),
            false => is_new(place) || !places.iter().any(is_new),
        };
        let wanted: Vec<PositionMove> = best
            .into_iter()
            .zip(&places)
            .filter(|(_, place)| is_wanted(place))
            .map(|(step, _)| step)
            .collect();
        let chosen = self.any_of(&wanted)?;
        self.met.extend(place(&position.after(&chosen)).map(|(_, rank)| rank));
        Some(chosen)
    }

    fn any_of(&mut self, moves: &[PositionMove]) -> Option<PositionMove> {
        match moves.len() as u64 {
            0 => None,
            count => moves.get((self.next_random() % count) as usize).cloned(),
        }
    }

    /// SplitMix64 (Steele, Lea and Flood 2014).
    fn next_random(&mut self) -> u64 {
        self.random = self.random.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.random;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }
}

/// The layer and the rank of a position of a loopy game.
fn place(position: &Position) -> Option<(usize, u64)> {
    let loopy = position.loopy()?;
    Some((loopy.board().ranks().layer(loopy.rank()), loopy.rank()))
}
