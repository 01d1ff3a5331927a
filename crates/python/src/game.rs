//! Values: short games in canonical form.

mod answers;
mod hash;
mod number;
mod place;
mod stops;

use crate::errors::UnsupportedError;
use crate::home::Lease;
use crate::numbers::{fraction, number_of};
use crate::thermograph::Thermograph;
use answers::Question;
use hash::{hash_of, shape_hash};
use place::{LONGEST_TEXT, Location};
pub(crate) use place::{Made, NumberGame, Operand, Value};
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyString, PyTuple};
use winways::EvaluationError;
use winways::values::{Operations, Relation, TextLimits};

#[pymethods]
impl Value {
    /// The mean: the average value of each copy in the sum of many copies.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{4||1|-2}").mean
    /// Fraction(7, 4)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::Mean, || fraction(py, self.walls(py)?.mean()))
    }

    /// The temperature: the smallest tax on moves at which it no longer matters who moves first.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{4||1|-2}").temperature
    /// Fraction(9, 4)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::Temperature, || fraction(py, self.walls(py)?.temperature()))
    }

    /// The left stop: the first number that is reached if Left moves first and both play optimally.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").left_stop
    /// Fraction(3, 1)
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::LeftStop, || {
            self.fraction(py, |operations, game| Ok(operations.session().left_stop(game)))
        })
    }

    /// The right stop: the first number that is reached if Right moves first and both play optimally.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").right_stop
    /// Fraction(1, 1)
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::RightStop, || {
            self.fraction(py, |operations, game| Ok(operations.session().right_stop(game)))
        })
    }

    /// `True` if the game equals a number.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0|1}").is_number
    /// True
    #[getter]
    fn is_number(&self, py: Python<'_>) -> bool {
        self.equals_a_number(py)
    }

    /// `True` if the game equals an integer.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{1|3}").is_integer
    /// True
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_integer(game)))
    }

    /// `True` if the game equals a heap of Nim.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0,*|0,*}").is_nimber
    /// True
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_nimber(game)))
    }

    /// `True` if both stops are zero.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.is_infinitesimal
    /// True
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_infinitesimal(game)))
    }

    /// `True` if the game is a number plus an infinitesimal.
    ///
    /// >>> import winways as ww
    /// >>> (ww.up + 2).is_numberish
    /// True
    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_numberish(game)))
    }

    /// `True` if the game is a number plus a nonzero infinitesimal.
    ///
    /// >>> import winways as ww
    /// >>> (ww.up + 2).is_tepid
    /// True
    #[getter]
    fn is_tepid(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_tepid(game)))
    }

    /// `True` if the temperature is positive, so that moving first is an advantage.
    ///
    /// >>> import winways as ww
    /// >>> ww.switch(1, -1).is_hot
    /// True
    #[getter]
    fn is_hot(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_hot(game)))
    }

    /// `True` if in every follower either both players can move or neither can.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.is_all_small
    /// True
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_all_small(game)?))
    }

    /// The outcome: `L` if Left wins, `R` if Right wins, `N` if the next player wins, `P` if the previous player wins.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.outcome, ww.star.outcome
    /// ('L', 'N')
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.ask(py, |operations, game| Ok(operations.session().outcome(game).letter()))
    }

    /// The birthday: the depth of the canonical form, or `None` if it is 2⁶⁴ or more.
    ///
    /// >>> import winways as ww
    /// >>> ww.switch(1, -1).birthday
    /// 2
    #[getter]
    fn birthday<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::Birthday, || {
            let birthday = self.ask(py, |operations, game| Ok(operations.session().birthday(game)?))?;
            Ok(birthday.into_pyobject(py)?)
        })
    }

    /// The number that the game equals, or `None`.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0|1}").number, ww.star.number
    /// (Fraction(1, 2), None)
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.ask(py, |operations, game| Ok(operations.session().as_number(game)))?;
        number.map(|number| fraction(py, &number)).transpose()
    }

    /// The size of the heap of Nim that the game equals, or `None`.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("*5").nimber, ww.up.nimber
    /// (5, None)
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u128>> {
        self.ask(py, |operations, game| Ok(operations.session().as_nimber(game)))
    }

    /// The left options of the canonical form.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.left_options
    /// (game('0'),)
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kept_options(py, true)
    }

    /// The right options of the canonical form.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.right_options
    /// (game('*'),)
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.kept_options(py, false)
    }

    /// The game in LaTeX, for math mode.
    ///
    /// >>> import winways as ww
    /// >>> print(ww.star.latex)
    /// {\ast}
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |operations, game| Ok(operations.latex(game, TextLimits::default())?))
    }

    /// Returns the thermograph: both walls, with the mean and the temperature.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").thermograph().left_wall(0.5)
    /// Fraction(5, 2)
    pub(crate) fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        Ok(Thermograph { thermograph: self.walls(py)? })
    }

    /// Compares the game with another game or number. Returns `<`, `=`, `>`, or `|` if they are confused.
    ///
    /// >>> import winways as ww
    /// >>> ww.star.compare(0), ww.star.compare(1), ww.up.compare(0), ww.up.compare(ww.up)
    /// ('|', '<', '>', '=')
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let relation = self.relation(other.py(), other)?.map_or_else(|| Err(no_game(other)), Ok)?;
        Ok(match relation {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "|",
        })
    }

    /// Returns the ordinal sum with `top`, in which a move in this game removes `top`.
    ///
    /// >>> import winways as ww
    /// >>> ww.game(1).ordinal_sum(-1)
    /// game('1/2')
    fn ordinal_sum<'py>(&self, top: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let sum =
            self.with(top, |arena, base, top| Ok(Operations::new(arena.session()).ordinal_sum(base, top)?))?;
        if sum.is(top.py().NotImplemented()) { Err(no_game(top)) } else { Ok(sum) }
    }

    /// Returns the game cooled by a temperature: every move costs its player that much.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|-1}").cool(1)
    /// game('{2|0}')
    fn cool<'py>(slf: &Bound<'py, Self>, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        // The calculator handles other operands, and failures.
        if let Ok(Some(number)) = number_of(temperature)
            && let Some(cooled) =
                slf.get().at_once(py, |operations, game| Ok(operations.cool(game, &number)?))?
        {
            return Ok(cooled.into_pyobject(py)?.into_any());
        }
        function(slf, "cool", Some(temperature))
    }

    /// Returns the game heated by a number or a game: every move brings its player that much.
    ///
    /// >>> import winways as ww
    /// >>> ww.star.heat(1)
    /// game('+-1')
    fn heat<'py>(slf: &Bound<'py, Self>, temperature: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        function(slf, "heat", Some(temperature))
    }

    /// Returns the game cooled by its temperature: its mean plus an infinitesimal.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|-1}").freeze()
    /// game('1+*')
    fn freeze<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transformed(slf, "freeze", |operations, game| Ok(operations.freeze(game)?))
    }

    /// Returns the reduced canonical form: the simplest game that differs by an infinitesimal.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{1*|-1}").reduced()
    /// game('+-1')
    fn reduced<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.get().kept(slf.py(), Question::Reduced, || {
            transformed(slf, "reduced", |operations, game| Ok(operations.reduced(game)?))
        })
    }

    /// Returns the atomic weight of an all-small game.
    ///
    /// >>> import winways as ww
    /// >>> (3 * ww.up).atomic_weight()
    /// game('3')
    fn atomic_weight<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        transformed(slf, "atomic_weight", |operations, game| Ok(operations.atomic_weight(game)?))
    }

    /// Returns the incentives of both players, without dominated ones.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").incentives()
    /// [game('{2|0}')]
    fn incentives<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        function(slf, "incentives", None)
    }

    /// Returns the left and the right stop.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").stops()
    /// (Fraction(3, 1), Fraction(1, 1))
    fn stops<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        Ok((self.left_stop(py)?, self.right_stop(py)?))
    }

    /// Returns numerator and denominator of the number that the game equals. Raises `ValueError` for other games.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("3/4").as_integer_ratio(), float(ww.game("3/4")), round(ww.game("3/4"))
    /// ((3, 4), 0.75, 1)
    fn as_integer_ratio<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method0("as_integer_ratio")
    }

    fn __int__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.__trunc__(py)
    }

    fn __float__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method0("__float__")
    }

    #[pyo3(signature = (digits = None, /))]
    fn __round__<'py>(&self, py: Python<'py>, digits: Option<i64>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method1("__round__", (digits,))
    }

    fn __trunc__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method0("__trunc__")
    }

    fn __floor__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method0("__floor__")
    }

    fn __ceil__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction_itself(py)?.call_method0("__ceil__")
    }

    fn __add__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |arena, some, other| Ok(arena.add(some, other)?))
    }

    fn __radd__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__add__(other)
    }

    fn __sub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |arena, some, other| Ok(arena.sub(some, other)?))
    }

    fn __rsub__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.with(other, |arena, some, other| Ok(arena.sub(other, some)?))
    }

    fn __mul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(copies) = other.extract::<i64>() {
            let home = Lease::get();
            let game = self.game_in(other.py(), &home)?;
            let product = home.work(other.py(), |arena| Ok(arena.multiple(copies, game)?))?;
            return Ok(Made::new(&home, product).into_pyobject(other.py())?.into_any());
        }
        self.with(other, |arena, some, other| Ok(Operations::new(arena.session()).conway(some, other)?))
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    /// Returns `True` if the games are confused: not equal, and neither is greater.
    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        Ok(match self.relation(py, other)? {
            Some(relation) => truth(py, relation == Relation::Confused),
            None => py.NotImplemented().into_bound(py),
        })
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__floordiv__(other)
    }

    fn __neg__(&self, py: Python<'_>) -> Made {
        let Location { game, home } = self.location(py);
        Made::at(Location { game: -game, home })
    }

    #[pyo3(name = "__pos__")]
    pub(crate) fn copy(&self, py: Python<'_>) -> Made {
        Made::at(self.location(py))
    }

    fn __bool__(&self, py: Python<'_>) -> bool {
        self.location(py).game != winways::Game::ZERO
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        if let Ok(value) = other.cast::<Value>() {
            let value = value.get();
            let answer = match operation {
                CompareOp::Eq => self.equals(py, value)?,
                CompareOp::Ne => !self.equals(py, value)?,
                CompareOp::Le => Value::is_at_most(py, self, value)?,
                CompareOp::Ge => Value::is_at_most(py, value, self)?,
                CompareOp::Lt => Value::is_at_most(py, self, value)? && !self.equals(py, value)?,
                CompareOp::Gt => Value::is_at_most(py, value, self)? && !self.equals(py, value)?,
            };
            return Ok(truth(py, answer));
        }
        let relation = match (self.relation(py, other), operation) {
            (Ok(Some(relation)), _) => relation,
            // An object that cannot be compared, such as NaN, equals no game.
            (Err(error), CompareOp::Eq | CompareOp::Ne) if is_not_a_number(py, &error) => {
                return Ok(truth(py, matches!(operation, CompareOp::Ne)));
            }
            (Err(error), _) => return Err(error),
            (Ok(None), _) => return Ok(py.NotImplemented().into_bound(py)),
        };
        Ok(truth(
            py,
            match operation {
                CompareOp::Eq => relation == Relation::Equal,
                CompareOp::Ne => relation != Relation::Equal,
                CompareOp::Lt => relation == Relation::Less,
                CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
                CompareOp::Gt => relation == Relation::Greater,
                CompareOp::Ge => matches!(relation, Relation::Greater | Relation::Equal),
            },
        ))
    }

    /// Returns the hash of the equal Python number if the game is a number, and otherwise a hash that does not depend on the arena.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(number) = self.ask(py, |operations, game| Ok(operations.session().as_number(game)))? {
            return match i64::try_from(&number) {
                Ok(integer) => integer.into_pyobject(py)?.into_any().hash(),
                Err(_) => fraction(py, &number)?.hash(),
            };
        }
        let Location { game, home } = self.location(py);
        let Some(home) = home else { return Ok(hash_of(&game) as isize) };
        Ok(home.work(py, |arena| shape_hash(arena, game))? as isize)
    }

    fn __str__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.kept(py, Question::Text, || {
            Ok(PyString::new(py, &self.text(py, TextLimits::default())?).into_any())
        })
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        match self.text(py, TextLimits::default()) {
            Ok(text) => Ok(format!("game({})", PyString::new(py, &text).repr()?)),
            Err(error) if error.is_instance_of::<UnsupportedError>(py) => {
                Ok("<a game that is too long to be written>".to_owned())
            }
            Err(error) => Err(error),
        }
    }

    fn __format__(&self, py: Python<'_>, style: &str) -> PyResult<String> {
        self.formatted(py, style)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let limits = TextLimits { plain: TextLimits::default().plain, named: LONGEST_TEXT };
        Ok((py.import("winways")?.getattr("game")?, (self.text(py, limits)?,)))
    }

    fn __copy__(&self, py: Python<'_>) -> Made {
        self.copy(py)
    }

    fn __deepcopy__(&self, memo: &Bound<'_, PyAny>) -> Made {
        self.copy(memo.py())
    }
}

