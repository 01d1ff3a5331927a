//! The games of the catalogue that a few lines of rules tell: the files of the folder `rules`.

use winways_kit::Entry;
use winways_kit::Page;
use winways_rulefile::{header, of_catalogue};

/// The entries of rule files. What a file states about its game is read when the program is compiled, so that a file
/// without a name, a title, rules in sentences or an example is no program.
macro_rules! rule_files {
    ($($file:literal),* $(,)?) => {
        pub(crate) const ENTRIES: &[Entry] = &[$({
            const TEXT: &str = include_str!(concat!("../rules/", $file, ".game"));
            const SOURCES: [&str; header::count(TEXT, "source")] = header::all(TEXT, "source");
            const VALUES: [(&str, &str); header::count(TEXT, "value")] = header::known_values(TEXT);
            static PAGE: Page = header::page(TEXT, &SOURCES, &VALUES);
            Entry { page: &PAGE, make: |_| of_catalogue(TEXT, &PAGE), claims: &[] }
        }),*];
    };
}

// Single heaps, then pairs, then more numbers; last those in which the players have different moves.
rule_files![
    "mark",
    "upmark",
    "mark-t",
    "prim",
    "dim",
    "aliquot",
    "saliquant",
    "couples-are-forever",
    "officers",
    "guiles",
    "at-most-half",
    "kenyon",
    "treblecross",
    "rims",
    "maliquot",
    "totative",
    "lasker-three",
    "split-in-three",
    "split-up-to-four",
    "lieges-of-legendre",
    "constrained-nim",
    "strip-of-cards",
    "putnam-beans",
    "furlo-and-rublo",
    "chocolate-bar",
    "chomp-2",
    "generalized-wythoff",
    "nimhoff",
    "king",
    "white-knight",
    "tripling-nim",
    "maharaja-nim",
    "diagonal-wythoff",
    "yama-nim",
    "euclid-positive",
    "empty-and-divide",
    "restricted-wythoff",
    "extended-wythoff",
    "cutting-game",
    "zero-move-nim",
    "take-no-more",
    "dudeney",
    "bounded-nimhoff",
    "hyper-knight",
    "short-queen",
    "stones-into-boxes",
    "end-nim",
    "chomp-3",
    "lim",
    "exact-nim",
    "slow-exact-nim",
    "antonim",
    "greedy-nim",
    "nim-with-a-pass",
    "welter-3",
    "wythoff-3",
    "new-heap-game",
    "path-nim",
    "circular-nim-4",
    "circular-nim-5",
    "chocolate-steps",
    "princess-and-roses",
    "lctr-3",
    "global-fibonacci",
    "three-euclid",
    "loop-end-nim",
    "partizan-end-nim-3",
];
