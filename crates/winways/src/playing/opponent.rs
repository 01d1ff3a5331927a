use super::advice::{Advice, advise, advise_soon};
use super::lookahead::best_so_far;
use super::matches::{MOST_MOVES, moves_of};
use crate::service::Observers;
use crate::{Analysis, Analyst, Position, PositionMove, Request};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use winways_rules::{Play, Player};
use winways_solve::{NoObserver, Observer, StopReason, Stopped};

/// The strength of an opponent. At level *n* of 10, the opponent plays a random move with probability (10 − *n*)/10, and
/// otherwise a best move. The last level never errs. If there are too many moves to list, every level plays a winning move if a
/// theorem gives one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Level(u8);

impl Level {
    /// The level that never errs.
    pub const LAST: Level = Level(10);

    /// Returns the level with this number, from 1 to 10.
    pub fn new(number: u8) -> Option<Level> {
        (1..=Level::LAST.0).contains(&number).then_some(Level(number))
    }

    /// Returns the number of the level.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Returns the average number of moves in ten that are played at random.
    pub fn errors_in_ten(self) -> u8 {
        Level::LAST.0 - self.0
    }
}

/// An opponent. At the last level, it plays a winning move if there is one, and otherwise any move. Ties are broken at random,
/// depending on the seed.
///
/// If play may cycle, the opponent wins as fast as possible, holds a draw, and delays a loss as long as possible. In a game of
/// points, it makes a move that gains the most points. If it is winning, it takes points as soon as possible.
///
/// ```
/// use winways::service::Observers;
/// use winways::{Catalogue, NoObserver, Player, Position, Request};
/// use winways::play::{Level, Opponent};
/// let nim = Catalogue::new().game("nim")?;
/// let mut opponent = Opponent::new(Request::default(), Level::LAST, 1);
/// let position = Position::of_game(&*nim, "3 5")?;
/// let choice = opponent.choose(&position, Player::Left, Observers::both(&NoObserver))?;
/// assert_eq!(choice.unwrap().step.text(), "heap 5 -> 3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opponent<'t> {
    analyst: Analyst<'t>,
    request: Request<'t>,
    chooser: Chooser,
}

/// Chooses moves at a level, with random numbers.
pub(crate) struct Chooser {
    level: Level,
    random: SplitMix64,
}

/// A move of an opponent.
pub struct Choice {
    /// The move.
    pub step: PositionMove,
    /// The reason the search was cut short, or `None` if it was completed. After a cut, the move is the best move of a search
    /// two moves deep.
    pub stopped: Option<Stopped>,
}

impl<'t> Opponent<'t> {
    /// Creates an opponent that analyses positions with `request`.
    pub fn new(request: Request<'t>, level: Level, seed: u64) -> Self {
        Opponent { analyst: Analyst::new(request), request, chooser: Chooser::new(level, seed) }
    }

    /// Returns the level.
    pub fn level(&self) -> Level {
        self.chooser.level
    }

    /// Sets the level for the following moves.
    pub fn set_level(&mut self, level: Level) {
        self.chooser.level = level;
    }

    /// Analyses a position with the opponent's analyst.
    pub fn analyse(&mut self, position: &Position, observer: &dyn Observer) -> Analysis {
        self.analyst.analyse(position, observer)
    }

    /// Returns the result for `player`, who is to move, and the best moves, regardless of the level.
    ///
    /// # Errors
    /// Returns [`Stopped`] if a limit was reached first.
    pub fn advise(
        &mut self,
        position: &Position,
        player: Player,
        observer: &dyn Observer,
    ) -> Result<Advice, Stopped> {
        advise(&mut self.analyst, position, player, observer)
    }

    /// Chooses a move of `player` in `position`; returns `None` if there is no move.
    ///
    /// If `observers.work` cuts the search short, a search two moves deep chooses the move, and the choice contains the reason.
    /// `observers.writing` also stops that search.
    ///
    /// # Errors
    /// Returns [`Stopped`] if the position has too many moves to choose among without a theorem, if the user stopped the work,
    /// if a solved table is damaged, or if the rules of the game failed.
    pub fn choose(
        &mut self,
        position: &Position,
        player: Player,
        observers: Observers<'_>,
    ) -> Result<Option<Choice>, Stopped> {
        self.chooser.choose(&mut self.analyst, self.request.play, position, player, observers)
    }
}

impl Chooser {
    pub(crate) fn new(level: Level, seed: u64) -> Self {
        Chooser { level, random: SplitMix64::seed_from_u64(seed) }
    }

    /// Chooses a move like [`Opponent::choose`].
    pub(crate) fn choose(
        &mut self,
        analyst: &mut Analyst<'_>,
        play: Play,
        position: &Position,
        player: Player,
        observers: Observers<'_>,
    ) -> Result<Option<Choice>, Stopped> {
        // The last level never errs, so it does not draw this number.
        if self.level != Level::LAST && self.below(10) < u64::from(self.level.errors_in_ten()) {
            match moves(position, player) {
                Ok(moves) => return Ok(self.any_of(&moves).map(|step| Choice { step, stopped: None })),
                // There are too many moves to list, but a theorem may give a winning move.
                Err(Stopped { reason: StopReason::Options { .. }, .. }) => {}
                Err(stopped) => return Err(stopped),
            }
        }
        match advise_soon(analyst, position, player, observers.work) {
            Ok(advice) if advice.best > 0 => {
                let step = self.any_of(&advice.moves[..advice.best]);
                Ok(step.map(|step| Choice { step, stopped: None }))
            }
            Ok(_) => {
                let moves = moves(position, player)?;
                Ok(self.any_of(&moves).map(|step| Choice { step, stopped: None }))
            }
            Err(stopped) if matches!(stopped.reason, StopReason::Interrupted | StopReason::Table) => {
                Err(stopped)
            }
            Err(stopped) => {
                let Ok(moves) = moves(position, player) else { return Err(stopped) };
                let best = best_so_far(position, &moves, player, play, observers.writing);
                Ok(self.any_of(&best).map(|step| Choice { step, stopped: Some(stopped) }))
            }
        }
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.random.next_u64() % bound
    }

    fn any_of(&mut self, moves: &[PositionMove]) -> Option<PositionMove> {
        match moves.len() as u64 {
            0 => None,
            count => moves.get(self.below(count) as usize).cloned(),
        }
    }
}

fn moves(position: &Position, player: Player) -> Result<Vec<PositionMove>, Stopped> {
    if position.move_bound() > MOST_MOVES {
        return Err(StopReason::Options { limit: MOST_MOVES }.after(0));
    }
    // The moves are listed even after the time limit, so that the player can make one.
    Ok(moves_of(position, player, &NoObserver)?)
}
