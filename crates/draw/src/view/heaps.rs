//! Heaps of tokens, upright or in rows.

use winways_kit::view::{Heap, Heaps};

use super::drawn::{Drawn, SMALL, Spot, SpotKind, caption, label};
use super::labels::ElementLabels;
use super::pits;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Outline, Paint, Pen, Shape, text_width};

/// The number of heaps shown from the start of the list. Of the heaps after them, only marked heaps are shown.
const MAX_HEAPS: usize = 120;
/// The maximum number of tokens in an upright heap, and in a row, that is drawn token by token.
const MAX_TOKENS: u64 = 16;
const MAX_LYING: u64 = 30;
/// The radius of a token, and the distance between tokens.
const TOKEN: Length = 7 * UNIT;
const PITCH: Length = 15 * UNIT;
/// The width of the bar that represents many tokens.
const BAR: Length = 22 * UNIT;
/// The maximum width of a row of heaps, unless a single heap is wider.
const MAX_WIDTH: Length = 760 * UNIT;
/// The distance between heaps.
const GAP: Length = 14 * UNIT;

/// Returns the indices of the heaps that are drawn, and the number of heaps left out.
fn shown(heaps: &Heaps, labels: &ElementLabels) -> (Vec<usize>, usize) {
    let count = heaps.heaps.len();
    let few = if count <= MAX_HEAPS { count } else { MAX_HEAPS };
    let marked = labels.by_element.keys().filter_map(|&element| usize::try_from(element).ok());
    let marked = marked.filter(|&heap| heap >= few && heap < count);
    let shown: Vec<usize> = (0..few).chain(marked).collect();
    let left_out = count - shown.len();
    (shown, left_out)
}

pub(super) fn draw(heaps: &Heaps, labels: &ElementLabels) -> Drawn {
    if heaps.are_pits {
        return pits::draw(heaps);
    }
    let (shown, left_out) = shown(heaps, labels);
    let mut drawn =
        if heaps.lie_in_rows { lying(heaps, &shown, labels) } else { upright(heaps, &shown, labels) };
    let bounds = drawn.bounds();
    let below = point(bounds.least.x, bounds.greatest.y + 12 * UNIT);
    if heaps.heaps.is_empty() {
        drawn.shapes.push(caption(below, Anchor::Begin, "no heaps"));
    } else if left_out > 0 {
        drawn.shapes.push(caption(below, Anchor::Begin, &format!("… and {left_out} more")));
    }
    drawn
}

fn text(heap: &Heap) -> String {
    if heap.label.is_empty() { heap.tokens.to_string() } else { heap.label.clone() }
}

/// Returns the label of a heap, with the number of tokens if they cannot be counted in the picture.
fn full_text(heap: &Heap, most: u64) -> String {
    if heap.tokens > most && !heap.label.is_empty() && heap.label != heap.tokens.to_string() {
        format!("{}: {}", heap.label, heap.tokens)
    } else {
        text(heap)
    }
}

fn marks_width(labels: &ElementLabels, heap: usize) -> Length {
    let texts = labels.by_element.get(&(heap as u64));
    let widths = texts.into_iter().flatten().flatten().map(|text| text_width(text) * SMALL / (12 * UNIT));
    widths.max().unwrap_or(0)
}

pub(super) fn token(centre: Point) -> Shape {
    Shape::disc(centre, TOKEN, Paint::TOKEN, Pen::RIM)
}

/// Returns the length of the bar of a heap. The bar grows with the logarithm of the number of tokens, and is longer than every heap
/// drawn token by token.
fn bar(tokens: u64, most: u64) -> Length {
    let doublings = Length::from((tokens / most.max(1)).checked_ilog2().unwrap_or(0));
    (most as Length + 1) * PITCH + doublings * 2 * UNIT
}

