//! The changes that moves make to the number of cells of each state.

use crate::pictures::rules::{Rules, index};
use crate::pictures::states::{ABSENT, State};
use crate::pictures::stencil::{After, Stencil, stencils};
use std::collections::BTreeSet;
use winways_notation::pictures::Rewrite;
use winways_rules::Side;

/// The changes that parts of moves can make: for each state, the increase in the number of cells that have it.
pub(crate) struct Changes(BTreeSet<Vec<i32>>);

/// The maximum number of different changes.
const MOST_CHANGES: usize = 1 << 13;

/// The maximum number of steps, each of which adds a cell to a change. They take a fraction of a second.
const MOST_STEPS: usize = 1 << 18;

impl Changes {
    #[cfg(test)]
    pub(crate) fn new(changes: BTreeSet<Vec<i32>>) -> Changes {
        Changes(changes)
    }

    /// Finds the changes that the moves of a file make, in rows of at most `longest` cells for each rewrite. Returns `None` if
    /// there are too many changes, or if a cell becomes gone or ceases to be gone, since gone cells may lie beyond the edge.
    pub(crate) fn of(rules: &Rules, longest: impl Fn(&Rewrite) -> usize) -> Option<Changes> {
        if rules.related_states(ABSENT).len() > 1 {
            return None;
        }
        let (mut found, mut steps) = (BTreeSet::new(), MOST_STEPS);
        for side in Side::BOTH {
            for rewrite in rules.moves[index(side)].iter().flat_map(|step| step.rewrites()) {
                add(rules, rewrite, side, longest(rewrite), &mut found, &mut steps)?;
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

/// Adds the changes of a rewrite. Returns `None` if there are too many, or if they take more than `steps` steps.
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

/// Returns `sum` plus the contribution of a cell that holds `state` before the move. The cell loses `state` and gains its new
/// state, unless it becomes a copy; each copy of the cell gains `state`.
fn with_cell(sum: &[i32], stencil: &Stencil, number: usize, state: State) -> Vec<i32> {
    let mut sum = sum.to_vec();
    // A gone cell stays gone.
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
