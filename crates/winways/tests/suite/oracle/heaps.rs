//! Games with heaps that shrink, and games whose positions are a few numbers.

use super::random::{Random, cost_of_shrinking};
use super::{Oracle, State, sorted_heaps, unchanged, with, write_numbers};

/// Returns the oracles of this file.
pub(super) fn oracles() -> Vec<Oracle> {
    vec![
        heap_game("nim", nim_moves, |random| random.heaps(5, 16, 2000, cost_of_shrinking)),
        heap_game("green-stalks", green_stalks_moves, |random| random.heaps(5, 16, 2000, cost_of_shrinking)),
        heap_game(
            "subtract{1,3,4}",
            |state| subtract_moves(state, |taken| [1, 3, 4].contains(&taken)),
            subtract_random,
        ),
        heap_game(
            "subtract{2,5}",
            |state| subtract_moves(state, |taken| [2, 5].contains(&taken)),
            subtract_random,
        ),
        heap_game("subtract{powers-of-two}", |state| subtract_moves(state, is_power_of_two), subtract_random),
        heap_game("subtract{fibonacci}", |state| subtract_moves(state, is_fibonacci), subtract_random),
        heap_game("subtract{squares}", |state| subtract_moves(state, is_square), subtract_random),
        heap_game("subtract{primes}", |state| subtract_moves(state, is_prime), subtract_random),
        heap_game(
            "subtract{evens}",
            |state| subtract_moves(state, |taken| taken.is_multiple_of(2)),
            subtract_random,
        ),
        heap_game(
            "subtract{2,squares,odds}",
            |state| subtract_moves(state, |taken| taken == 2 || is_square(taken) || taken % 2 == 1),
            subtract_random,
        ),
        heap_game(
            "subtract{powers(3)}",
            |state| subtract_moves(state, |taken| [1, 3, 9, 27, 81].contains(&taken)),
            subtract_random,
        ),
        heap_game(
            "allbut{2}",
            |state| subtract_moves(state, |taken| taken != 2),
            |random| random.heaps(4, 16, 2000, cost_of_shrinking),
        ),
        heap_game(
            "allbut{1,4}",
            |state| subtract_moves(state, |taken| taken != 1 && taken != 4),
            |random| random.heaps(4, 16, 2000, cost_of_shrinking),
        ),
        number_game("bash", bash_moves, bash_random),
        number_game("bash-count-up", bash_count_up_moves, bash_count_up_random),
        number_game("bash-at-least", bash_at_least_moves, bash_at_least_random),
        number_game("wythoff", wythoff_moves, wythoff_random),
        number_game("moore-nim", moore_nim_moves, moore_nim_random),
        number_game("euclid", euclid_moves, euclid_random),
        number_game("fibonacci-nim", fibonacci_nim_moves, fibonacci_nim_random),
        number_game("multiplication", multiplication_moves, multiplication_random),
    ]
}

/// Creates the oracle of a game with heaps whose order does not matter.
fn heap_game(
    game: &'static str,
    moves: fn(&State) -> Vec<State>,
    random: fn(&mut Random) -> State,
) -> Oracle {
    Oracle { game, moves, write: write_numbers, random, canonical: sorted_heaps }
}

/// Creates the oracle of a game with numbers that each have their own meaning.
fn number_game(
    game: &'static str,
    moves: fn(&State) -> Vec<State>,
    random: fn(&mut Random) -> State,
) -> Oracle {
    Oracle { game, moves, write: write_numbers, random, canonical: unchanged }
}

/// Nim: take any positive number from one heap.
fn nim_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for taken in 1..=heap {
            after.push(with(state, index, heap - taken));
        }
    }
    after
}

/// Green stalks: cut one segment of a stalk; it falls with everything above it.
fn green_stalks_moves(state: &State) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &height) in state.iter().enumerate() {
        for segments_below in 0..height {
            after.push(with(state, index, segments_below));
        }
    }
    after
}

/// Subtraction game: remove from one heap a number that the set contains.
fn subtract_moves(state: &State, contains: fn(u64) -> bool) -> Vec<State> {
    let mut after = Vec::new();
    for (index, &heap) in state.iter().enumerate() {
        for taken in (1..=heap).filter(|&taken| contains(taken)) {
            after.push(with(state, index, heap - taken));
        }
    }
    after
}

