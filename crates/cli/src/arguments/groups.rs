//! Groups of arguments that several commands have.

use super::bounds::Bounds;
use crate::failure::Failure;
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use winways::{Budget, Databases, Request, Theorems};

/// Where solved boards are.
#[derive(Args)]
pub(crate) struct TablesArgument {
    /// Where play may cycle, ask the tables below this directory before solving a board
    #[arg(long, value_name = "DIR", env = "WINWAYS_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

impl TablesArgument {
    /// The directory that they are below, if one is named.
    pub(crate) fn directory(&self) -> Option<&Path> {
        self.tables.as_deref()
    }

    /// The tables, if there are to be any; each takes a part of so much memory.
    pub(crate) fn open(&self, memory: u64) -> Result<Option<Databases>, Failure> {
        let Some(directory) = &self.tables else { return Ok(None) };
        std::fs::read_dir(directory)
            .with_context(|| format!("cannot read the directory {}", directory.display()))?;
        Ok(Some(Databases::below_within(directory, memory)))
    }
}

/// The request, where what was solved before may answer, unless everything is to be searched.
pub(crate) fn with_tables<'t>(request: Request<'t>, tables: &'t Option<Databases>) -> Request<'t> {
    match (tables, request.theorems) {
        (Some(tables), Theorems::Use) => Request { tables: Some(tables), ..request },
        _ => request,
    }
}

/// A graph of one's own.
#[derive(Args)]
pub(crate) struct Edges {
    /// The edges of the game `graph`, a line `u v` each, from a file
    #[arg(long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
}

/// Games that expressions may use beside the built-in ones.
#[derive(Args)]
pub(crate) struct MoreGames {
    #[command(flatten)]
    pub(crate) edges: Edges,
    /// A rule file, whose game expressions call by its `name:`; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
}

/// A graph of one's own with its tokens.
#[derive(Args)]
pub(crate) struct Graph {
    #[command(flatten)]
    pub(crate) edges: Edges,
    /// The vertices of the tokens: the position of the game `graph`
    #[arg(long, value_name = "V,V,...", conflicts_with = "position")]
    pub(crate) tokens: Option<String>,
}

/// What the work may use.
#[derive(Args)]
pub(crate) struct Limits {
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    /// Worker threads; the results are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
}

impl Limits {
    pub(crate) fn budget(&self) -> Budget {
        Budget { threads: usize::from(self.threads), ..self.bounds.budget() }
    }
}
