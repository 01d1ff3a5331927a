//! Text output of thermographs.

use std::cmp::Ordering;

use winways_values::{Breakpoint, Dyadic};

use super::{ThermographPlot, at, number};
use crate::Glyphs;
use crate::canvas::Scale;

/// The maximum number of lines of the walls; they have at most twice as many columns.
const MAX_LINES: i64 = 16;
/// The binary logarithm of the maximum number of lines and columns for the number 1.
const LARGEST: u32 = 3;
/// The number of lines of the mast above the walls.
const MAST: usize = 3;
/// The number of blank columns at either side of the walls.
const SIDE: usize = 3;
/// The maximum length of the lines of the description, unless a single number is longer.
const WIDTH: usize = 72;

/// The glyphs of a left and a right wall that leans to the right, stands upright, or leans to the left.
const LEFT: [char; 3] = ['╱', '│', '╲'];
const RIGHT: [char; 3] = ['╱', '┆', '╲'];

impl ThermographPlot {
    /// Returns the thermograph as lines of text for a terminal: a plot of at most 72 columns, followed by a description of the
    /// walls.
    ///
    /// Both axes have the same scale, measured in character cells. Temperatures and values are rounded to the cells; labels are truncated
    /// after 16 characters.
    ///
    /// ```
    /// use winways_draw::{Glyphs, ThermographPlot};
    /// use winways_values::Breakpoint;
    ///
    /// let point = |temperature: i64, value: i64| Breakpoint { temperature: temperature.into(), value: value.into() };
    /// let wall = |value| vec![point(-1, 2 * value), point(0, value), point(1, 0)];
    /// let text = ThermographPlot::new(wall(1), wall(-1))?.text(Glyphs::Unicode);
    /// assert!(text.contains("╱") && text.contains("left wall: 2 at -1, 1 at 0, 0 at 1\n"));
    /// # Ok::<(), winways_draw::DrawError>(())
    /// ```
    #[must_use]
    pub fn text(&self, glyphs: Glyphs) -> String {
        let mut text = Frame::of(self).plot(self) + "\n";
        for line in self.lines() {
            text += &wrapped(&line);
        }
        match glyphs {
            Glyphs::Unicode => text,
            // A truncated number keeps its width.
            Glyphs::Ascii => glyphs.written(&text.replace('…', "~")),
        }
    }
}

/// A coordinate system that maps values to columns and temperatures to lines. Lines count from the temperature −1 upwards.
struct Frame {
    scale: Scale,
    leftmost: Dyadic,
    columns: usize,
    lines: usize,
}

impl Frame {
    fn of(plot: &ThermographPlot) -> Frame {
        let (leftmost, rightmost, hottest) = plot.extremes();
        let (width, height) = (&leftmost - rightmost, hottest + Dyadic::from(1));
        let scale = Scale::fitting(&[(height.clone(), MAX_LINES)], LARGEST);
        let cells = |extent| usize::try_from(scale.length(extent)).unwrap_or(0) + 1;
        let (columns, lines) = (cells(&width) + 2 * SIDE, cells(&height) + MAST);
        Frame { scale, leftmost, columns, lines }
    }

    fn column(&self, value: &Dyadic) -> usize {
        SIDE + usize::try_from(self.scale.length(&(&self.leftmost - value))).unwrap_or(0)
    }

    fn line(&self, temperature: &Dyadic) -> usize {
        usize::try_from(self.scale.length(&(temperature + Dyadic::from(1)))).unwrap_or(0)
    }

    fn plot(&self, plot: &ThermographPlot) -> String {
        let labelled = plot.labelled();
        let sides = self.temperatures(&labelled);
        let margin = sides.iter().map(|side| side.chars().count()).max().unwrap_or(0);
        let mut text = String::new();
        for line in (0..self.lines).rev() {
            let label = &sides[line];
            let tick = if label.is_empty() { '│' } else { '┤' };
            push_line(&mut text, &format!("{label:>margin$} {tick}{}", self.cells(plot, line)));
        }
        let labels = self.values(&labelled);
        let is_tick = |column| labels.iter().any(|(at, _)| *at == column);
        let bottom: String = (0..self.columns).map(|i| if is_tick(i) { '┬' } else { '─' }).collect();
        push_line(&mut text, &format!("{:margin$} └{bottom}", ""));
        for line in hang(labels) {
            push_line(&mut text, &format!("{:margin$}  {line}", ""));
        }
        text
    }