/// Applies an operation to a game. If the operation fails or takes more than a moment, calls the calculator's function `name`.
fn transformed<'py>(
    game: &Bound<'py, Value>,
    name: &str,
    apply: impl Fn(&mut Operations<'_>, winways::Game) -> Result<winways::Game, EvaluationError>,
) -> PyResult<Bound<'py, PyAny>> {
    match game.get().at_once(game.py(), apply)? {
        Some(value) => Ok(value.into_pyobject(game.py())?.into_any()),
        None => function(game, name, None),
    }
}

/// Calls a function of the calculator with the game.
fn function<'py>(
    game: &Bound<'py, Value>,
    name: &str,
    argument: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = game.py();
    let call = py.import("winways._winways")?.getattr("call")?;
    match argument {
        Some(argument) => call.call1((name, game, argument)),
        None => call.call1((name, game)),
    }
}

fn truth(py: Python<'_>, truth: bool) -> Bound<'_, PyAny> {
    PyBool::new(py, truth).to_owned().into_any()
}

/// Returns `true` if a conversion to a number failed because the object does not represent a number.
fn is_not_a_number(py: Python<'_>, error: &PyErr) -> bool {
    error.is_instance_of::<PyValueError>(py)
        || error.is_instance_of::<PyTypeError>(py)
        || error.is_instance_of::<PyOverflowError>(py)
}

fn no_game(object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("expected a game or a number, not {kind}")),
        Err(error) => error,
    }
}
