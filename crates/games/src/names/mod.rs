//! The games by their names: those of the catalogue, their titles, what else people call them, and words of their pages.

mod other;

use crate::entries;
use other::OTHER_NAMES;
use winways_kit::Entry;

/// The game that a name stands for.
#[derive(Clone, Copy)]
pub struct NamedGame {
    /// Its entry.
    pub entry: &'static Entry,
    /// The parameter that the name implies, as `tic-tac-toe` does the `3,3,3` of `mnk`.
    pub parameter: Option<&'static str>,
}

/// The game of a name, whichever of its names it is: `nim`, `Nim`, `dawson_kayles`, `Dawson's Kayles`, `tic-tac-toe`, `尼姆`.
///
/// O(length and number of games).
///
/// ```
/// use winways_games::find;
/// assert_eq!(find("Grundy's game").map(|named| named.entry.page.name), Some("grundy"));
/// assert_eq!(find("tic-tac-toe").and_then(|named| named.parameter), Some("3,3,3"));
/// assert!(find("go").is_none());
/// ```
pub fn find(name: &str) -> Option<NamedGame> {
    // Longer than any name.
    if name.len() > MAX_NAME {
        return None;
    }
    let named = |parameter| move |entry| NamedGame { entry, parameter };
    let catalogue = |name: &str| entries().find(|entry| entry.page.name == name);
    if let Some(entry) = catalogue(name) {
        return Some(NamedGame { entry, parameter: None });
    }
    let normal = normal_form(name);
    let first = normal.chars().next()?;
    let is_titled = |entry: &&Entry| {
        let title = entry.page.title;
        // Most titles begin with another letter.
        title.chars().next().is_some_and(|letter| letter.eq_ignore_ascii_case(&first))
            && normal_form(title) == normal
    };
    let other = || {
        let game = OTHER_NAMES.iter().find(|game| game.others.contains(&normal.as_str()))?;
        catalogue(game.name).map(named(game.parameter))
    };
    catalogue(&normal).or_else(|| entries().find(is_titled)).map(named(None)).or_else(other)
}

const MAX_NAME: usize = 128;

/// What else a game is called, beside its name and its title, in the order of the list.
pub fn other_names(entry: &Entry) -> impl Iterator<Item = &'static str> {
    let name = entry.page.name;
    OTHER_NAMES.iter().filter(move |game| game.name == name).flat_map(|game| game.others).copied()
}

/// In small letters, words joined by `-`, without apostrophes.
fn normal_form(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for character in name.trim().chars().flat_map(char::to_lowercase) {
        match character {
            '\'' | '’' | '`' => {}
            '-' | '_' | '‐' | '‑' | '–' | '−' => normal.push('-'),
            blank if blank.is_whitespace() => normal.push('-'),
            other => normal.push(other),
        }
    }
    normal
}

/// How well an entry answers a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relevance {
    /// All words occur on its page, some of them in its rules, theorems or sources only.
    Page,
    /// All words belong to its names.
    Name,
}

/// The games whose pages have all of the words, the best first: those that are called so before those whose rules, theorems or
/// sources say so. Words are equal if one begins with the other, which has at least four letters, or three if they begin a name.
///
/// O(length of all pages).
///
/// ```
/// use winways_games::search;
/// let found: Vec<_> = search("dominoes").map(|(_, entry)| entry.page.name).collect();
/// assert!(found.contains(&"domineering"));
/// assert_eq!(search("noughts crosses").next().map(|(_, entry)| entry.page.name), Some("mnk"));
/// assert_eq!(search("xyzzy").count(), 0);
/// ```
pub fn search(words: &str) -> impl Iterator<Item = (Relevance, &'static Entry)> {
    let wanted: Vec<String> = words_of(words).collect();
    let whole = normal_form(words);
    let mut found: Vec<_> = entries()
        .filter_map(|entry| {
            let scores = wanted.iter().map(|word| score(word, entry)).collect::<Option<Vec<u32>>>()?;
            let relevance =
                if scores.iter().all(|&score| score >= NAME) { Relevance::Name } else { Relevance::Page };
            let is_its_name = names(entry).any(|name| normal_form(name) == whole);
            let score = if is_its_name { u32::MAX } else { scores.iter().sum() };
            (!scores.is_empty()).then_some((score, relevance, entry))
        })
        .collect();
    // Stable: of equal ones the catalogue's order.
    found.sort_by_key(|&(score, ..)| std::cmp::Reverse(score));
    found.into_iter().map(|(_, relevance, entry)| (relevance, entry))
}

