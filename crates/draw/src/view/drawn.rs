//! A figure that is drawn, and where its elements are.

use std::collections::BTreeMap;

use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Ink, Label, Shape};

/// The size of small letters: coordinates, names, numbers of moves.
pub(super) const SMALL: Length = 10 * UNIT;
/// How many letters of a text are shown.
const MAX_LETTERS: usize = 40;

/// Shapes, and the places of the elements that can be marked.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub(super) shapes: Vec<Shape>,
    pub(super) spots: BTreeMap<u64, Spot>,
}

/// The place of an element.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) bounds: Bounds,
    pub(super) kind: SpotKind,
}

/// How an element is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpotKind {
    /// A rectangle within the cell, labels in its corners.
    Cell,
    /// A rectangle around it, labels above.
    Pile,
    /// A rectangle around it, labels to the right.
    Row,
    /// A circle around it, labels beside.
    Disc,
}

impl Drawn {
    pub(super) fn shift(&mut self, by: Point) {
        self.shapes.iter_mut().for_each(|shape| shape.shift(by));
        self.spots.values_mut().for_each(|spot| spot.bounds = spot.bounds.shifted(by));
    }

    /// The rectangle that holds every shape.
    pub(super) fn bounds(&self) -> Bounds {
        let bounds = self.shapes.iter().filter_map(Shape::bounds).reduce(Bounds::union);
        bounds.unwrap_or(Bounds { least: point(0, 0), greatest: point(0, 0) })
    }
}

/// A label with letters of this size, cut if it is long.
pub(super) fn label(at: Point, anchor: Anchor, size: Length, text: &str) -> Label {
    Label { size, ..Label::new(at, anchor, short(text, MAX_LETTERS)) }
}

/// A small grey label.
pub(super) fn caption(at: Point, anchor: Anchor, text: &str) -> Shape {
    Shape::Label(Label { ink: Ink::Grey, ..label(at, anchor, SMALL, text) })
}

/// The text, or its beginning and an ellipsis.
pub(super) fn short(text: &str, letters: usize) -> String {
    match text.char_indices().nth(letters) {
        None => text.to_owned(),
        Some(_) => text.chars().take(letters.saturating_sub(1)).chain(['…']).collect(),
    }
}
