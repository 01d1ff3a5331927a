//! Geometry of the board: squares, sets of squares, the reach of pieces, and the eight symmetries.
//!
//! A square is 8 · (rank − 1) + file, with files counted from 0. Bit n of a set is square n.

/// The kind of a piece other than a king, in the order used in the names of endings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Queen,
    Rook,
    Bishop,
    Knight,
}

impl Kind {
    pub(super) const ALL: [Kind; 4] = [Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight];

    /// Returns the letter used in names and moves.
    pub(super) fn letter(self) -> char {
        match self {
            Kind::Queen => 'Q',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter)
    }

    /// Returns the squares that a piece reaches from `square`: in each direction, up to and including the first occupied square.
    ///
    /// Reach is symmetric, so these are also the squares from which a piece of this kind reaches `square`.
    #[inline]
    pub(super) fn reach(self, square: u8, occupied: u64) -> u64 {
        match self {
            Kind::Queen => slides(square, occupied, 0) | slides(square, occupied, 1),
            Kind::Rook => slides(square, occupied, 0),
            Kind::Bishop => slides(square, occupied, 1),
            Kind::Knight => KNIGHT[usize::from(square)],
        }
    }
}

/// The squares adjacent to each square.
pub(super) static KING: [u64; 64] =
    leaps([(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]);

static KNIGHT: [u64; 64] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The squares in a straight line from each square, by direction. Even numbers are directions along ranks and files, odd numbers
/// along diagonals. The first four lead to higher squares, the others to lower ones.
static RAYS: [[u64; 64]; 8] = rays();

/// Returns the square `by` files and ranks away, if it is on the board.
const fn step(square: usize, by: (i32, i32)) -> Option<usize> {
    let (file, rank) = (square as i32 % 8 + by.0, square as i32 / 8 + by.1);
    if file < 0 || file > 7 || rank < 0 || rank > 7 { None } else { Some((8 * rank + file) as usize) }
}

const fn leaps(steps: [(i32, i32); 8]) -> [u64; 64] {
    let mut sets = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < 8 {
            if let Some(to) = step(square, steps[index]) {
                sets[square] |= 1 << to;
            }
            index += 1;
        }
        square += 1;
    }
    sets
}

const fn rays() -> [[u64; 64]; 8] {
    // Alternately orthogonal and diagonal. The first four lead to higher squares.
    let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let mut sets = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let mut at = step(square, steps[direction]);
            while let Some(to) = at {
                sets[direction][square] |= 1 << to;
                at = step(to, steps[direction]);
            }
            square += 1;
        }
        direction += 1;
    }
    sets
}

/// Returns the squares along ranks and files (`first` 0) or diagonals (1), up to and including the first occupied one.
#[inline]
fn slides(square: u8, occupied: u64, first: usize) -> u64 {
    let square = usize::from(square);
    let mut reached = 0;
    for direction in [first, first + 2] {
        let ray = RAYS[direction][square];
        // The sentinel bit guarantees a blocker. The ray of its square is empty in this direction, so it removes nothing.
        let blocker = ((ray & occupied) | 1 << 63).trailing_zeros();
        reached |= ray & !RAYS[direction][blocker as usize];
    }
    for direction in [first + 4, first + 6] {
        let ray = RAYS[direction][square];
        let blocker = ((ray & occupied) | 1).ilog2();
        reached |= ray & !RAYS[direction][blocker as usize];
    }
    reached
}

/// Returns the name of a square: `e4`.
pub(super) fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// A symmetry of the board. Bit 0 mirrors the files, and bit 1 the ranks. Bit 2, applied last, exchanges files and ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Symmetry(pub(super) u8);

impl Symmetry {
    /// The symmetry that exchanges files and ranks. It fixes the diagonal from a1 to h8.
    pub(super) const TRANSPOSITION: Symmetry = Symmetry(4);

    pub(super) const fn of_square(self, square: u8) -> u8 {
        let mut image = square;
        if self.0 & 1 != 0 {
            image ^= 7;
        }
        if self.0 & 2 != 0 {
            image ^= 56;
        }
        if self.0 & 4 != 0 { image >> 3 | (image & 7) << 3 } else { image }
    }

    #[inline]
    pub(super) fn of_set(self, set: u64) -> u64 {
        let mut image = set;
        if self.0 & 1 != 0 {
            // Reverse the bits of each byte.
            image = image.reverse_bits().swap_bytes();
        }
        if self.0 & 2 != 0 {
            image = image.swap_bytes();
        }
        if self.0 & 4 != 0 { transposed(image) } else { image }
    }
}

/// Reflects a set in the diagonal from a1 to h8: first blocks of 4 by 4, then of 2 by 2, then single squares.
#[inline]
fn transposed(set: u64) -> u64 {
    let mut image = set;
    for (mask, distance) in
        [(0x0000_0000_f0f0_f0f0, 28), (0x0000_cccc_0000_cccc, 14), (0x00aa_00aa_00aa_00aa, 7)]
    {
        let differ = (image ^ image >> distance) & mask;
        image ^= differ | differ << distance;
    }
    image
}

/// The number of placements of two kings that are not next to each other, up to symmetry.
pub(super) const KING_PAIRS: usize = 462;

/// The canonical form of a placement of the kings.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingPlaces {
    /// The index of the representative pair.
    pub(super) pair: u16,
    /// The symmetry that maps the placement to the representative.
    pub(super) symmetry: Symmetry,
    /// `true` if the transposition fixes the representative.
    pub(super) is_diagonal: bool,
}

