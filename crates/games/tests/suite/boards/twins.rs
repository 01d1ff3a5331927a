//! Compares games written in Rust with rule files for the same games, on small boards and on random larger ones.

use super::making::{random_board, small_boards};
use super::rules::Kind;
use super::{SMALL, SOLVED, game};
use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use winways_kit::{AnyGame, AnyPosition, SumSearch};
use winways_rulefile::of_file;
use winways_rules::Play;
use winways_solve::{Budget, NoObserver, Theorems};
use winways_values::{Arena, Game, GameOutcome, Nimber};

/// The game in Rust, the kind of its boards and their letters, and the rule file.
const TWINS: &[(&str, Kind, &str, &str)] = &[
    ("clobber", Kind::Grid, ".xo", include_str!("twins/clobber.game")),
    ("domineering", Kind::Grid, "#.", include_str!("twins/domineering.game")),
    ("cram", Kind::Grid, "#.", include_str!("twins/cram.game")),
    ("snort", Kind::Grid, "#.br", include_str!("twins/snort.game")),
    ("col", Kind::Grid, "#.br", include_str!("twins/col.game")),
    ("snort", Kind::Graph, ".", include_str!("twins/snort-on-graphs.game")),
    ("col", Kind::Graph, ".", include_str!("twins/col-on-graphs.game")),
    ("toads-and-frogs", Kind::Strip, ".tf", include_str!("twins/toads-and-frogs.game")),
];

#[derive(Debug, PartialEq)]
enum Value {
    Form(Game),
    Nimber(Nimber),
}

fn value(position: &dyn AnyPosition, arena: &Arena) -> Value {
    if let Some(position) = position.impartial() {
        let value = position.solver(Theorems::Use, Budget::DEFAULT, &NoObserver).value();
        return Value::Nimber(value.unwrap());
    }
    let position = position.partizan().unwrap();
    Value::Form(position.solver(arena, Theorems::Use, Budget::DEFAULT, &NoObserver).value().unwrap())
}

fn outcomes(position: &dyn AnyPosition) -> [GameOutcome; 2] {
    let search = SumSearch::new(vec![position]).unwrap();
    Play::BOTH.map(|play| search.outcome(play, Budget::DEFAULT, &NoObserver).unwrap().0)
}

/// Returns each move as its player and the board after it, with halves of dominoes as cells that are gone. For graphs, which can
/// be written in several ways, the board is replaced by its value.
fn moves(game: &dyn AnyGame, kind: Kind, board: &str, arena: &Arena) -> Vec<String> {
    let position = game.parse(board).unwrap_or_else(|wrong| panic!("{board}: {wrong}"));
    let describe = |step| {
        let after = position.after(step);
        let text = after.text();
        let board = match kind {
            Kind::Graph => format!("{:?}", value(&*after, arena)),
            _ => text[text.find('(').unwrap()..].replace(['v', 'h'], "#"),
        };
        format!("{:?} {board}", step.player)
    };
    let mut moves: Vec<String> = position.moves().unwrap().iter().map(describe).collect();
    moves.sort();
    moves
}

#[test]
fn files_and_games_by_hand_agree() {
    for (number, &(name, kind, letters, file)) in TWINS.iter().enumerate() {
        let (by_hand, from_file) = (game(name), of_file(file).unwrap());
        let mut random = SplitMix64::seed_from_u64(number as u64);
        let mut below = |bound| random.next_u64() % bound;
        let most = if kind == Kind::Graph { 6 } else { 10 };
        let large: Vec<_> =
            (0..SOLVED).map(|_| random_board(&mut below, kind, letters.as_bytes(), most)).collect();
        let small = small_boards(kind, letters.as_bytes(), SMALL);
        let arena = Arena::default();
        for board in small.into_iter().chain(large) {
            let text = match kind {
                // In both notations, vertices without a letter are empty.
                Kind::Graph => board.written().trim_end_matches('.').to_owned(),
                _ => board.written(),
            };
            let case = format!("{name} {text}");
            let positions = [&by_hand, &from_file].map(|game| game.parse(&text).unwrap());
            let [one, other] = positions.each_ref().map(|position| value(&**position, &arena));
            assert_eq!(one, other, "{case}");
            let [one, other] = positions.each_ref().map(|position| outcomes(&**position));
            assert_eq!(one, other, "{case}");
            let [one, other] = [&by_hand, &from_file].map(|game| moves(&**game, kind, &text, &arena));
            assert_eq!(one, other, "{case}");
        }
    }
}
