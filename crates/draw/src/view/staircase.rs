//! Staircases with tokens.

use winways_kit::view::Staircase;

use super::drawn::{Drawn, SMALL, Spot, SpotKind, caption, label};
use super::heaps::token;
use crate::DrawError;
use crate::canvas::{Bounds, Length, UNIT, point};
use crate::scene::{Anchor, Outline, Paint, Pen, Shape, text_width};

/// The height of a step.
const RISE: Length = 20 * UNIT;
/// The vertical distance between tokens.
const PITCH: Length = 15 * UNIT;
/// The maximum number of tokens on a step that are drawn one by one. More tokens are drawn as one token with a count.
const MAX_TOKENS: u64 = 4;

/// Draws steps of equal width that ascend to the right.
pub(super) fn draw(staircase: &Staircase) -> Result<Drawn, DrawError> {
    if staircase.steps.len() > DrawError::MAX_STEPS {
        return Err(DrawError::ManySteps);
    }
    let widest = staircase.steps.iter().zip(0..).map(|(tokens, index)| {
        let number = staircase.first.saturating_add(index).to_string();
        text_width(&number).max(text_width(&format!("× {tokens}"))) * SMALL / (12 * UNIT) + 4 * UNIT
    });
    let width = widest.max().unwrap_or(0).max(30 * UNIT) + 6 * UNIT;
    let mut drawn = Drawn::default();
    let mut outline = vec![point(0, 0)];
    for (tokens, index) in staircase.steps.iter().zip(0_i64..) {
        let top = -(index + 1) * RISE;
        let (left, right) = (index * width, (index + 1) * width);
        outline.extend([point(left, top), point(right, top)]);
        let middle = (left + right) / 2;
        let drawn_tokens = if *tokens <= MAX_TOKENS { *tokens as Length } else { 1 };
        for number in 0..drawn_tokens {
            let centre = point(middle, top - PITCH / 2 - number * PITCH - UNIT);
            drawn.shapes.push(token(centre));
        }
        let mut height = drawn_tokens.max(1) * PITCH + 2 * UNIT;
        if *tokens > MAX_TOKENS {
            let at = point(middle, top - height - 7 * UNIT);
            drawn.shapes.push(Shape::Label(label(at, Anchor::Middle, SMALL, &format!("× {tokens}"))));
            height += 16 * UNIT;
        }
        let half = match *tokens {
            0..=MAX_TOKENS => 12 * UNIT,
            _ => width / 2 - 5 * UNIT,
        };
        let bounds =
            Bounds { least: point(middle - half, top - height), greatest: point(middle + half, top) };
        drawn.spots.insert(index.unsigned_abs(), Spot::new(bounds, SpotKind::Pile));
    }
    let end = staircase.steps.len() as Length * width;
    outline.push(point(end.max(width), 0));
    let stairs = Shape::Drawn(Outline::Polygon(outline), Some(Paint::SHADE), Some(Pen::RIM));
    drawn.shapes.insert(0, stairs);
    for index in 0..staircase.steps.len() as Length {
        let number = staircase.first.saturating_add(index.unsigned_abs()).to_string();
        let at = point(index * width + width / 2, 10 * UNIT);
        drawn.shapes.push(caption(at, Anchor::Middle, &number));
    }
    Ok(drawn)
}
