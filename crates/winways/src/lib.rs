//! A combinatorial-game engine: given a game and a position, computes who wins, the value of the position, the
//! winning moves, and the reasons. All answers are exact. Every front end calls this crate.
//!
//! # Who wins, and by which move?
//!
//! A [`Catalogue`] looks up games, a [`Position`] is a position or a sum of positions, and a [`Request`] specifies the
//! question.
//!
//! ```
//! use winways::{Catalogue, NoObserver, Outcome, Position, Request, analyse};
//! let catalogue = Catalogue::new();
//! let position = Position::of_expression(&catalogue, "nim(7,8,9)")?;
//! let analysis = analyse(&position, &Request::default(), &NoObserver);
//! assert_eq!(analysis.outcome, Some(Outcome::Next));
//! let moves = analysis.moves.unwrap();
//! assert_eq!(position.move_name(&moves.listed[0]), "heap 7 -> 1");
//! assert_eq!(position.after(&moves.listed[0]).to_string(), "nim(1,8,9)");
//! # Ok::<(), winways::Diagnostic>(())
//! ```
//!
//! # What is it worth?
//!
//! A [`Calculator`] evaluates expressions with games, numbers and positions. [`values`] provides the same operations
//! for programs.
//!
//! ```
//! use winways::{Budget, Calculator, Catalogue, NoObserver};
//! let catalogue = Catalogue::new();
//! let mut calculator = Calculator::new(&catalogue, Budget::DEFAULT);
//! for (expression, value) in [
//!     ("{3|-1} + ^", "{3+^|-1+^}"),
//!     ("temperature({3|-1})", "2"),
//!     ("canonical(domineering(\"..|..\"))", "+-1"),
//! ] {
//!     assert_eq!(calculator.evaluate(expression, &NoObserver).unwrap().text().unwrap(), value);
//! }
//! ```
//!
//! # How does the sequence continue?
//!
//! [`tables`] computes values of heaps with their periods and certificates, and solves games on disk.
//!
//! ```
//! use winways::tables::{HeapTable, Keep};
//! use winways::{Budget, Catalogue, NoObserver};
//! let kayles = Catalogue::new().game("kayles")?;
//! let mut table = HeapTable::new(&*kayles, Keep::All, Budget::DEFAULT, &NoObserver)?;
//! table.extend_and_prove(200, &NoObserver).unwrap();
//! let pattern = table.pattern().unwrap();
//! assert_eq!((pattern.preperiod, pattern.period), (71, 12));
//! assert_eq!(pattern.status.to_string(), "proved (Guy–Smith)");
//! # Ok::<(), winways::Diagnostic>(())
//! ```
//!
//! # How do I ask about a game of my own?
//!
//! A few lines of rules define a game. To write the rules in Rust, implement a trait of [`custom`].
//!
//! ```
//! use winways::{Catalogue, NoObserver, Position, Request, analyse};
//! let game = Catalogue::new().game_of_text("heap n -> n-1 where n >= 1\nheap n -> m where 2*m = n, n >= 3")?;
//! let position = Position::of_game(&*game, "6 9")?;
//! let value = analyse(&position, &Request::default(), &NoObserver).value.unwrap();
//! assert_eq!(value.to_string(), "*2");
//! # Ok::<(), winways::Diagnostic>(())
//! ```
//!
//! # How do I limit the work?
//!
//! A [`Budget`] limits memory and work, and an [`Observer`] receives the progress and can stop the work. The result computed so
//! far is returned.
//!
//! ```
//! use winways::{Budget, Catalogue, NoObserver, Position, Request, analyse};
//! let cram = Catalogue::new().game("cram")?;
//! let position = Position::of_game(&*cram, "5x7")?;
//! let budget = Budget { options: Some(10_000), ..Budget::DEFAULT };
//! let analysis = analyse(&position, &Request::default().budget(budget), &NoObserver);
//! assert!(analysis.stopped.is_some());
//! # Ok::<(), winways::Diagnostic>(())
//! ```

#![forbid(unsafe_code)]

mod analyse;
mod atlas;
mod bench;
mod catalogue;
mod certificate;
mod counts;
pub mod custom;
#[cfg(feature = "database")]
mod database;
mod evaluate;
mod loopy_positions;
mod outcome;
mod playing;
mod position;
mod quiz;
mod quotients;
pub mod service;
mod session;
mod shortened;
mod table;
mod verify;
pub mod wire;

pub use analyse::{
    AfterMove, Analysis, Analyst, Assumption, Cache, GameValue, Method, MethodKind, MethodName, MoveList,
    Request, Tables, Value, ValueFact, ValueKind, analyse,
};
pub use catalogue::Catalogue;
pub use evaluate::{Answer, Calculator, EvaluationError};
pub use outcome::Outcome;
pub use position::{Position, PositionMove};
pub use session::{Reply, Session};
pub use winways_kit::Detail;
pub use winways_notation::{Diagnostic, Span};
pub use winways_rules::{Play, Player};
pub use winways_solve::{Budget, NoObserver, Observer, Progress, StopReason, Stopped, Theorems};
pub use winways_values::{Dyadic, Game, Nimber};

