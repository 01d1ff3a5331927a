//! Figures of pieces: chess pieces, animals, and the poisoned block of a bar of chocolate.
//!
//! The shapes are polygons and discs in a square of 80 by 80, with the origin in its centre and `y` downwards.

use winways_kit::view::Figurine;
use winways_rules::Player;

use super::drawn::look;
use crate::canvas::{Length, Point, UNIT, point};
use crate::scene::{Outline, Paint, Pen, Shape};

type Place = (i64, i64);

/// The position, the size and the colours of a figure, and the list to which its shapes are added.
struct Pencil<'s> {
    centre: Point,
    /// Half the side of the square.
    radius: Length,
    body: Paint,
    rim: Pen,
    /// The colour of lines and eyes on the body.
    detail: Paint,
    shapes: &'s mut Vec<Shape>,
}

/// Draws a figure around a centre.
pub(super) fn draw(
    figurine: Figurine,
    owner: Player,
    centre: Point,
    radius: Length,
    shapes: &mut Vec<Shape>,
) {
    let is_chess = figurine.is_chess();
    let (body, detail) = match owner {
        Player::Left if is_chess => (Paint::WHITE_PIECE, Paint::BLACK_PIECE),
        Player::Right if is_chess => (Paint::BLACK_PIECE, Paint::WHITE_PIECE),
        Player::Either if is_chess => (Paint::TOKEN, Paint::BLACK_PIECE),
        owner => (look(owner).ink, Paint::WHITE),
    };
    let rim = if is_chess { Pen::PIECE } else { Pen::RIM };
    let mut pencil = Pencil { centre, radius, body, rim, detail, shapes };
    match figurine {
        Figurine::King => pencil.king(),
        Figurine::Queen => pencil.queen(),
        Figurine::Rook => pencil.rook(),
        Figurine::Bishop => pencil.bishop(),
        Figurine::Knight => pencil.knight(),
        Figurine::Pawn => pencil.pawn(),
        Figurine::Fox => pencil.fox(),
        Figurine::Goose => pencil.goose(),
        Figurine::Hare => pencil.hare(),
        Figurine::Hound => pencil.hound(),
        Figurine::Poison => pencil.skull(),
    }
}

