//! Splits a box of a grid into parts like [`crate::pictures::split`], but by bit shifts.

use super::shift::{Classes, Conditions, Distance, MOST_CLASSES, Shift, Write, at, back, classes_of, of};
use crate::pictures::cells::Cells;
use crate::pictures::states::{ABSENT, EMPTY, States};
use std::collections::BTreeSet;
use winways_kit::boards::word::Word;

/// The data for splitting a box.
#[derive(Clone, Debug)]
pub(super) struct PartFinder<W> {
    /// The rules; those that may make others possible come first.
    rules: Vec<Rule<W>>,
    /// The sets of states that occur in conditions.
    classes: Vec<States>,
    /// The number of rules that may make others possible.
    live: usize,
    shapes: Vec<Shape<W>>,
    /// `true` if every write changes its cell.
    is_certain: bool,
    /// `true` if unchanging cells may matter to a part.
    has_context: bool,
    has_conditions: bool,
}

/// The number of a set of states, and the distance of a cell from the anchor.
type ClassAt = (u8, u8);

/// A padding entry, which neither requires nor adds anything.
const PADDING: ClassAt = (MOST_CLASSES as u8 - 1, 0);

/// All moves with the same conditions, merged into one rule with all their writes.
#[derive(Clone, Debug)]
struct Rule<W> {
    anchors: W,
    /// The first conditions on cells. An array of fixed length avoids a loop.
    reads: [ClassAt; 3],
    /// The first sets of states that writes may add to cells. If every write changes its cell, these are only sets that some
    /// condition contains.
    writes: [ClassAt; 2],
    /// `true` if `reads` lacks some of the conditions; likewise `writes_more` for `writes`.
    asks_more: bool,
    writes_more: bool,
    conditions: Conditions<W>,
    more_writes: Vec<ClassAt>,
    /// The writes whose result depends on the previous state.
    passing: Vec<Write>,
    copies: Vec<(u32, u32)>,
    /// The distances of the cells that certainly change.
    changes: Vec<u32>,
    shape: usize,
}

/// The cells that matter to a move, each with the anchors for which it is on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Shape<W> {
    cells: Vec<(Distance, W)>,
    /// The distance of the second cell from the anchor, if there are only two.
    pair: Option<u32>,
}

/// Buffers for splitting a board.
pub(crate) struct Scratch<W> {
    /// The anchors of the moves that are ever possible, by rule.
    possible: Vec<W>,
    /// The anchors by shape: for each shape, the union over its rules.
    joined: Vec<W>,
    /// The parts, including the cells of their context.
    pub(crate) parts: Vec<W>,
}

impl<W> Default for Scratch<W> {
    fn default() -> Self {
        Scratch { possible: Vec::new(), joined: Vec::new(), parts: Vec::new() }
    }
}

