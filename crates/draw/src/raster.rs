//! PNG output of scenes.

mod font;
mod paths;

use zeno::{Cap, Command, Fill, Join, Mask, Stroke, Style};

use crate::canvas::{Bounds, Length, UNIT};
use crate::pixels::Canvas;
use crate::scene::{DOT, Label, Outline, Paint, Pen, SHADE, Shape};
use crate::{DrawError, Scene};
use font::Font;
use paths::Transform;

/// The number of pixels in a unit in either direction, unless that makes the picture too large.
const PIXELS: i64 = 2;
/// The total width of the white rim of a label, both sides together, in units.
const RIM: f32 = 5.0;

impl Scene {
    /// Returns the picture as a PNG file on a white background, with letters in DejaVu Sans.
    ///
    /// The image has twice the nominal size of the [SVG](Scene::svg), or the nominal size if it would otherwise have more than
    /// [`DrawError::MAX_PIXELS`] pixels.
    ///
    /// # Errors
    /// Returns [`DrawError::LargePicture`] if the picture has too many pixels even at its nominal size.
    ///
    /// ```
    /// use winways_draw::{Colour, HackenbushEdge, HackenbushGraph};
    ///
    /// let stalk = HackenbushGraph::new([HackenbushEdge { from: 0, to: 1, colour: Colour::Blue }])?;
    /// assert!(stalk.scene("1").png()?.starts_with(b"\x89PNG"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let bounds = self.bounds();
        let scales = [PIXELS, 1].into_iter();
        let fits = scales.filter_map(|scale| Some((scale, size(&bounds, scale)?))).next();
        let (scale, (width, height)) = fits.ok_or(DrawError::LargePicture)?;
        let font = Font::new().ok_or(DrawError::Encoding)?;
        let mut raster = Raster {
            canvas: Canvas::new(width, height),
            transform: Transform { least: bounds.least, scale },
            font,
        };
        // Consecutive strokes of the same pen are painted together if that covers a smaller area.
        for shapes in self.shapes.chunk_by(|one, next| pen(one).is_some() && pen(one) == pen(next)) {
            match shapes.first().and_then(pen) {
                Some(pen) => raster.strokes(shapes, pen),
                None => shapes.iter().for_each(|shape| raster.draw(shape)),
            }
        }
        raster.canvas.encode()
    }
}

/// Returns the width and the height of a picture in pixels, or `None` if it has too many pixels.
fn size(bounds: &Bounds, scale: i64) -> Option<(i64, i64)> {
    let pixels = |length: Length| length.checked_mul(scale).map(|length| (length + UNIT - 1) / UNIT);
    let (width, height) = (pixels(bounds.width())?, pixels(bounds.height())?);
    let count = u64::try_from(width.checked_mul(height)?).ok()?;
    (count <= DrawError::MAX_PIXELS).then_some((width, height))
}

/// Returns the pen of a shape that consists of strokes only.
fn pen(shape: &Shape) -> Option<Pen> {
    match shape {
        Shape::Line(pen, _) | Shape::Curve(pen, _) | Shape::Strokes(pen, _) => Some(*pen),
        _ => None,
    }
}

struct Raster {
    canvas: Canvas,
    transform: Transform,
    font: Font,
}

impl Raster {
    fn draw(&mut self, shape: &Shape) {
        let transform = self.transform;
        match shape {
            Shape::Area(bounds) => self.fill(&transform.rectangle(bounds, 0), Paint([SHADE; 3])),
            Shape::Dot(at) => self.fill(&transform.circle(*at, DOT), Paint([0; 3])),
            Shape::Solid(outline, fill, pen) => {
                let path = match outline {
                    Outline::Rectangle(bounds, radius) => transform.rectangle(bounds, *radius),
                    Outline::Circle { centre, radius } => transform.circle(*centre, *radius),
                    Outline::Polygon(points) => transform.lines(points, true),
                };
                if let Some(fill) = fill {
                    self.fill(&path, *fill);
                }
                if let Some(pen) = pen {
                    self.stroke(&path, *pen);
                }
            }
            Shape::Label(label) => self.label(label),
            Shape::Line(pen, _) | Shape::Curve(pen, _) | Shape::Strokes(pen, _) => {
                self.strokes(std::slice::from_ref(shape), *pen);
            }
        }
    }

    /// Paints shapes that consist of strokes of one pen.
    fn strokes(&mut self, shapes: &[Shape], pen: Pen) {
        let transform = self.transform;
        let mut paths = Vec::new();
        for shape in shapes {
            match shape {
                Shape::Line(_, points) => paths.push(transform.lines(points, false)),
                Shape::Curve(_, points) => paths.push(transform.curve(points)),
                Shape::Strokes(_, lines) => {
                    paths.extend(lines.iter().map(|line| transform.lines(line, false)));
                }
                _ => {}
            }
        }
        let area = |path: &[Command]| {
            let ((left, top), (right, bottom)) = paths::extent(path, 0.0).unwrap_or_default();
            (right - left).saturating_mul(bottom - top)
        };
        let separately = paths.iter().fold(0_i64, |sum, path| sum.saturating_add(area(path)));
        let together = paths.concat();
        if area(&together) < separately {
            paths = vec![together];
        }
        paths.iter().for_each(|path| self.stroke(path, pen));
    }

    fn fill(&mut self, path: &[Command], paint: Paint) {
        self.mask(path, Fill::NonZero.into(), 0.0, paint);
    }

    fn stroke(&mut self, path: &[Command], pen: Pen) {
        let (stroke, scale) = (pen.stroke(), self.transform.scale as f32);
        let dashes: Vec<f32> = stroke.dashes.iter().map(|&length| length as f32 * scale).collect();
        let width = stroke.width as f32 / 4.0 * scale;
        let mut style = Stroke::new(width);
        if stroke.round {
            style.cap(Cap::Round).join(Join::Round);
        } else {
            style.cap(Cap::Butt).join(Join::Miter);
        }
        if !dashes.is_empty() {
            style.dash(&dashes, 0.0);
        }
        self.mask(path, style.into(), width, Paint(stroke.colour.parts()));
    }

    fn label(&mut self, label: &Label) {
        let path = self.font.path(label, &self.transform);
        if label.covers {
            let width = RIM * self.transform.scale as f32;
            let mut rim = Stroke::new(width);
            rim.cap(Cap::Round).join(Join::Round);
            self.mask(&path, rim.into(), width, Paint::WHITE);
        }
        self.fill(&path, Paint(label.ink.parts()));
    }

    /// Paints the area that a path covers; strokes reach at most `reach` pixels beyond the path.
    fn mask(&mut self, path: &[Command], style: Style<'_>, reach: f32, paint: Paint) {
        let Some((least, greatest)) = paths::extent(path, reach) else { return };
        let left = least.0.clamp(0, self.canvas.width);
        let top = least.1.clamp(0, self.canvas.height);
        let width = greatest.0.clamp(0, self.canvas.width) - left;
        let height = greatest.1.clamp(0, self.canvas.height) - top;
        let (Ok(columns), Ok(rows)) = (u32::try_from(width), u32::try_from(height)) else { return };
        if columns == 0 || rows == 0 {
            return;
        }
        let (parts, _) =
            Mask::new(path).style(style).size(columns, rows).offset((-(left as f32), -(top as f32))).render();
        for (row, y) in parts.chunks(columns as usize).zip(top..) {
            for (part, x) in row.iter().zip(left..).filter(|(part, _)| **part > 0) {
                self.canvas.blend(x, y, paint.0, *part);
            }
        }
    }
}
