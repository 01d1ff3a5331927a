//! Hackenbush pictures in any colours: the notation, and graphs of edges on the ground.

use std::fmt;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

/// An edge as its two vertices, the smaller number first. Vertex 0 is the ground.
pub type Edge = (u32, u32);

/// Returns the edge with the smaller vertex first.
pub(crate) fn sorted_ends((a, b): Edge) -> Edge {
    if a <= b { (a, b) } else { (b, a) }
}

/// An edge as it is written: `2-0:b`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WrittenEdge {
    /// The vertex that is written first; 0 is the ground.
    pub from: u32,
    /// The other vertex.
    pub to: u32,
    /// The player who may cut the edge: Left if it is blue, Right if it is red, either player if it is green.
    pub player: Player,
}

impl WrittenEdge {
    /// Returns the vertices in the order of their numbers.
    pub(crate) fn ends(&self) -> Edge {
        sorted_ends((self.from, self.to))
    }
}

impl fmt::Display for WrittenEdge {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}-{}:{}", self.from, self.to, letter(self.player))
    }
}

/// Returns the letter of the colour of the edges that a player may cut.
fn letter(player: Player) -> char {
    match player {
        Player::Left => 'b',
        Player::Right => 'r',
        Player::Either => 'g',
    }
}

fn player_of_letter(found: char) -> Option<Player> {
    let players = [Player::Left, Player::Right, Player::Either];
    players.into_iter().find(|&player| letter(player) == found.to_ascii_lowercase())
}

fn colour(player: Player) -> &'static str {
    match player {
        Player::Left => "blue",
        Player::Right => "red",
        Player::Either => "green",
    }
}

fn name(player: Player) -> &'static str {
    match player {
        Player::Left => "Left",
        Player::Right => "Right",
        Player::Either => "either player",
    }
}

/// The greatest number of edges of a picture. Their ends can be counted in 32 bits.
pub(crate) const MAX_EDGES: usize = 1 << 30;

/// Reads edges `u-v:c`. Only the colours of edges that `players` may cut are accepted.
pub(crate) fn parse(text: &str, players: &[Player]) -> Result<Vec<WrittenEdge>, Diagnostic> {
    let mut scanner = Scanner::new(text);
    let mut edges = Vec::with_capacity(text.len() / 16);
    scanner.skip_separators();
    if scanner.rest().trim_end() == "-" {
        return Ok(edges);
    }
    if scanner.is_at_end() {
        let letter = |player: Option<&Player>| player.map_or('g', |&player| letter(player));
        let (first, last) = (letter(players.first()), letter(players.last()));
        return Err(Diagnostic::new("empty input", Span::at(scanner.position()))
            .label(format!("expected edges, `0-1:{first} 1-2:{last}`, or `-` for the empty picture")));
    }
    while !scanner.is_at_end() {
        let start = scanner.position();
        edges.push(edge(&mut scanner, players)?);
        if edges.len() > MAX_EDGES {
            let span = Span::new(start, scanner.position());
            return Err(Diagnostic::new(format!("there are more than {MAX_EDGES} edges"), span));
        }
        let end = scanner.position();
        scanner.skip_separators();
        if end == scanner.position() && !scanner.is_at_end() {
            return Err(scanner.unexpected("expected a space after the edge"));
        }
    }
    Ok(edges)
}

/// Returns the span of edge number `index` in a text that [`parse`] has read.
pub(crate) fn edge_span(text: &str, index: usize) -> Span {
    let mut scanner = Scanner::new(text);
    for _ in 0..index {
        scanner.skip_separators();
        scanner.skip_to(scanner.word_span().end);
    }
    scanner.skip_separators();
    scanner.word_span()
}

