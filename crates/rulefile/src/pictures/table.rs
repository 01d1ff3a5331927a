//! The moves, endings and points of a file on one board.

use crate::pictures::cells::Cells;
use crate::pictures::geometry::{Geometry, orientations};
use crate::pictures::placement::{Lists, Placed, Placement, edges_beside, for_places, lay, word_of};
use crate::pictures::rules::{Beside, Rules, beside, index, is_anywhere};
use crate::pictures::states::{ABSENT, EMPTY, States};
use crate::pictures::stencil::stencils;
use hashbrown::HashTable;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use winways_kit::boards::word::Word;
use winways_notation::pictures::{Direction, EndResult, Next, Picture, Points, Rewrite};
use winways_rules::Side;

/// The continuation of a kind of move after its first part.
#[derive(Clone, Debug)]
pub(crate) enum Continuation<W> {
    Nothing,
    Again {
        turning: bool,
    },
    /// The second parts, indexed by the cell of the moved piece. The last entry contains the second parts that do not depend on this
    /// cell.
    Then(Vec<Vec<Placed<W>>>),
}

/// The placements of a file's pictures on a board.
#[derive(Clone, Debug)]
pub(crate) struct Table<W> {
    pub(crate) geometry: Geometry,
    /// The first parts of each player's moves, kind by kind.
    pub(crate) moves: [Vec<Placed<W>>; 2],
    /// For each player, the indices of the placements that begin at each cell.
    from: [Vec<Vec<u32>>; 2],
    /// The continuation of each kind of move, for each player.
    pub(crate) continuations: [Vec<Continuation<W>>; 2],
    /// The endings in the order of the file, each with the player who must have moved last.
    endings: Vec<(Side, Placement<W>, EndResult)>,
    /// The placements that take points, for each player who moved last; `true` if that player moves again.
    points: [Vec<(Placement<W>, bool)>; 2],
    /// The result of a full board.
    full: Option<EndResult>,
    /// The distances of neighbours in cell numbers, each with the cells that have a neighbour at this distance.
    near: Vec<(i32, W)>,
    /// The cells with a neighbour beyond the edge.
    edge: W,
}

/// Returns the second parts that may follow if the moved piece is on this cell.
pub(crate) fn seconds_after<W>(seconds: &[Vec<Placed<W>>], cell: u16) -> impl Iterator<Item = &Placed<W>> {
    seconds[usize::from(cell)].iter().chain(seconds.last().into_iter().flatten())
}

/// A visitor of moves. It receives the parts of a move and the cells after the move.
pub(crate) type Visit<'v, W> = &'v mut dyn FnMut(&[&Placed<W>], &Cells<W>);

impl<W: Word> Table<W> {
    /// Computes the placements of the moves, endings and points of a file on a board.
    pub(crate) fn new(rules: &Rules, geometry: Geometry) -> Table<W> {
        let size = geometry.cells().last().map_or(0, |last| last + 1);
        let laid = |side: Side| {
            let kinds = rules.moves[index(side)].iter().enumerate();
            let mut found: Vec<Placed<W>> = Vec::new();
            for (kind, step) in kinds {
                // A picture that is its own mirror image yields each placement twice. Continuations may distinguish the two.
                let mut distinct = (step.next == Next::Nothing).then(Distinct::default);
                for_placed(rules, &geometry, &step.rewrite, side, kind, &mut |new| match &mut distinct {
                    Some(distinct) => distinct.add(&mut found, new),
                    None => found.push(new),
                });
            }
            found.shrink_to_fit();
            found
        };
        let moves = Side::BOTH.map(laid);
        let from = [0, 1].map(|player: usize| {
            let mut from = vec![Vec::new(); size];
            for (number, placed) in moves[player].iter().enumerate() {
                from[usize::from(placed.from)].push(number as u32);
            }
            from
        });
        let continuations = Side::BOTH.map(|side| {
            let kinds = rules.moves[index(side)].iter().enumerate();
            let continuations = kinds.map(|(kind, step)| match &step.next {
                Next::Nothing => Continuation::Nothing,
                Next::Again { turning } => Continuation::Again { turning: *turning },
                Next::Then(rewrite) => {
                    let mut by_cell = vec![Vec::new(); size + 1];
                    for_placed(rules, &geometry, rewrite, side, kind, &mut |second| {
                        let cell = if is_anywhere(&step.next) { size } else { second.from.into() };
                        by_cell[cell].push(second);
                    });
                    Continuation::Then(by_cell)
                }
            });
            continuations.collect()
        });
        let (mut endings, mut full) = (Vec::new(), None);
        for ending in &rules.endings {
            match &ending.picture {
                None => full = full.or(Some(ending.result)),
                Some((picture, directions)) => {
                    for side in Side::BOTH {
                        let found = seen(rules, &geometry, picture, directions, side);
                        endings.extend(found.into_iter().map(|placement| (side, placement, ending.result)));
                    }
                }
            }
        }
        let points = Side::BOTH.map(|side| {
            let of = |points: &Points| {
                let mut distinct: BTreeSet<Placement<W>> = BTreeSet::new();
                for_placed(rules, &geometry, &points.rewrite, side, 0, &mut |placed| {
                    distinct.insert(placed.placement);
                });
                distinct.into_iter().map(|placement| (placement, points.again)).collect::<Vec<_>>()
            };
            rules.points.iter().flat_map(of).collect()
        });
        let mut near: BTreeMap<i32, W> = BTreeMap::new();
        for cell in geometry.cells() {
            for other in geometry.neighbours(cell) {
                let cells = near.entry(other as i32 - cell as i32).or_insert(W::ZERO);
                *cells = *cells | W::bit(cell as u32);
            }
        }
        let near = near.into_iter().collect();
        let edge = word_of(geometry.cells().filter(|&cell| geometry.is_at_edge(cell, rules.shape)));
        Table { geometry, moves, from, continuations, endings, points, full, near, edge }
    }

