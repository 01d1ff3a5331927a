//! Tables of solved boards on disk, opened together with their games.

mod count;
mod failure;
#[cfg(feature = "cluster")]
mod group;
mod listing;

pub use failure::DatabaseFailure;
#[cfg(feature = "cluster")]
pub use group::ProcessGroup;
pub use listing::{ListedPosition, PositionFilter, PositionList};
pub use winways_database::{
    Error as DatabaseError, Identity as DatabaseIdentity, Info as DatabaseInfo,
    TableVerification as FileCheck, list as list_databases, verify_within as check_files,
};
pub use winways_solve::{BuildError, Milestone, StorageError, TransportError, ValueCheckFailure};

use crate::{Analysis, Catalogue, Position, Request, Tables, analyse};
use std::fmt;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use winways_database::{Identity, Info, RuleFile, Store, Table, export_csv};
use winways_kit::{AnyBoard, RuleBoard};
use winways_notation::Diagnostic;
use winways_rules::{Objective, Play};
use winways_solve::{
    Budget, Build, CheckpointStore, Layout, Observer, RecordKind, SolvedRanks, StopReason, Stopped,
    build_ranks, check_values, least_memory,
};

/// The parameters of a table and the resources for building it. By default, a table stores full records under normal play, in
/// the default number of shards.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct DatabaseRequest {
    /// The kind of play: normal or misère.
    pub play: Play,
    /// The record stored for each position. `None` means the full record, or the record of the resumed table.
    pub records: Option<RecordKind>,
    /// The number of shards. `None` means the default number, or the number of the resumed table.
    pub shards: Option<u32>,
    /// `true` to resume an unfinished table.
    pub resume: bool,
    /// The resources that the build may use.
    pub budget: Budget,
}

impl Default for DatabaseRequest {
    fn default() -> Self {
        DatabaseRequest {
            play: Play::Normal,
            records: None,
            shards: None,
            resume: false,
            budget: Budget::DEFAULT,
        }
    }
}

impl DatabaseRequest {
    /// Sets the kind of play.
    #[must_use]
    pub fn play(self, play: Play) -> Self {
        DatabaseRequest { play, ..self }
    }

    /// Sets the record stored for each position.
    #[must_use]
    pub fn records(self, records: Option<RecordKind>) -> Self {
        DatabaseRequest { records, ..self }
    }

    /// Sets the number of shards.
    #[must_use]
    pub fn shards(self, shards: Option<u32>) -> Self {
        DatabaseRequest { shards, ..self }
    }

    /// Sets whether an unfinished table is resumed.
    #[must_use]
    pub fn resume(self, resume: bool) -> Self {
        DatabaseRequest { resume, ..self }
    }

    /// Sets the resources that the build may use.
    #[must_use]
    pub fn budget(self, budget: Budget) -> Self {
        DatabaseRequest { budget, ..self }
    }
}

/// A table that is being built in a directory.
///
/// ```
/// use winways::{Budget, Catalogue, NoObserver, Play, Request};
/// use winways::tables::{Database, DatabaseBuild, DatabaseRequest};
/// let board = Catalogue::new().game("chase")?.board("5")?;
/// let parent = tempfile::tempdir()?;
/// let directory = parent.path().join("chase-5");
/// let request = DatabaseRequest::default();
/// DatabaseBuild::begin(board, &directory, &request, || false)?.run(&NoObserver)?;
///
/// let database = Database::open(&Catalogue::new(), &directory)?;
/// let position = database.position("1 1 5 5")?;
/// let analysis = database.analyse(&position, &Request::default(), &NoObserver);
/// assert_eq!(analysis.remoteness, Some(10));
/// assert_eq!(database.check_values(Budget::DEFAULT, &NoObserver), Ok(database.info()?.counts.positions()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct DatabaseBuild {
    board: Arc<dyn AnyBoard>,
    directory: PathBuf,
    play: Play,
    budget: Budget,
    store: Store,
    /// The link to the other processes, if there are any.
    #[cfg(feature = "cluster")]
    link: Option<winways_cluster::Link>,
}

