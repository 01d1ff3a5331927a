//! Ruler: a move turns any number of consecutive coins, the rightmost from heads to tails.

use crate::coins::coin_turning::{CoinTurning, Turns};
use winways_kit::Winning;
use winways_kit::any::common;

game!("ruler", |_| Ok(common::impartial(CoinTurning(&RULER))));

/// The limits on the coins turned in one reported move, and in all reported moves together.
const COINS_IN_MOVE: u64 = 1 << 22;
const COINS_IN_MOVES: u64 = 1 << 27;

pub(super) static RULER: Turns = Turns {
    page: &PAGE,
    heap_statements: &["g(n) = the largest power of 2 that divides n for n >= 1", "g(n) = 0 only for n = 0"],
    last_cell: u64::MAX,
    head_value,
    turn_count: |cell| cell,
    most_turned: |cell| cell,
    turns,
    turns_by_change,
};

fn turns(cell: u64, turn: &mut dyn FnMut(&[u64])) {
    let coins: Vec<u64> = (1..=cell).collect();
    for first in (0..coins.len()).rev() {
        turn(&coins[first..]);
    }
}

fn turns_by_change(heads: &[u64], change: u64, turn: &mut dyn FnMut(&[u64])) -> Winning {
    // The nim-sum of the coins after cell x up to the head is the Gray code of x xor the Gray code of the head.
    let before = |head: u64| Some(from_gray(gray(head) ^ change)).filter(|&before| before < head);
    let coins = |head: u64| before(head).map_or(0, |before| head - before);
    let all = heads.iter().fold(0, |sum: u64, &head| sum.saturating_add(coins(head)));
    if all > COINS_IN_MOVES || heads.iter().any(|&head| coins(head) > COINS_IN_MOVE) {
        return Winning::Unknown;
    }
    for &head in heads {
        if let Some(before) = before(head) {
            turn(&(before + 1..=head).collect::<Vec<u64>>());
        }
    }
    Winning::Known
}

/// Returns the nim-value of a board of Ruler with a single head on `cell` (from 1): the greatest power of two that divides it.
///
/// A board with several heads has the nim-sum of their values. For cell 0, which does not exist, the function returns 0.
///
/// ```
/// use winways_games::coins::ruler::head_value;
/// assert_eq!([1, 2, 3, 4, 12].map(head_value), [1, 2, 1, 4, 4]);
/// ```
pub fn head_value(cell: u64) -> u64 {
    cell & cell.wrapping_neg()
}

/// Returns the Gray code of a number, which equals the nim-sum of the ruler function from 1 to that number.
fn gray(number: u64) -> u64 {
    number ^ number >> 1
}

/// Returns the number with a given Gray code.
fn from_gray(code: u64) -> u64 {
    [1, 2, 4, 8, 16, 32].iter().fold(code, |number, shift| number ^ number >> shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gray_codes_are_sums_of_the_ruler_function() {
        let mut sum = 0;
        for cell in 1..5000u64 {
            sum ^= head_value(cell);
            assert_eq!(gray(cell), sum);
            assert_eq!(from_gray(sum), cell);
        }
        assert_eq!(from_gray(gray(u64::MAX)), u64::MAX);
    }
}
