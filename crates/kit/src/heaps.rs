//! Shared parts of games on heaps: the notation and the enumeration of positions.

use crate::game::Detail;
use winways_notation::{Diagnostic, Scanner};
use winways_rules::Play;

/// The description of the notation for a list of heaps, as it appears on a page.
pub const NOTATION: &str = "the heap sizes, 0 to 2^64 - 1, separated by spaces";

/// Parses a list of at least one heap.
pub fn parse(text: &str) -> Result<Vec<u64>, Diagnostic> {
    Scanner::new(text).numbers("a heap size")
}

/// Formats a list of heaps: `7,8,9`. An empty list is written as one empty heap.
pub fn write(heaps: &[u64]) -> String {
    if heaps.is_empty() {
        return "0".to_owned();
    }
    list(heaps, ",")
}

/// Joins numbers with a separator.
pub fn list(numbers: &[u64], separator: &str) -> String {
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

/// Parses a position of two heaps.
pub fn parse_pair(text: &str) -> Result<(u64, u64), Diagnostic> {
    let mut scanner = Scanner::new(text);
    let first = scanner.next_number("the size of the first heap", 0, u64::MAX)?;
    let second = scanner.next_number("the size of the second heap", 0, u64::MAX)?;
    scanner.finish("the two heaps")?;
    Ok((first, second))
}

/// Formats a list of pairs as the list of their numbers: `7,8` for one pair.
pub fn write_pairs(pairs: &[(u64, u64)]) -> String {
    let numbers: Vec<u64> = pairs.iter().flat_map(|&(first, second)| [first, second]).collect();
    list(&numbers, ",")
}

/// Describes a move on one heap: `heap 7 -> 1`, `heap 7 -> 3 + 2`.
pub fn describe(from: u64, to: &[u64]) -> String {
    describe_part("heap", from, to)
}

/// Describes a move like [`describe`], with another word for a heap.
pub fn describe_part(heap: &str, from: u64, to: &[u64]) -> String {
    format!("{heap} {from} -> {}", if to.is_empty() { "0".to_owned() } else { list(to, " + ") })
}

/// The maximum number of options with a given value that a game lists. Beyond it, [`crate::Game::winning_moves`] only
/// counts them.
pub const OPTIONS_LISTED: u64 = 1_000_000;

/// The maximum number of heaps or other parts that an explanation writes out individually.
pub const WRITTEN_OUT: usize = 24;

/// Formats the first [`WRITTEN_OUT`] numbers, with `...` in place of the others.
pub fn brief_list(numbers: &[u64]) -> String {
    let shown = list(&numbers[..numbers.len().min(WRITTEN_OUT)], " ");
    if numbers.len() > WRITTEN_OUT { shown + " ..." } else { shown }
}

/// The explanation of why the player to move wins if a nim-sum is not zero.
pub const NOT_ZERO: &str =
    "not zero: the player to move can make it zero, and then every answer changes it again";

/// Explains the outcome of a position without moves.
pub fn explain_no_move(play: Play) -> String {
    match play {
        Play::Normal => "no move is left: the player to move has lost".to_owned(),
        Play::Misere => "no move is left: the other player made the last move and has lost".to_owned(),
    }
}

/// Explains why a sum of heaps with these nim-values is won or lost under normal play.
pub fn explain_values(heaps: &[u64], values: &[u64], detail: Detail) -> Vec<String> {
    let sum = values.iter().fold(0, |sum, value| sum ^ value);
    let mut lines = Vec::new();
    if heaps.len() <= WRITTEN_OUT {
        let each: Vec<String> =
            heaps.iter().zip(values).map(|(heap, value)| format!("g({heap}) = {value}")).collect();
        lines.push(format!("the nim-values are {}", each.join(", ")));
    }
    lines.push(match values.len() {
        0 => "there is no heap".to_owned(),
        1 => format!("the only heap has nim-value {sum}"),
        2..=WRITTEN_OUT => format!("{} = {sum}", list(values, " xor ")),
        count => format!("the nim-sum of the values of the {count} heaps is {sum}"),
    });
    lines.push(match sum {
        0 => "zero: every move changes the value of one heap, so it leaves a nim-sum that is not zero"
            .to_owned(),
        _ => NOT_ZERO.to_owned(),
    });
    if detail == Detail::Full && sum != 0 && heaps.len() <= WRITTEN_OUT {
        lines.push("a winning move gives".to_owned());
        for (heap, value) in heaps.iter().zip(values) {
            lines.push(format!("  heap {heap} the value {value} xor {sum} = {}", value ^ sum));
        }
    }
    lines
}

/// Returns all nonempty multisets of at most `count` heaps of at most `up_to` tokens, as non-decreasing lists.
pub fn multisets(count: usize, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>>> {
    Box::new((1..=count).flat_map(move |length| {
        let first = Some(vec![0; length]);
        std::iter::successors(first, move |heaps| {
            let mut next = heaps.clone();
            let place = next.iter().rposition(|&heap| heap < up_to)?;
            let size = next[place] + 1;
            next[place..].fill(size);
            Some(next)
        })
    }))
}
