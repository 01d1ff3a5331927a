use super::words::FormatWord;
use crate::{DrawError, PictureFormat, Scene, ThermographPlot};
use schemars::JsonSchema;
use serde::Serialize;
use winways_values::Breakpoint;

/// The picture formats, each with its name and its media type.
const FORMATS: [(&str, PictureFormat, &str); 4] = [
    ("svg", PictureFormat::Svg, "image/svg+xml"),
    ("tikz", PictureFormat::Tikz, "text/x-tex"),
    ("png", PictureFormat::Png, "image/png"),
    ("text", PictureFormat::Text, "text/plain"),
];

/// A picture as JSON. The content is text, or base64 if the format is binary.
#[derive(JsonSchema, Serialize)]
pub struct PictureJson {
    #[schemars(with = "FormatWord")]
    format: &'static str,
    media_type: &'static str,
    text: Option<String>,
    base64: Option<String>,
}

impl PictureJson {
    /// Creates the JSON of a picture in a format.
    ///
    /// # Errors
    /// Returns the errors of [`Scene::encode`].
    pub fn new(format: PictureFormat, picture: &Scene) -> Result<Self, DrawError> {
        let (name, _, media_type) =
            FORMATS.into_iter().find(|(_, known, _)| *known == format).unwrap_or(FORMATS[0]);
        let (text, base64) = match String::from_utf8(picture.encode(format)?) {
            Ok(text) => (Some(text), None),
            Err(error) => (None, Some(base64(error.as_bytes()))),
        };
        Ok(PictureJson { format: name, media_type, text, base64 })
    }
}

/// Encodes bytes as base64 (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |place: usize| u32::from(three.get(place).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place)) as usize & 63];
            text.push(if place <= three.len() { letter as char } else { '=' });
        }
    }
    text
}

/// A thermograph as JSON.
#[derive(JsonSchema, Serialize)]
pub struct ThermographJson {
    expression: String,
    value: Option<String>,
    mean: String,
    temperature: String,
    left: Vec<BreakpointJson>,
    right: Vec<BreakpointJson>,
    picture: PictureJson,
}

/// A breakpoint of a wall. The first breakpoint is at temperature -1, and the wall is vertical above the last one.
#[derive(JsonSchema, Serialize)]
struct BreakpointJson {
    temperature: String,
    value: String,
}

impl ThermographJson {
    /// Creates the JSON of the thermograph of `expression`, which has the value `value`.
    pub fn new(
        expression: &str,
        value: Option<String>,
        plot: &ThermographPlot,
        picture: PictureJson,
    ) -> Self {
        let [left, right] = plot.walls().map(|wall| {
            let json = |point: &Breakpoint| BreakpointJson {
                temperature: point.temperature.to_string(),
                value: point.value.to_string(),
            };
            wall.iter().map(json).collect()
        });
        ThermographJson {
            expression: expression.to_owned(),
            value,
            mean: plot.mean().to_string(),
            temperature: plot.temperature().to_string(),
            left,
            right,
            picture,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::base64;

    #[test]
    fn base64_follows_the_standard() {
        // The test vectors of RFC 4648.
        let vectors = [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ];
        for (bytes, text) in vectors {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xFF, 0xFE, 0x00]), "//4A");
    }
}
