//! Contents of cells and vertices.

use winways_kit::view::{Cell, Figurine, Piece};
use winways_rules::Player;

use super::drawn::{label, look};
use super::figurines;
use crate::canvas::{Bounds, Length, Point, UNIT, point};
use crate::scene::{Anchor, Label, Outline, Paint, Pen, Shape, short, text_width};

/// Returns a light fill of a player's colour.
fn tint(player: Player) -> Paint {
    match player {
        Player::Left => Paint::LEFT_TINT,
        Player::Right => Paint::RIGHT_TINT,
        Player::Either => Paint::EITHER_TINT,
    }
}

/// The area in which the content of a cell is drawn: a square, or a round vertex given by its centre and radius.
enum Place {
    Square(Bounds),
    Round(Point, Length),
}

impl Place {
    fn filled(&self, paint: Paint) -> Shape {
        match self {
            Place::Square(square) => {
                Shape::Drawn(Outline::Rectangle(*square, 0), Some(paint), Some(Pen::GRID))
            }
            Place::Round(centre, radius) => Shape::disc(*centre, *radius, paint, Pen::RIM),
        }
    }

    /// Returns the hatching that distinguishes a player's colour from the others.
    fn hatch(&self, player: Player) -> Vec<[Point; 2]> {
        match (self, player) {
            (_, Player::Left) => Vec::new(),
            (Place::Square(square), Player::Right) => diagonals(*square, square.width() / 4),
            (Place::Square(square), Player::Either) => horizontals(*square, square.width() / 5),
            (Place::Round(centre, radius), Player::Right) => diagonal_chords(*centre, *radius, radius / 2),
            (Place::Round(centre, radius), Player::Either) => {
                horizontal_chords(*centre, *radius, radius * 2 / 5)
            }
        }
    }

    /// Draws a block of chocolate.
    fn chocolate(&self, shapes: &mut Vec<Shape>) {
        match self {
            Place::Square(square) => {
                let face = Outline::Rectangle(square.grown(-square.width() / 7), square.width() / 12);
                shapes.push(Shape::area(*square, Paint::CHOCOLATE));
                shapes.push(Shape::Drawn(face, Some(Paint::CHOCOLATE_FACE), None));
                shapes.push(Shape::Drawn(Outline::Rectangle(*square, 0), None, Some(Pen::GRID)));
            }
            Place::Round(centre, radius) => {
                shapes.push(Shape::disc(*centre, *radius, Paint::CHOCOLATE, Pen::RIM));
            }
        }
    }

    /// Draws the content of a cell. Returns `false`, without drawing, for free and removed cells and for halves of dominoes.
    fn draw(&self, cell: &Cell, shapes: &mut Vec<Shape>) -> bool {
        // The centre, the radius of pieces, the font size for reserved cells, and the disc radius and font size for coloured
        // cells.
        let (centre, piece_radius, reserved, [radius, size]) = match *self {
            Place::Square(square) => {
                let side = square.width();
                (square.centre(), side * 3 / 8, side * 2 / 5, [side * 7 / 24, side * 2 / 5])
            }
            Place::Round(centre, radius) => (centre, radius, radius, [radius * 5 / 8, radius * 9 / 10]),
        };
        match cell {
            Cell::Free | Cell::Gone | Cell::Domino(_) => return false,
            Cell::Block => self.chocolate(shapes),
            Cell::Reserved(player) => {
                shapes.push(self.filled(tint(*player)));
                sign(centre, reserved, look(*player).ink, look(*player).letter, shapes);
            }
            Cell::Coloured(player) => {
                shapes.push(self.filled(look(*player).ink));
                let hatch = self.hatch(*player);
                if !hatch.is_empty() {
                    shapes.push(Shape::strokes(Pen::WHITE_HATCH, hatch));
                }
                shapes.push(Shape::disc(centre, radius, Paint::WHITE, None));
                sign(centre, size, Paint::BLACK, look(*player).letter, shapes);
            }
            Cell::Piece(piece) => match (piece.figurine, self) {
                (Some(figurine), place) => {
                    let radius = match place {
                        _ if figurine == Figurine::Poison => {
                            self.chocolate(shapes);
                            piece_radius
                        }
                        Place::Square(square) => figurines::radius_on(square.width()),
                        // The figure is larger than the vertex and covers it.
                        Place::Round(centre, radius) => {
                            shapes.push(Shape::disc(*centre, *radius, Paint::WHITE, Pen::RIM));
                            radius * 3 / 2
                        }
                    };
                    figurines::draw(figurine, piece.owner, centre, radius, shapes);
                }
                (None, _) => on_disc(piece, centre, piece_radius, shapes),
            },
            Cell::Coin { heads } => coin(*heads, centre, piece_radius, shapes),
        }
        true
    }
}

