//! Answers on whole positions against exhaustive play of them: every move made on the board as it was given.

use std::collections::HashMap;
use winways::{Catalogue, NoObserver, Outcome, Play, Player, Position, Request, analyse};

/// Small positions of every kind that ends: one board, several boards, boards with parts that no longer matter, sums of games.
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

/// Who wins when each player begins, by playing on whole positions to the end.
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
            let request = Request { play, ..Request::default() };
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
