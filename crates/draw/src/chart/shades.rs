//! Colours of charts.

use crate::scene::Paint;

/// The shade of text beside the picture.
pub(super) const INK: Paint = Paint([40; 3]);
/// The shade of lines behind the picture.
pub(super) const PALE: Paint = Paint([228; 3]);
/// The shade of the preperiod.
pub(super) const BEFORE: Paint = Paint([200; 3]);
/// The shade of separate points.
pub(super) const POINT: Paint = Paint::BLUE;
/// The alternating shades of repetitions.
pub(super) const TURNS: [Paint; 2] = [POINT, Paint([150, 205, 240])];

/// Anchors of the density scale, from few to many: from a blue that is visible on white to an almost black blue.
const DENSITY: [[u8; 3]; 3] = [[92, 172, 224], [0, 104, 170], [0, 22, 58]];

/// Anchors of the value scale, from small to large. Equal steps look equal, in colour and in grey. Source: the scale *viridis*
/// (S. van der Walt, N. Smith, 2015, CC0), reversed and without its dark end, so that black stands out.
const SCALE: [[u8; 3]; 7] = [
    [253, 231, 37],
    [173, 220, 48],
    [94, 201, 98],
    [40, 174, 128],
    [33, 145, 140],
    [44, 114, 142],
    [59, 82, 139],
];

/// Returns `count` shades for counts.
pub(super) fn density(count: usize) -> Vec<Paint> {
    steps(&DENSITY, count)
}

/// Returns `count` shades for values.
pub(super) fn scale(count: usize) -> Vec<Paint> {
    steps(&SCALE, count)
}

/// Returns `count` shades interpolated from the first anchor to the last.
fn steps(anchors: &[[u8; 3]], count: usize) -> Vec<Paint> {
    let parts = count.saturating_sub(1).max(1);
    let step = |index: usize| {
        let place = index * (anchors.len() - 1);
        let (before, part) = (place / parts, place % parts);
        let (from, to) = (anchors[before], anchors[(before + 1).min(anchors.len() - 1)]);
        Paint(std::array::from_fn(|part_of| {
            let sum = usize::from(from[part_of]) * (parts - part) + usize::from(to[part_of]) * part;
            // A mean of bytes fits into a byte.
            (sum / parts) as u8
        }))
    };
    (0..count).map(step).collect()
}

/// Returns the lightness of a shade, at most 255 000.
pub(super) fn lightness(Paint([red, green, blue]): Paint) -> u32 {
    299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_run_from_light_to_dark() {
        for count in 0..64 {
            for (shades, anchors) in [(density(count), &DENSITY[..]), (scale(count), &SCALE)] {
                assert_eq!(shades.len(), count);
                assert!(shades.first().is_none_or(|first| first.0 == anchors[0]));
                assert!(shades.windows(2).all(|pair| lightness(pair[0]) > lightness(pair[1])));
                if count > 1 {
                    assert_eq!(shades.last().map(|last| &last.0), anchors.last());
                }
            }
        }
    }
}
