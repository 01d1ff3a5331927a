use super::*;
use std::collections::BTreeSet;
use winways_kit::RankedBoard;
use winways_kit::testing::rank_checks::{Twin, check_forms, check_steps, check_values, solve, value_of};
use winways_kit::view::{Cell, Figure, Tiling};
use winways_solve::{Solution, SolvedRanks, SolvedValue};

/// An independent implementation of the rules on a board of letters, with dots for empty squares. The last letter is the side to
/// move.
struct Letters;

type Board = Vec<u8>;

fn is_white(letter: u8) -> bool {
    letter.is_ascii_uppercase()
}

fn steps(letter: u8) -> (Vec<(i32, i32)>, bool) {
    let straight = vec![(1, 0), (0, 1), (-1, 0), (0, -1)];
    let diagonal = vec![(1, 1), (-1, 1), (1, -1), (-1, -1)];
    match letter.to_ascii_lowercase() {
        b'r' => (straight, true),
        b'b' => (diagonal, true),
        b'q' => ([straight, diagonal].concat(), true),
        b'k' => ([straight, diagonal].concat(), false),
        _ => (vec![(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)], false),
    }
}

/// Returns every square to which the piece on `from` could move, except those occupied by its own side.
fn targets(board: &Board, from: usize) -> Vec<usize> {
    let (steps, slides) = steps(board[from]);
    let mut targets = Vec::new();
    for (file, rank) in steps {
        let mut at = (from as i32 % 8 + file, from as i32 / 8 + rank);
        while (0..8).contains(&at.0) && (0..8).contains(&at.1) {
            let to = (8 * at.1 + at.0) as usize;
            if board[to] == b'.' || is_white(board[to]) != is_white(board[from]) {
                targets.push(to);
            }
            if board[to] != b'.' || !slides {
                break;
            }
            at = (at.0 + file, at.1 + rank);
        }
    }
    targets
}

/// Returns `true` if the white king (or the black king if `white` is `false`) is attacked.
fn is_in_check(board: &Board, white: bool) -> bool {
    let king = if white { b'K' } else { b'k' };
    (0..64).any(|from| {
        board[from] != b'.'
            && is_white(board[from]) != white
            && targets(board, from).iter().any(|&to| board[to] == king)
    })
}

impl Twin for Letters {
    type State = Board;

    fn read(&self, text: &str) -> Board {
        let (placement, side) = text.split_once(' ').unwrap();
        let mut board = Vec::new();
        for row in placement.split('/').collect::<Vec<_>>().into_iter().rev() {
            for letter in row.bytes() {
                match letter {
                    b'1'..=b'8' => board.extend(vec![b'.'; usize::from(letter - b'0')]),
                    _ => board.push(letter),
                }
            }
        }
        assert_eq!(board.len(), 64);
        board.extend(side.bytes());
        board
    }

    fn end(&self, board: &Board, _: Play) -> Option<End> {
        let is_stuck = self.options(board).is_empty();
        let check = is_in_check(board, board[64] == b'w');
        is_stuck.then_some(if check { End::Lost } else { End::Drawn })
    }

    fn options(&self, board: &Board) -> Vec<Board> {
        let white = board[64] == b'w';
        let mut options = Vec::new();
        for from in (0..64).filter(|&from| board[from] != b'.' && is_white(board[from]) == white) {
            for to in targets(board, from) {
                let mut after = board.clone();
                after[to] = after[from];
                after[from] = b'.';
                after[64] = if white { b'b' } else { b'w' };
                if !is_in_check(&after, white) {
                    options.push(after);
                }
            }
        }
        options
    }
}

fn ending(pieces: &str) -> Ending {
    Ending::parse(pieces).unwrap()
}

/// Returns the length of the longest win with White to move, in White's moves, and the number of positions with such a win, up to
/// symmetry.
fn longest_win(ending: &Ending, solved: &Solution) -> (usize, u64) {
    let last = ending.material.layers.last().unwrap();
    let mut wins = vec![0; 200];
    for rank in last.first..last.first + last.size / 2 {
        if let Some(SolvedValue::Won(remoteness)) = solved.value(rank).unwrap() {
            wins[remoteness as usize] += 1;
        }
    }
    let longest = wins.iter().rposition(|&count| count > 0).unwrap();
    (longest.div_ceil(2), wins[longest])
}

#[test]
fn forms_agree() {
    check_forms(ending("KQK"), 0);
    check_forms(ending("KK"), 0);
}

#[test]
fn values_agree_with_the_rules() {
    check_values(&ending("KQK"), &Letters);
}

