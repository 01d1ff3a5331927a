//! Converts the text of a value to LaTeX.

use super::names::RESERVED;

/// Converts text from [`crate::Loopies::text`] to LaTeX for math mode.
///
/// ```
/// assert_eq!(winways_loopy::latex("a{0|^a}"), r"a\left\{0\mid {\uparrow}a\right\}");
/// ```
#[must_use]
pub fn latex(text: &str) -> String {
    let mut latex = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let belongs = |letter: char| match first {
            '0'..='9' => letter.is_ascii_digit() || letter == '/',
            'a'..='z' => letter.is_ascii_alphanumeric(),
            _ => letter == first,
        };
        let length = match first {
            '{' | '}' | '*' => 1,
            _ => rest.find(|letter| !belongs(letter)).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        rest = after;
        let digits_after = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        match first {
            '0'..='9' => latex += &number(token),
            'a'..='u' | 'w'..='z' => latex += &word(token),
            '^' | 'v' => {
                let digits = if first == '^' { &rest[..digits_after] } else { token.trim_start_matches('v') };
                let run = token.bytes().filter(|&byte| byte == first as u8).count();
                latex += &arrows(first == 'v', run, digits);
                rest = if first == '^' { &rest[digits_after..] } else { rest };
            }
            '*' => latex += r"{\ast}",
            '{' => latex += r"\left\{",
            '}' => latex += r"\right\}",
            '|' => latex += &bars(length),
            '&' => latex += r"\mathbin{\&}",
            ',' => latex += ", ",
            '∞' => latex += r"\infty",
            _ => latex += token,
        }
    }
    latex
}

fn number(token: &str) -> String {
    match token.split_once('/') {
        Some((numerator, denominator)) => format!(r"\frac{{{numerator}}}{{{denominator}}}"),
        None => token.to_owned(),
    }
}

/// Returns a name in bold type, or a label with its digits as a subscript.
fn word(token: &str) -> String {
    let label = token.trim_end_matches(|letter: char| letter.is_ascii_digit());
    match (RESERVED.contains(&token), &token[label.len()..]) {
        (true, _) => format!(r"\mathbf{{{token}}}"),
        (false, "") => label.to_owned(),
        (false, index) => format!("{label}_{{{index}}}"),
    }
}

fn arrows(is_down: bool, run: usize, digits: &str) -> String {
    let name = match (run, is_down) {
        (2, true) => "Downarrow",
        (2, false) => "Uparrow",
        (_, true) => "downarrow",
        (_, false) => "uparrow",
    };
    if digits.is_empty() { format!(r"{{\{name}}}") } else { format!(r"{digits}\cdot{{\{name}}}") }
}

fn bars(length: usize) -> String {
    match length {
        1 => r"\mid ".to_owned(),
        2 => r"\,\|\,".to_owned(),
        _ => format!(r"\,{}\,", "|".repeat(length)),
    }
}
