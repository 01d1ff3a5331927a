//! Placements of stencils on the cells of a board.

use crate::pictures::geometry::{Geometry, Orientation, Surface};
use crate::pictures::rules::{Beside, Bound};
use crate::pictures::states::{ABSENT, Map, States};
use crate::pictures::stencil::{After, Stencil};
use std::collections::HashSet;
use winways_kit::boards::word::Word;
use winways_notation::pictures::Shape;

/// One way to make a kind of move on a board, as sets of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Placement<W> {
    /// The conditions that no cell of the set is gone and every cell holds one of the states.
    pub(crate) reads: Box<[(States, W)]>,
    /// The conditions that no cell of the set holds one of the states.
    pub(crate) none: Box<[(States, W)]>,
    /// The conditions that some cell of the set holds one of the states.
    pub(crate) some: Box<[(States, W)]>,
    /// The maps applied to the states of the cells of the set.
    pub(crate) writes: Box<[(Map, W)]>,
    /// The copies: the second cell receives the previous state of the first.
    pub(crate) copies: Box<[(u16, u16)]>,
}

impl<W: Word> Placement<W> {
    /// Returns the cells that the placement may change.
    pub(crate) fn written(&self) -> W {
        let mapped = self.writes.iter().fold(W::ZERO, |cells, &(_, set)| cells | set);
        self.copies.iter().fold(mapped, |cells, &(_, to)| cells | W::bit(to.into()))
    }
}

/// A placement with the information that names and continuations of moves need.
#[derive(Clone, Debug)]
pub(crate) struct Placed<W> {
    pub(crate) placement: Placement<W>,
    /// The index of the kind of move among the kinds of its player.
    pub(crate) kind: usize,
    /// The index of the orientation.
    pub(crate) orientation: usize,
    /// The cell of the moving piece before the move.
    pub(crate) from: u16,
    /// The cell of the moving piece after the move.
    pub(crate) to: u16,
    /// The changed cells of the picture, in its order.
    pub(crate) changed: Box<[u16]>,
    /// `true` if the placement may leave all cells unchanged.
    pub(crate) may_rest: bool,
    /// `true` if a piece moves away from a cell of the board.
    pub(crate) departs: bool,
    /// `true` if a piece lands on a cell of the board, from which it may continue the move.
    pub(crate) lands: bool,
}

#[cfg(test)]
impl<W> Placed<W> {
    /// Returns the memory of the placement, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let rest = size_of::<Self>() - size_of::<Placement<W>>() + size_of_val(&*self.changed);
        self.placement.bytes() + rest as u64
    }
}

#[cfg(test)]
impl<W> Placement<W> {
    /// Returns the memory of the placement, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let Placement { reads, none, some, writes, copies } = self;
        let conditions = size_of_val(&**reads) + size_of_val(&**none) + size_of_val(&**some);
        (size_of::<Self>() + conditions + size_of_val(&**writes) + size_of_val(&**copies)) as u64
    }
}

impl<W: Word> Placement<W> {
    /// Returns the cells that must not be gone, and the cells whose states are copied.
    pub(crate) fn core(&self) -> W {
        let copied = self.copies.iter().fold(W::ZERO, |copied, copy| copied | W::bit(copy.0.into()));
        self.reads.iter().fold(copied, |cells, read| cells | read.1)
    }

    /// Returns `true` if a written state depends on a previous state.
    pub(crate) fn moves_states(&self) -> bool {
        !self.copies.is_empty()
            || self.writes.iter().any(|(map, _)| map.0.windows(2).any(|two| two[0] != two[1]))
    }

    /// Returns all cells that the placement reads or writes.
    pub(crate) fn all(&self) -> W {
        let conditions = self.none.iter().chain(&self.some);
        conditions.fold(self.core(), |all, condition| all | condition.1)
    }
}

/// Returns the set of these cells as a word.
pub(crate) fn word_of<W: Word>(cells: impl IntoIterator<Item = usize>) -> W {
    cells.into_iter().fold(W::ZERO, |word, cell| word | W::bit(cell as u32))
}

