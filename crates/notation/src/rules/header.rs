//! The headers of rule files, both for numbers and for pictures.

use super::Header;
use crate::{Diagnostic, NameKind, NodeKind, Span, parse_expression};

/// The words that header lines begin with.
pub(crate) const HEADERS: &[&str] = &["game", "name", "rules", "source", "play", "value", "example", "range"];

/// The headers that a file may repeat.
const REPEATED: &[&str] = &["source", "value"];

/// The kinds of play: `normal` if the player without a move loses, `misere` if that player wins.
const PLAYS: &[&str] = &["normal", "misere", "misère"];

/// The maximum length of a rule file, in bytes.
const MAX_LENGTH: usize = 1 << 16;

/// The maximum number of characters quoted from a text in a message.
const MAX_SHOWN: usize = 40;

/// Rejects a rule file that is too long.
pub(crate) fn check_length(text: &str) -> Result<(), Diagnostic> {
    if text.len() <= MAX_LENGTH {
        return Ok(());
    }
    // The position must be a character boundary.
    let place = (0..=MAX_LENGTH).rev().find(|&place| text.is_char_boundary(place)).unwrap_or(0);
    Err(Diagnostic::new(format!("the rules have {} bytes", text.len()), Span::at(place))
        .label(format!("expected {MAX_LENGTH} bytes at most")))
}

/// Adds a header to the headers of a file.
///
/// # Errors
/// Returns a diagnostic at the text of the header if the file already has the header and may not repeat it.
pub(crate) fn add_header(headers: &mut Vec<Header>, header: Header) -> Result<(), Diagnostic> {
    let key = header.key;
    if !REPEATED.contains(&key) && headers.iter().any(|other| other.key == key) {
        return Err(Diagnostic::new(format!("a second line `{key}:`"), header.span)
            .label(format!("expected one line `{key}:`")));
    }
    headers.push(header);
    Ok(())
}

impl Header {
    /// Rejects a text that is invalid for the header.
    pub(crate) fn check(&self) -> Result<(), Diagnostic> {
        let (kind, expected) = match self.key {
            "name" if !is_word(&self.text) => {
                ("name", "expected one word of letters, digits and hyphens, such as `my-game`")
            }
            "name" if is_reserved(&self.text) => {
                return Err(Diagnostic::new(format!("`{}` cannot be a name", self.text), self.span)
                    .label("expected a word that is not reserved in expressions")
                    .help(format!("choose another name, such as `{}-game`", self.text)));
            }
            "value" if !self.text.contains('=') => {
                ("value", "expected a position and its value, such as `3 = *3`")
            }
            "play" if !PLAYS.contains(&self.text.as_str()) => {
                return Err(Diagnostic::new("unknown play convention", self.span)
                    .label("expected `normal` or `misere`"));
            }
            "range" if !is_number(&self.text) => {
                ("range", "expected a number, the size up to which the game is verified")
            }
            _ => return Ok(()),
        };
        let shown: String = self.text.chars().take(MAX_SHOWN).collect();
        let message = match shown.as_str() {
            "" => format!("the {kind} is empty"),
            shown => format!("`{shown}` is not a {kind}"),
        };
        Err(Diagnostic::new(message, self.span).label(expected))
    }
}

fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|character| character.is_alphanumeric() || character == '-')
}

/// Returns `true` if expressions reserve the word, such as `if`, `v2` or `omega`: a position of a game with this name could
/// not be entered.
fn is_reserved(name: &str) -> bool {
    let call = format!("{}(0)", name.replace('-', "_"));
    let parsed = parse_expression(&call, |_| NameKind::Other);
    let root = parsed.tree.node(parsed.tree.root());
    !parsed.diagnostics.is_empty() || !matches!(root.kind, NodeKind::Position(_))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit()) && text.parse::<u64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::super::parse_rules;

    #[test]
    fn names_are_words_and_ranges_are_numbers() {
        let rule = "heap n -> n-1\n";
        let cases = [
            ("name:", "the name is empty", 5..5),
            ("name:   ", "the name is empty", 8..8),
            ("name: a b c", "`a b c` is not a name", 6..11),
            ("name: nim(3)", "`nim(3)` is not a name", 6..12),
            ("name: 3-nim", "`3-nim` is not a name", 6..11),
            ("name: a\u{a0}b", "`a\u{a0}b` is not a name", 6..10),
            ("name: if", "`if` cannot be a name", 6..8),
            ("name: v", "`v` cannot be a name", 6..7),
            ("name: vv", "`vv` cannot be a name", 6..8),
            ("name: v20", "`v20` cannot be a name", 6..9),
            ("name: omega", "`omega` cannot be a name", 6..11),
            ("name: not", "`not` cannot be a name", 6..9),
            ("value: 3", "`3` is not a value", 7..8),
            ("game: A\ngame: B", "a second line `game:`", 14..15),
            ("play: misere\nplay: normal", "a second line `play:`", 19..25),
            ("range: -5", "`-5` is not a range", 7..9),
            ("range: +5", "`+5` is not a range", 7..9),
            ("range: five", "`five` is not a range", 7..11),
            ("range:", "the range is empty", 6..6),
            ("range: 99999999999999999999", "`99999999999999999999` is not a range", 7..27),
        ];
        for (line, message, place) in cases {
            let wrong = parse_rules(&format!("{line}\n{rule}")).unwrap_err();
            assert_eq!((wrong.message.as_str(), wrong.span.range()), (message, place), "{line}");
            assert!(wrong.label.is_some());
        }
        for line in [
            "source: a\nsource: b",
            "value: 1 = *\nvalue: 2 = *2",
            "name: vx",
            "name: v-2",
            "name: my-game",
            "name: Übung2",
            "range: 0",
            "range: 12",
            "game:",
            "rules: a b c",
        ] {
            assert!(parse_rules(&format!("{line}\n{rule}")).is_ok(), "{line}");
        }
    }
}
