//! The engine of shifts: bitmaps of won, lost and open positions, swept round after round.
//!
//! Where every move adds a fixed number to the rank ([`Shifts`]), the positions that a move leads to a lost position are the
//! lost positions, shifted: one operation on a register serves 64 to 512 positions. Round r finds those of remoteness r: won
//! are the open positions that some move leads to one lost in round r - 1; lost are those that every move leads to a won one.
//! Rows of positions with the same high part are left out where nothing changed in the round before. Costs some six bits and
//! a code a position, and rounds · moves · bits / 512 operations at worst.
//!
//! It takes seconds where messages take minutes, so it has no commits within a layer: whoever is killed begins again.

mod board;
mod kernel;
mod sides;

use super::codes::Codes;
use super::error::BuildError;
use super::messages::Build;
use crate::width::Width;
use crate::{Progress, StopReason};
use board::Board;
use sides::{Sides, Sink};
use winways_rules::{RuleFault, Shifts};

/// Bytes for the bits and the codes of all positions of both sides.
pub(super) fn bytes_needed(shifts: &Shifts) -> u64 {
    let ranks = shifts.high.saturating_mul(shifts.low).saturating_mul(2);
    Board::bytes(shifts).saturating_add(ranks.saturating_mul(size_of::<u16>() as u64))
}

/// All codes, in the order of the ranks.
///
/// # Errors
/// [`BuildError::Stopped`] when the observer ends the work.
pub(super) fn codes(build: &Build<'_>, shifts: &Shifts) -> Result<Codes, BuildError> {
    codes_by(build, shifts, Width::widest())
}

fn codes_by(build: &Build<'_>, shifts: &Shifts, width: Width) -> Result<Codes, BuildError> {
    let board = Board::new(shifts);
    match sweep::<u16>(build, &board, width)? {
        Some(codes) => Ok(Codes::Narrow(codes.into())),
        None => {
            let codes = sweep::<u32>(build, &board, width)?;
            Ok(Codes::Wide(codes.unwrap_or_default().into()))
        }
    }
}

/// Sweeps until a round changes nothing; `None` if there are more rounds than codes.
fn sweep<S: Sink>(build: &Build<'_>, board: &Board, width: Width) -> Result<Option<Vec<S>>, BuildError> {
    let ranks = 2 * board.high * board.low;
    let mut codes = vec![S::default(); ranks];
    let stopped = |fault: RuleFault, solved| BuildError::Stopped(StopReason::from(fault).after(solved));
    let mut sides = Sides::new(board, build, width, &mut codes).map_err(|fault| stopped(fault, 0))?;
    let mut solved = 0;
    for round in 1.. {
        if round > S::LAST_ROUND {
            return Ok(None);
        }
        let progress = Progress {
            positions: solved,
            total: ranks as u64,
            needed: 0,
            layer: 0,
            depth: u64::from(round),
            bytes: sides.bytes() + size_of_val(&*codes) as u64,
        };
        build.observer.poll(&progress).map_err(|reason| BuildError::Stopped(reason.after(solved)))?;
        match sides.round(round, &mut codes).map_err(|fault| stopped(fault, solved))? {
            0 => break,
            found => solved += found,
        }
    }
    Ok(Some(codes))
}

#[cfg(test)]
mod tests;
