//! Parsing of moves in heaps as people phrase them: `take 7 from heap 3`.

use super::tokens::tokens;
use crate::Position;
use winways_kit::view::Figure;

/// Verbs for taking tokens.
const TAKING: [&str; 2] = ["take ", "remove "];
/// Words that may accompany the numbers and are ignored.
const NOUNS: [&str; 12] = [
    "heap", "heaps", "pile", "the", "token", "tokens", "stone", "stones", "counter", "counters", "number",
    "size",
];

/// A typed request to take tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Taking {
    count: u64,
    /// The size of the heap, or its index counted from 1.
    heap: Option<u64>,
}

impl Taking {
    /// Parses a line that states how many tokens to take: `take 7`, `7 from 9`, `take 7 from heap 3`.
    pub(super) fn of(line: &str) -> Option<Taking> {
        let lower = line.trim().to_lowercase();
        let rest = TAKING.iter().find_map(|word| lower.strip_prefix(word));
        let words = tokens(rest.unwrap_or(&lower));
        let words: Vec<&str> =
            words.iter().map(String::as_str).filter(|word| !NOUNS.contains(word)).collect();
        match words[..] {
            [count] if rest.is_some() => Some(Taking { count: count.parse().ok()?, heap: None }),
            [count, "from" | "of" | "off", heap] | [count, "from", "of", heap] => {
                Some(Taking { count: count.parse().ok()?, heap: Some(heap.parse().ok()?) })
            }
            _ => None,
        }
    }

    /// Returns `true` if the move of this name takes this number of tokens from the heap of this size or index.
    pub(super) fn fits(self, name: &str, heaps: &[u64]) -> bool {
        let Some((before, after)) = sizes(name) else { return false };
        let is_at_place = |heap: u64| {
            let place = usize::try_from(heap).ok().and_then(|heap| heap.checked_sub(1));
            place.and_then(|place| heaps.get(place)) == Some(&before)
        };
        before.checked_sub(after) == Some(self.count)
            && self.heap.is_none_or(|heap| heap == before || is_at_place(heap))
    }
}

/// Returns the sizes of the heaps, in order, if the position consists only of heaps.
pub(super) fn heaps_of(position: &Position) -> Option<Vec<u64>> {
    let view = position.view();
    let mut heaps = Vec::new();
    for figure in &view.figures {
        let Figure::Heaps(figure) = figure else { return None };
        heaps.extend(figure.heaps.iter().map(|heap| heap.tokens));
    }
    Some(heaps)
}

/// Returns the size of a heap before a move, and the total that the move leaves: `heap 7 -> 3, 2`.
pub(super) fn sizes(name: &str) -> Option<(u64, u64)> {
    let words = tokens(name);
    let [heap, before, after @ ..] = &words[..] else { return None };
    if heap != "heap" || after.is_empty() {
        return None;
    }
    let left = after.iter().try_fold(0u64, |left, size| left.checked_add(size.parse().ok()?))?;
    Some((before.parse().ok()?, left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn taking_lines_are_parsed() {
        let taking = |count, heap| Some(Taking { count, heap });
        for (line, expected) in [
            ("take 7 from heap 3", taking(7, Some(3))),
            ("Remove 2 tokens from the heap of 5", taking(2, Some(5))),
            ("remove 2 tokens from heap 5", taking(2, Some(5))),
            ("7 from 9", taking(7, Some(9))),
            ("take 2", taking(2, None)),
            ("2", None),
            ("9 to 7", None),
            ("take b2", None),
            ("take 99999999999999999999 from 3", None),
        ] {
            assert_eq!(Taking::of(line), expected, "{line}");
        }
    }

    #[test]
    fn heaps_are_named_by_size_or_index() {
        let fits = |line: &str, name: &str| Taking::of(line).unwrap().fits(name, &[3, 5, 9]);
        assert!(fits("take 2 from heap 3", "heap 3 -> 1"));
        assert!(fits("take 2 from heap 3", "heap 9 -> 7"));
        assert!(!fits("take 2 from heap 3", "heap 5 -> 3"));
        assert!(fits("take 4 from heap 9", "heap 9 -> 2, 3"));
        assert!(
            !fits("take 4", "b2-b3") && !fits("take 4", "heap 18446744073709551615 -> 18446744073709551615")
        );
    }
}
