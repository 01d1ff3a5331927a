//! Charts of the number of positions won and lost in each number of moves: wins go up from the middle, losses down.

use super::axis::Axis;
use super::shades::{BLACK, GREY, INK, PALE, POINT, TURNS};
use super::{
    Area, Chart, GAP, LINE, MARGIN, Mark, Pixels, Shade, Size, THIN, Text, fitted, grouped, left_of, right_of,
};
use crate::scene::Anchor;

/// The maximum total width of the bars.
const WIDTH: Pixels = 1440;
/// The height of the highest bar.
const HEIGHT: Pixels = 320;
/// The minimum and maximum width of a bar, including the gap beside it.
const NARROWEST: Pixels = 3;
const WIDEST: Pixels = 48;
/// The minimum distance between numbers at the axes.
const APART: Pixels = 56;

impl Chart {
    /// Creates a chart of the number of positions won and lost in 0, 1, 2, … moves, to scale.
    ///
    /// `counted_across` is the label of the horizontal axis, such as `moves to the end`. If there are very many numbers,
    /// neighbours share a bar.
    ///
    /// # Complexity
    ///
    /// Linear time and memory in the length of the counts.
    ///
    /// ```
    /// use winways_draw::Chart;
    ///
    /// let chart = Chart::of_counts("chase 2", "moves to the end", &[0, 16, 0, 0], &[8, 0, 4, 0]);
    /// assert!(chart.svg().contains("positions won"));
    /// assert!(chart.description().starts_with("16 positions are won and 12 are lost"));
    /// ```
    #[must_use]
    pub fn of_counts(title: &str, counted_across: &str, won: &[u64], lost: &[u64]) -> Chart {
        let greatest = (won.len().max(lost.len()) as u64).saturating_sub(1);
        let across = Axis::fitting((0, greatest), WIDTH, NARROWEST, WIDEST);
        let sums = [won, lost].map(|counts| sums(&across, counts));
        let most = sums.iter().flatten().copied().max().unwrap_or(0).max(1);
        let counted = u64::try_from(most).unwrap_or(u64::MAX);
        let frame = Frame { left: left_of(&across, counted), top: MARGIN + 2 * LINE + GAP, across, most };
        let mut marks = frame.background(title, counted);
        marks.extend(frame.bars(&sums));
        marks.extend(frame.axes(counted_across));
        Chart {
            title: title.to_owned(),
            description: description(counted_across, won, lost),
            width: frame.width(),
            height: frame.bottom() + THIN + GAP + 2 * LINE + MARGIN / 2,
            marks,
        }
    }
}

/// Returns the sum of the counts in each cell.
fn sums(across: &Axis, counts: &[u64]) -> Vec<u128> {
    let mut sums = vec![0; across.cells()];
    for (number, &count) in (0..).zip(counts) {
        sums[across.cell(number)] += u128::from(count);
    }
    sums
}

fn description(counted_across: &str, won: &[u64], lost: &[u64]) -> String {
    let sum = |counts: &[u64]| counts.iter().map(|&count| u128::from(count)).sum::<u128>();
    let farthest = |counts: &[u64]| counts.iter().rposition(|&count| count > 0);
    let mut text = format!("{} positions are won and {} are lost.", sum(won), sum(lost));
    if let Some(greatest) = farthest(won).max(farthest(lost)) {
        text.pop();
        text += &format!(", by the number of {counted_across}, at most {greatest}.");
    }
    text
}

/// The layout of the bars.
struct Frame {
    left: Pixels,
    top: Pixels,
    across: Axis,
    /// The count that the highest bar represents.
    most: u128,
}

impl Frame {
    fn middle(&self) -> Pixels {
        self.top + HEIGHT
    }

    fn bottom(&self) -> Pixels {
        self.top + 2 * HEIGHT
    }

    fn width(&self) -> Pixels {
        self.left + self.across.length().max(800) + right_of(&self.across)
    }

    /// Returns the height of the bar of a count, rounded up so that every positive count is visible.
    fn height(&self, count: u128) -> Pixels {
        // At most `HEIGHT`. Counts are sums of 64-bit numbers, so nothing overflows.
        (count * HEIGHT.unsigned_abs() as u128).div_ceil(self.most) as Pixels
    }

    fn background(&self, title: &str, counted: u64) -> Vec<Mark> {
        let title = fitted(title, self.width() - 2 * MARGIN);
        let text = |y, text: &str| Text::mark(MARGIN, y, Anchor::Begin, GREY, text);
        let mut marks = vec![
            Text::mark(MARGIN, MARGIN + LINE / 2, Anchor::Begin, BLACK, title),
            text(MARGIN + LINE * 3 / 2, "positions won for the player to move above, lost below"),
        ];
        let up = Axis::fitting((0, counted), HEIGHT, 1, HEIGHT);
        for tick in up.ticks(APART) {
            let height = self.height(tick.into());
            let places = if tick == 0 {
                vec![self.middle()]
            } else {
                vec![self.middle() - height, self.middle() + height]
            };
            for y in places {
                let line =
                    Area { left: self.left, top: y - THIN / 2, width: self.across.length(), height: THIN };
                marks.push(Mark::Area(line, PALE));
                marks.push(Text::mark(self.left - GAP, y, Anchor::End, INK, grouped(tick)));
            }
        }
        marks
    }

    fn bars(&self, [won, lost]: &[Vec<u128>; 2]) -> Vec<Mark> {
        let gap = if self.across.pitch > 2 * NARROWEST { THIN } else { 0 };
        let bar = |cell: usize, top: Pixels, height: Pixels, shade: Shade| {
            let left = self.left + cell as Pixels * self.across.pitch + gap;
            Mark::Area(Area { left, top, width: self.across.pitch - 2 * gap, height }, shade)
        };
        let heights = |counts: &[u128]| {
            let heights: Vec<Pixels> = counts.iter().map(|&count| self.height(count)).collect();
            heights.into_iter().enumerate().filter(|(_, height)| *height > 0)
        };
        let up = heights(won).map(|(cell, height)| bar(cell, self.middle() - height, height, POINT));
        let down = heights(lost).map(|(cell, height)| bar(cell, self.middle(), height, TURNS[1]));
        up.chain(down).collect()
    }

    fn axes(&self, counted_across: &str) -> Vec<Mark> {
        let (left, bottom) = (self.left, self.bottom());
        let line = |left, top, width, height| Mark::Area(Area { left, top, width, height }, GREY);
        let mut marks = vec![
            line(left - THIN, self.top, THIN, 2 * HEIGHT + THIN),
            line(left, self.middle() - THIN / 2, self.across.length(), THIN),
            line(left, bottom, self.across.length(), THIN),
        ];
        let widest = Size::Large.width(&grouped(self.across.greatest));
        for tick in self.across.ticks((widest + 2 * GAP).max(APART)) {
            let x = left + self.across.middle(tick) / 2;
            marks.push(line(x - THIN / 2, bottom, THIN, GAP / 2));
            marks.push(Text::mark(x, bottom + GAP + LINE / 2, Anchor::Middle, INK, grouped(tick)));
        }
        let middle = left + self.across.length() / 2;
        marks.push(Text::mark(middle, bottom + GAP + LINE * 3 / 2, Anchor::Middle, GREY, counted_across));
        marks
    }
}
