//! User-defined graphs: tokens on vertices; a move pushes a token along an edge.

mod acyclic;
mod coloured;
mod edges;
mod loopy;
mod named;
mod picture;
mod sorting;
mod tokens;

pub use acyclic::{Acyclic, Cycle};
pub use coloured::ColouredGraph;
pub use loopy::LoopyGraph;
pub use named::GraphError;

use edges::edge_span;
use named::{NamedGraph, cycle_error};
use std::sync::Arc;
use winways_kit::Entry;
use winways_kit::any::ranked::shared;
use winways_kit::any::{common, partizan};
use winways_kit::view::{Touch, View};
use winways_kit::{About, AnyGame, Game, Move, Page, only_component};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, Options, Player, RuleFault, Ruleset};
use winways_solve::{Budget, NoObserver, Observer};

pub(crate) const ENTRIES: &[Entry] = &[
    Entry { page: &PAGE, make, claims: &[] },
    Entry {
        page: &coloured::PAGE,
        make: |edges| Ok(partizan::shared(ColouredGraph::parse(needed(edges)?)?)),
        claims: &[],
    },
    Entry { page: &loopy::PAGE, make: |edges| Ok(shared(LoopyGraph::parse(needed(edges)?)?)), claims: &[] },
];

static PAGE: Page = page!("graph");

fn make(parameter: Option<&str>) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    let edges = needed(parameter)?;
    of_edges(edges, true, u64::MAX, &mut Meter::default()).map_err(GraphError::without_limits)
}

/// Returns the parameter with the edges, or a diagnostic if it is missing.
fn needed(parameter: Option<&str>) -> Result<&str, Diagnostic> {
    parameter.ok_or_else(|| {
        Diagnostic::new("the graph of the game is missing", Span::at(0)).label("expected its edges").help(
            "give a file with a line `u v` for each edge (`--edges FILE`), or write `graph{1 0, 2 1}(2)`",
        )
    })
}

/// Creates a game from the edges in a file. The game is named `graph`, without its edges.
///
/// A position such as `graph(0,1)` can therefore be parsed only with the same file, whereas `graph{1 0, 2 1}` has its edges in
/// its name. The game is a [`LoopyGraph`] if the edges form a cycle. It is a [`ColouredGraph`] if the edges form no cycle and
/// some edge belongs to one player.
///
/// # Errors
/// Returns a diagnostic that points into `edges`.
pub fn of_file(edges: &str) -> Result<Arc<dyn AnyGame>, Diagnostic> {
    of_file_within(edges, Budget { memory: u64::MAX, ..Budget::DEFAULT }, &NoObserver)
        .map_err(GraphError::without_limits)
}

/// Like [`of_file`], within limits. Memory is charged before it is allocated.
///
/// # Errors
/// Returns [`GraphError::Wrong`] for a fault in the text and [`GraphError::Stopped`] if a limit is reached.
///
/// ```
/// use winways_games::graphs::graph::{GraphError, of_file_within};
/// use winways_solve::{Budget, NoObserver, StopReason};
/// let few = Budget { memory: 100, ..Budget::DEFAULT };
/// let refused = of_file_within("1 0\n2 0\n", few, &NoObserver).err();
/// assert_eq!(refused, Some(GraphError::Stopped(StopReason::Memory { limit: 100 })));
/// ```
pub fn of_file_within(
    edges: &str,
    budget: Budget,
    observer: &dyn Observer,
) -> Result<Arc<dyn AnyGame>, GraphError> {
    of_edges(edges, false, budget.memory, &mut observer.meter())
}

fn of_edges(
    text: &str,
    is_named: bool,
    memory: u64,
    meter: &mut Meter,
) -> Result<Arc<dyn AnyGame>, GraphError> {
    let graph = NamedGraph::parse_within(text, memory, meter)?;
    let Ok(edges) = Acyclic::new_metered(graph.names.len(), graph.pairs(), meter)? else {
        return Ok(shared(LoopyGraph::of_graph(graph, true, is_named, meter)?));
    };
    if graph.coloured_edge().is_some() {
        return Ok(partizan::shared(ColouredGraph::of_acyclic(graph, is_named, meter)?));
    }
    Ok(common::impartial(Graph { edges, names: graph.names, is_named }))
}

