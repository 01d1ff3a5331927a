//! PNG output of scenes.

use ttf_parser::{Face, GlyphId, OutlineBuilder};
use zeno::{Cap, Command, Fill, Join, Mask, PathBuilder, Stroke, Style, Vector};

use crate::canvas::{Bounds, Length, Point, UNIT};
use crate::scene::{Anchor, Label, Outline, Paint, Pen, Shape};
use crate::{DrawError, Scene};

/// The number of pixels per unit in either direction, unless that makes the picture too large. A chart has one pixel per unit.
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
    /// use winways_draw::counts_chart;
    ///
    /// assert!(counts_chart("1", "moves", &[3], &[5]).png()?.starts_with(b"\x89PNG"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    pub fn png(&self) -> Result<Vec<u8>, DrawError> {
        let bounds = self.bounds();
        let most = if self.frame.is_some() { 1 } else { PIXELS };
        let fits = (1..=most).rev().find_map(|scale| Some((scale, size(&bounds, scale)?)));
        let (scale, [width, height]) = fits.ok_or(DrawError::LargePicture)?;
        let mut raster = Raster {
            width: width as usize,
            pixels: vec![255; 3 * width as usize * height as usize],
            least: bounds.least,
            scale,
            face: Face::parse(dejavu::sans::regular(), 0).map_err(|_| DrawError::Encoding)?,
        };
        // Consecutive strokes of the same pen are painted together if that covers a smaller area.
        for shapes in self.shapes.chunk_by(|one, next| pen(one).is_some() && pen(one) == pen(next)) {
            match pen(&shapes[0]) {
                Some(pen) => raster.strokes(shapes, pen),
                None => shapes.iter().for_each(|shape| raster.draw(shape)),
            }
        }
        encoded(width, height, &raster.pixels).map_err(|_| DrawError::Encoding)
    }
}

/// Returns the width and the height of a picture in pixels, or `None` if it has too many pixels.
fn size(bounds: &Bounds, scale: i64) -> Option<[u32; 2]> {
    let pixels = |length: Length| u32::try_from((length.checked_mul(scale)? + UNIT - 1) / UNIT).ok();
    let (width, height) = (pixels(bounds.width())?, pixels(bounds.height())?);
    (u64::from(width) * u64::from(height) <= DrawError::MAX_PIXELS).then_some([width, height])
}

/// Encodes RGB pixels as a PNG file.
fn encoded(width: u32, height: u32, pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(pixels)?;
    writer.finish()?;
    Ok(file)
}

/// Returns the pen of a shape that is stroked only.
fn pen(shape: &Shape) -> Option<Pen> {
    match shape {
        Shape::Drawn(_, None, pen) => *pen,
        _ => None,
    }
}

/// A picture of RGB pixels, three bytes for each, row by row.
struct Raster {
    width: usize,
    pixels: Vec<u8>,
    /// The upper left corner of the picture.
    least: Point,
    /// The number of pixels per unit.
    scale: i64,
    face: Face<'static>,
}

impl Raster {
    fn draw(&mut self, shape: &Shape) {
        match shape {
            Shape::Drawn(Outline::Rectangle(area, 0), Some(paint), None) if self.is_whole(area) => {
                self.fill(area, *paint);
            }
            Shape::Drawn(outline, fill, pen) => {
                let path = self.path(outline);
                if let Some(fill) = fill {
                    self.paint(&path, Fill::NonZero.into(), *fill);
                }
                if let Some(pen) = pen {
                    self.stroke(&path, *pen);
                }
            }
            Shape::Cells(cells) => cells.areas().for_each(|(paint, area)| self.fill(&area, paint)),
            Shape::Label(label) => {
                let path = self.letters(label);
                if label.covers {
                    let mut rim = Stroke::new(RIM * self.scale as f32);
                    rim.cap(Cap::Round).join(Join::Round);
                    self.paint(&path, rim.into(), Paint::WHITE);
                }
                self.paint(&path, Fill::NonZero.into(), label.ink);
            }
        }
    }

    /// Paints shapes that are stroked by one pen.
    fn strokes(&mut self, shapes: &[Shape], pen: Pen) {
        let mut paths = Vec::new();
        for shape in shapes {
            match shape {
                Shape::Drawn(Outline::Lines(lines), ..) => {
                    paths.extend(lines.iter().map(|line| self.line(line)));
                }
                Shape::Drawn(outline, ..) => paths.push(self.path(outline)),
                _ => {}
            }
        }
        let area = |path: &Vec<Command>| {
            let bounds = zeno::bounds(&path[..], Fill::NonZero, None);
            (bounds.width() + 2.0) * (bounds.height() + 2.0)
        };
        let together = paths.concat();
        if area(&together) < paths.iter().map(area).sum() {
            paths = vec![together];
        }
        paths.iter().for_each(|path| self.stroke(path, pen));
    }

    fn length(&self, length: Length) -> f32 {
        (length * self.scale) as f32 / UNIT as f32
    }

    fn at(&self, at: &Point) -> Vector {
        Vector::new(self.length(at.x - self.least.x), self.length(at.y - self.least.y))
    }

