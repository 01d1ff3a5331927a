//! Pictures in files, in the format given by the extension of the file name.

use crate::Failure;
use anyhow::Context;
use std::path::Path;
use winways::pictures::{DrawError, PictureFormat, Scene};

/// Checks, before the work begins, that the file name has the extension of a picture format.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    format(path)?;
    Ok(crate::durable::check(path)?)
}

/// Writes a picture to a file.
pub(crate) fn write(path: &Path, picture: &Scene) -> Result<(), Failure> {
    let bytes = picture.encode(format(path)?)?;
    Ok(std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?)
}

fn format(path: &Path) -> Result<PictureFormat, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    PictureFormat::of_file(&name).map_err(|error: DrawError| Failure::usage(error.to_string()))
}
