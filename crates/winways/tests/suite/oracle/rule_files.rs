//! The games of rule files, defined by relations between a component and its options.

use super::random::{self, Random};
use super::{Oracle, State, sorted_heaps, unchanged, write_numbers};

/// Returns `true` if a move leads from one component to another.
type IsMove = fn(&[u64], &[u64]) -> bool;

/// Creates an oracle for components of `$arity` numbers, with random numbers up to `$most`.
macro_rules! relation {
    ($name:literal, $arity:literal, $most:literal, $is_move:expr) => {{
        fn moves(state: &State) -> Vec<State> {
            moves_of_components(state, $arity, $is_move)
        }
        fn random(random: &mut Random) -> State {
            match $arity {
                1 => random.heaps(3, $most, 400, random::cost_of_shrinking),
                _ => (0..$arity).map(|_| random.corner(0, $most)).collect(),
            }
        }
        let canonical = if $arity == 1 { sorted_heaps } else { unchanged };
        Oracle { game: $name, moves, write: write_numbers, random, canonical }
    }};
}

mod heaps;
mod pairs;
mod tuples;

/// Returns the oracles of all rule files about numbers.
pub(super) fn oracles() -> Vec<Oracle> {
    [heaps::oracles(), pairs::oracles(), tuples::oracles(), first_oracles()].concat()
}

fn first_oracles() -> Vec<Oracle> {
    vec![
        relation!("mark", 1, 20, |a, b| a[0] > 0 && (b[0] + 1 == a[0] || b[0] == a[0] / 2)),
        relation!("upmark", 1, 20, |a, b| b[0] < a[0] && (b[0] + 1 == a[0] || b[0] == a[0].div_ceil(2))),
        relation!("mark-t", 1, 20, |a, b| b[0] < a[0] && (a[0] - b[0] < 3 || b[0] == a[0] / 3)),
        relation!("prim", 1, 20, |a, b| b[0] < a[0] && common_divisors(a[0], a[0] - b[0]) == 1),
        relation!("dim", 1, 20, |a, b| b[0] < a[0] && a[0] % (a[0] - b[0]) == 0),
        relation!("aliquot", 1, 20, |a, b| b[0] < a[0] && b[0] > 0 && a[0] % (a[0] - b[0]) == 0),
        relation!("saliquant", 1, 20, |a, b| b[0] < a[0] && b[0] > 0 && a[0] % (a[0] - b[0]) != 0),
        relation!("at-most-half", 1, 20, |a, b| b[0] < a[0] && b[0] >= a[0] - b[0]),
        relation!("end-nim", 3, 4, |a, b| {
            changed(a, b) == 1 && lowers(a, b) && (a[1] == b[1] || a[0] == 0 || a[2] == 0)
        }),
        relation!("chomp-2", 2, 8, |a, b| b == [a[0], b[1]] && b[1] < a[1]
            || b[0] >= 1 && b[0] < a[0] && b[1] == a[1].min(b[0])),
        relation!("chomp-3", 3, 4, |a, b| {
            let bitten = |row: usize, length: u64| {
                length < a[row]
                    && (0..3)
                        .all(|other| b[other] == if other < row { a[other] } else { a[other].min(length) })
            };
            (0..3).any(|row| (u64::from(row == 0)..9).any(|length| bitten(row, length)))
        }),
        relation!("generalized-wythoff", 2, 9, |a, b| lowers(a, b)
            && (changed(a, b) == 1 || (a[0] - b[0]).abs_diff(a[1] - b[1]) < 2)),
        relation!("nimhoff", 2, 9, |a, b| lowers(a, b)
            && (changed(a, b) == 1 || a[0] + a[1] - b[0] - b[1] < 3)),
        relation!("king", 2, 9, |a, b| lowers(a, b) && a[0] - b[0] <= 1 && a[1] - b[1] <= 1),
        relation!("white-knight", 2, 9, |a, b| {
            let step = [a[0].abs_diff(b[0]), a[1].abs_diff(b[1])];
            (step == [1, 2] && b[1] < a[1]) || (step == [2, 1] && b[0] < a[0])
        }),
        relation!("lim", 3, 3, |a, b| {
            let difference = |place: usize| b[place] as i64 - a[place] as i64;
            (0..3).any(|to| {
                let k = difference(to);
                k >= 1 && (0..3).all(|from| from == to || difference(from) == -k)
            })
        }),
        relation!("exact-nim", 3, 4, |a, b| lowers(a, b) && changed(a, b) == 2),
        relation!("slow-exact-nim", 3, 4, |a, b| lowers(a, b)
            && changed(a, b) == 2
            && total(a) - total(b) == 2),
        relation!("antonim", 3, 5, |a, b| {
            let place = (0..3).find(|&place| a[place] != b[place]).unwrap_or(0);
            let doubled = (0..3).any(|other| other != place && b[other] == b[place]);
            lowers(a, b) && changed(a, b) == 1 && (b[place] == 0 || !doubled)
        }),
        relation!("greedy-nim", 3, 5, |a, b| lowers(a, b)
            && changed(a, b) == 1
            && (0..3).all(|place| a[place] == b[place] || Some(&a[place]) == a.iter().max())),
        relation!("nim-with-a-pass", 4, 2, |a, b| {
            let pass = a[3] == 1 && b == [a[0], a[1], a[2], 0] && total(&a[..3]) > 0;
            pass || (a[3] == b[3] && changed(a, b) == 1 && lowers(a, b))
        }),
        relation!("tripling-nim", 2, 12, |a, b| b[0] < a[0]
            && a[0] - b[0] <= a[1]
            && b[1] == 3 * (a[0] - b[0])),
        relation!("welter-3", 3, 5, |a, b| {
            let place = (0..3).find(|&place| a[place] != b[place]).unwrap_or(0);
            changed(a, b) == 1 && lowers(a, b) && (0..3).all(|other| other == place || b[other] != b[place])
        }),
        relation!("maharaja-nim", 2, 8, |a, b| is_queen(a, b)
            || lowers(a, b) && is_slope(a, b, 1, 2) && total(a) - total(b) == 3),
        relation!("diagonal-wythoff", 2, 8, |a, b| is_queen(a, b) || lowers(a, b) && is_slope(a, b, 1, 2)),
        relation!("yama-nim", 2, 7, |a, b| total(b) < total(a) && (b[0] == a[0] + 1 || b[1] == a[1] + 1)),
        splitting(
            "chocolate-bar",
            chocolate_moves,
            |random| vec![random.between(1, 4), random.between(1, 4)],
            unchanged,
        ),
        splitting("couples-are-forever", couples_moves, heaps_to_split, sorted_heaps),
        splitting("officers", officers_moves, heaps_to_split, sorted_heaps),
        splitting("guiles", guiles_moves, heaps_to_split, sorted_heaps),
    ]
}

