//! Stencils laid on the cells of a board.

use crate::pictures::geometry::{Geometry, Orientation, Surface};
use crate::pictures::rules::{Beside, Bound};
use crate::pictures::states::{GONE, Map, States};
use crate::pictures::stencil::{After, Stencil};
use winways_kit::boards::word::Word;
use winways_notation::pictures::Shape;

/// One way of making a kind of move on a board, as sets of cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Placement<W> {
    /// Every cell of the set must be there and hold one of the states.
    pub(crate) reads: Vec<(States, W)>,
    /// No cell of the set may hold one of the states.
    pub(crate) none: Vec<(States, W)>,
    /// Some cell of the set must hold one of the states.
    pub(crate) some: Vec<(States, W)>,
    /// What becomes of the cells of the set.
    pub(crate) writes: Vec<(Map, W)>,
    /// The second cell becomes what the first was.
    pub(crate) copies: Vec<(u16, u16)>,
}

/// A placement with what people and moves that go on ask of it.
#[derive(Clone, Debug)]
pub(crate) struct Placed<W> {
    pub(crate) placement: Placement<W>,
    /// The kind of move of its player.
    pub(crate) kind: usize,
    /// The number of the orientation.
    pub(crate) orientation: usize,
    /// Where the moving piece comes from, and where it is after.
    pub(crate) from: u16,
    pub(crate) to: u16,
    /// The cells of the picture that are changed, in its order.
    pub(crate) changed: Vec<u16>,
    /// Whether all cells may be what they were.
    pub(crate) may_rest: bool,
    /// Whether a piece moves from a cell of the board.
    pub(crate) departs: bool,
    /// Whether a piece has moved, which may go on.
    pub(crate) lands: bool,
}

impl<W: Word> Placement<W> {
    /// The cells that are read as cells that are there, or are written.
    pub(crate) fn core(&self) -> W {
        let copied = self.copies.iter().fold(W::ZERO, |copied, copy| copied | W::bit(copy.0.into()));
        self.reads.iter().fold(copied, |cells, read| cells | read.1)
    }

    /// Whether what it writes depends on what was there.
    pub(crate) fn moves_states(&self) -> bool {
        !self.copies.is_empty()
            || self.writes.iter().any(|(map, _)| map.0.windows(2).any(|two| two[0] != two[1]))
    }

    /// All cells that matter.
    pub(crate) fn all(&self) -> W {
        let conditions = self.none.iter().chain(&self.some);
        conditions.fold(self.core(), |all, condition| all | condition.1)
    }
}

/// The bits of cells.
pub(crate) fn word_of<W: Word>(cells: impl IntoIterator<Item = usize>) -> W {
    cells.into_iter().fold(W::ZERO, |word, cell| word | W::bit(cell as u32))
}

/// Calls `visit` for each way to lay `stencil` on a board, with the number of the orientation and the cell of each of its cells,
/// `None` beyond the edge; ways in which a cell that must be there is beyond the edge are left out.
///
/// In a graph, a picture lies along a path: its cells are different vertices, each a neighbour of the one before.
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
    for (number, orientation) in orientations.iter().enumerate() {
        let first = stencil.first().unwrap_or(0);
        let origin = orientation.offset(stencil.cells[first].row, stencil.cells[first].column);
        for anchor in geometry.cells() {
            cells.clear();
            cells.extend(stencil.cells.iter().map_while(|cell| {
                let offset = orientation.offset(cell.row, cell.column);
                let at = geometry.at(anchor, (offset.0 - origin.0, offset.1 - origin.1));
                (at.is_some() || cell.before.has(GONE)).then_some(at)
            }));
            // A cell that must be there is beyond the edge.
            if cells.len() < stencil.cells.len() {
                continue;
            }
            let mut seen = W256::default();
            if cells.iter().flatten().all(|&cell| seen.insert(cell)) {
                visit(number, &cells);
            }
        }
    }
}

/// A set of cells.
#[derive(Default)]
struct W256([u64; 4]);