impl DatabaseBuild {
    /// Creates or resumes the table of `board` in `directory`. `is_due` is called at the end of each round and
    /// returns `true` if a commit is due.
    ///
    /// # Errors
    /// Returns [`DatabaseFailure`] if the directory is unsuitable, if the board does not support the kind of play, or if the
    /// memory limit is too low for a table of this size.
    pub fn begin(
        board: Arc<dyn AnyBoard>,
        directory: &Path,
        request: &DatabaseRequest,
        is_due: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Result<DatabaseBuild, DatabaseFailure> {
        let identity = DatabaseBuild::checked_identity(&*board, directory, request)?;
        let store = match request.resume {
            true => Store::resume(directory, identity, is_due)?,
            false => Store::create(directory, identity, is_due)?,
        };
        Ok(DatabaseBuild::of_store(board, directory, request, store))
    }

    /// Checks a request before anything is written: the kinds of play and of values that the board supports, and the memory.
    ///
    /// # Errors
    /// Returns [`DatabaseFailure`] if the request cannot be met.
    pub fn check(
        board: &dyn AnyBoard,
        directory: &Path,
        request: &DatabaseRequest,
    ) -> Result<(), DatabaseFailure> {
        DatabaseBuild::checked_identity(board, directory, request).map(|_| ())
    }

    /// Checks the request, and returns the identity of the requested table.
    fn checked_identity(
        board: &dyn AnyBoard,
        directory: &Path,
        request: &DatabaseRequest,
    ) -> Result<Identity, DatabaseFailure> {
        let DatabaseRequest { play, budget, .. } = *request;
        if !board.plays().contains(&play) {
            return Err(DatabaseFailure::Play { board: board.name(), play });
        }
        let identity = identity(board, directory, request);
        let full = RecordKind::of(board.ranks().objective());
        if identity.records != full && (full, identity.records) != (RecordKind::Values, RecordKind::Outcomes)
        {
            return Err(DatabaseFailure::RecordKind { board: board.name(), records: full });
        }
        let needed = identity.layout_bytes().saturating_add(least_memory(board.ranks(), identity.shards));
        if needed > budget.memory {
            return Err(DatabaseFailure::Memory { needed, limit: budget.memory });
        }
        Ok(identity)
    }

    fn of_store(board: Arc<dyn AnyBoard>, directory: &Path, request: &DatabaseRequest, store: Store) -> Self {
        let DatabaseRequest { play, budget, .. } = *request;
        DatabaseBuild {
            board,
            directory: directory.to_path_buf(),
            play,
            budget,
            store,
            #[cfg(feature = "cluster")]
            link: None,
        }
    }

    /// Solves the unsolved layers and stores them. If the observer stops the work, commits the progress before returning.
    ///
    /// # Errors
    /// Returns [`BuildError`] if a limit was reached, the work was interrupted, or the directory could not be
    /// written.
    pub fn run(&self, observer: &dyn Observer) -> Result<(), BuildError> {
        let (rules, layout) = (self.board.ranks(), self.store.layout());
        let (play, store, budget) = (self.play, &self.store, self.budget);
        let build = Build { rules, play, layout, checkpoints: store, budget, observer };
        #[cfg(feature = "cluster")]
        if let Some(link) = &self.link {
            return link.run(&build);
        }
        build_ranks(&build)
    }

    /// Returns the number of bytes of codes and states written to files so far. Manifests are not counted.
    pub fn bytes_written(&self) -> u64 {
        self.store.bytes_written()
    }

    /// Returns the progress at the last commit.
    pub fn committed(&self) -> Option<Milestone> {
        self.store.committed()
    }

    /// Returns the information about the table as of the last commit.
    ///
    /// # Errors
    /// Returns an error if a file is missing.
    pub fn info(&self) -> Result<DatabaseInfo, DatabaseError> {
        Info::read(&self.directory)
    }
}

/// Returns the identity of the requested table. Unset parameters are taken from the table that is resumed, if there is one.
fn identity(board: &dyn AnyBoard, directory: &Path, request: &DatabaseRequest) -> Identity {
    let begun = if request.resume { Info::read(directory).ok() } else { None };
    let begun = begun.map(|info| (info.identity.shards, info.identity.records));
    let layers = board.ranks().layers();
    let ranks = layers.iter().fold(0, |sum: u64, &size| sum.saturating_add(size));
    let (shards, records) =
        begun.unwrap_or_else(|| (Layout::usual_shards(ranks), RecordKind::of(board.ranks().objective())));
    Identity {
        game: board.game_name(),
        board: board.key(),
        play: request.play,
        records: request.records.unwrap_or(records),
        layers,
        shards: request.shards.unwrap_or(shards),
        rules: board.rule_board().map(|RuleBoard { rules, board }| RuleFile { text: rules, board }),
    }
}

/// A table on disk, with its game and board.
#[derive(Clone)]
pub struct Database {
    board: Arc<dyn AnyBoard>,
    table: Arc<Table>,
}

impl fmt::Debug for Database {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(formatter)
    }
}

