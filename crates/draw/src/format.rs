//! The formats of pictures.

use crate::DrawError;

/// A format in which every picture can be written.
///
/// ```
/// use winways_draw::{DrawError, PictureFormat};
///
/// assert_eq!(PictureFormat::of_file("kayles.svg"), Ok(PictureFormat::Svg));
/// assert_eq!(PictureFormat::of_file("paper/kayles.TEX"), Ok(PictureFormat::Tikz));
/// assert_eq!(PictureFormat::of_file("kayles.jpg"), Err(DrawError::UnknownFormat));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PictureFormat {
    /// Scalable Vector Graphics, for web pages; `.svg`.
    Svg,
    /// Portable Network Graphics; `.png`.
    Png,
    /// TikZ, for LaTeX documents that use the package `tikz`; `.tex`.
    Tikz,
    /// Plain characters, for a terminal; `.txt`.
    Text,
}

impl PictureFormat {
    /// Returns the format given by the extension of a file name.
    ///
    /// # Errors
    /// Returns [`DrawError::UnknownFormat`] if the extension is missing or unknown. The message lists the formats.
    pub fn of_file(name: &str) -> Result<PictureFormat, DrawError> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("svg") => Ok(PictureFormat::Svg),
            Some("png") => Ok(PictureFormat::Png),
            Some("tex") => Ok(PictureFormat::Tikz),
            Some("txt") => Ok(PictureFormat::Text),
            _ => Err(DrawError::UnknownFormat),
        }
    }
}
