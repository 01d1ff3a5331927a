//! Parses pages of the catalogue at compile time. The text of a page consists of the headers of a rule file, or is the page
//! file of a game written in Rust.
//!
//! A line is `key: value`. Lines with sources, values and theorems may be repeated. Compilation fails if any other line that a page
//! uses is repeated. If such a line is missing, its value is empty, or has a default.

use winways_kit::{Check, Claim, Halt, Page, Theorem};
use winways_rules::Play;

/// The positions over which games on single heaps are verified.
pub const RANGE_OF_HEAPS: &str = "all multisets of at most 3 heaps of at most N tokens";
/// The positions over which games on tuples are verified.
pub const RANGE_OF_TUPLES: &str = "all components of numbers up to N";

/// The positions over which games on boards are verified.
pub const RANGE_OF_BOARDS: &str = "all boards of at most N cells";

/// A line as its key and its value. The key is empty if the line has no colon, or no value after its first colon.
pub type Line = (&'static str, &'static str);

/// Creates the [`Page`] that a text describes.
#[macro_export]
macro_rules! page {
    ($text:expr) => {{
        use $crate::header;
        const LINES: [header::Line; header::count_lines($text)] = header::lines($text);
        header::page(
            &LINES,
            const { &header::all::<{ header::count(&LINES, "source") }>(&LINES, "source") },
            const { &header::known_values::<{ header::count(&LINES, "value") }>(&LINES) },
            const { &header::theorems::<{ header::count_theorems(&LINES) }>(&LINES) },
        )
    }};
}

/// Creates the [`Claim`] named `$name` that a text describes. `$check` is the function that checks it.
#[macro_export]
macro_rules! claim {
    ($text:expr, $name:expr, $check:expr) => {{
        use $crate::header;
        const LINES: [header::Line; header::count_lines($text)] = header::lines($text);
        header::claim(&LINES, $name, $check)
    }};
}

/// Returns the number of lines of a text, each of which ends with a line break.
pub const fn count_lines(text: &str) -> usize {
    let (mut count, mut place) = (0, 0);
    while place < text.len() {
        count += (text.as_bytes()[place] == b'\n') as usize;
        place += 1;
    }
    count
}

/// Returns the lines of a text. `COUNT` must be the number that [`count_lines`] returns.
pub const fn lines<const COUNT: usize>(text: &'static str) -> [Line; COUNT] {
    let mut lines = [("", ""); COUNT];
    let (mut index, mut rest) = (0, text);
    while index < COUNT {
        let (line, next) = split(rest, b'\n');
        let (key, value) = split(line, b':');
        lines[index] = if value.is_empty() { ("", line) } else { (key, value.trim_ascii()) };
        rest = next;
        index += 1;
    }
    lines
}

/// Splits a text at the first `separator`. The second part is empty if there is no separator.
const fn split(text: &'static str, separator: u8) -> (&'static str, &'static str) {
    let mut place = 0;
    while place < text.len() {
        if text.as_bytes()[place] == separator {
            let (before, after) = text.split_at(place);
            return (before, after.split_at(1).1);
        }
        place += 1;
    }
    (text, "")
}

const fn is_equal(one: &str, other: &str) -> bool {
    one.len() == other.len() && starts_with(one, other)
}

const fn starts_with(text: &str, start: &str) -> bool {
    let mut place = 0;
    while place < start.len() {
        if place == text.len() || text.as_bytes()[place] != start.as_bytes()[place] {
            return false;
        }
        place += 1;
    }
    true
}

/// Returns the number of lines with this key.
pub const fn count(lines: &[Line], key: &str) -> usize {
    let (mut count, mut index) = (0, 0);
    while index < lines.len() {
        count += is_equal(lines[index].0, key) as usize;
        index += 1;
    }
    count
}

/// Returns the values of all lines with this key. `COUNT` must be the number that [`count`] returns.
pub const fn all<const COUNT: usize>(lines: &[Line], key: &str) -> [&'static str; COUNT] {
    let mut values = [""; COUNT];
    let (mut found, mut index) = (0, 0);
    while index < lines.len() {
        if is_equal(lines[index].0, key) {
            values[found] = lines[index].1;
            found += 1;
        }
        index += 1;
    }
    values
}

/// Returns the value of the only line with this key, or an empty string if there is none.
const fn only(lines: &[Line], key: &str) -> &'static str {
    let [value] = all(lines, key);
    value
}

