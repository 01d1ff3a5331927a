//! Several figures in one picture.

use std::collections::BTreeMap;

use super::drawn::{Drawn, Spot, caption};
use crate::canvas::{Bounds, Length, UNIT, point};
use crate::scene::{Anchor, Label, Shape};

/// The maximum width of a row of figures, unless a single figure is wider.
const MAX_WIDTH: Length = 900 * UNIT;
/// The distance between figures, with room for a `+`, and between rows.
const GAP: Length = 36 * UNIT;

/// The shapes of all figures, and the positions of their elements, keyed by figure and element.
#[derive(Debug, Default)]
pub(super) struct Sum {
    pub(super) shapes: Vec<Shape>,
    pub(super) spots: BTreeMap<(u32, u64), Spot>,
}

/// Places figures side by side in rows, with a `+` between them. Numbers the figures if there are several.
pub(super) fn draw(mut figures: Vec<Drawn>) -> Sum {
    let is_one = figures.len() == 1;
    for (drawn, number) in figures.iter_mut().zip(1..).filter(|_| !is_one) {
        let bounds = drawn.bounds();
        let at = point(bounds.centre().x, bounds.greatest.y + 16 * UNIT);
        drawn.shapes.push(caption(at, Anchor::Middle, &format!("board {number}")));
    }
    let mut sum = Sum::default();
    let (mut row, mut width, mut top) = (Vec::new(), 0, 0);
    for item in figures.into_iter().zip(0_u32..) {
        let next = item.0.bounds().width() + GAP;
        if !row.is_empty() && width + next > MAX_WIDTH {
            top = sum.put_row(std::mem::take(&mut row), top) + GAP;
            width = 0;
        }
        width += next;
        row.push(item);
    }
    sum.put_row(row, top);
    sum
}

impl Sum {
    /// Places a row of figures below `top`. Returns the bottom of the row.
    fn put_row(&mut self, row: Vec<(Drawn, u32)>, top: Length) -> Length {
        let height = row.iter().map(|(drawn, _)| drawn.bounds().height()).max().unwrap_or(0);
        let mut left = 0;
        for (mut drawn, number) in row {
            if number > 0 {
                let at = point(left + GAP / 2, top + height / 2);
                let plus = Label { size: 18 * UNIT, ..Label::new(at, Anchor::Middle, "+") };
                self.shapes.push(Shape::Label(plus));
                left += GAP;
            }
            let bounds: Bounds = drawn.bounds();
            let down = (height - bounds.height()) / 2;
            drawn.shift(point(left - bounds.least.x, top + down - bounds.least.y));
            left += bounds.width();
            self.shapes.append(&mut drawn.shapes);
            self.spots.extend(drawn.spots.into_iter().map(|(element, spot)| ((number, element), spot)));
        }
        top + height
    }
}
