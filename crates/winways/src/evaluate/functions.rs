//! The functions of the calculator, by name.

use super::arguments::Arguments;
use super::error::Result;
use super::lazy;
use super::value::Value;
use winways_notation::{Comparison, Diagnostic, Span};
use winways_values::surreal::Form;
use winways_values::{Dyadic, Operations, Parity, Relation, Thermograph};

/// A function of the calculator.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// What its arguments are.
    pub parameters: &'static str,
    count: usize,
    /// What it gives.
    pub summary: &'static str,
    /// A call that can be evaluated as it stands.
    pub example: &'static str,
    evaluate: fn(&mut Arguments<'_, '_>) -> Result<Value>,
}

/// The function of this name.
pub(super) fn find(name: &str) -> Option<&'static Function> {
    FUNCTIONS.iter().find(|function| function.name == name)
}

/// Calls a function whose name stands at `span`.
pub(super) fn call(
    function: &Function,
    operations: &mut Operations<'_>,
    span: Span,
    values: Vec<Value>,
    spans: &[Span],
) -> Result<Value> {
    if values.len() != function.count {
        let noun = if function.count == 1 { "argument" } else { "arguments" };
        let message = format!("`{}` has {} {noun}, not {}", function.name, function.count, values.len());
        let label = format!("expected {}({})", function.name, function.parameters);
        return Err(Diagnostic::new(message, span)
            .label(label)
            .help(format!("for example {}", function.example))
            .into());
    }
    (function.evaluate)(&mut Arguments::new(operations, function.example, values, spans, span))
}

/// Whether two games whose difference relates so to zero compare so.
pub(super) fn holds(comparison: Comparison, relation: Relation) -> bool {
    match comparison {
        Comparison::Equal => relation == Relation::Equal,
        Comparison::Unequal => relation != Relation::Equal,
        Comparison::Less => relation == Relation::Less,
        Comparison::Greater => relation == Relation::Greater,
        Comparison::LessOrEqual => matches!(relation, Relation::Less | Relation::Equal),
        Comparison::GreaterOrEqual => matches!(relation, Relation::Greater | Relation::Equal),
        Comparison::Confused => relation == Relation::Confused,
    }
}

/// A row of the list below: name, parameters, their number, summary, example, and how it is worked out.
macro_rules! functions {
    ($($name:literal ($parameters:literal) $count:literal, $summary:literal, $example:literal: $evaluate:expr;)*) => {
        /// Every function, in the order of their names.
        pub(super) const FUNCTIONS: &[Function] = &[$(Function {
            name: $name,
            parameters: $parameters,
            count: $count,
            summary: $summary,
            example: $example,
            evaluate: $evaluate,
        }),*];
    };
}

