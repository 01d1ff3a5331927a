//! The impartial games of rule files with pictures, defined by the independent rules in the tests of `winways-games`.

#[path = "../../../../games/tests/suite/boards/board.rs"]
#[allow(dead_code, reason = "some of it is for games with two kinds of stones")]
mod board;
#[path = "../../../../games/tests/suite/boards/making.rs"]
#[allow(dead_code, reason = "random boards are enough here")]
mod making;
#[path = "../../../../games/tests/suite/boards/rules/mod.rs"]
mod rules;

use super::random::Random;
use super::{Oracle, State, unchanged};
use board::{Board, Shape};
use rules::{GameRules, Kind};

/// The maximum number of cells of a board.
const CELLS: usize = 8;
/// The maximum number of vertices of a graph.
const VERTICES: usize = 5;

/// Defines `oracles`, which creates oracles for the games with these indices in the list of [`rules::all`].
macro_rules! numbered {
    ($($number:literal)*) => {
        /// Returns the oracles of games whose files define only common moves of both players.
        pub(super) fn oracles() -> Vec<Oracle> {
            const NUMBERS: usize = [$($number),*].len();
            assert_eq!(rules::all().len(), NUMBERS, "every game has a number");
            let all = [$(oracle::<$number>()),*];
            all.into_iter().filter(|oracle| is_impartial(oracle.game)).collect()
        }
    };
}

numbered![
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39
    40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67
];

fn game_rules<const GAME: usize>() -> GameRules {
    rules::all()[GAME]
}

fn oracle<const GAME: usize>() -> Oracle {
    Oracle {
        game: game_rules::<GAME>().0,
        moves: |state| {
            let (_, kind, _, moves) = game_rules::<GAME>();
            moves(&board_of(kind, state), 0).iter().map(state_of).collect()
        },
        write: |state| board_of(game_rules::<GAME>().1, state).written(),
        random: random::<GAME>,
        canonical: unchanged,
    }
}

fn random<const GAME: usize>(random: &mut Random) -> State {
    let (_, kind, letters, _) = game_rules::<GAME>();
    let most = if kind == Kind::Graph { VERTICES } else { CELLS };
    state_of(&making::random_board(&mut |bound| random.below(bound), kind, letters.as_bytes(), most))
}

/// Returns `true` if the file has no line for a single player.
fn is_impartial(name: &str) -> bool {
    let path = format!("{}/../games/rules/boards/{name}.game", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    !text.lines().any(|line| ["left:", "right:", "each:"].iter().any(|key| line.starts_with(key)))
}

/// Encodes a board as its width, the bits of the edges of its graph, and its letters.
fn state_of(board: &Board) -> State {
    let mut edges = 0;
    if let Shape::Graph(near) = &board.shape {
        let pairs = (0..near.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        for (bit, _) in pairs.enumerate().filter(|(_, (one, other))| near[*one].contains(other)) {
            edges |= 1 << bit;
        }
    }
    [board.width as u64, edges].into_iter().chain(board.cells.iter().map(|&letter| letter.into())).collect()
}

fn board_of(kind: Kind, state: &State) -> Board {
    let cells = state[2..].iter().map(|&letter| letter as u8).collect();
    making::board(kind, state[0] as usize, cells, state[1])
}
