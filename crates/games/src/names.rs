//! Look-up of games by name: catalogue names, titles, other names, and words of their pages.

mod other;
mod search;

pub use search::{Relevance, search};

use crate::entries;
use other::OTHER_NAMES;
use winways_kit::Entry;

/// The game that a name denotes.
#[derive(Clone, Copy)]
pub struct NamedGame {
    /// The entry of the game.
    pub entry: &'static Entry,
    /// The parameter that the name implies, as `tic-tac-toe` implies the `3,3,3` of `mnk`.
    pub parameter: Option<&'static str>,
}

/// Returns the game with this name: `nim`, `Nim`, `dawson_kayles`, `Dawson's Kayles`, `tic-tac-toe`, `尼姆`.
///
/// O(length of the name + number of games).
///
/// ```
/// use winways_games::find;
/// assert_eq!(find("Grundy's game").map(|named| named.entry.page.name), Some("grundy"));
/// assert_eq!(find("tic-tac-toe").and_then(|named| named.parameter), Some("3,3,3"));
/// assert!(find("go").is_none());
/// ```
pub fn find(name: &str) -> Option<NamedGame> {
    // No name is this long.
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
        // Compare the first letter first: most titles begin with another one.
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

/// Iterates over the other names of a game, besides its catalogue name and its title, in the order of the list.
pub fn other_names(entry: &Entry) -> impl Iterator<Item = &'static str> {
    let name = entry.page.name;
    OTHER_NAMES.iter().filter(move |game| game.name == name).flat_map(|game| &game.others).copied()
}

/// Converts a name to lower case, with words joined by `-` and without apostrophes.
fn normal_form(name: &str) -> String {
    let mut normal = String::with_capacity(name.len());
    for character in name.trim().chars().flat_map(char::to_lowercase) {
        match character {
            '\'' | '’' | '`' => {}
            accented if accented > '\x7f' && plain_letter(accented).is_some() => {
                normal.extend(plain_letter(accented))
            }
            '-' | '_' | '‐' | '‑' | '–' | '−' => normal.push('-'),
            blank if blank.is_whitespace() => normal.push('-'),
            other => normal.push(other),
        }
    }
    normal
}

/// Returns the letter without its accent, if it has one.
fn plain_letter(letter: char) -> Option<char> {
    Some(match letter {
        'à' | 'á' | 'â' | 'ä' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'ö' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_other_name_finds_a_game_that_can_be_made() {
        for game in OTHER_NAMES.iter() {
            for &other in &game.others {
                assert_eq!(normal_form(other), other, "a name is written in its normal form");
                let named = find(other).unwrap_or_else(|| panic!("`{other}` is not a name"));
                assert_eq!(named.entry.page.name, game.name, "{other}");
                if let Some(parameter) = named.parameter {
                    (named.entry.make)(Some(parameter)).unwrap();
                }
            }
        }
    }

    #[test]
    fn catalogue_names_find_their_entries() {
        for entry in entries() {
            assert_eq!(find(entry.page.name).map(|named| named.entry.page.name), Some(entry.page.name));
            assert!(find(entry.page.name).is_some_and(|named| named.parameter.is_none()));
            let first = search(entry.page.name).next().map(|(relevance, found)| (relevance, found.page.name));
            assert_eq!(first, Some((Relevance::Name, entry.page.name)));
        }
    }

    #[test]
    fn names_may_be_written_in_many_ways() {
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
            ("KRK", "chess"),
            ("take-a-square", "subtract"),
            ("nim multiplication", "turning-corners"),
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
}
