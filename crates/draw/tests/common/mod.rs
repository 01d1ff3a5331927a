//! Helpers that build pictures from a short notation.

#![allow(dead_code)] // every test uses some of it

pub(crate) mod strategies;
pub(crate) mod views;

use winways_draw::{Scene, draw_view};
use winways_values::{Breakpoint, Dyadic};

fn number(text: &str) -> Dyadic {
    text.parse().expect("a number")
}

/// Parses breakpoints `value@temperature`.
pub(crate) fn wall(text: &str) -> Vec<Breakpoint> {
    let read = |point: &str| {
        let (value, temperature) = point.split_once('@').expect("value@temperature");
        breakpoint(number(temperature), number(value))
    };
    text.split(' ').map(read).collect()
}

pub(crate) fn breakpoint(temperature: impl Into<Dyadic>, value: impl Into<Dyadic>) -> Breakpoint {
    Breakpoint { temperature: temperature.into(), value: value.into() }
}

/// Draws the Hackenbush graph with edges `from-to:colour`. Vertex 0 is the ground.
pub(crate) fn hackenbush(title: &str, edges: &str) -> Scene {
    let ends = edges.split([' ', '-', ':']).filter_map(|word| word.parse::<usize>().ok());
    let vertices = ".".repeat(ends.max().map_or(1, |last| last + 1));
    draw_view(title, &views::graph(&vertices, edges, Some(0)), &[]).expect("a small graph")
}

/// Returns the width of a text in DejaVu Sans. Characters outside ASCII, except `…` and `×`, have no width.
pub(crate) fn width_of_text(text: &str, size: f64) -> f64 {
    let ems = |letter| match letter {
        'm' => 0.974,
        'w' => 0.818,
        'i' | 'j' | 'l' => 0.278,
        'f' | 'r' | 't' => 0.411,
        'a'..='z' => 0.635,
        'M' => 0.863,
        'W' => 0.989,
        'A'..='Z' => 0.787,
        '0'..='9' => 0.636,
        '%' => 0.95,
        '@' | '…' => 1.0,
        '+' | '<' | '>' | '=' | '#' | '×' => 0.838,
        ' '..='~' => 0.3,
        _ => 0.0,
    };
    text.chars().map(ems).sum::<f64>() * size
}
