//! Pictures in short notation.

#![allow(dead_code)] // every test uses some of it

pub(crate) mod strategies;
pub(crate) mod views;

use winways_draw::{Colour, HackenbushEdge, HackenbushGraph, PlotBreakpoint};
use winways_values::Dyadic;

fn number(text: &str) -> Dyadic {
    text.parse().expect("a number")
}

/// Parses breakpoints `value@temperature`.
pub(crate) fn wall(text: &str) -> Vec<PlotBreakpoint> {
    let breakpoint = |point: &str| {
        let (value, temperature) = point.split_once('@').expect("value@temperature");
        PlotBreakpoint::new(number(temperature), number(value))
    };
    text.split(' ').map(breakpoint).collect()
}

/// Parses edges `from-to:colour`.
pub(crate) fn hackenbush_graph(text: &str) -> HackenbushGraph {
    let edge = |edge: &str| {
        let (ends, colour) = edge.split_once(':').expect("ends:colour");
        let (from, to) = ends.split_once('-').expect("from-to");
        let colour = match colour {
            "b" => Colour::Blue,
            "r" => Colour::Red,
            _ => Colour::Green,
        };
        HackenbushEdge { from: from.parse().expect("a vertex"), to: to.parse().expect("a vertex"), colour }
    };
    HackenbushGraph::new(text.split(' ').map(edge)).expect("a small graph")
}
