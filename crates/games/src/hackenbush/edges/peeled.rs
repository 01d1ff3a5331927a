//! Numbers that need no search.

use super::numbers::by_one_colour;
use super::peel::{Part, ValuedGraph, Valuer, peel};
use super::{Picture, Twig};
use crate::hackenbush::binary::Binary;
use winways_rules::Side;
use winways_values::Dyadic;

/// The value of a picture of blue and red edges, if the colon principle leaves only parts of one colour that carry integers
/// of its owner. O(n log n) for n edges, and as many steps for each part as there are vertices.
pub(super) fn number(picture: &Picture) -> Option<Dyadic> {
    if picture.edges().iter().any(|twig| twig.tint == Twig::GREEN) {
        return None;
    }
    let value = peel(ValuedGraph::of(picture.edges(), Binary::ZERO), &mut Trees).ok()?;
    Some(value.to_dyadic())
}

/// Something would have to be searched.
struct Search;

struct Trees;

impl Valuer for Trees {
    type Value = Binary;
    type Error = Search;

    fn zero(&self) -> Binary {
        Binary::ZERO
    }

    fn add(&mut self, some: Binary, other: Binary) -> Result<Binary, Search> {
        Ok(some.plus(other))
    }

    fn edge(&mut self, twig: Twig, top: Binary) -> Result<Binary, Search> {
        Ok(top.on_edge(if twig.tint == Twig::BLUE { Side::Left } else { Side::Right }))
    }

    fn block(&mut self, part: Part<'_, Binary>) -> Result<Binary, Search> {
        let mut tops = vec![Dyadic::ZERO; part.tops.len()];
        for vertex in part.vertices() {
            tops[vertex as usize] = part.tops[vertex as usize].to_dyadic();
        }
        let number =
            by_one_colour(&Part { twigs: part.twigs, root: part.root, tops: &tops }).ok_or(Search)?;
        let edges = i64::try_from(&number).map_err(|_| Search)?;
        // In 2^63ths.
        Ok(Binary::of_word(i128::from(edges) << 63))
    }
}
