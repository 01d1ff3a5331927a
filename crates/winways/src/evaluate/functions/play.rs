//! Functions for outcomes and winning moves.

use super::super::function::Evaluate::Position;
use super::super::function::functions;

functions! {
    "outcome" ("G") [1, 1], "Who wins G: N, the next player; P, the previous player; L or R, Left or Right, moving first or second; D, nobody. LD, DL, RD and DR are the result if Left moves first, then the result if Right moves first.",
        "outcome({1|-1})" => "N", "Winning Ways, chapter 2": Position(|q, value, span| q.outcome(value, span));
    "winning_moves" ("position") [1, 1], "The list of the moves that win a position, by their names, with the player if only one player has the move.",
        "winning_moves(nim(3,5))" => "[heap 5 -> 3]", "Winning Ways, chapter 2": Position(|q, value, span| q.winning_moves(value, span));
}
