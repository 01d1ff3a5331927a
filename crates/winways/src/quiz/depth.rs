//! Computes the length of play with an exhaustive search of small positions.

use crate::Position;
use crate::playing::{moves_of, other};
use std::collections::HashMap;
use winways_rules::{Play, Player};
use winways_solve::{Observer, Progress, StopReason, Stopped};

/// The maximum number of positions searched.
const MOST_POSITIONS: usize = 4000;

/// The result of a position for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Solved {
    /// `true` if the player to move wins.
    pub(super) wins: bool,
    /// The number of moves until play ends, if the winner ends play as soon as possible and the loser as late as possible.
    pub(super) remoteness: u32,
}

/// A position whose options are being searched.
struct Frame {
    key: (String, Player),
    /// The player to move in the options.
    next: Player,
    options: Vec<Position>,
    searched: usize,
    /// The smallest remoteness of an option that the next player loses.
    won: Option<u32>,
    /// The greatest remoteness of an option that the next player wins.
    lost: Option<u32>,
}

/// Solves `position`, in which `mover` is to move, by searching all positions reachable from it. The game must not have cycles,
/// goals or points. Returns `None` if there are too many positions, or if moves may be entailing. Adds the number of positions
/// searched to `work`.
///
/// # Errors
/// Returns [`Stopped`] if the observer stops the work or the rules of the game fail.
pub(super) fn search(
    position: &Position,
    mover: Player,
    play: Play,
    work: &mut u64,
    observer: &dyn Observer,
) -> Result<Option<Solved>, Stopped> {
    if position.summands().iter().any(|summand| summand.entailing().is_some()) {
        return Ok(None);
    }
    let moves = moves_of(position, Player::Either, observer).map_err(|fault| failed(fault.into(), 0))?;
    let is_shared = moves.iter().all(|step| step.player() == Player::Either);
    // The result does not depend on the player if both have the same moves.
    let player = |player| if is_shared { Player::Either } else { player };
    let mut known: HashMap<(String, Player), Solved> = HashMap::new();
    let mut stack = vec![open(position, player(mover), observer, 0)?];
    loop {
        let depth = stack.len();
        let Some(frame) = stack.last_mut() else { return Ok(None) };
        let Some(option) = frame.options.get(frame.searched) else {
            let Some(frame) = stack.pop() else { return Ok(None) };
            let solved = frame.result(play);
            known.insert(frame.key, solved);
            if stack.is_empty() {
                return Ok(Some(solved));
            }
            continue;
        };
        if let Some(solved) = known.get(&(option.to_string(), frame.next)) {
            frame.learn(*solved);
            continue;
        }
        if known.len() + depth > MOST_POSITIONS {
            return Ok(None);
        }
        let positions = known.len() as u64;
        let progress = Progress { positions, ..Progress::default() };
        observer.poll(&progress).map_err(|reason| reason.after(positions))?;
        *work += 1;
        let opened = open(option, frame.next, observer, positions)?;
        stack.push(opened);
    }
}

fn open(
    position: &Position,
    mover: Player,
    observer: &dyn Observer,
    positions: u64,
) -> Result<Frame, Stopped> {
    let moves = moves_of(position, mover, observer).map_err(|fault| failed(fault.into(), positions))?;
    let next = if mover == Player::Either { mover } else { other(mover) };
    let mut options: Vec<(String, Position)> =
        moves.iter().map(|step| position.after(step)).map(|after| (after.to_string(), after)).collect();
    options.sort_by(|one, other| one.0.cmp(&other.0));
    options.dedup_by(|one, other| one.0 == other.0);
    let options = options.into_iter().map(|(_, after)| after).collect();
    let key = (position.to_string(), mover);
    Ok(Frame { key, next, options, searched: 0, won: None, lost: None })
}

fn failed(reason: StopReason, positions: u64) -> Stopped {
    reason.after(positions)
}

impl Frame {
    /// Adds the result of the next option.
    fn learn(&mut self, option: Solved) {
        self.searched += 1;
        match option.wins {
            false => self.won = Some(self.won.map_or(option.remoteness, |won| won.min(option.remoteness))),
            true => self.lost = self.lost.max(Some(option.remoteness)),
        }
    }

    fn result(&self, play: Play) -> Solved {
        match (self.won, self.lost) {
            (Some(won), _) => Solved { wins: true, remoteness: won + 1 },
            (None, Some(lost)) => Solved { wins: false, remoteness: lost + 1 },
            (None, None) => Solved { wins: play == Play::Misere, remoteness: 0 },
        }
    }
}
