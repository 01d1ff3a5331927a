//! Mock Turtles: a move turns a head over and optionally one or two coins to its left.

use crate::coins::coin_turning::{CoinTurning, Turns};
use winways_kit::Winning;
use winways_kit::any::common;

game!("mock-turtles", |_| Ok(common::impartial(CoinTurning(&MOCK_TURTLES))));

/// The limit on the cells examined for moves that change the value by a given amount.
const MAX_CELLS_EXAMINED: u64 = 10_000_000;

pub(super) static MOCK_TURTLES: Turns = Turns {
    page: &PAGE,
    heap_statements: &[
        "g(n) = odious number n, counted from 1 on: 1, 2, 4, 7, 8, ... for n >= 1",
        "g(n) = 0 only for n = 0",
    ],
    last_cell: 1 << 63, // the last cell whose value fits in a word
    head_value,
    turn_count,
    most_turned: |_| 3,
    turns,
    turns_by_change,
};

/// Returns the number of moves that turn a head on `cell`, and none, one or two of the coins to its left.
fn turn_count(cell: u64) -> u64 {
    let left = u128::from(cell - 1);
    u64::try_from(1 + left + left * left.saturating_sub(1) / 2).unwrap_or(u64::MAX)
}

fn turns(cell: u64, turn: &mut dyn FnMut(&[u64])) {
    turn(&[cell]);
    for second in 1..cell {
        turn(&[second, cell]);
        for first in 1..second {
            turn(&[first, second, cell]);
        }
    }
}

fn turns_by_change(heads: &[u64], change: u64, turn: &mut dyn FnMut(&[u64])) -> Winning {
    // Every cell has an odious value, so an odious change needs two more coins or none, and an evil change needs one more.
    let cells = heads.iter().fold(0, |sum: u64, &head| sum.saturating_add(head));
    if is_odious(change) && cells > MAX_CELLS_EXAMINED {
        return Winning::Unknown;
    }
    for &head in heads {
        // The nim-sum of the values of the other coins turned, of which there are none, one or two.
        let others = head_value(head) ^ change;
        let difference = others >> 1; // between the cells of two coins, both counted from 0
        if others == 0 {
            turn(&[head]);
        } else if is_odious(others) {
            if difference + 1 < head {
                turn(&[difference + 1, head]);
            }
        } else {
            for first in 0..head - 1 {
                let second = first ^ difference;
                if first < second && second < head - 1 {
                    turn(&[first + 1, second + 1, head]);
                }
            }
        }
    }
    Winning::Known
}

/// Returns `true` if a number has an odd number of ones in binary.
fn is_odious(number: u64) -> bool {
    number.count_ones() % 2 == 1
}

/// Returns the nim-value of a board of Mock Turtles with a single head on `cell` (from 1 to 2⁶³): whichever of 2(`cell`−1) and
/// 2(`cell`−1)+1 is odious.
///
/// A board with several heads has the nim-sum of their values. For other cells the value has no meaning.
///
/// ```
/// use winways_games::coins::mock_turtles::head_value;
/// assert_eq!([1, 2, 3, 4, 5].map(head_value), [1, 2, 4, 7, 8]);
/// assert_eq!(head_value(1 << 63), u64::MAX - 1);
/// ```
pub fn head_value(cell: u64) -> u64 {
    let even = cell.wrapping_sub(1) << 1;
    if is_odious(even) { even } else { even + 1 }
}