/// What a game is called.
fn names(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    [entry.page.name, entry.page.title].into_iter().chain(other_names(entry))
}

const NAME: u32 = 6;
const PAGE: u32 = 2;

/// How well a word is met, better in names than elsewhere; `None` if it is not met.
fn score(word: &str, entry: &'static Entry) -> Option<u32> {
    let page = entry.page;
    let best = |texts: &mut dyn Iterator<Item = &'static str>, least: usize| {
        texts.flat_map(words_of).filter_map(|own| likeness(word, &own, least)).max()
    };
    let name = best(&mut names(entry), 3).map(|likeness| NAME + likeness);
    let rest = [page.rules, page.notation].into_iter().chain(page.sources.iter().copied());
    let theorems = page.theorems.iter().flat_map(|theorem| [theorem.name, theorem.statement]);
    name.or_else(|| best(&mut rest.chain(theorems), 4).map(|likeness| PAGE + likeness))
}

/// 2 for equal words, 1 if one begins with the other and that has `least` letters.
fn likeness(some: &str, other: &str, least: usize) -> Option<u32> {
    if some == other {
        return Some(2);
    }
    let (short, long) = if some.len() < other.len() { (some, other) } else { (other, some) };
    (long.starts_with(short) && short.chars().count() >= least).then_some(1)
}

/// The words of a text, in small letters.
fn words_of(text: &str) -> impl Iterator<Item = String> + use<> {
    let text = normal_form(text);
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_name_finds_its_game_and_that_game_can_be_made() {
        for game in OTHER_NAMES {
            for &other in game.others {
                assert_eq!(normal_form(other), other, "a name is written in its normal form");
                let named = find(other).unwrap_or_else(|| panic!("`{other}` is no name"));
                assert_eq!(named.entry.page.name, game.name, "{other}");
                if let Some(parameter) = named.parameter {
                    (named.entry.make)(Some(parameter)).unwrap();
                }
            }
        }
    }

    #[test]
    fn names_of_the_catalogue_stand_for_themselves() {
        for entry in entries() {
            assert_eq!(find(entry.page.name).map(|named| named.entry.page.name), Some(entry.page.name));
            assert!(find(entry.page.name).is_some_and(|named| named.parameter.is_none()));
            let first = search(entry.page.name).next().map(|(relevance, found)| (relevance, found.page.name));
            assert_eq!(first, Some((Relevance::Name, entry.page.name)));
        }
    }

    #[test]
    fn names_may_be_written_as_people_write_them() {
        let name = |text: &str| find(text).map(|named| named.entry.page.name);
        for (written, expected) in [
            ("Nim", "nim"),
            ("NIM", "nim"),
            (" nim ", "nim"),
            ("Dawson’s Kayles", "dawson-kayles"),
            ("dawson_kayles", "dawson-kayles"),
            ("grundys-game", "grundy"),
            ("Tic Tac Toe", "mnk"),
            ("connect4", "connect-four"),
            ("knight", "white-knight"),
            ("取石子", "nim"),
            ("巴什博弈", "bash"),
            ("威佐夫", "wythoff"),
            ("尼姆", "nim"),
            ("阶梯", "staircase-nim"),
        ] {
            assert_eq!(name(written), Some(expected), "{written}");
        }
        assert_eq!(name(""), None);
        assert_eq!(name(&"n".repeat(1000)), None);
    }

    #[test]
    fn words_of_the_rules_come_after_names() {
        let found: Vec<_> = search("knight").collect();
        assert_eq!(found[0].1.page.name, "white-knight");
        assert!(found.is_sorted_by_key(|(relevance, _)| std::cmp::Reverse(*relevance)));
        assert_eq!(search("").count(), 0);
    }
}
