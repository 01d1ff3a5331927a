//! Functions for outcomes and winning moves.

use super::super::function::Evaluate::{Position, Quotient};
use super::super::function::functions;
use super::super::misere;

functions! {
    "genus" ("position") [1, 1], "The genus of an impartial position or a nimber: its nim-value, and the misère values of its sums with 0, 1, 2, ... heaps of size two.",
        "genus(kayles(5))" => "4^{146}", "Winning Ways, chapter 13": Position(|q, value, span| q.genus(value, span));
    "misere_outcome" ("position") [1, 1], "Who wins a position if the player who cannot move wins: the letter of the outcome, N, P, L or R.",
        "misere_outcome(nim(1,1))" => "N", "Winning Ways, chapter 13": Position(|q, value, span| q.misere_outcome(value, span));
    "outcome" ("G") [1, 1], "Who wins G: N the next player, P the previous one, L Left, moving first or second, R Right, D nobody.",
        "outcome({1|-1})" => "N", "Winning Ways, chapter 2": Position(|q, value, span| q.outcome(value, span));
    "quotient_order" ("game, n") [2, 2], "The number of elements of the misère quotient of the heaps 0 to n; the game is a text.",
        "quotient_order(\"kayles\", 30)" => "40", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Quotient(misere::order);
    "quotient_p_size" ("game, n") [2, 2], "The number of P-positions among the elements of the misère quotient of the heaps 0 to n; the game is a text.",
        "quotient_p_size(\"kayles\", 30)" => "9", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Quotient(misere::previous_count);
    "quotient_presentation" ("game, n") [2, 2], "Generators and relations of the misère quotient of the heaps 0 to n; the game is a text.",
        "quotient_presentation(\"kayles\", 2)" => "<a,b | a^2=1, b^3=b>", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Quotient(misere::presentation);
    "winning_moves" ("position") [1, 1], "The list of the moves that win a position, by their names, with the player where not both have the move.",
        "winning_moves(nim(3,5))" => "[heap 5 -> 3]", "Winning Ways, chapter 2": Position(|q, value, span| q.winning_moves(value, span));
}
