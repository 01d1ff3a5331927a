//! Functions on lists.

use super::super::function::Evaluate::{Map, Values};
use super::super::function::functions;
use winways_values::{Dyadic, Relation};

/// The maximum number of arguments of a variadic function.
const MANY: usize = usize::MAX;

functions! {
    "count" ("list, x") [1, 2], "The number of entries of a list that equal x; without x, the number of all entries.",
        "count([3, 1, 3], 3)" => "2", "the manual of the calculator, docs/notation.md": Values(|a| a.count());
    "filter" ("f, list") [2, 2], "The list of the entries x for which f(x) is true.",
        "filter(is_hot, [1, {1|-1}, ^])" => "[+-1]", "the manual of the calculator, docs/notation.md": Map;
    "len" ("list") [1, 1], "The number of entries of a list, or the number of characters of a text.",
        "len(born_by(2))" => "22", "the manual of the calculator, docs/notation.md": Values(|a| {
            let length = a.length(0)?;
            a.of_number(Dyadic::from(length as i64))
        });
    "map" ("f, list") [2, 2], "The list of f(x) for the entries x of a list.",
        "map(mean, [{3|1}, ^])" => "[2, 0]", "the manual of the calculator, docs/notation.md": Map;
    "max" ("list") [1, MANY], "The entry of a list, or the argument, that is greater than or equal to all others; games may have none.",
        "max([1, 3/2, {1|-1}])" => "3/2", "the manual of the calculator, docs/notation.md": Values(|a| a.extreme(Relation::Greater));
    "min" ("list") [1, MANY], "The entry of a list, or the argument, that is less than or equal to all others; games may have none.",
        "min(2, ^, 1/2)" => "^", "the manual of the calculator, docs/notation.md": Values(|a| a.extreme(Relation::Less));
    "sort" ("list") [1, 1], "The sorted list: numbers by size, texts and outcomes by their letters, other games by a fixed order of canonical forms.",
        "sort([3, 1, 2])" => "[1, 2, 3]", "the manual of the calculator, docs/notation.md": Values(|a| a.sorted());
    "sum" ("list") [1, 1], "The sum of all entries of a list.",
        "sum([{1|-1}, {1|-1}, *2])" => "*2", "Winning Ways, chapter 2": Values(|a| a.sum());
    "unique" ("list") [1, 1], "The list without entries that equal an earlier entry.",
        "unique([1, {0|2}, *, 1])" => "[1, *]", "the manual of the calculator, docs/notation.md": Values(|a| a.unique());
    "zip" ("a, b, ...") [1, MANY], "The list of lists of the first entries, of the second entries and so on, up to the length of the shortest list.",
        "zip([1, 2], [*, ^])" => "[[1, *], [2, ^]]", "the manual of the calculator, docs/notation.md": Values(|a| a.zip());
}
