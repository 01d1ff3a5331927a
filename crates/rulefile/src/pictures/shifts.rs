//! Moves on boxes of a grid, all places of a picture at once: its cells are at fixed distances in the word, so that sets of cells
//! are shifted instead of laying the picture on cell after cell.

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, Surface, orientations};
use crate::pictures::placement::places;
use crate::pictures::rules::{Move, Rules, beside, index};
use crate::pictures::states::{EMPTY, GONE, MOST, Map, States};
use crate::pictures::stencil::{After, Stencil, stencils};
use crate::pictures::table::directions_of;
use std::collections::BTreeMap;
use winways_kit::boards::bitboard::bits;
use winways_kit::boards::word::Word;
use winways_notation::pictures::{Next, Rewrite};
use winways_rules::Side;

/// How far a cell is from its anchor, in bits.
type Distance = i32;

/// A kind of move in one orientation, with runs of one length: the same distances for every anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shift<W> {
    /// The anchors for which all cells that must be there are on the board.
    anchors: W,
    /// Which class each cell must be of.
    reads: Vec<(usize, Distance)>,
    /// Which class a cell must not be of, for the anchors for which it is on the board.
    none: Vec<(usize, Distance, W)>,
    /// Some of these cells must be of the class.
    some: Vec<(usize, Vec<(Distance, W)>)>,
    writes: Vec<Write>,
    /// The second cell becomes what the first was.
    copies: Vec<(Distance, Distance)>,
}

/// What becomes of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Write {
    map: Map,
    /// The state that all become, if it is one.
    to: Option<usize>,
    /// What the cell may have been.
    from: States,
    at: Distance,
}

