//! The pages of games written in Python, one for each kind. Names, titles and rules come from the class.

use winways::Play;
use winways::games::Page;

const fn page(
    name: &'static str,
    notation: &'static str,
    example: &'static str,
    range: &'static str,
) -> Page {
    Page {
        name,
        title: "A game of your own",
        parameter: None,
        rules: "The class defines the rules.",
        play: Play::Normal,
        notation,
        example,
        theorems: &[],
        sources: &[],
        known_values: &[],
        range,
        default_range: 12,
    }
}

const NOTATION: &str = "a position in the notation of the class";
const RANGE: &str =
    "the positions that the class lists for N, or else the first N positions reachable from the start";

/// The pages, by kind of game.
static PAGES: [(&str, Page); 6] = [
    (
        "heaps",
        page(
            "python-heaps",
            winways::custom::heaps::NOTATION,
            "python-heaps 5 6",
            "all multisets of at most 3 heaps of at most N tokens",
        ),
    ),
    (
        "entailing-heaps",
        page(
            "python-entailing-heaps",
            "heap sizes; `!` follows the heap in which the player to move must move, if there is one",
            "python-entailing-heaps 5 6",
            "all multisets of at most 2 heaps of at most N tokens",
        ),
    ),
    (
        "partizan-heaps",
        page(
            "python-partizan-heaps",
            winways::custom::heaps::NOTATION,
            "python-partizan-heaps 5 6",
            "all multisets of at most 2 heaps of at most N tokens",
        ),
    ),
    ("impartial", page("python-impartial", NOTATION, "python-impartial 5", RANGE)),
    ("partizan", page("python-partizan", NOTATION, "python-partizan 5", RANGE)),
    ("loopy", page("python-loopy", NOTATION, "python-loopy 5", RANGE)),
];

/// Returns the page of a kind of game.
pub(super) fn of_kind(kind: &str) -> Option<&'static Page> {
    PAGES.iter().find(|(known, _)| *known == kind).map(|(_, page)| page)
}
