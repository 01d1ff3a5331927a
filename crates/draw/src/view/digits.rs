//! Signs in a row.

use winways_kit::view::Digits;

use super::drawn::{Drawn, Spot, SpotKind, caption, label};
use crate::DrawError;
use crate::canvas::{Bounds, Length, UNIT, point};
use crate::scene::{Anchor, Outline, Paint, Pen, Shape};

/// The font size of signs.
const SIGN: Length = 20 * UNIT;
const HEIGHT: Length = 34 * UNIT;
/// The maximum width of a line, unless a single sign is wider.
const MAX_WIDTH: Length = 760 * UNIT;

pub(super) fn draw(digits: &Digits) -> Result<Drawn, DrawError> {
    if digits.signs.len() > DrawError::MAX_SIGNS {
        return Err(DrawError::ManySigns);
    }
    if digits.captions.len() > digits.signs.len() {
        return Err(DrawError::InconsistentView);
    }
    let mut drawn = Drawn::default();
    let (mut x, mut y) = (0, 0);
    for (sign, element) in digits.signs.iter().zip(0_u64..) {
        let text = label(point(0, 0), Anchor::Middle, SIGN, sign);
        let below = usize::try_from(element).ok().and_then(|index| digits.captions.get(index));
        let below = below.map_or("", String::as_str);
        let below_width = label(point(0, 0), Anchor::Middle, super::drawn::SMALL, below).bounds().width();
        let width = text.bounds().width() + 10 * UNIT;
        let column = width.max(below_width + 6 * UNIT).max(24 * UNIT);
        if x > 0 && x + column > MAX_WIDTH {
            (x, y) = (0, y + HEIGHT + 34 * UNIT);
        }
        if x > 0 && !digits.between.is_empty() {
            let mut between = label(point(x + 4 * UNIT, y), Anchor::Begin, SIGN, &digits.between);
            between.at.y += UNIT;
            x = between.bounds().greatest.x + 4 * UNIT;
            drawn.shapes.push(Shape::Label(between));
        }
        let centre = point(x + column / 2, y);
        let bounds = Bounds::around(centre, width.max(24 * UNIT), HEIGHT);
        drawn.shapes.push(Shape::Drawn(
            Outline::Rectangle(bounds, 3 * UNIT),
            Some(Paint::WHITE),
            Some(Pen::RIM),
        ));
        drawn.shapes.push(Shape::Label(crate::scene::Label { at: centre, ..text }));
        if !below.is_empty() {
            let at = point(centre.x, y + HEIGHT / 2 + 10 * UNIT);
            drawn.shapes.push(caption(at, Anchor::Middle, below));
        }
        drawn.spots.insert(element, Spot::new(bounds, SpotKind::Pile));
        x += column;
    }
    Ok(drawn)
}
