mod bounds;
mod database;
pub(crate) mod examples;
mod formats;
mod groups;
mod moves;

pub(crate) use bounds::{Bounds, Memory};
pub(crate) use database::{
    Build, Count, Database, Export, ExportFormat, Info, List, Query, ReportFormat, Supervised, VerifyTable,
};
pub(crate) use formats::{
    AtlasFormat, BenchFormat, CensusFormat, EvalFormat, Format, FormatArgument, Language, MovesFormat,
    QuizFormat, TableFormat,
};
pub(crate) use groups::{Edges, Graph, Limits, MoreGames, TablesArgument, with_tables};
pub(crate) use moves::{Moves, Side};

use bytesize::ByteSize;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;
use winways::text::whole_number;
use winways::{Detail, Play, Request, Theorems};

/// Solves combinatorial games: who wins, which moves win, the value of a position, and why.
#[derive(Parser)]
#[command(name = "winways", version, max_term_width = 100)]
#[command(
    after_help = "Exit codes: 0 answered; 1 a check failed; 2 bad usage or bad input; 3 a limit was reached \
                        and the answer is partial; 130 interrupted."
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve a position of a game: who wins, its value, the winning moves, and why
    Solve(Solve),
    /// List all moves of a position, who wins after each, and the values of the resulting positions
    Moves(Moves),
    /// Evaluate an expression such as '{2|0} + ^'; for a sum of positions such as 'nim(7,8) + kayles(9)', also show who wins
    /// and how
    Eval(Eval),
    /// Start the interactive calculator: names stay defined, Ctrl-C stops a computation and keeps the session
    Repl(Repl),
    /// Serve the web page with clickable boards, values and theory, and an API for programs: docs/web.md
    Serve(Web),
    /// Answer requests from programs on stdin and stdout, one line of JSON each: docs/programs.md
    ServeStdio(Serve),
    /// List the functions of expressions, or those that match some words; or describe one with an example
    Functions {
        /// The function to describe, or words to look for in names and definitions
        words: Vec<String>,
    },
    /// Compute the nim-values of successive heaps, and prove the period
    Table(Table),
    /// Compute the periods of all subtraction games of three numbers, each with a proof
    Census(Census),
    /// List the octal games of up to three digits with their periods, or extend such a list
    Atlas(Atlas),
    /// Run a fixed list of computations, and show the time of each and checksums of the results
    Bench(Bench),
    /// Build and query tables of solved games on disk: every position's winner, and in how many moves
    Database {
        #[command(subcommand)]
        command: Database,
    },
    /// Play a game: against the program, which never errs unless you ask for a lower level; two people; or watch
    Play(PlayArguments),
    /// Practise with exercises made and marked by the program: who wins, a winning move, values; with hints and a score
    Quiz(QuizArguments),
    /// Find the only winning move of a position: the puzzle of the day, or one of any game
    Puzzle(PuzzleArguments),
    /// Compare theorems with exhaustive search
    Verify(Verify),
    /// Check a certificate of a period with slow but simple code
    VerifyCertificate(VerifyCertificate),
    /// Solve a contest problem, with its input on stdin and its output on stdout
    Judge(Judge),
    /// List the catalogue, or show the rules, notation, theorems and sources of one game
    Games(Games),
    /// Print the completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page, or write all manual pages into a directory
    Man {
        /// The directory for a page per command
        #[arg(long, value_name = "DIRECTORY")]
        directory: Option<PathBuf>,
    },
}

