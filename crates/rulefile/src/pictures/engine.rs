//! What engines ask: the options of components, their parts, their representatives.

use crate::pictures::cells::Cells;
use crate::pictures::component::{Board, BoardKey, Digits, Packed, digits_of_states};
use crate::pictures::geometry::{Geometry, Surface};
use crate::pictures::images::Images;
use crate::pictures::placement::{Placed, word_of};
use crate::pictures::rules::Rules;
use crate::pictures::shifts::{Scratch, Shifts};
use crate::pictures::size::reach;
use crate::pictures::split::parts;
use crate::pictures::states::State;
use crate::pictures::symmetry::{Symmetry, of_greater_box, symmetries};
use crate::pictures::table::Table;
use std::sync::{Arc, Mutex, OnceLock, RwLock};
use winways_kit::boards::bitboard::{Frame, stride_of_box};
use winways_kit::boards::word::Word;
use winways_notation::pictures::{EndResult, Shape};
use winways_rules::{Options, RuleFault, Side, Sign};

/// The moves of a board, and the images under its symmetries.
pub(crate) struct Prepared<W> {
    geometry: Geometry,
    /// All places of pictures, made when first needed: shifts do without them.
    table: OnceLock<Table<W>>,
    /// The same moves by shifts, on boxes of a grid.
    shifts: Option<Shifts<W>>,
    symmetries: Vec<Symmetry>,
    /// The images among which a component's representative is: of those that keep the players, and of all.
    images: [Images; 2],
    /// All of the board, if it is a box.
    frame: Frame,
}

/// A box that is prepared when it is first met.
type Lazy<W> = OnceLock<Box<Prepared<W>>>;

/// Takes the parts of a move on a whole board, how far the rows of their cells lie apart, and the state of each cell after it.
pub(crate) type VisitBoard<'v, W> = &'v mut dyn FnMut(&[&Placed<W>], usize, Vec<State>);

/// The rules on components packed in one way.
pub(crate) struct Engine<C: Packed> {
    pub(crate) rules: Arc<Rules>,
    /// Whether a board is one component.
    is_whole: bool,
    /// The sides of boxes beyond which pictures lie in no new ways.
    reach: usize,
    /// Of boxes of a grid: in the list of a width, by height.
    boxes: Vec<Vec<Lazy<C::Word>>>,
    /// Other boards, in the order in which they were first seen.
    others: RwLock<Vec<Arc<Prepared<C::Word>>>>,
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

/// A board of either kind.
enum Found<'e, W> {
    Box(&'e Prepared<W>),
    Other(Arc<Prepared<W>>),
}

impl<W> std::ops::Deref for Found<'_, W> {
    type Target = Prepared<W>;

    fn deref(&self) -> &Prepared<W> {
        match self {
            Found::Box(prepared) => prepared,
            Found::Other(prepared) => prepared,
        }
    }
}

impl<W: Word> Prepared<W> {
    /// The moves of a board; boxes with rows and columns exchanged have the other stride. `smaller` are the symmetries of a
    /// smaller box on which pictures lie in the same ways, if there is one.
    fn new(
        rules: &Rules,
        geometry: Geometry,
        across: usize,
        board: Board,
        smaller: Option<&[Symmetry]>,
    ) -> Prepared<W> {
        let table = OnceLock::new();
        let mut symmetries = match smaller {
            Some(smaller) => of_greater_box(smaller, &geometry, across),
            None => symmetries(rules, table.get_or_init(|| Table::new(rules, geometry.clone())), across),
        };
        // Those that rename alike one after the other.
        symmetries.sort_by_key(|symmetry| symmetry.exchanges);
        let transposed = match board.key() {
            BoardKey::Box { width, height } => Board::boxed(height as u32, width as u32),
            BoardKey::Other(_) => board,
        };
        let images = [false, true].map(|with_exchange| {
            let wanted = symmetries.iter().filter(|symmetry| with_exchange || !symmetry.exchanges);
            Images::new(wanted, board, transposed)
        });
        let cells: W = word_of(geometry.cells());
        let frame = Frame::around(cells, geometry.stride as u16);
        Prepared { table, shifts: Shifts::new(rules, &geometry), geometry, symmetries, images, frame }
    }

    pub(crate) fn table(&self, rules: &Rules) -> &Table<W> {
        self.table.get_or_init(|| Table::new(rules, self.geometry.clone()))
    }
}

impl<C: Packed> Engine<C> {
    pub(crate) fn new(rules: Arc<Rules>) -> Self {
        let bits = C::Word::BITS as usize;
        let heights = |width: usize| if width <= 8 { (bits / width).max(8) } else { bits / width };
        let column = |width: usize| (0..heights(width)).map(|_| OnceLock::new()).collect();
        Engine {
            is_whole: rules.is_whole(),
            reach: reach(&rules),
            rules,
            boxes: (1..=bits).map(column).collect(),
            others: RwLock::default(),
            rooms: Mutex::default(),
        }
    }

