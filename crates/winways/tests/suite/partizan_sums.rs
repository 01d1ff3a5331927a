//! Sums of impartial and partizan positions. A move in an impartial component may win for one player and lose for
//! the other.
//!
//! Moves, lines of play and the opponent are compared with a plain search over the sums, straight from the rules.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::{Value, json};
use std::collections::HashMap;
use winways::play::{Level, Match, Opponent, Prospect};
use winways::service::{Observers, Service, ServiceRequest};
use winways::{Catalogue, NoObserver, Play, Player, Position, Request, Theorems, analyse};

/// The number of random sums in each test.
const SUMS: usize = crate::cases(4_000, 10_000);

/// Summands in which both players have the same moves.
const IMPARTIAL: [&str; 8] = [
    "nim(1)",
    "nim(2)",
    "nim(1,3)",
    "kayles(2)",
    "kayles(4)",
    "cram(\"..|.#\")",
    "subtract{1,3}(3)",
    "green_stalks(2)",
];
/// Summands in which the players have different moves.
const PARTIZAN: [&str; 14] = [
    "clobber(\"xxo\")",
    "clobber(\"xo.ox\")",
    "clobber(\"oxx\")",
    "domineering(\"..|.#\")",
    "domineering(\"...\")",
    "domineering(\".|.\")",
    "domineering(\"..|..\")",
    "col(\"..\")",
    "snort(\".b.\")",
    "toads_and_frogs(\"t.f\")",
    "toads_and_frogs(\"tf..\")",
    "red_blue_stalks(\"LR\")",
    "red_blue_stalks(\"RLL\")",
    "hackenbush(\"0-1:b 1-2:g\")",
];

fn other(player: Player) -> Player {
    if player == Player::Left { Player::Right } else { Player::Left }
}

/// A plain search over sums of summands, which are identified by their texts.
#[derive(Default)]
struct PlainSearch {
    numbers: HashMap<String, usize>,
    /// The summands after the moves of Left and of Right; `None` if they were not computed yet.
    options: Vec<Option<[Vec<usize>; 2]>>,
    texts: Vec<String>,
    won: HashMap<(Vec<usize>, bool, bool), bool>,
}

impl PlainSearch {
    fn number(&mut self, text: String) -> usize {
        let next = self.texts.len();
        let number = *self.numbers.entry(text.clone()).or_insert(next);
        if number == next {
            self.texts.push(text);
            self.options.push(None);
        }
        number
    }

    fn sum(&mut self, position: &Position) -> Vec<usize> {
        let mut sum: Vec<usize> =
            position.summands().iter().map(|summand| self.number(summand.text())).collect();
        sum.sort_unstable();
        sum
    }

    fn options(&mut self, catalogue: &Catalogue, summand: usize) -> [Vec<usize>; 2] {
        if let Some(known) = &self.options[summand] {
            return known.clone();
        }
        let position = Position::of_expression(catalogue, &self.texts[summand]).unwrap();
        let mut options = [Vec::new(), Vec::new()];
        for step in position.moves().unwrap() {
            let after = self.number(position.after(&step).to_string());
            for (player, list) in [Player::Left, Player::Right].into_iter().zip(&mut options) {
                if [player, Player::Either].contains(&step.player()) {
                    list.push(after);
                }
            }
        }
        self.options[summand] = Some(options.clone());
        options
    }

    /// Returns `true` if `mover` wins the sum, moving first.
    fn wins(&mut self, catalogue: &Catalogue, sum: &[usize], mover: Player, play: Play) -> bool {
        let key = (sum.to_vec(), mover == Player::Left, play == Play::Normal);
        if let Some(&known) = self.won.get(&key) {
            return known;
        }
        let (mut wins, mut has_move) = (false, false);
        for (place, &summand) in sum.iter().enumerate() {
            let options = self.options(catalogue, summand)[usize::from(mover == Player::Right)].clone();
            for option in options {
                has_move = true;
                let mut after = sum.to_vec();
                after[place] = option;
                after.sort_unstable();
                wins |= !self.wins(catalogue, &after, other(mover), play);
            }
        }
        let wins = if has_move { wins } else { play == Play::Misere };
        self.won.insert(key, wins);
        wins
    }

    fn result(&mut self, catalogue: &Catalogue, after: &Position, mover: Player, play: Play) -> Prospect {
        let sum = self.sum(after);
        if self.wins(catalogue, &sum, other(mover), play) { Prospect::Loses } else { Prospect::Wins }
    }
}

/// Returns a generator with a fixed seed.
fn random() -> SplitMix64 {
    SplitMix64::seed_from_u64(26)
}

fn pick<'t>(random: &mut SplitMix64, list: &[&'t str]) -> &'t str {
    list[(random.next_u64() % list.len() as u64) as usize]
}