impl W256 {
    /// Whether the cell is new.
    fn insert(&mut self, cell: usize) -> bool {
        let (word, bit) = (cell / 64, 1 << (cell % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// Calls `visit` for each path of so many vertices, in lexicographic order of the numbers of its neighbours.
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
    // A path has at most as many vertices as a board has cells, so the calls inside each other are few.
    for vertex in 0..near.len() {
        extend(near, length, &mut vec![Some(vertex)], visit);
    }
}

/// Number of places beyond the edge beside the first cell of a stencil on these cells, where no cell of the stencil lies.
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

/// A stencil on these cells; `None` where a cell that must be there is not. `edges` is the number of places beyond the edge
/// beside its first cell.
pub(crate) fn lay<W: Word>(
    stencil: &Stencil,
    cells: &[Option<usize>],
    geometry: &Geometry,
    beside: &[Beside],
    there: States,
    edges: usize,
) -> Option<Placement<W>> {
    let mut laid = Placement {
        reads: Vec::new(),
        none: Vec::new(),
        some: Vec::new(),
        writes: Vec::new(),
        copies: Vec::new(),
    };
    for (cell, &at) in stencil.cells.iter().zip(cells) {
        let may_be_gone = cell.before.has(GONE);
        let Some(at) = at else {
            if may_be_gone {
                continue;
            }
            return None;
        };
        let bit = W::bit(at as u32);
        if may_be_gone {
            // Asked for what it may not be, so that what is no cell passes.
            join(&mut laid.none, there.without(cell.before), bit);
            if cell.before == States::one(GONE) {
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
                None => join(&mut laid.writes, Map::to(GONE), bit),
            },
        }
    }
    let first = match stencil.first() {
        Some(first) => cells[first]?,
        // Conditions on what is beside a cell need one that is there.
        None if beside.is_empty() => *cells.iter().flatten().next()?,
        None => return None,
    };
    let around: Vec<usize> = match beside {
        [] => Vec::new(),
        _ => geometry.neighbours(first).into_iter().filter(|near| !cells.contains(&Some(*near))).collect(),
    };
    for asked in beside {
        let others = there.union(States::one(GONE)).without(asked.states);
        let total = around.len() + edges;
        match asked.bound {
            Bound::AtMost(0) => {
                none_beside(&mut laid, asked.states, there, word_of(around.iter().copied()), edges)?
            }
            Bound::AtMost(most) => {
                at_least_beside(&mut laid.some, total.saturating_sub(most as usize), others, &around, edges)?;
            }
            Bound::AtLeast(least) => {
                at_least_beside(&mut laid.some, least as usize, asked.states, &around, edges)?;
            }
        }
    }
    for list in [&mut laid.reads, &mut laid.none] {
        list.sort_unstable();
    }
    laid.writes.sort_unstable();
    laid.copies.sort_unstable();
    // There may be tens of thousands of placements.
    laid.reads.shrink_to_fit();
    laid.writes.shrink_to_fit();
    Some(laid)
}

/// None of these cells, nor of the places beyond the edge, has one of the states; `None` where that cannot be.
fn none_beside<W: Word>(
    laid: &mut Placement<W>,
    states: States,
    there: States,
    around: W,
    edges: usize,
) -> Option<()> {
    if states.has(GONE) {
        join(&mut laid.reads, there.without(states), around);
        return (edges == 0).then_some(());
    }
    if around != W::ZERO {
        laid.none.push((states, around));
    }
    Some(())
}

/// At least so many of these cells and of the places beyond the edge have one of the states: each choice of cells that leaves out
/// fewer has one. `None` where that cannot be.
fn at_least_beside<W: Word>(
    some: &mut Vec<(States, W)>,
    least: usize,
    states: States,
    around: &[usize],
    edges: usize,
) -> Option<()> {
    let least = least.saturating_sub(if states.has(GONE) { edges } else { 0 });
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
        // Only those that the rest of the cells can complete: all cells are one choice, not one of all subsets.
        choices.retain(|choice| choice.len() + rest >= size);
        choices.append(&mut longer);
    }
    some.extend(choices.into_iter().map(|choice| (states, word_of(choice))));
    Some(())
}

/// Adds cells to those of the same key.
fn join<K: PartialEq, W: Word>(list: &mut Vec<(K, W)>, key: K, cells: W) {
    match list.iter_mut().find(|known| known.0 == key) {
        Some(known) => known.1 = known.1 | cells,
        None => list.push((key, cells)),
    }
}