impl<W: Word> PartFinder<W> {
    /// Merges shifts into rules. The shifts must include the second parts of moves.
    pub(super) fn new<'s>(shifts: impl Iterator<Item = &'s Shift<W>>, classes: &[States]) -> PartFinder<W> {
        let all: Vec<&Shift<W>> = shifts.collect();
        let is_certain =
            all.iter().all(|shift| shift.copies.is_empty() && shift.writes.iter().all(Write::is_certain));
        let conditions: BTreeSet<usize> = all.iter().flat_map(|shift| shift.conditions.classes()).collect();
        let mut shapes: Vec<Shape<W>> = Vec::new();
        let mut rules: Vec<Rule<W>> = Vec::new();
        for shift in all {
            let number =
                rules.iter().position(|rule| rule.conditions == shift.conditions).unwrap_or_else(|| {
                    let shape = Shape::of(&shift.conditions);
                    let shape = shapes.iter().position(|known| *known == shape).unwrap_or_else(|| {
                        shapes.push(shape);
                        shapes.len() - 1
                    });
                    rules.push(Rule::new(shift.conditions.clone(), shape));
                    rules.len() - 1
                });
            let classes = classes.iter().copied().enumerate();
            let live = classes.filter(|class| !is_certain || conditions.contains(&class.0));
            rules[number].add_writes(shift, &live.collect::<Vec<_>>());
        }
        rules.sort_by_key(|rule| !rule.is_live());
        let has_conditions =
            rules.iter().any(|rule| !rule.conditions.none.is_empty() || !rule.conditions.some.is_empty());
        let has_context = has_conditions
            || rules
                .iter()
                .any(|rule| rule.conditions.reads.iter().any(|read| !rule.changes.contains(&read.1)));
        let live = rules.iter().filter(|rule| rule.is_live()).count();
        PartFinder { rules, classes: classes.to_vec(), live, shapes, is_certain, has_context, has_conditions }
    }

    /// Stores the parts in `scratch`. Returns `true` if it is certain that each part has a placement that is possible immediately.
    pub(super) fn parts(&self, cells: &Cells<W>, scratch: &mut Scratch<W>) -> bool {
        let there = cells.there();
        let mut may = classes_of(cells, &self.classes);
        for (class, states) in may.iter_mut().zip(&self.classes) {
            if states.has(ABSENT) {
                *class = *class | !there;
            }
        }
        let Scratch { possible, joined, parts } = scratch;
        parts.clear();
        possible.clear();
        possible.resize(self.rules.len(), W::ZERO);
        self.compute_reach(&mut may, possible);
        let changing = self.changing(cells, &may, there, possible);
        if self.has_conditions && !self.are_blocked_by_fixed_cells(cells, &may, changing, possible) {
            parts.push(there);
            return false;
        }
        self.join(possible, joined);
        let keeps_more = self.has_conditions
            || self.has_context && {
                let matters = |all: W, (shape, &anchors): (&Shape<W>, &W)| all | shape.cells_of(anchors);
                self.shapes.iter().zip(joined.iter()).fold(W::ZERO, matters) & !changing != W::ZERO
            };
        let mut rest = changing;
        while rest != W::ZERO {
            let part = self.flood(rest, changing, joined);
            rest = rest & !part;
            parts.push(if keeps_more {
                self.with_context(part, cells, changing, &may, possible) & there
            } else {
                part
            });
        }
        true
    }

    /// Computes the states that cells may ever hold, and the anchors of the moves that are ever possible.
    #[inline]
    fn compute_reach(&self, may: &mut Classes<W>, possible: &mut [W]) {
        // Iterate over the rules until none of them adds anything.
        let (mut number, mut quiet) = (0, 0);
        while quiet < self.live {
            let (rule, known) = (&self.rules[number], &mut possible[number]);
            let mut has_grown = false;
            loop {
                let anchors = rule.possible(may);
                if anchors == *known && !rule.writes_more {
                    break;
                }
                *known = anchors;
                if !rule.write(anchors, may, &self.classes) {
                    break;
                }
                has_grown = true;
            }
            quiet = if has_grown { 1 } else { quiet + 1 };
            number = if number + 1 == self.live { 0 } else { number + 1 };
        }
        for (rule, known) in self.rules.iter().zip(possible).skip(self.live) {
            *known = rule.possible(may);
        }
    }

    /// Returns the cells that may ever change.
    #[inline]
    fn changing(&self, cells: &Cells<W>, may: &Classes<W>, there: W, possible: &[W]) -> W {
        let mut changing = W::ZERO;
        if self.is_certain {
            for (rule, &anchors) in self.rules.iter().zip(possible) {
                for &distance in &rule.changes {
                    changing = changing | anchors << distance;
                }
            }
            return changing;
        }
        for (state, &may) in may.iter().enumerate().take(cells.count) {
            let own = if state == usize::from(ABSENT) { W::ZERO } else { cells.planes[state] };
            changing = changing | may & there & !own;
        }
        changing
    }

    /// Returns `true` if every impossible placement is blocked by an unchanging cell. A placement blocked only by changing
    /// cells could become possible if the board were split.
    fn are_blocked_by_fixed_cells(
        &self,
        cells: &Cells<W>,
        may: &Classes<W>,
        changing: W,
        possible: &[W],
    ) -> bool {
        self.rules.iter().zip(possible).filter(|(rule, _)| !rule.conditions.none.is_empty()).all(
            |(rule, &anchors)| {
                let blocked = rule.conditions.readable(may) & !anchors;
                let held =
                    rule.conditions.none.iter().fold(W::ZERO, |held, &(barred, distance, on_board)| {
                        let own = of(&cells.planes, self.classes[barred.class]);
                        held | on_board & back(own & !changing, distance)
                    });
                blocked & !held == W::ZERO
            },
        )
    }

    /// Computes the anchors of each shape: the union of the anchors of its rules.
    #[inline]
    fn join(&self, possible: &[W], joined: &mut Vec<W>) {
        joined.clear();
        joined.resize(self.shapes.len(), W::ZERO);
        for (rule, &anchors) in self.rules.iter().zip(possible) {
            joined[rule.shape] = joined[rule.shape] | anchors;
        }
    }

    /// Returns the cells that are connected to the first cell of `rest`.
    #[inline]
    fn flood(&self, rest: W, changing: W, joined: &[W]) -> W {
        let mut part = rest.lowest();
        loop {
            let before = part;
            for (shape, &anchors) in self.shapes.iter().zip(joined) {
                match shape.pair {
                    Some(distance) => {
                        let links = anchors & changing & changing >> distance;
                        loop {
                            let more = part | (part & links) << distance | part >> distance & links;
                            if more == part {
                                break;
                            }
                            part = more;
                        }
                    }
                    None => {
                        part = part | shape.cells_of(shape.touching(part) & anchors) & changing;
                    }
                }
            }
            if part == before || part == rest {
                return part;
            }
        }
    }

    /// Returns a part with the unchanging cells that matter to it.
    fn with_context(&self, part: W, cells: &Cells<W>, changing: W, may: &Classes<W>, possible: &[W]) -> W {
        let own = |class: usize| of(&cells.planes, self.classes[class]) & !changing;
        let mut kept = part;
        for (rule, &anchors) in self.rules.iter().zip(possible) {
            let touching = self.shapes[rule.shape].touching(part) & anchors;
            for &(_, distance) in &rule.conditions.reads {
                kept = kept | touching << distance;
            }
            for (class, around) in &rule.conditions.some {
                for &(distance, on_board) in around {
                    kept = kept | at(touching & on_board, distance) & own(*class);
                }
            }
        }
        // A context cell may belong to a move that another cell blocks. The blocking cell is kept too.
        loop {
            let inner = kept;
            for (rule, &anchors) in self.rules.iter().zip(possible) {
                if rule.conditions.none.is_empty() {
                    continue;
                }
                let blocked = rule.conditions.readable(may) & !anchors;
                let reads = rule.conditions.reads.iter();
                let near = reads.fold(W::ZERO, |near, &(_, distance)| near | inner >> distance);
                for &(barred, distance, on_board) in &rule.conditions.none {
                    kept = kept | at(blocked & near & on_board, distance) & own(barred.class);
                }
            }
            if kept == inner {
                return kept;
            }
        }
    }
}

