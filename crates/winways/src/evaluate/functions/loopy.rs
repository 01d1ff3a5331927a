//! Functions for games in which play may cycle.

use super::super::arguments::Arguments;
use super::super::error::Result;
use super::super::function::Evaluate::Values;
use super::super::function::functions;
use super::super::infinite::Infinite;
use super::super::list::charge_list;
use super::super::loopy::LoopyWork;
use super::super::value::Value;
use std::sync::Arc;
use winways_loopy::{Form, ImpartialLabel, Loopies, Loopy, Player, Stopper};
use winways_solve::{Ledger, StopReason};
use winways_values::{Dyadic, Game, Nimber, OperationError, Thermograph, Wall};

/// The maximum number of arguments of a variadic function.
const MANY: usize = usize::MAX;

functions! {
    "degree" ("G") [1, 1], "The degree of a stopper: the onside of G - G, which is 0 for short games.",
        "degree(upon)" => "uponth", "Winning Ways, chapter 11; Siegel, section VI.4": Values(|a| {
            a.of_stopper(|_| Game::ZERO, Loopies::degree)
        });
    "downsum" ("G, H") [2, 2], "The offside of G + H.",
        "downsum(on, off)" => "off", "Winning Ways, chapter 11; Siegel, section VI.4": Values(|a| {
            a.of_two(|sum| sum.offside())
        });
    "is_idempotent" ("G") [1, 1], "Whether G + G equals G.",
        "is_idempotent(over)" => "true", "Winning Ways, chapter 11; Siegel, section VI.4": Values(|a| {
            a.question(|game| game == Game::ZERO, |loopies, value, ledger| loopies.is_idempotent(value, ledger))
        });
    "is_loopfree" ("G") [1, 1], "Whether G equals a short game, in which play cannot cycle.",
        "is_loopfree(over)" => "false", "Winning Ways, chapter 11; Siegel, section VI.1": Values(|a| {
            a.question(|_| true, |_, _, _| Ok(false))
        });
    "is_pseudonumber" ("G") [1, 1], "Whether G is a number, a number plus over or under, on or off.",
        "is_pseudonumber(1/2 + over)" => "true", "Winning Ways, chapter 11": Values(|a| {
            if a.value(0).loopy().is_none() {
                return a.one(|o, g| Ok(o.is_number(g)));
            }
            a.question(|_| false, |loopies, value, _| {
                Ok(value.as_stopper().is_some_and(|stopper| loopies.is_pseudonumber(stopper)))
            })
        });
    "is_stopper" ("G") [1, 1], "Whether G equals a stopper: from each follower, play with alternating moves ends.",
        "is_stopper(dud)" => "false", "Winning Ways, chapter 11; Siegel, section VI.2": Values(|a| {
            a.question(|_| true, |_, value, _| Ok(value.is_stopper()))
        });
    "offside" ("G") [1, 1], "The offside of G, if it is a stopper: the game in which infinite play is a win for Right.",
        "offside(dud)" => "off", "Winning Ways, chapter 11; Siegel, section VI.1": Values(|a| a.side(Loopy::offside));
    "onside" ("G") [1, 1], "The onside of G, if it is a stopper: the game in which infinite play is a win for Left.",
        "onside(dud)" => "on", "Winning Ways, chapter 11; Siegel, section VI.1": Values(|a| a.side(Loopy::onside));
    "oo" ("n, ...") [1, MANY], "The impartial loop with options to these nimbers that equals no Nim heap; an integer n counts as *n.",
        "oo(0, 2)" => "∞(0,2)", "Smith (1966); Fraenkel and Perl (1975); Siegel, section IV.4": Values(|a| a.impartial_loop());
    "simplify" ("G") [1, 1], "G with both sides simplified, which happens to every loopy game; if both sides are stoppers, they are in simplest form.",
        "simplify({0,pass|0})" => "upon*", "Siegel, section VI.2": Values(|a| Ok(a.value(0).clone()));
    "stops" ("G") [1, 1], "The list of the left and the right stop: the first numbers or pseudonumbers in best play.",
        "stops({on|5over})" => "[on, 5over]", "Winning Ways, chapters 6 and 11": Values(|a| a.stops());
    "upsum" ("G, H") [2, 2], "The onside of G + H.",
        "upsum(on, off)" => "on", "Winning Ways, chapter 11; Siegel, section VI.4": Values(|a| a.of_two(|sum| sum.onside()));
    "variety" ("G") [1, 1], "The variety of a stable stopper: it is over for 5 + over, and 0 for short games.",
        "variety(5over)" => "over", "Winning Ways, chapter 11; Siegel, section VI.4": Values(|a| a.variety());
}

