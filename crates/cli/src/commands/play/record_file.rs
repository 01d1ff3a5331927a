//! The files in which matches are recorded.

use crate::Failure;
use anyhow::Context;
use std::path::{Path, PathBuf};
use winways::play::Match;

/// The record files of a session, one per match.
pub(super) struct RecordFile {
    path: PathBuf,
    game: String,
    matches: usize,
}

impl RecordFile {
    /// Prepares the record files for matches of `game`, beginning with the first match. Nothing is written yet.
    pub(super) fn new(path: &Path, game: &str) -> RecordFile {
        RecordFile { path: path.to_owned(), game: game.to_owned(), matches: 1 }
    }

    /// Writes the match so far.
    pub(super) fn write(&self, game: &Match) -> Result<(), Failure> {
        let path = self.path();
        std::fs::write(&path, game.record(&self.game))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(())
    }

    /// Switches to the file of the next match.
    pub(super) fn begin_next(&mut self) {
        self.matches += 1;
    }

    fn path(&self) -> PathBuf {
        if self.matches == 1 {
            return self.path.clone();
        }
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy();
        let end = self.path.extension().map(|end| format!(".{}", end.to_string_lossy()));
        self.path.with_file_name(format!("{stem}-{}{}", self.matches, end.unwrap_or_default()))
    }
}