    /// Returns the memory of the placements, in bytes.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> u64 {
        let seconds = self.continuations.iter().flatten().map(|continuation| match continuation {
            Continuation::Then(by_cell) => &by_cell[..],
            _ => &[],
        });
        let placed = seconds.flatten().flatten().chain(self.moves.iter().flatten());
        let of_moves = placed.map(Placed::bytes).sum::<u64>();
        let endings = self.endings.iter().map(|(_, placement, _)| placement.bytes());
        let points = self.points.iter().flatten().map(|(placement, _)| placement.bytes());
        of_moves + endings.chain(points).sum::<u64>()
    }

    /// Calls `visit` for every move of `side`, unless an ending stops play here. The caller must check with
    /// [`Table::result`] whether the last move has won, lost or drawn.
    pub(crate) fn moves(&self, rules: &Rules, cells: &Cells<W>, side: Side, visit: Visit<'_, W>) {
        if self.has_stopped(cells) {
            return;
        }
        let kinds = &rules.moves[index(side)];
        let mut is_forced = false;
        if kinds.iter().any(|kind| kind.must) {
            self.some_moves(rules, cells, side, true, &mut |parts, after| {
                is_forced = true;
                visit(parts, after);
            });
        }
        if !is_forced {
            self.some_moves(rules, cells, side, false, visit);
        }
    }

    fn some_moves(&self, rules: &Rules, cells: &Cells<W>, side: Side, must: bool, visit: Visit<'_, W>) {
        let kinds = &rules.moves[index(side)];
        for placed in &self.moves[index(side)] {
            if kinds[placed.kind].must == must && cells.allow(&placed.placement) {
                self.move_of(rules, cells, side, placed, visit);
            }
        }
    }

    /// Visits the moves that begin with a placement, which `cells` must allow.
    fn move_of(&self, rules: &Rules, cells: &Cells<W>, side: Side, placed: &Placed<W>, visit: Visit<'_, W>) {
        let after = cells.after(&placed.placement);
        if placed.may_rest && after == *cells {
            return;
        }
        if let Continuation::Nothing = self.continuations[index(side)][placed.kind] {
            let kind = &rules.moves[index(side)][placed.kind];
            if kind.groups.iter().all(|&touched| self.groups_touch(&after, touched)) {
                visit(&[placed], &after);
            }
            return;
        }
        // A complete move that leaves the board unchanged is not a move.
        self.go_on(rules, side, placed, after, &mut |parts, after| {
            if after != cells {
                visit(parts, after);
            }
        });
    }

    /// Visits the moves that begin with `first`, a part that may or must be continued.
    fn go_on(&self, rules: &Rules, side: Side, first: &Placed<W>, after: Cells<W>, visit: Visit<'_, W>) {
        let kind = &rules.moves[index(side)][first.kind];
        let is_legal =
            |cells: &Cells<W>| kind.groups.iter().all(|&touched| self.groups_touch(cells, touched));
        let turning = match &self.continuations[index(side)][first.kind] {
            Continuation::Nothing => return,
            Continuation::Then(_) if !first.lands && !is_anywhere(&kind.next) => return,
            Continuation::Then(seconds) => {
                for second in seconds_after(seconds, first.to) {
                    if after.allow(&second.placement) {
                        let last = after.after(&second.placement);
                        let rests = second.may_rest && last == after;
                        if !rests && is_legal(&last) {
                            visit(&[first, second], &last);
                        }
                    }
                }
                return;
            }
            Continuation::Again { turning } => *turning,
        };
        // A piece may return to a cell with the same board; its continuations from there have been visited.
        let mut seen = BTreeSet::new();
        let mut stack = vec![(vec![first], after)];
        while let Some((parts, cells)) = stack.pop() {
            let last = parts[parts.len() - 1];
            if !seen.insert((cells, last.to, if turning { 0 } else { last.orientation })) {
                continue;
            }
            if is_legal(&cells) {
                visit(&parts, &cells);
            }
            for &number in self.from[index(side)][usize::from(last.to)].iter().rev() {
                let next = &self.moves[index(side)][number as usize];
                let continues = last.lands
                    && next.departs
                    && next.kind == first.kind
                    && (turning || next.orientation == last.orientation);
                if continues && cells.allow(&next.placement) {
                    let after = cells.after(&next.placement);
                    if !(next.may_rest && after == cells) {
                        stack.push(([&parts[..], &[next]].concat(), after));
                    }
                }
            }
        }
    }

    /// Returns `true` if `side` has a move.
    pub(crate) fn has_move(&self, rules: &Rules, cells: &Cells<W>, side: Side) -> bool {
        let kinds = &rules.moves[index(side)];
        let is_simple = kinds.iter().all(|kind| kind.groups.is_empty())
            && self.continuations[index(side)]
                .iter()
                .all(|continuation| !matches!(continuation, Continuation::Then(_)));
        if is_simple {
            return !self.has_stopped(cells)
                && self.moves[index(side)].iter().any(|placed| {
                    cells.allow(&placed.placement)
                        && !(placed.may_rest && cells.after(&placed.placement) == *cells)
                });
        }
        if self.has_stopped(cells) {
            return false;
        }
        // A `must` rule only forbids other moves if it allows a move itself, so it can be ignored here.
        self.moves[index(side)].iter().filter(|placed| cells.allow(&placed.placement)).any(|placed| {
            let mut found = false;
            self.move_of(rules, cells, side, placed, &mut |_, _| found = true);
            found
        })
    }

    /// Returns the result for the player who moved last if play has ended. The first ending of the file whose picture is on the board
    /// decides. If there is no such picture, a full board may end play. Pictures that stop play are checked for both players, all others
    /// only for the player who moved last.
    pub(crate) fn result(&self, cells: &Cells<W>, last: Side) -> Option<EndResult> {
        let is_read = |&&(side, _, result): &&(Side, Placement<W>, EndResult)| {
            side == last || result == EndResult::Stops
        };
        let mut found = self.endings.iter().filter(is_read);
        let found = found.find(|ending| cells.allow(&ending.1)).map(|ending| ending.2);
        found.or_else(|| self.full.filter(|_| cells.planes[usize::from(EMPTY)] == W::ZERO))
    }

    /// Returns `true` if an ending stops play here, whichever player moved last.
    fn has_stopped(&self, cells: &Cells<W>) -> bool {
        let mut stops = self.endings.iter().filter(|ending| ending.2 == EndResult::Stops);
        self.full == Some(EndResult::Stops) && cells.planes[usize::from(EMPTY)] == W::ZERO
            || stops.any(|ending| cells.allow(&ending.1))
    }

    /// Takes the points for the pictures that a move of `side` has completed, and for those that their replacements complete. Returns the
    /// cells afterwards, and `true` if the player moves again.
    ///
    /// All pictures on the board are replaced at the same time, so the order of the cells does not matter.
    pub(crate) fn completed(&self, cells: &Cells<W>, side: Side) -> (Cells<W>, bool) {
        let (mut cells, mut moves_again) = (*cells, false);
        loop {
            let (mut next, mut changed) = (cells, W::ZERO);
            for (placement, again) in self.points[index(side)].iter().filter(|points| cells.allow(&points.0))
            {
                let written = placement.written();
                // A piece scores once, by the first line of the file that takes it.
                if written & changed == W::ZERO {
                    changed = changed | written;
                    next = next.with(written, &cells.after(placement));
                    moves_again |= again;
                }
            }
            if next == cells {
                return (cells, moves_again);
            }
            cells = next;
        }
    }

    /// Returns `true` if every connected group of cells with the same piece has a neighbour in `touched`. Places beyond
    /// the edge count as gone cells.
    fn groups_touch(&self, cells: &Cells<W>, touched: States) -> bool {
        let edge = if touched.has(ABSENT) { self.edge } else { W::ZERO };
        (2..cells.count).all(|state| {
            let plane = cells.planes[state];
            // Neighbours with the same piece belong to the group, so they do not count as touched.
            let near = self.near(cells.of(touched.without(States::one(state as u8)))) | edge;
            let mut safe = plane & near;
            loop {
                let more = safe | self.near(safe) & plane;
                if more == safe {
                    return safe == plane;
                }
                safe = more;
            }
        })
    }

    /// Iterates over the pictures that end play, each with the player who must have moved last.
    pub(crate) fn endings(&self) -> impl Iterator<Item = (Side, &Placement<W>, EndResult)> {
        self.endings.iter().map(|(side, placement, result)| (*side, placement, *result))
    }

    /// Returns all cells that have a neighbour in the set.
    #[inline]
    pub(crate) fn near(&self, set: W) -> W {
        let step = |near: W, &(distance, cells): &(i32, W)| {
            let from = set & cells;
            let by = distance.unsigned_abs();
            near | if distance > 0 { from << by } else { from >> by }
        };
        self.near.iter().fold(W::ZERO, step)
    }
}

