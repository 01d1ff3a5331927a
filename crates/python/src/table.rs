//! Tables of heaps, pairs, triples, canonical forms and outcomes.

mod index;

use crate::bounds::{Bounds, Memory, Time};
use crate::buffer::{Cells, ViewParts, parts_of_view, view, view_of_bytes};
use crate::count;
use crate::errors::{Error, UnsupportedError, raise, raise_fault, raise_stopped, wrong_text};
use crate::expression::value_of_text;
use crate::json;
use crate::origin::Origin;
use crate::registered::{catalogue_with, check_call, registered_games};
use crate::ruleset::{Ruleset, game_of};
use crate::solve::{play_of, threads_of};
use crate::work::Watch;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator, PyString};
use winways::tables::{ExpressionTable, TableError, TableKind, TableQuery, Tabulation, VariableRange};
use winways::wire::TableJson;
use winways::{Budget, NoObserver, Observer, Play, StopReason, Stopped};

/// A table: the values of heaps, the values of all pairs or triples of numbers up to a size, the canonical forms of heaps, the
/// outcomes of heaps, the misère quotient of heaps, or the values of an expression.
///
/// >>> import winways as ww
/// >>> t = ww.table("octal(0.137)", up_to=300, prove=True)
/// >>> t.period, t.preperiod, t.status, t[9], t[10**12]
/// (34, 52, 'proved', 3, 5)
/// >>> t.values.format, len(t.values)
/// ('H', 301)
#[pyclass(frozen, module = "winways")]
pub(crate) struct Table {
    /// The game, unless the table is of an expression.
    ruleset: Option<Ruleset>,
    kind: String,
    up_to: u64,
    budget: Budget,
    /// The object that the command line prints, without the values in a table of heaps.
    object: Py<PyDict>,
    /// Nim-values as a buffer, if the table has them.
    buffer: Option<Py<PyAny>>,
    /// The result of `values`, if the values are not numbers.
    listed: PyOnceLock<Py<PyAny>>,
    /// The values up to the end of the first proved period, if the table is shorter and one of them was used.
    extended: PyOnceLock<Py<PyAny>>,
}

/// A pickled table: rules, kind, size, limits, printed object, and numbers.
type State<'py> = (
    Option<Bound<'py, Ruleset>>,
    String,
    u64,
    (u64, Option<u64>, usize),
    Bound<'py, PyDict>,
    Option<ViewParts<'py>>,
);

/// A computed table: the object to print, its numbers, and the reason if it is incomplete.
struct Computed {
    kind: &'static str,
    object: Result<String, serde_json::Error>,
    cells: Option<Cells>,
    stopped: Option<Stopped>,
}

impl Computed {
    fn new(mut found: Tabulation<'_>, observer: &dyn Observer) -> Self {
        let mut cells = None;
        let kind = found.kind;
        if found.query.values && kind.is_numeric {
            let (end, memory) = (found.ranges[0].end, found.query.budget.memory);
            match kind.variables.len() == 1 && end > memory / 4 {
                true => {
                    let reason = StopReason::Memory { limit: memory };
                    found.stopped = found.stopped.or(Some(reason.after(end)));
                }
                false => cells = Some(Cells::of_table(&found)),
            }
        }
        // The values of heaps are in the buffer only.
        found.query.values &= kind.name != HEAPS;
        let json = TableJson::new(&found, observer);
        let object = serde_json::to_string(&json);
        Computed { kind: kind.name, object, cells, stopped: json.stopped() }
    }
}

/// The kind of tables of nim-values of heaps.
const HEAPS: &str = "heaps";

impl Table {
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.object.bind(py).get_item(name)?.filter(|field| !field.is_none()))
    }

    fn number(&self, py: Python<'_>, name: &str) -> PyResult<Option<u64>> {
        self.field(py, name)?.map(|field| field.extract()).transpose()
    }

    /// Returns the number of the first value: 0, except for an expression.
    fn first(&self, py: Python<'_>) -> PyResult<u64> {
        Ok(self.number(py, "from")?.unwrap_or(0))
    }

    /// Creates the table for Python.
    ///
    /// # Errors
    /// [`LimitReached`](crate::errors::LimitReached) with the table if the work was stopped.
    fn new(py: Python<'_>, ruleset: Option<Ruleset>, budget: Budget, found: Computed) -> PyResult<Table> {
        let object = found.object.map_err(|error| Error::new_err(error.to_string()))?;
        let object = json::of_text(py, &object)?.cast_into::<PyDict>()?;
        let up_to = object.get_item("to")?.and_then(|to| to.extract().ok()).unwrap_or(0);
        let buffer = found.cells.map(|cells| view(py, &cells)).transpose()?;
        let buffer = buffer.map(Bound::unbind);
        let (kind, object) = (found.kind.to_owned(), object.unbind());
        let (listed, extended) = (PyOnceLock::new(), PyOnceLock::new());
        let table = Table { ruleset, kind, up_to, budget, object, buffer, listed, extended };
        match found.stopped {
            Some(stopped) => Err(raise_stopped(py, &stopped, Some(Py::new(py, table)?.into_any()))),
            None => Ok(table),
        }
    }
}

