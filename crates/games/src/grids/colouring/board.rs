//! The boards of Col and Snort: grids of cells and graphs.

use std::collections::{BTreeMap, BTreeSet};
use winways_kit::boards::graphs::{Family, parse_family};
use winways_kit::boards::grid;
use winways_kit::boards::grid::{Grid, Row, span_of};
use winways_kit::boards::word::{Wide, Word};
use winways_kit::boards::written::Board;
use winways_kit::view;
use winways_kit::view::{Cell, Figure};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

/// A map whose regions are coloured: the cells of a grid, or the vertices of a graph.
///
/// The letter of a coloured region is `b` or `r`. An uncoloured region has `.`, or `L` or `R` if only one player may colour it,
/// or `#` if no player may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColouringBoard {
    /// A grid, in which cells that share a side are neighbours.
    Grid(Grid),
    /// A graph, in which vertices with an edge between them are neighbours.
    Graph(NamedGraph),
}

/// A graph whose vertices are named by numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedGraph {
    /// The names in ascending order.
    names: Vec<u32>,
    letters: Vec<u8>,
    /// The neighbours of each vertex, in ascending order.
    near: Vec<Vec<usize>>,
}

impl ColouringBoard {
    /// Reads a graph if the first word names a graph, or if a word contains a digit or `-` and no word is a size such as `3x4`.
    /// Otherwise reads rows of cells.
    pub(super) fn read(rows: &[Row<'_>]) -> Result<ColouringBoard, Diagnostic> {
        if let Some(family) = parse_family(rows, Wide::BITS as usize)? {
            return NamedGraph::of_family(&family, &rows[family.words..]).map(ColouringBoard::Graph);
        }
        let is_of_graph = |row: &Row<'_>| row.0.bytes().any(|byte| byte.is_ascii_digit() || byte == b'-');
        let is_size = |row: &Row<'_>| row.0.contains(['x', 'X', '×']) && !row.0.contains(['-', ':']);
        if rows.iter().any(is_of_graph) && !rows.iter().any(is_size) {
            NamedGraph::read(rows).map(ColouringBoard::Graph)
        } else {
            grid::grid(rows, ".brLR#").map(ColouringBoard::Grid)
        }
    }

    /// Iterates over the neighbours of a region, in ascending order.
    pub(super) fn neighbours(&self, cell: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        match self {
            ColouringBoard::Grid(grid) => Box::new(grid.neighbours(cell)),
            ColouringBoard::Graph(graph) => Box::new(graph.near[cell].iter().copied()),
        }
    }
}

impl Board for ColouringBoard {
    fn letters(&self) -> &[u8] {
        match self {
            ColouringBoard::Grid(grid) => &grid.cells,
            ColouringBoard::Graph(graph) => &graph.letters,
        }
    }

    fn letters_mut(&mut self) -> &mut [u8] {
        match self {
            ColouringBoard::Grid(grid) => &mut grid.cells,
            ColouringBoard::Graph(graph) => &mut graph.letters,
        }
    }

    fn written(&self) -> String {
        match self {
            ColouringBoard::Grid(grid) => grid.written(),
            ColouringBoard::Graph(graph) => graph.written(),
        }
    }

    fn name_of(&self, cell: usize) -> String {
        match self {
            ColouringBoard::Grid(grid) => grid.name_of(cell),
            ColouringBoard::Graph(graph) => format!("vertex {}", graph.names[cell]),
        }
    }

