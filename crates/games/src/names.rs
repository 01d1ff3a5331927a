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
        // Compare the first letter first: most titles begin with another letter.
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

/// Converts a name to lower case, joins its words by `-`, and removes apostrophes and accents.
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
    use other::SUBJECTS;

    #[test]
    fn words_of_the_lists_are_written_in_their_normal_form() {
        let others = OTHER_NAMES.iter().flat_map(|game| &game.others);
        let words = SUBJECTS.iter().flat_map(|subject| &subject.words);
        for &word in others.chain(words) {
            assert_eq!(normal_form(word), word);
        }
    }
}
