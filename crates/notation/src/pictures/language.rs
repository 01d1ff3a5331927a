//! The logical lines of a picture file, and the tokens of a line.

use crate::Span;
use crate::tokens::{Language, TokenKind};

pub(super) static PICTURES: Language = Language {
    signs: &[
        "->", ".", "#", "?", "@", "&", "!", "~", "[", "]", "^", "+", "*", "{", "}", ",", "/", "(", ")", "-",
        "=>", "=", ":", "|",
    ],
    alternatives: &[("→", "->"), ("−", "-"), ("∗", "*")],
    skipped,
    has_numbers: false,
    unknown,
    end: "the line ends here",
    unexpected,
};

/// Returns the spans of the logical lines, without their line breaks. A line that is indented or begins with `|`
/// continues the previous line. Empty lines and lines that begin with `#` are skipped, and do not interrupt a continued
/// line.
pub(super) fn lines(text: &str) -> Vec<Span> {
    let mut lines: Vec<Span> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        let span = Span::new(start, start + content.len());
        start += line.len();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        match lines.last_mut() {
            Some(last) if content.starts_with([' ', '\t', '|']) => last.end = span.end,
            _ => lines.push(span),
        }
    }
    lines
}

/// Returns the length, in bytes, of the white space or comment at the start of `rest`. Comments occur only within a continued line.
fn skipped(rest: &str, is_at_margin: bool) -> usize {
    match rest.as_bytes()[0] {
        b'#' if is_at_margin => rest.find('\n').unwrap_or(rest.len()),
        b' ' | b'\t' | b'\r' | b'\n' => 1,
        _ => 0,
    }
}

fn unknown(character: char) -> Option<&'static str> {
    Some(match character {
        '>' | '⇒' => "the new picture follows `->`",
        ';' => "rows are separated by `/`, and each rule has a line of its own",
        '"' | '`' => "signs are written without quotation marks",
        '<' => "the number of repetitions of a cell is written `.+`, `.*` or `.{1,3}`",
        _ => return None,
    })
}

fn unexpected(kind: TokenKind, word: Option<&str>) -> Option<&'static str> {
    Some(match (kind, word) {
        (TokenKind::End, _) => "an indented line continues the line before",
        (TokenKind::Sign("|"), _) => {
            "rows of a picture are separated by `/`, and each rule has a line of its own"
        }
        (TokenKind::Sign("+" | "*" | "{"), _) => {
            "the number of repetitions follows the cell: `.+`, `?*`, `x{1,3}`"
        }
        (TokenKind::Sign("=>"), _) => "the new picture follows `->`",
        (TokenKind::Sign("="), _) => "points are given in a line `points: PICTURE -> PICTURE = 1`",
        (TokenKind::Sign(":"), _) => "a line begins at the margin",
        (_, Some("in")) => "directions come first: `in all where no x beside again`",
        (_, Some("where")) => "conditions come before `again`, `must` and `then`",
        (_, Some("if" | "when" | "with" | "unless")) => "conditions follow `where`",
        (_, Some("or")) => "an alternative is a rule of its own, in another line",
        _ => return None,
    })
}
