//! Answers about whole positions, compared with exhaustive play on the given boards.

use std::collections::HashMap;
use winways::{Catalogue, NoObserver, Outcome, Play, Player, Position, Request, analyse};

/// Small positions of every kind of game in which play ends: single boards, several boards, boards with irrelevant
/// parts, and sums of games.
const POSITIONS: &[&str] = &[
    "domineering(\"...|...\")",
    "domineering(\"..|..||...|...\")",
    "domineering(\".#.|...|.#.\")",
    "clobber(\"xo|.x\")",
    "clobber(\".....|...xo\")",
    "clobber(\"xox||.xo|ox.\")",
    "col(\"..|.b\")",
    "col(\"...|.r.\")",
    "snort(\"..|..\")",
    "snort(\"b..||r..\")",
    "toads_and_frogs(\"t.tf.f\")",
    "toads_and_frogs(\"tt.f|t.f\")",
    "hackenbush(\"0-1:b 0-1:b\")",
    "hackenbush(\"0-1:b 1-2:r 1-3:g 2-3:b 0-4:g\")",
    "red_blue_stalks(\"LRR RL\")",
    "hackenbush_green(\"0-1:g 1-2:g 1-3:g 2-3:g\")",
    "subtract{1,3|1,2}(3,4)",
    "nim(1,2,3)",
    "kayles(3,4)",
    "nim(2) + kayles(3)",
    "domineering(\"..|..\") + nim(2)",
    "clobber(\"xo.\") + snort(\"..\") + hackenbush(\"0-1:g\")",
];

/// An exhaustive search of whole positions, for either player moving first.
struct Exhaustive {
    play: Play,
    memo: HashMap<(String, Player), bool>,
}

impl Exhaustive {
    fn wins(&mut self, position: &Position, player: Player) -> bool {
        let key = (position.to_string(), player);
        if let Some(&known) = self.memo.get(&key) {
            return known;
        }
        let opponent = if player == Player::Left { Player::Right } else { Player::Left };
        let moves = position.moves().unwrap();
        let mut own =
            moves.iter().filter(|step| step.player() == player || step.player() == Player::Either).peekable();
        let wins = match own.peek() {
            None => self.play == Play::Misere,
            Some(_) => own.any(|step| !self.wins(&position.after(step), opponent)),
        };
        self.memo.insert(key, wins);
        wins
    }
}

#[test]
fn answers_agree_with_play_on_whole_positions() {
    let catalogue = Catalogue::new();
    for text in POSITIONS {
        let position =
            Position::of_expression(&catalogue, text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"));
        for play in [Play::Normal, Play::Misere] {
            let request = Request::default().play(play);
            let analysis = analyse(&position, &request, &NoObserver);
            assert_eq!(analysis.stopped, None, "{text} {play:?}");
            let mut search = Exhaustive { play, memo: HashMap::new() };
            let begins = [Player::Left, Player::Right].map(|player| search.wins(&position, player));
            let outcome = match begins {
                [true, true] => Outcome::Next,
                [true, false] => Outcome::Left,
                [false, true] => Outcome::Right,
                [false, false] => Outcome::Previous,
            };
            assert_eq!(analysis.outcome, Some(outcome), "{text} {play:?}");
            let mut expected = Vec::new();
            for step in position.moves().unwrap() {
                let after = position.after(&step);
                let wins = [(Player::Left, Player::Right), (Player::Right, Player::Left)].map(
                    |(player, opponent)| {
                        (step.player() == player || step.player() == Player::Either)
                            && !search.wins(&after, opponent)
                    },
                );
                let who = match wins {
                    [true, true] => Player::Either,
                    [true, false] => Player::Left,
                    [false, true] => Player::Right,
                    [false, false] => continue,
                };
                expected.push((who, position.move_name(&step), after.to_string()));
            }
            let found = analysis.moves.expect("the winning moves");
            assert_eq!(found.total, expected.len() as u64, "{text} {play:?}");
            let mut found: Vec<_> = found
                .listed
                .iter()
                .map(|step| (step.player(), position.move_name(step), position.after(step).to_string()))
                .collect();
            found.sort_by(|a, b| a.1.cmp(&b.1).then(a.2.cmp(&b.2)));
            expected.sort_by(|a, b| a.1.cmp(&b.1).then(a.2.cmp(&b.2)));
            assert_eq!(found, expected, "{text} {play:?}");
        }
    }
}

#[test]
fn positions_read_back_as_they_were_given() {
    let catalogue = Catalogue::new();
    for text in POSITIONS {
        let position = Position::of_expression(&catalogue, text).unwrap();
        assert_eq!(position.to_string(), *text);
        for step in position.moves().unwrap() {
            let after = position.after(&step).to_string();
            let again = Position::of_expression(&catalogue, &after)
                .unwrap_or_else(|wrong| panic!("{after}: {wrong}"));
            assert_eq!(again.to_string(), after);
        }
    }
}

/// Games whose positions are strings of digits, so that a power is read as other digits.
const DIGIT_STRINGS: [&str; 3] = ["chess", "digital-deletions", "twopins"];

/// Games in which the two cases of a letter are different pieces.
const BOTH_CASES: [&str; 2] = ["chess", "ski-jumps"];

/// Applies `change` to every run of digits in a text.
fn with_numbers(text: &str, change: impl Fn(&str) -> String) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut written = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(is_digit) {
        let length = rest[start..].find(|letter| !is_digit(letter)).unwrap_or(rest.len() - start);
        written += &rest[..start];
        written += &change(&rest[start..start + length]);
        rest = &rest[start + length..];
    }
    written + rest
}

/// Every number in an example may be written as a power. Every letter may be written in the other case, unless that
/// is a different piece.
#[test]
fn examples_are_read_with_powers_and_in_the_other_case() {
    let catalogue = Catalogue::new();
    let mut numbers = 0;
    let mut letters = 0;
    for entry in winways::games::entries() {
        let name = entry.page.name;
        let (game, text) = winways::games::example(entry.page);
        let game = catalogue.game(game).unwrap();
        let read = |text: &str| Position::of_game(&*game, text).map(|position| position.to_string());
        let shown = read(text).unwrap_or_else(|wrong| panic!("{name} {text}: {wrong}"));
        let powers = [
            with_numbers(text, |number| format!("{number}^1")),
            with_numbers(text, |number| format!("{number}e0")),
        ];
        for power in powers.iter().filter(|power| *power != text && !DIGIT_STRINGS.contains(&name)) {
            assert_eq!(read(power).as_ref(), Ok(&shown), "{name} {power}");
            numbers += 1;
        }
        for other in [text.to_ascii_uppercase(), text.to_ascii_lowercase()] {
            if other != text && !BOTH_CASES.contains(&name) {
                assert_eq!(read(&other).as_ref(), Ok(&shown), "{name} {other}");
                letters += 1;
            }
        }
    }
    assert!(numbers > 200 && letters > 50, "{numbers} {letters}");
    let wrong =
        |game: &str, text: &str| Position::of_game(&*catalogue.game(game).unwrap(), text).err().unwrap();
    assert_eq!(wrong("digital-deletions", "314^1").span.range(), 3..5);
    assert_eq!(wrong("twopins", "1e1").span.range(), 1..2);
    assert_eq!(wrong("chess(KQK)", "8/8/8/5K2/8/8/1Q6/K7 w").message, "White has two kings");
}