#[pymethods]
impl Table {
    /// The name of the game, or the expression.
    #[getter]
    fn game(&self, py: Python<'_>) -> PyResult<String> {
        self.field(py, "game")?.map_or(Ok(String::new()), |name| name.extract())
    }

    /// The kind of the table: `heaps`, `pairs`, `triples`, `partizan heaps`, `entailing heaps`, `outcomes` or `quotient`; for an expression
    /// `nim-values of expressions` if all values are nimbers, and otherwise `expressions`.
    #[getter]
    fn kind(&self) -> &str {
        &self.kind
    }

    /// The values. Nim-values are a `memoryview`, which `numpy.asarray` accepts without copying; it has two dimensions for pairs
    /// and three for triples, with -1 where a triple is not a position. Canonical forms are a list of games. Outcomes are a string
    /// with one letter per heap, elements of a quotient a list of strings, values of entailing heaps a list of numbers and `loony`.
    ///
    /// >>> import winways as ww
    /// >>> list(ww.table("kayles", up_to=9).values)
    /// [0, 1, 2, 3, 1, 4, 3, 2, 1, 4]
    /// >>> ww.table("wythoff", up_to=2).values.tolist()
    /// [[0, 1, 2], [1, 2, 0], [2, 0, 1]]
    #[getter]
    fn values(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if let Some(buffer) = &self.buffer {
            return Ok(Some(buffer.clone_ref(py)));
        }
        let name = if self.kind == "outcomes" { "outcomes" } else { "values" };
        let Some(field) = self.field(py, name)? else { return Ok(None) };
        if let "outcomes" | "quotient" | "entailing heaps" = &*self.kind {
            return Ok(Some(field.unbind()));
        }
        let games = self.listed.get_or_try_init(py, || -> PyResult<Py<PyAny>> {
            let texts: Vec<String> = field.extract()?;
            let games = texts.iter().map(|text| value_of_text(py, text)).collect::<PyResult<Vec<_>>>()?;
            Ok(games.into_pyobject(py)?.into_any().unbind())
        })?;
        Ok(Some(games.clone_ref(py)))
    }

    /// The length of the observed period, or `None`.
    #[getter]
    fn period(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.number(py, "period")
    }

    /// The first heap from which the period holds.
    #[getter]
    fn preperiod(&self, py: Python<'_>) -> PyResult<Option<u64>> {
        self.number(py, "preperiod")
    }

    /// The saltus, by which values grow from one period to the next: a number, or a game for partizan heaps.
    #[getter]
    fn saltus(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        let Some(field) = self.field(py, "saltus")? else { return Ok(None) };
        match field.extract::<&str>() {
            Ok(text) => Ok(Some(value_of_text(py, text)?.into_pyobject(py)?.into_any().unbind())),
            Err(_) => Ok(Some(field.unbind())),
        }
    }

    /// The status of the period: `proved`, `theorem`, `empirical` or `none`.
    #[getter]
    fn status(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.field(py, "status")?.map(|field| field.extract()).transpose()
    }