/// Compares the options in both implementations, for positions spread over all ranks.
#[test]
fn options_agree_with_the_rules() {
    for pieces in ["KQRKB", "KBBKN", "KQKRR", "KNNNK", "KBNK", "KKQ", "KRKR"] {
        let ending = ending(pieces);
        check_steps(&ending);
        let count: u64 = ending.layers().iter().sum();
        let mut rank = count / 2;
        let mut positions = 0;
        for _ in 0..4000 {
            // The sequence need not visit all ranks, only many that are far apart.
            rank = (rank.wrapping_mul(6_364_136_223_846_793_005) >> 7).wrapping_add(1_442_695_040_888_963)
                % count;
            let Some(position) = ending.position(rank) else { continue };
            positions += 1;
            assert_eq!(ending.rank(&position), rank);
            let text = ending.write(&position);
            let board = Letters.read(text.trim_matches('"'));
            let mut options = Vec::new();
            ending.options(&position, &mut options);
            let written: BTreeSet<Board> =
                options.iter().map(|option| Letters.read(ending.write(option).trim_matches('"'))).collect();
            assert_eq!(written, Letters.options(&board).into_iter().collect(), "{text}");
            assert_eq!(ending.end(&position, Play::Normal), Letters.end(&board, Play::Normal), "{text}");
            for option in &options {
                let is_same_layer =
                    option.groups.map(u64::count_ones) == position.groups.map(u64::count_ones);
                let mut sources = Vec::new();
                ending.predecessors(ending.rank(option), &mut sources);
                assert_eq!(sources.contains(&rank), is_same_layer, "{text}");
            }
        }
        assert!(positions > 500, "{pieces}: {positions}");
    }
}

/// Compares the longest wins and their counts with tables by P. Karrer and others on K. Kryukov's discussion board.
#[test]
fn queen_and_rook() {
    for (pieces, longest, lost, text, value) in [
        ("KQK", (10, 1), 8, "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1", SolvedValue::Won(19)),
        ("KRK", (16, 121), 390, "8/8/8/8/8/2k5/1R6/K7 w - -", SolvedValue::Won(31)),
    ] {
        let ending = ending(pieces);
        let solved = solve(&ending, Play::Normal);
        assert_eq!(longest_win(&ending, &solved), longest);
        assert_eq!(solved.counts().lost[2 * longest.0], lost);
        assert_eq!(value_of(&ending, &solved, text), value);
        assert_eq!(value_of(&ending, &solved, "8/8/8/8/8/5k2/8/K7 w"), SolvedValue::Drawn);
    }
}

#[test]
fn four_pieces() {
    for (pieces, longest) in [("KBBK", 19), ("KBNK", 33), ("KQKR", 35)] {
        let ending = ending(pieces);
        assert_eq!(longest_win(&ending, &solve(&ending, Play::Normal)).0, longest, "{pieces}");
    }
}

#[test]
fn no_mate_without_the_pieces_for_it() {
    for pieces in ["KNK", "KBK"] {
        let solved = solve(&ending(pieces), Play::Normal);
        assert_eq!(solved.counts().drawn, solved.counts().positions());
    }
}

#[test]
fn moves_have_names() {
    let ending = ending("KQKR");
    let position = RankedBoard::parse(&ending, "8/8/8/5k2/8/8/1Q4r1/K7 w").unwrap();
    let steps = ending.steps(&position);
    let step = |name: &str| steps.iter().find(|step| step.name == name).unwrap();
    assert_eq!((&step("Qb2xg2").touches[..], step("Ka1-b1").touches[1]), (&[49, 54][..], 57));
    let Figure::Grid(grid) = ending.figure(&position) else { panic!("no grid") };
    assert_eq!(["Qb2xg2", "Ka1-b1"].map(|name| grid.name(step(name).touches[1])), ["g2", "b1"]);
    let signs: String = grid
        .cells
        .iter()
        .map(|cell| if let Cell::Piece(piece) = cell { piece.sign.clone() } else { String::new() })
        .collect();
    assert!(grid.tiling == Tiling::Chequered && signs == "kQrK", "{signs}");
}

#[test]
fn wrong_input_is_pointed_at() {
    let ending = ending("KQK");
    let wrong = |text: &str| RankedBoard::parse(&ending, text).unwrap_err();
    assert_eq!(wrong("8/8/8/5k2/8/8/1Q6/K7").message, "the input ends here");
    assert_eq!(wrong("8/8/8/5k2/8/8/1Q6 w").message, "unexpected ` `");
    assert_eq!(wrong("8/8/8/5k2/8/8/1Q7/K7 w").to_string(), "rank 2 has more than 8 squares: expected 8");
    assert_eq!(wrong("8/8/8/5k1/8/8/1Q6/K7 w").message, "rank 5 has only 7 squares");
    assert_eq!(
        wrong("8/8/8/5k2/8/8/1R6/K7 w").to_string(),
        "White has too many pieces of this kind: expected at most 0, as in KQK"
    );
    assert_eq!(wrong("8/8/8/5k2/8/8/1R6/K7 w").span.range(), 15..16);
    assert_eq!(wrong("8/8/8/5k2/8/8/1Q6/K6K w").message, "White has two kings");
    assert_eq!(wrong("8/8/8/8/8/8/1Q6/K7 w").message, "Black has no king");
    assert_eq!(wrong("8/8/8/8/8/8/kQ6/K7 w").message, "the kings are next to each other");
    assert!(wrong("k7/8/8/8/8/8/QK6/8 w").message.starts_with("Black is in check"));
    assert_eq!(wrong("8/8/8/5k2/8/8/1Q6/K7 w KQ").span.range(), 23..24);
    assert_eq!(wrong("8/8/8/5k2/8/8/1P6/K7 w").span.range(), 15..16);
    assert_eq!(wrong("88888888").message, "rank 8 has more than 8 squares");
}
