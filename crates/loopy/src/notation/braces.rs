//! Braces: lists of options between runs of bars.

use super::error::{Expected, ParseError};
use crate::graph::{Graph, PLAYERS};

/// An option in braces.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Vertex(u32),
    /// The word `pass`: the game of the innermost braces or bars.
    Pass,
}

/// The options between two runs of bars, and the run after them: its place and its length, 0 at the closing brace.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) items: Vec<Item>,
    pub(super) at: usize,
    pub(super) bars: usize,
}

/// The longest run of bars.
pub(super) const MOST_BARS: usize = 32;

/// Gives a vertex the options between the bars.
///
/// The longest run separates the options of Left from those of Right. If shorter runs are on a side, the side is a single option without its
/// braces.
pub(super) fn build(segments: &[Segment], vertex: u32, graph: &mut Graph) -> Result<(), ParseError> {
    let mut open = vec![(vertex, segments)];
    while let Some((vertex, segments)) = open.pop() {
        let inner = &segments[..segments.len().saturating_sub(1)];
        let longest = inner.iter().map(|segment| segment.bars).max().unwrap_or(0);
        let mut places = (0..inner.len()).filter(|&place| inner[place].bars == longest);
        let at = segments.last().map_or(0, |segment| segment.at);
        let Some(place) = places.next() else {
            return Err(ParseError { at, expected: Expected::BarOrBrace });
        };
        if let Some(second) = places.next() {
            return Err(ParseError { at: inner[second].at, expected: Expected::OneBar });
        }
        let (left, right) = segments.split_at(place + 1);
        for (player, side) in PLAYERS.into_iter().zip([left, right]) {
            let options = match side {
                [only] => only
                    .items
                    .iter()
                    .map(|item| match item {
                        Item::Vertex(option) => *option,
                        Item::Pass => vertex,
                    })
                    .collect(),
                several => {
                    let option = graph.add_vertex();
                    open.push((option, several));
                    vec![option]
                }
            };
            options.into_iter().for_each(|option| graph.add_edge(player, vertex, option));
        }
    }
    Ok(())
}