impl Write {
    /// Returns `true` if the write certainly changes its cell.
    fn is_certain(&self) -> bool {
        self.to.is_some_and(|to| !self.from.has(to as u8))
    }
}

impl<W: Word> Conditions<W> {
    /// Returns the anchors of the moves that are ever possible, given the states that cells may hold.
    #[inline]
    fn possible(&self, may: &Classes<W>) -> W {
        let mut anchors = self.readable(may);
        for &(barred, distance, on_board) in &self.none {
            anchors = anchors & (back(may[barred.others], distance) | !on_board);
        }
        anchors
    }

    /// Returns the numbers of the sets of states in the conditions. A set of barred states is represented by its complement.
    fn classes(&self) -> impl Iterator<Item = usize> + '_ {
        let reads = self.reads.iter().map(|read| read.0);
        let none = self.none.iter().map(|none| none.0.others);
        reads.chain(none).chain(self.some.iter().map(|some| some.0))
    }
}

impl<W: Word> Rule<W> {
    fn new(conditions: Conditions<W>, shape: usize) -> Rule<W> {
        let mut reads = [PADDING; 3];
        for (place, &(class, distance)) in reads.iter_mut().zip(&conditions.reads) {
            *place = (class as u8, distance as u8);
        }
        Rule {
            anchors: conditions.anchors,
            reads,
            writes: [PADDING; 2],
            asks_more: conditions.reads.len() > 3
                || !conditions.none.is_empty()
                || !conditions.some.is_empty(),
            writes_more: false,
            conditions,
            more_writes: Vec::new(),
            passing: Vec::new(),
            copies: Vec::new(),
            changes: Vec::new(),
            shape,
        }
    }

