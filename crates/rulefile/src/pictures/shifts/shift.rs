//! A shift: one kind of move on a box in one orientation, as sets of cells at fixed distances.

use crate::pictures::cells::Cells;
use crate::pictures::states::{ABSENT, EMPTY, MOST, Map, States};
use winways_kit::boards::word::Word;

/// The distance of a cell from its anchor, in bits.
pub(super) type Distance = i32;

/// The maximum number of sets of states in conditions, including the single states. The last entry of [`Classes`] contains all
/// cells, on the board or not.
pub(super) const MOST_CLASSES: usize = 32;

/// For each set of states, the cells that have one of them.
pub(super) type Classes<W> = [W; MOST_CLASSES];

/// The conditions of a move, with the same distances for every anchor. Sets of states are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conditions<W> {
    /// The anchors for which all required cells are on the board. The anchor is the first required cell.
    pub(super) anchors: W,
    /// The set of states that each required cell must be in, with the cell's distance.
    pub(super) reads: Vec<(usize, u32)>,
    /// The sets of states that a cell must not be in, with the anchors for which the cell is on the board.
    pub(super) none: Vec<(Barred, Distance, W)>,
    /// Sets of states, each with a list of cells. At least one cell of the list must be in the set.
    pub(super) some: Vec<(usize, Vec<(Distance, W)>)>,
}

/// A set of states that a cell must not be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Barred {
    pub(super) class: usize,
    /// The complement: all other states, including `ABSENT`.
    pub(super) others: usize,
}

/// A kind of move in one orientation, with fixed lengths of its runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift<W> {
    pub(super) conditions: Conditions<W>,
    pub(super) writes: Vec<Write>,
    /// The copies of states: the second cell receives the previous state of the first.
    pub(super) copies: Vec<(u32, u32)>,
}

/// A write to a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Write {
    pub(super) map: Map,
    /// The resulting state, if it is always the same.
    pub(super) to: Option<usize>,
    /// The possible previous states.
    pub(super) from: States,
    /// The previous state, if only one is possible.
    pub(super) was: Option<usize>,
    pub(super) at: u32,
}

/// Returns the cells at a distance from the anchors.
#[inline]
pub(super) fn at<W: Word>(anchors: W, distance: Distance) -> W {
    if distance >= 0 { anchors << distance as u32 } else { anchors >> distance.unsigned_abs() }
}

/// Returns the anchors whose cells at a distance are in a set.
#[inline]
pub(super) fn back<W: Word>(cells: W, distance: Distance) -> W {
    at(cells, -distance)
}

/// Returns the cells of each set of states.
#[inline]
pub(super) fn classes_of<W: Word>(cells: &Cells<W>, sets: &[States]) -> Classes<W> {
    let mut classes = [W::ZERO; MOST_CLASSES];
    // Copies all planes, although few are used, because a copy of fixed size needs no call.
    classes[..MOST].copy_from_slice(&cells.planes);
    classes[MOST_CLASSES - 1] = W::ALL;
    for (class, &states) in classes.iter_mut().zip(sets).skip(cells.count) {
        *class = of(&cells.planes, states);
    }
    classes
}

/// Returns the cells that have one of the states.
#[inline]
pub(super) fn of<W: Word>(planes: &[W; MOST], states: States) -> W {
    let mut rest = states.0;
    let mut cells = W::ZERO;
    while rest != 0 {
        cells = cells | planes[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    cells
}

impl<W: Word> Conditions<W> {
    /// Returns the anchors for which all positive conditions hold.
    #[inline]
    pub(super) fn readable(&self, classes: &Classes<W>) -> W {
        let mut anchors = self.anchors;
        for &(class, distance) in &self.reads {
            anchors = anchors & classes[class] >> distance;
        }
        for (class, around) in &self.some {
            let some = around.iter().fold(W::ZERO, |some, &(distance, on_board)| {
                some | back(classes[*class], distance) & on_board
            });
            anchors = anchors & some;
        }
        anchors
    }

    /// Returns the anchors of the possible moves.
    #[inline]
    pub(super) fn allowed(&self, classes: &Classes<W>) -> W {
        let mut anchors = self.readable(classes);
        for &(barred, distance, on_board) in &self.none {
            anchors = anchors & !(back(classes[barred.class], distance) & on_board);
        }
        anchors
    }
}

impl<W: Word> Shift<W> {
    /// Makes the move at one anchor on `after`, which must be a copy of `cells`.
    #[inline]
    pub(super) fn make(&self, cells: &Cells<W>, anchor: W, after: &mut Cells<W>) {
        for write in &self.writes {
            let cell = anchor << write.at;
            let to = write.to.unwrap_or_else(|| {
                let state =
                    write.from.iter().find(|&state| cells.planes[usize::from(state)] & cell != W::ZERO);
                usize::from(write.map.of(state.unwrap_or(EMPTY)))
            });
            match write.was {
                Some(was) => after.planes[was] = after.planes[was] & !cell,
                None => after.clear(cell),
            }
            after.put(cell, to);
        }
        for &(from, to) in &self.copies {
            let (from, to) = (anchor << from, anchor << to);
            let state = (1..cells.count).find(|&state| cells.planes[state] & from != W::ZERO);
            after.clear(to);
            after.put(to, state.unwrap_or(0));
        }
    }

    /// Restores `after` to `cells` after a move on it. Copies only the changed planes if they are known.
    #[inline]
    pub(super) fn undo(&self, cells: &Cells<W>, after: &mut Cells<W>) {
        let known = |write: &Write| write.was.zip(write.to);
        if !self.copies.is_empty() || !self.writes.iter().all(|write| known(write).is_some()) {
            *after = *cells;
            return;
        }
        for (was, to) in self.writes.iter().filter_map(known) {
            after.planes[was] = cells.planes[was];
            after.planes[to] = cells.planes[to];
        }
    }
}

impl<W: Word> Cells<W> {
    /// Removes the contents of a cell.
    #[inline]
    fn clear(&mut self, cell: W) {
        for plane in &mut self.planes[usize::from(EMPTY)..self.count] {
            *plane = *plane & !cell;
        }
    }

    /// Puts a state on a cell without contents.
    #[inline]
    fn put(&mut self, cell: W, state: usize) {
        if state != usize::from(ABSENT) {
            self.planes[state] = self.planes[state] | cell;
        }
    }
}
