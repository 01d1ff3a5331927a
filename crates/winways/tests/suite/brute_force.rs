//! Theorems, engines and an independent brute-force search agree on random positions of every game, under normal
//! and misère play.

use crate::oracle::{self, Oracle, Random, Solver, State};
use winways::games::AnyGame;
use winways::{Budget, Catalogue, NoObserver, Outcome, Play, Position, Request, Theorems, analyse};

/// The number of random positions of each game.
const POSITIONS: usize = crate::cases(10, 20);

#[test]
fn theorem_engine_and_brute_force_agree() {
    let catalogue = Catalogue::new();
    for oracle in oracle::all() {
        let game = catalogue.game(oracle.game).unwrap_or_else(|error| panic!("{}: {error}", oracle.game));
        let mut solver = Solver::new(&oracle);
        let mut random = Random::new(oracle.game.len() as u64 * 7919 + 1);
        for _ in 0..POSITIONS {
            let state = (oracle.random)(&mut random);
            check(&oracle, &*game, &mut solver, &state);
        }
    }
}

/// Every impartial game of the catalogue has an oracle, except games that the user defines.
#[test]
fn every_impartial_game_has_an_oracle() {
    let names: Vec<&str> = oracle::all().iter().map(|oracle| oracle.game).collect();
    let catalogue = Catalogue::new();
    for entry in winways::games::entries().filter(|entry| entry.page.name != "graph") {
        let (game, text) = winways::games::example(entry.page);
        let position = Position::of_game(&*catalogue.game(game).unwrap(), text).unwrap();
        if position.impartial().is_none() {
            continue;
        }
        let name = entry.page.name;
        assert!(
            names.iter().any(|known| known.split(['(', '{']).next() == Some(name)),
            "{name} has no oracle"
        );
    }
}

fn check(oracle: &Oracle, game: &dyn AnyGame, solver: &mut Solver, state: &State) {
    let text = (oracle.write)(state);
    let parse = |state: &State| {
        let text = (oracle.write)(state);
        Position::of_game(game, &text).unwrap_or_else(|error| panic!("{}({text}): {error}", oracle.game))
    };
    let position = parse(state);
    for play in Play::BOTH {
        for theorems in [Theorems::Use, Theorems::Ignore] {
            let case = format!("{}({text}), {play:?}, {theorems:?}", oracle.game);
            let request = Request::default().play(play).theorems(theorems);
            let analysis = analyse(&position, &request, &NoObserver);
            assert_eq!(analysis.stopped, None, "{case}");
            let wins = solver.next_player_wins(state, play == Play::Misere);
            assert_eq!(
                analysis.outcome,
                Some(if wins { Outcome::Next } else { Outcome::Previous }),
                "{case}"
            );
            // Every component has a nim-value. Under misère play there is no value.
            let value = analysis.value.and_then(|value| value.nimber()).map(|value| value.0);
            assert_eq!(value, (play == Play::Normal).then(|| solver.grundy(state)), "{case}");
            let moves = analysis.moves.unwrap_or_else(|| panic!("{case}: no moves"));
            assert_eq!(moves.total, moves.listed.len() as u64, "{case}");
            let ours: Vec<Position> = moves.listed.iter().map(|step| position.after(step)).collect();
            let theirs: Vec<Position> =
                solver.winning_moves(state, play == Play::Misere).iter().map(parse).collect();
            let includes = |all: &[Position], one: &Position| all.iter().any(|other| other.is_same(one));
            for after in &ours {
                assert!(includes(&theirs, after), "{case}: {after} is not a winning move");
            }
            for after in &theirs {
                assert!(includes(&ours, after), "{case}: the winning move to {after} is missing");
            }
        }
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let catalogue = Catalogue::new();
    for oracle in oracle::all() {
        let Ok(game) = catalogue.game(oracle.game) else { panic!("{} is missing", oracle.game) };
        let mut random = Random::new(11);
        let state = (oracle.random)(&mut random);
        let position = Position::of_game(&*game, &(oracle.write)(&state)).unwrap();
        for play in Play::BOTH {
            let json = |threads| {
                let budget = Budget { threads, ..Budget::DEFAULT };
                let request = Request::default().play(play).theorems(Theorems::Ignore).budget(budget);
                let analysis = analyse(&position, &request, &NoObserver);
                serde_json::to_string(&winways::wire::AnalysisJson::new(&position, &analysis)).unwrap()
            };
            let one = json(1);
            assert_eq!(one, json(2), "{}", oracle.game);
            assert_eq!(one, json(4), "{}", oracle.game);
        }
    }
}
