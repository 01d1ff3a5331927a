//! Drawing of marked moves: rings, lines and arrows.

use std::collections::BTreeMap;

use winways_kit::view::Touch;
use winways_rules::Player;

use super::drawn::{SMALL, Spot, SpotKind, label, look};
use super::labels::{Labels, PLAYERS};
use super::mark::Mark;
use super::style::Style;
use crate::DrawError;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Outline, Pen, Shape, bounds_of, short, text_width};

/// The length and the width of the head of an arrow.
const HEAD: Length = 10 * UNIT;
const HEAD_WIDTH: Length = 9 * UNIT;
/// The distance by which an arrow is shifted to the right, so that arrows in opposite directions do not coincide.
const ASIDE: Length = 4 * UNIT;
/// The maximum length of the label of a mark in characters.
const MAX_LETTERS: usize = 12;

/// Returns the shapes of the marks, which are drawn on top of the figures.
pub(super) fn draw(
    spots: &BTreeMap<(u32, u64), Spot>,
    marked: &[Mark],
    styles: &[Style],
    labels: &Labels,
) -> Result<Vec<Shape>, DrawError> {
    let mut shapes = Vec::new();
    for (figure, element, texts) in labels.iter() {
        let spot = spots.get(&(figure, element)).ok_or(DrawError::UnknownElement)?;
        rings(spot, texts, &mut shapes);
    }
    let mut layers = Layers::default();
    let mut drawn = BTreeMap::new();
    for (mark, style) in marked.iter().zip(styles).filter(|(_, style)| **style != Style::Rings) {
        let spot = |touch: &Touch| spots.get(&(touch.figure, touch.element)).ok_or(DrawError::UnknownElement);
        let path = mark.touches.iter().map(spot).collect::<Result<Vec<&Spot>, _>>()?;
        // Shift further arrows along the same path, so that their labels do not overlap.
        let turn: &mut Length = drawn.entry(&mark.touches).or_default();
        let aside = ASIDE + *turn * 6 * UNIT;
        *turn += 1;
        let end = match style {
            Style::Line => line(&path, mark.player, &mut layers),
            _ => arrow(&path, mark.player, aside, &mut layers),
        };
        if !mark.label.is_empty() {
            layers.texts.push(Shape::Label(label_of(end, Anchor::Middle, mark.player, &mark.label)));
        }
    }
    let Layers { casings, lines, ends, texts } = layers;
    shapes.extend([casings, lines, ends, texts].into_iter().flatten());
    Ok(shapes)
}

fn label_of(at: Point, anchor: Anchor, player: Player, text: &str) -> Label {
    let text = short(text, MAX_LETTERS);
    Label { covers: true, ink: look(player).ink, ..label(at, anchor, SMALL, &text) }
}

/// The shapes of lines and arrows in drawing order: no line covers an arrowhead, and no casing cuts a line.
#[derive(Debug, Default)]
struct Layers {
    casings: Vec<Shape>,
    lines: Vec<Shape>,
    ends: Vec<Shape>,
    texts: Vec<Shape>,
}

impl Layers {
    fn line(&mut self, points: Vec<Point>, player: Player) {
        self.casings.push(Shape::line(Pen::CASING, points.clone()));
        self.lines.push(Shape::line(look(player).mark, points));
    }
}

/// Draws a ring, with its label, for each player who marks the element. The rings are nested.
fn rings(spot: &Spot, texts: &[Option<String>; 3], shapes: &mut Vec<Shape>) {
    let present = PLAYERS.iter().zip(texts).filter_map(|(player, text)| Some((*player, text.as_ref()?)));
    for ((player, text), turn) in present.zip(0..) {
        let step = turn * 4 * UNIT;
        let outline = match spot.kind {
            SpotKind::Cell => {
                let inset = spot.bounds.width() / 16;
                Outline::Rectangle(spot.bounds.grown(-inset - step), 3 * UNIT)
            }
            SpotKind::Pile | SpotKind::Row => {
                Outline::Rectangle(spot.bounds.grown(3 * UNIT + step), 5 * UNIT)
            }
            SpotKind::Disc => {
                Outline::Circles(vec![spot.bounds.centre()], spot.bounds.width() / 2 + 3 * UNIT + step)
            }
        };
        shapes.push(Shape::Drawn(outline, None, Some(look(player).mark)));
        if !text.is_empty() {
            shapes.push(Shape::Label(ring_label(spot, player, turn, text)));
        }
    }
}

