//! Outlines of letters.

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Command, Vector};

use super::paths::Transform;
use crate::scene::{Anchor, Label};

/// The font of PNG pictures.
pub(super) struct Font {
    face: Face<'static>,
}

impl Font {
    pub(super) fn new() -> Option<Font> {
        Some(Font { face: Face::parse(dejavu::sans::regular(), 0).ok()? })
    }

    /// Returns the outlines of the letters of a label in pixels. Letters that the font lacks are shown as `?`.
    pub(super) fn path(&self, label: &Label, transform: &Transform) -> Vec<Command> {
        let scale = transform.length(label.size) / f32::from(self.face.units_per_em());
        let glyphs: Vec<GlyphId> = label.text.chars().filter_map(|letter| self.glyph(letter)).collect();
        let advance = |glyph: GlyphId| f32::from(self.face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        let width: f32 = glyphs.iter().map(|&glyph| advance(glyph)).sum();
        let before = match label.anchor {
            Anchor::Begin => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let at = transform.at(label.at);
        let base = at.y + transform.length(label.size / 3);
        let mut pen = GlyphPen { path: Vec::new(), origin: Vector::new(at.x - before, base), scale };
        for glyph in glyphs {
            // A glyph without an outline, such as a space, leaves the path unchanged.
            let _ = self.face.outline_glyph(glyph, &mut pen);
            pen.origin.x += advance(glyph);
        }
        pen.path
    }

    fn glyph(&self, letter: char) -> Option<GlyphId> {
        self.face.glyph_index(letter).or_else(|| self.face.glyph_index('?'))
    }
}

/// Moves and scales outlines of the font, whose y axis points upwards, to their place in the picture.
struct GlyphPen {
    path: Vec<Command>,
    origin: Vector,
    scale: f32,
}

impl GlyphPen {
    fn to(&self, x: f32, y: f32) -> Vector {
        Vector::new(self.origin.x + x * self.scale, self.origin.y - y * self.scale)
    }
}

impl OutlineBuilder for GlyphPen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::MoveTo(self.to(x, y)));
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.path.push(Command::LineTo(self.to(x, y)));
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.path.push(Command::QuadTo(self.to(x1, y1), self.to(x, y)));
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.path.push(Command::CurveTo(self.to(x1, y1), self.to(x2, y2), self.to(x, y)));
    }

    fn close(&mut self) {
        self.path.push(Command::Close);
    }
}
