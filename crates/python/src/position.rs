//! Positions and moves.

use crate::errors::{Error, UnsupportedError, raise_fault, wrong_text};
use crate::given;
use crate::instance::instance_text;
use crate::moves::{Move, may_make, no_move, player_of};
use crate::origin::Origin;
use crate::own::{Memory, position_text_of};
use crate::play::{common_play, usual_play};
use crate::raised;
use crate::registered::{catalogue_with, registered_game, registered_games};
use crate::ruleset::{Ruleset, game_of};
use crate::shortened::shortened;
use crate::work::{Scope, Watch};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::sync::Arc;
use winways::custom::Ending;
use winways::games::{AnyGame, AnyPosition};
use winways::pictures::Glyphs;
use winways::play::Match;
use winways::{Play, Player, PositionMove};

/// A position of one game, or a sum of several positions. It stores the whole board as it was entered, and moves change this board.
///
/// `p + q` is the disjunctive sum. Positions are equal if their games have the same rules and their texts are equal.
///
/// >>> import winways as ww
/// >>> p = ww.position("domineering", "..|..")
/// >>> p.play("a1-a2"), p + ww.position("nim", 3)
/// (position('domineering("v.|v.")'), position('domineering("..|..") + nim(3)'))
#[pyclass(frozen, module = "winways", from_py_object)]
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) position: Arc<winways::Position>,
    /// The play convention of its rules, or `None` if the summands have different conventions.
    pub(crate) play: Option<Play>,
    /// The game, unless the position is a sum of several games.
    pub(crate) game: Option<Arc<dyn AnyGame>>,
    /// The origin of the rules of each summand.
    pub(crate) origins: Arc<[Origin]>,
}

/// The number of moves that are named between checks for signals.
const MOVES_BETWEEN_SIGNALS: usize = 1 << 12;

/// A part of a pickled position: its rules, its text or object, and `true` if it is an object.
type PickledPart<'py> = (Bound<'py, Ruleset>, Bound<'py, PyAny>, bool);

impl Position {
    /// Creates a position whose summands take their rules from `known` positions, from registered games, or from the catalogue.
    pub(crate) fn resolved(
        py: Python<'_>,
        position: winways::Position,
        play: Option<Play>,
        known: &[Position],
    ) -> PyResult<Self> {
        let summands = position.summands();
        let is_of = |known: &&Position, identity: &str| match known.position.summands() {
            [only] => only.identity() == identity,
            _ => false,
        };
        if let [only] = summands {
            let identity = only.identity();
            if let Some(known) = known.iter().find(|known| is_of(known, &identity)) {
                return Ok(known.like(position));
            }
        }
        let pairs: Vec<(String, &Origin)> = known
            .iter()
            .flat_map(|known| known.position.summands().iter().zip(known.origins.iter()))
            .map(|(summand, origin)| (summand.identity(), origin))
            .collect();
        let origin = |summand: &dyn AnyPosition| -> PyResult<Origin> {
            let identity = summand.identity();
            if let Some((_, origin)) = pairs.iter().find(|(known, _)| *known == identity) {
                return Ok((*origin).clone());
            }
            let registered = registered_game(py, &summand.game_name())?;
            Ok(registered.map_or(Origin::Catalogue, |ruleset| ruleset.origin))
        };
        let origins: Vec<Origin> =
            summands.iter().map(|summand| origin(&**summand)).collect::<PyResult<_>>()?;
        Ok(Position { position: Arc::new(position), play, game: None, origins: origins.into() })
    }

    /// Creates a position of a game.
    pub(crate) fn of(position: winways::Position, ruleset: &Ruleset) -> Self {
        Position {
            play: Some(ruleset.game.about().play),
            position: Arc::new(position),
            game: Some(ruleset.game.clone()),
            origins: Arc::new([ruleset.origin.clone()]),
        }
    }

    /// Returns the text of the position.
    ///
    /// # Errors
    /// The exception of a method `write` of a class of rules.
    pub(crate) fn written(&self) -> PyResult<String> {
        raised::take_exception();
        let text = self.position.to_string();
        raised::check().map(|()| text)
    }

