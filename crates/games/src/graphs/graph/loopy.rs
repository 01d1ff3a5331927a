//! Graphs whose edges may form cycles or belong to one player. There is one token, which both players move in turn.

use super::acyclic::Lists;
use super::edges::{push_edge, written};
use super::named::{GraphError, NamedGraph, OF_FILE};
use super::sorting::sort;
use super::{picture, tokens};
use std::collections::BTreeSet;
use std::sync::Arc;
use winways_kit::any::ranked::FixedBoard;
use winways_kit::view::{Cell, Digits, Figure};
use winways_kit::{Ending, Page, Properties, RankedBoard, Step};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::{Component, End, Meter, Play, Player, RankedRuleset, RuleFault, Status};
use xxhash_rust::xxh3::Xxh3;

pub(super) static PAGE: Page = page!("loopy-graph");

/// A game of one token on a graph.
///
/// A rank encodes the vertex of the token and, if some edges are for one player only, the side to move.
#[derive(Clone, Debug)]
pub struct LoopyGraph {
    graph: Arc<Tables>,
    /// The fingerprint of the edges, if they are not part of the name.
    fingerprint: Option<u64>,
}

#[derive(Debug)]
struct Tables {
    /// The numbers that the user gave to the vertices, ascending.
    names: Vec<u64>,
    edges: Vec<(u32, u32, Player)>,
    /// The targets of the edges from each vertex, one entry per side. There is only one entry if both sides have the same edges.
    forward: Vec<Lists>,
    /// The sources of the edges to each vertex, in the same layout.
    backward: Vec<Lists>,
    /// `true` if the edges form a cycle.
    has_cycle: bool,
}

impl Tables {
    /// Computes the 64-bit XXH3 hash over the distinct edges in the order of their texts: `0 1, 1 0 L, `. Tables on disk depend
    /// on it.
    fn fingerprint(&self, meter: &mut Meter) -> Result<u64, RuleFault> {
        // Concatenate the texts. Each entry packs the offset of a text above its length, since an edge has at most 45 bytes.
        let (mut text, mut places) = (String::new(), Vec::with_capacity(self.edges.len()));
        for &edge in &self.edges {
            meter.spend(EDGE_STEPS)?;
            let start = text.len();
            push_edge(&mut text, &self.names, edge);
            text.push_str(", ");
            places.push((start as u64) << 8 | (text.len() - start) as u64);
        }
        let edge = |place: &u64| {
            let start = (place >> 8) as usize;
            &text[start..start + (place & 0xFF) as usize]
        };
        sort(&mut places, |a, b| edge(a).cmp(edge(b)), meter)?;
        places.dedup_by(|a, b| edge(a) == edge(b));
        let mut hash = Xxh3::new();
        for place in &places {
            meter.spend(EDGE_STEPS)?;
            hash.update(edge(place).as_bytes());
        }
        Ok(hash.digest())
    }
}

/// The meter steps per edge in a fingerprint.
const EDGE_STEPS: u64 = 16;

/// The vertex of the token and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Token {
    /// 0 for Left, and always 0 if both sides have the same moves.
    side: u8,
    vertex: u32,
}

impl Component for Token {}

impl LoopyGraph {
    /// Reads the edges of a graph: `0 1, 1 0 L`.
    ///
    /// # Errors
    /// Returns a diagnostic that points at text that is not an edge.
    ///
    /// ```
    /// use winways_games::graphs::graph::LoopyGraph;
    /// use winways_rules::RankedRuleset;
    /// assert_eq!(LoopyGraph::parse("0 1, 1 0, 1 2")?.layers(), [3]);
    /// assert_eq!(LoopyGraph::parse("0 1, 1 0 L, 1 2")?.layers(), [6]);
    /// # Ok::<(), winways_notation::Diagnostic>(())
    /// ```
    pub fn parse(text: &str) -> Result<LoopyGraph, Diagnostic> {
        let graph = NamedGraph::parse(text)?;
        let has_cycle = graph.acyclic().is_err();
        let game = LoopyGraph::of_graph(graph, has_cycle, true, &mut Meter::default());
        game.map_err(|fault| GraphError::from(fault).without_limits())
    }

