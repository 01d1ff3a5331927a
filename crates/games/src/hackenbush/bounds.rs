//! What a block of blue and red edges is worth at least, without a search.
//!
//! To take away blue edges is to let Left move, which makes a number less. Those that close cycles go; then the blocks
//! that are left are red, and the picture is taken apart by the colon principle.

use super::numbers::on_edge;
use super::peel::{Block, Garden, Part, Valuer, peel};
use super::{Twig, numbers};
use crate::picture::Sets;
use std::convert::Infallible;
use winways_rules::Side;
use winways_values::Dyadic;

/// What a block is worth at least to `side`: a lower bound for Left, an upper one for Right. O(edges log vertices).
pub(super) fn at_least(block: &Block<Dyadic>, side: Side) -> Dyadic {
    let forwards = at_least_without(block, side, block.twigs().iter());
    let backwards = at_least_without(block, side, block.twigs().iter().rev());
    if side == Side::Left { forwards.max(backwards) } else { forwards.min(backwards) }
}

/// The same, without those edges of `side` that close cycles with edges of the opponent and those that come before them.
fn at_least_without<'b>(block: &Block<Dyadic>, side: Side, twigs: impl Iterator<Item = &'b Twig>) -> Dyadic {
    let own = if side == Side::Left { Twig::BLUE } else { Twig::RED };
    let mut sets = Sets::new(block.tops().len());
    let (mine, mut twigs): (Vec<Twig>, Vec<Twig>) = twigs.partition(|twig| twig.tint == own);
    for twig in &twigs {
        sets.unite(twig.ends.0, twig.ends.1);
    }
    twigs.extend(mine.iter().filter(|twig| sets.unite(twig.ends.0, twig.ends.1)));
    match peel(Garden { twigs, tops: block.tops().to_vec() }, &mut AtLeast(side)) {
        Ok(value) => value,
    }
}

/// Bounds values to the disadvantage of a player.
struct AtLeast(Side);

impl Valuer for AtLeast {
    type Value = Dyadic;
    type Error = Infallible;

    fn zero(&self) -> Dyadic {
        Dyadic::ZERO
    }

    fn add(&mut self, some: Dyadic, other: Dyadic) -> Result<Dyadic, Infallible> {
        Ok(some + other)
    }

    fn edge(&mut self, twig: Twig, top: Dyadic) -> Result<Dyadic, Infallible> {
        Ok(on_edge(twig.tint, &top))
    }

    /// A block of the opponent's edges: what it carries counts as far as it is the opponent's, rounded up.
    fn block(&mut self, part: Part<'_, Dyadic>) -> Result<Dyadic, Infallible> {
        let mut tops = part.tops.to_vec();
        for vertex in part.vertices() {
            let top = &mut tops[vertex as usize];
            *top = match self.0 {
                Side::Left => top.floor().min(Dyadic::ZERO),
                Side::Right => (-(-&*top).floor()).max(Dyadic::ZERO),
            };
        }
        let rounded = Part { twigs: part.twigs, root: part.root, tops: &tops };
        Ok(numbers::by_one_colour(&rounded).unwrap_or(Dyadic::ZERO))
    }
}
