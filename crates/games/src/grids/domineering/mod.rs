//! Domineering: Left places vertical dominoes, Right horizontal ones.

mod region;
#[cfg(test)]
mod tests;

pub use region::DominoRegion;

use region::regions;
use winways_kit::Entry;
use winways_kit::any::partizan::Erased;
use winways_kit::boards::grid;
use winways_kit::boards::grid::Grid;
use winways_kit::{Page, PartizanGame, Theorem};
use winways_notation::Diagnostic;
use winways_rules::{Options, PartizanRuleset, Play, Side, Sign};
use winways_values::Dyadic;

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(Erased::shared(Domineering)), claims: &[] }];

static PAGE: Page = Page {
    name: "domineering",
    title: "Domineering",
    parameter: None,
    rules: "Left and Right take turns to place a domino on two free cells that share a side: Left's stand upright, one \
            cell above the other, Right's lie flat.",
    notation: winways_kit::grid_notation!("`.` is a free cell, `#` a taken one"),
    example: "domineering ....|....|....|....",
    theorems: &[Theorem {
        name: "strips",
        play: Play::Normal,
        statement: "A strip of n cells, one cell wide, is worth floor(n/2) if it is upright and -floor(n/2) if it lies: \
                    only one player can move, and may place so many dominoes.",
    }],
    sources: &[
        "G. Andersson's game Crosscram, M. Gardner, Mathematical Games, Scientific American, February 1974",
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 5 (Domineering)",
        "J. H. Conway, On Numbers and Games, chapter 10",
        "D. Wolfe, Snakes in Domineering games, Theoretical Computer Science 119 (1993)",
    ],
    known_values: KNOWN,
    range: "all boards of at most N cells",
    default_range: 12,
};

/// Domineering on any board. A component is a region of two or more free cells that hang together.
///
/// ```
/// use winways_games::grids::domineering::Domineering;
/// use winways_rules::{Options, PartizanRuleset, Side};
/// use winways_kit::PartizanGame;
///
/// let square = Domineering.parse("..|..")?;
/// let mut options = Options::new();
/// Domineering.options(&square[0], Side::Left, &mut options);
/// assert_eq!(options.len(), 2); // in either column; the other is left
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Domineering;

impl PartizanRuleset for Domineering {
    type Component = DominoRegion;

    #[inline]
    fn options(&self, region: &DominoRegion, side: Side, options: &mut Options<DominoRegion>) {
        for domino in region.dominoes(side) {
            options.push(region.without(domino));
        }
    }

    #[inline]
    fn option_bound(&self, region: &DominoRegion) -> u64 {
        Side::BOTH.map(|side| u64::from(region.places(side).count_ones())).into_iter().max().unwrap_or(0)
    }

    /// Reflections keep the value, and turning by 90 degrees makes it negative.
    #[inline]
    fn canonicalise(&self, region: &mut DominoRegion) -> Sign {
        region.canonicalise()
    }

    #[inline]
    fn number(&self, region: &DominoRegion) -> Option<Dyadic> {
        region.strip_value().map(Dyadic::from)
    }
}

impl PartizanGame for Domineering {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<DominoRegion>, Diagnostic> {
        let mut position = Vec::new();
        for grid in grid::parse(text, ".#")? {
            position.extend(regions_of(&grid)?);
        }
        Ok(position)
    }

    fn write(&self, position: &[DominoRegion]) -> String {
        grid::write_sum(position.iter().map(DominoRegion::written), "#")
    }

    fn describe_move(&self, from: &DominoRegion, to: &[DominoRegion], side: Side) -> String {
        let leaves = |domino: &u64| from.without(*domino).eq(to.iter().copied());
        let Some(domino) = from.dominoes(side).find(leaves) else { return String::new() };
        let kind = if side == Side::Left { "upright" } else { "flat" };
        format!("{kind} domino from {}", grid::cell_in_words(domino, from.stride()))
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<DominoRegion>> + '_> {
        Box::new(grid::all(up_to, b".#").map(|grid| regions_of(&grid).unwrap_or_default()))
    }
}

fn regions_of(grid: &Grid) -> Result<Vec<DominoRegion>, Diagnostic> {
    let patches = grid.patches(|letter| letter == b'.')?;
    Ok(patches.iter().flat_map(|patch| regions(patch.cells_of(|_| true), patch.stride)).collect())
}

/// Small positions with their values: those of the sources, and others that are worked out by hand from the rules.
const KNOWN: &[(&str, &str)] = &[
    ("#", "0"),
    (".", "0"),
    (".|.", "1"),
    ("..", "-1"),
    ("..|.#", "*"),
    ("..|..", "+-1"),
    (".#|..|.#", "*"),
    ("...|.##", "-1/2"),
    ("..|..|..", "{1/2|-2}"),
    ("...|...", "{2|-1/2}"),
    ("...|#.#", "*"),
    ("#.#|...|#.#", "*"),
    ("...|...|...", "+-1"),
    ("..|..|..|..|..", "-1/2"),
    (".....|.....|.....|.....|.....", "0"),
];
