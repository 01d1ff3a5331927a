//! Pictures of positions as JSON, for front ends that draw with their own colours.

use schemars::JsonSchema;
use serde::Serialize;
use winways_draw::{HitArea, Part, PartLine, Scene};

/// The picture of a view: its drawn parts and the areas of its elements. Colours are given as roles: `left`, `paper`, `ink`,
/// ...
#[derive(JsonSchema, Serialize)]
pub(super) struct SceneJson {
    /// The width and the height of the picture. The upper left corner is the origin.
    size: [f64; 2],
    /// The parts. Later parts cover earlier parts.
    parts: Vec<PartJson>,
    /// The elements of the view that are in the picture.
    hits: Vec<HitJson>,
}

#[derive(JsonSchema, Serialize)]
#[serde(untagged)]
enum PartJson {
    Path {
        /// The path in SVG notation.
        path: String,
        /// The role of the fill.
        #[serde(skip_serializing_if = "Option::is_none")]
        fill: Option<&'static str>,
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<LineJson>,
    },
    Text {
        text: String,
        /// The position of the start, middle or end of the text, at half its height.
        at: [f64; 2],
        size: f64,
        /// `start`, `middle` or `end`.
        anchor: &'static str,
        /// The role of the colour.
        ink: &'static str,
        /// `true` if the text covers the lines behind it.
        covers: bool,
    },
}

#[derive(JsonSchema, Serialize)]
struct LineJson {
    role: &'static str,
    width: f64,
    /// The lengths of dashes and gaps; absent for a solid line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    dashes: Vec<i64>,
    /// `true` if dashes and line ends are round.
    round: bool,
}

/// The area in which an element can be clicked.
#[derive(JsonSchema, Serialize)]
struct HitJson {
    /// The index of the figure and the index of the element in it, as in the touched elements of a move.
    element: (u32, u64),
    /// The name of the element, such as `a1` or `heap 2`.
    name: String,
    /// The content of the element in words.
    content: String,
    /// `box`, `disc` or `line`.
    shape: &'static str,
    centre: [f64; 2],
    size: [f64; 2],
    /// The path of a line in SVG notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tokens: Vec<TokenJson>,
}

/// The area of a token in a heap.
#[derive(JsonSchema, Serialize)]
struct TokenJson {
    corner: [f64; 2],
    size: [f64; 2],
    /// The number of tokens that remain after a move takes this token and all tokens after it.
    rest: u64,
}

impl SceneJson {
    pub(super) fn new(scene: &Scene) -> Self {
        SceneJson {
            size: scene.size(),
            parts: scene.parts().into_iter().map(part).collect(),
            hits: scene.hit_areas().iter().map(hit).collect(),
        }
    }
}

fn part(part: Part) -> PartJson {
    match part {
        Part::Path { path, fill, line } => {
            let line =
                line.map(|PartLine { role, width, dashes, round }| LineJson { role, width, dashes, round });
            PartJson::Path { path, fill, line }
        }
        Part::Text { text, at, size, anchor, ink, covers } => {
            PartJson::Text { text, at, size, anchor, ink, covers }
        }
    }
}

fn hit(hit: &HitArea) -> HitJson {
    let tokens = hit.tokens.iter();
    HitJson {
        element: (hit.figure, hit.element),
        name: hit.name.clone(),
        content: hit.content.clone(),
        shape: hit.shape,
        centre: hit.centre,
        size: hit.size,
        path: hit.path.clone(),
        tokens: tokens
            .map(|token| TokenJson { corner: token.corner, size: token.size, rest: token.rest })
            .collect(),
    }
}
