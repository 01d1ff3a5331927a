//! Scene output of thermographs.

use winways_values::{Breakpoint, Dyadic};

use super::{ThermographPlot, number};
use crate::canvas::{Bounds, Length, Point, Scale, UNIT, UNIT_EXPONENT, point};
use crate::scene::{Anchor, LINE, Label, Paint, Pen, Shape, text_width};
use crate::spread::spread;
use crate::{Glyphs, Scene};

/// The maximum width and height of the walls.
const MAX_LENGTH: Length = 384 * UNIT;
/// The binary logarithm of the maximum length of the number 1, in units.
const LARGEST: u32 = 7;
/// The margin on either side of the walls.
const SIDE: Length = 18 * UNIT;
/// The height of the mast.
const MAST: Length = 44 * UNIT;
/// The length of leaders, from the ends of the guides to the labels.
const LEADER: Length = 16 * UNIT;
/// The minimum distance between labels.
const GAP: Length = 4 * UNIT;

impl ThermographPlot {
    /// Returns the picture of the thermograph. The title serves as its alternative text.
    ///
    /// Coordinates are exact to 1/64 of a unit. Labels show exact numbers, truncated after 16 characters; the description
    /// contains the full numbers.
    ///
    /// # Complexity
    ///
    /// Linear time in the number of breakpoints, plus sorting.
    ///
    /// ```
    /// use winways_draw::ThermographPlot;
    /// use winways_values::Breakpoint;
    ///
    /// let wall = vec![Breakpoint { temperature: (-1).into(), value: 0.into() }];
    /// let zero = ThermographPlot::new(wall.clone(), wall)?;
    /// let scene = zero.scene("0");
    /// assert!(scene.description().starts_with("mean 0, temperature -1."));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn scene(&self, title: &str) -> Scene {
        let frame = Frame::of(self);
        let mut shapes = frame.ground();
        let bottom = frame.temperatures(&mut shapes);
        let bottom = frame.values(bottom, &mut shapes);
        if self.breakpoints().nth(2).is_some() {
            frame.legend(bottom + LINE + GAP, &mut shapes);
        }
        frame.walls(self, &mut shapes);
        let [mean, left, right] = self.lines();
        let description = format!("{mean}. {left}. {right}. Values grow to the left, temperatures upwards.");
        let text = self.text(Glyphs::Unicode);
        Scene { title: title.to_owned(), description, text, frame: None, shapes, hits: Vec::new() }
    }
}

/// A coordinate system that maps values and temperatures to the canvas.
struct Frame {
    scale: Scale,
    /// The value at the left end and the temperature at the upper end of the walls. Both have the coordinate 0.
    leftmost: Dyadic,
    hottest: Dyadic,
    /// The area of the walls and the margins at their sides, up to the hottest point.
    bounds: Bounds,
    labelled: Vec<Breakpoint>,
}

impl Frame {
    fn of(plot: &ThermographPlot) -> Frame {
        let (leftmost, rightmost, hottest) = plot.extremes();
        let (width, height) = (&leftmost - rightmost, &hottest + Dyadic::from(1));
        let scale = Scale::fitting(
            &[(width.clone(), MAX_LENGTH), (height.clone(), MAX_LENGTH)],
            LARGEST + UNIT_EXPONENT,
        );
        let bounds = Bounds {
            least: point(-SIDE, 0),
            greatest: point(scale.length(&width) + SIDE, scale.length(&height)),
        };
        Frame { scale, leftmost, hottest, bounds, labelled: plot.labelled() }
    }

    fn x(&self, value: &Dyadic) -> Length {
        self.scale.length(&(&self.leftmost - value))
    }

    fn y(&self, temperature: &Dyadic) -> Length {
        self.scale.length(&(&self.hottest - temperature))
    }

    fn at(&self, breakpoint: &Breakpoint) -> Point {
        point(self.x(&breakpoint.value), self.y(&breakpoint.temperature))
    }

    /// Returns the shading below temperature 0 and the lines at 0 and −1.
    fn ground(&self) -> Vec<Shape> {
        let Bounds { least, greatest } = self.bounds;
        let zero = self.y(&Dyadic::ZERO);
        let axis = |y| Shape::line(Pen::AXIS, vec![point(least.x, y), point(greatest.x, y)]);
        let below = Bounds { least: point(least.x, zero), greatest };
        vec![Shape::area(below, Paint::SHADE), axis(zero), axis(greatest.y)]
    }

