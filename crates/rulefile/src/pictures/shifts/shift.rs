//! One kind of move on a box in one orientation: sets of cells at fixed distances.

use crate::pictures::cells::Cells;
use crate::pictures::states::{EMPTY, GONE, MOST, Map, States};
use winways_kit::boards::word::Word;

/// How far a cell is from its anchor, in bits.
pub(super) type Distance = i32;

/// The most sets of states that moves ask for, each state among them; the last one is that of all cells, on the board or not.
pub(super) const MOST_CLASSES: usize = 32;

/// The cells that have one of the states of each set.
pub(super) type Classes<W> = [W; MOST_CLASSES];

/// What must hold for a move, the same distances for every anchor. Sets of states are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked<W> {
    /// The anchors for which all cells that must be there are on the board: each the first of these.
    pub(super) anchors: W,
    /// Which states each cell must have one of.
    pub(super) reads: Vec<(usize, u32)>,
    /// Which states a cell must not have, for the anchors for which it is on the board.
    pub(super) none: Vec<(Barred, Distance, W)>,
    /// Some of these cells must have one of the states.
    pub(super) some: Vec<(usize, Vec<(Distance, W)>)>,
}

/// States that a cell must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Barred {
    pub(super) class: usize,
    /// All other states, with none.
    pub(super) others: usize,
}

/// A kind of move in one orientation, with runs of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shift<W> {
    pub(super) asked: Asked<W>,
    pub(super) writes: Vec<Write>,
    /// The second cell becomes what the first was.
    pub(super) copies: Vec<(u32, u32)>,
}

/// What becomes of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Write {
    pub(super) map: Map,
    /// The state that all become, if it is one.
    pub(super) to: Option<usize>,
    /// What the cell may have been.
    pub(super) from: States,
    /// The only state that it may have been.
    pub(super) was: Option<usize>,
    pub(super) at: u32,
}

/// The cells at a distance from the anchors.
#[inline]
pub(super) fn at<W: Word>(anchors: W, distance: Distance) -> W {
    if distance >= 0 { anchors << distance as u32 } else { anchors >> distance.unsigned_abs() }
}

/// The anchors whose cells at a distance are in a set.
#[inline]
pub(super) fn back<W: Word>(cells: W, distance: Distance) -> W {
    at(cells, -distance)
}

/// The cells of each set of states.
#[inline]
pub(super) fn classes_of<W: Word>(cells: &Cells<W>, sets: &[States]) -> Classes<W> {
    let mut classes = [W::ZERO; MOST_CLASSES];
    // All planes, though few are used: so many are copied without a call.
    classes[..MOST].copy_from_slice(&cells.planes);
    classes[MOST_CLASSES - 1] = W::ALL;
    for (class, &states) in classes.iter_mut().zip(sets).skip(cells.count) {
        *class = of(&cells.planes, states);
    }
    classes
}

/// The cells that have one of the states.
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

impl<W: Word> Asked<W> {
    /// The anchors for which what must be there is there.
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

    /// The anchors of the moves that can be made.
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
    /// Makes the move at one anchor on a copy of the cells.
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

    /// Makes the copy what the cells are, after a move on it. Less is copied where it is known which planes a move changes.
    #[inline]
    pub(super) fn take_back(&self, cells: &Cells<W>, after: &mut Cells<W>) {
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
    /// Takes away what is on a cell.
    #[inline]
    fn clear(&mut self, cell: W) {
        for plane in &mut self.planes[usize::from(EMPTY)..self.count] {
            *plane = *plane & !cell;
        }
    }

    /// Puts a state on a cell that has none.
    #[inline]
    fn put(&mut self, cell: W, state: usize) {
        if state != usize::from(GONE) {
            self.planes[state] = self.planes[state] | cell;
        }
    }
}
