//! The boards of a game with their moves, each prepared when it is first used.

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{BoxSize, Geometry, Surface};
use crate::pictures::images::Images;
use crate::pictures::placement::{Placed, word_of};
use crate::pictures::rules::Rules;
use crate::pictures::shifts::Shifts;
use crate::pictures::size::{board_bytes, reach};
use crate::pictures::states::State;
use crate::pictures::symmetry::{Symmetry, of_greater_box, symmetries};
use crate::pictures::table::Table;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Deref;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, Weak};
use winways_kit::boards::bitboard::{Frame, stride_of_box};
use winways_kit::boards::word::Word;
use winways_notation::pictures::{EndResult, Shape};
use winways_rules::Side;
use winways_values::{Arena, ArenaError, Charge};

/// A board with the moves that lie on it and the images under its symmetries.
pub(crate) struct Prepared<W> {
    pub(crate) geometry: Geometry,
    /// A hash of the geometry. It is the same in all games and all runs of the program.
    pub(crate) hash: u64,
    /// The placements of all pictures, computed lazily, since shifts do not need them.
    table: OnceLock<Table<W>>,
    /// The moves as shifts, if the board is a box of a grid and shifts can express the moves.
    pub(crate) shifts: Option<Shifts<W>>,
    symmetries: Vec<Symmetry>,
    /// The images from which a component's representative is chosen: under the symmetries that keep the players, and under all
    /// symmetries.
    pub(crate) images: [Images; 2],
    /// The whole board, if it is a box.
    pub(crate) frame: Frame,
}

impl<W: Word> Prepared<W> {
    /// Prepares a board. `across` is the stride of the box with rows and columns exchanged. `smaller` contains the symmetries
    /// of a smaller box with the same kinds of placements, if there is one.
    fn new(rules: &Rules, geometry: Geometry, across: usize, smaller: Option<&[Symmetry]>) -> Prepared<W> {
        let table = OnceLock::new();
        let mut symmetries = match smaller {
            Some(smaller) => of_greater_box(smaller, &geometry, across),
            None => symmetries(rules, table.get_or_init(|| Table::new(rules, geometry.clone())), across),
        };
        // Put the symmetries that keep the players first.
        symmetries.sort_by_key(|symmetry| symmetry.exchanges);
        let size = BoxSize::new(geometry.width as u32, geometry.height as u32);
        let images = [false, true].map(|with_exchange| {
            let wanted = symmetries.iter().filter(|symmetry| with_exchange || !symmetry.exchanges);
            Images::new(wanted, size, size.transposed())
        });
        let cells: W = word_of(geometry.cells());
        let frame = Frame::around(cells, geometry.stride as u16);
        let mut hasher = DefaultHasher::new();
        geometry.hash(&mut hasher);
        let hash = hasher.finish();
        Prepared { table, shifts: Shifts::new(rules, &geometry), geometry, hash, symmetries, images, frame }
    }

    pub(crate) fn table(&self, rules: &Rules) -> &Table<W> {
        self.table.get_or_init(|| Table::new(rules, self.geometry.clone()))
    }
}

/// A box that is prepared when it is first used.
type Lazy<W> = OnceLock<Box<Prepared<W>>>;

/// A visitor of a move on a whole board: its parts, the stride of the board, and the state of each cell after it.
pub(crate) type VisitBoard<'v, W> = &'v mut dyn FnMut(&[&Placed<W>], usize, Vec<State>);

/// The boards of a game.
pub(crate) struct Boards<W> {
    pub(crate) rules: Arc<Rules>,
    /// The side length above which boxes admit no new kinds of placements.
    reach: usize,
    /// The boxes of a grid, by width and height.
    boxes: Vec<Vec<Lazy<W>>>,
    /// Boards that are not cut.
    uncut: RwLock<Uncut<W>>,
    /// The memory of boards that is charged to arenas.
    charges: Mutex<HashMap<Geometry, Charge>>,
}

/// A cache of boards that are not cut.
struct Uncut<W> {
    /// The boards that are in `kept` or that a component refers to.
    boards: HashMap<Geometry, Weak<Prepared<W>>>,
    /// The boards prepared since this list was last cleared, which it keeps alive.
    kept: Vec<Arc<Prepared<W>>>,
    /// The number of picture placements on the kept boards, plus [`BOARD`] for each board.
    places: usize,
}

/// The maximum number of placements on the kept boards. A larger board is kept alone.
const MOST_KEPT: usize = 1 << 14;

/// The number of placements that take as much memory as a board without placements.
const BOARD: usize = 1 << 6;

/// A box, or a board that is not cut.
enum Found<'b, W> {
    Box(&'b Prepared<W>),
    Uncut(Arc<Prepared<W>>),
}

impl<W> Deref for Found<'_, W> {
    type Target = Prepared<W>;

    fn deref(&self) -> &Prepared<W> {
        match self {
            Found::Box(prepared) => prepared,
            Found::Uncut(prepared) => prepared,
        }
    }
}

impl<W: Word> Boards<W> {
    pub(crate) fn new(rules: Arc<Rules>) -> Self {
        let bits = W::BITS as usize;
        let heights = |width: usize| if width <= 8 { (bits / width).max(8) } else { bits / width };
        let column = |width: usize| (0..heights(width)).map(|_| OnceLock::new()).collect();
        Boards {
            reach: reach(&rules),
            rules,
            boxes: (1..=bits).map(column).collect(),
            uncut: RwLock::new(Uncut { boards: HashMap::new(), kept: Vec::new(), places: 0 }),
            charges: Mutex::default(),
        }
    }