    /// Returns the play convention of its rules.
    ///
    /// # Errors
    /// `UnsupportedError` if the summands have different conventions.
    pub(crate) fn usual_play(&self) -> PyResult<Play> {
        self.play.map_or_else(|| usual_play(&self.position), Ok)
    }

    /// Returns `true` if the text determines the position, because all its games are in the catalogue.
    fn reads_back(&self) -> bool {
        self.origins.iter().all(Origin::is_catalogue)
    }

    /// Returns `true` if the position uses rules in Python.
    pub(crate) fn is_own(&self) -> bool {
        self.origins.iter().any(|origin| origin.memory().is_some())
    }

    /// Returns the cache that stores solutions, and the key of the position's graph there, for a Python game with cycles.
    pub(crate) fn graph(&self) -> Option<(&Memory, u64)> {
        let memory = self.origins.first()?.memory()?.get();
        let key = self.position.ranked()?.board().key();
        let key = u64::from_str_radix(key.trim_start_matches('#'), 16).ok()?;
        Some((memory, key))
    }

    /// Returns `true` if this is a single position of the game `ruleset`.
    pub(crate) fn is_of(&self, py: Python<'_>, ruleset: &Ruleset) -> PyResult<bool> {
        match &self.origins[..] {
            [origin] if self.position.game_name() == ruleset.game.name() => {
                origin.is_same(py, &ruleset.origin)
            }
            _ => Ok(false),
        }
    }

    /// Returns `true` if both have games with the same rules, summand by summand.
    pub(crate) fn has_rules_of(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        if self.origins.len() != other.origins.len() {
            return Ok(false);
        }
        for (mine, theirs) in self.origins.iter().zip(other.origins.iter()) {
            if !mine.is_same(py, theirs)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if both use the same instances of classes of rules, so that positions have the same numbers.
    pub(crate) fn has_memory_of(&self, other: &Position) -> bool {
        let memories = |position: &Position| {
            let memories = position.origins.iter().map(|origin| origin.memory().map(Py::as_ptr));
            memories.collect::<Vec<_>>()
        };
        memories(self) == memories(other)
    }

    /// Returns `true` if both are the same position of games with the same rules.
    pub(crate) fn equals(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        Ok(self.written()? == other.written()? && self.has_rules_of(py, other)?)
    }

    /// Returns the Python object of a summand, if its class of rules uses objects as positions.
    pub(crate) fn object<'py>(&self, py: Python<'py>, summand: usize) -> PyResult<Option<Bound<'py, PyAny>>> {
        let number = self.position.summands()[summand].inner().downcast_ref::<u32>();
        match (self.origins[summand].memory(), number) {
            (Some(memory), Some(&number)) => memory.get().position(py, number).map(Some),
            _ => Ok(None),
        }
    }

