//! What games on heaps have in common: the notation and the enumeration of positions.

use winways_notation::{Diagnostic, Scanner};

/// The notation of a list of heaps, as a page tells it.
pub(crate) const NOTATION: &str = "the heap sizes, 0 to 2^64 - 1, separated by spaces";

/// Reads a list of heaps; at least one.
pub(crate) fn parse(text: &str) -> Result<Vec<u64>, Diagnostic> {
    Scanner::new(text).numbers("a heap size")
}

/// Writes a list of heaps: `7,8,9`; no heaps at all are one empty heap.
pub(crate) fn write(heaps: &[u64]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    list(heaps, ",")
}

/// Numbers with a separator between them.
pub(crate) fn list(numbers: &[u64], separator: &str) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(numbers.len() * 4);
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        // Writing to a string cannot fail.
        let _ = write!(text, "{number}");
    }
    text
}

/// A move on one heap in words: `heap 7 -> 1`, `heap 7 -> 3 + 2`.
pub(crate) fn describe(from: u64, to: &[u64]) -> String {
    format!("heap {from} -> {}", if to.is_empty() { "0".to_owned() } else { list(to, " + ") })
}

/// All multisets of at most `count` heaps of at most `up_to` tokens, as non-decreasing lists; the empty one left out.
pub(crate) fn multisets(count: usize, up_to: u64) -> impl Iterator<Item = Vec<u64>> {
    (1..=count).flat_map(move |length| {
        let first = Some(vec![0; length]);
        std::iter::successors(first, move |heaps| {
            let mut next = heaps.clone();
            let place = next.iter().rposition(|&heap| heap < up_to)?;
            let size = next[place] + 1;
            next[place..].fill(size);
            Some(next)
        })
    })
}
