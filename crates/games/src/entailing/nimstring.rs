//! Nimstring on any graph: a move cuts a string; a player who frees a coin moves again.

use crate::hackenbush::WrittenEdge;
use crate::hackenbush::picture;
use crate::hackenbush::whole::{view_edge, view_vertex};
use std::sync::Arc;
use winways_entailing::{EntailingMove, Nimstring};
use winways_kit::any::entailing;
use winways_kit::view::{self, Figure, Touch, View};
use winways_kit::{Effect, EntailingGame, MovesOfPlayers, Page, WholePositions};
use winways_notation::{Diagnostic, Span};
use winways_rules::Player;

game!("nimstring", |_| Ok(entailing::shared(Strings)));

/// The maximum number of strings in a position.
const MOST_STRINGS: usize = 64;

/// Nimstring.
struct Strings;

/// The uncut strings, as they were written. An end is a coin, or 0 for the ground.
type Graph = Vec<WrittenEdge>;

/// The cut of the string with this index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut(pub(super) usize);

/// Returns the coins of a graph, ascending.
fn coins(graph: &Graph) -> Vec<u32> {
    let mut coins: Vec<u32> = graph.iter().flat_map(|string| [string.from, string.to]).collect();
    coins.sort_unstable();
    coins.dedup();
    coins.retain(|&coin| coin != 0);
    coins
}

/// Returns the rules of a graph: string number i of the graph is bit i.
fn rules(graph: &Graph) -> Arc<Nimstring> {
    let coins = coins(graph);
    let number = |coin: u32| coins.binary_search(&coin).ok();
    let strings = graph.iter().map(|string| match (number(string.from), number(string.to)) {
        (Some(coin), other) | (None, other @ Some(coin)) => (coin, other.filter(|&other| other != coin)),
        (None, None) => unreachable!("a string has a coin"),
    });
    Arc::new(Nimstring::new(coins.len(), strings.collect()).expect("the graph was checked when it was read"))
}

/// Returns the component of a string, and the move of the rules that cuts the string.
pub(super) fn effect(rules: &Nimstring, Cut(string): Cut) -> Effect<u64> {
    let components = rules.start();
    let place = components.iter().position(|component| component >> string & 1 == 1);
    let place = place.expect("every string is in a component");
    (place..place + 1, rules.cut(components[place], string))
}

impl WholePositions for Strings {
    type Part = u64;
    type Position = Graph;
    type Move = Cut;

    fn parse(&self, text: &str) -> Result<Graph, Diagnostic> {
        let graph = picture::parse(text, &[Player::Either])?;
        let span = |index: usize| picture::edge_span(text, index);
        if graph.len() > MOST_STRINGS {
            let message = format!("{} strings; at most {MOST_STRINGS} are supported", graph.len());
            return Err(Diagnostic::new(message, Span::new(span(MOST_STRINGS).start, text.trim_end().len())));
        }
        let is_wrong = |string: &WrittenEdge| string.from == string.to;
        if let Some(index) = graph.iter().position(is_wrong) {
            let message = "a string connects two coins, or a coin and the ground";
            return Err(Diagnostic::new(message, span(index)).label("expected two different ends"));
        }
        Ok(graph)
    }

    fn write(&self, graph: &Graph) -> String {
        let strings: Vec<String> =
            graph.iter().map(|string| format!("{}-{}", string.from, string.to)).collect();
        if strings.is_empty() { "\"-\"".to_owned() } else { format!("\"{}\"", strings.join(" ")) }
    }

    fn components(&self, graph: &Graph) -> Vec<u64> {
        rules(graph).start()
    }

    fn move_bound(&self, graph: &Graph) -> u64 {
        graph.len() as u64
    }

    fn moves(&self, graph: &Graph) -> MovesOfPlayers<Cut> {
        Ok((0..graph.len()).map(|string| (Player::Either, Cut(string))).collect())
    }

    fn after(&self, graph: &Graph, &Cut(string): &Cut) -> Graph {
        let mut rest = graph.clone();
        rest.remove(string);
        rest
    }

    fn move_name(&self, graph: &Graph, &Cut(string): &Cut) -> String {
        let WrittenEdge { from, to, .. } = graph[string];
        let equal = |edges: &[WrittenEdge]| edges.iter().filter(|edge| **edge == graph[string]).count();
        let again = if self.is_again(graph, Cut(string)) { ", again" } else { "" };
        match equal(graph) {
            1 => format!("cut {from}-{to}{again}"),
            _ => format!("cut {from}-{to} ({}){again}", equal(&graph[..=string])),
        }
    }

    fn touches(&self, graph: &Graph, &Cut(string): &Cut) -> Vec<Touch> {
        vec![Touch::of((1 + coins(graph).len() + string) as u64)]
    }