    /// Adds the writes of a move. A write of a fixed state is recorded only for the `live` sets of states.
    fn add_writes(&mut self, shift: &Shift<W>, live: &[(usize, States)]) {
        let mut writes: Vec<ClassAt> = self.writes.into_iter().chain(self.more_writes.drain(..)).collect();
        for write in &shift.writes {
            match write.to {
                Some(to) => {
                    let classes = live.iter().filter(|class| class.1.has(to as u8));
                    writes.extend(classes.map(|class| (class.0 as u8, write.at as u8)));
                }
                None => self.passing.push(write.clone()),
            }
            if write.is_certain() && !self.changes.contains(&write.at) {
                self.changes.push(write.at);
            }
        }
        writes.sort_unstable();
        writes.dedup();
        writes.retain(|&place| place != PADDING);
        for (number, place) in self.writes.iter_mut().enumerate() {
            *place = writes.get(number).copied().unwrap_or(PADDING);
        }
        self.more_writes = writes.into_iter().skip(self.writes.len()).collect();
        self.copies.extend(&shift.copies);
        self.writes_more =
            !self.more_writes.is_empty() || !self.passing.is_empty() || !self.copies.is_empty();
    }

    /// Returns `true` if the rule may make something possible.
    fn is_live(&self) -> bool {
        self.writes_more || self.writes[0] != PADDING
    }

    /// Returns the anchors of the moves that are ever possible, given the states that cells may hold.
    #[inline(always)]
    fn possible(&self, may: &Classes<W>) -> W {
        let read = |number: usize| {
            let (class, distance) = self.reads[number];
            may[usize::from(class) % MOST_CLASSES] >> distance.into()
        };
        let anchors = self.anchors & read(0) & read(1) & read(2);
        if self.asks_more { anchors & self.conditions.possible(may) } else { anchors }
    }

    /// Adds the states that cells may hold after moves. Returns `true` if any is new.
    #[inline]
    fn write(&self, anchors: W, may: &mut Classes<W>, classes: &[States]) -> bool {
        let mut new = W::ZERO;
        let mut add = |(class, distance): ClassAt| {
            let (class, cells) = (usize::from(class) % MOST_CLASSES, anchors << distance.into());
            new = new | cells & !may[class];
            may[class] = may[class] | cells;
        };
        add(self.writes[0]);
        add(self.writes[1]);
        if self.writes_more {
            for &place in &self.more_writes {
                add(place);
            }
            new = new | self.add_dependent(anchors, may, classes);
        }
        new != W::ZERO
    }

    /// Adds the states that depend on previous states of the same or other cells. Returns the cells for which a state is new.
    fn add_dependent(&self, anchors: W, may: &mut Classes<W>, classes: &[States]) -> W {
        if self.passing.is_empty() && self.copies.is_empty() {
            return W::ZERO;
        }
        let before = *may;
        let states = classes.iter().take_while(|states| states.only().is_some()).count();
        for write in &self.passing {
            let cells = anchors << write.at;
            for state in write.from.iter() {
                let to = usize::from(write.map.of(state));
                may[to] = may[to] | may[usize::from(state)] & cells;
            }
        }
        for &(from, to) in &self.copies {
            for plane in &mut may[usize::from(EMPTY)..states] {
                *plane = *plane | (*plane >> from & anchors) << to;
            }
        }
        for (class, set) in classes.iter().enumerate().skip(states) {
            for state in set.iter() {
                may[class] = may[class] | may[usize::from(state)];
            }
        }
        may.iter().zip(&before).fold(W::ZERO, |new, (&now, &before)| new | now & !before)
    }
}

impl<W: Word> Shape<W> {
    /// Creates the shape of the cells that matter to conditions.
    fn of(conditions: &Conditions<W>) -> Shape<W> {
        let mut cells: Vec<(Distance, W)> =
            conditions.reads.iter().map(|&(_, distance)| (distance as Distance, W::ALL)).collect();
        let none = conditions.none.iter().map(|&(_, distance, on_board)| (distance, on_board));
        let more: Vec<(Distance, W)> =
            none.chain(conditions.some.iter().flat_map(|(_, around)| around).copied()).collect();
        for cell in more {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let pair = match cells[..] {
            [(0, _), (second, on_board)] | [(second, on_board), (0, _)] if on_board == W::ALL => {
                Some(second as u32)
            }
            _ => None,
        };
        let pair = if conditions.none.is_empty() && conditions.some.is_empty() { pair } else { None };
        Shape { cells, pair }
    }

    /// Returns the cells of the shape for these anchors.
    #[inline]
    fn cells_of(&self, anchors: W) -> W {
        let cells = self.cells.iter();
        cells.fold(W::ZERO, |cells, &(distance, on_board)| cells | at(anchors & on_board, distance))
    }

    /// Returns the anchors for which some cell of the set matters.
    #[inline]
    fn touching(&self, set: W) -> W {
        let cells = self.cells.iter();
        cells.fold(W::ZERO, |anchors, &(distance, on_board)| anchors | back(set, distance) & on_board)
    }
}
