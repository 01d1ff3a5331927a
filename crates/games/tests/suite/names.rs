//! Tests of the look-up of games by name, and of the search by words.

use std::cmp::Reverse;
use winways_games::{Relevance, entries, find, search};

#[test]
fn every_other_name_finds_a_game_that_can_be_made() {
    for line in include_str!("../../src/names/other_names.tsv").lines() {
        let [name, parameter, others] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        for other in others.split(' ') {
            let named = find(other).unwrap_or_else(|| panic!("`{other}` is not a name"));
            assert_eq!((named.entry.page.name, named.parameter.unwrap_or_default()), (name, parameter));
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

fn found(words: &str) -> Vec<&'static str> {
    search(words).map(|(_, entry)| entry.page.name).collect()
}

#[test]
fn words_of_the_rules_come_after_names() {
    let found: Vec<_> = search("knight").collect();
    assert_eq!(found[0].1.page.name, "white-knight");
    assert!(found.is_sorted_by_key(|(relevance, _)| Reverse(*relevance)));
    assert_eq!(search("").count(), 0);
}

#[test]
fn subjects_name_games_of_the_catalogue() {
    for line in include_str!("../../src/names/subjects.tsv").lines() {
        let (words, games) = line.split_once('\t').unwrap();
        for word in words.split(' ') {
            let all = found(word);
            for game in games.split(' ') {
                assert!(all.contains(&game), "{word}: {game}");
            }
        }
    }
}

#[test]
fn searching_finds_the_nearest_game() {
    for (words, first) in [
        ("dots and boxes", "dots-and-boxes"),
        ("boxes with dots", "dots-and-boxes"),
        ("circle", "daisy"),
        ("scoring", "awari"),
        ("mancala", "awari"),
        ("misere", "anti-clobber"),
        ("misère", "anti-clobber"),
        ("sprouts", "dots-and-boxes"),
        ("brussels-sprouts", "dots-and-boxes"),
        ("go", "nogo"),
        ("clober", "clobber"),
    ] {
        assert_eq!(found(words).first(), Some(&first), "{words}: {:?}", found(words));
    }
    // The word `go` is a verb in many rules, so it is looked up only in names and subjects.
    assert_eq!(found("go"), ["nogo"]);
    assert!(found("scoring").contains(&"dots-and-boxes"));
    assert!(found("misere").contains(&"notakto"));
    // No game matches both words.
    let near: Vec<_> = search("knight skittles").collect();
    assert!(near.iter().all(|(relevance, _)| *relevance == Relevance::Near) && near.len() >= 2);
}