fn ring_label(spot: &Spot, player: Player, turn: Length, text: &str) -> Label {
    let Bounds { least, greatest } = spot.bounds;
    let edge = 7 * UNIT;
    let (at, anchor) = match (spot.kind, player) {
        (SpotKind::Cell, Player::Left) => (point(least.x + 2 * UNIT, least.y + edge), Anchor::Begin),
        (SpotKind::Cell, Player::Right) => (point(greatest.x - 2 * UNIT, greatest.y - edge), Anchor::End),
        (SpotKind::Cell, Player::Either) => (point(greatest.x - 2 * UNIT, least.y + edge), Anchor::End),
        (SpotKind::Pile, _) => {
            (point(spot.bounds.centre().x, least.y - (11 + 12 * turn) * UNIT - 4 * UNIT), Anchor::Middle)
        }
        (SpotKind::Row, _) => {
            (point(greatest.x + 16 * UNIT, least.y + (turn * 12 - 1) * UNIT), Anchor::Begin)
        }
        (SpotKind::Disc, Player::Left) => (point(least.x, least.y - UNIT), Anchor::End),
        (SpotKind::Disc, Player::Right) => (point(greatest.x, least.y - UNIT), Anchor::Begin),
        (SpotKind::Disc, Player::Either) => (point(greatest.x, least.y - UNIT), Anchor::Begin),
    };
    // Limit labels in cells to about five sixths of the width of the cell, but to no fewer than two characters.
    let letters = match spot.kind {
        SpotKind::Cell => usize::try_from(spot.bounds.width() / text_width("0").max(1)).unwrap_or(1).max(2),
        _ => MAX_LETTERS,
    };
    label_of(at, anchor, player, &short(text, letters))
}

/// Draws a line through the centres of cells with a dot at both ends. Returns the position of its label.
fn line(path: &[&Spot], player: Player, layers: &mut Layers) -> Point {
    let mut points: Vec<Point> = path.iter().map(|spot| spot.bounds.centre()).collect();
    let side = path.iter().map(|spot| spot.bounds.width()).min().unwrap_or(0);
    let last = points.len() - 1;
    let begin = points[0].towards(points[1], side / 5, 0);
    let end = points[last].towards(points[last - 1], side / 5, 0);
    (points[0], points[last]) = (begin, end);
    let middle = match points.len() % 2 {
        0 => {
            let (one, other) = (points[points.len() / 2 - 1], points[points.len() / 2]);
            point((one.x + other.x) / 2, (one.y + other.y) / 2)
        }
        _ => points[points.len() / 2],
    };
    layers.line(points, player);
    for centre in [begin, end] {
        layers.ends.push(Shape::disc(centre, 3 * UNIT, look(player).ink, None));
    }
    middle
}

/// Draws arrows from spot to spot. Returns the position of the label, at the last arrow.
fn arrow(path: &[&Spot], player: Player, aside: Length, layers: &mut Layers) -> Point {
    let mut end = path[0].bounds.centre();
    for pair in path.windows(2) {
        let (from, to) = (pair[0].bounds.centre(), pair[1].bounds.centre());
        let way = from.distance(to);
        // In a graph, keep the arrow clear of the edge between the two vertices.
        let aside = if pair[0].kind == SpotKind::Disc { aside + ASIDE } else { aside };
        let reach = |spot: &Spot| match spot.kind {
            // If there is room, start at the rim of a piece.
            SpotKind::Cell if way > spot.bounds.width() * 3 / 2 => spot.bounds.width() * 2 / 5,
            SpotKind::Cell => spot.bounds.width() * 3 / 10,
            SpotKind::Disc => spot.bounds.width() / 2 + 2 * UNIT,
            SpotKind::Pile | SpotKind::Row => spot.bounds.width().min(spot.bounds.height()) / 3,
        };
        let begin = from.towards(to, reach(pair[0]), aside);
        let tip = to.towards(from, reach(pair[1]) * 3 / 4, -aside);
        let long = HEAD.min(way / 4);
        let base = tip.towards(begin, long, 0);
        layers.line(vec![begin, base], player);
        let corner = |side: Length| tip.towards(begin, long, side * HEAD_WIDTH / 2);
        let head = Outline::Polygon(vec![tip, corner(1), corner(-1)]);
        layers.ends.push(Shape::Drawn(head, Some(look(player).ink), Some(Pen::HALO)));
        end = tip.towards(begin, long + 2 * UNIT, -6 * UNIT - HEAD_WIDTH / 2 + ASIDE);
    }
    end
}

/// Returns the legend of the players' marks, below everything else.
pub(super) fn legend(shapes: &[Shape], marked: &[Mark]) -> Vec<Shape> {
    let bounds = bounds_of(shapes);
    let mut legend = Vec::new();
    let (mut x, y) = (bounds.least.x, bounds.greatest.y + 16 * UNIT);
    for player in PLAYERS.into_iter().filter(|player| marked.iter().any(|mark| mark.player == *player)) {
        let look = look(player);
        let words = look.name.trim_end_matches(" player");
        legend.push(Shape::line(look.mark, vec![point(x, y), point(x + 26 * UNIT, y)]));
        let label = label(point(x + 32 * UNIT, y), Anchor::Begin, SMALL, words);
        x = label.bounds().greatest.x + 16 * UNIT;
        legend.push(Shape::Label(label));
    }
    legend
}