/// The indices of the placements of a list, without duplicates.
#[derive(Default)]
struct Distinct(HashTable<u32>);

impl Distinct {
    /// Appends a placement, unless the list already has it.
    fn add<W: Word>(&mut self, found: &mut Vec<Placed<W>>, new: Placed<W>) {
        let hash = |placed: &Placed<W>| {
            let mut hasher = DefaultHasher::new();
            placed.placement.hash(&mut hasher);
            hasher.finish()
        };
        let is_equal = |&number: &u32| found[number as usize].placement == new.placement;
        if self.0.find(hash(&new), is_equal).is_none() {
            let number = found.len() as u32;
            self.0.insert_unique(hash(&new), number, |&number| hash(&found[number as usize]));
            found.push(new);
        }
    }
}

/// Returns the directions in which a picture is read.
pub(crate) fn directions_of(rewrite: &Rewrite) -> Vec<Direction> {
    let rows = &rewrite.before.rows;
    let single = rows.len() == 1 && rows[0].len() == 1 && rows[0][0].repeat.is_none();
    match &rewrite.directions[..] {
        [] if single => vec![Direction::Right],
        [] => vec![Rewrite::ALL],
        named => named.to_vec(),
    }
}

/// Calls `visit` with every placement of a rewrite on a board.
fn for_placed<W: Word>(
    rules: &Rules,
    geometry: &Geometry,
    rewrite: &Rewrite,
    side: Side,
    kind: usize,
    visit: &mut dyn FnMut(Placed<W>),
) {
    let ways = orientations(&directions_of(rewrite), rules.shape, rewrite.before.rows.len(), side);
    let conditions: Vec<Beside> = beside(rewrite, &rules.alphabet, side).collect();
    let mut lists = Lists::default();
    for stencil in stencils(rewrite, &rules.alphabet, side, geometry.longest()) {
        for_places(&stencil, geometry, &ways, &mut |orientation, cells| {
            let edges = match conditions[..] {
                [] => 0,
                _ => edges_beside(&stencil, cells, geometry, ways.get(orientation), rules.shape),
            };
            let there = rules.alphabet.there();
            let Some(placement) = lay(&stencil, cells, geometry, &conditions, there, edges, &mut lists)
            else {
                return;
            };
            let at = |number: usize| cells[number].map(|cell| cell as u16);
            // If `from` or `to` is beyond the edge, the first cell of the picture that is on the board replaces it.
            let any = (0..cells.len()).find_map(at);
            let (Some(from), Some(to)) = (at(stencil.from).or(any), at(stencil.to).or(any)) else { return };
            let changed = stencil.changed().filter_map(at).collect();
            let (may_rest, lands) = (stencil.may_rest, stencil.lands && at(stencil.to).is_some());
            let departs = at(stencil.from).is_some();
            visit(Placed { placement, kind, orientation, from, to, changed, may_rest, departs, lands });
        });
    }
}

/// Returns the distinct placements of a picture on a board, without writes.
fn seen<W: Word>(
    rules: &Rules,
    geometry: &Geometry,
    picture: &Picture,
    directions: &[Direction],
    side: Side,
) -> Vec<Placement<W>> {
    let after = picture.clone();
    let rewrite = Rewrite {
        before: picture.clone(),
        after,
        directions: directions.to_vec(),
        conditions: Vec::new(),
        span: picture.span,
    };
    let mut found: BTreeSet<Placement<W>> = BTreeSet::new();
    for_placed(rules, geometry, &rewrite, side, 0, &mut |placed| {
        found.insert(Placement { writes: Box::default(), copies: Box::default(), ..placed.placement });
    });
    found.into_iter().collect()
}
