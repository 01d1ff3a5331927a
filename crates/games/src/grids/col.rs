//! Col: neighbouring regions of a map get different colours.

use crate::grids::colouring::{Colouring, ColouringRule, NOTATION};
use winways_kit::Entry;
use winways_kit::{Page, Theorem};
use winways_rules::Play;

/// Col, on a grid or a graph.
///
/// ```
/// use winways_games::grids::col::COL;
/// use winways_kit::WholePositions;
/// // The blue cell closes its neighbour for Left.
/// let row = COL.parse("b...")?;
/// let (_, step) = &COL.moves(&row)?[0];
/// assert_eq!(COL.move_name(&row, step), "c1");
/// assert_eq!(COL.write(&COL.after(&row, step)), "\"b.b.\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const COL: Colouring = Colouring::new(ColouringRule::Differ, &PAGE);

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |_| Ok(winways_kit::smallest_words!(W => Colouring::<W>::new(ColouringRule::Differ, &PAGE))),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "col",
    title: "Col",
    parameter: None,
    rules: "Left colours regions of a map blue, Right red, one free region at a time. Neighbouring regions must not get the \
            same colour. On a grid the regions are the cells, and cells that share a side are neighbours.",
    play: Play::Normal,
    notation: NOTATION,
    example: "col ...|...",
    theorems: &[Theorem {
        name: "one region",
        play: Play::Normal,
        statement: "A region that only one player may colour, and that affects no other region, is worth one move: 1 or -1.",
    }],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 2 (Col, invented by C. Vout)",
        "J. H. Conway, On Numbers and Games, chapter 8",
    ],
    known_values: KNOWN,
    range: "all boards of at most N cells",
    default_range: 6,
};

/// Small positions with their values, from the sources or worked out by hand from the rules.
const KNOWN: &[(&str, &str)] = &[
    ("-", "0"),
    (".", "*"),
    ("L", "1"),
    ("R", "-1"),
    ("..", "0"),
    ("...", "0"),
    ("L.", "1/2"),
    ("LL", "1"),
    ("LR", "0"),
];
