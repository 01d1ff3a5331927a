//! Solved tables on disk.

use crate::bounds::{Bounds, Memory, Time};
use crate::buffer::{Cells, view};
use crate::count::{self, shown};
use crate::errors::{Error, LimitReached, ParseError, UnsupportedError, raise_stopped, wrong_text};
use crate::given;
use crate::home::forks;
use crate::json;
use crate::own::{Memory as Known, position_text_of};
use crate::position::Position;
use crate::raised;
use crate::ruleset::{Ruleset, game_of};
use crate::solve::Analysis;
use crate::work::Watch;
use pyo3::exceptions::{PyKeyError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use winways::games::AnyBoard;
use winways::tables::{
    BuildError, DatabaseBuild, DatabaseError, DatabaseFailure, DatabaseIdentity, DatabaseRequest,
    PositionFilter, PositionList, RecordKind, SolvedValue,
};
use winways::wire::DatabaseJson;
use winways::{Catalogue, Outcome, Request};

/// A solved table on disk: the outcome of every position of a board, and the number of moves to the end.
///
/// >>> import tempfile, winways as ww
/// >>> with tempfile.TemporaryDirectory() as parent:
/// ...     d = ww.Database.build("chase 5", parent + "/chase-5")
/// ...     d["1 1 5 5"].remoteness, len(d), ww.Database.open(d.directory).game
/// (10, 1250, 'chase')
#[pyclass(frozen, module = "winways")]
pub(crate) struct Database {
    opened: Mutex<Opened>,
    identity: DatabaseIdentity,
    directory: PathBuf,
    /// The game, which may not be in the catalogue.
    ruleset: Ruleset,
}

/// An iterator over the analyses of the positions of a table, in the order of their ranks.
#[pyclass(frozen, module = "winways._winways", name = "_Analyses")]
pub(crate) struct Analyses {
    database: Py<Database>,
    batch: Mutex<Batch>,
}

/// Positions of a table that have not been analysed yet.
struct Batch {
    positions: std::vec::IntoIter<Position>,
    /// The first rank of the next batch.
    next: Option<u64>,
}

/// The arguments of `Database.open`.
type OpenArguments<'py> = (PathBuf, Option<Bound<'py, Ruleset>>);

/// An open table, with the number of forks when it was opened. A table opened before a fork is reopened, since another thread may
/// have been reading from it at the fork.
struct Opened {
    forks: u64,
    database: Arc<winways::tables::Database>,
}

/// The interval between commits, from which interrupted work can be resumed.
const COMMIT_INTERVAL: Duration = Duration::from_secs(300);

/// The number of positions read from a table at once.
const BATCH: usize = 1 << 14;

fn failed(failure: &DatabaseFailure) -> PyErr {
    match failure {
        // Python has an exception for each kind, such as `FileNotFoundError`.
        DatabaseFailure::Files(DatabaseError::Io { source, .. }) => {
            std::io::Error::new(source.kind(), failure.to_string()).into()
        }
        DatabaseFailure::Memory { .. } => LimitReached::new_err(failure.to_string()),
        _ => Error::new_err(failure.to_string()),
    }
}

fn unread(py: Python<'_>, error: &DatabaseError) -> PyErr {
    match error {
        DatabaseError::Stopped(stopped) => raise_stopped(py, stopped, None),
        _ => Error::new_err(error.to_string()),
    }
}

