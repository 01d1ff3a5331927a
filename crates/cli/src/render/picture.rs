//! Scenes in files: SVG, PNG or TikZ, as the end of the file's name says.

use crate::Failure;
use anyhow::Context;
use std::path::Path;
use winways::Scene;

/// The formats of pictures.
enum Format {
    Svg,
    Png,
    Tikz,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Format::Svg),
            Some("png") => Ok(Format::Png),
            Some("tex") => Ok(Format::Tikz),
            _ => Err(Failure::usage("the picture's file must end in .svg, .png or .tex")),
        }
    }
}

/// Whether a picture can be written into a file of that name, which is asked before the work begins.
pub(crate) fn check(path: &Path) -> Result<(), Failure> {
    Format::of(path).map(|_| ())
}

/// Writes a scene.
pub(crate) fn write(path: &Path, scene: &Scene) -> Result<(), Failure> {
    let bytes = match Format::of(path)? {
        Format::Svg => scene.svg().into_bytes(),
        Format::Png => scene.png()?,
        Format::Tikz => scene.tikz().into_bytes(),
    };
    Ok(std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))?)
}
