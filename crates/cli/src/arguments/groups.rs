//! Groups of arguments shared by several commands.

use super::bounds::Bounds;
use crate::failure::Failure;
use anyhow::Context;
use clap::Args;
use std::path::{Path, PathBuf};
use winways::tables::Databases;
use winways::{Budget, Request, Theorems};

/// The directory of solved boards.
#[derive(Args)]
pub(crate) struct TablesArgument {
    /// Look up boards where play may cycle in the tables below this directory before solving them
    #[arg(long, value_name = "DIR", env = "WINWAYS_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

impl TablesArgument {
    /// Returns the directory of the tables, if one is given.
    pub(crate) fn directory(&self) -> Option<&Path> {
        self.tables.as_deref()
    }

    /// Opens the tables, if a directory is given, with a memory limit in bytes.
    pub(crate) fn open(&self, memory: u64) -> Result<Option<Databases>, Failure> {
        let Some(directory) = &self.tables else { return Ok(None) };
        std::fs::read_dir(directory)
            .with_context(|| format!("cannot read the directory {}", directory.display()))?;
        Ok(Some(Databases::below_within(directory, memory)))
    }
}

/// Adds the tables to the request, unless it asks for exhaustive search.
pub(crate) fn with_tables<'t>(request: Request<'t>, tables: &'t Option<Databases>) -> Request<'t> {
    match (tables, request.theorems) {
        (Some(tables), Theorems::Use) => request.tables(Some(tables)),
        _ => request,
    }
}

/// A user-defined graph.
#[derive(Args)]
pub(crate) struct Edges {
    /// A file with the edges of the game `graph`, one edge `u v` per line
    #[arg(long, value_name = "FILE")]
    pub(crate) edges: Option<PathBuf>,
}

/// Additional games for expressions.
#[derive(Args)]
pub(crate) struct MoreGames {
    #[command(flatten)]
    pub(crate) edges: Edges,
    /// A rule file; expressions refer to its game by its `name:`; may be given more than once
    #[arg(long, value_name = "FILE")]
    pub(crate) rules: Vec<PathBuf>,
}

/// A user-defined graph with tokens.
#[derive(Args)]
pub(crate) struct Graph {
    #[command(flatten)]
    pub(crate) edges: Edges,
    /// The vertices of the tokens: the position of the game `graph`
    #[arg(long, value_name = "V,V,...", conflicts_with = "position")]
    pub(crate) tokens: Option<String>,
}

/// Limits of time, memory and threads.
#[derive(Args)]
pub(crate) struct Limits {
    #[command(flatten)]
    pub(crate) bounds: Bounds,
    /// The number of worker threads; the results are the same for any number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
}

impl Limits {
    pub(crate) fn budget(&self) -> Budget {
        Budget { threads: usize::from(self.threads), ..self.bounds.budget() }
    }
}
