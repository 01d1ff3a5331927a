//! Search for games by words of their names, subjects and pages.

use super::other::SUBJECTS;
use super::{normal_form, other_names};
use crate::entries;
use std::cmp::Reverse;
use winways_kit::Entry;
use winways_notation::nearest;

/// The relevance of an entry for a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relevance {
    /// The entry has some of the words, or similarly spelt words. No game has all of them.
    Near,
    /// The entry has all words, some of them only in its rules, theorems or sources, or the words name one of its subjects.
    Page,
    /// All words occur in its names.
    Name,
}

/// Returns the games that have all of the words, best first: a match in a name counts more than one in rules, theorems, sources or
/// subjects. If no game has all of them, returns the nearest ones.
///
/// Two words match if they are equal, or if one is a prefix of the other and has at least four letters (three in a name). A word of
/// one or two ASCII letters (`go`) is looked up only in names and subjects.
///
/// O(length of all pages).
///
/// ```
/// use winways_games::{Relevance, search};
/// let found: Vec<_> = search("dominoes").map(|(_, entry)| entry.page.name).collect();
/// assert!(found.contains(&"domineering"));
/// assert_eq!(search("noughts crosses").next().map(|(_, entry)| entry.page.name), Some("mnk"));
/// assert_eq!(search("sprouts").next().map(|(_, entry)| entry.page.name), Some("dots-and-boxes"));
/// assert_eq!(search("clober").next().map(|(relevance, _)| relevance), Some(Relevance::Near));
/// assert_eq!(search("xyzzy").count(), 0);
/// ```
pub fn search(words: &str) -> impl Iterator<Item = (Relevance, &'static Entry)> {
    let wanted = wanted(words);
    let whole = normal_form(words);
    let mut found: Vec<_> =
        entries().filter_map(|entry| Some((full_score(&wanted, &whole, entry)?, entry))).collect();
    if found.is_empty() {
        found = nearby(&wanted);
    }
    // The sort is stable: entries with equal scores stay in the order of the catalogue.
    found.sort_by_key(|&((_, score), _)| Reverse(score));
    found.into_iter().map(|((relevance, _), entry)| (relevance, entry))
}

/// Returns the words to search for. Words that occur on nearly every page are ignored if there are others.
fn wanted(words: &str) -> Vec<String> {
    let all: Vec<String> = words_of(words).collect();
    let distinctive: Vec<String> =
        all.iter().filter(|word| !COMMON_WORDS.contains(&word.as_str())).cloned().collect();
    if distinctive.is_empty() { all } else { distinctive }
}

const COMMON_WORDS: [&str; 14] =
    ["a", "an", "and", "for", "game", "games", "in", "is", "of", "on", "the", "to", "with", "without"];

/// Returns the score of an entry that matches all words of a search whose normal form is `whole`.
fn full_score(wanted: &[String], whole: &str, entry: &'static Entry) -> Option<(Relevance, u32)> {
    let scores = wanted.iter().map(|word| score(word, entry)).collect::<Option<Vec<u32>>>()?;
    let least = *scores.iter().min()?;
    let relevance = if least >= NAME { Relevance::Name } else { Relevance::Page };
    let is_its_name = names(entry).any(|name| normal_form(name) == whole);
    Some((relevance, if is_its_name { u32::MAX } else { scores.iter().sum() }))
}

/// Returns at most [`MOST_NEARBY`] games, those with the highest scores. A misspelt word is replaced by the most similar word of
/// a name.
fn nearby(wanted: &[String]) -> Vec<((Relevance, u32), &'static Entry)> {
    let known: Vec<String> = entries().flat_map(names).flat_map(words_of).collect();
    let is_long = |word: &str| word.chars().count() >= MIN_MISSPELT;
    let meant: Vec<String> = wanted
        .iter()
        .map(|word| match entries().any(|entry| score(word, entry).is_some()) || !is_long(word) {
            true => word.clone(),
            false => nearest(word, known.iter().map(String::as_str).filter(|known| is_long(known)))
                .map_or_else(|| word.clone(), str::to_owned),
        })
        .collect();
    let mut found: Vec<_> = entries()
        .map(|entry| ((Relevance::Near, meant.iter().filter_map(|word| score(word, entry)).sum()), entry))
        .filter(|&((_, score), _)| score > 0)
        .collect();
    found.sort_by_key(|&((_, score), _)| Reverse(score));
    found.truncate(MOST_NEARBY);
    found
}

/// The greatest number of games returned if none has all words.
const MOST_NEARBY: usize = 8;
/// The minimum length of a word that is corrected. Shorter words are one letter away from too many others.
const MIN_MISSPELT: usize = 4;

/// Iterates over the names of a game.
fn names(entry: &'static Entry) -> impl Iterator<Item = &'static str> {
    [entry.page.name, entry.page.title].into_iter().chain(other_names(entry))
}

const NAME: u32 = 6;
/// The score of a matching subject. It is higher than every score of a match on a page.
const SUBJECT: u32 = 5;
const PAGE: u32 = 2;
/// The minimum length of a word that is looked up in pages. Shorter words are too common: `go` is a verb in many rules.
const MIN_ON_PAGE: usize = 3;

/// Returns the score of a word for an entry, greater in names than elsewhere; `None` if it does not occur.
fn score(word: &str, entry: &'static Entry) -> Option<u32> {
    let page = entry.page;
    let best = |texts: &mut dyn Iterator<Item = &'static str>, least: usize| {
        texts.flat_map(words_of).filter_map(|own| likeness(word, &own, least)).max()
    };
    if let Some(likeness) = best(&mut names(entry), 3) {
        return Some(NAME + likeness);
    }
    let has_subject =
        SUBJECTS.iter().any(|subject| subject.words.contains(&word) && subject.games.contains(&page.name));
    if has_subject {
        return Some(SUBJECT);
    }
    if word.is_ascii() && word.len() < MIN_ON_PAGE {
        return None;
    }
    let rest = [page.rules, page.notation].into_iter().chain(page.sources.iter().copied());
    let theorems = page.theorems.iter().flat_map(|theorem| [theorem.name, theorem.statement]);
    best(&mut rest.chain(theorems), 4).map(|likeness| PAGE + likeness)
}

/// Returns 2 for equal words, and 1 if one is a prefix of the other and has at least `least` letters.
fn likeness(some: &str, other: &str, least: usize) -> Option<u32> {
    if some == other {
        return Some(2);
    }
    let (short, long) = if some.len() < other.len() { (some, other) } else { (other, some) };
    (long.starts_with(short) && short.chars().count() >= least).then_some(1)
}

/// Iterates over the words of a text, in lower case.
fn words_of(text: &str) -> impl Iterator<Item = String> + use<> {
    let text = normal_form(text);
    let words = text.split(|character: char| !character.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect::<Vec<_>>().into_iter()
}
