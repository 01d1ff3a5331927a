//! Colours of charts.

/// Red, green and blue.
pub(super) type Shade = [u8; 3];

pub(super) const BLACK: Shade = [0, 0, 0];
pub(super) const WHITE: Shade = [255, 255, 255];
/// Text beside the picture.
pub(super) const INK: Shade = [40, 40, 40];
/// Axes.
pub(super) const GREY: Shade = [110, 110, 110];
/// Lines behind the picture.
pub(super) const PALE: Shade = [228, 228, 228];
/// What comes before the period.
pub(super) const BEFORE: Shade = [200, 200, 200];
/// Points by themselves: blue, after Okabe and Ito.
pub(super) const POINT: Shade = [0, 114, 178];
/// Repetitions in turn.
pub(super) const TURNS: [Shade; 2] = [[0, 114, 178], [150, 205, 240]];

/// From few to many: from a blue that can be seen on white by itself down to one that is almost black.
const DENSITY: [Shade; 3] = [[92, 172, 224], [0, 104, 170], [0, 22, 58]];

/// From small to great: equal steps look equal, in colour and in grey. Source: the scale *viridis* (S. van der Walt,
/// N. Smith, 2015, CC0), backwards and without its dark end, so that black stands out.
const SCALE: [Shade; 7] = [
    [253, 231, 37],
    [173, 220, 48],
    [94, 201, 98],
    [40, 174, 128],
    [33, 145, 140],
    [44, 114, 142],
    [59, 82, 139],
];

/// So many shades for counts.
pub(super) fn density(count: usize) -> Vec<Shade> {
    steps(&DENSITY, count)
}

/// So many shades for values.
pub(super) fn scale(count: usize) -> Vec<Shade> {
    steps(&SCALE, count)
}

/// So many shades from the first anchor to the last.
fn steps(anchors: &[Shade], count: usize) -> Vec<Shade> {
    let parts = count.saturating_sub(1).max(1);
    let step = |index: usize| {
        let place = index * (anchors.len() - 1);
        let (before, part) = (place / parts, place % parts);
        let (from, to) = (anchors[before], anchors[(before + 1).min(anchors.len() - 1)]);
        std::array::from_fn(|part_of| {
            let sum = usize::from(from[part_of]) * (parts - part) + usize::from(to[part_of]) * part;
            // A mean of bytes.
            (sum / parts) as u8
        })
    };
    (0..count).map(step).collect()
}

/// How light a shade is, of 255 000.
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
