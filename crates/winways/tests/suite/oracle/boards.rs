//! Games with pieces or coins on cells, steps or rows.

use super::random::{Random, cost_of_shrinking};
use super::{Oracle, State, unchanged, with, write_numbers, write_numbers_or_dash};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        board_game("staircase-nim", staircase_nim_moves, write_numbers, staircase_nim_random),
        board_game("pebbles", pebbles_moves, write_numbers, pebbles_random),
        board_game("sliding-row", sliding_row_moves, sliding_row_write, sliding_row_random),
        board_game("northcott", northcott_moves, northcott_write, northcott_random),
        board_game("silver-dollar", silver_dollar_moves, write_numbers, silver_dollar_random),
        board_game("turning-turtles", turning_turtles_moves, write_numbers_or_dash, |random| {
            random_cells(random, 10)
        }),
        board_game("mock-turtles", mock_turtles_moves, write_numbers_or_dash, |random| {
            random_cells(random, 8)
        }),
        board_game("ruler", ruler_moves, write_numbers_or_dash, |random| random_cells(random, 9)),
        board_game("board-coin", board_coin_moves, write_numbers, |random| {
            vec![random.corner(1, 25), random.corner(1, 25)]
        }),
        board_game("chomp", chomp_moves, chomp_write, chomp_random),
        Oracle { canonical: cram_taken, ..board_game("cram", cram_moves, cram_write, cram_random) },
    ]
}

/// Creates the oracle of a game in which different states are different positions.
fn board_game(
    game: &'static str,
    moves: fn(&State) -> Vec<State>,
    write: fn(&State) -> String,
    random: fn(&mut Random) -> State,
) -> Oracle {
    Oracle { game, moves, write, random, canonical: unchanged }
}

/// Staircase Nim `a1 a2 .. an`: move at least one stone from step i to step i − 1; step 0 is the ground.
fn staircase_nim_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &stones) in state.iter().enumerate() {
        for moved in 1..=stones {
            let mut state = with(state, index, stones - moved);
            if index > 0 {
                state[index - 1] += moved;
            }
            after.push(state);
        }
    }
    after
}

/// Generates few stones on many steps, or more stones on few steps.
fn staircase_nim_random(random: &mut Random) -> State {
    let (steps, most) = if random.once_in(2) { (6, 6) } else { (3, 13) };
    let steps = random.between(1, steps);
    let mut stones: State = (0..steps).map(|_| random.corner(0, most)).collect();
    while stones.iter().sum::<u64>() > most {
        let step = random.below(steps) as usize;
        stones[step] = stones[step].saturating_sub(1);
    }
    stones
}

/// Pebbles `a1 a2 .. an`, non-decreasing: remove at least one from one pile, which must not become smaller
/// than the pile before it (nor than 0).
fn pebbles_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &pile) in state.iter().enumerate() {
        let least = if index == 0 { 0 } else { state[index - 1] };
        for left in least..pile {
            after.push(with(state, index, left));
        }
    }
    after
}

/// Generates sorted piles, sometimes equal or empty.
fn pebbles_random(random: &mut Random) -> State {
    let mut piles = random.heaps(5, 12, 6000, cost_of_shrinking);
    if piles.is_empty() {
        piles.push(0);
    }
    piles.sort_unstable();
    piles
}

/// An empty cell of a sliding row.
const EMPTY: u64 = 0;
/// A piece in a sliding row.
const PIECE: u64 = 1;
/// A separator between sliding rows.
const NEXT_ROW: u64 = 2;

/// Sliding row: a piece goes to the nearest empty cell on its right in the same row, over any pieces between;
/// a piece without an empty cell on its right cannot move.
fn sliding_row_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for from in (0..state.len()).filter(|&cell| state[cell] == PIECE) {
        let beyond = (from + 1..state.len()).find(|&cell| state[cell] != PIECE);
        if let Some(to) = beyond.filter(|&cell| state[cell] == EMPTY) {
            after.push(with(&with(state, from, EMPTY), to, PIECE));
        }
    }
    after
}

/// Writes the rows, separated by `|`.
fn sliding_row_write(state: &State) -> String {
    let letter = |&cell: &u64| match cell {
        EMPTY => '.',
        PIECE => 'x',
        _ => '|',
    };
    state.iter().map(letter).collect()
}

