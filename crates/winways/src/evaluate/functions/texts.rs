//! Functions for texts, and for boards that are built from texts.

use super::super::function::Evaluate::Values;
use super::super::function::functions;

functions! {
    "grid" ("r, c, letter") [2, 3], "The text of an empty board of r rows and c columns, for games on grids; a third argument is the text of one cell in place of `.`.",
        "grid(2, 3)" => "...|...", "the manual of the calculator, docs/notation.md": Values(|a| a.grid());
    "join" ("list, between") [1, 2], "The entries of a list joined into one text, with the second argument between consecutive entries.",
        "join([1, 2, 3], \"/\")" => "1/2/3", "the manual of the calculator, docs/notation.md": Values(|a| a.joined());
    "repeat" ("text, n") [2, 2], "A text repeated n times.",
        "repeat(\"LR\", 3)" => "LRLRLR", "the manual of the calculator, docs/notation.md": Values(|a| a.repeated());
    "row" ("n, letter") [1, 2], "The text of an empty strip of n cells, for games on strips and grids; a second argument is the text of one cell in place of `.`.",
        "row(5)" => ".....", "the manual of the calculator, docs/notation.md": Values(|a| a.row());
    "word" ("n, letters") [2, 2], "The first n letters of the infinite repetition of a text.",
        "word(5, \"LR\")" => "LRLRL", "the manual of the calculator, docs/notation.md": Values(|a| a.word());
}
