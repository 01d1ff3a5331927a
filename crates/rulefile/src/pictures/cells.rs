//! The contents of the cells of a board, as one set of cells for each state.

use crate::pictures::geometry::Geometry;
use crate::pictures::placement::Placement;
use crate::pictures::states::{ABSENT, EMPTY, MOST, State, States};
use winways_kit::boards::word::Word;

/// One set of cells for each state. Cells in no plane are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Cells<W> {
    /// The cells by state. The plane of `ABSENT` is unused.
    pub(crate) planes: [W; MOST],
    /// The number of states, including `ABSENT`.
    pub(crate) count: usize,
}

impl<W: Word> Cells<W> {
    /// Creates a board without cells.
    pub(crate) fn none(count: usize) -> Self {
        Cells { planes: [W::ZERO; MOST], count }
    }

    /// Creates a board with a state on each of its cells, given in order.
    pub(crate) fn of_states(geometry: &Geometry, states: &[State], count: usize) -> Self {
        let mut cells = Cells::none(count);
        for (cell, &state) in geometry.cells().zip(states).filter(|(_, state)| **state != ABSENT) {
            let plane = &mut cells.planes[usize::from(state)];
            *plane = *plane | W::bit(cell as u32);
        }
        cells
    }

    /// Returns the state of each cell of a board, in order.
    pub(crate) fn states(&self, geometry: &Geometry) -> Vec<State> {
        let state =
            |cell: usize| (1..self.count).find(|&state| self.planes[state].has(cell as u32)).unwrap_or(0);
        geometry.cells().map(|cell| state(cell) as State).collect()
    }

    /// Returns the cells that hold one of the states.
    #[inline]
    pub(crate) fn of(&self, states: States) -> W {
        let mut rest = states.0 & !1;
        let mut cells = if states.has(ABSENT) { !self.there() } else { W::ZERO };
        while rest != 0 {
            cells = cells | self.planes[rest.trailing_zeros() as usize];
            rest &= rest - 1;
        }
        cells
    }

    /// Returns all cells that are not gone.
    #[inline]
    pub(crate) fn there(&self) -> W {
        self.planes[usize::from(EMPTY)..self.count].iter().fold(W::ZERO, |there, &plane| there | plane)
    }

    /// Returns the cells within a set; all others are gone.
    #[inline]
    pub(crate) fn within(&self, set: W) -> Self {
        let mut cells = *self;
        for plane in &mut cells.planes[usize::from(EMPTY)..self.count] {
            *plane = *plane & set;
        }
        cells
    }

    /// Returns these cells, but with the contents of the cells in `set` taken from `other`.
    pub(crate) fn with(&self, set: W, other: &Self) -> Self {
        let mut cells = *self;
        for (plane, other) in cells.planes.iter_mut().zip(&other.planes) {
            *plane = *plane & !set | *other & set;
        }
        cells
    }

    /// Returns `true` if the conditions of a placement hold.
    #[inline]
    pub(crate) fn allow(&self, placement: &Placement<W>) -> bool {
        placement.reads.iter().all(|&(states, set)| set & !self.of(states) == W::ZERO)
            && placement.none.iter().all(|&(states, set)| set & self.of(states) == W::ZERO)
            && placement.some.iter().all(|&(states, set)| set & self.of(states) != W::ZERO)
    }

    /// Returns the cells after a move.
    #[inline]
    pub(crate) fn after(&self, placement: &Placement<W>) -> Self {
        let mut after = *self;
        for (map, set) in &placement.writes {
            for state in usize::from(EMPTY)..self.count {
                let moved = self.planes[state] & *set;
                let to = usize::from(map.0[state]);
                if moved != W::ZERO && to != state {
                    after.planes[state] = after.planes[state] & !moved;
                    if to != 0 {
                        after.planes[to] = after.planes[to] | moved;
                    }
                }
            }
        }
        for &(from, to) in &placement.copies {
            let (from, to) = (u32::from(from), W::bit(to.into()) & self.there());
            for state in usize::from(EMPTY)..self.count {
                let plane = after.planes[state] & !to;
                after.planes[state] = if self.planes[state].has(from) { plane | to } else { plane };
            }
        }
        after
    }
}
