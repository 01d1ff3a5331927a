//! Limits for lines of text.

use winways_rules::Player;

/// The maximum number of columns of a line, if its content can be broken.
pub(super) const WIDTH: usize = 76;
/// The maximum number of lines of a list.
pub(super) const MAX_LINES: usize = 60;

/// Appends the number of omitted entries to the lines if there are any; `count` is the total number of entries.
pub(super) fn cut(mut lines: Vec<String>, count: usize, things: &str) -> Vec<String> {
    if count > lines.len() {
        lines.push(format!("… and {} more {things}", count - lines.len()));
    }
    lines
}

/// A function that decorates the sign on a cell of a grid, for example with colours, given the owner of the cell. The result
/// must not be wider than the sign on a terminal.
pub type Paint<'p> = &'p dyn Fn(Player, &str) -> String;

/// Replaces the control characters of a line, which names may contain.
pub(super) fn printable(line: &str) -> String {
    line.chars()
        .map(|letter| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter })
        .collect()
}
