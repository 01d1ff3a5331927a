//! Rule files on single heaps, defined by the lists of options of a heap.

use super::super::random::{self, Random};
use super::super::{Oracle, State, sorted_heaps, write_numbers};
use super::{common_divisors, splits};

/// Creates an oracle for heaps that split into several, with up to three heaps of `$tokens` tokens in total.
macro_rules! broken {
    ($name:literal, $tokens:literal, $after:expr) => {{
        fn moves(state: &State) -> Vec<State> {
            splits(state, 1, |heap| $after(heap[0]))
        }
        fn random(random: &mut Random) -> State {
            random.heaps(3, $tokens, $tokens, random::cost_of_splitting)
        }
        Oracle { game: $name, moves, write: write_numbers, random, canonical: sorted_heaps }
    }};
}

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        broken!("kenyon", 11, |heap: u64| {
            let one = heap.checked_sub(1).map(|rest| vec![rest]);
            let two =
                heap.checked_sub(2).map(|rest| [vec![vec![rest]], parts(rest, 2), parts(rest, 3)].concat());
            one.into_iter().chain(two.unwrap_or_default()).collect()
        }),
        // A mark and the two cells on either side of it leave two shorter strips.
        broken!("treblecross", 18, |cells: u64| {
            (1..=cells).map(|mark| vec![mark.saturating_sub(3), (cells - mark).saturating_sub(2)]).collect()
        }),
        broken!("rims", 12, |spots: u64| {
            (1..=spots).flat_map(|on| [vec![vec![spots - on]], parts(spots - on, 2)].concat()).collect()
        }),
        broken!("maliquot", 20, |number: u64| {
            (2..=number).filter(|by| number.is_multiple_of(*by)).map(|by| vec![number / by]).collect()
        }),
        broken!("totative", 20, |number: u64| {
            (1..number).filter(|&to| common_divisors(number, to) == 1).map(|to| vec![to]).collect()
        }),
        broken!("lasker-three", 11, |heap: u64| {
            (0..heap).map(|rest| vec![rest]).chain(parts(heap, 3)).collect()
        }),
        broken!("split-in-three", 13, |heap: u64| parts(heap, 3)),
        broken!("split-up-to-four", 10, |heap: u64| {
            (2..=4).flat_map(|count| parts(heap, count)).collect()
        }),
        broken!("lieges-of-legendre", 14, |cows: u64| {
            let fewer = cows.checked_sub(1).map(|rest| vec![rest]);
            let third = (cows > 0 && cows.is_multiple_of(2)).then(|| vec![cows / 2; 3]);
            fewer.into_iter().chain(third).collect()
        }),
        broken!("constrained-nim", 20, |heap: u64| {
            (2..=5).filter_map(|taken| heap.checked_sub(taken)).map(|rest| vec![rest]).collect()
        }),
        broken!("strip-of-cards", 14, |cards: u64| {
            let runs = (1..=cards).flat_map(|first| [(first, first + 1), (first, first + 2)]);
            runs.filter(|&(_, last)| last <= cards)
                .map(|(first, last)| vec![first - 1, cards - last])
                .collect()
        }),
        broken!("putnam-beans", 20, |beans: u64| match beans {
            0 | 1 => Vec::new(),
            2 => vec![vec![]],
            3 => vec![vec![], vec![2]],
            _ => vec![vec![beans - 1]],
        }),
        broken!("furlo-and-rublo", 40, |coins: u64| {
            (1..coins).filter(|to| to.pow(4) >= coins && to.pow(2) <= coins).map(|to| vec![to]).collect()
        }),
    ]
}

/// Returns the ordered partitions of a heap into `count` non-empty heaps.
fn parts(heap: u64, count: u64) -> Vec<State> {
    match count {
        0 => Vec::new(),
        1 if heap > 0 => vec![vec![heap]],
        1 => Vec::new(),
        _ => {
            let with = |first: u64| {
                parts(heap - first, count - 1).into_iter().map(move |rest| [vec![first], rest].concat())
            };
            (1..heap).flat_map(with).collect()
        }
    }
}
