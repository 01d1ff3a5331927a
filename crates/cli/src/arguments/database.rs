use super::bounds::Bounds;
use super::formats::FormatArgument;
use super::groups::{Edges, Limits};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand)]
pub(crate) enum Database {
    /// Solve every position of a board, and keep the values in a directory
    Build(Build),
    /// What a table is of, how far it has come, and how many positions have which value
    Info(Info),
    /// Who wins a position, in how many moves or by how many points, the best moves and the line of play
    Query(Query),
    /// How many positions are reachable, and how many of them are won, drawn and lost
    Count(Count),
    /// Look at every byte of a table, and derive every value again from the rules
    Verify(VerifyTable),
    /// Write all positions with their values into a file
    Export(Export),
    /// The tables below a directory
    List(List),
}

#[derive(Args)]
pub(crate) struct Build {
    /// A game whose positions are numbered: chase, or a rule file
    pub(crate) game: String,
    /// The board, if the game has several: the 20 of `chase 20`; of a rule file a position, else its start
    pub(crate) board: Vec<String>,
    /// The directory of the table, which is made if there is none
    #[arg(long, value_name = "DIR")]
    pub(crate) out: PathBuf,
    /// Go on with a table that was begun, from the last commit; begin it if there is none
    #[arg(long)]
    pub(crate) resume: bool,
    /// Into how many parts each layer is divided; the files depend on it, the values do not
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1 << 16))]
    pub(crate) shards: Option<u32>,
    /// How much work may be lost: after this time the round under way is kept
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    pub(crate) commit_every: Duration,
    /// Keep who wins, in two bits a position, and not in how many moves; not for games of points
    #[arg(long)]
    pub(crate) outcomes_only: bool,
    /// The player who cannot move wins
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

/// Builds by several processes, which share the directory; the link between them is not authenticated.
#[derive(Args)]
#[command(next_help_heading = "Several processes")]
pub(crate) struct GroupArguments {
    /// The addresses of all processes, a line host:port each
    #[arg(long, value_name = "FILE", requires = "process")]
    pub(crate) hosts: Option<PathBuf>,
    /// Which of them this one is, counted from 0
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) process: Option<usize>,
    /// Start so many processes on this machine, and start them again when one dies
    #[arg(long, value_name = "N", conflicts_with_all = ["hosts", "process"], value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) processes: Option<u16>,
    /// Start this process again, from what was kept, when it or another one dies
    #[arg(long, requires = "hosts")]
    pub(crate) supervise: bool,
    /// Which of the processes this one is that another one supervises
    #[arg(long, hide = true)]
    pub(crate) supervised: Option<Supervised>,
    /// How long to wait for the other processes to come
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = humantime::parse_duration)]
    pub(crate) patience: Duration,
}

/// A process that another one supervises, which says what there is to say of a process that has gone.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Supervised {
    /// It says what else there is, for all of them.
    First,
    /// It says nothing.
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
    /// The position on the table's board; without it, the one that play begins with, if there is one
    #[arg(allow_negative_numbers = true)]
    pub(crate) position: Vec<String>,
    /// The position of this number in the table
    #[arg(long, value_name = "N", conflicts_with = "position")]
    pub(crate) rank: Option<u64>,
    /// Show the line of best play, and where the position stands among all of the board
    #[arg(long)]
    pub(crate) explain: bool,
    /// How many winning moves are listed at most (all are counted)
    #[arg(long, value_name = "N", default_value_t = 1000)]
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
    /// The position on the table's board from which play goes; without it, the one that play begins with, if there is one
    #[arg(allow_negative_numbers = true)]
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
    /// Look at the bytes only; whether the values are right is not looked at
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
    /// The file; without it, stdout
    #[arg(long, value_name = "FILE", required_if_eq("format", "parquet"))]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct List {
    /// Where to look
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

/// The formats of reports.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// For a paper
    Latex,
}

/// The formats of whole tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// A header, and a record for each position
    Csv,
    /// Columns for programs that analyse data; needs --out
    Parquet,
}
