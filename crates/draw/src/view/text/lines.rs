//! Lines of text, and how many there are.

use crate::Glyphs;
use winways_rules::Player;

/// How many columns lines have at most, if what they show can be broken.
pub(super) const WIDTH: usize = 76;
/// How many lines a list has at most.
pub(super) const MAX_LINES: usize = 60;

/// The sign for what has been left out.
pub(super) fn ellipsis(glyphs: Glyphs) -> &'static str {
    match glyphs {
        Glyphs::Unicode => "…",
        Glyphs::Ascii => "...",
    }
}

/// The first lines, and how many more there are.
pub(super) fn cut(mut lines: Vec<String>, count: usize, things: &str, glyphs: Glyphs) -> Vec<String> {
    if count > lines.len() {
        lines.push(format!("{} and {} more {things}", ellipsis(glyphs), count - lines.len()));
    }
    lines
}

/// Marks what is on a cell of a grid, which is the player's or anyone's, with colours for example; it must take no more room.
pub type Paint<'p> = &'p dyn Fn(Player, &str) -> String;

/// The line with a replacement for every control character that a name may have.
pub(super) fn printable(line: &str, glyphs: Glyphs) -> String {
    let replacement = match glyphs {
        Glyphs::Unicode => char::REPLACEMENT_CHARACTER,
        Glyphs::Ascii => '?',
    };
    line.chars().map(|letter| if letter.is_control() { replacement } else { letter }).collect()
}
