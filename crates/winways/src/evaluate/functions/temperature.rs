//! Functions for stops, means, temperatures and thermographs, and for cooling and heating.

use super::super::arguments::{Arguments, Operated};
use super::super::error::Result;
use super::super::function::Evaluate::Values;
use super::super::function::functions;
use super::super::large::Number;
use super::super::lazy;
use super::super::numbers::fraction_of;
use super::super::terms::Terms;
use super::super::value::Value;
use std::cmp::Ordering;
use winways_numbers::{Fraction, Surreal};
use winways_values::{Dyadic, Game, OperationError, Operations, Thermograph, Wall};

functions! {
    "cool" ("G, t") [2, 2], "G cooled by t: every move costs its player t, unless a smaller tax already makes the game a number plus an infinitesimal.",
        "cool({3|-1}, 1)" => "{2|0}", "Winning Ways, chapter 6": Values(|a| a.cooled());
    "freeze" ("G") [1, 1], "G cooled by its temperature: its mean plus an infinitesimal.",
        "freeze({3|-1})" => "1+*", "Winning Ways, chapter 6": Values(|a| match a.number_itself() {
            Some(number) => Ok(number),
            None => a.one(|o, g| o.freeze(g)),
        });
    "heat" ("G, t") [2, 2], "G heated by t, which may be a game: every move gains t for its player, and numbers are unchanged.",
        "heat(*2, 1)" => "{1,{2|0}|-1,{0|-2}}", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.heated());
    "left_breakpoints" ("G") [1, 1], "The list of the points where the left wall of the thermograph bends, each as [value, temperature].",
        "left_breakpoints({5||4|-2})" => "[[6, -1], [4, 1]]", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.breakpoints(Thermograph::left_wall));
    "left_stop" ("G") [1, 1], "The left stop: the first number that is reached if Left begins and both play their best.",
        "left_stop({3|1})" => "3", "Winning Ways, chapter 6; Siegel, section II.3": Values(|a| a.stop_or_mean(lazy::left_stop));
    "left_wall" ("G, t") [2, 2], "The left wall of the thermograph at temperature t: the left stop of G cooled by t.",
        "left_wall({3|1}, 1/2)" => "5/2", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.on_wall(|o, g, t| o.left_wall(g, t), Thermograph::left_wall));
    "mast" ("G") [1, 1], "The point where the mast of the thermograph begins: [mean, temperature].",
        "mast({4||1|-2})" => "[7/4, 9/4]", "Winning Ways, chapter 6": Values(|a| {
            let terms = a.terms(0)?;
            let (mean, temperature) = (lazy::mean(a.operations, &terms)?, lazy::temperature(a.operations, &terms)?);
            a.numbers([mean, temperature])
        });
    "mean" ("G") [1, 1], "The mean value: the average worth of one copy in a sum of many copies of G.",
        "mean({4||1|-2})" => "7/4", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.stop_or_mean(lazy::mean));
    "overheat" ("G, s, t") [3, 3], "G overheated from s by t: 1 becomes s, and every move gains t for its player.",
        "overheat(1/2, 1, 1)" => "{1|0}", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| {
            let (from, by) = (a.game(1)?, a.game(2)?);
            a.one(|o, g| o.overheat(g, from, by))
        });
    "right_breakpoints" ("G") [1, 1], "The list of the points where the right wall of the thermograph bends, each as [value, temperature].",
        "right_breakpoints({5||4|-2})" => "[[4, -1], [4, 1]]", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.breakpoints(Thermograph::right_wall));
    "right_stop" ("G") [1, 1], "The right stop: the first number that is reached if Right begins and both play their best.",
        "right_stop({3|1})" => "1", "Winning Ways, chapter 6; Siegel, section II.3": Values(|a| a.stop_or_mean(lazy::right_stop));
    "right_wall" ("G, t") [2, 2], "The right wall of the thermograph at temperature t: the right stop of G cooled by t.",
        "right_wall({3|1}, 1/2)" => "3/2", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.on_wall(|o, g, t| o.right_wall(g, t), Thermograph::right_wall));
    "temperature" ("G") [1, 1], "The temperature: the least tax on every move at which it makes no difference who moves first. It measures how urgent a move in G is.",
        "temperature({4||1|-2})" => "9/4", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.of_terms(lazy::temperature));
    "thermograph" ("G") [1, 1], "The thermograph: both walls by their bends, the mean and the temperature; `--plot` draws it.",
        "thermograph({5||4|-2})" => "mean 4, temperature 1; left wall 6 at -1, 4 at 1; right wall 4 at -1, 4 at 1", "Winning Ways, chapter 6; Siegel, section II.5": Values(|a| a.thermograph());
}

