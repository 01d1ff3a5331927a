//! Compares the values of games with entailing and complimenting moves with a search of whole positions, move by move.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use winways_entailing::EntailingValue;
use winways_games::entries;
use winways_kit::{AnyGame, AnyPosition};
use winways_rulefile::of_file;
use winways_rules::{ImpartialOutcome, Play};
use winways_solve::{Budget, NoObserver};

/// Returns `true` if the player to move wins a position, by a search over the moves that users see.
fn wins(position: &dyn AnyPosition, play: Play, found: &mut HashMap<String, bool>) -> bool {
    let text = position.text();
    if let Some(&wins) = found.get(&text) {
        return wins;
    }
    let entailing = position.entailing().unwrap();
    let moves = position.moves().unwrap();
    let mut result = moves.is_empty() && play == Play::Misere;
    for step in moves {
        result |= wins(&*position.after(&step), play, found) == entailing.moves_again(&step);
    }
    found.insert(text, result);
    result
}

/// Compares the outcomes and the winning moves of all positions of a game up to a size. Returns the number of loony positions.
fn check(game: &dyn AnyGame, up_to: u64) -> u64 {
    check_positions(game, game.positions(up_to))
}

/// Compares the outcomes and the winning moves of positions. Returns the number of loony ones.
fn check_positions(game: &dyn AnyGame, positions: impl Iterator<Item = Box<dyn AnyPosition>>) -> u64 {
    let mut found = [HashMap::new(), HashMap::new()];
    let mut loony = 0;
    for position in positions {
        let entailing = position.entailing().unwrap();
        let name = position.text();
        for (play, found) in [Play::Normal, Play::Misere].into_iter().zip(&mut found) {
            let outcome = ImpartialOutcome::next_if(wins(&*position, play, found));
            let searched = entailing.search(play, 1000, Budget::DEFAULT, &NoObserver).unwrap();
            assert_eq!(searched.outcome, outcome, "{name}");
            let listed: Vec<String> = searched.moves.listed.into_iter().map(|step| step.text).collect();
            let mut winning: Vec<String> = Vec::new();
            for step in position.moves().unwrap() {
                if wins(&*position.after(&step), play, found) == entailing.moves_again(&step) {
                    winning.push(step.text);
                }
            }
            assert_eq!(listed, winning, "{name} {play:?}");
        }
        let found = &mut found[0];
        let mut solver = entailing.solver(Budget::DEFAULT, &NoObserver);
        let value = solver.free_value().unwrap();
        loony += u64::from(value.is_loony());
        assert_eq!(
            value.outcome(),
            ImpartialOutcome::next_if(wins(&*position, Play::Normal, found)),
            "{name}"
        );
        let winning = solver.winning_moves(EntailingValue::ZERO, 1000).unwrap();
        let winning: Vec<String> = winning.listed.into_iter().map(|step| step.text).collect();
        for step in position.moves().unwrap() {
            let after = position.after(&step);
            let expected = wins(&*after, Play::Normal, found) == entailing.moves_again(&step);
            assert_eq!(winning.contains(&step.text), expected, "{name}: {}", step.text);
            // A position after an entailing move is read back with its mark.
            let text = after.text();
            let inside = &text[text.find('(').unwrap() + 1..text.len() - 1];
            assert!(game.parse(inside.trim_matches('"')).unwrap().is_same(&*after), "{text}");
        }
    }
    loony
}

#[test]
fn games_of_the_catalogue_are_played_as_their_values_predict() {
    for (name, up_to) in [("top-entails", 5), ("nimstring", 4), ("nimstring-boxes", 5)] {
        let entry = entries().find(|entry| entry.page.name == name).unwrap();
        let game = (entry.make)(None).unwrap();
        assert!(check(&*game, up_to) > 0, "{name}");
    }
}

