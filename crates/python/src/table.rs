//! Tables of heaps, pairs, triples, canonical forms and outcomes.

use crate::bounds::{Bounds, Memory, Time};
use crate::buffer::{Cells, ViewParts, parts_of_view, view, view_of_bytes};
use crate::errors::{Error, UnsupportedError, raise_stopped};
use crate::expression::value_of_text;
use crate::json;
use crate::ruleset::{Ruleset, game_of};
use crate::solve::{play_of, threads_of};
use crate::work::Watch;
use pyo3::exceptions::{PyIndexError, PyKeyError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyIterator};
use serde::Serialize;
use winways::games::AnyGame;
use winways::tables::{
    HeapTable, Keep, OutcomeTable, PairTable, PartizanHeapTable, ProofStatus, TripleTable,
};
use winways::wire::{HeapTableJson, OutcomeTableJson, PairTableJson, PartizanHeapTableJson, TripleTableJson};
use winways::{Budget, Diagnostic, Play, StopReason, Stopped};

/// A table of the values of a game: of heaps, of all pairs or triples of numbers up to a size, of canonical forms of heaps, or of
/// outcomes of heaps.
///
/// >>> import winways as ww
/// >>> t = ww.table("octal(0.137)", up_to=300, prove=True)
/// >>> t.period, t.preperiod, t.status, t[9], t[10**12]
/// (34, 52, 'proved', 3, 5)
/// >>> t.values.format, len(t.values)
/// ('H', 301)
#[pyclass(frozen, module = "winways")]
pub(crate) struct Table {
    ruleset: Ruleset,
    kind: &'static str,
    up_to: u64,
    budget: Budget,
    /// The object that the command line prints, without the values in a table of heaps.
    object: Py<PyDict>,
    /// Nim-values as a buffer, if the table has them.
    buffer: Option<Py<PyAny>>,
    /// The result of `values`, if the values are not numbers.
    listed: PyOnceLock<Py<PyAny>>,
}

/// The kinds of tables.
const KINDS: [&str; 5] = ["heaps", "pairs", "triples", "partizan heaps", "outcomes"];

