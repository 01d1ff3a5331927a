//! The text format of graphs: a list of edges.

use std::fmt::Write;
use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

/// An edge as written in the text.
pub(super) struct WrittenEdge {
    /// The source and the target of the edge.
    pub(super) vertices: [u64; 2],
    pub(super) span: Span,
    /// The player who may move along the edge.
    pub(super) player: Player,
}

/// An iterator over the edges of a text: `u v`, `u v L` or `u v R`, separated by line breaks, commas or semicolons.
pub(super) struct Edges<'t> {
    scanner: Scanner<'t>,
}

impl<'t> Edges<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Edges { scanner: Scanner::new(text) }
    }

    fn edge(&mut self) -> Result<WrittenEdge, Diagnostic> {
        let start = self.scanner.position();
        let from = self.vertex("the first vertex of an edge")?;
        self.skip_blanks();
        let to = self.vertex("the second vertex of the edge")?;
        let span = Span::new(start, self.scanner.position());
        self.skip_blanks();
        let player = match (self.scanner.eat('L'), self.scanner.eat('R')) {
            (true, _) => Player::Left,
            (_, true) => Player::Right,
            _ => Player::Either,
        };
        self.skip_blanks();
        match self.scanner.rest().as_bytes().first() {
            None | Some(b'\n' | b'\r' | b',' | b';') => {
                Ok(WrittenEdge { vertices: [from, to], span, player })
            }
            Some(_) => Err(self
                .scanner
                .unexpected("expected the end of the edge, or `L` or `R` if only one player may use it")
                .help("separate edges by line breaks, commas or semicolons")),
        }
    }

    fn vertex(&mut self, what: &str) -> Result<u64, Diagnostic> {
        match self.scanner.rest().as_bytes().first() {
            Some(b',' | b';' | b'\n' | b'\r') => Err(self.scanner.unexpected(&format!("expected {what}"))),
            _ => self.scanner.number(what),
        }
    }

    fn skip_blanks(&mut self) {
        while self.scanner.eat(' ') || self.scanner.eat('\t') {}
    }
}

/// Formats edges as they are written between braces: `1 0, 2 1 L`. `names` are the numbers of the vertices.
pub(super) fn written(names: &[u64], edges: impl Iterator<Item = (u32, u32, Player)>) -> String {
    let mut text = String::new();
    for edge in edges {
        if !text.is_empty() {
            text.push_str(", ");
        }
        push_edge(&mut text, names, edge);
    }
    text
}

/// Appends one edge in the format of [`written`].
pub(super) fn push_edge(text: &mut String, names: &[u64], (from, to, player): (u32, u32, Player)) {
    let player = match player {
        Player::Either => "",
        Player::Left => " L",
        Player::Right => " R",
    };
    // Writing to a string cannot fail.
    let _ = write!(text, "{} {}{player}", names[from as usize], names[to as usize]);
}

/// Returns the span of edge number `index` in a text that has been read successfully.
pub(super) fn edge_span(text: &str, index: usize) -> Span {
    match Edges::new(text).nth(index) {
        Some(Ok(edge)) => edge.span,
        _ => Span::at(text.len()),
    }
}

impl Iterator for Edges<'_> {
    type Item = Result<WrittenEdge, Diagnostic>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.scanner.skip_separators();
            if !self.scanner.eat(';') {
                break;
            }
        }
        (!self.scanner.is_at_end()).then(|| self.edge())
    }
}
