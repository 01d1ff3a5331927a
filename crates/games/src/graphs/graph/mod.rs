//! A graph of one's own: tokens on vertices; a move pushes a token along an edge.

mod edges;
mod loopy;
mod picture;

pub use loopy::LoopyGraph;

use edges::{Edges, NamedEdge};
use std::collections::HashMap;
use std::fmt::Write;
use winways_kit::Entry;
use winways_kit::any::impartial;
use winways_kit::any::ranked::shared;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_kit::{Game, Move, Page, Theorem, only_component};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

pub(crate) const ENTRIES: &[Entry] = &[
    Entry { page: &PAGE, make, claims: &[] },
    Entry { page: &loopy::PAGE, make: |edges| Ok(shared(LoopyGraph::parse(needed(edges)?)?)), claims: &[] },
];

static PAGE: Page = Page {
    name: "graph",
    title: "A graph of your own",
    parameter: Some("{EDGES}"),
    rules: "Tokens stand on the vertices of a directed graph without cycles, any number of them on a vertex. A move \
            pushes one token along an edge. EDGES are the edges `u v` (from u to v), separated by line breaks, commas \
            or semicolons; vertices are numbers. \
            With edges that make a cycle, or that are for one player (`u v L`, `u v R`), it is the game loopy-graph, of one token.",
    notation: "the vertices on which the tokens stand, separated by spaces; `-` if there is no token",
    example: "graph{1 0, 2 0, 2 1} 1 2",
    theorems: &[Theorem {
        name: "Sprague 1935, Grundy 1939",
        play: Play::Normal,
        statement: "The nim-value of a vertex is the least number that is not the nim-value of a vertex one edge \
                    further; the nim-value of several tokens is the nim-sum of the values of their vertices.",
    }],
    sources: &[
        "R. Sprague, Ueber mathematische Kampfspiele, Tohoku Mathematical Journal 41 (1935)",
        "P. M. Grundy, Mathematics and games, Eureka 2 (1939)",
    ],
    // Of the graph 1 0, 2 0, 2 1, 3 2, 3 1, 4 3, 4 0, 5 4, 5 3, 5 1.
    known_values: &[
        ("0", "0"),
        ("1", "*"),
        ("2", "*2"),
        ("3", "0"),
        ("4", "*"),
        ("5", "*2"),
        ("2 5", "0"),
        ("1 2 3", "*3"),
    ],
    range: "one token, and two, on the vertices with the N + 1 least numbers",
    default_range: 60,
};

fn make(parameter: Option<&str>) -> Result<std::sync::Arc<dyn winways_kit::AnyGame>, Diagnostic> {
    of_edges(needed(parameter)?, true)
}

/// The edges, which must be there.
fn needed(parameter: Option<&str>) -> Result<&str, Diagnostic> {
    parameter.ok_or_else(|| {
        Diagnostic::new("the game needs a graph", Span::at(0)).label("expected its edges").help(
            "give a file with a line `u v` for each edge (`--edges FILE`), or write `graph{1 0, 2 1}(2)`",
        )
    })
}

/// The game on a graph that is known as `graph`, whatever it is: its edges may be a whole file.
///
/// So `graph(0,1)` reads back only for one who has the same graph. A graph that was stated as `graph{1 0, 2 1}` keeps
/// its edges in its name. Where edges make a cycle, or belong to one player, it is a [`LoopyGraph`].
///
/// # Errors
/// A diagnostic that points into `edges`.
pub fn of_file(edges: &str) -> Result<std::sync::Arc<dyn winways_kit::AnyGame>, Diagnostic> {
    of_edges(edges, false)
}

fn of_edges(text: &str, is_named: bool) -> Result<std::sync::Arc<dyn winways_kit::AnyGame>, Diagnostic> {
    let graph = NamedGraph::parse(text)?;
    match graph.clone().acyclic() {
        Ok(acyclic) => Ok(impartial::shared(Graph { is_named, ..acyclic })),
        Err(_) => Ok(shared(LoopyGraph::of_graph(&graph, is_named))),
    }
}

/// A graph as it is written.
#[derive(Clone)]
struct NamedGraph {
    edges: Vec<NamedEdge>,
    /// The numbers of the vertices, ascending.
    names: Vec<u64>,
}

