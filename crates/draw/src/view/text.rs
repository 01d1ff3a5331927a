//! Positions as lines of text for a terminal.

mod cells;
mod graphs;
mod lines;
mod upright;

use winways_kit::view::{Digits, Figure, Heaps, Staircase, View};

use crate::Glyphs;
pub use lines::Paint;
use lines::{MAX_LINES, WIDTH, cut, printable};

/// The maximum number of tokens drawn one by one.
const MAX_TOKENS: u64 = 20;

/// Returns a position as lines of text.
///
/// Grids have their row numbers at the left and their column letters below; strips have the numbers of their cells above. Each
/// heap and each step is a line. Small Hackenbush pictures are drawn upwards from the ground; large ones have a line for each
/// part on the ground. Other graphs have a line for each vertex with its neighbours.
///
/// On cells, `.` is free and `#` is gone; `L` and `R` are free for one player; `b`, `r` and `g` are coloured; `H` and `T` are
/// heads and tails. Long lists are truncated, with the number of omitted entries.
///
/// Any view can be written. For an inconsistent view, only the consistent parts are shown.
///
/// ```
/// use winways_draw::{Glyphs, text_of_view};
/// use winways_kit::view::{Cell, CellNames, Figure, Grid, Heap, Heaps, Tiling, View};
///
/// let grid = Grid { columns: 3, cells: vec![Cell::Free; 6], names: CellNames::Chess, tiling: Tiling::Squares };
/// let heap = Heap { tokens: 3, label: String::new() };
/// let heaps = Heaps { heaps: vec![heap], lie_in_rows: false, are_pits: false };
/// let view = View::from_iter([Figure::Grid(grid), Figure::Heaps(heaps)]);
/// let text = ["board 1:", "2  . . .", "1  . . .", "   a b c", "", "board 2:", "heap 1: ooo 3"];
/// assert_eq!(text_of_view(&view, Glyphs::Ascii), text);
/// ```
#[must_use]
pub fn text_of_view(view: &View, glyphs: Glyphs) -> Vec<String> {
    painted_text_of_view(view, glyphs, &|_, sign| sign.to_owned())
}

/// Returns the same lines as [`text_of_view`], but passes the signs on the cells of grids through `paint`.
#[must_use]
pub fn painted_text_of_view(view: &View, glyphs: Glyphs, paint: Paint<'_>) -> Vec<String> {
    let mut lines = Vec::new();
    for (figure, number) in view.figures.iter().zip(1..) {
        if view.figures.len() > 1 {
            if number > 1 {
                lines.push(String::new());
            }
            lines.push(format!("board {number}:"));
        }
        let drawn = match figure {
            // The signs of grids are already printable. Another call of `printable` would destroy the escape sequences from `paint`.
            Figure::Grid(grid) => {
                lines.extend(
                    cells::grid(grid, glyphs, paint).iter().map(|line| glyphs.written(line.trim_end())),
                );
                continue;
            }
            Figure::Heaps(heaps) => of_heaps(heaps),
            Figure::Graph(graph) => graphs::graph(graph, glyphs),
            Figure::Staircase(staircase) => of_staircase(staircase),
            Figure::Digits(digits) => of_digits(digits),
        };
        lines.extend(drawn.iter().map(|line| glyphs.written(printable(line.trim_end()).trim_end())));
    }
    lines
}

fn tokens(count: u64) -> String {
    match usize::try_from(count) {
        Ok(tokens) if (1..=MAX_TOKENS).contains(&count) => format!("{} {count}", "●".repeat(tokens)),
        _ => count.to_string(),
    }
}

fn of_heaps(heaps: &Heaps) -> Vec<String> {
    if heaps.heaps.is_empty() {
        return vec!["no heaps".to_owned()];
    }
    let name = if heaps.lie_in_rows { "row" } else { "heap" };
    let shown = heaps.heaps.len().min(MAX_LINES);
    let width = shown.to_string().len();
    let lines = heaps.heaps.iter().take(MAX_LINES).zip(1..).map(|(heap, number)| {
        let label = match heap.label.is_empty() || heap.label == heap.tokens.to_string() {
            true => String::new(),
            false => format!("  {}", heap.label),
        };
        format!("{name} {number:>width$}: {}{label}", tokens(heap.tokens))
    });
    cut(lines.collect(), heaps.heaps.len(), if heaps.lie_in_rows { "rows" } else { "heaps" })
}

/// Lists the steps, the highest first.
fn of_staircase(staircase: &Staircase) -> Vec<String> {
    if staircase.steps.is_empty() {
        return vec!["no steps".to_owned()];
    }
    let count = staircase.steps.len();
    let number = |index: usize| staircase.first.saturating_add(index as u64).to_string();
    let width = number(count - 1).len();
    let steps = staircase.steps.iter().enumerate().rev().take(MAX_LINES);
    let lines = steps.map(|(index, &count)| format!("step {:>width$}: {}", number(index), tokens(count)));
    cut(lines.collect(), count, "steps below")
}

/// Returns the signs with their captions below, broken into lines if they are long.
fn of_digits(digits: &Digits) -> Vec<String> {
    let mut lines = Vec::new();
    let (mut signs, mut captions, mut width) = (String::new(), String::new(), 0);
    let captioned = digits.captions.iter().map(String::as_str).chain(std::iter::repeat(""));
    for (sign, caption) in digits.signs.iter().zip(captioned) {
        let column = sign.chars().count().max(caption.chars().count());
        if width > 0 && width + column > WIDTH {
            lines.extend([std::mem::take(&mut signs), std::mem::take(&mut captions)]);
            width = 0;
        }
        if width > 0 {
            // A space keeps adjacent captions apart.
            let space = if digits.captions.is_empty() { "" } else { " " };
            let between = format!("{}{space}", digits.between);
            captions.extend(between.chars().map(|_| ' '));
            width += between.chars().count();
            signs += &between;
        }
        signs += &format!("{sign:<column$}");
        captions += &format!("{caption:<column$}");
        width += column;
        if !digits.captions.is_empty() {
            [&mut signs, &mut captions].into_iter().for_each(|line| line.push(' '));
            width += 1;
        }
    }
    lines.extend([signs, captions]);
    lines.retain(|line| !line.trim().is_empty());
    if lines.is_empty() { vec!["no signs".to_owned()] } else { lines }
}