/// Returns the implementation for loopy games of a function on short games.
pub(in super::super) fn of_loopy(name: &str) -> Option<fn(&mut Arguments<'_, '_>) -> Result<Value>> {
    Some(match name {
        "canonical" => |a| Ok(a.value(0).clone()),
        "follower_count" => |a| {
            let followers = a.loopy_followers()?;
            a.of_number(Dyadic::from(followers.len() as i64))
        },
        "followers" => |a| {
            let followers = a.loopy_followers()?;
            a.list(followers)
        },
        "is_dyadic" | "is_integer" | "is_nimber" | "is_number" => |_| Ok(false.into()),
        "left_breakpoints" => |a| a.loopy_breakpoints(Thermograph::left_wall),
        "left_options" => |a| a.loopy_options(Player::Left),
        "left_stop" => |a| a.stop(Player::Left),
        "left_wall" => |a| a.loopy_wall(Thermograph::left_wall),
        "mast" => |a| {
            let found = a.loopy_thermograph()?;
            a.numbers([found.mean().clone(), found.temperature().clone()])
        },
        "mean" => |a| {
            let found = a.loopy_thermograph()?;
            a.of_number(found.mean().clone())
        },
        "miny" => |a| a.tiny_or_miny(true),
        "options" => |a| {
            let lists = vec![a.loopy_options(Player::Left)?, a.loopy_options(Player::Right)?];
            a.list(lists)
        },
        "right_breakpoints" => |a| a.loopy_breakpoints(Thermograph::right_wall),
        "right_options" => |a| a.loopy_options(Player::Right),
        "right_stop" => |a| a.stop(Player::Right),
        "right_wall" => |a| a.loopy_wall(Thermograph::right_wall),
        "temperature" => |a| {
            let found = a.loopy_thermograph()?;
            a.of_number(found.temperature().clone())
        },
        "thermograph" => |a| a.thermograph_of_loopy(),
        "times" => |a| {
            let factor = a.integer(0)?;
            let mut work = a.loopy_work();
            let value = a.loopy(&mut work, 1)?;
            let multiple = work.loopies.multiple(factor, value, &work.ledger);
            let multiple = work.checked(multiple)?;
            work.store(a.operations.session(), multiple)
        },
        "tiny" => |a| a.tiny_or_miny(false),
        "up_power" => |a| a.power_of_up(false),
        "up_power_to" => |a| a.power_of_up(true),
        _ => return None,
    })
}

type Found<T> = std::result::Result<T, StopReason>;

impl Arguments<'_, '_> {
    /// Returns an argument as a loopy value.
    pub(in super::super) fn loopy(&mut self, work: &mut LoopyWork<'_>, index: usize) -> Result<Loopy> {
        let value = self.value(index).clone();
        match work.load(self.operations.session(), &value)? {
            Some(value) => Ok(value),
            None => Err(self.wrong(index, "a game")),
        }
    }

    fn stopper(&mut self, work: &mut LoopyWork<'_>) -> Result<Stopper> {
        let value = self.loopy(work, 0)?;
        value
            .as_stopper()
            .ok_or_else(|| self.wrong(0, "a stopper; `onside` and `offside` of most games are stoppers"))
    }

    /// Returns the first argument as a short game, or `None` if it is loopy.
    fn short(&mut self) -> Result<Option<Game>> {
        if self.value(0).loopy().is_some() { Ok(None) } else { self.game(0).map(Some) }
    }

