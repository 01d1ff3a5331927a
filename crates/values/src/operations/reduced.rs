//! Reduced canonical forms: games up to infinitesimals.

use super::Operations;
use super::error::Result;
use super::work::{TrackedSession, transform};
use crate::Game;

/// A player.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Player {
    Left,
    Right,
}

impl Operations<'_> {
    /// Returns the reduced canonical form: the simplest game that differs from this game by an infinitesimal.
    ///
    /// A number plus an infinitesimal becomes the number. In any other game, an option is dropped if another option is
    /// at least as good up to infinitesimals. An option is bypassed if the opponent can answer it with a move to a
    /// position that is, up to infinitesimals, no worse for the opponent than the game. The followers are reduced first.
    ///
    /// Source: Grossman and Siegel, "Reductions of partizan games", *Games of No Chance 3* (2009); Siegel, section II.6.
    ///
    /// # Errors
    /// [`OperationError::Arena`](crate::OperationError).
    ///
    /// ```
    /// use winways_values::{Arena, Operations};
    ///
    /// let arena = Arena::default();
    /// let (one, up) = (arena.integer(1)?, arena.up(1)?);
    /// let game = arena.form(&[one], &[up])?;
    /// let reduced = arena.form(&[one], &[arena.integer(0)?])?;
    /// assert_eq!(Operations::new(arena.session()).reduced(game)?, reduced);
    /// # Ok::<(), winways_values::OperationError>(())
    /// ```
    pub fn reduced(&mut self, game: Game) -> Result<Game> {
        let Operations { work, reduced, .. } = self;
        transform(
            work,
            reduced,
            game,
            |work, game| {
                let stop = work.session.left_stop(game);
                let is_numberish = stop == work.session.right_stop(game);
                Ok(if is_numberish { Some(work.session.number(&stop)?) } else { None })
            },
            |work, _, left, right| {
                let form = work.session.form(&left, &right)?;
                work.reduce_options(form)
            },
        )
    }
}

impl TrackedSession<'_> {
    /// Reduces a hot game whose options are reduced.
    fn reduce_options(&mut self, mut form: Game) -> Result<Game> {
        loop {
            let moves = self.moves(form)?;
            let left = self.simplify(moves.left(), form, Player::Left)?;
            let right = self.simplify(moves.right(), form, Player::Right)?;
            if left.is_none() && right.is_none() {
                return Ok(form);
            }
            let left = left.as_deref().unwrap_or(moves.left());
            let right = right.as_deref().unwrap_or(moves.right());
            form = self.session.form(left, right)?;
        }
    }

    /// Drops dominated options of a player and bypasses reversible ones, up to infinitesimals. Returns `None` if nothing
    /// changes.
    fn simplify(&mut self, options: &[Game], form: Game, player: Player) -> Result<Option<Vec<Game>>> {
        let mut kept: Vec<Game> = Vec::new();
        let mut is_changed = false;
        'options: for (index, &option) in options.iter().enumerate() {
            for &other in kept.iter().chain(&options[index + 1..]) {
                if self.prefers(player, other, option)? {
                    is_changed = true;
                    continue 'options;
                }
            }
            kept.push(option);
        }
        let mut simplified = Vec::new();
        for option in kept {
            match self.reversing(option, form, player)? {
                None => simplified.push(option),
                Some(answer) => {
                    is_changed = true;
                    let moves = self.moves(answer)?;
                    simplified.extend_from_slice(match player {
                        Player::Left => moves.left(),
                        Player::Right => moves.right(),
                    });
                }
            }
        }
        Ok(is_changed.then_some(simplified))
    }

    /// Returns an answer of the opponent that reverses `option` up to infinitesimals. Numbers are never reversible.
    fn reversing(&mut self, option: Game, form: Game, player: Player) -> Result<Option<Game>> {
        if self.session.as_number(option).is_some() {
            return Ok(None);
        }
        let moves = self.moves(option)?;
        let answers = match player {
            Player::Left => moves.right(),
            Player::Right => moves.left(),
        };
        for &answer in answers {
            if self.prefers(player, form, answer)? {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    /// Returns `true` if `game` is at least as good for a player as `other`, up to infinitesimals.
    fn prefers(&mut self, player: Player, game: Game, other: Game) -> Result<bool> {
        let (low, high) = match player {
            Player::Left => (other, game),
            Player::Right => (game, other),
        };
        let session = &mut self.session;
        session.spend(1)?;
        let (low_left, low_right) = (session.left_stop(low), session.right_stop(low));
        let (high_left, high_right) = (session.left_stop(high), session.right_stop(high));
        if low == high || low_left <= high_right {
            return Ok(true);
        }
        if low_left > high_left || low_right > high_right {
            return Ok(false);
        }
        let difference = session.sub(high, low)?;
        Ok(session.right_stop(difference).sign().is_ge())
    }
}
