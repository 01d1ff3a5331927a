//! Green stalks of bamboo: a cut takes a segment and all above it. It is Nim on the heights.

use crate::heaps::nim;
use winways_kit::Entry;
use winways_kit::any::impartial::Erased;
use winways_kit::heaps;
use winways_kit::{Detail, Game, Moves, Page, Theorem, Winning};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, Ruleset};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] =
    &[Entry { page: &PAGE, make: |_| Ok(Erased::shared(GreenStalks)), claims: &[] }];

static PAGE: Page = Page {
    name: "green-stalks",
    title: "Green stalks",
    parameter: None,
    rules: "Stalks of bamboo that stand on the ground, cut into segments. A move cuts one segment of a stalk; it falls with \
            all that stood on it. Both players may cut every segment.",
    notation: "the heights of the stalks in segments, 0 to 2^64 - 1, separated by spaces",
    example: "green-stalks 3 4 5",
    theorems: &[
        Theorem {
            name: "Bouton 1901, for stalks",
            play: Play::Normal,
            statement: "A cut leaves any smaller height, so a stalk is a heap of Nim: the nim-value is the nim-sum of the \
                        heights, found in one pass over the stalks.",
        },
        Theorem {
            name: "Bouton 1901, misère, for stalks",
            play: Play::Misere,
            statement: "As misère Nim: with a stalk of more than one segment the outcome is that of normal play; without \
                        one it is the opposite.",
        },
    ],
    sources: &[
        "Berlekamp, Conway, Guy, Winning Ways, chapter 2: Green Hackenbush",
        "T. S. Ferguson, Game Theory, part I, section 6.1: bamboo stalks",
    ],
    known_values: &[("3 4 5", "*2"), ("5", "*5"), ("1 2 3", "0"), ("1 1 1 1", "0"), ("0", "0")],
    range: "all multisets of at most 4 stalks of at most N segments",
    default_range: 12,
};

/// Green stalks: a component is the height of a stalk.
#[derive(Clone, Copy, Debug)]
pub struct GreenStalks;

impl Ruleset for GreenStalks {
    type Component = u64;

    fn options(&self, height: &u64, options: &mut Options<u64>) {
        // The segment that is cut has so many below it.
        for below in 0..*height {
            options.push([below]);
        }
    }

    fn option_bound(&self, height: &u64) -> u64 {
        *height
    }

    fn nim_value(&self, height: &u64) -> Option<Nimber> {
        Some(Nimber(*height))
    }
}

impl Game for GreenStalks {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        Scanner::new(text).numbers("the height of a stalk")
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        format!("stalk {from} -> {}", heaps::write(to))
    }

    fn outcome(&self, heights: &[u64], play: Play) -> Option<ImpartialOutcome> {
        nim::Nim.outcome(heights, play)
    }

    fn options_of_value(&self, height: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        nim::Nim.options_of_value(height, value, found)
    }

    fn winning_moves(&self, heights: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        nim::Nim.winning_moves(heights, play, moves)
    }

    fn explain(&self, heights: &[u64], play: Play, detail: Detail) -> Vec<String> {
        let mut lines = vec!["a cut leaves any smaller height: each stalk is a heap of Nim".to_owned()];
        lines.extend(nim::explain("stalk", heights, play, detail));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new(heaps::multisets(4, up_to))
    }
}
