//! Moves and reverse moves of pieces.

use super::Ending;
use super::geometry::{KING, KINGS, Kind};
use super::material::GROUPS;
use crate::ranked::rectangle::cells_of;
use winways_rules::Component;

/// The pieces on the board and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessPosition {
    /// The side to move: 0 is White, 1 is Black.
    pub(super) side: u8,
    pub(super) kings: [u8; 2],
    /// The squares of the pieces of each group.
    pub(super) groups: [u64; GROUPS],
}

impl Component for ChessPosition {}

impl ChessPosition {
    pub(super) fn occupied(&self) -> u64 {
        self.groups.iter().fold(1 << self.kings[0] | 1 << self.kings[1], |set, group| set | group)
    }

    /// Returns `true` if no two pieces are on the same square.
    pub(super) fn are_apart(&self) -> bool {
        let pieces: u32 = self.groups.iter().map(|group| group.count_ones()).sum();
        self.occupied().count_ones() == pieces + 2
    }

    /// Returns the position with the king of `side` on another square.
    fn with_king(mut self, side: usize, square: u8) -> ChessPosition {
        self.kings[side] = square;
        self
    }

    /// Returns the position with a piece of a group on another square.
    fn with_piece(mut self, group: usize, from: u8, to: u8) -> ChessPosition {
        self.groups[group] ^= 1 << from | 1 << to;
        self
    }

    /// Returns the position without the opponent's piece on `square` and with the opponent to move.
    fn after_move(mut self, ending: &Ending, square: u8) -> ChessPosition {
        for (group, squares) in ending.material.groups.iter().zip(&mut self.groups) {
            if group.side != usize::from(self.side) {
                *squares &= !(1 << square);
            }
        }
        self.side ^= 1;
        self
    }
}

impl Ending {
    /// Iterates over the groups of a side, with their indices.
    fn groups_of(&self, side: usize) -> impl Iterator<Item = (usize, Kind)> {
        let groups = self.material.groups.iter().enumerate();
        groups.filter(move |(_, group)| group.side == side).map(|(number, group)| (number, group.kind))
    }

    /// Returns the squares of the pieces of a side.
    fn squares_of(&self, pieces: &ChessPosition, side: usize) -> u64 {
        self.groups_of(side).fold(1 << pieces.kings[side], |set, (group, _)| set | pieces.groups[group])
    }

    /// Returns `true` if the king of `side` is attacked. Kings never attack each other.
    pub(super) fn is_attacked(&self, pieces: &ChessPosition, side: usize) -> bool {
        let occupied = pieces.occupied();
        self.groups_of(1 - side).any(|(group, kind)| {
            let attackers = pieces.groups[group];
            attackers != 0 && kind.reach(pieces.kings[side], occupied) & attackers != 0
        })
    }

    /// Returns `true` if the player who has just moved is not in check.
    pub(super) fn is_legal(&self, pieces: &ChessPosition) -> bool {
        !self.is_attacked(pieces, 1 - usize::from(pieces.side))
    }

    /// Calls `found` for each move, with its squares and the position after it, until `found` returns `true`. Returns `true` in
    /// that case.
    pub(super) fn any_option(
        &self,
        pieces: &ChessPosition,
        found: &mut impl FnMut(u8, u8, ChessPosition) -> bool,
    ) -> bool {
        let side = usize::from(pieces.side);
        let (occupied, own) = (pieces.occupied(), self.squares_of(pieces, side));
        let king = pieces.kings[side];
        for to in cells_of(KING[usize::from(king)] & !own) {
            let moved = pieces.with_king(side, to);
            if KINGS.places(moved.kings).is_some() {
                let after = moved.after_move(self, to);
                if self.is_legal(&after) && found(king, to, after) {
                    return true;
                }
            }
        }
        for (group, kind) in self.groups_of(side) {
            for from in cells_of(pieces.groups[group]) {
                for to in cells_of(kind.reach(from, occupied) & !own) {
                    let after = pieces.with_piece(group, from, to).after_move(self, to);
                    if self.is_legal(&after) && found(from, to, after) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// Calls `found` for each position from which a move without a capture leads to `pieces`. Some of these positions may be
    /// illegal.
    pub(super) fn each_source(&self, pieces: &ChessPosition, found: &mut impl FnMut(ChessPosition)) {
        let side = 1 - usize::from(pieces.side);
        let occupied = pieces.occupied();
        let before = ChessPosition { side: side as u8, ..*pieces };
        for from in cells_of(KING[usize::from(pieces.kings[side])] & !occupied) {
            let source = before.with_king(side, from);
            if KINGS.places(source.kings).is_some() {
                found(source);
            }
        }
        for (group, kind) in self.groups_of(side) {
            for to in cells_of(pieces.groups[group]) {
                for from in cells_of(kind.reach(to, occupied) & !occupied) {
                    found(before.with_piece(group, to, from));
                }
            }
        }
    }
}