/// Reads `u-v:c`.
fn edge(scanner: &mut Scanner<'_>, players: &[Player]) -> Result<WrittenEdge, Diagnostic> {
    let start = scanner.position();
    let from = vertex(scanner)?;
    if !scanner.eat('-') {
        return Err(scanner.unexpected("expected `-` and the other vertex of the edge"));
    }
    let to = vertex(scanner)?;
    let so_far = &scanner.text()[start..scanner.position()];
    if !scanner.eat(':') {
        // The colour may be omitted if the game has only one.
        let ends_here = scanner.peek().is_none_or(|next| next.is_ascii_whitespace() || next == ',');
        if let ([player], true) = (players, ends_here) {
            return Ok(WrittenEdge { from, to, player: *player });
        }
        let letters = or(players, |player| format!("`:{}`", letter(player)));
        let help = or(players, |player| format!("`{so_far}:{}`", letter(player)));
        let wrong = scanner.unexpected(&format!("expected {letters}, the colour of the edge"));
        return Err(wrong.help(format!("write {help}")));
    }
    match scanner.peek().and_then(player_of_letter) {
        Some(player) if players.contains(&player) => {
            scanner.next_char();
            Ok(WrittenEdge { from, to, player })
        }
        found => Err(wrong_colour(scanner, players, so_far, found)),
    }
}

#[cold]
fn wrong_colour(
    scanner: &Scanner<'_>,
    players: &[Player],
    so_far: &str,
    found: Option<Player>,
) -> Diagnostic {
    let letters = or(players, |player| format!("`{}`", letter(player)));
    let Some(found) = found else {
        return scanner.unexpected(&format!("expected {letters}, the colour of the edge"));
    };
    let span = Span::new(scanner.position(), scanner.position() + 1);
    let colours = or(players, |player| colour(player).to_owned());
    let help = or(players, |player| format!("`{so_far}:{}` if {} may cut it", letter(player), name(player)));
    Diagnostic::new(format!("a {} edge", colour(found)), span)
        .label(format!("expected {letters}: in this game every edge is {colours}"))
        .help(format!("write {help}"))
}

fn or(players: &[Player], name: impl Fn(Player) -> String) -> String {
    players.iter().map(|&player| name(player)).collect::<Vec<_>>().join(" or ")
}

fn vertex(scanner: &mut Scanner<'_>) -> Result<u32, Diagnostic> {
    let number = scanner.number_in("a vertex", 0, u32::MAX.into())?;
    Ok(number as u32) // in range: the limit is u32::MAX
}

/// Edges whose vertices are numbered 0, 1, 2, ... without gaps. The ground keeps 0.
pub(crate) struct Numbered {
    pub(crate) ends: Vec<Edge>,
    /// The number of vertices, including the ground.
    pub(crate) vertices: usize,
}

/// Numbers the vertices of edges with sorted ends: by their first occurrence, or in the order of the old numbers if those are far
/// apart.
pub(crate) fn numbered(edges: &[Edge]) -> Numbered {
    let greatest = edges.iter().map(|&(_, b)| b).max().unwrap_or(0);
    if greatest as usize / 8 <= edges.len() + 8 {
        let mut numbers = vec![0u32; greatest as usize + 1];
        let mut next = 1;
        let mut number = |vertex: u32| {
            let number = &mut numbers[vertex as usize];
            if *number == 0 && vertex != 0 {
                *number = next;
                next += 1;
            }
            *number
        };
        let ends = edges.iter().map(|&(a, b)| (number(a), number(b))).collect();
        return Numbered { ends, vertices: next as usize };
    }
    // Sort the ends by vertex, each with its index. This avoids hashing and a table as long as the greatest number.
    let mut places: Vec<(u32, u32)> = Vec::with_capacity(edges.len() * 2);
    for (index, &(a, b)) in edges.iter().enumerate() {
        places.extend([(a, 2 * index as u32), (b, 2 * index as u32 + 1)]);
    }
    places.sort_unstable();
    let mut ends = vec![(0, 0); edges.len()];
    let (mut last, mut number) = (0, 0);
    for (vertex, place) in places {
        number += u32::from(vertex != last);
        last = vertex;
        let edge = &mut ends[place as usize / 2];
        *(if place % 2 == 0 { &mut edge.0 } else { &mut edge.1 }) = number;
    }
    Numbered { ends, vertices: number as usize + 1 }
}

/// Disjoint sets of vertices, with path halving.
pub(crate) struct Sets {
    parent: Vec<u32>,
}

impl Sets {
    pub(crate) fn new(vertices: usize) -> Self {
        Sets { parent: (0..vertices as u32).collect() }
    }

    pub(crate) fn find(&mut self, mut vertex: u32) -> u32 {
        loop {
            let parent = self.parent[vertex as usize];
            if parent == vertex {
                return vertex;
            }
            let grandparent = self.parent[parent as usize];
            self.parent[vertex as usize] = grandparent;
            vertex = grandparent;
        }
    }

