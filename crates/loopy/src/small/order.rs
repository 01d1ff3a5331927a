//! Comparison of small graphs. The states of the difference are the entries of two matrices, one for each player to move.

use super::{Matrix, Small, product, transposed};

/// The moves on the differences of all vertices of `high` and all vertices of `low`.
struct Difference {
    low: Small,
    high_len: usize,
    /// The moves in `high`, transposed.
    into_high: [Matrix; 2],
}

impl Difference {
    fn new(low: Small, high: Small) -> Difference {
        Difference { low, high_len: high.len(), into_high: high.moves.map(transposed) }
    }

    /// Returns the states from which a player has a move in `high` into a set.
    fn before_high(&self, player: usize, set: Matrix) -> Matrix {
        product(self.high_len, set, self.into_high[player])
    }

    /// Returns the states from which a player has a move in `−low` into a set.
    fn before_low(&self, player: usize, set: Matrix) -> Matrix {
        product(self.low.len(), self.low.moves[1 - player], set)
    }
}

/// Returns the pairs with `low ≤ high` of two graphs of stoppers: Left, moving second in `high − low`, can always move.
pub(super) fn compare_stoppers(low: Small, high: Small) -> Matrix {
    let difference = Difference::new(low, high);
    let mut right_moves = Matrix::MAX;
    loop {
        let left_moves = difference.before_high(0, right_moves) | difference.before_low(0, right_moves);
        let kept = !(difference.before_high(1, !left_moves) | difference.before_low(1, !left_moves));
        if kept == right_moves {
            return kept;
        }
        right_moves = kept;
    }
}

/// Returns the pairs with `low ≤ high` on the onside: Left, moving second in `high − low`, wins or forces infinitely many moves in `high`.
pub(super) fn compare_onsides(low: Small, high: Small) -> Matrix {
    let difference = Difference::new(low, high);
    let (mut left_moves, mut right_moves) = (Matrix::MAX, Matrix::MAX);
    loop {
        let good = difference.before_high(0, right_moves);
        let bad = difference.before_high(1, !left_moves);
        let (mut left, mut right) = (good, 0);
        loop {
            let next = !(bad | difference.before_low(1, !left));
            if next == right {
                break;
            }
            right = next;
            left = good | difference.before_low(0, right);
        }
        if (left, right) == (left_moves, right_moves) {
            return right;
        }
        (left_moves, right_moves) = (left, right);
    }
}