impl Database {
    /// Opens the table in `directory`.
    ///
    /// # Errors
    /// Returns [`DatabaseFailure`] if there is no table, if it is damaged, or if its game is unknown.
    pub fn open(catalogue: &Catalogue, directory: &Path) -> Result<Database, DatabaseFailure> {
        Database::open_within(catalogue, directory, u64::MAX)
    }

    /// Opens a table like [`Database::open`]. The cached blocks of its files use at most an eighth of `memory` bytes.
    ///
    /// # Errors
    /// Returns the errors of [`Database::open`].
    pub fn open_within(
        catalogue: &Catalogue,
        directory: &Path,
        memory: u64,
    ) -> Result<Database, DatabaseFailure> {
        let table = Table::open_within(directory, memory)?;
        let identity = table.identity();
        let board = match &identity.rules {
            Some(RuleFile { text, board }) => catalogue.game_of_text(text).and_then(|game| game.board(board)),
            None => {
                let text = identity.board.split('#').next().unwrap_or_default();
                catalogue.game(&identity.game).and_then(|game| game.board(text))
            }
        };
        let board = board.map_err(|diagnostic| DatabaseFailure::Unknown {
            table: identity.to_string(),
            diagnostic: Box::new(diagnostic),
        })?;
        if board.key() != identity.board {
            return Err(DatabaseFailure::OtherBoard { table: identity.to_string(), key: board.key() });
        }
        let is_points = board.ranks().objective() == Objective::Points;
        if board.ranks().layers() != identity.layers || is_points != (identity.records == RecordKind::Points)
        {
            return Err(DatabaseFailure::OtherRules { table: identity.to_string() });
        }
        Ok(Database { board, table: Arc::new(table) })
    }

    /// Returns the board.
    pub fn board(&self) -> &dyn AnyBoard {
        &*self.board
    }

    /// Returns the identity of the table.
    pub fn identity(&self) -> &DatabaseIdentity {
        self.table.identity()
    }

    /// Returns the information about the table without reading its data files.
    ///
    /// # Errors
    /// Returns an error if a file is missing.
    pub fn info(&self) -> Result<DatabaseInfo, DatabaseError> {
        self.table.info()
    }

    /// Parses a position on the table's board, such as `1 1 20 20` in a table of `chase 20`. An empty string denotes the
    /// starting position.
    ///
    /// # Errors
    /// Returns a diagnostic that points into `text`.
    pub fn position(&self, text: &str) -> Result<Position, Diagnostic> {
        let text = if text.trim().is_empty() && self.board.start().is_some() { "start" } else { text };
        self.board.parse(text).map(Position::of)
    }

    /// Returns `true` if the position's layer is solved.
    pub fn has(&self, position: &Position) -> bool {
        position.ranked().is_some_and(|loopy| self.table.ranks().contains(&loopy.rank()))
    }

    /// Analyses a position of the board with the table; see [`analyse`]. With a table of outcomes, the analysis contains no
    /// remoteness.
    pub fn analyse(&self, position: &Position, request: &Request<'_>, observer: &dyn Observer) -> Analysis {
        analyse(position, &Request { play: self.identity().play, tables: Some(self), ..*request }, observer)
    }

