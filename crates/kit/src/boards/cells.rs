//! Shared parts of games on a strip of numbered cells: the notation and the enumeration of sets of cells.

use winways_notation::{Diagnostic, Scanner, Span};

/// Parses a nonempty list of distinct cells from 1 to `last`, and returns them in ascending order.
pub fn parse(text: &str, what: &str, last: u64) -> Result<Vec<u64>, Diagnostic> {
    let mut scanner = Scanner::new(text);
    let mut found: Vec<(u64, usize, usize)> = Vec::new();
    scanner.skip_separators();
    loop {
        let start = scanner.position();
        let cell = scanner.number_in(what, 1, last)?;
        found.push((cell, start, scanner.position()));
        scanner.skip_separators();
        if scanner.is_at_end() {
            break;
        }
    }
    found.sort_unstable();
    if let Some(pair) = found.windows(2).find(|pair| pair[0].0 == pair[1].0) {
        let (cell, start, end) = pair[1];
        let message = format!("cell {cell} is listed twice");
        return Err(Diagnostic::new(message, Span::new(start, end)).label("expected each cell once"));
    }
    Ok(found.into_iter().map(|(cell, ..)| cell).collect())
}

/// Returns all sets of cells from 1 to `last`, which is capped at 62. Each is in ascending order, and the empty set comes first.
pub fn sets(last: u64) -> impl Iterator<Item = Vec<u64>> {
    let last = last.min(62);
    (0..1u64 << last).map(move |mask| (1..=last).filter(|cell| mask >> (cell - 1) & 1 == 1).collect())
}
