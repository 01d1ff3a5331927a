//! Green stalks of bamboo: a cut removes a segment and all segments above it. The game is Nim on the heights.

use crate::hackenbush::whole::{graph_view, view_edge, view_vertex};
use crate::heaps::nim;
use winways_kit::any::common;
use winways_kit::figures::MAX_CELLS;
use winways_kit::heaps;
use winways_kit::view::{Touch, View};
use winways_kit::{Detail, Game, Move, Moves, Page, Winning};
use winways_notation::{Diagnostic, Scanner};
use winways_rules::{ImpartialOutcome, Options, Play, Player, RuleFault, Ruleset};
use winways_values::Nimber;

game!("green-stalks", |_| Ok(common::impartial(GreenStalks)));

/// Green stalks. A component is the height of a stalk.
#[derive(Clone, Copy, Debug)]
pub struct GreenStalks;

impl Ruleset for GreenStalks {
    type Component = u64;

    fn options(&self, height: &u64, options: &mut Options<u64>) -> Result<(), RuleFault> {
        // `below` is the number of segments below the cut.
        for below in 0..*height {
            options.push([below]);
        }
        Ok(())
    }

    fn option_bound(&self, height: &u64) -> u64 {
        *height
    }

    fn nim_value(&self, height: &u64) -> Option<Nimber> {
        Some(Nimber(*height))
    }
}

impl Game for GreenStalks {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn heap_statements(&self) -> &'static [&'static str] {
        &["g(n) = n", "g(n) = 0 only for n = 0"]
    }

    fn parse(&self, text: &str) -> Result<Vec<u64>, Diagnostic> {
        Scanner::new(text).numbers("the height of a stalk")
    }

    fn write(&self, position: &[u64]) -> String {
        heaps::write(position)
    }

    fn describe_move(&self, from: &u64, to: &[u64]) -> String {
        format!("stalk {from} -> {}", heaps::write(to))
    }

    /// Draws Hackenbush stalks, or heaps if there are too many segments.
    ///
    /// Vertex 0 is the ground, followed by the joints of each stalk from the ground up, each named by its number. The edges are in
    /// the same order.
    fn view(&self, heights: &[u64]) -> View {
        match drawn_segments(heights) {
            Some(segments) => stalks(heights, segments),
            None => View::heaps(heights),
        }
    }

    /// Returns the segment that is cut.
    fn touches(&self, heights: &[u64], step: &Move<u64>) -> Vec<Touch> {
        let Some(segments) = drawn_segments(heights) else { return vec![Touch::heap(step.component)] };
        let below = heights[..step.component].iter().sum::<u64>() + step.only();
        vec![Touch::of(1 + segments + below)]
    }

    fn outcome(&self, heights: &[u64], play: Play) -> Option<ImpartialOutcome> {
        nim::Nim.outcome(heights, play)
    }

    fn options_of_value(&self, height: &u64, value: Nimber, found: &mut dyn FnMut(&[u64])) -> Winning {
        nim::Nim.options_of_value(height, value, found)
    }

    fn winning_moves(&self, heights: &[u64], play: Play, moves: &mut Moves<u64>) -> Winning {
        nim::Nim.winning_moves(heights, play, moves)
    }

    fn explain(&self, heights: &[u64], play: Play, detail: Detail) -> Vec<String> {
        let mut lines = vec!["a cut leaves any smaller height: each stalk is a heap of Nim".to_owned()];
        lines.extend(nim::explain("stalk", heights, play, detail));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = Vec<u64>> + '_> {
        heaps::multisets(4, up_to)
    }
}

/// Returns the number of segments if they can be drawn.
fn drawn_segments(heights: &[u64]) -> Option<u64> {
    let segments = heights.iter().try_fold(0u64, |sum, &height| sum.checked_add(height));
    segments.filter(|&segments| segments < MAX_CELLS)
}

fn stalks(heights: &[u64], segments: u64) -> View {
    let mut edges = Vec::new();
    let mut joints = 1..;
    for &height in heights {
        let mut below = 0;
        for top in joints.by_ref().take(height as usize) {
            edges.push(view_edge(below, top, Player::Either));
            below = top;
        }
    }
    let joints = (0..=segments).map(|number| view_vertex(number.to_string(), None)).collect();
    graph_view(joints, edges)
}

#[cfg(test)]
mod tests {
    use super::*;
    use winways_kit::view::Figure;

    #[test]
    fn segments_are_named_by_their_ends() {
        let view = GreenStalks.view(&[1, 2]);
        let [Figure::Graph(graph)] = &view.figures[..] else { panic!("{view:?} is not a graph") };
        let name = |vertex: u32| graph.vertices[vertex as usize].name.clone();
        let names: Vec<String> =
            graph.edges.iter().map(|edge| format!("{}-{}", name(edge.from), name(edge.to))).collect();
        assert_eq!(names, ["0-1", "0-2", "2-3"]);
    }
}
