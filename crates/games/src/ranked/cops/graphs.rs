//! Graphs for cops and robber: named graphs and lists of edges.

use winways_kit::boards::graphs::{family_edges, family_places};
use winways_notation::{Diagnostic, Scanner, Span, nearest};

/// The maximum number of vertices, chosen so that a placement of the cops fits in a set of one word.
pub(super) const VERTICES: u64 = 60;

/// An undirected graph, with the text from which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Graph {
    /// The text of the graph in the name of the game.
    pub(super) text: String,
    /// The names of the vertices, ascending.
    pub(super) names: Vec<u64>,
    /// The sets of neighbours of the vertices. A vertex is not its own neighbour.
    pub(super) neighbours: Vec<u64>,
}

/// The named kinds of graphs, with the meaning of their numbers.
const KINDS: [(&str, &[&str]); 7] = [
    ("path", &["the number of vertices"]),
    ("cycle", &["the number of vertices"]),
    ("complete", &["the number of vertices"]),
    ("grid", &["the number of rows", "the number of columns"]),
    ("hypercube", &["the dimension"]),
    ("petersen", &[]),
    ("dodecahedron", &[]),
];

impl Graph {
    /// Reads the rest of a text: `petersen`, `grid 3 4`, or edges `0 1, 1 2`.
    pub(super) fn scan(scanner: &mut Scanner<'_>) -> Result<Graph, Diagnostic> {
        scanner.skip_separators();
        match scanner.peek() {
            Some(letter) if letter.is_ascii_alphabetic() => Graph::named(scanner),
            Some(_) => Graph::of_list(scanner),
            None => Err(scanner.unexpected("expected a graph, such as `petersen`, `grid 3 4` or `0 1, 1 2`")),
        }
    }

    fn named(scanner: &mut Scanner<'_>) -> Result<Graph, Diagnostic> {
        let start = scanner.position();
        let name = scanner.take_while(|letter| letter.is_ascii_alphabetic());
        let span = Span::new(start, scanner.position());
        let Some((name, meanings)) = KINDS.iter().find(|kind| kind.0 == name) else {
            let names = KINDS.map(|kind| kind.0);
            let wrong = Diagnostic::new(format!("there is no graph called `{name}`"), span)
                .label(format!("expected {}, or edges such as `0 1, 1 2`", names.join(", ")));
            return Err(match nearest(name, names) {
                Some(similar) => wrong.help(format!("did you mean `{similar}`?")),
                None => wrong,
            });
        };
        let mut numbers = [0; 2];
        for (number, meaning) in numbers.iter_mut().zip(*meanings) {
            let most = if *name == "hypercube" { 5 } else { VERTICES };
            *number = scanner.next_number(meaning, 1, most)?;
        }
        scanner.finish("the graph")?;
        let numbers = &numbers[..meanings.len()];
        let vertices = match *name {
            "petersen" => 10,
            "dodecahedron" => 20,
            "hypercube" => 1 << numbers[0],
            _ => numbers.iter().product(),
        };
        if vertices > VERTICES {
            return Err(Diagnostic::new(format!("the graph has {vertices} vertices"), span)
                .label(format!("expected at most {VERTICES}")));
        }
        let text = numbers.iter().fold((*name).to_owned(), |text, number| format!("{text} {number}"));
        // The parameter of a grid ends with the number of columns, which `family_edges` expects first.
        let mut sizes = numbers.iter().rev().map(|&number| number as usize);
        let edges = family_edges(name, sizes.next().unwrap_or(0), sizes.next().unwrap_or(0));
        let edges: Vec<(u64, u64)> =
            edges.into_iter().map(|(one, other)| (one as u64, other as u64)).collect();
        Ok(Graph::of_edges(text, (0..vertices).collect(), &edges))
    }

    fn of_list(scanner: &mut Scanner<'_>) -> Result<Graph, Diagnostic> {
        let start = scanner.position();
        let mut edges = Vec::new();
        while !scanner.is_at_end() {
            edges.push((
                scanner.next_number("a vertex", 0, u64::MAX)?,
                scanner.next_number("the vertex at the other end of the edge", 0, u64::MAX)?,
            ));
            while scanner.peek().is_some_and(|letter| letter.is_ascii_whitespace() || ",;".contains(letter)) {
                scanner.next_char();
            }
        }
        let mut names: Vec<u64> = edges.iter().flat_map(|edge| [edge.0, edge.1]).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() as u64 > VERTICES {
            let message = format!("the graph has {} vertices", names.len());
            return Err(Diagnostic::new(message, Span::new(start, scanner.position()))
                .label(format!("expected at most {VERTICES}")));
        }
        let text: Vec<String> = edges.iter().map(|edge| format!("{} {}", edge.0, edge.1)).collect();
        Ok(Graph::of_edges(text.join(", "), names, &edges))
    }

