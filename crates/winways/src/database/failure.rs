use winways_database::Error;
use winways_notation::Diagnostic;
use winways_rules::Play;
use winways_solve::RecordKind;

/// Why there is no table to build or to ask.
#[derive(Debug, thiserror::Error)]
pub enum DatabaseFailure {
    /// What is wrong with the directory or its files.
    #[error(transparent)]
    Files(#[from] Error),
    /// The game of the table, or its board, is not in the catalogue.
    #[error("the table is of {table}, which is not known here: {}", .diagnostic.message)]
    Unknown {
        /// What it is a table of.
        table: String,
        /// What is wrong with its name.
        diagnostic: Box<Diagnostic>,
    },
    /// The board of the game that is known here under the same name is another one: another graph.
    #[error("the table is of {table}, and not of the board that is known here under this name, {key}")]
    OtherBoard {
        /// What it is a table of.
        table: String,
        /// The board that is known here.
        key: String,
    },
    /// The game has other positions here than in the table.
    #[error("the table is of {table}, but by other rules than those known here: they have other ranks")]
    OtherRules {
        /// What it is a table of.
        table: String,
    },
    /// The rules do not know the play.
    #[error("{board} has no {} play", .play.name())]
    Play {
        /// The board.
        board: String,
        /// The play.
        play: Play,
    },
    /// Tables of the game keep something else.
    #[error("a table of {board} keeps {}", match .records { RecordKind::Points => "points, and outcomes alone would not do: they follow from points only", _ => "how many moves there are to the end, or outcomes" })]
    RecordKind {
        /// The board.
        board: String,
        /// What they keep.
        records: RecordKind,
    },
    /// The processes of a group did not come together.
    #[cfg(feature = "cluster")]
    #[error(transparent)]
    Link(#[from] winways_cluster::LinkError),
    /// What has to be in memory all the time takes more than allowed.
    #[error("the table is too large for the memory allowed: to build it takes at least {} MiB, and {} MiB are allowed", .needed.div_ceil(1 << 20), .limit.div_ceil(1 << 20))]
    Memory {
        /// How many bytes it takes.
        needed: u64,
        /// How many are allowed.
        limit: u64,
    },
}

impl DatabaseFailure {
    /// Whether it may go away by itself: a process of a group did not come in time, or has gone.
    pub fn is_temporary(&self) -> bool {
        #[cfg(feature = "cluster")]
        if let DatabaseFailure::Link(link) = self {
            return link.is_temporary();
        }
        false
    }
}
