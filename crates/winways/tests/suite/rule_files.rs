//! Answers about games of rule files, compared with searches straight from the rules.

use std::collections::BTreeSet;
use std::sync::Arc;
use winways::games::AnyGame;
use winways::play::Prospect;
use winways::tables::{HeapTable, Keep, OutcomeTable, QuotientTable};
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

/// The outcomes of two heaps do not determine the outcome of their sum. So if moves split heaps, equal windows of outcomes prove no
/// period, although equal windows of nim-values do.
#[test]
fn proved_periods_of_outcomes_hold_if_moves_split_heaps() {
    for rules in [
        "heap n -> n-k where 1 <= k <= 2 | n-k, 2 where 3 <= k <= 5",
        "heap n -> n-k where 1 <= k <= 2 | n-k, 1 where 4 <= k <= 6",
        "heap n -> n-1, j where 1 <= j <= 2, n >= 3 | n-1 | n-2",
    ] {
        let game = game(rules);
        for play in [Play::Normal, Play::Misere] {
            let table =
                |up_to| OutcomeTable::find(&*game, play, up_to, Budget::DEFAULT, &NoObserver).unwrap();
            let lost: BTreeSet<u64> = table(90).lost().collect();
            for up_to in [12, 20, 30, 40, 60, 80] {
                let Some(pattern) = table(up_to).pattern().filter(|pattern| pattern.is_proved()) else {
                    continue;
                };
                for heap in 0..=90 {
                    let earlier = pattern.reduce(heap).0;
                    assert_eq!(
                        lost.contains(&heap),
                        lost.contains(&earlier),
                        "{rules} {play:?} {up_to}: {heap}"
                    );
                }
            }
        }
    }
}

/// Codes, and sums in which a heap of 0 is no heap, are not for games in which heap 0 has a move.
#[test]
fn large_heaps_are_right_if_heap_zero_has_a_move() {
    let splits = game("heap n -> a, b where a + b = n - 3 | nothing where n = 0");
    let mut table = HeapTable::new(&*splits, Keep::All, Budget::DEFAULT, &NoObserver).unwrap();
    table.extend_to(8300, &NoObserver).unwrap();
    let mut values: Vec<u64> = vec![1];
    for heap in 1..=8300usize {
        let rest = heap.checked_sub(3);
        let options: BTreeSet<u64> = rest
            .into_iter()
            .flat_map(|rest| (0..=rest).map(move |a| (a, rest - a)))
            .map(|(a, b)| values[a] ^ values[b])
            .collect();
        values.push((0..).find(|value| !options.contains(value)).unwrap());
    }
    for (heap, &value) in (0..).zip(&values) {
        assert_eq!(table.value(heap), Some(value), "heap {heap}");
    }
    // Right may pass once for each heap of 0.
    let passes = game(
        "left: heap n -> n-k where k in {1, 3}\nright: heap n -> n-k where k in {3, 4}\n\
         right: heap n -> nothing where n = 0\n",
    );
    for heaps in ["200 0", "5000 0"] {
        let position = Position::of_game(&*passes, heaps).unwrap();
        let analysis = analyse(&position, &Request::default(), &NoObserver);
        assert_eq!(analysis.outcome, Some(Outcome::Right), "{heaps}");
    }
}