    /// Creates the graph with these vertices and the edges between them.
    fn of_edges(text: String, names: Vec<u64>, edges: &[(u64, u64)]) -> Graph {
        let mut neighbours = vec![0u64; names.len()];
        for &(one, other) in edges.iter().filter(|edge| edge.0 != edge.1) {
            if let (Ok(one), Ok(other)) = (names.binary_search(&one), names.binary_search(&other)) {
                neighbours[one] |= 1 << other;
                neighbours[other] |= 1 << one;
            }
        }
        Graph { text, names, neighbours }
    }

    pub(super) fn vertices(&self) -> usize {
        self.names.len()
    }

    /// Returns the position at which a vertex is drawn, for graphs with a standard picture.
    pub(super) fn place(&self, vertex: u8) -> Option<(i32, i32)> {
        let number = |text: &str| text.parse::<usize>().ok();
        let places = match self.text.split(' ').collect::<Vec<_>>()[..] {
            ["path", columns] => family_places("grid", number(columns)?, 1),
            ["grid", rows, columns] => family_places("grid", number(columns)?, number(rows)?),
            ["hypercube", dimension] => family_places("hypercube", number(dimension)?, 0),
            [name] => family_places(name, 0, 0),
            _ => None,
        };
        places?.get(usize::from(vertex)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(text: &str) -> Result<Graph, Diagnostic> {
        Graph::scan(&mut Scanner::new(text))
    }

    /// Returns the degrees that occur, in ascending order, and the length of the shortest cycle if it is at most 6.
    fn shape(text: &str) -> (Vec<usize>, Option<usize>) {
        let graph = graph(text).unwrap();
        let degree = |vertex: usize| graph.neighbours[vertex].count_ones() as usize;
        let mut degrees: Vec<usize> = (0..graph.vertices()).map(degree).collect();
        degrees.sort_unstable();
        degrees.dedup();
        // Search for a closed walk of `length` steps that never turns back.
        let walk = |length: usize| {
            let mut walks: Vec<(usize, usize, usize)> = (0..graph.vertices()).map(|v| (v, v, v)).collect();
            for _ in 0..length {
                let further = walks.iter().flat_map(|&(first, before, at)| {
                    let next = (0..graph.vertices()).filter(move |next| *next != before || at == first);
                    next.filter(move |next| *next != at).map(move |next| (first, at, next))
                });
                walks = further.filter(|walk| graph.neighbours[walk.1] >> walk.2 & 1 == 1).collect();
                walks.sort_unstable();
                walks.dedup();
            }
            walks.iter().any(|walk| walk.0 == walk.2)
        };
        (degrees, (3..=6).find(|&length| walk(length)))
    }

    #[test]
    fn graphs_have_their_degrees_and_girth() {
        assert_eq!(shape("petersen"), (vec![3], Some(5)));
        assert_eq!(shape("dodecahedron"), (vec![3], Some(5)));
        assert_eq!(shape("hypercube 3"), (vec![3], Some(4)));
        assert_eq!(shape("complete 5"), (vec![4], Some(3)));
        assert_eq!(shape("cycle 6"), (vec![2], Some(6)));
        assert_eq!(shape("grid 3 4").0, [2, 3, 4]);
        assert_eq!(graph("7 3; 3 9,\n9 7").unwrap().names, [3, 7, 9]);
    }

    /// Neighbours in a grid are drawn next to each other.
    #[test]
    fn grids_and_paths_have_places() {
        for text in ["grid 3 4", "grid 1 1", "path 5"] {
            let graph = graph(text).unwrap();
            for one in 0..graph.vertices() as u8 {
                for other in 0..graph.vertices() as u8 {
                    let [from, to] = [one, other].map(|vertex| graph.place(vertex).unwrap());
                    let distance = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
                    let are_neighbours = graph.neighbours[usize::from(one)] >> other & 1 == 1;
                    assert_eq!(distance == 1, are_neighbours, "{text}: {one} {other}");
                }
            }
        }
        assert_eq!(graph("cycle 5").unwrap().place(0), None);
        assert_eq!(graph("0 1").unwrap().place(0), None);
    }

    #[test]
    fn wrong_input_is_pointed_at() {
        let wrong = |text: &str| graph(text).unwrap_err();
        assert_eq!(wrong("peterson").help.unwrap(), "did you mean `petersen`?");
        assert_eq!(wrong("grid 8 8").message, "the graph has 64 vertices");
        assert_eq!(wrong("grid 8").message, "the input ends here");
        assert_eq!(wrong("hypercube 6").span.range(), 10..11);
        assert_eq!(wrong("0 1, 2").span.range(), 6..6);
        assert_eq!(wrong("petersen 3").span.range(), 9..10);
        assert_eq!(wrong("").message, "the input ends here");
    }
}
