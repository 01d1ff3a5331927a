//! Charts of the number of positions won and lost in each number of moves. Bars for wins go up from the middle, bars for
//! losses down.

use super::axis::{Axis, Pixels};
use super::shades::{POINT, TURNS};
use super::{APART, GAP, LINE, MARGIN, Plot, THIN, chart, filled, subtitle};
use crate::Scene;
use crate::scene::{Paint, Shape};

/// The maximum total width of the bars.
const WIDTH: Pixels = 1440;
/// The height of the highest bar.
const HEIGHT: Pixels = 320;
/// The minimum and maximum width of a bar, including the gap beside it.
const NARROWEST: Pixels = 3;
const WIDEST: Pixels = 48;
/// The minimum width of the plot, so that the line above it fits.
const LEAST: Pixels = 800;

/// Creates a chart of the number of positions won and lost in 0, 1, 2, … moves, to scale.
///
/// `counted_across` is the label of the horizontal axis, such as `moves to the end`. If there are very many numbers of
/// moves, neighbouring numbers share a bar, and the chart states how many.
///
/// # Complexity
///
/// Linear time and memory in the length of the counts.
///
/// ```
/// use winways_draw::counts_chart;
///
/// let chart = counts_chart("chase 2", "moves to the end", &[0, 16, 0, 0], &[8, 0, 4, 0]);
/// assert!(chart.svg().contains("wins for the player to move"));
/// assert!(chart.description().starts_with("16 positions are won and 12 are lost"));
/// ```
#[must_use]
pub fn counts_chart(title: &str, counted_across: &str, won: &[u64], lost: &[u64]) -> Scene {
    let greatest = (won.len().max(lost.len()) as u64).saturating_sub(1);
    let across = Axis::fitting((0, greatest), WIDTH, NARROWEST, WIDEST);
    let sums = [won, lost].map(|counts| sums(&across, counts));
    let most = sums.iter().flatten().copied().max().unwrap_or(0).max(1);
    let counted = u64::try_from(most).unwrap_or(u64::MAX);
    let plot = Plot::new(across, 2 * HEIGHT, counted);
    // Rounded up, so that every positive count is visible. Counts are sums of 64-bit numbers, so nothing overflows.
    let height = |count: u128| (count * HEIGHT.unsigned_abs() as u128).div_ceil(most) as Pixels;
    let (middle, wide) = (plot.top + HEIGHT, plot.width(LEAST));
    let shared = match across.in_a_cell {
        1 => String::new(),
        numbers => format!("; each bar counts {numbers} numbers"),
    };
    let legend = format!("above: wins for the player to move; below: losses{shared}");
    let mut shapes = vec![super::title(title, wide), subtitle(&legend)];
    for tick in Axis::fitting((0, counted), HEIGHT, 1, HEIGHT).ticks(APART) {
        let mut places = vec![middle - height(tick.into()), middle + height(tick.into())];
        places.dedup();
        shapes.extend(places.into_iter().flat_map(|y| plot.level(y, tick)));
    }
    shapes.extend(bars(&plot, &sums, height));
    shapes.extend(plot.axes(counted_across, 2 * GAP, APART));
    shapes.push(filled((plot.left, middle - THIN / 2), (across.length(), THIN), Paint::GREY));
    let size = (wide, plot.bottom() + THIN + GAP + 2 * LINE + MARGIN / 2);
    chart(title, description(counted_across, won, lost), size, shapes)
}

/// Returns the bars: upwards from the middle for positions won, downwards for positions lost.
fn bars(plot: &Plot, [won, lost]: &[Vec<u128>; 2], height: impl Fn(u128) -> Pixels) -> Vec<Shape> {
    let (pitch, middle) = (plot.across.pitch, plot.top + HEIGHT);
    let gap = if pitch > 2 * NARROWEST { THIN } else { 0 };
    let mut bars = Vec::new();
    let mut bar = |cell: usize, count: u128, is_won: bool, paint: Paint| {
        let height = height(count);
        let (left, top) =
            (plot.left + cell as Pixels * pitch + gap, if is_won { middle - height } else { middle });
        if height > 0 {
            bars.push(filled((left, top), (pitch - 2 * gap, height), paint));
        }
    };
    won.iter().enumerate().for_each(|(cell, &count)| bar(cell, count, true, POINT));
    lost.iter().enumerate().for_each(|(cell, &count)| bar(cell, count, false, TURNS[1]));
    bars
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
