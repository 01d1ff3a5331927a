//! The tokens of rule files on numbers.

use crate::tokens::{Language, TokenKind};

pub(super) static RULES: Language = Language {
    signs: &[
        "->", "..", "<=", ">=", "!=", "=", "<", ">", "(", ")", "{", "}", ",", "|", ":", "+", "-", "*", "/",
    ],
    alternatives: &[
        ("→", "->"),
        ("≤", "<="),
        ("≥", ">="),
        ("≠", "!="),
        ("−", "-"),
        ("<>", "!="),
        ("==", "="),
        ("·", "*"),
        ("×", "*"),
        ("∗", "*"),
        ("…", ".."),
    ],
    skipped,
    has_numbers: true,
    unknown,
    end: "the rules end here",
    unexpected,
};

/// Returns the length, in bytes, of the white space or comment at the start of `rest`. The end of a line is white space if the next line
/// continues it.
fn skipped(rest: &str, _: bool) -> usize {
    match rest.as_bytes()[0] {
        b' ' | b'\t' | b'\r' => 1,
        b'#' => rest.find('\n').unwrap_or(rest.len()),
        b'\n' => usize::from(continues(&rest[1..])),
        _ => 0,
    }
}

/// Returns `true` if the following lines continue a line, that is, if the first line that is neither empty nor a comment is indented or
/// begins with a bar.
fn continues(mut rest: &str) -> bool {
    loop {
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let content = line.trim();
        if content.is_empty() || content.starts_with('#') {
            match rest.get(line.len() + 1..) {
                Some(next) => rest = next,
                None => return false,
            }
        } else {
            return line.starts_with([' ', '\t', '|']);
        }
    }
}

fn unknown(character: char) -> Option<&'static str> {
    Some(match character {
        '%' => "the remainder is written `a mod b`",
        '^' => "there are no powers: write a product, or `k in powers(2)`",
        '&' => "conditions are joined by commas or by `and`",
        '!' => "write `!=` for unequal, `not` before a condition",
        ';' => "conditions are joined by commas, options by `|`",
        '@' | '?' | '~' => "this sign belongs to rules as pictures, which have a line such as `board: grid`",
        '.' => {
            "numbers have no decimals; rules as pictures, with empty cells `.`, have a line such as `board: grid`"
        }
        '[' | ']' => "a tuple is written in round brackets, a set in braces",
        _ => return None,
    })
}

fn unexpected(kind: TokenKind, word: Option<&str>) -> Option<&'static str> {
    Some(match (kind, word) {
        (TokenKind::LineEnd, _) => "an indented line continues the line before",
        (_, Some("heap" | "param")) => {
            "an indented line continues the line before: a rule begins at the margin"
        }
        (_, Some("if" | "when" | "with")) => "conditions follow `where`",
        (_, Some("xor")) => "there is no `xor` in rules: + - * / mod min max gcd",
        (TokenKind::Sign("="), _) => "values are compared in conditions, after `where`",
        _ => return None,
    })
}