impl NamedGraph {
    fn parse(text: &str) -> Result<NamedGraph, Diagnostic> {
        let edges = Edges::new(text).collect::<Result<Vec<_>, _>>()?;
        if edges.is_empty() {
            return Err(Diagnostic::new("there is no edge", Span::at(text.len()))
                .label("expected edges `u v`, from vertex u to vertex v")
                .help("separate edges by line breaks, commas or semicolons"));
        }
        let mut names: Vec<u64> = edges.iter().flat_map(|edge| edge.vertices).collect();
        names.sort_unstable();
        names.dedup();
        if names.len().max(edges.len()) > MAX_EDGES {
            let message = format!("the graph has more than {MAX_EDGES} edges or vertices");
            return Err(Diagnostic::new(message, Span::at(text.len())));
        }
        Ok(NamedGraph { edges, names })
    }

    /// The places of an edge's ends among the names.
    fn ends(&self, edge: &NamedEdge) -> [u32; 2] {
        // Numbers without gaps are their own places.
        let last = self.names.len() as u64 - 1;
        let is_dense = self.names[self.names.len() - 1] == last;
        let place = |name: u64| self.names.partition_point(|&other| other < name) as u32;
        edge.vertices.map(|name| if is_dense { name as u32 } else { place(name) })
    }

    /// The graph for sums of tokens, if it has no cycle and all edges are for both players.
    fn acyclic(self) -> Result<Graph, Diagnostic> {
        if let Some(edge) = self.edges.iter().find(|edge| edge.player != Player::Either) {
            return Err(Diagnostic::new("an edge for one player only", edge.span)
                .label("expected an edge `u v` for both"));
        }
        let edges: Vec<(u32, u32)> =
            self.edges.iter().map(|edge| self.ends(edge)).map(|[from, to]| (from, to)).collect();
        match Acyclic::new(self.names.len(), &edges) {
            Ok(edges) => Ok(Graph { edges, names: self.names, is_named: false }),
            Err(cycle) => Err(cycle_error(&cycle, &self.names, self.edges[cycle.edge].span)),
        }
    }
}

/// A game on a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    edges: Acyclic,
    /// The number that the user gave to each vertex, ascending.
    names: Vec<u64>,
    /// Whether the edges belong to the name.
    is_named: bool,
}

impl Graph {
    /// Reads the edges of a graph.
    ///
    /// # Errors
    /// Points at what is no edge, or at an edge of a cycle, which is shown.
    pub fn parse(text: &str) -> Result<Graph, Diagnostic> {
        NamedGraph::parse(text)?.acyclic()
    }

    fn vertex(&self, name: u64) -> Option<u32> {
        self.names.binary_search(&name).ok().map(|vertex| vertex as u32)
    }

    /// Whether the graph is small enough to be drawn.
    fn is_drawn(&self) -> bool {
        picture::is_drawn(self.names.len(), self.edges.targets.len())
    }

    fn name_of(&self, vertex: u32) -> u64 {
        self.names[vertex as usize]
    }

    /// The edges as they are written between braces.
    fn edges_in_words(&self) -> String {
        let mut edges = String::new();
        for vertex in 0..self.names.len() as u32 {
            for &next in self.edges.options(vertex) {
                let comma = if edges.is_empty() { "" } else { ", " };
                // Writing to a string cannot fail.
                let _ = write!(edges, "{comma}{} {}", self.name_of(vertex), self.name_of(next));
            }
        }
        edges
    }
}

/// The vertices, in words.
fn vertices_in_words(names: &[u64]) -> String {
    let (first, last) = (names[0], names[names.len() - 1]);
    if last - first == names.len() as u64 - 1 {
        return format!("the vertices are {first} to {last}");
    }
    let shown = &names[..names.len().min(VERTICES_SHOWN)];
    let more = names.len() - shown.len();
    let list = heaps::list(shown, ", ");
    if more == 0 {
        format!("the vertices are {list}")
    } else {
        format!("the vertices are {list} and {more} more, up to {last}")
    }
}

/// The most vertices that a diagnostic lists.
const VERTICES_SHOWN: usize = 12;

