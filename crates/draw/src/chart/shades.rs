//! Colours of charts.

/// The red, green and blue components.
pub(super) type Shade = [u8; 3];

pub(super) const BLACK: Shade = [0, 0, 0];
pub(super) const WHITE: Shade = [255, 255, 255];
/// The shade of text beside the picture.
pub(super) const INK: Shade = [40, 40, 40];
/// The shade of axes.
pub(super) const GREY: Shade = [110, 110, 110];
/// The shade of lines behind the picture.
pub(super) const PALE: Shade = [228, 228, 228];
/// The shade of the preperiod.
pub(super) const BEFORE: Shade = [200, 200, 200];
/// The shade of separate points: blue, after Okabe and Ito.
pub(super) const POINT: Shade = [0, 114, 178];
/// The alternating shades of repetitions.
pub(super) const TURNS: [Shade; 2] = [[0, 114, 178], [150, 205, 240]];

/// Anchors of the density scale, from few to many: from a blue that is visible on white to an almost black one.
const DENSITY: [Shade; 3] = [[92, 172, 224], [0, 104, 170], [0, 22, 58]];

/// Anchors of the value scale, from small to large. Equal steps look equal, in colour and in grey. Source: the scale *viridis*
/// (S. van der Walt, N. Smith, 2015, CC0), reversed and without its dark end, so that black stands out.
const SCALE: [Shade; 7] = [
    [253, 231, 37],
    [173, 220, 48],
    [94, 201, 98],
    [40, 174, 128],
    [33, 145, 140],
    [44, 114, 142],
    [59, 82, 139],
];

/// Returns `count` shades for counts.
pub(super) fn density(count: usize) -> Vec<Shade> {
    steps(&DENSITY, count)
}

/// Returns `count` shades for values.
pub(super) fn scale(count: usize) -> Vec<Shade> {
    steps(&SCALE, count)
}

/// Returns `count` shades interpolated from the first anchor to the last.
fn steps(anchors: &[Shade], count: usize) -> Vec<Shade> {
    let parts = count.saturating_sub(1).max(1);
    let step = |index: usize| {
        let place = index * (anchors.len() - 1);
        let (before, part) = (place / parts, place % parts);
        let (from, to) = (anchors[before], anchors[(before + 1).min(anchors.len() - 1)]);
        std::array::from_fn(|part_of| {
            let sum = usize::from(from[part_of]) * (parts - part) + usize::from(to[part_of]) * part;
            // A mean of bytes fits into a byte.
            (sum / parts) as u8
        })
    };
    (0..count).map(step).collect()
}

/// Returns the lightness of a shade, at most 255 000.
pub(super) fn lightness([red, green, blue]: Shade) -> u32 {
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
                assert!(shades.first().is_none_or(|first| *first == anchors[0]));
                assert!(shades.windows(2).all(|pair| lightness(pair[0]) > lightness(pair[1])));
                if count > 1 {
                    assert_eq!(shades.last(), anchors.last());
                }
            }
        }
    }
}
