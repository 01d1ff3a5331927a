//! Lines of text, and how many there are.

use crate::Glyphs;

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