/// Generates one long row or up to three short ones, each with at least one cell; sometimes empty or full.
fn sliding_row_random(random: &mut Random) -> State {
    let (rows, longest) = [(1, 11), (2, 7), (3, 4)][random.below(3) as usize];
    let mut state = State::new();
    for row in 0..random.between(1, rows) {
        if row > 0 {
            state.push(NEXT_ROW);
        }
        let kind = random.below(12);
        for _ in 0..random.corner(1, longest) {
            state.push(match kind {
                0 => EMPTY,
                1 => PIECE,
                _ => random.below(2),
            });
        }
    }
    state
}

/// Northcott's game, advancing form, `w1,b1 w2,b2 ..`: in one row White's piece goes any number of cells
/// towards Black's, or Black's towards White's, neither onto nor past the other.
fn northcott_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (row, pieces) in state.chunks_exact(2).enumerate() {
        let (white, black) = (pieces[0], pieces[1]);
        for between in white.min(black) + 1..white.max(black) {
            after.push(with(state, 2 * row, between));
            after.push(with(state, 2 * row + 1, between));
        }
    }
    after
}

/// Writes the cells of both pieces in each row.
fn northcott_write(state: &State) -> String {
    let row = |pieces: &[u64]| format!("{},{}", pieces[0], pieces[1]);
    state.chunks_exact(2).map(row).collect::<Vec<_>>().join(" ")
}

/// Generates up to three rows, with either piece on the left, sometimes adjacent.
fn northcott_random(random: &mut Random) -> State {
    let (rows, widest) = [(1, 25), (2, 8), (3, 4)][random.below(3) as usize];
    let mut state = State::new();
    for _ in 0..random.between(1, rows) {
        let left = random.corner(1, 6);
        let right = left + 1 + random.corner(0, widest);
        state.extend(if random.once_in(2) { [left, right] } else { [right, left] });
    }
    state
}

/// Silver dollar `p1 p2 ..`, cells in ascending order counted from 1: move one coin any number of cells to the
/// left, neither onto nor over another coin.
fn silver_dollar_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &cell) in state.iter().enumerate() {
        let first_free = if index == 0 { 1 } else { state[index - 1] + 1 };
        for to in first_free..cell {
            after.push(with(state, index, to));
        }
    }
    after
}

/// Generates one to five coins with gaps, sometimes adjacent or at the left end.
fn silver_dollar_random(random: &mut Random) -> State {
    let (coins, widest) = [(1, 30), (2, 14), (3, 6), (5, 3)][random.below(4) as usize];
    let mut cell = 0;
    let mut state = State::new();
    for _ in 0..random.between(1, coins) {
        cell += 1 + random.corner(0, widest);
        state.push(cell);
    }
    state
}

/// Turns the coins at `cells`. Returns the cells with heads.
fn turned(state: &State, cells: &[u64]) -> State {
    let mut heads = state.clone();
    for cell in cells {
        match heads.binary_search(cell) {
            Ok(index) => {
                heads.remove(index);
            }
            Err(index) => heads.insert(index, *cell),
        }
    }
    heads
}

/// Turning turtles, heads at `p1 p2 ..` counted from 1: turn one head to tail and, optionally, one coin to its
/// left, whichever side it shows.
fn turning_turtles_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for &head in state {
        after.push(turned(state, &[head]));
        for other in 1..head {
            after.push(turned(state, &[head, other]));
        }
    }
    after
}

/// Mock turtles, heads at `p1 p2 ..` counted from 1: turn one head to tail and, optionally, one or two coins to
/// its left, whichever side they show.
fn mock_turtles_moves(state: &State) -> Vec<State> {
    let mut after = turning_turtles_moves(state);
    for &head in state {
        for other in 1..head {
            for third in 1..other {
                after.push(turned(state, &[head, other, third]));
            }
        }
    }
    after
}

/// Ruler, heads at `p1 p2 ..` counted from 1: turn a run of neighbouring coins, the last of which goes from
/// head to tail.
fn ruler_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for &last in state {
        for first in 1..=last {
            let run: Vec<u64> = (first..=last).collect();
            after.push(turned(state, &run));
        }
    }
    after
}