    /// Returns the labels at the side, by line. Temperatures on the same line share a label.
    fn temperatures(&self, labelled: &[Breakpoint]) -> Vec<String> {
        let axes = [0, -1].map(Dyadic::from);
        let mut temperatures: Vec<&Dyadic> = labelled.iter().map(|point| &point.temperature).collect();
        temperatures.extend(&axes);
        temperatures.sort_unstable();
        temperatures.dedup();
        let mut sides = vec![String::new(); self.lines];
        for temperature in temperatures {
            let Some(side) = sides.get_mut(self.line(temperature)) else { continue };
            let text = number(temperature);
            *side = match side.as_str() {
                "" => text,
                // Temperatures that do not fit are listed in the description below.
                shared if shared.chars().count() + text.chars().count() > 14 => {
                    format!("{}{}", shared.trim_end_matches('…'), '…')
                }
                shared => format!("{shared}, {text}"),
            };
        }
        sides
    }

    /// Returns the labels below with their columns, from left to right.
    fn values(&self, labelled: &[Breakpoint]) -> Vec<(usize, String)> {
        let mut values: Vec<&Dyadic> = labelled.iter().map(|point| &point.value).collect();
        values.sort_unstable();
        values.dedup();
        values.into_iter().rev().map(|value| (self.column(value), number(value))).collect()
    }

    /// Returns a line of the plot without the labels beside it.
    fn cells(&self, plot: &ThermographPlot, line: usize) -> String {
        let temperature = self.scale.number(line as i64) - Dyadic::from(1);
        let background = if line == self.line(&Dyadic::ZERO) { '┈' } else { ' ' };
        let mut cells = vec![background; self.columns];
        let mut put = |value: &Dyadic, glyph| {
            if let Some(cell) = cells.get_mut(self.column(value)) {
                *cell = glyph;
            }
        };
        if &temperature >= plot.temperature() {
            put(plot.mean(), '┃');
        } else {
            for (wall, glyphs) in [(&plot.right, RIGHT), (&plot.left, LEFT)] {
                let (value, lean) = at(wall, &temperature);
                // A wall whose value decreases goes to the right.
                put(
                    &value,
                    glyphs[match lean {
                        Ordering::Less => 0,
                        Ordering::Equal => 1,
                        Ordering::Greater => 2,
                    }],
                );
            }
        }
        cells.into_iter().collect()
    }
}

fn push_line(text: &mut String, line: &str) {
    *text += line.trim_end();
    text.push('\n');
}

/// Lays out labels that start below their columns, with vertical drops from the columns to labels further down.
///
/// The labels are ordered by column. They are placed from the last to the first, so drops only pass through labels of the same
/// column.
fn hang(labels: Vec<(usize, String)>) -> Vec<String> {
    let mut lines: Vec<Vec<char>> = Vec::new();
    for (column, label) in labels.into_iter().rev() {
        let label: Vec<char> = label.chars().collect();
        let end = column + label.len() + 1;
        let is_free = |line: &Vec<char>| line.iter().take(end).skip(column).all(|&cell| cell == ' ');
        // Place the label below the last occupied line, so that no label is detached from its drop.
        let depth = lines.iter().rposition(|line| !is_free(line)).map_or(0, |taken| taken + 1);
        if depth == lines.len() {
            lines.push(Vec::new());
        }
        for line in &mut lines[..depth] {
            put(line, column, &['│']);
        }
        put(&mut lines[depth], column, &label);
    }
    lines.into_iter().map(|line| line.into_iter().collect()).collect()
}

/// Writes letters into the free cells from a column on.
fn put(line: &mut Vec<char>, column: usize, letters: &[char]) {
    if line.len() < column + letters.len() {
        line.resize(column + letters.len(), ' ');
    }
    for (cell, &letter) in line[column..].iter_mut().zip(letters) {
        if *cell == ' ' {
            *cell = letter;
        }
    }
}

/// Breaks a line after commas and indents the continuation lines.
fn wrapped(line: &str) -> String {
    let mut text = String::new();
    let mut length = 0;
    for (index, part) in line.split_inclusive(", ").enumerate() {
        if index > 0 && length + part.trim_end().len() > WIDTH {
            text.truncate(text.trim_end().len());
            text += "\n    ";
            length = 4;
        }
        text += part;
        length += part.len();
    }
    text + "\n"
}
