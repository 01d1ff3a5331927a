//! The functions of the calculator, by name.

use super::value::{Terms, Value, as_integer};
use super::{EvaluationError, Result};
use winways_notation::{Comparison, Diagnostic, Span};
use winways_values::{Dyadic, Game, OperationError, Operations, Relation};

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
        let message = format!("`{}` has {} arguments, not {}", function.name, function.count, values.len());
        let label = format!("expected {}({})", function.name, function.parameters);
        return Err(Diagnostic::new(message, span)
            .label(label)
            .help(format!("for example {}", function.example))
            .into());
    }
    (function.evaluate)(&mut Arguments { operations, values, spans, span })
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

/// The arguments of a call.
struct Arguments<'a, 'arena> {
    operations: &'a mut Operations<'arena>,
    values: Vec<Value>,
    spans: &'a [Span],
    /// Where the function's name stands.
    span: Span,
}

impl Arguments<'_, '_> {
    fn wrong(&self, index: usize, expected: &str) -> EvaluationError {
        let message = format!("this is not {expected}");
        Diagnostic::new(message, self.spans[index]).label(format!("expected {expected}")).into()
    }

    /// An argument in canonical form.
    fn game(&mut self, index: usize) -> Result<Game> {
        match &self.values[index] {
            Value::Game(terms) => Ok(terms.canonical(self.operations.session())?),
            _ => Err(self.wrong(index, "a game")),
        }
    }

    fn number(&mut self, index: usize) -> Result<Dyadic> {
        let game = self.game(index)?;
        self.operations.session().as_number(game).ok_or_else(|| self.wrong(index, "a number"))
    }

    fn small(&mut self, index: usize) -> Result<u32> {
        let number = self.number(index)?;
        let small = as_integer(&number).and_then(|integer| u32::try_from(integer).ok());
        small.ok_or_else(|| self.wrong(index, "an integer from 0 to 4294967295"))
    }

