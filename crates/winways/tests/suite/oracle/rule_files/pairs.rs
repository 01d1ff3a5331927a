//! Rule files on pairs of numbers, defined by relations between pairs.

use super::super::random::{self, Random};
use super::super::{Oracle, State, sorted_heaps, unchanged, write_numbers};
use super::{changed, is_queen, lowers, moves_of_components, splits, splitting, total};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        relation!("euclid-positive", 2, 12, |a, b| {
            lowers(a, b)
                && changed(a, b) == 1
                && b.iter().all(|&number| number > 0)
                && (0..2).any(|place| {
                    (a[place] - b[place]) > 0 && (a[place] - b[place]).is_multiple_of(a[1 - place])
                })
        }),
        relation!("empty-and-divide", 2, 7, |a, b| a.iter().chain(b).all(|&chips| chips > 0)
            && a.contains(&total(b))),
        relation!("restricted-wythoff", 2, 9, |a, b| lowers(a, b)
            && match changed(a, b) {
                1 => (0..2).all(|place| a[place] == b[place] || a[place] >= a[1 - place]),
                _ => a[0] - b[0] == a[1] - b[1],
            }),
        relation!("extended-wythoff", 2, 8, |a, b| lowers(a, b) && {
            let taken = [a[0] - b[0], a[1] - b[1]];
            is_queen(a, b) || (0..2).any(|place| a[place] <= a[1 - place] && taken[place] > taken[1 - place])
        }),
        relation!("zero-move-nim", 2, 6, |a, b| {
            let passed = a[1] == 1 && b[1] == 0 && a[0] == b[0] && a[0] > 0;
            passed || (b[0] < a[0] && a[1] == b[1])
        }),
        relation!("take-no-more", 2, 10, |a, b| a[0] == b[0] + b[1] && (1..=a[1]).contains(&b[1])),
        relation!("dudeney", 2, 10, |a, b| a[0] == b[0] + b[1] && (1..=5).contains(&b[1]) && a[1] != b[1]),
        relation!("bounded-nimhoff", 2, 10, |a, b| lowers(a, b) && {
            let taken = total(a) - total(b);
            if changed(a, b) == 1 { taken <= 8 } else { taken <= 2 }
        }),
        relation!("hyper-knight", 2, 9, |a, b| {
            let step = [a[0] as i64 - b[0] as i64, a[1] as i64 - b[1] as i64];
            [[2, 1], [2, -1], [3, 1]].iter().any(|&[far, near]| step == [far, near] || step == [near, far])
        }),
        relation!("short-queen", 2, 9, |a, b| is_queen(a, b) && a[0] - b[0] <= 3 && a[1] - b[1] <= 3),
        relation!("stones-into-boxes", 2, 9, |a, b| a[0] == b[0]
            && b[1] > a[1]
            && b[1] <= b[0]
            && b[1] - a[1] <= a[1] * a[1]),
        splitting(
            "cutting-game",
            cutting_moves,
            |random| vec![random.between(1, 6), random.between(1, 5)],
            unchanged,
        ),
        Oracle {
            // A state without coins is written as a coin that has no moves.
            write: |state| if state.is_empty() { "0 0".to_owned() } else { write_numbers(state) },
            ..splitting(
                "turning-corners",
                turning_moves,
                |random| vec![random.between(0, 2), random.between(0, 3)],
                unchanged,
            )
        },
    ]
}

/// Returns the turns of the corners of all rectangles, each with three coins in place of one. Coins in column or row 0
/// are left out.
fn turning_moves(state: &State) -> Vec<State> {
    splits(state, 2, |coin| {
        let corners = (0..coin[0]).flat_map(|column| (0..coin[1]).map(move |row| (column, row)));
        let turned = |(column, row)| {
            let coins = [[column, coin[1]], [coin[0], row], [column, row]];
            coins.into_iter().filter(|coin| !coin.contains(&0)).flatten().collect()
        };
        corners.map(turned).collect()
    })
}

/// Returns the cuts that leave no piece with a side of 1 or less.
fn cutting_moves(state: &State) -> Vec<State> {
    splits(state, 2, |sheet| {
        let across = (1..sheet[0]).map(|cut| vec![cut, sheet[1], sheet[0] - cut, sheet[1]]);
        let along = (1..sheet[1]).map(|cut| vec![sheet[0], cut, sheet[0], sheet[1] - cut]);
        across.chain(along).filter(|pieces| pieces.iter().all(|&side| side >= 2)).collect()
    })
}