    /// Patterns of the values besides a period: sentences, each with its status.
    #[getter]
    fn patterns<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "patterns")
    }

    /// The lost positions: pairs or triples of numbers, or heaps in a table of outcomes.
    #[getter]
    fn lost(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        if let Some(lost) = self.field(py, "lost")? {
            let tuples = lost.try_iter()?.map(|entry| py.get_type::<pyo3::types::PyTuple>().call1((entry?,)));
            return Ok(Some(tuples.collect::<PyResult<Vec<_>>>()?.into_pyobject(py)?.into_any().unbind()));
        }
        let Some(outcomes) = self.field(py, "outcomes")? else { return Ok(None) };
        let Ok(letters) = outcomes.extract::<String>() else { return Ok(None) };
        let lost: Vec<u64> =
            (0..).zip(letters.bytes()).filter(|(_, letter)| *letter == b'P').map(|(heap, _)| heap).collect();
        Ok(Some(lost.into_pyobject(py)?.into_any().unbind()))
    }

    /// The loony heaps, in a table of a game with entailing moves.
    ///
    /// >>> import winways as ww
    /// >>> ww.table("top-entails", up_to=100).loony
    /// [1, 3]
    #[getter]
    fn loony<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "loony")
    }

    /// The misère quotient: its order, presentation, elements and P-positions as a dictionary, in a table made with `quotient`.
    ///
    /// >>> import winways as ww
    /// >>> ww.table("kayles", 12, quotient=True).quotient["order"]
    /// 24
    #[getter]
    fn quotient<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.field(py, "quotient")
    }

    /// The method that computed the values.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.field(py, "method")?.map(|field| field.extract()).transpose()
    }

    /// `True` if the table is complete.
    #[getter]
    fn complete(&self, py: Python<'_>) -> PyResult<bool> {
        self.field(py, "complete")?.map_or(Ok(false), |field| field.extract())
    }

    /// Returns the certificate of the period, which `winways verify-certificate` checks, or `None` if no period is proved. A
    /// misère quotient always has a certificate. The values are recomputed for the certificate.
    ///
    /// >>> import winways as ww
    /// >>> "period 12" in ww.table("kayles", prove=True).certificate()
    /// True
    fn certificate(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let is_proved = match self.field(py, "row_period")? {
            Some(_) => true,
            None => matches!(self.status(py)?.as_deref(), Some("proved" | "theorem")),
        };
        let Some(ruleset) = &self.ruleset else { return Ok(None) };
        let game = &*ruleset.game;
        let quotient = self.kind == "quotient";
        let query = TableQuery {
            quotient,
            up_to: Some(self.up_to),
            prove: (!quotient).then_some(u64::MAX - 1),
            ..TableQuery::new(Play::Normal, self.budget)
        };
        let kind = TableKind::of(game, &query);
        if !(is_proved || quotient) || kind.name != self.kind {
            return Ok(None);
        }
        let certificate = Watch::new(None, None).run(py, |watch| {
            kind.find(game, query, watch).map(|found| match found.stopped {
                Some(stopped) => Err(stopped),
                None => found.table.certificate(watch),
            })
        })?;
        let certificate = certificate.map_err(|error| raise_table(py, error))?;
        let certificate = certificate.map_err(|stopped| raise_stopped(py, &stopped, None))?;
        Ok(certificate)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (State<'py>,))> {
        let budget = (self.budget.memory, self.budget.options, self.budget.threads);
        let buffer = self.buffer.as_ref().map(|buffer| parts_of_view(buffer.bind(py))).transpose()?;
        let ruleset = self.ruleset.clone().map(|ruleset| Bound::new(py, ruleset)).transpose()?;
        let object = self.object.bind(py).clone();
        let state = (ruleset, self.kind.clone(), self.up_to, budget, object, buffer);
        Ok((py.import("winways._winways")?.getattr("_table_of_state")?, (state,)))
    }

    /// Returns the object that `winways table --format json` prints, without a certificate.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let copy = self.object.bind(py).copy()?;
        if let (HEAPS, Some(buffer)) = (&*self.kind, &self.buffer) {
            copy.set_item("values", buffer.call_method0(py, "tolist")?)?;
        }
        Ok(copy)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        let end = self.number(py, "to")?.map_or(0, |last| last.saturating_add(1));
        Ok(usize::try_from(end.saturating_sub(self.first(py)?)).unwrap_or(usize::MAX))
    }

    /// Returns the value of a heap, a pair or a triple, a row of values, or the values of a slice. If the period is proved, a heap may be
    /// beyond the table. In a table of an expression, the indices are values of the variable. Negative indices count from the end.
    fn __getitem__<'py>(&self, heap: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.item(heap)
    }

    /// Iterates over the values in the table, even if a proved period determines more, or over the rows of pairs or triples.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.iterator(py)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let period = match (self.period(py)?, self.preperiod(py)?, self.status(py)?) {
            (Some(period), Some(preperiod), Some(status)) => {
                format!(", period {period} from {preperiod}, {status}")
            }
            _ => String::new(),
        };
        let numbers = match (self.__len__(py)? == 0, &self.ruleset) {
            (true, None) => "no numbers".to_owned(),
            (false, None) => format!("{} to {}", self.first(py)?, self.up_to),
            (_, Some(_)) => format!("up to {}", self.up_to),
        };
        Ok(format!("<table of {}, {} {numbers}{period}>", self.game(py)?, self.kind))
    }
}

