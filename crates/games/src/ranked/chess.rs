//! Chess endings without pawns: few pieces, played to mate.

mod geometry;
mod material;
mod moves;
mod notation;
#[cfg(test)]
mod tests;

pub use moves::ChessPosition;

use geometry::{KING_PAIRS, KINGS, Symmetry};
use material::{GROUPS, Layer, Material};
use winways_kit::Page;
use winways_kit::any::ranked::{FixedBoard, of_family};
use winways_kit::boards::combinations::{rank_of_set, set_of_rank};
use winways_notation::Diagnostic;
use winways_rules::{End, Play, RankedRuleset};

game!("chess", |parameter| of_family(parameter, "its pieces, as in chess(KQK)", Ending::parse));

/// A chess ending.
///
/// A rank encodes the side to move, one of the 462 placements of the two kings up to symmetry, and a set of squares for the pieces
/// of each kind and side. Ranks with two pieces on one square or with an impossible check are holes. Symmetric positions share a
/// rank. Captures lead to earlier layers.
///
/// ```
/// use winways_games::ranked::chess::Ending;
/// use winways_kit::RankedBoard;
/// use winways_rules::RankedRuleset;
/// let ending = Ending::parse("KQK")?;
/// let position = RankedBoard::parse(&ending, "8/8/8/5k2/8/8/1Q6/K7 w")?;
/// let mirrored = RankedBoard::parse(&ending, "8/8/8/2k5/8/8/6Q1/7K w")?;
/// assert_eq!(ending.rank(&position), ending.rank(&mirrored));
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    material: Material,
}

impl Ending {
    /// Reads White's pieces, then Black's: `KBNK`.
    ///
    /// # Errors
    /// Returns a diagnostic if a letter is not an allowed piece, if a king is missing or surplus, or if there are too many pieces.
    pub fn parse(pieces: &str) -> Result<Ending, Diagnostic> {
        Ok(Ending { material: Material::parse(pieces)? })
    }

    /// Returns the part of the rank that encodes the pieces other than kings, after a symmetry.
    #[inline]
    fn rank_of_groups(pieces: &ChessPosition, layer: &Layer, symmetry: Symmetry) -> u64 {
        let mut rank = 0;
        for (group, ways) in pieces.groups.into_iter().zip(layer.ways) {
            rank = rank * ways + rank_of_set(symmetry.of_set(group));
        }
        rank
    }
}

impl FixedBoard for Ending {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        format!("chess({})", self.material.name())
    }
}

impl RankedRuleset for Ending {
    type Position = ChessPosition;

    fn layers(&self) -> Vec<u64> {
        self.material.layers.iter().map(|layer| layer.size).collect()
    }

    fn rank(&self, pieces: &ChessPosition) -> u64 {
        let mut counts = [0; GROUPS];
        for (count, group) in counts.iter_mut().zip(pieces.groups) {
            *count = group.count_ones() as usize;
        }
        let (Some(layer), Some(places)) = (self.material.layer(counts), KINGS.places(pieces.kings)) else {
            // This is not a position of the game.
            return 0;
        };
        let mut groups = Ending::rank_of_groups(pieces, layer, places.symmetry);
        if places.is_diagonal {
            let mirrored = Symmetry(places.symmetry.0 ^ Symmetry::TRANSPOSITION.0);
            groups = groups.min(Ending::rank_of_groups(pieces, layer, mirrored));
        }
        let kings = u64::from(pieces.side) * KING_PAIRS as u64 + u64::from(places.pair);
        layer.first + kings * layer.ways.iter().product::<u64>() + groups
    }

    #[inline]
    fn position(&self, rank: u64) -> Option<ChessPosition> {
        let layer = self.material.layer_of(rank)?;
        let ways = layer.ways.iter().product::<u64>();
        let (kings, of_groups) = ((rank - layer.first) / ways, (rank - layer.first) % ways);
        let mut rest = of_groups;
        let mut groups = [0; GROUPS];
        for (index, group) in groups.iter_mut().enumerate().rev() {
            *group = set_of_rank(rest % layer.ways[index], layer.counts[index], 64);
            rest /= layer.ways[index];
        }
        let (side, pair) = (kings / KING_PAIRS as u64, kings % KING_PAIRS as u64);
        let pieces = ChessPosition { side: side as u8, kings: KINGS.pair(pair as usize), groups };
        if !pieces.are_apart() || !self.is_legal(&pieces) {
            return None;
        }
        // Of two symmetric positions with the same kings, the one with the lesser rank is the representative.
        let is_diagonal = KINGS.places(pieces.kings).is_some_and(|places| places.is_diagonal);
        let is_representative =
            !is_diagonal || of_groups <= Ending::rank_of_groups(&pieces, layer, Symmetry::TRANSPOSITION);
        is_representative.then_some(pieces)
    }

    fn end(&self, pieces: &ChessPosition, _: Play) -> Option<End> {
        if self.any_option(pieces, &mut |_, _, _| true) {
            return None;
        }
        Some(if self.is_attacked(pieces, usize::from(pieces.side)) { End::Lost } else { End::Drawn })
    }

    fn options(&self, pieces: &ChessPosition, options: &mut Vec<ChessPosition>) {
        self.any_option(pieces, &mut |_, _, option| {
            options.push(option);
            false
        });
    }

    fn moves(&self, rank: u64, moves: &mut Vec<u64>) {
        let Some(pieces) = self.position(rank) else { return };
        self.any_option(&pieces, &mut |_, _, option| {
            moves.push(self.rank(&option));
            false
        });
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if let Some(pieces) = self.position(rank) {
            self.each_source(&pieces, &mut |source| predecessors.push(self.rank(&source)));
        }
        true
    }
}
