use winways_database::Error;
use winways_notation::Diagnostic;
use winways_rules::Play;
use winways_solve::RecordKind;

/// The reason a table cannot be built or opened.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseFailure {
    /// An error of the directory or its files.
    #[error(transparent)]
    Files(#[from] Error),
    /// The game of the table, or its board, is not in the catalogue.
    #[error("the table is of {table}, which is not known here: {}", .diagnostic.message)]
    Unknown {
        /// The identity of the table.
        table: String,
        /// The error in the name of the game or board.
        diagnostic: Box<Diagnostic>,
    },
    /// The catalogue has another board under the same name, such as another graph.
    #[error("the table is of {table}, and not of the board that is known here under this name, {key}")]
    OtherBoard {
        /// The identity of the table.
        table: String,
        /// The board in the catalogue.
        key: String,
    },
    /// The game has other positions in the catalogue than in the table.
    #[error("the table is of {table}, but by other rules than those known here: they have other ranks")]
    OtherRules {
        /// The identity of the table.
        table: String,
    },
    /// The rules do not support the kind of play.
    #[error("{board} has no {} play", .play.name())]
    Play {
        /// The board.
        board: String,
        /// The play.
        play: Play,
    },
    /// Tables of the game store another kind of records.
    #[error("a table of {board} keeps {}", match .records { RecordKind::Points => "points, and outcomes alone would not do: they follow from points only", _ => "how many moves there are to the end, or outcomes" })]
    RecordKind {
        /// The board.
        board: String,
        /// The kind of records that they store.
        records: RecordKind,
    },
    /// The processes of a group could not connect.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Link(#[from] winways_cluster::LinkError),
    /// The data that must stay in memory exceeds the limit.
    #[error("the table is too large for the memory allowed: to build it takes at least {} MiB, and {} MiB are allowed", .needed.div_ceil(1 << 20), .limit.div_ceil(1 << 20))]
    Memory {
        /// The number of bytes needed.
        needed: u64,
        /// The maximum number of bytes.
        limit: u64,
    },
}

impl DatabaseFailure {
    /// Returns `true` if the failure may be temporary: a process of a group is late or was lost.
    pub fn is_temporary(&self) -> bool {
        #[cfg(feature = "cluster")]
        if let DatabaseFailure::Link(link) = self {
            return link.is_temporary();
        }
        false
    }
}
