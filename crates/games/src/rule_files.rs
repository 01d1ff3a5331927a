//! The games of the catalogue that are defined by rule files: games on heaps in `rules`, and board games in `rules/boards`.

use winways_kit::{Entry, Page};
use winways_rulefile::of_catalogue;

/// Declares the entries of rule files.
macro_rules! rule_files {
    ($entries:ident: $folder:literal, $($file:literal),* $(,)?) => {
        pub(crate) const $entries: &[Entry] = &[$({
            const TEXT: &str = include_str!(concat!("../rules/", $folder, $file, ".game"));
            static PAGE: Page = winways_rulefile::page!(TEXT);
            Entry { page: &PAGE, make: |_| of_catalogue(TEXT, &PAGE), claims: &[] }
        }),*];
    };
}

// Games on single heaps come first, then games on pairs and on more numbers. Games in which the players have different moves come
// last.
rule_files![
    NUMBERS: "",
    "mark", "upmark", "mark-t", "prim", "dim", "aliquot", "saliquant", "couples-are-forever", "officers",
    "guiles", "at-most-half", "kenyon", "treblecross", "rims", "maliquot", "totative", "lasker-three",
    "split-in-three", "split-up-to-four", "lieges-of-legendre", "constrained-nim", "strip-of-cards",
    "putnam-beans", "furlo-and-rublo", "chocolate-bar", "chomp-2", "generalized-wythoff", "nimhoff", "king",
    "white-knight", "tripling-nim", "maharaja-nim", "diagonal-wythoff", "yama-nim", "euclid-positive",
    "empty-and-divide", "restricted-wythoff", "extended-wythoff", "cutting-game", "zero-move-nim",
    "take-no-more", "dudeney", "bounded-nimhoff", "hyper-knight", "short-queen", "stones-into-boxes",
    "turning-corners", "end-nim", "chomp-3", "lim", "exact-nim", "slow-exact-nim", "antonim", "greedy-nim", "nim-with-a-pass",
    "welter-3", "wythoff-3", "new-heap-game", "path-nim", "circular-nim-4", "circular-nim-5",
    "chocolate-steps", "princess-and-roses", "lctr-3", "global-fibonacci", "three-euclid", "loop-end-nim",
    "partizan-end-nim-3",
];

// Games on grids, strips and graphs: with dominoes, with stones that capture, are placed or move, with coins, and with single
// pieces.
rule_files![
    BOARDS: "boards/",
    "triomineering", "tridomineering", "tromino-cram", "l-tromino-cram", "anti-clobber", "cannibal-clobber",
    "king-clobber", "rook-clobber", "queen-clobber", "knight-clobber", "impartial-clobber",
    "impartial-cannibal-clobber", "clobber-on-graphs", "clobbineering", "self-clobber", "nogo",
    "impartial-nogo", "fjords", "node-kayles", "arc-kayles", "bigraph-node-kayles", "grim", "cutthroat",
    "proper-two-colouring", "proper-three-colouring", "vertex-geography", "partizan-geography",
    "treblecross-row", "notakto", "isola", "amazons", "konane", "peg-duotaire", "peg-duotaire-multihop",
    "toads-and-frogs-long-slides", "toads-and-frogs-long-jumps", "elephants-and-rhinos", "clear-the-pond",
    "push", "shove", "toppling-dominoes", "ski-jumps", "fission", "bicolour-fission", "maze", "maize",
    "hexapawn", "breakthrough", "dawsons-pawns", "rows-of-pins", "partizan-kayles", "daisy", "twopins",
    "cherries", "tac-tix", "nimbi", "welter", "moebius", "twins", "triplets", "ruler-fives",
    "mock-turtle-fives", "triplet-fives", "acrostic-twins", "corner-the-queen", "corner-the-rook",
    "corner-the-king", "corner-the-knight",
];

// Games of points.
rule_files![
    POINTS: "boards/",
    "dots-and-boxes",
];