#[derive(Args)]
pub(crate) struct Solve {
    /// A name from the catalogue, a code, or the path of a rule file: nim, 'octal(0.137)', my.game
    pub(crate) game: String,
    /// The position in the game's notation; read from stdin if omitted or `-`
    pub(crate) position: Vec<String>,
    /// Read the position from a file
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    pub(crate) file: Option<PathBuf>,
    /// Draw the position, with its first winning moves marked: FILE.svg, FILE.png, FILE.tex (TikZ) or FILE.txt
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    /// Draw a chart of the numbers of won and lost positions by number of moves or points, if the board was solved as a whole:
    /// FILE.svg, FILE.png, FILE.tex (TikZ) or FILE.txt
    #[arg(long, value_name = "FILE")]
    pub(crate) plot_counts: Option<PathBuf>,
    /// Show a line of best play to the end below the answer; with --format json, show only the line
    #[arg(long)]
    pub(crate) line: bool,
    /// The player who moves first in the line, if the position does not state it
    #[arg(long, value_enum, default_value_t = Side::Left, requires = "line")]
    pub(crate) to_move: Side,
    #[command(flatten)]
    pub(crate) graph: Graph,
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    #[command(flatten)]
    pub(crate) format: FormatArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Eval {
    /// The expression; if omitted, each line of stdin is evaluated and gives one line of output
    #[arg(allow_hyphen_values = true)]
    pub(crate) expression: Option<String>,
    /// Draw the thermograph of the value: FILE.svg, FILE.png, FILE.tex (TikZ) or FILE.txt
    #[arg(long, value_name = "FILE", requires = "expression")]
    pub(crate) plot: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) games: MoreGames,
    #[command(flatten)]
    pub(crate) question: Question,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = EvalFormat::Text)]
    pub(crate) format: EvalFormat,
    #[command(flatten)]
    pub(crate) limits: Limits,
    /// Stop after this total time; --timeout limits the time for each line of stdin
    #[arg(long, value_name = "TIME", value_parser = bounds::time)]
    pub(crate) total_timeout: Option<Duration>,
}

