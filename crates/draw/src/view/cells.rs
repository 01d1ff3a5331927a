//! Contents of cells and vertices.

use winways_kit::view::{Cell, Piece};
use winways_rules::Player;

use super::drawn::{label, short};
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Ink, Label, Outline, Paint, Pen, Shape, text_width};

/// Returns the letter of a player's colour.
pub(super) fn letter(player: Player) -> &'static str {
    match player {
        Player::Left => "b",
        Player::Right => "r",
        Player::Either => "g",
    }
}

fn ink(player: Player) -> Ink {
    match player {
        Player::Left => Ink::Blue,
        Player::Right => Ink::Red,
        Player::Either => Ink::Green,
    }
}

fn fill(player: Player) -> Paint {
    Paint(ink(player).parts())
}

/// Returns a light fill of a player's colour.
fn tint(player: Player) -> Paint {
    Paint(ink(player).parts().map(|part| 255 - (255 - part) / 5))
}

/// Draws the content of a square cell, except halves of dominoes, which the grid draws.
pub(super) fn on_square(cell: &Cell, square: Bounds, shapes: &mut Vec<Shape>) {
    let solid = |paint| Shape::Solid(Outline::Rectangle(square, 0), Some(paint), Some(Pen::Grid));
    let (centre, side) = (square.centre(), square.width());
    match cell {
        Cell::Free | Cell::Domino(_) => {}
        Cell::Gone => {
            shapes.push(solid(Paint::GREY));
            shapes.push(Shape::Strokes(Pen::GreyHatch, diagonals(square, side / 4)));
        }
        Cell::Reserved(player) => {
            shapes.push(solid(tint(*player)));
            sign(centre, side * 2 / 5, ink(*player), letter(*player), shapes);
        }
        Cell::Coloured(player) => {
            shapes.push(solid(fill(*player)));
            let hatch = match player {
                Player::Left => Vec::new(),
                Player::Right => diagonals(square, side / 4),
                Player::Either => horizontals(square, side / 5),
            };
            if !hatch.is_empty() {
                shapes.push(Shape::Strokes(Pen::WhiteHatch, hatch));
            }
            shapes.push(disc(centre, side * 7 / 24, Some(Paint::WHITE), None));
            sign(centre, side * 2 / 5, Ink::Black, letter(*player), shapes);
        }
        Cell::Piece(piece) => on_disc(piece, centre, side * 3 / 8, shapes),
        Cell::Coin { heads } => coin(*heads, centre, side * 3 / 8, shapes),
    }
}

/// Draws the content of a round vertex, and the name of an empty vertex if it fits. Returns `true` if the name still has to be
/// written beside the vertex.
pub(super) fn on_vertex(
    cell: &Cell,
    name: &str,
    centre: Point,
    radius: Length,
    shapes: &mut Vec<Shape>,
) -> bool {
    let is_short = text_width(name) * 10 / 12 <= radius * 2 - 4 * UNIT;
    let (paint, pen, text) = match cell {
        Cell::Free => (Paint::WHITE, Pen::Rim, Ink::Black),
        Cell::Gone => (Paint::LIGHT, Pen::Ghost, Ink::Grey),
        Cell::Domino(_) => (Paint::GREY, Pen::Rim, Ink::Black),
        Cell::Reserved(player) => {
            shapes.push(disc(centre, radius, Some(tint(*player)), Some(Pen::Rim)));
            sign(centre, radius, ink(*player), letter(*player), shapes);
            return true;
        }
        Cell::Coloured(player) => {
            shapes.push(disc(centre, radius, Some(fill(*player)), Some(Pen::Rim)));
            let hatch = match player {
                Player::Left => Vec::new(),
                Player::Right => diagonal_chords(centre, radius, radius / 2),
                Player::Either => horizontal_chords(centre, radius, radius * 2 / 5),
            };
            if !hatch.is_empty() {
                shapes.push(Shape::Strokes(Pen::WhiteHatch, hatch));
            }
            shapes.push(disc(centre, radius * 5 / 8, Some(Paint::WHITE), None));
            sign(centre, radius * 9 / 10, Ink::Black, letter(*player), shapes);
            return true;
        }
        Cell::Piece(piece) => {
            on_disc(piece, centre, radius, shapes);
            return true;
        }
        Cell::Coin { heads } => {
            coin(*heads, centre, radius, shapes);
            return true;
        }
    };
    shapes.push(disc(centre, radius, Some(paint), Some(pen)));
    if is_short && !name.is_empty() {
        shapes.push(Shape::Label(Label { ink: text, ..label(centre, Anchor::Middle, 10 * UNIT, name) }));
    }
    !is_short
}

