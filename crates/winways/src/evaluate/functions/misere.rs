//! Functions for misère play.

use super::super::function::Evaluate::{Misere, Position};
use super::super::function::functions;
use super::super::misere;

functions! {
    "genus" ("position") [1, 1], "The genus of an impartial position or a nimber: its nim-value, and the misère values of its sums with 0, 1, 2, ... heaps of size two.",
        "genus(kayles(5))" => "4^{146}", "Winning Ways, chapter 13": Position(|q, value, span| q.genus(value, span));
    "misere" ("G") [1, 1], "The canonical form under misère play of an impartial position, of a nimber, or of a form that is given as a text such as \"*[42]\".",
        "misere(kayles(5))" => "*[2₂321]", "Siegel, section V.1": Misere(|q, values, spans| q.canonical_misere_form(values, spans));
    "misere_birthday" ("G") [1, 1], "The number of moves of the longest play in the canonical form of G under misère play.",
        "misere_birthday(*[2#])" => "3", "Siegel, section V.1": Misere(|q, values, spans| q.misere_birthday(values, spans));
    "misere_dicot" ("G") [1, 1], "The canonical form of a dicot under misère play, as a text: dicots that are equal in all sums of dicots have the same form. G is a position or the text of a game.",
        "misere_dicot(\"{0,{*|*}|0}\")" => "*", "Dorbec, Renault, Siegel, Sopena, Dicots, and a taxonomic ranking for misère games (2015)": Misere(|q, values, spans| q.misere_dicot(values, spans));
    "misere_ge" ("G, H, universe") [3, 3], "Whether G is at least as good for Left as H under misère play, in every sum with a game of the universe, \"dicots\" or \"dead-ending\"; G and H are positions or texts of games.",
        "misere_ge(\"{*|*}\", \"0\", \"dicots\")" => "true", "Dorbec, Renault, Siegel, Sopena, Dicots, and a taxonomic ranking for misère games (2015)": Misere(|q, values, spans| q.misere_at_least(values, spans));
    "misere_mate" ("G") [1, 1], "The mate of G: the sum of the two is a P-position under misère play.",
        "misere_mate(*[2#])" => "*[2#]", "Conway, On Numbers and Games, chapter 12": Misere(|q, values, spans| q.mate(values, spans));
    "misere_options" ("G") [1, 1], "The list of the options of the canonical form of G under misère play.",
        "misere_options(*[42])" => "[*[2], *[4]]", "Siegel, section V.1": Misere(|q, values, spans| q.misere_options(values, spans));
    "misere_outcome" ("position") [1, 1], "Who wins a position if the player who cannot move wins: the letter of the outcome, N, P, L or R.",
        "misere_outcome(nim(1,1))" => "N", "Winning Ways, chapter 13": Position(|q, value, span| q.misere_outcome(value, span));
    "misere_partitions" ("G") [1, 1], "The list of the pairs of misère forms whose sum is G.",
        "misere_partitions(*2)" => "[[*[0], *[2]], [*[1], *[3]]]", "Conway, On Numbers and Games, chapter 12; Siegel, section V.3": Misere(|q, values, spans| q.misere_partitions(values, spans));
    "misere_parts" ("G") [1, 1], "The list of the misère forms that are parts of G: each part plus some other form is G.",
        "misere_parts(*2)" => "[*[0], *[1], *[2], *[3]]", "Conway, On Numbers and Games, chapter 12; Siegel, section V.3": Misere(|q, values, spans| q.misere_parts(values, spans));
    "misere_tameness" ("G") [1, 1], "The class of G by the genera of its followers under misère play: tame, restive, restless or wild.",
        "misere_tameness(kayles(5))" => "restive", "Winning Ways, chapter 13": Misere(|q, values, spans| q.tameness(values, spans));
    "quotient_order" ("game, n") [1, 2], "The number of elements of a misère quotient: of the heaps 0 to n of a game, whose name is a text, or of everything reachable from a single position or misère form.",
        "quotient_order(\"kayles\", 30)" => "40", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Misere(|q, values, spans| q.of_quotient(values, spans, misere::order));
    "quotient_p_size" ("game, n") [1, 2], "The number of P-positions among the elements of the misère quotient; its arguments are those of `quotient_order`.",
        "quotient_p_size(\"kayles\", 30)" => "9", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Misere(|q, values, spans| q.of_quotient(values, spans, misere::previous_count));
    "quotient_presentation" ("game, n") [1, 2], "Generators and relations of the misère quotient; its arguments are those of `quotient_order`.",
        "quotient_presentation(\"kayles\", 2)" => "<a,b | a^2=1, b^3=b>", "T. E. Plambeck and A. N. Siegel, Misère quotients for impartial games, J. Combin. Theory Ser. A 115 (2008)": Misere(|q, values, spans| q.of_quotient(values, spans, misere::presentation));
}