    /// Recomputes the value of every position from the values of its options, without the engines. Returns the number
    /// of positions. Use [`check_files`] to locate damaged bytes.
    ///
    /// # Errors
    /// Returns an error at the first wrong value, if the table is incomplete, or if the work was stopped.
    pub fn check_values(&self, budget: Budget, observer: &dyn Observer) -> Result<u64, ValueCheckFailure> {
        if !self.table.is_complete() {
            return Err(StorageError::new("the table is not complete").into());
        }
        let left = Budget { memory: budget.memory.saturating_sub(self.table.bytes()), ..budget };
        let checked = check_values(self.board.ranks(), self.identity().play, &*self.table, left, observer);
        checked.map_err(|failure| match failure {
            // The limit that the user gave, without the part that the table takes.
            ValueCheckFailure::Stopped(Stopped { reason: StopReason::Memory { .. }, nodes }) => {
                ValueCheckFailure::Stopped(Stopped { reason: budget.out_of_memory(), nodes })
            }
            failure => failure,
        })
    }

    /// Writes all positions as CSV: rank, position, outcome, and remoteness or points. Returns the number of
    /// positions.
    ///
    /// # Errors
    /// Returns an error if the table is damaged, if `out` cannot be written, or if the observer stops the work.
    pub fn export_csv(&self, out: &mut dyn Write, observer: &dyn Observer) -> Result<u64, DatabaseError> {
        export_csv(&self.table, &mut |rank| self.text(rank), out, observer)
    }

    /// Writes all positions like [`Database::export_csv`], but in the Apache Parquet format.
    ///
    /// # Errors
    /// Returns the errors of [`Database::export_csv`].
    #[cfg(feature = "parquet")]
    pub fn export_parquet(
        &self,
        out: &mut (dyn Write + Send),
        observer: &dyn Observer,
    ) -> Result<u64, DatabaseError> {
        winways_database::export_parquet(&self.table, &mut |rank| self.text(rank), out, observer)
    }

    fn text(&self, rank: u64) -> String {
        self.board.position_text(rank).unwrap_or_default()
    }
}

fn is_table_of(identity: &Identity, board: &dyn AnyBoard, play: Play) -> bool {
    identity.game == board.game_name()
        && identity.board == board.key()
        && identity.play == play
        && identity.layers == board.ranks().layers()
        && (identity.records == RecordKind::Points) == (board.ranks().objective() == Objective::Points)
}

/// Returns the table even if some layers are unsolved. Looking up an unsolved position is then an error; the position is not
/// solved separately.
impl Tables for Database {
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>> {
        is_table_of(self.identity(), board, play).then(|| self.table.clone() as Arc<dyn SolvedRanks>)
    }
}

/// The tables below a directory. Complete tables that store values are used to answer questions about their boards.
///
/// The directory is scanned lazily, at the first question. A table that cannot be read is skipped, and its game is
/// solved again.
pub struct Databases {
    directory: PathBuf,
    memory: u64,
    known: OnceLock<Vec<Info>>,
    open: Mutex<Vec<Arc<Table>>>,
}

impl fmt::Debug for Databases {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Databases").field("directory", &self.directory).finish_non_exhaustive()
    }
}

impl Databases {
    /// Creates a source of the tables below `directory`.
    pub fn below(directory: &Path) -> Databases {
        Databases::below_within(directory, u64::MAX)
    }

    /// Creates a source like [`Databases::below`]. The cached blocks of each open table use at most an eighth of `memory` bytes.
    pub fn below_within(directory: &Path, memory: u64) -> Databases {
        let directory = directory.to_path_buf();
        Databases { directory, memory, known: OnceLock::new(), open: Mutex::default() }
    }
}

impl Tables for Databases {
    fn table(&self, board: &dyn AnyBoard, play: Play) -> Option<Arc<dyn SolvedRanks>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = open.iter().find(|table| is_table_of(table.identity(), board, play)) {
            return Some(table.clone());
        }
        let known = self.known.get_or_init(|| {
            let tables = list_databases(&self.directory).unwrap_or_default();
            let has_values = |info: &Info| info.is_complete && info.identity.records != RecordKind::Outcomes;
            tables.into_iter().flatten().filter(has_values).collect()
        });
        let fitting = known.iter().filter(|info| is_table_of(&info.identity, board, play));
        let table = fitting
            .filter_map(|info| Table::open_within(&info.path, self.memory).ok())
            .find(Table::is_complete)?;
        let table = Arc::new(table);
        open.push(table.clone());
        Some(table)
    }
}
