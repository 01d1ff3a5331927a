//! Games in which play may go round in circles, and texts that are no positions of theirs.

use proptest::prelude::*;
use std::sync::LazyLock;
use winways_games::entries;
use winways_kit::AnyGame;
use winways_kit::Entry;

type Example = (&'static Entry, Option<&'static str>, &'static str);

static EXAMPLES: LazyLock<Vec<Example>> = LazyLock::new(examples);

/// The games whose positions are ranked, with the parameters and positions of their examples.
fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for entry in entries() {
        let (head, position) = match entry.page.example.split_once([')', '}']) {
            Some((head, position)) if head.contains(['(', '{']) => (head, position),
            _ => (entry.page.name, &entry.page.example[entry.page.name.len()..]),
        };
        let parameter = head.split_once(['(', '{']).map(|(_, parameter)| parameter);
        if (entry.make)(parameter).is_ok_and(|game| game.is_loopy()) {
            examples.push((entry, parameter, position.trim()));
        }
    }
    examples
}

/// A text with some characters taken out, put in or put in the place of others.
fn changed(text: &str, changes: &[(prop::sample::Index, u8, char)]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for (at, kind, letter) in changes {
        let at = at.index(letters.len() + 1);
        match kind {
            0 if at < letters.len() => drop(letters.remove(at)),
            1 if at < letters.len() => letters[at] = *letter,
            _ => letters.insert(at, *letter),
        }
    }
    letters.into_iter().collect()
}

fn changes() -> impl Strategy<Value = Vec<(prop::sample::Index, u8, char)>> {
    let letters: Vec<char> = "0123456789 .,;|/#-xotfhdgkqrbnKQRBNPLRwsé\n".chars().collect();
    prop::collection::vec((any::<prop::sample::Index>(), 0u8..3, prop::sample::select(letters)), 0..4)
}

/// What is read can be written and read again; what is not is pointed at.
fn check_position(game: &dyn AnyGame, text: &str) {
    match game.parse(text) {
        Ok(position) => {
            let call = position.text();
            let inner =
                call.rsplit_once('(').map_or("", |(_, inner)| inner.trim_end_matches(')').trim_matches('"'));
            assert!(game.parse(inner).unwrap().is_same(&*position), "{call} does not read back");
        }
        Err(wrong) => {
            assert!(wrong.span.end <= text.len() && text.is_char_boundary(wrong.span.start), "{wrong}")
        }
    }
}

#[test]
fn there_are_ranked_games() {
    assert!(EXAMPLES.len() >= 11, "{}", EXAMPLES.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn no_position_is_too_strange(which: prop::sample::Index, changes in changes()) {
        let (entry, parameter, position) = EXAMPLES[which.index(EXAMPLES.len())];
        let game = (entry.make)(parameter).unwrap();
        check_position(&*game, &changed(position, &changes));
    }

    #[test]
    fn no_parameter_is_too_strange(which: prop::sample::Index, changes in changes()) {
        let (entry, parameter, position) = EXAMPLES[which.index(EXAMPLES.len())];
        let Some(parameter) = parameter else { return Ok(()) };
        let parameter = changed(parameter, &changes);
        match (entry.make)(Some(&parameter)) {
            Ok(game) => {
                check_position(&*game, position);
                check_position(&*game, "start");
            }
            Err(wrong) => {
                prop_assert!(wrong.span.end <= parameter.len() && parameter.is_char_boundary(wrong.span.start));
            }
        }
    }
}
