//! The notation of graphs, such as `petersen`, `cycle 5` or the edges `0-1 1-2`, and of the pieces on their vertices.

use crate::pictures::board::{Board, MOST_CELLS};
use crate::pictures::geometry::Geometry;
use crate::pictures::states::{Alphabet, EMPTY};
use std::collections::{BTreeMap, BTreeSet};
use winways_kit::boards::graphs::{family_names, parse_family};
use winways_kit::boards::grid::{Row, plain_letter, span_of};
use winways_notation::{Diagnostic, Span, nearest, whole_number};

/// A parsed graph with pieces.
pub(crate) struct ParsedGraph {
    /// The neighbours of each vertex, in ascending order.
    pub(crate) near: Vec<Vec<usize>>,
    names: Vec<String>,
    /// The text before the letters, if the graph is not written as a list of edges.
    family: Option<String>,
    /// The family, such as `grid 3 4`, whose usual picture is used to draw the graph.
    picture: Option<String>,
    letters: Vec<u8>,
}

impl ParsedGraph {
    pub(crate) fn board(self, alphabet: &Alphabet) -> Board {
        let states = self.letters.iter().map(|&letter| alphabet.state(letter).unwrap_or(EMPTY)).collect();
        Board::of_graph(self.near, self.names, self.family, states).with_picture(self.picture)
    }
}

