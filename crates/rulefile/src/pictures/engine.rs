//! What engines ask: the options of components, their parts, their representatives.

use crate::pictures::boards::{Boards, Prepared};
use crate::pictures::cells::Cells;
use crate::pictures::component::{Home, Packed};
use crate::pictures::digits::{Digits, digits_of_states};
use crate::pictures::geometry::Geometry;
use crate::pictures::rules::Rules;
use crate::pictures::shifts::Scratch;
use crate::pictures::split::parts;
use crate::pictures::states::State;
use std::sync::{Arc, Mutex};
use winways_rules::{Options, RuleFault, Side, Sign};

/// The rules on components packed in one way.
pub(crate) struct Engine<C: Packed> {
    boards: Arc<Boards<C::Word>>,
    /// Whether a board is one component.
    is_whole: bool,
    /// Room for options, for as many threads as list some at once.
    rooms: Mutex<Vec<Room<C>>>,
}

/// Room for the options of a component, so that none costs an allocation.
struct Room<C: Packed> {
    found: Vec<C>,
    scratch: Scratch<C::Word>,
}

impl<C: Packed> Default for Room<C> {
    fn default() -> Self {
        Room { found: Vec::new(), scratch: Scratch::default() }
    }
}

/// So many places are looked at in no time.
const FEW_PLACES: usize = 1 << 9;

/// How many steps of a meter it takes to look at a place of a picture.
const STEPS_A_PLACE: u64 = 16;

impl<C: Packed> Engine<C> {
    pub(crate) fn new(boards: Arc<Boards<C::Word>>) -> Self {
        Engine { is_whole: boards.rules.is_whole(), boards, rooms: Mutex::default() }
    }

    fn rules(&self) -> &Rules {
        &self.boards.rules
    }

    /// Returns `true` if a board of this geometry can be packed.
    pub(crate) fn fits(&self, geometry: &Geometry) -> bool {
        self.rules().alphabet.count() <= C::STATES && self.boards.fits(geometry)
    }

    /// The components of a board that fits, what is on it given as the state of each cell in the order of the cells.
    pub(crate) fn components(&self, geometry: &Geometry, states: &[State]) -> Vec<C> {
        let home = C::Home::of(&self.boards, geometry);
        let prepared = home.prepared(&self.boards);
        let cells = Cells::of_states(&prepared.geometry, states, self.rules().alphabet.count());
        let mut found = Vec::new();
        self.split(&home, prepared, &cells, &mut Scratch::default(), &mut found);
        found
    }

    /// The board of a component, with the state of each cell in order.
    pub(crate) fn board_of(&self, component: &C) -> (Geometry, Vec<State>) {
        let geometry = component.home().prepared(&self.boards).geometry.clone();
        let states = self.cells(component).states(&geometry);
        (geometry, states)
    }

    fn cells(&self, component: &C) -> Cells<C::Word> {
        Cells::of_digits(&component.digits(), self.rules().alphabet.count())
    }

    /// Appends the parts of a board on which somebody has a move.
    #[inline]
    fn split(
        &self,
        home: &C::Home,
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
            if are_alive || self.is_alive(prepared, &cells.within(part)) {
                debug_assert!(self.is_alive(prepared, &cells.within(part)), "a part has a move");
                found.push(self.pack(home, &prepared.geometry, &digits, part));
            }
        }
    }

    /// Whether somebody has a move.
    fn is_alive(&self, prepared: &Prepared<C::Word>, cells: &Cells<C::Word>) -> bool {
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.is_alive(cells),
            _ => Side::BOTH
                .into_iter()
                .any(|side| prepared.table(self.rules()).has_move(self.rules(), cells, side)),
        }
    }

    #[inline]
    fn pack(&self, home: &C::Home, geometry: &Geometry, digits: &Digits<C::Word>, part: C::Word) -> C {
        let (home, digits) = home.part(geometry, digits, part);
        C::pack(home, &digits, digits_of_states(self.rules().alphabet.count()))
    }

    /// Appends the options of `side`.
    ///
    /// # Errors
    /// That the meter ends the work.
    pub(crate) fn options(
        &self,
        component: &C,
        side: Side,
        options: &mut Options<C>,
    ) -> Result<(), RuleFault> {
        let prepared = component.home().prepared(&self.boards);
        let cells = self.cells(component);
        let size = (prepared.geometry.width * prepared.geometry.height) as u64 + self.splitting(prepared);
        options.spend(size)?;
        let mut room = self.rooms.try_lock().ok().and_then(|mut rooms| rooms.pop()).unwrap_or_default();
        let (found, scratch) = (&mut room.found, &mut room.scratch);
        let mut on = Ok(());
        let mut visit = |after: &Cells<C::Word>| {
            if on.is_ok() {
                self.split(component.home(), prepared, after, scratch, found);
                options.push(found.drain(..));
                on = options.spend(size);
            }
        };
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.after_each(&cells, side, visit),
            _ => prepared.table(self.rules()).moves(self.rules(), &cells, side, &mut |_, after| visit(after)),
        }
        if let Ok(mut rooms) = self.rooms.try_lock() {
            rooms.push(room);
        }
        on
    }

    /// What it takes to split a board with many places of pictures, in steps of a meter: every place is looked at.
    fn splitting(&self, prepared: &Prepared<C::Word>) -> u64 {
        if self.is_whole || prepared.shifts.is_some() {
            return 0;
        }
        let places: usize = prepared.table(self.rules()).moves.iter().map(Vec::len).sum();
        places.saturating_sub(FEW_PLACES) as u64 * STEPS_A_PLACE
    }

    /// The number of moves of `side`, or more.
    pub(crate) fn bound(&self, component: &C, side: Side) -> u64 {
        let prepared = component.home().prepared(&self.boards);
        let cells = self.cells(component);
        if let Some(shifts) = prepared.shifts.as_ref().filter(|shifts| shifts.are_moves()) {
            return shifts.count(&cells, side);
        }
        let mut count = 0;
        prepared.table(self.rules()).moves(self.rules(), &cells, side, &mut |_, _| count += 1);
        count
    }

    /// Replaces a component by the least of its images: under symmetries that keep the players, or under all.
    #[inline]
    pub(crate) fn canonicalise(&self, component: &mut C, with_exchange: bool) -> Sign {
        let home = component.home().clone();
        let prepared = home.prepared(&self.boards);
        let images = &prepared.images[usize::from(with_exchange)];
        if images.is_one() {
            return Sign::Same;
        }
        let count = self.rules().alphabet.count();
        let mut digits = component.digits();
        let (size, sign) = images.least(&mut digits, prepared.frame, count);
        let home = size.map_or_else(|| home.clone(), |size| home.resized(size));
        *component = C::pack(home, &digits, digits_of_states(count));
        sign
    }
}
