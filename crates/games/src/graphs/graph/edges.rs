//! The text of a graph: edges, one after the other.

use winways_notation::{Diagnostic, Scanner, Span};
use winways_rules::Player;

/// An edge as it is written.
#[derive(Clone)]
pub(super) struct NamedEdge {
    /// From where to where.
    pub(super) vertices: [u64; 2],
    pub(super) span: Span,
    /// Who may move along it.
    pub(super) player: Player,
}

/// The edges of a text: `u v`, `u v L` or `u v R`, separated by line breaks, commas or semicolons.
pub(super) struct Edges<'t> {
    scanner: Scanner<'t>,
}

impl<'t> Edges<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Edges { scanner: Scanner::new(text) }
    }

    fn edge(&mut self) -> Result<NamedEdge, Diagnostic> {
        let start = self.scanner.position();
        let from = self.vertex("the vertex from which an edge leads")?;
        self.skip_blanks();
        let to = self.vertex("the vertex to which the edge leads")?;
        let span = Span::new(start, self.scanner.position());
        self.skip_blanks();
        let player = match (self.scanner.eat('L'), self.scanner.eat('R')) {
            (true, _) => Player::Left,
            (_, true) => Player::Right,
            _ => Player::Either,
        };
        self.skip_blanks();
        match self.scanner.rest().as_bytes().first() {
            None | Some(b'\n' | b'\r' | b',' | b';') => Ok(NamedEdge { vertices: [from, to], span, player }),
            Some(_) => Err(self
                .scanner
                .unexpected("expected the end of the edge, or `L` or `R` if it is for one player only")
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

impl Iterator for Edges<'_> {
    type Item = Result<NamedEdge, Diagnostic>;

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
