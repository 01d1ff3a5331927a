//! The formats of answers.

use clap::{Args, ValueEnum};

#[derive(Args)]
pub(crate) struct FormatArgument {
    /// The format of the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub(crate) format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Text,
    /// One object
    Json,
    /// A header, and a record for each move
    Csv,
    /// A table for a paper
    Latex,
}

/// The languages of tables as source code.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// Python 3
    Python,
    /// C++17
    Cpp,
    /// Rust 2021
    Rust,
}

impl From<Language> for winways::CodeLanguage {
    fn from(language: Language) -> Self {
        match language {
            Language::Python => winways::CodeLanguage::Python,
            Language::Cpp => winways::CodeLanguage::Cpp,
            Language::Rust => winways::CodeLanguage::Rust,
        }
    }
}

/// The formats of values.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// One object for each line, at once, for programs: {"id": 1, "answer": ...}, or "error"; the id is the line's number
    Jsonl,
    /// A header, and a record for each move; of a list a record for each entry
    Csv,
    /// A table for a paper
    Latex,
    /// Of a list of integers, or of pairs `[n, a(n)]`: a line `n a(n)` each, as in the OEIS; nimbers are numbers
    Bfile,
}

impl EvalFormat {
    /// As one of the formats of all answers; `None` for lines of JSON and for b-files.
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

/// The formats of tables.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// A header, and a record for each heap
    Csv,
    /// A line `n g(n)` for each heap, as the Encyclopedia of Integer Sequences has them
    Bfile,
    /// A table for a paper
    Latex,
}

/// The formats of the census.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CensusFormat {
    /// For people
    Text,
    /// One object
    Json,
    /// A header, and a record for each set
    Csv,
    /// A table for a paper
    Latex,
}

/// The formats of exercises.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum QuizFormat {
    /// Asked one by one, with answers from stdin
    Text,
    /// One list, with the answers
    Json,
}

/// The formats of benchmarks.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// A line for each case
    Text,
    /// One object
    Json,
}
