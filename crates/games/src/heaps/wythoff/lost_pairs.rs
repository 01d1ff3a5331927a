//! The lost pairs of Wythoff's game under both kinds of play, by the golden ratio, and the moves to them.

use winways_rules::Play;

/// The last index whose lost pair fits in 64 bits.
pub const LAST_PAIR: u64 = 7_046_029_254_386_353_130;

/// Returns lost pair number `k` of normal play: (⌊kφ⌋, ⌊kφ⌋ + k), with (0, 0) as number 0 (Wythoff 1907). O(1).
///
/// ```
/// use winways_games::heaps::wythoff::lost_pair;
/// assert_eq!(lost_pair(3), (4, 7));
/// assert_eq!(lost_pair(196_418), (317_811, 514_229));
/// ```
pub fn lost_pair(k: u64) -> (u128, u128) {
    let wide = u128::from(k);
    let square = wide * wide;
    let a = match square.checked_mul(5) {
        Some(radicand) => (wide + radicand.isqrt()) / 2,
        None => {
            // a is the greatest number with a(a-k) < k², and slightly greater than twice the a of k/2. A product that does not fit
            // in 128 bits is greater than k², which fits.
            let below = |a: u128| a.checked_mul(a - wide).is_some_and(|product| product < square);
            let mut a = 2 * lost_pair(k / 2).0;
            while below(a + 1) {
                a += 1;
            }
            a
        }
    };
    (a, a + wide)
}

/// Returns the index of the lost pair that contains `x`, and `true` if `x` is the smaller number of the pair. O(1).
///
/// ```
/// use winways_games::heaps::wythoff::place;
/// assert_eq!(place(4), (3, true)); // (4, 7)
/// assert_eq!(place(5), (2, false)); // (3, 5)
/// ```
pub fn place(x: u64) -> (u64, bool) {
    let (x, a) = (u128::from(x), lost_pair(x).0);
    // If x = a_k then k - 1 < x/φ = xφ - x < k; if x = b_k then k - 1 < x/φ² = 2x - xφ < k.
    let lower = a + u128::from(x > 0) - x;
    if lost_pair(lower as u64).0 == x { (lower as u64, true) } else { ((2 * x - a) as u64, false) }
}

/// Returns `true` if (a, b) is lost (P) under normal play. O(1).
///
/// ```
/// use winways_games::heaps::wythoff::is_lost;
/// assert!(is_lost(514_229, 317_811));
/// assert!(!is_lost(514_228, 317_810)); // floating point goes wrong here
/// ```
pub fn is_lost(a: u64, b: u64) -> bool {
    lost_under(Play::Normal, a, b)
}

/// Iterates over the pairs left by the winning moves of normal play: after taking from both heaps, after reducing `a`, after
/// reducing `b`. There is at most one of each kind. O(1).
///
/// ```
/// use winways_games::heaps::wythoff::winning_moves;
/// assert_eq!(winning_moves(5, 7).collect::<Vec<_>>(), [(3, 5), (4, 7), (5, 3)]);
/// ```
pub fn winning_moves(a: u64, b: u64) -> impl Iterator<Item = (u64, u64)> {
    winning_moves_under(Play::Normal, a, b)
}

/// Returns the lost pair of difference `k`.
pub(super) fn pair_of_difference(play: Play, k: u64) -> (u128, u128) {
    match (play, k) {
        (Play::Misere, 0) => (2, 2),
        (Play::Misere, 1) => (0, 1),
        _ => lost_pair(k),
    }
}

/// Returns the number that makes a lost pair with `x`.
fn partner(play: Play, x: u64) -> u128 {
    match (play, x) {
        (Play::Misere, 0) => 1,
        (Play::Misere, 1) => 0,
        (Play::Misere, 2) => 2,
        _ => match place(x) {
            (k, true) => u128::from(x) + u128::from(k),
            (k, false) => u128::from(x) - u128::from(k),
        },
    }
}

pub(super) fn lost_under(play: Play, a: u64, b: u64) -> bool {
    pair_of_difference(play, a.abs_diff(b)).0 == u128::from(a.min(b))
}

pub(super) fn winning_moves_under(play: Play, a: u64, b: u64) -> impl Iterator<Item = (u64, u64)> {
    let smaller = u128::from(a.min(b));
    let (target, _) = pair_of_difference(play, a.abs_diff(b));
    let from_both = (target < smaller).then(|| {
        let taken = (smaller - target) as u64;
        (a - taken, b - taken)
    });
    let below = |number: u128, limit: u64| (number < u128::from(limit)).then_some(number as u64);
    let from_a = below(partner(play, b), a).map(|rest| (rest, b));
    let from_b = below(partner(play, a), b).map(|rest| (a, rest));
    [from_both, from_a, from_b].into_iter().flatten()
}
