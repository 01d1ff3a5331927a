//! Moves on boxes of a grid, all places of a picture at once: its cells are at fixed distances in the word, so that sets of cells
//! are shifted instead of laying the picture on cell after cell.

mod laid;
mod parts;

pub(crate) use parts::Scratch;

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::rules::{Move, Rules, index};
use crate::pictures::states::{EMPTY, GONE, MOST, Map, States};
use laid::{is_plain, shifts};
use parts::Linking;
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::word::Word;
use winways_notation::pictures::{Next, Rewrite};
use winways_rules::Side;

/// How far a cell is from its anchor, in bits.
type Distance = i32;

/// The most sets of states that moves ask for, each state among them; the last one is that of all cells, on the board or not.
const MOST_CLASSES: usize = 32;

/// The cells that have one of the states of each set.
type Classes<W> = [W; MOST_CLASSES];

/// What must hold for a move, the same distances for every anchor. Sets of states are given by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Asked<W> {
    /// The anchors for which all cells that must be there are on the board: each the first of these.
    anchors: W,
    /// Which states each cell must have one of.
    reads: Vec<(usize, u32)>,
    /// Which states a cell must not have, for the anchors for which it is on the board.
    none: Vec<(Barred, Distance, W)>,
    /// Some of these cells must have one of the states.
    some: Vec<(usize, Vec<(Distance, W)>)>,
}

/// States that a cell must not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Barred {
    class: usize,
    /// All other states, with none.
    others: usize,
}

/// A kind of move in one orientation, with runs of one length.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shift<W> {
    asked: Asked<W>,
    writes: Vec<Write>,
    /// The second cell becomes what the first was.
    copies: Vec<(u32, u32)>,
}

/// What becomes of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Write {
    map: Map,
    /// The state that all become, if it is one.
    to: Option<usize>,
    /// What the cell may have been.
    from: States,
    /// The only state that it may have been.
    was: Option<usize>,
    at: u32,
}

/// The moves of a box.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<W> {
    /// The sets of states that are asked for: first each state alone, with none.
    classes: Vec<States>,
    /// The shifts of each player's moves.
    moves: [Vec<Shift<W>>; 2],
    linking: Linking<W>,
    /// Whether a move is one shift: not where it goes on, or is bound to groups, to must, to an end.
    are_moves: bool,
}

/// The cells at a distance from the anchors.
#[inline]
fn at<W: Word>(anchors: W, distance: Distance) -> W {
    if distance >= 0 { anchors << distance as u32 } else { anchors >> distance.unsigned_abs() }
}

/// The anchors whose cells at a distance are in a set.
#[inline]
fn back<W: Word>(cells: W, distance: Distance) -> W {
    at(cells, -distance)
}

