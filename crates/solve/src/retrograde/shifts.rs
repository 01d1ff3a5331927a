//! The engine for shifts: bitmaps of won, lost and open positions, processed in rounds.
//!
//! Suppose that every move adds a fixed number to the rank ([`Shifts`]). Then the positions from which a move
//! leads to a lost position are the lost positions, shifted, and one vector operation handles 64 to 512
//! positions. Round r finds the positions of remoteness r. An open position is won if some move leads to a
//! position lost in round r - 1. It is lost if all moves lead to won positions. A row consists of positions
//! with the same high part; rows without a change in the previous round are skipped. The memory is about five
//! bits and a code per position. The time is at worst rounds · moves · positions / 512 vector operations.
//!
//! This engine takes seconds where messages take minutes. It therefore does not commit within a layer, and a
//! killed build restarts.

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

/// Returns the number of bytes for the bits and the codes of all positions of both sides.
pub(super) fn bytes_needed(shifts: &Shifts) -> u64 {
    let ranks = shifts.high.saturating_mul(shifts.low).saturating_mul(2);
    Board::bytes(shifts).saturating_add(ranks.saturating_mul(size_of::<u16>() as u64))
}

/// Computes all codes, in the order of ranks.
///
/// # Errors
/// Returns [`BuildError::Stopped`] if the observer ends the work.
pub(super) fn codes(build: &Build<'_>, shifts: &Shifts) -> Result<Codes, BuildError> {
    codes_with_width(build, shifts, Width::widest())
}

fn codes_with_width(build: &Build<'_>, shifts: &Shifts, width: Width) -> Result<Codes, BuildError> {
    let board = Board::new(shifts);
    match sweep::<u16>(build, &board, width)? {
        Some(codes) => Ok(Codes::Narrow(codes.into())),
        None => {
            let codes = sweep::<u32>(build, &board, width)?;
            Ok(Codes::Wide(codes.unwrap_or_default().into()))
        }
    }
}

/// Iterates until a round changes nothing. Returns `None` if the codes of a round do not fit into `S`.
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
            depth: u64::from(round),
            bytes: sides.bytes() + size_of_val(&*codes) as u64,
            ..Progress::default()
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