/// Parses a graph and the pieces on it.
///
/// The graph is a family with its numbers, or a list of edges. The pieces are a word with one letter for each vertex, or `v:x` for
/// single vertices. If the graph is `fixed`, the words contain only the pieces. If `needs_pieces`, pieces are required.
pub(crate) fn read(
    words: &[Row<'_>],
    fixed: Option<&str>,
    letters: &str,
    needs_pieces: bool,
) -> Result<ParsedGraph, Diagnostic> {
    let mut rest = words;
    let mut graph = match fixed {
        Some(fixed) => {
            let own: Vec<Row<'_>> = fixed.split_whitespace().map(|word| (word, 0)).collect();
            // Positions do not repeat a fixed graph.
            let graph = read(&own, None, letters, false)?;
            ParsedGraph { family: Some(String::new()), ..graph }
        }
        None if let Some(family) = parse_family(words, MOST_CELLS)? => {
            rest = &words[family.words..];
            let names = (0..family.vertices).map(|vertex| vertex.to_string()).collect();
            ParsedGraph::new(names, &family.edges, Some(family.text))
        }
        None => {
            let edges = words.iter().take_while(|word| is_vertex_or_edge(word.0)).count();
            if edges == 0 {
                let span = span_of(&words[..1]);
                let wrong = Diagnostic::new(format!("there is no graph `{}`", words[0].0), span)
                    .label("expected edges such as `0-1 1-2`, or a graph such as `cycle 5`");
                return Err(match nearest(words[0].0, family_names()) {
                    Some(name) => wrong.help(format!("did you mean `{name}`?")),
                    None => wrong,
                });
            }
            rest = &words[edges..];
            parse_edges(&words[..edges])?
        }
    };
    if needs_pieces && rest.is_empty() && !words.is_empty() {
        return Err(without_pieces(words, letters));
    }
    graph.place_pieces(rest, letters)?;
    Ok(graph)
}

/// Checks the graph that a file names for all its boards. `span` is the span of the name in the file.
pub(crate) fn check(graph: &str, span: Span) -> Result<(), Diagnostic> {
    let place = |word: &str| span.start + word.as_ptr().addr() - graph.as_ptr().addr();
    let words: Vec<Row<'_>> = graph.split_whitespace().map(|word| (word, place(word))).collect();
    read(&words, None, ".#", false).map(|_| ())
}

/// Creates the diagnostic for a graph without pieces.
fn without_pieces(words: &[Row<'_>], letters: &str) -> Diagnostic {
    let last = words[words.len() - 1].0;
    let is_vertex = last.bytes().all(|byte| byte.is_ascii_digit());
    let wrong = Diagnostic::new("there is no piece on the graph, and no move without one", span_of(words))
        .label("expected a letter for each vertex after the graph, or `VERTEX:LETTER`");
    match letters.chars().find(|letter| !matches!(letter, '.' | '#')) {
        Some(piece) if is_vertex => wrong.help(format!("`{last}:{piece}` is a piece on vertex {last}")),
        Some(piece) => wrong.help(format!("`0:{piece}` is a piece on vertex 0")),
        None => wrong,
    }
}

fn is_vertex_or_edge(word: &str) -> bool {
    let mut ends = word.split('-');
    let is_number = |end: &str| {
        whole_number(end).is_some() || !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_digit())
    };
    ends.next().is_some_and(is_number) && ends.next().is_none_or(is_number) && ends.next().is_none()
}

fn parse_edges(words: &[Row<'_>]) -> Result<ParsedGraph, Diagnostic> {
    let mut edges: BTreeSet<(u64, u64)> = BTreeSet::new();
    let mut vertices: BTreeSet<u64> = BTreeSet::new();
    for word in words {
        let span = Span::new(word.1, word.1 + word.0.len());
        let mut ends = Vec::new();
        for end in word.0.split('-') {
            let number = whole_number(end).ok_or_else(|| {
                Diagnostic::new(format!("`{end}` is not a vertex"), span)
                    .label("expected a number below 2^64")
            })?;
            ends.push(number);
            vertices.insert(number);
        }
        if let [a, b] = ends[..] {
            if a == b {
                return Err(Diagnostic::new(format!("vertex {a} is its own neighbour"), span)
                    .label("expected an edge between two vertices"));
            }
            edges.insert((a.min(b), a.max(b)));
        }
    }
    if vertices.len() > MOST_CELLS {
        return Err(Diagnostic::new(format!("the graph has {} vertices", vertices.len()), span_of(words))
            .label(format!("expected at most {MOST_CELLS}")));
    }
    let number: BTreeMap<u64, usize> = vertices.iter().copied().zip(0..).collect();
    let edges: Vec<(usize, usize)> = edges.iter().map(|edge| (number[&edge.0], number[&edge.1])).collect();
    Ok(ParsedGraph::new(vertices.iter().map(u64::to_string).collect(), &edges, None))
}

impl ParsedGraph {
    fn new(names: Vec<String>, edges: &[(usize, usize)], family: Option<String>) -> ParsedGraph {
        let mut near = vec![Vec::new(); names.len()];
        for &(a, b) in edges {
            near[a].push(b);
            near[b].push(a);
        }
        for neighbours in &mut near {
            neighbours.sort_unstable();
        }
        let letters = vec![b'.'; names.len()];
        ParsedGraph { near, names, picture: family.clone(), family, letters }
    }

    /// Puts pieces on the vertices.
    fn place_pieces(&mut self, words: &[Row<'_>], letters: &str) -> Result<(), Diagnostic> {
        for word in words {
            let span = Span::new(word.1, word.1 + word.0.len());
            let expected = "expected a letter for each vertex, or `VERTEX:LETTER`";
            if let Some((vertex, letter)) = word.0.split_once(':') {
                let number = whole_number(vertex).map(|vertex| vertex.to_string());
                let Some(place) = self.names.iter().position(|name| Some(name) == number.as_ref()) else {
                    return Err(
                        Diagnostic::new(format!("there is no vertex `{vertex}`"), span).label(expected)
                    );
                };
                let mut signs = letter.chars();
                match (signs.next().and_then(|sign| plain_letter(sign, letters)), signs.next()) {
                    (Some(sign), None) => self.letters[place] = sign as u8,
                    _ => {
                        return Err(Diagnostic::new(format!("there is no piece `{letter}`"), span)
                            .label(format!("expected one of {letters}")));
                    }
                }
                continue;
            }
            if let Some(wrong) = word.0.chars().find(|&letter| plain_letter(letter, letters).is_none()) {
                return Err(Diagnostic::new(format!("there is no piece `{wrong}`"), span).label(expected));
            }
            if word.0.len() != self.names.len() {
                let message = format!("{} letters for {} vertices", word.0.len(), self.names.len());
                return Err(Diagnostic::new(message, span).label(expected));
            }
            let signs = word.0.chars().filter_map(|letter| plain_letter(letter, letters));
            self.letters = signs.map(|sign| sign as u8).collect();
        }
        Ok(())
    }
}

/// Writes a graph in the notation that [`read`] parses.
pub(crate) fn written(
    geometry: &Geometry,
    vertices: &[String],
    family: Option<&str>,
    letters: &str,
    needs_pieces: bool,
) -> String {
    if let Some(family) = family {
        return format!("{family} {letters}").trim_start().to_owned();
    }
    let mut words = Vec::new();
    for (vertex, name) in vertices.iter().enumerate() {
        let near = geometry.neighbours(vertex);
        if near.is_empty() {
            words.push(name.clone());
        }
        words.extend(
            near.iter().filter(|&&near| near > vertex).map(|&near| format!("{name}-{}", vertices[near])),
        );
    }
    if needs_pieces && letters.bytes().all(|letter| letter == b'.') {
        words.push(letters.to_owned());
    }
    let marks = letters.chars().zip(vertices).filter(|(letter, _)| *letter != '.');
    words.extend(marks.map(|(letter, name)| format!("{name}:{letter}")));
    words.join(" ")
}