    fn figure(&self, contents: Vec<Cell>) -> Figure {
        match self {
            ColouringBoard::Grid(grid) => grid.figure(contents),
            ColouringBoard::Graph(graph) => graph.figure(contents),
        }
    }
}

impl NamedGraph {
    /// Reads the words of a graph.
    fn read(words: &[Row<'_>]) -> Result<NamedGraph, Diagnostic> {
        let mut found = Words::default();
        for word in words.iter().filter(|word| word.0 != "-") {
            found.read(word.0).map_err(|wrong| wrong.shifted(word.1))?;
        }
        Ok(NamedGraph::of_words(found))
    }

    /// Reads the words after the name of a graph: marks of its vertices, and more edges between them.
    fn of_family(family: &Family, words: &[Row<'_>]) -> Result<NamedGraph, Diagnostic> {
        let mut found = Words::default();
        found.letters.extend((0..family.vertices as u32).map(|vertex| (vertex, b'.')));
        found.edges.extend(family.edges.iter().map(|&(a, b)| (a as u32, b as u32)));
        for word in words {
            found.read(word.0).map_err(|wrong| wrong.shifted(word.1))?;
            if found.letters.len() > family.vertices {
                let message = format!("the graph has only the vertices 0 to {}", family.vertices - 1);
                return Err(Diagnostic::new(message, span_of(&[*word]))
                    .label("expected a vertex of the graph with its mark, such as `0:b`"));
            }
        }
        Ok(NamedGraph::of_words(found))
    }

    fn of_words(found: Words) -> NamedGraph {
        let names: Vec<u32> = found.letters.keys().copied().collect();
        let number: BTreeMap<u32, usize> = names.iter().copied().zip(0..).collect();
        let mut near = vec![Vec::new(); names.len()];
        for edge in &found.edges {
            let (a, b) = (number[&edge.0], number[&edge.1]);
            near[a].push(b);
            near[b].push(a);
        }
        for neighbours in &mut near {
            neighbours.sort_unstable();
        }
        NamedGraph { names, letters: found.letters.into_values().collect(), near }
    }

    /// Iterates over the edges, each once, as pairs of indices with the smaller index first.
    fn edges(&self) -> impl Iterator<Item = (usize, usize)> {
        let later = |(a, near): (usize, &Vec<usize>)| {
            near.iter().copied().filter(move |&b| a < b).map(move |b| (a, b)).collect::<Vec<_>>()
        };
        self.near.iter().enumerate().flat_map(later)
    }

    /// Writes the edges, then the vertices that have a letter other than `.`, or no neighbours.
    fn written(&self) -> String {
        let edge = |(a, b): (usize, usize)| format!("{}-{}", self.names[a], self.names[b]);
        let mut words: Vec<String> = self.edges().map(edge).collect();
        for (vertex, name) in self.names.iter().enumerate() {
            match self.letters[vertex] {
                b'.' if !self.near[vertex].is_empty() => {}
                b'.' => words.push(name.to_string()),
                letter => words.push(format!("{name}:{}", char::from(letter))),
            }
        }
        if words.is_empty() { "-".to_owned() } else { words.join(" ") }
    }

    fn figure(&self, contents: Vec<Cell>) -> Figure {
        let vertex =
            |(name, content): (&u32, Cell)| view::Vertex { name: name.to_string(), content, place: None };
        let edge = |(a, b): (usize, usize)| view::Edge {
            from: a as u32,
            to: b as u32,
            player: Player::Either,
            is_directed: false,
        };
        Figure::Graph(view::Graph {
            vertices: self.names.iter().zip(contents).map(vertex).collect(),
            edges: self.edges().map(edge).collect(),
            ground: None,
        })
    }
}

/// The parsed words of a graph.
#[derive(Default)]
struct Words {
    /// The edges, each with the smaller end first.
    edges: BTreeSet<(u32, u32)>,
    /// The letter of each vertex.
    letters: BTreeMap<u32, u8>,
}

impl Words {
    /// Reads `u-v`, `u` or `u:c`.
    fn read(&mut self, word: &str) -> Result<(), Diagnostic> {
        let mut scanner = Scanner::new(word);
        let whole = Span::new(0, word.len());
        let vertex = read_vertex(&mut scanner, "a vertex, or a graph such as `cycle 5`")?;
        let letter = self.letters.entry(vertex).or_insert(b'.');
        if scanner.eat('-') {
            let other = read_vertex(&mut scanner, "a vertex")?;
            if vertex == other {
                let message = format!("vertex {vertex} is its own neighbour");
                return Err(Diagnostic::new(message, whole).label("expected an edge between two vertices"));
            }
            self.letters.entry(other).or_insert(b'.');
            self.edges.insert((vertex.min(other), vertex.max(other)));
        } else if scanner.eat(':') {
            let place = scanner.position();
            let Some(mark @ ('b' | 'r' | 'L' | 'R')) = scanner.next_char() else {
                scanner.skip_to(place);
                return Err(scanner.unexpected("expected `b`, `r`, `L` or `R`"));
            };
            if *letter != b'.' && *letter != mark as u8 {
                let message = format!("vertex {vertex} is marked twice");
                return Err(Diagnostic::new(message, whole).label("expected one mark"));
            }
            *letter = mark as u8;
        }
        if scanner.is_at_end() {
            Ok(())
        } else {
            Err(scanner.unexpected("expected a blank and the next edge or vertex"))
        }
    }
}

fn read_vertex(scanner: &mut Scanner<'_>, expected: &str) -> Result<u32, Diagnostic> {
    let number = scanner.number_in(expected, 0, u32::MAX.into())?;
    Ok(number as u32) // in range: the limit is u32::MAX
}