fn cycle_error(cycle: &Cycle, names: &[u64], span: Span) -> Diagnostic {
    let shown = &cycle.vertices[..cycle.vertices.len().min(VERTICES_SHOWN)];
    let mut text = String::new();
    for &vertex in shown {
        // Writing to a string cannot fail.
        let _ = write!(text, "{} -> ", names[vertex as usize]);
    }
    if cycle.vertices.len() > shown.len() {
        let _ = write!(text, "({} more) -> ", cycle.vertices.len() - shown.len());
    }
    let _ = write!(text, "{}", names[cycle.vertices[0] as usize]);
    Diagnostic::new(format!("the graph has a cycle: {text}"), span)
        .label("this edge is on it; expected a graph in which every play ends")
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
        format!("{}{{{}}}", PAGE.name, self.edges_in_words())
    }

    fn identity(&self) -> String {
        self.edges_in_words()
    }

    fn parse(&self, text: &str) -> Result<Vec<u32>, Diagnostic> {
        if text.trim() == "-" {
            return Ok(Vec::new());
        }
        let mut scanner = Scanner::new(text);
        let mut tokens = Vec::new();
        scanner.skip_separators();
        while !scanner.is_at_end() {
            let start = scanner.position();
            let name = scanner.number("a vertex")?;
            let Some(vertex) = self.vertex(name) else {
                let span = Span::new(start, scanner.position());
                return Err(Diagnostic::new(format!("there is no vertex {name}"), span)
                    .label("expected a vertex of the graph")
                    .help(vertices_in_words(&self.names)));
            };
            tokens.push(vertex);
            scanner.skip_separators();
        }
        if tokens.is_empty() {
            return Err(Diagnostic::new("empty input", Span::at(text.len()))
                .label("expected the vertices on which tokens stand, or `-` for no token"));
        }
        Ok(tokens)
    }

    fn write(&self, tokens: &[u32]) -> String {
        if tokens.is_empty() {
            return "\"-\"".to_owned();
        }
        let names: Vec<u64> = tokens.iter().map(|&vertex| self.name_of(vertex)).collect();
        heaps::list(&names, ",")
    }

    fn describe_move(&self, from: &u32, to: &[u32]) -> String {
        format!("token {} -> {}", self.name_of(*from), self.name_of(*only_component(to)))
    }

    /// The graph with its tokens; where it is too large, the vertices that have tokens.
    fn view(&self, tokens: &[u32]) -> View {
        if !self.is_drawn() {
            let names: Vec<u64> = tokens.iter().map(|&vertex| self.name_of(vertex)).collect();
            return View::numbers(&names, "tokens");
        }
        let mut counts = vec![0; self.names.len()];
        tokens.iter().for_each(|&vertex| counts[vertex as usize] += 1);
        let edges = (0..self.names.len() as u32)
            .flat_map(|from| self.edges.options(from).iter().map(move |&to| (from, to, Player::Either)));
        let content = |vertex: u32| picture::tokens(counts[vertex as usize]);
        View::of(Figure::Graph(picture::graph(&self.names, content, edges)))
    }

    /// The vertices that the token leaves and enters.
    fn touches(&self, tokens: &[u32], step: &Move<u32>) -> Vec<Touch> {
        if !self.is_drawn() {
            return vec![Touch::sign(step.component)];
        }
        [tokens[step.component], *step.only()].map(|vertex| Touch::of(vertex.into())).to_vec()
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u32>> + '_> {
        let last = (self.names.len() as u64 - 1).min(up_to);
        let tokens = heaps::multisets(2, last);
        Box::new(tokens.map(|tokens| tokens.into_iter().map(|vertex| vertex as u32).collect()))
    }
}

/// The most edges or vertices of a graph: they are counted in 32 bits, and one number stands for none.
const MAX_EDGES: usize = u32::MAX as usize - 1;

/// A directed graph without cycles: every play of a token on it ends.
///
/// ```
/// use winways_games::graphs::graph::Acyclic;
/// let graph = Acyclic::new(3, &[(1, 0), (2, 0), (2, 1)]).unwrap();
/// assert_eq!(graph.nim_values().iter().map(|value| value.0).collect::<Vec<_>>(), [0, 1, 2]);
///
/// let cycle = Acyclic::new(3, &[(0, 1), (1, 2), (2, 1)]).unwrap_err();
/// assert_eq!(cycle.vertices, [1, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Acyclic {
    /// Where the options of each vertex begin, and where those of the last one end.
    starts: Vec<u32>,
    targets: Vec<u32>,
    /// Every vertex after all of its options.
    order: Vec<u32>,
}

/// A cycle, where there should be none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Its vertices in order.
    pub vertices: Vec<u32>,
    /// The index of the edge from its last vertex to its first one.
    pub edge: usize,
}

