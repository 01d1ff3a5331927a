//! Snort: neighbouring fields may not get different colours.

use crate::grids::colouring::{Colouring, ColouringRule, NOTATION};
use winways_kit::Entry;
use winways_kit::{Page, Theorem};
use winways_rules::Play;

/// Snort, on a grid or a graph.
///
/// ```
/// use winways_games::grids::snort::SNORT;
/// use winways_kit::WholePositions;
/// // The blue cell closes its neighbour for Right.
/// let row = SNORT.parse("b...")?;
/// let (_, step) = &SNORT.moves(&row)?[0];
/// assert_eq!(SNORT.move_name(&row, step), "b1");
/// assert_eq!(SNORT.write(&SNORT.after(&row, step)), "\"bb..\"");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub const SNORT: Colouring = Colouring::new(ColouringRule::Agree, &PAGE);

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |_| Ok(winways_kit::smallest_words!(W => Colouring::<W>::new(ColouringRule::Agree, &PAGE))),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "snort",
    title: "Snort",
    parameter: None,
    rules: "Left colours regions of a map blue, Right red, one free region at a time. Neighbouring regions must not get \
            different colours: blue fields are for bulls, red ones for cows. On a grid the regions are the cells, and cells \
            that share a side are neighbours.",
    play: Play::Normal,
    notation: NOTATION,
    example: "snort ...|...",
    theorems: &[Theorem {
        name: "one region",
        play: Play::Normal,
        statement: "A region that only one player may colour, and that affects no other region, is worth one move: 1 or -1.",
    }],
    sources: &[
        "E. R. Berlekamp, J. H. Conway, R. K. Guy, Winning Ways, chapter 6 (Snort, invented by S. Norton)",
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
    ("..", "+-1"),
    ("...", "+-2"),
    ("LL", "2"),
    ("LR", "*"),
    ("L.", "{1|0}"),
];
