//! Values: short games in canonical form.

use crate::errors::{LimitReached, UnsupportedError};
use crate::expression::value_of_text;
use crate::home::Lease;
use crate::numbers::{fraction, number_of};
use crate::thermograph::Thermograph;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
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
    pub(crate) game: winways::Game,
    /// The arena that has the game's record; none if all there is stands in the handle.
    home: Option<Lease>,
}

/// The texts of games are no longer than this, in bytes: what reads them back reads no more.
const LONGEST_TEXT: usize = 1 << 22;

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
    pub(crate) fn new(home: &Lease, game: winways::Game) -> Self {
        let home = if is_plain(&home.arena, game) { None } else { Some(home.clone()) };
        Value { game, home }
    }

    /// The arena to work with it.
    pub(crate) fn home(&self) -> Lease {
        self.home.clone().unwrap_or_else(Lease::get)
    }

    /// What an operation on the game gives.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<T, EvaluationError> + Send + Sync,
    ) -> PyResult<T> {
        let game = self.game;
        self.home().work(py, |arena| ask(&mut Operations::new(arena.session()), game))
    }

    fn fraction<'py>(
        &self,
        py: Python<'py>,
        ask: impl Fn(&mut Operations<'_>, winways::Game) -> Result<Dyadic, EvaluationError> + Send + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        fraction(py, &self.ask(py, ask)?)
    }

    /// The text of the game, as short as is good to read, or as long as can be read back.
    fn text(&self, py: Python<'_>, limits: TextLimits) -> PyResult<String> {
        self.ask(py, |operations, game| Ok(operations.text(game, limits)?))
    }

    /// The value of an operation on this and another game, or `NotImplemented` if the other object is none.
    fn with<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: impl Fn(&Arena, winways::Game, winways::Game) -> Result<winways::Game, EvaluationError>
        + Send
        + Sync,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let Some(other) = Operand::of(other)? else { return Ok(py.NotImplemented().into_bound(py)) };
        let (home, game) = (self.home_with(&other), self.game);
        let result = home.work(py, |arena| operation(arena, game, other.game(arena)?))?;
        Ok(Value::new(&home, result).into_pyobject(py)?.into_any())
    }

    fn home_with(&self, other: &Operand) -> Lease {
        match (&self.home, other) {
            (None, Operand::Game(_, Some(home))) => home.clone(),
            _ => self.home(),
        }
    }

    fn relation(&self, py: Python<'_>, other: &Operand) -> PyResult<Relation> {
        let game = self.game;
        self.home_with(other).work(py, |arena| Ok(arena.compare(game, other.game(arena)?)?))
    }

    fn options<'py>(&self, py: Python<'py>, is_left: bool) -> PyResult<Bound<'py, PyTuple>> {
        let home = self.home();
        let game = self.game;
        let options = home.work(py, |arena| {
            Ok(if is_left { arena.left_options(game)? } else { arena.right_options(game)? })
        })?;
        if options.len() > MAX_OPTIONS {
            let message = format!("the game has {} options: at most {MAX_OPTIONS} are listed", options.len());
            return Err(LimitReached::new_err(message));
        }
        PyTuple::new(py, options.map(|option| Value::new(&home, option)).collect::<Vec<_>>())
    }
}

/// What stands on the other side of an operator.
pub(crate) enum Operand {
    Game(winways::Game, Option<Lease>),
    Number(Dyadic),
}

impl Operand {
    /// A game or a number of Python; `None` for any other object.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Option<Self>> {
        if let Ok(value) = object.cast::<Value>() {
            let value = value.get();
            return Ok(Some(Operand::Game(value.game, value.home.clone())));
        }
        Ok(number_of(object)?.map(Operand::Number))
    }

    pub(crate) fn game(&self, arena: &Arena) -> Result<winways::Game, EvaluationError> {
        match self {
            Operand::Game(game, _) => Ok(*game),
            Operand::Number(number) => Ok(arena.number(number)?),
        }
    }
}

