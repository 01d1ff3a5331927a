//! The colours of pictures, with their roles.

/// A colour: its red, green and blue components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Paint(pub(crate) [u8; 3]);

impl Paint {
    pub(crate) const BLACK: Paint = Paint([0; 3]);
    pub(crate) const GREY: Paint = Paint([110; 3]);
    /// Blue, red and green, after Okabe and Ito.
    pub(crate) const BLUE: Paint = Paint([0, 114, 178]);
    pub(crate) const RED: Paint = Paint([213, 94, 0]);
    pub(crate) const GREEN: Paint = Paint([0, 158, 115]);
    pub(crate) const WHITE: Paint = Paint([255; 3]);
    /// A light background.
    pub(crate) const SHADE: Paint = Paint([240; 3]);
    pub(crate) const SILVER: Paint = Paint([205; 3]);
    pub(crate) const DARK: Paint = Paint([70; 3]);
    /// The light and the dark cells of a chessboard.
    pub(crate) const CHEQUER_LIGHT: Paint = Paint([251, 249, 244]);
    pub(crate) const CHEQUER: Paint = Paint([219, 214, 204]);
    pub(crate) const TOKEN: Paint = Paint([166, 188, 214]);
    pub(crate) const LEFT_TINT: Paint = Paint([204, 226, 239]);
    pub(crate) const RIGHT_TINT: Paint = Paint([246, 222, 204]);
    pub(crate) const EITHER_TINT: Paint = Paint([204, 235, 227]);
    pub(crate) const WHITE_PIECE: Paint = Paint([253, 251, 246]);
    pub(crate) const BLACK_PIECE: Paint = Paint([45, 45, 51]);
    pub(crate) const CHOCOLATE: Paint = Paint([106, 68, 41]);
    pub(crate) const CHOCOLATE_FACE: Paint = Paint([134, 91, 58]);
    /// The board with pits, a pit, and a seed in it.
    pub(crate) const WOOD: Paint = Paint([226, 203, 163]);
    pub(crate) const PIT: Paint = Paint([198, 168, 122]);
    pub(crate) const SEED: Paint = Paint([92, 71, 45]);

    /// The roles of the colours, for front ends with colours of their own.
    const ROLES: [(Paint, &'static str); 22] = [
        (Paint::BLACK, "ink"),
        (Paint::GREY, "soft"),
        (Paint::BLUE, "left"),
        (Paint::RED, "right"),
        (Paint::GREEN, "either"),
        (Paint::WHITE, "paper"),
        (Paint::SHADE, "shade"),
        (Paint::SILVER, "gone"),
        (Paint::DARK, "dark"),
        (Paint::CHEQUER, "chequer"),
        (Paint::CHEQUER_LIGHT, "chequer-light"),
        (Paint::TOKEN, "token"),
        (Paint::LEFT_TINT, "left-tint"),
        (Paint::RIGHT_TINT, "right-tint"),
        (Paint::EITHER_TINT, "either-tint"),
        (Paint::WHITE_PIECE, "white-piece"),
        (Paint::BLACK_PIECE, "black-piece"),
        (Paint::CHOCOLATE, "chocolate"),
        (Paint::CHOCOLATE_FACE, "chocolate-face"),
        (Paint::WOOD, "wood"),
        (Paint::PIT, "pit"),
        (Paint::SEED, "seed"),
    ];

    /// Returns the role of the colour; `ink` for a colour without one.
    pub(crate) fn role(self) -> &'static str {
        Paint::ROLES.iter().find(|(paint, _)| *paint == self).map_or("ink", |(_, role)| role)
    }
}