    /// Draws the labels of temperatures on the left and returns the lower end of the last label.
    fn temperatures(&self, shapes: &mut Vec<Shape>) -> Length {
        let axes = [0, -1].map(|axis| Breakpoint { temperature: axis.into(), value: self.leftmost.clone() });
        // For every temperature, keep the rightmost breakpoint, from which the guide starts.
        let mut points: Vec<&Breakpoint> = self.labelled.iter().chain(&axes).collect();
        points.sort_by(|one, other| {
            other.temperature.cmp(&one.temperature).then_with(|| one.value.cmp(&other.value))
        });
        points.dedup_by(|one, other| one.temperature == other.temperature);
        let best: Vec<Length> = points.iter().map(|point| self.y(&point.temperature)).collect();
        let places = spread(&best, &vec![LINE; best.len()]);
        let edge = self.bounds.least.x;
        for (breakpoint, &place) in points.iter().zip(&places) {
            let from = self.at(breakpoint);
            let turn = point(edge, from.y);
            let end = point(edge - LEADER, place);
            shapes.push(Shape::line(Pen::GUIDE, vec![from, turn]));
            shapes.push(Shape::line(Pen::LEADER, vec![turn, end]));
            let at = point(end.x - GAP, place);
            shapes.push(Shape::Label(Label::new(at, Anchor::End, typeset(&breakpoint.temperature))));
        }
        places.last().map_or(0, |place| place + LINE / 2)
    }

    /// Draws the labels of values below `bottom` and returns the lower end of the labels.
    fn values(&self, bottom: Length, shapes: &mut Vec<Shape>) -> Length {
        // For every value, keep the hottest breakpoint, from which the guide starts.
        let mut points: Vec<&Breakpoint> = self.labelled.iter().collect();
        points.sort_by(|one, other| {
            other.value.cmp(&one.value).then_with(|| other.temperature.cmp(&one.temperature))
        });
        points.dedup_by(|one, other| one.value == other.value);
        let texts: Vec<String> = points.iter().map(|point| typeset(&point.value)).collect();
        let best: Vec<Length> = points.iter().map(|point| self.x(&point.value)).collect();
        let sizes: Vec<Length> = texts.iter().map(|text| text_width(text) + 2 * GAP).collect();
        let places = spread(&best, &sizes);
        let edge = bottom.max(self.bounds.greatest.y + GAP);
        let end = edge + LEADER;
        for ((breakpoint, text), &place) in points.iter().zip(texts).zip(&places) {
            let from = self.at(breakpoint);
            let turn = point(from.x, edge);
            shapes.push(Shape::line(Pen::GUIDE, vec![from, turn]));
            shapes.push(Shape::line(Pen::LEADER, vec![turn, point(place, end)]));
            shapes.push(Shape::Label(Label::new(point(place, end + LINE / 2), Anchor::Middle, text)));
        }
        end + LINE
    }

    /// Draws the legend of the two walls, centred.
    fn legend(&self, y: Length, shapes: &mut Vec<Shape>) {
        const SAMPLE: Length = 26 * UNIT;
        let entries = [(Pen::LEFT_WALL, "left wall"), (Pen::RIGHT_WALL, "right wall")];
        let width = |text: &str| SAMPLE + text_width(text) + 5 * GAP;
        let total: Length = entries.iter().map(|(_, text)| width(text)).sum();
        let mut x = (self.bounds.least.x + self.bounds.greatest.x - total) / 2;
        for (pen, text) in entries {
            shapes.push(Shape::line(pen, vec![point(x, y), point(x + SAMPLE, y)]));
            shapes.push(Shape::Label(Label::new(point(x + SAMPLE + 2 * GAP, y), Anchor::Begin, text)));
            x += width(text);
        }
    }

    /// Draws the walls and the mast with its arrow.
    fn walls(&self, plot: &ThermographPlot, shapes: &mut Vec<Shape>) {
        let foot = self.at(plot.foot());
        let top = point(foot.x, -MAST);
        let barb = |side: Length| point(foot.x + side, top.y + 7 * UNIT);
        shapes.push(Shape::line(Pen::MAST, vec![foot, top]));
        shapes.push(Shape::line(Pen::MAST, vec![barb(-4 * UNIT), top, barb(4 * UNIT)]));
        for (pen, wall) in [(Pen::RIGHT_WALL, &plot.right), (Pen::LEFT_WALL, &plot.left)] {
            if wall.len() > 1 {
                shapes.push(Shape::line(pen, wall.iter().map(|breakpoint| self.at(breakpoint)).collect()));
            }
            shapes.extend(wall.iter().map(|breakpoint| Shape::dot(self.at(breakpoint))));
        }
    }
}

/// Formats a number for print, with a true minus sign.
fn typeset(value: &Dyadic) -> String {
    number(value).replace('-', "−")
}
