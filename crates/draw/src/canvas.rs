//! Lengths, points and rectangles on the canvas.

use winways_values::Dyadic;

/// A length in 64ths of a unit. A unit is one pixel of SVG, or half a pixel in a chart. Every length is an integer, so
/// pictures are identical on all machines.
pub(crate) type Length = i64;

/// One unit.
pub(crate) const UNIT: Length = 1 << UNIT_EXPONENT;

pub(crate) const UNIT_EXPONENT: u32 = 6;

/// A point of the canvas: `x` grows to the right and `y` downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Point {
    pub(crate) x: Length,
    pub(crate) y: Length,
}

pub(crate) fn point(x: Length, y: Length) -> Point {
    Point { x, y }
}

impl Point {
    pub(crate) fn shifted(self, by: Point) -> Point {
        point(self.x + by.x, self.y + by.y)
    }

    /// Returns the distance to another point, rounded down.
    pub(crate) fn distance(self, other: Point) -> Length {
        let (x, y) = (self.x.abs_diff(other.x), self.y.abs_diff(other.y));
        Length::try_from((x.saturating_mul(x)).saturating_add(y.saturating_mul(y)).isqrt())
            .unwrap_or(Length::MAX)
    }

    /// Returns the point reached by going the length `along` towards `other`, then the length `right` to the right.
    pub(crate) fn towards(self, other: Point, along: Length, right: Length) -> Point {
        let length = self.distance(other).max(1);
        let (x, y) = (other.x - self.x, other.y - self.y);
        point(self.x + (x * along - y * right) / length, self.y + (y * along + x * right) / length)
    }
}

/// Returns `numerator / 2^exponent` as an exact decimal, for exponents up to 20.
pub(crate) fn decimal(numerator: i64, exponent: u32) -> String {
    let sign = if numerator < 0 { "-" } else { "" };
    let magnitude = i128::from(numerator).unsigned_abs();
    let whole = magnitude >> exponent;
    // A fraction f/2^k is f·5^k/10^k, which has k decimals.
    let fraction = (magnitude - (whole << exponent)) * 5_u128.pow(exponent);
    if fraction == 0 {
        return format!("{sign}{whole}");
    }
    let decimals = format!("{fraction:0width$}", width = exponent as usize);
    format!("{sign}{whole}.{}", decimals.trim_end_matches('0'))
}

/// Formats a length as a decimal number of units.
pub(crate) fn units(length: Length) -> String {
    decimal(length, UNIT_EXPONENT)
}

/// A rectangle, given by its upper left and lower right corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    pub(crate) least: Point,
    pub(crate) greatest: Point,
}

impl Bounds {
    /// Returns the rectangle of the given width and height around a centre.
    pub(crate) fn around(centre: Point, width: Length, height: Length) -> Bounds {
        let (x, y) = (width.div_euclid(2), height.div_euclid(2));
        Bounds { least: point(centre.x - x, centre.y - y), greatest: point(centre.x + x, centre.y + y) }
    }

    pub(crate) fn union(self, other: Bounds) -> Bounds {
        Bounds {
            least: point(self.least.x.min(other.least.x), self.least.y.min(other.least.y)),
            greatest: point(self.greatest.x.max(other.greatest.x), self.greatest.y.max(other.greatest.y)),
        }
    }

    pub(crate) fn shifted(self, by: Point) -> Bounds {
        Bounds { least: self.least.shifted(by), greatest: self.greatest.shifted(by) }
    }

    /// Returns the rectangle enlarged by a length on every side, or shrunk if the length is negative.
    pub(crate) fn grown(self, by: Length) -> Bounds {
        Bounds { least: self.least.shifted(point(-by, -by)), greatest: self.greatest.shifted(point(by, by)) }
    }

    pub(crate) fn width(&self) -> Length {
        self.greatest.x - self.least.x
    }

    pub(crate) fn height(&self) -> Length {
        self.greatest.y - self.least.y
    }

    pub(crate) fn centre(&self) -> Point {
        point((self.least.x + self.greatest.x) / 2, (self.least.y + self.greatest.y) / 2)
    }

    pub(crate) fn contains(&self, at: Point) -> bool {
        (self.least.x..self.greatest.x).contains(&at.x) && (self.least.y..self.greatest.y).contains(&at.y)
    }

    pub(crate) fn overlaps(&self, other: &Bounds) -> bool {
        let apart = self.greatest.x <= other.least.x
            || other.greatest.x <= self.least.x
            || self.greatest.y <= other.least.y
            || other.greatest.y <= self.least.y;
        !apart
    }
}

/// A scale: the length of the number 1 on the canvas, a power of two.
#[derive(Clone, Debug)]
pub(crate) struct Scale(Dyadic);

impl Scale {
    /// Returns the largest scale of at most `2^largest` at which every extent fits into its limit.
    pub(crate) fn fitting(extents: &[(Dyadic, i64)], largest: u32) -> Scale {
        let mut scale = Dyadic::from(1 << largest);
        while extents.iter().any(|(extent, limit)| extent * &scale > Dyadic::from(*limit)) {
            scale = scale.halve();
        }
        Scale(scale)
    }

    /// Returns the length of a number, rounded to the nearest integer.
    pub(crate) fn length(&self, number: &Dyadic) -> Length {
        let exact = number * &self.0 + Dyadic::new(1, 1);
        i64::try_from(&exact.floor()).unwrap_or(0)
    }

    /// Returns the number of the given length.
    pub(crate) fn number(&self, length: Length) -> Dyadic {
        let mut number = Dyadic::from(length);
        let mut scale = self.0.clone();
        let one = Dyadic::from(1);
        while scale < one {
            (number, scale) = (number.double(), scale.double());
        }
        while scale > one {
            (number, scale) = (number.halve(), scale.halve());
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_exact() {
        for (length, text) in [
            (0, "0"),
            (64, "1"),
            (-96, "-1.5"),
            (1, "0.015625"),
            (-1, "-0.015625"),
            (i64::MIN, "-144115188075855872"),
        ] {
            assert_eq!(units(length), text);
        }
        for length in -300..300 {
            assert_eq!(units(length).parse(), Ok(Dyadic::new(length, 6)));
        }
    }

    #[test]
    fn a_scale_rounds_to_the_nearest() {
        let scale = Scale::fitting(&[(Dyadic::from(1 << 40), 1 << 10)], 6);
        assert_eq!(scale.length(&Dyadic::from(1 << 40)), 1 << 10);
        assert_eq!(scale.length(&Dyadic::from((1 << 29) - 1)), 0);
        assert_eq!(scale.length(&Dyadic::from(1 << 29)), 1);
        assert_eq!(scale.number(3), Dyadic::from(3 << 30));
        assert_eq!(Scale::fitting(&[], 6).number(3), Dyadic::new(3, 6));
    }
}