/// Generates heaps for subtraction games: one high heap, or up to four low heaps.
fn subtract_random(random: &mut Random) -> State {
    if random.once_in(3) {
        random.heaps(1, 120, 2000, cost_of_shrinking)
    } else {
        random.heaps(4, 45, 2000, cost_of_shrinking)
    }
}

/// Returns `true` for 1, 2, 4, 8 and so on.
fn is_power_of_two(number: u64) -> bool {
    let mut power = 1;
    while power < number {
        power *= 2;
    }
    power == number
}

/// Returns `true` for 1, 2, 3, 5, 8 and so on.
fn is_fibonacci(number: u64) -> bool {
    let (mut current, mut next) = (1, 2);
    while current < number {
        (current, next) = (next, current + next);
    }
    current == number
}

/// Returns `true` for 1, 4, 9 and so on.
fn is_square(number: u64) -> bool {
    (1..=number).any(|root| root * root == number)
}

/// Returns `true` for 2, 3, 5, 7 and so on.
fn is_prime(number: u64) -> bool {
    number >= 2 && (2..number).all(|divisor| !number.is_multiple_of(divisor))
}

/// Bash `n m`: take 1 to m from the heap n.
fn bash_moves(state: &State) -> Vec<State> {
    let &[heap, most] = state.as_slice() else { panic!("bash is `n m`: {state:?}") };
    (1..=most).filter(|&taken| taken <= heap).map(|taken| vec![heap - taken, most]).collect()
}

/// Generates a heap near a multiple of `most + 1`, which two moves together can always take, or any heap.
fn bash_random(random: &mut Random) -> State {
    let most = random.corner(1, 9);
    let heap =
        if random.once_in(3) { random.below(6) * (most + 1) + random.below(3) } else { random.corner(0, 60) };
    vec![heap, most]
}

/// Bash counting up `N m c`: add 1 to m to the counter c, which may not exceed N.
fn bash_count_up_moves(state: &State) -> Vec<State> {
    let &[goal, most, counter] = state.as_slice() else { panic!("bash-count-up is `N m c`: {state:?}") };
    let added = 1..=most;
    added.filter(|added| counter + added <= goal).map(|added| vec![goal, most, counter + added]).collect()
}

/// Generates a counter up to the goal, often at the start.
fn bash_count_up_random(random: &mut Random) -> State {
    let goal = random.corner(1, 60);
    let most = random.corner(1, 12);
    let counter = random.corner(0, goal);
    vec![goal, most, counter]
}

/// Bash at least `M N p`: raise the price p by 1 to N; the game is over once the price is M or more.
fn bash_at_least_moves(state: &State) -> Vec<State> {
    let &[goal, most, price] = state.as_slice() else { panic!("bash-at-least is `M N p`: {state:?}") };
    if price >= goal {
        return Vec::new();
    }
    (1..=most).map(|raised| vec![goal, most, price + raised]).collect()
}

/// Generates any reachable price, including prices beyond the goal.
fn bash_at_least_random(random: &mut Random) -> State {
    let goal = random.corner(1, 60);
    let most = random.corner(1, 12);
    let price =
        if random.once_in(8) { random.between(goal, goal + most - 1) } else { random.corner(0, goal) };
    vec![goal, most, price]
}

/// Wythoff's game `a b`: take any positive number from one heap, or the same positive number from both.
fn wythoff_moves(state: &State) -> Vec<State> {
    let &[first, second] = state.as_slice() else { panic!("wythoff is `a b`: {state:?}") };
    let mut after = Vec::new();
    for taken in 1..=first.max(second) {
        if taken <= first {
            after.push(vec![first - taken, second]);
        }
        if taken <= second {
            after.push(vec![first, second - taken]);
        }
        if taken <= first && taken <= second {
            after.push(vec![first - taken, second - taken]);
        }
    }
    after
}

/// Generates two heaps, sometimes equal or close to each other.
fn wythoff_random(random: &mut Random) -> State {
    let first = random.corner(0, 30);
    let second = match random.below(6) {
        0 => first,
        1 => first + random.between(1, 4),
        _ => random.corner(0, 30),
    };
    vec![first, second]
}