/// A function that returns the value of a wall at a temperature.
type WallAt = fn(&mut Operations<'_>, Game, &Dyadic) -> Operated<Dyadic>;

/// A first argument and a temperature, one of which is a surreal number that is not the value of a game.
enum Beyond {
    /// A number that is not the value of a game.
    Number(Value),
    /// A game, and a temperature that is not the value of a game.
    Temperature(Game, Fraction),
}

impl Arguments<'_, '_> {
    /// Returns the first argument if it is a surreal number that is not the value of a game.
    fn number_itself(&self) -> Option<Value> {
        self.is_surreal(0).then(|| self.value(0).clone())
    }

    fn is_surreal(&self, index: usize) -> bool {
        let large = self.value(index).large_number();
        large.is_some_and(|large| matches!(large.number, Number::Surreal(_)))
    }

    /// Returns a stop or the mean of the first argument. The stops and the mean of a number are the number itself.
    fn stop_or_mean(&mut self, of_game: fn(&mut Operations<'_>, &Terms) -> Result<Dyadic>) -> Result<Value> {
        match self.number_itself() {
            Some(number) => Ok(number),
            None => self.of_terms(of_game),
        }
    }

    /// Returns the arguments if one of them is a surreal number that is not the value of a game.
    fn beyond(&mut self) -> Result<Option<Beyond>> {
        match self.number_itself() {
            Some(number) => Ok(Some(Beyond::Number(number))),
            None if self.is_surreal(1) => Ok(Some(Beyond::Temperature(self.game(0)?, self.fraction(1)?))),
            None => Ok(None),
        }
    }

    /// Returns the temperature, which must be at least `lowest`.
    fn temperature_from(&mut self, lowest: i64) -> Result<Fraction> {
        let temperature = self.fraction(1)?;
        if temperature.compare(&Fraction::from(Surreal::from(lowest)))?.is_lt() {
            self.checked(Err(OperationError::TooCold { lowest: lowest.into() }))?;
        }
        Ok(temperature)
    }

    /// Returns the thermograph of a short game.
    pub(super) fn thermograph(&mut self) -> Result<Value> {
        let game = self.game(0)?;
        let found = self.operations.thermograph(game).cloned();
        let found = self.checked(found)?;
        Value::thermograph(self.operations.session(), found)
    }

    /// Returns the first argument cooled by the second argument.
    ///
    /// A temperature t that is not dyadic differs from the temperature of every short game. If t is above the temperature of
    /// the game, the cooled game is the mean. Otherwise the cooled game is hot, and its options have no canonical form.
    fn cooled(&mut self) -> Result<Value> {
        let (game, by) = match self.beyond()? {
            None => return self.at(|operations, game, by| operations.cool(game, by)),
            Some(Beyond::Number(number)) => return self.temperature_from(0).map(|_| number),
            Some(Beyond::Temperature(game, _)) => (game, self.temperature_from(0)?),
        };
        let temperature = self.operations.temperature(game);
        let temperature = self.checked(temperature)?;
        if by.compare(&fraction_of(self.operations.session(), &temperature)?)?.is_gt() {
            let mean = self.operations.mean(game);
            return self.answer(mean);
        }
        let [left, right] =
            [Thermograph::left_wall, Thermograph::right_wall].map(|wall| self.wall_at(game, wall, &by));
        let (left, right) = (left?, right?);
        Err(self.none(format!(
            "this game cooled by {by} is not a number, and its options have no canonical form as games here; \
             its left stop is {left} and its right stop is {right}"
        )))
    }

    /// Returns the first argument heated by the second argument.
    fn heated(&mut self) -> Result<Value> {
        match self.beyond()? {
            None => self.two(|operations, game, by| operations.heat(game, by)),
            Some(Beyond::Number(number)) if self.is_surreal(1) => Ok(number),
            Some(Beyond::Number(number)) => self.game(1).map(|_| number),
            Some(Beyond::Temperature(game, _)) if self.operations.session().as_number(game).is_some() => {
                Ok(game.into())
            }
            Some(Beyond::Temperature(_, by)) => Err(self.none(format!(
                "only a number can be heated by {by}: the options of any other game would have no canonical form as \
                 games here"
            ))),
        }
    }

    /// Returns the value of a wall of the first argument at the temperature given by the second argument.
    fn on_wall(&mut self, of_game: WallAt, wall: fn(&Thermograph) -> &Wall) -> Result<Value> {
        match self.beyond()? {
            None => self.at(of_game),
            Some(Beyond::Number(number)) => self.temperature_from(0).map(|_| number),
            Some(Beyond::Temperature(game, _)) => {
                let temperature = self.temperature_from(-1)?;
                let value = self.wall_at(game, wall, &temperature)?;
                self.of_fraction(value)
            }
        }
    }

    /// Returns the value of a wall at a temperature of at least −1. Between two breakpoints, a wall is a straight line. This
    /// also holds for temperatures in any field that contains the rational numbers.
    fn wall_at(
        &mut self,
        game: Game,
        wall: fn(&Thermograph) -> &Wall,
        temperature: &Fraction,
    ) -> Result<Fraction> {
        let points = self.operations.thermograph(game).map(|graph| wall(graph).breakpoints().to_vec());
        let points = self.checked(points)?;
        let session = self.operations.session();
        let mut value = Fraction::from(Surreal::ZERO);
        for (place, point) in points.iter().enumerate() {
            session.spend(1)?;
            let above = temperature.difference(&fraction_of(session, &point.temperature)?)?;
            if above.sign().is_lt() {
                break;
            }
            value = fraction_of(session, &point.value)?;
            match points.get(place + 1).map(|next| next.value.cmp(&point.value)) {
                None | Some(Ordering::Equal) => {}
                Some(Ordering::Greater) => value = value.sum(&above)?,
                Some(Ordering::Less) => value = value.difference(&above)?,
            }
        }
        Ok(value)
    }
}