/// The cells of each set of states.
#[inline]
fn classes_of<W: Word>(cells: &Cells<W>, sets: &[States]) -> Classes<W> {
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
fn of<W: Word>(planes: &[W; MOST], states: States) -> W {
    let mut rest = states.0;
    let mut cells = W::ZERO;
    while rest != 0 {
        cells = cells | planes[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    cells
}

impl<W: Word> Shifts<W> {
    /// The moves of a box of a grid.
    pub(crate) fn new(rules: &Rules, geometry: &Geometry) -> Option<Shifts<W>> {
        if !matches!(geometry.surface, Surface::Grid | Surface::Hexagonal) {
            return None;
        }
        let rewrites = Side::BOTH.into_iter().flat_map(|side| {
            let steps = rules.moves[index(side)].iter();
            let of = |step: &'_ Move| match &step.next {
                Next::Then(second) => vec![step.rewrite.clone(), (**second).clone()],
                _ => vec![step.rewrite.clone()],
            };
            steps.flat_map(of).map(move |rewrite| (rewrite, side)).collect::<Vec<_>>()
        });
        let is_plain = |(rewrite, side): (Rewrite, Side)| is_plain(rules, geometry, &rewrite, side);
        if !rewrites.into_iter().all(is_plain) {
            return None;
        }
        let mut are_moves = rules.endings.is_empty();
        let mut classes: Vec<States> = (0..rules.alphabet.count() as u8).map(States::one).collect();
        let mut seconds = Vec::new();
        let moves = Side::BOTH.map(|side| {
            let mut found: Vec<Shift<W>> = Vec::new();
            for step in &rules.moves[index(side)] {
                are_moves &= step.next == Next::Nothing && step.groups.is_empty() && !step.must;
                for shift in shifts(rules, geometry, &step.rewrite, side, &mut classes) {
                    if !found.contains(&shift) {
                        found.push(shift);
                    }
                }
                if let Next::Then(rewrite) = &step.next {
                    seconds.extend(shifts(rules, geometry, rewrite, side, &mut classes));
                }
            }
            found
        });
        if classes.len() >= MOST_CLASSES {
            return None;
        }
        let linking = Linking::new(moves.iter().flatten().chain(&seconds), &classes);
        Some(Shifts { classes, moves, linking, are_moves })
    }

    /// Whether [`Shifts::after_each`] knows the moves.
    pub(crate) fn are_moves(&self) -> bool {
        self.are_moves
    }

    /// The cells after each move of `side`.
    #[inline]
    pub(crate) fn after_each(&self, cells: &Cells<W>, side: Side, mut visit: impl FnMut(&Cells<W>)) {
        let (planes, mut after) = (classes_of(cells, &self.classes), *cells);
        for shift in &self.moves[index(side)] {
            for anchor in bits(shift.asked.allowed(&planes)) {
                shift.make(cells, anchor, &mut after);
                visit(&after);
                shift.take_back(cells, &mut after);
            }
        }
    }

    /// The cells of the picture of each move of `side`, and the cells after it.
    #[inline]
    pub(crate) fn each_placement(&self, cells: &Cells<W>, side: Side, mut visit: impl FnMut(W, &Cells<W>)) {
        let (planes, mut after) = (classes_of(cells, &self.classes), *cells);
        for shift in &self.moves[index(side)] {
            // The picture at bit 0.
            let first = shift.asked.reads.iter().fold(W::ZERO, |set, &(_, at)| set | W::bit(at));
            for anchor in bits(shift.asked.allowed(&planes)) {
                shift.make(cells, anchor, &mut after);
                visit(first << anchor.trailing_zeros(), &after);
                shift.take_back(cells, &mut after);
            }
        }
    }

    /// The number of moves of `side`.
    pub(crate) fn count(&self, cells: &Cells<W>, side: Side) -> u64 {
        let planes = classes_of(cells, &self.classes);
        let shifts = self.moves[index(side)].iter();
        shifts.map(|shift| u64::from(shift.asked.allowed(&planes).count_ones())).sum()
    }

    /// Whether somebody has a move.
    pub(crate) fn is_alive(&self, cells: &Cells<W>) -> bool {
        let planes = classes_of(cells, &self.classes);
        self.moves.iter().flatten().any(|shift| shift.asked.allowed(&planes) != W::ZERO)
    }

    /// As [`crate::pictures::split::parts`]; whether it is certain that on each part somebody has a move.
    #[inline]
    pub(crate) fn parts(&self, cells: &Cells<W>, scratch: &mut Scratch<W>) -> bool {
        self.linking.parts(cells, scratch) && self.are_moves
    }
}

impl<W: Word> Asked<W> {
    /// The anchors for which what must be there is there.
    #[inline]
    fn readable(&self, classes: &Classes<W>) -> W {
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
    fn allowed(&self, classes: &Classes<W>) -> W {
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
    fn make(&self, cells: &Cells<W>, anchor: W, after: &mut Cells<W>) {
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
    fn take_back(&self, cells: &Cells<W>, after: &mut Cells<W>) {
        if !self.copies.is_empty() {
            *after = *cells;
            return;
        }
        for write in &self.writes {
            match (write.was, write.to) {
                (Some(was), Some(to)) => {
                    after.planes[was] = cells.planes[was];
                    after.planes[to] = cells.planes[to];
                }
                _ => {
                    *after = *cells;
                    return;
                }
            }
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