fn splitting(
    game: &'static str,
    moves: fn(&State) -> Vec<State>,
    random: fn(&mut Random) -> State,
    canonical: fn(&State) -> State,
) -> Oracle {
    Oracle { game, moves, write: write_numbers, random, canonical }
}

fn heaps_to_split(random: &mut Random) -> State {
    random.heaps(3, 12, 16, random::cost_of_splitting)
}

/// Returns the states after all moves. Tries all components whose numbers are at most a bound.
fn moves_of_components(state: &State, arity: usize, is_move: IsMove) -> Vec<State> {
    let mut after = Vec::new();
    for place in (0..state.len()).step_by(arity) {
        let from = &state[place..place + arity];
        // With one or two numbers, no number grows beyond three times the greatest number plus 1. With three or more numbers,
        // no number grows beyond the total.
        let greatest = from.iter().copied().max().unwrap_or(0);
        let reach = if arity <= 2 { 3 * greatest + 1 } else { total(from) };
        let mut to = vec![0; arity];
        loop {
            if is_move(from, &to) {
                after.push([&state[..place], &to, &state[place + arity..]].concat());
            }
            let Some(next) = to.iter().rposition(|&number| number < reach) else { break };
            to[next] += 1;
            to[next + 1..].fill(0);
        }
    }
    after
}

fn total(numbers: &[u64]) -> u64 {
    numbers.iter().sum()
}

fn changed(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).filter(|(a, b)| a != b).count()
}

/// Returns `true` if some number decreases and none increases.
fn lowers(a: &[u64], b: &[u64]) -> bool {
    a != b && a.iter().zip(b).all(|(a, b)| b <= a)
}

fn is_queen(a: &[u64], b: &[u64]) -> bool {
    lowers(a, b) && (changed(a, b) == 1 || is_slope(a, b, 1, 1))
}

/// Returns `true` if the two numbers decrease in the proportion `one` to `other`, or `other` to `one`.
fn is_slope(a: &[u64], b: &[u64], one: u64, other: u64) -> bool {
    let (x, y) = (a[0] - b[0], a[1] - b[1]);
    x * other == y * one || x * one == y * other
}

fn common_divisors(a: u64, b: u64) -> usize {
    (1..=a).filter(|divisor| a.is_multiple_of(*divisor) && b.is_multiple_of(*divisor)).count()
}

/// Returns the states after one component is replaced by the parts that `pairs` returns.
fn splits(state: &State, arity: usize, pairs: impl Fn(&[u64]) -> Vec<State>) -> Vec<State> {
    let mut after = Vec::new();
    for place in (0..state.len()).step_by(arity) {
        for parts in pairs(&state[place..place + arity]) {
            after.push([&state[..place], &parts, &state[place + arity..]].concat());
        }
    }
    after
}

fn chocolate_moves(state: &State) -> Vec<State> {
    splits(state, 2, |bar| {
        let across = (1..bar[0]).map(|cut| vec![cut, bar[1], bar[0] - cut, bar[1]]);
        across.chain((1..bar[1]).map(|cut| vec![bar[0], cut, bar[0], bar[1] - cut])).collect()
    })
}

fn couples_moves(state: &State) -> Vec<State> {
    splits(state, 1, |heap| match heap[0] {
        2 => Vec::new(),
        size => (1..size).map(|part| vec![part, size - part]).collect(),
    })
}

fn officers_moves(state: &State) -> Vec<State> {
    splits(state, 1, |heap| match heap[0] {
        0 | 1 => Vec::new(),
        size => (0..size - 1).map(|part| vec![part, size - 1 - part]).collect(),
    })
}

fn guiles_moves(state: &State) -> Vec<State> {
    splits(state, 1, |heap| match heap[0] {
        0 => Vec::new(),
        1 | 2 => vec![Vec::new()],
        size => (1..size - 2).map(|part| vec![part, size - 2 - part]).collect(),
    })
}
