//! Converts pictures to shifts that cover all placements on a box of a grid.

use super::shift::{Barred, Conditions, Distance, Shift, Write};
use crate::pictures::geometry::{Geometry, orientations};
use crate::pictures::placement::for_places;
use crate::pictures::rules::{Beside, Bound, Rules, beside};
use crate::pictures::states::{ABSENT, States};
use crate::pictures::stencil::{After, Stencil, stencils};
use crate::pictures::table::directions_of;
use std::collections::BTreeMap;
use winways_kit::boards::word::Word;
use winways_notation::pictures::Rewrite;
use winways_rules::Side;

/// Returns `true` if shifts can express a rewrite. This requires that every move changes the board, and that each cell of the pattern
/// either must be gone or cannot be gone. A condition on neighbours must require some neighbour or none, and must not refer to gone cells.
pub(super) fn is_plain(rules: &Rules, geometry: &Geometry, rewrite: &Rewrite, side: Side) -> bool {
    let is_gone = |states: States| states.has(ABSENT);
    let is_plain = |stencil: &Stencil| {
        let mut cells = stencil.cells.iter();
        !stencil.may_rest && cells.all(|cell| !is_gone(cell.before) || cell.before == States::one(ABSENT))
    };
    beside(rewrite, &rules.alphabet, side).all(|condition| condition.is_plain() && !is_gone(condition.states))
        && stencils(rewrite, &rules.alphabet, side, geometry.longest()).iter().all(is_plain)
}

/// Returns the shifts of a rewrite.
pub(super) fn shifts<W: Word>(
    rules: &Rules,
    geometry: &Geometry,
    rewrite: &Rewrite,
    side: Side,
    classes: &mut Vec<States>,
) -> Vec<Shift<W>> {
    let ways = orientations(&directions_of(rewrite), rules.shape, rewrite.before.rows.len(), side);
    let conditions: Vec<Beside> = beside(rewrite, &rules.alphabet, side).collect();
    let mut found = Vec::new();
    for stencil in stencils(rewrite, &rules.alphabet, side, geometry.longest()) {
        let mut by_way: BTreeMap<usize, Placements<W>> = BTreeMap::new();
        for_places(&stencil, geometry, &ways, &mut |way, cells| {
            let is_there = |number: &usize| stencil.cells[*number].before != States::one(ABSENT);
            let there = (0..cells.len()).filter(is_there).map(|number| cells[number]);
            // There is no anchor if a required cell is beyond the edge.
            let anchor = there.reduce(|least, cell| Some(least?.min(cell?))).flatten();
            if let Some(anchor) = anchor {
                by_way.entry(way).or_default().add(&stencil, cells, anchor, geometry);
            }
        });
        let finish = |laid: Placements<W>| laid.shift(&stencil, &conditions, rules.alphabet.there(), classes);
        found.extend(by_way.into_values().map(finish));
    }
    found
}

/// The placements of a stencil in one orientation.
struct Placements<W> {
    anchors: Option<W>,
    /// The distance of each cell from the anchor, or `None` for a cell that is beyond the edge in every placement.
    distances: Vec<Option<Distance>>,
    /// The distances of cells that must be gone, each with the anchors for which the cell is on the board.
    gone: BTreeMap<Distance, W>,
    /// The distances of the neighbours of the first cell that are not in the pattern, each with the anchors for which the
    /// neighbour is on the board.
    around: BTreeMap<Distance, W>,
}

impl<W> Default for Placements<W> {
    fn default() -> Self {
        Placements { anchors: None, distances: Vec::new(), gone: BTreeMap::new(), around: BTreeMap::new() }
    }
}

impl<W: Word> Placements<W> {
    fn add(&mut self, stencil: &Stencil, cells: &[Option<usize>], anchor: usize, geometry: &Geometry) {
        let bit = W::bit(anchor as u32);
        let distance = |cell: usize| cell as Distance - anchor as Distance;
        self.anchors = Some(self.anchors.unwrap_or(W::ZERO) | bit);
        self.distances.resize(cells.len(), None);
        let mark = |list: &mut BTreeMap<Distance, W>, cell: usize| {
            let known = list.entry(distance(cell)).or_insert(W::ZERO);
            *known = *known | bit;
        };
        for (number, (part, cell)) in stencil.cells.iter().zip(cells).enumerate() {
            let Some(cell) = *cell else { continue };
            self.distances[number] = Some(distance(cell));
            if part.before == States::one(ABSENT) {
                mark(&mut self.gone, cell);
            }
        }
        let Some(first) = stencil.first().and_then(|first| cells[first]) else { return };
        for near in geometry.neighbours(first) {
            if !cells.contains(&Some(near)) {
                mark(&mut self.around, near);
            }
        }
    }

    fn shift(
        self,
        stencil: &Stencil,
        conditions: &[Beside],
        there: States,
        classes: &mut Vec<States>,
    ) -> Shift<W> {
        let mut class_of = |states: States| {
            classes.iter().position(|&known| known == states).unwrap_or_else(|| {
                classes.push(states);
                classes.len() - 1
            })
        };
        let required = Conditions {
            anchors: self.anchors.unwrap_or(W::ZERO),
            reads: Vec::new(),
            none: Vec::new(),
            some: Vec::new(),
        };
        let mut shift = Shift { conditions: required, writes: Vec::new(), copies: Vec::new() };
        for (cell, &at) in stencil.cells.iter().zip(&self.distances) {
            let Some(at) = at else { continue };
            if cell.before == States::one(ABSENT) {
                continue;
            }
            let at = at.unsigned_abs(); // the anchor is the first of the cells that must be there
            shift.conditions.reads.push((class_of(cell.before), at));
            match &cell.after {
                After::Map(map) if cell.before.iter().all(|state| map.of(state) == state) => {}
                After::Map(map) => {
                    let to = map.image(cell.before).only().map(usize::from);
                    let was = cell.before.only().map(usize::from);
                    shift.writes.push(Write { map: *map, to, from: cell.before, was, at });
                }
                After::Copy(source) => {
                    if let Some(from) = self.distances[*source] {
                        shift.copies.push((from.unsigned_abs(), at));
                    }
                }
            }
        }
        let others = |states: States| there.union(States::one(ABSENT)).without(states);
        let gone = self.gone.iter().map(|(&at, &anchors)| (there, at, anchors));
        let barred = conditions
            .iter()
            .filter(|condition| condition.bound == Bound::AtMost(0))
            .flat_map(|condition| self.around.iter().map(|(&at, &anchors)| (condition.states, at, anchors)));
        for (states, at, anchors) in gone.chain(barred) {
            let barred = Barred { class: class_of(states), others: class_of(others(states)) };
            shift.conditions.none.push((barred, at, anchors));
        }
        for condition in conditions.iter().filter(|condition| condition.bound != Bound::AtMost(0)) {
            let around = self.around.iter().map(|(&at, &anchors)| (at, anchors)).collect();
            shift.conditions.some.push((class_of(condition.states), around));
        }
        shift.conditions.reads.sort_unstable_by_key(|read| (read.1, read.0));
        shift.writes.sort_unstable_by_key(|write| write.at);
        shift.copies.sort_unstable();
        shift
    }
}
