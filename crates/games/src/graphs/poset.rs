//! Poset games: Chomp on any finite partial order.

mod order;
#[cfg(test)]
mod tests;

use order::{above, covers, elements, greatest, len, name};
use winways_kit::any::common;
use winways_kit::view::{Cell, Edge, Figure, Graph, Touch, Vertex, View};
use winways_kit::{Game, Move, Page};
use winways_notation::Diagnostic;
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset};

game!("poset", |_| Ok(common::impartial(PosetGame)));

/// A poset game. A component is a connected order in the format of the module `order`: a name and an upper set for each element.
#[derive(Clone, Copy, Debug)]
pub struct PosetGame;

impl Ruleset for PosetGame {
    type Component = Vec<u64>;

    fn options(&self, order: &Vec<u64>, options: &mut Options<Vec<u64>>) -> Result<(), RuleFault> {
        for element in 0..len(order) {
            options.push(order::without(order, element));
        }
        Ok(())
    }

    fn option_bound(&self, order: &Vec<u64>) -> u64 {
        len(order) as u64
    }

    /// Replaces the names, which do not affect play.
    fn canonicalise(&self, order: &mut Vec<u64>) {
        order::renumber(order);
    }
}

impl PosetGame {
    /// Returns the element that a move takes with all elements above it.
    fn taken(from: &[u64], to: &[Vec<u64>]) -> usize {
        let is_left = |element: &usize| {
            let wanted = name(from, *element);
            to.iter().any(|part| (0..len(part)).any(|kept| name(part, kept) == wanted))
        };
        let taken: Vec<usize> = (0..len(from)).filter(|element| !is_left(element)).collect();
        let lowest =
            taken.iter().copied().find(|&low| taken.iter().all(|&high| above(from, low) >> high & 1 == 1));
        lowest.unwrap_or(0)
    }
}

impl Game for PosetGame {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn parse(&self, text: &str) -> Result<Vec<Vec<u64>>, Diagnostic> {
        if text.trim() == "-" { Ok(Vec::new()) } else { order::parse(text) }
    }

    fn write(&self, position: &[Vec<u64>]) -> String {
        let words: Vec<String> = position.iter().map(|order| written(order)).collect();
        format!("\"{}\"", if words.is_empty() { "-".to_owned() } else { words.join(" ") })
    }

    fn describe_move(&self, from: &Vec<u64>, to: &[Vec<u64>]) -> String {
        format!("take {}", name(from, Self::taken(from, to)))
    }

    /// Draws the Hasse diagram, with a directed edge from each element to each element that it covers: the sources of a directed
    /// graph are drawn at the top.
    fn view(&self, position: &[Vec<u64>]) -> View {
        View::boards(position, |order| diagram(order), "orders")
    }

    fn touches(&self, position: &[Vec<u64>], step: &Move<Vec<u64>>) -> Vec<Touch> {
        let order = &position[step.component];
        let taken = elements(above(order, Self::taken(order, &step.to)));
        Touch::all_on_board(step.component, taken.map(|element| element as u64))
    }

    fn outcome(&self, position: &[Vec<u64>], play: Play) -> Option<ImpartialOutcome> {
        match (position, play) {
            ([order], Play::Normal) => greatest(order).map(|_| ImpartialOutcome::Next),
            _ => None,
        }
    }

    /// Iterates over the orders on the elements 1 to n, for each n up to `up_to` but at most 8, in which no element is above a
    /// greater number. Every order on n elements can be numbered in this way.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<Vec<u64>>> + '_> {
        let most = up_to.min(LARGEST_ENUMERATED);
        Box::new((0..=most).flat_map(|count| {
            let pairs: Vec<(u64, u64)> =
                (1..=count).flat_map(|low| (low + 1..=count).map(move |high| (low, high))).collect();
            (0..1u64 << pairs.len()).filter_map(move |chosen| order_of(count, &pairs, chosen))
        }))
    }
}

/// The maximum number of elements for which all orders are enumerated. Nine elements would have 2^36 sets of pairs.
const LARGEST_ENUMERATED: u64 = 8;

/// Returns the order in which exactly the chosen pairs are related, if they form an order.
fn order_of(count: u64, pairs: &[(u64, u64)], chosen: u64) -> Option<Vec<Vec<u64>>> {
    let related = elements(chosen).map(|pair| format!("{}<{}", pairs[pair].0, pairs[pair].1));
    let is_related =
        |element: &u64| elements(chosen).any(|pair| [pairs[pair].0, pairs[pair].1].contains(element));
    let singles = (1..=count).filter(|element| !is_related(element)).map(|element| element.to_string());
    let words: Vec<String> = singles.chain(related).collect();
    let parts = order::parse(&words.join(" ")).ok()?;
    let closed: u32 = parts
        .iter()
        .flat_map(|order| (0..len(order)).map(|element| above(order, element).count_ones() - 1))
        .sum();
    (closed == chosen.count_ones()).then_some(parts)
}

fn written(order: &[u64]) -> String {
    if len(order) == 1 {
        return name(order, 0).to_string();
    }
    let covers =
        covers(order).into_iter().map(|(low, high)| format!("{}<{}", name(order, low), name(order, high)));
    covers.collect::<Vec<_>>().join(" ")
}

fn diagram(order: &[u64]) -> Figure {
    let vertex =
        |element| Vertex { name: name(order, element).to_string(), content: Cell::Free, place: None };
    let edge = |(low, high): (usize, usize)| Edge {
        from: high as u32,
        to: low as u32,
        player: Player::Either,
        is_directed: true,
    };
    Figure::Graph(Graph {
        vertices: (0..len(order)).map(vertex).collect(),
        edges: covers(order).into_iter().map(edge).collect(),
        ground: None,
    })
}
