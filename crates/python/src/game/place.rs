//! Values with the arenas that store them, and operations on them.

use super::answers::Answers;
use super::stops::Stops;
use crate::errors::LimitReached;
use crate::home::Lease;
use crate::numbers::{fraction, number_of};
use crate::portable::Portable;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyTuple};
use std::cell::UnsafeCell;
use std::ops::Deref;
use std::sync::Mutex;
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
#[pyclass(frozen, subclass, module = "winways", name = "Game")]
pub(crate) struct Value {
    location: Place,
    stops: Stops,
    pub(super) answers: Mutex<Option<Box<Answers>>>,
}

/// A game that equals a number. Python accepts it wherever a rational number is expected.
///
/// >>> import winways as ww
/// >>> from fractions import Fraction
/// >>> Fraction(ww.game("{0|1}"))
/// Fraction(1, 2)
#[pyclass(frozen, extends = Value, module = "winways", name = "NumberGame")]
pub(crate) struct NumberGame;

/// A value that becomes a Python object which the cycle collector never visits.
///
/// A value refers only to answers that were created after it, and no answer refers back, so no value is part of a cycle. CPython
/// does not track tuples of numbers for the same reason. A visit would cost half as much as the operation that creates a value.
pub(crate) struct Made(Value);

impl Made {
    /// Creates the value of a handle in the arena.
    pub(crate) fn new(home: &Lease, game: winways::Game) -> Made {
        let home = if game.is_self_contained() { None } else { Some(home.clone()) };
        Made::at(Location { game, home })
    }

    pub(super) fn at(location: Location) -> Made {
        Made(Value::at(location))
    }
}

impl Deref for Made {
    type Target = Value;

    fn deref(&self) -> &Value {
        &self.0
    }
}

impl<'py> IntoPyObject<'py> for Made {
    type Target = Value;
    type Output = Bound<'py, Value>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Bound<'py, Value>> {
        let object = if self.0.equals_a_number(py) {
            Bound::new(py, PyClassInitializer::from(self.0).add_subclass(NumberGame))?.into_super()
        } else {
            Bound::new(py, self.0)?
        };
        untrack(&object);
        Ok(object)
    }
}

#[expect(unsafe_code, reason = "PyO3 has no other way to leave an object out of the collection")]
fn untrack(object: &Bound<'_, Value>) {
    // SAFETY: the object is alive, and all classes of PyO3 support the cycle collector. The function may be called more than once;
    // it is called again when the object is released.
    unsafe { pyo3::ffi::PyObject_GC_UnTrack(object.as_ptr().cast()) }
}

/// A game with the arena that stores it.
#[derive(Clone)]
pub(super) struct Location {
    pub(super) game: winways::Game,
    /// The arena that stores the game's record, or `None` if the handle contains the whole game.
    pub(super) home: Option<Lease>,
}

/// A location that is accessed only while the interpreter's lock is held. Locking a mutex would take a tenth of the time of `-g`.
struct Place(UnsafeCell<Location>);

// SAFETY: every access holds the interpreter's lock, which only one thread can hold. The module cannot be loaded if the lock is off.
#[expect(unsafe_code, reason = "a cell that the interpreter's lock protects")]
unsafe impl Sync for Place {}

#[expect(unsafe_code, reason = "a cell that the interpreter's lock protects")]
impl Place {
    fn new(location: Location) -> Self {
        Place(UnsafeCell::new(location))
    }

    /// Returns a copy of the location.
    fn get(&self, _: Python<'_>) -> Location {
        // SAFETY: no other thread holds the interpreter's lock, and this one cannot be replacing the location: neither copying nor
        // moving a location calls other code.
        unsafe { (*self.0.get()).clone() }
    }

    /// Returns the handles of two games and their arena. Returns `None` if no single arena stores both, or if none is needed.
    fn together(&self, _: Python<'_>, other: &Place) -> Option<([winways::Game; 2], Lease)> {
        // SAFETY: as in `get`. Comparing two arenas and copying one calls no other code.
        let (some, other) = unsafe { (&*self.0.get(), &*other.0.get()) };
        let home = match (&some.home, &other.home) {
            (Some(home), Some(other)) if !home.is(other) => return None,
            (Some(home), _) | (None, Some(home)) => home,
            (None, None) => return None,
        };
        Some(([some.game, other.game], home.clone()))
    }

    /// Returns the handle, unless the game is in an arena other than `home`.
    fn game_if_in(&self, _: Python<'_>, home: Option<&Lease>) -> Option<winways::Game> {
        // SAFETY: as in `get`. Comparing two arenas calls no other code.
        let Location { game, home: known } = unsafe { &*self.0.get() };
        match (home, known) {
            (Some(home), Some(known)) if !home.is(known) => None,
            _ => Some(*game),
        }
    }

    /// Returns `true` if the game equals a number.
    fn is_number(&self, _: Python<'_>) -> bool {
        // SAFETY: as in `get`. Splitting a handle calls no other code.
        unsafe { (*self.0.get()).game.parts().1 == winways::Game::ZERO }
    }

    /// Replaces the location and returns the previous one.
    fn replace(&self, _: Python<'_>, location: Location) -> Location {
        // SAFETY: as in `get`.
        unsafe { self.0.get().replace(location) }
    }
}

/// The maximum length of the text of a game, in bytes. The parser rejects longer texts.
pub(super) const LONGEST_TEXT: usize = 1 << 22;

/// The maximum number of options that are listed.
const MAX_OPTIONS: usize = 1 << 20;

impl Value {
    pub(super) fn at(location: Location) -> Value {
        Value { location: Place::new(location), stops: Stops::default(), answers: Mutex::new(None) }
    }