/// Games: the catalogue's pages, contest problems, and the verification of theorems.
pub mod games {
    pub use crate::verify::{
        Subject, Verdict, Verification, example, example_arguments, example_command, shell_arguments,
    };
    pub use winways_games::graphs::graph::GraphError;
    pub use winways_games::ranked::rank_numbering;
    pub use winways_games::{
        AtlasError, AtlasRow, Group, NamedGame, OpenGame, Relevance, ShiftedCode, atlas, entries, groups,
        open_games, other_names,
    };
    pub use winways_games::{find as find_game, search as search_games};
    pub use winways_kit::{AnyBoard, AnyGame, AnyPosition, Entry, Page, RankedPosition, Theorem};
    pub use winways_problems::{JudgeError, Problem, find as find_problem, problems};
    pub use winways_rulefile::{Finding, explain as explain_rules};
}

/// Values of games, the operations on them, and the objects of the calculator.
pub mod values {
    pub use crate::analyse::LoopyPositionValue;
    pub use crate::evaluate::{Expression, Function, GameSummary, LoopyGame, Object};
    pub use winways_values::{
        Arena, ArenaError, Breakpoint, Follower, GameOptions, GameOutcome, OperationError, Operations,
        Parity, ParseDyadicError, Relation, TextLimits, Thermograph, Wall,
    };
}

/// Products and inverses of slices in the nim field of 64 bits, and in its subfields of 8, 16 and 32 bits.
pub mod nim {
    pub use winways_numbers::nim::{invert_all_u64, multiply_all_u64};
}

/// Tables: values of heaps, pairs and triples with their patterns and certificates, and solved games on disk.
pub mod tables {
    pub use crate::atlas::{ExtendedRow, compare_atlas_row, extend_atlas_row};
    pub use crate::certificate::{
        Certificate, CertificateError, CertificateFailure, CheckFailure, Checked, check_certificate,
        check_certificate_of,
    };
    #[cfg(feature = "cluster")]
    pub use crate::database::ProcessGroup;
    #[cfg(feature = "database")]
    pub use crate::database::{
        BuildError, Database, DatabaseBuild, DatabaseError, DatabaseFailure, DatabaseIdentity, DatabaseInfo,
        DatabaseRequest, Databases, FileCheck, ListedPosition, Milestone, PositionFilter, PositionList,
        StorageError, TransportError, ValueCheckFailure, check_files, list_databases,
    };
    pub use crate::table::{
        CodeLanguage, CodeQuery, ExpressionTable, Findings, HeapTable, Listing, OutcomeTable, PairTable,
        PartizanHeapTable, QuotientTable, RowPeriod, TableCell, TableCode, TableError, TableKind, TableQuery,
        Tabulation, TripleTable, ValuePattern, ValueTable, VariableRange,
    };
    pub use winways_rules::{End, Objective};
    pub use winways_solve::{
        Automaton, CheckpointError, Conjecture, Counts, Keep, Pattern, PatternStatus, Period, ProofStatus,
        RecordKind, SolvedRanks, SolvedValue, Standing, census,
    };
}

/// Matches against an opponent, lines of play, and exercises.
pub mod play {
    pub use crate::outcome::Prospect;
    pub use crate::playing::{
        Advice, BestLine, Called, Choice, HowEnded, Level, LineMove, Match, MatchEnd, Misread, MoveReader,
        Numbering, Opponent, Record, Turn,
    };
    pub use crate::quiz::{
        Difficulty, Exercise, Judgement, NoPuzzle, Puzzle, PuzzleDate, Puzzles, Quiz, Topic,
    };
}

/// Pictures of positions, thermographs and charts.
pub mod pictures {
    pub use winways_draw::{
        DrawError, Glyphs, Paint, PictureFormat, Repetition, Scene, ThermographPlot, counts_chart,
        pairs_chart, sequence_chart,
    };
}

/// Limits for long work, interruption, and early answers.
pub mod limits {
    pub use winways_rules::RuleFault;
    pub use winways_solve::EarlyAnswer;
    pub use winways_values::{Interrupt, Interruption};
}

/// Helpers for text: lines and columns, numbers, and similar names.
pub mod text {
    pub use winways_notation::{LineColumn, nearest, whole_number};
}

/// Internal items for the front ends of this project. They may change at any time.
#[doc(hidden)]
pub mod internal {
    pub use crate::bench::{BenchCase, BenchError, BenchPart, BenchResult, bench_cases, bench_checksum};
    pub use crate::counts::{counts_lines, farthest_line, in_plies};
    pub use winways_draw::tex_text;
}

// Within the crate, all names are available at the root.
pub(crate) use games::*;
pub(crate) use internal::*;
pub(crate) use limits::EarlyAnswer;
pub(crate) use pictures::*;
pub(crate) use play::*;
pub(crate) use tables::*;
pub(crate) use text::*;
pub(crate) use values::*;