#[test]
fn boards_are_played_as_their_values_predict() {
    let mut loony = 0;
    for rules in [
        "board: grid\nboth: . . -> # # in all\nagain: . -> # where no . beside",
        "board: strip\npieces: x\nboth: x -> .\nagain: x x -> . .",
        "board: ring\npieces: x\nboth: . -> x\nagain: x . x -> x x x",
        "board: graph\npieces: x\nboth: . -> x where no x beside\nagain: . -> # where some x beside",
    ] {
        let game =
            of_file(&format!("game: Test\n{rules}")).unwrap_or_else(|wrong| panic!("{rules}: {wrong}"));
        let most = if rules.contains("graph") { 3 } else { 4 };
        loony += check(&*game, most);
    }
    assert!(loony > 0);
}

/// A rotation or reflection that exchanges moves of the two kinds is not a symmetry of the game.
#[test]
fn moves_after_which_the_same_player_moves_are_not_exchanged_with_others() {
    let ways = ["up", "down", "left", "right", "across", "vertical"];
    for both in ways {
        for again in ways {
            let rules = format!("board: grid\nboth: . . -> . # in {both}\nagain: . . -> . # in {again}");
            let game = of_file(&format!("game: Test\n{rules}")).unwrap_or_else(|wrong| panic!("{wrong}"));
            let boards = ["..", "...", ".|.", ".|.|.", ".|.|.|.", "..|..", "...|..#"];
            check_positions(&*game, boards.iter().map(|board| game.parse(board).unwrap()));
        }
    }
}

/// On these random boards, a move may make cells elsewhere irrelevant, so that parts untouched by the move are written differently.
#[test]
fn random_boards_with_several_parts_are_played_as_their_values_predict() {
    for rules in [
        "pieces: w\nagain: # w w -> # # .\nboth: w -> #",
        "pieces: w\nagain: # w w -> # # .\nboth: [w] -> #",
        "pieces: w\nagain: # w -> # .\nagain: # # w -> # # .\nboth: w -> #",
        "pieces: w\nagain: # w . -> # # w\nagain: w -> # where no w beside\nboth: . -> w",
        "pieces: x\nboth: x . -> . #\nagain: . x x -> # . x",
    ] {
        for shape in ["graph", "grid", "strip"] {
            let game = of_file(&format!("game: Test\nboard: {shape}\n{rules}")).unwrap();
            let mut random = SplitMix64::seed_from_u64(1);
            let mut below = |bound: u64| random.next_u64() % bound;
            let piece = if rules.contains('x') { 'x' } else { 'w' };
            let mut letter = || [piece, piece, '.', '#'][below(4) as usize];
            let mut texts: Vec<String> = (0..80)
                .map(|_| match shape {
                    "graph" => format!(
                        "1-0 2-1 3-0 3-2 4-1 0:{} 1:{} 2:{} 3:{} 4:{}",
                        letter(),
                        letter(),
                        letter(),
                        letter(),
                        letter()
                    ),
                    "grid" => {
                        [(); 3].map(|()| [(); 3].map(|()| letter()).iter().collect::<String>()).join("|")
                    }
                    _ => (0..8).map(|_| letter()).collect(),
                })
                .collect();
            if shape == "graph" && piece == 'w' {
                texts.push("1-0 2-1 3-0 0:. 1:w 2:w 3:w".to_owned());
                texts.push("2-1 3-0 3-2 0:w 1:# 2:w 3:.".to_owned());
                texts.push("1-0 2-1 3-2 0:. 1:. 2:w 3:w".to_owned());
            }
            check_positions(
                &*game,
                texts.iter().map(|text| game.parse(text).unwrap_or_else(|wrong| panic!("{text}: {wrong}"))),
            );
        }
    }
}

#[test]
fn wrong_rules_of_boards_are_pointed_at() {
    let wrong = |rules: &str| of_file(rules).err().unwrap().to_string();
    assert!(wrong("board: strip\nentail: . -> #").starts_with("a move on a board cannot entail an answer"));
    let partizan = wrong("board: strip\npieces: x left, o right\neach: @ -> .\nagain: x -> .");
    assert!(
        partizan.starts_with("a game with `again:` has values of sums only: expected `both:`"),
        "{partizan}"
    );
    let ending = wrong("board: strip\nagain: . -> #\nend: full wins");
    assert!(ending.contains("expected no `end:`"), "{ending}");
    let endless = wrong("board: strip\npieces: x\nboth: x -> .\nagain: . -> x");
    assert!(endless.starts_with("play may never end"), "{endless}");
}
