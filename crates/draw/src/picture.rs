//! The formats of pictures.

use crate::{Chart, DrawError, Scene};

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
    /// Returns [`DrawError::UnknownFormat`], which lists the formats.
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

/// A picture that can be written in every format.
///
/// ```
/// use winways_draw::{Chart, Picture, PictureFormat};
///
/// let chart = Chart::of_sequence("nim", 0..=9, &Some, None)?;
/// for format in [PictureFormat::Svg, PictureFormat::Png, PictureFormat::Tikz, PictureFormat::Text] {
///     assert!(!chart.encode(format)?.is_empty());
/// }
/// # Ok::<(), winways_draw::DrawError>(())
/// ```
pub trait Picture {
    /// Returns the picture in the given format, as the bytes of a file.
    ///
    /// # Errors
    /// Returns [`DrawError::LargePicture`] if the picture has too many pixels as PNG.
    fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, DrawError>;
}

impl Picture for Scene {
    fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, DrawError> {
        Ok(match format {
            PictureFormat::Svg => self.svg().into_bytes(),
            PictureFormat::Png => self.png()?,
            PictureFormat::Tikz => self.tikz().into_bytes(),
            PictureFormat::Text => self.text().into(),
        })
    }
}

impl Picture for Chart {
    fn encode(&self, format: PictureFormat) -> Result<Vec<u8>, DrawError> {
        Ok(match format {
            PictureFormat::Svg => self.svg().into_bytes(),
            PictureFormat::Png => self.png()?,
            PictureFormat::Tikz => self.tikz().into_bytes(),
            PictureFormat::Text => self.text().into_bytes(),
        })
    }
}