#[derive(Args)]
pub(crate) struct Table {
    /// A name from the catalogue, or a code: kayles, 'octal(0.137)', 'subtract{1,3,4}', 'subtract{1,3|1,2}'
    #[arg(required_unless_present = "list_open")]
    pub(crate) game: Option<String>,
    /// List the games whose period this project has not proved, with the known facts, instead of a table
    #[arg(long, exclusive = true)]
    pub(crate) list_open: bool,
    /// Compute who wins each heap under misère play (the player who cannot move wins), instead of nim-values
    #[arg(long)]
    pub(crate) misere: bool,
    /// Compute who wins each heap, instead of nim-values
    #[arg(long)]
    pub(crate) outcomes: bool,
    /// Compute the misère quotient: the monoid of sums of heaps that decides misère play, with the element of each heap
    #[arg(long)]
    pub(crate) quotient: bool,
    /// Evaluate the expression GAME for each number of a range, such as 'cram(grid(2,n))' for n=1..12
    #[arg(
        long = "for",
        value_name = "NAME=FIRST..LAST",
        conflicts_with_all = ["misere", "outcomes", "quotient", "up_to", "from", "prove", "summary", "edges"]
    )]
    pub(crate) variable: Option<String>,
    /// Print an array and a function as source code, for all heaps if a period is proved, else up to the last heap
    #[arg(
        long,
        value_name = "LANGUAGE",
        value_enum,
        conflicts_with_all = ["summary", "format", "from", "plot", "certificate", "checkpoint"]
    )]
    pub(crate) code: Option<Language>,
    /// The last heap: 200, 1e9, 10^9; for a game on pairs or triples, the greatest number; by default 100, with --misere 60, with
    /// --quotient 200, for triples 5
    #[arg(long, value_name = "N", value_parser = heap)]
    pub(crate) up_to: Option<u64>,
    /// The first heap to print
    #[arg(long, value_name = "N", default_value = "0", value_parser = heap)]
    pub(crate) from: u64,
    /// Continue until the period is proved, a theorem is compared with the first values, or a limit is reached (exit code 3):
    /// --up-to, --timeout, --memory
    #[arg(long)]
    pub(crate) prove: bool,
    /// Print everything except the values; only the last values are kept in memory
    #[arg(long)]
    pub(crate) summary: bool,
    /// Resume from this file if it exists, and write it at intervals and when the work ends early; needs --summary
    #[arg(long, value_name = "FILE", requires = "summary")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// The interval between checkpoints: at most this much work is lost
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = bounds::time, requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
    /// Write a proof of the period to this file, which `winways verify-certificate` checks
    #[arg(long, value_name = "FILE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Draw the values, with the periods of heaps or the lost pairs: FILE.svg, FILE.png, FILE.tex (TikZ) or FILE.txt
    #[arg(long, value_name = "FILE", conflicts_with = "summary")]
    pub(crate) plot: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Census {
    /// The greatest number in a set
    #[arg(long, value_name = "N", default_value = "32", value_parser = number)]
    pub(crate) greatest: u64,
    /// The format of the result; only CSV has every set
    #[arg(long, value_enum, default_value_t = CensusFormat::Text)]
    pub(crate) format: CensusFormat,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Atlas {
    /// Show or extend only the game with this code; any of its codes is accepted: 0.07, 4.344
    pub(crate) code: Option<String>,
    /// Extend the games of the list and write the results to this file after each game; resume from the file if it exists
    #[arg(long, value_name = "FILE")]
    pub(crate) extend: Option<PathBuf>,
    /// The last heap of a game without a proved period
    #[arg(long, value_name = "N", default_value = "1e9", value_parser = heap, requires = "extend")]
    pub(crate) up_to: u64,
    /// Stop each game after this time; games that were already computed for longer are skipped
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = bounds::time, requires = "extend")]
    pub(crate) game_timeout: Duration,
    /// Also compute this many first values by enumerating all options of every heap, and compare them
    #[arg(long, value_name = "N", default_value = "0", value_parser = heap, requires = "extend")]
    pub(crate) compare: u64,
    /// Add the certificates of proved periods, up to 20 kB each, to this file, which `winways verify-certificate` checks
    #[arg(long, value_name = "FILE", requires = "extend")]
    pub(crate) certificates: Option<PathBuf>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = AtlasFormat::Text)]
    pub(crate) format: AtlasFormat,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Bench {
    /// Run only the cases whose names contain one of these strings
    #[arg(long, value_name = "NAME", num_args = 1..)]
    pub(crate) only: Vec<String>,
    /// List the names of the cases without running them
    #[arg(long)]
    pub(crate) list: bool,
    /// Also show the checksums of the parts of a case
    #[arg(long)]
    pub(crate) verbose: bool,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = BenchFormat::Text)]
    pub(crate) format: BenchFormat,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Repl {
    #[command(flatten)]
    pub(crate) games: MoreGames,
    #[command(flatten)]
    pub(crate) format: FormatArgument,
    /// The limits of each line
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    pub(crate) graph: Edges,
    /// Allow expressions to name rule files, such as `tri.game(1,2)`; without this option no request can read a file
    #[arg(long)]
    pub(crate) read_rule_files: bool,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    /// The limits of each request, which may ask for less
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct Web {
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 7878)]
    pub(crate) port: u16,
    /// The address to listen on; an address that other machines can reach, such as 0.0.0.0, needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// The token that every request must contain, at least 16 letters and digits; if omitted and other machines can reach the
    /// server, one is generated and printed
    #[arg(long, value_name = "TOKEN", env = "WINWAYS_TOKEN", hide_env_values = true)]
    pub(crate) token: Option<String>,
    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    /// Add the games of the rule files in this directory, which are read once
    #[arg(long, value_name = "DIR")]
    pub(crate) games: Option<PathBuf>,
    /// The time limit of each request, which may ask for less: 10s, 2m
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = bounds::time)]
    pub(crate) timeout: Duration,
    /// The memory limit of all requests together, divided equally among them
    #[command(flatten)]
    pub(crate) memory: Memory,
    /// The number of short requests processed at once; by default the number of processors
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// The maximum number of concurrent tasks, which are requests of more than a second
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) tasks: u16,
    /// The maximum number of short requests that wait for their turn
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) waiting: u16,
    /// The maximum number of concurrent connections; at most a quarter of them from any one other machine
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) connections: u16,
    /// The maximum length of the body of a request
    #[arg(long, value_name = "SIZE", default_value = "1MiB")]
    pub(crate) body: ByteSize,
}