    fn one(&mut self, operation: fn(&mut Operations<'_>, Game) -> Operated<Game>) -> Result<Value> {
        let game = self.game(0)?;
        let result = operation(self.operations, game);
        self.value(result)
    }

    fn two(&mut self, operation: fn(&mut Operations<'_>, Game, Game) -> Operated<Game>) -> Result<Value> {
        let (some, other) = (self.game(0)?, self.game(1)?);
        let result = operation(self.operations, some, other);
        self.value(result)
    }

    fn at(&mut self, operation: fn(&mut Operations<'_>, Game, &Dyadic) -> Operated<Dyadic>) -> Result<Value> {
        let (game, temperature) = (self.game(0)?, self.number(1)?);
        let result = operation(self.operations, game, &temperature);
        let number = self.told(result)?;
        self.of_number(&number)
    }

    fn truth(&mut self, question: fn(&mut Operations<'_>, Game) -> Operated<bool>) -> Result<Value> {
        let game = self.game(0)?;
        let result = question(self.operations, game);
        Ok(Value::Truth(self.told(result)?))
    }

    fn numeric(&mut self, question: fn(&mut Operations<'_>, Game) -> Operated<Dyadic>) -> Result<Value> {
        let game = self.game(0)?;
        let result = question(self.operations, game);
        let number = self.told(result)?;
        self.of_number(&number)
    }

    fn of_number(&mut self, number: &Dyadic) -> Result<Value> {
        Ok(Value::Game(Terms::of(self.operations.session().number(number)?)))
    }

    fn value(&self, result: Operated<Game>) -> Result<Value> {
        Ok(Value::Game(Terms::of(self.told(result)?)))
    }

    /// The result of an operation; a refusal points at the call.
    fn told<T>(&self, result: Operated<T>) -> Result<T> {
        result.map_err(|error| match error {
            OperationError::OutOfMemory(error) => error.into(),
            refusal => Diagnostic::new(refusal.to_string(), self.span).into(),
        })
    }
}

type Operated<T> = std::result::Result<T, OperationError>;

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
        match birthday.map(|day| day.to_string().parse::<Dyadic>()) {
            Some(Ok(day)) => a.of_number(&day),
            _ => Err(Diagnostic::new("the birthday is beyond 64 bits", a.span).into()),
        }
    };
    "canonical" ("G") 1, "the canonical form", "canonical({1,2|3})": |a| a.one(|_, g| Ok(g));
    "companion" ("G") 1, "the companion of a game", "companion(^)": |a| a.one(|o, g| o.companion(g));
    "conway" ("G, H") 2, "Conway's product", "conway(1/2, 1/2)": |a| a.two(|o, g, h| o.conway(g, h));
    "cool" ("G, t") 2, "G cooled by t", "cool({3|-1}, 1)": |a| {
        let (game, temperature) = (a.game(0)?, a.number(1)?);
        let result = a.operations.cool(game, &temperature);
        a.value(result)
    };
    "dali" ("x") 1, "the form of a number as the Dali function builds it", "dali(5/8)": |a| {
        let number = a.number(0)?;
        Ok(Value::Text(winways_values::surreal::Form::dali(&number).to_string()))
    };
    "followers" ("G") 1, "how many distinct followers the canonical form has, itself included", "followers(*3)":
        |a| a.numeric(|o, g| o.follower_count(g));
    "freeze" ("G") 1, "G cooled by its temperature", "freeze({3|-1})": |a| a.one(|o, g| o.freeze(g));
    "heat" ("G, t") 2, "G heated by t, which may be a game", "heat(*2, 1)": |a| a.two(|o, g, t| o.heat(g, t));
    "incentives" ("G") 1, "the incentives of both players", "incentives({3|1})":
        |a| list(a, |o, g| o.incentives(g));
    "is_all_small" ("G") 1, "whether in no follower only one player can move", "is_all_small(^*)":
        |a| a.truth(|o, g| o.is_all_small(g));
    "is_hot" ("G") 1, "whether the temperature is positive", "is_hot({1|-1})": |a| a.truth(|o, g| Ok(o.is_hot(g)));
    "is_infinitesimal" ("G") 1, "whether both stops are zero", "is_infinitesimal(^)":
        |a| a.truth(|o, g| Ok(o.is_infinitesimal(g)));
    "is_integer" ("G") 1, "whether G is an integer", "is_integer(3)": |a| a.truth(|o, g| Ok(o.is_integer(g)));
    "is_nimber" ("G") 1, "whether G is a nimber", "is_nimber(*2)": |a| a.truth(|o, g| Ok(o.is_nimber(g)));
    "is_number" ("G") 1, "whether G is a number", "is_number(3/4)": |a| a.truth(|o, g| Ok(o.is_number(g)));
    "left_incentives" ("G") 1, "Left's incentives", "left_incentives({3|1})":
        |a| list(a, |o, g| o.left_incentives(g));
    "left_options" ("G") 1, "Left's options in canonical form", "left_options(^)":
        |a| list(a, |o, g| Ok(o.session().left_options(g)?.collect()));
    "left_stop" ("G") 1, "the number that is reached if Left begins", "left_stop({3|1})":
        |a| a.numeric(|o, g| Ok(o.session().left_stop(g)));
    "left_wall" ("G, t") 2, "the left wall of the thermograph at t", "left_wall({3|1}, 1/2)":
        |a| a.at(|o, g, t| o.left_wall(g, t));
    "mean" ("G") 1, "what many copies are worth each", "mean({4||1|-2})": |a| a.numeric(|o, g| o.mean(g));
    "miny" ("G") 1, "miny, the negative of tiny", "miny(2)": |a| a.one(|o, g| o.miny(g));
    "norton" ("G, U") 2, "Norton's product by a unit U > 0", "norton(*2, ^)": |a| a.two(|o, g, u| o.norton(g, u));
    "outcome" ("G") 1, "who wins: L, R, N or P", "outcome({1|-1})": |a| {
        let game = a.game(0)?;
        Ok(Value::Outcome(a.operations.session().outcome(game)))
    };
    "overheat" ("G, s, t") 3, "G overheated from s by t", "overheat(1/2, 1, 1)": |a| {
        let (game, from, by) = (a.game(0)?, a.game(1)?, a.game(2)?);
        let result = a.operations.overheat(game, from, by);
        a.value(result)
    };
    "reduced" ("G") 1, "the reduced canonical form", "reduced({2+*|1+^})": |a| a.one(|o, g| o.reduced(g));
    "right_incentives" ("G") 1, "Right's incentives", "right_incentives({3|1})":
        |a| list(a, |o, g| o.right_incentives(g));
    "right_options" ("G") 1, "Right's options in canonical form", "right_options(^)":
        |a| list(a, |o, g| Ok(o.session().right_options(g)?.collect()));
    "right_stop" ("G") 1, "the number that is reached if Right begins", "right_stop({3|1})":
        |a| a.numeric(|o, g| Ok(o.session().right_stop(g)));
    "right_wall" ("G, t") 2, "the right wall of the thermograph at t", "right_wall({3|1}, 1/2)":
        |a| a.at(|o, g, t| o.right_wall(g, t));
    "sign_expansion" ("x") 1, "the sign expansion of a number", "sign_expansion(5/8)": |a| {
        let number = a.number(0)?;
        match number.sign_expansion() {
            Ok(signs) => Ok(Value::Text(signs)),
            Err(error) => Err(Diagnostic::new(error.to_string(), a.span).into()),
        }
    };
    "simplest" ("x, y") 2, "the simplest number between two numbers", "simplest(1/4, 7/8)": |a| {
        let (low, high) = (a.number(0)?, a.number(1)?);
        match Dyadic::simplest_between(Some(&low), Some(&high)) {
            Some(number) => a.of_number(&number),
            None => Err(Diagnostic::new(format!("no number lies between {low} and {high}"), a.span).into()),
        }
    };
    "temperature" ("G") 1, "the temperature", "temperature({4||1|-2})": |a| a.numeric(|o, g| o.temperature(g));
    "thermograph" ("G") 1, "the thermograph: both walls, mean and temperature", "thermograph({5||4|-2})": |a| {
        let game = a.game(0)?;
        Ok(Value::Thermograph(game))
    };
    "times" ("n, G") 2, "the sum of n copies", "times(3, ^)": |a| {
        let number = a.number(0)?;
        let factor = as_integer(&number).ok_or_else(|| a.wrong(0, "an integer of 64 bits"))?;
        let game = a.game(1)?;
        Ok(Value::Game(Terms::of(a.operations.session().multiple(factor, game)?)))
    };
    "tiny" ("G") 1, "tiny: {0||0|-G}", "tiny(2)": |a| a.one(|o, g| o.tiny(g));
    "up_power" ("n") 1, "the n-th power of up", "up_power(2)": |a| {
        let exponent = a.small(0)?;
        let result = a.operations.up_power(exponent);
        a.value(result)
    };
    "up_power_to" ("n") 1, "the sum of the first n powers of up", "up_power_to(2)": |a| {
        let exponent = a.small(0)?;
        let result = a.operations.up_power_to(exponent);
        a.value(result)
    };
}

fn list(
    a: &mut Arguments<'_, '_>,
    question: fn(&mut Operations<'_>, Game) -> Operated<Vec<Game>>,
) -> Result<Value> {
    let game = a.game(0)?;
    let result = question(a.operations, game);
    let mut games = a.told(result)?;
    a.operations.session().sort(&mut games)?;
    Ok(Value::List(games.into_iter().map(|game| Value::Game(Terms::of(game))).collect(), 1))
}
