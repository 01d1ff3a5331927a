//! The pieces of an ending, and the layers of the ranks: one for each combination of captures.

use super::geometry::{KING_PAIRS, Kind};
use winways_kit::boards::combinations::sets_of;
use winways_notation::{Diagnostic, Span};

/// The greatest number of pieces other than kings.
pub(super) const GROUPS: usize = 3;

/// Pieces of one kind and one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    /// The side: 0 is White, 1 is Black.
    pub(super) side: usize,
    pub(super) kind: Kind,
    /// The number of pieces before any is captured.
    pub(super) count: usize,
}

/// The pieces of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Material {
    /// White's groups before Black's, at most [`GROUPS`].
    pub(super) groups: Vec<Group>,
    /// The possible sets of remaining pieces. Captures lead from later layers to earlier ones, never the other way round.
    pub(super) layers: Vec<Layer>,
}

/// The pieces left after captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layer {
    /// The number of pieces of each group.
    pub(super) counts: [usize; GROUPS],
    /// The number of ways to place the pieces of each group, ignoring other groups.
    pub(super) ways: [u64; GROUPS],
    /// The first rank of the layer.
    pub(super) first: u64,
    pub(super) size: u64,
}

impl Material {
    /// Reads White's pieces, then Black's, each with the king first: `KBNK`.
    pub(super) fn parse(text: &str) -> Result<Material, Diagnostic> {
        let mut pieces: Vec<(usize, Kind)> = Vec::new();
        let mut kings = 0;
        let trimmed = text.trim();
        let offset = text.len() - text.trim_start().len();
        for (at, letter) in trimmed.char_indices() {
            let span = Span::new(offset + at, offset + at + letter.len_utf8());
            match (letter.to_ascii_uppercase(), kings) {
                ('K', 0 | 1) => kings += 1,
                ('K', _) => return Err(Diagnostic::new("a third king", span).label("expected two")),
                (_, 0) => {
                    return Err(Diagnostic::new(format!("unexpected `{letter}`"), span)
                        .label("expected White's king first")
                        .help("White's pieces, then Black's, each with the king first: KBNK, KQKR"));
                }
                ('P', _) => {
                    return Err(Diagnostic::new("a pawn", span)
                        .label("expected Q, R, B or N: these endings are without promotion"));
                }
                (other, side) => match Kind::of_letter(other) {
                    Some(kind) => pieces.push((side - 1, kind)),
                    None => {
                        return Err(Diagnostic::new(format!("unexpected `{letter}`"), span)
                            .label("expected K, Q, R, B or N"));
                    }
                },
            }
        }
        let whole = Span::new(offset, offset + trimmed.len());
        if kings < 2 {
            return Err(Diagnostic::new("Black has no king", Span::at(whole.end))
                .label("expected White's pieces, then Black's")
                .help("each with the king first: KBNK, KQKR"));
        }
        if pieces.len() > GROUPS {
            return Err(Diagnostic::new(format!("there are {} pieces", pieces.len() + 2), whole)
                .label(format!("expected at most {}, kings included", GROUPS + 2)));
        }
        pieces.sort_unstable();
        Ok(Material::of_pieces(&pieces))
    }

    fn of_pieces(pieces: &[(usize, Kind)]) -> Material {
        let group =
            |group: &[(usize, Kind)]| Group { side: group[0].0, kind: group[0].1, count: group.len() };
        let groups: Vec<Group> = pieces.chunk_by(|one, other| one == other).map(group).collect();
        let most = |index: usize| groups.get(index).map_or(0, |group| group.count);
        let mut counts = Vec::new();
        for first in 0..=most(0) {
            for second in 0..=most(1) {
                counts.extend((0..=most(2)).map(|third| [first, second, third]));
            }
        }
        // The sort is stable: layers with equally many pieces stay in the order of the counts.
        counts.sort_by_key(|counts| counts.iter().sum::<usize>());
        let mut layers: Vec<Layer> = Vec::new();
        for counts in counts {
            let first = layers.last().map_or(0, |layer| layer.first + layer.size);
            let ways = counts.map(|count| sets_of(64, count));
            // At most 2 · 462 · 64^3.
            let size = 2 * KING_PAIRS as u64 * ways.iter().product::<u64>();
            layers.push(Layer { counts, ways, first, size });
        }
        Material { groups, layers }
    }

    /// Returns the name: `KBNK`.
    pub(super) fn name(&self) -> String {
        let pieces = |side: usize| {
            let groups = self.groups.iter().filter(move |group| group.side == side);
            groups.map(|group| group.kind.letter().to_string().repeat(group.count)).collect::<String>()
        };
        format!("K{}K{}", pieces(0), pieces(1))
    }

    /// Returns the layer with these numbers of pieces of each group.
    #[inline]
    pub(super) fn layer(&self, counts: [usize; GROUPS]) -> Option<&Layer> {
        self.layers.iter().find(|layer| layer.counts == counts)
    }

    /// Returns the layer of a rank.
    pub(super) fn layer_of(&self, rank: u64) -> Option<&Layer> {
        self.layers.iter().find(|layer| rank < layer.first + layer.size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        let name = |text: &str| Material::parse(text).unwrap().name();
        assert_eq!(name(" kqkr "), "KQKR");
        assert_eq!(name("KNBKB"), "KBNKB");
        assert_eq!(name("KK"), "KK");
        let layers = |text: &str| Material::parse(text).unwrap().layers.len();
        assert_eq!(
            (layers("KK"), layers("KQK"), layers("KBBK"), layers("KQKR"), layers("KQRKB")),
            (1, 2, 3, 4, 8)
        );
        let wrong = |text: &str| Material::parse(text).unwrap_err();
        assert_eq!(
            wrong("KPK").to_string(),
            "a pawn: expected Q, R, B or N: these endings are without promotion"
        );
        assert_eq!(wrong("KPK").span.range(), 1..2);
        assert_eq!(wrong("QKK").span.range(), 0..1);
        assert_eq!(wrong("KQ").span.range(), 2..2);
        assert_eq!(wrong("").message, "Black has no king");
        assert_eq!(wrong("KQKKQ").span.range(), 3..4);
        assert_eq!(wrong("KQKé").span.range(), 3..5);
        assert_eq!(wrong("KQQKRR").message, "there are 6 pieces");
    }

    #[test]
    fn captures_lead_to_earlier_layers() {
        let material = Material::parse("KQRKB").unwrap();
        for (index, layer) in material.layers.iter().enumerate() {
            for (group, &count) in layer.counts.iter().enumerate().filter(|group| *group.1 > 0) {
                let mut counts = layer.counts;
                counts[group] = count - 1;
                let taken = material.layers.iter().position(|layer| layer.counts == counts);
                assert!(taken.unwrap() < index);
            }
        }
    }
}