/// Resolves a game and a board: `chase 20`, `mnk(3,3,3)`, or a ruleset and the text of its board.
fn board_of(board: &Bound<'_, PyAny>) -> PyResult<(Ruleset, Arc<dyn AnyBoard>)> {
    let py = board.py();
    let (ruleset, text) = match board.extract::<&str>() {
        Ok(text) => match game_of(board) {
            Ok(ruleset) => (ruleset, String::new()),
            Err(wrong) => {
                let Some((name, rest)) = text.trim().split_once(' ') else { return Err(wrong) };
                (game_of(name.into_pyobject(py)?.as_any())?, rest.to_owned())
            }
        },
        Err(_) => match board.extract::<(Bound<'_, PyAny>, String)>() {
            Ok((game, text)) => (game_of(&game)?, text),
            Err(_) => (game_of(board)?, String::new()),
        },
    };
    let board = ruleset.game.board(&text).map_err(|wrong| wrong_text(py, &text, &wrong))?;
    if ruleset.origin.memory().is_some() {
        check_name(&Catalogue::new(), &ruleset)?;
        // Counting the ranks explores all positions reachable from the start.
        let count: u64 = board.ranks().layers().iter().sum();
        raised::check()?;
        if count == 0 {
            return Err(UnsupportedError::new_err(format!(
                "there is no table of {}: expected a method `start` of the class, which returns the position from which \
                 the table starts",
                ruleset.game.name()
            )));
        }
    }
    Ok((ruleset, board))
}

/// Rejects other rules under the name of a catalogue game, since a table identifies its game by name.
fn check_name(catalogue: &Catalogue, ruleset: &Ruleset) -> PyResult<()> {
    let name = ruleset.game.name();
    if ruleset.origin.is_catalogue() || catalogue.game(&name).is_err() {
        return Ok(());
    }
    Err(Error::new_err(format!(
        "a table identifies its game by name, and {name:?} is a game of the catalogue; expected another `name` of the class"
    )))
}

/// Leaks the table after a fork, since another thread may have been changing it.
impl Drop for Opened {
    fn drop(&mut self) {
        if self.forks != forks() {
            std::mem::forget(self.database.clone());
        }
    }
}

impl Database {
    fn opened(ruleset: Option<Ruleset>, directory: &Path) -> PyResult<Database> {
        let mut catalogue = Catalogue::new();
        if let Some(ruleset) = ruleset.as_ref().filter(|ruleset| !ruleset.origin.is_catalogue()) {
            check_name(&catalogue, ruleset)?;
            let added = catalogue.add(ruleset.game.clone());
            added.map_err(|diagnostic| Error::new_err(diagnostic.to_string()))?;
        }
        let database = winways::tables::Database::open(&catalogue, directory);
        // An exception in the rules takes precedence over the error that it caused.
        raised::check()?;
        let database = database.map_err(|failure| failed(&failure))?;
        if let Some(ruleset) = &ruleset
            && ruleset.game.name() != database.identity().game
        {
            let message = format!(
                "the table in {} is of {}, not of {}",
                directory.display(),
                database.identity(),
                ruleset.game.name()
            );
            return Err(Error::new_err(message));
        }
        let ruleset = match ruleset {
            Some(ruleset) => ruleset,
            None => {
                let name = &database.identity().game;
                let game = catalogue.game(name).map_err(|diagnostic| DatabaseFailure::Unknown {
                    table: database.identity().to_string(),
                    diagnostic: Box::new(diagnostic),
                });
                Ruleset::known(game.map_err(|failure| failed(&failure))?)
            }
        };
        let identity = database.identity().clone();
        let opened = Mutex::new(Opened { forks: forks(), database: Arc::new(database) });
        Ok(Database { opened, identity, directory: directory.to_path_buf(), ruleset })
    }

    /// Returns the table, which is reopened in a forked process.
    fn database(&self) -> PyResult<Arc<winways::tables::Database>> {
        let lock = || self.opened.lock().unwrap_or_else(PoisonError::into_inner);
        // The lock is held only briefly, and only by a thread that is attached to the interpreter.
        let (forks_then, database) = {
            let opened = lock();
            (opened.forks, opened.database.clone())
        };
        if forks_then == forks() {
            return Ok(database);
        }
        let again = Database::opened(Some(self.ruleset.clone()), &self.directory)?.database()?;
        let mut opened = lock();
        *opened = Opened { forks: forks(), database: again.clone() };
        Ok(again)
    }