#[pymethods]
impl Value {
    /// What many copies are worth each.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{4||1|-2}").mean
    /// Fraction(7, 4)
    #[getter]
    fn mean<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction(py, |operations, game| Ok(operations.mean(game)?))
    }

    /// How urgent a move is: the least tax on moves at which it makes no difference who begins.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{4||1|-2}").temperature
    /// Fraction(9, 4)
    #[getter]
    fn temperature<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction(py, |operations, game| Ok(operations.temperature(game)?))
    }

    /// The first number that is reached if Left begins and both play their best.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").left_stop
    /// Fraction(3, 1)
    #[getter]
    fn left_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction(py, |operations, game| Ok(operations.session().left_stop(game)))
    }

    /// The first number that is reached if Right begins and both play their best.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").right_stop
    /// Fraction(1, 1)
    #[getter]
    fn right_stop<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.fraction(py, |operations, game| Ok(operations.session().right_stop(game)))
    }

    /// Whether it equals a number.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0|1}").is_number
    /// True
    #[getter]
    fn is_number(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_number(game)))
    }

    /// Whether it equals an integer.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{1|3}").is_integer
    /// True
    #[getter]
    fn is_integer(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_integer(game)))
    }

    /// Whether it equals a heap of Nim.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0,*|0,*}").is_nimber
    /// True
    #[getter]
    fn is_nimber(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_nimber(game)))
    }

    /// Whether both stops are zero.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.is_infinitesimal
    /// True
    #[getter]
    fn is_infinitesimal(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_infinitesimal(game)))
    }

    /// Whether it is a number plus an infinitesimal.
    ///
    /// >>> import winways as ww
    /// >>> (ww.up + 2).is_numberish
    /// True
    #[getter]
    fn is_numberish(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_numberish(game)))
    }

    /// Whether it is a number plus an infinitesimal other than zero.
    ///
    /// >>> import winways as ww
    /// >>> (ww.up + 2).is_tepid
    /// True
    #[getter]
    fn is_tepid(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_tepid(game)))
    }

    /// Whether moving is worth something: whether the temperature is positive.
    ///
    /// >>> import winways as ww
    /// >>> ww.switch(1, -1).is_hot
    /// True
    #[getter]
    fn is_hot(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_hot(game)))
    }

    /// Whether in every follower both players can move, or neither can.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.is_all_small
    /// True
    #[getter]
    fn is_all_small(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |operations, game| Ok(operations.is_all_small(game)?))
    }

    /// Who wins: `L` Left, `R` Right, `N` the next player, `P` the previous one.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.outcome, ww.star.outcome
    /// ('L', 'N')
    #[getter]
    fn outcome(&self, py: Python<'_>) -> PyResult<&'static str> {
        self.ask(py, |operations, game| Ok(operations.session().outcome(game).letter()))
    }

    /// The day on which it is born: the depth of its canonical form; `None` beyond 2⁶⁴.
    ///
    /// >>> import winways as ww
    /// >>> ww.switch(1, -1).birthday
    /// 2
    #[getter]
    fn birthday(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.ask(py, |operations, game| Ok(operations.session().birthday(game)?))
    }

    /// The number that it equals, or `None`.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{0|1}").number, ww.star.number
    /// (Fraction(1, 2), None)
    #[getter]
    fn number<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.ask(py, |operations, game| Ok(operations.session().as_number(game)))?;
        number.map(|number| fraction(py, &number)).transpose()
    }

    /// The size of the heap of Nim that it equals, or `None`.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("*5").nimber, ww.up.nimber
    /// (5, None)
    #[getter]
    fn nimber(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.ask(py, |operations, game| Ok(operations.session().as_nimber(game).map(|nimber| nimber.0)))
    }

    /// The games to which Left can move in canonical form.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.left_options
    /// (game('0'),)
    #[getter]
    fn left_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, true)
    }

    /// The games to which Right can move in canonical form.
    ///
    /// >>> import winways as ww
    /// >>> ww.up.right_options
    /// (game('*'),)
    #[getter]
    fn right_options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.options(py, false)
    }

    /// The game in LaTeX, for mathematical mode.
    ///
    /// >>> import winways as ww
    /// >>> print(ww.star.latex)
    /// {\ast}
    #[getter]
    fn latex(&self, py: Python<'_>) -> PyResult<String> {
        self.ask(py, |operations, game| Ok(operations.latex(game, TextLimits::default())?))
    }

    /// The thermograph: both walls, with the mean and the temperature.
    ///
    /// >>> import winways as ww
    /// >>> ww.game("{3|1}").thermograph().left_wall(0.5)
    /// Fraction(5, 2)
    pub(crate) fn thermograph(&self, py: Python<'_>) -> PyResult<Thermograph> {
        let thermograph = self.ask(py, |operations, game| Ok(operations.thermograph(game)?.clone()))?;
        Ok(Thermograph { thermograph })
    }

    /// How it compares with another game or number: `<`, `=`, `>`, or `|` where they are confused.
    ///
    /// >>> import winways as ww
    /// >>> ww.star.compare(0), ww.star.compare(1), ww.up.compare(0), ww.up.compare(ww.up)
    /// ('|', '<', '>', '=')
    fn compare(&self, other: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        let Some(operand) = Operand::of(other)? else {
            return Err(PyTypeError::new_err(format!(
                "expected a game or a number, not {}",
                other.get_type().name()?
            )));
        };
        Ok(match self.relation(other.py(), &operand)? {
            Relation::Less => "<",
            Relation::Equal => "=",
            Relation::Greater => ">",
            Relation::Confused => "|",
        })
    }

    /// The ordinal sum with `top`: a move in this one puts an end to the other.
    ///
    /// >>> import winways as ww
    /// >>> ww.game(1).ordinal_sum(-1)
    /// game('1/2')
    fn ordinal_sum<'py>(&self, top: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let sum =
            self.with(top, |arena, base, top| Ok(Operations::new(arena.session()).ordinal_sum(base, top)?))?;
        match sum.is(top.py().NotImplemented()) {
            true => Err(PyTypeError::new_err(format!(
                "expected a game or a number, not {}",
                top.get_type().name()?
            ))),
            false => Ok(sum),
        }
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
            let (home, game) = (self.home(), self.game);
            let product = home.work(other.py(), |arena| Ok(arena.multiple(copies, game)?))?;
            return Ok(Value::new(&home, product).into_pyobject(other.py())?.into_any());
        }
        self.with(other, |arena, some, other| Ok(Operations::new(arena.session()).conway(some, other)?))
    }

    fn __rmul__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__mul__(other)
    }

    /// Whether the games are confused: neither is greater, and they are not equal.
    fn __floordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        match Operand::of(other)? {
            Some(other) => {
                let is_confused = self.relation(py, &other)? == Relation::Confused;
                Ok(is_confused.into_pyobject(py)?.to_owned().into_any())
            }
            None => Ok(py.NotImplemented().into_bound(py)),
        }
    }

    fn __rfloordiv__<'py>(&self, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.__floordiv__(other)
    }

    fn __neg__(&self) -> Value {
        Value { game: -self.game, home: self.home.clone() }
    }

    fn __pos__(&self) -> Value {
        Value { game: self.game, home: self.home.clone() }
    }

    fn __bool__(&self) -> bool {
        self.game != winways::Game::ZERO
    }

    fn __richcmp__<'py>(
        &self,
        other: &Bound<'py, PyAny>,
        operation: CompareOp,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = other.py();
        let operand = match (Operand::of(other), operation) {
            (Ok(Some(operand)), _) => operand,
            // No game equals a third.
            (Err(error), CompareOp::Eq | CompareOp::Ne) if error.is_instance_of::<PyValueError>(py) => {
                let is_other = matches!(operation, CompareOp::Ne);
                return Ok(is_other.into_pyobject(py)?.to_owned().into_any());
            }
            (Err(error), _) => return Err(error),
            (Ok(None), _) => return Ok(py.NotImplemented().into_bound(py)),
        };
        let holds = match (operation, &operand) {
            (CompareOp::Eq, Operand::Game(other, _)) => self.game == *other,
            (CompareOp::Ne, Operand::Game(other, _)) => self.game != *other,
            _ => {
                let relation = self.relation(py, &operand)?;
                match operation {
                    CompareOp::Eq => relation == Relation::Equal,
                    CompareOp::Ne => relation != Relation::Equal,
                    CompareOp::Lt => relation == Relation::Less,
                    CompareOp::Le => matches!(relation, Relation::Less | Relation::Equal),
                    CompareOp::Gt => relation == Relation::Greater,
                    CompareOp::Ge => matches!(relation, Relation::Greater | Relation::Equal),
                }
            }
        };
        Ok(holds.into_pyobject(py)?.to_owned().into_any())
    }

    /// A number has the hash that it has in Python, for it equals that number.
    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        if let Some(number) = self.ask(py, |operations, game| Ok(operations.session().as_number(game)))? {
            return match i64::try_from(&number) {
                Ok(integer) => integer.into_pyobject(py)?.into_any().hash(),
                Err(_) => fraction(py, &number)?.hash(),
            };
        }
        let mut hasher = DefaultHasher::new();
        self.game.hash(&mut hasher);
        Ok(hasher.finish() as isize)
    }

    fn __str__(&self, py: Python<'_>) -> PyResult<String> {
        self.text(py, TextLimits::default())
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
        let text = PyString::new(py, &self.__str__(py)?);
        text.call_method1("__format__", (style,))?.extract()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let limits = TextLimits { plain: TextLimits::default().plain, named: LONGEST_TEXT };
        Ok((py.import("winways")?.getattr("game")?, (self.text(py, limits)?,)))
    }

    fn __copy__(&self) -> Value {
        self.__pos__()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Value {
        self.__pos__()
    }
}

