//! The descriptive parts of rule files, such as names, titles and sources, and the pages of their games.
//!
//! A [`Page`] is static. The pages of catalogue files are built at compile time by the constant functions of [`header`]. A file
//! that is read at run time gets a generic page; its title, rules and sources come from [`FileHeaders`], so no memory is leaked
//! to make them static.

use crate::header;
use winways_kit::any::AnyGame;
use winways_kit::{About, Ending, Page};
use winways_notation::rules::{Header, RuleFile};
use winways_notation::{Diagnostic, NameKind, NodeKind, Span, parse_expression};
use winways_rules::Play;

/// The descriptive parts of a rule file.
pub(crate) struct FileHeaders {
    /// The description. Its rules are the header `rules`, or the rule lines of the file if there is no such header.
    pub(crate) about: About,
    /// The names of a component's numbers.
    pub(crate) names: Vec<String>,
    /// The text of the file, if the game is not in the catalogue.
    pub(crate) text: Option<String>,
}

impl FileHeaders {
    pub(crate) fn of(file: &RuleFile, text: &str, page: Option<&'static Page>) -> FileHeaders {
        let first = file.rules.iter().take(1).flat_map(|rule| &rule.pattern.names);
        let names: Vec<String> = first.map(|name| name.text.clone()).collect();
        let kind = (names.len().max(1) - 1).min(2);
        let general = match (file.bounds.is_empty(), file.is_partizan() || file.has_entailing_moves()) {
            (false, _) => &BOUNDED,
            (true, false) => [&HEAPS, &PAIRS, &TUPLES][kind],
            (true, true) => &PARTIZAN[kind],
        };
        let play = match file.header("play").map(|header| header.text.as_str()) {
            Some("misere" | "misère") => Play::Misere,
            _ => Play::Normal,
        };
        let mut notation = notation(&names, file);
        if file.has_entailing_moves() {
            notation.push_str("; `!` after the component in which the player to move must move");
        }
        let about = describe(&file.headers, text, RULE_LINES, play, notation, page.ok_or(general));
        FileHeaders { about, names, text: page.is_none().then(|| text.to_owned()) }
    }
}

/// The prefixes of lines that contain rules for numbers.
const RULE_LINES: &[&str] =
    &["heap", "left", "right", "both", "entail", "again", "param", "measure", "bounds", " ", "\t", "|"];

/// Creates the description of the game of a file. `rule_lines` contains the prefixes of lines with rules. `page` is `Ok` for a page
/// of the catalogue, or `Err` for the generic page of the file's kind.
pub(crate) fn describe(
    headers: &[Header],
    text: &str,
    rule_lines: &[&str],
    play: Play,
    notation: String,
    page: Result<&'static Page, &'static Page>,
) -> About {
    let header = |key| {
        let header = headers.iter().find(|header| header.key == key);
        header.map(|header| header.text.clone()).filter(|text| !text.is_empty())
    };
    let title = header("game").unwrap_or_else(|| "A game of your own".to_owned());
    let name = page.ok().map(|page| page.name.to_owned()).or(header("name")).unwrap_or(title.clone());
    let name = slug(&name);
    let rules = header("rules").unwrap_or_else(|| {
        let is_rule = |line: &&str| rule_lines.iter().any(|start| line.starts_with(start));
        let lines = text.lines().filter(is_rule).map(str::trim).filter(|line| !line.is_empty());
        lines.collect::<Vec<_>>().join("; ")
    });
    let sources = headers.iter().filter(|header| header.key == "source");
    let range = header("range").and_then(|text| text.parse().ok());
    let own = if page.is_ok() { &[] } else { headers };
    let example = stated_positions(own, &name).find(|(key, _)| *key == "example").map(|(_, text)| text.text);
    let known_values = stated_positions(own, &name)
        .filter_map(|(_, stated)| Some((stated.text.to_owned(), stated.value?.0.to_owned())));
    let known_values = known_values.collect();
    let page = page.unwrap_or_else(|general| general);
    About {
        example: example.unwrap_or(page.example_position()).to_owned(),
        known_values,
        default_range: range.unwrap_or(page.default_range),
        page,
        identity: identity(&name, text),
        name,
        title,
        rules,
        notation,
        sources: sources.map(|header| header.text.clone()).collect(),
        play,
    }
}

/// A position that a header states.
struct StatedPosition<'h> {
    text: &'h str,
    span: Span,
    /// The value and its span, if the header is `value: POSITION = VALUE`.
    value: Option<(&'h str, Span)>,
}

/// Returns the positions of the headers `example` and `value`, each with the key of its header. An example may begin with the
/// name of the game.
fn stated_positions<'h>(
    headers: &'h [Header],
    name: &'h str,
) -> impl Iterator<Item = (&'static str, StatedPosition<'h>)> {
    headers.iter().filter_map(move |header| {
        let (text, value) = match header.key {
            "value" => header.text.split_once('=').map(|(text, value)| (text, Some(value)))?,
            "example" => (
                header.text.strip_prefix(name).filter(|rest| rest.starts_with(' ')).unwrap_or(&header.text),
                None,
            ),
            _ => return None,
        };
        // Trims a slice of `header.text`, and returns it with its span in the file.
        let trimmed = |text: &'h str| {
            let text = text.trim();
            let start = header.span.start + (text.as_ptr() as usize - header.text.as_ptr() as usize);
            (text, Span::new(start, start + text.len()))
        };
        let (text, span) = trimmed(text);
        Some((header.key, StatedPosition { text, span, value: value.map(trimmed) }))
    })
}