    fn placed(&self, position: winways::Position) -> Position {
        Position { play: Some(self.identity.play), ..Position::of(position, &self.ruleset) }
    }

    fn list(&self, py: Python<'_>, filter: PositionFilter, from: u64, most: usize) -> PyResult<PositionList> {
        let database = self.database()?;
        let found = Watch::new(None, None)
            .run(py, |watch| database.positions(filter, from, most, watch))?
            .map_err(|error| unread(py, &error))?;
        match &found.stopped {
            Some(stopped) => Err(raise_stopped(py, stopped, None)),
            None => Ok(found),
        }
    }

    /// Returns the number of moves to the end, or the number of points in a game of points, if the table stores it.
    fn number(&self, value: SolvedValue) -> Option<i64> {
        match self.identity.records {
            RecordKind::Values => value.remoteness().map(i64::from),
            RecordKind::Points => Some(value.points()),
            RecordKind::Outcomes => None,
        }
    }
}

fn letter(value: SolvedValue) -> &'static str {
    match value {
        SolvedValue::Won(_) => "N",
        SolvedValue::Lost(_) => "P",
        SolvedValue::Drawn => "D",
    }
}

fn outcome_of(letter: &str) -> PyResult<Outcome> {
    let outcome = [Outcome::Next, Outcome::Previous, Outcome::Draw];
    let outcome = outcome.into_iter().find(|outcome| outcome.letter() == letter);
    outcome.ok_or_else(|| PyValueError::new_err(format!("expected \"N\", \"P\" or \"D\", not {letter:?}")))
}

/// Returns a function that returns `true` at most once per interval.
fn every(interval: Duration) -> impl Fn() -> bool + Send + Sync + 'static {
    let last = Mutex::new(Instant::now());
    move || {
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.elapsed() >= interval;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }
}