/// A pickled table: rules, kind, size, limits, printed object, and numbers.
type State<'py> =
    (Bound<'py, Ruleset>, String, u64, (u64, Option<u64>, usize), Bound<'py, PyDict>, Option<ViewParts<'py>>);

/// A computed table: the object to print, its values, and the reason if it is incomplete.
struct Computed {
    kind: &'static str,
    object: Result<String, serde_json::Error>,
    cells: Option<Cells>,
    stopped: Option<Stopped>,
}

/// The reason why a table cannot be computed.
enum TableError {
    Wrong(Diagnostic),
    NoTheorem,
    /// The rows of pairs prove no period, for this reason.
    NoRows(String),
}

impl From<Diagnostic> for TableError {
    fn from(diagnostic: Diagnostic) -> Self {
        TableError::Wrong(diagnostic)
    }
}

/// The parameters of a table.
#[derive(Clone, Copy)]
struct Parameters {
    up_to: Option<u64>,
    prove: bool,
    outcomes: bool,
    play: Play,
    values: bool,
    budget: Budget,
}

fn text(object: &impl Serialize) -> Result<String, serde_json::Error> {
    serde_json::to_string(object)
}

fn find(game: &dyn AnyGame, wanted: Parameters, watch: &Watch) -> Result<Computed, TableError> {
    let Parameters { up_to, budget, .. } = wanted;
    if wanted.outcomes || wanted.play == Play::Misere && !PairTable::is_of(game) {
        let up_to = up_to.unwrap_or(if wanted.play == Play::Misere { 60 } else { 100 });
        let table = OutcomeTable::find(game, wanted.play, up_to, budget, watch)?;
        let json = OutcomeTableJson::new(&game.name(), 0, wanted.values, &table, watch);
        let object = text(&json);
        return Ok(Computed { kind: "outcomes", object, cells: None, stopped: json.stopped() });
    }
    if PairTable::is_of(game) {
        let mut table = PairTable::new(game, up_to.unwrap_or(100), budget)?;
        let mut stopped = table.extend(watch).err();
        if wanted.prove && stopped.is_none() {
            match table.prove(up_to.unwrap_or(u64::MAX - 1), watch) {
                Ok(ProofStatus::Unavailable) => {
                    return Err(TableError::NoRows(table.why_unproved().unwrap_or_default().to_owned()));
                }
                Ok(ProofStatus::Proved | ProofStatus::Open) => {}
                Err(ended) => stopped = Some(ended),
            }
        }
        let findings = table.findings(watch);
        let json =
            PairTableJson::new(&game.name(), &table, &findings, wanted.values, stopped.as_ref(), watch);
        let object = text(&json);
        let stopped = json.stopped();
        let cells = wanted.values.then(|| Cells::of_rows(table.side(), |a| table.row(a)));
        return Ok(Computed { kind: "pairs", object, cells, stopped });
    }
    if TripleTable::is_of(game) {
        let table = TripleTable::find(game, up_to.unwrap_or(5), budget, watch)?;
        let json = TripleTableJson::new(&game.name(), &table, wanted.values, watch);
        let object = text(&json);
        let stopped = json.stopped();
        let cells =
            wanted.values.then(|| Cells::of_slices(table.slices(), table.side(), |a, b| table.row(a, b)));
        return Ok(Computed { kind: "triples", object, cells, stopped });
    }
    if PartizanHeapTable::is_of(game) {
        let table = PartizanHeapTable::find(game, up_to.unwrap_or(100), budget, watch)?;
        let object = text(&PartizanHeapTableJson::new(&game.name(), 0, wanted.values, &table));
        return Ok(Computed {
            kind: "partizan heaps",
            object,
            cells: None,
            stopped: table.stopped().cloned(),
        });
    }
    heaps(game, wanted, watch)
}

fn heaps(game: &dyn AnyGame, wanted: Parameters, watch: &Watch) -> Result<Computed, TableError> {
    let keep = if wanted.values { Keep::All } else { Keep::Last };
    let mut table = HeapTable::new(game, keep, wanted.budget, watch)?;
    let extended = match wanted.prove {
        true if !table.may_be_proved() => return Err(TableError::NoTheorem),
        true => table.prove(wanted.up_to.unwrap_or(u64::MAX - 1), watch).map(|_| ()),
        false => table.extend_and_prove(wanted.up_to.unwrap_or(100), watch),
    };
    let mut stopped = extended.err();
    let end = wanted.up_to.unwrap_or(100).saturating_add(1).min(table.known());
    let mut cells = None;
    if wanted.values {
        let most = wanted.budget.memory / 4;
        match end > most {
            true => stopped = stopped.or(Some(StopReason::Memory { limit: wanted.budget.memory }.after(end))),
            false => cells = Some(Cells::of_values((0..end).map_while(|heap| table.value(heap)))),
        }
    }
    let heaps = 0..=end.saturating_sub(1);
    let json = HeapTableJson::new(&game.name(), heaps, false, &table, stopped.as_ref(), watch);
    let object = text(&json);
    Ok(Computed { kind: "heaps", object, cells, stopped: json.stopped() })
}

impl Table {
    fn field<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.object.bind(py).get_item(name)?.filter(|field| !field.is_none()))
    }

    fn number(&self, py: Python<'_>, name: &str) -> PyResult<Option<u64>> {
        self.field(py, name)?.map(|field| field.extract()).transpose()
    }
}

impl Table {
    fn certificate_of_rows(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.field(py, "row_period")?.is_none_or(|period| period.is_none()) {
            return Ok(None);
        }
        let (game, budget, up_to) = (&self.ruleset.game, self.budget, self.up_to);
        let certificate = Watch::new(None, None).run(py, |watch| {
            let Ok(mut table) = PairTable::new(&**game, up_to, budget) else { return Ok(None) };
            table.prove(u64::MAX - 1, watch)?;
            Ok(table.certificate())
        })?;
        let certificate = certificate.map_err(|stopped| raise_stopped(py, &stopped, None))?;
        Ok(certificate.map(|certificate| certificate.to_string()))
    }
}

