//! A canvas of pixels, and its encoding as PNG.

use crate::DrawError;

/// A canvas of RGB pixels, three bytes for each, row by row.
pub(crate) struct Canvas {
    pub(crate) width: i64,
    pub(crate) height: i64,
    pub(crate) bytes: Vec<u8>,
}

impl Canvas {
    /// Creates a white canvas. The caller limits the number of pixels.
    pub(crate) fn new(width: i64, height: i64) -> Canvas {
        let bytes = vec![255; (3 * width * height).unsigned_abs() as usize];
        Canvas { width, height, bytes }
    }

    /// Blends a colour into a pixel with an opacity of `part`/255. Does nothing if the pixel is off the canvas.
    pub(crate) fn blend(&mut self, x: i64, y: i64, colour: [u8; 3], part: u8) {
        if !(0..self.width).contains(&x) || !(0..self.height).contains(&y) {
            return;
        }
        let start = (3 * (y * self.width + x)).unsigned_abs() as usize;
        for (byte, colour) in self.bytes[start..start + 3].iter_mut().zip(colour) {
            let mixed = u32::from(*byte) * u32::from(255 - part) + u32::from(colour) * u32::from(part);
            *byte = ((mixed + 127) / 255) as u8;
        }
    }

    /// Encodes the canvas as a PNG file.
    pub(crate) fn encode(&self) -> Result<Vec<u8>, DrawError> {
        let size = |length: i64| u32::try_from(length).map_err(|_| DrawError::Encoding);
        encode(size(self.width)?, size(self.height)?, &self.bytes).map_err(|_| DrawError::Encoding)
    }
}

fn encode(width: u32, height: u32, bytes: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(bytes)?;
    writer.finish()?;
    Ok(file)
}
