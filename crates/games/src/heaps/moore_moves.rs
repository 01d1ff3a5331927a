//! Counts and lists the winning moves of Moore's Nim without trying every option.
//!
//! A move is built column by column from the highest down. A heap is *tight* as long as it keeps its binary digits. It is
//! *lowered* from the column on in which a one becomes a zero; the digits below are free. In each column the number of ones must
//! leave the right remainder modulo k + 1 ([Moore 1910](crate::heaps::moore_nim::outcome)). The number of ways to complete a move
//! depends only on the set of lowered heaps. Under misère play, it also depends on whether a heap of more than one token is left.
//! A graph of these states is built from the highest column down, and the ways are counted from the lowest column up. A move is
//! then decoded from its index.

use crate::heaps::moore_nim::{Board, next_choice};
use std::collections::HashMap;
use winways_kit::boards::combinations::sets_of;
use winways_rules::Play;

/// The winning moves of a board.
pub(crate) struct WinningMoves<'b> {
    board: Board<'b>,
    /// The indices of the non-empty heaps. A mask has one bit for each of these heaps.
    places: Vec<usize>,
    /// The states before each column, the highest column first, followed by the final states.
    layers: Vec<Vec<State>>,
}

struct State {
    /// The mask of the heaps that are lowered already.
    lowered: u64,
    /// `true` if a heap of more than one token is left.
    rich: bool,
    edges: Vec<Edge>,
    /// The number of ways to complete a move, saturated at 2⁶⁴−1.
    ways: u64,
}

/// A transition: the choices in one column that lead to the same state.
struct Edge {
    /// The resulting state, as an index into the next layer.
    to: usize,
    /// The number of lowered heaps that get a one.
    ones: usize,
    /// The number of ways to choose those heaps.
    choices: u64,
}

/// The limit on the number of edges. Boards that need more are not enumerated.
const EDGES: usize = 200_000;

impl<'b> WinningMoves<'b> {
    /// Counts the winning moves. Returns `None` if there are more than 64 non-empty heaps, or if the graph needs more than
    /// [`EDGES`] edges.
    pub(crate) fn new(board: Board<'b>, play: Play) -> Option<Self> {
        let places = board.places();
        if places.len() > 64 {
            return None;
        }
        let mut moves = WinningMoves { board, places, layers: Vec::new() };
        moves.build(play)?;
        moves.count();
        Some(moves)
    }

    /// Returns the number of winning moves, saturated at 2⁶⁴−1.
    pub(crate) fn total(&self) -> u64 {
        self.layers[0][0].ways
    }

    /// Returns the component after winning move number `index`, which must be less than the total.
    pub(crate) fn get(&self, mut index: u64) -> Vec<u64> {
        let mut heaps = self.board.heaps.to_vec();
        let mut state = &self.layers[0][0];
        for (depth, column) in (0..self.columns()).rev().enumerate() {
            let next_layer = &self.layers[depth + 1];
            for edge in &state.edges {
                let next = &next_layer[edge.to];
                let ways = edge.choices.saturating_mul(next.ways);
                if index >= ways {
                    index -= ways;
                    continue;
                }
                let ones = choice_by_number(state.lowered, edge.ones, index / next.ways);
                index %= next.ways;
                for (number, &place) in self.places.iter().enumerate() {
                    if next.lowered >> number & 1 == 1 {
                        let digit = ones >> number & 1;
                        heaps[place] = heaps[place] & !(1 << column) | digit << column;
                    }
                }
                state = next;
                break;
            }
        }
        self.board.with(&heaps)
    }

    fn columns(&self) -> u32 {
        let greatest = self.board.heaps.iter().copied().max().unwrap_or(0);
        64 - greatest.leading_zeros()
    }