#[pymethods]
impl Table {
    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.ruleset.game.name()
    }

    /// The kind of the table: `heaps`, `pairs`, `triples`, `partizan heaps` or `outcomes`.
    #[getter]
    fn kind(&self) -> &'static str {
        self.kind
    }

    /// The values. Nim-values are a `memoryview`, which `numpy.asarray` accepts without copying; it has two dimensions for pairs
    /// and three for triples, with -1 where a triple is not a position. Canonical forms are a list of games. Outcomes are a text
    /// with one letter each.
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
        if self.kind == "outcomes" {
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
            Ok(text) => Ok(Some(Py::new(py, value_of_text(py, text)?)?.into_any())),
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

    /// The method by which the values were found.
    #[getter]
    fn method(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.field(py, "method")?.map(|field| field.extract()).transpose()
    }

    /// `True` if the table is complete.
    #[getter]
    fn complete(&self, py: Python<'_>) -> PyResult<bool> {
        self.field(py, "complete")?.map_or(Ok(false), |field| field.extract())
    }

    /// Returns the certificate of the period, a text that `winways verify-certificate` checks, or `None` if no period is proved.
    /// The values are recomputed for the certificate.
    ///
    /// >>> import winways as ww
    /// >>> "period 12" in ww.table("kayles", prove=True).certificate()
    /// True
    fn certificate(&self, py: Python<'_>) -> PyResult<Option<String>> {
        if self.kind == "pairs" {
            return self.certificate_of_rows(py);
        }
        if self.kind != "heaps" || !matches!(self.status(py)?.as_deref(), Some("proved" | "theorem")) {
            return Ok(None);
        }
        let (game, budget) = (&self.ruleset.game, self.budget);
        let certificate = Watch::new(None, None).run(py, |watch| {
            let Ok(mut table) = HeapTable::new(&**game, Keep::All, budget, watch) else { return Ok(None) };
            table.prove(u64::MAX - 1, watch)?;
            table.certificate(watch)
        })?;
        let certificate = certificate.map_err(|stopped| raise_stopped(py, &stopped, None))?;
        Ok(certificate.map(|certificate| certificate.to_string()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (State<'py>,))> {
        let budget = (self.budget.memory, self.budget.options, self.budget.threads);
        let buffer = self.buffer.as_ref().map(|buffer| parts_of_view(buffer.bind(py))).transpose()?;
        let ruleset = Bound::new(py, self.ruleset.clone())?;
        let object = self.object.bind(py).clone();
        let state = (ruleset, self.kind.to_owned(), self.up_to, budget, object, buffer);
        Ok((py.import("winways._winways")?.getattr("_table_of_state")?, (state,)))
    }

    /// Returns the object that `winways table --format json` prints, without a certificate.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let copy = self.object.bind(py).copy()?;
        if let ("heaps", Some(buffer)) = (self.kind, &self.buffer) {
            copy.set_item("values", buffer.call_method0(py, "tolist")?)?;
        }
        Ok(copy)
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.up_to.saturating_add(1)).unwrap_or(usize::MAX)
    }

    /// Returns the value of a heap, also beyond the table if the period is proved, or the value of a pair or triple.
    fn __getitem__<'py>(&self, py: Python<'py>, heap: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Some(values) = self.values(py)? else {
            return Err(PyKeyError::new_err("the table was made without values"));
        };
        let values = values.into_bound(py);
        let length = values.len()? as u64;
        let beyond = match heap.extract::<u64>() {
            Ok(heap) if self.kind == "heaps" && heap >= length => heap,
            _ => return values.get_item(heap),
        };
        let is_known = matches!(self.status(py)?.as_deref(), Some("proved" | "theorem"));
        let (Some(period), Some(preperiod), true) = (self.period(py)?, self.preperiod(py)?, is_known) else {
            return Err(PyIndexError::new_err(format!(
                "the table has no value of heap {beyond}, and its period is not proved"
            )));
        };
        let saltus = self.number(py, "saltus")?.unwrap_or(0);
        // Find the last heap of the table at the same position in its period.
        let Some(last) = length.checked_sub(1) else {
            return Err(PyIndexError::new_err("the table has no values"));
        };
        let periods = (beyond - last).div_ceil(period);
        match beyond
            .checked_sub(periods.saturating_mul(period))
            .filter(|earlier| *earlier >= preperiod.min(last))
        {
            Some(earlier) if earlier >= preperiod => {
                values.get_item(earlier)?.add(u128::from(periods) * u128::from(saltus))
            }
            _ => Err(PyIndexError::new_err(format!(
                "the table is too short for heap {beyond}: expected at least {} heaps",
                preperiod.saturating_add(period)
            ))),
        }
    }

    /// Iterates over the values in the table, even if a proved period determines more.
    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        match self.values(py)? {
            Some(values) => values.into_bound(py).try_iter(),
            None => Err(PyKeyError::new_err("the table was made without values")),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let period = match (self.period(py)?, self.preperiod(py)?, self.status(py)?) {
            (Some(period), Some(preperiod), Some(status)) => {
                format!(", period {period} from {preperiod}, {status}")
            }
            _ => String::new(),
        };
        Ok(format!("<table of {}, {} up to {}{period}>", self.game(), self.kind, self.up_to))
    }
}