impl Pencil<'_> {
    fn at(&self, (x, y): Place) -> Point {
        point(self.centre.x + x * self.radius / 40, self.centre.y + y * self.radius / 40)
    }

    fn polygon(&mut self, places: &[Place], fill: Paint, pen: Option<Pen>) {
        let points = places.iter().map(|place| self.at(*place)).collect();
        self.shapes.push(Shape::Drawn(Outline::Polygon(points), Some(fill), pen));
    }

    fn body(&mut self, places: &[Place]) {
        self.polygon(places, self.body, Some(self.rim));
    }

    /// Draws a polygon that is symmetric about the vertical axis, given its right half from the top to the bottom.
    fn symmetric(&mut self, half: &[Place]) {
        let mirrored = half.iter().rev().map(|(x, y)| (-x, *y));
        let all: Vec<Place> = half.iter().copied().chain(mirrored).collect();
        self.body(&all);
    }

    fn disc(&mut self, place: Place, radius: i64, fill: Paint, pen: Option<Pen>) {
        self.shapes.push(Shape::disc(self.at(place), radius * self.radius / 40, fill, pen));
    }

    /// Draws a pair of discs, to the left and to the right of the axis.
    fn eyes(&mut self, (x, y): Place, radius: i64, fill: Paint) {
        self.disc((-x, y), radius, fill, None);
        self.disc((x, y), radius, fill, None);
    }

    fn line(&mut self, from: Place, to: Place) {
        let pen = Pen { colour: self.detail, ..self.rim };
        self.shapes.push(Shape::line(pen, vec![self.at(from), self.at(to)]));
    }

    fn king(&mut self) {
        let cross = [(3, -42), (3, -37), (8, -37), (8, -31), (3, -31), (3, -22)];
        self.symmetric(&cross);
        let body = [(0, -20), (8, -24), (20, -22), (27, -10), (24, 2), (18, 14), (22, 24), (24, 34)];
        self.symmetric(&body);
        self.line((-17, 15), (17, 15));
        self.line((-21, 24), (21, 24));
    }

    fn queen(&mut self) {
        let body = [(0, -28), (6, -2), (14, -24), (16, 0), (27, -18), (19, 14), (22, 24), (24, 34)];
        self.symmetric(&body);
        for tip in [(-27, -21), (-14, -28), (0, -32), (14, -28), (27, -21)] {
            self.disc(tip, 4, self.body, Some(self.rim));
        }
        self.line((-18, 15), (18, 15));
        self.line((-21, 24), (21, 24));
    }

    fn rook(&mut self) {
        let tower = [
            (5, -22),
            (5, -30),
            (12, -30),
            (12, -30),
            (21, -30),
            (21, -14),
            (14, -8),
            (16, 18),
            (22, 24),
            (24, 34),
        ];
        self.symmetric(&tower);
        self.polygon(&[(9, -31), (13, -31), (13, -22), (9, -22)], self.detail, None);
        self.polygon(&[(-9, -31), (-13, -31), (-13, -22), (-9, -22)], self.detail, None);
        self.line((-14, -8), (14, -8));
        self.line((-17, 20), (17, 20));
    }

    fn bishop(&mut self) {
        let body = [(0, -34), (7, -27), (13, -16), (14, -8), (9, 2), (6, 6), (11, 20), (22, 26), (24, 34)];
        self.symmetric(&body);
        self.disc((0, -36), 4, self.body, Some(self.rim));
        self.line((1, -22), (7, -12));
        self.line((-6, 6), (6, 6));
        self.line((-14, 24), (14, 24));
    }

    fn knight(&mut self) {
        self.body(&[
            (-6, -38),
            (-1, -30),
            (8, -28),
            (17, -20),
            (22, -6),
            (23, 14),
            (22, 26),
            (24, 34),
            (-20, 34),
            (-17, 24),
            (-5, 12),
            (1, 1),
            (-8, 4),
            (-14, 11),
            (-22, 9),
            (-25, 1),
            (-17, -12),
            (-13, -23),
            (-9, -28),
        ]);
        self.disc((-7, -17), 3, self.detail, None);
        self.disc((-20, 3), 2, self.detail, None);
        self.line((12, -18), (16, -4));
        self.line((16, -4), (16, 12));
    }

    fn pawn(&mut self) {
        self.symmetric(&[(0, -8), (7, -6), (11, 14), (19, 24), (22, 34)]);
        self.disc((0, -15), 11, self.body, Some(self.rim));
        self.line((-15, 24), (15, 24));
    }

    fn fox(&mut self) {
        self.symmetric(&[(0, -16), (12, -18), (27, -34), (29, -6), (19, 10), (4, 30)]);
        for side in [-1, 1] {
            let cheek = [(27, -2), (9, 6), (2, 24), (17, 10)].map(|(x, y)| (side * x, y));
            self.polygon(&cheek, self.detail, None);
            let ear = [(24, -26), (24, -14), (16, -17)].map(|(x, y)| (side * x, y));
            self.polygon(&ear, self.detail, None);
        }
        self.eyes((11, -5), 3, Paint::BLACK_PIECE);
        self.disc((0, 28), 5, Paint::BLACK_PIECE, None);
    }

    fn goose(&mut self) {
        for x in [4, 12] {
            let legs = [(x, 20), (x + 3, 20), (x + 3, 33), (x - 4, 33), (x - 4, 30), (x, 30)];
            self.polygon(&legs, Paint::BLACK_PIECE, None);
        }
        self.body(&[
            (-12, -34),
            (-5, -31),
            (-2, -24),
            (-4, -10),
            (0, -2),
            (12, -6),
            (24, -8),
            (37, -16),
            (33, 6),
            (22, 19),
            (6, 23),
            (-8, 18),
            (-14, 6),
            (-12, -12),
            (-17, -20),
            (-18, -29),
        ]);
        self.polygon(&[(-17, -28), (-31, -22), (-17, -20)], Paint::BLACK_PIECE, None);
        self.disc((-11, -26), 2, self.detail, None);
        self.polygon(&[(2, 4), (14, 0), (28, -2), (18, 11), (8, 13)], self.detail, None);
    }

    fn hare(&mut self) {
        for side in [-1, 1] {
            let ear = [(3, -8), (4, -30), (9, -40), (14, -38), (15, -24), (11, -6)];
            self.body(&ear.map(|(x, y)| (side * x, y)));
            let inner = [(6, -10), (8, -30), (11, -32), (11, -20)].map(|(x, y)| (side * x, y));
            self.polygon(&inner, self.detail, None);
        }
        self.disc((0, 9), 20, self.body, Some(self.rim));
        self.eyes((8, 4), 3, Paint::BLACK_PIECE);
        self.eyes((5, 18), 6, self.detail);
        self.disc((0, 13), 3, Paint::BLACK_PIECE, None);
    }

    fn hound(&mut self) {
        self.symmetric(&[(0, -27), (15, -25), (19, -8), (14, 18), (6, 31)]);
        self.symmetric_pair(&[(14, -25), (25, -18), (31, 4), (27, 16), (20, 12), (17, -6)]);
        self.eyes((8, -8), 3, self.detail);
        self.polygon(&[(-9, 12), (0, 6), (9, 12), (5, 29), (-5, 29)], self.detail, None);
        self.disc((0, 15), 5, Paint::BLACK_PIECE, None);
    }

    /// Draws a polygon and its mirror image.
    fn symmetric_pair(&mut self, places: &[Place]) {
        let mirrored: Vec<Place> = places.iter().map(|(x, y)| (-x, *y)).collect();
        self.body(places);
        self.body(&mirrored);
    }

    fn skull(&mut self) {
        self.polygon(&[(-9, 6), (9, 6), (9, 22), (-9, 22)], Paint::WHITE_PIECE, None);
        self.disc((0, -6), 18, Paint::WHITE_PIECE, None);
        self.eyes((7, -6), 5, Paint::BLACK_PIECE);
        self.polygon(&[(0, 1), (3, 7), (-3, 7)], Paint::BLACK_PIECE, None);
        for x in [-4, 0, 4] {
            let tooth = Outline::Rectangle(
                crate::canvas::Bounds { least: self.at((x - 1, 12)), greatest: self.at((x, 22)) },
                0,
            );
            self.shapes.push(Shape::Drawn(tooth, Some(Paint::BLACK_PIECE), None));
        }
    }
}

/// The radius of a figure as a percentage of the side of its cell.
pub(super) const PART: Length = 44;

/// Returns the radius of a figure on a square cell of a given side.
pub(super) fn radius_on(side: Length) -> Length {
    (side * PART / 100).max(UNIT)
}