fn upright(heaps: &Heaps, shown: &[usize], labels: &ElementLabels) -> Drawn {
    let height = |heap: &Heap| match heap.tokens {
        0..=MAX_TOKENS => (heap.tokens as Length).max(1) * PITCH,
        tokens => bar(tokens, MAX_TOKENS),
    };
    // Leave room above for three labels: of marks for Left, for Right and for either player.
    let marks = if labels.by_element.is_empty() { 0 } else { 50 * UNIT };
    let below = if labels.by_element.is_empty() { 11 * UNIT } else { 19 * UNIT };
    let tallest = shown.iter().map(|&index| height(&heaps.heaps[index])).max().unwrap_or(PITCH);
    let row_height = tallest + marks + 44 * UNIT;
    let mut drawn = Drawn::default();
    let (mut x, mut base, mut last) = (0, 0, None);
    for &index in shown {
        let heap = &heaps.heaps[index];
        let name = label(point(0, 0), Anchor::Middle, SMALL, &full_text(heap, MAX_TOKENS));
        let width = name.bounds().width().max(BAR + 8 * UNIT).max(marks_width(labels, index)) + GAP;
        if x > 0 && x + width > MAX_WIDTH {
            drawn.shapes.push(ground(x, base));
            (x, base) = (0, base + row_height);
        }
        if last.is_some_and(|last: usize| last + 1 != index) {
            drawn.shapes.push(caption(point(x + GAP, base - TOKEN), Anchor::Middle, "…"));
            x += 2 * GAP;
        }
        let middle = x + width / 2;
        stack(heap, point(middle, base), height(heap), &mut drawn.shapes);
        let at = point(middle, base + below);
        drawn.shapes.push(Shape::Label(Label { at, ..name }));
        let least = point(middle - BAR / 2, base - height(heap));
        let bounds = Bounds { least, greatest: point(middle + BAR / 2, base) };
        let mut spot = Spot::new(bounds, SpotKind::Pile);
        if heap.tokens <= MAX_TOKENS {
            let token = |below: u64| {
                let middle = point(middle, base - below as Length * PITCH - PITCH / 2);
                (Bounds::around(middle, BAR + 8 * UNIT, PITCH), below)
            };
            spot.tokens = (0..heap.tokens).map(token).collect();
        }
        drawn.spots.insert(index as u64, spot);
        (x, last) = (x + width, Some(index));
    }
    drawn.shapes.push(ground(x.max(BAR), base));
    drawn
}

fn ground(right: Length, base: Length) -> Shape {
    Shape::line(Pen::GRID, vec![point(0, base), point(right, base)])
}

/// Draws a stack of tokens, or a bar if there are many.
fn stack(heap: &Heap, foot: Point, height: Length, shapes: &mut Vec<Shape>) {
    if heap.tokens <= MAX_TOKENS {
        let tokens = 0..heap.tokens as Length;
        shapes.extend(
            tokens.map(|token_number| token(point(foot.x, foot.y - token_number * PITCH - PITCH / 2))),
        );
        return;
    }
    let bounds =
        Bounds { least: point(foot.x - BAR / 2, foot.y - height), greatest: point(foot.x + BAR / 2, foot.y) };
    shapes.push(Shape::Drawn(Outline::Rectangle(bounds, 3 * UNIT), Some(Paint::TOKEN), Some(Pen::RIM)));
    // Some lines across the bar suggest tokens; their number has no meaning.
    let lines = [1, 2, 4, 5].map(|line| {
        let y = foot.y - height * line / 6;
        [point(bounds.least.x, y), point(bounds.greatest.x, y)]
    });
    shapes.push(Shape::strokes(Pen::GRID, lines.to_vec()));
}

/// Draws heaps as rows, one below the other.
fn lying(heaps: &Heaps, shown: &[usize], labels: &ElementLabels) -> Drawn {
    let step = if labels.by_element.is_empty() { 26 * UNIT } else { 46 * UNIT };
    let mut drawn = Drawn::default();
    let (mut y, mut last) = (0, None);
    for &index in shown {
        let heap = &heaps.heaps[index];
        if last.is_some_and(|last: usize| last + 1 != index) {
            drawn.shapes.push(caption(point(TOKEN, y), Anchor::Middle, "…"));
            y += step;
        }
        let width = match heap.tokens {
            0..=MAX_LYING => (heap.tokens as Length).max(1) * PITCH,
            tokens => bar(tokens, MAX_LYING),
        };
        let bounds = Bounds::around(point(width / 2, y), width, BAR);
        if heap.tokens <= MAX_LYING {
            let centres = (0..heap.tokens as Length).map(|index| point(index * PITCH + PITCH / 2, y));
            drawn.shapes.extend(centres.map(token));
        } else {
            let outline = Outline::Rectangle(bounds.grown(-3 * UNIT), 3 * UNIT);
            drawn.shapes.push(Shape::Drawn(outline, Some(Paint::TOKEN), Some(Pen::RIM)));
        }
        let at = point(-10 * UNIT, y);
        drawn.shapes.push(Shape::Label(label(at, Anchor::End, SMALL, &full_text(heap, MAX_LYING))));
        let mut spot = Spot::new(bounds, SpotKind::Row);
        if heap.tokens <= MAX_LYING {
            let token = |before: u64| {
                let middle = point(before as Length * PITCH + PITCH / 2, y);
                (Bounds::around(middle, PITCH, BAR), before)
            };
            spot.tokens = (0..heap.tokens).map(token).collect();
        }
        drawn.spots.insert(index as u64, spot);
        (y, last) = (y + step, Some(index));
    }
    drawn
}
