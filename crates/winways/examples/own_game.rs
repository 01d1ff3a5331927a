//! A custom game, defined in two ways: by a few lines of rules, and as a Rust type.
//!
//! `cargo run -p winways --example own_game`

use winways::custom::common::impartial;
use winways::custom::view::{Touch, View};
use winways::custom::{Game, Move, Options, Ruleset, heaps};
use winways::games::{AnyGame, Page};
use winways::limits::RuleFault;
use winways::{Catalogue, Diagnostic, NoObserver, Play, Position, Request, analyse};

/// A heap of tokens. A move takes one token, or half of the heap if it is even.
struct Halving;

static PAGE: Page = Page {
    name: "halving",
    title: "Halving",
    parameter: None,
    rules: "Heaps of tokens. A move takes one token from a heap, or half of an even heap.",
    play: Play::Normal,
    notation: heaps::NOTATION,
    example: "halving 6 9",
    theorems: &[],
    sources: &[],
    known_values: &[],
    range: "all multisets of at most 3 heaps of at most N tokens",
    default_range: 10,
};

impl Ruleset for Halving {
    type Component = u64;

    fn options(&self, heap: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        if *heap > 0 {
            options.push([heap - 1]);
        }
        if *heap > 2 && heap.is_multiple_of(2) {
            options.push([heap / 2]);
        }
        Ok(())
    }

    fn option_bound(&self, heap: &u64) -> u64 {
        2.min(*heap)
    }
}

impl Game for Halving {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        heaps::parse(text)
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        heaps::describe(*from, to)
    }

    fn view(&self, position: &[u64]) -> View {
        View::heaps(position)
    }

    fn touches(&self, _: &[u64], step: &Move<u64>) -> Vec<Touch> {
        vec![Touch::heap(step.component)]
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        Box::new(heaps::multisets(3, up_to))
    }
}

fn show(game: &dyn AnyGame, text: &str) -> Result<(), Diagnostic> {
    let position = Position::of_game(game, text)?;
    let analysis = analyse(&position, &Request::default(), &NoObserver);
    if let Some(value) = analysis.value {
        println!("{position} is worth {value}");
    }
    for step in analysis.moves.iter().flat_map(|moves| &moves.listed) {
        println!("  {}", position.move_name(step));
    }
    Ok(())
}

fn main() -> Result<(), Diagnostic> {
    let as_text =
        Catalogue::new().game_of_text("heap n -> n-1 where n >= 1\nheap n -> m where 2*m = n, n >= 3")?;
    show(&*as_text, "6 9")?;
    show(&*impartial(Halving), "6 9")
}
