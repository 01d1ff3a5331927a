//! The drawing of a figure, with the positions of its elements.

use std::collections::BTreeMap;

use winways_rules::Player;

use crate::canvas::{Bounds, Length, Point, UNIT};
use crate::scene::{Anchor, Label, Outline, Paint, Pen, Shape, bounds_of, short};

/// The font size of small labels: coordinates, names and labels of moves.
pub(super) const SMALL: Length = 10 * UNIT;
/// The maximum length of a label in characters.
const MAX_LETTERS: usize = 40;

/// The shapes of a figure, and the positions of the elements that can be marked.
#[derive(Clone, Debug, Default)]
pub(super) struct Drawn {
    pub(super) shapes: Vec<Shape>,
    pub(super) spots: BTreeMap<u64, Spot>,
}

/// The position of an element in the picture.
#[derive(Clone, Debug)]
pub(super) struct Spot {
    pub(super) bounds: Bounds,
    pub(super) kind: SpotKind,
    /// The line of the element if it is an edge.
    pub(super) line: Option<Outline>,
    /// The areas of the tokens of a heap, each with the number of tokens before it.
    pub(super) tokens: Vec<(Bounds, u64)>,
}

/// The kind of an element, which determines how it is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SpotKind {
    /// Marked by a rectangle within the cell, with labels in its corners.
    Cell,
    /// Marked by a rectangle around the element, with labels above.
    Pile,
    /// Marked by a rectangle around the element, with labels to the right.
    Row,
    /// Marked by a circle around the element, with labels beside it.
    Disc,
}

impl Spot {
    pub(super) fn new(bounds: Bounds, kind: SpotKind) -> Spot {
        Spot { bounds, kind, line: None, tokens: Vec::new() }
    }

    /// Creates the spot of a round element.
    pub(super) fn round(centre: Point, radius: Length) -> Spot {
        Spot::new(Bounds::around(centre, 2 * radius, 2 * radius), SpotKind::Disc)
    }

    pub(super) fn shift(&mut self, by: Point) {
        self.bounds = self.bounds.shifted(by);
        self.line.iter_mut().for_each(|line| line.shift(by));
        self.tokens.iter_mut().for_each(|(bounds, _)| *bounds = bounds.shifted(by));
    }
}

impl Drawn {
    pub(super) fn shift(&mut self, by: Point) {
        self.shapes.iter_mut().for_each(|shape| shape.shift(by));
        self.spots.values_mut().for_each(|spot| spot.shift(by));
    }

    /// Returns the bounding rectangle of all shapes.
    pub(super) fn bounds(&self) -> Bounds {
        bounds_of(&self.shapes)
    }
}

/// The words, colours and pens of a player.
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) colour: &'static str,
    pub(super) letter: &'static str,
    pub(super) ink: Paint,
    pub(super) edge: Pen,
    pub(super) mark: Pen,
}

pub(super) fn look(player: Player) -> Look {
    let look = |name, colour, letter, ink, edge, mark| Look { name, colour, letter, ink, edge, mark };
    match player {
        Player::Left => look("Left", "blue", "b", Paint::BLUE, Pen::BLUE, Pen::LEFT_MARK),
        Player::Right => look("Right", "red", "r", Paint::RED, Pen::RED, Pen::RIGHT_MARK),
        Player::Either => look("either player", "green", "g", Paint::GREEN, Pen::GREEN, Pen::EITHER_MARK),
    }
}

/// Creates a label with a given font size, truncated if it is long.
pub(super) fn label(at: Point, anchor: Anchor, size: Length, text: &str) -> Label {
    Label { size, ..Label::new(at, anchor, short(text, MAX_LETTERS)) }
}

/// Creates a small grey label.
pub(super) fn caption(at: Point, anchor: Anchor, text: &str) -> Shape {
    Shape::Label(grey(at, anchor, text))
}

pub(super) fn grey(at: Point, anchor: Anchor, text: &str) -> Label {
    Label { ink: Paint::GREY, ..label(at, anchor, SMALL, text) }
}