/// Checks that the game of a user's file can parse the positions in its headers, and that the stated values are well-formed.
///
/// # Errors
/// Returns a diagnostic that points into the file.
pub(crate) fn check_stated_positions(headers: &[Header], game: &dyn AnyGame) -> Result<(), Diagnostic> {
    for (_, stated) in stated_positions(headers, &game.about().name) {
        let position = game.parse(stated.text).map_err(|wrong| within(stated.span, wrong))?;
        if let Some((value, span)) = stated.value {
            let checked = match position.ranked() {
                Some(_) => check_result(value, game.properties().ending),
                None => check_value(value),
            };
            checked.map_err(|wrong| within(span, wrong))?;
        }
    }
    Ok(())
}

/// Checks that a text has the form of the result of a ranked position: `won in 3`, or `won by 3` in a game of points.
fn check_result(text: &str, ending: Ending) -> Result<(), Diagnostic> {
    let unit = if ending == Ending::Points { "by" } else { "in" };
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        ["drawn"] => Ok(()),
        ["won" | "lost", word, number] if word == unit && number.parse::<u64>().is_ok() => Ok(()),
        _ => Err(no_value(text, Span::new(0, text.len()))
            .label(format!("expected `won {unit} 3`, `lost {unit} 2` or `drawn`"))),
    }
}

/// Checks that a text has the form of a value of a game whose play always ends. The only name that it may contain is `loony`.
fn check_value(text: &str) -> Result<(), Diagnostic> {
    let parsed = parse_expression(text, |_| NameKind::Other);
    if let Some(wrong) = parsed.diagnostics.into_iter().next() {
        return Err(wrong);
    }
    let name = parsed.tree.nodes().iter().find_map(|node| match node.kind {
        NodeKind::Name(span) if &text[span.range()] != "loony" => Some(span),
        _ => None,
    });
    let wrong = if text.is_empty() { Some(Span::at(0)) } else { name };
    wrong.map_or(Ok(()), |span| {
        Err(no_value(&text[span.range()], span).label("expected a value, such as `*3`, `1/2` or `{1|0}`"))
    })
}

fn no_value(text: &str, span: Span) -> Diagnostic {
    match text {
        "" => Diagnostic::new("the value is missing", span),
        _ => Diagnostic::new(format!("`{text}` is not a value"), span),
    }
}

/// Converts the span of a diagnostic for a part of a file to a span in the file. `place` is the span of the part.
pub(crate) fn within(place: Span, wrong: Diagnostic) -> Diagnostic {
    let at = |offset: usize| place.end.min(place.start + offset);
    Diagnostic { span: Span::new(at(wrong.span.start), at(wrong.span.end)), ..wrong }
}

/// Returns a string that identifies the rules of a file: the name and all lines except descriptive headers.
fn identity(name: &str, text: &str) -> String {
    let words = ["game", "name", "rules", "source", "example", "value", "range"];
    let is_words = |line: &str| line.split_once(':').is_some_and(|(key, _)| words.contains(&key));
    let lines = text.lines().map(str::trim_end).filter(|line| !line.is_empty() && !is_words(line));
    [name].into_iter().chain(lines).collect::<Vec<_>>().join("\n")
}

/// Returns a hash of the identity of rules that is stable across runs and versions (the FNV-1a hash of Fowler, Noll and
/// Vo).
pub(crate) fn fingerprint(identity: &str) -> u64 {
    let hash = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    identity.bytes().fold(0xcbf2_9ce4_8422_2325, hash)
}

fn notation(names: &[String], file: &RuleFile) -> String {
    match (names, file.bounds.is_empty(), file.is_partizan()) {
        ([] | [_], true, _) => "the heap sizes, 0 to 2^63 - 1, separated by spaces".to_owned(),
        (_, true, _) => format!(
            "the numbers ({}), 0 to 2^63 - 1, separated by spaces; several components follow each other",
            names.join(", ")
        ),
        (_, false, false) => {
            format!("the numbers ({}) within their bounds, separated by spaces", names.join(", "))
        }
        (_, false, true) => format!(
            "the numbers ({}) within their bounds, separated by spaces, then `left` or `right`, who is to move",
            names.join(", ")
        ),
    }
}

/// Converts a title to a name in the style of the catalogue: lower case, with words joined by `-`.
fn slug(title: &str) -> String {
    let mut name = String::new();
    for character in title.chars().filter(|character| *character != '\'') {
        match character {
            _ if character.is_ascii_alphanumeric() => name.push(character.to_ascii_lowercase()),
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
    }
    let name = name.trim_end_matches('-');
    let begins_well = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if begins_well { name.to_owned() } else { format!("game-{name}").trim_end_matches('-').to_owned() }
}

/// Creates a generic page for rule files on numbers.
pub(crate) const fn general(range: &'static str, default_range: u64, example: &'static str) -> Page {
    Page {
        name: "rule-file",
        title: "A game of your own",
        parameter: None,
        rules: "The rules are given in the file.",
        play: Play::Normal,
        notation: "the numbers of the components, separated by spaces",
        example,
        theorems: &[],
        sources: &[],
        known_values: &[],
        range,
        default_range,
    }
}

static HEAPS: Page = general(header::RANGE_OF_HEAPS, 12, "FILE 5 6");
static PAIRS: Page = general(header::RANGE_OF_TUPLES, 10, "FILE 5 6");
static TUPLES: Page = general(header::RANGE_OF_TUPLES, 3, "FILE 1 2 3");
static BOUNDED: Page = general("all positions within the bounds, whatever N is", 1, "FILE 5");
/// The pages of partizan games and of games with entailing moves. Their sums have more states, so the default ranges are smaller.
static PARTIZAN: [Page; 3] = [
    general(header::RANGE_OF_HEAPS, 8, "FILE 5 6"),
    general(header::RANGE_OF_TUPLES, 4, "FILE 5 6"),
    general(header::RANGE_OF_TUPLES, 2, "FILE 1 2 3"),
];