    /// Builds the states and the edges between them, from the highest column down.
    fn build(&mut self, play: Play) -> Option<()> {
        let mut edge_count = 0;
        // A k beyond the number of heaps is equivalent to that number.
        let at_once = self.board.at_once.min(self.places.len() as u64) as usize;
        let mut layer = vec![State::new(0, false)];
        for column in (0..self.columns()).rev() {
            let ones_here = self.column(column);
            let mut next = Layer::default();
            for state in &mut layer {
                let tight = ones_here & !state.lowered;
                let lowered_already = state.lowered.count_ones() as usize;
                // Without a rich heap, misère play requires the remainder 1 in the last column.
                let wanted = usize::from(play == Play::Misere && column == 0 && !state.rich);
                for ones in 0..=lowered_already {
                    let tight_ones = tight.count_ones() as usize;
                    let lowered_now = (tight_ones + ones + at_once + 1 - wanted) % (at_once + 1);
                    if lowered_now > tight_ones || lowered_already + lowered_now > at_once {
                        continue;
                    }
                    let rich = state.rich || column > 0 && tight_ones - lowered_now + ones > 0;
                    let choices = sets_of(lowered_already, ones);
                    for newly_lowered in subsets(tight, lowered_now) {
                        edge_count += 1;
                        if edge_count > EDGES {
                            return None;
                        }
                        let to = next.state(state.lowered | newly_lowered, rich);
                        state.edges.push(Edge { to, ones, choices });
                    }
                }
            }
            self.layers.push(std::mem::replace(&mut layer, next.states));
        }
        self.layers.push(layer);
        Some(())
    }

    /// Counts the ways to complete a move from each state, from the lowest column up.
    fn count(&mut self) {
        let mut below: Vec<u64> = Vec::new();
        for (height, layer) in self.layers.iter_mut().rev().enumerate() {
            for state in layer.iter_mut() {
                state.ways = match height {
                    // A legal move lowers at least one heap.
                    0 => u64::from(state.lowered != 0),
                    _ => state.edges.iter().fold(0, |ways, edge| {
                        ways.saturating_add(edge.choices.saturating_mul(below[edge.to]))
                    }),
                };
            }
            below = layer.iter().map(|state| state.ways).collect();
        }
    }

    /// Returns the mask of the heaps that have a one in a column.
    fn column(&self, column: u32) -> u64 {
        let digit = |(number, &place): (usize, &usize)| (self.board.heaps[place] >> column & 1) << number;
        self.places.iter().enumerate().map(digit).sum()
    }
}

impl State {
    fn new(lowered: u64, rich: bool) -> Self {
        State { lowered, rich, edges: Vec::new(), ways: 0 }
    }
}

/// A layer under construction.
#[derive(Default)]
struct Layer {
    states: Vec<State>,
    indices: HashMap<(u64, bool), usize>,
}

impl Layer {
    fn state(&mut self, lowered: u64, rich: bool) -> usize {
        *self.indices.entry((lowered, rich)).or_insert_with(|| {
            self.states.push(State::new(lowered, rich));
            self.states.len() - 1
        })
    }
}

/// Iterates over all subsets of `mask` with `size` members; there is at least one if `mask` has at least `size` members.
fn subsets(mask: u64, size: usize) -> impl Iterator<Item = u64> {
    let members: Vec<u64> = (0..64).map(|bit| 1 << bit).filter(|bit| mask & bit != 0).collect();
    let first = (size <= members.len()).then(|| (0..size).collect::<Vec<usize>>());
    let count = members.len();
    std::iter::successors(first, move |chosen| {
        let mut next = chosen.clone();
        next_choice(&mut next, count).then_some(next)
    })
    .map(move |chosen| chosen.iter().map(|&index| members[index]).sum())
}

/// Returns subset number `index` of `mask` with `size` members.
fn choice_by_number(mask: u64, size: usize, mut index: u64) -> u64 {
    let mut chosen = 0;
    let mut needed = size;
    let mut rest = mask;
    while needed > 0 && rest != 0 {
        let member = rest & rest.wrapping_neg();
        rest ^= member;
        // The subsets with this member come first.
        let with_member = sets_of(rest.count_ones() as usize, needed - 1);
        if index < with_member {
            chosen |= member;
            needed -= 1;
        } else {
            index -= with_member;
        }
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn subsets_by_number_are_all_subsets() {
        let mask = 0b1011_0101;
        for size in 0..=6 {
            let mut by_number: Vec<u64> =
                (0..sets_of(5, size)).map(|index| choice_by_number(mask, size, index)).collect();
            let mut all: Vec<u64> = subsets(mask, size).collect();
            by_number.sort_unstable();
            all.sort_unstable();
            assert_eq!(by_number, all);
        }
        assert_eq!(sets_of(64, 32), 1_832_624_140_942_590_534);
    }

    #[test]
    fn too_much_work_is_declined() {
        let board = Board { at_once: 30, heaps: &[3; 60] };
        assert!(WinningMoves::new(board, Play::Normal).is_none());
    }
}
