//! Values of blue and red pictures that need no search.

use super::numbers::by_one_colour;
use super::peel::{Part, ValuedGraph, Valuer, peel};
use super::{Picture, Twig};
use crate::hackenbush::binary::Binary;
use winways_rules::{Meter, RuleFault, Side};
use winways_values::Dyadic;

/// Returns the value of a picture of blue and red edges that needs no search. O(n log n) for n edges, counted on `meter`.
///
/// No search is needed if [`by_one_colour`] values every part that the colon principle leaves. Otherwise returns `None`.
pub(super) fn number(picture: &Picture, meter: &mut Meter) -> Result<Option<Dyadic>, RuleFault> {
    if picture.edges().iter().any(|twig| twig.tint == Twig::GREEN) {
        return Ok(None);
    }
    meter.spend(EDGE_STEPS * picture.edges().len() as u64)?;
    match peel(ValuedGraph::of(picture.edges(), Binary::ZERO), &mut Trees(meter)) {
        Ok(value) => Ok(Some(value.to_dyadic())),
        Err(Obstacle::Search) => Ok(None),
        Err(Obstacle::Ended(fault)) => Err(fault),
    }
}

/// The meter steps per edge.
const EDGE_STEPS: u64 = 32;

/// The reason why there is no number.
enum Obstacle {
    /// Part of the picture needs a search.
    Search,
    Ended(RuleFault),
}

struct Trees<'m>(&'m mut Meter);

impl Valuer for Trees<'_> {
    type Value = Binary;
    type Error = Obstacle;

    fn zero(&self) -> Binary {
        Binary::ZERO
    }

    fn add(&mut self, some: Binary, other: Binary) -> Result<Binary, Obstacle> {
        Ok(some.plus(other))
    }

    fn edge(&mut self, twig: Twig, top: Binary) -> Result<Binary, Obstacle> {
        Ok(top.on_edge(if twig.tint == Twig::BLUE { Side::Left } else { Side::Right }))
    }

    fn block(&mut self, part: Part<Binary>) -> Result<Binary, Obstacle> {
        let Part { twigs, names, tops } = part;
        let tops = tops.iter().map(Binary::to_dyadic).collect();
        let number = by_one_colour(&Part { twigs, names, tops }).ok_or(Obstacle::Search)?;
        let edges = i64::try_from(&number).map_err(|_| Obstacle::Search)?;
        // `of_word` expects units of 1/2^63.
        Ok(Binary::of_word(i128::from(edges) << 63))
    }

    fn poll(&mut self, edges: usize) -> Result<(), Obstacle> {
        self.0.spend(EDGE_STEPS * edges as u64).map_err(Obstacle::Ended)
    }
}