#[pymethods]
impl Database {
    /// Solves a board, such as `"chase 20"` or `"mnk(3,3,3)"`, into a directory. `outcomes=True` stores outcomes only. Use
    /// `resume=True` to continue interrupted work.
    #[staticmethod]
    #[pyo3(signature = (board, directory, *, misere = None, outcomes = false, shards = None, resume = false, threads = None,
        timeout = None, memory = None, progress = None))]
    #[allow(clippy::too_many_arguments)]
    fn build(
        py: Python<'_>,
        board: &Bound<'_, PyAny>,
        directory: PathBuf,
        misere: Option<bool>,
        outcomes: bool,
        #[pyo3(from_py_with = count::shards)] shards: Option<u32>,
        resume: bool,
        #[pyo3(from_py_with = count::threads)] threads: Option<usize>,
        timeout: Option<Time>,
        memory: Option<Memory>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Database> {
        let bounds = Bounds { timeout, memory, threads, progress, ..Bounds::default() };
        let budget = bounds.budget()?;
        let watch = bounds.watch();
        raised::take_exception();
        let (ruleset, board) = watch.hold(|| board_of(board))?;
        let request = DatabaseRequest::default()
            .play(crate::solve::play_of(misere, ruleset.game.about().play))
            .records(outcomes.then_some(RecordKind::Outcomes))
            .shards(shards)
            .resume(resume)
            .budget(budget);
        let threads = budget.threads;
        let built =
            watch.run_with(py, threads, |watch| -> Result<Result<(), BuildError>, DatabaseFailure> {
                let build = DatabaseBuild::begin(board, &directory, &request, every(COMMIT_INTERVAL))?;
                Ok(build.run(watch))
            })?;
        match built.map_err(|failure| failed(&failure))? {
            Ok(()) => watch.hold(|| Database::opened(Some(ruleset), &directory)),
            Err(BuildError::Stopped(stopped)) => Err(raise_stopped(py, &stopped, None)),
            Err(error) => Err(Error::new_err(error.to_string())),
        }
    }

    /// Opens the table in a directory. If its game is not in the catalogue, `game` must be the ruleset.
    #[staticmethod]
    #[pyo3(signature = (directory, game = None))]
    fn open(directory: PathBuf, game: Option<&Bound<'_, PyAny>>) -> PyResult<Database> {
        raised::take_exception();
        let ruleset = game.map(game_of).transpose()?;
        Watch::new(None, None).hold(|| Database::opened(ruleset, &directory))
    }

    /// The directory of the table.
    #[getter]
    fn directory(&self) -> PathBuf {
        self.directory.clone()
    }

    /// The name of the game.
    #[getter]
    fn game(&self) -> String {
        self.identity.game.clone()
    }

    /// Returns the description of the table and the counts of its positions: the object that `winways database info --format
    /// json` prints.
    fn info<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let database = self.database()?;
        let info = database.info().map_err(|error| unread(py, &error))?;
        json::object(py, &DatabaseJson::new(&info, Some(database.board())))
    }

    /// Returns the numbers of positions that are won, lost and drawn for the player to move, by the number of moves to the end
    /// (or by points). The result has the columns `remoteness`, `won` and `lost`, and the numbers `drawn` and `positions`.
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let database = self.database()?;
        let info = database.info().map_err(|error| unread(py, &error))?;
        let counts = &info.counts;
        let rows = counts.won.len().max(counts.lost.len());
        let column = |numbers: &[u64]| {
            Cells::of_signed((0..rows).map(|row| numbers.get(row).map_or(0, |count| *count as i64)).collect())
        };
        let columns = PyDict::new(py);
        columns.set_item("remoteness", view(py, &Cells::of_signed((0..rows as i64).collect()))?)?;
        columns.set_item("won", view(py, &column(&counts.won))?)?;
        columns.set_item("lost", view(py, &column(&counts.lost))?)?;
        columns.set_item("drawn", counts.drawn)?;
        columns.set_item("positions", counts.positions())?;
        Ok(columns)
    }

    /// Returns the analysis of a position from the table: the outcome, the number of moves to the end and the best moves. The default
    /// is the starting position.
    ///
    /// An integer is the rank of a position. In the table of a class of rules, any object is a position of the class, and a rank is
    /// given as `rank`.
    #[pyo3(signature = (position = None, *, rank = None, moves = 1000))]
    fn query(
        &self,
        py: Python<'_>,
        position: Option<&Bound<'_, PyAny>>,
        rank: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = count::moves)] moves: usize,
    ) -> PyResult<Analysis> {
        let placed = match (position, rank) {
            (None, None) => self.read(py, "")?,
            (Some(object), None) => self.locate(py, object)?,
            (None, Some(rank)) => self.of_rank(py, rank)?,
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("expected a position or a rank, not both"));
            }
        };
        self.analyse(py, placed, moves)
    }

    fn __getitem__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<Analysis> {
        self.analyse(py, self.locate(py, position)?, Request::default().moves)
    }

    /// Returns `True` if the table contains the position. The argument is a position or a rank, as for `query`.
    fn __contains__(&self, py: Python<'_>, position: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(position) = position.cast::<Position>()
            && !position.get().is_of(py, &self.ruleset)?
        {
            return Ok(false);
        }
        let placed = match self.locate(py, position) {
            Ok(placed) => placed,
            Err(error)
                if error.is_instance_of::<ParseError>(py) || error.is_instance_of::<PyKeyError>(py) =>
            {
                return Ok(false);
            }
            Err(error) => return Err(error),
        };
        let ranked = placed.position.ranked();
        let is_on_board = ranked.is_some_and(|ranked| ranked.board().key() == self.identity.board);
        Ok(is_on_board && self.database()?.has(&placed.position))
    }

    /// Iterates over the analyses of all positions, in the order of their ranks.
    fn __iter__(slf: &Bound<'_, Self>) -> Analyses {
        let batch = Batch { positions: Vec::new().into_iter(), next: Some(0) };
        Analyses { database: slf.clone().unbind(), batch: Mutex::new(batch) }
    }

    fn __len__(&self) -> PyResult<usize> {
        let database = self.database()?;
        let info = database.info().map_err(|error| Error::new_err(error.to_string()))?;
        Ok(usize::try_from(info.counts.positions()).unwrap_or(usize::MAX))
    }

    /// Returns positions with this outcome (`N`, `P` or `D`, for the player to move) and this number of moves to the end, from
    /// rank `start` on.
    #[pyo3(signature = (outcome = None, remoteness = None, *, start = 0, most = 1000))]
    fn positions(
        &self,
        py: Python<'_>,
        outcome: Option<&str>,
        #[pyo3(from_py_with = count::remoteness)] remoteness: Option<u32>,
        #[pyo3(from_py_with = count::start)] start: u64,
        #[pyo3(from_py_with = count::most)] most: usize,
    ) -> PyResult<Vec<Position>> {
        if remoteness.is_some() && self.identity.records == RecordKind::Outcomes {
            return Err(Error::new_err("the table stores only outcomes, not numbers of moves"));
        }
        let filter = PositionFilter { outcome: outcome.map(outcome_of).transpose()?, remoteness };
        let found = self.list(py, filter, start, most)?;
        Ok(found.positions.into_iter().map(|found| self.placed(found.position)).collect())
    }

    /// Returns positions of the table as columns, from rank `start` on. The columns are `rank`, `outcome` (letters), `remoteness`
    /// and, unless `texts` is false, `position`. A game of points has `points` instead of `remoteness`, and a table of outcomes
    /// has neither. Drawn positions have the remoteness -1.
    ///
    /// A `pandas` or `polars` data frame accepts the result directly.
    #[pyo3(signature = (*, start = 0, most = None, texts = true))]
    fn columns<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = count::start)] start: u64,
        #[pyo3(from_py_with = count::most_or_all)] most: Option<usize>,
        texts: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (mut ranks, mut letters, mut numbers, mut positions) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut next = Some(start);
        while let Some(from) = next {
            let rest = most.map_or(BATCH, |most| most.saturating_sub(ranks.len()).min(BATCH));
            if rest == 0 {
                break;
            }
            let found = self.list(py, PositionFilter::default(), from, rest)?;
            next = found.next;
            for found in found.positions {
                ranks.push(found.rank as i64);
                letters.push(letter(found.value));
                numbers.push(self.number(found.value).unwrap_or(-1));
                if texts {
                    positions.push(self.placed(found.position).board()?);
                }
            }
        }
        let columns = PyDict::new(py);
        columns.set_item("rank", view(py, &Cells::of_signed(ranks))?)?;
        columns.set_item("outcome", letters)?;
        match self.identity.records {
            RecordKind::Values => columns.set_item("remoteness", view(py, &Cells::of_signed(numbers))?)?,
            RecordKind::Points => columns.set_item("points", view(py, &Cells::of_signed(numbers))?)?,
            RecordKind::Outcomes => {}
        }
        if texts {
            columns.set_item("position", positions)?;
        }
        Ok(columns)
    }

    /// Pickles the directory of the table, with the game if it is not in the catalogue.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, OpenArguments<'py>)> {
        let open = py.import("winways")?.getattr("Database")?.getattr("open")?;
        let directory = std::path::absolute(&self.directory)?;
        let is_known = self.ruleset.origin.is_catalogue();
        let ruleset = (!is_known).then(|| Bound::new(py, self.ruleset.clone())).transpose()?;
        Ok((open, (directory, ruleset)))
    }

    fn __repr__(&self) -> String {
        format!("<database of {}>", self.identity)
    }
}

