//! Formats of answers.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct FormatArgument {
    /// The format of the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// A header, and a record for each move
    Csv,
    /// A LaTeX table, for a paper
    Latex,
}

/// A format of moves.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MovesFormat {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// A header, and a record for each move
    Csv,
}

/// A language of tables as source code.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Python 3
    Python,
    /// C++17
    Cpp,
    /// Rust 2021
    Rust,
}

impl From<Language> for winways::tables::CodeLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::Python => winways::tables::CodeLanguage::Python,
            Language::Cpp => winways::tables::CodeLanguage::Cpp,
            Language::Rust => winways::tables::CodeLanguage::Rust,
        }
    }
}

/// A format of values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalFormat {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// A JSON object for each line, printed immediately, for programs: {"id": 1, "answer": ...}, or "error"; the id is the
    /// line's number
    Jsonl,
    /// A header, and a record for each move, or for each entry of a list
    Csv,
    /// A LaTeX table, for a paper
    Latex,
    /// A line `n a(n)` for each entry of a list of integers or pairs `[n, a(n)]`, as in the OEIS; nimbers are numbers
    Bfile,
}

impl EvalFormat {
    /// Returns the corresponding [`Format`], or `None` for lines of JSON and b-files.
    pub(crate) fn of_answers(self) -> Option<Format> {
        match self {
            EvalFormat::Text => Some(Format::Text),
            EvalFormat::Json => Some(Format::Json),
            EvalFormat::Jsonl | EvalFormat::Bfile => None,
            EvalFormat::Csv => Some(Format::Csv),
            EvalFormat::Latex => Some(Format::Latex),
        }
    }
}

/// A format of tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// A header, and a record for each heap
    Csv,
    /// A line `n g(n)` for each heap, as in the Encyclopedia of Integer Sequences
    Bfile,
    /// A LaTeX table, for a paper
    Latex,
}

/// A format of the atlas.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtlasFormat {
    /// Text for people
    Text,
    /// A JSON list
    Json,
    /// A header, and a record for each code; a code with `same_as` has its numbers in the record of that code
    Csv,
}

/// A format of the census.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CensusFormat {
    /// Text for people
    Text,
    /// A JSON object
    Json,
    /// A header, and a record for each set
    Csv,
    /// A LaTeX table, for a paper
    Latex,
}

/// A format of exercises.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuizFormat {
    /// Exercises one by one, with answers read from stdin
    Text,
    /// A JSON list, with the answers
    Json,
}

/// A format of benchmarks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// A line for each case
    Text,
    /// A JSON object
    Json,
}