#[derive(Args)]
#[command(mut_arg("timeout", |timeout| timeout.help("The time limit of each move of the program, which then plays the best move found so far: 10s, 2m")))]
pub(crate) struct PlayArguments {
    /// A name from the catalogue, a code, or the path of a rule file; if omitted, you choose from a list
    pub(crate) game: Option<String>,
    /// The starting position, in the game's notation; by default the game's usual starting position
    pub(crate) position: Vec<String>,
    #[command(flatten)]
    pub(crate) graph: Graph,
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    /// The side that starts; by default you
    #[arg(long, value_enum)]
    pub(crate) first: Option<First>,
    /// Your player, by its name in the game: left or right, white or black, x or o; by default Left, or the player who starts
    #[arg(long, value_name = "NAME")]
    pub(crate) side: Option<String>,
    /// The opponents: you against the program, two people, or the program against itself
    #[arg(long, value_enum, default_value_t = Opponents::Engine)]
    pub(crate) opponent: Opponents,
    /// The strength of the program, from 1 to 10: at level N, 10 - N of every 10 moves are random; level 10 never errs
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u8).range(1..=10))]
    pub(crate) level: u8,
    /// Write the match to this file after every move, as plain text; an existing file is replaced; the next match, after `new`, goes to FILE-2
    #[arg(long, value_name = "FILE")]
    pub(crate) record: Option<PathBuf>,
    /// Continue the match in this file, written by --record or by hand
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "position", "misere", "tokens"])]
    pub(crate) replay: Option<PathBuf>,
    /// The seed for the program's choice among equally good moves
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) tables: TablesArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct QuizArguments {
    /// The topic: winner, move, nim-value, number, heat (hot, tepid or cold), form (canonical forms) or comparison (with
    /// numbers such as 1/3); by default all in turn
    pub(crate) topic: Option<String>,
    /// Ask only about positions of one game, given by any of its names or the path of its rule file
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// The difficulty: easy, medium or hard; by default the exercises begin easy and get harder
    #[arg(long)]
    pub(crate) level: Option<String>,
    /// The seed: the same seed gives the same exercises; by default they differ every time
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// The number of exercises
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=1000))]
    pub(crate) questions: u64,
    /// Ask the exercises, or print them with their answers
    #[arg(long, value_enum, default_value_t = QuizFormat::Text)]
    pub(crate) format: QuizFormat,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct PuzzleArguments {
    /// The puzzle of this day, such as 2026-11-24; without --date, --seed, --game and --rating, the puzzle of today (UTC)
    #[arg(long, conflicts_with_all = ["seed", "game", "rating"])]
    pub(crate) date: Option<String>,
    /// The seed: the same seed gives the same puzzle
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Use only positions of one game, given by any of its names or the path of its rule file
    #[arg(long, value_name = "NAME")]
    pub(crate) game: Option<String>,
    /// The desired rating: 700 is easy, 1500 is hard
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(500..=2500))]
    pub(crate) rating: Option<u32>,
    /// Ask the puzzle, or print it with its solution
    #[arg(long, value_enum, default_value_t = QuizFormat::Text)]
    pub(crate) format: QuizFormat,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct Verify {
    /// The names of theorems or games; `winways verify --list` lists them
    #[arg(required_unless_present_any = ["all", "list"])]
    pub(crate) names: Vec<String>,
    /// Verify everything
    #[arg(long, conflicts_with = "names")]
    pub(crate) all: bool,
    /// List the names
    #[arg(long, conflicts_with_all = ["names", "all"])]
    pub(crate) list: bool,
    /// The size up to which all cases are compared: 200, 1e6, 10^6
    #[arg(long, value_name = "N", value_parser = number)]
    pub(crate) up_to: Option<u64>,
    #[command(flatten)]
    pub(crate) graph: Edges,
    #[command(flatten)]
    pub(crate) format: FormatArgument,
    #[command(flatten)]
    pub(crate) limits: Limits,
}