/// An impartial game of tokens on a graph without cycles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    edges: Acyclic,
    /// The numbers that the user gave to the vertices, ascending.
    names: Vec<u64>,
    /// `true` if the edges are part of the name.
    is_named: bool,
}

impl Graph {
    /// Reads the edges of a graph.
    ///
    /// # Errors
    /// Returns a diagnostic that points at text that is not an edge, or at an edge of a cycle. The message shows the cycle.
    pub fn parse(text: &str) -> Result<Graph, Diagnostic> {
        let graph = NamedGraph::parse(text)?;
        if let Some(edge) = graph.coloured_edge() {
            return Err(Diagnostic::new("an edge for one player only", edge_span(text, edge))
                .label("expected an edge `u v` for both"));
        }
        match graph.acyclic() {
            Ok(edges) => Ok(Graph { edges, names: graph.names, is_named: false }),
            Err(cycle) => Err(cycle_error(&cycle, &graph.names, edge_span(text, cycle.edge))),
        }
    }

    /// Iterates over all edges, grouped by source.
    fn all_edges(&self) -> impl Iterator<Item = (u32, u32, Player)> + '_ {
        let edges_from = |from| self.edges.options(from).iter().map(move |&to| (from, to, Player::Either));
        (0..self.names.len() as u32).flat_map(edges_from)
    }

    /// Returns `true` if the graph is small enough to be drawn.
    fn is_drawn(&self) -> bool {
        picture::is_drawn(self.names.len(), self.edges.edge_count())
    }
}

impl Ruleset for Graph {
    type Component = u32;

    fn options(&self, vertex: &u32, options: &mut Options<u32>) -> Result<(), RuleFault> {
        for &next in self.edges.options(*vertex) {
            options.push([next]);
        }
        Ok(())
    }

    fn option_bound(&self, vertex: &u32) -> u64 {
        self.edges.options(*vertex).len() as u64
    }
}

