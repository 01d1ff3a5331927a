//! Changes by moves of the number of cells of each state.

use crate::pictures::rules::{Rules, index};
use crate::pictures::states::{ABSENT, State};
use crate::pictures::stencil::{After, Stencil, stencils};
use std::collections::BTreeSet;
use winways_notation::pictures::Rewrite;
use winways_rules::Side;

/// The changes that parts of moves can make: for each state, how many more cells have it.
pub(crate) struct Changes(BTreeSet<Vec<i32>>);

/// The most different changes.
const MOST_CHANGES: usize = 1 << 13;

/// The most additions of a cell to a change while changes are found: a fraction of a second.
const MOST_STEPS: usize = 1 << 18;

impl Changes {
    #[cfg(test)]
    pub(crate) fn new(changes: BTreeSet<Vec<i32>>) -> Changes {
        Changes(changes)
    }

    /// Finds the changes of the moves of a file, whose runs have at most `longest` cells; `None` if holes come or go, which may be
    /// beyond the edge, or if there are too many changes.
    pub(crate) fn of(rules: &Rules, longest: usize) -> Option<Changes> {
        if rules.related_states(ABSENT).len() > 1 {
            return None;
        }
        let (mut found, mut steps) = (BTreeSet::new(), MOST_STEPS);
        for side in Side::BOTH {
            for rewrite in rules.moves[index(side)].iter().flat_map(|step| step.rewrites()) {
                add(rules, rewrite, side, longest, &mut found, &mut steps)?;
            }
        }
        Some(Changes(found))
    }

    /// Returns `true` if no move changes the number of cells of any state.
    pub(crate) fn keep_all(&self) -> bool {
        self.0.iter().flatten().all(|&by| by == 0)
    }

    /// Returns the number of different changes.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Iterates over the changes.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[i32]> {
        self.0.iter().map(Vec::as_slice)
    }
}

/// Adds the changes of a rewrite; `None` if there are too many, or if they take more than `steps`.
fn add(
    rules: &Rules,
    rewrite: &Rewrite,
    side: Side,
    longest: usize,
    found: &mut BTreeSet<Vec<i32>>,
    steps: &mut usize,
) -> Option<()> {
    for stencil in stencils(rewrite, &rules.alphabet, side, longest) {
        let mut sums = BTreeSet::from([vec![0; rules.alphabet.count()]]);
        for number in 0..stencil.cells.len() {
            *steps = steps.checked_sub(sums.len() * stencil.cells[number].before.iter().count())?;
            let longer = stencil.cells[number].before.iter().flat_map(|state| {
                let stencil = &stencil;
                sums.iter().map(move |sum| with_cell(sum, stencil, number, state))
            });
            sums = longer.collect();
            if sums.len() > MOST_CHANGES {
                return None;
            }
        }
        found.append(&mut sums);
    }
    (found.len() <= MOST_CHANGES).then_some(())
}

/// Returns a change with what a cell adds to it that holds `state` before the move: its own change, unless it becomes a copy, and
/// the copies of it.
fn with_cell(sum: &[i32], stencil: &Stencil, number: usize, state: State) -> Vec<i32> {
    let mut sum = sum.to_vec();
    // No cell is there, and none comes.
    if state == ABSENT {
        return sum;
    }
    sum[usize::from(state)] -= 1;
    if let After::Map(map) = &stencil.cells[number].after {
        sum[usize::from(map.of(state))] += 1;
    }
    let copies = stencil.cells.iter().filter(|cell| cell.after == After::Copy(number)).count();
    sum[usize::from(state)] += copies as i32;
    sum
}
