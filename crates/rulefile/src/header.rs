//! Parsers for the headers of the catalogue's rule files, evaluated at compile time.

use winways_kit::Page;

/// The positions over which games on single heaps are verified.
pub const RANGE_OF_HEAPS: &str = "all multisets of at most 3 heaps of at most N tokens";
/// The positions over which games on tuples are verified.
pub const RANGE_OF_TUPLES: &str = "all components of numbers up to N";

/// The positions over which games on boards are verified.
pub const RANGE_OF_BOARDS: &str = "all boards of at most N cells";

/// Returns the number of headers with this key.
pub const fn count(text: &str, key: &str) -> usize {
    let (mut count, mut rest) = (0, text);
    while !rest.is_empty() {
        let (line, next) = first_line(rest);
        if value(line, key).is_some() {
            count += 1;
        }
        rest = next;
    }
    count
}

/// Returns the texts of all headers with this key. `COUNT` must be the number that [`count`] returns.
pub const fn all<const COUNT: usize>(text: &'static str, key: &str) -> [&'static str; COUNT] {
    let mut values = [""; COUNT];
    let (mut index, mut rest) = (0, text);
    while !rest.is_empty() {
        let (line, next) = first_line(rest);
        if let Some(value) = value(line, key) {
            values[index] = value;
            index += 1;
        }
        rest = next;
    }
    values
}

/// Returns the positions and values of the headers `value: POSITION = VALUE`.
pub const fn known_values<const COUNT: usize>(text: &'static str) -> [(&'static str, &'static str); COUNT] {
    let lines: [&str; COUNT] = all(text, "value");
    let mut pairs = [("", ""); COUNT];
    let mut index = 0;
    while index < COUNT {
        let line = lines[index];
        let mut place = 0;
        while line.as_bytes()[place] != b'=' {
            place += 1;
        }
        let (position, value) = line.split_at(place);
        pairs[index] = (position.trim_ascii(), value.split_at(1).1.trim_ascii());
        index += 1;
    }
    pairs
}

/// Creates the page of a rule file.
pub const fn page(
    text: &'static str,
    sources: &'static [&'static str],
    known_values: &'static [(&'static str, &'static str)],
) -> Page {
    let is_board = count(text, "board") > 0;
    let is_tuple = has_tuples(text);
    let [name] = all(text, "name");
    let [title] = all(text, "game");
    let [rules] = all(text, "rules");
    let [example] = all(text, "example");
    let default_range = if count(text, "range") == 1 {
        let [range] = all(text, "range");
        number(range)
    } else if is_board {
        4
    } else {
        12
    };
    Page {
        name,
        title,
        parameter: None,
        rules,
        notation: if is_board {
            let [board] = all(text, "board");
            notation_of_board(board)
        } else if is_tuple {
            "the numbers of the component, 0 to 2^63 - 1, separated by spaces; several components follow each other"
        } else {
            "the heap sizes, 0 to 2^63 - 1, separated by spaces"
        },
        example,
        theorems: &[],
        sources,
        known_values,
        range: if is_board {
            RANGE_OF_BOARDS
        } else if is_tuple {
            RANGE_OF_TUPLES
        } else {
            RANGE_OF_HEAPS
        },
        default_range,
    }
}

/// Returns `true` if the rules are for tuples, that is, if a line begins with `heap (`, possibly after a prefix such as
/// `left:`.
const fn has_tuples(text: &str) -> bool {
    let starts = ["left", "right", "both"];
    let mut rest = text;
    while !rest.is_empty() {
        let (line, next) = first_line(rest);
        let (mut rule, mut index) = (line, 0);
        while index < starts.len() {
            if let Some(after) = value(line, starts[index]) {
                rule = after;
            }
            index += 1;
        }
        if value(rule, "heap (").is_some() {
            return true;
        }
        rest = next;
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

/// Returns the trimmed text after `key:` at the start of a line. A key that ends with a bracket is not followed by a
/// colon; the whole line is returned for it.
const fn value<'t>(line: &'t str, key: &str) -> Option<&'t str> {
    let (line_bytes, key_bytes) = (line.as_bytes(), key.as_bytes());
    let length = key_bytes.len();
    let mut place = 0;
    while place < length {
        if place >= line_bytes.len() || line_bytes[place] != key_bytes[place] {
            return None;
        }
        place += 1;
    }
    if key_bytes[length - 1] == b'(' {
        return Some(line);
    }
    if line_bytes.len() > length && line_bytes[length] == b':' {
        return Some(line.split_at(length + 1).1.trim_ascii());
    }
    None
}

const fn first_line(text: &str) -> (&str, &str) {
    let bytes = text.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b'\n' {
        end += 1;
    }
    let (line, rest) = text.split_at(end);
    (line, if rest.is_empty() { rest } else { rest.split_at(1).1 })
}

const fn number(digits: &str) -> u64 {
    let bytes = digits.as_bytes();
    let (mut value, mut place) = (0, 0);
    while place < bytes.len() {
        value = value * 10 + (bytes[place] - b'0') as u64;
        place += 1;
    }
    value
}