/// Draws a domino on two squares, or half of a domino on one square if the other half is missing.
pub(super) fn domino(one: Bounds, other: Option<Bounds>, shapes: &mut Vec<Shape>) {
    let inset = -one.width() / 10;
    let whole = other.map_or(one, |other| one.union(other)).grown(inset);
    shapes.push(Shape::Solid(Outline::Rectangle(whole, one.width() / 8), Some(Paint::GREY), Some(Pen::Rim)));
    if let Some(other) = other {
        let (from, to) = (one.centre(), other.centre());
        let middle = point((from.x + to.x) / 2, (from.y + to.y) / 2);
        let half = one.width() / 4;
        let bar = [middle.towards(to, 0, half), middle.towards(to, 0, -half)];
        shapes.push(Shape::Line(Pen::Grid, bar.to_vec()));
    }
}

fn disc(centre: Point, radius: Length, paint: Option<Paint>, pen: Option<Pen>) -> Shape {
    Shape::Solid(Outline::Circle { centre, radius }, paint, pen)
}

/// Draws a piece: a filled disc for Left, a ring for Right, a grey disc for either player.
fn on_disc(piece: &Piece, centre: Point, radius: Length, shapes: &mut Vec<Shape>) {
    let (paint, pen, text) = match piece.owner {
        Player::Left => (fill(Player::Left), Pen::Rim, Ink::White),
        Player::Right => (Paint::WHITE, Pen::RedRim, Ink::Black),
        Player::Either => (Paint::LIGHT, Pen::Rim, Ink::Black),
    };
    shapes.push(disc(centre, radius, Some(paint), Some(pen)));
    sign(centre, radius * 6 / 5, text, &piece.sign, shapes);
}

fn coin(heads: bool, centre: Point, radius: Length, shapes: &mut Vec<Shape>) {
    let (paint, text, letter) =
        if heads { (Paint::WHITE, Ink::Black, "H") } else { (Paint::DARK, Ink::White, "T") };
    shapes.push(disc(centre, radius, Some(paint), Some(Pen::Rim)));
    if heads {
        shapes.push(disc(centre, radius - 3 * UNIT, None, Some(Pen::Grid)));
    }
    sign(centre, radius, text, letter, shapes);
}

/// Writes a sign at a given font size, or smaller if the sign is long.
fn sign(centre: Point, size: Length, ink: Ink, text: &str, shapes: &mut Vec<Shape>) {
    let text = short(text, 4);
    let width = text_width(&text).max(1);
    // At most 5/4 of the font size wide.
    let size = size.min(size * 5 / 4 * 12 * UNIT / width).max(4 * UNIT);
    if !text.is_empty() {
        shapes.push(Shape::Label(Label { ink, ..label(centre, Anchor::Middle, size, &text) }));
    }
}

/// Returns parallel lines from the lower left to the upper right across a square.
fn diagonals(square: Bounds, step: Length) -> Vec<[Point; 2]> {
    let (side, least, greatest) = (square.width(), square.least, square.greatest);
    let lines = (1..).map(|line| line * step.max(1)).take_while(|reach| *reach < 2 * side);
    lines
        .map(|reach| {
            let beyond = (reach - side).max(0);
            let within = reach.min(side);
            [point(least.x + beyond, least.y + within), point(least.x + within, greatest.y - side + beyond)]
        })
        .collect()
}

fn horizontals(square: Bounds, step: Length) -> Vec<[Point; 2]> {
    let heights = (1..).map(|line| square.least.y + line * step.max(1));
    heights
        .take_while(|height| *height < square.greatest.y)
        .map(|y| [point(square.least.x, y), point(square.greatest.x, y)])
        .collect()
}

fn horizontal_chords(centre: Point, radius: Length, step: Length) -> Vec<[Point; 2]> {
    let heights = (-3..=3).map(|line| line * step).filter(|height| height.abs() < radius);
    heights
        .map(|height| {
            let half = (radius * radius - height * height).isqrt();
            [point(centre.x - half, centre.y + height), point(centre.x + half, centre.y + height)]
        })
        .collect()
}

fn diagonal_chords(centre: Point, radius: Length, step: Length) -> Vec<[Point; 2]> {
    let shifts = (-3..=3).map(|line| line * step / 2).filter(|shift| 2 * shift * shift < radius * radius);
    shifts
        .map(|shift| {
            // The squared distance of the chord from the centre is 2·shift².
            let half = ((radius * radius - 2 * shift * shift) / 2).isqrt();
            let foot = point(centre.x + shift, centre.y + shift);
            [point(foot.x - half, foot.y + half), point(foot.x + half, foot.y - half)]
        })
        .collect()
}