    /// Returns the summands with their rules, for pickling.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Vec<PickledPart<'py>>> {
        let mut parts = Vec::new();
        for (place, (summand, origin)) in self.position.summands().iter().zip(self.origins.iter()).enumerate()
        {
            let ruleset = match origin {
                Origin::Catalogue => game_of(PyString::new(py, &summand.game_name()).as_any())?,
                Origin::File(text) => crate::ruleset::rules(py, text)?,
                Origin::Own(own) => game_of(own.instance.bind(py))?,
            };
            let (given, is_object) = match self.object(py, place)? {
                Some(object) => (object, true),
                None => (PyString::new(py, inner(&summand.game_name(), &summand.text())).into_any(), false),
            };
            parts.push((Bound::new(py, ruleset)?, given, is_object));
        }
        Ok(parts)
    }

    /// Parses a position of a game.
    pub(crate) fn of_game(py: Python<'_>, ruleset: &Ruleset, text: &str) -> PyResult<Self> {
        raised::take_exception();
        let position = winways::Position::of_game(&*ruleset.game, text);
        let position = position.map_err(|diagnostic| {
            raised::take_exception().unwrap_or_else(|| wrong_text(py, text, &diagnostic))
        })?;
        Ok(Position::of(position, ruleset))
    }

    /// Returns another position of the same game or games.
    pub(crate) fn like(&self, position: winways::Position) -> Self {
        Position { position: Arc::new(position), ..self.clone() }
    }

    /// Returns the moves of both players without blocking other Python threads, since rules may be slow.
    pub(crate) fn all_moves(&self, py: Python<'_>) -> PyResult<Vec<PositionMove>> {
        let position = &self.position;
        let moves = Watch::new(None, None).run(py, |observer| position.moves_within(observer))?;
        let moves = moves.map_err(|fault| raise_fault(py, &fault))?;
        raised::check().map(|()| moves)
    }

    /// Returns the disjunctive sum of two positions.
    fn plus<'py>(&self, py: Python<'py>, other: &Position) -> PyResult<Bound<'py, PyAny>> {
        let sum = self.position.plus(&other.position);
        let sum = sum.map_err(|diagnostic| {
            let has_values = self.has_loopy_value() || other.has_loopy_value();
            let help = if has_values { "\nhelp: add the values instead: `p.value + q.value`" } else { "" };
            UnsupportedError::new_err(format!("{diagnostic}{help}"))
        })?;
        let play = common_play(&sum);
        let is_one_game = sum.summands().len() == 1;
        let sum = Position::resolved(py, sum, play, &[self.clone(), other.clone()])?;
        let game = self.game.clone().filter(|_| is_one_game);
        Ok(Bound::new(py, Position { play, game, ..sum })?.into_any())
    }

    /// Returns `true` if play may cycle in a summand with a value.
    fn has_loopy_value(&self) -> bool {
        let mut properties = self.position.summands().iter().map(|summand| summand.properties());
        properties.any(|properties| properties.may_cycle && properties.ending == Ending::NoMove)
    }

    /// Returns the only move of a player with this name, or with a name that has this part.
    fn typed(&self, text: &str, player: Player) -> Result<Option<PositionMove>, String> {
        let Some(game) = &self.game else { return Ok(None) };
        let play = self.usual_play().map_err(|wrong| wrong.to_string())?;
        let game = Match::new(game.clone(), self.position.copy(), play, player);
        let reader = game.reader().map_err(|fault| fault.to_string())?;
        match reader.find(text) {
            Ok(step) => Ok(Some(step.clone())),
            Err(misread @ winways::play::Misread::Ambiguous(_)) => Err(misread.to_string()),
            Err(_) => Ok(None),
        }
    }
}

#[pymethods]
impl Position {
    /// Returns the moves of both players, or of `"left"` or `"right"`. In an impartial game, both players have all moves.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("domineering", "..|..").moves("left")
    /// [<move a1-a2>, <move b1-b2>]
    #[pyo3(signature = (player = None))]
    fn moves(&self, py: Python<'_>, player: Option<&str>) -> PyResult<Vec<Move>> {
        let wanted = player.map(player_of).transpose()?;
        let moves = self.all_moves(py)?.into_iter();
        let moves = moves.filter(|step| wanted.is_none_or(|wanted| may_make(step, wanted)));
        let mut named = Vec::new();
        for step in moves {
            if named.len().is_multiple_of(MOVES_BETWEEN_SIGNALS) {
                py.check_signals()?;
                Scope::check(py)?;
            }
            named.push(Move::of(self.clone(), wanted, step));
        }
        raised::check().map(|()| named)
    }

