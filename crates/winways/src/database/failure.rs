use winways_database::Error;
use winways_notation::Diagnostic;
use winways_rules::Play;
use winways_solve::{RecordKind, size};

/// The reason a table cannot be built or opened.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseFailure {
    /// An error in the directory or its files.
    #[error(transparent)]
    Files(#[from] Error),
    /// The game of the table, or its board, is not in the catalogue.
    #[error("this is a table of {table}, which is unknown: {}", .diagnostic.message)]
    Unknown {
        /// The identity of the table.
        table: String,
        /// The error in the name of the game or board.
        diagnostic: Box<Diagnostic>,
    },
    /// The catalogue has another board under the same name, such as another graph.
    #[error("this is a table of {table}, but this name now denotes another board, {key}")]
    OtherBoard {
        /// The identity of the table.
        table: String,
        /// The board in the catalogue.
        key: String,
    },
    /// The rules in the catalogue rank positions differently from the rules of the table.
    #[error("this is a table of {table}, but the rules of the game now rank positions differently")]
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
    /// Tables of the game do not support the requested kind of records.
    #[error("a table of {board} stores {}", match .records { RecordKind::Points => "points, from which outcomes follow", _ => "the number of moves to the end, or outcomes" })]
    RecordKind {
        /// The board.
        board: String,
        /// The kind of records that tables of the game store.
        records: RecordKind,
    },
    /// The processes of a group could not connect.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Link(#[from] winways_cluster::LinkError),
    /// The data that must stay in memory exceeds the limit.
    #[error("the table is too large for the memory limit: building it takes at least {}, and the limit is {}", size(*.needed), size(*.limit))]
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
