//! Splits a board into parts that do not affect each other.
//!
//! A fixed point over all placements yields the set of states that each cell may ever hold. A placement whose conditions may
//! ever hold adds the states that it writes. Cells that can never change are context. All changeable cells that one possible
//! placement reads or writes belong together. The sets of states are overestimates, so the split is sound.

use crate::pictures::cells::Cells;
use crate::pictures::placement::Placement;
use crate::pictures::states::{ABSENT, MOST, States};
use crate::pictures::table::{Continuation, Table};
use winways_kit::boards::word::Word;

/// The states that each cell may ever hold.
struct Reach<W> {
    /// For each state, the cells that may hold it. `ABSENT` contains the cells that may become gone.
    may: [W; MOST],
    count: usize,
    there: W,
}

impl<W: Word> Reach<W> {
    fn of(&self, states: States) -> W {
        let gone = if states.has(ABSENT) { !self.there } else { W::ZERO };
        states.iter().fold(gone, |cells, state| cells | self.may[usize::from(state)])
    }

    /// Returns the cells that may ever hold none of the states.
    fn may_lack(&self, states: States) -> W {
        let others = States::there(self.count).without(states).union(States::one(ABSENT));
        self.of(others) | !self.there
    }

    /// Returns `true` if all positive conditions may hold, ignoring conditions on forbidden states.
    fn may_read(&self, placement: &Placement<W>) -> bool {
        placement.reads.iter().all(|&(states, set)| set & !self.of(states) == W::ZERO)
            && placement.some.iter().all(|&(states, set)| set & self.of(states) != W::ZERO)
    }

    fn allows(&self, placement: &Placement<W>) -> bool {
        self.may_read(placement)
            && placement.none.iter().all(|&(states, set)| set & !self.may_lack(states) == W::ZERO)
    }

    fn add(&mut self, placement: &Placement<W>) {
        let old = self.may;
        for (map, set) in &placement.writes {
            let from = read_states(placement, *set, self.count);
            for (state, plane) in old.iter().enumerate().take(self.count).skip(1) {
                if from.has(state as u8) {
                    let to = usize::from(map.0[state]);
                    self.may[to] = self.may[to] | *plane & *set;
                }
            }
        }
        for &(from, to) in &placement.copies {
            for (plane, own) in old.iter().zip(&mut self.may).take(self.count).skip(1) {
                if plane.has(from.into()) {
                    *own = *own | W::bit(to.into());
                }
            }
        }
    }
}

/// Returns the states that the cells of `set` may hold when the placement is made. If some cell of the set is not read,
/// these are all states.
fn read_states<W: Word>(placement: &Placement<W>, set: W, count: usize) -> States {
    let read = placement.reads.iter().filter(|read| read.1 & set != W::ZERO);
    let unread = placement.reads.iter().fold(set, |set, read| set & !read.1);
    let all = if unread == W::ZERO { States::NONE } else { States::there(count) };
    read.fold(all, |states, read| states.union(read.0))
}

/// Returns the parts of a board, each as the set of cells that it must keep. Cells that never matter are in no part.
pub(crate) fn parts<W: Word>(table: &Table<W>, cells: &Cells<W>) -> Vec<W> {
    let there = cells.there();
    let mut reach = Reach { may: cells.planes, count: cells.count, there };
    let mut possible: Vec<&Placement<W>> = Vec::new();
    let mut rest: Vec<&Placement<W>> = all_placements(table).collect();
    loop {
        let (known, before) = (possible.len(), reach.may);
        rest.retain(|placement| {
            let is_possible = reach.allows(placement);
            if is_possible {
                possible.push(placement);
            }
            !is_possible
        });
        // A placement that was possible before only adds something new if it transfers states.
        for (number, placement) in possible.iter().enumerate() {
            if number >= known || placement.moves_states() {
                reach.add(placement);
            }
        }
        if possible.len() == known && reach.may == before {
            break;
        }
    }
    let changing = (0..cells.count).fold(W::ZERO, |changing, state| {
        changing | reach.may[state] & there & !if state == 0 { W::ZERO } else { cells.planes[state] }
    });
    // A placement blocked only by changing cells is blocked on the whole board, but not necessarily on a part.
    let is_held = |placement: &&Placement<W>| {
        let own = placement.none.iter().fold(W::ZERO, |own, &(states, set)| own | set & cells.of(states));
        !reach.may_read(placement) || own & !changing != W::ZERO
    };
    if !rest.iter().all(is_held) {
        return vec![there];
    }
    let mut parts: Vec<W> = Vec::new();
    for placement in &possible {
        let mut part = placement.all() & changing;
        if part == W::ZERO {
            continue;
        }
        parts.retain(|known| {
            let is_joined = *known & part != W::ZERO;
            if is_joined {
                part = part | *known;
            }
            !is_joined
        });
        parts.push(part);
    }
    parts
        .into_iter()
        .map(|part| part | context(part, &possible, &rest, &reach, &cells.within(!changing)))
        .collect()
}

/// Returns the unchanging cells that matter to a part: those that its placements read, and those that block other
/// placements.
fn context<W: Word>(
    part: W,
    possible: &[&Placement<W>],
    rest: &[&Placement<W>],
    reach: &Reach<W>,
    cells: &Cells<W>,
) -> W {
    let mut context = W::ZERO;
    for placement in possible.iter().filter(|placement| placement.all() & part != W::ZERO) {
        context = context | placement.core();
        for &(states, set) in &placement.some {
            context = context | set & cells.of(states);
        }
    }
    // A condition may require a gone cell. Cells that prevent such a condition from holding must be kept.
    for placement in possible.iter().chain(rest).filter(|placement| placement.all() & part != W::ZERO) {
        for (_, set) in placement.some.iter().filter(|some| some.0.has(ABSENT)) {
            context = context | *set;
        }
    }
    let blocked: Vec<_> = rest.iter().filter(|placement| reach.may_read(placement)).collect();
    // A context cell may belong to a move that another cell blocks. The blocking cell is kept too.
    loop {
        let known = context;
        for placement in &blocked {
            if placement.core() & (part | context) != W::ZERO {
                for &(states, set) in &placement.none {
                    context = context | set & cells.of(states);
                }
            }
        }
        if context == known {
            return context & reach.there;
        }
    }
}

/// Iterates over the placements of all moves on a board, including second parts.
fn all_placements<W: Word>(table: &Table<W>) -> impl Iterator<Item = &Placement<W>> {
    let seconds = table.continuations.iter().flatten().filter_map(|continuation| match continuation {
        Continuation::Then(seconds) => Some(seconds),
        _ => None,
    });
    let seconds = seconds.flatten().flatten();
    table.moves.iter().flatten().chain(seconds).map(|placed| &placed.placement)
}