    fn line(&self, points: &[Point]) -> Vec<Command> {
        let mut path = Vec::with_capacity(points.len());
        if let [first, rest @ ..] = points {
            path.move_to(self.at(first));
            rest.iter().for_each(|at| _ = path.line_to(self.at(at)));
        }
        path
    }

    fn path(&self, outline: &Outline) -> Vec<Command> {
        let mut path = Vec::new();
        match outline {
            Outline::Rectangle(bounds, radius) => {
                let (at, radius) = (self.at(&bounds.least), self.length(*radius));
                let (width, height) = (self.length(bounds.width()), self.length(bounds.height()));
                match radius {
                    0.0 => path.add_rect(at, width, height),
                    _ => path.add_round_rect(at, width, height, radius, radius),
                };
            }
            Outline::Circles(centres, radius) => {
                centres.iter().for_each(|at| _ = path.add_circle(self.at(at), self.length(*radius)));
            }
            Outline::Polygon(points) => {
                path = self.line(points);
                path.close();
            }
            Outline::Lines(lines) => path = lines.iter().flat_map(|line| self.line(line)).collect(),
            Outline::Curve(points) => {
                let [begin, first, second, end] = points.each_ref().map(|at| self.at(at));
                path.move_to(begin).curve_to(first, second, end);
            }
        }
        path
    }

    fn stroke(&mut self, path: &[Command], pen: Pen) {
        let scale = self.scale as f32;
        let dashes: Vec<f32> = pen.dashes.iter().map(|&length| length as f32 * scale).collect();
        let mut style = Stroke::new(pen.width as f32 / 4.0 * scale);
        match pen.round {
            true => style.cap(Cap::Round).join(Join::Round),
            false => style.cap(Cap::Butt).join(Join::Miter),
        };
        style.dash(&dashes, 0.0);
        self.paint(path, style.into(), pen.colour);
    }

    /// Paints the area that a path covers. Shapes lie within the picture, so no mask is larger.
    fn paint(&mut self, path: &[Command], style: Style<'_>, paint: Paint) {
        if path.is_empty() {
            return;
        }
        let (parts, place) = Mask::new(path).style(style).render();
        let rows = parts.chunks(place.width.max(1) as usize);
        for (row, y) in rows.zip(i64::from(place.top)..) {
            for (part, x) in row.iter().zip(i64::from(place.left)..).filter(|(part, _)| **part > 0) {
                self.blend(x, y, paint, *part);
            }
        }
    }

    /// Returns `true` if the sides of a rectangle lie on pixel boundaries.
    fn is_whole(&self, area: &Bounds) -> bool {
        let (least, greatest, from) = (area.least, area.greatest, self.least);
        let sides = [least.x - from.x, least.y - from.y, greatest.x - from.x, greatest.y - from.y];
        sides.iter().all(|side| side * self.scale % UNIT == 0)
    }

    /// Fills a rectangle whose sides lie on pixel boundaries.
    fn fill(&mut self, area: &Bounds, paint: Paint) {
        let pixels = |from: Length, to: Length| from * self.scale / UNIT..to * self.scale / UNIT;
        let columns = pixels(area.least.x - self.least.x, area.greatest.x - self.least.x);
        for y in pixels(area.least.y - self.least.y, area.greatest.y - self.least.y) {
            columns.clone().for_each(|x| self.blend(x, y, paint, 255));
        }
    }

    /// Blends a colour into a pixel with an opacity of `part`/255. Does nothing if the pixel is outside the picture.
    fn blend(&mut self, x: i64, y: i64, paint: Paint, part: u8) {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return };
        let start = 3 * (y * self.width + x);
        let pixel = self.pixels.get_mut(start..start + 3).filter(|_| x < self.width);
        for (byte, colour) in pixel.into_iter().flatten().zip(paint.0) {
            let mixed = u32::from(*byte) * u32::from(255 - part) + u32::from(colour) * u32::from(part);
            *byte = ((mixed + 127) / 255) as u8;
        }
    }

    /// Returns the outlines of the letters of a label. Letters that the font lacks are shown as `?`.
    fn letters(&self, label: &Label) -> Vec<Command> {
        let face = &self.face;
        let scale = self.length(label.size) / f32::from(face.units_per_em());
        let glyph = |letter| face.glyph_index(letter).or_else(|| face.glyph_index('?'));
        let glyphs: Vec<GlyphId> = label.text.chars().filter_map(glyph).collect();
        let advance = |glyph: GlyphId| f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        let width: f32 = glyphs.iter().map(|&glyph| advance(glyph)).sum();
        let before = match label.anchor {
            Anchor::Begin => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        };
        let origin = self.at(&label.at) + Vector::new(-before, self.length(label.size / 3));
        let mut pen = GlyphPen { path: Vec::new(), origin, scale };
        for glyph in glyphs {
            // A glyph without an outline, such as a space, leaves the path unchanged.
            let _ = face.outline_glyph(glyph, &mut pen);
            pen.origin.x += advance(glyph);
        }
        pen.path
    }
}

/// Scales outlines of the font, whose y axis points upwards, and moves them to their position in the picture.
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
        self.path.move_to(self.to(x, y));
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