/// The game that an expression is worth, or a number; with two lists, the game with these options of Left and of Right.
///
/// >>> import winways as ww
/// >>> ww.game("{3|1} - 2"), ww.game(0.75), ww.game([0], [ww.star])
/// (game('+-1'), game('3/4'), game('^'))
#[pyfunction]
#[pyo3(signature = (value, right = None, /))]
pub(crate) fn game<'py>(value: &Bound<'py, PyAny>, right: Option<&Bound<'py, PyAny>>) -> PyResult<Value> {
    let py = value.py();
    if let Some(right) = right {
        return of_options(value, right);
    }
    if let Ok(text) = value.extract::<&str>() {
        return value_of_text(py, text);
    }
    of_object(value)
}

/// The game of an object that is one, or a number.
pub(crate) fn of_object(object: &Bound<'_, PyAny>) -> PyResult<Value> {
    let Some(operand) = Operand::of(object)? else {
        let message =
            format!("expected a game, a number or an expression, not {}", object.get_type().name()?);
        return Err(PyTypeError::new_err(message));
    };
    let home = match &operand {
        Operand::Game(_, Some(home)) => home.clone(),
        _ => Lease::get(),
    };
    let game = home.work(object.py(), |arena| operand.game(arena))?;
    Ok(Value::new(&home, game))
}

