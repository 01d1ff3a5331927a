//! Impartial forms of partizan games, in which either player may make the moves of both.

use super::boards::{cram_moves, cram_random, cram_taken, cram_write};
use super::random::{Random, cost_of_shrinking};
use super::{Oracle, State, sorted_heaps, unchanged, with, write_numbers};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    let board = |game, moves, write, random| Oracle { game, moves, write, random, canonical: unchanged };
    vec![
        Oracle {
            canonical: cram_taken,
            ..board("impartial(domineering)", cram_moves, cram_write, cram_random)
        },
        board("impartial(clobber)", clobber_moves, clobber_write, |random| cells(random, 9)),
        board("impartial(col)", col_moves, colouring_write, |random| played(random, col_moves)),
        board("impartial(snort)", snort_moves, colouring_write, |random| played(random, snort_moves)),
        board("impartial(toads-and-frogs)", toads_moves, toads_write, |random| {
            let length = random.between(1, 9);
            (0..length).map(|_| random.below(3)).collect()
        }),
        Oracle {
            canonical: sorted_heaps,
            ..board("impartial(subtract{1,4|2})", subtract_moves, write_numbers, |random| {
                random.heaps(4, 12, 6000, cost_of_shrinking)
            })
        },
    ]
}

/// Generates a board: the number of columns and, for each cell, 0 for empty, 1 for Left's and 2 for Right's piece.
fn cells(random: &mut Random, most: u64) -> State {
    let width = random.corner(1, 5);
    let height = random.between(1, (most / width).max(1));
    std::iter::once(width).chain((0..width * height).map(|_| random.below(3))).collect()
}

/// Generates a board a few moves after the empty one.
fn played(random: &mut Random, moves: fn(&State) -> Vec<State>) -> State {
    let width = random.corner(1, 4);
    let height = random.between(1, 8 / width);
    let mut state: State = std::iter::once(width).chain((0..width * height).map(|_| 0)).collect();
    for _ in 0..random.below(3) {
        let after = moves(&state);
        if let Some(next) = after.get(random.below(after.len().max(1) as u64) as usize) {
            state = next.clone();
        }
    }
    state
}

fn clobber_write(state: &State) -> String {
    write(state, ['.', 'x', 'o'])
}

fn colouring_write(state: &State) -> String {
    write(state, ['.', 'b', 'r'])
}

fn write(state: &State, letters: [char; 3]) -> String {
    let row = |row: &[u64]| row.iter().map(|&cell| letters[cell as usize]).collect::<String>();
    state[1..].chunks(state[0] as usize).map(row).collect::<Vec<_>>().join("|")
}

/// Returns the cells that share a side with a cell.
fn beside(state: &State, cell: usize) -> Vec<usize> {
    let width = state[0] as usize;
    let mut all = Vec::new();
    if cell > width {
        all.push(cell - width);
    }
    if cell + width < state.len() {
        all.push(cell + width);
    }
    if cell % width != 1 && width > 1 {
        all.push(cell - 1);
    }
    if !cell.is_multiple_of(width) {
        all.push(cell + 1);
    }
    all
}

/// Any stone replaces an adjacent stone of the other colour.
fn clobber_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for cell in (1..state.len()).filter(|&cell| state[cell] != 0) {
        for other in beside(state, cell) {
            if state[cell] + state[other] == 3 {
                after.push(with(&with(state, cell, 0), other, state[cell]));
            }
        }
    }
    after
}

/// Either colour is placed on an empty cell with no adjacent cell of that colour.
fn col_moves(state: &State) -> Vec<State> {
    colouring(state, |colour, beside| beside != colour)
}

/// Either colour is placed on an empty cell with no adjacent cell of the other colour.
fn snort_moves(state: &State) -> Vec<State> {
    colouring(state, |colour, beside| beside == 0 || beside == colour)
}

fn colouring(state: &State, may_be_beside: fn(u64, u64) -> bool) -> Vec<State> {
    let mut after = Vec::new();
    for cell in (1..state.len()).filter(|&cell| state[cell] == 0) {
        for colour in [1, 2] {
            if beside(state, cell).iter().all(|&other| may_be_beside(colour, state[other])) {
                after.push(with(state, cell, colour));
            }
        }
    }
    after
}

/// Toads (1) step right or leap over a frog (2), and frogs step left or leap over a toad, onto an empty cell.
fn toads_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for from in 0..state.len() {
        let forward: i64 = match state[from] {
            1 => 1,
            2 => -1,
            _ => continue,
        };
        let at = |steps: i64| usize::try_from(from as i64 + steps * forward).ok();
        let is = |steps: i64, piece: u64| at(steps).and_then(|cell| state.get(cell)) == Some(&piece);
        let to = match () {
            () if is(1, 0) => at(1),
            () if is(1, 3 - state[from]) && is(2, 0) => at(2),
            () => None,
        };
        after.extend(to.map(|to| with(&with(state, from, 0), to, state[from])));
    }
    after
}

fn toads_write(state: &State) -> String {
    state.iter().map(|&cell| ['.', 't', 'f'][cell as usize]).collect()
}

/// Either player takes one, two or four tokens from a heap.
fn subtract_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for taken in [1, 2, 4] {
            if taken <= heap {
                after.push(with(state, index, heap - taken));
            }
        }
    }
    after
}
