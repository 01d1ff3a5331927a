//! Predicates that classify games.

use super::super::function::Evaluate::Values;
use super::super::function::functions;
use winways_values::Parity;

functions! {
    "is_all_small" ("G") [1, 1], "Whether G is all-small: in every follower both players can move, or neither can.",
        "is_all_small(^*)" => "true", "Winning Ways, chapter 8": Values(|a| a.kind_of(false, true, |o, g| o.is_all_small(g)));
    "is_dyadic" ("G") [1, 1], "Whether G is a dyadic number, an integer over a power of two.",
        "is_dyadic(3/4)" => "true", "Winning Ways, chapter 2": Values(|a| a.kind_of(false, false, |o, g| Ok(o.is_number(g))));
    "is_hot" ("G") [1, 1], "Whether G is hot: its temperature is positive, so that moving is worth something.",
        "is_hot({1|-1})" => "true", "Winning Ways, chapter 6": Values(|a| a.kind_of(false, false, |o, g| Ok(o.is_hot(g))));
    "is_infinitesimal" ("G") [1, 1], "Whether G is an infinitesimal: both stops are zero.",
        "is_infinitesimal(^)" => "true", "Siegel, section II.4": Values(|a| match a.value(0).large_number() {
            Some(large) => Ok(large.is_infinitesimal().into()),
            None => a.one(|o, g| Ok(o.is_infinitesimal(g))),
        });
    "is_integer" ("G") [1, 1], "Whether G equals an integer.",
        "is_integer({1|3})" => "true", "Winning Ways, chapter 1": Values(|a| a.kind_of(false, false, |o, g| Ok(o.is_integer(g))));
    "is_nimber" ("G") [1, 1], "Whether G equals a heap of Nim.",
        "is_nimber({0,*|0,*})" => "true", "Winning Ways, chapter 3": Values(|a| a.kind_of(false, true, |o, g| Ok(o.is_nimber(g))));
    "is_number" ("G") [1, 1], "Whether G equals a number.",
        "is_number({0|1})" => "true", "Winning Ways, chapter 2": Values(|a| a.kind_of(true, false, |o, g| Ok(o.is_number(g))));
    "is_numberish" ("G") [1, 1], "Whether G is a number plus an infinitesimal: both stops are the same.",
        "is_numberish(2^*)" => "true", "Siegel, section II.4": Values(|a| a.kind_of(true, true, |o, g| Ok(o.is_numberish(g))));
    "is_tepid" ("G") [1, 1], "Whether G is tepid: a number plus an infinitesimal other than 0.",
        "is_tepid(2^*)" => "true", "Winning Ways, chapter 6": Values(|a| a.kind_of(false, true, |o, g| Ok(o.is_tepid(g))));
    "parity" ("G") [1, 1], "`even` or `odd`, if the number of moves has this parity in every line of play in the canonical form; else `neither`.",
        "parity({1|-1})" => "even", "Siegel, Combinatorial Game Theory": Values(|a| {
            let game = a.game(0)?;
            let parity = a.operations.parity(game);
            let name = match a.checked(parity)? {
                Some(Parity::Even) => "even",
                Some(Parity::Odd) => "odd",
                None => "neither",
            };
            a.text(name)
        });
}
