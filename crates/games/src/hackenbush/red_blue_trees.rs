//! Red-blue trees: Hackenbush pictures without cycles, whose edges belong to Left or to Right.

mod cuts;
#[cfg(test)]
mod tests;
mod tree;

pub use tree::{RedBlueTree, TreeEdge};

use crate::hackenbush::binary::Binary;
use crate::hackenbush::number_sums;
use crate::hackenbush::picture;
use crate::hackenbush::whole::positions_are_pictures;
use crate::hackenbush::{Cut, WholePicture, WrittenEdge};
use std::cmp::Ordering;
use winways_kit::any::partizan;
use winways_kit::{Detail, NumbersAfter, Page, PartizanGame};
use winways_notation::Diagnostic;
use winways_rules::{Meter, Options, PartizanRuleset, Player, RuleFault, Side, Sign};
use winways_values::{ArenaError, Dyadic, Game, Session};

game!("red-blue-trees", |_| Ok(partizan::shared(RedBlueTrees)));

/// Red-blue trees. A component is a tree with one edge on the ground.
#[derive(Clone, Copy, Debug)]
pub struct RedBlueTrees;

impl PartizanRuleset for RedBlueTrees {
    type Component = RedBlueTree;

    fn options(
        &self,
        tree: &RedBlueTree,
        side: Side,
        options: &mut Options<RedBlueTree>,
    ) -> Result<(), RuleFault> {
        let ranges = tree.edges().iter().zip(tree.ends()).enumerate();
        for (index, (_, end)) in ranges.filter(|(_, (edge, _))| edge.side == side) {
            options.push(tree.without(index..end));
        }
        Ok(())
    }

    fn option_bound(&self, tree: &RedBlueTree) -> u64 {
        tree.edges().len() as u64
    }

    /// Numbers the vertices 1, 2, 3, ... and makes the edge on the ground blue. Exchanging the colours negates the value.
    fn canonicalise_value(&self, tree: &mut RedBlueTree) -> Sign {
        tree.renumber(1);
        if tree.edges()[0].side == Side::Left {
            return Sign::Same;
        }
        tree.negate();
        Sign::Negative
    }

    /// Numbers the vertices 1, 2, 3, ...
    fn canonicalise(&self, tree: &mut RedBlueTree) {
        tree.renumber(1);
    }

    /// Uses the symmetry of `canonicalise_value`: the rules do not change when the players are exchanged.
    fn canonicalise_for_both(&self, tree: &mut RedBlueTree) {
        self.canonicalise_value(tree);
    }

    fn value_by_theorem(
        &self,
        tree: &RedBlueTree,
        arena: &mut Session<'_>,
    ) -> Result<Option<Game>, ArenaError> {
        arena.number(&tree.value()).map(Some)
    }
}

positions_are_pictures!(RedBlueTrees, RedBlueTree, read);

fn read(text: &str) -> Result<WholePicture<RedBlueTree>, Diagnostic> {
    let edges = picture::parse(text, &[Player::Left, Player::Right])?;
    picture_of(edges).map_err(|(closing, edge)| {
        let span = picture::edge_span(text, closing);
        let what = if edge.from == edge.to { "is a loop" } else { "closes a cycle" };
        Diagnostic::new(format!("the edge {} {what}", &text[span.range()]), span)
            .label("expected trees: no cycles, not even through the ground")
            .help(format!("give it a vertex of its own instead of {}", edge.from.max(edge.to)))
    })
}

/// Returns a picture of trees. On failure, returns the first edge that closes a cycle, with its index.
fn picture_of(edges: Vec<WrittenEdge>) -> Result<WholePicture<RedBlueTree>, (usize, WrittenEdge)> {
    match tree::split(&edges) {
        Ok(split) => Ok(WholePicture::with_split(edges, split)),
        Err(closing) => Err((closing, edges[closing])),
    }
}

impl PartizanGame for RedBlueTrees {
    fn page(&self) -> &'static Page {
        &PAGE
    }

    fn number(&self, tree: &RedBlueTree, meter: &mut Meter) -> Result<Option<Dyadic>, RuleFault> {
        let value = tree.try_walk(|_, _| meter.spend(EDGE_STEPS))?;
        Ok(Some(value.to_dyadic()))
    }

    fn numbers_after(
        &self,
        picture: &WholePicture<RedBlueTree>,
        memory: u64,
        meter: &mut Meter,
    ) -> Result<Option<NumbersAfter<Cut>>, RuleFault> {
        cuts::numbers_after(picture.split(), memory, meter)
    }

    fn explain(&self, picture: &WholePicture<RedBlueTree>, detail: Detail) -> Vec<String> {
        let position = picture.components();
        let edges: usize = position.iter().map(|tree| tree.edges().len()).sum();
        let mut lines = Vec::new();
        let values: Vec<Dyadic> = position.iter().map(RedBlueTree::value).collect();
        for (tree, value) in position.iter().zip(&values).take(number_sums::SUMMANDS_WRITTEN_OUT) {
            if detail == Detail::Full && edges <= EDGES_WRITTEN_OUT {
                tree.walk(|index, carried| lines.push(explain_edge(&tree.edges()[index], carried)));
            } else {
                let (count, root) = (tree.edges().len(), tree.edges()[0].to);
                let plural = if count == 1 { "" } else { "s" };
                let value = number_sums::written(value);
                lines.push(format!("the tree on 0-{root}, {count} edge{plural}: {value}"));
            }
        }
        lines.extend(number_sums::explain(&values, &value(position)));
        lines
    }

    fn positions(&self, up_to: u64) -> Box<dyn Iterator<Item = WholePicture<RedBlueTree>> + '_> {
        Box::new((1..=up_to.min(16) as usize).flat_map(pictures))
    }
}

