//! The search for Smith's labels.

use crate::work::Work;
use winways_solve::StopReason;
use winways_values::Nimber;

/// Returns the nimber and the step of each position that has a nimber.
///
/// A position gets the label m if its labelled options contain 0, …, m − 1 and not m, and every option without a label has an option with
/// the label m. Labels are assigned in ascending order. Each label is assigned until no further position can get it.
pub(super) fn nimbers(
    options: &[Vec<u32>],
    work: Work<'_>,
) -> Result<Vec<Option<(Nimber, u32)>>, StopReason> {
    let edges: usize = options.iter().map(Vec::len).sum();
    work.check(64 * options.len() as u64 + 8 * edges as u64)?;
    let mut before = vec![Vec::new(); options.len()];
    for (from, list) in (0_u32..).zip(options) {
        list.iter().for_each(|&to| before[to as usize].push(from));
    }
    let nimbers = vec![None; options.len()];
    let mut search = Search { options, before, nimbers, step: 0, work };
    let mut label = 0;
    while search.give(label)? {
        label += 1;
    }
    Ok(search.nimbers)
}

struct Search<'s> {
    options: &'s [Vec<u32>],
    before: Vec<Vec<u32>>,
    nimbers: Vec<Option<(Nimber, u32)>>,
    step: u32,
    work: Work<'s>,
}

/// The state of a position while one label is assigned.
#[derive(Clone, Copy, Default)]
struct State {
    /// `true` if the labelled options contain all smaller labels.
    is_candidate: bool,
    /// `true` if an option has the label.
    has_label: bool,
    /// The number of options without a label that have no option with the label yet.
    open: u32,
}

impl Search<'_> {
    /// Assigns a label to all positions that can get it, and returns `true` if there are any.
    fn give(&mut self, label: u64) -> Result<bool, StopReason> {
        let mut states = self.states(label)?;
        let can_get = |state: &State| state.is_candidate && !state.has_label && state.open == 0;
        let mut queue: Vec<u32> =
            (0..states.len() as u32).filter(|&vertex| can_get(&states[vertex as usize])).collect();
        queue.reverse();
        let mut is_given = false;
        while let Some(vertex) = queue.pop() {
            if self.nimbers[vertex as usize].is_some() || !can_get(&states[vertex as usize]) {
                continue;
            }
            is_given = true;
            self.nimbers[vertex as usize] = Some((Nimber(label), self.step));
            self.step += 1;
            for &from in &self.before[vertex as usize] {
                self.work.spend(1)?;
                let state = &mut states[from as usize];
                if self.nimbers[from as usize].is_some() || std::mem::replace(&mut state.has_label, true) {
                    continue;
                }
                for &first in &self.before[from as usize] {
                    if self.nimbers[first as usize].is_some() {
                        continue;
                    }
                    let state = &mut states[first as usize];
                    state.open -= 1;
                    if can_get(state) {
                        queue.push(first);
                    }
                }
                self.work.spend(self.before[from as usize].len())?;
            }
        }
        Ok(is_given)
    }

    /// Returns the states before a label is assigned. All labels assigned so far are smaller.
    fn states(&self, label: u64) -> Result<Vec<State>, StopReason> {
        let mut states = vec![State::default(); self.options.len()];
        for (vertex, list) in self.options.iter().enumerate() {
            self.work.spend(1 + list.len())?;
            if self.nimbers[vertex].is_some() {
                continue;
            }
            let labels = list.iter().filter_map(|&option| self.nimbers[option as usize]);
            let mut smaller: Vec<u64> = labels.map(|(nimber, _)| nimber.0).collect();
            smaller.sort_unstable();
            smaller.dedup();
            let open = list.iter().filter(|&&option| self.nimbers[option as usize].is_none()).count();
            states[vertex] =
                State { is_candidate: smaller.len() as u64 == label, has_label: false, open: open as u32 };
        }
        Ok(states)
    }
}