/// Restores a pickled table.
#[pyfunction(name = "_table_of_state")]
pub(crate) fn table_of_state(state: State<'_>) -> PyResult<Table> {
    let (ruleset, kind, up_to, (memory, options, threads), object, buffer) = state;
    let py = object.py();
    let buffer =
        buffer.map(|(bytes, format, shape)| view_of_bytes(py, bytes, &format, &shape)).transpose()?;
    Ok(Table {
        ruleset: ruleset.map(|ruleset| ruleset.get().clone()),
        kind,
        up_to,
        budget: Budget { memory, options, threads },
        object: object.unbind(),
        buffer: buffer.map(Bound::unbind),
        listed: PyOnceLock::new(),
        extended: PyOnceLock::new(),
    })
}

fn raise_table(py: Python<'_>, error: TableError) -> PyErr {
    match error {
        TableError::Game(diagnostic) => UnsupportedError::new_err(diagnostic.to_string()),
        TableError::Unprovable { message, why } => {
            let default = "without prove, the table lists the patterns of its values";
            UnsupportedError::new_err(format!("{message}: {}", why.as_deref().unwrap_or(default)))
        }
        TableError::Rules(fault) => raise_fault(py, &fault),
    }
}

/// Computes a table of a game up to a size: the values of heaps and their period, the values of pairs or triples of numbers, or the
/// canonical forms of heaps. With `outcomes` or `misere`, computes a table of outcomes, and with `quotient` the misère
/// quotient of the heaps, whose order, elements and P-positions are in `quotient`.
///
/// With `prove`, the table is extended until the period is proved, but at most to `up_to` if it is given. Without `values`, only
/// the patterns of the values are returned. Limits are as in `solve`; `LimitReached` contains the partial table.
///
/// With `for_`, such as `"n=1..12"`, `game` is an expression, which is evaluated for each number of the range. The expression may
/// name the games of the catalogue and the game `rules`. Its patterns are never proved. An instance of `ImpartialGame` or
/// `PartizanGame` whose positions are numbers has such a table of the positions 0 to `up_to`.
///
/// >>> import winways as ww
/// >>> ww.table("subtract{1,3,4}", up_to=40, prove=True)
/// <table of subtract{1,3,4}, heaps up to 40, period 7 from 0, proved>
/// >>> t = ww.table("domineering(grid(n,2))", for_="n=1..4")
/// >>> t.values, t[3]
/// ([game('-1'), game('+-1'), game('{1/2|-2}'), game('{0||0|-2}')], game('{1/2|-2}'))
#[pyfunction]
#[pyo3(signature = (game, up_to = None, *, for_ = None, rules = None, prove = false, outcomes = false, quotient = false, misere = None, values = true, timeout = None,
    memory = None, options = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn table(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    #[pyo3(from_py_with = count::up_to)] up_to: Option<u64>,
    for_: Option<&str>,
    rules: Option<&Bound<'_, PyAny>>,
    prove: bool,
    outcomes: bool,
    quotient: bool,
    misere: Option<bool>,
    values: bool,
    timeout: Option<Time>,
    memory: Option<Memory>,
    #[pyo3(from_py_with = count::options)] options: Option<u64>,
    #[pyo3(from_py_with = count::threads)] threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let bounds = Bounds { timeout, memory, options, threads, progress };
    let given = [
        ("up_to", up_to.is_some()),
        ("prove", prove),
        ("outcomes", outcomes),
        ("quotient", quotient),
        ("misere", misere == Some(true)),
    ];
    if let Some(range) = for_ {
        check_expression("an expression", &given)?;
        return table_of_expression(game, range, rules, values, bounds);
    }
    if rules.is_some() {
        return Err(UnsupportedError::new_err("rules is for tables of expressions: expected for_ too"));
    }
    let ruleset = game_of(game)?;
    if let Some((expression, rules)) = expression_of_numbers(py, &ruleset)? {
        let Some(up_to) = up_to else {
            let message = format!("expected up_to, the last number of a table of {}", ruleset.game.name());
            return Err(UnsupportedError::new_err(message));
        };
        check_expression(&expression, &given[1..])?;
        let expression = PyString::new(py, &expression);
        let range = format!("n=0..{up_to}");
        return table_of_expression(expression.as_any(), &range, Some(&rules), values, bounds);
    }
    let budget = threads_of(ruleset.origin.memory().is_some(), bounds.budget()?);
    let game = &*ruleset.game;
    let query = TableQuery {
        outcomes,
        quotient,
        up_to,
        prove: prove.then(|| up_to.unwrap_or(u64::MAX - 1)),
        values,
        ..TableQuery::new(play_of(misere, game.about().play), budget)
    };
    let kind = TableKind::of(game, &query);
    if let Some((option, accepted, reason)) =
        kind.rejects(&game.name(), &[("prove", prove), ("outcomes", outcomes), ("quotient", quotient)])
    {
        return Err(UnsupportedError::new_err(format!("{option} is for {accepted}; {reason}")));
    }
    let found = bounds.watch().run_with(py, budget.threads, |watch| {
        kind.find(game, query, watch).map(|found| Computed::new(found, watch))
    })?;
    let found = found.map_err(|error| raise_table(py, error))?;
    Table::new(py, Some(ruleset), budget, found)
}