    /// Charges the memory of a board to `arena` until the board is dropped, unless it is already charged.
    ///
    /// # Errors
    /// Returns [`ArenaError::OutOfMemory`] if the memory exceeds the limit of the arena.
    pub(crate) fn charge(&self, geometry: &Geometry, arena: &Arena) -> Result<(), ArenaError> {
        let mut charges = self.charges.lock().unwrap_or_else(PoisonError::into_inner);
        if charges.contains_key(geometry) {
            return Ok(());
        }
        if !self.rules.is_cut() {
            let uncut = self.uncut.read().unwrap_or_else(PoisonError::into_inner);
            charges.retain(|known, _| uncut.boards.get(known).is_some_and(|board| board.strong_count() > 0));
        }
        charges.insert(geometry.clone(), arena.charge(board_bytes(&self.rules, geometry))?);
        Ok(())
    }

    /// Returns `true` if the cells of a board of this geometry fit into a word.
    pub(crate) fn fits(&self, geometry: &Geometry) -> bool {
        match geometry.surface {
            Surface::Grid | Surface::Hexagonal => {
                stride_of_box::<W>(geometry.width, geometry.height).is_some()
            }
            _ => geometry.width * geometry.height <= W::BITS as usize,
        }
    }

    /// Returns the box of this size.
    pub(crate) fn boxed(&self, size: BoxSize) -> &Prepared<W> {
        let (width, height) = (size.width(), size.height());
        self.boxes[width - 1][height - 1].get_or_init(|| {
            let surface =
                if self.rules.shape == Shape::Hexagonal { Surface::Hexagonal } else { Surface::Grid };
            let stride = stride_of_box::<W>(width, height).map_or(width, usize::from);
            let geometry = Geometry::rows(surface, width, height, stride);
            let across = stride_of_box::<W>(height, width).map_or(height, usize::from);
            let least = BoxSize::new(width.min(self.reach) as u32, height.min(self.reach) as u32);
            let is_greater = geometry.surface == Surface::Grid && least != size;
            let smaller = is_greater.then(|| &self.boxed(least).symmetries[..]);
            Box::new(Prepared::new(&self.rules, geometry, across, smaller))
        })
    }

    /// Returns a board that is not cut: a graph, a ring or a torus.
    pub(crate) fn uncut(&self, geometry: &Geometry) -> Arc<Prepared<W>> {
        let uncut = self.uncut.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = uncut.boards.get(geometry).and_then(Weak::upgrade) {
            return known;
        }
        drop(uncut);
        let mut uncut = self.uncut.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = uncut.boards.get(geometry).and_then(Weak::upgrade) {
            return known;
        }
        let new = Arc::new(Prepared::new(&self.rules, geometry.clone(), geometry.stride, None));
        let places = BOARD + new.table(&self.rules).moves.iter().map(Vec::len).sum::<usize>();
        if uncut.places + places > MOST_KEPT {
            uncut.kept.clear();
            uncut.places = 0;
            uncut.boards.retain(|_, board| board.strong_count() > 0);
        }
        uncut.places += places;
        uncut.kept.push(new.clone());
        uncut.boards.insert(geometry.clone(), Arc::downgrade(&new));
        new
    }

    /// Returns a whole board that fits into a word, with the given states of its cells.
    fn whole(&self, geometry: &Geometry, states: &[State]) -> (Found<'_, W>, Cells<W>) {
        let found = if self.rules.is_cut() {
            Found::Box(self.boxed(BoxSize::new(geometry.width as u32, geometry.height as u32)))
        } else {
            Found::Uncut(self.uncut(geometry))
        };
        let cells = Cells::of_states(&found.geometry, states, self.rules.alphabet.count());
        (found, cells)
    }

    /// Calls `visit` for every move of `side` on a whole board that fits, with its parts, the stride of the board, and
    /// the state of each cell after it.
    pub(crate) fn moves_on(
        &self,
        geometry: &Geometry,
        states: &[State],
        side: Side,
        visit: VisitBoard<'_, W>,
    ) {
        let (board, cells) = self.whole(geometry, states);
        board.table(&self.rules).moves(&self.rules, &cells, side, &mut |parts, after| {
            visit(parts, board.geometry.stride, after.states(&board.geometry));
        });
    }

    /// Returns `true` if `side` has a move on a whole board that fits.
    pub(crate) fn has_move(&self, geometry: &Geometry, states: &[State], side: Side) -> bool {
        let (board, cells) = self.whole(geometry, states);
        board.table(&self.rules).has_move(&self.rules, &cells, side)
    }

    /// Replaces the pictures of `points:` that a move of `side` has completed. Returns the states afterwards, and `true` if the player
    /// moves again.
    pub(crate) fn completed(&self, geometry: &Geometry, states: &[State], side: Side) -> (Vec<State>, bool) {
        let (board, cells) = self.whole(geometry, states);
        let (cells, again) = board.table(&self.rules).completed(&cells, side);
        (cells.states(&board.geometry), again)
    }

    /// Returns the result for the player who moved last if play has ended on a whole board.
    pub(crate) fn result(&self, geometry: &Geometry, states: &[State], last: Side) -> Option<EndResult> {
        let (board, cells) = self.whole(geometry, states);
        board.table(&self.rules).result(&cells, last)
    }
}