/// Calls `visit` for each way to lay `stencil` on a board, with the index of the orientation and the cell of each
/// stencil cell. Stencil cells beyond the edge are `None`; ways with a required cell beyond the edge are skipped.
///
/// On a graph, a picture lies along a path: its cells are distinct vertices, each a neighbour of the previous one.
pub(crate) fn for_places(
    stencil: &Stencil,
    geometry: &Geometry,
    orientations: &[Orientation],
    visit: &mut dyn FnMut(usize, &[Option<usize>]),
) {
    if let Surface::Graph(near) = &geometry.surface {
        for_paths(near, stencil.cells.len(), &mut |path| visit(0, path));
        return;
    }
    let mut cells = Vec::with_capacity(stencil.cells.len());
    // If all cells may be gone, any of them may be the only one on the board.
    let firsts = stencil.first().map_or(0..stencil.cells.len(), |first| first..first + 1);
    for (number, orientation) in orientations.iter().enumerate() {
        let mut laid: HashSet<Vec<Option<usize>>> = HashSet::new();
        for (first, anchor) in
            firsts.clone().flat_map(|first| geometry.cells().map(move |anchor| (first, anchor)))
        {
            let origin = orientation.offset(stencil.cells[first].row, stencil.cells[first].column);
            cells.clear();
            cells.extend(stencil.cells.iter().map_while(|cell| {
                let offset = orientation.offset(cell.row, cell.column);
                let at = geometry.at(anchor, (offset.0 - origin.0, offset.1 - origin.1));
                (at.is_some() || cell.before.has(ABSENT)).then_some(at)
            }));
            // A required cell is beyond the edge.
            if cells.len() < stencil.cells.len() || firsts.len() > 1 && !laid.insert(cells.clone()) {
                continue;
            }
            let mut seen = W256::default();
            if cells.iter().flatten().all(|&cell| seen.insert(cell)) {
                visit(number, &cells);
            }
        }
    }
}

/// A set of cells with numbers below 256.
#[derive(Default)]
struct W256([u64; 4]);