/// Returns `true` for a block of a bar of chocolate, poisoned or not.
pub(super) fn is_of_bar(cell: &Cell) -> bool {
    match cell {
        Cell::Block => true,
        Cell::Piece(piece) => piece.figurine == Some(Figurine::Poison),
        _ => false,
    }
}

/// Draws the content of a square cell, except halves of dominoes, which the grid draws.
pub(super) fn on_square(cell: &Cell, square: Bounds, shapes: &mut Vec<Shape>) {
    let place = Place::Square(square);
    if !place.draw(cell, shapes) && *cell == Cell::Gone {
        shapes.push(place.filled(Paint::SILVER));
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
    if Place::Round(centre, radius).draw(cell, shapes) {
        return true;
    }
    let (paint, pen, ink) = match cell {
        Cell::Gone => (Paint::SHADE, Pen::GHOST, Paint::GREY),
        Cell::Domino(_) => (Paint::SILVER, Pen::RIM, Paint::BLACK),
        _ => (Paint::WHITE, Pen::RIM, Paint::BLACK),
    };
    shapes.push(Shape::disc(centre, radius, paint, pen));
    let is_short = text_width(name) * 10 / 12 <= radius * 2 - 4 * UNIT;
    if is_short && !name.is_empty() {
        shapes.push(Shape::Label(Label { ink, ..label(centre, Anchor::Middle, 10 * UNIT, name) }));
    }
    !is_short
}

/// Draws a domino on two squares, or half of a domino on one square if the other half is missing.
pub(super) fn domino(one: Bounds, other: Option<Bounds>, player: Player, shapes: &mut Vec<Shape>) {
    let inset = -one.width() / 10;
    let whole = other.map_or(one, |other| one.union(other)).grown(inset);
    shapes.push(Shape::Drawn(
        Outline::Rectangle(whole, one.width() / 8),
        Some(tint(player)),
        Some(Pen { colour: look(player).ink, ..Pen::RIM }),
    ));
    if let Some(other) = other {
        let (from, to) = (one.centre(), other.centre());
        let middle = point((from.x + to.x) / 2, (from.y + to.y) / 2);
        let half = one.width() / 4;
        let bar = [middle.towards(to, 0, half), middle.towards(to, 0, -half)];
        shapes.push(Shape::line(Pen::GRID, bar.to_vec()));
    }
}

/// Draws a piece: a filled disc for Left, a ring for Right, a grey disc for either player.
fn on_disc(piece: &Piece, centre: Point, radius: Length, shapes: &mut Vec<Shape>) {
    let (paint, pen, text) = match piece.owner {
        Player::Left => (Paint::BLUE, Pen::RIM, Paint::WHITE),
        Player::Right => (Paint::WHITE, Pen::RED_RIM, Paint::BLACK),
        Player::Either => (Paint::SHADE, Pen::RIM, Paint::BLACK),
    };
    shapes.push(Shape::disc(centre, radius, paint, pen));
    sign(centre, radius * 6 / 5, text, &piece.sign, shapes);
}

fn coin(heads: bool, centre: Point, radius: Length, shapes: &mut Vec<Shape>) {
    let (paint, text, letter) =
        if heads { (Paint::WHITE, Paint::BLACK, "H") } else { (Paint::DARK, Paint::WHITE, "T") };
    shapes.push(Shape::disc(centre, radius, paint, Pen::RIM));
    if heads {
        shapes.push(Shape::disc(centre, radius - 3 * UNIT, None, Some(Pen::GRID)));
    }
    sign(centre, radius, text, letter, shapes);
}

/// Writes a sign at a given font size, or smaller if the sign is long.
fn sign(centre: Point, size: Length, ink: Paint, text: &str, shapes: &mut Vec<Shape>) {
    let text = short(text, 4);
    let width = text_width(&text).max(1);
    // Limit the width of the text to 5/4 of the requested font size.
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