    /// Merges two sets. Returns `true` if they were different.
    pub(crate) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        // The smaller number becomes the root. If the edges name vertices in order, chains stay short.
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }
}

/// The parts of a picture: edges that stay connected when the ground is removed, at least one of them on the ground.
pub(crate) struct Parts {
    /// The part of each edge; `None` if the edge is not connected to the ground.
    pub(crate) part_of: Vec<Option<u32>>,
    /// The number of edges of each part.
    pub(crate) sizes: Vec<u32>,
}

impl Parts {
    /// Finds the parts of edges with sorted ends, in the order of their first edges. Nearly O(edges).
    pub(crate) fn of(edges: &[Edge]) -> Parts {
        let Numbered { ends, vertices } = numbered(edges);
        let mut sets = Sets::new(vertices);
        for &(a, b) in ends.iter().filter(|&&(a, b)| a != 0 && b != 0) {
            sets.unite(a, b);
        }
        let mut is_grounded = vec![false; vertices];
        for &(a, b) in ends.iter().filter(|&&(a, b)| a == 0 || b == 0) {
            is_grounded[sets.find(a | b) as usize] = true;
        }
        let mut part_of_root: Vec<Option<u32>> = vec![None; vertices];
        let mut part_of = Vec::with_capacity(ends.len());
        let mut sizes: Vec<u32> = Vec::new();
        for &(a, b) in &ends {
            let root = sets.find(if a == 0 { b } else { a }) as usize;
            let next = Some(sizes.len() as u32);
            let part = if a == 0 && b == 0 {
                // A loop on the ground is a part by itself.
                next
            } else if is_grounded[root] {
                Some(*part_of_root[root].get_or_insert(sizes.len() as u32))
            } else {
                None
            };
            if part == next {
                sizes.push(0);
            }
            if let Some(part) = part {
                sizes[part as usize] += 1;
            }
            part_of.push(part);
        }
        Parts { part_of, sizes }
    }

    /// Groups items by part. There is one item for each edge, in the order of the edges.
    pub(crate) fn grouped<T>(&self, items: impl IntoIterator<Item = T>) -> Vec<Vec<T>> {
        let mut groups: Vec<Vec<T>> =
            self.sizes.iter().map(|&size| Vec::with_capacity(size as usize)).collect();
        for (item, part) in items.into_iter().zip(&self.part_of) {
            if let Some(part) = part {
                groups[*part as usize].push(item);
            }
        }
        groups
    }
}

/// Returns for each edge whether it is connected to the ground. Nearly O(edges).
pub(crate) fn grounded(edges: &[Edge]) -> Vec<bool> {
    let Numbered { ends, vertices } = numbered(edges);
    let mut sets = Sets::new(vertices);
    for &(a, b) in &ends {
        sets.unite(a, b);
    }
    // The ground has the least number, so it is the root of its set.
    ends.iter().map(|&(a, _)| sets.find(a) == 0).collect()
}

/// The neighbours of each vertex, without loops.
pub(crate) struct Adjacency {
    /// The offset of the neighbours of each vertex in `neighbours`, followed by the total length.
    pub(crate) starts: Vec<u32>,
    /// Pairs (neighbour, edge).
    pub(crate) neighbours: Vec<(u32, u32)>,
}

impl Adjacency {
    pub(crate) fn of(ends: &[Edge], vertices: usize) -> Adjacency {
        let mut starts = vec![0u32; vertices + 2];
        let proper = || ends.iter().enumerate().filter(|(_, (a, b))| a != b);
        for (_, &(a, b)) in proper() {
            starts[a as usize + 2] += 1;
            starts[b as usize + 2] += 1;
        }
        for vertex in 2..starts.len() {
            starts[vertex] += starts[vertex - 1];
        }
        let mut neighbours = vec![(0, 0); starts[vertices + 1] as usize];
        for (edge, &(a, b)) in proper() {
            for (from, to) in [(a, b), (b, a)] {
                let place = &mut starts[from as usize + 1];
                neighbours[*place as usize] = (to, edge as u32);
                *place += 1;
            }
        }
        starts.pop();
        Adjacency { starts, neighbours }
    }
}