    /// Returns the position after a move. The move is a `Move`, its name, or an unambiguous part of its name.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("clobber", "xo.").play("a1xb1")
    /// position('clobber(".x.")')
    #[pyo3(signature = (step, player = None))]
    fn play(&self, py: Python<'_>, step: &Bound<'_, PyAny>, player: Option<&str>) -> PyResult<Position> {
        if let Ok(step) = step.cast::<Move>() {
            let step = step.get();
            let (its, this) = (step.position.written()?, self.written()?);
            if its != this {
                let message = format!(
                    "the move {} belongs to {}, and this is {}",
                    step.name,
                    shortened(&its),
                    shortened(&this)
                );
                return Err(PyValueError::new_err(message));
            }
            if !self.has_rules_of(py, &step.position)? {
                let message = format!(
                    "the move {} belongs to another game, whose position has the same text: {}",
                    step.name,
                    shortened(&its)
                );
                return Err(PyValueError::new_err(message));
            }
            return Ok(step.after());
        }
        let text: &str = step.extract()?;
        let wanted = player.map(player_of).transpose()?;
        let mut moves = self.all_moves(py)?;
        moves.retain(|step| wanted.is_none_or(|wanted| may_make(step, wanted)));
        let named = |step: &&PositionMove| self.position.move_name(step) == text;
        let mut found: Vec<PositionMove> = moves.iter().filter(named).cloned().collect();
        if found.is_empty() {
            for player in [Player::Left, Player::Right] {
                if wanted.is_none_or(|wanted| wanted == player) {
                    found.extend(self.typed(text, player).map_err(PyValueError::new_err)?);
                }
            }
        }
        let after: Vec<winways::Position> = found.iter().map(|step| self.position.after(step)).collect();
        raised::check()?;
        match &after[..] {
            [] => Err(PyValueError::new_err(no_move(&self.position, text, &moves))),
            [first, others @ ..] if others.iter().all(|other| other.is_same(first)) => {
                Ok(self.like(first.copy()))
            }
            _ => {
                let message = format!(
                    "both players have a move {:?}: expected the player, \"left\" or \"right\"",
                    shortened(text)
                );
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// The position in the notation of its game, as it was entered. For a sum, the whole sum.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("domineering", "..|..").board
    /// '..|..'
    #[getter]
    pub(crate) fn board(&self) -> PyResult<String> {
        let text = self.written()?;
        if self.position.summands().len() != 1 {
            return Ok(text);
        }
        Ok(inner(&self.position.game_name(), &text).to_owned())
    }

    /// The name of the game, or `sum` for a sum of several games.
    #[getter]
    fn game(&self) -> String {
        self.position.game_name()
    }

    /// The rule for the end of play: who wins, and when the game is drawn.
    #[getter]
    fn ending(&self) -> PyResult<String> {
        Ok(self.position.ending_rule(self.usual_play()?))
    }

    /// The number of components. A move in one component does not affect the others.
    #[getter]
    fn component_count(&self) -> PyResult<usize> {
        raised::take_exception();
        let count = self.position.component_count();
        raised::check().map(|()| count)
    }

    /// Returns the position as a text picture with coordinates.
    ///
    /// >>> import winways as ww
    /// >>> print(ww.position("domineering", "...|..#").picture())
    /// 2  . . .
    /// 1  . . #
    ///    a b c
    #[pyo3(signature = (*, ascii = false))]
    fn picture(&self, ascii: bool) -> PyResult<String> {
        let glyphs = if ascii { Glyphs::Ascii } else { Glyphs::Unicode };
        raised::take_exception();
        let picture = self.position.text_picture(glyphs).join("\n");
        raised::check().map(|()| picture)
    }

    /// Returns `True` if the positions are the same up to the order of components and to components without moves.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 3, 5).is_same(ww.position("nim", 5, 0, 3))
    /// True
    fn is_same(&self, py: Python<'_>, other: &Position) -> PyResult<bool> {
        raised::take_exception();
        let is_same = self.position.is_same(&other.position);
        raised::check()?;
        Ok(is_same || self.equals(py, other)?)
    }

    /// Analyses the position as `winways.solve` does, with the same parameters.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 7, 8, 9).solve(explain=True).outcome
    /// 'N'
    #[pyo3(signature = (**parameters))]
    fn solve<'py>(
        slf: &Bound<'py, Self>,
        parameters: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("winways")?.getattr("solve")?.call((slf,), parameters)
    }

    /// The outcome under the play convention of the rules, as the letter of an `Analysis`. The position is solved at each access.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("nim", 3, 3).outcome
    /// 'P'
    #[getter]
    fn outcome<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let parameters = PyDict::new(slf.py());
        parameters.set_item("outcome_only", true)?;
        Position::solve(slf, Some(&parameters))?.getattr("outcome")
    }

    /// The value of the position, as in an `Analysis`. The position is solved at each access.
    ///
    /// >>> import winways as ww
    /// >>> ww.position("domineering", "..|..").value
    /// game('+-1')
    #[getter]
    fn value<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        Position::solve(slf, None)?.getattr("value")
    }

