use super::bounds::Bounds;
use super::formats::FormatArgument;
use super::groups::{Edges, Limits};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand)]
pub(crate) enum Database {
    /// Solve every position of a board, and store the values in a directory
    Build(Build),
    /// Show the board of a table, its progress, and the number of positions of each value
    Info(Info),
    /// Look up a position: who wins, in how many moves or by how many points, the best moves and the line of play
    Query(Query),
    /// Count the reachable positions, and how many of them are won, drawn and lost
    Count(Count),
    /// Check every byte of a table, and derive every value again from the rules
    Verify(VerifyTable),
    /// Write all positions with their values to a file
    Export(Export),
    /// List the tables below a directory
    List(List),
}

#[derive(Args)]
pub(crate) struct Build {
    /// A game with numbered positions: chase, or a rule file
    pub(crate) game: String,
    /// The board, if the game has several: `20` in `chase 20`; for a rule file, a position, by default the starting
    /// position
    pub(crate) board: Vec<String>,
    /// The directory of the table, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Resume an unfinished table from its last commit; begin it if there is none
    #[arg(long)]
    pub(crate) resume: bool,
    /// The number of parts of each layer; the files depend on it, the values do not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) shards: Option<u32>,
    /// The interval between commits: at most this much work is lost
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = super::bounds::time)]
    pub(crate) commit_every: Duration,
    /// Store only who wins (two bits per position), not in how many moves; not available for games of points
    #[arg(long)]
    pub(crate) outcomes_only: bool,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    #[command(flatten)]
    pub(crate) group: GroupArguments,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: ReportFormatArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

/// Options of a build by several processes that share the directory. The link between them is not authenticated.
#[derive(Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct GroupArguments {
    /// A file with the addresses of all processes, one host:port per line
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(crate) hosts: Option<PathBuf>,
    /// The index of this process in the file, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// Start this number of processes on this machine, and restart them when one dies
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"], value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) processes: Option<u16>,
    /// Restart this process from the last commit when it or another one dies
    #[arg(long, requires = "hosts")]
    pub(crate) supervise: bool,
    /// The role of this process among those that another process supervises
    #[arg(long, hide = true)]
    pub(crate) supervised: Option<Supervised>,
    /// The time to wait for the other processes to connect
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = super::bounds::time)]
    pub(crate) patience: Duration,
}

/// The reporting role of a supervised process. Its supervisor reports processes that have died.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Supervised {
    /// Reports everything else, for all processes.
    First,
    /// Reports nothing.
    Other,
}

#[derive(Args)]
pub(crate) struct Info {
    /// The directory of the table
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: ReportFormatArgument,
}

#[derive(Args)]
pub(crate) struct Query {
    /// The directory of the table
    pub(crate) directory: PathBuf,
    /// The position on the table's board; by default the start position, if the board has one
    pub(crate) position: Vec<String>,
    /// The number of the position in the table, instead of the position
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = super::number)]
    pub(crate) rank: Option<u64>,
    /// Show the line of best play, and the rank of the position among all positions of the board
    #[arg(long)]
    pub(crate) explain: bool,
    /// The maximum number of winning moves listed (all are counted)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = super::length)]
    pub(crate) moves: usize,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: FormatArgument,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct Count {
    /// The directory of the table
    pub(crate) directory: PathBuf,
    /// The start position on the table's board; by default the board's own, if it has one
    pub(crate) position: Vec<String>,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: ReportFormatArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct VerifyTable {
    /// The directory of the table
    pub(crate) directory: PathBuf,
    /// Check only the bytes, not the values
    #[arg(long)]
    pub(crate) bytes_only: bool,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: ReportFormatArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Export {
    /// The directory of the table
    pub(crate) directory: PathBuf,
    /// The format of the file
    #[arg(long, value_enum, default_value_t = ExportFormat::Csv)]
    pub(crate) format: ExportFormat,
    /// The output file; by default stdout
    #[arg(long, value_name = "FILE", required_if_eq("format", "parquet"))]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct List {
    /// The directory to search
    #[arg(default_value = ".")]
    pub(crate) directory: PathBuf,
    #[command(flatten)]
    pub(crate) format: ReportFormatArgument,
}

#[derive(Args)]
pub(crate) struct ReportFormatArgument {
    /// The format of the result
    #[arg(long, value_enum, default_value_t = ReportFormat::Text)]
    pub(crate) format: ReportFormat,
}

/// A format of reports.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// LaTeX, for a paper
    Latex,
}

/// A format of exported tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A header, and a record for each position
    Csv,
    /// Columns for programs that analyse data; needs --out
    Parquet,
}
