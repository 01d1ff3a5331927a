//! Hackenbush pictures of any colours: the notation, and graphs of edges on the ground.

use winways_notation::{Diagnostic, Scanner, Span};

/// An edge: its two vertices, the smaller number first; 0 is the ground.
pub type Edge = (u32, u32);

/// The edge between two vertices.
pub(crate) fn sorted_ends((a, b): Edge) -> Edge {
    if a <= b { (a, b) } else { (b, a) }
}

/// Who may cut an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    /// Left.
    Blue,
    /// Right.
    Red,
    /// Either player.
    Green,
}

impl Colour {
    fn of_letter(letter: char) -> Option<Colour> {
        [Colour::Blue, Colour::Red, Colour::Green].into_iter().find(|colour| colour.letter() == letter)
    }

    fn letter(self) -> char {
        match self {
            Colour::Blue => 'b',
            Colour::Red => 'r',
            Colour::Green => 'g',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Colour::Blue => "blue",
            Colour::Red => "red",
            Colour::Green => "green",
        }
    }

    fn player(self) -> &'static str {
        match self {
            Colour::Blue => "Left",
            Colour::Red => "Right",
            Colour::Green => "either player",
        }
    }
}

/// The most edges that a text may hold: their ends can then be counted in 32 bits.
const EDGES: usize = 1 << 30;

/// Reads edges `u-v:c` of the `colours` that a game has, and makes of each, its ends sorted, what the game keeps.
pub(crate) fn parse<E>(
    text: &str,
    colours: &[Colour],
    mut make: impl FnMut(Edge, Colour) -> E,
) -> Result<Vec<E>, Diagnostic> {
    let mut scanner = Scanner::new(text);
    let mut edges = Vec::with_capacity(text.len() / 16);
    scanner.skip_separators();
    if scanner.rest().trim_end() == "-" {
        return Ok(edges);
    }
    if scanner.is_at_end() {
        let letter = |colour: Option<&Colour>| colour.map_or('g', |colour| colour.letter());
        let (first, last) = (letter(colours.first()), letter(colours.last()));
        return Err(Diagnostic::new("nothing stands here", Span::at(scanner.position()))
            .label(format!("expected edges, `0-1:{first} 1-2:{last}`, or `-` for the empty picture")));
    }
    while !scanner.is_at_end() {
        let start = scanner.position();
        let (ends, colour) = edge(&mut scanner, colours)?;
        edges.push(make(sorted_ends(ends), colour));
        if edges.len() > EDGES {
            let span = Span::new(start, scanner.position());
            return Err(Diagnostic::new(format!("there are more than {EDGES} edges"), span));
        }
        let end = scanner.position();
        scanner.skip_separators();
        if end == scanner.position() && !scanner.is_at_end() {
            return Err(scanner.unexpected("expected a space after the edge"));
        }
    }
    Ok(edges)
}

/// Where edge number `index` stands in a text that [`parse`] reads.
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
fn edge(scanner: &mut Scanner<'_>, colours: &[Colour]) -> Result<(Edge, Colour), Diagnostic> {
    let start = scanner.position();
    let a = vertex(scanner)?;
    if !scanner.eat('-') {
        return Err(scanner.unexpected("expected `-` and the other vertex of the edge"));
    }
    let b = vertex(scanner)?;
    let so_far = &scanner.text()[start..scanner.position()];
    if !scanner.eat(':') {
        let letters = or(colours, |colour| format!("`:{}`", colour.letter()));
        let help = or(colours, |colour| format!("`{so_far}:{}`", colour.letter()));
        let wrong = scanner.unexpected(&format!("expected {letters}, the colour of the edge"));
        return Err(wrong.help(format!("write {help}")));
    }
    match scanner.peek().and_then(Colour::of_letter) {
        Some(colour) if colours.contains(&colour) => {
            scanner.next_char();
            Ok(((a, b), colour))
        }
        found => Err(wrong_colour(scanner, colours, so_far, found)),
    }
}

#[cold]
fn wrong_colour(
    scanner: &Scanner<'_>,
    colours: &[Colour],
    so_far: &str,
    found: Option<Colour>,
) -> Diagnostic {
    let letters = or(colours, |colour| format!("`{}`", colour.letter()));
    let Some(found) = found else {
        return scanner.unexpected(&format!("expected {letters}, the colour of the edge"));
    };
    let span = Span::new(scanner.position(), scanner.position() + 1);
    let names = or(colours, |colour| colour.name().to_owned());
    let help =
        or(colours, |colour| format!("`{so_far}:{}` if {} may cut it", colour.letter(), colour.player()));
    Diagnostic::new(format!("a {} edge", found.name()), span)
        .label(format!("expected {letters}: in this game every edge is {names}"))
        .help(format!("write {help}"))
}

fn or(colours: &[Colour], name: impl Fn(&Colour) -> String) -> String {
    colours.iter().map(name).collect::<Vec<_>>().join(" or ")
}

fn vertex(scanner: &mut Scanner<'_>) -> Result<u32, Diagnostic> {
    let number = scanner.number_in("a vertex", 0, u32::MAX.into())?;
    Ok(number as u32) // the limit is that of the type
}

/// Edges whose vertices have the numbers 0, 1, 2, ... without gaps; the ground keeps 0.
pub(crate) struct Numbered {
    pub(crate) ends: Vec<Edge>,
    /// How many vertices there are, the ground counted.
    pub(crate) vertices: usize,
}

/// Numbers the vertices in the order in which the edges name them, or, where the numbers are far apart, in their own.
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
    // Each end with its place, sorted by vertex: no table as large as the numbers, no hashing.
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

/// Disjoint sets of vertices, by halving paths.
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

    /// Makes one set of two; tells whether they were two.
    pub(crate) fn unite(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.find(a), self.find(b));
        // The smaller number is the root: with edges named in order, chains stay short.
        self.parent[a.max(b) as usize] = a.min(b);
        a != b
    }
}

/// The neighbours of each vertex; loops are left out.
pub(crate) struct Adjacency {
    /// Where the neighbours of each vertex begin, and where the last ones end.
    pub(crate) starts: Vec<u32>,
    /// (neighbour, edge)
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