/// Returns a sum with at least one partizan and one impartial position, and the kind of play.
fn random_sum(random: &mut SplitMix64) -> (String, Play) {
    let mut summands = vec![pick(random, &PARTIZAN)];
    for _ in 0..1 + random.next_u64() % 2 {
        summands.push(pick(random, &IMPARTIAL));
    }
    if random.next_u64().is_multiple_of(3) {
        summands.push(pick(random, &PARTIZAN));
    }
    let play = if random.next_u64().is_multiple_of(4) { Play::Misere } else { Play::Normal };
    (summands.join(" + "), play)
}

fn any_of<T: Clone>(random: &mut SplitMix64, list: &[T]) -> T {
    list[(random.next_u64() % list.len() as u64) as usize].clone()
}

/// The opponent of the last level keeps every win against random moves, even if its list of winning moves is
/// truncated.
#[test]
fn the_opponent_that_never_errs_loses_no_won_sum() {
    let (catalogue, mut plain, mut random) = (Catalogue::new(), PlainSearch::default(), random());
    let game = catalogue.game("nim").unwrap();
    let mut won = 0;
    for number in 0..SUMS {
        let (text, play) = random_sum(&mut random);
        let start = Position::of_expression(&catalogue, &text).unwrap();
        let side = if number % 2 == 0 { Player::Left } else { Player::Right };
        let first = if random.next_u64() % 2 == 0 { side } else { other(side) };
        let mut one = Match::new(game.clone(), start, play, first);
        let moves = if number.is_multiple_of(3) { 1 } else { 1000 };
        let mut opponent =
            Opponent::new(Request::default().play(play).moves(moves), Level::LAST, number as u64);
        let mut is_won = false;
        while one.end().unwrap().is_none() {
            let (now, mover) = (one.position().copy(), one.to_move());
            let step = if mover == side {
                let choice = opponent.choose(&now, mover, Observers::both(&NoObserver)).unwrap().unwrap();
                let sum = plain.sum(&now);
                is_won = plain.wins(&catalogue, &sum, mover, play);
                let reached = plain.result(&catalogue, &now.after(&choice.step), mover, play);
                assert_eq!(
                    reached == Prospect::Wins,
                    is_won,
                    "{now}, {play:?}: {}",
                    now.move_name(&choice.step)
                );
                choice.step
            } else {
                any_of(&mut random, &one.moves().unwrap())
            };
            one.make(&step);
        }
        let winner = one.end().unwrap().unwrap().winner;
        assert!(!is_won || winner == Some(side), "{text}, {play:?}");
        won += usize::from(winner == Some(side));
    }
    assert!(won * 2 > SUMS, "{won}");
}

fn ask(service: &mut Service<'_>, request: &Value) -> Value {
    let mut out = Vec::new();
    let request = ServiceRequest::parse(&request.to_string());
    service.answer(&request, Observers::both(&NoObserver), &mut out).unwrap();
    serde_json::from_slice::<Value>(&out).unwrap()["answer"].take()
}

/// The service states the result of every move for each player. A player who follows its answers keeps every win.
#[test]
fn the_service_has_an_outcome_for_each_player() {
    let (catalogue, mut plain, mut random) = (Catalogue::new(), PlainSearch::default(), random());
    let mut service = Service::new(&catalogue, Request::default());
    let (mut compared, mut differ, mut won) = (0, 0, 0);
    for number in 0..SUMS {
        let (text, play) = random_sum(&mut random);
        let is_misere = play == Play::Misere;
        let side = if number % 2 == 0 { Player::Left } else { Player::Right };
        let mut mover = if random.next_u64() % 2 == 0 { side } else { other(side) };
        let mut now = Position::of_expression(&catalogue, &text).unwrap();
        let start = plain.sum(&now);
        let is_won = plain.wins(&catalogue, &start, mover, play) == (mover == side);
        loop {
            let question = json!({"moves": now.to_string(), "outcomes": true, "misere": is_misere});
            let answer = ask(&mut service, &question);
            let moves = answer["moves"].as_array().unwrap();
            let legal: Vec<&Value> = moves
                .iter()
                .filter(|step| [mover.name(), "either"].contains(&step["player"].as_str().unwrap()))
                .collect();
            if legal.is_empty() {
                break;
            }
            for step in moves {
                let after = Position::of_expression(&catalogue, step["to"].as_str().unwrap()).unwrap();
                let mut results = Vec::new();
                for player in [Player::Left, Player::Right] {
                    let result = &step["outcomes"][player.name()];
                    if step["player"] != player.name() && step["player"] != "either" {
                        assert_eq!(result, &Value::Null, "{step}");
                        continue;
                    }
                    let reached = plain.result(&catalogue, &after, player, play).name();
                    assert_eq!(result, reached, "{now}, {play:?}: {step}");
                    results.push(reached);
                    compared += 1;
                }
                results.dedup();
                differ += usize::from(results.len() > 1);
                let one = if results.len() == 1 { json!(results[0]) } else { Value::Null };
                assert_eq!(step["outcome"], one, "{now}, {play:?}: {step}");
            }
            let winning: Vec<&Value> =
                legal.iter().copied().filter(|step| step["outcomes"][mover.name()] == "win").collect();
            let step = match mover == side && !winning.is_empty() {
                true => any_of(&mut random, &winning),
                false => any_of(&mut random, &legal),
            };
            now = Position::of_expression(&catalogue, step["to"].as_str().unwrap()).unwrap();
            mover = other(mover);
        }
        let winner = if is_misere { mover } else { other(mover) };
        assert!(!is_won || winner == side, "{text}, {play:?}");
        won += usize::from(winner == side);
    }
    assert!(compared > 10 * SUMS && differ > SUMS && won * 2 > SUMS, "{compared} {differ} {won}");
}