/// The moves of a box.
#[derive(Clone, Debug)]
pub(crate) struct Shifts<W> {
    /// Sets of states that are asked for.
    classes: Vec<States>,
    /// The shifts of each player's moves.
    moves: [Vec<Shift<W>>; 2],
    /// All shifts, second parts of moves too, each once.
    all: Vec<Shift<W>>,
    /// Whether moves depend on more than the classes: on what cells may lack, or on what is passed on.
    asks_for_more: bool,
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
        let mut classes = Vec::new();
        let mut are_moves = rules.endings.is_empty();
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
        let mut all: Vec<Shift<W>> = Vec::new();
        for shift in moves.iter().flatten().chain(&seconds) {
            if !all.contains(shift) {
                all.push(shift.clone());
            }
        }
        let asks_for_more = all.iter().any(|shift| !shift.none.is_empty() || shift.passes_on());
        Some(Shifts { classes, moves, all, asks_for_more, are_moves })
    }

    /// Whether [`Shifts::after_each`] knows the moves.
    pub(crate) fn are_moves(&self) -> bool {
        self.are_moves
    }

    /// The cells of each class.
    #[inline]
    fn classes_of(&self, planes: &[W; MOST]) -> [W; MOST] {
        let mut classes = [W::ZERO; MOST];
        for (class, states) in classes.iter_mut().zip(&self.classes) {
            let mut rest = states.0;
            while rest != 0 {
                *class = *class | planes[rest.trailing_zeros() as usize];
                rest &= rest - 1;
            }
        }
        classes
    }

    /// The cells after each move of `side`.
    #[inline]
    pub(crate) fn after_each(&self, cells: &Cells<W>, side: Side, mut visit: impl FnMut(&Cells<W>)) {
        let classes = self.classes_of(&cells.planes);
        for shift in &self.moves[index(side)] {
            for anchor in bits(shift.allowed(&classes)) {
                visit(&shift.after(cells, anchor));
            }
        }
    }

    /// The number of moves of `side`.
    pub(crate) fn count(&self, cells: &Cells<W>, side: Side) -> u64 {
        let classes = self.classes_of(&cells.planes);
        self.moves[index(side)].iter().map(|shift| u64::from(shift.allowed(&classes).count_ones())).sum()
    }

    /// Whether somebody has a move.
    #[inline]
    pub(crate) fn is_alive(&self, cells: &Cells<W>) -> bool {
        let classes = self.classes_of(&cells.planes);
        self.moves.iter().flatten().any(|shift| shift.allowed(&classes) != W::ZERO)
    }

    /// As [`crate::pictures::split::parts`].
    pub(crate) fn parts(&self, cells: &Cells<W>, scratch: &mut Scratch<W>) {
        let there = cells.there();
        let mut may = cells.planes;
        may[usize::from(GONE)] = !there;
        let possible = &mut scratch.possible;
        possible.clear();
        possible.resize(self.all.len(), W::ZERO);
        let mut classes = self.classes_of(&may);
        loop {
            let before = may;
            for (shift, known) in self.all.iter().zip(possible.iter_mut()) {
                let anchors = shift.possible(&classes, &may, &self.classes, there);
                if anchors != *known || shift.passes_on() {
                    *known = anchors;
                    shift.add(anchors, &mut may);
                }
            }
            let next = self.classes_of(&may);
            if next == classes && (!self.asks_for_more || may == before) {
                break;
            }
            classes = next;
        }
        let changing = (0..cells.count).fold(W::ZERO, |changing, state| {
            changing | may[state] & there & if state == 0 { W::ALL } else { !cells.planes[state] }
        });
        scratch.parts.clear();
        let own = self.classes_of(&cells.planes);
        // What is kept from being possible by changing cells alone is so nowhere but on the whole board.
        let is_held = |(shift, &anchors): (&Shift<W>, &W)| {
            let blocked = shift.readable(&classes) & !anchors;
            let held = shift.none.iter().fold(W::ZERO, |held, &(class, distance, on_board)| {
                held | on_board & back(own[class] & !changing, distance)
            });
            blocked & !held == W::ZERO
        };
        if !self.all.iter().zip(possible.iter()).filter(|(shift, _)| !shift.none.is_empty()).all(is_held) {
            scratch.parts.push(there);
            return;
        }
        let own = own.map(|cells| cells & !changing);
        let mut rest = self
            .all
            .iter()
            .zip(possible.iter())
            .fold(W::ZERO, |cells, (shift, &anchors)| cells | shift.all_cells(anchors))
            & changing;
        while rest != W::ZERO {
            let mut part = rest.lowest();
            loop {
                let mut more = part;
                for (shift, &anchors) in self.all.iter().zip(possible.iter()) {
                    let touching = shift.touching(more) & anchors;
                    if touching != W::ZERO {
                        more = more | shift.all_cells(touching) & changing;
                    }
                }
                if more == part {
                    break;
                }
                part = more;
            }
            rest = rest & !part;
            scratch.parts.push(self.with_context(part, possible, &own, &classes, there));
        }
    }

    /// A part with the unchanging cells that matter to it.
    fn with_context(&self, part: W, possible: &[W], own: &[W; MOST], may: &[W; MOST], there: W) -> W {
        let mut kept = part;
        for (shift, &anchors) in self.all.iter().zip(possible) {
            let touching = shift.touching(part) & anchors;
            kept = kept | shift.core(touching);
            for (class, around) in &shift.some {
                for &(distance, on_board) in around {
                    kept = kept | at(touching & on_board, distance) & own[*class];
                }
            }
        }
        // What is kept may be of a move that something else keeps from being possible, which is kept too.
        loop {
            let inner = kept;
            for (shift, &anchors) in self.all.iter().zip(possible) {
                if shift.none.is_empty() {
                    continue;
                }
                let blocked = shift.readable(may) & !anchors;
                let near =
                    shift.reads.iter().fold(W::ZERO, |near, &(_, distance)| near | back(inner, distance));
                for &(class, distance, on_board) in &shift.none {
                    kept = kept | at(blocked & near & on_board, distance) & own[class];
                }
            }
            if kept == inner {
                return kept & there;
            }
        }
    }
}

/// Space for splitting a board.
pub(crate) struct Scratch<W> {
    possible: Vec<W>,
    /// The parts, with the cells that each must keep.
    pub(crate) parts: Vec<W>,
}

impl<W> Default for Scratch<W> {
    fn default() -> Self {
        Scratch { possible: Vec::new(), parts: Vec::new() }
    }
}