    pub(super) fn of_graph(
        graph: NamedGraph,
        has_cycle: bool,
        is_named: bool,
        meter: &mut Meter,
    ) -> Result<LoopyGraph, RuleFault> {
        let NamedGraph { edges, names } = graph;
        let sides: &[Player] = match edges.iter().all(|edge| edge.2 == Player::Either) {
            true => &[Player::Either],
            false => &[Player::Left, Player::Right],
        };
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        for &side in sides {
            let edges = edges.iter().filter(move |edge| edge.2 == Player::Either || edge.2 == side);
            let pairs = edges.map(|&(from, to, _)| (from, to));
            forward.push(Lists::new(names.len(), pairs.clone(), meter)?);
            backward.push(Lists::new(names.len(), pairs.map(|(from, to)| (to, from)), meter)?);
        }
        let tables = Tables { names, edges, forward, backward, has_cycle };
        let fingerprint = if is_named { None } else { Some(tables.fingerprint(meter)?) };
        Ok(LoopyGraph { graph: Arc::new(tables), fingerprint })
    }

    fn vertices(&self) -> u64 {
        self.graph.names.len() as u64
    }

    /// Returns the number of sides that ranks distinguish: 2 if the sides have different moves, else 1.
    fn sides(&self) -> u8 {
        self.graph.forward.len() as u8
    }

    /// Returns `true` if the graph is small enough to be drawn.
    fn is_drawn(&self) -> bool {
        picture::is_drawn(self.graph.names.len(), self.graph.edges.len())
    }

    fn token(&self, side: u8, vertex: u32) -> Token {
        Token { side: side % self.sides(), vertex }
    }
}

impl FixedBoard for LoopyGraph {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn name(&self) -> String {
        if self.fingerprint.is_some() {
            return OF_FILE.to_owned();
        }
        format!("{}{{{}}}", PAGE.name, written(&self.graph.names, self.graph.edges.iter().copied()))
    }
}

impl RankedRuleset for LoopyGraph {
    type Position = Token;

    fn layers(&self) -> Vec<u64> {
        vec![u64::from(self.sides()) * self.vertices()]
    }

    fn rank(&self, token: &Token) -> u64 {
        u64::from(token.side) * self.vertices() + u64::from(token.vertex)
    }

    fn position(&self, rank: u64) -> Option<Token> {
        let (side, vertex) = (rank / self.vertices(), rank % self.vertices());
        (side < u64::from(self.sides())).then_some(Token { side: side as u8, vertex: vertex as u32 })
    }

    fn end(&self, _: &Token, _: Play) -> Option<End> {
        None
    }

    fn options(&self, token: &Token, options: &mut Vec<Token>) {
        let targets = self.graph.forward[usize::from(token.side)].of(token.vertex);
        options.extend(targets.iter().map(|&to| self.token(token.side + 1, to)));
    }

    fn turned(&self, rank: u64) -> Option<u64> {
        let token = self.position(rank).filter(|_| self.sides() > 1)?;
        Some(self.rank(&self.token(token.side + 1, token.vertex)))
    }

    fn status(&self, rank: u64, _: Play) -> Status {
        if rank < u64::from(self.sides()) * self.vertices() { Status::Open } else { Status::Hole }
    }

    fn predecessors(&self, rank: u64, predecessors: &mut Vec<u64>) -> bool {
        if let Some(token) = self.position(rank) {
            let side = (token.side + 1) % self.sides();
            let sources = self.graph.backward[usize::from(side)].of(token.vertex);
            predecessors.extend(sources.iter().map(|&from| self.rank(&self.token(side, from))));
        }
        true
    }
}

impl RankedBoard for LoopyGraph {
    fn fingerprint(&self) -> Option<u64> {
        self.fingerprint
    }