/// Rejects options that tables of expressions do not have.
fn check_expression(expression: &str, given: &[(&str, bool)]) -> PyResult<()> {
    match given.iter().find(|(_, is_given)| *is_given) {
        Some((name, _)) => Err(UnsupportedError::new_err(format!("a table of {expression} has no {name}"))),
        None => Ok(()),
    }
}

/// Returns the expression for the position `n` of a class of rules whose positions may be numbers, with the rules that it calls.
/// Returns `None` for games on heaps, which have tables of their own, and for games that may cycle.
///
/// The expression calls the rules by a private name if the name of the game has another meaning in expressions.
fn expression_of_numbers<'py>(
    py: Python<'py>,
    ruleset: &Ruleset,
) -> PyResult<Option<(String, Bound<'py, PyAny>)>> {
    let Origin::Own(own) = &ruleset.origin else { return Ok(None) };
    let instance = own.instance.bind(py);
    let kind: String = instance.getattr("_kind")?.extract()?;
    if !matches!(&*kind, "impartial" | "partizan") {
        return Ok(None);
    }
    let name = ruleset.game.name();
    Ok(Some(match check_call(&name) {
        Ok(()) => (format!("{}(n)", name.replace('-', "_")), Bound::new(py, ruleset.clone())?.into_any()),
        Err(_) => ("own_game(n)".to_owned(), instance.call_method1("_ruleset_named", ("own-game",))?),
    }))
}

/// Computes the table of an expression for the numbers of a range.
fn table_of_expression(
    expression: &Bound<'_, PyAny>,
    range: &str,
    rules: Option<&Bound<'_, PyAny>>,
    values: bool,
    bounds: Bounds,
) -> PyResult<Table> {
    let py = expression.py();
    let Ok(text) = expression.extract::<&str>() else {
        let kind = expression.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected an expression as a string, not {kind}")));
    };
    let variable = VariableRange::parse(range).map_err(|wrong| wrong_text(py, range, &wrong))?;
    let ruleset = rules.map(game_of).transpose()?;
    let mut games = registered_games(py)?;
    if let Some(ruleset) = &ruleset {
        games.retain(|game| game.name() != ruleset.game.name());
    }
    let mut catalogue = catalogue_with(&games);
    if let Some(ruleset) = &ruleset {
        let added = catalogue.add(ruleset.game.clone());
        added.map_err(|wrong| UnsupportedError::new_err(wrong.to_string()))?;
    }
    let is_own = ruleset.is_some_and(|ruleset| ruleset.origin.memory().is_some());
    let budget = threads_of(is_own, bounds.budget()?);
    let found = bounds.watch().run_with(py, budget.threads, |watch| {
        ExpressionTable::find(&catalogue, text, &variable, budget, watch).map(|table| {
            // The values are in memory, so listing them takes little time, even after a limit.
            let mut found = table.tabulation(text, budget, &NoObserver);
            found.query.values = values;
            Computed::new(found, &NoObserver)
        })
    })?;
    Table::new(py, None, budget, found.map_err(|error| raise(py, text, &error))?)
}
