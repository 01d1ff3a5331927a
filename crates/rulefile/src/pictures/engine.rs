//! The operations that engines use: the options, parts and canonical forms of components.

use crate::pictures::boards::{Boards, Prepared};
use crate::pictures::cells::Cells;
use crate::pictures::component::{BoardRef, Packed};
use crate::pictures::digits::{Digits, digits_of_states};
use crate::pictures::geometry::Geometry;
use crate::pictures::rules::Rules;
use crate::pictures::shifts::{Scratch, Shifts};
use crate::pictures::split::parts;
use crate::pictures::states::State;
use std::sync::{Arc, Mutex};
use winways_rules::{Options, RuleFault, Side, Sign};
use winways_values::{Arena, ArenaError};

/// The rules on components of one packed type.
pub(crate) struct Engine<C: Packed> {
    boards: Arc<Boards<C::Word>>,
    /// `true` if a board is always a single component.
    is_whole: bool,
    /// Buffers for options, one for each thread that enumerates options at the same time.
    buffers: Mutex<Vec<Buffers<C>>>,
}

/// Buffers for the options of a component, which save allocations.
struct Buffers<C: Packed> {
    found: Vec<C>,
    scratch: Scratch<C::Word>,
}

impl<C: Packed> Default for Buffers<C> {
    fn default() -> Self {
        Buffers { found: Vec::new(), scratch: Scratch::default() }
    }
}

/// The number of shifts and placements whose cost is ignored.
const FEW_PLACES: usize = 1 << 9;

/// The cost of examining a shift or a placement, in steps of a meter.
const STEPS_A_PLACE: u64 = 16;

impl<C: Packed> Engine<C> {
    pub(crate) fn new(boards: Arc<Boards<C::Word>>) -> Self {
        Engine { is_whole: boards.rules.is_whole(), boards, buffers: Mutex::default() }
    }

    fn rules(&self) -> &Rules {
        &self.boards.rules
    }

    /// Returns `true` if a board of this geometry can be packed.
    pub(crate) fn fits(&self, geometry: &Geometry) -> bool {
        self.rules().alphabet.count() <= C::STATES && self.boards.fits(geometry)
    }

    /// Charges the memory of a board that fits, as [`Boards::charge`] does.
    pub(crate) fn charge(&self, geometry: &Geometry, arena: &Arena) -> Result<(), ArenaError> {
        self.boards.charge(geometry, arena)
    }

    /// Returns the shared geometry of a board that is not cut, which is equal to `geometry`.
    pub(crate) fn known(&self, geometry: &Geometry) -> Geometry {
        self.boards.uncut(geometry).geometry.clone()
    }

    /// Splits a board, which must fit, into components. `states` contains the state of each cell in order.
    pub(crate) fn components(&self, geometry: &Geometry, states: &[State]) -> Vec<C> {
        let board_ref = C::BoardRef::of(&self.boards, geometry);
        let prepared = board_ref.prepared(&self.boards);
        let cells = Cells::of_states(&prepared.geometry, states, self.rules().alphabet.count());
        let mut found = Vec::new();
        self.split(&board_ref, prepared, &cells, &mut Scratch::default(), &mut found);
        found
    }

    /// Returns the board of a component, and the state of each cell in order.
    pub(crate) fn board_of(&self, component: &C) -> (Geometry, Vec<State>) {
        let geometry = component.board_ref().prepared(&self.boards).geometry.clone();
        let states = self.cells(component).states(&geometry);
        (geometry, states)
    }

    fn cells(&self, component: &C) -> Cells<C::Word> {
        Cells::of_digits(&component.digits(), self.rules().alphabet.count())
    }

    /// Appends the parts of a board on which either player has a move.
    #[inline]
    fn split(
        &self,
        board_ref: &C::BoardRef,
        prepared: &Prepared<C::Word>,
        cells: &Cells<C::Word>,
        scratch: &mut Scratch<C::Word>,
        found: &mut Vec<C>,
    ) {
        let are_alive = match &prepared.shifts {
            _ if self.is_whole => {
                scratch.parts.clear();
                scratch.parts.push(cells.there());
                false
            }
            Some(shifts) => shifts.parts(cells, scratch),
            None => {
                scratch.parts = parts(prepared.table(self.rules()), cells);
                false
            }
        };
        let digits = cells.digits();
        for &part in &scratch.parts {
            if are_alive || self.has_move(prepared, &cells.within(part)) {
                debug_assert!(self.has_move(prepared, &cells.within(part)), "a part has a move");
                found.push(self.pack(board_ref, &prepared.geometry, &digits, part));
            }
        }
    }

