//! Answers about games of rule files, compared with searches straight from the rules.

use std::sync::Arc;
use winways::games::AnyGame;
use winways::play::Prospect;
use winways::tables::QuotientTable;
use winways::{
    Analyst, Budget, Catalogue, NoObserver, Outcome, Play, Player, Position, Request, Theorems, analyse,
};

fn game(text: &str) -> Arc<dyn AnyGame> {
    Catalogue::new().game_of_text(text).unwrap()
}

/// Rules with a move from heap 0.
const MOVES_FROM_ZERO: [&str; 4] = [
    "heap n -> n-1 | nothing\n",
    "heap n -> 2 where n = 3 | 0 where n = 2 | nothing where n = 2 | nothing where n = 0\n",
    "heap n -> n-1 | n-2 | nothing where n = 0\n",
    "heap n -> n-1 | nothing where n = 0 | 1, n-2 where n > 3\n",
];

/// The misère quotient treats heap 0 as the empty sum, so it must not answer for these games.
#[test]
fn misere_play_is_right_if_heap_zero_has_a_move() {
    let request = Request::default().play(Play::Misere).moves(1000);
    for rules in MOVES_FROM_ZERO {
        let game = game(rules);
        assert!(QuotientTable::find(&*game, 8, Budget::DEFAULT, &NoObserver).is_err(), "{rules}");
        for heaps in (0..6).flat_map(|one| (0..6).map(move |other| format!("{one} {other}"))) {
            let position = Position::of_game(&*game, &heaps).unwrap();
            let found = analyse(&position, &request, &NoObserver);
            let searched = analyse(&position, &request.theorems(Theorems::Ignore), &NoObserver);
            assert_eq!(found.outcome, searched.outcome, "{heaps} in {rules}");
            assert_eq!(found.moves.unwrap().total, searched.moves.unwrap().total, "{heaps} in {rules}");
        }
    }
}

/// A position after a move reads back as a position of equal value, even if no heap is left.
#[test]
fn positions_after_moves_read_back_if_heap_zero_has_a_move() {
    for rules in MOVES_FROM_ZERO {
        let game = game(rules);
        for heap in 0..6 {
            let position = Position::of_game(&*game, &heap.to_string()).unwrap();
            for step in position.moves().unwrap() {
                let after = position.after(&step);
                let text = after.to_string();
                let inner = text.split_once('(').unwrap().1.trim_end_matches(')').trim_matches('"');
                let read = Position::of_game(&*game, inner).unwrap();
                let [value, again] = [&after, &read].map(|position| {
                    analyse(position, &Request::default(), &NoObserver).value.unwrap().to_string()
                });
                assert_eq!(value, again, "{text} in {rules}");
            }
        }
    }
}

/// The result of a move in a game of points includes the points of the move.
#[test]
fn results_of_moves_in_games_of_points_include_their_points() {
    let coins = game(
        "game: Coins\nboard: strip\npieces: a, b, t\nboth: . -> t\npoints: t a -> t # in across = 1\n\
         points: t b -> t # in across = 2\n",
    );
    let boxes = Catalogue::new().game("dots-and-boxes").unwrap();
    let awari = Catalogue::new().game("awari(3)").unwrap();
    let positions = [
        (&coins, ".a.b."),
        (&coins, ".a.b.b.a."),
        (&coins, "a.b..a"),
        (&boxes, "dld|lb.|dld"),
        (&boxes, "d.d.d|lblbl|dldld"),
        (&awari, "0 0 0 0 1 1 1 0 0 0 0 0 south"),
        (&awari, "0 0 0 0 1 1 0 1 0 0 0 0 south"),
    ];
    let mut seen = [false; 3];
    for (game, text) in positions {
        let position = Position::of_game(&**game, text).unwrap();
        let moves = position.moves().unwrap();
        let (after, _) = Analyst::new(Request::default()).after_moves(&position, &moves, &NoObserver);
        let mover = moves[0].player();
        let results: Vec<Prospect> = after.iter().map(|known| known.result(mover).unwrap()).collect();
        let has = |result| results.contains(&result);
        let best = match (has(Prospect::Wins), has(Prospect::Draws)) {
            (true, _) => Outcome::Next,
            (_, true) => Outcome::Draw,
            _ => Outcome::Previous,
        };
        let outcome = analyse(&position, &Request::default(), &NoObserver).outcome;
        assert_eq!(outcome, Some(best), "{position}");
        for (result, seen) in [Prospect::Wins, Prospect::Draws, Prospect::Loses].into_iter().zip(&mut seen) {
            *seen |= has(result);
        }
        assert!(mover == Player::Either || moves.iter().all(|step| step.player() == mover));
    }
    assert_eq!(seen, [true; 3]);
}

/// A picture of points that removes the piece made by a move scores the points of that piece.
#[test]
fn coins_from_either_end_score_their_points() {
    let rules = "game: Ends\nboard: strip\npieces: a, b, A, B\nboth: # a -> # A in across\nboth: # b -> # B in across\n\
                 points: A -> # = 1\npoints: B -> # = 2\n";
    let game = game(rules);
    /// Returns the lead of the player to move in the game of coins, by recursion.
    fn lead(coins: &[i64]) -> i64 {
        match coins {
            [] => 0,
            [first, rest @ ..] => {
                let last = coins.len() - 1;
                (first - lead(rest)).max(coins[last] - lead(&coins[..last]))
            }
        }
    }
    for number in 0..1u32 << 7 {
        let letters: String = (0..7).map(|place| if number >> place & 1 == 0 { 'a' } else { 'b' }).collect();
        let letters = &letters[..1 + number as usize % 7];
        let coins: Vec<i64> = letters.chars().map(|letter| if letter == 'a' { 1 } else { 2 }).collect();
        let position = Position::of_game(&*game, letters).unwrap();
        let value = analyse(&position, &Request::default(), &NoObserver).value.unwrap();
        assert_eq!(value.to_string(), lead(&coins).to_string(), "{letters}");
    }
}

/// An ending whose cells may all lie beyond the edge is found at both ends of the board.
#[test]
fn pictures_that_lie_mostly_beyond_the_edge_are_found() {
    let game = game("game: Edge\nboard: strip\npieces: x, o\nboth: . -> o\nend: [x#] [x#] in right stops\n");
    for (text, moves) in [("x...", 0), ("...x", 0), (".x..", 3), ("..#.", 3)] {
        let position = Position::of_game(&*game, text).unwrap();
        assert_eq!(position.moves().unwrap().len(), moves, "{text}");
    }
}
