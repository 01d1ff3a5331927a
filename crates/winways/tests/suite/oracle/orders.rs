//! Games on partial orders.

use super::random::Random;
use super::{Oracle, State, unchanged};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![Oracle { game: "poset", moves: take, write, random, canonical: unchanged }]
}

/// Poset: remove an element and all elements above it. The state is the set of the remaining elements, followed for each
/// element by the set that its removal removes.
fn take(state: &State) -> Vec<State> {
    let is_left = |element: &usize| state[0] >> (element - 1) & 1 == 1;
    let without = |element: usize| [&[state[0] & !state[element]], &state[1..]].concat();
    (1..state.len()).filter(is_left).map(without).collect()
}

fn write(state: &State) -> String {
    let left: Vec<usize> = (1..state.len()).filter(|element| state[0] >> (element - 1) & 1 == 1).collect();
    let mut words: Vec<String> = Vec::new();
    for &low in &left {
        let higher = left.iter().filter(|&&high| high != low && state[low] >> (high - 1) & 1 == 1);
        words.extend(higher.map(|high| format!("{low}<{high}")));
    }
    let is_related = |one: usize, other: usize| one != other && state[one] >> (other - 1) & 1 == 1;
    let is_single = |&&element: &&usize| {
        left.iter().all(|&other| !is_related(element, other) && !is_related(other, element))
    };
    words.extend(left.iter().filter(is_single).map(usize::to_string));
    if words.is_empty() { "-".to_owned() } else { words.join(" ") }
}

/// Generates up to eight elements; sometimes a chain or no relations at all.
fn random(random: &mut Random) -> State {
    let count = random.corner(1, 8) as usize;
    let rarely = random.between(1, 4);
    let mut with: State = (0..count).map(|element| 1 << element).collect();
    for low in (0..count).rev() {
        for high in low + 1..count {
            if random.once_in(rarely) {
                with[low] |= with[high];
            }
        }
    }
    std::iter::once((1 << count) - 1).chain(with).collect()
}