fn of_options(left: &Bound<'_, PyAny>, right: &Bound<'_, PyAny>) -> PyResult<Value> {
    let operands = |options: &Bound<'_, PyAny>| -> PyResult<Vec<Value>> {
        options.try_iter()?.map(|option| of_object(&option?)).collect()
    };
    let (left_values, right_values) = (operands(left)?, operands(right)?);
    let games = |values: &[Value]| values.iter().map(|value| value.game).collect::<Vec<_>>();
    let (left_games, right_games) = (games(&left_values), games(&right_values));
    let home = Lease::get();
    let game = home.work(left.py(), |arena| Ok(arena.form(&left_games, &right_games)?))?;
    Ok(Value::new(&home, game))
}

/// A switch: Left moves to `left`, Right to `right`.
///
/// >>> import winways as ww
/// >>> ww.switch(1, -1), ww.switch(3)
/// (game('+-1'), game('+-3'))
#[pyfunction]
#[pyo3(signature = (left, right = None, /))]
pub(crate) fn switch(left: &Bound<'_, PyAny>, right: Option<&Bound<'_, PyAny>>) -> PyResult<Value> {
    let left_value = of_object(left)?;
    let right_value = match right {
        Some(right) => of_object(right)?,
        None => left_value.__neg__(),
    };
    let home = Lease::get();
    let (left_game, right_game) = (left_value.game, right_value.game);
    let game = home.work(left.py(), |arena| Ok(arena.form(&[left_game], &[right_game])?))?;
    Ok(Value::new(&home, game))
}