    fn plays(&self) -> &'static [Play] {
        &Play::BOTH
    }

    fn properties(&self) -> Properties {
        Properties {
            is_impartial: self.sides() == 1,
            may_cycle: self.graph.has_cycle,
            ending: Ending::NoMove,
        }
    }

    fn ending_rule(&self, play: Play) -> String {
        let who = if play == Play::Normal { "loses" } else { "wins" };
        let cycle = if self.graph.has_cycle { "; endless play is a draw" } else { "" };
        format!("The player who cannot move {who}{cycle}.")
    }

    fn parse(&self, text: &str) -> Result<Token, Diagnostic> {
        let mut scanner = Scanner::new(text);
        scanner.skip_separators();
        let start = scanner.position();
        let name = scanner.number("the vertex of the token")?;
        let span = Span::new(start, scanner.position());
        let vertex = tokens::vertex(&self.graph.names, name, span)?;
        scanner.skip_separators();
        if scanner.peek().is_some_and(|letter| letter.is_ascii_digit()) {
            let help = if self.graph.has_cycle {
                "the graph has a cycle, so it can have only one token"
            } else {
                "the graph has no cycle, so `graph{...}` with its edges has any number of tokens"
            };
            return Err(Diagnostic::new("a second token", scanner.word_span())
                .label("expected one")
                .help(help));
        }
        let span = scanner.word_span();
        let side = match (text[span.range()].to_ascii_lowercase().as_str(), self.sides()) {
            (_, 1) => 0,
            ("left", _) => 0,
            ("right", _) => 1,
            _ => {
                return Err(Diagnostic::new("the player to move is missing", span)
                    .label("expected `left` or `right` after the vertex"));
            }
        };
        if self.sides() > 1 {
            scanner.skip_to(span.end);
        }
        scanner.finish("the position")?;
        Ok(Token { side, vertex })
    }

    fn write(&self, token: &Token) -> String {
        let name = self.graph.names[token.vertex as usize];
        match (self.sides(), token.side) {
            (1, _) => name.to_string(),
            (_, 0) => format!("\"{name} left\""),
            _ => format!("\"{name} right\""),
        }
    }

    fn steps(&self, token: &Token) -> Vec<Step<Token>> {
        let targets = self.graph.forward[usize::from(token.side)].of(token.vertex);
        let step = |to: u32| {
            let [from, to] = [token.vertex, to];
            let name = |vertex: u32| self.graph.names[vertex as usize];
            let text = format!("token {} -> {}", name(from), name(to));
            let touches = if self.is_drawn() { vec![u64::from(from), u64::from(to)] } else { vec![0] };
            Step::new(text, touches, self.token(token.side + 1, to))
        };
        targets.iter().copied().collect::<BTreeSet<u32>>().into_iter().map(step).collect()
    }

    /// Draws the graph with its token, or only the vertex of the token if the graph is too large.
    fn figure(&self, token: &Token) -> Figure {
        if !self.is_drawn() {
            let signs = vec![self.graph.names[token.vertex as usize].to_string()];
            return Figure::Digits(Digits { signs, between: String::new(), captions: Vec::new() });
        }
        let content = |vertex: u32| if vertex == token.vertex { picture::tokens(1) } else { Cell::Free };
        Figure::Graph(picture::graph(&self.graph.names, content, self.graph.edges.iter().copied()))
    }

    fn player(&self, token: &Token) -> Player {
        match (self.sides(), token.side) {
            (1, _) => Player::Either,
            (_, 0) => Player::Left,
            _ => Player::Right,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use winways_kit::testing::rank_checks::{Twin, check_forms, check_values};
    use winways_kit::view::Vertex;

    /// Edges with their players, by letter.
    struct Edges(Vec<(u64, u64, char)>);

    impl Twin for Edges {
        /// The vertex, and the player to move, or `E` if both have the same moves.
        type State = (u64, char);

        fn read(&self, text: &str) -> (u64, char) {
            match text.split_once(' ') {
                None => (text.parse().unwrap(), 'E'),
                Some((vertex, player)) => (vertex.parse().unwrap(), if player == "left" { 'L' } else { 'R' }),
            }
        }

        fn end(&self, state: &(u64, char), play: Play) -> Option<End> {
            let end = if play == Play::Normal { End::Lost } else { End::Won };
            self.options(state).is_empty().then_some(end)
        }

        fn options(&self, &(vertex, player): &(u64, char)) -> Vec<(u64, char)> {
            let next = match player {
                'L' => 'R',
                'R' => 'L',
                _ => 'E',
            };
            let mut options: Vec<(u64, char)> = self
                .0
                .iter()
                .filter(|edge| edge.0 == vertex && (edge.2 == 'E' || edge.2 == player))
                .map(|edge| (edge.1, next))
                .collect();
            options.sort_unstable();
            options.dedup();
            options
        }
    }

    proptest! {
        #[test]
        fn agrees_with_the_rules(
            edges in prop::collection::vec((0u64..9, 0u64..9, prop::sample::select(vec!['E', 'E', 'L', 'R'])), 1..25),
            one_kind: bool,
        ) {
            let edges: Vec<(u64, u64, char)> =
                edges.into_iter().map(|(from, to, player)| (from * 7, to * 7, if one_kind { 'E' } else { player })).collect();
            let line = |&(from, to, player): &(u64, u64, char)| match player {
                'E' => format!("{from} {to}\n"),
                _ => format!("{from} {to} {player}\n"),
            };
            let graph = LoopyGraph::parse(&edges.iter().map(line).collect::<String>()).unwrap();
            check_forms(graph.clone(), 0);
            check_values(&graph, &Edges(edges));
        }
    }

    /// The fingerprint is the hash of the sorted and concatenated texts.
    #[test]
    fn fingerprints_are_those_of_sorted_texts() {
        let number = |place: u64| place * 48_271 % 9_973;
        let edge = |place: u64| {
            format!("{} {}{}", number(place), number(place + 1), ["", " L", " R"][place as usize % 3])
        };
        let texts: Vec<String> = (0..40_000).map(edge).collect();
        let graph = LoopyGraph::of_graph(
            NamedGraph::parse(&texts.join("\n")).unwrap(),
            true,
            false,
            &mut Meter::default(),
        );
        let expected: BTreeSet<String> = texts.iter().map(|text| text.clone() + ", ").collect();
        assert!(expected.len() < texts.len());
        let text: String = expected.into_iter().collect();
        assert_eq!(graph.unwrap().fingerprint, Some(xxhash_rust::xxh3::xxh3_64(text.as_bytes())));
    }

    /// There are two edges from 1 to 0, one of them for Left only. Left's move is listed once.
    #[test]
    fn moves_are_pairs_of_vertices() {
        let graph = LoopyGraph::parse("1 0, 1 0 L, 1 3 L, 1 1 R").unwrap();
        let names = |text: &str| {
            let steps = graph.steps(&graph.parse(text).unwrap());
            steps.into_iter().map(|step| step.name).collect::<Vec<String>>()
        };
        assert_eq!(names("1 left"), ["token 1 -> 0", "token 1 -> 3"]);
        assert_eq!(names("1 right"), ["token 1 -> 0", "token 1 -> 1"]);
        assert_eq!(graph.steps(&graph.parse("1 left").unwrap())[1].touches, [1, 2]);
        let Figure::Graph(figure) = graph.figure(&graph.parse("3 left").unwrap()) else { panic!("no graph") };
        assert_eq!((figure.vertices.len(), figure.edges.len()), (3, 4));
        let has_token = |vertex: &Vertex| matches!(vertex.content, Cell::Piece(_));
        assert_eq!(figure.vertices.iter().map(has_token).collect::<Vec<bool>>(), [false, false, true]);
        assert!(figure.edges.iter().all(|edge| edge.is_directed));
    }

    #[test]
    fn large_graphs_are_numbers() {
        let edges: String = (0..300).map(|vertex| format!("{vertex} {}\n", (vertex + 1) % 300)).collect();
        let graph = LoopyGraph::parse(&edges).unwrap();
        let token = graph.parse("17").unwrap();
        let Figure::Digits(digits) = graph.figure(&token) else { panic!("a graph of 300 vertices") };
        assert_eq!(
            (&digits.signs[..], &graph.steps(&token)[0].touches[..]),
            (&["17".to_owned()][..], &[0][..])
        );
    }

    #[test]
    fn properties_are_those_of_the_edges() {
        let properties = |text: &str| {
            let properties = LoopyGraph::parse(text).unwrap().properties();
            (properties.is_impartial, properties.may_cycle)
        };
        assert_eq!(properties("0 1, 1 2"), (true, false));
        assert_eq!(properties("0 1, 1 0"), (true, true));
        assert_eq!(properties("0 1 L, 1 2"), (false, false));
        assert_eq!(properties("0 1 L, 1 1"), (false, true));
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let graph = LoopyGraph::parse("0 1;1 0 L\n3 1 R").unwrap();
        assert_eq!(FixedBoard::name(&graph), "loopy-graph{0 1, 1 0 L, 3 1 R}");
        let wrong = |text: &str| graph.parse(text).unwrap_err();
        assert_eq!(wrong("2 left").help.unwrap(), "the vertices are 0, 1, 3");
        assert_eq!(
            wrong("1").to_string(),
            "the player to move is missing: expected `left` or `right` after the vertex"
        );
        assert_eq!(wrong("1 3 left").message, "a second token");
        assert!(wrong("1 3 left").help.unwrap().starts_with("the graph has a cycle"));
        let ends = LoopyGraph::parse("0 1, 2 1 L").unwrap().parse("0 1 left").unwrap_err();
        assert!(ends.help.unwrap().starts_with("the graph has no cycle, so `graph{...}`"));
        assert_eq!(wrong("1 right left").span.range(), 8..12);
        assert_eq!(LoopyGraph::parse("0 1 L 2").unwrap_err().span.range(), 6..7);
        let impartial = LoopyGraph::parse("0 1, 1 0").unwrap();
        assert_eq!(impartial.parse("0 left").unwrap_err().span.range(), 2..6);
    }
}