impl W256 {
    /// Inserts a cell. Returns `true` if it is new.
    fn insert(&mut self, cell: usize) -> bool {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// Calls `visit` for each path of `length` vertices, in lexicographic order.
fn for_paths(near: &[Vec<usize>], length: usize, visit: &mut dyn FnMut(&[Option<usize>])) {
    fn extend(
        near: &[Vec<usize>],
        length: usize,
        path: &mut Vec<Option<usize>>,
        visit: &mut dyn FnMut(&[Option<usize>]),
    ) {
        let Some(&Some(last)) = path.last() else { return };
        if path.len() == length {
            return visit(path);
        }
        for &next in &near[last] {
            if !path.contains(&Some(next)) {
                path.push(Some(next));
                extend(near, length, path, visit);
                path.pop();
            }
        }
    }
    // A path has at most as many vertices as a board has cells, so the recursion is shallow.
    for vertex in 0..near.len() {
        extend(near, length, &mut vec![Some(vertex)], visit);
    }
}

/// Returns the number of places beyond the edge that are neighbours of the first cell of a stencil and not covered by
/// the stencil.
pub(crate) fn edges_beside(
    stencil: &Stencil,
    cells: &[Option<usize>],
    geometry: &Geometry,
    orientation: Option<&Orientation>,
    shape: Shape,
) -> usize {
    let (Some(first), Some(orientation)) = (stencil.first(), orientation) else { return 0 };
    let Some(cell) = cells[first] else { return 0 };
    let place = |number: usize| orientation.offset(stencil.cells[number].row, stencil.cells[number].column);
    let origin = place(first);
    let is_covered = |step: (i32, i32)| {
        let at = |number: usize| (place(number).0 - origin.0, place(number).1 - origin.1);
        (0..cells.len()).any(|number| cells[number].is_none() && at(number) == step)
    };
    geometry.beyond(cell, shape).filter(|&step| !is_covered(step)).count()
}

/// The lists of a [`Placement`] under construction. They are reused for the next placement, since there may be tens of thousands of
/// placements. The lists of a finished placement have no spare capacity.
pub(crate) struct Lists<W> {
    reads: Vec<(States, W)>,
    none: Vec<(States, W)>,
    some: Vec<(States, W)>,
    writes: Vec<(Map, W)>,
    copies: Vec<(u16, u16)>,
}

impl<W> Default for Lists<W> {
    fn default() -> Self {
        Lists {
            reads: Vec::new(),
            none: Vec::new(),
            some: Vec::new(),
            writes: Vec::new(),
            copies: Vec::new(),
        }
    }
}

impl<W: Copy> Lists<W> {
    fn clear(&mut self) {
        let Lists { reads, none, some, writes, copies } = self;
        reads.clear();
        none.clear();
        some.clear();
        writes.clear();
        copies.clear();
    }

    fn placement(&self) -> Placement<W> {
        let Lists { reads, none, some, writes, copies } = self;
        Placement {
            reads: reads[..].into(),
            none: none[..].into(),
            some: some[..].into(),
            writes: writes[..].into(),
            copies: copies[..].into(),
        }
    }
}

/// Lays a stencil on these cells. Returns `None` if a required cell is beyond the edge, or if a condition on neighbours
/// can never hold. `edges` is the number of places beyond the edge next to its first cell. `laid` is scratch space.
pub(crate) fn lay<W: Word>(
    stencil: &Stencil,
    cells: &[Option<usize>],
    geometry: &Geometry,
    beside: &[Beside],
    there: States,
    edges: usize,
    laid: &mut Lists<W>,
) -> Option<Placement<W>> {
    laid.clear();
    for (cell, &at) in stencil.cells.iter().zip(cells) {
        let may_be_gone = cell.before.has(ABSENT);
        let Some(at) = at else {
            if may_be_gone {
                continue;
            }
            return None;
        };
        let bit = W::bit(at as u32);
        if may_be_gone {
            // The condition is negated, so that gone cells satisfy it.
            join(&mut laid.none, there.without(cell.before), bit);
            if cell.before == States::one(ABSENT) {
                continue;
            }
        } else {
            join(&mut laid.reads, cell.before, bit);
        }
        match &cell.after {
            After::Map(map) if cell.before.iter().all(|state| map.of(state) == state) => {}
            After::Map(map) => join(&mut laid.writes, *map, bit),
            After::Copy(source) => match cells[*source] {
                Some(source) => laid.copies.push((source as u16, at as u16)),
                None => join(&mut laid.writes, Map::to(ABSENT), bit),
            },
        }
    }
    let first = match stencil.first() {
        Some(first) => cells[first]?,
        // Conditions on neighbours need a cell that is not gone.
        None if beside.is_empty() => *cells.iter().flatten().next()?,
        None => return None,
    };
    let around: Vec<usize> = match beside {
        [] => Vec::new(),
        _ => geometry.neighbours(first).into_iter().filter(|near| !cells.contains(&Some(*near))).collect(),
    };
    for condition in beside {
        let others = there.union(States::one(ABSENT)).without(condition.states);
        let total = around.len() + edges;
        match condition.bound {
            Bound::AtMost(0) => {
                none_beside(laid, condition.states, there, word_of(around.iter().copied()), edges)?
            }
            Bound::AtMost(most) => {
                at_least_beside(&mut laid.some, total.saturating_sub(most as usize), others, &around, edges)?;
            }
            Bound::AtLeast(least) => {
                at_least_beside(&mut laid.some, least as usize, condition.states, &around, edges)?;
            }
        }
    }
    for list in [&mut laid.reads, &mut laid.none, &mut laid.some] {
        list.sort_unstable();
    }
    laid.writes.sort_unstable();
    laid.copies.sort_unstable();
    Some(laid.placement())
}

/// Adds the condition that none of these cells or of the places beyond the edge has one of the states. Returns `None`
/// if this is impossible.
fn none_beside<W: Word>(
    laid: &mut Lists<W>,
    states: States,
    there: States,
    around: W,
    edges: usize,
) -> Option<()> {
    if states.has(ABSENT) {
        join(&mut laid.reads, there.without(states), around);
        return (edges == 0).then_some(());
    }
    if around != W::ZERO {
        laid.none.push((states, around));
    }
    Some(())
}

/// Adds the condition that at least `least` of these cells and of the places beyond the edge have one of the states. It
/// holds if every choice of all but `least - 1` cells contains such a cell. Returns `None` if this is impossible.
fn at_least_beside<W: Word>(
    some: &mut Vec<(States, W)>,
    least: usize,
    states: States,
    around: &[usize],
    edges: usize,
) -> Option<()> {
    let least = least.saturating_sub(if states.has(ABSENT) { edges } else { 0 });
    if least == 0 {
        return Some(());
    }
    let size = (around.len() + 1).checked_sub(least)?;
    let mut choices = vec![Vec::new()];
    for (index, &cell) in around.iter().enumerate() {
        let rest = around.len() - index - 1;
        let mut longer: Vec<Vec<usize>> = choices
            .iter()
            .filter(|choice| choice.len() < size)
            .map(|choice| [&choice[..], &[cell]].concat())
            .collect();
        // Drop choices that the remaining cells cannot complete, which avoids enumerating all subsets.
        choices.retain(|choice| choice.len() + rest >= size);
        choices.append(&mut longer);
    }
    some.extend(choices.into_iter().map(|choice| (states, word_of(choice))));
    Some(())
}

/// Adds cells to the entry with the same key.
fn join<K: PartialEq, W: Word>(list: &mut Vec<(K, W)>, key: K, cells: W) {
    match list.iter_mut().find(|known| known.0 == key) {
        Some(known) => known.1 = known.1 | cells,
        None => list.push((key, cells)),
    }
}