/// Moore's Nim `k h1 h2 ..`: choose at least one and at most k heaps, and take any positive number from each.
fn moore_nim_moves(state: &State) -> Vec<State> {
    let (&most, heaps) = state.split_first().expect("moore-nim is `k h1 h2 ..`");
    let mut partial = vec![(0, vec![most])];
    for &heap in heaps {
        let mut extended = Vec::new();
        for (touched, chosen) in partial {
            for left in 0..=heap {
                let touched = if left < heap { touched + 1 } else { touched };
                if touched <= most {
                    let mut chosen: State = chosen.clone();
                    chosen.push(left);
                    extended.push((touched, chosen));
                }
            }
        }
        partial = extended;
    }
    partial.into_iter().filter(|&(touched, _)| touched > 0).map(|(_, after)| after).collect()
}

/// Generates a few low heaps and any k, which may exceed the number of heaps.
fn moore_nim_random(random: &mut Random) -> State {
    let most = random.corner(1, 4);
    let mut state = vec![most];
    let mut heaps = random.heaps(5, 7, 400, cost_of_shrinking);
    if heaps.is_empty() {
        heaps.push(0);
    }
    state.extend(heaps);
    state
}

/// Euclid `a b`: subtract a positive multiple of the smaller number from the larger number, without going below 0.
/// The game is over when one number is 0. If the numbers are equal, either may become 0.
fn euclid_moves(state: &State) -> Vec<State> {
    let &[first, second] = state.as_slice() else { panic!("euclid is `a b`: {state:?}") };
    let mut after = Vec::new();
    if first == 0 || second == 0 {
        return after;
    }
    if first >= second {
        after.extend((1..=first / second).map(|times| vec![first - times * second, second]));
    }
    if second >= first {
        after.extend((1..=second / first).map(|times| vec![first, second - times * first]));
    }
    after
}

/// Generates two numbers, sometimes equal, multiples of each other, close to twice each other, or with the game
/// over.
fn euclid_random(random: &mut Random) -> State {
    let first = random.between(1, 60);
    let second = match random.below(8) {
        0 => 0,
        1 => first,
        2 => first * random.between(2, 4),
        3 => first + 1,
        4 => 2 * first - 1,
        5 => 2 * first + 1,
        _ => random.corner(1, 100),
    };
    if random.once_in(2) { vec![first, second] } else { vec![second, first] }
}

/// Fibonacci Nim `n q`: take 1 to q from the heap n; the next limit is twice the number taken.
fn fibonacci_nim_moves(state: &State) -> Vec<State> {
    let &[heap, limit] = state.as_slice() else { panic!("fibonacci-nim is `n q`: {state:?}") };
    (1..=heap.min(limit)).map(|taken| vec![heap - taken, 2 * taken]).collect()
}

/// Generates any heap and limit; often all but one token may be taken, as at the start of the game.
fn fibonacci_nim_random(random: &mut Random) -> State {
    let heap = random.corner(0, 60);
    let limit = match random.below(4) {
        0 if heap > 1 => heap - 1,
        1 => random.between(1, 5),
        _ => random.corner(1, heap + 2),
    };
    vec![heap, limit]
}

/// Multiplication `n p`: multiply p by 2 to 9; the game is over once p is n or more.
fn multiplication_moves(state: &State) -> Vec<State> {
    let &[goal, product] = state.as_slice() else { panic!("multiplication is `n p`: {state:?}") };
    if product >= goal {
        return Vec::new();
    }
    (2..=9).map(|factor| vec![goal, product * factor]).collect()
}

/// Generates a goal near a power of two or three, or any goal, with the product mostly at the start.
fn multiplication_random(random: &mut Random) -> State {
    let goal = match random.below(6) {
        0 => (1 << random.between(1, 14)) + random.below(3) - 1,
        1 => 3_u64.pow(random.between(1, 9) as u32) + random.below(3) - 1,
        2 => random.corner(1, 20),
        _ => random.corner(1, 20_000),
    };
    let product = match random.below(6) {
        0 => random.between(1, goal.min(12)),
        1 => random.corner(1, goal),
        2 => goal + random.below(5),
        _ => 1,
    };
    vec![goal, product]
}
