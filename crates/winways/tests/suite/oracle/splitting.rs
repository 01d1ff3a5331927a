//! Games with heaps or rows that can be split. The parts left take the place of the heap, smaller part first; a
//! heap taken whole leaves 0.

use super::random::{Random, cost_of_splitting};
use super::{Oracle, State, sorted_heaps, write_numbers};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        splitting_game("apples", apples_moves),
        splitting_game("kayles", kayles_moves),
        splitting_game("dawson-kayles", dawson_kayles_moves),
        splitting_game("dawson-chess", dawson_chess_moves),
        splitting_game("grundy", grundy_moves),
        splitting_game("lasker", lasker_moves),
        splitting_game("octal(0.07)", |state| octal_moves(state, &[0, 0, 7])),
        splitting_game("octal(0.137)", |state| octal_moves(state, &[0, 1, 3, 7])),
        splitting_game("octal(0.6)", |state| octal_moves(state, &[0, 6])),
        splitting_game("octal(4.4)", |state| octal_moves(state, &[4, 4])),
        splitting_game("octal(0.26)", |state| octal_moves(state, &[0, 2, 6])),
        splitting_game("octal(0.45)", |state| octal_moves(state, &[0, 4, 5])),
        splitting_game("octal(0.333)", |state| octal_moves(state, &[0, 3, 3, 3])),
        splitting_game("octal(4.7)", |state| octal_moves(state, &[4, 7])),
        splitting_game("octal(0.(07))", |state| octal_moves(state, &[&[0][..], &[0, 7].repeat(20)].concat())),
        splitting_game("octal(0.1(23))", |state| {
            octal_moves(state, &[&[0, 1][..], &[2, 3].repeat(20)].concat())
        }),
        splitting_game("hex(0.3F)", |state| octal_moves(state, &[0, 3, 15])),
        splitting_game("hex(0.8)", |state| octal_moves(state, &[0, 8])),
        splitting_game("hex(C.1)", |state| octal_moves(state, &[12, 1])),
        splitting_game("hex(0.1(0A))", |state| {
            octal_moves(state, &[&[0, 1][..], &[0, 10].repeat(20)].concat())
        }),
    ]
}

/// Creates the oracle of a game with heaps that can be split and whose order does not matter.
fn splitting_game(game: &'static str, moves: fn(&State) -> Vec<State>) -> Oracle {
    Oracle { game, moves, write: write_numbers, random: splitting_random, canonical: sorted_heaps }
}

/// Generates several heaps with few tokens in total.
fn splitting_random(random: &mut Random) -> State {
    match random.below(3) {
        0 => random.heaps(1, 17, 17, cost_of_splitting),
        1 => random.heaps(3, 9, 17, cost_of_splitting),
        _ => random.heaps(6, 5, 17, cost_of_splitting),
    }
}

/// Replaces the heap at `index` by two parts, either or both of which may be empty.
fn replaced(state: &State, index: usize, one: u64, other: u64) -> State {
    let (smaller, larger) = (one.min(other), one.max(other));
    let mut after = state[..index].to_vec();
    if smaller > 0 {
        after.push(smaller);
    }
    after.push(larger);
    after.extend(&state[index + 1..]);
    after
}

/// Returns every way to take `taken` neighbours out of a row, with any part of the rest on either side.
fn taken_from_rows(state: &State, taken: u64) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &row) in state.iter().enumerate() {
        for left in 0..row {
            if left + taken <= row {
                after.push(replaced(state, index, left, row - left - taken));
            }
        }
    }
    after
}

/// Apples: take any positive number of consecutive apples out of one row.
fn apples_moves(state: &State) -> Vec<State> {
    let longest = state.iter().copied().max().unwrap_or(0);
    (1..=longest).flat_map(|taken| taken_from_rows(state, taken)).collect()
}

/// Kayles: take one or two neighbours out of one row.
fn kayles_moves(state: &State) -> Vec<State> {
    (1..=2).flat_map(|taken| taken_from_rows(state, taken)).collect()
}

/// Dawson's Kayles: take exactly two neighbours out of one row.
fn dawson_kayles_moves(state: &State) -> Vec<State> {
    taken_from_rows(state, 2)
}

/// Dawson's Chess: take a single token that is a whole row, two from an end of a row, or any three neighbours.
fn dawson_chess_moves(state: &State) -> Vec<State> {
    let mut after = taken_from_rows(state, 3);
    for (index, &row) in state.iter().enumerate() {
        if row == 1 {
            after.push(replaced(state, index, 0, 0));
        }
        if row >= 2 {
            after.push(replaced(state, index, 0, row - 2));
        }
    }
    after
}

/// Grundy's game: split one heap into two unequal positive parts.
fn grundy_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for part in (1..heap).filter(|part| 2 * part != heap) {
            after.push(replaced(state, index, part, heap - part));
        }
    }
    after
}

/// Lasker's Nim: take any positive number from one heap, or split one heap into two positive parts.
fn lasker_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for taken in 1..=heap {
            after.push(replaced(state, index, 0, heap - taken));
        }
        for part in 1..heap {
            after.push(replaced(state, index, part, heap - part));
        }
    }
    after
}

/// Octal game: bits of `digits[k]` allow moves that remove k tokens from a heap. Bit 1 allows taking the whole
/// heap; bits 2, 4 and 8 allow leaving exactly one, two or three heaps. The digit for k = 0 uses only the bits 4
/// and 8.
fn octal_moves(state: &State, digits: &[u64]) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for (removed, digit) in (0..=heap).zip(digits) {
            let left = heap - removed;
            if removed > 0 && digit & 1 != 0 && left == 0 {
                after.push(replaced(state, index, 0, 0));
            }
            if removed > 0 && digit & 2 != 0 && left > 0 {
                after.push(replaced(state, index, 0, left));
            }
            if digit & 4 != 0 {
                for part in 1..left {
                    after.push(replaced(state, index, part, left - part));
                }
            }
            if digit & 8 != 0 {
                for (one, two) in (1..left).flat_map(|one| (1..left - one).map(move |two| (one, two))) {
                    let mut parts = replaced(state, index, one, two);
                    parts.push(left - one - two);
                    after.push(parts);
                }
            }
        }
    }
    after
}