    /// Returns `true` if either player has a move.
    fn has_move(&self, prepared: &Prepared<C::Word>, cells: &Cells<C::Word>) -> bool {
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.is_alive(cells),
            _ => Side::BOTH
                .into_iter()
                .any(|side| prepared.table(self.rules()).has_move(self.rules(), cells, side)),
        }
    }

    #[inline]
    fn pack(
        &self,
        board_ref: &C::BoardRef,
        geometry: &Geometry,
        digits: &Digits<C::Word>,
        part: C::Word,
    ) -> C {
        let (board_ref, digits) = board_ref.part(geometry, digits, part);
        C::pack(board_ref, &digits, digits_of_states(self.rules().alphabet.count()))
    }

    /// Appends the options of `side`.
    ///
    /// # Errors
    /// Returns an error if the meter interrupts the work.
    pub(crate) fn options(
        &self,
        component: &C,
        side: Side,
        options: &mut Options<C>,
    ) -> Result<(), RuleFault> {
        let prepared = component.board_ref().prepared(&self.boards);
        let cells = self.cells(component);
        let size =
            (prepared.geometry.width * prepared.geometry.height) as u64 + self.splitting_cost(prepared);
        options.spend(size)?;
        let mut buffer =
            self.buffers.try_lock().ok().and_then(|mut buffers| buffers.pop()).unwrap_or_default();
        let (found, scratch) = (&mut buffer.found, &mut buffer.scratch);
        let mut result = Ok(());
        let mut visit = |after: &Cells<C::Word>| {
            if result.is_ok() {
                self.split(component.board_ref(), prepared, after, scratch, found);
                options.push(found.drain(..));
                result = options.spend(size);
            }
        };
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.after_each(&cells, side, visit),
            _ => prepared.table(self.rules()).moves(self.rules(), &cells, side, &mut |_, after| visit(after)),
        }
        if let Ok(mut buffers) = self.buffers.try_lock() {
            buffers.push(buffer);
        }
        result
    }

    /// Returns the cost of splitting a board, in steps of a meter. Splitting examines all shifts and placements.
    fn splitting_cost(&self, prepared: &Prepared<C::Word>) -> u64 {
        if self.is_whole {
            return 0;
        }
        let shifts = prepared.shifts.as_ref().map_or(0, Shifts::len);
        let places = match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => 0,
            _ => prepared.table(self.rules()).moves.iter().map(Vec::len).sum(),
        };
        (shifts + places).saturating_sub(FEW_PLACES) as u64 * STEPS_A_PLACE
    }

    /// Returns an upper bound for the number of moves of `side`.
    pub(crate) fn bound(&self, component: &C, side: Side) -> u64 {
        let prepared = component.board_ref().prepared(&self.boards);
        let cells = self.cells(component);
        if let Some(shifts) = prepared.shifts.as_ref().filter(|shifts| shifts.are_moves()) {
            return shifts.count(&cells, side);
        }
        let mut count = 0;
        prepared.table(self.rules()).moves(self.rules(), &cells, side, &mut |_, _| count += 1);
        count
    }

    /// Replaces a component by the least of its images, either under the symmetries that keep the players or under all symmetries.
    /// Returns the effect on the value.
    #[inline]
    pub(crate) fn canonicalise(&self, component: &mut C, with_exchange: bool) -> Sign {
        let board_ref = component.board_ref().clone();
        let prepared = board_ref.prepared(&self.boards);
        let images = &prepared.images[usize::from(with_exchange)];
        if images.is_one() {
            return Sign::Same;
        }
        let count = self.rules().alphabet.count();
        let mut digits = component.digits();
        let (size, sign) = images.least(&mut digits, prepared.frame, count);
        let board_ref = size.map_or_else(|| board_ref.clone(), |size| board_ref.resized(size));
        *component = C::pack(board_ref, &digits, digits_of_states(count));
        sign
    }
}