    /// Returns `true` if the game equals a number.
    pub(super) fn equals_a_number(&self, py: Python<'_>) -> bool {
        self.location.is_number(py)
    }

    pub(super) fn location(&self, py: Python<'_>) -> Location {
        self.location.get(py)
    }

    /// Returns the handle in the arena `home`. The value moves there if it is in another arena.
    pub(crate) fn game_in(&self, py: Python<'_>, home: &Lease) -> PyResult<winways::Game> {
        let Location { game, home: known } = self.location(py);
        let known = match known {
            Some(known) if !known.is(home) => known,
            _ => return Ok(game),
        };
        let portable = known.work(py, |arena| Portable::of(arena, game))?;
        let game = home.work(py, |arena| portable.game(arena))?;
        let left = self.location.replace(py, Location { game, home: Some(home.clone()) });
        drop(left);
        self.forget();
        Ok(game)
    }

    /// Applies an operation to the game.
    pub(super) fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        let Location { game, home } = self.location(py);
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
        Ok(Made::new(&home, result).into_pyobject(py)?.into_any())
    }

    pub(super) fn relation(&self, py: Python<'_>, other: &Bound<'_, PyAny>) -> PyResult<Option<Relation>> {
        let home = Lease::get();
        let operand = match Operand::of(other, &home) {
            Err(error)
                if error.is_instance_of::<PyValueError>(py)
                    || error.is_instance_of::<PyOverflowError>(py) =>
            {
                return self.relation_by_stops(other, error).map(Some);
            }
            operand => operand?,
        };
        let Some(operand) = operand else { return Ok(None) };
        let game = self.game_in(py, &home)?;
        home.work(py, |arena| Ok(arena.compare(game, operand.game(arena)?)?)).map(Some)
    }

    /// Compares the game with a number that is infinite, not dyadic or too long for [`Dyadic`]. Such a number equals neither stop.
    ///
    /// # Errors
    /// Returns `error` if the object is not such a number.
    fn relation_by_stops(&self, other: &Bound<'_, PyAny>, error: PyErr) -> PyResult<Relation> {
        let py = other.py();
        let number = match other.call_method0("as_integer_ratio") {
            Ok(ratio) => {
                let (numerator, denominator): (Bound<'_, PyAny>, Bound<'_, PyAny>) = ratio.extract()?;
                let ratio = (numerator.call_method0("__index__")?, denominator.call_method0("__index__")?);
                py.import("fractions")?.getattr("Fraction")?.call1(ratio)?
            }
            Err(_) => match other.extract::<f64>() {
                Ok(infinite) if infinite.is_infinite() => PyFloat::new(py, infinite).into_any(),
                _ => return Err(error),
            },
        };
        Ok(if self.left_stop(py)?.lt(&number)? {
            Relation::Less
        } else if self.right_stop(py)?.gt(&number)? {
            Relation::Greater
        } else {
            Relation::Confused
        })
    }

    /// Returns `true` if the first game is at most the second.
    pub(super) fn is_at_most(py: Python<'_>, low: &Value, high: &Value) -> PyResult<bool> {
        if std::ptr::eq(low, high) {
            return Ok(true);
        }
        if let Some(answer) = Stops::decide(&low.stops, &high.stops) {
            return Ok(answer);
        }
        let (games, home) = match low.location.together(py, &high.location) {
            Some(together) => together,
            None => {
                let home = Lease::get();
                ([low.game_in(py, &home)?, high.game_in(py, &home)?], home)
            }
        };
        if games[0] == games[1] {
            return Ok(true);
        }
        home.work(py, |arena| {
            let mut session = arena.session();
            for (value, game) in [low, high].into_iter().zip(games) {
                value.stops.store(|| [session.left_stop(game), session.right_stop(game)]);
            }
            Ok(session.le(games[0], games[1])?)
        })
    }

    /// Applies an operation to the game. Returns `None` if the operation fails or takes more than a moment.
    pub(super) fn at_once(
        &self,
        py: Python<'_>,
        apply: impl Fn(&mut Operations<'_>, winways::Game) -> Result<winways::Game, EvaluationError>,
    ) -> PyResult<Option<Made>> {
        let home = Lease::get();
        let game = self.game_in(py, &home)?;
        let applied = home.at_once(py, |arena| apply(&mut Operations::new(arena.session()), game))?;
        Ok(applied.map(|game| Made::new(&home, game)))
    }

    /// Returns `true` if the games are equal.
    pub(super) fn equals(&self, py: Python<'_>, other: &Value) -> PyResult<bool> {
        let Location { game, home } = self.location(py);
        if let Some(known) = other.game_if_in(py, home.as_ref()) {
            return Ok(game == known);
        }
        let home = Lease::get();
        Ok(self.game_in(py, &home)? == other.game_in(py, &home)?)
    }

    /// Returns the handle, unless the game is in an arena other than `home`.
    fn game_if_in(&self, py: Python<'_>, home: Option<&Lease>) -> Option<winways::Game> {
        self.location.game_if_in(py, home)
    }

    pub(super) fn options<'py>(&self, py: Python<'py>, is_left: bool) -> PyResult<Bound<'py, PyTuple>> {
        let Location { game, home } = self.location(py);
        let home = home.unwrap_or_else(Lease::get);
        let options = home.work(py, |arena| {
            Ok(if is_left { arena.left_options(game)? } else { arena.right_options(game)? })
        })?;
        if options.len() > MAX_OPTIONS {
            let message = format!("the game has {} options: at most {MAX_OPTIONS} are listed", options.len());
            return Err(LimitReached::new_err(message));
        }
        PyTuple::new(py, options.map(|option| Made::new(&home, option)))
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
