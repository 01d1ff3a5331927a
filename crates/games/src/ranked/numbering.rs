//! Descriptions of the numbering of positions, for other programs that read the tables. Tests compare each description with the
//! ranks.

/// Returns the formula for the rank of a position of a game; `None` for games without ranks.
///
/// The number of a set of cells c₁ < c₂ < … < cₖ among all sets of k cells is C(c₁,1) + C(c₂,2) + … + C(cₖ,k).
///
/// ```
/// use winways_games::ranked::rank_numbering;
/// assert!(rank_numbering("chase").is_some_and(|rule| rule.contains("(side · N² + white) · N² + black")));
/// assert_eq!(rank_numbering("nim"), None);
/// ```
pub fn rank_numbering(name: &str) -> Option<&'static str> {
    RULES.iter().find(|(game, _)| *game == name).map(|(_, rule)| *rule)
}

const RULES: &[(&str, &str)] = &[
    (
        "chase",
        "The rank is (side · N² + white) · N² + black, where side is 0 if White is to move and 1 if Black is, and the cells \
         white and black are counted from 0 row by row, from the top and from the left. Ranks with a piece on a blocked cell \
         are holes.",
    ),
    (
        "mnk",
        "The rank is side · 3^cells plus the digit of each cell times 3^cell: 0 where it is free, 1 for x, 2 for o. Cells are \
         counted from 0 row by row, from the top and from the left; side is 0 if x is to move and 1 if o is. Ranks of \
         unreachable positions are holes.",
    ),
    (
        "chess",
        "The layers are the choices of pieces that are left besides the kings, by their number, and those of equal number in \
         the order of how many there are of each group; groups are pieces of one kind and one side, White's first, in the \
         order Q, R, B, N. Squares are counted from 0: a1, b1, ... h8. Of symmetric positions that one is numbered whose \
         white king is in the triangle a1, d1, d4, whose black king is not above the diagonal from a1 to h8 if the white one \
         is on it, and, with both on it, whose groups have the lesser number. The 462 pairs of squares (white, black) of kings \
         that are left, neither next to each other nor one square, are counted from 0 in their order. In a layer the rank is \
         (side · 462 + pair) · W plus the number of the groups, where side is 0 for White to move, W is the product of C(64, \
         size) over the groups, and the number of the groups is that of their sets of squares in the mixed radix C(64, size), \
         the first group leading; the number of a set of squares c1 < c2 < ... is C(c1,1) + C(c2,2) + ....",
    ),
    (
        "connect-four",
        "Layers go by the number of discs, full boards first. A filling is the number whose digits to the base rows + 1 are the \
         heights of the columns, that of the leftmost one least. Discs are counted from 0 column by column from the left, in \
         each from below. In the layer of n discs the rank is f · C(n, m) + s: m is n/2 rounded up, f the number of fillings \
         with n discs that are less, and s = C(c1,1) + C(c2,2) + ... for the discs c1 < c2 < ... of x. Ranks of positions with \
         a line that nobody can have made last are holes.",
    ),
    (
        "awari",
        "Layer n has the positions with n stones left. The pits are those of the player to move, then those of the opponent, \
         each row in the order of play. Between the stones of two neighbouring pits stands a wall; stones and walls in a row \
         are counted from 0, and with the walls at c1 < c2 < ... the rank in the layer is C(c1,1) + C(c2,2) + ....",
    ),
    (
        "backsliding",
        "The rank is (side · C(n, toads) + t) · C(n - toads, frogs) + f: n is the number of cells, side 0 if Left is to move \
         and 1 if Right is. Cells are counted from 0 at the left; t = C(c1,1) + C(c2,2) + ... for the cells c1 < c2 < ... of \
         the toads, and f the same for the frogs, whose cells are counted among those without a toad.",
    ),
    (
        "drift",
        "The rank is (side · C(cells, stones) + x) · C(cells - stones, stones) + o, where side is 0 if x is to move and 1 if o \
         is. Cells are counted from 0 row by row, from the top and from the left; x = C(c1,1) + C(c2,2) + ... for the cells c1 \
         < c2 < ... of its stones, and o the same for its own, whose cells are counted among those without a stone of x.",
    ),
    (
        "cops",
        "With k cops on v vertices, numbered from 0 in rising order, W = C(v + k - 1, k), and c = C(c1,1) + C(c2 + 1,2) + C(c3 \
         + 2,3) + ... for the vertices c1 <= c2 <= ... of the cops: the rank is (side · W + c) · v + robber, where side is 0 if \
         the cops are to move and 1 if the robber is; 2 · W · v + c where the robber is to choose a vertex; and 2 · W · v + W at \
         the beginning. These three are the layers.",
    ),
    (
        "dots-and-boxes",
        "The layers go by the number of open boxes. Cells that may change are read row by row, from the top and from the left: a \
         line is a digit to the base 2, 0 before it is drawn and 1 after, a box a digit to the base 3, 0 where it is open, 1 \
         for x, 2 for o. With n for the number of these digits, the first leading, the rank in the layer is 2 · n + side, \
         where side is 0 if Left is to move and 1 if Right is. Ranks with another number of open boxes are holes.",
    ),
    ("fox-and-geese", OF_HUNTS),
    ("hare-and-hounds", OF_HUNTS),
    (
        "loopy-graph",
        "Vertices are numbered from 0 in rising order. The rank is the number of the vertex; where there are edges for one \
         player only, side · vertices + vertex, where side is 0 if Left is to move and 1 if Right is.",
    ),
];

const OF_HUNTS: &str = "The rank is (side · C(n, k) + p) · (n - k) + q on a board of n points with a pack of k, the geese or the hounds: side is 1 if \
     the pack is to move. Points are counted from 0 row by row, from the top and from the left; p = C(c1,1) + C(c2,2) + ... for \
     the points c1 < c2 < ... of the pack, and q is the point of the other piece, counted among those without one of the pack.";