functions! {
    "atomic_weight" ("G") 1, "the atomic weight of an all-small game", "atomic_weight(^^*)":
        |a| a.one(|o, g| o.atomic_weight(g));
    "birthday" ("G") 1, "the day on which a game is born", "birthday({1|-1})": |a| {
        let game = a.game(0)?;
        let birthday = a.operations.session().birthday(game)?;
        match birthday {
            // Each part fits a signed word.
            Some(day) => a.of_number(&(Dyadic::from((day / 2) as i64).double() + Dyadic::from((day % 2) as i64))),
            None => Err(a.none("the birthday is beyond 64 bits")),
        }
    };
    "born_by" ("n") 1, "all games born by day n, which is at most 3", "born_by(1)": |a| {
        let day = a.between(0, 0, 3)?;
        let games = a.operations.born_by(day);
        let games = a.told(games)?;
        a.list(games.into_iter())
    };
    "canonical" ("G") 1, "the canonical form", "canonical({1,2|3})": |a| a.one(|_, g| Ok(g));
    "companion" ("G") 1, "the companion of a game", "companion(^)": |a| a.one(|o, g| o.companion(g));
    "conway" ("G, H") 2, "Conway's product", "conway(1/2, 1/2)": |a| a.two(|o, g, h| o.conway(g, h));
    "cool" ("G, t") 2, "G cooled by t", "cool({3|-1}, 1)": |a| {
        let temperature = a.number(1)?;
        a.one(|o, g| o.cool(g, &temperature))
    };
    "count" ("list") 1, "how many entries a list has", "count(born_by(2))": |a| {
        let length = a.length(0)?;
        a.of_number(&Dyadic::from(length as i64))
    };
    "dali" ("x") 1, "the form of a number as the Dali function builds it", "dali(5/8)": |a| {
        let form = Form::dali(&a.number(0)?);
        let list = |options: &[Dyadic]| options.iter().map(Dyadic::latex).collect::<Vec<_>>().join(", ");
        let latex = format!(r"\left\{{{}\mid {}\right\}}", list(form.left()), list(form.right()));
        a.formula(form.to_string(), latex)
    };
    "followers" ("G") 1, "how many distinct followers the canonical form has, itself included", "followers(*3)":
        |a| a.numeric(|o, g| o.follower_count(g));
    "freeze" ("G") 1, "G cooled by its temperature", "freeze({3|-1})": |a| a.one(|o, g| o.freeze(g));
    "heat" ("G, t") 2, "G heated by t, which may be a game", "heat(*2, 1)": |a| a.two(|o, g, t| o.heat(g, t));
    "incentives" ("G") 1, "the incentives of both players", "incentives({3|1})":
        |a| a.games(|o, g| o.incentives(g));
    "is_all_small" ("G") 1, "whether in no follower only one player can move", "is_all_small(^*)":
        |a| a.one(|o, g| o.is_all_small(g));
    "is_dyadic" ("G") 1, "whether G is a dyadic number, as all numbers here are", "is_dyadic(3/4)":
        |a| a.one(|o, g| Ok(o.is_number(g)));
    "is_hot" ("G") 1, "whether the temperature is positive", "is_hot({1|-1})": |a| a.one(|o, g| Ok(o.is_hot(g)));
    "is_infinitesimal" ("G") 1, "whether both stops are zero", "is_infinitesimal(^)":
        |a| a.one(|o, g| Ok(o.is_infinitesimal(g)));
    "is_integer" ("G") 1, "whether G is an integer", "is_integer(3)": |a| a.one(|o, g| Ok(o.is_integer(g)));
    "is_nimber" ("G") 1, "whether G is a nimber", "is_nimber(*2)": |a| a.one(|o, g| Ok(o.is_nimber(g)));
    "is_number" ("G") 1, "whether G is a number", "is_number(3/4)": |a| a.one(|o, g| Ok(o.is_number(g)));
    "is_numberish" ("G") 1, "whether G is a number plus an infinitesimal", "is_numberish(2^*)":
        |a| a.one(|o, g| Ok(o.is_numberish(g)));
    "is_tepid" ("G") 1, "whether G is a number plus an infinitesimal other than 0", "is_tepid(2^*)":
        |a| a.one(|o, g| Ok(o.is_tepid(g)));
    "left_breakpoints" ("G") 1, "where the left wall bends: values and temperatures", "left_breakpoints({5||4|-2})":
        |a| a.breakpoints(Thermograph::left_wall);
    "left_incentives" ("G") 1, "Left's incentives", "left_incentives({3|1})": |a| a.games(|o, g| o.left_incentives(g));
    "left_options" ("G") 1, "Left's options in canonical form", "left_options(^)":
        |a| a.options(|session, game| session.left_options(game));
    "left_stop" ("G") 1, "the number that is reached if Left begins", "left_stop({3|1})":
        |a| a.of_terms(lazy::left_stop);
    "left_wall" ("G, t") 2, "the left wall of the thermograph at t", "left_wall({3|1}, 1/2)":
        |a| a.at(|o, g, t| o.left_wall(g, t));
    "mast" ("G") 1, "where the mast of the thermograph begins: mean and temperature", "mast({4||1|-2})": |a| {
        let terms = a.terms(0)?;
        let (mean, temperature) = (lazy::mean(a.operations, &terms)?, lazy::temperature(a.operations, &terms)?);
        a.numbers([mean, temperature])
    };
    "mean" ("G") 1, "what many copies are worth each", "mean({4||1|-2})": |a| a.of_terms(lazy::mean);
    "miny" ("G") 1, "miny, the negative of tiny", "miny(2)": |a| a.one(|o, g| o.miny(g));
    "norton" ("G, U") 2, "Norton's product by a unit U > 0", "norton(*2, ^)": |a| a.two(|o, g, u| o.norton(g, u));
    "numbers_born_by" ("n") 1, "all numbers born by day n, which is at most 16", "numbers_born_by(2)": |a| {
        let day = a.between(0, 0, 16)?;
        a.numbers(Dyadic::born_by(day))
    };
    "outcome" ("G") 1, "who wins: L, R, N or P", "outcome({1|-1})": |a| {
        let terms = a.terms(0)?;
        Ok(Value::Outcome(lazy::outcome(a.operations, &terms)?))
    };
    "overheat" ("G, s, t") 3, "G overheated from s by t", "overheat(1/2, 1, 1)": |a| {
        let (from, by) = (a.game(1)?, a.game(2)?);
        a.one(|o, g| o.overheat(g, from, by))
    };
    "parity" ("G") 1, "even or odd, if every line of play has as many moves, but for twos", "parity({1|-1})": |a| {
        let game = a.game(0)?;
        let parity = a.operations.parity(game);
        let name = match a.told(parity)? {
            Some(Parity::Even) => "even",
            Some(Parity::Odd) => "odd",
            None => "neither",
        };
        a.text(name)
    };
    "reduced" ("G") 1, "the reduced canonical form", "reduced({2+*|1+^})": |a| a.one(|o, g| o.reduced(g));
    "right_breakpoints" ("G") 1, "where the right wall bends: values and temperatures", "right_breakpoints({5||4|-2})":
        |a| a.breakpoints(Thermograph::right_wall);
    "right_incentives" ("G") 1, "Right's incentives", "right_incentives({3|1})":
        |a| a.games(|o, g| o.right_incentives(g));
    "right_options" ("G") 1, "Right's options in canonical form", "right_options(^)":
        |a| a.options(|session, game| session.right_options(game));
    "right_stop" ("G") 1, "the number that is reached if Right begins", "right_stop({3|1})":
        |a| a.of_terms(lazy::right_stop);
    "right_wall" ("G, t") 2, "the right wall of the thermograph at t", "right_wall({3|1}, 1/2)":
        |a| a.at(|o, g, t| o.right_wall(g, t));
    "sign_expansion" ("x") 1, "the sign expansion of a number", "sign_expansion(5/8)": |a| {
        let signs = a.number(0)?.sign_expansion();
        let signs = signs.map_err(|error| a.none(error.to_string()))?;
        let latex = signs.chars().map(|sign| format!("{{{sign}}}")).collect();
        a.formula(signs, latex)
    };
    "simplest" ("G, H") 2, "the simplest number x with G < x < H; of games, x not ≤ G and not ≥ H", "simplest(1/4, 7/8)": |a| {
        let (low, high) = (a.game(0)?, a.game(1)?);
        let number = a.operations.simplest(low, high);
        match a.told(number)? {
            Some(number) => a.of_number(&number),
            None => Err(a.none("no number lies between the two")),
        }
    };
    "structure" ("G") 1, "the canonical form, each follower once, #n for the n-th", "structure({2|0})":
        |a| a.structure();
    "temperature" ("G") 1, "the temperature", "temperature({4||1|-2})": |a| a.of_terms(lazy::temperature);
    "thermograph" ("G") 1, "the thermograph: both walls, mean and temperature", "thermograph({5||4|-2})": |a| {
        Ok(Value::Thermograph(a.game(0)?))
    };
    "times" ("n, G") 2, "the sum of n copies", "times(3, ^)": |a| {
        let (factor, terms) = (a.integer(0)?, a.terms(1)?);
        Ok(Value::Game(terms.times(a.operations.session(), factor)?))
    };
    "tiny" ("G") 1, "tiny: {0||0|-G}", "tiny(2)": |a| a.one(|o, g| o.tiny(g));
    "up_power" ("n") 1, "the n-th power of up", "up_power(2)": |a| {
        let exponent = a.between(0, 1, u32::MAX)?;
        let power = a.operations.up_power(exponent);
        Ok(a.told(power)?.into())
    };
    "up_power_to" ("n") 1, "the sum of the first n powers of up", "up_power_to(2)": |a| {
        let exponent = a.between(0, 0, u32::MAX)?;
        let sum = a.operations.up_power_to(exponent);
        Ok(a.told(sum)?.into())
    };
    "uptimal" ("G") 1, "G as a sum of a number, powers of up and a nimber", "uptimal({0|v*}+3)": |a| a.uptimal();
}