/// `solve` names the player of each winning and canonical move. The stated winner wins the line of play.
#[test]
fn winning_and_canonical_moves_have_their_player() {
    let (catalogue, mut plain, mut random) = (Catalogue::new(), PlainSearch::default(), random());
    let mut service = Service::new(&catalogue, Request::default());
    for _ in 0..SUMS / 10 {
        let (text, play) = random_sum(&mut random);
        let is_misere = play == Play::Misere;
        let now = Position::of_expression(&catalogue, &text).unwrap();
        let solved = ask(&mut service, &json!({"solve": now.to_string(), "misere": is_misere}));
        for step in now.moves().unwrap() {
            let (name, after) = (now.move_name(&step), now.after(&step));
            for player in [Player::Left, Player::Right] {
                if ![player, Player::Either].contains(&step.player()) {
                    continue;
                }
                let wins = plain.result(&catalogue, &after, player, play) == Prospect::Wins;
                let is_listed = solved["moves"].as_array().unwrap().iter().any(|listed| {
                    listed["text"] == name.as_str()
                        && listed["to"] == after.to_string()
                        && [player.name(), "either"].contains(&listed["player"].as_str().unwrap())
                });
                assert_eq!(is_listed, wins, "{now}, {play:?}: {name} by {}", player.name());
            }
        }
        for first in [Player::Left, Player::Right] {
            let question = json!({"line": now.to_string(), "misere": is_misere, "to_move": first.name()});
            let line = ask(&mut service, &question);
            let sum = plain.sum(&now);
            let winner = if plain.wins(&catalogue, &sum, first, play) { first } else { other(first) };
            assert_eq!(line["winner"], winner.name(), "{now}");
            let count = line["moves"].as_array().unwrap().len();
            let last = if count % 2 == 1 { first } else { other(first) };
            assert_eq!(if is_misere { other(last) } else { last }, winner, "{now}: {line}");
        }
    }
    let canonical = |text: &str| {
        let solved = ask(&mut Service::new(&catalogue, Request::default()), &json!({"solve": text}));
        let named =
            |step: &Value| format!("{} {}", step["player"].as_str().unwrap(), step["text"].as_str().unwrap());
        solved["canonical_moves"].as_array().unwrap().iter().map(named).collect::<Vec<_>>()
    };
    assert_eq!(canonical("clobber(\"xxo\") + nim(1)"), ["left clobber: b1xc1", "right clobber: c1xb1"],);
    assert_eq!(canonical("red_blue_stalks(\"LR\") + nim(1)"), ["either nim: heap 1 -> 0"]);
}

/// Theorems about a partizan game are not about its impartial form.
#[test]
fn impartial_forms_beside_partizan_positions() {
    let catalogue = Catalogue::new();
    for form in [
        "impartial(domineering)(\"....\")",
        "impartial(domineering)(\"..|..\")",
        "impartial(toads_and_frogs)(\"t..\")",
        "impartial(red_blue_stalks)(LL)",
        "impartial(col)(\".L.\")",
        "impartial(hackenbush)(\"0-1:b 1-2:r\")",
    ] {
        for partizan in PARTIZAN {
            let sum = Position::of_expression(&catalogue, &format!("{form} + {partizan}")).unwrap();
            for play in [Play::Normal, Play::Misere] {
                let request = Request::default().play(play);
                let outcome = |request: Request<'_>| analyse(&sum, &request, &NoObserver).outcome.unwrap();
                let fast = outcome(request.outcome_only(true));
                assert_eq!(
                    fast,
                    outcome(request.theorems(Theorems::Ignore).outcome_only(true)),
                    "{sum} {play:?}"
                );
                assert_eq!(fast, outcome(request), "{sum} {play:?}");
            }
        }
    }
}