impl Game for Graph {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        if !self.is_named {
            return PAGE.name.to_owned();
        }
        format!("{}{{{}}}", PAGE.name, edges::written(&self.names, self.all_edges()))
    }

    fn about(&self) -> About {
        About {
            identity: edges::written(&self.names, self.all_edges()),
            ..About::new(self.page(), self.name())
        }
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        tokens::parse(&self.names, text)
    }

    fn write(&self, tokens: &[u32]) -> String {
        tokens::write(&self.names, tokens)
    }

    fn describe_move(&self, from: &u32, to: &[u32]) -> String {
        tokens::name_of_move(&self.names, *from, *only_component(to))
    }

    /// Draws the graph with its tokens, or only the vertices of the tokens if the graph is too large.
    fn view(&self, tokens: &[u32]) -> View {
        tokens::view(&self.names, tokens, self.edges.edge_count(), self.all_edges())
    }

    /// Returns the vertices that the token leaves and enters.
    fn touches(&self, tokens: &[u32], step: &Move<u32>) -> Vec<Touch> {
        tokens::touches(self.is_drawn(), tokens, step.component, *step.only())
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        tokens::up_to(&self.names, up_to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;
    use std::sync::atomic::{AtomicU64, Ordering};
    use winways_kit::view::{Cell, Figure};
    use winways_solve::{Progress, StopReason};
    use winways_values::{Interrupt, Interruption};

    fn wrong(text: &str) -> Diagnostic {
        Graph::parse(text).unwrap_err()
    }

    /// An observer that counts its polls and stops the work at poll number `last`.
    struct Counts {
        polls: Arc<AtomicU64>,
        last: u64,
    }

    impl Observer for Counts {
        fn observe(&self, _: &Progress) -> ControlFlow<StopReason> {
            self.interrupt().poll().map_break(StopReason::from)
        }

        fn interrupt(&self) -> Interrupt {
            let (polls, last) = (self.polls.clone(), self.last);
            Interrupt::new(move || match polls.fetch_add(1, Ordering::Relaxed) + 1 >= last {
                true => ControlFlow::Break(Interruption::Timeout),
                false => ControlFlow::Continue(()),
            })
        }
    }

    /// Returns one graph of each kind, with 40,000 edges.
    fn large_graphs() -> [String; 3] {
        let name = |vertex: u64| vertex * 1_000_003;
        let edges = |to: &dyn Fn(u64) -> u64, player: &str| {
            (1..=40_000).map(|vertex| format!("{} {}{player}\n", name(vertex), name(to(vertex)))).collect()
        };
        let before = |vertex: u64| vertex / 2;
        let scattered = |vertex: u64| vertex * 48_271 % 40_001;
        [edges(&before, ""), edges(&before, " L"), edges(&scattered, "")]
    }

    #[test]
    fn reading_graphs_polls_the_observer() {
        for text in large_graphs() {
            let end = |last: u64| {
                let observer = Counts { polls: Arc::default(), last };
                let game = of_file_within(&text, Budget::DEFAULT, &observer);
                (game.err(), observer.polls.load(Ordering::Relaxed))
            };
            let (error, polls) = end(u64::MAX);
            assert!(error.is_none() && polls > 100, "{polls}");
            for last in [1, polls / 2, polls] {
                assert_eq!(end(last), (Some(GraphError::Stopped(StopReason::Timeout)), last));
            }
        }
    }

    #[test]
    fn graphs_are_charged_before_allocation() {
        for text in large_graphs() {
            let within =
                |memory: u64| of_file_within(&text, Budget { memory, ..Budget::DEFAULT }, &NoObserver).err();
            for memory in [0, 1 << 20, 2 << 20, 3 << 20] {
                assert_eq!(within(memory), Some(GraphError::Stopped(StopReason::Memory { limit: memory })));
            }
            assert_eq!(within(8 << 20), None);
        }
    }

    #[test]
    fn cycles_are_shown() {
        let error = wrong("1 0\n5 3; 3 5, 9 5");
        assert_eq!(error.message, "the graph has a cycle: 3 -> 5 -> 3");
        assert_eq!(&"1 0\n5 3; 3 5, 9 5"[error.span.range()], "5 3");
        assert_eq!(wrong("7 7").message, "the graph has a cycle: 7 -> 7");
        let long: String = (0..100).map(|v| format!("{v} {}\n", (v + 1) % 100)).collect();
        assert!(wrong(&long).message.ends_with("-> 11 -> (88 more) -> 0"), "{}", wrong(&long).message);
    }

    #[test]
    fn malformed_edges_are_reported() {
        assert_eq!(wrong("1 0 L").message, "an edge for one player only");
        assert_eq!(wrong("1 0 2").span.range(), 4..5);
        assert_eq!(wrong("1\n0").span.range(), 1..1);
        assert_eq!(wrong("1 x").to_string(), "`x` is not a number: expected the second vertex of the edge");
        assert_eq!(wrong(" \n ").message, "there is no edge");
        assert!(make(None).is_err());
    }

    #[test]
    fn vertices_keep_their_numbers() {
        let graph = Graph::parse("18446744073709551615 7\n7 3\r\n7 3\n").unwrap();
        assert_eq!(
            graph.write(&graph.parse("3 7,18446744073709551615 7").unwrap()),
            "3,7,18446744073709551615,7"
        );
        assert_eq!(graph.describe_move(&1, &[0]), "token 7 -> 3");
        let error = graph.parse("7 4").unwrap_err();
        assert_eq!(error.message, "there is no vertex 4");
        assert_eq!(error.help.unwrap(), "the vertices are 3, 7, 18446744073709551615");
        assert_eq!(error.span.range(), 2..3);
        assert_eq!(graph.write(&graph.parse(" - ").unwrap()), "\"-\"");
    }

    #[test]
    fn tokens_are_shown_on_their_vertices() {
        let graph = Graph::parse("9 7, 7 3, 9 3").unwrap();
        let tokens = graph.parse("9 9 7").unwrap();
        let view = graph.view(&tokens);
        let [Figure::Graph(figure)] = &view.figures[..] else { panic!("no graph") };
        let shown: Vec<(&str, &Cell)> =
            figure.vertices.iter().map(|vertex| (vertex.name.as_str(), &vertex.content)).collect();
        let [one, two] = [1, 2].map(picture::tokens);
        assert_eq!(shown, [("3", &Cell::Free), ("7", &one), ("9", &two)]);
        let edges: Vec<(u32, u32)> = figure.edges.iter().map(|edge| (edge.from, edge.to)).collect();
        assert_eq!(edges, [(1, 0), (2, 1), (2, 0)]);
        let touches = graph.touches(&tokens, &Move { component: 2, to: vec![0] });
        assert_eq!(touches, [1, 0].map(|element| Touch { figure: 0, element }));
    }
}