impl Acyclic {
    /// The graph with the vertices 0 to `vertices` - 1 and edges (from, to); an edge may be repeated. O(vertices + edges).
    ///
    /// # Errors
    /// A cycle, if there is one.
    ///
    /// # Panics
    /// If an edge names a vertex that is not there, or there are more than 2^32 - 2 edges or vertices.
    pub fn new(vertices: usize, edges: &[(u32, u32)]) -> Result<Acyclic, Cycle> {
        assert!(edges.len().max(vertices) <= MAX_EDGES, "too large a graph");
        let (starts, targets) = grouped(vertices, edges.iter().copied());
        let (in_starts, sources) = grouped(vertices, edges.iter().map(|&(from, to)| (to, from)));
        // A vertex is ready when all its options are in order (Kahn 1962).
        let mut waiting: Vec<u32> = starts.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let mut order: Vec<u32> =
            (0..vertices as u32).filter(|&vertex| waiting[vertex as usize] == 0).collect();
        let mut done = 0;
        while let Some(&vertex) = order.get(done) {
            done += 1;
            let range = in_starts[vertex as usize] as usize..in_starts[vertex as usize + 1] as usize;
            for &source in &sources[range] {
                waiting[source as usize] -= 1;
                if waiting[source as usize] == 0 {
                    order.push(source);
                }
            }
        }
        let graph = Acyclic { starts, targets, order };
        match waiting.iter().position(|&count| count > 0) {
            None => Ok(graph),
            Some(first) => Err(graph.cycle_from(first as u32, &waiting, edges)),
        }
    }

    /// From a vertex that can never be put in order, one can go on for ever among such vertices.
    fn cycle_from(&self, first: u32, waiting: &[u32], edges: &[(u32, u32)]) -> Cycle {
        let mut seen_at: HashMap<u32, usize> = HashMap::new();
        let mut path = Vec::new();
        let mut vertex = first;
        while seen_at.insert(vertex, path.len()).is_none() {
            path.push(vertex);
            let next = self.options(vertex).iter().find(|&&next| waiting[next as usize] > 0);
            vertex = next.copied().unwrap_or(vertex);
        }
        // The way comes back to `vertex`; only what follows its first visit is the cycle.
        let start = path.iter().position(|&visited| visited == vertex).unwrap_or(0);
        let vertices = path.split_off(start);
        let closing = (vertices[vertices.len() - 1], vertex);
        let edge = edges.iter().position(|&edge| edge == closing).unwrap_or(0);
        Cycle { vertices, edge }
    }

    /// The vertices one edge further, in the order of the edges.
    pub fn options(&self, vertex: u32) -> &[u32] {
        &self.targets[self.starts[vertex as usize] as usize..self.starts[vertex as usize + 1] as usize]
    }

    /// The nim-values of all vertices: each the least number that no option has (Sprague, Grundy). O(vertices + edges).
    pub fn nim_values(&self) -> Vec<Nimber> {
        let mut values = vec![Nimber::ZERO; self.starts.len() - 1];
        // Which vertex saw each value last among its options.
        let mut seen_by: Vec<u32> = vec![u32::MAX; 1];
        for &vertex in &self.order {
            let options = self.options(vertex);
            if seen_by.len() <= options.len() {
                seen_by.resize(options.len() + 1, u32::MAX);
            }
            for &option in options {
                // Among k options, values of k and more do not matter.
                if let Some(seen) = seen_by.get_mut(values[option as usize].0 as usize) {
                    *seen = vertex;
                }
            }
            let mex = seen_by.iter().take_while(|&&seen| seen == vertex).count();
            values[vertex as usize] = Nimber(mex as u64);
        }
        values
    }
}

/// Pairs grouped by their first number: where each group begins, and the second numbers.
fn grouped(groups: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0u32; groups + 2];
    let mut count = 0;
    for (group, _) in pairs.clone() {
        starts[group as usize + 2] += 1;
        count += 1;
    }
    for group in 2..starts.len() {
        starts[group] += starts[group - 1];
    }
    let mut members = vec![0u32; count];
    for (group, member) in pairs {
        let place = &mut starts[group as usize + 1];
        members[*place as usize] = member;
        *place += 1;
    }
    starts.pop();
    (starts, members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::view::Cell;

    fn wrong(text: &str) -> Diagnostic {
        Graph::parse(text).unwrap_err()
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
    fn what_is_no_edge_is_reported() {
        assert_eq!(wrong("1 0 L").message, "an edge for one player only");
        assert_eq!(wrong("1 0 2").span.range(), 4..5);
        assert_eq!(wrong("1\n0").span.range(), 1..1);
        assert_eq!(
            wrong("1 x").to_string(),
            "`x` is not a number: expected the vertex to which the edge leads"
        );
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

    #[test]
    fn a_long_path_is_walked_without_recursion() {
        let edges: Vec<(u32, u32)> = (0..200_000).map(|v| (v + 1, v)).collect();
        let values = Acyclic::new(200_001, &edges).unwrap().nim_values();
        assert!(values.iter().enumerate().all(|(vertex, value)| value.0 == vertex as u64 % 2));
    }
}
