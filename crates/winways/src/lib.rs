//! A combinatorial-game engine: given a game and a position, computes who wins, the value of the position, the
//! winning moves, and the reasons.
//!
//! This crate is the public façade of the engine. Every front end calls it, and all of them get the same
//! [`Analysis`].
//!
//! ```
//! use winways::{Catalogue, NoObserver, Outcome, Position, Request, analyse};
//!
//! let catalogue = Catalogue::new();
//! let position = Position::of_game(&*catalogue.game("nim")?, "7 8 9")?;
//! let analysis = analyse(&position, &Request::default(), &NoObserver);
//! assert_eq!(analysis.outcome, Some(Outcome::Next));
//! assert_eq!(analysis.value.map(|value| value.to_string()), Some("*6".to_owned()));
//! let moves = analysis.moves.unwrap();
//! assert_eq!(moves.listed[0].text(), "heap 7 -> 1");
//! assert_eq!(position.after(&moves.listed[0]).to_string(), "nim(1,8,9)");
//! # Ok::<(), winways::Diagnostic>(())
//! ```

#![forbid(unsafe_code)]

mod analyse;
mod bench;
mod catalogue;
mod certificate;
mod counts;
mod database;
mod evaluate;
mod outcome;
pub mod own_game;
mod playing;
mod position;
mod quiz;
pub mod service;
mod session;
mod shortened;
mod table;
mod verify;
pub mod wire;

pub use analyse::{
    AfterMove, Analysis, Analyst, Assumption, GameValue, Kept, Method, MethodKind, MethodName, MoveList,
    Request, Tables, Value, ValueKind, analyse,
};
pub use bench::{BenchCase, BenchError, BenchPart, BenchResult, bench_cases, bench_checksum};
pub use catalogue::Catalogue;
pub use certificate::{
    Certificate, CertificateError, CertificateFailure, CheckFailure, Checked, check_certificate,
    check_certificate_of,
};
pub use counts::{counts_lines, farthest_line, in_plies};
#[cfg(feature = "cluster")]
pub use database::ProcessGroup;
pub use database::{
    BuildError, Database, DatabaseBuild, DatabaseError, DatabaseFailure, DatabaseIdentity, DatabaseInfo,
    DatabaseRequest, Databases, FileCheck, ListedPosition, Milestone, PositionFilter, PositionList,
    StorageError, TransportError, ValueCheckFailure, check_files, list_databases,
};
pub use evaluate::{Answer, Calculator, EvaluationError, Expression, Function, GameSummary, Object};
pub use outcome::{Outcome, Prospect};
pub use playing::{
    Advice, BestLine, Called, Choice, HowEnded, Level, LineMove, Match, MatchEnd, Misread, MoveReader,
    Numbering, Opponent, Record, Turn,
};
pub use position::{Position, PositionMove};
pub use quiz::{Difficulty, Exercise, Judgement, Quiz, Topic};
pub use session::{Reply, Session};
pub use table::{
    CodeLanguage, Findings, HeapTable, Listing, OutcomeTable, PairCode, PairFindings, PairTable,
    PartizanHeapTable, RowPeriod, TableCode, TripleTable, ValuePattern,
};
pub use verify::{Subject, Verdict, Verification, example, example_arguments, example_command};

pub use winways_draw::{
    Chart, DrawError, Glyphs, Paint, Picture, PictureFormat, PlotBreakpoint, Repetition, Scene,
    ThermographPlot, tex_text,
};
pub use winways_games::graphs::graph::GraphError;
pub use winways_games::ranked::rank_numbering;
pub use winways_games::{Group, NamedGame, OpenGame, Relevance, entries, groups, open_games, other_names};
pub use winways_games::{find as find_game, search as search_games};
pub use winways_kit::Entry;
pub use winways_kit::{AnyBoard, AnyGame, AnyPosition, RankedPosition};
pub use winways_kit::{Detail, Page, Theorem};
pub use winways_notation::{Diagnostic, LineColumn, Span, nearest, whole_number};
pub use winways_problems::{JudgeError, Problem, find as find_problem, problems};
pub use winways_rulefile::{Finding, explain as explain_rules};
pub use winways_rules::{End, Objective, Play, Player, RuleFault};
pub use winways_solve::{
    Automaton, Budget, CheckpointError, Conjecture, Counts, EarlyAnswer, Keep, NoObserver, Observer, Pattern,
    PatternStatus, Period, Progress, ProofStatus, RecordKind, SolvedRanks, SolvedValue, Standing, StopReason,
    Stopped, Theorems, census,
};
pub use winways_values::{
    Arena, ArenaError, Breakpoint, Dyadic, Follower, Game, GameOptions, GameOutcome, Interrupt, Interruption,
    Nimber, OperationError, Operations, Parity, ParseDyadicError, Relation, TextLimits, Thermograph, Wall,
};