/// Returns a function that computes the value of a picture after a cut. Returns `None` if the picture has green edges or cycles,
/// or if the function would need more than `memory` bytes.
pub(super) fn numbers_after(
    edges: &[WrittenEdge],
    memory: u64,
    meter: &mut Meter,
) -> Result<Option<NumbersAfter<Cut>>, RuleFault> {
    meter.spend(edges.len() as u64)?;
    if !cuts::has_room(edges.len(), memory) || edges.iter().any(|edge| edge.player == Player::Either) {
        return Ok(None);
    }
    match tree::split(edges) {
        Ok(split) => cuts::numbers_after(&split, memory, meter),
        Err(_) => Ok(None),
    }
}

/// Returns the value of a picture of trees: positive if Left wins, negative if Right wins, zero if the player who moves first
/// loses.
///
/// O(n log n) for n edges in any shape.
///
/// ```
/// use winways_games::hackenbush::red_blue_trees::{RedBlueTrees, value};
/// use winways_kit::WholePositions;
/// let picture = RedBlueTrees.parse("0-1:b 1-2:r 1-3:r 0-4:r")?;
/// assert_eq!(value(picture.components()).to_string(), "-3/4");
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn value(position: &[RedBlueTree]) -> Dyadic {
    sum(position).to_dyadic()
}

/// Compares [`value`] with zero, which decides who wins. O(n log n) for n edges.
///
/// ```
/// use winways_games::hackenbush::red_blue_trees::{RedBlueTrees, sign};
/// use winways_kit::WholePositions;
/// assert!(sign(RedBlueTrees.parse("0-1:b 1-2:r 0-3:r 3-4:b")?.components()).is_eq());
/// # Ok::<(), winways_notation::Diagnostic>(())
/// ```
pub fn sign(position: &[RedBlueTree]) -> Ordering {
    sum(position).sign()
}

fn sum(position: &[RedBlueTree]) -> Binary {
    position.iter().fold(Binary::ZERO, |sum, tree| sum.plus(tree.binary()))
}

/// The meter steps for valuing an edge.
const EDGE_STEPS: u64 = 32;

/// The greatest number of edges of a picture that is explained edge by edge.
const EDGES_WRITTEN_OUT: usize = 24;

/// Explains the value of an edge:
/// `0-1 is blue and carries -1/2: n = 2 is the least with -1/2 + n > 1, (-1/2 + 2)/2^1 = 3/4`.
fn explain_edge(edge: &TreeEdge, carried: &Binary) -> String {
    let (x, value) = (carried.to_dyadic(), carried.clone().on_edge(edge.side).to_dyadic());
    let (colour, sign) = if edge.side == Side::Left { ("blue", '+') } else { ("red", '-') };
    let name = format!("{}-{} is {colour} and carries", edge.from, edge.to);
    let towards = if edge.side == Side::Left { -&x } else { x.clone() };
    if x.is_zero() {
        format!("{name} nothing: {value}")
    } else if towards.sign().is_lt() {
        format!("{name} {x}: {x} {sign} 1 = {value}")
    } else {
        let n = towards.floor() + Dyadic::from(2);
        let halvings = &n - Dyadic::from(1);
        let beyond = if edge.side == Side::Left { "> 1" } else { "< -1" };
        format!(
            "{name} {x}: n = {n} is the least with {x} {sign} n {beyond}, ({x} {sign} {n})/2^{halvings} = {value}"
        )
    }
}

/// Iterates over all pictures of trees with `edges` edges, at least one. Equal pictures may be repeated.
///
/// The parents of the vertices 1, 2, 3, ... form a non-decreasing sequence.
fn pictures(edges: usize) -> impl Iterator<Item = WholePicture<RedBlueTree>> {
    let shapes = std::iter::successors(Some(vec![0u32; edges]), |below| {
        let mut next = below.clone();
        let place = (0..next.len()).rev().find(|&place| next[place] < place as u32)?;
        let vertex = next[place] + 1;
        next[place..].fill(vertex);
        Some(next)
    });
    shapes.flat_map(move |below| {
        (0..1u32 << edges).filter_map(move |colours| {
            let edge = |(place, &from): (usize, &u32)| {
                let player = if colours >> place & 1 == 0 { Player::Left } else { Player::Right };
                WrittenEdge { from, to: place as u32 + 1, player }
            };
            picture_of(below.iter().enumerate().map(edge).collect()).ok()
        })
    })
}
