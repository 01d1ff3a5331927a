//! Awari with a limited number of stones.

mod board;
mod sowing;
#[cfg(test)]
mod tests;

pub use board::{Awari, AwariPosition};

use winways_kit::Entry;
use winways_kit::Page;
use winways_kit::any::ranked::{FixedBoard, of_family};

pub(crate) const ENTRIES: &[Entry] = &[Entry {
    page: &PAGE,
    make: |parameter| of_family(parameter, "the number of stones, as in awari(12)", Awari::parse),
    claims: &[],
}];

static PAGE: Page = Page {
    name: "awari",
    title: "Awari",
    parameter: Some("(STONES[,PITS])"),
    rules: "South and North have a row of PITS pits each, by default 6, in which there are up to STONES stones, at most 48. A \
            move takes all stones of one's own pit and sows them one by one into the pits that follow, first in one's own row, \
            then in the opponent's, then round again, the emptied pit left out. If the last stone makes two or three in a pit \
            of the opponent, these are captured, and then those of the pit before it, as long as that is the opponent's and \
            holds two or three. A move must leave a stone in the opponent's row. A player who has stones but no such move \
            captures all that are left; if the player to move has no stones, the opponent captures them. If play goes on \
            without end, each has half of those that remain. The value is what the player to move captures more than the \
            opponent from here on.",
    notation: "the pits of South, in the order of sowing, and those of North, then `south` or `north`, who \
               is to move; South by default. A move is `pit` and the number of the pit that it empties, counted in its own row in the order \
               of sowing",
    example: "awari(6) 0 0 0 0 1 2 1 0 1 0 0 0 south",
    theorems: &[],
    sources: &[
        "J. W. Romein, H. E. Bal, Awari is solved, ICGA Journal 25(3) (2002); Solving the game of awari using parallel \
         retrograde analysis, IEEE Computer 36(10) (2003)",
        "J. W. Romein, Awari game score database, Vrije Universiteit Amsterdam (2024)",
        "V. Allis, M. van der Meulen, H. J. van den Herik, Databases in awari, Heuristic Programming in Artificial \
         Intelligence 2 (1991)",
        "Mancala World, Awari Oracle: which moves must leave a stone to the opponent, and what ends the game",
    ],
    known_values: &[
        ("0 0 0 0 0 1 1 1 0 0 0 0 south", "won by 1"),
        ("0 0 0 0 0 0 1 0 0 0 0 0 south", "lost by 1"),
        ("3 0 0 0 0 0 0 0 0 0 0 0 south", "won by 3"),
        ("0 0 0 0 0 1 0 0 0 0 0 1 south", "drawn"),
    ],
    range: "all positions, whatever N is",
    default_range: 1,
};

impl FixedBoard for Awari {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        match self.pits() {
            6 => format!("{}({})", PAGE.name, self.stones()),
            pits => format!("{}({},{pits})", PAGE.name, self.stones()),
        }
    }
}
