//! Pictures in files, in the format that the end of a file's name says.

use crate::Failure;
use anyhow::Context;
use std::path::Path;
use winways::{DrawError, Picture, PictureFormat};

/// Whether a picture can be written into a file of that name, which is asked before the work begins.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    format(path).map(|_| ())
}

/// Writes a picture.
pub(crate) fn write(path: &Path, picture: &dyn Picture) -> Result<(), Failure> {
    let bytes = picture.written_as(format(path)?)?;
    Ok(std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?)
}

fn format(path: &Path) -> Result<PictureFormat, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    PictureFormat::of_file(&name).map_err(|error: DrawError| Failure::usage(error.to_string()))
}