/// Restores a pickled table.
#[pyfunction(name = "_table_of_state")]
pub(crate) fn table_of_state(state: State<'_>) -> PyResult<Table> {
    let (ruleset, kind, up_to, (memory, options, threads), object, buffer) = state;
    let py = object.py();
    let Some(kind) = KINDS.into_iter().find(|known| *known == kind) else {
        return Err(PyKeyError::new_err(format!("there are no tables of {kind}")));
    };
    let buffer =
        buffer.map(|(bytes, format, shape)| view_of_bytes(py, bytes, &format, &shape)).transpose()?;
    Ok(Table {
        ruleset: ruleset.get().clone(),
        kind,
        up_to,
        budget: Budget { memory, options, threads },
        object: object.unbind(),
        buffer: buffer.map(Bound::unbind),
        listed: PyOnceLock::new(),
    })
}

/// Computes a table of the values of a game up to a size: of heaps and their period, of pairs or triples of numbers, or of
/// canonical forms of heaps. With `outcomes` or `misere`, computes a table of outcomes.
///
/// With `prove`, the table is extended until the period is proved, but at most to `up_to` if it is given. Without `values`, only
/// the patterns of the values are kept. Limits are as in `solve`; `LimitReached` contains the partial table.
///
/// >>> import winways as ww
/// >>> ww.table("subtract{1,3,4}", up_to=40, prove=True)
/// <table of subtract{1,3,4}, heaps up to 40, period 7 from 0, proved>
#[pyfunction]
#[pyo3(signature = (game, up_to = None, *, prove = false, outcomes = false, misere = None, values = true, timeout = None,
    memory = None, options = None, threads = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn table(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    up_to: Option<u64>,
    prove: bool,
    outcomes: bool,
    misere: Option<bool>,
    values: bool,
    timeout: Option<Time>,
    memory: Option<Memory>,
    options: Option<u64>,
    threads: Option<usize>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Table> {
    let ruleset = game_of(game)?;
    let bounds = Bounds { timeout, memory, options, threads, progress };
    let budget = threads_of(ruleset.origin.memory().is_some(), bounds.budget()?);
    let play = play_of(misere, ruleset.game.about().play);
    let wanted = Parameters { up_to, prove, outcomes, play, values, budget };
    let asked = &*ruleset.game;
    let found = bounds.watch().run_with(py, budget.threads, |watch| find(asked, wanted, watch))?;
    let found = found.map_err(|refused| match refused {
        TableError::Wrong(diagnostic) => UnsupportedError::new_err(diagnostic.to_string()),
        TableError::NoRows(why) => UnsupportedError::new_err(format!(
            "no theorem is known by which rows prove a period of {}: {why}",
            asked.name()
        )),
        TableError::NoTheorem => UnsupportedError::new_err(format!(
            "no theorem is known by which values prove a period of {}: without prove the table has the patterns that its \
             values show",
            asked.name()
        )),
    })?;
    let object = found.object.map_err(|error| Error::new_err(error.to_string()))?;
    let object = json::of_text(py, &object)?.cast_into::<PyDict>()?;
    let up_to = object.get_item("to")?.and_then(|to| to.extract().ok()).unwrap_or(0);
    let buffer = found.cells.map(|cells| view(py, &cells)).transpose()?;
    let buffer = buffer.map(Bound::unbind);
    let (kind, listed) = (found.kind, PyOnceLock::new());
    let table = Table { ruleset, kind, up_to, budget, object: object.unbind(), buffer, listed };
    match found.stopped {
        Some(stopped) => Err(raise_stopped(py, &stopped, Some(Py::new(py, table)?.into_any()))),
        None => Ok(table),
    }
}
