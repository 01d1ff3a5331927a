//! Bounds for the value of a block of blue and red edges, computed without a search.
//!
//! Left is sure of a move for every blue edge that is connected to the ground by blue edges alone: Right cannot disconnect it,
//! and Left cuts the topmost edges first. Right has at most one move for each red edge. So the number of Left's sure edges minus
//! the number of all red edges is a lower bound: in the difference Left, moving second, never runs out of moves.
//!
//! The value is a number, so every move of Left lowers it, and removing blue edges does too. The bound for the picture without
//! some blue edges is therefore also a lower bound. With fewer cycles, the colon principle gives better bounds.

use super::Twig;
use super::numbers::{edges_of, on_edge};
use super::peel::{Block, Part, ValuedGraph, Valuer, peel};
use crate::hackenbush::picture::Sets;
use winways_rules::Side;
use winways_solve::StopReason;
use winways_values::Dyadic;

/// A callback that receives the work done since the last call, in edges, and may stop the work.
type Poll<'p> = &'p mut dyn FnMut(usize) -> Result<(), StopReason>;

/// Returns a bound on the value of a block: a lower bound if `side` is Left, an upper bound if it is Right.
///
/// O(edges log edges), plus O(edges) sums of numbers.
pub(super) fn at_least(block: &Block<Dyadic>, side: Side, poll: Poll<'_>) -> Result<Dyadic, StopReason> {
    let bounds = [
        at_least_of(block, side, block.twigs().to_vec(), poll)?,
        at_least_of(block, side, without_own_cycles(block, side, block.twigs().iter()), poll)?,
        at_least_of(block, side, without_own_cycles(block, side, block.twigs().iter().rev()), poll)?,
    ];
    let best = bounds.into_iter().reduce(|best, bound| match side {
        Side::Left => best.max(bound),
        Side::Right => best.min(bound),
    });
    Ok(best.unwrap_or(Dyadic::ZERO))
}

fn at_least_of(
    block: &Block<Dyadic>,
    side: Side,
    twigs: Vec<Twig>,
    poll: Poll<'_>,
) -> Result<Dyadic, StopReason> {
    peel(ValuedGraph { twigs, tops: block.tops().to_vec() }, &mut AtLeast(side, poll))
}

fn own(side: Side) -> u8 {
    if side == Side::Left { Twig::BLUE } else { Twig::RED }
}

/// Returns the edges without those of `side` that close cycles with the opponent's edges and earlier edges of `side`.
fn without_own_cycles<'b>(
    block: &Block<Dyadic>,
    side: Side,
    twigs: impl Iterator<Item = &'b Twig>,
) -> Vec<Twig> {
    let mut sets = Sets::new(block.tops().len());
    let (mine, mut twigs): (Vec<Twig>, Vec<Twig>) = twigs.partition(|twig| twig.tint == own(side));
    for twig in &twigs {
        sets.unite(twig.ends.0, twig.ends.1);
    }
    twigs.extend(mine.iter().filter(|twig| sets.unite(twig.ends.0, twig.ends.1)));
    twigs
}

/// A valuer that computes lower bounds for Left, or upper bounds for Right.
struct AtLeast<'p>(Side, Poll<'p>);

impl Valuer for AtLeast<'_> {
    type Value = Dyadic;
    type Error = StopReason;

    fn zero(&self) -> Dyadic {
        Dyadic::ZERO
    }

    fn add(&mut self, some: Dyadic, other: Dyadic) -> Result<Dyadic, StopReason> {
        Ok(some + other)
    }

    fn edge(&mut self, twig: Twig, top: Dyadic) -> Result<Dyadic, StopReason> {
        (self.1)(edges_of(&top))?;
        Ok(on_edge(twig.tint, &top))
    }

    /// Returns the number of moves that the player is sure of, minus the number of all moves that the opponent may have. Values
    /// that vertices carry are rounded to integers to the player's disadvantage.
    fn block(&mut self, part: Part<Dyadic>) -> Result<Dyadic, StopReason> {
        let side = self.0;
        let mut sets = Sets::new(part.tops.len());
        let mine = |twig: &&Twig| twig.tint == own(side);
        for twig in part.twigs.iter().filter(mine) {
            sets.unite(twig.ends.0, twig.ends.1);
        }
        let mut is_sure = |vertex: u32| sets.find(vertex) == 0;
        let sure = part.twigs.iter().filter(mine).filter(|twig| is_sure(twig.ends.0)).count();
        let theirs = part.twigs.iter().filter(|twig| !mine(twig)).count();
        let edges = Dyadic::from(sure as i64 - theirs as i64);
        let mut sum = if side == Side::Left { edges } else { -edges };
        for (vertex, top) in (1..).zip(part.carried()) {
            let (rounded, is_mine) = match side {
                Side::Left => (top.floor(), top.sign().is_gt()),
                Side::Right => (-(-top).floor(), top.sign().is_lt()),
            };
            if !is_mine || is_sure(vertex) {
                sum = sum + rounded;
            }
        }
        Ok(sum)
    }

    fn poll(&mut self, edges: usize) -> Result<(), StopReason> {
        (self.1)(edges)
    }
}
