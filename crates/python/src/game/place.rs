//! Where values are, and what is asked of them there.

use crate::errors::LimitReached;
use crate::home::Lease;
use crate::numbers::{fraction, number_of};
use crate::portable::Portable;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use winways::{Arena, Dyadic, EvaluationError, Operations, Relation, TextLimits};

/// The value of a short game in canonical form: a number, a nimber, a switch, any `{...|...}`.
///
/// Games add and subtract, with each other and with numbers of Python; `n * g` is the sum of n copies, and the product of two
/// games is Conway's. `==` is equality of games, `<` and `<=` are their partial order, `g // h` says whether they are confused.
///
/// >>> import winways as ww
/// >>> g = ww.game("{3|1}") - 2
/// >>> g, g + g, g // 0, g < 2
/// (game('+-1'), game('0'), True, True)
#[pyclass(frozen, module = "winways", name = "Game")]
pub(crate) struct Value {
    place: Mutex<Place>,
    /// Kept once it was asked for: the mean and the temperature are read from it.
    walls: OnceLock<Arc<winways::Thermograph>>,
}

/// Where a value is.
#[derive(Clone)]
pub(super) struct Place {
    pub(super) game: winways::Game,
    /// The arena that has the game's record; none if all there is stands in the handle.
    pub(super) home: Option<Lease>,
}

/// The texts of games are no longer than this, in bytes: what reads them back reads no more.
pub(super) const LONGEST_TEXT: usize = 1 << 22;

/// A game with more options does not list them.
const MAX_OPTIONS: usize = 1 << 20;

/// Whether all there is of a game stands in its handle: surely so for small numbers, ups and nimbers.
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
    /// The value of a handle of the arena.
    ///
    /// The arena is asked as any other work asks it: a thread that waited for it here would keep others from running.
    pub(crate) fn new(py: Python<'_>, home: &Lease, game: winways::Game) -> PyResult<Self> {
        let is_plain = game.is_number_up_star()
            && (game.parts().0 == winways::Game::ZERO || home.work(py, |arena| Ok(is_plain(arena, game)))?);
        let home = if is_plain { None } else { Some(home.clone()) };
        Ok(Value::at(Place { game, home }))
    }

    pub(super) fn at(place: Place) -> Self {
        Value { place: Mutex::new(place), walls: OnceLock::new() }
    }

    pub(super) fn place(&self) -> Place {
        self.place.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The handle in an arena, to which the value moves if it is in another one.
    pub(crate) fn game_in(&self, py: Python<'_>, home: &Lease) -> PyResult<winways::Game> {
        let Place { game, home: known } = self.place();
        let known = match known {
            Some(known) if !known.is(home) => known,
            _ => return Ok(game),
        };
        let portable = known.work(py, |arena| Portable::of(arena, game))?;
        let game = home.work(py, |arena| portable.game(arena))?;
        let moved = Place { game, home: Some(home.clone()) };
        let left = std::mem::replace(&mut *self.place.lock().unwrap_or_else(PoisonError::into_inner), moved);
        drop(left);
        Ok(game)
    }

    /// What an operation on the game gives.
    pub(super) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        let Place { game, home } = self.place();
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

    pub(super) fn walls(&self, py: Python<'_>) -> PyResult<Arc<winways::Thermograph>> {
        if let Some(walls) = self.walls.get() {
            return Ok(walls.clone());
        }
        let walls = Arc::new(self.ask(py, |operations, game| Ok(operations.thermograph(game)?.clone()))?);
        Ok(self.walls.get_or_init(|| walls).clone())
    }

    /// The text of the game, as short as is good to read, or as long as can be read back.
    pub(super) fn text(&self, py: Python<'_>, limits: TextLimits) -> PyResult<String> {
        self.ask(py, |operations, game| Ok(operations.text(game, limits)?))
    }

    /// The value of an operation on this and another game, or `NotImplemented` if the other object is none.
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

    /// Whether it equals another game.
    pub(super) fn equals(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        let (some, place) = (self.place(), other.place());
        match (&some.home, &place.home) {
            (Some(home), Some(known)) if !home.is(known) => {
                let home = Lease::get();
                Ok(self.game_in(py, &home)? == other.game_in(py, &home)?)
            }
            _ => Ok(some.game == place.game),
        }
    }

    pub(super) fn options<'py>(&self, py: Python<'py>, is_left: bool) -> PyResult<Bound<'py, PyTuple>> {
        let Place { game, home } = self.place();
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
    /// A game, which moves to the arena, or a number of Python; `None` for any other object.
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