    fn __radd__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if given::is_zero(other) {
            return Ok(slf.clone().into_any());
        }
        calculated("y + x", slf, other)
    }

    fn __sub__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        calculated("x - y", slf, other)
    }

    fn __rsub__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        calculated("y - x", slf, other)
    }

    /// Returns the negative of the value, since not every game can reverse the roles of the players on its board.
    fn __neg__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        compute(slf.py(), "-x", &[("x", slf.as_any())])
    }

    fn __add__<'py>(slf: &Bound<'py, Self>, given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let Ok(other) = given.cast::<Position>() else {
            return if given::is_zero(given) {
                Ok(slf.clone().into_any())
            } else {
                calculated("x + y", slf, given)
            };
        };
        this.plus(py, other.get())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        match other.cast::<Position>() {
            Ok(position) => self.equals(other.py(), position.get()),
            Err(_) => Ok(false),
        }
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        let mut parts = vec![PyString::new(py, &self.written()?).hash()?];
        for origin in self.origins.iter().filter(|origin| !origin.is_catalogue()) {
            parts.push(origin.hash(py)?);
        }
        PyTuple::new(py, parts)?.hash()
    }

    fn __str__(&self) -> PyResult<String> {
        self.written()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.written()?;
        if !self.reads_back() {
            return Ok(format!("<position {text}>"));
        }
        Ok(format!("position({})", PyString::new(py, &text).repr()?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        if self.reads_back() {
            let text = PyString::new(py, &self.position.to_string()).into_any();
            return Ok((py.import("winways")?.getattr("position")?, (text,)));
        }
        let rebuild = py.import("winways._winways")?.getattr("_position_of_parts")?;
        Ok((rebuild, (self.parts(py)?.into_pyobject(py)?.into_any(),)))
    }

    fn __copy__(&self) -> Position {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Position {
        self.clone()
    }
}

/// Evaluates an expression in a position `x` and another object `y`. Returns `NotImplemented` if the object has no value.
fn calculated<'py>(
    expression: &str,
    position: &Bound<'py, Position>,
    other: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = position.py();
    match other.is_instance_of::<Position>() || given::has_value(other)? {
        true => compute(py, expression, &[("x", position.as_any()), ("y", other)]),
        false => Ok(py.NotImplemented().into_bound(py)),
    }
}

/// Evaluates an expression of the package, with names bound to objects.
fn compute<'py>(
    py: Python<'py>,
    expression: &str,
    named: &[(&str, &Bound<'py, PyAny>)],
) -> PyResult<Bound<'py, PyAny>> {
    let names = PyDict::new(py);
    for (name, object) in named {
        names.set_item(name, object)?;
    }
    py.import(intern!(py, "winways._winways"))?.getattr("_compute")?.call((expression,), Some(&names))
}

/// Returns the text in the brackets of a call, without quotes.
fn inner<'t>(game: &str, call: &'t str) -> &'t str {
    // The call has a name of the same length, with `_` instead of `-`.
    let brackets = call.get(game.len()..).and_then(|text| text.strip_prefix('(')?.strip_suffix(')'));
    let Some(inner) = brackets else { return call };
    inner.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(inner)
}