    fn question(
        &mut self,
        of_short: fn(Game) -> bool,
        of_loopy: fn(&mut Loopies, Loopy, &Ledger<'_>) -> Found<bool>,
    ) -> Result<Value> {
        if let Some(game) = self.short()? {
            return Ok(of_short(game).into());
        }
        let mut work = self.loopy_work();
        let value = self.loopy(&mut work, 0)?;
        let truth = of_loopy(&mut work.loopies, value, &work.ledger);
        Ok(work.checked(truth)?.into())
    }

    fn side(&mut self, side: fn(Loopy) -> Form) -> Result<Value> {
        if let Some(game) = self.short()? {
            return Ok(game.into());
        }
        let mut work = self.loopy_work();
        let value = self.loopy(&mut work, 0)?;
        self.of_form(work, side(value))
    }

    fn of_two(&mut self, side: fn(Loopy) -> Form) -> Result<Value> {
        let mut work = self.loopy_work();
        let (one, other) = (self.loopy(&mut work, 0)?, self.loopy(&mut work, 1)?);
        let sum = work.loopies.sum(one, other, &work.ledger);
        let sum = work.checked(sum)?;
        self.of_form(work, side(sum))
    }

    /// Returns a side of a game as a value. A side that is not a stopper cannot be a value of its own: infinite play is a win
    /// for one player in the side, but a draw in every value.
    fn of_form(&mut self, mut work: LoopyWork<'_>, form: Form) -> Result<Value> {
        match form {
            Form::Stopper(stopper) => work.store(self.operations.session(), stopper.into()),
            Form::Simplified(_) => {
                Err(self
                    .none("the side is not a stopper, so it has a value only together with the other side"))
            }
        }
    }

    fn of_stopper(
        &mut self,
        of_short: fn(Game) -> Game,
        of_loopy: fn(&mut Loopies, Stopper, &Ledger<'_>) -> Found<Form>,
    ) -> Result<Value> {
        if let Some(game) = self.short()? {
            return Ok(of_short(game).into());
        }
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let form = of_loopy(&mut work.loopies, stopper, &work.ledger);
        let form = work.checked(form)?;
        self.of_form(work, form)
    }

    fn variety(&mut self) -> Result<Value> {
        if self.short()?.is_some() {
            return Ok(Game::ZERO.into());
        }
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let variety = work.loopies.variety(stopper, &work.ledger);
        match work.checked(variety)? {
            Some(variety) => work.store(self.operations.session(), variety.into()),
            None => {
                Err(self
                    .none("the game is not stable, and has no variety: the two sums that define it differ"))
            }
        }
    }

    fn stop(&mut self, first: Player) -> Result<Value> {
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let stop = work.loopies.stop(first, stopper, &work.ledger);
        match work.checked(stop)? {
            Some(stop) => work.store(self.operations.session(), stop.into()),
            None => Err(self.none("a player runs out of moves before a number or a pseudonumber occurs")),
        }
    }

    fn stops(&mut self) -> Result<Value> {
        if let Some(game) = self.short()? {
            let session = self.operations.session();
            let stops = [session.left_stop(game), session.right_stop(game)];
            return self.numbers(stops);
        }
        let stops = vec![self.stop(Player::Left)?, self.stop(Player::Right)?];
        self.list(stops)
    }

    fn loopy_thermograph(&mut self) -> Result<Thermograph> {
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let found = work.loopies.thermograph(stopper, &work.ledger);
        work.checked(found)?.ok_or_else(|| {
            self.none("the thermograph has no mast: a player threatens to move any number of times")
        })
    }

    /// Returns the thermograph of a stopper as a value.
    pub(super) fn thermograph_of_loopy(&mut self) -> Result<Value> {
        let found = self.loopy_thermograph()?;
        Value::thermograph(self.operations.session(), found)
    }

    fn loopy_breakpoints(&mut self, wall: fn(&Thermograph) -> &Wall) -> Result<Value> {
        let points = wall(&self.loopy_thermograph()?).breakpoints().to_vec();
        self.points(points)
    }

    fn loopy_wall(&mut self, wall: fn(&Thermograph) -> &Wall) -> Result<Value> {
        let temperature = self.number(1)?;
        let value = wall(&self.loopy_thermograph()?).at(&temperature);
        let value = value.ok_or_else(|| OperationError::TooCold { lowest: Dyadic::from(-1) });
        let value = self.checked(value)?;
        self.of_number(value)
    }

    fn list(&mut self, values: Vec<Value>) -> Result<Value> {
        let charge = charge_list(self.operations.session(), values.len())?;
        Value::list(values, charge, self.span_of(0))
    }

    fn loopy_options(&mut self, player: Player) -> Result<Value> {
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let options = work.loopies.options(player, stopper).to_vec();
        let stored = options.into_iter().map(|option| work.store(self.operations.session(), option.into()));
        let stored = stored.collect::<Result<_>>()?;
        self.list(stored)
    }

    fn loopy_followers(&mut self) -> Result<Vec<Value>> {
        let mut work = self.loopy_work();
        let stopper = self.stopper(&mut work)?;
        let followers = work.loopies.followers(stopper, &work.ledger);
        let followers = work.checked(followers)?;
        followers.into_iter().map(|follower| work.store(self.operations.session(), follower.into())).collect()
    }

    /// Returns tiny-G, which is {0||0|-G}, or miny-G, which is {G|0||0}.
    fn tiny_or_miny(&mut self, is_miny: bool) -> Result<Value> {
        let mut work = self.loopy_work();
        let mut value = self.loopy(&mut work, 0)?;
        if !is_miny {
            let negative = work.loopies.negative(value, &work.ledger);
            value = work.checked(negative)?;
        }
        let session = self.operations.session();
        let (zero, game) = (Value::from(Game::ZERO), work.store(session, value)?);
        let mut braces = |work: &mut LoopyWork<'_>, left: &Value, right: &Value| {
            let options = [std::slice::from_ref(left), std::slice::from_ref(right)];
            let braces = work.braces(session, options)?;
            Ok::<Value, super::super::error::EvaluationError>(braces.unwrap_or(Value::Nothing))
        };
        if is_miny {
            let inner = braces(&mut work, &game, &zero)?;
            return braces(&mut work, &inner, &zero);
        }
        let inner = braces(&mut work, &zero, &game)?;
        braces(&mut work, &zero, &inner)
    }

    /// Returns the power of up to `on`, which is {0|-upon*}, or the sum of all finite powers of up, which is `upon`.
    ///
    /// Source: E. R. Berlekamp, J. H. Conway, R. K. Guy, *Winning Ways*, chapter 11.
    fn power_of_up(&mut self, is_sum: bool) -> Result<Value> {
        let mut work = self.loopy_work();
        let exponent = self.loopy(&mut work, 0)?;
        let on = work.loopies.named("on", &work.ledger);
        if work.checked(on)? != Some(exponent) {
            return Err(self.wrong(0, "an integer from 1 on, or `on`"));
        }
        let upon = work.loopies.named("upon", &work.ledger);
        let upon = work.checked(upon)?.unwrap_or(Loopy::ZERO);
        if is_sum {
            return work.store(self.operations.session(), upon);
        }
        let session = self.operations.session();
        let star = session.nimber(1)?;
        let star = work.loopies.from_game(star, session, &work.ledger);
        let star = Loopy::from(work.checked(star)?);
        let down = work.loopies.difference(star, upon, &work.ledger);
        let down = work.checked(down)?;
        let down = work.store(session, down)?;
        let braces = work.braces(session, [&[Game::ZERO.into()], &[down]])?;
        Ok(braces.unwrap_or(Value::Nothing))
    }

    fn impartial_loop(&mut self) -> Result<Value> {
        let mut nimbers: Vec<Nimber> = Vec::new();
        for index in 0..self.len() {
            nimbers.push(self.nimber_at(index)?);
        }
        let label = ImpartialLabel::infinity(nimbers);
        Ok(Value::Infinite(Arc::new(Infinite::Loop(label))))
    }
}
