//! Values with the arenas that store them, and operations on them.

use crate::errors::LimitReached;
use crate::home::Lease;
use crate::numbers::{fraction, number_of};
use crate::portable::Portable;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use winways::values::{Arena, Operations, Relation, TextLimits};
use winways::{Dyadic, EvaluationError};

/// A short game in canonical form: a number, a nimber, a switch, or any `{...|...}`.
///
/// Games can be added and subtracted, also with Python numbers. `n * g` is the sum of n copies, and the product of two games is
/// Conway's. `==` is equality of games, `<` and `<=` are their partial order, and `g // h` is `True` if they are confused.
///
/// >>> import winways as ww
/// >>> g = ww.game("{3|1}") - 2
/// >>> g, g + g, g // 0, g < 2
/// (game('+-1'), game('0'), True, True)
#[pyclass(frozen, module = "winways", name = "Game")]
pub(crate) struct Value {
    location: Mutex<Location>,
    /// The thermograph, cached for the mean and the temperature.
    walls: OnceLock<Arc<winways::values::Thermograph>>,
}

/// A game with the arena that stores it.
#[derive(Clone)]
pub(super) struct Location {
    pub(super) game: winways::Game,
    /// The arena that stores the game's record, or `None` if the handle contains the whole game.
    pub(super) home: Option<Lease>,
}

/// The maximum length of the text of a game, in bytes. The parser accepts no longer texts.
pub(super) const LONGEST_TEXT: usize = 1 << 22;

/// The maximum number of options that are listed.
const MAX_OPTIONS: usize = 1 << 20;

/// Returns `true` if the handle contains the whole game. This is certain for small numbers, ups and nimbers.
fn is_plain(arena: &Arena, game: winways::Game) -> bool {
    let Some((number, _, _)) = arena.as_number_up_star(game) else { return false };
    match i64::try_from(&number) {
        Ok(integer) => integer.unsigned_abs() < 1 << 50,
        Err(_) => {
            let whole = i64::try_from(&number.floor()).map_or(u64::MAX, i64::unsigned_abs);
            number.exponent() <= 20 && whole < 1 << 30
        }
    }
}

impl Value {
    /// Creates the value of a handle in the arena.
    ///
    /// The arena is accessed through [`Home::work`], so that a thread that waits for it does not block other Python threads.
    pub(crate) fn new(py: Python<'_>, home: &Lease, game: winways::Game) -> PyResult<Self> {
        let is_plain = game.is_number_up_star()
            && (game.parts().0 == winways::Game::ZERO || home.work(py, |arena| Ok(is_plain(arena, game)))?);
        let home = if is_plain { None } else { Some(home.clone()) };
        Ok(Value::at(Location { game, home }))
    }

    pub(super) fn at(location: Location) -> Self {
        Value { location: Mutex::new(location), walls: OnceLock::new() }
    }

    pub(super) fn location(&self) -> Location {
        self.location.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the handle in the arena `home`. The value moves there if it is in another arena.
    pub(crate) fn game_in(&self, py: Python<'_>, home: &Lease) -> PyResult<winways::Game> {
        let Location { game, home: known } = self.location();
        let known = match known {
            Some(known) if !known.is(home) => known,
            _ => return Ok(game),
        };
        let portable = known.work(py, |arena| Portable::of(arena, game))?;
        let game = home.work(py, |arena| portable.game(arena))?;
        let moved = Location { game, home: Some(home.clone()) };
        let left =
            std::mem::replace(&mut *self.location.lock().unwrap_or_else(PoisonError::into_inner), moved);
        drop(left);
        Ok(game)
    }

    /// Applies an operation to the game.
    pub(super) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        let Location { game, home } = self.location();
        let home = home.unwrap_or_else(Lease::get);
        home.work(py, |arena| ask(&mut Operations::new(arena.session()), game))
    }

    pub(super) fn fraction<'py>(
        &self,
        py: Python<'py>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<Dyadic, EvaluationError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.ask(py, ask)?)
    }

    pub(super) fn walls(&self, py: Python<'_>) -> PyResult<Arc<winways::values::Thermograph>> {
        if let Some(walls) = self.walls.get() {
            return Ok(walls.clone());
        }
        let walls = Arc::new(self.ask(py, |operations, game| Ok(operations.thermograph(game)?.clone()))?);
        Ok(self.walls.get_or_init(|| walls).clone())
    }

    /// Returns the text of the game within the given limits.
    pub(super) fn text(&self, py: Python<'_>, limits: TextLimits) -> PyResult<String> {
        self.ask(py, |operations, game| Ok(operations.text(game, limits)?))
    }

    /// Applies an operation to this and another game. Returns `NotImplemented` if the other object is not a game or number.
    pub(super) fn with<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: impl Fn(&Arena, winways::Game, winways::Game) -> Result<winways::Game, EvaluationError>
        + Send
        + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, home) = (other.py(), Lease::get());
        let Some(other) = Operand::of(other, &home)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let game = self.game_in(py, &home)?;
        let result = home.work(py, |arena| operation(arena, game, other.game(arena)?))?;
        Ok(Value::new(py, &home, result)?.into_pyobject(py)?.into_any())
    }

    pub(super) fn relation(&self, py: Python<'_>, home: &Lease, other: &Operand) -> PyResult<Relation> {
        let game = self.game_in(py, home)?;
        home.work(py, |arena| Ok(arena.compare(game, other.game(arena)?)?))
    }

    /// Returns `true` if the games are equal.
    pub(super) fn equals(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        let (some, location) = (self.location(), other.location());
        match (&some.home, &location.home) {
            (Some(home), Some(known)) if !home.is(known) => {
                let home = Lease::get();
                Ok(self.game_in(py, &home)? == other.game_in(py, &home)?)
            }
            _ => Ok(some.game == location.game),
        }
    }

    pub(super) fn options<'py>(&self, py: Python<'py>, is_left: bool) -> PyResult<Bound<'py, PyTuple>> {
        let Location { game, home } = self.location();
        let home = home.unwrap_or_else(Lease::get);
        let options = home.work(py, |arena| {
            Ok(if is_left { arena.left_options(game)? } else { arena.right_options(game)? })
        })?;
        if options.len() > MAX_OPTIONS {
            let message = format!("the game has {} options: at most {MAX_OPTIONS} are listed", options.len());
            return Err(LimitReached::new_err(message));
        }
        let options = options.map(|option| Value::new(py, &home, option));
        PyTuple::new(py, options.collect::<PyResult<Vec<_>>>()?)
    }
}

/// The other operand of an operator.
pub(crate) enum Operand {
    Game(winways::Game),
    Number(Dyadic),
}

impl Operand {
    /// Converts a game, which moves to the arena, or a Python number. Returns `None` for any other object.
    pub(crate) fn of(object: &Bound<'_, PyAny>, home: &Lease) -> PyResult<Option<Self>> {
        if let Ok(value) = object.cast::<Value>() {
            return value.get().game_in(object.py(), home).map(|game| Some(Operand::Game(game)));
        }
        Ok(number_of(object)?.map(Operand::Number))
    }

    pub(crate) fn game(&self, arena: &Arena) -> Result<winways::Game, EvaluationError> {
        match self {
            Operand::Game(game) => Ok(*game),
            Operand::Number(number) => Ok(arena.number(number)?),
        }
    }
}
