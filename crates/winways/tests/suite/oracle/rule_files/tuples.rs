//! Rule files on three or more numbers, defined by relations between components.

use super::super::random::{self, Random};
use super::super::{Oracle, State, sorted_heaps, unchanged, write_numbers};
use super::{changed, lowers, moves_of_components, total};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        relation!("wythoff-3", 3, 4, |a, b| {
            let taken = taken(a, b);
            lowers(a, b) && taken.iter().all(|&number| number == 0 || Some(&number) == taken.iter().max())
        }),
        relation!("new-heap-game", 3, 4, |a, b| {
            let taken = taken(a, b);
            lowers(a, b) && (changed(a, b) < 3 || taken.iter().all(|&number| number == taken[0]))
        }),
        relation!("path-nim", 3, 4, |a, b| lowers(a, b) && (a[0] == b[0] || a[2] == b[2])),
        relation!("circular-nim-4", 4, 2, |a, b| lowers(a, b) && is_arc_of_two(a, b)),
        relation!("circular-nim-5", 5, 1, |a, b| lowers(a, b) && is_arc_of_two(a, b)),
        relation!("chocolate-steps", 3, 4, |a, b| match [a[0] == b[0], a[1] == b[1], a[2] == b[2]] {
            [false, true, true] => b[0] < a[0],
            [true, false, true] => b[1] < a[1],
            [true, _, false] => b[2] < a[2] && b[1] == a[1].min(b[2] / 2),
            _ => false,
        }),
        relation!("princess-and-roses", 3, 5, |a, b| lowers(a, b)
            && total(a) - total(b) <= 2
            && taken(a, b).iter().all(|&number| number <= 1)),
        relation!("lctr-3", 3, 4, |a, b| a[0] > 0
            && (b == [a[1], a[2], 0] || (0..3).all(|row| b[row] == a[row].saturating_sub(1)))),
        relation!("global-fibonacci", 3, 4, |a, b| {
            let k = (a[0] + a[1]).saturating_sub(b[0] + b[1]);
            let from_one = lowers(&a[..2], &b[..2]) && changed(&a[..2], &b[..2]) == 1;
            from_one && k <= a[2] && b[2] == 2 * k
        }),
        relation!("three-euclid", 3, 5, |a, b| lowers(a, b)
            && changed(a, b) == 1
            && (0..3).any(|place| {
                let by =
                    |other: usize| other != place && a[other] > 0 && (a[place] - b[place]) % a[other] == 0;
                a[place] != b[place] && b[place] > 0 && (0..3).any(by)
            })),
        relation!("loop-end-nim", 3, 4, |a, b| {
            let heaps: Vec<usize> = (0..3).filter(|&place| a[place] > 0).collect();
            let at_end = |place: usize| heaps.first() == Some(&place) || heaps.last() == Some(&place);
            heaps.len() >= 2
                && lowers(a, b)
                && changed(a, b) == 1
                && (0..3).all(|place| a[place] == b[place] || at_end(place))
        }),
    ]
}

fn taken(a: &[u64], b: &[u64]) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| a - b.min(a)).collect()
}

/// Returns `true` if tokens are taken from one heap of a ring, or from two neighbouring heaps.
fn is_arc_of_two(a: &[u64], b: &[u64]) -> bool {
    let places: Vec<usize> = (0..a.len()).filter(|&place| a[place] != b[place]).collect();
    match places[..] {
        [_] => true,
        [one, other] => other - one == 1 || (one, other) == (0, a.len() - 1),
        _ => false,
    }
}
