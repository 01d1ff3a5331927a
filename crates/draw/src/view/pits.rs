//! Boards with two rows of pits and seeds in them.

use winways_kit::view::{Heap, Heaps};

use super::drawn::{Drawn, Spot, caption, label};
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Outline, Paint, Pen, Shape};

/// The radius of a pit and of a seed, and the distances between pits.
const PIT: Length = 25 * UNIT;
const SEED: Length = 5 * UNIT;
const ACROSS: Length = 62 * UNIT;
const DOWN: Length = 76 * UNIT;

/// The positions of the seeds in a pit: `FEW` for one to four seeds, `MANY` for more, from the middle outward.
const FEW: [&[(i64, i64)]; 4] =
    [&[(0, 0)], &[(-7, 0), (7, 0)], &[(0, -8), (7, 5), (-7, 5)], &[(-7, -7), (7, -7), (7, 7), (-7, 7)]];
const MANY: [(i64, i64); 19] = [
    (0, 0),
    (11, 0),
    (-11, 0),
    (5, 10),
    (-5, -10),
    (-5, 10),
    (5, -10),
    (0, 19),
    (0, -19),
    (17, 9),
    (-17, -9),
    (-17, 9),
    (17, -9),
    (19, -1),
    (-19, 1),
    (10, 17),
    (-10, -17),
    (-10, 17),
    (10, -17),
];

/// Draws the first half of the heaps from left to right in the lower row, and the second half from right to left above.
pub(super) fn draw(heaps: &Heaps) -> Drawn {
    let columns = heaps.heaps.len().div_ceil(2);
    let mut drawn = Drawn::default();
    let mut pits = Vec::new();
    for (heap, index) in heaps.heaps.iter().zip(0_usize..) {
        let is_lower = index < columns;
        let column = if is_lower { index } else { heaps.heaps.len() - 1 - index };
        let centre = point(column as Length * ACROSS, if is_lower { DOWN } else { 0 });
        pits.push(Shape::disc(centre, PIT, Paint::PIT, Pen::RIM));
        seeds(heap, centre, &mut pits);
        let side = if is_lower { 1 } else { -1 };
        let beside = |far: Length| point(centre.x, centre.y + side * (PIT + far));
        pits.push(Shape::Label(label(beside(9 * UNIT), Anchor::Middle, 12 * UNIT, &heap.tokens.to_string())));
        if !heap.label.is_empty() {
            pits.push(caption(beside(26 * UNIT), Anchor::Middle, &heap.label));
        }
        drawn.spots.insert(index as u64, Spot::round(centre, PIT));
    }
    let board = Bounds {
        least: point(-PIT - 10 * UNIT, -PIT - 18 * UNIT),
        greatest: point((columns.max(1) - 1) as Length * ACROSS + PIT + 10 * UNIT, DOWN + PIT + 18 * UNIT),
    };
    drawn.shapes.push(Shape::Drawn(Outline::Rectangle(board, 16 * UNIT), Some(Paint::WOOD), Some(Pen::RIM)));
    drawn.shapes.append(&mut pits);
    drawn
}

/// Draws the seeds in a pit, but no more than `MANY` has positions.
fn seeds(heap: &Heap, centre: Point, shapes: &mut Vec<Shape>) {
    let count = usize::try_from(heap.tokens).unwrap_or(usize::MAX).min(MANY.len());
    let places = match count {
        0 => &[],
        1..=4 => FEW[count - 1],
        _ => &MANY[..count],
    };
    let seeds: Vec<Point> =
        places.iter().map(|(x, y)| point(centre.x + x * UNIT, centre.y + y * UNIT)).collect();
    if !seeds.is_empty() {
        shapes.push(Shape::Drawn(Outline::Circles(seeds, SEED), Some(Paint::SEED), None));
    }
}