/// Returns the value of the line with this key, or `default` if there is none.
const fn optional(lines: &[Line], key: &str, default: &'static str) -> &'static str {
    if count(lines, key) == 0 { default } else { only(lines, key) }
}

/// Returns the positions and values of the lines `value: POSITION = VALUE`.
pub const fn known_values<const COUNT: usize>(lines: &[Line]) -> [(&'static str, &'static str); COUNT] {
    let values: [&str; COUNT] = all(lines, "value");
    let mut pairs = [("", ""); COUNT];
    let mut index = 0;
    while index < COUNT {
        let (position, value) = split(values[index], b'=');
        pairs[index] = (position.trim_ascii(), value.trim_ascii());
        index += 1;
    }
    pairs
}

const NORMAL_THEOREM: &str = "theorem";
const MISERE_THEOREM: &str = "misère theorem";

/// Returns the number of theorems.
pub const fn count_theorems(lines: &[Line]) -> usize {
    count(lines, NORMAL_THEOREM) + count(lines, MISERE_THEOREM)
}

/// Returns the theorems of the lines `theorem: NAME: STATEMENT`, and of `misère theorem` in the same form.
pub const fn theorems<const COUNT: usize>(lines: &[Line]) -> [Theorem; COUNT] {
    let mut theorems = [const { Theorem { name: "", play: Play::Normal, statement: "" } }; COUNT];
    let (mut found, mut index) = (0, 0);
    while index < lines.len() {
        let (key, value) = lines[index];
        let is_misere = is_equal(key, MISERE_THEOREM);
        if is_misere || is_equal(key, NORMAL_THEOREM) {
            let (name, statement) = split(value, b':');
            let play = if is_misere { Play::Misere } else { Play::Normal };
            theorems[found] = Theorem { name, play, statement: statement.trim_ascii() };
            found += 1;
        }
        index += 1;
    }
    theorems
}

/// Creates a claim. The three lines after `claim: NAME` contain its statement, the cases that it covers and their usual size.
pub const fn claim(
    lines: &[Line],
    name: &'static str,
    check: fn(u64, &mut Check<'_>) -> Result<(), Halt>,
) -> Claim {
    let mut index = 0;
    while !(is_equal(lines[index].0, "claim") && is_equal(lines[index].1, name)) {
        index += 1;
    }
    let (_, rest) = lines.split_at(index + 1);
    let (lines, _) = rest.split_at(3);
    Claim {
        name,
        statement: only(lines, "statement"),
        range: only(lines, "cases"),
        default_range: number(only(lines, "size")),
        check,
    }
}

/// Creates a page from the lines of its text.
pub const fn page(
    lines: &'static [Line],
    sources: &'static [&'static str],
    known_values: &'static [(&'static str, &'static str)],
    theorems: &'static [Theorem],
) -> Page {
    let is_board = count(lines, "board") > 0;
    let (notation, positions, range) = if is_board {
        (notation_of_board(only(lines, "board")), RANGE_OF_BOARDS, "4")
    } else if has_tuples(lines) {
        (
            "the numbers of the component, 0 to 2^63 - 1, separated by spaces; several components follow each other",
            RANGE_OF_TUPLES,
            "12",
        )
    } else {
        ("the heap sizes, 0 to 2^63 - 1, separated by spaces", RANGE_OF_HEAPS, "12")
    };
    Page {
        name: only(lines, "name"),
        title: only(lines, "game"),
        parameter: if count(lines, "parameter") == 0 { None } else { Some(only(lines, "parameter")) },
        rules: only(lines, "rules"),
        play: if is_equal(optional(lines, "play", "normal"), "misere") { Play::Misere } else { Play::Normal },
        notation: optional(lines, "notation", notation),
        example: only(lines, "example"),
        theorems,
        sources,
        known_values,
        range: optional(lines, "positions", positions),
        default_range: number(optional(lines, "range", range)),
    }
}

/// Returns `true` if the rules are for tuples, that is, if a line begins with `heap (`, possibly after a player such as `left:`.
const fn has_tuples(lines: &[Line]) -> bool {
    let mut index = 0;
    while index < lines.len() {
        let (key, value) = lines[index];
        let is_for_player = is_equal(key, "left") || is_equal(key, "right") || is_equal(key, "both");
        let has_key = is_for_player || is_equal(key, "entail") || is_equal(key, "again");
        let rule = if key.is_empty() || has_key { value } else { key };
        if starts_with(rule, "heap (") {
            return true;
        }
        index += 1;
    }
    false
}

/// Returns a description of the notation for positions on a board of this shape.
const fn notation_of_board(shape: &str) -> &'static str {
    match shape.as_bytes() {
        b"strip" => {
            "a letter for each cell, `.` for an empty one, `#` for none; several strips are separated by blanks; at most \
             256 cells"
        }
        b"ring" => {
            "a letter for each cell, `.` for an empty one; the ends of the row meet; several rings are separated by \
             blanks; at most 256 cells"
        }
        b"graph" => {
            "edges `u-v` and single vertices, or `path N`, `cycle N`, `complete N`, `star N`, `wheel N`, `grid W H`, \
             `bipartite A B`, `hypercube N`, `petersen`; then a letter for each vertex, or `VERTEX:LETTER`; `.` is an \
             empty vertex"
        }
        _ => {
            "a letter for each cell, `.` for an empty one, `#` for none; rows from the top, separated by `|`, blanks or \
             line breaks, the boards of a sum by `||` or an empty line; at most 256 cells"
        }
    }
}

const fn number(digits: &str) -> u64 {
    let (mut value, mut place) = (0, 0);
    while place < digits.len() {
        value = value * 10 + (digits.as_bytes()[place] - b'0') as u64;
        place += 1;
    }
    value
}
