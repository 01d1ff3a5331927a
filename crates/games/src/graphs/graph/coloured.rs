//! Graphs without cycles whose edges may belong to one player. A token is a partizan game, and a position is a sum of tokens.

use super::edges::{edge_span, written};
use super::named::{GraphError, NamedGraph, OF_FILE, cycle_error};
use super::sorting::sort;
use super::{picture, tokens};
use winways_kit::view::View;
use winways_kit::{About, ComponentMove, Page, PartizanGame, only_component};
use winways_notation::{Diagnostic, Span};
use winways_rules::{Meter, Options, PartizanRuleset, Player, RuleFault, Side};

pub(super) static PAGE: Page = page!("coloured-graph");

/// A game of tokens on a graph without cycles. An edge is for both players or for one.
///
/// A component is the vertex of a token, as an index into the sorted numbers of the vertices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColouredGraph {
    /// The numbers that the user gave to the vertices, ascending.
    names: Vec<u64>,
    /// The offset of the edges from each vertex in `edges`, followed by the total length.
    starts: Vec<u32>,
    /// The target and player of each edge, ordered by source and target. No two edges have the same source and target.
    edges: Vec<(u32, Player)>,
    /// `true` if the edges are part of the name.
    is_named: bool,
}

impl ColouredGraph {
    /// Reads the edges of a graph: `1 0 L, 2 1 R, 2 0`. O(n log n) for n edges.
    ///
    /// # Errors
    /// Returns a diagnostic that points at text that is not an edge, or at an edge of a cycle. The message shows the cycle.
    ///
    /// ```
    /// use winways_games::graphs::graph::ColouredGraph;
    /// use winways_kit::PartizanGame;
    /// assert_eq!(ColouredGraph::parse("2 1 R; 1 0 L, 1 0 R")?.name(), "coloured-graph{1 0, 2 1 R}");
    /// assert_eq!(ColouredGraph::parse("0 1 L, 1 0").unwrap_err().message, "the graph has a cycle: 0 -> 1 -> 0");
    /// # Ok::<(), winways_notation::Diagnostic>(())
    /// ```
    pub fn parse(text: &str) -> Result<ColouredGraph, Diagnostic> {
        let graph = NamedGraph::parse(text)?;
        graph.acyclic().map_err(|cycle| {
            let error = cycle_error(&cycle, &graph.names, edge_span(text, cycle.edge));
            error.help("use `loopy-graph{...}` for one token on a graph with cycles")
        })?;
        let graph = ColouredGraph::of_acyclic(graph, true, &mut Meter::default());
        graph.map_err(|fault| GraphError::from(fault).without_limits())
    }

    /// Creates the game on a graph that is known to have no cycle.
    pub(super) fn of_acyclic(
        graph: NamedGraph,
        is_named: bool,
        meter: &mut Meter,
    ) -> Result<ColouredGraph, RuleFault> {
        let NamedGraph { edges: mut all, names } = graph;
        let ends = |&(from, to, _): &(u32, u32, Player)| (from, to);
        sort(&mut all, |a, b| ends(a).cmp(&ends(b)), meter)?;
        // Merge parallel edges. A player may use the merged edge if one of the parallel edges is for that player.
        all.dedup_by(|later, kept| {
            let is_equal = ends(later) == ends(kept);
            if is_equal && later.2 != kept.2 {
                kept.2 = Player::Either;
            }
            is_equal
        });
        let mut starts = vec![0u32; names.len() + 1];
        for &(from, _, _) in &all {
            meter.spend(1)?;
            starts[from as usize + 1] += 1;
        }
        for vertex in 1..starts.len() {
            meter.spend(1)?;
            starts[vertex] += starts[vertex - 1];
        }
        let edges = all.into_iter().map(|(_, to, player)| (to, player)).collect();
        Ok(ColouredGraph { names, starts, edges, is_named })
    }

    /// Returns the edges from a vertex.
    fn edges_from(&self, vertex: u32) -> &[(u32, Player)] {
        &self.edges[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// Iterates over all edges in order, as (from, to, player).
    fn all_edges(&self) -> impl Iterator<Item = (u32, u32, Player)> + '_ {
        let edges_from = |from| self.edges_from(from).iter().map(move |&(to, player)| (from, to, player));
        (0..self.names.len() as u32).flat_map(edges_from)
    }

    fn is_drawn(&self) -> bool {
        picture::is_drawn(self.names.len(), self.edges.len())
    }

    fn read(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        tokens::parse(&self.names, text).map_err(|wrong| {
            let start = wrong.span.start;
            let word = text.get(start..).and_then(|rest| rest.split_whitespace().next());
            let Some(word @ ("left" | "right")) = word else { return wrong };
            Diagnostic::new("unexpected player", Span::new(start, start + word.len()))
                .label("expected the vertex of another token, or nothing more")
                .help(
                    "the graph has no cycle, so its tokens add and either player may begin; \
                     use `loopy-graph{...}` for one token with a player to move",
                )
        })
    }
}

impl PartizanRuleset for ColouredGraph {
    type Component = u32;

    fn options(&self, vertex: &u32, side: Side, options: &mut Options<u32>) -> Result<(), RuleFault> {
        for &(to, player) in self.edges_from(*vertex) {
            if player == Player::Either || player == side.into() {
                options.push([to]);
            }
        }
        Ok(())
    }

    fn option_bound(&self, vertex: &u32) -> u64 {
        self.edges_from(*vertex).len() as u64
    }
}

winways_kit::positions_are_components!(
    impl for ColouredGraph,
    u32,
    Self::read,
    |game: &Self, tokens: &[u32]| tokens::write(&game.names, tokens),
    |game: &Self, from: &u32, to: &[u32], _| tokens::name_of_move(&game.names, *from, *only_component(to)),
    |game: &Self, tokens: &[u32]| -> View {
        tokens::view(&game.names, tokens, game.edges.len(), game.all_edges())
    },
    |game: &Self, tokens: &[u32], step: &ComponentMove<u32>| {
        tokens::touches(game.is_drawn(), tokens, step.component, *only_component(&step.to))
    },
);

impl PartizanGame for ColouredGraph {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    /// Returns `coloured-graph{1 0, 2 1 R}`, or `graph` if the edges are not part of the name.
    fn name(&self) -> String {
        if !self.is_named {
            return OF_FILE.to_owned();
        }
        format!("{}{{{}}}", PAGE.name, written(&self.names, self.all_edges()))
    }

    fn about(&self) -> About {
        About { identity: written(&self.names, self.all_edges()), ..About::new(self.page(), self.name()) }
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        tokens::up_to(&self.names, up_to)
    }
}

#[cfg(test)]
mod tests;