    /// Whether a board of this geometry can be packed.
    pub(crate) fn fits(&self, geometry: &Geometry) -> bool {
        let bits = C::Word::BITS as usize;
        self.rules.alphabet.count() <= C::STATES
            && match geometry.surface {
                Surface::Grid | Surface::Hexagonal => {
                    stride_of_box::<C::Word>(geometry.width, geometry.height).is_some()
                }
                _ => geometry.width * geometry.height <= bits,
            }
    }

    /// Whether components are boxes cut out of a board.
    fn is_cropped(&self) -> bool {
        matches!(self.rules.shape, Shape::Grid | Shape::Strip | Shape::Hexagonal)
    }

    fn find(&self, board: Board) -> Found<'_, C::Word> {
        match board.key() {
            BoardKey::Box { width, height } => Found::Box(self.boxed(width, height)),
            BoardKey::Other(number) => {
                let others = self.others.read().unwrap_or_else(std::sync::PoisonError::into_inner);
                Found::Other(others[number].clone())
            }
        }
    }

    fn boxed(&self, width: usize, height: usize) -> &Prepared<C::Word> {
        self.boxes[width - 1][height - 1].get_or_init(|| {
            let surface =
                if self.rules.shape == Shape::Hexagonal { Surface::Hexagonal } else { Surface::Grid };
            let stride = stride_of_box::<C::Word>(width, height).map_or(width, usize::from);
            let geometry = Geometry::rows(surface, width, height, stride);
            let across = stride_of_box::<C::Word>(height, width).map_or(height, usize::from);
            let board = Board::boxed(width as u32, height as u32);
            let (least_width, least_height) = (width.min(self.reach), height.min(self.reach));
            let is_greater =
                geometry.surface == Surface::Grid && (least_width, least_height) != (width, height);
            let smaller = is_greater.then(|| &self.boxed(least_width, least_height).symmetries[..]);
            Box::new(Prepared::new(&self.rules, geometry, across, board, smaller))
        })
    }

    /// The number of a board that is not cut.
    fn other(&self, geometry: &Geometry) -> Board {
        let known = |list: &[Arc<Prepared<C::Word>>]| {
            list.iter().position(|prepared| prepared.geometry == *geometry).map(Board::other)
        };
        let read = self.others.read().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(board) = known(&read) {
            return board;
        }
        drop(read);
        let mut others = self.others.write().unwrap_or_else(std::sync::PoisonError::into_inner);
        known(&others).unwrap_or_else(|| {
            let board = Board::other(others.len());
            let prepared = Prepared::new(&self.rules, geometry.clone(), geometry.stride, board, None);
            others.push(Arc::new(prepared));
            board
        })
    }

    /// The components of a board that fits, what is on it given as the state of each cell in the order of the cells.
    pub(crate) fn components(&self, geometry: &Geometry, states: &[State]) -> Vec<C> {
        let (board, _, cells) = self.whole(geometry, states);
        let mut found = Vec::new();
        self.split(&self.find(board), board, &cells, &mut Scratch::default(), &mut found);
        found
    }

    /// The board of a component, with the state of each cell in order.
    pub(crate) fn board_of(&self, component: &C) -> (Geometry, Vec<State>) {
        let prepared = self.find(component.board());
        let geometry = prepared.geometry.clone();
        let cells = Cells::of_digits(&component.digits(), self.rules.alphabet.count());
        let states = cells.states(&geometry);
        (geometry, states)
    }

    /// Calls `visit` for every move of `side` on a whole board that fits: its parts, how far the rows of their cells lie apart, and
    /// the state of each cell after it.
    pub(crate) fn moves_on(
        &self,
        geometry: &Geometry,
        states: &[State],
        side: Side,
        visit: VisitBoard<'_, C::Word>,
    ) {
        let (board, geometry, cells) = self.whole(geometry, states);
        let prepared = self.find(board);
        prepared.table(&self.rules).moves(&self.rules, &cells, side, &mut |parts, after| {
            visit(parts, geometry.stride, after.states(&geometry));
        });
    }

    /// A whole board when the pictures that a move of `side` has completed are taken, and whether he moves again.
    pub(crate) fn completed(&self, geometry: &Geometry, states: &[State], side: Side) -> (Vec<State>, bool) {
        let (board, geometry, cells) = self.whole(geometry, states);
        let (cells, again) = self.find(board).table(&self.rules).completed(&cells, side);
        (cells.states(&geometry), again)
    }

    /// How play has ended on a whole board, for the player who moved last.
    pub(crate) fn result(
        &self,
        geometry: &Geometry,
        states: &[State],
        last: Option<Side>,
    ) -> Option<EndResult> {
        let (board, _, cells) = self.whole(geometry, states);
        self.find(board).table(&self.rules).result(&cells, last)
    }

    /// A whole board that fits.
    fn whole(&self, geometry: &Geometry, states: &[State]) -> (Board, Geometry, Cells<C::Word>) {
        let (width, height) = (geometry.width, geometry.height);
        let (board, stride) = if self.is_cropped() {
            let stride = stride_of_box::<C::Word>(width, height).map_or(width, usize::from);
            (Board::boxed(width as u32, height as u32), stride)
        } else {
            (self.other(geometry), geometry.stride)
        };
        let geometry = Geometry { stride, ..geometry.clone() };
        let cells = Cells::of_states(&geometry, states, self.rules.alphabet.count());
        (board, geometry, cells)
    }

    /// Appends the parts of a board on which somebody has a move.
    #[inline]
    fn split(
        &self,
        prepared: &Prepared<C::Word>,
        board: Board,
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
                scratch.parts = parts(prepared.table(&self.rules), cells);
                false
            }
        };
        let digits = cells.digits();
        for &part in &scratch.parts {
            if are_alive || self.is_alive(prepared, &cells.within(part)) {
                debug_assert!(self.is_alive(prepared, &cells.within(part)), "a part has a move");
                found.push(self.pack(&prepared.geometry, board, &digits, part));
            }
        }
    }

    /// Whether somebody has a move.
    fn is_alive(&self, prepared: &Prepared<C::Word>, cells: &Cells<C::Word>) -> bool {
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.is_alive(cells),
            _ => Side::BOTH
                .into_iter()
                .any(|side| prepared.table(&self.rules).has_move(&self.rules, cells, side)),
        }
    }

    /// Packs a part of a board, moved into the corner if it is cut out.
    #[inline]
    fn pack(&self, geometry: &Geometry, board: Board, digits: &Digits<C::Word>, part: C::Word) -> C {
        let count = digits_of_states(self.rules.alphabet.count());
        if !self.is_cropped() {
            return C::pack(board, &digits.map(|digit| digit & part), count);
        }
        if geometry.height == 1 {
            let (first, last) = (part.trailing_zeros(), part.last().unwrap_or(0));
            let board = Board::boxed(last + 1 - first, 1);
            return C::pack(board, &digits.map(|digit| (digit & part) >> first), count);
        }
        let frame = Frame::around(part, geometry.stride as u16);
        let board = Board::boxed(frame.width, frame.height);
        C::pack(board, &digits.map(|digit| frame.crop(digit & part)), count)
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
        let prepared = self.find(component.board());
        let cells = Cells::of_digits(&component.digits(), self.rules.alphabet.count());
        let size = (prepared.geometry.width * prepared.geometry.height) as u64;
        options.spend(size)?;
        let mut room = self.rooms.try_lock().ok().and_then(|mut rooms| rooms.pop()).unwrap_or_default();
        let (found, scratch) = (&mut room.found, &mut room.scratch);
        let mut on = Ok(());
        let mut visit = |after: &Cells<C::Word>| {
            if on.is_ok() {
                self.split(&prepared, component.board(), after, scratch, found);
                options.push(found.drain(..));
                on = options.spend(size);
            }
        };
        match &prepared.shifts {
            Some(shifts) if shifts.are_moves() => shifts.after_each(&cells, side, visit),
            _ => prepared.table(&self.rules).moves(&self.rules, &cells, side, &mut |_, after| visit(after)),
        }
        if let Ok(mut rooms) = self.rooms.try_lock() {
            rooms.push(room);
        }
        on
    }

    /// The number of moves of `side`, or more.
    pub(crate) fn bound(&self, component: &C, side: Side) -> u64 {
        let prepared = self.find(component.board());
        let cells = Cells::of_digits(&component.digits(), self.rules.alphabet.count());
        if let Some(shifts) = prepared.shifts.as_ref().filter(|shifts| shifts.are_moves()) {
            return shifts.count(&cells, side);
        }
        let mut count = 0;
        prepared.table(&self.rules).moves(&self.rules, &cells, side, &mut |_, _| count += 1);
        count
    }

    /// Replaces a component by the least of its images: under symmetries that keep the players, or under all.
    #[inline]
    pub(crate) fn canonicalise(&self, component: &mut C, with_exchange: bool) -> Sign {
        let prepared = self.find(component.board());
        let images = &prepared.images[usize::from(with_exchange)];
        images.least(component, prepared.frame, self.rules.alphabet.count())
    }
}