impl<W: Word> Shift<W> {
    /// The anchors for which what must be there is there.
    #[inline]
    fn readable(&self, classes: &[W; MOST]) -> W {
        let mut anchors = self.anchors;
        for &(class, distance) in &self.reads {
            anchors = anchors & back(classes[class], distance);
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
    fn allowed(&self, classes: &[W; MOST]) -> W {
        let mut anchors = self.readable(classes);
        for &(class, distance, on_board) in &self.none {
            anchors = anchors & !(back(classes[class], distance) & on_board);
        }
        anchors
    }

    /// The anchors of the moves that can ever be made, where cells may hold so much.
    #[inline]
    fn possible(&self, classes: &[W; MOST], may: &[W; MOST], sets: &[States], there: W) -> W {
        let mut anchors = self.readable(classes);
        for &(class, distance, on_board) in &self.none {
            let mut lacking = !there;
            for (plane, state) in may.iter().zip(0..) {
                if !sets[class].has(state) {
                    lacking = lacking | *plane;
                }
            }
            anchors = anchors & (back(lacking, distance) | !on_board);
        }
        anchors
    }

    /// Whether what it writes depends on what was there.
    fn passes_on(&self) -> bool {
        !self.copies.is_empty() || self.writes.iter().any(|write| write.to.is_none())
    }

    /// Adds what cells may hold after moves.
    #[inline]
    fn add(&self, anchors: W, may: &mut [W; MOST]) {
        for write in &self.writes {
            let cells = at(anchors, write.at);
            match write.to {
                Some(to) => may[to] = may[to] | cells,
                None => {
                    for state in write.from.iter() {
                        let to = usize::from(write.map.of(state));
                        may[to] = may[to] | may[usize::from(state)] & cells;
                    }
                }
            }
        }
        for &(from, to) in &self.copies {
            for plane in &mut may[usize::from(EMPTY)..] {
                *plane = *plane | at(back(*plane, from) & anchors, to);
            }
        }
    }

    /// The cells that are read or written for these anchors.
    #[inline]
    fn core(&self, anchors: W) -> W {
        self.reads.iter().fold(W::ZERO, |cells, &(_, distance)| cells | at(anchors, distance))
    }

    /// All cells that matter for these anchors.
    #[inline]
    fn all_cells(&self, anchors: W) -> W {
        let mut cells = self.core(anchors);
        for &(_, distance, on_board) in &self.none {
            cells = cells | at(anchors & on_board, distance);
        }
        for &(distance, on_board) in self.some.iter().flat_map(|(_, around)| around) {
            cells = cells | at(anchors & on_board, distance);
        }
        cells
    }

    /// The anchors to which some cell of the set matters.
    #[inline]
    fn touching(&self, cells: W) -> W {
        let mut anchors = W::ZERO;
        for &(_, distance) in &self.reads {
            anchors = anchors | back(cells, distance);
        }
        for &(_, distance, on_board) in &self.none {
            anchors = anchors | back(cells, distance) & on_board;
        }
        for &(distance, on_board) in self.some.iter().flat_map(|(_, around)| around) {
            anchors = anchors | back(cells, distance) & on_board;
        }
        anchors & self.anchors
    }

    /// The cells after the move at one anchor.
    #[inline]
    fn after(&self, cells: &Cells<W>, anchor: W) -> Cells<W> {
        let mut after = *cells;
        for write in &self.writes {
            let cell = at(anchor, write.at);
            let to = write.to.unwrap_or_else(|| {
                let state =
                    write.from.iter().find(|&state| cells.planes[usize::from(state)] & cell != W::ZERO);
                usize::from(write.map.of(state.unwrap_or(EMPTY)))
            });
            after.put(cell, to);
        }
        for &(from, to) in &self.copies {
            let (from, to) = (at(anchor, from), at(anchor, to));
            let state = (1..cells.count).find(|&state| cells.planes[state] & from != W::ZERO);
            after.put(to, state.unwrap_or(0));
        }
        after
    }
}

impl<W: Word> Cells<W> {
    /// Puts a state on a cell.
    #[inline]
    fn put(&mut self, cell: W, state: usize) {
        for plane in &mut self.planes[usize::from(EMPTY)..self.count] {
            *plane = *plane & !cell;
        }
        if state != usize::from(GONE) {
            self.planes[state] = self.planes[state] | cell;
        }
    }
}

/// Whether shifts can say what a rewrite does: no move leaves all as it is, and what may be no cell is always none.
fn is_plain(rules: &Rules, geometry: &Geometry, rewrite: &Rewrite, side: Side) -> bool {
    let is_gone = |states: States| states.has(GONE);
    let is_plain = |stencil: &Stencil| {
        let mut cells = stencil.cells.iter();
        !stencil.may_rest && cells.all(|cell| !is_gone(cell.before) || cell.before == States::one(GONE))
    };
    beside(rewrite, &rules.alphabet, side).all(|(_, states)| !is_gone(states))
        && stencils(rewrite, &rules.alphabet, side, geometry.longest()).iter().all(is_plain)
}

/// The shifts of a rewrite.
fn shifts<W: Word>(
    rules: &Rules,
    geometry: &Geometry,
    rewrite: &Rewrite,
    side: Side,
    classes: &mut Vec<States>,
) -> Vec<Shift<W>> {
    let ways = orientations(&directions_of(rewrite), rules.shape, rewrite.before.rows.len(), side);
    let conditions: Vec<(bool, States)> = beside(rewrite, &rules.alphabet, side).collect();
    let mut found = Vec::new();
    for stencil in stencils(rewrite, &rules.alphabet, side, geometry.longest()) {
        let mut by_way: BTreeMap<usize, Laid<W>> = BTreeMap::new();
        for (way, cells) in places(&stencil, geometry, &ways) {
            let is_there = |number: &usize| stencil.cells[*number].before != States::one(GONE);
            let there: Option<Vec<usize>> =
                (0..cells.len()).filter(is_there).map(|number| cells[number]).collect();
            if let Some(anchor) = there.and_then(|there| there.into_iter().min()) {
                by_way.entry(way).or_default().add(&stencil, &cells, anchor, geometry);
            }
        }
        let finish = |laid: Laid<W>| laid.shift(&stencil, &conditions, rules.alphabet.there(), classes);
        found.extend(by_way.into_values().map(finish));
    }
    found
}

/// The places of a stencil in one orientation.
struct Laid<W> {
    anchors: Option<W>,
    /// How far each cell is from the anchor, where it is on the board; for a cell that must not be there, with the anchors.
    distances: Vec<Option<Distance>>,
    gone: BTreeMap<Distance, W>,
    /// The cells beside the first one.
    around: BTreeMap<Distance, W>,
}

impl<W> Default for Laid<W> {
    fn default() -> Self {
        Laid { anchors: None, distances: Vec::new(), gone: BTreeMap::new(), around: BTreeMap::new() }
    }
}

impl<W: Word> Laid<W> {
    fn add(&mut self, stencil: &Stencil, cells: &[Option<usize>], anchor: usize, geometry: &Geometry) {
        let bit = W::bit(anchor as u32);
        let distance = |cell: usize| cell as Distance - anchor as Distance;
        self.anchors = Some(self.anchors.unwrap_or(W::ZERO) | bit);
        self.distances.resize(cells.len(), None);
        let mark = |list: &mut BTreeMap<Distance, W>, cell: usize| {
            let known = list.entry(distance(cell)).or_insert(W::ZERO);
            *known = *known | bit;
        };
        for (number, (part, cell)) in stencil.cells.iter().zip(cells).enumerate() {
            let Some(cell) = *cell else { continue };
            self.distances[number] = Some(distance(cell));
            if part.before == States::one(GONE) {
                mark(&mut self.gone, cell);
            }
        }
        let Some(first) = cells.iter().flatten().next() else { return };
        for near in geometry.neighbours(*first) {
            if !cells.contains(&Some(near)) {
                mark(&mut self.around, near);
            }
        }
    }

    fn shift(
        self,
        stencil: &Stencil,
        conditions: &[(bool, States)],
        there: States,
        classes: &mut Vec<States>,
    ) -> Shift<W> {
        let mut class_of = |states: States| {
            classes.iter().position(|&known| known == states).unwrap_or_else(|| {
                classes.push(states);
                classes.len() - 1
            })
        };
        let mut shift = Shift {
            anchors: self.anchors.unwrap_or(W::ZERO),
            reads: Vec::new(),
            none: Vec::new(),
            some: Vec::new(),
            writes: Vec::new(),
            copies: Vec::new(),
        };
        for (cell, at) in stencil.cells.iter().zip(&self.distances) {
            let Some(at) = *at else { continue };
            if cell.before == States::one(GONE) {
                continue;
            }
            shift.reads.push((class_of(cell.before), at));
            match &cell.after {
                After::Map(map) if cell.before.iter().all(|state| map.of(state) == state) => {}
                After::Map(map) => {
                    let image = map.image(cell.before).only().map(usize::from);
                    shift.writes.push(Write { map: *map, to: image, from: cell.before, at });
                }
                After::Copy(source) => {
                    if let Some(from) = self.distances[*source] {
                        shift.copies.push((from, at));
                    }
                }
            }
        }
        for (&at, &anchors) in &self.gone {
            shift.none.push((class_of(there), at, anchors));
        }
        for &(is_some, states) in conditions {
            let class = class_of(states);
            if is_some {
                shift.some.push((class, self.around.iter().map(|(&at, &anchors)| (at, anchors)).collect()));
            } else {
                shift.none.extend(self.around.iter().map(|(&at, &anchors)| (class, at, anchors)));
            }
        }
        shift.reads.sort_unstable_by_key(|read| (read.1, read.0));
        shift.writes.sort_unstable_by_key(|write| write.at);
        shift.copies.sort_unstable();
        shift
    }
}
