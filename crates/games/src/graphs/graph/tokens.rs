//! The text and the picture of positions that are sums of tokens on a graph. A vertex is an index into the names.

use super::picture;
use winways_kit::heaps;
use winways_kit::view::{Figure, Touch, View};
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

/// The greatest number of vertices that a diagnostic lists.
pub(super) const VERTICES_SHOWN: usize = 12;

/// Reads the vertices of the tokens, separated by spaces or commas; `-` means no token.
pub(super) fn parse(names: &[u64], text: &str) -> Result<Vec<u32>, Diagnostic> {
    if text.trim() == "-" {
        return Ok(Vec::new());
    }
    let mut scanner = Scanner::new(text);
    let mut tokens = Vec::new();
    scanner.skip_separators();
    while !scanner.is_at_end() {
        let start = scanner.position();
        let name = scanner.number("a vertex")?;
        tokens.push(vertex(names, name, Span::new(start, scanner.position()))?);
        scanner.skip_separators();
    }
    if tokens.is_empty() {
        return Err(Diagnostic::new("empty input", Span::at(text.len()))
            .label("expected the vertices of the tokens, or `-` for no token"));
    }
    Ok(tokens)
}

/// Returns the vertex with this name, which is written at `span`.
pub(super) fn vertex(names: &[u64], name: u64, span: Span) -> Result<u32, Diagnostic> {
    names.binary_search(&name).map(|vertex| vertex as u32).map_err(|_| {
        Diagnostic::new(format!("there is no vertex {name}"), span)
            .label("expected a vertex of the graph")
            .help(vertices_in_words(names))
    })
}

/// Describes the vertices for a message.
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

/// Writes tokens in the format that [`parse`] reads.
pub(super) fn write(names: &[u64], tokens: &[u32]) -> String {
    if tokens.is_empty() {
        return "\"-\"".to_owned();
    }
    heaps::list(&names_of(names, tokens), ",")
}

/// Names the move of a token.
pub(super) fn name_of_move(names: &[u64], from: u32, to: u32) -> String {
    format!("token {} -> {}", names[from as usize], names[to as usize])
}

/// Draws the graph with its tokens, or only the vertices of the tokens if the graph is too large.
pub(super) fn view(
    names: &[u64],
    tokens: &[u32],
    edge_count: usize,
    edges: impl Iterator<Item = (u32, u32, Player)>,
) -> View {
    if !picture::is_drawn(names.len(), edge_count) {
        return View::numbers(&names_of(names, tokens), "tokens");
    }
    let mut counts = vec![0; names.len()];
    tokens.iter().for_each(|&vertex| counts[vertex as usize] += 1);
    let content = |vertex: u32| picture::tokens(counts[vertex as usize]);
    View::of(Figure::Graph(picture::graph(names, content, edges)))
}

/// Returns the elements of [`view`] that the move of a token touches: the vertices that the token leaves and enters, or the sign
/// of the token if the graph is not drawn.
pub(super) fn touches(is_drawn: bool, tokens: &[u32], component: usize, to: u32) -> Vec<Touch> {
    if !is_drawn {
        return vec![Touch::sign(component)];
    }
    [tokens[component], to].map(|vertex| Touch::of(vertex.into())).to_vec()
}

/// Iterates over the positions with up to two tokens on vertices up to index `last`.
pub(super) fn up_to(names: &[u64], last: u64) -> Box<dyn Iterator<Item = Vec<u32>>> {
    let last = (names.len() as u64 - 1).min(last);
    let tokens = heaps::multisets(2, last);
    Box::new(tokens.map(|tokens| tokens.into_iter().map(|vertex| vertex as u32).collect()))
}

fn names_of(names: &[u64], tokens: &[u32]) -> Vec<u64> {
    tokens.iter().map(|&vertex| names[vertex as usize]).collect()
}
