//! Turning Turtles: a move turns a head over and optionally one coin to its left.

use crate::coins::coin_turning::{CoinTurning, Turns};
use winways_kit::Winning;
use winways_kit::any::common;

game!("turning-turtles", |_| Ok(common::impartial(CoinTurning(&TURNING_TURTLES))));

pub(super) static TURNING_TURTLES: Turns = Turns {
    page: &PAGE,
    heap_statements: &["g(n) = n", "g(n) = 0 only for n = 0"],
    last_cell: u64::MAX,
    head_value,
    turn_count: |cell| cell,
    most_turned: |_| 2,
    turns,
    turns_by_change,
};

fn turns(cell: u64, turn: &mut dyn FnMut(&[u64])) {
    turn(&[cell]);
    for other in 1..cell {
        turn(&[other, cell]);
    }
}

fn turns_by_change(heads: &[u64], change: u64, turn: &mut dyn FnMut(&[u64])) -> Winning {
    for &head in heads {
        match head ^ change {
            0 => turn(&[head]),
            other if other < head => turn(&[other, head]),
            _ => {}
        }
    }
    Winning::Known
}

/// Returns the nim-value of a board of Turning Turtles with a single head on `cell` (from 1): the cell itself.
///
/// A board with several heads has the nim-sum of their values.
///
/// ```
/// use winways_games::coins::turning_turtles::head_value;
/// assert_eq!([3, 5, 6].map(head_value).into_iter().fold(0, |sum, value| sum ^ value), 0);
/// ```
pub fn head_value(cell: u64) -> u64 {
    cell
}