#[pymethods]
impl Analyses {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Analysis>> {
        let database = self.database.get();
        loop {
            let from = {
                let mut batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(position) = batch.positions.next() {
                    drop(batch);
                    return database.analyse(py, position, Request::default().moves).map(Some);
                }
                batch.next
            };
            let Some(from) = from else { return Ok(None) };
            let found = database.list(py, PositionFilter::default(), from, BATCH)?;
            let placed: Vec<Position> =
                found.positions.into_iter().map(|found| database.placed(found.position)).collect();
            let mut batch = self.batch.lock().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have read these positions in the meantime.
            if batch.next == Some(from) {
                *batch = Batch { positions: placed.into_iter(), next: found.next };
            }
        }
    }
}

impl Database {
    fn analyse(&self, py: Python<'_>, placed: Position, moves: usize) -> PyResult<Analysis> {
        let request = Request::default().play(self.identity.play).moves(moves);
        let requested = &placed.position;
        let database = self.database()?;
        let analysis =
            Watch::new(None, None).run(py, |watch| database.analyse(requested, &request, watch))?;
        match &analysis.stopped {
            Some(stopped) => Err(raise_stopped(py, stopped, None)),
            None => Ok(Analysis::new(placed, analysis)),
        }
    }

    /// Converts a position, its text, a list or a rank to a position on the board of the table. In the table of a class of rules, any
    /// object is a position of the class.
    fn locate(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        if let Ok(position) = object.cast::<Position>() {
            return self.on_board(py, position.get());
        }
        let text = object.extract::<&str>().ok();
        if let Some(memory) = self.ruleset.origin.memory() {
            return match (self.of_object(py, memory, object), text) {
                (Err(error), Some(text)) if error.is_instance_of::<ParseError>(py) => self.read(py, text),
                (found, _) => found,
            };
        }
        match text {
            Some(text) => self.read(py, text),
            None if object.hasattr("__iter__")? => {
                self.read(py, &given::text_of(&PyTuple::new(py, [object])?)?)
            }
            None => self.of_rank(py, object),
        }
    }