/// Restores a pickled position as a sum of parts, each given by its rules and its text or object.
#[pyfunction(name = "_position_of_parts")]
pub(crate) fn position_of_parts<'py>(py: Python<'py>, parts: Vec<PickledPart<'py>>) -> PyResult<Py<PyAny>> {
    let mut sum: Option<Py<PyAny>> = None;
    for (ruleset, given, is_object) in parts {
        let ruleset = ruleset.get();
        let text = match ruleset.origin.memory() {
            Some(memory) if is_object => position_text_of(memory.bind(py), &given)?,
            _ => given.extract()?,
        };
        let part = Py::new(py, Position::of_game(py, ruleset, &text)?)?.into_any();
        sum = Some(match sum {
            None => part,
            Some(sum) => sum.bind(py).add(part)?.unbind(),
        });
    }
    sum.ok_or_else(|| PyValueError::new_err("a position has at least one part"))
}

/// Converts the arguments of a function to a position. The arguments are a position, a game and the notation of a position, a game
/// alone (its starting position), or an expression that is a sum of positions.
pub(crate) fn position_of(arguments: &Bound<'_, PyTuple>) -> PyResult<Position> {
    let py = arguments.py();
    let Ok(first) = arguments.get_item(0) else {
        return Err(PyTypeError::new_err("expected a position, or a game and its position"));
    };
    given::check_instance(&first)?;
    if let Ok(position) = first.cast::<Position>() {
        if arguments.len() > 1 {
            return Err(PyTypeError::new_err("expected a position alone, or a game and its position"));
        }
        return Ok(position.get().clone());
    }
    if arguments.len() == 2
        && let Ok(position) = arguments.get_item(1)?.cast::<Position>()
    {
        let (position, ruleset) = (position.get(), game_of(&first)?);
        return match position.is_of(py, &ruleset)? {
            true => Ok(position.clone()),
            false => Err(PyValueError::new_err(format!(
                "{} is not a position of this game; expected a position of {} with the same rules, or a position alone",
                shortened(&position.written()?),
                ruleset.game.name()
            ))),
        };
    }
    if let Some(text) = instance_text(&first, &arguments.get_slice(1, arguments.len()))? {
        return Position::of_game(py, &game_of(&first)?, &text);
    }
    if arguments.len() > 1 {
        let ruleset = game_of(&first)?;
        let text = given::text_of(&arguments.get_slice(1, arguments.len()))?;
        return Position::of_game(py, &ruleset, &text);
    }
    match first.extract::<&str>() {
        Ok(text) if text.contains('(') => of_text(py, text, &first),
        _ => start_of(&game_of(&first)?),
    }
}

/// Parses an expression, or returns the start of a game with a parameter.
fn of_text(py: Python<'_>, text: &str, object: &Bound<'_, PyAny>) -> PyResult<Position> {
    let catalogue = catalogue_with(&registered_games(py)?);
    match winways::Position::of_expression(&catalogue, text) {
        Ok(position) => {
            let game = catalogue.game(&position.game_name()).ok();
            let play = common_play(&position);
            Ok(Position { game, ..Position::resolved(py, position, play, &[])? })
        }
        Err(_) if let Some(raised) = raised::take_exception() => Err(raised),
        Err(diagnostic) => match catalogue.game(text) {
            Ok(_) => start_of(&game_of(object)?),
            Err(_) => Err(wrong_text(py, text, &diagnostic)),
        },
    }
}

fn start_of(ruleset: &Ruleset) -> PyResult<Position> {
    match winways::Position::start(&*ruleset.game) {
        Some(start) => Ok(Position::of(start, ruleset)),
        None if let Some(raised) = raised::take_exception() => Err(raised),
        None => Err(Error::new_err(format!(
            "the position is missing: expected {}",
            ruleset.game.about().notation
        ))),
    }
}

/// Creates a position from a game and the notation of the position, from a game alone (its starting position), or from a sum of
/// positions as an expression.
///
/// >>> import winways as ww
/// >>> ww.position("nim", 7, 8, 9) == ww.position("nim", "7 8 9") == ww.position("nim(7,8,9)")
/// True
/// >>> ww.position("tic-tac-toe")
/// position('mnk(3,3,3)("...|...|...")')
#[pyfunction]
#[pyo3(signature = (*position))]
pub(crate) fn position(position: &Bound<'_, PyTuple>) -> PyResult<Position> {
    Watch::new(None, None).hold(|| position_of(position))
}