/// All placements of the kings.
pub(super) struct Kings {
    places: [[Option<KingPlaces>; 64]; 64],
    pairs: [[u8; 2]; KING_PAIRS],
}

pub(super) static KINGS: Kings = Kings::new();

impl Kings {
    /// Computes the placements. In the representative of a symmetry class, the white king is in the triangle a1, d1, d4; if it is
    /// on the diagonal, the black king is not above the diagonal.
    const fn new() -> Kings {
        let mut kings = Kings { places: [[None; 64]; 64], pairs: [[0; 2]; KING_PAIRS] };
        let mut count = 0;
        let mut white = 0;
        while white < 64 {
            let mut black = 0;
            while black < 64 {
                if is_representative(white, black) && !are_near(white, black) {
                    kings.pairs[count] = [white, black];
                    let is_diagonal = white % 9 == 0 && black % 9 == 0;
                    let place = KingPlaces { pair: count as u16, symmetry: Symmetry(0), is_diagonal };
                    kings.places[white as usize][black as usize] = Some(place);
                    count += 1;
                }
                black += 1;
            }
            white += 1;
        }
        assert!(count == KING_PAIRS);
        kings.fill();
        kings
    }

    /// Fills in the placements that are not representatives.
    const fn fill(&mut self) {
        let mut code = 0;
        while code < 64 * 64 {
            let (white, black) = ((code / 64) as u8, (code % 64) as u8);
            let mut number = 1;
            while number < 8 && self.places[code / 64][code % 64].is_none() {
                let symmetry = Symmetry(number);
                let image = [symmetry.of_square(white), symmetry.of_square(black)];
                if is_representative(image[0], image[1])
                    && let Some(place) = self.places[image[0] as usize][image[1] as usize]
                {
                    self.places[code / 64][code % 64] = Some(KingPlaces { symmetry, ..place });
                }
                number += 1;
            }
            code += 1;
        }
    }

    /// Returns the canonical form of a placement, or `None` if the kings are next to each other or on the same square.
    #[inline]
    pub(super) fn places(&self, [white, black]: [u8; 2]) -> Option<KingPlaces> {
        self.places[usize::from(white)][usize::from(black)]
    }

    /// Returns the representative pair of kings with this index, which must be less than [`KING_PAIRS`].
    #[inline]
    pub(super) fn pair(&self, number: usize) -> [u8; 2] {
        self.pairs[number]
    }
}

/// Returns `true` if this placement is the representative of its symmetry class.
const fn is_representative(white: u8, black: u8) -> bool {
    let (file, rank) = (white % 8, white / 8);
    file < 4 && rank <= file && (rank < file || black / 8 <= black % 8)
}

/// Returns `true` if two squares are equal or next to each other.
const fn are_near(one: u8, other: u8) -> bool {
    (one % 8).abs_diff(other % 8) < 2 && (one / 8).abs_diff(other / 8) < 2
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ranked::rectangle::cells_of;

    #[test]
    fn symmetries_of_sets_are_those_of_squares() {
        for number in 0..8 {
            let symmetry = Symmetry(number);
            for set in [1, 0x8000_0000_0000_0000, 0x0123_4567_89ab_cdef, 0xf0e1_d2c3_b4a5_9687] {
                let image = cells_of(set).fold(0u64, |image, square| image | 1 << symmetry.of_square(square));
                assert_eq!(symmetry.of_set(set), image);
            }
        }
    }

    /// Compares the reach with one computed from the differences of files and ranks.
    #[test]
    fn pieces_reach_as_far_as_the_rules_say() {
        let mut occupied = 0x9e37_79b9_7f4a_7c15_u64;
        for square in 0..64u8 {
            occupied = occupied.rotate_left(7).wrapping_mul(3) & 0x00ff_7e3c_9981_5aff;
            for kind in Kind::ALL {
                let mut reached = 0u64;
                for to in (0..64u8).filter(|&to| to != square) {
                    let files = i32::from(to % 8) - i32::from(square % 8);
                    let ranks = i32::from(to / 8) - i32::from(square / 8);
                    let (is_straight, is_diagonal) = (files == 0 || ranks == 0, files.abs() == ranks.abs());
                    let is_line = match kind {
                        Kind::Queen => is_straight || is_diagonal,
                        Kind::Rook => is_straight,
                        Kind::Bishop => is_diagonal,
                        Kind::Knight => false,
                    };
                    let is_free = |distance: i32| {
                        let file = i32::from(square % 8) + distance * files.signum();
                        let rank = i32::from(square / 8) + distance * ranks.signum();
                        occupied >> (8 * rank + file) & 1 == 0
                    };
                    let is_leap = kind == Kind::Knight && files.abs() * ranks.abs() == 2;
                    if is_leap || is_line && (1..files.abs().max(ranks.abs())).all(is_free) {
                        reached |= 1 << to;
                    }
                }
                assert_eq!(kind.reach(square, occupied), reached, "{kind:?} on {}", name(square));
            }
        }
        assert_eq!(cells_of(KING[0]).map(name).collect::<Vec<_>>(), ["b1", "a2", "b2"]);
    }

    #[test]
    fn kings_have_462_places() {
        for white in 0..64u8 {
            for black in 0..64u8 {
                let Some(places) = KINGS.places([white, black]) else {
                    assert!(are_near(white, black));
                    continue;
                };
                let image = [white, black].map(|square| places.symmetry.of_square(square));
                assert_eq!(KINGS.pair(usize::from(places.pair)), image);
                let transposed = image.map(|square| Symmetry::TRANSPOSITION.of_square(square));
                assert_eq!(places.is_diagonal, transposed == image);
            }
        }
    }
}