    fn read(&self, py: Python<'_>, text: &str) -> PyResult<Position> {
        let position = self.database()?.position(text).map_err(|wrong| wrong_text(py, text, &wrong))?;
        Ok(self.placed(position))
    }

    /// Converts an object that a class of rules uses as a position.
    fn of_object(&self, py: Python<'_>, memory: &Py<Known>, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let position = self.database()?.position(&position_text_of(memory.bind(py), object)?);
        // The text contains the number of the object, which is of no use in a message.
        position.map(|position| self.placed(position)).map_err(|wrong| wrong_text(py, "", &wrong))
    }

    /// Converts a position of the same game to a position on the board of the table.
    fn on_board(&self, py: Python<'_>, position: &Position) -> PyResult<Position> {
        if !position.is_of(py, &self.ruleset)? {
            let message = format!("{} is not a position of {}", position.position, self.identity);
            return Err(Error::new_err(message));
        }
        match (self.ruleset.origin.memory(), position.object(py, 0)?) {
            (Some(memory), Some(object)) => self.of_object(py, memory, &object),
            _ => Ok(position.clone()),
        }
    }

    fn of_rank(&self, py: Python<'_>, object: &Bound<'_, PyAny>) -> PyResult<Position> {
        let position = match object.extract::<u64>() {
            Ok(rank) => self.database()?.position_of_rank(rank).map_err(|error| unread(py, &error))?,
            Err(error) if error.is_instance_of::<PyOverflowError>(py) => None,
            Err(_) => {
                let kind = object.get_type().name()?;
                return Err(PyTypeError::new_err(format!(
                    "expected a position, its text, a list or its rank, not {kind}"
                )));
            }
        };
        let position = position.ok_or_else(|| {
            let rank = shown(object, "of this size");
            PyKeyError::new_err(format!("the table has no position of rank {rank}"))
        })?;
        Ok(self.placed(position))
    }
}
