//! Moves on boxes of a grid by bit shifts. The cells of a picture have fixed distances in a word, so all placements are
//! tested at once by shifting sets of cells.

mod laid;
mod parts;
mod shift;

pub(crate) use parts::Scratch;

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::rules::{Move, Rules, index};
use crate::pictures::states::States;
use laid::{is_plain, shifts};
use parts::PartFinder;
use shift::{MOST_CLASSES, Shift, classes_of};
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::word::Word;
use winways_notation::pictures::{Next, Rewrite};
use winways_rules::Side;

/// The moves of a box.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<W> {
    /// The sets of states that occur in conditions. The first sets are the single states, including `ABSENT`.
    classes: Vec<States>,
    /// The shifts of each player's moves.
    moves: [Vec<Shift<W>>; 2],
    part_finder: PartFinder<W>,
    /// `true` if every move is a single shift, without continuations, conditions on groups, `must` or endings.
    are_moves: bool,
}

impl<W: Word> Shifts<W> {
    /// Creates the moves of a box of a grid. Returns `None` if shifts cannot express them.
    pub(crate) fn new(rules: &Rules, geometry: &Geometry) -> Option<Shifts<W>> {
        if !matches!(geometry.surface, Surface::Grid | Surface::Hexagonal) {
            return None;
        }
        let rewrites = Side::BOTH.into_iter().flat_map(|side| {
            let steps = rules.moves[index(side)].iter();
            steps.flat_map(Move::rewrites).map(move |rewrite| (rewrite, side))
        });
        let is_plain = |(rewrite, side): (&Rewrite, Side)| is_plain(rules, geometry, rewrite, side);
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
                if let Some(rewrite) = step.next.second() {
                    seconds.extend(shifts(rules, geometry, rewrite, side, &mut classes));
                }
            }
            found
        });
        if classes.len() >= MOST_CLASSES {
            return None;
        }
        let part_finder = PartFinder::new(moves.iter().flatten().chain(&seconds), &classes);
        Some(Shifts { classes, moves, part_finder, are_moves })
    }

    /// Returns the number of shifts of both players.
    pub(crate) fn len(&self) -> usize {
        self.moves.iter().map(Vec::len).sum()
    }

    /// Returns `true` if [`Shifts::after_each`] enumerates exactly the moves.
    pub(crate) fn are_moves(&self) -> bool {
        self.are_moves
    }

    /// Calls `visit` with the cells after each move of `side`.
    #[inline]
    pub(crate) fn after_each(&self, cells: &Cells<W>, side: Side, mut visit: impl FnMut(&Cells<W>)) {
        let (planes, mut after) = (classes_of(cells, &self.classes), *cells);
        for shift in &self.moves[index(side)] {
            for anchor in bits(shift.conditions.allowed(&planes)) {
                shift.make(cells, anchor, &mut after);
                visit(&after);
                shift.undo(cells, &mut after);
            }
        }
    }

    /// Calls `visit` with the cells of the picture of each move of `side`, and with the cells after the move.
    #[inline]
    pub(crate) fn each_placement(&self, cells: &Cells<W>, side: Side, mut visit: impl FnMut(W, &Cells<W>)) {
        let (planes, mut after) = (classes_of(cells, &self.classes), *cells);
        for shift in &self.moves[index(side)] {
            // The cells of the picture, with the anchor at bit 0.
            let first = shift.conditions.reads.iter().fold(W::ZERO, |set, &(_, at)| set | W::bit(at));
            for anchor in bits(shift.conditions.allowed(&planes)) {
                shift.make(cells, anchor, &mut after);
                visit(first << anchor.trailing_zeros(), &after);
                shift.undo(cells, &mut after);
            }
        }
    }

    /// Returns the number of moves of `side`.
    pub(crate) fn count(&self, cells: &Cells<W>, side: Side) -> u64 {
        let planes = classes_of(cells, &self.classes);
        let shifts = self.moves[index(side)].iter();
        shifts.map(|shift| u64::from(shift.conditions.allowed(&planes).count_ones())).sum()
    }

    /// Returns `true` if either player has a move.
    pub(crate) fn is_alive(&self, cells: &Cells<W>) -> bool {
        let planes = classes_of(cells, &self.classes);
        self.moves.iter().flatten().any(|shift| shift.conditions.allowed(&planes) != W::ZERO)
    }

    /// Finds the parts like [`crate::pictures::split::parts`]. Returns `true` if it is certain that either player has a
    /// move on each part.
    #[inline]
    pub(crate) fn parts(&self, cells: &Cells<W>, scratch: &mut Scratch<W>) -> bool {
        self.part_finder.parts(cells, scratch) && self.are_moves
    }
}
