//! The games of the catalogue that a few lines of rules tell: the files of the folder `rules`.

use crate::Entry;
use crate::text::{header, of_catalogue};
use winways_rules::Page;

/// The entries of rule files. What a file tells about its game is read when the program is compiled, so that a file
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

rule_files![
    "mark",
    "upmark",
    "mark-t",
    "prim",
    "dim",
    "aliquot",
    "saliquant",
    "end-nim",
    "chocolate-bar",
    "chomp-2",
    "chomp-3",
    "generalized-wythoff",
    "nimhoff",
    "king",
    "white-knight",
    "lim",
    "exact-nim",
    "slow-exact-nim",
    "antonim",
    "greedy-nim",
    "couples-are-forever",
    "officers",
    "guiles",
    "at-most-half",
    "nim-with-a-pass",
    "tripling-nim",
    "welter-3",
    "maharaja-nim",
    "diagonal-wythoff",
    "yama-nim",
];
