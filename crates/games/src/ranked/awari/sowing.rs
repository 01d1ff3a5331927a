//! Moves and reverse moves.

use super::board::{Awari, AwariPosition};

/// The situation of the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// There is a move that leaves a stone to the opponent.
    Moves,
    /// The player has stones but no such move, and captures all stones.
    TakesAll,
    /// The player has no stone to move, and the opponent captures all stones.
    GivesAll,
}

impl Awari {
    /// Returns the position after the stones of the mover's pit `from` are sown. Returns `None` if the pit is empty or the move
    /// would leave the opponent without stones.
    #[inline]
    pub(super) fn sown(&self, position: &AwariPosition, from: usize) -> Option<AwariPosition> {
        let (row, all) = (self.pits(), 2 * self.pits());
        let mut pits = position.pits;
        let stones = std::mem::take(&mut pits[from]);
        if stones == 0 {
            return None;
        }
        let mut at = from;
        for _ in 0..stones {
            at = next(at, from, all);
            pits[at] += 1;
        }
        // Only pits of the opponent are captured. They come after the mover's.
        while at >= row && (pits[at] == 2 || pits[at] == 3) {
            pits[at] = 0;
            at -= 1;
        }
        if pits[row..all].iter().all(|&stones| stones == 0) {
            return None;
        }
        turn_board(&mut pits[..all]);
        Some(AwariPosition { is_north: !position.is_north, pits })
    }

    /// Returns the situation of the player to move.
    pub(super) fn turn(&self, position: &AwariPosition) -> Turn {
        if (0..self.pits()).any(|from| self.sown(position, from).is_some()) {
            return Turn::Moves;
        }
        match position.pits[..self.pits()].iter().any(|&stones| stones > 0) {
            true => Turn::TakesAll,
            false => Turn::GivesAll,
        }
    }

    /// Calls `found` for each position from which a move without captures leads to `position`.
    pub(super) fn each_source(&self, position: &AwariPosition, found: &mut impl FnMut(AwariPosition)) {
        let (row, all) = (self.pits(), 2 * self.pits());
        // Turn the board to the view of the player who has just moved.
        let mut after = position.pits;
        turn_board(&mut after[..all]);
        if after[row..all].iter().all(|&stones| stones == 0) {
            return;
        }
        for from in (0..row).filter(|&from| after[from] == 0) {
            let mut pits = after;
            let (mut at, mut stones) = (next(from, from, all), 0);
            // Take back one more stone in each round. Stop at an empty pit, into which no stone can have been sown.
            while pits[at] > 0 {
                pits[at] -= 1;
                stones += 1;
                let captures = at >= row && (after[at] == 2 || after[at] == 3);
                if !captures {
                    let mut before = pits;
                    before[from] = stones;
                    found(AwariPosition { is_north: !position.is_north, pits: before });
                }
                at = next(at, from, all);
            }
        }
    }
}

/// Switches from one player's view of the board to the other's.
#[inline]
fn turn_board(pits: &mut [u8]) {
    let (own, others) = pits.split_at_mut(pits.len() / 2);
    own.swap_with_slice(others);
}

/// Returns the pit after `at` into which the next stone is sown. Skips the emptied pit `from`.
#[inline]
fn next(at: usize, from: usize, all: usize) -> usize {
    let step = |at: usize| if at + 1 == all { 0 } else { at + 1 };
    let to = step(at);
    if to == from { step(to) } else { to }
}