#[derive(Args)]
pub(crate) struct VerifyCertificate {
    /// A file with certificates, which `winways table --certificate` or `winways atlas --certificates` wrote
    pub(crate) file: PathBuf,
    /// The rule file of the game, if the game is not in the catalogue
    #[arg(long)]
    pub(crate) game: Option<String>,
    /// Check only the values after K of the certificate's windows, for periods too long to derive again. Certificates without
    /// windows are checked completely
    #[arg(long, value_name = "K")]
    pub(crate) sample: Option<u64>,
    /// The seed for the choice of windows
    #[arg(long, default_value_t = 1, requires = "sample")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct Judge {
    /// The problem, named after its judge and number, such as hdu1846
    #[arg(required_unless_present = "list")]
    pub(crate) problem: Option<String>,
    /// List all problems, or show one problem in full
    #[arg(long)]
    pub(crate) list: bool,
    /// Read the input from a file
    #[arg(long, value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) bounds: Bounds,
}

#[derive(Args)]
pub(crate) struct Games {
    /// The game to describe, by any of its names
    pub(crate) game: Option<String>,
    /// List the games whose names, rules, theorems or sources contain these words
    #[arg(long, value_name = "WORDS", num_args = 1.., conflicts_with = "game")]
    pub(crate) search: Option<Vec<String>>,
    #[command(flatten)]
    pub(crate) format: FormatArgument,
    /// Show the compiler's findings about a rule file with pictures: symmetries, why play ends, the components
    #[arg(long, requires = "game", conflicts_with = "search")]
    pub(crate) explain: bool,
}

/// The options of a question about a position or an expression.
#[derive(Args)]
pub(crate) struct Question {
    /// Misère play: the player who cannot move wins
    #[arg(long)]
    pub(crate) misere: bool,
    /// Show the derivation step by step
    #[arg(long)]
    pub(crate) explain: bool,
    /// Allow theorems, or search everything
    #[arg(long, value_enum, default_value_t = Method::Auto)]
    pub(crate) method: Method,
    /// The maximum number of winning moves listed (all are counted)
    #[arg(long, value_name = "N", default_value = "1000", value_parser = length)]
    pub(crate) moves: usize,
    /// Compute only who wins: large boards are often decided long before their value or all winning moves are known
    #[arg(long)]
    pub(crate) outcome_only: bool,
    /// Compute nim-values of large heaps from an unproved pattern of the first values; the answer names the pattern
    #[arg(long)]
    pub(crate) conjecture: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Method {
    /// The cheapest method that answers
    Auto,
    /// Exhaustive search directly from the rules
    Search,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    /// You
    Me,
    /// The program
    #[value(alias = "you")]
    Opponent,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Opponents {
    /// You play against the program
    #[value(alias = "one")]
    Engine,
    /// Two people play
    None,
    /// The program plays against itself
    Both,
}

/// Parses a number of tokens: digits or a power, such as `10000`, `1e4` or `10^4`.
fn heap(text: &str) -> Result<u64, String> {
    whole_number(text)
        .filter(|&heap| heap <= u64::MAX >> 1)
        .ok_or_else(|| "expected a number of tokens below 2^63, such as 200, 1e9 or 10^9".to_owned())
}

/// Parses a number in the notation of positions: digits or a power, such as `10000`, `1e4` or `10^4`.
fn number(text: &str) -> Result<u64, String> {
    whole_number(text).ok_or_else(|| "expected a number below 2^64, such as 200, 1e9 or 10^9".to_owned())
}

/// Parses a length in the notation of [`number`]. A length beyond `usize::MAX` becomes `usize::MAX`.
fn length(text: &str) -> Result<usize, String> {
    number(text).map(|length| usize::try_from(length).unwrap_or(usize::MAX))
}

impl Table {
    /// Returns the game, or an empty string if none was given.
    pub(crate) fn game(&self) -> &str {
        self.game.as_deref().unwrap_or_default()
    }
}

impl Question {
    /// Returns the request for the engine: misère play if it is requested, else normal play.
    pub(crate) fn request(&self, limits: &Limits) -> Request<'static> {
        Request::default()
            .play(if self.misere { Play::Misere } else { Play::Normal })
            .theorems(match self.method {
                Method::Auto => Theorems::Use,
                Method::Search => Theorems::Ignore,
            })
            .detail(if self.explain { Detail::Full } else { Detail::Brief })
            .moves(self.moves)
            .outcome_only(self.outcome_only)
            .conjecture(self.conjecture)
            .budget(limits.budget())
    }
}