    fn view(&self, graph: &Graph) -> View {
        let coins = coins(graph);
        let names = std::iter::once(0).chain(coins.iter().copied());
        let number = |coin: u32| coins.binary_search(&coin).map_or(0, |place| place as u32 + 1);
        let edge = |edge: &WrittenEdge| view_edge(number(edge.from), number(edge.to), Player::Either);
        let (vertices, edges) = (
            names.map(|coin| view_vertex(coin.to_string(), None)).collect(),
            graph.iter().map(edge).collect(),
        );
        // Strings that are not connected to the ground remain in play. In a picture that stands on the ground, they would fall.
        let is_connected = |component: u64| {
            let mut strings = graph.iter().enumerate().filter(|(string, _)| component >> string & 1 == 1);
            strings.any(|(_, string)| string.from == 0 || string.to == 0)
        };
        let stands = rules(graph).start().into_iter().all(is_connected);
        View::of(Figure::Graph(view::Graph { vertices, edges, ground: stands.then_some(0) }))
    }

    /// Returns the strings of both graphs. Returns `None` if a coin number occurs in both graphs, or if there are too many strings.
    fn sum(&self, graph: &Graph, other: &Graph) -> Option<Graph> {
        let mine = coins(graph);
        let is_shared = |coin: &u32| mine.binary_search(coin).is_ok();
        let is_large = graph.len() + other.len() > MOST_STRINGS;
        (!is_large && !coins(other).iter().any(is_shared)).then(|| [&graph[..], other].concat())
    }
}

impl Strings {
    fn is_again(&self, graph: &Graph, cut: Cut) -> bool {
        matches!(effect(&rules(graph), cut).1, EntailingMove::Complimenting(_))
    }
}

impl EntailingGame for Strings {
    type Rules = Arc<Nimstring>;

    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn rules(&self, graph: &Graph) -> Arc<Nimstring> {
        rules(graph)
    }

    fn entailed(&self, _: &Graph) -> Option<usize> {
        None
    }

    fn effect(&self, graph: &Graph, cut: &Cut) -> Effect<u64> {
        effect(&rules(graph), *cut)
    }

    fn part_text(&self, graph: &Graph, index: usize) -> String {
        let component = self.components(graph)[index];
        let strings = graph.iter().enumerate().filter(|(string, _)| component >> string & 1 == 1);
        self.write(&strings.map(|(_, string)| *string).collect()).replace('"', "")
    }

    /// Returns all graphs on the ground and three coins with at most `up_to` strings, but never more than 8.
    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Graph> + '_> {
        const ENDS: [(u32, u32); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];
        let string = |&(from, to): &(u32, u32)| WrittenEdge { from, to, player: Player::Either };
        let counts = winways_kit::heaps::multisets(up_to.min(8) as usize, 5);
        Box::new(
            counts.map(move |places| places.iter().map(|&place| string(&ENDS[place as usize])).collect()),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_rules::Meter;

    #[test]
    fn positions_are_written_as_they_were_read() {
        for text in ["-", "0-1", "1-0 1-2 2-0", "7-3 7-3 0-7"] {
            let graph = Strings.parse(text).unwrap();
            assert_eq!(Strings.write(&graph), format!("\"{text}\""));
        }
        let graph = Strings.parse("7-3 7-3 0-7").unwrap();
        let names: Vec<String> =
            Strings.moves(&graph).unwrap().iter().map(|(_, cut)| Strings.move_name(&graph, cut)).collect();
        assert_eq!(names, ["cut 7-3 (1)", "cut 7-3 (2)", "cut 0-7"]);
        let open = Strings.parse("1-2 2-0").unwrap();
        assert_eq!(Strings.move_name(&open, &Cut(0)), "cut 1-2, again");
    }

    #[test]
    fn strings_that_are_not_connected_to_the_ground_are_drawn() {
        let ground = |text: &str| match &Strings.view(&Strings.parse(text).unwrap()).figures[..] {
            [Figure::Graph(graph)] => graph.ground,
            _ => panic!("one graph"),
        };
        assert_eq!(["0-1 1-2", "0-1 2-3", "1-2"].map(ground), [Some(0), None, None]);
    }

    #[test]
    fn wrong_graphs_are_pointed_at() {
        let wrong = |text: &str| Strings.parse(text).unwrap_err().span.range();
        assert_eq!(wrong("0-1 2-2"), 4..7);
        assert_eq!(wrong("0-1 0-0"), 4..7);
        let many = "0-1 ".repeat(65);
        assert_eq!(wrong(&many), 256..259);
    }

    #[test]
    fn moves_of_the_rules_are_those_of_the_positions() {
        for graph in Strings.positions(4) {
            let board = rules(&graph);
            for (_, cut) in Strings.moves(&graph).unwrap() {
                let (replaced, step) = Strings.effect(&graph, &cut);
                let mut meter = Meter::default();
                let listed = winways_entailing::EntailingRules::moves(
                    &board,
                    &board.start()[replaced.start],
                    &mut meter,
                );
                assert!(listed.unwrap().contains(&step));
                let after = Strings.after(&graph, &cut);
                let mut left: Vec<u32> = board.start().iter().map(|part| part.count_ones()).collect();
                left.drain(replaced);
                left.extend(step.components().map(|part| part.count_ones()));
                let mut counted: Vec<u32> =
                    Strings.components(&after).iter().map(|part| part.count_ones()).collect();
                left.sort_unstable();
                counted.sort_unstable();
                assert_eq!(left, counted);
            }
        }
    }
}