/// Generates a subset of the cells from 1 to `cells`; sometimes no cell, one cell or the first cells.
fn random_cells(random: &mut Random, cells: u64) -> State {
    let kind = random.below(16);
    match kind {
        0 => State::new(),
        1 => (1..=random.between(1, cells)).collect(),
        2..=4 => vec![random.between(1, cells)],
        _ => (1..=cells).filter(|_| random.once_in(2 + kind % 3)).collect(),
    }
}

/// Board coin `n m`: the coin at the top right of a board with n times m cells goes one cell to the left, one
/// down, or one diagonally left and down. The cells it leaves behind are never used again.
fn board_coin_moves(state: &State) -> Vec<State> {
    let &[columns, rows] = state.as_slice() else { panic!("board-coin is `n m`: {state:?}") };
    let mut after = Vec::new();
    if columns > 1 {
        after.push(vec![columns - 1, rows]);
    }
    if rows > 1 {
        after.push(vec![columns, rows - 1]);
    }
    if columns > 1 && rows > 1 {
        after.push(vec![columns - 1, rows - 1]);
    }
    after
}

/// The letters of Cram: a free cell, a taken cell, and halves of vertical and horizontal dominoes.
const CRAM: [char; 4] = ['.', '#', 'v', 'h'];

/// Cram, as the number of columns and the letters of all cells. A move places a domino on two free neighbours.
pub(super) fn cram_moves(state: &State) -> Vec<State> {
    let width = state[0] as usize;
    let mut after = Vec::new();
    for cell in 1..state.len() {
        let right = if cell % width == 0 { 0 } else { cell + 1 };
        for (other, letter) in [(cell + width, 2), (right, 3)] {
            if state[cell] == 0 && other > 0 && state.get(other) == Some(&0) {
                after.push(with(&with(state, cell, letter), other, letter));
            }
        }
    }
    after
}

pub(super) fn cram_write(state: &State) -> String {
    let rows = state[1..].chunks(state[0] as usize);
    let row = |row: &[u64]| row.iter().map(|&letter| CRAM[letter as usize]).collect::<String>();
    rows.map(row).collect::<Vec<_>>().join("|")
}

/// Ignores which piece occupies a cell.
pub(super) fn cram_taken(state: &State) -> State {
    std::iter::once(state[0]).chain(state[1..].iter().map(|&letter| letter.min(1))).collect()
}

/// Generates boards of at most twelve cells, most of them free.
pub(super) fn cram_random(random: &mut Random) -> State {
    let width = random.corner(1, 6);
    let height = random.between(1, 12 / width);
    let cells = (0..width * height).map(|_| u64::from(random.once_in(5)));
    std::iter::once(width).chain(cells).collect()
}

/// Chomp: the width, then 1 for each square that is left, row by row from the bottom. A bite removes a square and
/// all squares that are neither below it nor to its left. The first square stays.
fn chomp_moves(state: &State) -> Vec<State> {
    let width = state[0] as usize;
    let place = |square: usize| ((square - 1) / width, (square - 1) % width);
    let bites = (2..state.len()).filter(|&square| state[square] == 1);
    let after = |bite: usize| {
        let goes = |square: usize| {
            square > 0 && place(square).0 >= place(bite).0 && place(square).1 >= place(bite).1
        };
        (0..state.len()).map(|square| if goes(square) { 0 } else { state[square] }).collect()
    };
    bites.map(after).collect()
}

fn chomp_write(state: &State) -> String {
    let row = |row: &[u64]| row.iter().map(|&left| if left == 1 { '.' } else { '#' }).collect::<String>();
    state[1..].chunks(state[0] as usize).rev().map(row).collect::<Vec<_>>().join("|")
}

/// Generates a small bar after some bites.
fn chomp_random(random: &mut Random) -> State {
    let (width, height) = (random.corner(1, 5), random.corner(1, 4));
    let mut state: State = std::iter::once(width).chain((0..width * height).map(|_| 1)).collect();
    for _ in 0..random.below(3) {
        let after = chomp_moves(&state);
        if !after.is_empty() {
            state = after[random.below(after.len() as u64) as usize].clone();
        }
    }
    state
}
